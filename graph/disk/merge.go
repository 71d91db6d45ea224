package disk

// A Source yields sorted records, a block at a time.
type Source interface {
	First() []uint64 // the first key of the next block, or nil at the end
	Take(list []uint64) ([]uint64, error)
}

// A List is a Source of sorted records in memory.
type List struct {
	Form    Form
	Records []uint64
}

// First returns the first key, or nil at the end.
func (l *List) First() []uint64 {
	if len(l.Records) == 0 {
		return nil
	}
	return l.Records[:l.Form.Key]
}

// Take appends at most as many records to list as a block has.
func (l *List) Take(list []uint64) ([]uint64, error) {
	n := min(blockRecords*l.Form.Words(), len(l.Records))
	list = append(list, l.Records[:n]...)
	l.Records = l.Records[n:]
	return list, nil
}

// A Merge yields the records of several sorted sources in order, with one record for each key. Blocks are
// appended to a window in the order of their first keys. All records below the first keys of the remaining
// blocks are complete; the window is sorted to yield them. So sources are compared once for each block, not
// once for each record.
type Merge struct {
	Form
	Taken   int64 // number of records read from the sources
	sorter  *Sorter
	sources []Source // a heap, ordered by the next first keys
	window  []uint64
	given   int // length of the part of window that Next has returned
	most    int
	stopped func() error // Sort.Stopped
}

// NewMerge returns a merge of sources with a window of about most records. It uses the memory of window.
func NewMerge(s *Sorter, sources []Source, window []uint64, most int) *Merge {
	m := &Merge{Form: s.Form, sorter: s, window: window[:0], most: max(most, 2*blockRecords)}
	for _, src := range sources {
		if src.First() != nil {
			m.sources = append(m.sources, src)
		}
	}
	for i := len(m.sources) / 2; i >= 0; i-- {
		m.down(i)
	}
	return m
}

// Window returns the memory of the window, for the next merge.
func (m *Merge) Window() []uint64 { return m.window }

// down restores the heap order below source i.
func (m *Merge) down(i int) {
	for {
		k := 2*i + 1
		if k >= len(m.sources) {
			return
		}
		if k+1 < len(m.sources) && m.Compare(m.sources[k+1].First(), m.sources[k].First()) < 0 {
			k++
		}
		if m.Compare(m.sources[i].First(), m.sources[k].First()) <= 0 {
			return
		}
		m.sources[i], m.sources[k] = m.sources[k], m.sources[i]
		i = k
	}
}

// Ended reports whether Next has returned all records.
func (m *Merge) Ended() bool { return len(m.sources) == 0 && m.given == len(m.window) }

// take appends the next block to the window.
func (m *Merge) take() (err error) {
	n := len(m.window)
	m.window, err = m.sources[0].Take(m.window)
	if err != nil {
		return err
	}
	m.Taken += int64((len(m.window) - n) / m.Words())
	if m.sources[0].First() == nil {
		last := len(m.sources) - 1
		m.sources[0] = m.sources[last]
		m.sources = m.sources[:last]
	}
	m.down(0)
	return nil
}

// Next returns the next records in order, or nil at the end. The slice belongs to the merge; the caller may
// change it until the next call.
func (m *Merge) Next() ([]uint64, error) {
	if m.stopped != nil {
		if err := m.stopped(); err != nil {
			return nil, err
		}
	}
	w := m.Words()
	m.window = m.window[:copy(m.window, m.window[m.given:])]
	m.given = 0
	for len(m.sources) > 0 {
		alone := len(m.sources) == 1 && len(m.window) == 0
		for first := true; len(m.sources) > 0 && (first || len(m.window) < m.most*w); first = false {
			if err := m.take(); err != nil {
				return nil, err
			}
		}
		if !alone {
			m.window = m.sorter.Unique(m.window)
		}
		if m.given = m.complete(); m.given > 0 {
			return m.window[:m.given], nil
		}
	}
	if len(m.window) == 0 {
		return nil, nil
	}
	m.window = m.sorter.Unique(m.window)
	m.given = len(m.window)
	return m.window, nil
}

// complete returns the length of the part of the sorted window that is below all remaining records.
func (m *Merge) complete() int {
	w := m.Words()
	if len(m.sources) == 0 {
		return len(m.window)
	}
	bound := m.sources[0].First()
	lo, hi := 0, len(m.window)/w
	for lo < hi {
		if mid := (lo + hi) / 2; m.Compare(m.window[mid*w:], bound) < 0 {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo * w
}

// A Difference removes the keys of a set from sorted lists. The lists must be given in ascending order.
type Difference struct {
	r     *Reader
	form  Form // of the lists
	block []uint64
	at    int
}

// NewDifference returns a difference for records of form f, whose keys have the same length as those of s.
// No key of the lists may be less than lo.
func NewDifference(f Form, s *Set, size int, lo []uint64) (*Difference, error) {
	r, err := NewReader(s, size, lo)
	return &Difference{r: r, form: f}, err
}

// Filter removes the records whose keys the set contains from list, in place, and returns the rest.
func (s *Difference) Filter(list []uint64) ([]uint64, error) {
	w, f := s.form.Words(), s.form
	rest, kept := list, list[:0]
	for len(rest) > 0 {
		if s.at == len(s.block) {
			more, err := s.load(rest[:f.Key])
			if err != nil {
				return nil, err
			}
			if !more {
				return append(kept, rest...), nil
			}
		}
		if f.plain() {
			kept, rest = s.words(kept, rest)
			continue
		}
		switch c := f.Compare(rest, s.block[s.at:]); {
		case c < 0:
			kept, rest = append(kept, rest[:w]...), rest[w:]
		case c == 0:
			rest = rest[w:]
		default:
			s.at += s.r.set.Form.Words()
		}
	}
	return kept, nil
}

// load decodes the next block whose last key is at least key. It returns false if there is no such block.
func (s *Difference) load(key []uint64) (bool, error) {
	err := s.r.Seek(key)
	if err != nil || s.r.First() == nil {
		return false, err
	}
	s.block, err = s.r.Take(s.block[:0])
	s.at = 0
	return true, err
}

// words is Filter for records of one word. It ends with the block or the list. kept lies before rest in the
// same array.
func (s *Difference) words(kept, rest []uint64) ([]uint64, []uint64) {
	block, at := s.block, s.at
	end := block[len(block)-1]
	out := kept[:len(kept)+len(rest)]
	n, i := len(kept), 0
	for ; i < len(rest); i++ {
		x := rest[i]
		if x > end {
			at = len(block)
			break
		}
		for block[at] < x {
			at++
		}
		out[n] = x
		if block[at] != x {
			n++
		}
	}
	s.at = at
	return out[:n], rest[i:]
}
