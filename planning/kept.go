package planning

import (
	"fmt"
	"io"

	"farbank/internal/digest"
	"farbank/internal/durable"
)

// A TableStore keeps the tables of heuristics, so that another task with the same operators and goal need not work
// them out again. A key says what they belong to.
type TableStore interface {
	Load(key [digest.Size]byte, read func(io.Reader) error) bool // false: nothing is there, or read did not like it
	Save(key [digest.Size]byte, write func(io.Writer) error)     // that it cannot be kept is of no matter
}

// TablesVersion is to rise with every change of what is written for a TableStore, and of what tables mean.
const TablesVersion = 1

// keeping is p with a store for its tables.
func (p *Prepared) keeping(store TableStore) *Prepared {
	if store == nil || !durable.Possible {
		return p
	}
	s := *p.Space
	s.kept = store
	return &Prepared{&s, p.Operators}
}

// tablesKey is what tables follow from: all of a space but its start, of which only the invariants count.
func (s *Space) tablesKey() (key [digest.Size]byte) {
	bare := *s
	bare.begin = make(State, len(s.begin))
	h := digest.New()
	e := durable.NewEncoder(h)
	e.Uint(TablesVersion)
	e.Bytes(bare.signature())
	for _, f := range s.Mutexes.reach {
		e.Uint(uint64(len(f)))
		for _, w := range f {
			e.Uint(w)
		}
	}
	for _, i := range s.inverse {
		e.Bytes(fmt.Append(nil, i.Array, i.Inverse))
	}
	_ = e.Err() // a hash takes everything
	return [digest.Size]byte(h.Sum(nil))
}

// keptAdditive is the heuristic from the store of the space; nil if it is not there.
func keptAdditive(s *Space) *Additive {
	if s.kept == nil {
		return nil
	}
	h := additiveSearch(s)
	if h == nil {
		return nil
	}
	return h.load()
}

// load is the heuristic from the store; nil if it is not there.
func (h *hubSearch) load() *Additive {
	if h.s.kept == nil {
		return nil
	}
	var a *Additive
	if !h.s.kept.Load(h.s.tablesKey(), func(r io.Reader) (err error) {
		a, err = h.read(r)
		return err
	}) {
		return nil
	}
	return a
}

// save puts the heuristic into the store, if there is one.
func (h *hubSearch) save(a *Additive) {
	if h.s.kept != nil {
		h.s.kept.Save(h.s.tablesKey(), a.write)
	}
}

func (a *Additive) write(w io.Writer) error {
	e := durable.NewEncoder(w)
	e.Uint(uint64(len(a.tables)))
	for _, t := range a.tables {
		e.Uint(uint64(len(t.pattern)))
		for k, v := range t.pattern {
			e.Uint(uint64(v))
			e.Uint(uint64(t.strides[k]))
		}
		e.Bytes(t.left)
	}
	return e.Err()
}

// read is the inverse of write. What could not be used as it is, is an error.
func (h *hubSearch) read(r io.Reader) (*Additive, error) {
	d := durable.NewDecoder(r)
	a := h.empty()
	for range d.Len(maxHubTables) {
		var t hubTable
		size := int64(1)
		for range d.Len(len(h.s.fields)) {
			v, stride := d.Uint(), d.Uint()
			if v >= uint64(len(h.s.fields)) || stride != uint64(size) {
				d.Fail("there is no such variable in a table")
				return nil, d.Err()
			}
			size *= int64(h.s.Task.Variables[v].Size)
			if size > maxHubStates {
				d.Fail("a table is too large")
				return nil, d.Err()
			}
			t.pattern, t.strides = append(t.pattern, int32(v)), append(t.strides, int32(stride))
		}
		if t.left = d.Bytes(); d.Err() == nil && int64(len(t.left)) != size {
			d.Fail("a table has %d entries, not %d", len(t.left), size)
		}
		if d.Err() != nil {
			return nil, d.Err()
		}
		a.add(h.s, t)
	}
	return a, d.Err()
}
