package graph

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"farbank/graph/disk"
)

// A Disk is where a search goes on when its memory is full. Its files lie in a folder of
// their own below Dir, named by the digests; what is left there of the same search is gone on
// with, and nothing is left there once the search has its answer.
type Disk struct {
	Dir      string
	Limit    int64         // bytes; 0: no limit
	Problem  [32]byte      // digests: of everything that the graph depends on,
	Question [32]byte      // in two parts
	Every    time.Duration // manifests are written that far apart, at the end of a layer; 0: a second or more, so that it costs little
	Exact    bool          // BreadthFirst, UniformCost: see Search.Layers
	Note     func(string)  // is told what is worth knowing, if not nil
	Warn     func(string)  // and what somebody should know who can do something about it, or goes on another time
	Lost     func() bool   // whether nobody needs the answer any more, and what would be kept for it; nil: somebody does

	sizes *sizes // for tests
	fault func() error
}

func (d *Disk) note(format string, args ...any) {
	if d.Note != nil {
		d.Note(fmt.Sprintf(format, args...))
	}
}

// warn is note for what is told by itself.
func (d *Disk) warn(format string, args ...any) {
	d.note(format, args...)
	if d.Warn != nil {
		d.Warn(fmt.Sprintf(format, args...))
	}
}

// sizes are what an external search divides its memory into.
type sizes struct {
	buffer int // words of a sort buffer
	parts  int // most partitions; each worker has a buffer for each
	fan    int // most sources of a merge
	read   int // bytes for reading them, together
	extent int // bytes
	sample int // states from which an index is guessed
}

// Buffers for sorting fit the cache; what memory there is beyond that makes more of them.
const (
	sortBuffer = 1 << 18 // words
	mostParts  = 96
	mostFan    = 512
	leastDisk  = 256 << 10 // bytes that an external search takes in any case
	diskMemory = 256 << 20 // and where there is no limit
)

func sizesFor(memory int64, workers, words int) sizes {
	if memory <= 0 {
		memory = diskMemory
	}
	each := max(memory, leastDisk) / int64(workers) / 8 // words for a worker
	s := sizes{buffer: sortBuffer}
	if s.parts = int(each / 2 / sortBuffer); s.parts < 4 {
		s.parts, s.buffer = 4, int(each/8)
	}
	s.parts = min(s.parts, mostParts)
	s.buffer = max(s.buffer/words*words, 64*words)
	s.read = int(each * 8 / 5)
	s.fan = min(max(4, s.read/(8<<10+8<<10*words)), mostFan)
	s.extent = min(max(s.buffer, 4<<10), 256<<10)
	return s
}

// external searches breadth first with its layers on disk. Successors go into buffers by
// ranges of their keys; a full buffer is sorted and written as a run; at the end of the layer the runs of
// each range are merged, and what earlier layers hold is taken out (Korf 2004).
//
// Where moves can be undone, that is the two layers before. Whether they can is tried for some states, and
// nobody is believed: from time to time, and at the end, the layers are merged to see that they have no
// state in common. If so, each was right, since it holds all successors that no earlier one holds. If not,
// the search goes back to the last layer that is known to be right, and takes out all states from there on.
type external struct {
	ctx    context.Context
	g      Graph
	opt    Options
	disk   *Disk
	form   disk.Form
	size   sizes
	room   *disk.Room
	crew   []*hand
	begun  time.Time
	next   time.Time     // of the next progress report
	saved  time.Time     // when the last manifest was written
	saving time.Duration // and how long that took

	layers []*disk.Set
	known  []*disk.Set // disjoint: together the states of the first sure layers
	sure   int
	kept   int               // so many are named by the last manifest
	named  [2][]manifestFile // what the last manifest but one names, and the last
	exact  int               // so many layers are right
	marks  Shape             // of what was seen when these were expanded
	looked int64             // how many states there were then
	all    bool              // all states are taken out
	seen   Shape
	stats  Stats
	states int64
	paths  *big.Int           // the paths to its goals, where they are counted
	over   bool               // a number of paths did not fit
	goal   []uint64           // a goal of the last layer, the one of least key; nil: it has none
	count  bool               // count edges and goals
	ended  bool               // no layer follows
	bits   bool               // it has gone on with two bits a state
	number func(i int) uint64 // of paths to a state of the search in memory, where they are counted

	costs *costs // nil: breadth first

	gather
	shared      *disk.File // for the next layers, as long as they are small
	serial      int
	dead, dying []*disk.File // no longer needed: by the last manifest but one, and by the last
}

// A hand is one worker of an external search.
type hand struct {
	g      Graph
	sorter *disk.Sorter
	succ   Successors
	flags  []bool
	block  []uint64
	keys   []uint64  // of a block of records with numbers
	fresh  []uint64  // successors with numbers
	paths  [3]uint64 // to goals
	tally  tally
	made   int64 // successors
	done   int64 // states expanded
	goals  int64
	window []uint64
	bufs   [][]uint64 // by partition
	filled []int
	other  *disk.Sorter // of records of another form
	dear   uint64       // the most that an edge has cost
	free   bool         // one has cost nothing
	err    error
}

// sorterOf is a sorter of records of a form.
func (h *hand) sorterOf(f disk.Form) *disk.Sorter {
	if h.sorter.Form == f {
		return h.sorter
	}
	if h.other == nil || h.other.Form != f {
		h.other = disk.NewSorter(f)
	}
	return h.other
}

// openExternal opens the folder of a search. kind tells apart searches that count different
// things.
func openExternal(ctx context.Context, g Graph, opt Options, kind string) (*external, error) {
	d := opt.Disk
	e := &external{ctx: ctx, g: g, opt: opt, disk: d, form: disk.Form{Key: g.Words()}, paths: new(big.Int), count: kind == "space", begun: time.Now()}
	e.seen.FirstGoal = -1
	if kind == "count" || kind == "costcount" {
		e.form.Number = 2
	}
	if kind == "cost" || kind == "costcount" {
		e.form.Key++
	}
	room, err := disk.Open(d.folder(kind), d.Limit)
	if err != nil {
		return nil, err
	}
	room.Fault = d.fault
	e.room = room
	if e.form.Key > g.Words() {
		e.costs = e.newCosts()
	}
	if err := e.resume(); err != nil {
		room.Close()
		return nil, err
	}
	return e, nil
}

// hire makes the workers, each with a graph of its own.
func (e *external) hire(graphs []Graph) error {
	n := max(1, e.opt.Workers)
	f, ok := e.g.(Forker)
	if !ok {
		n = 1
	}
	for i := range n {
		g := e.g
		if i < len(graphs) {
			g = graphs[i]
		} else if i > 0 {
			var err error
			if g, err = f.Fork(); err != nil {
				return err
			}
		}
		e.crew = append(e.crew, &hand{g: g, sorter: disk.NewSorter(e.form)})
	}
	e.setSizes(e.opt.Memory)
	return nil
}

func (e *external) setSizes(memory int64) {
	if e.disk.sizes != nil {
		e.size = *e.disk.sizes
		return
	}
	e.size = sizesFor(memory, len(e.crew), e.form.Words())
}

// each has the workers take the jobs 0..n-1, one after another, until one fails.
func (e *external) each(n int, do func(h *hand, i int) error) error {
	var at atomic.Int64
	var failed atomic.Bool
	for _, h := range e.crew { // one with no job has the error of the last time
		h.err = nil
	}
	work := func(h *hand) {
		for !failed.Load() {
			i := int(at.Add(1)) - 1
			if i >= n {
				return
			}
			if h.err = do(h, i); h.err != nil {
				failed.Store(true)
			}
		}
	}
	var wg sync.WaitGroup
	for _, h := range e.crew[:min(n, len(e.crew))] {
		wg.Go(func() { work(h) })
	}
	wg.Wait()
	for _, h := range e.crew {
		if h.err != nil {
			return h.err
		}
	}
	return nil
}

// stopped returns why the search must stop now, or nil. The first worker tells how far it is.
func (e *external) stopped(h *hand) error {
	if e.ctx.Err() != nil {
		return context.Cause(e.ctx)
	}
	if e.opt.Progress != nil && h == e.crew[0] {
		if now := time.Now(); now.After(e.next) {
			e.next = now.Add(200 * time.Millisecond)
			depth := int64(len(e.layers) - 1)
			if e.costs != nil {
				depth = e.stats.Depth
			}
			e.opt.Progress(Progress{States: e.states, Depth: depth, Memory: e.bytes()})
		}
	}
	return nil
}

// bytes is about the memory in use.
func (e *external) bytes() int64 {
	return int64(len(e.crew)) * 8 * int64(e.size.buffer*(e.parts()+2))
}

// begin sets the search up from its starts.
func (e *external) begin() error {
	e.split(nil)
	h := e.crew[0]
	err := e.g.Starts(func(state []uint64) error { return e.push(h, e.numbered(h, state, 1)) })
	if err != nil {
		return err
	}
	set, err := e.collectNew(true)
	if err != nil {
		return err
	}
	e.fold()
	e.seen.Starts = set.Records()
	e.append(set)
	e.known, e.sure = []*disk.Set{set}, 1
	e.mark()
	return e.chooseMode()
}

// append makes a set the last layer.
func (e *external) append(set *disk.Set) {
	e.layers = append(e.layers, set)
	e.states += set.Records()
	e.seen.Layers = append(e.seen.Layers, set.Records())
	if e.goal != nil && e.seen.FirstGoal < 0 {
		e.seen.FirstGoal = int64(len(e.layers) - 1)
	}
	if n := len(e.layers); n > 2 && e.layers[n-3].File != set.File {
		e.layers[n-3].File.Close()
	}
	e.stats.Depth = max(e.stats.Depth, int64(len(e.layers)-1))
}

// advance expands the last layer into the next; false if that has no states.
func (e *external) advance() (bool, error) {
	layer := e.layers[len(e.layers)-1]
	if err := e.plan(layer); err != nil {
		return false, err
	}
	if err := e.expand(layer); err != nil {
		return false, err
	}
	return e.finish()
}

// finish makes the next layer of what was gathered.
func (e *external) finish() (bool, error) {
	set, err := e.collect(e.layerFile(), e.earlier(), true)
	if err != nil {
		return false, err
	}
	e.fold()
	if set.Records() == 0 {
		return false, nil
	}
	right := e.all || len(e.layers) == e.sure
	e.append(set)
	if e.all {
		if err := e.remember(set); err != nil {
			return false, err
		}
	}
	if right {
		e.mark()
	}
	if !e.all && e.states >= lookAgain*e.looked {
		if _, err := e.verified(); err != nil {
			return false, err
		}
	}
	return true, e.save(false)
}

// run searches on: until a goal is met, if first is set, or until there are no more states.
func (e *external) run(first bool) error {
	if len(e.layers) == 0 {
		if err := e.begin(); err != nil {
			return err
		}
	}
	most, limited := e.opt.deep()
	for more := e.states > 0 && !e.ended; ; {
		if first && (e.goal != nil || limited && len(e.layers) > most) {
			return nil
		}
		var err error
		if more {
			more, err = e.advance()
		} else if same, problem := e.verified(); same || problem != nil {
			e.ended = true
			return problem
		} else {
			more = true
		}
		if err != nil {
			return err
		}
	}
}

// done gives the folder back: without the files, if they are not needed any more.
func (e *external) done(answered bool) {
	e.stats.Stored = e.states
	e.stats.Memory = max(e.stats.Memory, e.bytes())
	if !answered && (e.disk.Lost == nil || !e.disk.Lost()) {
		e.keep()
		return
	}
	e.disk.note("searched on disk: %d bytes at most, %d written", e.room.Most(), e.room.Written())
	e.removeAll()
}

// keep gives the folder back with what the same search goes on from.
func (e *external) keep() {
	var err error
	if e.keepable() && (e.exact > 0 || e.costs != nil) {
		err = e.saveLast() // if that fails, the one before is there
	}
	switch {
	case e.bits:
		e.disk.warn("with two bits a state nothing is kept: the same command begins anew")
	case err != nil:
		e.disk.warn("the last layers could not be kept: %v", err)
	}
	if !e.hasManifest() {
		e.removeAll()
		return
	}
	what := fmt.Sprintf("%d layers are", e.kept)
	if e.costs != nil {
		what = "what has been found is"
	}
	e.disk.warn("%s kept in %s: the same command goes on there", what, e.room.Dir())
	e.leave()
}

// saveLast is save where the context may be over: what is in memory is written all the same,
// in the place of what a step has not come to an end with.
func (e *external) saveLast() error {
	ctx := e.ctx
	defer func() { e.ctx = ctx }()
	e.afterwards()
	e.dropSpool()
	return e.save(true)
}

// free gives memory back to the system, for what comes next.
func free() {
	runtime.GC()
	debug.FreeOSMemory()
}

// diskStopped reports whether an error says that the disk set a limit.
func diskStopped(err error) bool {
	var limit interface{ DiskLimit() bool }
	var fault interface{ DiskError() bool }
	return errors.As(err, &limit) || errors.As(err, &fault)
}

// quantiles returns n-1 keys that cut a sorted list of keys into n parts.
func quantiles(list []uint64, words, n int) (keys []uint64) {
	count := len(list) / words
	for i := 1; i < n; i++ {
		at := i * count / n * words
		if at >= len(list) {
			break
		}
		key := list[at : at+words]
		if len(keys) == 0 || !equal(keys[len(keys)-words:], key) {
			keys = append(keys, key...)
		}
	}
	return keys
}
