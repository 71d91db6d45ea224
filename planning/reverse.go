package planning

import (
	"context"
	"slices"
)

// A Reverse is a task told backwards: its operators lead from the states after those of the task to the states
// before, and a search in it begins at the goal. Where a state may be that of several before an operator, there is
// one operator for each case. The space begins at the first goal: heuristics that look at what can be reached from
// there do not fit where there are more.
type Reverse struct {
	Space     *Space // its goal is the start
	Operators []int  // by operator of the space: that of the task
	Goals     []State
}

// Bounds of a reverse.
const (
	mostBefore  = 1 << 12 // cases of an operator
	mostReverse = 1 << 18 // operators
	mostGoals   = 1 << 12 // states that may be goals, before invariants are asked
)

// NewReverse tells a task backwards; nil where it has too many goals or an operator too many cases. What cannot be
// by the mutexes of the space is left out. It is nil as well where something is derived.
func NewReverse(ctx context.Context, s *Space) *Reverse {
	if s.derive != nil {
		return nil
	}
	r := &reversal{s: s, follows: s.follows(), out: &Reverse{}, task: &Task{Variables: s.Task.Variables, inverses: s.Task.inverses}}
	if !r.goals() {
		return nil
	}
	finder := turningFinder{t: &turning{s: s}, follows: r.follows}
	for i := range s.Task.Operators {
		if !r.operator(i) && !r.carried(&finder, i) || ctx.Err() != nil {
			return nil
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
		return nil
	}
	if space.room = s.room; len(r.out.Goals) == 1 {
		space.Mutexes = findMutexes(ctx, r.task, s.room/4)
	}
	r.out.Space = space
	return r.out
}

// estimates is a heuristic that fits.
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

// goals lists the states that meet the goal, of all that invariants allow; false if they are too many.
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
		if work++; work > mostGoals {
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

// together reports whether a variable's value may be with those before it.
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

// aim adds a goal, if the state is one.
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

// fill tells the second view by the first.
func (i *Inverse) fill(state State) {
	for k, v := range i.Array {
		state[i.Inverse[state[v]]] = uint16(k)
	}
}

// operator adds the cases of an operator by what the variables that matter to it had before; false if they
// are too many.
func (r *reversal) operator(i int) bool {
	o := &r.s.Task.Operators[i]
	if slices.ContainsFunc(o.Pre, func(f Fact) bool { return r.follows[f.Var] }) {
		return false
	}
	var list []int // the variables
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

// before is, by variable, the value that it is known to have where an operator applies; -1: unknown.
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

// A reverseCases goes through what the variables of an operator may have had.
type reverseCases struct {
	r      *reversal
	op     int
	list   []int
	before []int
	state  []int // by variable; -1: it does not matter
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
		if c.count++; c.count > mostBefore {
			return false
		}
		if c.state[v] = x; !c.each(k + 1) {
			return false
		}
	}
	c.state[v] = -1
	return true
}

// possible reports whether a fact may hold with those chosen and those known.
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

// add adds the operator that leads back to the case at hand.
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
		if slices.ContainsFunc(some, func(f Fact) bool { return c.state[f.Var] < 0 }) { // nothing of it changes
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

// add adds an operator; false if there are too many.
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
	return len(r.out.Operators) <= mostReverse
}

// second is what effects on an array do to its second view.
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

// carried adds an operator that only carries values about, turned back; false if it is not of that kind.
func (r *reversal) carried(f *turningFinder, i int) bool {
	c := f.carrying(&r.s.Task.Operators[i])
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
			case y < 0: // of a value of another place that it never gets
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
