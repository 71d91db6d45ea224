package certificate

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"strconv"

	"farbank/milp/problem"
)

// ErrUnsupported reports a program that the format cannot state: one with special ordered sets, semi-continuous
// columns, indicators, products or several objectives.
var ErrUnsupported = errors.New("a certificate cannot state special ordered sets, semi-continuous columns, indicators, products and several objectives")

// decimal returns the shortest decimal that reads as v, or nil if v is not finite.
func decimal(v float64) *big.Rat {
	if v == math.Trunc(v) && math.Abs(v) < 1<<53 {
		return new(big.Rat).SetInt64(int64(v))
	}
	x, ok := new(big.Rat).SetString(strconv.FormatFloat(v, 'g', -1, 64))
	if !ok {
		return nil
	}
	return x
}

// A program is a mixed-integer program in exact numbers.
type program struct {
	names     []string
	integer   []bool
	maximize  bool
	objective []term
	bounds    []*constraint // of the columns
	rows      []*constraint
	lower     []int // by column: the index of its bound in bounds, or -1
	upper     []int
	sides     [][2]int // by row: the indices of its lower and its upper side in rows, or -1; equal for an equation
}

// exact returns the program in exact numbers.
func exact(p *problem.Problem) (*program, error) {
	if len(p.Sets) > 0 || len(p.Indicators) > 0 || !p.Plain() {
		return nil, ErrUnsupported
	}
	q := &program{maximize: p.Maximize}
	for j, c := range p.Columns {
		if c.Semi {
			return nil, ErrUnsupported
		}
		q.names, q.integer = append(q.names, c.Name), append(q.integer, c.Integer)
		cost := decimal(c.Cost)
		if cost == nil {
			return nil, fmt.Errorf("milp/certificate: column %d: the cost is %v", j, c.Cost)
		}
		if cost.Sign() != 0 {
			q.objective = append(q.objective, term{j, cost})
		}
		self := []term{{j, big.NewRat(1, 1)}}
		lower, err := q.side(&q.bounds, self, c.Lower, 1)
		if err != nil {
			return nil, fmt.Errorf("milp/certificate: column %d: %w", j, err)
		}
		upper, err := q.side(&q.bounds, self, c.Upper, -1)
		if err != nil {
			return nil, fmt.Errorf("milp/certificate: column %d: %w", j, err)
		}
		q.lower, q.upper = append(q.lower, lower), append(q.upper, upper)
	}
	for i, r := range p.Rows {
		if err := q.row(r); err != nil {
			return nil, fmt.Errorf("milp/certificate: row %d: %w", i, err)
		}
	}
	return q, nil
}

func (q *program) row(r problem.Row) error {
	var terms []term
	for _, t := range r.Terms {
		x := decimal(t.Coefficient)
		if x == nil {
			return fmt.Errorf("a coefficient is %v", t.Coefficient)
		}
		if x.Sign() != 0 {
			terms = append(terms, term{t.Column, x})
		}
	}
	sortTerms(terms)
	if r.Lower == r.Upper && math.Abs(r.Lower) < problem.Huge {
		i, err := q.side(&q.rows, terms, r.Lower, 0)
		q.sides = append(q.sides, [2]int{i, i})
		return err
	}
	lower, err := q.side(&q.rows, terms, r.Lower, 1)
	if err != nil {
		return err
	}
	upper, err := q.side(&q.rows, terms, r.Upper, -1)
	q.sides = append(q.sides, [2]int{lower, upper})
	return err
}

// side adds a constraint to a list and returns its index, or -1 if its side is infinite in the harmless direction.
func (q *program) side(list *[]*constraint, terms []term, side float64, s sense) (int, error) {
	if s >= 0 && side <= -problem.Huge || s <= 0 && side >= problem.Huge {
		return -1, nil
	}
	x := decimal(side)
	if x == nil {
		return 0, fmt.Errorf("a side is %v", side)
	}
	*list = append(*list, &constraint{terms, s, x})
	return len(*list) - 1, nil
}

// all returns the bounds and the rows: the constraints as a certificate numbers them.
func (q *program) all() []*constraint {
	return append(append([]*constraint(nil), q.bounds...), q.rows...)
}

// bound returns the bound of the objective by a side: at least, or at most if the program maximizes.
func (q *program) bound(side *big.Rat) *constraint {
	if q.maximize {
		return &constraint{q.objective, -1, side}
	}
	return &constraint{q.objective, 1, side}
}

// better reports whether an objective is better than another.
func (q *program) better(x, than *big.Rat) bool {
	if q.maximize {
		return x.Cmp(than) > 0
	}
	return x.Cmp(than) < 0
}
