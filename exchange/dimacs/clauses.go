package dimacs

import (
	"slices"
	"strconv"

	"farbank/model"
	"farbank/model/transition"
)

// maxClauses bounds the number of clauses.
const maxClauses = 20_000_000

// maxValues bounds the number of values of one number.
const maxValues = 20_000

// A literal is a variable, from 1, or its negation, which is negative. yes and no are the
// constants.
type literal int32

const (
	yes literal = 1<<31 - 1
	no  literal = -yes
)

// clauses builds a formula in conjunctive normal form. Every variable except those of cells is
// defined by an equivalence, so that the models of the formula are in bijection with those of
// the cells.
type clauses struct {
	u     *unrolling
	text  []byte
	vars  int
	count int
	over  bool
	cells map[int][]literal // by flat cell: its literals by value
	truth map[*model.Expr]literal
	nums  map[*model.Expr]number
}

// A number is a one-hot encoded value: exactly one of lits holds.
type number struct {
	values []int64 // ascending
	lits   []literal
}

func newClauses(u *unrolling) *clauses {
	c := &clauses{u: u, cells: map[int][]literal{}, truth: map[*model.Expr]literal{}, nums: map[*model.Expr]number{}}
	for i := range u.cells {
		c.cellLits(i)
	}
	return c
}

func (c *clauses) full() bool { return c.over || c.count > maxClauses }

func (c *clauses) fresh() literal {
	c.vars++
	return literal(c.vars)
}

// add adds a simplified clause.
func (c *clauses) add(lits ...literal) {
	if c.full() {
		return
	}
	for _, l := range lits {
		if l == yes {
			return
		}
	}
	for _, l := range lits {
		if l != no {
			c.text = append(strconv.AppendInt(c.text, int64(l), 10), ' ')
		}
	}
	c.text = append(c.text, '0', '\n')
	c.count++
}

// cellLits returns the literals of a flat cell by value. A cell with one value has no literals.
func (c *clauses) cellLits(i int) []literal {
	if lits, ok := c.cells[i]; ok {
		return lits
	}
	cell := &c.u.cells[i]
	var lits []literal
	span := model.Span(cell.lo, cell.hi)
	switch {
	case span == 1:
	case cell.truth || span == 2:
		v := c.fresh()
		lits = []literal{-v, v}
	case span > maxValues+1:
		c.over = true
	default:
		for range span {
			lits = append(lits, c.fresh())
		}
		c.add(lits...)
		c.atMostOne(lits)
	}
	c.cells[i] = lits
	return lits
}

// atMostOne adds the clauses that at most one of lits holds: pairwise for few, else by a
// sequential counter (Sinz 2005).
func (c *clauses) atMostOne(lits []literal) {
	if len(lits) <= 6 {
		for i, x := range lits {
			for _, y := range lits[:i] {
				c.add(-x, -y)
			}
		}
		return
	}
	held := lits[0]
	for i, x := range lits[1:] {
		c.add(-held, -x)
		if i < len(lits)-2 {
			held = c.either(held, x)
		}
	}
}

// either returns a literal for the disjunction.
func (c *clauses) either(lits ...literal) literal {
	kept := lits[:0:0]
	for _, l := range lits {
		if l == yes || slices.Contains(kept, -l) {
			return yes
		}
		if l != no && !slices.Contains(kept, l) {
			kept = append(kept, l)
		}
	}
	switch len(kept) {
	case 0:
		return no
	case 1:
		return kept[0]
	}
	r := c.fresh()
	for _, l := range kept {
		c.add(-l, r)
	}
	c.add(append(kept, -r)...)
	return r
}

func (c *clauses) both(lits ...literal) literal {
	negated := make([]literal, len(lits))
	for i, l := range lits {
		negated[i] = -l
	}
	return -c.either(negated...)
}

// choose returns a literal for x if cond, else y.
func (c *clauses) choose(cond, x, y literal) literal {
	switch {
	case cond == yes || x == y:
		return x
	case cond == no:
		return y
	}
	return c.both(c.either(-cond, x), c.either(cond, y))
}

// assert adds the clauses of a condition.
func (c *clauses) assert(e *model.Expr) {
	switch e.Op {
	case model.And:
		for _, a := range e.Args {
			c.assert(a)
		}
	case model.Or:
		c.clause(e.Args)
	case model.Distinct:
		for i, x := range e.Args {
			for _, y := range e.Args[:i] {
				c.differ(c.number(y), c.number(x))
			}
		}
	default:
		c.add(c.lit(e))
	}
}

// clause adds the clauses of a disjunction. One equality in it is encoded without an auxiliary
// variable.
func (c *clauses) clause(args []*model.Expr) {
	var rest []literal
	var equal, all *model.Expr
	for _, a := range args {
		switch {
		case equal == nil && a.Op == model.Eq && !a.Args[0].IsConst() && !a.Args[1].IsConst():
			equal = a
		case all == nil && a.Op == model.And:
			all = a
		default:
			rest = append(rest, c.lit(a))
		}
	}
	switch {
	case equal != nil && all == nil:
		c.equalIf(rest, c.number(equal.Args[0]), c.number(equal.Args[1]))
	case all != nil && equal == nil:
		for _, a := range all.Args {
			c.add(append(slices.Clone(rest), c.lit(a))...)
		}
	default:
		for _, a := range []*model.Expr{equal, all} {
			if a != nil {
				rest = append(rest, c.lit(a))
			}
		}
		c.add(rest...)
	}
}

// equalIf adds clauses that x and y are equal unless one of rest holds.
func (c *clauses) equalIf(rest []literal, x, y number) {
	for i, v := range x.values {
		c.add(append(slices.Clone(rest), -x.lits[i], y.is(v))...)
	}
	for i, v := range y.values {
		c.add(append(slices.Clone(rest), -y.lits[i], x.is(v))...)
	}
}

func (c *clauses) differ(x, y number) {
	for i, v := range x.values {
		if l := y.is(v); l != no {
			c.add(-x.lits[i], -l)
		}
	}
}

// is returns the literal that a number has a value.
func (n number) is(v int64) literal {
	if i, ok := slices.BinarySearch(n.values, v); ok {
		return n.lits[i]
	}
	return no
}

// lit returns the literal of a condition.
func (c *clauses) lit(e *model.Expr) literal {
	if e.Op == model.Not {
		return -c.lit(e.Args[0])
	}
	if l, ok := c.truth[e]; ok {
		return l
	}
	l := c.define(e)
	c.truth[e] = l
	return l
}

func (c *clauses) lits(list []*model.Expr) []literal {
	out := make([]literal, len(list))
	for i, e := range list {
		out[i] = c.lit(e)
	}
	return out
}

func (c *clauses) define(e *model.Expr) literal {
	switch e.Op {
	case model.Const:
		if e.Value != 0 {
			return yes
		}
		return no
	case model.Cell:
		return c.cellLits(int(e.Value))[1]
	case model.And:
		return c.both(c.lits(e.Args)...)
	case model.Or:
		return c.either(c.lits(e.Args)...)
	case model.Eq:
		return c.equal(c.number(e.Args[0]), c.number(e.Args[1]))
	case model.Ne:
		return -c.equal(c.number(e.Args[0]), c.number(e.Args[1]))
	case model.Lt:
		return c.less(c.number(e.Args[0]), c.number(e.Args[1]), false)
	case model.Le:
		return c.less(c.number(e.Args[0]), c.number(e.Args[1]), true)
	case model.Distinct:
		var same []literal
		for i, x := range e.Args {
			for _, y := range e.Args[:i] {
				same = append(same, c.equal(c.number(y), c.number(x)))
			}
		}
		return -c.either(same...)
	case model.If:
		return c.choose(c.lit(e.Args[0]), c.lit(e.Args[1]), c.lit(e.Args[2]))
	}
	place := c.number(c.u.flat.Place(e))
	var cases []literal
	for k, x := range c.elements(e) {
		cases = append(cases, c.both(place.is(int64(k)), c.lit(x)))
	}
	return c.either(cases...)
}

// elements returns the elements of an At, Table or Select over flat cells.
func (c *clauses) elements(e *model.Expr) []*model.Expr {
	if e.Op != model.At {
		return c.u.flat.Elements(e)
	}
	var list []*model.Expr
	for _, off := range transition.Offsets(e.Dims) {
		list = append(list, c.u.cell(int(e.Value+off)))
	}
	return list
}
