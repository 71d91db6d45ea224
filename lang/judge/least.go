package judge

import (
	"encoding/binary"

	"farbank/lang/types"
)

// A relation is the least fixpoint of a group of recursive functions, for the requested tuples.
// It is computed in rounds until a round adds nothing. Each round evaluates each body at most
// once; a body requested again in the round has its current value.
type relation struct {
	holds   map[string]bool
	round   int
	seen    map[string]int // the last round in which a body was evaluated
	changed bool
}

// recursive evaluates a call of a recursive function.
func (m *machine) recursive(call *node, args []types.Value) (types.Value, *Undefined) {
	o := call.name
	if !o.Least {
		return m.falling(call, args)
	}
	k := tupleKey(o, args)
	if r := m.relations[o.Group[0]]; r != nil {
		return types.BoolValue(m.demand(r, k, call, args)), nil
	}
	if v, ok := m.known[k]; ok {
		return types.BoolValue(v), nil
	}
	r := &relation{holds: map[string]bool{}, seen: map[string]int{}}
	if m.relations == nil {
		m.relations = map[*types.Object]*relation{}
	}
	m.relations[o.Group[0]] = r
	for r.changed = true; r.changed; {
		r.changed = false
		r.round++
		m.demand(r, k, call, args)
	}
	delete(m.relations, o.Group[0])
	if m.known == nil {
		m.known = map[string]bool{}
	}
	for x, round := range r.seen {
		if r.holds[x] || round == r.round { // tuples that do not hold are final only after the last round
			m.known[x] = r.holds[x]
		}
	}
	return types.BoolValue(r.holds[k]), nil
}

// A result is the result of a call.
type result struct {
	v types.Value
	u *Undefined
}

// falling evaluates a call of a function with a decreasing number. Results are cached for the
// current state, since a body with two calls would otherwise take exponential time.
func (m *machine) falling(call *node, args []types.Value) (types.Value, *Undefined) {
	o := call.name
	for _, p := range o.Params {
		if k := p.Type.Kind; k == types.Set || k == types.Array || k == types.Text {
			return m.within(call, args)
		}
	}
	k := tupleKey(o, args)
	if r, ok := m.fell[k]; ok {
		return r.v, r.u
	}
	v, u := m.within(call, args)
	if m.fell == nil {
		m.fell = map[string]result{}
	}
	m.fell[k] = result{v, u}
	return v, u
}

// demand reports whether a tuple is currently known to hold.
func (m *machine) demand(r *relation, k string, call *node, args []types.Value) bool {
	if r.holds[k] || r.seen[k] == r.round {
		return r.holds[k]
	}
	r.seen[k] = r.round
	v, u := m.within(call, args)
	if u == nil && v.True() {
		r.holds[k], r.changed = true, true
	}
	return r.holds[k]
}

// within evaluates a body, and restores the bindings of an enclosing call.
func (m *machine) within(call *node, args []types.Value) (types.Value, *Undefined) {
	o := call.name
	saved := make([]types.Value, len(o.Inner))
	for i, x := range o.Inner {
		if x.ID < len(m.bound) {
			saved[i] = m.bound[x.ID]
		}
	}
	for i, p := range o.Params {
		m.bind(p, args[i])
	}
	m.enter(call.at)
	v, u := m.eval(call.x)
	m.depth--
	for i, x := range o.Inner {
		m.bind(x, saved[i])
	}
	return v, u
}

// tupleKey encodes a function and its arguments as a map key.
func tupleKey(o *types.Object, args []types.Value) string {
	k := binary.AppendVarint(nil, int64(o.ID))
	for i, a := range args {
		for _, n := range leaves(nil, a, o.Params[i].Type) {
			k = binary.AppendVarint(k, n)
		}
	}
	return string(k)
}
