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

// A Disk is the place where a search continues when its memory is full. The files lie in a subfolder of Dir
// that is named by the digests. A search resumes from what the same search has left there. It removes the
// files once it has the answer.
type Disk struct {
	Dir      string
	Limit    int64         // limit in bytes; 0 means no limit
	Problem  [32]byte      // digests of everything that the graph depends on,
	Question [32]byte      // in two parts
	Every    time.Duration // minimum interval between manifests, which are written at the end of layers; 0 means at least a second, chosen so that they cost little
	Exact    bool          // BreadthFirst, UniformCost: see Search.Layers
	Note     func(string)  // called with messages about the progress; may be nil
	Warn     func(string)  // called with messages that the user should see; may be nil
	Lost     func() bool   // reports whether the answer is no longer needed, so that nothing is saved; nil means never

	sizes *sizes // for tests
	fault func() error
}

func (d *Disk) note(format string, args ...any) {
	if d.Note != nil {
		d.Note(fmt.Sprintf(format, args...))
	}
}

// warn calls Note and Warn.
func (d *Disk) warn(format string, args ...any) {
	d.note(format, args...)
	if d.Warn != nil {
		d.Warn(fmt.Sprintf(format, args...))
	}
}

// sizes determines how an external search divides its memory.
type sizes struct {
	buffer int // words of a sort buffer
	parts  int // maximum number of ranges; each worker has a buffer for each
	fan    int // maximum number of sources of a merge
	read   int // bytes of all read buffers of a worker
	extent int // bytes of an extent
	sample int // number of states from which an index is guessed
}

// Sort buffers fit the cache. More memory means more buffers.
const (
	sortBuffer = 1 << 18 // words
	maxParts   = 96
	maxFan     = 512
	minDisk    = 256 << 10 // minimum memory of an external search in bytes
	diskMemory = 256 << 20 // memory in bytes if there is no limit
)

func sizesFor(memory int64, workers, words int) sizes {
	if memory <= 0 {
		memory = diskMemory
	}
	each := max(memory, minDisk) / int64(workers) / 8 // words for each worker
	s := sizes{buffer: sortBuffer}
	if s.parts = int(each / 2 / sortBuffer); s.parts < 4 {
		s.parts, s.buffer = 4, int(each/8)
	}
	s.parts = min(s.parts, maxParts)
	s.buffer = max(s.buffer/words*words, 64*words)
	s.read = int(each * 8 / 5)
	s.fan = min(max(4, s.read/(8<<10+8<<10*words)), maxFan)
	s.extent = min(max(s.buffer, 4<<10), 256<<10)
	return s
}

// external is a breadth-first search with its layers on disk. Successors are partitioned by key range. A
// full buffer is sorted and written as a run; at the end of the layer the runs of each range are merged and
// states of earlier layers are subtracted (Korf 2004).
//
// If moves are reversible, it suffices to subtract the two previous layers. Reversibility is only sampled,
// so the result is verified from time to time and at the end: the layers are merged to check that they are
// disjoint. If they are, each layer is right, since it holds all successors that no earlier layer holds. If
// not, the search goes back to the last layer known to be right and subtracts all earlier states from there
// on.
type external struct {
	ctx     context.Context
	g       Graph
	opt     Options
	disk    *Disk
	form    disk.Form
	size    sizes
	room    *disk.Room
	workers []*diskWorker
	begun   time.Time
	next    time.Time     // of the next progress report
	saved   time.Time     // time of the last manifest
	saving  time.Duration // time spent to write it

	layers []*disk.Set
	known  []*disk.Set // disjoint sets; their union is the states of the first sure layers
	sure   int
	kept   int               // number of layers in the last manifest
	named  [2][]manifestFile // files named by the last manifest but one, and by the last
	exact  int               // number of layers known to be right
	marks  Shape             // counts when these layers were expanded
	looked int64             // number of states at that time
	all    bool              // all earlier states are subtracted
	seen   Shape
	stats  Stats
	states int64
	paths  *big.Int           // number of paths to the goals of the last layer, if paths are counted
	over   bool               // a number of paths overflowed
	goal   []uint64           // the goal with the least key in the last layer, or nil
	count  bool               // edges and goals are counted
	ended  bool               // the last layer has no successors
	bits   bool               // the search continued with two bits per state
	number func(i int) uint64 // number of paths to a state of the search in memory, if paths are counted

	costs *costs // nil means breadth first

	partitioner
	shared      *disk.File // file for the next layers while they are small
	serial      int
	dead, dying []*disk.File // files that are no longer needed by the last manifest but one, and by the last
}

// A diskWorker is a worker of an external search.
type diskWorker struct {
	g       Graph
	sorter  *disk.Sorter
	succ    Successors
	flags   []bool
	block   []uint64
	keys    []uint64  // keys of a block of records with numbers
	fresh   []uint64  // successors with numbers
	paths   [3]uint64 // number of paths to goals
	tally   tally
	made    int64 // number of successors
	done    int64 // number of expanded states
	goals   int64
	window  []uint64
	bufs    [][]uint64 // by partition
	filled  []int
	other   *disk.Sorter // sorter for records of another form
	maxCost uint64       // maximum cost of an edge
	free    bool         // an edge costs 0
	err     error
}

// sorterOf returns a sorter for records of a form.
func (h *diskWorker) sorterOf(f disk.Form) *disk.Sorter {
	if h.sorter.Form == f {
		return h.sorter
	}
	if h.other == nil || h.other.Form != f {
		h.other = disk.NewSorter(f)
	}
	return h.other
}

// openExternal opens the folder of a search and resumes from its manifest. kind distinguishes searches that
// count different things.
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

// startWorkers creates the workers, each with its own fork of the graph.
func (e *external) startWorkers(graphs []Graph) error {
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
		e.workers = append(e.workers, &diskWorker{g: g, sorter: disk.NewSorter(e.form)})
	}
	e.setSizes(e.opt.Memory)
	return nil
}

func (e *external) setSizes(memory int64) {
	if e.disk.sizes != nil {
		e.size = *e.disk.sizes
		return
	}
	e.size = sizesFor(memory, len(e.workers), e.form.Words())
}

// each lets the workers process the jobs 0..n-1 concurrently, until one fails.
func (e *external) each(n int, do func(h *diskWorker, i int) error) error {
	var at atomic.Int64
	var failed atomic.Bool
	for _, h := range e.workers { // a worker without a job would keep its last error
		h.err = nil
	}
	work := func(h *diskWorker) {
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
	for _, h := range e.workers[:min(n, e.opt.atOnce(len(e.workers)))] {
		wg.Go(func() { work(h) })
	}
	wg.Wait()
	for _, h := range e.workers {
		if h.err != nil {
			return h.err
		}
	}
	return nil
}

// stopped returns why the search must stop now, or nil. The first worker reports the progress.
func (e *external) stopped(h *diskWorker) error {
	if e.ctx.Err() != nil {
		return context.Cause(e.ctx)
	}
	if e.opt.Progress != nil && h == e.workers[0] {
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

// bytes returns an estimate of the memory in use.
func (e *external) bytes() int64 {
	return int64(len(e.workers)) * 8 * int64(e.size.buffer*(e.parts()+2))
}

// begin starts the search with the start states.
func (e *external) begin() error {
	e.split(nil)
	h := e.workers[0]
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

// append appends a set as the last layer.
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

// advance expands the last layer into the next. It returns false if the next layer is empty.
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

// finish builds the next layer from the collected successors.
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

// run searches until a goal is found, if first is set, or until all states were reached.
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

// done unlocks the folder. It removes the files if the search was answered or the answer is no longer
// needed.
func (e *external) done(answered bool) {
	e.stats.Stored = e.states
	e.stats.Memory = max(e.stats.Memory, e.bytes())
	if !answered && (e.disk.Lost == nil || !e.disk.Lost()) {
		e.keep()
		return
	}
	e.disk.note("searched on disk: at most %d bytes in use, %d written", e.room.Most(), e.room.Written())
	e.removeAll()
}

// keep saves a manifest, so that the same search can resume, and unlocks the folder.
func (e *external) keep() {
	var err error
	if e.keepable() && (e.exact > 0 || e.costs != nil) {
		err = e.saveLast() // if this fails, the manifest before it remains
	}
	switch {
	case e.bits:
		e.disk.warn("with two bits a state nothing is saved: the same command starts over")
	case err != nil:
		e.disk.warn("the last layers could not be saved: %v", err)
	}
	if !e.hasManifest() {
		e.removeAll()
		return
	}
	what := fmt.Sprintf("%d layers were", e.kept)
	if e.costs != nil {
		what = "the states found so far were"
	}
	e.disk.warn("%s saved in %s: the same command continues from there", what, e.room.Dir())
	e.leave()
}

// saveLast saves like save, even if the context has ended. The unfinished step is dropped.
func (e *external) saveLast() error {
	ctx := e.ctx
	defer func() { e.ctx = ctx }()
	e.detachContext()
	e.dropSpool()
	return e.save(true)
}

// free returns unused memory to the system.
func free() {
	runtime.GC()
	debug.FreeOSMemory()
}

// diskStopped reports whether err is a disk limit or a disk failure.
func diskStopped(err error) bool {
	var limit interface{ DiskLimit() bool }
	var fault interface{ DiskError() bool }
	return errors.As(err, &limit) || errors.As(err, &fault)
}

// quantiles returns at most n-1 keys that split a sorted list of keys into n parts of equal length.
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
