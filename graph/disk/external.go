package disk

import "slices"

// A Sort is an external merge sort: it sorts records in memory and writes sorted runs to a file when the
// memory is full.
type Sort struct {
	Form
	Added   int64        // number of records
	Stopped func() error // called between blocks if not nil; an error ends the sort
	sorter  *Sorter
	file    *File
	buf     []uint64
	most    int // maximum length of buf
	runs    []*Set
}

// runBytes is the number of bytes read of a run at a time, maxRuns the maximum number of runs merged at a
// time.
const (
	runBytes = 16 << 10
	maxRuns  = 256
)

// NewSort returns a sort that uses about 1.5*words words of memory and writes its runs to file.
func NewSort(f Form, file *File, words int) *Sort {
	w := f.Words()
	return &Sort{Form: f, sorter: NewSorter(f), file: file, most: max(words/w, 64) * w}
}

// Add adds records.
func (s *Sort) Add(records []uint64) error {
	s.Added += int64(len(records) / s.Words())
	for len(records) > 0 {
		n := min(len(records), s.most-len(s.buf))
		s.buf = append(s.buf, records[:n]...)
		records = records[n:]
		if len(s.buf) < s.most {
			continue
		}
		if s.buf = s.sorter.Unique(s.buf); len(s.buf) <= s.most/2 {
			continue
		}
		run, err := s.write(&List{Form: s.Form, Records: s.buf})
		if err != nil {
			return err
		}
		s.runs, s.buf = append(s.runs, run), s.buf[:0]
	}
	return nil
}

// write merges sources into one run.
func (s *Sort) write(sources ...Source) (*Set, error) {
	return WriteMerged(s.file, s.merge(sources))
}

func (s *Sort) merge(sources []Source) *Merge {
	m := NewMerge(s.sorter, sources, nil, s.most/s.Words()/4)
	m.stopped = s.Stopped
	return m
}

// WriteMerged writes the result of a merge to file as a set.
func WriteMerged(file *File, m *Merge) (*Set, error) {
	w := NewWriter(m.Form, file, 1<<18)
	for !m.Ended() {
		list, err := m.Next()
		if err == nil {
			err = w.Add(list)
		}
		if err != nil {
			return nil, err
		}
	}
	return w.Close()
}

// MergeSorts merges the records of sorts that have the same form. No records can be added afterwards.
func MergeSorts(sorts ...*Sort) (*Merge, error) {
	first := sorts[0]
	var runs []*Set
	var sources []Source
	for _, s := range sorts {
		runs = append(runs, s.runs...)
		sources = append(sources, &List{Form: s.Form, Records: s.sorter.Unique(s.buf)})
	}
	for len(runs) > maxRuns {
		n := min(maxRuns, len(runs)-maxRuns+1)
		some, err := readers(runs[:n])
		if err != nil {
			return nil, err
		}
		one, err := first.write(some...)
		if err != nil {
			return nil, err
		}
		runs = append(slices.Clone(runs[n:]), one)
	}
	some, err := readers(runs)
	return first.merge(append(sources, some...)), err
}

func readers(runs []*Set) (sources []Source, err error) {
	for _, run := range runs {
		r, err := NewReader(run, runBytes, nil)
		if err != nil {
			return nil, err
		}
		sources = append(sources, r)
	}
	return sources, nil
}
