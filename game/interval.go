package game

import (
	"context"
	"math"

	"farbank/solver"
)

// direction is the direction of rounding.
type direction float64

const (
	down direction = -1
	up   direction = 1
)

// unit bounds the relative error of one operation, with a factor of 2 to spare.
const unit = 1.0 / (1 << 52)

// rounded moves a nonnegative x, the result of n operations on nonnegative numbers, past its exact value.
func rounded(x float64, n int, d direction) float64 { return x * (1 + float64(d)*float64(n+3)*unit) }

// step returns the value of s by one step of the iteration, rounded in a direction, and the number of the move
// that attains it (-1 for chance).
func (v *valuing) step(x []float64, s int, d direction) (value float64, move int32) {
	moves := v.a.Moves(s)
	if v.a.kinds[s] == Chance {
		sum, total := 0.0, 0.0
		for _, m := range moves {
			sum += float64(m.Weight) * v.after(x, m)
			total += float64(m.Weight)
		}
		return rounded(sum/total, 2*len(moves)+4, d), -1
	}
	least := (v.a.kinds[s] == Ours) == v.expected
	value, move = math.Inf(-1), -1
	for i, m := range moves {
		if v.a.kinds[s] == Ours && !v.allowed(m) {
			continue
		}
		y := v.after(x, m)
		if v.expected && m.Cost != 0 {
			y = rounded(y, 1, d)
		}
		if move < 0 || least && y < value || !least && y > value {
			value, move = y, int32(i)
		}
	}
	return value, move
}

// after returns the value after a move, including its cost.
func (v *valuing) after(x []float64, m Move) float64 {
	if v.expected {
		return x[m.To] + float64(m.Cost)
	}
	return x[m.To]
}

// attempts is the maximum number of guesses of an upper bound of a component.
const attempts = 12

// intervals computes proven bounds, component by component.
func (v *valuing) intervals() (solver.Status, error) {
	status, reason := solver.Solved, error(nil)
	states := int64(0)
	for k, list := range v.comps {
		if v.o.Progress != nil && k%every == 0 {
			v.o.Progress(Progress{Phase: "values", States: states})
		}
		if k%every == 0 && v.ctx.Err() != nil {
			return solver.Unknown, context.Cause(v.ctx)
		}
		states += int64(len(list))
		if len(list) == 1 && !v.loops(int(list[0])) {
			s := int(list[0])
			var foe int32
			v.low[s], v.move[s] = v.step(v.low, s, down)
			v.high[s], foe = v.step(v.high, s, up)
			if (v.a.kinds[s] == Foe) != v.expected {
				v.move[s] = foe
			}
			v.cap(s)
			continue
		}
		v.iterate(k, list)
		if v.ctx.Err() != nil {
			return solver.Unknown, context.Cause(v.ctx)
		}
		if !v.narrow(list) {
			status, reason = solver.Feasible, solver.ErrEffort
		}
	}
	return status, reason
}

// loops reports whether a state has a move to itself.
func (v *valuing) loops(s int) bool {
	for _, m := range v.a.Moves(s) {
		if int(m.To) == s && (v.a.kinds[s] != Ours || v.allowed(m)) {
			return true
		}
	}
	return false
}

// cap lowers bounds of a probability to 1.
func (v *valuing) cap(s int) {
	if !v.expected {
		v.low[s], v.high[s] = min(v.low[s], 1), min(v.high[s], 1)
	}
}

// iterate computes the bounds of a component with cycles. The lower bounds are increased until they change
// little. Then slightly greater values are tried as upper bounds. If that fails, the lower bounds are made more
// precise.
func (v *valuing) iterate(k int, list []int32) {
	tolerance := v.o.Width / 16
	gap := v.o.Width / 4 / float64(v.depth[k])
	verified := false
	for range attempts {
		sweeps := v.raise(list, tolerance)
		if v.short && v.isLong(list, sweeps) {
			v.left = true
			return
		}
		verified = verified || v.lower(list, gap, 2*sweeps+100)
		if v.ctx.Err() != nil || verified && v.narrow(list) {
			break
		}
		tolerance /= 16
	}
	if v.expected && math.IsInf(v.high[list[0]], 1) {
		v.fromAbove(list, gap)
	}
	for _, s := range list {
		if v.a.kinds[s] == Foe && !v.expected {
			_, v.move[s] = v.step(v.high, int(s), up)
		}
	}
}

// longWork is the number of steps from which on the iteration of a component counts as long. Where half of the moves lead
// back to the beginning, it takes a number of sweeps exponential in the number of states (Haddad, Monmege 2014).
const longWork = 1 << 22

// isLong reports whether a component is left to the fractions after a number of sweeps: it is small enough for them.
func (v *valuing) isLong(list []int32, sweeps int) bool {
	return sweeps*len(list) > longWork && v.isSmall(list)
}

// narrow reports whether the bounds of all states of a list are close enough.
func (v *valuing) narrow(list []int32) bool {
	for _, s := range list {
		if v.high[s]-v.low[s] > v.o.Width*max(1, v.low[s]) {
			return false
		}
	}
	return true
}

// raise increases the lower bounds until no value changes by more than the tolerance. A move is changed only
// when it increases the value: such strategies do not run in circles. It returns the number of sweeps.
func (v *valuing) raise(list []int32, tolerance float64) (sweeps int) {
	for changed := true; changed; sweeps++ {
		if sweeps%64 == 0 && v.ctx.Err() != nil || v.short && v.isLong(list, sweeps) {
			return sweeps
		}
		changed = false
		for _, s := range list {
			x, m := v.step(v.low, int(s), down)
			if !v.expected {
				x = min(x, 1)
			}
			if x <= v.low[s] {
				continue
			}
			if x-v.low[s] > tolerance*max(1, x) {
				changed = true
			}
			v.low[s] = x
			if v.a.kinds[s] == Foe == v.expected && v.a.kinds[s] != Chance {
				v.move[s] = m
			}
		}
	}
	return sweeps
}

// lower guesses upper bounds just above the lower ones and reports whether it verified them within a number of
// sweeps. A sweep that increases none of them verifies them all (Hartmanns and Kaminski 2020).
func (v *valuing) lower(list []int32, gap float64, sweeps int) bool {
	old := make([]float64, len(list))
	for i, s := range list {
		old[i] = v.high[s]
		v.high[s] = v.low[s] + gap*max(1, v.low[s])
		if !v.expected {
			v.high[s] = min(v.high[s], 1)
		}
	}
	moves := make(map[int32]int32)
	for n := range sweeps {
		if n%64 == 0 && v.ctx.Err() != nil {
			break
		}
		grew := false
		for _, s := range list {
			x, m := v.step(v.high, int(s), up)
			if !v.expected {
				x = min(x, 1)
			}
			if x > v.high[s] {
				grew = true
			}
			if v.high[s] = x; v.expected && v.a.kinds[s] == Ours {
				moves[s] = m
			}
		}
		if grew {
			continue
		}
		if !v.expected {
			return true
		}
		if saved := v.withMoves(moves); v.proper(list, v.move) {
			return true
		} else {
			v.withMoves(saved)
		}
		break
	}
	for i, s := range list {
		v.high[s] = old[i]
	}
	return false
}

// withMoves sets moves and returns the former ones.
func (v *valuing) withMoves(moves map[int32]int32) map[int32]int32 {
	old := make(map[int32]int32, len(moves))
	for s, m := range moves {
		old[s] = v.move[s]
		v.move[s] = m
	}
	return old
}

// proper reports whether our moves leave the component surely, whatever the foe does.
func (v *valuing) proper(list []int32, move []int32) bool {
	out := make(map[int32]bool, len(list))
	here := v.comp[list[0]]
	leaves := func(m Move) bool { return v.comp[m.To] != here || out[m.To] }
	for grown := true; grown && len(out) < len(list); {
		grown = false
		for _, s := range list {
			if out[s] {
				continue
			}
			ok := v.a.kinds[s] == Foe
			for i, m := range v.a.Moves(int(s)) {
				switch v.a.kinds[s] {
				case Foe:
					ok = ok && leaves(m)
				case Chance:
					ok = ok || leaves(m)
				default:
					ok = ok || int32(i) == move[s] && leaves(m)
				}
			}
			if ok {
				out[s], grown = true, true
			}
		}
	}
	return len(out) == len(list)
}

// fromAbove bounds the expected cost where moves of cost 0 in a circle make the iteration from below too
// low: it evaluates a strategy that reaches the goal surely, and improves it (Bertsekas and Yu 2016).
func (v *valuing) fromAbove(list []int32, gap float64) {
	g := &regions{a: v.a, back: v.a.reversed(), ctx: v.ctx}
	_, move := g.sure()
	if move == nil {
		return
	}
	fixed := &valuing{a: v.a, ctx: v.ctx, o: v.o, expected: true, in: v.in, comp: v.comp, move: move, low: make([]float64, len(v.low)), high: append([]float64(nil), v.high...)}
	only := fixed.only(list)
	copy(fixed.low, v.high)
	for _, s := range list {
		fixed.low[s] = 0
	}
	for tolerance := v.o.Width / 16; !math.IsInf(tolerance, 0) && tolerance > 1e-18; tolerance /= 16 {
		sweeps := only.raise(list, tolerance)
		if v.ctx.Err() != nil {
			return
		}
		if only.lower(list, gap, 2*sweeps+100) {
			break
		}
	}
	for _, s := range list {
		if v.high[s] = only.high[s]; v.a.kinds[s] == Ours {
			v.move[s] = move[s]
		}
	}
	for changed := true; changed && v.ctx.Err() == nil; {
		changed = false
		for _, s := range list {
			if x, m := v.step(v.high, int(s), up); x < v.high[s] {
				changed = changed || v.high[s]-x > v.o.Width/16*max(1, x)
				v.high[s] = x
				if v.a.kinds[s] == Ours {
					v.move[s] = m
				}
			}
		}
	}
	v.under(list, gap)
}

// only returns a valuing in which we have one move in each state of the list: that of v.move.
func (v *valuing) only(list []int32) *valuing {
	b := &Arena{}
	inside := make(map[int32]bool, len(list))
	for _, s := range list {
		inside[s] = true
	}
	w := *v
	for s, k := range v.a.kinds {
		moves := v.a.Moves(s)
		switch {
		case !inside[int32(s)]:
			moves = nil
		case k == Ours:
			moves = moves[v.move[s] : v.move[s]+1]
		}
		b.Add(k, moves...)
	}
	w.a = b
	w.move = append([]int32(nil), v.move...)
	for _, s := range list {
		if b.kinds[s] == Ours {
			w.move[s] = 0
		}
	}
	return &w
}

// under guesses lower bounds just below the upper ones and verifies them: a bounded vector that a step does not
// decrease is below the cost of every strategy that reaches the goal surely.
func (v *valuing) under(list []int32, gap float64) {
	try := append([]float64(nil), v.low...)
	for range attempts {
		for _, s := range list {
			try[s] = max(v.low[s], v.high[s]-gap*max(1, v.high[s]))
		}
		for range 1000 {
			fell := false
			for _, s := range list {
				x, _ := v.step(try, int(s), down)
				fell = fell || x < try[s]
				try[s] = x
			}
			if !fell {
				for _, s := range list {
					v.low[s] = max(v.low[s], try[s])
				}
				return
			}
		}
		gap *= 4
	}
}
