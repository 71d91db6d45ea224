package planning

import "slices"

// A relaxation is the delete relaxation of a task (Bonet and Geffner 2001), in terms of propositions and
// actions that add them. Propositions are the facts of the task, one that always holds, one for each
// disjunction, and the goal.
type relaxation struct {
	space   *Space
	props   int
	always  int32
	goal    int32
	actions []action
	needs   [][]int32 // by proposition: the actions that need it
	makes   [][]int32 // by proposition: the actions that add it
	of      [][]int32 // by operator of the task: its actions
}

// An action is an operator, the part of an operator with the same effect condition, or an alternative of a
// disjunction.
type action struct {
	pre, add []int32
	owner    int32 // the operator, or -1 for an action of cost 0
}

// newRelaxation returns the relaxation of a task. Facts implied by invariants count as preconditions.
func newRelaxation(s *Space) *relaxation {
	s = s.view()
	r := &relaxation{space: s, props: s.Facts() + 1, always: int32(s.Facts()), of: make([][]int32, len(s.ops))}
	first := int32(r.props) // number of the first disjunction
	for _, list := range s.some {
		r.disjunction(list)
	}
	for i := range s.Task.Operators {
		o := &s.Task.Operators[i]
		pre := r.facts(o.Pre)
		for _, k := range s.ops[i].some {
			pre = append(pre, first+k)
		}
		if s.Mutexes != nil {
			pre = append(pre, r.facts(s.Mutexes.implied[i])...)
		}
		r.operator(i, o, pre)
	}
	pre := r.facts(s.Task.Goal)
	for _, list := range s.Task.GoalSome {
		pre = append(pre, r.disjunction(list))
	}
	r.goal = r.prop()
	r.act(-1, pre, []int32{r.goal})
	r.needs, r.makes = make([][]int32, r.props), make([][]int32, r.props)
	for k := range r.actions {
		for _, p := range r.actions[k].pre {
			r.needs[p] = append(r.needs[p], int32(k))
		}
		for _, p := range r.actions[k].add {
			r.makes[p] = append(r.makes[p], int32(k))
		}
	}
	return r
}

func (r *relaxation) prop() int32 {
	r.props++
	return int32(r.props - 1)
}

func (r *relaxation) facts(list []Fact) []int32 {
	out := make([]int32, len(list))
	for i, f := range list {
		out[i] = int32(r.space.fact(f))
	}
	return out
}

// disjunction adds a proposition for a disjunction and returns it.
func (r *relaxation) disjunction(list []Fact) int32 {
	p := r.prop()
	for _, f := range r.facts(list) {
		r.act(-1, []int32{f}, []int32{p})
	}
	return p
}

// operator adds the actions of an operator, one for each effect condition.
func (r *relaxation) operator(i int, o *Operator, pre []int32) {
	type part struct {
		when []Fact
		add  []int32
	}
	var parts []part
	for _, e := range o.Effects {
		p := int32(r.space.fact(e.Fact))
		if slices.Contains(pre, p) || slices.Contains(e.When, e.Fact) {
			continue
		}
		k := slices.IndexFunc(parts, func(x part) bool { return slices.Equal(x.when, e.When) })
		if k < 0 {
			k, parts = len(parts), append(parts, part{when: e.When})
		}
		parts[k].add = append(parts[k].add, p)
	}
	for _, p := range parts {
		r.act(int32(i), append(slices.Clone(pre), r.facts(p.when)...), p.add)
	}
}

func (r *relaxation) act(owner int32, pre, add []int32) {
	if len(pre) == 0 {
		pre = []int32{r.always}
	}
	slices.Sort(pre)
	pre = slices.Compact(pre)
	if owner >= 0 {
		r.of[owner] = append(r.of[owner], int32(len(r.actions)))
	}
	r.actions = append(r.actions, action{pre, add, owner})
}

// costs returns the costs of the operators, each increased by extra. Operators of axioms cost 0.
func (r *relaxation) costs(extra int64) []int64 {
	list := make([]int64, len(r.space.ops))
	for i := range list {
		list[i] = r.space.ops[i].cost + extra
	}
	clear(list[r.space.real:])
	return list
}

// units returns a cost of 1 for each operator that is not an axiom.
func (r *relaxation) units() []int64 {
	list := make([]int64, len(r.space.ops))
	for i := range r.space.real {
		list[i] = 1
	}
	return list
}
