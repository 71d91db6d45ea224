package pddl

// What a grounded domain comes to: actions that may apply, over facts that change.

// A grounded problem has actions and a goal over numbered facts.
type grounded struct {
	*grounder
	begin   map[int32]bool // facts that hold at first
	varies  []bool         // by fact: it may hold, and may not
	actions []*instance
	goal    *ground
}

// settle drops what never holds and what always does, from actions and from the goal.
func (g *grounder) settle() *grounded {
	goal := g.formula(g.d.goal, make([]int32, g.d.slots))
	out := &grounded{grounder: g, begin: map[int32]bool{}, varies: make([]bool, len(g.facts))}
	for _, f := range g.d.init {
		if g.d.predicates[f.pred].changes {
			out.begin[g.fact(f.pred, f.args)] = true
		}
	}
	ends := make([]bool, len(g.facts))
	for _, x := range g.instances {
		for _, e := range x.effects {
			ends[e.atom] = ends[e.atom] || e.not
		}
	}
	for n := range out.varies {
		out.varies[n] = g.reached[n] && (ends[n] || !out.begin[int32(n)])
	}
	known := map[*ground]*ground{}
	for _, x := range g.instances {
		if y := out.instance(x, known); y != nil {
			out.actions = append(out.actions, y)
		}
	}
	out.goal = out.settled(goal, known)
	return out
}

// settled puts truth for facts that do not vary.
func (g *grounded) settled(f *ground, known map[*ground]*ground) *ground {
	switch f.op {
	case isTrue, isFalse:
		return f
	case isAtom:
		if g.varies[f.atom] {
			return f
		}
		return truth(g.reached[f.atom])
	}
	if x := known[f]; x != nil {
		return x
	}
	list := make([]*ground, len(f.args))
	for i, a := range f.args {
		list[i] = g.settled(a, known)
	}
	x := negation(list[0])
	if f.op != isNot {
		x = junction(f.op, list)
	}
	known[f] = x
	return x
}

// instance is an action without what does not vary; nil if it never applies or does nothing.
func (g *grounded) instance(x *instance, known map[*ground]*ground) *instance {
	y := &instance{schema: x.schema, args: x.args, pre: g.settled(x.pre, known), cost: x.cost}
	if y.pre.op == isFalse {
		return nil
	}
	for _, e := range x.effects {
		when := g.settled(e.when, known)
		if when.op != isFalse && g.varies[e.atom] {
			y.effects = append(y.effects, groundEffect{when, e.atom, e.not})
		}
	}
	if len(y.effects) == 0 {
		return nil
	}
	return y
}

// maxHolds is the most facts that are looked for.
const maxHolds = 10_000

// holds are the facts that a formula needs, or some of them.
func (f *ground) holds() []int32 {
	switch f.op {
	case isAtom:
		return []int32{f.atom}
	case isAnd:
		var list []int32
		for _, a := range f.args {
			if a.op == isAtom || a.op == isAnd {
				list = append(list, a.holds()...)
			}
			if len(list) > maxHolds {
				break
			}
		}
		return list
	}
	return nil
}
