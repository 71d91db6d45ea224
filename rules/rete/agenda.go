package rete

import (
	"slices"

	"farbank/rules/value"
)

// Activation is a rule and the facts that satisfy it.
type Activation struct {
	Rule     *Rule
	Salience int
	Time     uint64 // greater is more recent

	token   int32
	place   int32 // in its heap or queue, -1 if it is in none
	random  uint32
	recency []uint64 // the time tags of its facts, for lex, mea and jess
}

// Agendas holds the activations of every module and the strategy that orders those of equal
// salience.
type Agendas struct {
	network  *Network
	strategy Strategy
	items    []*Activation // by number; 0 is unused
	free     []int32
	heaps    [][]int32 // one for each module; for depth and breadth see queues
	queues   [][]*queue
	clock    uint64
	count    int
}

// activate puts the activation of a rule by token t on its module's agenda.
func (n *Network) activate(r *Rule, t int32) {
	if r.AutoFocus && n.Listener.Focus != nil {
		n.Listener.Focus(r)
	}
	g := &n.Agendas
	number := g.take()
	a := g.items[number]
	*a = Activation{Rule: r, token: t, Time: g.clock, place: -1, recency: a.recency[:0]}
	g.clock++
	if r.Salience != nil {
		a.Salience = r.Salience(n.Owner)
	}
	if n.Listener.Random != nil {
		a.random = n.Listener.Random() // drawn for every strategy, as in CLIPS: programs observe it in their own random numbers
	}
	n.tokens[t].block = number
	g.prepare(a)
	if n.Listener.Activate != nil {
		n.Listener.Activate(a)
	}
	g.push(number)
	g.count++
}

// take returns the number of a free activation.
func (g *Agendas) take() int32 {
	if k := len(g.free); k > 0 {
		number := g.free[k-1]
		g.free = g.free[:k-1]
		return number
	}
	if g.items == nil {
		g.items = []*Activation{nil}
	}
	g.items = append(g.items, &Activation{})
	return int32(len(g.items) - 1)
}

// prepare computes the values that the strategy compares.
func (g *Agendas) prepare(a *Activation) {
	if g.strategy != Lex && g.strategy != Mea && g.strategy != Jess {
		return
	}
	a.recency = g.network.times(a.token, a.recency[:0])
	first := uint64(0)
	if len(a.recency) > 0 {
		first = a.recency[len(a.recency)-1]
	}
	slices.SortFunc(a.recency, func(x, y uint64) int { return compare(y, x) })
	if g.strategy == Mea {
		a.recency = append([]uint64{first}, a.recency...)
	}
}

// times appends the time tags of a token's facts to into, those of the last condition first; 0
// for a condition without a fact.
func (n *Network) times(t int32, into []uint64) []uint64 {
	for t != 0 && n.tokens[t].level > 0 {
		k := &n.tokens[t]
		time := uint64(0)
		if k.fact != 0 {
			time = n.facts[k.fact].Time
		}
		into = append(into, time)
		t = k.parent
	}
	return into
}

// Len returns the number of activations on all agendas.
func (g *Agendas) Len() int { return g.count }

// remove removes an activation from its agenda and frees it. With notify it calls the listener.
func (g *Agendas) remove(number int32, notify bool) {
	a := g.items[number]
	if notify && g.network.Listener.Deactivate != nil {
		g.network.Listener.Deactivate(a)
	}
	if a.place >= 0 {
		g.unlink(a)
		g.count--
	}
	g.free = append(g.free, number)
}

// Top returns the activation of a module that fires next, or nil.
func (g *Agendas) Top(module int) *Activation {
	if g.queued() {
		if number := g.topOfQueues(module); number != 0 {
			return g.items[number]
		}
		return nil
	}
	if module >= len(g.heaps) || len(g.heaps[module]) == 0 {
		return nil
	}
	return g.items[g.heaps[module][0]]
}

// numbers returns the activations of a module in no particular order.
func (g *Agendas) numbers(module int) []int32 {
	if !g.queued() {
		if module >= len(g.heaps) {
			return nil
		}
		return slices.Clone(g.heaps[module])
	}
	var all []int32
	if module < len(g.queues) {
		for _, q := range g.queues[module] {
			for _, number := range q.items {
				if number != 0 {
					all = append(all, number)
				}
			}
		}
	}
	return all
}

// List returns the activations of a module in the order in which they would fire.
func (g *Agendas) List(module int) []*Activation {
	var list []*Activation
	for _, number := range g.numbers(module) {
		list = append(list, g.items[number])
	}
	slices.SortFunc(list, func(a, b *Activation) int {
		if g.before(a, b) {
			return -1
		}
		return 1
	})
	return list
}

// Rearrange sorts the agendas by strategy s. If salience is true, it evaluates the saliences
// again, of the given modules only unless modules is nil.
func (g *Agendas) Rearrange(s Strategy, salience bool, modules []int) {
	var all [][]int32
	for module := range max(len(g.heaps), len(g.queues)) {
		all = append(all, g.numbers(module))
	}
	g.heaps, g.queues, g.strategy = nil, nil, s
	for module, numbers := range all {
		// Queues are sorted by age.
		slices.SortFunc(numbers, func(a, b int32) int { return compare(g.items[a].Time, g.items[b].Time) })
		for _, number := range numbers {
			a := g.items[number]
			if salience && a.Rule.Salience != nil && (modules == nil || slices.Contains(modules, module)) {
				a.Salience = a.Rule.Salience(g.network.Owner)
			}
			g.prepare(a)
			g.push(number)
		}
	}
}

// SetStrategy sets the strategy of agendas that have no activations.
func (g *Agendas) SetStrategy(s Strategy) { g.strategy = s }

// Strategy returns the current strategy.
func (g *Agendas) Strategy() Strategy { return g.strategy }

// Match is an activation taken off the agenda to fire, with the values that its actions may
// read, even after they retract its facts.
type Match struct {
	Rule  *Rule
	Facts []*Fact // one for each condition; nil for a condition that binds none
	marks [][]mark
}

// Value returns the value of a variable.
func (m *Match) Value(r *Ref) value.Value {
	f := m.Facts[r.Level-1]
	switch r.Kind {
	case RefFact:
		return Address(f)
	case RefSlot:
		return f.Slots[r.Slot]
	}
	var marks []mark
	if m.marks != nil {
		marks = m.marks[r.Level-1]
	}
	return ReadSlot(r, f.Slots, marks)
}

// Take removes an activation from its agenda to fire it. The same facts do not activate the
// rule again. The result is valid until the next Take.
func (n *Network) Take(a *Activation) *Match {
	m := &n.taken
	depth := int(n.tokens[a.token].level)
	*m = Match{Rule: a.Rule, Facts: slices.Grow(m.Facts[:0], depth)[:depth]}
	for t := a.token; n.tokens[t].level > 0; t = n.tokens[t].parent {
		k := &n.tokens[t]
		m.Facts[k.level-1] = n.facts[k.fact]
		if marks := n.marksOf(t); marks != nil && k.fact != 0 {
			if m.marks == nil {
				m.marks = make([][]mark, depth)
			}
			m.marks[k.level-1] = marks
		}
	}
	n.firing, n.firingDead = n.logicalToken(a.Rule, a.token), false
	number := n.tokens[a.token].block
	n.tokens[a.token].block = 0
	n.Agendas.remove(number, false)
	return m
}

// Facts returns the facts of an activation, one for each condition; nil for a condition that
// binds none.
func (n *Network) Facts(a *Activation) []*Fact { return n.factsOf(a.token) }

// push puts an activation on its agenda.
func (g *Agendas) push(number int32) {
	if g.queued() {
		g.enqueue(number)
	} else {
		g.pushHeap(number)
	}
}

// unlink removes an activation from its agenda.
func (g *Agendas) unlink(a *Activation) {
	if g.queued() {
		g.dequeue(a)
	} else {
		g.dropHeap(a)
	}
}

// Clear removes all activations.
func (g *Agendas) Clear() {
	for module := range max(len(g.heaps), len(g.queues)) {
		for _, number := range g.numbers(module) {
			g.network.tokens[g.items[number].token].block = 0
			g.remove(number, false)
		}
	}
}
