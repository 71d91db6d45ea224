package pddl

import "slices"

// A grounded task is simplified: it has actions that may apply and facts that change.

// A grounded is a ground task: actions and a goal over numbered facts.
type grounded struct {
	*grounder
	begin    map[int32]bool // initial facts
	doubtful map[int32]bool // facts that may hold at first or not
	varies   []bool         // by fact: it may be true and may be false
	actions  []*instance
	goal     *ground
	derived  []int32           // derived facts that are used
	bodies   map[int32]*ground // the conditions of derived facts
	ranges   []interval        // by fluent
	kinds    map[string]string // of a mutex group: groups of one kind have comparable values
}

// settle removes constant facts from actions and from the goal.
func (g *grounder) settle() *grounded {
	goal := g.formula(g.d.goal, make([]int32, g.d.slots))
	out := &grounded{grounder: g, begin: map[int32]bool{}, doubtful: map[int32]bool{}, bodies: map[int32]*ground{}, varies: make([]bool, len(g.facts))}
	for _, f := range g.d.init {
		if g.d.predicates[f.pred].changes {
			out.begin[g.fact(f.pred, f.args)] = true
		}
	}
	for _, f := range g.d.doubtful {
		out.doubtful[g.fact(f.pred, f.args)] = true
	}
	ends := make([]bool, len(g.facts))
	for _, x := range g.instances {
		for _, e := range x.effects {
			ends[e.atom] = ends[e.atom] || e.not
		}
	}
	for _, e := range g.d.facts {
		n := g.fact(e.fact.pred, e.fact.args)
		ends[n] = ends[n] || e.not
	}
	for n := range out.varies {
		out.varies[n] = !g.d.predicates[g.facts[n].pred].derived && g.reached[n] && (ends[n] || !out.begin[int32(n)])
	}
	known := map[*ground]*ground{}
	for _, x := range g.instances {
		if y := out.instance(x, known); y != nil {
			out.actions = append(out.actions, y)
		}
	}
	out.goal = out.settled(goal, known)
	for i := 0; i < len(out.derived); i++ {
		n := out.derived[i]
		out.bodies[n] = out.settled(g.body(n), known)
	}
	out.varies = append(out.varies, make([]bool, len(g.facts)-len(out.varies))...)
	if !g.d.rounded {
		out.bound()
	}
	return out
}

// settled replaces constant facts by their truth.
func (g *grounded) settled(f *ground, known map[*ground]*ground) *ground {
	switch f.op {
	case isTrue, isFalse, isCompare:
		return f
	case isAtom:
		if int(f.atom) >= len(g.varies) { // first mentioned by a rule: unreachable
			return noGround
		}
		switch {
		case g.varies[f.atom]:
			return f
		case g.reached[f.atom] && g.d.predicates[g.facts[f.atom].pred].derived:
			if _, met := g.bodies[f.atom]; !met {
				g.bodies[f.atom] = nil
				g.derived = append(g.derived, f.atom)
			}
			return f
		}
		return truth(g.reached[f.atom])
	}
	if x := known[f]; x != nil {
		return x
	}
	var list []*ground // nil: all as before
	nested := false
	for i, a := range f.args {
		b := g.settled(a, known)
		if nested = nested || len(a.args) > 0; b != a && list == nil {
			list = slices.Clone(f.args)
		}
		if list != nil {
			list[i] = b
		}
	}
	x := f
	switch {
	case list == nil:
	case f.op == isNot:
		x = negation(list[0])
	default:
		x = junction(f.op, list)
	}
	if nested { // the others are settled as fast as they are looked up
		known[f] = x
	}
	return x
}

// instance returns an action without constant facts, or nil if it never applies or has no
// effect.
func (g *grounded) instance(x *instance, known map[*ground]*ground) *instance {
	y := &instance{schema: x.schema, args: x.args, pre: g.settled(x.pre, known), takes: x.takes, raw: x}
	if y.pre.op == isFalse {
		return nil
	}
	if x.observe != nil {
		y.observe = g.settled(x.observe, known)
	}
	if x.over != nil {
		if y.over = g.settled(x.over, known); y.over.op == isFalse {
			return nil
		}
	}
	if x.end != nil && g.d.rounded {
		y.end = &instance{schema: x.end.schema, args: x.args, pre: g.settled(x.end.pre, known), raw: x.end}
		if y.end.pre.op == isFalse {
			return nil
		}
		g.consequences(y.end, x.end, known)
	}
	g.consequences(y, x, known)
	if len(y.effects) == 0 && len(y.numbers) == 0 && y.end == nil && x.schema.of == nil && y.observe == nil {
		return nil
	}
	return y
}

// consequences settles the effects of an action.
func (g *grounded) consequences(y, x *instance, known map[*ground]*ground) {
	for _, e := range x.effects {
		when := g.settled(e.when, known)
		if when.op != isFalse && g.varies[e.atom] {
			y.effects = append(y.effects, groundEffect{when, e.atom, e.not})
		}
	}
	y.numbers, y.cost = g.settledChanges(x.numbers, known), g.settledChanges(x.cost, known)
}

func (g *grounded) settledChanges(list []groundChange, known map[*ground]*ground) []groundChange {
	var out []groundChange
	for _, c := range list {
		if c.when = g.settled(c.when, known); c.when.op != isFalse {
			out = append(out, c)
		}
	}
	return out
}

// maxHolds bounds the facts that holds returns.
const maxHolds = 10_000

// holds returns facts that a formula requires.
func (f *ground) holds() []int32 {
	var list []int32
	var visit func(*ground)
	visit = func(f *ground) {
		if f.op == isAtom {
			list = append(list, f.atom)
		}
		for _, a := range f.args {
			if f.op == isAnd && len(list) < maxHolds {
				visit(a)
			}
		}
	}
	visit(f)
	return list
}
