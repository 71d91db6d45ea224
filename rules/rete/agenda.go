package rete

import (
	"math/rand/v2"
	"slices"

	"farbank/rules/value"
)

// Activation is a rule and the facts that satisfy it.
type Activation struct {
	Rule     *Rule
	Salience int
	Time     uint64 // greater is more recent

	token   int32
	place   int32 // in its heap, -1 when it is in none
	random  uint32
	recency []uint64 // the time tags of its facts, for lex, mea and jess
}

// Agendas holds the activations of every module, and the strategy that orders
// those of equal salience.
type Agendas struct {
	network  *Network
	strategy Strategy
	items    []*Activation // by number; 0 is none
	free     []int32
	heaps    [][]int32 // a module each
	clock    uint64
	count    int
	random   *rand.Rand
}

// activate puts the activation of a rule by a token on its module's agenda.
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
		a.Salience = r.Salience()
	}
	if g.strategy == Random {
		a.random = g.generator().Uint32()
	}
	n.tokens[t].marker = number
	g.prepare(a)
	if n.Listener.Activate != nil {
		n.Listener.Activate(a)
	}
	g.push(number)
	g.count++
}

func (g *Agendas) generator() *rand.Rand {
	if g.random == nil {
		g.random = rand.New(rand.NewPCG(1, 2))
	}
	return g.random
}

// Seed sets the generator of the random strategy.
func (g *Agendas) Seed(seed uint64) { g.random = rand.New(rand.NewPCG(seed, 0)) }

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

// prepare fills in what the strategy compares.
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

// times lists the time tags of a token's facts, the last condition's first; 0
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

// Len is the number of activations on all agendas.
func (g *Agendas) Len() int { return g.count }

// remove takes an activation off its agenda for good.
func (g *Agendas) remove(number int32, tell bool) {
	a := g.items[number]
	if tell && g.network.Listener.Deactivate != nil {
		g.network.Listener.Deactivate(a)
	}
	if a.place >= 0 {
		g.drop(a)
		g.count--
	}
	g.free = append(g.free, number)
}

// Top gives the activation of a module that is to fire next, or nil.
func (g *Agendas) Top(module int) *Activation {
	if module >= len(g.heaps) || len(g.heaps[module]) == 0 {
		return nil
	}
	return g.items[g.heaps[module][0]]
}

// List gives the activations of a module in the order they would fire.
func (g *Agendas) List(module int) []*Activation {
	if module >= len(g.heaps) {
		return nil
	}
	var list []*Activation
	for _, number := range g.heaps[module] {
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

// Rearrange orders the agendas anew: with another strategy, or, if salience is
// true, with the saliences evaluated again (modules: only those; nil: all).
func (g *Agendas) Rearrange(s Strategy, salience bool, modules []int) {
	g.strategy = s
	for module := range g.heaps {
		if modules != nil && !slices.Contains(modules, module) {
			continue
		}
		for _, number := range g.heaps[module] {
			a := g.items[number]
			if salience && a.Rule.Salience != nil {
				a.Salience = a.Rule.Salience()
			}
			if s == Random && a.random == 0 {
				a.random = g.generator().Uint32()
			}
			g.prepare(a)
		}
		for i := len(g.heaps[module])/2 - 1; i >= 0; i-- {
			g.down(module, i)
		}
	}
}

// Strategy tells the strategy in force.
func (g *Agendas) Strategy() Strategy { return g.strategy }

// Match is an activation taken off the agenda to be fired, with what its
// actions may read: they may retract any fact of it.
type Match struct {
	Rule  *Rule
	Facts []*Fact // a condition each; nil where it binds none
	marks [][]mark
}

// Value reads a variable.
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

// Take takes an activation off its agenda to fire it. The same facts do not
// activate the rule again.
func (n *Network) Take(a *Activation) *Match {
	m := &Match{Rule: a.Rule}
	depth := int(n.tokens[a.token].level)
	m.Facts = make([]*Fact, depth)
	for t := a.token; n.tokens[t].level > 0; t = n.tokens[t].parent {
		k := &n.tokens[t]
		m.Facts[k.level-1] = n.facts[k.fact]
		if k.marks != 0 {
			if m.marks == nil {
				m.marks = make([][]mark, depth)
			}
			m.marks[k.level-1] = n.marks[k.marks]
		}
	}
	n.firing, n.firingDead = n.logicalToken(a.Rule, a.token), false
	number := n.tokens[a.token].marker
	n.tokens[a.token].marker = 0
	n.Agendas.remove(number, false)
	return m
}

// Facts lists the facts of an activation, a condition each; nil where it binds
// none.
func (n *Network) Facts(a *Activation) []*Fact { return n.factsOf(a.token) }

// heap of activations: a parent comes before its children.

func (g *Agendas) push(number int32) {
	a := g.items[number]
	for len(g.heaps) <= a.Rule.Module {
		g.heaps = append(g.heaps, nil)
	}
	h := append(g.heaps[a.Rule.Module], number)
	g.heaps[a.Rule.Module] = h
	g.up(a.Rule.Module, len(h)-1)
}

func (g *Agendas) drop(a *Activation) {
	module, i := a.Rule.Module, int(a.place)
	h := g.heaps[module]
	last := len(h) - 1
	moved := h[last]
	g.heaps[module] = h[:last]
	a.place = -1
	if i == last {
		return
	}
	h[i] = moved
	g.items[moved].place = int32(i)
	g.up(module, i)
	g.down(module, int(g.items[moved].place))
}

func (g *Agendas) up(module, i int) {
	h := g.heaps[module]
	number := h[i]
	a := g.items[number]
	for i > 0 {
		p := (i - 1) / 2
		if !g.before(a, g.items[h[p]]) {
			break
		}
		h[i] = h[p]
		g.items[h[i]].place = int32(i)
		i = p
	}
	h[i] = number
	a.place = int32(i)
}

func (g *Agendas) down(module, i int) {
	h := g.heaps[module]
	number := h[i]
	a := g.items[number]
	for {
		c := 2*i + 1
		if c >= len(h) {
			break
		}
		if c+1 < len(h) && g.before(g.items[h[c+1]], g.items[h[c]]) {
			c++
		}
		if !g.before(g.items[h[c]], a) {
			break
		}
		h[i] = h[c]
		g.items[h[i]].place = int32(i)
		i = c
	}
	h[i] = number
	a.place = int32(i)
}

// Clear drops all activations that are left.
func (g *Agendas) Clear() {
	for module := range g.heaps {
		for len(g.heaps[module]) > 0 {
			number := g.heaps[module][0]
			g.network.tokens[g.items[number].token].marker = 0
			g.remove(number, false)
		}
	}
}
