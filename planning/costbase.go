package planning

import "math/bits"

// A costBase holds what is true in one state: the propositions of cost 0 that need no action. From one state to the next
// only the facts that changed are counted again, so the exploration begins with the applicable actions and never visits
// what holds already.
type costBase struct {
	state State     // nil before the first state
	holds []int32   // by proposition: whether it holds; of a disjunction, the number of its facts that hold
	now   []awaited // by group
	open  []awaited // by index in origin: the groups that do not hold
	ready bitset    // by index in origin: whether all groups hold
}

func (g *costGraph) newBase() costBase {
	b := costBase{holds: make([]int32, g.props), now: make([]awaited, len(g.fresh)), open: make([]awaited, len(g.origin)), ready: newBitset(len(g.origin))}
	copy(b.now, g.fresh)
	copy(b.open, g.opened)
	for k, n := range b.open {
		if n.open == 0 {
			b.ready.add(k)
		}
	}
	return b
}

// move changes the base to another state.
func (g *costGraph) move(s State) {
	b := &g.base
	if b.state == nil {
		g.gain(g.always)
		for v, x := range s {
			g.gain(int32(g.offset[v] + int(x)))
		}
		b.state = append(b.state, s...)
		return
	}
	for v, x := range s {
		if old := b.state[v]; old != x {
			g.lose(int32(g.offset[v] + int(old)))
			g.gain(int32(g.offset[v] + int(x)))
			b.state[v] = x
		}
	}
}

// gain records that a proposition holds, or one more fact of a disjunction.
func (g *costGraph) gain(p int32) {
	b := &g.base
	if b.holds[p]++; b.holds[p] > 1 {
		return
	}
	for _, l := range g.relays[g.relayFrom[2*p]:g.relayFrom[2*p+2]] {
		g.gain(l.to)
	}
	k := g.group[p]
	if k < 0 {
		return
	}
	if b.now[k].open--; b.now[k].open > 0 {
		return
	}
	for _, a := range g.users.of(k) {
		if b.open[a].open--; b.open[a].open == 0 {
			b.ready.add(int(a))
		}
	}
}

// lose records that a proposition no longer holds, or one fact of a disjunction.
func (g *costGraph) lose(p int32) {
	b := &g.base
	if b.holds[p]--; b.holds[p] > 0 {
		return
	}
	for _, l := range g.relays[g.relayFrom[2*p]:g.relayFrom[2*p+2]] {
		g.lose(l.to)
	}
	k := g.group[p]
	if k < 0 {
		return
	}
	if b.now[k].open++; b.now[k].open > 1 {
		return
	}
	for _, a := range g.users.of(k) {
		if b.open[a].open++; b.open[a].open == 1 {
			b.ready.remove(int(a))
		}
	}
}

// begin sets the costs to those of the base and performs the applicable actions. It returns true if the goal is reached.
func (g *costGraph) begin(s State) bool {
	g.move(s)
	b := &g.base
	copy(g.reach, g.infinite)
	copy(g.now, b.now)
	copy(g.open, b.open)
	copy(g.left, g.leftFresh)
	g.queue.clear()
	for _, p := range g.disjoint {
		if b.holds[p] > 0 {
			g.reached(p)
		}
	}
	for v, x := range s {
		p := int32(g.offset[v] + int(x))
		g.reach[p], g.by[p] = 0, -1
	}
	g.reach[g.always], g.by[g.always] = 0, -1
	for w, word := range b.ready {
		for ; word != 0; word &= word - 1 {
			if g.act(int32(w<<6+bits.TrailingZeros64(word)), 0) {
				return true
			}
		}
	}
	return false
}

// reached records that a disjunction holds, so that relays to it have nothing left to do.
func (g *costGraph) reached(p int32) {
	g.reach[p], g.by[p] = 0, -1
	for _, u := range g.targets.of(p) {
		g.left[u]--
	}
}
