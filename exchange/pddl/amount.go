package pddl

import (
	"fmt"
	"math"
	"math/big"
	"slices"

	"farbank/lang/syntax"
)

// A groundNumber is an expression over numbers that change.
type groundNumber struct {
	op     numberOp
	value  int64
	fluent int32
	args   []*groundNumber
	later  bool // of a length
}

// A fluentOf is a numeric fluent: a function of objects whose value changes.
type fluentOf struct {
	name  string
	begin int64
}

// A groundChange changes a fluent where a condition holds.
type groundChange struct {
	when   *ground
	fluent int32
	how    change
	value  *groundNumber
	pos    syntax.Pos
}

// A refused is the panic value for a construct that cannot be translated.
type refused struct {
	pos       syntax.Pos
	hint, why string
}

// constantOf returns a constant.
func constantOf(v int64) *groundNumber { return &groundNumber{value: v} }

// amount grounds a numeric expression and replaces functions that never change by their values.
// It returns nil if a value is undefined.
func (g *grounder) amount(n *number, env []int32) *groundNumber {
	switch n.op {
	case constant:
		return constantOf(n.value)
	case fluent:
		k, v := g.fluent(n.fn, n.terms, env, n.pos)
		switch {
		case !v:
			return nil
		case n.fn.changes:
			return &groundNumber{op: fluent, fluent: k}
		}
		return constantOf(g.d.values[g.d.fluent(n.fn, n.terms, env)])
	}
	out := &groundNumber{op: n.op, later: n.later}
	for _, a := range n.args {
		x := g.amount(a, env)
		if x == nil {
			return nil
		}
		out.args = append(out.args, x)
	}
	switch {
	case n.op == over:
		return g.d.whole(out, n.pos)
	case n.op == length && out.args[0].op == constant:
		return out.args[0]
	case n.op == length:
		return out
	}
	return g.d.folded(out, n.pos)
}

// fluent returns the fluent of a function of objects, or false if it is never defined.
func (g *grounder) fluent(fn *function, terms, env []int32, pos syntax.Pos) (int32, bool) {
	name := g.d.fluent(fn, terms, env)
	v, given := g.d.values[name]
	switch {
	case !given && fn.assigns && g.d.rounded:
		v = undefined
	case !given && fn.assigns:
		panic(refused{pos, "every number has to be given in (:init ...)", name + " has no value at first"})
	case !given || !fn.changes:
		return -1, given
	}
	k, met := g.fluentAt[name]
	if !met {
		k = int32(len(g.fluents))
		g.fluentAt[name] = k
		g.fluents = append(g.fluents, fluentOf{name, v})
	}
	return k, true
}

// whole divides constants, and refuses a division with a remainder.
func (d *domain) whole(n *groundNumber, pos syntax.Pos) *groundNumber {
	a, b := n.args[0], n.args[1]
	if d.rounded {
		return d.quotient(n)
	}
	switch {
	case a.op != constant || b.op != constant:
		panic(refused{pos, "numbers are integers here", "a division of numbers that change is not understood"})
	case b.value == 0:
		return nil
	}
	q, rest := new(big.Int).QuoRem(new(big.Int).Mul(big.NewInt(a.value), big.NewInt(d.one())), big.NewInt(b.value), new(big.Int))
	switch {
	case rest.Sign() != 0 && d.digits == 0:
		panic(refused{pos, "numbers are integers here", "a division does not come out even"})
	case rest.Sign() != 0:
		panic(refused{pos, "numbers are exact here", fmt.Sprintf("a division has more than %d digits after the point", d.digits)})
	case !q.IsInt64() || q.Int64() > d.most() || q.Int64() < -d.most():
		panic(refused{pos, "", "a number becomes too large"})
	}
	return constantOf(q.Int64())
}

// quotient divides, and rounds the result.
func (d *domain) quotient(n *groundNumber) *groundNumber {
	a, b := n.args[0], n.args[1]
	switch {
	case b.op == constant && b.value == 0:
		return nil
	case a.op != constant || b.op != constant:
		return n
	}
	q := math.Round(float64(a.value) / float64(b.value) * float64(d.one()))
	return constantOf(int64(min(max(q, -far/2), far/2)))
}

// folded folds constants.
func (d *domain) folded(n *groundNumber, pos syntax.Pos) *groundNumber {
	if slices.ContainsFunc(n.args, func(a *groundNumber) bool { return a.op != constant }) {
		return n
	}
	box := interval{n.args[0].value, n.args[0].value}
	for _, a := range n.args[1:] {
		box = d.combine(n.op, box, interval{a.value, a.value})
	}
	if box.lo != box.hi && !d.rounded {
		panic(refused{pos, "numbers are exact here", fmt.Sprintf("a product has more than %d digits after the point", d.digits)})
	}
	if box.lo <= -far || box.lo >= far {
		panic(refused{pos, "", "a number becomes too large"})
	}
	return constantOf(box.lo)
}

// compared returns a comparison. It is false if an operand is undefined.
func compared(than comparison, a, b *groundNumber) *ground {
	switch {
	case a == nil || b == nil:
		return noGround
	case a.op == constant && b.op == constant:
		return truth(than.holds(a.value, b.value))
	}
	return &ground{op: isCompare, than: than, sides: [2]*groundNumber{a, b}}
}

func (c comparison) holds(a, b int64) bool {
	switch c {
	case less:
		return a < b
	case atMost:
		return a <= b
	}
	return a == b
}

// changes adds the changes of numbers by an action. It returns false if one needs an undefined
// value.
func (g *grounder) changes(x *instance, env []int32) bool {
	if g.d.metric == nil {
		x.cost = []groundChange{{when: yesGround, value: constantOf(g.d.one()), pos: x.schema.pos}}
	}
	for _, w := range g.d.metric {
		if w.fn == nil {
			x.cost = append(x.cost, groundChange{when: yesGround, value: constantOf(w.times), pos: x.schema.pos})
		}
	}
	known := true
	for i := range x.schema.numbers {
		e := &x.schema.numbers[i]
		if !e.fn.kept() && !e.fn.metric {
			continue
		}
		g.each(e.all, env, func() {
			when := g.formula(e.when, env)
			if when.op == isFalse {
				return
			}
			k, v := g.fluent(e.fn, e.terms, env, e.pos)
			value := g.amount(e.value, env)
			if value == nil && e.fn.metric && when.op == isTrue && !g.d.rounded {
				panic(refused{e.value.pos, "", g.d.write(e.value, env) + " has no value"})
			}
			if !v || value == nil {
				x.also = append(x.also, negation(when))
				known = known && when.op != isTrue
				return
			}
			c := groundChange{when, k, e.how, value, e.pos}
			if e.fn.metric {
				g.weigh(x, c, g.d.fluent(e.fn, e.terms, env))
			}
			if e.fn.kept() {
				for _, o := range x.numbers { // changes that do not commute cannot be simultaneous
					if o.fluent == k && (!o.adds() || !c.adds()) {
						x.also = append(x.also, negation(junction(isAnd, []*ground{o.when, c.when})))
					}
				}
				x.numbers = append(x.numbers, c)
			}
		})
	}
	return known
}

// adds reports whether a change is additive, so that several can be simultaneous.
func (c *groundChange) adds() bool { return c.how == increase || c.how == decrease }

// weigh adds the effect of a change on the metric.
func (g *grounder) weigh(x *instance, c groundChange, name string) {
	for _, w := range g.d.metric {
		if w.fn == nil || g.d.fluent(w.fn, w.terms, nil) != name {
			continue
		}
		by := w.times
		switch c.how {
		case decrease:
			by = -by
		case assign, scaleUp:
			if g.d.rounded {
				return
			}
			panic(refused{c.pos, "", "the metric depends on " + name + ", which may do more than grow"})
		}
		c.value = g.d.folded(&groundNumber{op: times, args: []*groundNumber{constantOf(by), c.value}}, c.pos)
		x.cost = append(x.cost, c)
	}
}

// undefined is the value of a number that is not given, where numbers are rounded.
const undefined = math.MinInt64

// far is the bound of numbers.
const far = math.MaxInt64 / 8
