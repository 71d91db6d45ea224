package planning

import (
	"context"
	"encoding/binary"
	"slices"
	"time"
)

// A cartesian is a Cartesian abstraction: an abstract state is a set of values for each variable and
// contains all states with these values. It starts with one abstract state. While the cheapest abstract
// plan fails in the concrete task, the abstract state in which it fails is split, so that it does not fail
// there again (counterexample-guided abstraction refinement: Seipp and Helmert 2013, 2018). Transitions are
// restricted by invariants, as in projections.
type cartesian struct {
	p       *projector
	words   int
	sets    [][]uint64 // by abstract state: its facts
	tree    tree
	leaf    []int32 // by abstract state: its leaf in the tree
	out, in [][]arc
	loops   [][]int32 // by abstract state: the operators with a self-loop
	left    []int64   // by abstract state: the least cost to a target
	next    []arc     // by abstract state: the first step of a cheapest plan, or op = -1
	targets [][]Fact  // a state is a target if it has a fact of each list
	arcs    int
	stays   int // number of self-loops

	queue    costQueue
	affected []bool
	state    State
}

// An arc is a transition by an operator to another abstract state, or from it.
type arc struct{ op, state int32 }

// Limits for all abstractions together.
const (
	maxArcs  = 3_000_000
	maxStays = 20_000_000
)

// newCartesian refines an abstraction for some targets until it has no flaw, or a limit, the end time or
// the end of ctx is reached. If apart is set, it first splits off the facts of the targets.
func newCartesian(ctx context.Context, p *projector, targets [][]Fact, apart bool, arcs, stays int, end time.Time) *cartesian {
	s := p.space
	c := &cartesian{p: p, words: len(newBitset(s.Facts())), targets: targets, state: make(State, len(s.fields))}
	all := make([]uint64, c.words)
	for f := range s.Facts() {
		bitset(all).add(f)
	}
	c.sets, c.left, c.next = [][]uint64{all}, []int64{0}, []arc{{-1, -1}}
	c.out, c.in, c.affected = make([][]arc, 1), make([][]arc, 1), make([]bool, 1)
	c.tree = newTree()
	c.leaf = []int32{0}
	list := make([]int32, len(s.ops))
	for o := range list {
		list[o] = int32(o)
	}
	c.loops, c.stays = [][]int32{list}, len(list)
	if apart {
		c.apart()
	}
	for len(c.sets) < maxAbstract {
		if c.arcs > arcs || c.stays > stays || time.Now().After(end) || ctx.Err() != nil {
			break
		}
		i, cut, ok := c.flaw()
		if !ok {
			break
		}
		c.split(i, cut)
	}
	return c
}

// apart splits off the facts of the targets.
func (c *cartesian) apart() {
	for _, list := range c.targets {
		for _, k := range c.any(list) {
			i := int(c.tree.find(c.p.space.begin))
			if i, k, ok := c.choose(i, []cut{k}); ok {
				c.split(i, k)
			}
		}
	}
}

// A cut splits an abstract state: keep are the facts of variable v that one half keeps.
type cut struct {
	v    int
	keep bitset
}

func (c *cartesian) fact(v, x int) int { return c.p.space.offset[v] + x }

// span calls visit with the words of the facts of a variable, until visit returns true.
func (c *cartesian) span(v int, visit func(w int, mask uint64) bool) bool {
	first, last := c.p.space.offset[v], c.p.space.offset[v+1]-1
	for w := first >> 6; w <= last>>6; w++ {
		mask := ^uint64(0)
		if w == first>>6 {
			mask <<= first & 63
		}
		if w == last>>6 {
			mask &= ^uint64(0) >> (63 - last&63)
		}
		if visit(w, mask) {
			return true
		}
	}
	return false
}

// meets reports whether two sets have a common value of a variable.
func (c *cartesian) meets(v int, a, b bitset) bool {
	first, last := c.p.space.offset[v], c.p.space.offset[v+1]-1
	if w := first >> 6; w == last>>6 {
		return a[w]&b[w]&(^uint64(0)<<(first&63))&(^uint64(0)>>(63-last&63)) != 0
	}
	return c.span(v, func(w int, mask uint64) bool { return a[w]&b[w]&mask != 0 })
}

// meets3 is meets for three sets.
func (c *cartesian) meets3(v int, a, b, d bitset) bool {
	first, last := c.p.space.offset[v], c.p.space.offset[v+1]-1
	if w := first >> 6; w == last>>6 {
		return a[w]&b[w]&d[w]&(^uint64(0)<<(first&63))&(^uint64(0)>>(63-last&63)) != 0
	}
	return c.span(v, func(w int, mask uint64) bool { return a[w]&b[w]&d[w]&mask != 0 })
}

// leads reports whether an operator may lead from a state in one set to a state in another, judging by one
// variable.
func (c *cartesian) leads(o int32, a, b bitset, v int) bool {
	allowed := c.p.allowed[o]
	if !c.meets(v, a, allowed) {
		return false
	}
	list := c.p.space.Task.Operators[o].Effects
	for k := len(list) - 1; k >= 0; k-- {
		e := &list[k]
		if e.Var != v {
			continue
		}
		possible, sure := c.fires(e, a, allowed)
		if possible && b.has(c.fact(v, e.Value)) {
			return true
		}
		if sure {
			return false
		}
	}
	return c.meets3(v, a, b, c.p.stays[o])
}

// fires reports whether the condition of an effect may hold, and whether it must.
func (c *cartesian) fires(e *Effect, a, allowed bitset) (possible, sure bool) {
	sure = true
	for _, w := range e.When {
		f := c.fact(w.Var, w.Value)
		if !a.has(f) || !allowed.has(f) {
			return false, false
		}
		if sure {
			sure = !c.span(w.Var, func(i int, mask uint64) bool {
				rest := a[i] & allowed[i] & mask
				if i == f>>6 {
					rest &^= 1 << (f & 63)
				}
				return rest != 0
			})
		}
	}
	return true, sure
}

// leadsAfter is leads for transitions that existed before a split of variable v.
func (c *cartesian) leadsAfter(o int32, from, to int, v int) bool {
	a, b := bitset(c.sets[from]), bitset(c.sets[to])
	if !c.leads(o, a, b, v) {
		return false
	}
	op := &c.p.space.Task.Operators[o]
	if len(c.p.space.ops[o].when) > 0 {
		for _, e := range op.Effects {
			if e.Var != v && !c.leads(o, a, b, e.Var) {
				return false
			}
		}
	}
	for _, list := range op.Some {
		if !slices.ContainsFunc(list, func(f Fact) bool { return a.has(c.fact(f.Var, f.Value)) }) {
			return false
		}
	}
	return true
}

// isTarget reports whether an abstract state contains a target.
func (c *cartesian) isTarget(i int) bool {
	set := bitset(c.sets[i])
	for _, list := range c.targets {
		if !slices.ContainsFunc(list, func(f Fact) bool { return set.has(c.fact(f.Var, f.Value)) }) {
			return false
		}
	}
	return true
}

// split splits an abstract state. The half that keeps the values of the cut is the new one.
func (c *cartesian) split(i int, k cut) {
	j := len(c.sets)
	a, b := bitset(c.sets[i]), slices.Clone(bitset(c.sets[i]))
	c.span(k.v, func(w int, mask uint64) bool {
		b[w] &= k.keep[w] | ^mask
		a[w] &^= k.keep[w] & mask
		return false
	})
	c.sets = append(c.sets, b)
	c.leaf = append(c.leaf, 0)
	c.leaf[i], c.leaf[j] = c.tree.split(c.leaf[i], c.p.space, k, i, j)
	out, in, loops := c.out[i], c.in[i], c.loops[i]
	c.arcs -= len(out) + len(in)
	c.stays -= len(loops)
	c.out, c.in = append(c.out, nil), append(c.in, nil)
	c.out[i], c.in[i], c.loops[i] = nil, nil, nil
	c.loops = append(c.loops, nil)
	c.left, c.next, c.affected = append(c.left, c.left[i]), append(c.next, c.next[i]), append(c.affected, false)
	c.rewire(out, in, i, j, k.v)
	for _, o := range loops {
		c.loop(o, i, j, k.v)
	}
	c.repair(i, j)
}

// rewire replaces the arcs of a split state by arcs of its halves.
func (c *cartesian) rewire(out, in []arc, i, j, v int) {
	forget := func(list [][]arc, of []arc) {
		for _, e := range of {
			u := e.state
			if !c.affected[u] {
				c.affected[u] = true
				list[u] = slices.DeleteFunc(list[u], func(x arc) bool { return int(x.state) == i })
			}
		}
		for _, e := range of {
			c.affected[e.state] = false
		}
	}
	forget(c.in, out)
	forget(c.out, in)
	for _, e := range out {
		for _, h := range [2]int{i, j} {
			if c.leadsAfter(e.op, h, int(e.state), v) {
				c.connect(e.op, h, int(e.state))
			}
		}
	}
	for _, e := range in {
		for _, h := range [2]int{i, j} {
			if c.leadsAfter(e.op, int(e.state), h, v) {
				c.connect(e.op, int(e.state), h)
			}
		}
	}
}

func (c *cartesian) connect(o int32, from, to int) {
	c.out[from] = append(c.out[from], arc{o, int32(to)})
	c.in[to] = append(c.in[to], arc{o, int32(from)})
	c.arcs += 2
}

// loop replaces a self-loop of a split state by transitions of its halves.
func (c *cartesian) loop(o int32, i, j, v int) {
	for _, h := range [2]int{i, j} {
		if c.leadsAfter(o, h, h, v) {
			c.loops[h] = append(c.loops[h], o)
			c.stays++
		}
		if other := i + j - h; c.leadsAfter(o, h, other, v) {
			c.connect(o, h, other)
		}
	}
}

// repair updates the costs to a target after a split. It visits states by ascending cost; a state that has
// another cheapest plan keeps its cost.
func (c *cartesian) repair(i, j int) {
	if !c.isTarget(i) && c.left[i] == 0 && c.next[i].op < 0 {
		c.next[i] = arc{0, int32(i)}
	}
	if !c.isTarget(j) && c.left[j] == 0 && c.next[j].op < 0 {
		c.next[j] = arc{0, int32(j)}
	}
	c.queue.clear()
	for _, h := range [2]int{i, j} {
		if c.left[h] < Infinite {
			c.queue.push(int32(h), c.left[h])
		}
		for _, e := range c.in[h] {
			if n := c.next[e.state]; n.op >= 0 && int(n.state) == i {
				c.queue.push(e.state, c.left[e.state])
			}
		}
	}
	var list []int32
	for {
		u, cost, ok := c.queue.pop()
		if !ok {
			break
		}
		if c.affected[u] || c.next[u].op < 0 && (int(u) != i && int(u) != j || c.isTarget(int(u))) || c.supported(u, cost) {
			continue
		}
		c.affected[u] = true
		list = append(list, u)
		for _, e := range c.in[u] {
			if n := c.next[e.state]; n.op >= 0 && n.state == u && !c.affected[e.state] {
				c.queue.push(e.state, c.left[e.state])
			}
		}
	}
	c.cheapest(list)
}

// supported reports whether a state has another plan of the same cost, and records it.
func (c *cartesian) supported(u int32, cost int64) bool {
	for _, e := range c.out[u] {
		price := c.p.space.ops[e.op].cost
		if price > 0 && !c.affected[e.state] && c.left[e.state] < Infinite && c.left[e.state]+price == cost {
			c.next[u] = e
			return true
		}
	}
	return false
}

// cheapest recomputes the costs of the affected states.
func (c *cartesian) cheapest(list []int32) {
	c.queue.clear()
	for _, u := range list {
		c.left[u], c.next[u] = Infinite, arc{-1, -1}
		for _, e := range c.out[u] {
			if c.affected[e.state] || c.left[e.state] == Infinite {
				continue
			}
			if d := c.left[e.state] + c.p.space.ops[e.op].cost; d < c.left[u] {
				c.left[u], c.next[u] = d, e
			}
		}
		if c.left[u] < Infinite {
			c.queue.push(u, c.left[u])
		}
	}
	for {
		u, cost, ok := c.queue.pop()
		if !ok {
			break
		}
		if cost > c.left[u] {
			continue
		}
		for _, e := range c.in[u] {
			if d := cost + c.p.space.ops[e.op].cost; c.affected[e.state] && d < c.left[e.state] {
				c.left[e.state], c.next[e.state] = d, arc{e.op, u}
				c.queue.push(e.state, d)
			}
		}
	}
	for _, u := range list {
		c.affected[u] = false
	}
}

// abstraction returns the reachable abstract states with their transitions, in the form that projections
// have.
func (c *cartesian) abstraction() *abstraction {
	a := &abstraction{size: len(c.sets)}
	met := make([]bool, a.size)
	open := []int32{c.tree.find(c.p.space.begin)}
	met[open[0]] = true
	by := map[int32][]byte{} // by operator: its transitions
	var ops []int32
	var edges []edge
	for k := 0; k < len(open); k++ {
		from := open[k]
		if c.isTarget(int(from)) {
			a.goals = append(a.goals, from)
		}
		for _, e := range c.out[from] {
			if by[e.op] == nil {
				ops = append(ops, e.op)
			}
			by[e.op] = binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(by[e.op], uint32(from)), uint32(e.state))
			if !met[e.state] {
				met[e.state] = true
				open = append(open, e.state)
			}
		}
	}
	slices.Sort(ops)
	classes := map[string]int{}
	for _, o := range ops {
		steps := by[o]
		n, known := classes[string(steps)]
		if known {
			a.classes[n] = append(a.classes[n], o)
			continue
		}
		n = len(a.classes)
		classes[string(steps)] = n
		a.classes = append(a.classes, []int32{o})
		for len(steps) > 0 {
			from, to := binary.LittleEndian.Uint32(steps), binary.LittleEndian.Uint32(steps[4:])
			edges = append(edges, edge{int32(from), int32(to), int32(n)})
			steps = steps[8:]
		}
	}
	a.link(edges)
	return a
}
