package asp

import (
	"fmt"
	"slices"
	"strings"

	"farbank/model"
)

// maxInline bounds the combinations of values that a rule body ranges over. Beyond it, operands
// get auxiliary atoms and a sum becomes an aggregate.
const maxInline = 64

// A term is a number in a rule: the term and the literals that bind its variables.
type term struct {
	body []string
	term string
	size int64 // upper bound of the number of combinations of values
}

// holds returns the literals for a condition at a time.
func (a *aspWriter) holds(e *model.Expr, time string) []string {
	switch e.Op {
	case model.Const:
		if e.Value != 0 {
			return nil
		}
		return []string{"#false"}
	case model.Cell:
		return []string{a.at(int(e.Value), "1", time)}
	case model.Local:
		return []string{fmt.Sprintf("derived(%d,%s)", e.Value-model.DerivedBase, time)}
	case model.And:
		var body []string
		for _, x := range e.Args {
			body = append(body, a.holds(x, time)...)
		}
		return body
	case model.Not:
		if x := e.Args[0]; x.Op == model.Cell {
			return []string{a.at(int(x.Value), "0", time)}
		}
		return []string{"not " + a.truthAtom(e.Args[0], time)}
	case model.Eq, model.Ne, model.Lt, model.Le:
		return a.compare(e, time)
	}
	return []string{a.truthAtom(e, time)}
}

var aspSigns = map[model.Op]string{model.Eq: "=", model.Ne: "!=", model.Lt: "<", model.Le: "<="}

func (a *aspWriter) compare(e *model.Expr, time string) []string {
	x, y := a.value(e.Args[0], time), a.value(e.Args[1], time)
	if x.size*y.size > maxInline {
		if len(summands(e.Args[0]))+len(summands(e.Args[1])) > 4 {
			sum := a.sum(append(summands(e.Args[0]), a.negated(summands(e.Args[1]))...), time)
			return []string{sum + " " + aspSigns[e.Op] + " 0"}
		}
		x, y = a.small(e.Args[0], x, time), a.small(e.Args[1], y, time)
	}
	return append(append(slices.Clone(x.body), y.body...), x.term+" "+aspSigns[e.Op]+" "+y.term)
}

// small returns x, or an auxiliary atom with at most one instance for each value of e.
func (a *aspWriter) small(e *model.Expr, x term, time string) term {
	if e.IsConst() || e.Op == model.Cell || x.size <= 2 {
		return x
	}
	return a.atom(e, time)
}

func summands(e *model.Expr) []*model.Expr {
	if e.Op == model.Sum {
		return e.Args
	}
	return []*model.Expr{e}
}

func (a *aspWriter) negated(list []*model.Expr) []*model.Expr {
	out := make([]*model.Expr, len(list))
	for i, e := range list {
		out[i] = a.s.Builder.Neg(e)
	}
	return out
}

// sum returns an aggregate.
func (a *aspWriter) sum(parts []*model.Expr, time string) string {
	return a.gather("#sum", parts, time)
}

func (a *aspWriter) gather(kind string, parts []*model.Expr, time string) string {
	var elems []string
	for i, e := range parts {
		v := a.value(e, time)
		elem := fmt.Sprintf("%s,%d", v.term, i)
		if len(v.body) > 0 {
			elem += " : " + strings.Join(v.body, ", ")
		}
		elems = append(elems, elem)
	}
	return "#sum { " + strings.Join(elems, "; ") + " }"
}

// truthAtom returns the auxiliary atom of a condition.
func (a *aspWriter) truthAtom(e *model.Expr, time string) string {
	name, known := a.atoms[e]
	if !known {
		name = fmt.Sprintf("e%d", len(a.atoms))
		a.atoms[e] = name
		a.defineTruth(e, name+"(T)")
	}
	return name + "(" + time + ")"
}

func (a *aspWriter) defineTruth(e *model.Expr, head string) {
	switch e.Op {
	case model.Or:
		for _, x := range e.Args {
			a.define(head, a.holds(x, "T"))
		}
	case model.If:
		a.define(head, append(a.holds(e.Args[0], "T"), a.holds(e.Args[1], "T")...))
		a.define(head, append(a.holds(a.s.Builder.Not(e.Args[0]), "T"), a.holds(e.Args[2], "T")...))
	case model.Distinct:
		same := "same_" + head
		for i, x := range e.Args {
			for _, y := range e.Args[:i] {
				if eq := a.s.Builder.Eq(y, x); !eq.IsFalse() {
					a.define(same, a.holds(eq, "T"))
				}
			}
		}
		a.define(head, []string{"not " + same})
	case model.At, model.Table, model.Select:
		for k, x := range a.s.Elements(e) {
			if !x.IsFalse() {
				a.define(head, append(a.placed(e, k), a.holds(x, "T")...))
			}
		}
	default:
		a.define(head, a.holds(e, "T"))
	}
}

// placed returns the literals that the indices of e address its k-th element.
func (a *aspWriter) placed(e *model.Expr, k int) []string {
	place := a.s.Place(e)
	v := a.small(place, a.value(place, "T"), "T")
	return append(slices.Clone(v.body), fmt.Sprintf("%s = %d", v.term, k))
}

// value returns the value of a number at a time.
func (a *aspWriter) value(e *model.Expr, time string) term {
	switch {
	case e.Op == model.Const:
		return term{term: fmt.Sprint(e.Value), size: 1}
	case e.Op == model.Cell:
		a.fresh++
		v := fmt.Sprintf("X%d", a.fresh)
		c := &a.Problem.Cells[e.Value]
		return term{body: []string{a.at(int(e.Value), v, time)}, term: v, size: c.Span()}
	case e.Bool:
		return a.atom(e, time)
	}
	positive := len(e.Args) == 2 && e.Args[0].Lo >= 0 && e.Args[1].Lo >= 0
	switch e.Op {
	case model.Sum:
		return a.combine(e, "+", time)
	case model.Mul:
		return a.combine(e, "*", time)
	case model.Neg, model.Abs:
		x := a.value(e.Args[0], time)
		x.term = map[model.Op]string{model.Neg: "(-" + x.term + ")", model.Abs: "|" + x.term + "|"}[e.Op]
		return x
	case model.Div:
		if positive {
			return a.combine(e, "/", time)
		}
	case model.Mod:
		if positive {
			return a.combine(e, `\`, time)
		}
	}
	return a.atom(e, time)
}

// combine joins operands by an operator. Beyond maxInline, a sum or the other operands get
// auxiliary atoms.
func (a *aspWriter) combine(e *model.Expr, sign, time string) term {
	all := term{size: 1}
	for i, arg := range e.Args {
		x := a.value(arg, time)
		if i > 0 && all.size*x.size > maxInline {
			if e.Op == model.Sum {
				return a.atom(e, time)
			}
			x = a.small(arg, x, time)
			if i == 1 {
				all = a.small(e.Args[0], all, time)
			}
		}
		if i > 0 {
			x.term = "(" + all.term + sign + x.term + ")"
		}
		all = term{append(all.body, x.body...), x.term, all.size * x.size}
	}
	return all
}

// atom returns the auxiliary atom of a number.
func (a *aspWriter) atom(e *model.Expr, time string) term {
	name, known := a.numbers[e]
	if !known {
		name = fmt.Sprintf("v%d", len(a.numbers))
		a.numbers[e] = name
		a.defineNumber(e, name)
	}
	a.fresh++
	v := fmt.Sprintf("X%d", a.fresh)
	return term{body: []string{fmt.Sprintf("%s(%s,%s)", name, v, time)}, term: v, size: min(model.Span(e.Lo, e.Hi), 1<<20)}
}

// defineNumber adds the rules of the auxiliary atom of a number.
func (a *aspWriter) defineNumber(e *model.Expr, name string) {
	is := func(v term, body []string) {
		a.define(fmt.Sprintf("%s(%s,T)", name, v.term), append(slices.Clone(body), v.body...))
	}
	if e.Bool {
		is(term{term: "1"}, a.holds(e, "T"))
		is(term{term: "0"}, a.holds(a.s.Builder.Not(e), "T"))
		return
	}
	switch e.Op {
	case model.If:
		is(a.value(e.Args[1], "T"), a.holds(e.Args[0], "T"))
		is(a.value(e.Args[2], "T"), a.holds(a.s.Builder.Not(e.Args[0]), "T"))
	case model.At, model.Table, model.Select:
		for k, x := range a.s.Elements(e) {
			is(a.value(x, "T"), a.placed(e, k))
		}
	case model.Sum:
		a.added(e.Args, name)
	case model.Min, model.Max:
		a.extreme(e.Op, e.Args, name)
	case model.Div, model.Mod:
		a.floored(e, name)
	default:
		x := a.value(e, "T")
		is(x, nil)
	}
}

// extreme defines the minimum or maximum of several numbers, by recursive halving.
func (a *aspWriter) extreme(op model.Op, args []*model.Expr, name string) {
	x, y := a.halves(args, name, func(args []*model.Expr, name string) { a.extreme(op, args, name) })
	body := append(slices.Clone(x.body), y.body...)
	sign := map[model.Op]string{model.Min: " <= ", model.Max: " >= "}[op]
	a.define(fmt.Sprintf("%s(%s,T)", name, x.term), append(slices.Clone(body), x.term+sign+y.term))
	a.define(fmt.Sprintf("%s(%s,T)", name, y.term), append(slices.Clone(body), y.term+sign+x.term))
}

// added defines a sum by recursive halving.
func (a *aspWriter) added(args []*model.Expr, name string) {
	x, y := a.halves(args, name, a.added)
	a.define(fmt.Sprintf("%s(%s+%s,T)", name, x.term, y.term), append(slices.Clone(x.body), y.body...))
}

// halves returns the values of the halves of a list, for which define adds atoms.
func (a *aspWriter) halves(args []*model.Expr, name string, define func([]*model.Expr, string)) (x, y term) {
	half := func(args []*model.Expr, suffix string) term {
		if len(args) == 1 {
			return a.small(args[0], a.value(args[0], "T"), "T")
		}
		define(args, name+suffix)
		a.fresh++
		v := fmt.Sprintf("X%d", a.fresh)
		return term{body: []string{fmt.Sprintf("%s(%s,T)", name+suffix, v)}, term: v}
	}
	return half(args[:len(args)/2], "l"), half(args[len(args)/2:], "r")
}

// floored defines a division or remainder with possibly negative operands, independently of the
// rounding of the solver.
func (a *aspWriter) floored(e *model.Expr, name string) {
	x, y := a.value(e.Args[0], "T"), a.value(e.Args[1], "T")
	body := append(slices.Clone(x.body), y.body...)
	result := "M"
	if e.Op == model.Div {
		result = "(X-M)/Y"
	}
	body = append(body, "X = "+x.term, "Y = "+y.term)
	head := fmt.Sprintf("%s(%s,T)", name, result)
	a.define(head, append(slices.Clone(body), "Y > 0", `M = ((X\Y)+Y)\Y`))
	a.define(head, append(slices.Clone(body), "Y < 0", `M = -((((-X)\(-Y))-Y)\(-Y))`))
}
