package game

import (
	"context"
	"math"
	"math/big"

	"farbank/solver"
)

// Values is the result of [Reach] and [Expected].
type Values struct {
	// Status is Solved if each interval is at most Options.Width wide, Feasible if some are wider, or Unknown.
	Status solver.Status
	Reason error

	// Low and High enclose the value of each state: both bounds are proven. For Expected they are +Inf where the goal
	// is not reached surely.
	Low, High []float64
	// Exact has the values as fractions, or is nil if only the intervals are known. For Expected an entry is nil
	// where the goal is not reached surely.
	Exact []*big.Rat
	// Move is, for each state of ours and of the foe, the number of a move of an optimal strategy; if the values
	// are intervals, of one that guarantees Low (ours) or High (the foe), for Expected the other way round. It is -1 for
	// goals, for states without moves, and where we cannot reach the goal.
	Move []int32
}

// Reach computes the greatest probability of reaching the goal that we can guarantee against the foe. The error is
// about an arena that is not valid.
func Reach(ctx context.Context, a *Arena, o Options) (Values, error) {
	return compute(ctx, a, o, false)
}

// Expected computes the least expected cost of reaching the goal, over the strategies that reach it with probability
// 1; the foe maximizes the cost. The error is about an arena that is not valid.
func Expected(ctx context.Context, a *Arena, o Options) (Values, error) {
	return compute(ctx, a, o, true)
}

func compute(ctx context.Context, a *Arena, o Options, expected bool) (Values, error) {
	if _, err := a.check(); err != nil {
		return Values{}, err
	}
	n := a.Len()
	if used := int64(60*n + 8*a.Size()); o.Memory > 0 && used > o.Memory {
		return Values{Reason: solver.ErrMemory}, nil
	}
	if o.Width <= 0 {
		o.Width = 1e-9
	}
	v := &valuing{a: a, ctx: ctx, o: o, expected: expected, comp: make([]int32, n), short: o.Exact >= 0}
	if !v.decide() {
		return Values{Reason: context.Cause(ctx)}, nil
	}
	v.components()
	status, reason := v.intervals()
	var exact []*big.Rat
	if o.Exact >= 0 && status != solver.Unknown {
		exact = v.fractions()
	}
	if exact == nil && v.left {
		v.short = false
		status, reason = v.intervals()
	}
	if status == solver.Unknown {
		return Values{Reason: reason}, nil
	}
	out := Values{Status: status, Reason: reason, Low: v.low, High: v.high, Move: v.move}
	if exact != nil {
		out.Status, out.Reason, out.Exact = solver.Solved, nil, exact
		for s, x := range exact {
			if x != nil {
				out.Low[s], out.High[s] = enclose(x)
			}
		}
	}
	return out, nil
}

// enclose returns two neighbouring floats around x, which is not negative, or x twice.
func enclose(x *big.Rat) (low, high float64) {
	f, exact := x.Float64()
	if exact {
		return f, f
	}
	low, high = f, f
	if math.IsInf(f, 1) { // too large for a float
		return math.MaxFloat64, f
	}
	if new(big.Rat).SetFloat64(f).Cmp(x) > 0 {
		low = math.Nextafter(f, math.Inf(-1))
	} else {
		high = math.Nextafter(f, math.Inf(1))
	}
	return low, high
}

// valuing computes values of one arena.
type valuing struct {
	a        *Arena
	ctx      context.Context
	o        Options
	expected bool
	in       []bool // Expected: the states from which the goal is reached surely

	comp  []int32   // the component of each state without a decided value, or -1
	comps [][]int32 // the components, successors first
	depth []int     // the number of components with cycles on a path of components from here on

	low, high []float64
	move      []int32

	// short says that components on which the iteration takes long are left to the fractions, and left that there are some.
	short, left bool
}

// decide sets the values that follow from the graph alone. It returns false if the context ended.
func (v *valuing) decide() bool {
	n := v.a.Len()
	v.low, v.high = make([]float64, n), make([]float64, n)
	g := &regions{a: v.a, back: v.a.reversed(), ctx: v.ctx}
	all := make([]bool, n)
	for s := range all {
		all[s] = true
	}
	some, toward := g.positive(all)
	sure, move := g.sure()
	if sure == nil {
		return false
	}
	v.in, v.move = sure, move
	for s, k := range v.a.kinds {
		v.comp[s] = -1
		switch {
		case v.expected && k == Goal:
		case v.expected && !sure[s]:
			v.low[s], v.high[s] = math.Inf(1), math.Inf(1)
		case v.expected:
			v.high[s] = math.Inf(1)
			v.comp[s] = 0
		case sure[s]:
			v.low[s], v.high[s] = 1, 1
		case some[s]:
			v.high[s], v.move[s] = 1, toward[s]
			v.comp[s] = 0
		}
		if k == Foe && v.comp[s] >= 0 {
			v.move[s] = 0
		}
		if k != Foe || v.comp[s] >= 0 {
			continue
		}
		for i, m := range v.a.Moves(s) { // a decided state of the foe: it stays where the value is its own
			if v.expected && !sure[m.To] || !v.expected && (sure[s] || !some[m.To]) {
				v.move[s] = int32(i)
				break
			}
		}
	}
	return true
}

// allowed reports whether we may make the move m: for Expected, only moves after which the goal is still
// reached surely.
func (v *valuing) allowed(m Move) bool { return !v.expected || v.in[m.To] }

// components finds the strongly connected components of the undecided states (Tarjan 1972), successors first.
func (v *valuing) components() {
	n := v.a.Len()
	number, low := make([]int32, n), make([]int32, n)
	on := make([]bool, n)
	var stack []int32
	type frame struct {
		s    int32
		next int
	}
	var calls []frame
	count := int32(0)
	enter := func(s int32) {
		count++
		number[s], low[s], on[s] = count, count, true
		stack = append(stack, s)
		calls = append(calls, frame{s, 0})
	}
	for root := range n {
		if v.comp[root] < 0 || number[root] != 0 {
			continue
		}
		enter(int32(root))
		for len(calls) > 0 {
			f := &calls[len(calls)-1]
			s := f.s
			if moves := v.a.Moves(int(s)); f.next < len(moves) {
				m := moves[f.next]
				f.next++
				switch t := m.To; {
				case v.comp[t] < 0 || v.a.kinds[s] == Ours && !v.allowed(m):
				case number[t] == 0:
					enter(t)
				case on[t]:
					low[s] = min(low[s], number[t])
				}
				continue
			}
			calls = calls[:len(calls)-1]
			if len(calls) > 0 {
				up := calls[len(calls)-1].s
				low[up] = min(low[up], low[s])
			}
			if low[s] == number[s] {
				v.component(&stack, on, s)
			}
		}
	}
}

// component takes the component with the root s from the stack.
func (v *valuing) component(stack *[]int32, on []bool, s int32) {
	i := len(*stack) - 1
	for (*stack)[i] != s {
		i--
	}
	list := append([]int32(nil), (*stack)[i:]...)
	*stack = (*stack)[:i]
	k, depth := int32(len(v.comps)), 0
	for _, t := range list {
		on[t] = false
		v.comp[t] = k
	}
	cyclic := len(list) > 1
	for _, t := range list {
		for _, m := range v.a.Moves(int(t)) {
			switch c := v.comp[m.To]; {
			case c == k:
				cyclic = true
			case c >= 0 && int(c) < len(v.depth):
				depth = max(depth, v.depth[c])
			}
		}
	}
	if cyclic {
		depth++
	}
	v.comps, v.depth = append(v.comps, list), append(v.depth, depth)
}
