package compile_test

import (
	"fmt"
	"slices"
	"strings"

	"farbank/rules/internal/core"
	"farbank/rules/syntax"
	"farbank/rules/value"
)

// oracle matches the left-hand sides of rules as their manual describes them: directly from the text,
// fact by fact, condition by condition. It shares no code with the analysis of rules, the network
// or the evaluation of conditions.
type oracle struct {
	env   *core.Environment
	facts []*core.Fact
}

// bindings are the values of variables: a list, the newest first.
type bindings struct {
	name string
	v    value.Value
	next *bindings
}

func (b *bindings) of(name string) (value.Value, bool) {
	for ; b != nil; b = b.next {
		if b.name == name {
			return b.v, true
		}
	}
	return value.Value{}, false
}

func (b *bindings) with(name string, v value.Value) *bindings { return &bindings{name, v, b} }

// found is a match: the facts of the patterns outside negations, and the bindings.
type found struct {
	facts []*core.Fact
	vars  *bindings
}

func (m found) key() string {
	var b strings.Builder
	for _, f := range m.facts {
		fmt.Fprintf(&b, "%p ", f)
	}
	return b.String()
}

// matches returns all matches of conditions, in the order of their facts.
func (o *oracle) matches(conditions []*syntax.Form) []found {
	var all []found
	o.each(conditions, found{}, func(m found) bool { all = append(all, m); return true })
	return all
}

// each calls yield for every extension of m by conditions, until it returns false.
func (o *oracle) each(conditions []*syntax.Form, m found, yield func(found) bool) bool {
	if len(conditions) == 0 {
		return yield(m)
	}
	f, rest, address := conditions[0], conditions[1:], ""
	if f.Kind == syntax.Variable {
		f, rest, address = conditions[2], conditions[3:], f.Text
	}
	more := func(m found) bool { return o.each(rest, m, yield) }
	inner := f.Items[1:]
	switch f.Head() {
	case "and", "logical":
		return o.each(inner, m, more)
	case "or":
		for i := 0; i < len(inner); i++ {
			first := i
			if inner[i].Kind == syntax.Variable {
				i += 2
			}
			if !o.each(inner[first:i+1], m, more) {
				return false
			}
		}
		return true
	case "not":
		return o.holds(inner, m) || more(m)
	case "exists":
		return !o.holds(inner, m) || more(m)
	case "forall":
		lacking := !o.each(inner[:1], m, func(n found) bool { return o.holds(inner[1:], n) })
		return lacking || more(m)
	case "test":
		return o.eval(inner[0], m.vars).IsFalse() || more(m)
	}
	return o.pattern(f, address, m, more)
}

func (o *oracle) holds(conditions []*syntax.Form, m found) bool {
	return !o.each(conditions, m, func(found) bool { return false })
}

func (o *oracle) pattern(f *syntax.Form, address string, m found, yield func(found) bool) bool {
	for _, fact := range o.facts {
		t := fact.Relation.Data.(*core.Template)
		if t.Name != f.Head() {
			continue
		}
		n := found{append(m.facts[:len(m.facts):len(m.facts)], fact), m.vars}
		if address != "" {
			n.vars = n.vars.with(address, o.env.Address(fact))
		}
		ok := true
		done := func(b *bindings) bool { ok = yield(found{n.facts, b}); return ok }
		if t.Implied {
			o.sequence(split(f.Items[1:]), fact.Slots[0].Items(), n.vars, done)
		} else {
			o.slots(f.Items[1:], t, fact, n.vars, done)
		}
		if !ok {
			return false
		}
	}
	return true
}

func (o *oracle) slots(forms []*syntax.Form, t *core.Template, fact *core.Fact, b *bindings, yield func(*bindings) bool) bool {
	if len(forms) == 0 {
		return yield(b)
	}
	i := t.Slot(forms[0].Head())
	items := []value.Value{fact.Slots[i]}
	if t.Slots[i].Multi {
		items = fact.Slots[i].Items()
	}
	return o.sequence(split(forms[0].Items[1:]), items, b, func(b *bindings) bool { return o.slots(forms[1:], t, fact, b, yield) })
}

// split splits fields at places without a connective.
func split(forms []*syntax.Form) [][]*syntax.Form {
	connects := func(f *syntax.Form) bool { return f.Kind == syntax.And || f.Kind == syntax.Or || f.Kind == syntax.Not }
	calls := func(f *syntax.Form) bool { return f.IsSymbol(":") || f.IsSymbol("=") }
	var all [][]*syntax.Form
	for i, f := range forms {
		if i > 0 && (connects(forms[i-1]) || calls(forms[i-1]) || f.Kind == syntax.And || f.Kind == syntax.Or) {
			all[len(all)-1] = append(all[len(all)-1], f)
		} else {
			all = append(all, []*syntax.Form{f})
		}
	}
	return all
}

// sequence matches fields with values; a multifield is tried with every length.
func (o *oracle) sequence(fields [][]*syntax.Form, items []value.Value, b *bindings, yield func(*bindings) bool) bool {
	if len(fields) == 0 {
		return len(items) > 0 || yield(b)
	}
	if k := fields[0][0].Kind; k == syntax.MultiVariable || k == syntax.MultiWildcard {
		for n := range len(items) + 1 {
			if b, ok := o.field(fields[0], value.List(items[:n]...), b); ok && !o.sequence(fields[1:], items[n:], b, yield) {
				return false
			}
		}
		return true
	}
	if len(items) == 0 {
		return true
	}
	if b, ok := o.field(fields[0], items[0], b); ok {
		return o.sequence(fields[1:], items[1:], b, yield)
	}
	return true
}

// field compares a value with a constraint: alternatives of terms that must all hold. A variable that
// comes first, before &, must hold in every alternative.
func (o *oracle) field(c []*syntax.Form, v value.Value, b *bindings) (*bindings, bool) {
	if first := c[0]; first.IsVariable() && (len(c) == 1 || c[1].Kind == syntax.And) {
		old, bound := b.of(first.Text)
		if bound && !value.Equal(old, v) {
			return b, false
		}
		if !bound {
			b = b.with(first.Text, v)
		}
		if len(c) == 1 {
			return b, true
		}
		c = c[2:]
	}
	for len(c) > 0 {
		end := slices.IndexFunc(c, func(f *syntax.Form) bool { return f.Kind == syntax.Or })
		if end < 0 {
			end = len(c)
		}
		if o.terms(c[:end], v, b) {
			return b, true
		}
		c = c[min(end+1, len(c)):]
	}
	return b, false
}

func (o *oracle) terms(c []*syntax.Form, v value.Value, b *bindings) bool {
	negated := false
	for i := 0; i < len(c); i++ {
		holds := false
		switch f := c[i]; {
		case f.Kind == syntax.And:
			continue
		case f.Kind == syntax.Not:
			negated = true
			continue
		case f.Kind == syntax.Wildcard || f.Kind == syntax.MultiWildcard:
			holds = true
		case f.IsSymbol(":"):
			i++
			holds = !o.eval(c[i], b).IsFalse()
		case f.IsSymbol("="):
			i++
			holds = value.Equal(o.eval(c[i], b), v)
		default:
			holds = value.Equal(o.eval(f, b), v)
		}
		if holds == negated {
			return false
		}
		negated = false
	}
	return true
}

// eval evaluates the calls that programGenerator generates.
func (o *oracle) eval(f *syntax.Form, b *bindings) value.Value {
	switch f.Kind {
	case syntax.Symbol:
		return o.env.Symbol(f.Text)
	case syntax.String:
		return value.String(f.Text)
	case syntax.Integer:
		return value.Integer(f.Int)
	case syntax.FloatNumber:
		return value.Float(f.Float())
	case syntax.Global:
		return value.Integer(2) // the only global
	case syntax.Variable, syntax.MultiVariable:
		v, ok := b.of(f.Text)
		if !ok {
			panic("the oracle knows no " + f.String())
		}
		return v
	}
	if f.Head() == "if" {
		if !o.eval(f.Items[1], b).IsFalse() {
			return o.eval(f.Items[3], b)
		}
		return o.eval(f.Items[5], b)
	}
	if f.Head() == "and" || f.Head() == "or" {
		for _, item := range f.Items[1:] {
			if !o.eval(item, b).IsFalse() == (f.Head() == "or") {
				return value.Bool(f.Head() == "or")
			}
		}
		return value.Bool(f.Head() == "and")
	}
	var args []value.Value
	for _, item := range f.Items[1:] {
		args = append(args, o.eval(item, b))
	}
	return o.call(f.Head(), args)
}

func (o *oracle) call(name string, args []value.Value) value.Value {
	sum := func() int64 { return args[0].Int() + args[1].Int() }
	switch name {
	case "eq":
		return value.Bool(value.Equal(args[0], args[1]))
	case "neq":
		return value.Bool(!value.Equal(args[0], args[1]))
	case "not":
		return value.Bool(args[0].IsFalse())
	case "numberp":
		return value.Bool(args[0].IsNumber())
	case "integerp":
		return value.Bool(args[0].Kind() == value.IntegerKind)
	case "symbolp":
		return value.Bool(args[0].Kind() == value.SymbolKind)
	case "twin":
		return value.Bool(value.Equal(args[0], args[1]) || value.Equal(args[0], value.Integer(1)))
	case "some":
		return value.Bool(len(value.List(args...).Items()) > 0)
	case "create$":
		return value.List(args...)
	case "length$":
		return value.Integer(int64(len(args[0].Items())))
	case "nth$":
		return args[1].Items()[args[0].Int()-1]
	case "member$":
		i := slices.IndexFunc(args[1].Items(), func(v value.Value) bool { return value.Equal(v, args[0]) })
		return value.Bool(i >= 0)
	case "sym-cat":
		text := ""
		for _, v := range args {
			text += v.Display()
		}
		return o.env.Symbol(text)
	case "+":
		return value.Integer(sum())
	case "-":
		return value.Integer(args[0].Int() - args[1].Int())
	case "*":
		return value.Integer(args[0].Int() * args[1].Int())
	case "mod":
		return value.Integer(args[0].Int() % args[1].Int())
	case "<":
		return value.Bool(args[0].Int() < args[1].Int())
	case "<=":
		return value.Bool(args[0].Int() <= args[1].Int())
	case ">":
		return value.Bool(args[0].Int() > args[1].Int())
	case ">=":
		return value.Bool(args[0].Int() >= args[1].Int())
	case "=":
		return value.Bool(args[0].Int() == args[1].Int())
	case "<>":
		return value.Bool(args[0].Int() != args[1].Int())
	}
	panic("the oracle cannot call " + name)
}
