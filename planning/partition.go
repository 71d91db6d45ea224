package planning

import (
	"context"
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
}

// A sum is tables to be added up.
type sum struct {
	pairs  []pairTable
	larger []table
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
)

// NewPartition returns the heuristic for a task, after at most about so long; nil if the
// task is too large for it. The first order is made in any case.
func NewPartition(ctx context.Context, s *Space, patience time.Duration) *Partition {
	p := newProjector(s)
	if p == nil {
		return nil
	}
	end := time.Now().Add(patience)
	b := &partitioner{s: s, rng: rand.New(rand.NewPCG(1, 2)), end: end, ctx: ctx}
	steps, most := 0, int(min(maxSteps, s.room/4/24))
	for _, pattern := range systematic(s) {
		if steps > most || time.Now().After(end) || ctx.Err() != nil {
			break
		}
		if a := p.project(pattern, most-steps); a != nil && len(a.steps) > 0 {
			steps += len(a.steps)
			b.list = append(b.list, a)
		}
	}
	h := &Partition{name: "projections to pairs"}
	b.fill(h)
	return h
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

// A partitioner fills partitions.
type partitioner struct {
	s     *Space
	list  []*projection
	ctx   context.Context
	end   time.Time
	rng   *rand.Rand
	queue costQueue
	left  [][]uint32 // by projection: what is left at full costs
	taken []float64  // by projection: what it takes of all operators then
}

func (b *partitioner) over() bool { return b.ctx.Err() != nil || time.Now().After(b.end) }

// fill finds orders.
func (b *partitioner) fill(h *Partition) {
	b.alone()
	first := b.order(b.s.begin)
	h.orders = append(h.orders, b.saturate(first))
	samples := b.samples(h)
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
			if e := next.estimate(s); e > best[k] {
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

func (b *partitioner) distances(a *projection, costs []int64) (left, needs []int64) {
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
	for i, a := range b.list {
		order[i] = i
		score[i] = float64(b.left[i][a.index(s)]) / (1 + b.taken[i])
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
func (t *sum) add(a *projection, left []int64) {
	if !slices.ContainsFunc(left, func(x int64) bool { return x != 0 }) {
		return
	}
	switch short := shorten(left); len(a.pattern) {
	case 1:
		t.pairs = append(t.pairs, pairTable{int32(a.pattern[0]), int32(a.pattern[0]), 0, short})
	case 2:
		t.pairs = append(t.pairs, pairTable{int32(a.pattern[0]), int32(a.pattern[1]), int32(a.strides[1]), short})
	default:
		t.larger = append(t.larger, table{a.pattern, a.strides, short})
	}
}

func (t *sum) estimate(s State) int64 {
	total := int64(0)
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
func (b *partitioner) samples(h *Partition) []State {
	const count = 200
	e := h.orders[0].estimate(b.s.begin)
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
			if h.orders[0].estimate(next) == Infinite {
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
	for i := range h.orders {
		if best = max(best, h.orders[i].estimate(s)); best == Infinite {
			break
		}
	}
	return best
}
