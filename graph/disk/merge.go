package disk

// A Source gives sorted records, a block at a time.
type Source interface {
	First() []uint64 // the first key of the next block, nil at the end
	Take(list []uint64) ([]uint64, error)
}

// A List is sorted records in memory as a Source.
type List struct {
	Form    Form
	Records []uint64
}

// First returns the key of the first record.
func (l *List) First() []uint64 {
	if len(l.Records) == 0 {
		return nil
	}
	return l.Records[:l.Form.Key]
}

// Take takes as many records as a block has.
func (l *List) Take(list []uint64) ([]uint64, error) {
	n := min(blockRecords*l.Form.Words(), len(l.Records))
	list = append(list, l.Records[:n]...)
	l.Records = l.Records[n:]
	return list, nil
}

// A Merge gives the records of several sorted sources in order, one of each key, so many at
// a time. Blocks go into a window by their first keys. What is below the first keys of all
// blocks that are left is complete, and sorting the window puts it in order: that takes
// a look at the sources for each block only, not for each record.
type Merge struct {
	Form
	Taken   int64 // records of the sources
	sorter  *Sorter
	sources []Source // a heap by their next first keys
	window  []uint64
	given   int // of the window: what Next has returned
	most    int
	stopped func() error // of a Sort
}

// NewMerge merges sources with a window of about so many records.
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

// Window is the memory that the merge has used, for the next one.
func (m *Merge) Window() []uint64 { return m.window }

// down lets a source sink to its place in the heap.
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

// Ended reports whether Next has given everything.
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

// Next returns the next records in order, nil at the end. They belong to the merge, and whoever asks
// may change them until the next call.
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

// complete is how much of the window, which is sorted, is below all that is left.
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

// A Sieve takes from lists in order what a set holds. The lists must come in order, too.
type Sieve struct {
	r     *Reader
	form  Form // of the lists
	block []uint64
	at    int
}

// NewSieve takes what a set holds from lists of records of a form with keys as long, the first of which is not less than lo.
func NewSieve(f Form, s *Set, size int, lo []uint64) (*Sieve, error) {
	r, err := NewReader(s, size, lo)
	return &Sieve{r: r, form: f}, err
}

// Filter returns the list, in place, without what the set holds.
func (s *Sieve) Filter(list []uint64) ([]uint64, error) {
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

// load decodes the next block that reaches up to a key; false if there is none.
func (s *Sieve) load(key []uint64) (bool, error) {
	err := s.r.Seek(key)
	if err != nil || s.r.First() == nil {
		return false, err
	}
	s.block, err = s.r.Take(s.block[:0])
	s.at = 0
	return true, err
}

// words is Filter for plain words, up to the end of the block or the list. kept lies in the same memory as rest,
// before it.
func (s *Sieve) words(kept, rest []uint64) ([]uint64, []uint64) {
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
