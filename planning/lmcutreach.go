package planning

// A supportGraph computes the h_max costs that LM-cut needs: the cost of an action is its own plus that of
// its most expensive precondition. It is a compact form of a relaxation, without the propositions that no
// action needs.
type supportGraph struct {
	always, goal int32
	offset       []int // by variable: the number of its first fact
	actions      []supported
	fresh        []support // values of now before the exploration
	now          []support // by action
	pre, add     []int32   // of all actions, concatenated
	needs, makes lists     // by proposition: the actions that need it, and those that add it
	of           [][]int32 // by operator: its actions
	reach        []int64   // by proposition; Infinite if not reached
	queue        costQueue
}

// A supported holds the ranges of the lists of an action.
type supported struct{ pre, preEnd, add, addEnd, owner int32 }

// A support holds the state of an action.
type support struct {
	cost    int64
	spent   int64 // cost of its preconditions
	open    int32 // number of preconditions not reached yet
	dearest int32 // supporter: a most expensive precondition
}

// A lists stores lists of numbers in one array.
type lists struct{ from, items []int32 }

func (l *lists) of(i int32) []int32 { return l.items[l.from[i]:l.from[i+1]] }

func packLists(all [][]int32) lists {
	l := lists{from: make([]int32, len(all)+1)}
	for i, list := range all {
		l.items = append(l.items, list...)
		l.from[i+1] = int32(len(l.items))
	}
	return l
}

func newSupportGraph(r *relaxation) *supportGraph {
	g := &supportGraph{always: r.always, goal: r.goal, offset: r.space.offset, of: r.of, needs: packLists(r.needs),
		actions: make([]supported, len(r.actions)), fresh: make([]support, len(r.actions)), now: make([]support, len(r.actions)), reach: make([]int64, r.props)}
	costs, makes := r.costs(0), make([][]int32, r.props)
	for a := range r.actions {
		from := &r.actions[a]
		to := supported{pre: int32(len(g.pre)), add: int32(len(g.add)), owner: from.owner}
		g.pre = append(g.pre, from.pre...)
		for _, p := range from.add {
			if p == g.goal || len(r.needs[p]) > 0 {
				g.add = append(g.add, p)
				makes[p] = append(makes[p], int32(a))
			}
		}
		to.preEnd, to.addEnd = int32(len(g.pre)), int32(len(g.add))
		g.actions[a] = to
		g.fresh[a] = support{open: to.preEnd - to.pre, dearest: -1}
		if from.owner >= 0 {
			g.fresh[a].cost = costs[from.owner]
		}
	}
	g.makes = packLists(makes)
	return g
}

// renew restores the costs of all operators.
func (g *supportGraph) renew() { copy(g.now, g.fresh) }

// cheapen reduces the cost of an operator.
func (g *supportGraph) cheapen(operator int32, by int64) {
	for _, a := range g.of[operator] {
		g.now[a].cost -= by
	}
}

// explore computes the costs of all propositions in a state. It stops early if the goal has cost 0.
func (g *supportGraph) explore(s State) {
	for p := range g.reach {
		g.reach[p] = Infinite
	}
	g.queue.clear()
	for v, value := range s {
		g.lower(int32(g.offset[v]+int(value)), 0)
	}
	g.lower(g.always, 0)
	for g.reach[g.goal] > 0 {
		p, c, ok := g.queue.pop()
		if !ok {
			return
		}
		if c > g.reach[p] {
			continue
		}
		for _, a := range g.needs.of(p) {
			n := &g.now[a]
			if n.open--; n.open == 0 {
				n.spent, n.dearest = c, p
				g.perform(a)
			}
		}
	}
}

func (g *supportGraph) perform(a int32) {
	at, reach := &g.actions[a], g.reach
	c := g.now[a].spent + g.now[a].cost
	for _, p := range g.add[at.add:at.addEnd] {
		if c < reach[p] {
			g.lower(p, c)
		}
	}
}

func (g *supportGraph) lower(p int32, c int64) {
	g.reach[p] = c
	if p != g.goal {
		g.queue.push(p, c)
	}
}

// update lowers the costs of propositions after some operators have become cheaper. It stops at the cost of
// the goal. Propositions above it stay in the queue until the next update, with costs that may be too high.
// This is harmless: they are not in the goal zone, and a supporter that costs more than the goal does so
// exactly as well.
func (g *supportGraph) update(operators []int32) {
	for _, o := range operators {
		for _, a := range g.of[o] {
			if g.now[a].open == 0 {
				g.perform(a)
			}
		}
	}
	for g.reach[g.goal] > 0 {
		p, c, ok := g.queue.pop()
		if !ok {
			return
		}
		if c > g.reach[p] {
			continue
		}
		if c > g.reach[g.goal] {
			g.queue.push(p, c)
			return
		}
		for _, a := range g.needs.of(p) {
			n := &g.now[a]
			if n.dearest != p || n.spent <= c || n.open > 0 {
				continue
			}
			old := n.spent
			g.support(a, n)
			if n.spent < old {
				g.perform(a)
			}
		}
	}
}

// support finds a most expensive precondition again. Of equally expensive ones it keeps the supporter.
func (g *supportGraph) support(a int32, n *support) {
	n.spent = g.reach[n.dearest]
	for _, q := range g.pre[g.actions[a].pre:g.actions[a].preEnd] {
		if c := g.reach[q]; c > n.spent {
			n.spent, n.dearest = c, q
		}
	}
}

// isFree reports whether an action that costs nothing adds a proposition.
func (g *supportGraph) isFree(p int32) bool {
	for _, a := range g.makes.of(p) {
		if g.now[a].cost == 0 {
			return true
		}
	}
	return false
}
