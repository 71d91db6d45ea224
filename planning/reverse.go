package planning

import (
	"context"
	"slices"
)

// A Reverse is the reversed task (regression): its operators lead from states to their predecessors, and
// its initial state is a goal. If an operator can have several predecessors, there is one operator for each
// case. If there are several goals, the space starts at the first one, so heuristics that depend on
// reachability from the start must not be used.
type Reverse struct {
	Space     *Space // its goal is the initial state of the task
	Operators []int  // by operator of the space: the operator of the task
	Goals     []State
}

// Limits of a reverse.
const (
	maxBefore  = 1 << 12 // cases of an operator
	maxReverse = 1 << 18 // operators
	maxGoals   = 1 << 12 // partial states examined to find the goals
)

// NewReverse returns the reversed task. It leaves out states that violate mutexes of s. It reports false if
// there are too many goals, if an operator has too many cases, or if the task has axioms.
func NewReverse(ctx context.Context, s *Space) (*Reverse, bool) {
	if s.derive != nil {
		return nil, false
	}
	r := &reversal{s: s, follows: s.follows(), out: &Reverse{}, task: &Task{Variables: s.Task.Variables, inverses: s.Task.inverses}}
	if !r.goals() {
		return nil, false
	}
	finder := permutationFinder{t: &permutation{s: s}, follows: r.follows}
	for i := range s.Task.Operators {
		if !r.operator(i) && !r.invertValueMap(&finder, i) || ctx.Err() != nil {
			return nil, false
		}
	}
	for v, x := range s.begin {
		r.task.Goal = append(r.task.Goal, Fact{v, int(x)})
	}
	r.task.Init = slices.Clone(s.Task.Init)
	if len(r.out.Goals) > 0 {
		for v, x := range r.out.Goals[0] {
			r.task.Init[v] = int(x)
		}
	}
	space, err := NewSpace(r.task)
	if err != nil {
		return nil, false
	}
	if space.room = s.room; len(r.out.Goals) == 1 {
		space.Mutexes = findMutexes(ctx, r.task, s.room/4)
	}
	r.out.Space = space
	return r.out, true
}

// estimates returns an admissible heuristic for the space.
func (r *Reverse) estimates(ctx context.Context) Heuristic {
	if len(r.Goals) == 1 {
		return admissible(ctx, r.Space)
	}
	return NewLMCut(r.Space)
}

type reversal struct {
	s       *Space
	follows []bool
	out     *Reverse
	task    *Task
}

// goals lists the goal states that satisfy the invariants. It returns false if there are too many.
func (r *reversal) goals() bool {
	t := r.s.Task
	value := slices.Repeat([]int{-1}, len(t.Variables))
	for _, f := range t.Goal {
		value[f.Var] = f.Value
	}
	if m := r.s.Mutexes; m != nil {
		for _, f := range m.goal {
			value[f.Var] = f.Value
		}
	}
	state := make([]int, len(value))
	work := 0
	var each func(v int) bool
	each = func(v int) bool {
		if v == len(value) {
			return r.aim(state)
		}
		if work++; work > maxGoals {
			return false
		}
		if r.follows[v] {
			return each(v + 1)
		}
		for x := range t.Variables[v].Size {
			if state[v] = x; (value[v] < 0 || value[v] == x) && r.together(state, v) && !each(v+1) {
				return false
			}
		}
		return true
	}
	return each(0)
}

// together reports whether the value of a variable is compatible with those of the variables before it.
func (r *reversal) together(state []int, v int) bool {
	m := r.s.Mutexes
	if m == nil {
		return true
	}
	f := Fact{v, state[v]}
	if !m.Reachable(f) {
		return false
	}
	for u := range v {
		if !r.follows[u] && m.Mutex(f, Fact{u, state[u]}) {
			return false
		}
	}
	return true
}

// aim adds a goal state if the values are one.
func (r *reversal) aim(values []int) bool {
	state := make(State, len(values))
	for v, x := range values {
		state[v] = uint16(x)
	}
	for i := range r.s.inverse {
		inv := &r.s.inverse[i]
		seen := map[uint16]bool{}
		for _, v := range inv.Array {
			if seen[state[v]] || inv.Inverse[state[v]] < 0 {
				return true
			}
			seen[state[v]] = true
		}
		inv.fill(state)
	}
	if r.s.isGoal(state) {
		r.out.Goals = append(r.out.Goals, state)
	}
	return true
}

// fill sets the variables of the inverse from those of the array.
func (i *Inverse) fill(state State) {
	for k, v := range i.Array {
		state[i.Inverse[state[v]]] = uint16(k)
	}
}

// operator adds the cases of an operator, one for each combination of previous values of the variables that
// matter. It returns false if there are too many.
func (r *reversal) operator(i int) bool {
	o := &r.s.Task.Operators[i]
	if slices.ContainsFunc(o.Pre, func(f Fact) bool { return r.follows[f.Var] }) {
		return false
	}
	var list []int // the variables that matter
	matters := func(v int) {
		if !r.follows[v] && !slices.Contains(list, v) {
			list = append(list, v)
		}
	}
	for _, e := range o.Effects {
		matters(e.Var)
		for _, f := range e.When {
			if matters(f.Var); r.follows[f.Var] && !r.follows[e.Var] {
				return false
			}
		}
	}
	written := len(list)
	for _, some := range o.Some {
		if slices.ContainsFunc(some, func(f Fact) bool { return r.follows[f.Var] }) {
			return false
		}
		if slices.ContainsFunc(some, func(f Fact) bool { return slices.Contains(list[:written], f.Var) }) {
			for _, f := range some {
				matters(f.Var)
			}
		}
	}
	before := r.before(i)
	c := &reverseCases{r: r, op: i, list: list, state: slices.Repeat([]int{-1}, len(r.s.fields)), before: before}
	return c.each(0)
}

// before returns, by variable, its known value when an operator applies, or -1.
func (r *reversal) before(i int) []int {
	value := slices.Repeat([]int{-1}, len(r.s.fields))
	for _, f := range r.s.Task.Operators[i].Pre {
		value[f.Var] = f.Value
	}
	if m := r.s.Mutexes; m != nil {
		for _, f := range m.implied[i] {
			value[f.Var] = f.Value
		}
	}
	return value
}

// A reverseCases enumerates the previous values of the variables of an operator.
type reverseCases struct {
	r      *reversal
	op     int
	list   []int
	before []int
	state  []int // by variable; -1 if it does not matter
	count  int
}

func (c *reverseCases) each(k int) bool {
	if k == len(c.list) {
		return c.add()
	}
	v := c.list[k]
	for x := range c.r.s.Task.Variables[v].Size {
		if c.before[v] >= 0 && c.before[v] != x || !c.possible(k, Fact{v, x}) {
			continue
		}
		if c.count++; c.count > maxBefore {
			return false
		}
		if c.state[v] = x; !c.each(k + 1) {
			return false
		}
	}
	c.state[v] = -1
	return true
}

// possible reports whether a fact is compatible with the values chosen and the known values.
func (c *reverseCases) possible(k int, f Fact) bool {
	m := c.r.s.Mutexes
	if m == nil {
		return true
	}
	for _, u := range c.list[:k] {
		if m.Mutex(f, Fact{u, c.state[u]}) {
			return false
		}
	}
	for u, x := range c.before {
		if x >= 0 && u != f.Var && m.Mutex(f, Fact{u, x}) {
			return false
		}
	}
	return m.Reachable(f)
}

// add adds the operator that leads back to the current case.
func (c *reverseCases) add() bool {
	r, o := c.r, &c.r.s.Task.Operators[c.op]
	out := Operator{Name: o.Name, Cost: o.Cost}
	after := slices.Clone(c.state)
	for _, e := range o.Effects {
		if !r.follows[e.Var] && !slices.ContainsFunc(e.When, func(f Fact) bool { return c.state[f.Var] != f.Value }) {
			after[e.Var] = e.Value
		}
	}
	for _, some := range o.Some {
		if slices.ContainsFunc(some, func(f Fact) bool { return c.state[f.Var] < 0 }) { // the disjunction is not affected
			out.Some = append(out.Some, some)
		} else if !slices.ContainsFunc(some, func(f Fact) bool { return c.state[f.Var] == f.Value }) {
			return true
		}
	}
	for _, v := range c.list {
		out.Pre = append(out.Pre, Fact{v, after[v]})
		if after[v] != c.state[v] {
			out.Effects = append(out.Effects, Effect{Fact: Fact{v, c.state[v]}})
		}
	}
	for v, x := range c.before {
		if x >= 0 && !r.follows[v] && c.state[v] < 0 {
			out.Pre = append(out.Pre, Fact{v, x})
		}
	}
	return r.add(c.op, out)
}

// add adds an operator. It returns false if there are too many.
func (r *reversal) add(of int, o Operator) bool {
	if len(o.Effects) == 0 {
		return true
	}
	slices.SortFunc(o.Pre, func(a, b Fact) int { return a.Var - b.Var })
	for i := range r.s.inverse {
		o.Effects = append(o.Effects, r.s.inverse[i].second(o.Effects)...)
	}
	r.task.Operators = append(r.task.Operators, o)
	r.out.Operators = append(r.out.Operators, of)
	return len(r.out.Operators) <= maxReverse
}

// second returns the effects on the inverse that correspond to effects on the array.
func (i *Inverse) second(effects []Effect) []Effect {
	var list []Effect
	for _, e := range effects {
		k := slices.Index(i.Array, e.Var)
		if k < 0 || i.Inverse[e.Value] < 0 {
			continue
		}
		u := i.Inverse[e.Value]
		added := Effect{Fact: Fact{u, k}}
		if len(e.When) > 0 {
			added.When = []Fact{{u, slices.Index(i.Array, e.When[0].Var)}}
		}
		list = append(list, added)
	}
	return list
}

// invertValueMap adds the inverse of an operator that permutes values. It returns false if the operator does not.
func (r *reversal) invertValueMap(f *permutationFinder, i int) bool {
	c := f.valueMap(&r.s.Task.Operators[i])
	if c == nil {
		return false
	}
	o := Operator{Name: r.s.Task.Operators[i].Name, Cost: r.s.Task.Operators[i].Cost}
	for v, u := range c.from {
		if r.follows[v] {
			continue
		}
		if m := c.becomes[v]; m != nil && len(m) != r.s.Task.Variables[v].Size {
			return false
		}
		seen := map[int]bool{}
		for x, y := range c.becomes[v] {
			switch {
			case y < 0: // a value of another place that the variable never has
				return false
			case seen[y]:
				return false
			case u != v || x != y:
				o.Effects = append(o.Effects, Effect{When: []Fact{{v, y}}, Fact: Fact{u, x}})
			}
			seen[y] = true
		}
	}
	return r.add(i, o)
}
