package planning

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"
)

// Partition is the maximum of sums of projections over several cost partitionings. In each, the projections
// take, in some order, only the part of the cost of each operator that preserves their distances, and leave
// the rest to the projections after them (saturated cost partitioning: Seipp and Helmert 2014; several
// orders, each greedy for a sample state: Seipp 2017). The projections are to the goal variables and to
// pairs that contain one (systematic patterns: Pommerening, Roeger and Helmert 2013). It is admissible and
// consistent.
type Partition struct {
	name   string
	orders []sum
	trees  []tree  // of Cartesian abstractions
	at     []int32 // by tree: the abstract state of the current state
}

// A sum holds tables whose values are added.
type sum struct {
	pairs  []pairTable
	larger []table
	split  []treeTable
}

// A member is an abstraction of a partition.
type member struct {
	*abstraction
	projection *projection // nil for a Cartesian abstraction
	tree       int
}

// A treeTable holds the cost to the goal by abstract state of a tree.
type treeTable struct {
	tree int
	left []uint32
}

// A pairTable holds the cost to the goal by the values of one or two variables.
type pairTable struct {
	u, v   int32
	stride int32 // of v; 0 if u is the only variable
	left   []uint32
}

type table struct {
	pattern []int
	strides []int
	left    []uint32
}

// Limits of projections to small patterns.
const (
	maxSteps    = 6_000_000 // steps of all projections together
	maxAbstract = 1 << 20   // states of one projection
	maxIdle     = 30        // consecutive orders without an improvement
	maxTriple   = 20_000    // states of a projection to three variables
	maxTriples  = 1_000
)

// NewPartition returns the heuristic for a task. It takes at most about patience, but always computes the
// first order. It reports false if the task has too many operators and facts.
func NewPartition(ctx context.Context, s *Space, patience time.Duration) (*Partition, bool) {
	return newPartition(ctx, s, "projections to pairs", systematic(s.view()), patience)
}

// NewLargerPartition is like NewPartition but also uses projections to three variables.
func NewLargerPartition(ctx context.Context, s *Space, patience time.Duration) (*Partition, bool) {
	return newPartition(ctx, s, "projections to pairs and triples", slices.Concat(systematic(s.view()), triples(s.view())), patience)
}

// NewPatternDatabases is like NewPartition but uses the given patterns. Each is a list of distinct
// variables of the task of the space. Patterns whose tables would be too large are left out. The error is a
// *TaskError.
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
				return nil, &TaskError{where, fmt.Sprintf("variable %d (%s) occurs twice", v, t.Variables[v].Name)}
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
	h, ok := newPartition(ctx, s, "pattern databases", small, patience)
	if !ok {
		return nil, &TaskError{"the task", "it has too many operators and facts for pattern databases"}
	}
	return h, nil
}

func newPartition(ctx context.Context, s *Space, name string, patterns [][]int, patience time.Duration) (*Partition, bool) {
	s = s.view()
	p := newProjector(s)
	if p == nil {
		return nil, false
	}
	end := time.Now().Add(patience)
	h := &Partition{name: name}
	b := &partitioner{s: s, h: h, rng: rand.New(rand.NewPCG(1, 2)), end: end, ctx: ctx}
	b.project(p, patterns, end.Add(-patience/2))
	b.fill()
	return h, true
}

// project adds projections until the time or the memory is used.
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

// systematic lists the patterns: goal variables, and pairs of them with other variables, those connected in
// the causal graph first.
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

// triples lists patterns of a goal variable, a variable connected to it in the causal graph, and a variable
// connected to one of these.
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

// A partitioner computes cost partitionings.
type partitioner struct {
	s     *Space
	h     *Partition
	list  []member
	ctx   context.Context
	end   time.Time
	rng   *rand.Rand
	queue costQueue
	left  [][]uint32 // by projection: the costs to the goal at full operator costs
	taken []float64  // by projection: the total operator cost that it takes then
}

func (b *partitioner) over() bool { return b.ctx.Err() != nil || time.Now().After(b.end) }

// fill searches for orders.
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
	idle := 0 // number of orders since the last useful one
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

// alone computes the distances of each projection at full operator costs.
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

// order sorts the projections by their estimate of a state relative to the operator cost they take.
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

// index returns the abstract state of a state; for Cartesian abstractions, locate must have been called.
func (h *Partition) index(m member, s State) int {
	if m.projection == nil {
		return int(h.at[m.tree])
	}
	return m.projection.index(s)
}

// locate finds the abstract states of the Cartesian abstractions.
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

// saturate computes the saturated cost partitioning for an order.
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

// add adds a table unless all its values are 0.
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

// estimate returns the sum; at holds the abstract states by tree.
func (t *sum) estimate(s State, at []int32) int64 {
	total := int64(0)
	for i := range t.split {
		p := &t.split[i]
		x := p.left[at[p.tree]]
		if x == deadEnd {
			return Infinite
		}
		total += int64(x)
	}
	for i := range t.pairs {
		p := &t.pairs[i]
		x := p.left[int32(s[p.u])+int32(s[p.v])*p.stride]
		if x == deadEnd {
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
		if p.left[n] == deadEnd {
			return Infinite
		}
		total += int64(p.left[n])
	}
	return total
}

// samples returns states from random walks from the start, about as long as a plan.
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

// walk returns states at the ends of random walks of at most length steps. A walk ends before a dead end.
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

// Name returns a description of the abstractions.
func (h *Partition) Name() string { return h.name }

// Estimate returns the greatest sum.
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

// by returns the estimate of one order.
func (h *Partition) by(t *sum, s State) int64 {
	h.locate(s)
	return t.estimate(s, h.at)
}
