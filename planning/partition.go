package planning

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"
)

// Partition is the maximum of sums of projections among which the costs of operators are
// divided: each takes, in some order, only as much of each operator as its distances need,
// and leaves the rest to those after it (saturated cost partitioning: Seipp and Helmert
// 2014; several orders, each greedy for a sample of states: Seipp 2017). The projections
// are to all single variables of the goal and to pairs with one of them (systematic
// patterns: Pommerening, Roeger and Helmert 2013). It is admissible and consistent.
type Partition struct {
	name   string
	orders []sum
	trees  []tree  // of Cartesian abstractions
	at     []int32 // by tree: the abstract state of the state at hand
}

// A sum is tables to be added up.
type sum struct {
	pairs  []pairTable
	larger []table
	split  []treeTable
}

// A member is an abstraction among others.
type member struct {
	*abstraction
	projection *projection // nil: it is Cartesian
	tree       int
}

// A treeTable has what is left by the abstract state of a tree.
type treeTable struct {
	tree int
	left []uint32
}

// A pairTable has what is left by the values of one or two variables.
type pairTable struct {
	u, v   int32
	stride int32 // of v; 0 if there is only u
	left   []uint32
}

type table struct {
	pattern []int
	strides []int
	left    []uint32
}

// Bounds of projections to small patterns.
const (
	maxSteps    = 6_000_000 // of all together
	maxAbstract = 1 << 20   // states of one
	maxIdle     = 30        // orders in a row that are no use
	maxTriple   = 20_000    // states of a projection to three variables
	maxTriples  = 1_000
)

// NewPartition returns the heuristic for a task, after at most about so long; nil if the
// task is too large for it. The first order is made in any case.
func NewPartition(ctx context.Context, s *Space, patience time.Duration) *Partition {
	return newPartition(ctx, s, "projections to pairs", systematic(s.view()), patience)
}

// NewLargerPartition is NewPartition with projections to three variables as well.
func NewLargerPartition(ctx context.Context, s *Space, patience time.Duration) *Partition {
	return newPartition(ctx, s, "projections to pairs and triples", slices.Concat(systematic(s.view()), triples(s.view())), patience)
}

// NewPatternDatabases is NewPartition with patterns that are given: lists of variables, each once, in the numbers of the
// task of the space. Those too large for a table are left out. The error is a *TaskError.
func NewPatternDatabases(ctx context.Context, s *Space, patterns [][]int, patience time.Duration) (*Partition, error) {
	t := s.Task
	var small [][]int
	for i, pattern := range patterns {
		size := 1
		where := fmt.Sprintf("pattern %d", i)
		for k, v := range pattern {
			switch {
			case v < 0 || v >= len(t.Variables):
				return nil, &TaskError{where, fmt.Sprintf("there is no variable %d", v)}
			case slices.Contains(pattern[:k], v):
				return nil, &TaskError{where, fmt.Sprintf("variable %d (%s) stands there twice", v, t.Variables[v].Name)}
			}
			size = min(size*t.Variables[v].Size, maxAbstract+1)
		}
		if len(pattern) == 0 {
			return nil, &TaskError{where, "it has no variables"}
		}
		if size <= maxAbstract {
			small = append(small, pattern)
		}
	}
	h := newPartition(ctx, s, "pattern databases", small, patience)
	if h == nil {
		return nil, &TaskError{"the task", "it has too many operators and facts for pattern databases"}
	}
	return h, nil
}

func newPartition(ctx context.Context, s *Space, name string, patterns [][]int, patience time.Duration) *Partition {
	s = s.view()
	p := newProjector(s)
	if p == nil {
		return nil
	}
	end := time.Now().Add(patience)
	h := &Partition{name: name}
	b := &partitioner{s: s, h: h, rng: rand.New(rand.NewPCG(1, 2)), end: end, ctx: ctx}
	b.project(p, patterns, end.Add(-patience/2))
	b.fill()
	return h
}

// project adds projections.
func (b *partitioner) project(p *projector, patterns [][]int, end time.Time) {
	s := b.s
	steps, most := 0, int(min(maxSteps, s.room/4/24))
	for _, pattern := range patterns {
		if steps > most || time.Now().After(end) || b.ctx.Err() != nil {
			break
		}
		if a := p.project(pattern, most-steps); a != nil && len(a.steps) > 0 {
			steps += len(a.steps)
			b.list = append(b.list, member{abstraction: &a.abstraction, projection: a})
		}
	}
}

// systematic lists the patterns: goal variables, and pairs of them and others, those that
// matter most first.
func systematic(s *Space) [][]int {
	t := s.Task
	g := NewCausalGraph(t)
	goal := make([]bool, len(t.Variables))
	for _, v := range variables(t.Goal, t.GoalSome) {
		goal[v] = true
	}
	var single, near, far [][]int
	for v := range t.Variables {
		if !goal[v] {
			continue
		}
		single = append(single, []int{v})
		for u := range t.Variables {
			switch {
			case u == v || goal[u] && u < v, t.Variables[u].Size*t.Variables[v].Size > maxAbstract:
			case slices.Contains(g.Looks[v], u), slices.Contains(g.With[v], u):
				near = append(near, []int{v, u})
			default:
				far = append(far, []int{v, u})
			}
		}
	}
	return slices.Concat(single, near, far)
}

// triples lists patterns of a variable of the goal and two others: one that matters to it,
// and one that matters to either.
func triples(s *Space) [][]int {
	t := s.Task
	g := NewCausalGraph(t)
	var list [][]int
	seen := map[[3]int]bool{}
	for _, f := range t.Goal {
		near := slices.Concat(g.Looks[f.Var], g.With[f.Var])
		for _, u := range near {
			for _, w := range slices.Concat(near, g.Looks[u]) {
				size := t.Variables[f.Var].Size * t.Variables[u].Size * t.Variables[w].Size
				pattern := []int{f.Var, u, w}
				slices.Sort(pattern)
				k := [3]int(pattern)
				if w == u || w == f.Var || u == f.Var || size > maxTriple || seen[k] || len(list) == maxTriples {
					continue
				}
				seen[k] = true
				list = append(list, pattern)
			}
		}
	}
	return list
}

// A partitioner fills partitions.
type partitioner struct {
	s     *Space
	h     *Partition
	list  []member
	ctx   context.Context
	end   time.Time
	rng   *rand.Rand
	queue costQueue
	left  [][]uint32 // by projection: what is left at full costs
	taken []float64  // by projection: what it takes of all operators then
}

func (b *partitioner) over() bool { return b.ctx.Err() != nil || time.Now().After(b.end) }

// fill finds orders.
func (b *partitioner) fill() {
	h := b.h
	b.alone()
	first := b.order(b.s.begin)
	h.orders = append(h.orders, b.saturate(first))
	samples := b.samples()
	best := make([]int64, len(samples))
	for i, s := range samples {
		best[i] = h.Estimate(s)
	}
	idle := 0 // orders tried since the last that was worth something
	for i := 0; i < len(samples) && idle < maxIdle && !b.over(); i++ {
		idle++
		next := b.saturate(b.order(samples[i]))
		better := false
		for k, s := range samples {
			if e := h.by(&next, s); e > best[k] {
				best[k], better = e, true
			}
		}
		if better {
			h.orders = append(h.orders, next)
			idle = 0
		}
	}
}

// alone works out what each projection knows by itself.
func (b *partitioner) alone() {
	costs := make([]int64, len(b.s.ops))
	for o := range costs {
		costs[o] = b.s.ops[o].cost
	}
	for _, a := range b.list {
		left, needs := b.distances(a, costs)
		taken := 0.0
		for c, n := range needs {
			taken += float64(n) * float64(len(a.classes[c]))
		}
		b.left = append(b.left, shorten(left))
		b.taken = append(b.taken, taken)
	}
}

func (b *partitioner) distances(a member, costs []int64) (left, needs []int64) {
	left, needs = make([]int64, a.size), make([]int64, len(a.classes))
	a.distances(costs, left, needs, &b.queue)
	return left, needs
}

func shorten(left []int64) []uint32 {
	out := make([]uint32, len(left))
	for i, x := range left {
		out[i] = short(x)
	}
	return out
}

// order puts first what tells much of a state and takes little of the operators.
func (b *partitioner) order(s State) []int {
	order := make([]int, len(b.list))
	score := make([]float64, len(b.list))
	b.h.locate(s)
	for i, a := range b.list {
		order[i] = i
		score[i] = float64(b.left[i][b.h.index(a, s)]) / (1 + b.taken[i])
	}
	slices.SortStableFunc(order, func(i, j int) int {
		switch {
		case score[i] > score[j]:
			return -1
		case score[i] < score[j]:
			return 1
		}
		return 0
	})
	return order
}

// index is the abstract state of a state that was located.
func (h *Partition) index(m member, s State) int {
	if m.projection == nil {
		return int(h.at[m.tree])
	}
	return m.projection.index(s)
}

// locate finds the abstract states of Cartesian abstractions.
func (h *Partition) locate(s State) {
	for i := range h.trees {
		h.at[i] = h.trees[i].find(s)
	}
}

func (a *projection) index(s State) int {
	n := 0
	for i, v := range a.pattern {
		n += int(s[v]) * a.strides[i]
	}
	return n
}

// saturate divides the costs in an order.
func (b *partitioner) saturate(order []int) sum {
	costs := make([]int64, len(b.s.ops))
	for o := range costs {
		costs[o] = b.s.ops[o].cost
	}
	var out sum
	for _, i := range order {
		a := b.list[i]
		left, needs := b.distances(a, costs)
		for c, n := range needs {
			if n == 0 {
				continue
			}
			for _, o := range a.classes[c] {
				costs[o] -= n
			}
		}
		out.add(a, left)
	}
	return out
}

// add adds a table, unless it knows nothing.
func (t *sum) add(m member, left []int64) {
	if !slices.ContainsFunc(left, func(x int64) bool { return x != 0 }) {
		return
	}
	short, a := shorten(left), m.projection
	if a == nil {
		t.split = append(t.split, treeTable{m.tree, short})
		return
	}
	switch len(a.pattern) {
	case 1:
		t.pairs = append(t.pairs, pairTable{int32(a.pattern[0]), int32(a.pattern[0]), 0, short})
	case 2:
		t.pairs = append(t.pairs, pairTable{int32(a.pattern[0]), int32(a.pattern[1]), int32(a.strides[1]), short})
	default:
		t.larger = append(t.larger, table{a.pattern, a.strides, short})
	}
}

// estimate adds up; at has the abstract states by tree.
func (t *sum) estimate(s State, at []int32) int64 {
	total := int64(0)
	for i := range t.split {
		p := &t.split[i]
		x := p.left[at[p.tree]]
		if x == noWay {
			return Infinite
		}
		total += int64(x)
	}
	for i := range t.pairs {
		p := &t.pairs[i]
		x := p.left[int32(s[p.u])+int32(s[p.v])*p.stride]
		if x == noWay {
			return Infinite
		}
		total += int64(x)
	}
	for i := range t.larger {
		p := &t.larger[i]
		n := 0
		for k, v := range p.pattern {
			n += int(s[v]) * p.strides[k]
		}
		if p.left[n] == noWay {
			return Infinite
		}
		total += int64(p.left[n])
	}
	return total
}

// samples are states met on random walks from the start, about as long as a plan may be.
func (b *partitioner) samples() []State {
	h := b.h
	const count = 200
	e := h.by(&h.orders[0], b.s.begin)
	if e == Infinite {
		return nil
	}
	mean, n := int64(0), int64(0)
	for i := range b.s.ops {
		mean += b.s.ops[i].cost
		n++
	}
	length := 2 * int(e*max(1, n)/max(1, mean))
	length = min(max(length, 10), 2000)
	return b.walk(count, length, func(s State) bool { return h.by(&h.orders[0], s) == Infinite })
}

// walk lists states met on random walks of at most so many steps, which end before states from which
// there is no way on.
func (b *partitioner) walk(count, length int, dead func(State) bool) []State {
	var list []State
	var ops []int32
	for len(list) < count && !b.over() {
		s := slices.Clone(b.s.begin)
		for range b.rng.IntN(length + 1) {
			if ops = b.s.applicable(s, ops[:0]); len(ops) == 0 {
				break
			}
			next := make(State, len(s))
			b.s.after(int(ops[b.rng.IntN(len(ops))]), s, next)
			if dead != nil && dead(next) {
				break
			}
			s = next
		}
		list = append(list, s)
	}
	return list
}

// Name says what is projected to.
func (h *Partition) Name() string { return h.name }

// Estimate is the greatest of the sums.
func (h *Partition) Estimate(s State) int64 {
	best := int64(0)
	h.locate(s)
	for i := range h.orders {
		if best = max(best, h.orders[i].estimate(s, h.at)); best == Infinite {
			break
		}
	}
	return best
}

// by is the estimate by one order.
func (h *Partition) by(t *sum, s State) int64 {
	h.locate(s)
	return t.estimate(s, h.at)
}
