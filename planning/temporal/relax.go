package temporal

import (
	"math"
)

// A relaxation estimates the distance to the goal by a relaxed plan. Its nodes are facts, negated
// facts, disjunctions, comparisons and actions that are under way.
type relaxation struct {
	t        *Task
	split    bool    // the ends of actions are operators of their own
	groups   []int32 // by action: see Task.groups; may be nil
	nodes    int
	or       map[*Cond]int
	same     map[string]int // comparisons by their key
	compares []*compare
	running  int // the first node of actions under way
	ops      []relaxedOp
	users    [][]int32 // by node: operators that need it
	goal     []int32
	wanted   []bool    // by node: a goal
	goals    int       // the number of different goals
	touches  [][]touch // by operator: comparisons it may satisfy
	feeds    [][]fed   // by operator: others whose changes depend on numbers that it changes
	feeders  [][]fed   // by operator: those that feed it
	free     []int32   // operators without preconditions

	cost  []int32 // by node
	by    []int32 // by node: operator
	times []int32 // by node: repetitions of it
	first []feed  // by node: what is repeated before
	open  []int32 // by operator: preconditions left
	sum   []int32
	queue [][]int32 // by cost: nodes
	top   int32     // the greatest cost in the queue
	seen  []bool    // by node, of the relaxed plan
	inOp  []int32
	plan  []int32
	stack []int32
	never bool // the goal is false
	made  int  // numbers computed for feeds in this estimate

	lack, value []float64 // by comparison
	news        []float64
	undo        []value
	known       [][]repetitions // by operator and comparison that it touches
	estimates   int32
}

// A repetitions has the number of times that an operator alone is repeated to satisfy a comparison, as of an estimate.
type repetitions struct{ estimate, times int32 }

// A relaxedOp achieves nodes.
type relaxedOp struct {
	action  int32 // -1 for an axiom
	start   bool
	pre     []int32
	add     []int32
	cost    int32
	changes []Change
}

// A touch is a comparison whose numbers an operator changes.
type touch struct {
	compare int32
	node    int32   // of the comparison
	always  bool    // the difference of the sides changes by gain
	gain    float64 // if always
	moves   []move  // if not always: what makes the difference; nil if the comparison is not linear
}

// A move is a change of an operator, and the factor of its number in the difference of the sides.
type move struct {
	change int32
	factor float64
}

// A fed is another operator, and the comparison, by its place in touches, in which one feeds the other.
type fed struct{ op, touch int32 }

// A feed is an operator that is repeated before another one, whose changes depend on what it changes.
type feed struct{ op, times int32 }

// A compare is a comparison that is a condition somewhere.
type compare struct {
	cond *Cond
	node int32
}

const infinite = math.MaxInt32 / 4

// newRelaxation returns a relaxation; split makes begin and end two operators.
func newRelaxation(t *Task, split bool) *relaxation {
	r := &relaxation{t: t, split: split, nodes: 2 * len(t.Facts), or: map[*Cond]int{}, same: map[string]int{}}
	r.running = r.nodes
	r.nodes += len(t.Actions)
	if split {
		r.groups = t.groups(false)
	}
	for i := range t.Actions {
		a := &t.Actions[i]
		switch {
		case a.Takes == nil:
			r.snap(i, true, 1, &a.Start, nil, nil)
		case split:
			over := a.Over
			if r.groups != nil && r.groups[i] > 0 {
				over = except(over, t.open(a, false))
			}
			r.snap(i, true, 1, &a.Start, []*Cond{newSubstitution(&a.Start).relaxed(over)}, []int32{int32(r.running + i)})
			r.snap(i, false, 0, &a.End, []*Cond{a.Over}, nil, int32(r.running+i))
		default:
			r.whole(i)
		}
	}
	for _, e := range t.Events {
		r.snap(-1, false, 1, &Snap{Effects: e.Effects}, nil, nil)
	}
	goal, ok := r.need(t.Goal, nil)
	r.goal, r.never = goal, !ok
	r.index()
	return r
}

// node returns the node of a literal.
func literal(fact int, yes bool) int32 {
	if yes {
		return int32(2 * fact)
	}
	return int32(2*fact + 1)
}

// need appends the nodes that a condition needs. It returns false if the condition never holds.
func (r *relaxation) need(c *Cond, list []int32) ([]int32, bool) {
	if c == nil {
		return list, true
	}
	ok := true
	switch c.Op {
	case False:
		return list, false
	case Fact:
		list = append(list, literal(c.Fact, true))
	case NotFact:
		list = append(list, literal(c.Fact, false))
	case And:
		for _, a := range c.Args {
			if list, ok = r.need(a, list); !ok {
				return list, false
			}
		}
	case Or:
		n, met := r.or[c]
		if !met {
			n = r.nodes
			r.nodes++
			r.or[c] = n
			for _, a := range c.Args {
				if pre, ok := r.need(a, nil); ok {
					r.ops = append(r.ops, relaxedOp{action: -1, pre: pre, add: []int32{int32(n)}})
				}
			}
		}
		list = append(list, int32(n))
	case Greater, AtLeast, Equal:
		n, met := r.or[c]
		if !met {
			key := string(c.Right.key(append(c.Left.key([]byte{byte(c.Op)}), ':')))
			if n, met = r.same[key]; met {
				r.or[c] = n
				list = append(list, int32(n))
				break
			}
			n = r.nodes
			r.nodes++
			r.or[c], r.same[key] = n, n
			r.compares = append(r.compares, &compare{c, int32(n)})
		}
		list = append(list, int32(n))
	}
	return list, true
}

// snap adds the operators of a snap: one for its effects without conditions and one for each other.
func (r *relaxation) snap(action int, start bool, cost int32, x *Snap, also []*Cond, add []int32, pre ...int32) {
	pre, ok := r.need(x.Pre, pre)
	for _, c := range also {
		if ok {
			pre, ok = r.need(c, pre)
		}
	}
	if !ok {
		return
	}
	r.effects(action, start, cost, x, pre, add)
}

func (r *relaxation) effects(action int, start bool, cost int32, x *Snap, pre, add []int32) {
	o := relaxedOp{action: int32(action), start: start, pre: pre, add: add, cost: cost}
	for _, e := range x.Effects {
		n := literal(e.Fact, e.Add)
		if e.When == nil || e.When.Op == True {
			o.add = append(o.add, n)
			continue
		}
		if more, ok := r.need(e.When, append([]int32{}, pre...)); ok {
			r.ops = append(r.ops, relaxedOp{action: int32(action), start: start, pre: more, add: []int32{n}, cost: cost})
		}
	}
	for _, c := range x.Changes {
		if c.When == nil || c.When.Op == True {
			o.changes = append(o.changes, c)
			continue
		}
		if more, ok := r.need(c.When, append([]int32{}, pre...)); ok {
			r.ops = append(r.ops, relaxedOp{action: int32(action), start: start, pre: more, cost: cost, changes: []Change{c}})
		}
	}
	r.ops = append(r.ops, o)
}

// whole adds a durative action as one operator.
func (r *relaxation) whole(i int) {
	a := &r.t.Actions[i]
	x := newSubstitution(&a.Start)
	pre, ok := r.need(a.Start.Pre, nil)
	for _, c := range []*Cond{a.Over, a.End.Pre} {
		if ok {
			pre, ok = r.need(x.relaxed(c), pre)
		}
	}
	if !ok {
		return
	}
	ends := map[int32]bool{}
	for _, e := range a.End.Effects {
		if e.When == nil || e.When.Op == True {
			ends[literal(e.Fact, !e.Add)] = true
		}
	}
	both := Snap{Changes: append(append([]Change{}, a.Start.Changes...), a.End.Changes...)}
	for _, e := range a.End.Effects {
		e.When = x.relaxed(e.When)
		both.Effects = append(both.Effects, e)
	}
	for i := len(a.Start.Changes); i < len(both.Changes); i++ {
		both.Changes[i].When = x.relaxed(both.Changes[i].When)
	}
	for _, e := range a.Start.Effects {
		if !ends[literal(e.Fact, e.Add)] {
			both.Effects = append(both.Effects, e)
		}
	}
	r.effects(i, true, 1, &both, pre, nil)
}

// index prepares the tables.
func (r *relaxation) index() {
	r.users = make([][]int32, r.nodes)
	r.touches = make([][]touch, len(r.ops))
	r.wanted = make([]bool, r.nodes)
	for _, n := range r.goal {
		if !r.wanted[n] {
			r.wanted[n] = true
			r.goals++
		}
	}
	linear := make([]map[int]float64, len(r.compares))
	reads := map[int][]int32{} // comparisons by number
	for k, c := range r.compares {
		met := map[int]bool{}
		visit := func(n int) {
			if !met[n] {
				met[n] = true
				reads[n] = append(reads[n], int32(k))
			}
		}
		c.cond.Left.each(visit)
		c.cond.Right.each(visit)
		if factors := map[int]float64{}; c.cond.Left.linear(1, factors) && c.cond.Right.linear(-1, factors) {
			linear[k] = factors
		}
	}
	for k := range r.ops {
		o := &r.ops[k]
		if len(o.pre) == 0 {
			r.free = append(r.free, int32(k))
		}
		for _, n := range o.pre {
			r.users[n] = append(r.users[n], int32(k))
		}
		met := map[int32]bool{}
		for _, c := range o.changes {
			for _, j := range reads[c.Number] {
				if met[j] {
					continue
				}
				met[j] = true
				x := touch{compare: j, node: r.compares[j].node}
				if x.gain, x.always = o.gain(linear[j]); !x.always {
					x.moves = o.moves(linear[j])
				}
				if !x.always || x.gain > 0 || x.gain < 0 && r.compares[j].cond.Op == Equal {
					r.touches[k] = append(r.touches[k], x)
				}
			}
		}
	}
	r.feed()
	r.cost, r.by, r.times = make([]int32, r.nodes), make([]int32, r.nodes), make([]int32, r.nodes)
	r.first = make([]feed, r.nodes)
	r.open, r.sum = make([]int32, len(r.ops)), make([]int32, len(r.ops))
	r.lack, r.value = make([]float64, len(r.compares)), make([]float64, len(r.compares))
	r.known = make([][]repetitions, len(r.ops))
	for k := range r.ops {
		r.known[k] = make([]repetitions, len(r.touches[k]))
	}
	r.seen, r.inOp = make([]bool, r.nodes), make([]int32, len(r.ops))
}

// lengths lets an action cost more the longer it takes: one and four times its duration by the mean of all. Durations that
// depend on numbers count as the mean.
func (r *relaxation) lengths() {
	takes := make([]float64, len(r.t.Actions))
	sum, n := 0.0, 0.0
	for i := range r.t.Actions {
		if x := r.t.Actions[i].Takes; x != nil && x.constant() {
			if takes[i] = x.Of(nil); !(takes[i] > 0) { // never begins
				takes[i] = 0
				continue
			}
			sum, n = sum+takes[i], n+1
		}
	}
	for k := range r.ops {
		o := &r.ops[k]
		if o.action < 0 || !o.start || r.t.Actions[o.action].Takes == nil {
			continue
		}
		by := 1.0
		if r.t.Actions[o.action].Takes.constant() {
			by = takes[o.action] * n / max(sum, 1e-9)
		}
		o.cost += int32(min(1000, math.Round(4*by)))
	}
}

// costliest is the greatest cost of a node that was reached, since the queue has a list for each cost.
const costliest = 1 << 17

func (r *relaxation) offer(n, cost, op, times int32) {
	cost = min(cost, costliest)
	if cost < r.cost[n] {
		r.cost[n], r.by[n], r.times[n], r.first[n] = cost, op, times, feed{-1, 0}
		for int(cost) >= len(r.queue) {
			r.queue = append(r.queue, nil)
		}
		r.queue[cost] = append(r.queue[cost], n)
		r.top = max(r.top, cost)
	}
}

// estimate returns the length of a relaxed plan, or false if no plan exists. It sets plan to its
// operators and reports through ready the operators that apply now.
func (r *relaxation) estimate(s *state, under []running, ready func(op int32)) (int32, bool) {
	if r.never {
		return infinite, false
	}
	for n := range r.cost {
		r.cost[n] = infinite
	}
	for i := range min(len(r.queue), int(r.top)+1) {
		r.queue[i] = r.queue[i][:0]
	}
	r.top = 0
	for k := range r.ops {
		r.open[k] = int32(len(r.ops[k].pre))
		r.sum[k] = 0
	}
	for f := range r.t.Facts {
		r.offer(literal(f, s.has(f)), 0, -1, 0)
	}
	for _, u := range under {
		r.offer(int32(r.running+int(u.action)), 0, -1, 0)
	}
	for k, c := range r.compares {
		if r.lack[k], r.value[k] = c.lacks(s.numbers); r.lack[k] == 0 {
			r.offer(c.node, 0, -1, 0)
		}
	}
	left := r.goals
	r.made = 0
	r.estimates++
	fire := func(k int32) {
		o := &r.ops[k]
		base := r.sum[k]
		if base == 0 && o.action >= 0 {
			ready(k)
		}
		for _, n := range o.add {
			r.offer(n, base+o.cost, k, 1)
		}
		for i, x := range r.touches[k] {
			if r.cost[x.node] <= base {
				continue
			}
			t := int32(0)
			if x.always {
				t = r.compares[x.compare].repetitions(r.lack[x.compare], r.value[x.compare], round(r.value[x.compare]+x.gain))
			} else {
				t = r.alone(k, int32(i), s.numbers)
			}
			if t == 0 {
				t = unknown
			}
			r.offer(x.node, min(base+t*max(o.cost, 1), infinite-1), k, t)
		}
		for _, x := range r.feeds[k] {
			if r.open[x.op] == 0 {
				r.fed(k, x.op, x.touch, s.numbers)
			}
		}
		for _, x := range r.feeders[k] {
			if r.open[x.op] == 0 {
				r.fed(x.op, k, x.touch, s.numbers)
			}
		}
	}
	for _, k := range r.free {
		fire(k)
	}
	for d := 0; d <= int(r.top) && d < len(r.queue); d++ {
		if d > 0 && left == 0 {
			break
		}
		for i := 0; i < len(r.queue[d]); i++ {
			n := r.queue[d][i]
			if r.cost[n] != int32(d) || r.seen[n] {
				continue
			}
			r.seen[n] = true
			if r.wanted[n] {
				left--
			}
			for _, k := range r.users[n] {
				r.sum[k] = min(r.sum[k]+int32(d), infinite/2)
				if r.open[k]--; r.open[k] == 0 {
					fire(k)
				}
			}
		}
	}
	for n := range r.seen {
		r.seen[n] = false
	}
	if left > 0 {
		return infinite, false
	}
	return r.extract(), true
}

// extract collects a relaxed plan by the best operators, and returns its length.
func (r *relaxation) extract() int32 {
	for _, k := range r.plan {
		r.inOp[k] = 0
	}
	r.plan = r.plan[:0]
	r.stack = append(r.stack[:0], r.goal...)
	var touched []int32
	length := int32(0)
	for len(r.stack) > 0 {
		n := r.stack[len(r.stack)-1]
		r.stack = r.stack[:len(r.stack)-1]
		if r.seen[n] || r.by[n] < 0 || r.cost[n] == 0 && r.by[n] < 0 {
			continue
		}
		r.seen[n] = true
		touched = append(touched, n)
		length += r.include(r.by[n], r.times[n])
		if f := r.first[n]; f.op >= 0 {
			length += r.include(f.op, f.times)
		}
	}
	for _, n := range touched {
		r.seen[n] = false
	}
	return length
}

// include adds an operator with a number of repetitions to the relaxed plan, and returns by how much that lengthens it.
func (r *relaxation) include(k, times int32) int32 {
	if r.inOp[k] == 0 {
		r.plan = append(r.plan, k)
		r.stack = append(r.stack, r.ops[k].pre...)
	}
	more := max(0, times-r.inOp[k])
	r.inOp[k] += more
	return more * r.ops[k].cost
}
