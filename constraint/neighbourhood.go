package constraint

import (
	"context"
	"errors"
	"math/rand/v2"

	"farbank/constraint/kernel"
)

// Limits of large-neighbourhood search.
const (
	stretch    = 400  // conflicts in a neighbourhood, or in the whole space
	everywhere = 4    // one of that many stretches searches the whole space
	maxNear    = 64   // number of neighbours of a variable that are considered
	maxWalked  = 4000 // number of variables visited to build a neighbourhood
)

// neighbourhoods improve the best known solution by large-neighbourhood search (Shaw 1998): all variables except some
// have the values of that solution. The free variables are chosen at random, by constraints that link them, by links to
// the objective (Perron, Shaw and Furnon 2004) or to those of its terms that cost something, as parts of tours, or as the
// tasks of a time window.
type neighbourhoods struct {
	m      *Model
	b      *building
	own    kernel.Var // variables below it are those of a solution
	r      *rand.Rand
	arms   []*arm
	turn   int
	member []bool // by variable: whether it is to be fixed
	costs  []soft // the terms of the objective
	routes []route
	starts []kernel.Var // of tasks
	tasks  map[kernel.Var][]kernel.Var
}

// A route is a list of successors: next[i] is the node after node i, and nodes are numbered from first.
type route struct {
	first int64
	next  []kernel.Var
}

// An arm is a method of choosing a neighbourhood, selected as in a multi-armed bandit.
type arm struct {
	fixable []kernel.Var
	from    int // start of the walk to free variables, see atRandom
	share   float64
	worth   float64 // moving average of its successes
}

// Start of the walk of an arm.
const (
	atRandom = iota
	atVariable
	atObjective
	atCosts  // terms of the objective
	onRoutes // not a walk: parts of tours
	inWindow // not a walk: tasks at about the same time
)

// newNeighbourhoods returns the neighbourhoods of a worker; its number seeds the random choices. view is to be minimized.
func newNeighbourhoods(m *Model, b *building, own kernel.Var, view kernel.View, worker int) *neighbourhoods {
	n := &neighbourhoods{m: m, b: b, own: own, r: rand.New(rand.NewPCG(uint64(worker), 1+m.Seed)), member: make([]bool, own)}
	labels, switches := n.fixable()
	for _, list := range [][]kernel.Var{labels, switches} {
		if len(list) < 4 {
			continue
		}
		for from := atRandom; from <= atObjective; from++ {
			n.arms = append(n.arms, &arm{fixable: list, from: from, share: 0.2, worth: 1})
		}
	}
	n.structures(view, labels, switches)
	return n
}

// fixable returns the variables of the requested search, or all of the model, and the other 0-1 variables, such as the
// order of two tasks.
func (n *neighbourhoods) fixable() (labels, switches []kernel.Var) {
	b := n.b
	taken := make([]bool, n.own)
	take := func(x kernel.Var) {
		if !taken[x] && !b.s.Fixed(x) && x != b.asked {
			labels = append(labels, x)
		}
		taken[x] = true
	}
	for _, s := range n.m.searches {
		for _, x := range b.steering(s.Vars) {
			take(x)
		}
	}
	if len(labels) == 0 {
		for i, v := range n.m.vars {
			if v.condition == nil && b.alias(int32(i+1)).of == 0 {
				take(b.vars[i+1])
			}
		}
	}
	for x := kernel.Var(1); x < n.own; x++ {
		if _, _, equality := b.s.Represents(x); !equality && !taken[x] && b.s.Min(x) == 0 && b.s.Max(x) == 1 {
			switches = append(switches, x)
		}
	}
	return labels, switches
}

// nextNear searches a neighbourhood or, sometimes, the whole space.
func (w *worker) nextNear(ctx context.Context) (kernel.Status, error) {
	s, n := w.b.s, w.local
	s.Restart()
	w.exchange()
	w.mu.Lock()
	values := w.values
	w.mu.Unlock()
	n.turn++
	if values == nil || len(n.arms) == 0 || n.turn%everywhere == 0 {
		s.Budget(stretch)
		return s.Next(ctx)
	}
	return n.search(ctx, values, stretch)
}

// search searches one neighbourhood of a solution for at most the given number of conflicts. It must be called at level
// 0. The error is kernel.ErrBudget if the neighbourhood has no better solution, or if the conflicts did not suffice.
func (n *neighbourhoods) search(ctx context.Context, values []int64, conflicts int64) (kernel.Status, error) {
	s, a := n.b.s, n.choose()
	fixed := n.fix(a, values)
	s.Guide(values)
	s.Budget(conflicts)
	status, err := s.Next(ctx, fixed...)
	switch {
	case errors.Is(err, kernel.ErrBudget):
		a.share *= 0.93
	case err == nil && status == kernel.Exhausted && !s.Refuted():
		a.share *= 1.07
		err = kernel.ErrBudget // the neighbourhood is exhausted
	}
	a.share = min(max(a.share, 0.01), 0.9)
	won := 0.0
	if err == nil {
		won = 1
	}
	a.worth += 0.1 * (won - a.worth)
	return status, err
}

// choose selects an arm at random, with probabilities by worth.
func (n *neighbourhoods) choose() *arm {
	const least = 0.1
	sum := 0.0
	for _, a := range n.arms {
		sum += a.worth + least
	}
	at := n.r.Float64() * sum
	for _, a := range n.arms {
		if at -= a.worth + least; at < 0 {
			return a
		}
	}
	return n.arms[0]
}

// fix returns atoms that fix all variables of an arm except a neighbourhood to the values of a solution.
func (n *neighbourhoods) fix(a *arm, values []int64) []kernel.Atom {
	clear(n.member)
	for _, x := range a.fixable {
		n.member[x] = true
	}
	size := max(2, int(a.share*float64(len(a.fixable))))
	switch a.from {
	case atRandom:
	case onRoutes:
		size -= n.parts(size, values)
	case inWindow:
		n.window(a, size, values)
		size = 0
	default:
		size -= n.gather(a, size, values)
	}
	for ; size > 0; size-- { // fill up at random
		n.member[a.fixable[n.r.IntN(len(a.fixable))]] = false
	}
	var fixed []kernel.Atom
	for _, x := range a.fixable {
		if n.member[x] && !n.b.s.Fixed(x) {
			fixed = append(fixed, x.AtLeast(values[x]), x.AtMost(values[x]))
		}
	}
	n.r.Shuffle(len(fixed)/2, func(i, j int) {
		fixed[2*i], fixed[2*j] = fixed[2*j], fixed[2*i]
		fixed[2*i+1], fixed[2*j+1] = fixed[2*j+1], fixed[2*i+1]
	})
	return fixed
}

// gather frees up to size variables by a random walk along constraints, from the start of the arm. It returns their
// number.
func (n *neighbourhoods) gather(a *arm, size int, values []int64) (freed int) {
	queue := []kernel.Var{n.b.asked}
	switch a.from {
	case atVariable:
		queue[0] = a.fixable[n.r.IntN(len(a.fixable))]
	case atCosts:
		queue = n.costly(values)
	}
	seen := map[kernel.Var]bool{}
	for _, x := range queue {
		seen[x] = true
	}
	for at := 0; at < len(queue) && len(queue) < maxWalked; at++ {
		x := queue[at]
		if n.member[x] {
			n.member[x] = false
			if freed++; freed == size {
				break
			}
		}
		near := n.b.s.Near(x)
		for range min(len(near), maxNear) {
			y := near[n.r.IntN(len(near))]
			if !seen[y] && y < n.own {
				seen[y] = true
				queue = append(queue, y)
			}
		}
	}
	return freed
}
