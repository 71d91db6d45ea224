package planning

import (
	"encoding/binary"
	"slices"
)

// A costGraph computes the costs of the propositions of a relaxation in a state for h_max, h_add and FF.
// The cost of an action is its own plus the maximum or the sum of the costs of its preconditions. The
// result and the order are those of the exploration in the tests, so the same ones of equally cheap actions
// are chosen, with these optimizations:
//
//   - propositions that the same actions need are grouped and count as one precondition once all
//     of them are reached: the disjunctions that say that a block is clear, or those of a goal;
//   - what holds in a state is not explored, and only counted anew where it differs from the state before;
//   - an action that passes on the cost of one proposition, such as a part of a disjunction, is
//     skipped when nothing is left to be reached by those of its variable;
//   - the exploration stops as soon as the goal is reached.
type costGraph struct {
	*relaxation
	kept   int64 // mask for the cost accumulated so far: all ones to sum costs, else 0
	offset []int // by variable: the number of its first fact

	group  []int32 // by proposition: its group, or -1 if nothing needs it
	users  lists   // by group: the actions that need it, by their index in origin
	origin []int32 // the actions that are not relays
	charge []int64 // by index in origin: the cost of the action
	adds   lists   // by index in origin: the propositions that it adds
	fresh  []awaited
	now    []awaited // by group
	open   []awaited // by index in origin: groups instead of propositions
	opened []awaited // open before the exploration
	last   int32     // index of the action that reaches the goal
	costs  []int64   // by operator

	relays    []relay // by proposition: first those before the actions that need it, then those after
	relayFrom []int32 // the relays of proposition p start at 2p and 2p+1
	left      []int32 // by variable: the number of propositions that its relays may still reach
	leftFresh []int32
	source    []int32 // by proposition: its variable, or -1
	targets   lists   // by proposition: the variables with relays to it

	reach    []int64 // by proposition; Infinite if not reached
	infinite []int64
	by       []int32 // by proposition: the action that reached it at least cost, or -1
	queue    costQueue
	base     costBase
	disjoint []int32 // the disjunctions that relays reach
}

// An awaited is a group that is reached when all its propositions are.
type awaited struct {
	spent int64 // cost of its propositions
	open  int32 // number of propositions not reached yet
}

// A relay is an action of cost 0 that passes on the cost of one proposition to another.
type relay struct{ action, to int32 }

func newCostGraph(r *relaxation, sum bool, costs []int64) *costGraph {
	g := &costGraph{relaxation: r, costs: costs, offset: r.space.offset,
		reach: make([]int64, r.props), infinite: make([]int64, r.props), by: make([]int32, r.props)}
	for p := range g.infinite {
		g.infinite[p] = Infinite
	}
	if sum {
		g.kept = -1
	}
	g.relay()
	g.join(g.pack())
	for p := range int32(r.props) {
		if len(g.targets.of(p)) > 0 {
			g.disjoint = append(g.disjoint, p)
		}
	}
	g.base = g.newBase()
	return g
}

// isRelay reports whether an action only passes on the cost of a proposition.
func (g *costGraph) isRelay(a int32) bool {
	x := &g.actions[a]
	return x.owner < 0 && len(x.pre) == 1 && x.add[0] != g.goal
}

// relay finds the relays and the propositions that those of a variable reach.
func (g *costGraph) relay() {
	r := g.relaxation
	g.source = make([]int32, r.props)
	for p := range g.source {
		g.source[p] = -1
	}
	for v := range g.offset[:len(g.offset)-1] {
		for p := g.offset[v]; p < g.offset[v+1]; p++ {
			g.source[p] = int32(v)
		}
	}
	targets := make([][]int32, r.props)
	for p, list := range r.needs {
		for after := range 2 {
			g.relayFrom = append(g.relayFrom, int32(len(g.relays)))
			others := false
			for _, a := range list {
				if !g.isRelay(a) {
					others = true
				} else if others == (after == 1) {
					to := r.actions[a].add[0]
					g.relays = append(g.relays, relay{a, to})
					if v := g.source[p]; v >= 0 && !slices.Contains(targets[to], v) {
						targets[to] = append(targets[to], v)
					}
				}
			}
		}
	}
	g.relayFrom = append(g.relayFrom, int32(len(g.relays)))
	g.leftFresh = make([]int32, len(g.offset))
	for _, list := range targets {
		for _, v := range list {
			g.leftFresh[v]++
		}
	}
	g.targets, g.left = packLists(targets), slices.Clone(g.leftFresh)
}

// pack numbers the other actions. It omits the propositions that nothing needs from their adds.
func (g *costGraph) pack() (place []int32) {
	place = make([]int32, len(g.actions))
	var adds [][]int32
	for a := range g.actions {
		if place[a] = -1; g.isRelay(int32(a)) {
			continue
		}
		x := &g.actions[a]
		place[a] = int32(len(g.origin))
		if x.add[0] == g.goal {
			g.last = place[a]
		}
		cost := int64(0)
		if x.owner >= 0 {
			cost = g.costs[x.owner]
		}
		g.origin, g.charge = append(g.origin, int32(a)), append(g.charge, cost)
		adds = append(adds, slices.DeleteFunc(slices.Clone(x.add), func(p int32) bool { return len(g.needs[p]) == 0 }))
	}
	g.adds = packLists(adds)
	return place
}

// join groups the propositions that the same actions need.
func (g *costGraph) join(place []int32) {
	g.group = make([]int32, g.props)
	known := map[string]int32{}
	var users [][]int32
	var key []byte
	for p, list := range g.needs {
		key = key[:0]
		var places []int32
		for _, a := range list {
			if k := place[a]; k >= 0 {
				places = append(places, k)
				key = binary.LittleEndian.AppendUint32(key, uint32(k))
			}
		}
		g.group[p] = -1
		if len(places) == 0 {
			continue
		}
		k, ok := known[string(key)]
		if !ok {
			k = int32(len(users))
			known[string(key)] = k
			users, g.fresh = append(users, places), append(g.fresh, awaited{})
		}
		g.group[p] = k
		g.fresh[k].open++
	}
	g.users, g.now = packLists(users), slices.Clone(g.fresh)
	g.opened = make([]awaited, len(g.origin))
	for _, list := range users {
		for _, a := range list {
			g.opened[a].open++
		}
	}
	g.open = slices.Clone(g.opened)
}

// explore computes the cost of the goal and of all cheaper propositions.
func (g *costGraph) explore(s State) {
	if g.begin(s) {
		return
	}
	for {
		p, c, ok := g.queue.pop()
		if !ok {
			return
		}
		if c > g.reach[p] {
			continue
		}
		from := g.relayFrom[2*p : 2*p+3]
		if from[0] < from[1] {
			g.passOn(p, c, g.relays[from[0]:from[1]])
		}
		if k := g.group[p]; k >= 0 {
			n := &g.now[k]
			n.add(c, g.kept)
			if n.open == 0 && g.perform(k, n.spent) {
				return
			}
		}
		if from[1] < from[2] {
			g.passOn(p, c, g.relays[from[1]:from[2]])
		}
	}
}

// passOn lowers the costs of the targets of relays.
func (g *costGraph) passOn(p int32, c int64, list []relay) {
	v := g.source[p]
	if v >= 0 && g.left[v] == 0 {
		return
	}
	for _, l := range list {
		if g.reach[l.to] == Infinite {
			for _, u := range g.targets.of(l.to) {
				g.left[u]--
			}
		}
		g.lower(l.to, c, l.action)
	}
}

// add records that a proposition was reached at a cost, which is the greatest so far.
func (n *awaited) add(c, kept int64) {
	n.open--
	n.spent = plus(n.spent&kept, c)
}

// maxCost is the upper limit of sums of costs. Sums can double with each fact and lose their meaning long
// before.
const maxCost = 1 << 61

// plus adds finite costs.
func plus(a, b int64) int64 { return min(a+b, maxCost) }

// perform informs the actions that need a group that it is reached, at a cost. It returns true if the goal is reached.
func (g *costGraph) perform(group int32, c int64) bool {
	for _, k := range g.users.of(group) {
		n := &g.open[k]
		n.add(c, g.kept)
		if n.open == 0 && g.act(k, n.spent) {
			return true
		}
	}
	return false
}

// act lowers the costs of what an action adds, if its preconditions cost c. It returns true if the goal is reached.
func (g *costGraph) act(k int32, c int64) bool {
	if k == g.last {
		g.reach[g.goal], g.by[g.goal] = c, g.origin[k]
		return true
	}
	c = plus(c, g.charge[k])
	for _, p := range g.adds.of(k) {
		if c < g.reach[p] {
			g.lower(p, c, g.origin[k])
		}
	}
	return false
}

func (g *costGraph) lower(p int32, c int64, by int32) {
	if c < g.reach[p] {
		g.reach[p], g.by[p] = c, by
		g.queue.push(p, c)
	}
}
