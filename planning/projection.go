package planning

import (
	"slices"
)

// A projection is a pattern database: the abstraction of a task to some of its variables, the pattern; an
// abstract state consists of their values (Culberson and Schaeffer 1996; for planning Edelkamp 2001).
// Abstract states and steps that violate invariants are left out: a value of the pattern that is mutex with
// a precondition of the operator, or with an effect (constrained abstraction: Haslum, Botea, Helmert, Bonet
// and Koenig 2007). For small patterns this improves the estimates most.
type projection struct {
	abstraction
	pattern []int
	strides []int
	begin   int32
}

// An abstraction is a task with numbered abstract states.
type abstraction struct {
	size    int
	goals   []int32
	steps   []step
	into    []int32 // by state: the index of the first step that leads into it
	classes [][]int32
}

// A step leads from an abstract state to another by all operators of a class.
type step struct{ from, class int32 }

// A projector computes projections of a task.
type projector struct {
	space   *Space
	changes [][]int32 // by variable: the operators that may change it
	allowed []bitset  // by operator: the facts that may hold when it applies
	stays   []bitset  // by operator: the facts that may hold both before and after it
	goal    bitset    // the facts that may hold in goals
	before  [][]Fact  // by operator: its preconditions and their implied facts
}

// newProjector returns a projector, or nil if the task is too large.
func newProjector(s *Space) *projector {
	n := s.Facts()
	if int64(len(s.ops))*int64(n)/4 > s.room/4 {
		return nil
	}
	p := &projector{space: s, changes: make([][]int32, len(s.fields))}
	t := s.Task
	for i := range t.Operators {
		o := &t.Operators[i]
		for _, e := range o.Effects {
			if l := p.changes[e.Var]; len(l) == 0 || l[len(l)-1] != int32(i) {
				p.changes[e.Var] = append(l, int32(i))
			}
		}
		pre := o.Pre
		if s.Mutexes != nil {
			pre = slices.Concat(pre, s.Mutexes.implied[i])
		}
		p.before = append(p.before, pre)
		allowed := p.where(pre, o.Some)
		p.allowed = append(p.allowed, allowed)
		p.stays = append(p.stays, p.remaining(o, allowed))
	}
	goal := t.Goal
	if s.Mutexes != nil {
		goal = slices.Concat(goal, s.Mutexes.goal)
	}
	p.goal = p.where(goal, t.GoalSome)
	return p
}

// where returns the facts that may hold if a condition holds.
func (p *projector) where(all []Fact, some [][]Fact) bitset {
	s := p.space
	set := newBitset(s.Facts())
	switch {
	case s.Mutexes != nil:
		if got := s.Mutexes.with(all, some); got != nil {
			set = got
		}
	default:
		for f := range s.Facts() {
			set.add(f)
		}
	}
	only := func(v int, list []Fact) {
		for x := s.offset[v]; x < s.offset[v+1]; x++ {
			if !slices.ContainsFunc(list, func(f Fact) bool { return s.fact(f) == x }) {
				set.remove(x)
			}
		}
	}
	for _, f := range all {
		only(f.Var, []Fact{f})
	}
	for _, list := range some {
		if !slices.ContainsFunc(list, func(f Fact) bool { return f.Var != list[0].Var }) {
			only(list[0].Var, list)
		}
	}
	return set
}

// remaining returns the facts that may hold both before and after an operator if it does not set their
// variables.
func (p *projector) remaining(o *Operator, allowed bitset) bitset {
	m := p.space.Mutexes
	if m == nil {
		return allowed
	}
	set := slices.Clone(allowed)
	for k, e := range o.Effects {
		last := !slices.ContainsFunc(o.Effects[k+1:], func(d Effect) bool { return d.Var == e.Var })
		if len(e.When) == 0 && last {
			set.meet(m.reach[m.number(e.Fact)])
		}
	}
	return set
}

// project returns the projection to a pattern, or nil if it would have more than most steps.
func (p *projector) project(pattern []int, most int) *projection {
	a := &projection{pattern: pattern, abstraction: abstraction{size: 1}}
	for _, v := range pattern {
		a.strides = append(a.strides, a.size)
		a.size *= p.space.Task.Variables[v].Size
		a.begin += int32(a.strides[len(a.strides)-1] * int(p.space.begin[v]))
	}
	w := &projecting{projector: p, a: a, met: newBitset(a.size), values: make([]int, len(pattern))}
	w.classify()
	return w.explore(most)
}

// A projecting is the computation of a projection.
type projecting struct {
	*projector
	a      *projection
	kinds  []kind
	met    bitset
	values []int
	found  []edge
}

type edge struct{ from, to, class int32 }

// A kind is the effect of a class of operators on the pattern.
type kind struct {
	op      int32    // one of the operators
	allowed [][]bool // by index in the pattern: the values possible before it
	plain   bool     // no effect on the pattern has a condition
	to      []int    // if plain, by index in the pattern: the value after, or -1 if it stays
	stays   [][]bool // by index in the pattern: the values that may stay
}

// classify groups the operators with the same effect on the pattern.
func (w *projecting) classify() {
	var ops []int32
	for _, v := range w.a.pattern {
		ops = append(ops, w.changes[v]...)
	}
	slices.Sort(ops)
	known := map[string]int32{}
	var buf []byte
	for _, o := range slices.Compact(ops) {
		buf = w.key(o, buf[:0])
		c, ok := known[string(buf)]
		if !ok {
			c = int32(len(w.kinds))
			known[string(buf)] = c
			w.kinds = append(w.kinds, w.kind(o))
			w.a.classes = append(w.a.classes, nil)
		}
		w.a.classes[c] = append(w.a.classes[c], o)
	}
}

// key returns equal strings for operators with the same effect on the pattern.
func (w *projecting) key(o int32, buf []byte) []byte {
	op := &w.space.Task.Operators[o]
	plain := true
	for _, e := range op.Effects {
		if slices.Contains(w.a.pattern, e.Var) {
			buf = append(buf, byte(e.Var), byte(e.Var>>8), byte(e.Var>>16), byte(e.Value), byte(e.Value>>8))
			plain = plain && len(e.When) == 0
		}
	}
	if !plain {
		return append(buf, byte(o), byte(o>>8), byte(o>>16), byte(o>>24), 1)
	}
	for _, v := range w.a.pattern {
		first, last := w.space.offset[v], w.space.offset[v+1]
		for _, set := range []bitset{w.allowed[o], w.stays[o]} {
			b := byte(0)
			for x := first; x < last; x++ {
				b <<= 1
				if set.has(x) {
					b |= 1
				}
				if (x-first)&7 == 7 || x == last-1 {
					buf, b = append(buf, b), 0
				}
			}
		}
	}
	return buf
}

func (w *projecting) kind(o int32) kind {
	op := &w.space.Task.Operators[o]
	k := kind{op: o, plain: true}
	for _, v := range w.a.pattern {
		to := -1
		for _, e := range op.Effects {
			if e.Var == v {
				to = e.Value
				k.plain = k.plain && len(e.When) == 0
			}
		}
		k.to = append(k.to, to)
		k.allowed = append(k.allowed, w.among(w.allowed[o], v))
		k.stays = append(k.stays, w.among(w.stays[o], v))
	}
	return k
}

// among reports for each value of a variable whether it is in a set.
func (w *projecting) among(set bitset, v int) []bool {
	list := make([]bool, w.space.Task.Variables[v].Size)
	for x := range list {
		list[x] = set.has(w.space.offset[v] + x)
	}
	return list
}

// explore computes the reachable abstract states and the steps between them.
func (w *projecting) explore(most int) *projection {
	a := w.a
	open := []int32{a.begin}
	w.met.add(int(a.begin))
	for k := 0; k < len(open); k++ {
		from := open[k]
		rest := int(from)
		for i, v := range a.pattern {
			n := w.space.Task.Variables[v].Size
			w.values[i] = rest % n
			rest /= n
		}
		if w.isGoal() {
			a.goals = append(a.goals, from)
		}
		for c := range w.kinds {
			w.successors(c, func(to int32) {
				if to == from {
					return
				}
				w.found = append(w.found, edge{from, to, int32(c)})
				if !w.met.has(int(to)) {
					w.met.add(int(to))
					open = append(open, to)
				}
			})
			if len(w.found) > most {
				return nil
			}
		}
	}
	a.link(w.found)
	return a
}

// link stores the steps by target.
func (a *abstraction) link(edges []edge) {
	a.into = make([]int32, a.size+1)
	for _, e := range edges {
		a.into[e.to+1]++
	}
	for i := range a.size {
		a.into[i+1] += a.into[i]
	}
	a.steps = make([]step, len(edges))
	at := slices.Clone(a.into)
	for _, e := range edges {
		a.steps[at[e.to]] = step{e.from, e.class}
		at[e.to]++
	}
}

func (w *projecting) isGoal() bool {
	for i, v := range w.a.pattern {
		if !w.goal.has(w.space.offset[v] + w.values[i]) {
			return false
		}
	}
	return true
}

// successors calls visit for the abstract states that a class of operators may lead to from the current
// one.
func (w *projecting) successors(c int, visit func(int32)) {
	k := &w.kinds[c]
	for i, x := range w.values {
		if !k.allowed[i][x] {
			return
		}
	}
	if !k.plain {
		w.conditional(k, 0, 0, visit)
		return
	}
	to := 0
	for i, x := range w.values {
		switch {
		case k.to[i] >= 0:
			x = k.to[i]
		case !k.stays[i][x]:
			return
		}
		to += x * w.a.strides[i]
	}
	if w.possible(to) {
		visit(int32(to))
	}
}

// possible reports whether the values of an abstract state are not mutex.
func (w *projecting) possible(state int) bool {
	m := w.space.Mutexes
	if m == nil {
		return true
	}
	for i, u := range w.a.pattern {
		f := w.value(state, i)
		if !m.Reachable(Fact{u, f}) {
			return false
		}
		for j := range i {
			if m.Mutex(Fact{u, f}, Fact{w.a.pattern[j], w.value(state, j)}) {
				return false
			}
		}
	}
	return true
}

func (w *projecting) value(state, i int) int {
	return state / w.a.strides[i] % w.space.Task.Variables[w.a.pattern[i]].Size
}

// distances computes the cost to the goal of each abstract state, given the costs of operators, and for
// each class the cost that preserves these distances.
func (a *abstraction) distances(costs []int64, left []int64, needs []int64, q *costQueue) {
	price := make([]int64, len(a.classes))
	for c, ops := range a.classes {
		price[c] = Infinite
		for _, o := range ops {
			price[c] = min(price[c], costs[o])
		}
	}
	for i := range a.size {
		left[i] = Infinite
	}
	q.clear()
	for _, g := range a.goals {
		left[g] = 0
		q.push(g, 0)
	}
	for {
		to, c, ok := q.pop()
		if !ok {
			break
		}
		if c > left[to] {
			continue
		}
		for _, s := range a.steps[a.into[to]:a.into[to+1]] {
			if d := c + price[s.class]; d < left[s.from] {
				left[s.from] = d
				q.push(s.from, d)
			}
		}
	}
	clear(needs[:len(a.classes)])
	for to := range a.size {
		if left[to] == Infinite {
			continue
		}
		for _, s := range a.steps[a.into[to]:a.into[to+1]] {
			if left[s.from] != Infinite {
				needs[s.class] = max(needs[s.class], left[s.from]-left[to])
			}
		}
	}
}
