package compile

import (
	"time"

	"farbank/rules/syntax"
)

// element is a conditional element of a rule's left-hand side, as a tree.
type element struct {
	kind      elementKind
	form      *syntax.Form
	parts     []*element     // of and, or, not
	binding   string         // ?f of ?f <- pattern
	tests     []*syntax.Form // of a test; of a pattern: the tests after it
	logical   bool
	functions []*syntax.Form // of accumulate
	window    time.Duration  // of a pattern: the facts that match are no older; 0: no limit
	number    int            // the condition of the rule to which it belongs, from 1
}

type elementKind uint8

const (
	patternElement elementKind = iota
	testElement
	andElement
	orElement
	notElement
	accumulateElement
)

// conditions parses the left-hand side of a rule into an "and" of its elements.
func (c *Compiler) conditions(forms []*syntax.Form) (*element, error) {
	top := &element{kind: andElement}
	for i := 0; i < len(forms); i++ {
		f := forms[i]
		var e *element
		var err error
		if f.Kind == syntax.Variable || f.Kind == syntax.MultiVariable {
			if i+2 >= len(forms) || !forms[i+1].IsSymbol("<-") {
				return nil, c.At(f, "<- and a pattern are expected after %s", f)
			}
			if e, err = c.element(forms[i+2]); err != nil {
				return nil, err
			}
			if e.kind != patternElement && e.kind != accumulateElement {
				return nil, c.At(forms[i+2], "only a pattern can be bound to %s", f)
			}
			e.binding = f.Text
			i += 2
		} else if e, err = c.element(f); err != nil {
			return nil, err
		}
		top.parts = append(top.parts, e)
	}
	return top, nil
}

// checkLogical refuses logical conditions after others and within negations.
func (c *Compiler) checkLogical(top *element) error {
	ended, gap := false, false
	for i, e := range top.parts {
		switch {
		case e.logical && ended && !top.parts[0].logical:
			return c.At(e.form, "[RULEPSR1] Logical CEs must be placed first in a rule")
		case e.logical && gap:
			return c.At(e.form, "[RULEPSR2] Gaps may not exist between logical CEs")
		case !e.logical:
			ended, gap = true, i > 0
		}
		if f := logicalWithin(e, false); f != nil {
			return c.At(f, "[RULELHS1] The logical CE cannot be used within a not/exists/forall CE")
		}
	}
	return nil
}

// logicalWithin returns a logical condition within a negation, or nil.
func logicalWithin(e *element, negated bool) *syntax.Form {
	if negated && e.form != nil && e.form.Head() == "logical" {
		return e.form
	}
	for _, p := range e.parts {
		if f := logicalWithin(p, negated || e.kind == notElement || e.kind == accumulateElement); f != nil {
			return f
		}
	}
	return nil
}

// Limits on recursion: matching recurses once for each condition and each field of a pattern.
const (
	maxConditions = 5000
	maxFields     = 100_000
)

// element parses one condition.
func (c *Compiler) element(f *syntax.Form) (*element, error) {
	if c.elements++; c.elements > maxConditions {
		return nil, c.At(f, "a rule cannot have more than %d conditions", maxConditions)
	}
	if f.Kind != syntax.List || len(f.Items) == 0 || f.Items[0].Kind != syntax.Symbol {
		return nil, c.At(f, "a condition, (name ...), is expected")
	}
	if c.isAccumulate(f) {
		return c.accumulateOf(f)
	}
	inner := f.Items[1:]
	switch f.Items[0].Text {
	case "test":
		if len(inner) != 1 || inner[0].Kind != syntax.List {
			return nil, c.At(f, "[PRNTUTIL2] test takes one call")
		}
		return &element{kind: testElement, form: f, tests: inner}, nil
	case "and", "logical":
		e, err := c.group(f, andElement)
		if f.Items[0].Text == "logical" && err == nil {
			e.setLogical()
		}
		return e, err
	case "or":
		return c.group(f, orElement)
	case "not":
		if len(inner) != 1 {
			return nil, c.At(f, "not takes one condition")
		}
		return c.group(f, notElement)
	case "exists":
		e, err := c.group(f, andElement)
		return negate(negate(e)), err
	case "forall":
		return c.forall(f)
	}
	return &element{kind: patternElement, form: f}, nil
}

func negate(e *element) *element {
	if e == nil {
		return nil
	}
	return &element{kind: notElement, form: e.form, parts: []*element{e}, logical: e.logical}
}

// group parses the conditions within f.
func (c *Compiler) group(f *syntax.Form, kind elementKind) (*element, error) {
	if len(f.Items) < 2 {
		return nil, c.At(f, "%s needs a condition", f.Items[0])
	}
	e, err := c.conditions(f.Items[1:])
	if err != nil {
		return nil, err
	}
	e.kind, e.form = kind, f
	return e, nil
}

// forall parses (forall p q...): there is no p without q...
func (c *Compiler) forall(f *syntax.Form) (*element, error) {
	if len(f.Items) < 3 {
		return nil, c.At(f, "forall takes a condition and what must hold with it")
	}
	e, err := c.group(f, andElement)
	if err != nil {
		return nil, err
	}
	rest := &element{kind: andElement, form: f, parts: e.parts[1:]}
	return negate(&element{kind: andElement, form: f, parts: []*element{e.parts[0], negate(rest)}}), nil
}

func (e *element) setLogical() {
	e.logical = true
	for _, p := range e.parts {
		p.setLogical()
	}
}

// count returns the number of alternatives of a tree, at most limit.
func (e *element) count(limit int) int {
	n := 1
	switch e.kind {
	case andElement:
		for _, p := range e.parts {
			n = min(n*p.count(limit), limit)
		}
	case orElement:
		n = 0
		for _, p := range e.parts {
			n = min(n+p.count(limit), limit)
		}
	case notElement:
		if e.parts[0].count(limit) >= limit {
			return limit
		}
	}
	return n
}

// alternatives converts a tree to the form of the network: a list of alternatives (from "or"), each
// a sequence of patterns, tests and negations. A negation contains such a sequence.
func (e *element) alternatives() [][]*element {
	switch e.kind {
	case andElement:
		all := [][]*element{nil}
		for _, p := range e.parts {
			all = product(all, p.alternatives())
		}
		return all
	case orElement:
		var all [][]*element
		for _, p := range e.parts {
			all = append(all, p.alternatives()...)
		}
		return all
	case notElement:
		var sequence []*element
		for _, parts := range e.parts[0].alternatives() {
			n := &element{kind: notElement, form: e.form, parts: attachTests(parts), logical: e.logical, number: e.number}
			sequence = append(sequence, n.simplify())
		}
		return [][]*element{sequence}
	}
	return [][]*element{{e}}
}

// product returns every concatenation of a left and a right sequence.
func product(left, right [][]*element) [][]*element {
	var all [][]*element
	for _, l := range left {
		for _, r := range right {
			all = append(all, append(append([]*element(nil), l...), r...))
		}
	}
	return all
}

// simplify turns a negated test into a test, and a triple negation into a single one.
func (e *element) simplify() *element {
	if len(e.parts) != 1 {
		return e
	}
	p := e.parts[0]
	switch {
	case p.kind == testElement:
		not := &syntax.Form{Kind: syntax.Symbol, Text: "not", Pos: p.form.Pos}
		all := &syntax.Form{Kind: syntax.List, Pos: p.form.Pos, Items: []*syntax.Form{not, conjunction(p.tests)}}
		return &element{kind: testElement, form: p.form, tests: []*syntax.Form{all}, logical: e.logical}
	case p.kind == notElement && len(p.tests) == 0 && len(p.parts) == 1 && p.parts[0].kind == notElement:
		return p.parts[0]
	}
	return e
}

func conjunction(tests []*syntax.Form) *syntax.Form {
	if len(tests) == 1 {
		return tests[0]
	}
	and := &syntax.Form{Kind: syntax.Symbol, Text: "and", Pos: tests[0].Pos}
	return &syntax.Form{Kind: syntax.List, Pos: tests[0].Pos, Items: append([]*syntax.Form{and}, tests...)}
}

// attachTests moves tests to the pattern or negation before them.
func attachTests(parts []*element) []*element {
	var out []*element
	for _, p := range parts {
		if p.kind == testElement && len(out) > 0 && out[len(out)-1].kind != accumulateElement {
			last := *out[len(out)-1]
			last.tests = append(append([]*syntax.Form(nil), last.tests...), p.tests...)
			out[len(out)-1] = &last
			continue
		}
		out = append(out, p)
	}
	return out
}
