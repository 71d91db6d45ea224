package planning

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"time"
)

// Potential gives each fact a weight, and a state the sum of the weights of its facts. A linear
// program chooses weights that make this a lower bound: no operator lowers the sum by more than it
// costs, and in goals it is at most 0 (Pommerening, Helmert, Roeger and Seipp 2015). There are
// several such functions, each greatest for other states (Seipp, Pommerening and Helmert 2015); the
// estimate is the greatest of them. It is admissible and consistent. Weights are whole numbers, and
// every inequality is looked at again in whole numbers: the linear program need not be exact.
type Potential struct {
	space     *Space
	functions []weights
}

// weights are by fact, as multiples of 1/unit.
type weights struct {
	unit int64
	by   []int64
}

// A LinearProgram asks for numbers of which a weighted sum is greatest: each from Lower to Upper, and
// the sum of each row at most its Most.
type LinearProgram struct {
	Gain, Lower, Upper []float64
	Rows               []LinearRow
}

// A LinearRow is a sum of some of the numbers, each so many times.
type LinearRow struct {
	Index []int32
	Value []float64
	Most  float64
}

// A LinearSolver returns numbers for a program, nil if it found none. It need not be exact, but what it
// finds is of use only if it nearly is.
type LinearSolver func(ctx context.Context, p *LinearProgram) []float64

// Bounds of potentials.
const (
	maxPotential = 1e6     // of one weight
	maxEntries   = 400_000 // of the linear program
	maxFunctions = 8
)

// NewPotential returns the heuristic for a task, after at most about so long; nil if the linear program is
// too large, or nothing comes of it.
func NewPotential(ctx context.Context, s *Space, solve LinearSolver, patience time.Duration) *Potential {
	if solve == nil {
		return nil
	}
	s = s.view()
	p := newProjector(s)
	if p == nil {
		return nil
	}
	b := newPotentials(p)
	if b == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	h := &Potential{space: s}
	b.find(ctx, h, solve)
	if len(h.functions) == 0 {
		return nil
	}
	return h
}

// Name returns "potentials".
func (*Potential) Name() string { return "potentials" }

// Estimate is the greatest of the sums.
func (h *Potential) Estimate(s State) int64 {
	best := int64(0)
	for i := range h.functions {
		best = max(best, h.functions[i].estimate(h.space, s))
	}
	return best
}

func (w *weights) estimate(s *Space, state State) int64 {
	sum := int64(0)
	for v, x := range state {
		sum += w.by[s.offset[v]+int(x)]
	}
	if sum <= 0 {
		return 0
	}
	return (sum + w.unit - 1) / w.unit
}

// potentials are the inequalities.
type potentials struct {
	*projector
	program LinearProgram
	entries int
	most    map[string]int32 // numbers that are at least some weights
	effects [][]turn         // by operator
}

// A turn is what an operator may do to a variable: from one of some values to one of others, which
// need not follow from each other.
type turn struct {
	from, to []int32 // facts
	frame    bool    // or it may do nothing
}

func newPotentials(p *projector) *potentials {
	b := &potentials{projector: p, most: map[string]int32{}}
	for range p.space.Facts() {
		b.number()
	}
	var goal LinearRow
	for v := range p.space.Task.Variables {
		b.add(&goal, b.greatest(b.values(v, p.goal)), 1)
	}
	b.row(goal)
	for o := range p.space.ops {
		row := LinearRow{Most: float64(p.space.ops[o].cost)}
		list := b.changes(o)
		b.effects = append(b.effects, list)
		for _, c := range list {
			b.add(&row, b.drop(c), 1)
		}
		b.row(row)
		if b.entries > maxEntries {
			return nil
		}
	}
	return b
}

// number adds a number to be found.
func (b *potentials) number() int32 {
	p := &b.program
	p.Gain, p.Lower, p.Upper = append(p.Gain, 0), append(p.Lower, -maxPotential), append(p.Upper, maxPotential)
	return int32(len(p.Gain) - 1)
}

func (b *potentials) add(r *LinearRow, index int32, value float64) {
	if index >= 0 {
		r.Index, r.Value = append(r.Index, index), append(r.Value, value)
	}
}

func (b *potentials) row(r LinearRow) {
	b.program.Rows = append(b.program.Rows, r)
	b.entries += len(r.Index)
}

// values are the facts of a variable that are in a set.
func (p *projector) values(v int, set bitset) []int32 {
	var list []int32
	for f := p.space.offset[v]; f < p.space.offset[v+1]; f++ {
		if set.has(f) {
			list = append(list, int32(f))
		}
	}
	return list
}

// greatest is a number at least as great as the weights of some facts; -1: there are none.
func (b *potentials) greatest(facts []int32) int32 {
	switch len(facts) {
	case 0:
		return -1
	case 1:
		return facts[0]
	}
	k := key32(facts)
	n, known := b.most[k]
	if !known {
		n = b.number()
		b.most[k] = n
		for _, f := range facts {
			b.row(LinearRow{Index: []int32{f, n}, Value: []float64{1, -1}})
		}
	}
	return n
}

func key32(list []int32) string {
	buf := make([]byte, 0, 4*len(list))
	for _, x := range list {
		buf = append(buf, byte(x), byte(x>>8), byte(x>>16), byte(x>>24))
	}
	return string(buf)
}

// drop is a number at least as great as what a change may lower the weights by.
func (b *potentials) drop(c turn) int32 {
	n := b.number()
	if c.frame {
		b.program.Lower[n] = 0
	}
	before := b.greatest(c.from)
	for _, to := range c.to {
		if to != before {
			r := LinearRow{Index: []int32{n, to}, Value: []float64{-1, -1}}
			b.add(&r, before, 1)
			b.row(r)
		} else {
			b.row(LinearRow{Index: []int32{n}, Value: []float64{-1}})
		}
	}
	return n
}

// changes are what an operator may do.
func (b *potentials) changes(o int) []turn {
	var list []turn
	effects := b.space.Task.Operators[o].Effects
	for k, e := range effects {
		if slices.ContainsFunc(effects[:k], func(d Effect) bool { return d.Var == e.Var }) {
			continue
		}
		c := turn{from: b.values(e.Var, b.allowed[o]), frame: true}
		for _, d := range effects {
			if d.Var != e.Var {
				continue
			}
			to := int32(b.space.fact(d.Fact))
			if len(d.When) == 0 {
				c.to, c.frame = nil, false
			}
			c.to = append(c.to, to)
		}
		if len(c.from) > 0 {
			list = append(list, c)
		}
	}
	return list
}

// find looks for functions: for the start, for all states alike, and for states met on random walks.
func (b *potentials) find(ctx context.Context, h *Potential, solve LinearSolver) {
	gain := func(states []State) []float64 {
		list := make([]float64, len(b.program.Gain))
		for _, s := range states {
			for v, x := range s {
				list[b.space.offset[v]+int(x)] += 1 / float64(len(states))
			}
		}
		return list
	}
	try := func(g []float64) bool {
		b.program.Gain = g
		numbers := solve(ctx, &b.program)
		if numbers == nil {
			return false
		}
		if w := b.whole(numbers); w != nil {
			h.functions = append(h.functions, *w)
		}
		return true
	}
	if !try(gain([]State{b.space.begin})) || len(h.functions) == 0 {
		return
	}
	length := int(h.Estimate(b.space.begin))
	walks := &partitioner{s: b.space, rng: rand.New(rand.NewPCG(3, 4)), end: time.Now().Add(100 * time.Millisecond), ctx: ctx}
	states := walks.walk(200, min(max(2*length, 10), 200), nil)
	if len(states) == 0 || !try(gain(states)) {
		return
	}
	for tries := 0; tries < 2*maxFunctions && len(h.functions) < maxFunctions && ctx.Err() == nil; tries++ {
		// a state of which the functions know least, beside its own best
		at := walks.rng.IntN(len(states))
		s := states[at]
		had := h.Estimate(s)
		n := len(h.functions)
		if !try(gain([]State{s})) {
			return
		}
		if len(h.functions) > n && h.functions[n].estimate(b.space, s) <= had {
			h.functions = h.functions[:n]
			states = slices.Delete(states, at, at+1)
			if len(states) == 0 {
				return
			}
		}
	}
}

// whole makes weights whole numbers, if the inequalities still hold then: weights of vertices mostly have a
// small denominator; where not, a little less of each may do.
func (b *potentials) whole(numbers []float64) *weights {
	for _, unit := range []int64{1, 2, 3, 4, 6, 12, 60, 840, 5040} {
		if w := b.round(numbers, unit, 1); w != nil {
			return w
		}
	}
	return b.round(numbers, 1<<20, 1-1e-4)
}

func (b *potentials) round(numbers []float64, unit int64, factor float64) *weights {
	w := &weights{unit: unit, by: make([]int64, b.space.Facts())}
	for f := range w.by {
		x := math.Round(numbers[f] * factor * float64(unit))
		if math.IsNaN(x) || math.Abs(x) > 1<<50 {
			return nil
		}
		w.by[f] = int64(x)
	}
	for o, list := range b.effects {
		drop := int64(0)
		for _, c := range list {
			drop += w.drop(c)
		}
		if drop > b.space.ops[o].cost*unit {
			return nil
		}
	}
	return b.lower(w)
}

// drop is by how much a change may lower a sum.
func (w *weights) drop(c turn) int64 {
	before := w.most(c.from)
	most := int64(math.MinInt64)
	if c.frame {
		most = 0
	}
	for _, to := range c.to {
		most = max(most, before-w.by[to])
	}
	return most
}

func (w *weights) most(facts []int32) int64 {
	m := int64(math.MinInt64)
	for _, f := range facts {
		m = max(m, w.by[f])
	}
	return m
}

// lower lowers all weights of a variable until the goal is at most 0, which changes nothing else.
func (b *potentials) lower(w *weights) *weights {
	sum, at := int64(0), -1
	for v := range b.space.Task.Variables {
		facts := b.values(v, b.goal)
		if len(facts) == 0 {
			return nil // there is no goal
		}
		sum += w.most(facts)
		at = v
	}
	if sum > 0 && at >= 0 {
		for f := b.space.offset[at]; f < b.space.offset[at+1]; f++ {
			w.by[f] -= sum
		}
	}
	return w
}
