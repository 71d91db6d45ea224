package graph

import (
	"math/big"
	"math/bits"
	"sync"

	"farbank/graph/disk"
)

// A partitioner partitions records into ranges of their keys (range partitioning).
type partitioner struct {
	splitters []uint64 // splitters: the first keys of all ranges but the first
	n         int      // number of ranges
	shift     uint     // for keys of one word: table is indexed by key >> shift
	table     [1 << prefixBits]uint8
	spool     *disk.File
	mu        sync.Mutex
	runs      [][]*disk.Set // by range
}

// prefixBits is the number of key bits that determine the range.
const prefixBits = 12

func (g *partitioner) parts() int { return max(1, g.n) }

// split starts to collect records, in ranges that begin with the given keys; nil means one range.
func (e *external) split(splitters []uint64) {
	w := e.form.Key
	e.splitters, e.n = splitters, len(splitters)/w+1
	e.runs = make([][]*disk.Set, e.n)
	if w == 1 {
		e.align()
	}
	for _, h := range e.workers {
		for len(h.bufs) < e.n {
			h.bufs = append(h.bufs, nil)
		}
		h.filled = make([]int, e.n)
	}
}

// align rounds the splitters down to multiples of 1<<shift and fills the table.
func (e *external) align() {
	e.shift = 0
	if e.n > 1 {
		e.shift = uint(max(0, bits.Len64(e.splitters[len(e.splitters)-1])+1-prefixBits))
	}
	splitters := e.splitters[:0]
	for _, c := range e.splitters {
		if c = c >> e.shift << e.shift; c > 0 && (len(splitters) == 0 || splitters[len(splitters)-1] < c) {
			splitters = append(splitters, c)
		}
	}
	e.splitters, e.n = splitters, len(splitters)+1
	k := 0
	for i := range e.table {
		for k < len(splitters) && splitters[k]>>e.shift <= uint64(i) {
			k++
		}
		e.table[i] = uint8(k)
	}
}

// push collects records.
func (e *external) push(h *diskWorker, list []uint64) error {
	w := e.form.Words()
	if w == 1 {
		return e.pushWords(h, list)
	}
	for ; len(list) > 0; list = list[w:] {
		p := e.rangeOf(list)
		if h.filled[p]+w > len(h.bufs[p]) {
			if err := e.full(h, p); err != nil {
				return err
			}
		}
		copy(h.bufs[p][h.filled[p]:], list[:w])
		h.filled[p] += w
	}
	return nil
}

func (e *external) pushWords(h *diskWorker, list []uint64) error {
	bufs, filled, shift := h.bufs, h.filled, e.shift&63
	for _, x := range list {
		p := e.table[min(x>>shift, 1<<prefixBits-1)]
		n := filled[p]
		if n >= len(bufs[p]) {
			if err := e.full(h, int(p)); err != nil {
				return err
			}
			n = filled[p]
		}
		bufs[p][n] = x
		filled[p] = n + 1
	}
	return nil
}

// rangeOf returns the range of a key.
func (e *external) rangeOf(key []uint64) int {
	w := e.form.Key
	lo, hi := 0, e.n-1
	for lo < hi {
		if mid := (lo + hi) / 2; e.form.Compare(e.splitters[mid*w:], key) <= 0 {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo
}

// full makes room in a buffer: it enlarges the buffer, removes duplicates, or writes a run.
func (e *external) full(h *diskWorker, p int) error {
	buf, n := h.bufs[p], h.filled[p]
	if len(buf) < e.size.buffer {
		more := make([]uint64, min(e.size.buffer, max(4*len(buf), 256*e.form.Words())))
		copy(more, buf[:n])
		h.bufs[p] = more
		return nil
	}
	list := h.sorter.Unique(buf[:n])
	if len(list) <= len(buf)/2 {
		h.filled[p] = len(list)
		return nil
	}
	run, err := e.writeRun(h, list)
	e.mu.Lock()
	e.runs[p] = append(e.runs[p], run)
	e.mu.Unlock()
	h.filled[p] = 0
	return err
}

// writeRun appends sorted records to the spool as a run.
func (e *external) writeRun(h *diskWorker, list []uint64) (*disk.Set, error) {
	e.mu.Lock()
	if e.spool == nil {
		e.spool = e.newFile()
	}
	spool := e.spool
	e.mu.Unlock()
	w := disk.NewWriter(e.form, spool, 1<<20)
	if err := w.Add(list); err != nil {
		return nil, err
	}
	return w.Close()
}

// collect merges the collected records into a set and subtracts earlier sets. If look is set, it counts the
// goals among the remaining states.
func (e *external) collect(file *disk.File, earlier []*disk.Set, look bool) (*disk.Set, error) {
	sets := make([]*disk.Set, e.n)
	goals := make([][]uint64, e.n)
	err := e.each(e.n, func(h *diskWorker, p int) (err error) {
		sets[p], goals[p], err = e.mergeRange(h, p, file, earlier, look)
		return err
	})
	e.dropSpool()
	if err != nil {
		return nil, err
	}
	all := &disk.Set{Form: e.form, File: file}
	if look {
		e.goal = nil
	}
	e.sumPaths(look)
	for p, s := range sets {
		all.Extents = append(all.Extents, s.Extents...)
		if e.goal == nil && goals[p] != nil {
			e.goal = goals[p]
		}
	}
	return all, nil
}

// collectNew collects into a new file. It removes the file if it fails.
func (e *external) collectNew(look bool) (*disk.Set, error) {
	file := e.newFile()
	set, err := e.collect(file, nil, look)
	if err != nil {
		file.Remove()
	}
	return set, err
}

// dropSpool removes the collected runs.
func (e *external) dropSpool() {
	if e.spool != nil {
		e.spool.Remove()
		e.spool = nil
	}
}

// sumPaths adds the numbers of paths to goals, starting from 0 if anew is set.
func (e *external) sumPaths(anew bool) {
	if anew {
		e.paths = new(big.Int)
	}
	for _, h := range e.workers {
		for i, x := range h.paths {
			part := new(big.Int).SetUint64(x)
			e.paths.Add(e.paths, part.Lsh(part, uint(64*i)))
		}
		h.paths = [3]uint64{}
		e.over = e.over || h.sorter.Over
	}
}

// mergeRange merges one range. It returns the set and its first goal.
func (e *external) mergeRange(h *diskWorker, p int, file *disk.File, earlier []*disk.Set, look bool) (*disk.Set, []uint64, error) {
	var lists []disk.Source
	for _, o := range e.workers {
		if n := o.filled[p]; n > 0 {
			lists = append(lists, &disk.List{Form: e.form, Records: h.sorter.Unique(o.bufs[p][:n])})
		}
	}
	out := disk.NewWriter(e.form, file, e.size.extent)
	m, err := e.merge(h, e.runs[p], lists)
	if err != nil {
		return nil, nil, err
	}
	var differences []*disk.Difference
	var goal []uint64
	for {
		list, err := m.Next()
		if err == nil && len(list) > 0 && differences == nil {
			differences, err = e.differences(earlier, list[:e.form.Key])
		}
		for _, s := range differences {
			if err == nil {
				list, err = s.Filter(list)
			}
		}
		if err == nil && look {
			err = e.look(h, e.form, list, &goal)
		}
		if err == nil {
			err = out.Add(list)
		}
		if err == nil {
			err = e.stopped(h)
		}
		if err != nil {
			return nil, nil, err
		}
		if m.Ended() {
			break
		}
	}
	h.window = m.Window()
	set, err := out.Close()
	return set, goal, err
}

// differences returns a Difference for each set that may contain keys of at least lo.
func (e *external) differences(earlier []*disk.Set, lo []uint64) ([]*disk.Difference, error) {
	out := make([]*disk.Difference, 0, len(earlier)+1)
	for _, set := range earlier {
		if len(set.Extents) == 0 || e.form.Compare(set.Extents[len(set.Extents)-1].Last, lo) < 0 {
			continue
		}
		s, err := disk.NewDifference(e.form, set, min(e.size.extent, 64<<10), lo)
		if err != nil {
			return nil, err
		}
		out = append(out, s)
	}
	return out, nil
}

// look counts the goals and the paths to them, and sets goal to the first.
func (e *external) look(h *diskWorker, f disk.Form, records []uint64, goal *[]uint64) error {
	w, all := f.Key, f.Words()
	list := h.stripped(f, records)
	for size := sizeOf(h.g) * w; len(list) > 0; {
		batch := list[:min(size, len(list))]
		list = list[len(batch):]
		h.flags = sized(h.flags, len(batch)/w)
		if err := h.g.Goals(batch, h.flags); err != nil {
			return err
		}
		for i, is := range h.flags {
			if !is {
				continue
			}
			h.goals++
			if *goal == nil {
				*goal = append([]uint64(nil), batch[i*w:(i+1)*w]...)
			}
			if f.Number > 0 {
				var carry uint64
				n := records[i*all+w:]
				h.paths[0], carry = bits.Add64(h.paths[0], n[0], 0)
				h.paths[1], carry = bits.Add64(h.paths[1], n[1], carry)
				h.paths[2] += carry
			}
		}
		records = records[len(batch)/w*all:]
	}
	return nil
}

// merge returns a merge of runs and lists. If there are too many runs, it first merges groups of them.
func (e *external) merge(h *diskWorker, runs []*disk.Set, lists []disk.Source) (*disk.Merge, error) {
	fan := e.size.fan
	for len(runs) > fan {
		n := min(fan, len(runs)-fan+1)
		one, err := e.mergeRuns(h, runs[:n])
		if err != nil {
			return nil, err
		}
		runs = append(runs[n:len(runs):len(runs)], one)
	}
	sources := lists
	each := min(max(e.size.read/max(1, len(runs)), 4<<10), 256<<10)
	for _, run := range runs {
		r, err := disk.NewReader(run, each, nil)
		if err != nil {
			return nil, err
		}
		sources = append(sources, r)
	}
	return disk.NewMerge(h.sorter, sources, h.window, e.size.buffer/e.form.Words()), nil
}

// mergeRuns merges runs into one.
func (e *external) mergeRuns(h *diskWorker, runs []*disk.Set) (*disk.Set, error) {
	m, err := e.merge(h, runs, nil)
	if err != nil {
		return nil, err
	}
	e.mu.Lock()
	spool := e.spool
	e.mu.Unlock()
	out := disk.NewWriter(e.form, spool, e.size.extent)
	for !m.Ended() {
		list, err := m.Next()
		if err == nil {
			err = out.Add(list)
		}
		if err == nil {
			err = e.stopped(h)
		}
		if err != nil {
			return nil, err
		}
	}
	h.window = m.Window()
	return out.Close()
}
