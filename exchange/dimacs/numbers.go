package dimacs

import (
	"maps"
	"slices"

	"farbank/model"
)

// number returns the one-hot form of an expression; a condition is 0 or 1.
func (c *clauses) number(e *model.Expr) number {
	if n, ok := c.nums[e]; ok {
		return n
	}
	n := c.build(e)
	if len(n.values) > maxValues {
		c.over = true
		n = fixed(0)
	}
	c.nums[e] = n
	return n
}

func fixed(v int64) number { return number{[]int64{v}, []literal{yes}} }

func (c *clauses) build(e *model.Expr) number {
	if e.Bool {
		l := c.lit(e)
		if l == yes || l == no {
			return fixed(map[literal]int64{yes: 1}[l])
		}
		return number{[]int64{0, 1}, []literal{-l, l}}
	}
	switch e.Op {
	case model.Const:
		return fixed(e.Value)
	case model.Cell:
		n := number{lits: c.cellLits(int(e.Value))}
		for k := range n.lits {
			n.values = append(n.values, c.u.cells[e.Value].lo+int64(k))
		}
		return n
	case model.Neg:
		return c.unary(e.Args[0], func(x int64) int64 { return -x })
	case model.Abs:
		return c.unary(e.Args[0], func(x int64) int64 { return max(x, -x) })
	case model.If:
		cond := c.lit(e.Args[0])
		return c.gather([]literal{cond, -cond}, []number{c.number(e.Args[1]), c.number(e.Args[2])})
	case model.At, model.Table, model.Select:
		place := c.number(c.u.flat.Place(e))
		var when []literal
		var what []number
		for k, x := range c.elements(e) {
			if l := place.is(int64(k)); l != no {
				when, what = append(when, l), append(what, c.number(x))
			}
		}
		return c.gather(when, what)
	}
	return c.fold(e)
}

// fold combines the operands by recursive halving, so that partial results stay small.
func (c *clauses) fold(e *model.Expr) number {
	op := map[model.Op]func(x, y int64) int64{
		model.Sum: func(x, y int64) int64 { return x + y },
		model.Mul: func(x, y int64) int64 { return x * y },
		model.Min: func(x, y int64) int64 { return min(x, y) },
		model.Max: func(x, y int64) int64 { return max(x, y) },
		model.Div: floorDiv,
		model.Mod: func(x, y int64) int64 { return x - y*floorDiv(x, y) },
	}[e.Op]
	parts := make([]number, len(e.Args))
	for i, a := range e.Args {
		parts[i] = c.number(a)
	}
	for len(parts) > 1 {
		var next []number
		for i := 0; i+1 < len(parts); i += 2 {
			next = append(next, c.binary(parts[i], parts[i+1], op))
		}
		if len(parts)%2 == 1 {
			next = append(next, parts[len(parts)-1])
		}
		parts = next
	}
	return parts[0]
}

// floorDiv returns floor(x / y), and 0 for the divisor 0, which does not occur in total
// expressions.
func floorDiv(x, y int64) int64 {
	if y == 0 {
		return 0
	}
	q := x / y
	if x%y != 0 && (x < 0) != (y < 0) {
		q--
	}
	return q
}

func (c *clauses) unary(e *model.Expr, op func(int64) int64) number {
	x := c.number(e)
	by := map[int64][]literal{}
	for i, v := range x.values {
		by[op(v)] = append(by[op(v)], x.lits[i])
	}
	return c.grouped(by)
}

// binary returns the result of op on two numbers.
func (c *clauses) binary(x, y number, op func(x, y int64) int64) number {
	if c.full() || len(x.values)*len(y.values) > maxClauses/4 {
		c.over = true
		return fixed(0)
	}
	by := map[int64][]literal{}
	for i, v := range x.values {
		for j, w := range y.values {
			lit := x.lits[i]
			if len(x.values) == 1 { // x is constant: y decides
				lit = y.lits[j]
			}
			by[op(v, w)] = append(by[op(v, w)], lit)
		}
	}
	if len(x.values) == 1 || len(y.values) == 1 {
		return c.grouped(by)
	}
	n := c.oneOf(slices.Sorted(maps.Keys(by)))
	for i, v := range x.values {
		for j, w := range y.values {
			c.add(-x.lits[i], -y.lits[j], n.is(op(v, w)))
		}
	}
	return n
}

// grouped returns the number that has each value where one of its literals holds.
func (c *clauses) grouped(by map[int64][]literal) number {
	n := number{values: slices.Sorted(maps.Keys(by))}
	if len(n.values) == 1 {
		return fixed(n.values[0])
	}
	for _, v := range n.values {
		n.lits = append(n.lits, c.either(by[v]...))
	}
	return n
}

// gather returns the number what[k] where when[k] holds; exactly one does.
func (c *clauses) gather(when []literal, what []number) number {
	values := map[int64]bool{}
	for k, x := range what {
		if when[k] == yes {
			return x
		}
		if when[k] != no {
			for _, v := range x.values {
				values[v] = true
			}
		}
	}
	n := c.oneOf(slices.Sorted(maps.Keys(values)))
	for k, x := range what {
		for i, v := range x.values {
			c.add(-when[k], -x.lits[i], n.is(v))
		}
	}
	return n
}

// oneOf returns a new number with one of the given values.
func (c *clauses) oneOf(values []int64) number {
	switch len(values) {
	case 1:
		return fixed(values[0])
	case 2:
		v := c.fresh()
		return number{values, []literal{-v, v}}
	}
	n := number{values: values}
	for range values {
		n.lits = append(n.lits, c.fresh())
	}
	c.add(n.lits...)
	c.atMostOne(n.lits)
	return n
}

// equal returns the literal of x == y.
func (c *clauses) equal(x, y number) literal {
	if len(y.values) == 1 {
		return x.is(y.values[0])
	}
	if len(x.values) == 1 {
		return y.is(x.values[0])
	}
	r := c.fresh()
	c.equalIf([]literal{-r}, x, y)
	for i, v := range x.values {
		if l := y.is(v); l != no {
			c.add(-x.lits[i], -l, r)
		}
	}
	return r
}

// less returns the literal of x < y, or of x <= y.
func (c *clauses) less(x, y number, orEqual bool) literal {
	holds := func(v, w int64) bool { return v < w || orEqual && v == w }
	var cases []literal
	if len(y.values) == 1 {
		for i, v := range x.values {
			if holds(v, y.values[0]) {
				cases = append(cases, x.lits[i])
			}
		}
		return c.either(cases...)
	}
	for i, v := range x.values {
		var above []literal
		for j, w := range y.values {
			if holds(v, w) {
				above = append(above, y.lits[j])
			}
		}
		if len(above) == len(y.values) {
			above = []literal{yes}
		}
		cases = append(cases, c.both(x.lits[i], c.either(above...)))
	}
	return c.either(cases...)
}
