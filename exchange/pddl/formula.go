package pddl

import (
	"fmt"
	"slices"
	"strings"
)

// A formula is a condition. Terms are objects, from 0, or variables: -1 is slot 0, -2 slot 1,
// and so on.
type formula struct {
	op    op
	args  []*formula
	pred  int
	terms []int32
	all   []slot // of a quantifier
	sides [2]*number
	than  comparison // relation of the sides
}

type comparison uint8

const (
	less comparison = iota
	atMost
	equal
)

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
	isCompare // sides
)

var (
	yesFormula = &formula{op: isTrue}
	noFormula  = &formula{op: isFalse}
)

// A scope has the visible variables.
type scope struct {
	*reader
	vars  []variable
	most  int      // maximum number of slots
	lasts *number  // the value of ?duration; nil outside of durative actions
	later bool     // the part of a durative action being read is not at its start
	asked []*asked // object functions used as terms

	path    []branch // in an effect: the parts of choices around it
	certain string   // why there are no choices
}

// An asked is the value of an object function: a new variable and its definition.
type asked struct {
	slot slot
	is   *formula
}

func (s *scope) bind(v variable) slot {
	s.vars = append(s.vars, v)
	s.most = max(s.most, len(s.vars))
	return slot{int32(len(s.vars) - 1), v.of, v.name}
}

// asking parses a part that may use object functions as terms. It returns the variables for
// their values, and the definitions of these.
func (s *scope) asking(read func()) (all []slot, is []*formula) {
	saved := s.asked
	s.asked = nil
	read()
	for _, a := range s.asked {
		all = append(all, a.slot)
		is = append(is, a.is)
	}
	s.asked = saved
	return all, is
}

// condition parses a condition that may use object functions as terms. If one is undefined the
// condition is false.
func (s *scope) condition(read func() *formula) *formula {
	from := len(s.vars)
	var f *formula
	all, is := s.asking(func() { f = read() })
	s.vars = s.vars[:from]
	if len(all) == 0 {
		return f
	}
	return &formula{op: isAny, all: all, args: []*formula{and(append(is, f))}}
}

// term parses an object or a variable; of are the expected types.
func (s *scope) term(n *node, of []int, what string) int32 {
	if strings.HasPrefix(n.word, "?") {
		for k := len(s.vars) - 1; k >= 0; k-- {
			if s.vars[k].name == n.word {
				return -int32(k) - 1
			}
		}
		s.fail(n.pos, "", "there is no variable %s", n.word)
	}
	if k, ok := s.d.predicateOf[n.head()]; ok && s.d.predicates[k].object {
		return s.ask(n, k)
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

// ask returns a new variable for the value of an object function.
func (s *scope) ask(n *node, k int) int32 {
	p := &s.d.predicates[k]
	f := &formula{op: isAtom, pred: k, terms: s.terms(n, p.name, p.params[:len(p.params)-1])}
	v := s.bind(variable{name: "", of: p.params[len(p.params)-1].of, pos: n.pos})
	f.terms = append(f.terms, -v.index-1)
	s.asked = append(s.asked, &asked{v, f})
	return -v.index - 1
}

// terms parses the arguments of a predicate or a function.
func (s *scope) terms(n *node, name string, params []variable) []int32 {
	if len(n.list)-1 != len(params) {
		s.fail(n.pos, "", "%s has %d arguments, not %d", name, len(params), len(n.list)-1)
	}
	list := make([]int32, len(params))
	for i, m := range n.list[1:] {
		list[i] = s.term(m, params[i].of, name)
	}
	return list
}

func (s *scope) atom(n *node) *formula {
	k, ok := s.d.predicateOf[n.head()]
	if !ok {
		s.fail(n.pos, "", "there is no predicate %q", n.head())
	}
	p := &s.d.predicates[k]
	if p.object {
		s.fail(n.pos, fmt.Sprintf("(= (%s ...) ...) compares it", p.name), "%s gives an object; it is no condition", p.name)
	}
	return &formula{op: isAtom, pred: k, terms: s.terms(n, p.name, p.params)}
}

// same parses (= a b) on objects.
func (s *scope) same(a, b *node) *formula {
	if a.word == "undefined" {
		a, b = b, a
	}
	k, ok := s.d.predicateOf[a.head()]
	if !ok || !s.d.predicates[k].object {
		if k, ok = s.d.predicateOf[b.head()]; ok && s.d.predicates[k].object {
			a, b = b, a
		} else {
			return &formula{op: isSame, terms: []int32{s.term(a, nil, "="), s.term(b, nil, "=")}}
		}
	}
	p := &s.d.predicates[k]
	f := &formula{op: isAtom, pred: k, terms: s.terms(a, p.name, p.params[:len(p.params)-1])}
	if b.word == "undefined" {
		v := s.bind(variable{name: "", of: p.params[len(p.params)-1].of, pos: a.pos})
		f.terms = append(f.terms, -v.index-1)
		return not(&formula{op: isAny, all: []slot{v}, args: []*formula{f}})
	}
	f.terms = append(f.terms, s.term(b, nil, "="))
	return f
}

// formula parses a condition.
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
		if !s.isNumber(p[0]) && !s.isNumber(p[1]) {
			return s.condition(func() *formula { return s.same(p[0], p[1]) })
		}
		return s.compare(p, equal)
	case "<", "<=", ">", ">=":
		p, than := rest(2), less
		if n.head()[0] == '>' {
			p = []*node{p[1], p[0]}
		}
		if len(n.head()) == 2 {
			than = atMost
		}
		return s.compare(p, than)
	case "preference", "when", "at", "over":
		if _, ok := s.d.predicateOf[n.head()]; !ok {
			s.fail(n.pos, "", "%s is not understood in a condition", n.head())
		}
	}
	return s.condition(func() *formula { return s.atom(n) })
}

// compare parses a comparison of two numbers; p follows the operator.
func (s *scope) compare(p []*node, than comparison) *formula {
	return s.condition(func() *formula {
		return &formula{op: isCompare, than: than, sides: [2]*number{s.number(p[0], true), s.number(p[1], true)}}
	})
}

// effect parses an effect.
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
	case "increase", "decrease", "assign", "scale-up":
		if k, ok := s.d.predicateOf[numbered(n).head()]; ok && head == "assign" && s.d.predicates[k].object {
			s.assignObject(n, k, a, all, when)
			return
		}
		s.changeNumber(n, a, all, when)
	case "oneof", "probabilistic":
		s.choose(n, a, all, when)
	case "scale-down":
		s.fail(n.pos, "numbers are integers", "scale-down is not understood")
	default:
		what, no := n, head == "not"
		if no {
			if len(n.list) != 2 {
				s.fail(n.pos, "", "not takes one part")
			}
			what = n.list[1]
		}
		e := effect{not: no, path: s.path}
		from := len(s.vars)
		asked, is := s.asking(func() {
			f := s.atom(what)
			e.pred, e.terms = f.pred, f.terms
		})
		s.vars = s.vars[:from]
		e.all, e.when = slices.Concat(all, asked), and(append(is, when))
		if s.d.predicates[e.pred].derived {
			s.fail(what.pos, "", "%s is derived; no action can change it", what.head())
		}
		s.d.predicates[e.pred].changes = true
		a.effects = append(a.effects, e)
	}
}

// numbered returns the target of a numeric effect.
func numbered(n *node) *node {
	if len(n.list) > 1 {
		return n.list[1]
	}
	return &node{pos: n.pos}
}

// assignObject parses (assign (f a) b): it deletes the fact of every old value and adds that of
// b.
func (s *scope) assignObject(n *node, k int, a *schema, all []slot, when *formula) {
	if len(n.list) != 3 {
		s.fail(n.pos, "", "assign takes a function and a value")
	}
	p := &s.d.predicates[k]
	p.changes = true
	from := len(s.vars)
	var terms []int32
	var value int32
	none := n.list[2].word == "undefined"
	last := p.params[len(p.params)-1]
	asked, is := s.asking(func() {
		terms = s.terms(n.list[1], p.name, p.params[:len(p.params)-1])
		if !none {
			value = s.term(n.list[2], last.of, p.name)
		}
	})
	all, when = slices.Concat(all, asked), and(append(is, when))
	old := s.bind(variable{name: "", of: last.of, pos: n.pos})
	a.effects = append(a.effects, effect{all: append(slices.Clone(all), old), when: when, pred: k, terms: append(slices.Clone(terms), -old.index-1), not: true, path: s.path})
	if !none {
		a.effects = append(a.effects, effect{all: all, when: when, pred: k, terms: append(terms, value), path: s.path})
	}
	s.vars = s.vars[:from]
}

// changeNumber parses (increase (f a) b) and similar effects.
func (s *scope) changeNumber(n *node, a *schema, all []slot, when *formula) {
	if len(n.list) != 3 {
		s.fail(n.pos, "", "%s takes a function and a number", n.head())
	}
	what := n.list[1]
	e := numberEffect{fn: s.d.functions[what.head()], pos: what.pos, path: s.path}
	if what.head() == "total-cost" && e.fn == nil {
		e.fn = &function{name: "total-cost"}
		s.d.functions["total-cost"] = e.fn
	}
	if e.fn == nil {
		s.fail(what.pos, "", "there is no function %q", what.head())
	}
	e.how = map[string]change{"assign": assign, "increase": increase, "decrease": decrease, "scale-up": scaleUp}[n.head()]
	e.fn.changes = true
	e.fn.assigns = e.fn.assigns || e.how == assign
	from := len(s.vars)
	asked, is := s.asking(func() {
		e.terms = s.terms(what, e.fn.name, e.fn.params)
		e.value = s.number(n.list[2], true)
	})
	s.vars = s.vars[:from]
	e.all, e.when = slices.Concat(all, asked), and(append(is, when))
	a.numbers = append(a.numbers, e)
}

// and returns the conjunction, flattened, without constants.
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

// or returns the disjunction, flattened, without constants.
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

// not returns the negation, pushed down to atoms.
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

// dependsOn reports whether the variable of a slot is free in f.
func (f *formula) dependsOn(index int32) bool {
	is := func(t int32) bool { return t == -index-1 }
	switch {
	case slices.ContainsFunc(f.terms, is):
		return true
	case f.op == isCompare:
		return f.sides[0].dependsOn(index) || f.sides[1].dependsOn(index)
	case slices.ContainsFunc(f.all, func(v slot) bool { return v.index == index }):
		return false
	}
	return slices.ContainsFunc(f.args, func(a *formula) bool { return a.dependsOn(index) })
}

// dependsOn reports whether the variable of a slot stands in n.
func (n *number) dependsOn(index int32) bool {
	return slices.Contains(n.terms, -index-1) || slices.ContainsFunc(n.args, func(a *number) bool { return a.dependsOn(index) })
}
