package flatzinc

import (
	"strings"

	"farbank/constraint"
)

type (
	condition = constraint.Condition
	boolean   = constraint.Bool
)

// constraint posts a constraint. A condition may be reified or implied by the last argument.
func (b *builder) constraint(c expr) {
	a := args{b, c.list}
	if f, ok := others[c.name]; ok {
		f(a)
		return
	}
	if f, ok := restarting[c.name]; ok {
		f(a, &b.onRestart)
		return
	}
	if f, ok := conditions[c.name]; ok {
		b.m.Add(f(a))
		return
	}
	last := len(c.list) - 1
	if name, ok := strings.CutSuffix(c.name, "_reif"); ok && conditions[name] != nil && last >= 0 {
		b.m.Reify(a.bool(last), conditions[name](args{b, c.list[:last]}))
		return
	}
	if name, ok := strings.CutSuffix(c.name, "_imp"); ok && conditions[name] != nil && last >= 0 {
		b.m.When(a.bool(last), conditions[name](args{b, c.list[:last]}))
		return
	}
	if strings.Contains(c.name, "float") {
		b.fail("%s: floats are not supported", c.name)
	}
	b.fail("there is no constraint %s", c.name)
}

// conditions are the constraints that may be reified.
var conditions = map[string]func(a args) condition{
	"int_eq":      func(a args) condition { return a.sum(0).Equal(a.sum(1)) },
	"int_ne":      func(a args) condition { return a.sum(0).NotEqual(a.sum(1)) },
	"int_le":      func(a args) condition { return a.sum(0).LessEqual(a.sum(1)) },
	"int_lt":      func(a args) condition { return a.sum(0).Less(a.sum(1)) },
	"int_ge":      func(a args) condition { return a.sum(1).LessEqual(a.sum(0)) },
	"int_gt":      func(a args) condition { return a.sum(1).Less(a.sum(0)) },
	"int_lin_eq":  func(a args) condition { return a.weighted(0).Equal(a.sum(2)) },
	"int_lin_ne":  func(a args) condition { return a.weighted(0).NotEqual(a.sum(2)) },
	"int_lin_le":  func(a args) condition { return a.weighted(0).LessEqual(a.sum(2)) },
	"bool_lin_eq": func(a args) condition { return a.weighted(0).Equal(a.sum(2)) },
	"bool_lin_le": func(a args) condition { return a.weighted(0).LessEqual(a.sum(2)) },
	"bool_eq":     func(a args) condition { return iff(a.bool(0), a.bool(1)) },
	"bool_ne":     func(a args) condition { return iff(a.bool(0), a.bool(1).Not()) },
	"bool_not":    func(a args) condition { return iff(a.bool(0), a.bool(1).Not()) },
	"bool_le":     func(a args) condition { return constraint.Or(a.bool(0).Not(), a.bool(1)) },
	"bool_lt":     func(a args) condition { return constraint.And(a.bool(0).Not(), a.bool(1)) },
	"bool_clause": func(a args) condition {
		var list []condition
		for _, p := range a.bools(0) {
			list = append(list, p)
		}
		for _, p := range a.bools(1) {
			list = append(list, p.Not())
		}
		return constraint.Or(list...)
	},
	"set_in":        func(a args) condition { return a.member(0, a.set(1)) },
	"set_eq":        func(a args) condition { return a.setsEqual(a.set(0), a.set(1)) },
	"set_ne":        func(a args) condition { return constraint.Not(a.setsEqual(a.set(0), a.set(1))) },
	"set_subset":    func(a args) condition { return subset(a.set(0), a.set(1)) },
	"set_superset":  func(a args) condition { return subset(a.set(1), a.set(0)) },
	"set_le":        func(a args) condition { return a.setBefore(a.set(0), a.set(1), constraint.True) },
	"set_lt":        func(a args) condition { return a.setBefore(a.set(0), a.set(1), constraint.True.Not()) },
	"farbank_table": func(a args) condition { return a.inTable() },
}

// iff returns the condition that two Booleans are equal.
func iff(p, q boolean) condition { return p.Linear().Equal(q) }

// conditionsOf converts Booleans to conditions.
func conditionsOf(list []boolean) []condition {
	cs := make([]condition, len(list))
	for i, p := range list {
		cs[i] = p
	}
	return cs
}

// others are the constraints that cannot be reified.
var others map[string]func(a args)

func init() {
	others = map[string]func(a args){
		"bool2int":              func(a args) { a.m.Add(a.sum(1).Equal(a.bool(0))) },
		"array_bool_and":        func(a args) { a.m.Reify(a.bool(1), constraint.And(conditionsOf(a.bools(0))...)) },
		"array_bool_or":         func(a args) { a.m.Reify(a.bool(1), constraint.Or(conditionsOf(a.bools(0))...)) },
		"array_bool_xor":        func(a args) { a.m.Odd(a.bools(0)...) },
		"bool_and":              func(a args) { a.m.Reify(a.bool(2), constraint.And(a.bool(0), a.bool(1))) },
		"bool_or":               func(a args) { a.m.Reify(a.bool(2), constraint.Or(a.bool(0), a.bool(1))) },
		"bool_xor":              func(a args) { a.xor() },
		"int_abs":               func(a args) { a.m.AbsEquality(a.int(1), a.int(0)) },
		"int_div":               func(a args) { a.m.QuotientEquality(a.int(2), a.int(0), a.int(1)) },
		"int_mod":               func(a args) { a.m.RemainderEquality(a.int(2), a.int(0), a.int(1)) },
		"int_pow":               func(a args) { a.m.PowerEquality(a.int(2), a.int(0), a.int(1)) },
		"int_times":             func(a args) { a.times() },
		"int_plus":              func(a args) { a.m.Add(a.sum(0).Plus(a.sum(1)).Equal(a.sum(2))) },
		"int_minus":             func(a args) { a.m.Add(a.sum(0).Minus(a.sum(1)).Equal(a.sum(2))) },
		"int_negate":            func(a args) { a.m.Add(a.sum(0).Plus(a.sum(1)).Is(0)) },
		"int_max":               func(a args) { a.m.MaxEquality(a.int(2), []constraint.Int{a.int(0), a.int(1)}...) },
		"int_min":               func(a args) { a.m.MinEquality(a.int(2), []constraint.Int{a.int(0), a.int(1)}...) },
		"array_int_maximum":     func(a args) { a.m.MaxEquality(a.int(0), a.ints(1)...) },
		"array_int_minimum":     func(a args) { a.m.MinEquality(a.int(0), a.ints(1)...) },
		"array_int_element":     func(a args) { a.element() },
		"array_var_int_element": func(a args) { a.elementOf(a.ints(1), a.int(2)) },
		"array_bool_element":    func(a args) { a.elementOf(a.boolInts(a.bools(1)), a.m.AsInt(a.bool(2))) },
		"array_set_element":     func(a args) { a.setElement() },
		"set_card":              func(a args) { a.m.Add(a.card(0).Equal(a.sum(1))) },
		"set_union":             func(a args) { a.pointwise(func(p, q boolean) condition { return constraint.Or(p, q) }) },
		"set_intersect":         func(a args) { a.pointwise(func(p, q boolean) condition { return constraint.And(p, q) }) },
		"set_diff":              func(a args) { a.pointwise(func(p, q boolean) condition { return constraint.And(p, q.Not()) }) },
		"set_symdiff":           func(a args) { a.pointwise(func(p, q boolean) condition { return iff(p, q.Not()) }) },
	}
	others["array_var_bool_element"] = others["array_bool_element"]
	others["array_var_set_element"] = others["array_set_element"]
	for name, f := range globals {
		others[name] = f
	}
}

func (a args) xor() {
	if len(a.list) == 2 {
		a.m.Add(iff(a.bool(0), a.bool(1).Not()))
		return
	}
	a.m.Even(a.bool(0), a.bool(1), a.bool(2))
}

// times posts a product, which is linear if a factor is constant.
func (a args) times() {
	x, y := a.value(0, 'i', "an integer"), a.value(1, 'i', "an integer")
	switch {
	case x.isNum:
		a.m.Add(y.e.Times(x.n).Equal(a.sum(2)))
	case y.isNum:
		a.m.Add(x.e.Times(y.n).Equal(a.sum(2)))
	default:
		a.m.ProductEquality(a.int(2), a.asInt(x), a.asInt(y))
	}
}

// element constrains list[i] = z for constants. The list gets an element 0, which is never
// selected.
func (a args) element() {
	list := a.numbers(1)
	i, z := a.int(0), a.int(2)
	a.m.Add(i.AtLeast(1))
	a.m.ElementEquality(z, append([]int64{0}, list...), i)
}

func (a args) elementOf(list []constraint.Int, z constraint.Int) {
	i := a.int(0)
	a.m.Add(i.AtLeast(1))
	a.m.ElementOfEquality(z, append([]constraint.Int{{}}, list...), i)
}

func (a args) boolInts(list []boolean) []constraint.Int {
	xs := make([]constraint.Int, len(list))
	for k, p := range list {
		xs[k] = a.m.AsInt(p)
	}
	return xs
}
