package judge

import (
	"farbank/lang/syntax"
	"farbank/lang/types"
)

// A pending is what a variable becomes when a together ends: the leaves that are assigned,
// by their position.
type pending struct {
	t     *types.Type
	given map[int]int64
}

// together runs statements that all see the state that it begins in. It fails where
// two of its assignments give one leaf different values.
func (m *machine) together(s *step) (refused syntax.Stmt) {
	if m.pending != nil { // within another: both begin in the same state
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

// later notes an assignment within together: that a part becomes v, or, with members, that
// these join a set or leave it. It returns false if another assignment says otherwise.
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

// offsetOf is the first leaf of a part.
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

// width is how many leaves a value of a type has.
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
