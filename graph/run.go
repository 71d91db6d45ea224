package graph

import (
	"sort"

	"farbank/graph/disk"
)

// A run is a sorted list of records with distinct keys, in memory if they are few, else in a file.
type run struct {
	form disk.Form
	list []uint64
	set  *disk.Set // nil if the records are in list
	lo   []uint64  // records of set below lo are removed; nil means none are

	// front caches the first records of a set, so that a caller that takes a few at a time does not decode
	// a block each time.
	front []uint64
}

// findIn returns the index of the first record in list that is not less than key.
func (r *run) findIn(list, key []uint64) int {
	w := r.form.Words()
	return w * sort.Search(len(list)/w, func(i int) bool { return r.form.Compare(list[i*w:], key) >= 0 })
}

// source returns a source of the records with lo <= key < hi; nil means no bound.
func (r *run) source(size int, lo, hi []uint64) (disk.Source, error) {
	list := r.list
	if w := r.form.Words(); len(r.front) > 0 && hi != nil && r.form.Compare(r.front[len(r.front)-w:], hi) >= 0 {
		list = r.front
	} else if r.set != nil {
		return r.reader(size, lo, hi)
	}
	if hi != nil {
		list = list[:r.findIn(list, hi)]
	}
	if lo != nil {
		list = list[r.findIn(list, lo):]
	}
	return &disk.List{Form: r.form, Records: list}, nil
}

// reader is like source but always reads the set.
func (r *run) reader(size int, lo, hi []uint64) (disk.Source, error) {
	if lo == nil || r.lo != nil && r.form.Compare(r.lo, lo) > 0 {
		lo = r.lo
	}
	return disk.NewRange(r.set, size, lo, hi)
}

// first returns the first key, or nil if the run is empty.
func (r *run) first() ([]uint64, error) {
	if r.set == nil {
		if len(r.list) == 0 {
			return nil, nil
		}
		return r.list[:r.form.Key], nil
	}
	if len(r.front) == 0 {
		s, err := r.reader(1<<14, nil, nil)
		if err != nil || s.First() == nil {
			return nil, err
		}
		if r.front, err = s.Take(nil); err != nil {
			return nil, err
		}
	}
	return r.front[:r.form.Key], nil
}

// has reports whether there is a record with lo <= key < hi.
func (r *run) has(lo, hi []uint64) (bool, error) {
	s, err := r.source(1<<12, lo, hi)
	for err == nil && s.First() != nil {
		block, err := s.Take(nil)
		if err != nil || len(block) > 0 { // a block that begins below lo may contain no such record
			return err == nil, err
		}
	}
	return false, err
}

// dropBelow removes the records below a key.
func (r *run) dropBelow(key []uint64) {
	if r.set == nil {
		r.list = r.list[r.findIn(r.list, key):]
		return
	}
	if r.lo == nil || r.form.Compare(r.lo, key) < 0 {
		r.lo = key
	}
	r.front = r.front[r.findIn(r.front, key):]
	for len(r.set.Extents) > 0 && r.form.Compare(r.set.Extents[0].Last, r.lo) < 0 {
		r.set = r.set.Part(1, len(r.set.Extents))
	}
}

// size returns an upper bound of the number of records, which is exact unless dropBelow was called.
func (r *run) size() int64 {
	if r.set == nil {
		return int64(len(r.list) / r.form.Words())
	}
	return r.set.Records()
}

// discard removes the file of a run, if it has one.
func (r *run) discard() {
	if r.set != nil {
		r.set.File.Remove()
	}
}

// A filter removes the keys of a run from sorted lists, which must be given in ascending order.
type filter struct {
	run  *run
	diff *disk.Difference // if run has a set
	at   int              // index in run.list otherwise
}

// newFilter returns a filter for records of a form, none of which is less than lo.
func newFilter(f disk.Form, r *run, size int, lo []uint64) (*filter, error) {
	if r.set == nil {
		return &filter{run: r}, nil
	}
	s, err := disk.NewDifference(f, r.set, size, lo)
	return &filter{run: r, diff: s}, err
}

// filter removes the records whose keys the run contains from list, in place, and returns the rest.
func (f *filter) filter(form disk.Form, list []uint64) ([]uint64, error) {
	if f.diff != nil {
		return f.diff.Filter(list)
	}
	kept, w, v := list[:0], form.Words(), f.run.form.Words()
	for at := 0; at < len(list); at += w {
		if f.at = f.run.reach(f.at, list[at:]); f.at < len(f.run.list) && form.Compare(list[at:], f.run.list[f.at:f.at+v]) == 0 {
			continue
		}
		kept = append(kept, list[at:at+w]...)
	}
	return kept, nil
}

// reach returns the index of the first record from at on that is not less than key, by exponential search.
func (r *run) reach(at int, key []uint64) int {
	w := r.form.Words()
	step := w
	for at+step <= len(r.list) && r.form.Compare(r.list[at+step-w:], key) < 0 {
		at += step
		step *= 2
	}
	end := min(at+step, len(r.list))
	return at + w*sort.Search((end-at)/w, func(i int) bool { return r.form.Compare(r.list[at+i*w:], key) >= 0 })
}

// A builder builds a run of records that are added in order.
type builder struct {
	form   disk.Form
	file   *disk.File
	extent int
	most   int // maximum number of words in memory
	list   []uint64
	out    *disk.Writer
}

func (b *builder) add(list []uint64) error {
	if b.out == nil && len(b.list)+len(list) <= b.most {
		b.list = append(b.list, list...)
		return nil
	}
	if err := b.spill(); err != nil {
		return err
	}
	return b.out.Add(list)
}

// spill moves the records to the file.
func (b *builder) spill() error {
	if b.out != nil {
		return nil
	}
	b.out = disk.NewWriter(b.form, b.file, b.extent)
	list := b.list
	b.list = nil
	return b.out.Add(list)
}

// joinRuns returns the records of builders of consecutive ranges, which write to the same file, as one run.
func joinRuns(parts []*builder) (*run, error) {
	r := &run{form: parts[0].form}
	words, spilt := 0, false
	for _, b := range parts {
		words += len(b.list)
		spilt = spilt || b.out != nil
	}
	if !spilt && words <= parts[0].most {
		for _, b := range parts {
			r.list = append(r.list, b.list...)
		}
		return r, nil
	}
	r.set = &disk.Set{Form: r.form, File: parts[0].file}
	for _, b := range parts {
		if err := b.spill(); err != nil {
			return nil, err
		}
		s, err := b.out.Close()
		if err != nil {
			return nil, err
		}
		r.set.Extents = append(r.set.Extents, s.Extents...)
	}
	return r, nil
}
