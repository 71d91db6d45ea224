package planning

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"time"
)

// Potential is the maximum of several potential functions. A potential function assigns a weight to each
// fact; its value in a state is the sum of the weights of the facts. A linear program computes weights such
// that no operator lowers the sum by more than its cost, and the sum is at most 0 in goals (Pommerening,
// Helmert, Roeger and Seipp 2015). Each function is optimized for other states (Seipp, Pommerening and
// Helmert 2015). The heuristic is admissible and consistent. Weights are rational numbers with a common
// denominator, and every inequality is checked in integers, so the solver need not be exact.
type Potential struct {
	space     *Space
	functions []weights
}

// weights holds the weights by fact, as multiples of 1/unit.
type weights struct {
	unit int64
	by   []int64
}

// A LinearProgram asks for values of variables between Lower and Upper that maximize the sum weighted by
// Gain. The sum of each row must be at most its Max.
type LinearProgram struct {
	Gain, Lower, Upper []float64
	Rows               []LinearRow
}

// A LinearRow is a weighted sum of some of the variables.
type LinearRow struct {
	Index []int32
	Value []float64
	Max   float64
}

// A LinearSolver returns a solution of a program, or nil if it found none. The solution need not be exact,
// but large errors make it useless.
type LinearSolver func(ctx context.Context, p *LinearProgram) []float64

// Limits of potentials.
const (
	maxPotential = 1e6     // absolute value of a weight
	maxEntries   = 400_000 // entries of the linear program
	maxFunctions = 8
)

// NewPotential returns the heuristic for a task. It takes at most about patience. It reports false if solve
// is nil, if the linear program is too large, or if no solution was found in time.
func NewPotential(ctx context.Context, s *Space, solve LinearSolver, patience time.Duration) (*Potential, bool) {
	if solve == nil {
		return nil, false
	}
	s = s.view()
	p := newProjector(s)
	if p == nil {
		return nil, false
	}
	b := newPotentials(p)
	if b == nil {
		return nil, false
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	h := &Potential{space: s}
	b.find(ctx, h, solve)
	if len(h.functions) == 0 {
		return nil, false
	}
	return h, true
}

// Name returns "potentials".
func (*Potential) Name() string { return "potentials" }

// Estimate returns the greatest value of a function, at least 0.
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

// A potentials holds the linear program.
type potentials struct {
	*projector
	program LinearProgram
	entries int
	most    map[string]int32 // variables of the program that are at least some weights
	effects [][]varChange    // by operator
}

// A varChange is a possible change of a variable by an operator: from one of some facts to one of others.
type varChange struct {
	from, to []int32 // facts
	frame    bool    // the variable may also stay unchanged
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
		row := LinearRow{Max: float64(p.space.ops[o].cost)}
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

// number adds a variable to the linear program.
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

// values returns the facts of a variable that are in a set.
func (p *projector) values(v int, set bitset) []int32 {
	var list []int32
	for f := p.space.offset[v]; f < p.space.offset[v+1]; f++ {
		if set.has(f) {
			list = append(list, int32(f))
		}
	}
	return list
}

// greatest returns a variable of the program that is at least the weights of some facts, or -1 if there are
// none.
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

// drop returns a variable of the program that is at least the decrease by a change.
func (b *potentials) drop(c varChange) int32 {
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

// changes returns the changes that an operator may make.
func (b *potentials) changes(o int) []varChange {
	var list []varChange
	effects := b.space.Task.Operators[o].Effects
	for k, e := range effects {
		if slices.ContainsFunc(effects[:k], func(d Effect) bool { return d.Var == e.Var }) {
			continue
		}
		c := varChange{from: b.values(e.Var, b.allowed[o]), frame: true}
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

// find searches for functions: for the start, for a sample of states, and for single states of the sample.
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
		// a random state of the sample, for which the function should improve the estimate
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

// whole rounds weights to rational numbers and returns them if the inequalities still hold. The weights of
// vertices mostly have a small common denominator; otherwise slightly smaller weights may do.
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

// drop returns the maximum decrease by a change.
func (w *weights) drop(c varChange) int64 {
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

// lower lowers the weights of all values of a variable so that the sum in goals is at most 0. This affects
// no other inequality.
func (b *potentials) lower(w *weights) *weights {
	sum, at := int64(0), -1
	for v := range b.space.Task.Variables {
		facts := b.values(v, b.goal)
		if len(facts) == 0 {
			return nil // the goal is unreachable
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
