package temporal

import (
	"container/heap"
	"math"
	"slices"
)

// A clock computes how early each fact can hold if nothing is ever deleted: h_max over durations
// (Haslum, Geffner 2001). The latest of the goals is the length of a critical path, which no plan
// undercuts. Happenings of which one gives what the other needs are at least epsilon apart.
type clock struct {
	r     *relaxation
	takes []int64   // by action: its duration; 0 where it depends on numbers that change
	value []int64   // by node: the earliest time at which a happening can need it
	seen  []bool    // by node
	open  []int32   // by operator: preconditions that were never reached
	needs [][]int32 // by operator: nodes that it needs when it happens
	over  [][]int32 // by operator: nodes that hold from the start on, at the latest when it is over
	queue timeHeap
}

type timed struct {
	at   int64
	node int32
}

type timeHeap []timed

func (q timeHeap) Len() int           { return len(q) }
func (q timeHeap) Less(i, j int) bool { return q[i].at < q[j].at }
func (q timeHeap) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *timeHeap) Push(x any)        { *q = append(*q, x.(timed)) }
func (q *timeHeap) Pop() any {
	old := *q
	x := old[len(old)-1]
	*q = old[:len(old)-1]
	return x
}

const never = math.MaxInt64 / 4

// newClock returns a clock for a relaxation in which begin and end are two operators.
func newClock(r *relaxation) *clock {
	c := &clock{r: r, takes: make([]int64, len(r.t.Actions)), value: make([]int64, r.nodes), seen: make([]bool, r.nodes), open: make([]int32, len(r.ops))}
	for i := range r.t.Actions {
		if a := &r.t.Actions[i]; a.Takes != nil && a.Takes.constant() {
			c.takes[i] = max(0, int64(math.Round(a.Takes.Of(nil)*Tick)))
		}
	}
	c.needs, c.over = make([][]int32, len(r.ops)), make([][]int32, len(r.ops))
	for k := range r.ops {
		o := &r.ops[k]
		switch c.needs[k] = o.pre; {
		case o.action < 0 || r.t.Actions[o.action].Over == nil:
		case o.start:
			c.during(int32(k), r.t.Actions[o.action].Start.Pre)
		default:
			c.during(int32(k), r.t.Actions[o.action].End.Pre)
		}
	}
	return c
}

// during takes what holds while an action is under way out of the needs of its start or its end: what gives it happens before,
// but not always epsilon before. own is the condition at the start or the end itself.
func (c *clock) during(k int32, own *Cond) {
	needs, _ := c.r.need(own, nil)
	c.needs[k] = nil
	for _, n := range c.r.ops[k].pre {
		under := int(n) >= c.r.running && int(n) < c.r.running+len(c.takes)
		if under || slices.Contains(needs, n) {
			c.needs[k] = append(c.needs[k], n)
		} else {
			c.over[k] = append(c.over[k], n)
		}
	}
}

func (c *clock) offer(node int32, at int64) {
	if at < c.value[node] {
		c.value[node] = at
		heap.Push(&c.queue, timed{at, node})
	}
}

// ready returns the earliest time of an operator.
func (c *clock) ready(k int32) int64 {
	at := int64(0)
	for _, n := range c.needs[k] {
		at = max(at, c.value[n])
	}
	for _, n := range c.over[k] {
		at = max(at, c.value[n]-c.r.t.Epsilon) // what gives it may happen at the same instant
	}
	return at
}

// fire offers what an operator adds, where all that it needs has been reached.
func (c *clock) fire(k int32) {
	o, at, gap := &c.r.ops[k], c.ready(k), c.r.t.Epsilon
	if o.action < 0 {
		gap = 0 // an axiom is no happening
	}
	for _, n := range o.add {
		if first := int32(c.r.running); n >= first && int(n-first) < len(c.takes) {
			c.offer(n, at+c.takes[n-first])
			continue
		}
		c.offer(n, at+gap)
	}
	for _, x := range c.r.touches[k] {
		c.offer(c.r.compares[x.compare].node, at+gap)
	}
}

// run computes the earliest times from a moment on.
func (c *clock) run(m *moment) {
	for n := range c.value {
		c.value[n], c.seen[n] = never, false
	}
	c.queue = c.queue[:0]
	for k := range c.r.ops {
		c.open[k] = int32(len(c.r.ops[k].pre))
	}
	for f := range c.r.t.Facts {
		c.offer(literal(f, m.has(f)), 0)
	}
	for _, u := range m.under {
		c.offer(int32(c.r.running)+u.action, max(0, u.end-m.now))
	}
	for _, x := range c.r.compares {
		if lack, _ := x.lacks(m.numbers); lack == 0 {
			c.offer(x.node, 0)
		}
	}
	for _, e := range c.r.t.Events[m.event:] {
		for _, x := range e.Effects {
			c.offer(literal(x.Fact, x.Add), max(0, e.Time+c.r.t.Epsilon-m.now))
		}
	}
	for _, k := range c.r.free {
		if o := &c.r.ops[k]; o.action >= 0 || o.cost == 0 { // not an event
			c.fire(k)
		}
	}
	for len(c.queue) > 0 {
		x := heap.Pop(&c.queue).(timed)
		if x.at != c.value[x.node] {
			continue
		}
		for _, k := range c.r.users[x.node] {
			if !c.seen[x.node] {
				c.open[k]--
			}
			if c.open[k] == 0 {
				c.fire(k)
			}
		}
		c.seen[x.node] = true
	}
}

// rest returns a lower bound of the time from a moment to the end of a plan.
func (c *clock) rest(m *moment) int64 {
	c.run(m)
	most := int64(0)
	for _, u := range m.under {
		most = max(most, u.end-m.now)
	}
	after := map[int32]bool{} // literals that events after the end of the plan may give
	for _, e := range c.r.t.Events[m.event:] {
		for _, x := range e.Effects {
			after[literal(x.Fact, x.Add)] = true
		}
	}
	for _, n := range c.r.goal {
		if len(after) > 0 && (after[n] || int(n) >= 2*len(c.r.t.Facts)) && c.value[n] < never/2 {
			continue
		}
		most = max(most, c.value[n]-c.r.t.Epsilon)
	}
	return most
}

// Bound returns a lower bound of the makespan of all plans: the longest of the critical path and of
// the chains of actions that take turns with a fact, such as a hand that must be free. It returns
// false if no plan exists.
func (t *Task) Bound() (int64, bool) {
	c := newClock(newRelaxation(t, true))
	if c.r.never {
		return 0, false
	}
	most := c.rest(&moment{state: t.begin()})
	if most >= never/2 {
		return 0, false
	}
	return max(most, c.turns()), true
}

// turns returns the longest time for which goals occupy a fact: each of the actions that can reach
// such a goal needs the fact, takes it at its start and gives it back at its end. Nothing else gives
// the fact, so that these actions never overlap. Sets of actions of goals that are counted together
// are disjoint.
func (c *clock) turns() int64 {
	t := c.r.t
	makers := make([][]int, 2*len(t.Facts)) // by literal: the actions that may add it
	for i := range t.Actions {
		a := &t.Actions[i]
		for _, s := range []*Snap{&a.Start, &a.End} {
			for _, e := range s.Effects {
				makers[literal(e.Fact, e.Add)] = append(makers[literal(e.Fact, e.Add)], i)
			}
		}
	}
	for _, x := range t.Events {
		for _, e := range x.Effects {
			makers[literal(e.Fact, e.Add)] = append(makers[literal(e.Fact, e.Add)], len(t.Actions)) // no taker
		}
	}
	takers, given := t.takers()
	most := int64(0)
	for f := range takers {
		if takers[f] != nil && !given[f] {
			most = max(most, c.turn(takers[f], makers))
		}
	}
	return most
}

// takers returns, by fact, the actions that occupy it, and whether anything else gives it. If nothing does, they never overlap.
func (t *Task) takers() (takers []map[int]bool, given []bool) {
	takers, given = make([]map[int]bool, len(t.Facts)), make([]bool, len(t.Facts))
	for i := range t.Actions {
		for _, f := range occupied(&t.Actions[i]) {
			if takers[f] == nil {
				takers[f] = map[int]bool{}
			}
			takers[f][i] = true
		}
	}
	for i := range t.Actions {
		for _, e := range t.Actions[i].Start.Effects {
			given[e.Fact] = given[e.Fact] || e.Add
		}
		for _, e := range t.Actions[i].End.Effects {
			given[e.Fact] = given[e.Fact] || e.Add && !takers[e.Fact][i]
		}
	}
	for _, x := range t.Events {
		for _, e := range x.Effects {
			given[e.Fact] = given[e.Fact] || e.Add
		}
	}
	return takers, given
}

// turn adds the shortest actions for the goals that need a fact.
func (c *clock) turn(takers map[int]bool, makers [][]int) int64 {
	begin := c.r.t.begin()
	counted, sum, n, first := map[int]bool{}, int64(0), int64(0), int64(never)
	for _, g := range c.r.goal {
		if int(g) >= len(makers) || len(makers[g]) == 0 || begin.has(int(g/2)) == (g%2 == 0) {
			continue
		}
		least, all := int64(never), true
		for _, i := range makers[g] {
			if all = all && takers[i] && !counted[i]; all {
				least = min(least, c.takes[i])
			}
		}
		if !all {
			continue
		}
		for _, i := range makers[g] {
			counted[i] = true
			first = min(first, c.start(i))
		}
		sum, n = sum+least, n+1
	}
	if n == 0 {
		return 0
	}
	return first + sum + (n-1)*c.r.t.Epsilon
}

// start returns the earliest start of an action, after run.
func (c *clock) start(action int) int64 {
	first := int64(never)
	for k := range c.r.ops {
		if o := &c.r.ops[k]; int(o.action) == action && o.start {
			first = min(first, c.ready(int32(k)))
		}
	}
	return first
}

// occupied returns the facts that an action needs and deletes at its start, and adds at its end.
func occupied(a *Action) (list []int) {
	if a.Takes == nil {
		return nil
	}
	for _, e := range a.Start.Effects {
		if e.Add || e.When != nil && e.When.Op != True || !needs(a.Start.Pre, e.Fact) {
			continue
		}
		back := false
		for _, x := range a.End.Effects {
			back = back || x.Fact == e.Fact && x.Add
		}
		again := false
		for _, x := range a.Start.Effects {
			again = again || x.Fact == e.Fact && x.Add
		}
		if back && !again {
			list = append(list, e.Fact)
		}
	}
	return list
}

// needs reports whether a condition implies a fact.
func needs(c *Cond, fact int) bool {
	if c == nil {
		return false
	}
	if c.Op == And {
		for _, a := range c.Args {
			if needs(a, fact) {
				return true
			}
		}
	}
	return c.Op == Fact && c.Fact == fact
}
