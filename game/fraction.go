package game

import (
	"math/big"
	"math/bits"
)

var (
	zero = new(big.Rat)
	one  = big.NewRat(1, 1)
)

// fractions computes the values as fractions, starting from the strategies that the intervals gave. It returns
// nil if that takes more than Options.Exact or the context ended.
func (v *valuing) fractions() []*big.Rat {
	f := &exact{valuing: v, effort: v.effort(), x: make([]*big.Rat, v.a.Len())}
	for s := range f.x {
		switch {
		case v.comp[s] >= 0 || v.expected && !v.in[s]:
		case !v.expected && v.low[s] == 1:
			f.x[s] = one
		default:
			f.x[s] = zero
		}
	}
	saved := append([]int32(nil), v.move...)
	for k, list := range v.comps {
		if k%every == 0 && v.ctx.Err() != nil || !f.component(list) {
			copy(v.move, saved)
			return nil
		}
	}
	return f.x
}

// effort returns the effort that the fractions may take.
func (v *valuing) effort() int64 {
	if v.o.Exact == 0 {
		return 1 << 28
	}
	return v.o.Exact
}

// isSmall reports whether the fractions would try a component.
func (v *valuing) isSmall(list []int32) bool { return small(list, v.effort()) }

// small reports whether a component is small enough for an effort.
func small(list []int32, effort int64) bool {
	return len(list) <= 1 || int64(len(list))*int64(len(list)) <= effort/16
}

// exact solves components in rationals.
type exact struct {
	*valuing
	effort int64 // that is left
	x      []*big.Rat
	row    map[int32]int // the position of each state in the component at work
}

// spend counts the effort of an operation with x and reports whether more may be spent.
func (f *exact) spend(x *big.Rat) bool {
	w := int64(len(x.Num().Bits()) + len(x.Denom().Bits()))
	f.effort -= w*w + 8
	return f.effort > 0
}

// component improves the strategies of a component until none is better: first the foe's against ours, then ours
// (Hoffman and Karp 1966).
func (f *exact) component(list []int32) bool {
	if !small(list, f.effort) {
		return false
	}
	f.row = make(map[int32]int, len(list))
	for i, s := range list {
		f.row[s] = i
		f.x[s] = nil
	}
	for {
		if !f.response(list) {
			return false
		}
		switch changed, ok := f.improve(list, Ours); {
		case !ok:
			return false
		case !changed:
			return true
		}
	}
}

// response finds the best strategy of the foe against our current one, and its values.
func (f *exact) response(list []int32) bool {
	var lost []bool
	if !f.expected {
		lost = f.avoidable(list)
	}
	for {
		if !f.solve(list, lost) {
			return false
		}
		switch changed, ok := f.improve(list, Foe); {
		case !ok:
			return false
		case !changed:
			return true
		}
	}
}

// avoidable returns the states of a component from which the foe can avoid the goal surely while we play the current
// strategy, and sets the moves with which it does.
func (f *exact) avoidable(list []int32) []bool {
	some := make([]bool, len(list)) // the goal may be reached
	reaches := func(m Move) bool {
		if i, here := f.row[m.To]; here {
			return some[i]
		}
		return f.x[m.To].Sign() > 0
	}
	for grown := true; grown; {
		grown = false
		for i, s := range list {
			if some[i] {
				continue
			}
			ok := f.a.kinds[s] == Foe
			for k, m := range f.a.Moves(int(s)) {
				switch f.a.kinds[s] {
				case Foe:
					ok = ok && reaches(m)
				case Chance:
					ok = ok || reaches(m)
				default:
					ok = ok || int32(k) == f.move[s] && reaches(m)
				}
			}
			if ok {
				some[i], grown = true, true
			}
		}
	}
	for i, s := range list {
		if some[i] = !some[i]; !some[i] || f.a.kinds[s] != Foe {
			continue
		}
		for k, m := range f.a.Moves(int(s)) {
			if j, here := f.row[m.To]; here && (some[j] || j == i) || !here && f.x[m.To].Sign() == 0 {
				f.move[s] = int32(k)
				break
			}
		}
	}
	return some
}

// improve changes the moves of one player where another one is strictly better.
func (f *exact) improve(list []int32, k Kind) (changed, ok bool) {
	least := (k == Ours) == f.expected
	for _, s := range list {
		if f.a.kinds[s] != k {
			continue
		}
		best := f.x[s]
		for i, m := range f.a.Moves(int(s)) {
			if k == Ours && !f.allowed(m) {
				continue
			}
			y := f.afterward(m)
			if !f.spend(y) {
				return false, false
			}
			if c := y.Cmp(best); least && c < 0 || !least && c > 0 {
				best, f.move[s], changed = y, int32(i), true
			}
		}
	}
	return changed, true
}

func (f *exact) afterward(m Move) *big.Rat {
	if !f.expected || m.Cost == 0 {
		return f.x[m.To]
	}
	return new(big.Rat).Add(f.x[m.To], new(big.Rat).SetInt64(m.Cost))
}

// An equation is x = the sum of coeff[t]*x[t] + rest.
type equation struct {
	coeff map[int]*big.Rat
	rest  *big.Rat
}

// solve computes the values of a component under the current strategies by elimination. States in lost have the
// value 0. It returns false if the effort is too large, or if the system is singular.
func (f *exact) solve(list []int32, lost []bool) bool {
	eqs := make([]equation, len(list))
	users := make([]map[int]bool, len(list))
	for i := range users {
		users[i] = map[int]bool{}
	}
	for i, s := range list {
		eqs[i] = equation{map[int]*big.Rat{}, new(big.Rat)}
		if lost != nil && lost[i] {
			continue
		}
		moves, total := f.a.Moves(int(s)), int64(1)
		if f.a.kinds[s] == Chance {
			total = f.a.total(int(s))
		} else {
			moves = moves[f.move[s] : f.move[s]+1]
		}
		for _, m := range moves {
			p := one
			if f.a.kinds[s] == Chance {
				p = big.NewRat(m.Weight, total)
			}
			if !f.add(&eqs[i], p, m, lost) {
				return false
			}
		}
		for t := range eqs[i].coeff {
			users[t][i] = true
		}
	}
	order := elimination(eqs, users)
	for _, i := range order {
		if !f.eliminate(eqs, users, i) {
			return false
		}
	}
	for k := len(order) - 1; k >= 0; k-- {
		i := order[k]
		sum := eqs[i].rest
		for t, c := range eqs[i].coeff {
			y := new(big.Rat).Mul(c, f.x[list[t]])
			sum = new(big.Rat).Add(sum, y)
			if !f.spend(sum) {
				return false
			}
		}
		f.x[list[i]] = sum
	}
	return true
}

// add adds p times the value after m to an equation.
func (f *exact) add(eq *equation, p *big.Rat, m Move, lost []bool) bool {
	if f.expected && m.Cost != 0 {
		eq.rest.Add(eq.rest, new(big.Rat).Mul(p, new(big.Rat).SetInt64(m.Cost)))
	}
	t, here := f.row[m.To]
	switch {
	case here && lost != nil && lost[t]:
	case here:
		c := p
		if old := eq.coeff[t]; old != nil {
			c = new(big.Rat).Add(old, p)
		}
		eq.coeff[t] = c
	case f.x[m.To] == nil:
		return false
	default:
		eq.rest.Add(eq.rest, new(big.Rat).Mul(p, f.x[m.To]))
	}
	return f.spend(eq.rest)
}

// elimination returns the equations in an order that keeps them short: few operands and users first.
func elimination(eqs []equation, users []map[int]bool) []int {
	buckets := make([][]int, 65)
	for i := range eqs {
		k := bits.Len(uint(len(eqs[i].coeff) * len(users[i])))
		buckets[k] = append(buckets[k], i)
	}
	order := make([]int, 0, len(eqs))
	for _, b := range buckets {
		order = append(order, b...)
	}
	return order
}

// eliminate resolves equation i for its variable and replaces it in the equations that are not yet eliminated.
func (f *exact) eliminate(eqs []equation, users []map[int]bool, i int) bool {
	eq := &eqs[i]
	if own := eq.coeff[i]; own != nil {
		delete(eq.coeff, i)
		delete(users[i], i)
		factor := new(big.Rat).Sub(one, own)
		if factor.Sign() == 0 {
			return false
		}
		factor.Inv(factor)
		for t, c := range eq.coeff {
			eq.coeff[t] = new(big.Rat).Mul(c, factor)
			if !f.spend(eq.coeff[t]) {
				return false
			}
		}
		eq.rest = new(big.Rat).Mul(eq.rest, factor)
	}
	for t := range eq.coeff {
		delete(users[t], i) // equation i is not changed any more
	}
	for u := range users[i] {
		to := &eqs[u]
		by := to.coeff[i]
		delete(to.coeff, i)
		for t, c := range eq.coeff {
			y := new(big.Rat).Mul(by, c)
			if old := to.coeff[t]; old != nil {
				y.Add(y, old)
			}
			to.coeff[t] = y
			users[t][u] = true
			if !f.spend(y) {
				return false
			}
		}
		to.rest = new(big.Rat).Add(to.rest, new(big.Rat).Mul(by, eq.rest))
		if !f.spend(to.rest) {
			return false
		}
	}
	users[i] = nil
	return true
}
