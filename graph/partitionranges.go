package graph

import (
	"farbank/graph/disk"
)

// samples is the number of states of a layer that are expanded to estimate the distribution of the
// successors.
const samples = 1 << 10

// rangesFor returns the number of ranges for the successors of a number of states.
func (e *external) rangesFor(states int64) int {
	each := 2 + e.stats.Generated/max(1, e.stats.Expanded)
	words := states * each * int64(e.form.Words())
	n := int(min(words/int64(e.size.buffer*len(e.workers))+1, int64(e.size.parts)))
	if n == 1 && len(e.workers) > 1 && words > 1<<16 {
		n = min(2*len(e.workers), e.size.parts)
	}
	return n
}

// plan prepares to collect the successors of a layer. It samples the successors to choose the ranges.
func (e *external) plan(layer *disk.Set) error {
	n := e.rangesFor(layer.Records())
	if n == 1 {
		e.split(nil)
		return nil
	}
	sample, err := e.sample(layer, samples)
	if err != nil {
		return err
	}
	h, w := e.workers[0], e.form.Key
	var keys []uint64
	for at, size := 0, sizeOf(h.g)*w; at < len(sample); at += size {
		next, err := h.successors(sample[at:min(at+size, len(sample))])
		if err != nil {
			return err
		}
		keys = append(keys, next...)
	}
	keys = disk.NewSorter(disk.Form{Key: w}).Unique(keys)
	e.split(quantiles(keys, w, n))
	return nil
}

// sample returns about n states of a set: the first states of blocks, or of a small set every k-th state.
func (e *external) sample(set *disk.Set, n int) ([]uint64, error) {
	const most = 16 // extents
	var out, block []uint64
	w, f := set.Form.Key, set.Form.Words()
	few := set.Records() <= int64(8*n)
	step := max(1, (len(set.Extents)+most-1)/most)
	for i := 0; i < len(set.Extents); i += step {
		r, err := disk.NewReader(set.Part(i, i+1), e.size.extent, nil)
		for err == nil && r.First() != nil {
			if !few {
				out = append(out, r.First()...)
				err = r.Skip()
				continue
			}
			if block, err = r.Take(block[:0]); err == nil {
				for at := 0; at < len(block); at += f {
					out = append(out, block[at:at+w]...)
				}
			}
		}
		if err != nil {
			return nil, err
		}
	}
	if every := len(out) / w / n; every > 1 {
		k := 0
		for at := 0; at < len(out); at += every * w {
			k += copy(out[k:k+w], out[at:at+w])
		}
		out = out[:k]
	}
	return out, nil
}

// runsOf returns sets as runs.
func runsOf(sets []*disk.Set) []*run {
	runs := make([]*run, len(sets))
	for i, s := range sets {
		runs[i] = &run{form: s.Form, set: s}
	}
	return runs
}

// ranges splits the keys of runs between lo and hi into ranges for the workers. It returns the lower ends,
// the first of which is lo.
func (e *external) ranges(f disk.Form, runs []*run, lo, hi []uint64) [][]uint64 {
	var keys []uint64
	w := f.Key
	for _, r := range runs {
		if r.set == nil {
			continue
		}
		for i := range r.set.Extents {
			first := r.set.Extents[i].First
			if (lo == nil || f.Compare(first, lo) > 0) && (hi == nil || f.Compare(first, hi) < 0) {
				keys = append(keys, first...)
			}
		}
	}
	lows := [][]uint64{lo}
	if len(keys) <= 8*w || len(e.workers) == 1 {
		return lows
	}
	keys = disk.NewSorter(disk.Form{Key: w}).Unique(keys)
	splitters := quantiles(keys, w, 4*len(e.workers))
	for at := 0; at < len(splitters); at += w {
		lows = append(lows, splitters[at:at+w])
	}
	return lows
}

// mostRanges returns the maximum number of ranges.
func (e *external) mostRanges() int { return 4*len(e.workers) + 1 }

// through merges runs between lo and hi, each worker a range at a time, and calls give with the merged
// records. It returns the number of records read.
func (e *external) through(runs []*run, lo, hi []uint64, give func(h *diskWorker, i int, list []uint64) error) (taken int64, err error) {
	f := runs[0].form
	lows := e.ranges(f, runs, lo, hi)
	counts := make([]int64, len(lows))
	err = e.each(len(lows), func(h *diskWorker, i int) error {
		to := hi
		if i+1 < len(lows) {
			to = lows[i+1]
		}
		var sources []disk.Source
		size := min(max(e.size.read/len(runs), 4<<10), 256<<10)
		for _, r := range runs {
			s, err := r.source(size, lows[i], to)
			if err != nil {
				return err
			}
			sources = append(sources, s)
		}
		m := disk.NewMerge(h.sorterOf(f), sources, h.window, e.size.buffer/f.Words())
		for !m.Ended() {
			list, err := m.Next()
			if err == nil {
				err = e.stopped(h)
			}
			if err == nil {
				err = give(h, i, list)
			}
			if err != nil {
				return err
			}
		}
		h.window = m.Window()
		counts[i] = m.Taken
		return nil
	})
	for _, n := range counts {
		taken += n
	}
	return taken, err
}

// disjoint reports whether sets have no record in common.
func (e *external) disjoint(sets []*disk.Set) (bool, error) {
	made := []*disk.File{}
	defer func() {
		for _, f := range made {
			f.Remove()
		}
	}()
	for {
		n := min(len(sets), e.size.fan)
		last := n == len(sets)
		given := make([]int64, e.mostRanges())
		outs := make([]*disk.Writer, len(given))
		var file *disk.File
		if !last {
			file = e.newFile()
			made = append(made, file)
		}
		taken, err := e.through(runsOf(sets[:n]), nil, nil, func(_ *diskWorker, i int, list []uint64) error {
			given[i] += int64(len(list) / e.form.Words())
			if last {
				return nil
			}
			if outs[i] == nil {
				outs[i] = disk.NewWriter(e.form, file, e.size.extent)
			}
			return outs[i].Add(list)
		})
		if err != nil {
			return false, err
		}
		for _, k := range given {
			taken -= k
		}
		if last || taken != 0 {
			return taken == 0, nil
		}
		all, err := joined(e.form, file, outs)
		if err != nil {
			return false, err
		}
		sets = append(sets[n:len(sets):len(sets)], all)
	}
}

// merged merges runs of a form into one set.
func (e *external) merged(f disk.Form, runs []*run) (*disk.Set, error) {
	file := e.newFile()
	outs := make([]*disk.Writer, e.mostRanges())
	_, err := e.through(runs, nil, nil, func(_ *diskWorker, i int, list []uint64) error {
		if outs[i] == nil {
			outs[i] = disk.NewWriter(f, file, e.size.extent)
		}
		return outs[i].Add(list)
	})
	var set *disk.Set
	if err == nil {
		set, err = joined(f, file, outs)
	}
	if err != nil {
		file.Remove() // its space may be needed to save the search
	}
	return set, err
}

// joined closes the writers of consecutive ranges and returns their sets as one.
func joined(f disk.Form, file *disk.File, outs []*disk.Writer) (*disk.Set, error) {
	all := &disk.Set{Form: f, File: file}
	for _, o := range outs {
		if o == nil {
			continue
		}
		s, err := o.Close()
		if err != nil {
			return nil, err
		}
		all.Extents = append(all.Extents, s.Extents...)
	}
	return all, nil
}
