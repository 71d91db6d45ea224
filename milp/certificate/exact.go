package certificate

import (
	"context"
	"math/big"
	"slices"
)

// An equation is a sum of terms, by unknown, with a side.
type equation struct {
	terms map[int]*big.Rat
	side  *big.Rat
}

// maxElimination is the maximum number of products of an elimination.
const maxElimination = 20_000_000

// solveExactly solves a system of n linear equations in n unknowns by Gaussian elimination in rational numbers. The
// next unknown is one with the fewest entries of an equation with the fewest terms, which limits fill-in (Markowitz
// 1957). It reports false if the system is singular, takes too many products, or ctx ends. It changes the equations.
func solveExactly(ctx context.Context, list []*equation) (map[int]*big.Rat, bool) {
	open := slices.Clone(list)
	type step struct {
		unknown int
		by      *equation
	}
	var steps []step
	work := 0
	for len(open) > 0 {
		if ctx.Err() != nil {
			return nil, false
		}
		at := 0
		for i, e := range open {
			if len(e.terms) < len(open[at].terms) {
				at = i
			}
		}
		e := open[at]
		open[at] = open[len(open)-1]
		open = open[:len(open)-1]
		if len(e.terms) == 0 {
			return nil, false
		}
		count := map[int]int{}
		for _, other := range open {
			for x := range e.terms {
				if other.terms[x] != nil {
					count[x]++
				}
			}
		}
		unknown := -1
		for x := range e.terms {
			if unknown < 0 || count[x] < count[unknown] || count[x] == count[unknown] && x < unknown {
				unknown = x
			}
		}
		steps = append(steps, step{unknown, e})
		pivot := e.terms[unknown]
		for _, other := range open {
			a := other.terms[unknown]
			if a == nil {
				continue
			}
			if work += len(e.terms); work > maxElimination {
				return nil, false
			}
			factor := new(big.Rat).Quo(a, pivot)
			other.subtract(e, factor)
			delete(other.terms, unknown)
		}
	}
	values := map[int]*big.Rat{}
	for k := len(steps) - 1; k >= 0; k-- {
		s := steps[k]
		x := new(big.Rat).Set(s.by.side)
		for y, a := range s.by.terms {
			if y != s.unknown {
				x.Sub(x, new(big.Rat).Mul(a, values[y]))
			}
		}
		values[s.unknown] = x.Quo(x, s.by.terms[s.unknown])
	}
	return values, true
}

// subtract subtracts a multiple of another equation.
func (e *equation) subtract(other *equation, factor *big.Rat) {
	for x, a := range other.terms {
		b := e.terms[x]
		if b == nil {
			b = new(big.Rat)
			e.terms[x] = b
		}
		if b.Sub(b, new(big.Rat).Mul(a, factor)); b.Sign() == 0 {
			delete(e.terms, x)
		}
	}
	e.side.Sub(e.side, new(big.Rat).Mul(other.side, factor))
}

// simple returns a fraction near x with a denominator of at most most, by its continued fraction, and x itself if none
// is within 1e-9 of it. The result is nil if x is not finite.
func simple(x float64, most int64) *big.Rat {
	all := new(big.Rat).SetFloat64(x)
	if all == nil {
		return nil
	}
	limit := big.NewInt(most)
	near := new(big.Rat).Mul(new(big.Rat).Abs(all), big.NewRat(1, 1_000_000_000))
	if least := big.NewRat(1, 1_000_000_000); near.Cmp(least) < 0 {
		near = least
	}
	p0, q0, p1, q1 := big.NewInt(0), big.NewInt(1), big.NewInt(1), big.NewInt(0)
	rest := new(big.Rat).Set(all)
	for {
		a := nearest(rest, -1)
		p2 := new(big.Int).Add(new(big.Int).Mul(a, p1), p0)
		q2 := new(big.Int).Add(new(big.Int).Mul(a, q1), q0)
		if q2.Cmp(limit) > 0 {
			return all
		}
		got := new(big.Rat).SetFrac(p2, q2)
		if gap := new(big.Rat).Sub(got, all); gap.Abs(gap).Cmp(near) <= 0 {
			return got
		}
		p0, q0, p1, q1 = p1, q1, p2, q2
		rest.Sub(rest, new(big.Rat).SetInt(a))
		rest.Inv(rest) // not 0: got would be all
	}
}
