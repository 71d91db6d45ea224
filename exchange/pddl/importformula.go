package pddl

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// A writingScope has the names of variables in scope.
type writingScope struct {
	*importer
	terms []binding // by slot
	used  map[string]bool
	lets  map[string]string // lets by name, with their values
}

// A binding is the text of a variable and its possible objects.
type binding struct {
	text string
	of   []int32
}

func (w *importer) scope(slots int) *writingScope {
	return &writingScope{w, make([]binding, slots), map[string]bool{}, map[string]string{}}
}

// fresh returns a name for a variable that shadows nothing.
func (s *writingScope) fresh(word string) string {
	if word == "" {
		word = "v"
	}
	base := plain(word)
	n := base
	for k := 2; s.taken[n] || s.used[n] || s.lets[n] != ""; k++ {
		n = fmt.Sprintf("%s_%d", base, k)
	}
	s.used[n] = true
	return n
}

// bind returns binders for the variables of a quantifier: "x: T, y: U". It returns false if one
// has no values. The caller must call release at the end of the scope.
func (s *writingScope) bind(all []slot) (binders string, some bool, release func()) {
	before := slices.Clone(s.terms) // variables that are not used together may share a slot
	used := maps.Clone(s.used)
	var parts []string
	some = true
	for _, v := range all {
		n := s.fresh(v.name)
		s.terms[v.index] = binding{n, s.g.of(v.of)}
		t := s.typeOf(v.of)
		some = some && t != ""
		parts = append(parts, n+": "+t)
	}
	return strings.Join(parts, ", "), some, func() { s.terms, s.used = before, used }
}

func (s *writingScope) term(t int32) binding {
	if t >= 0 {
		return binding{s.object(t), []int32{t}}
	}
	return s.terms[-t-1]
}

// Levels of precedence.
const (
	levelTop = iota
	levelOr
	levelAnd
	levelNot
)

func around(text string, own, level int) string {
	if own < level {
		return "(" + text + ")"
	}
	return text
}

// all returns the conjunction of texts.
func (s *writingScope) all(list []string) string {
	list = slices.DeleteFunc(list, func(t string) bool { return t == "true" })
	switch {
	case slices.Contains(list, "false"):
		return "false"
	case len(list) == 0:
		return "true"
	}
	return strings.Join(list, " and ")
}

// formula writes a condition.
func (s *writingScope) formula(f *formula, level int) string {
	switch f.op {
	case isTrue, isFalse:
		return fmt.Sprint(f.op == isTrue)
	case isAtom:
		return s.atom(f.pred, f.terms)
	case isSame:
		a, b := s.term(f.terms[0]), s.term(f.terms[1])
		if !overlap(a.of, b.of) {
			return "false"
		}
		return a.text + " == " + b.text
	case isCompare:
		return s.number(f.sides[0], 0) + " " + []string{"<", "<=", "=="}[f.than] + " " + s.number(f.sides[1], 0)
	case isNot:
		return s.denied(f.args[0])
	case isAnd, isOr:
		own, word, neutral := levelAnd, " and ", "true"
		if f.op == isOr {
			own, word, neutral = levelOr, " or ", "false"
		}
		var list []string
		for _, a := range f.args {
			switch t := s.formula(a, own); t {
			case neutral:
			case "true", "false":
				return t
			default:
				list = append(list, t)
			}
		}
		if len(list) == 0 {
			return neutral
		}
		if len(list) == 1 {
			return list[0]
		}
		return around(strings.Join(list, word), own, level)
	}
	return s.quantified(f)
}

func (s *writingScope) quantified(f *formula) string {
	binders, some, release := s.bind(f.all)
	defer release()
	if !some {
		return fmt.Sprint(f.op == isAll)
	}
	text := s.formula(f.args[0], levelTop)
	word := "any"
	if f.op == isAll {
		word = "all"
	}
	if text == "true" || text == "false" {
		return text // the domain is not empty
	}
	return fmt.Sprintf("%s %s { %s }", word, binders, text)
}

// denied writes the negation of a condition.
func (s *writingScope) denied(f *formula) string {
	switch text := s.formula(f, levelTop); {
	case text == "true":
		return "false"
	case text == "false":
		return "true"
	case f.op == isSame:
		return strings.Replace(text, "==", "!=", 1)
	default:
		return "not (" + text + ")"
	}
}

func overlap(a, b []int32) bool {
	return slices.ContainsFunc(a, func(o int32) bool { return slices.Contains(b, o) })
}

func within(a, b []int32) bool {
	return !slices.ContainsFunc(a, func(o int32) bool { return !slices.Contains(b, o) })
}

// atom writes the condition that a fact holds.
func (s *writingScope) atom(pred int, terms []int32) string {
	p := &s.d.predicates[pred]
	texts := make([]string, len(terms))
	for i, t := range terms {
		x := s.term(t)
		if !overlap(x.of, s.g.of(p.params[i].of)) {
			return "false"
		}
		texts[i] = x.text
	}
	v := s.vars[pred]
	switch {
	case p.derived:
		if len(s.g.rules[pred]) == 0 {
			return "false"
		}
		return fmt.Sprintf("%s(%s)", s.name("predicate", p.name), strings.Join(texts, ", "))
	case !p.changes && len(p.params) == 0:
		return fmt.Sprint(s.g.relations[pred].has[""])
	case !p.changes:
		if len(s.g.relations[pred].facts) == 0 {
			return "false"
		}
		s.asked[pred] = true
		if f := s.fixed(pred); f != "" {
			last := len(texts) - 1
			return fmt.Sprintf("%s[%s] == %s", f, strings.Join(texts[:last], ", "), texts[last])
		}
		return tuple(texts) + " in " + s.name("predicate", p.name)
	case v == nil:
		if len(p.params) == 0 {
			return s.name("predicate", p.name)
		}
		return tuple(texts) + " in " + s.name("predicate", p.name)
	}
	place, value := v.split(s, pred, texts)
	return place + " == " + value
}

func tuple(texts []string) string {
	if len(texts) == 1 {
		return texts[0]
	}
	return "(" + strings.Join(texts, ", ") + ")"
}

// number writes a number; level 1 is that of a product.
func (s *writingScope) number(n *number, level int) string {
	switch n.op {
	case constant:
		if n.value < 0 {
			return "(" + s.d.text(n.value) + ")"
		}
		return s.d.text(n.value)
	case fluent:
		var texts []string
		for _, t := range n.terms {
			texts = append(texts, s.term(t).text)
		}
		return s.fluentText(n.fn, texts)
	case over:
		if x := s.closed(n); x != nil {
			return s.d.text(x.value)
		}
	}
	own, sign := 0, map[numberOp]string{plus: " + ", minus: " - ", times: " * ", over: " / "}[n.op]
	if n.op == times || n.op == over {
		own = 1
	}
	var texts []string
	for i, a := range n.args {
		inner := own
		if i > 0 && n.op != plus {
			inner = 2
		}
		texts = append(texts, s.number(a, inner))
	}
	if n.op == over && s.d.digits > 0 { // exact, also of whole numbers
		texts[0] += " * 1.0"
	}
	return around(strings.Join(texts, sign), own, level)
}

// closed returns the value of a number without variables that never changes, or nil.
func (s *writingScope) closed(n *number) *groundNumber {
	var open func(n *number) bool
	open = func(n *number) bool {
		return n.op == fluent && n.fn.changes || slices.ContainsFunc(n.terms, func(t int32) bool { return t < 0 }) || slices.ContainsFunc(n.args, open)
	}
	if open(n) {
		return nil
	}
	return s.g.amount(n, nil)
}
