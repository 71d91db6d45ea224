package planning

import (
	"crypto/sha256"
	"fmt"
	"io"

	"farbank/internal/durable"
)

// A TableStore stores the tables of heuristics, so that they need not be computed again for tasks with the
// same operators and goal. A key identifies the operators and the goal.
type TableStore interface {
	Load(key [sha256.Size]byte, read func(io.Reader) error) bool // returns false if there is no entry or read fails
	Save(key [sha256.Size]byte, write func(io.Writer) error)     // ignores errors
}

// TablesVersion is the version of the entries of a TableStore. It must be increased if their format or
// meaning changes.
const TablesVersion = 1

// keeping returns p with a store for its tables.
func (p *Prepared) keeping(store TableStore) *Prepared {
	if store == nil {
		return p
	}
	s := *p.Space
	s.kept = store
	return &Prepared{&s, p.Operators}
}

// tablesKey returns the key of the tables. They depend on the whole space except for its initial state, of
// which only the invariants count.
func (s *Space) tablesKey() (key [sha256.Size]byte) {
	bare := *s
	bare.begin = make(State, len(s.begin))
	h := sha256.New()
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
	_ = e.Err() // writing to a hash does not fail
	return [sha256.Size]byte(h.Sum(nil))
}

// keptAdditive returns the heuristic from the store of the space, or nil if it is not there.
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

// load returns the heuristic from the store, or nil if it is not there.
func (h *blankSearch) load() *Additive {
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

// save saves the heuristic in the store, if there is one.
func (h *blankSearch) save(a *Additive) {
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

// read is the inverse of write. It returns an error if the tables do not fit the space.
func (h *blankSearch) read(r io.Reader) (*Additive, error) {
	d := durable.NewDecoder(r)
	a := h.empty()
	for range d.Len(maxBlankTables) {
		var t blankTable
		size := int64(1)
		for range d.Len(len(h.s.fields)) {
			v, stride := d.Uint(), d.Uint()
			if v >= uint64(len(h.s.fields)) || stride != uint64(size) {
				d.Fail("a table has an invalid variable")
				return nil, d.Err()
			}
			size *= int64(h.s.Task.Variables[v].Size)
			if size > maxBlankStates {
				d.Fail("a table is too large")
				return nil, d.Err()
			}
			t.pattern, t.strides = append(t.pattern, int32(v)), append(t.strides, int32(stride))
		}
		if t.left = d.Bytes(); d.Err() == nil && int64(len(t.left)) != size {
			d.Fail("a table has %d entries instead of %d", len(t.left), size)
		}
		if d.Err() != nil {
			return nil, d.Err()
		}
		a.add(h.s, t)
	}
	return a, d.Err()
}
