package pddl

import (
	"slices"
	"strconv"
	"strings"
)

// A formula is a condition. Terms are objects, from 0, or variables: -1 is the first slot.
type formula struct {
	op    op
	args  []*formula
	pred  int
	terms []int32
	all   []slot // of a quantifier
}

type op uint8

const (
	isTrue op = iota
	isFalse
	isAtom
	isSame
	isNot
	isAnd
	isOr
	isAll
	isAny
)

var (
	yesFormula = &formula{op: isTrue}
	noFormula  = &formula{op: isFalse}
)

// A scope knows the variables that can be named.
type scope struct {
	*reader
	vars []variable
	most int // slots
}

func (s *scope) bind(v variable) slot {
	s.vars = append(s.vars, v)
	s.most = max(s.most, len(s.vars))
	return slot{int32(len(s.vars) - 1), v.of}
}

// term is an object or a variable; of says which types are expected.
func (s *scope) term(n *node, of []int, what string) int32 {
	if strings.HasPrefix(n.word, "?") {
		for k := len(s.vars) - 1; k >= 0; k-- {
			if s.vars[k].name == n.word {
				return -int32(k) - 1
			}
		}
		s.fail(n.pos, "", "there is no variable %s", n.word)
	}
	o, ok := s.d.objectOf[n.word]
	switch {
	case n.open:
		s.fail(n.pos, "", "an object or a variable is needed")
	case !ok:
		s.fail(n.pos, "", "there is no object %q", n.word)
	case of != nil && !s.d.is(int32(o), of):
		s.fail(n.pos, "", "%s is not of the type that %s takes there", n.word, what)
	}
	return int32(o)
}

func (s *scope) atom(n *node) *formula {
	k, ok := s.d.predicateOf[n.head()]
	if !ok {
		s.fail(n.pos, "", "there is no predicate %q", n.head())
	}
	p := &s.d.predicates[k]
	if len(n.list)-1 != len(p.params) {
		s.fail(n.pos, "", "%s has %d arguments, not %d", p.name, len(p.params), len(n.list)-1)
	}
	f := &formula{op: isAtom, pred: k, terms: make([]int32, len(p.params))}
	for i, m := range n.list[1:] {
		f.terms[i] = s.term(m, p.params[i].of, p.name)
	}
	return f
}

// formula reads a condition.
func (s *scope) formula(n *node) *formula {
	if !n.open {
		s.fail(n.pos, "", "a condition in brackets is needed, not %q", n.word)
	}
	rest := func(count int) []*node {
		if len(n.list)-1 != count {
			s.fail(n.pos, "", "%s takes %d parts", n.head(), count)
		}
		return n.list[1:]
	}
	switch n.head() {
	case "":
		if len(n.list) > 0 {
			s.fail(n.pos, "", "a condition begins with a word")
		}
		return yesFormula
	case "and", "or":
		var args []*formula
		for _, m := range n.list[1:] {
			args = append(args, s.formula(m))
		}
		if n.head() == "and" {
			return and(args)
		}
		return or(args)
	case "not":
		return not(s.formula(rest(1)[0]))
	case "imply":
		p := rest(2)
		return or([]*formula{not(s.formula(p[0])), s.formula(p[1])})
	case "forall", "exists":
		p := rest(2)
		from := len(s.vars)
		f := &formula{op: isAll}
		if n.head() == "exists" {
			f.op = isAny
		}
		for _, v := range s.variables(p[0].list) {
			f.all = append(f.all, s.bind(v))
		}
		f.args = []*formula{s.formula(p[1])}
		s.vars = s.vars[:from]
		return f
	case "=":
		p := rest(2)
		if p[0].open {
			s.fail(n.pos, "", "conditions on numbers are not understood")
		}
		return &formula{op: isSame, terms: []int32{s.term(p[0], nil, "="), s.term(p[1], nil, "=")}}
	case "<", ">", "<=", ">=":
		s.fail(n.pos, "", "conditions on numbers are not understood")
	case "preference", "when", "at", "over":
		if _, ok := s.d.predicateOf[n.head()]; !ok {
			s.fail(n.pos, "", "%s is not understood in a condition", n.head())
		}
	}
	return s.atom(n)
}

// effect reads an effect.
func (s *scope) effect(n *node, a *schema, all []slot, when *formula) {
	switch head := n.head(); head {
	case "":
		if n.open && len(n.list) == 0 {
			return
		}
		s.fail(n.pos, "", "an effect is needed")
	case "and":
		for _, m := range n.list[1:] {
			s.effect(m, a, all, when)
		}
	case "forall":
		if len(n.list) != 3 {
			s.fail(n.pos, "", "forall takes variables and an effect")
		}
		from := len(s.vars)
		all = slices.Clone(all)
		for _, v := range s.variables(n.list[1].list) {
			all = append(all, s.bind(v))
		}
		s.effect(n.list[2], a, all, when)
		s.vars = s.vars[:from]
	case "when":
		if len(n.list) != 3 {
			s.fail(n.pos, "", "when takes a condition and an effect")
		}
		s.effect(n.list[2], a, all, and([]*formula{when, s.formula(n.list[1])}))
	case "increase":
		s.increase(n, a, when != yesFormula || len(all) > 0)
	case "decrease", "assign", "scale-up", "scale-down":
		s.fail(n.pos, "", "effects on numbers other than (increase (total-cost) ...) are not understood")
	default:
		e := effect{all: all, when: when}
		if head == "not" {
			if len(n.list) != 2 {
				s.fail(n.pos, "", "not takes one part")
			}
			e.not, n = true, n.list[1]
		}
		f := s.atom(n)
		e.pred, e.terms = f.pred, f.terms
		if s.d.predicates[f.pred].derived {
			s.fail(n.pos, "", "%s is derived; no action can change it", n.head())
		}
		s.d.predicates[f.pred].changes = true
		a.effects = append(a.effects, e)
	}
}

// increase reads what an action costs.
func (s *scope) increase(n *node, a *schema, conditional bool) {
	if len(n.list) != 3 || n.list[1].head() != "total-cost" {
		s.fail(n.pos, "", "effects on numbers other than (increase (total-cost) ...) are not understood")
	}
	if conditional {
		s.fail(n.pos, "", "a cost that depends on a condition is not understood")
	}
	what := n.list[2]
	one := amount{pos: what.pos}
	switch fn := s.d.functions[what.head()]; {
	case !what.open:
		v, err := strconv.ParseInt(what.word, 10, 64)
		if err != nil || v < 0 {
			s.fail(what.pos, "", "an integer from 0 is needed, not %q", what.word)
		}
		one.value = v
	case fn == nil:
		s.fail(what.pos, "", "there is no function %q", what.head())
	case len(what.list)-1 != len(fn.params):
		s.fail(what.pos, "", "%s has %d arguments", fn.name, len(fn.params))
	default:
		one.fn = fn
		for i, m := range what.list[1:] {
			one.terms = append(one.terms, s.term(m, fn.params[i].of, fn.name))
		}
	}
	a.cost = append(a.cost, one)
}

// and is the conjunction, flat and without what always holds.
func and(list []*formula) *formula {
	var out []*formula
	for _, f := range list {
		switch f.op {
		case isTrue:
		case isFalse:
			return noFormula
		case isAnd:
			out = append(out, f.args...)
		default:
			out = append(out, f)
		}
	}
	switch len(out) {
	case 0:
		return yesFormula
	case 1:
		return out[0]
	}
	return &formula{op: isAnd, args: out}
}

// or is the disjunction, flat and without what never holds.
func or(list []*formula) *formula {
	var out []*formula
	for _, f := range list {
		switch f.op {
		case isFalse:
		case isTrue:
			return yesFormula
		case isOr:
			out = append(out, f.args...)
		default:
			out = append(out, f)
		}
	}
	switch len(out) {
	case 0:
		return noFormula
	case 1:
		return out[0]
	}
	return &formula{op: isOr, args: out}
}

// not is the negation, pushed down to atoms.
func not(f *formula) *formula {
	negate := func(list []*formula) []*formula {
		out := make([]*formula, len(list))
		for i, g := range list {
			out[i] = not(g)
		}
		return out
	}
	switch f.op {
	case isTrue:
		return noFormula
	case isFalse:
		return yesFormula
	case isNot:
		return f.args[0]
	case isAnd:
		return or(negate(f.args))
	case isOr:
		return and(negate(f.args))
	case isAll:
		return &formula{op: isAny, all: f.all, args: negate(f.args)}
	case isAny:
		return &formula{op: isAll, all: f.all, args: negate(f.args)}
	}
	return &formula{op: isNot, args: []*formula{f}}
}
