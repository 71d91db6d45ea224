package judge

import (
	"farbank/lang/syntax"
	"farbank/lang/types"
)

// A pending is the change of a variable at the end of a together: the assigned leaves by
// position.
type pending struct {
	t     *types.Type
	given map[int]int64
}

// together runs statements that all read the state at its beginning. It fails if two
// assignments give one leaf different values.
func (m *machine) together(s *step) (refused syntax.Stmt) {
	if m.pending != nil { // nested blocks begin in the same state
		return m.run(s.body)
	}
	m.pending = map[int]*pending{}
	defer func() { m.pending, m.clash = nil, nil }()
	if refused = m.run(s.body); refused == nil {
		refused = m.clash
	}
	if refused != nil {
		return refused
	}
	m.forget()
	for place, p := range m.pending {
		all := leaves(nil, m.state[place], p.t)
		m.spend(len(all), s.at)
		for i, n := range p.given {
			all[i] = n
		}
		m.state[place], _ = fromLeaves(p.t, all)
		m.mine[place] = false
	}
	return nil
}

// later records an assignment inside together: the target becomes v or, if members is not nil,
// these are added or removed. It returns false if another assignment contradicts it.
func (m *machine) later(to target, v types.Value, members *types.Value) bool {
	p := m.pending[to.place]
	if p == nil {
		p = &pending{to.root, map[int]int64{}}
		m.pending[to.place] = p
	}
	from, new := offsetOf(to.root, to.path), leaves(nil, v, to.t)
	changed := make([]int64, len(new))
	if members != nil {
		changed = leaves(nil, *members, to.t)
	}
	for i, n := range new {
		if members != nil && changed[i] == 0 {
			continue
		}
		if old, ok := p.given[from+i]; ok && old != n {
			return false
		}
		p.given[from+i] = n
	}
	return true
}

// offsetOf returns the first leaf of a part.
func offsetOf(t *types.Type, path []int) int {
	off := 0
	for _, i := range path {
		if t.Kind == types.Array {
			t = t.Elem()
			off += i * width(t)
			continue
		}
		for _, e := range t.Elems[:i] {
			off += width(e)
		}
		t = t.Elems[i]
	}
	return off
}

// width returns the number of leaves of a type.
func width(t *types.Type) int {
	n := 0
	switch t.Kind {
	case types.Tuple:
		for _, e := range t.Elems {
			n += width(e)
		}
		return n
	case types.Set:
		return count(t.Elem())
	case types.Array:
		return int(total64(t.Index)) * width(t.Elem())
	}
	return 1
}
