package compile

import (
	"fmt"
	"maps"
	"strings"

	"farbank/rules/internal/core"
	"farbank/rules/rete"
	"farbank/rules/syntax"
)

// analysis translates a sequence of elements into conditions of the network and records where
// each variable is bound.
type analysis struct {
	*Compiler
	places     map[string]*rete.Ref      // the variables bound by the conditions so far
	kinds      map[string]bool           // true: a multifield variable
	types      map[string]core.KindSet   // of the values of variables, if known
	multis     map[string]bool           // multifield variables of ordered facts
	bound      map[string]*core.Template // the template of the fact whose address a variable is
	frames     []*frameRefs              // the enclosing negated groups, the outermost first
	complexity int
	here       int // the level of the current condition
}

// frameRefs are the variables that a negated group uses and that conditions before it bind.
type frameRefs struct {
	level int // of the group
	refs  []rete.Ref
}

func newAnalysis(c *Compiler) *analysis {
	return &analysis{Compiler: c, places: map[string]*rete.Ref{}, kinds: map[string]bool{}, types: map[string]core.KindSet{},
		multis: map[string]bool{}, bound: map[string]*core.Template{}}
}

// analyse returns the conditions of one alternative of a rule.
func (c *Compiler) analyse(parts []*element) (*analysis, []rete.Condition, error) {
	a := newAnalysis(c)
	conditions, err := a.sequence(attachTests(parts), 1)
	return a, conditions, err
}

// sequence analyses elements; the first one has the given level.
func (a *analysis) sequence(parts []*element, level int) ([]rete.Condition, error) {
	var conditions []rete.Condition
	for _, p := range parts {
		c, err := a.condition(p, level)
		if err != nil {
			return nil, err
		}
		c.Logical = p.logical
		conditions = append(conditions, c)
		level++
	}
	return conditions, nil
}

// condition analyses one element at a level of the rule.
func (a *analysis) condition(p *element, level int) (rete.Condition, error) {
	switch p.kind {
	case patternElement:
		return a.pattern(p, level, p.tests)
	case accumulateElement:
		return a.accumulate(p, level)
	case testElement:
		c := rete.Condition{}
		a.complexity++
		err := a.addTests(&c.Tests, &c.Text, p.tests, level)
		return c, err
	}
	return a.negation(p, level)
}

// negation analyses a negated element. Two negations are an existential condition.
func (a *analysis) negation(p *element, level int) (rete.Condition, error) {
	exists := false
	inner := p.parts
	if len(inner) == 1 && inner[0].kind == notElement && len(inner[0].tests) == 0 {
		exists = true
		inner = inner[0].parts
	}
	saved := a.enter()
	var c rete.Condition
	var err error
	if len(inner) == 1 && inner[0].kind == patternElement {
		c, err = a.pattern(inner[0], level, inner[0].tests)
		c.Negated, c.Exists = true, exists
	} else {
		c, err = a.group(inner, level)
		c.Exists = exists
	}
	a.leave(saved)
	if err != nil {
		return c, err
	}
	counted := a.complexity // as in CLIPS, tests after a negated group count, but not those after a negated pattern
	err = a.addTests(&c.After, &c.Text, p.tests, level)
	if c.Pattern != nil {
		a.complexity = counted
	} else if len(p.tests) > 0 {
		a.complexity++
	}
	return c, err
}

// enter and leave enclose a negation, whose variables are not visible outside.
func (a *analysis) enter() analysis {
	saved := *a
	a.places, a.kinds, a.types = maps.Clone(a.places), maps.Clone(a.kinds), maps.Clone(a.types)
	a.multis, a.bound = maps.Clone(a.multis), maps.Clone(a.bound)
	return saved
}

func (a *analysis) leave(saved analysis) {
	a.places, a.kinds, a.types, a.multis, a.bound = saved.places, saved.kinds, saved.types, saved.multis, saved.bound
}

// group analyses the elements of a negated group.
func (a *analysis) group(parts []*element, level int) (rete.Condition, error) {
	frame := &frameRefs{level: level}
	a.frames = append(a.frames, frame)
	inner, err := a.sequence(parts, level)
	a.frames = a.frames[:len(a.frames)-1]
	c := rete.Condition{Group: inner}
	for _, r := range frame.refs {
		c.Tests = append(c.Tests, rete.Test{Kind: rete.Equal, Left: r, Right: r})
		c.Left, c.Right = append(c.Left, r), append(c.Right, r)
		c.Text += fmt.Sprintf("group%v;", r)
	}
	return c, err
}

// use records that a condition in the current groups uses a variable bound before.
func (a *analysis) use(r *rete.Ref) {
	for _, f := range a.frames {
		if r.Level >= f.level {
			continue
		}
		known := false
		for _, old := range f.refs {
			known = known || old == *r
		}
		if !known {
			f.refs = append(f.refs, *r)
		}
	}
}

// addTests compiles the tests of a condition into tests of its join.
func (a *analysis) addTests(tests *[]rete.Test, text *string, forms []*syntax.Form, level int) error {
	for _, f := range forms {
		for _, part := range conjuncts(a.undotted(f)) {
			t, key, err := a.joinTest(part)
			if err != nil {
				return err
			}
			a.complexity += weight(part)
			*tests = append(*tests, t)
			*text += key + ";"
		}
	}
	return nil
}

// conjuncts splits (and a b ...) into its arguments.
func conjuncts(f *syntax.Form) []*syntax.Form {
	if f.Head() != "and" || len(f.Items) < 2 {
		return []*syntax.Form{f}
	}
	var all []*syntax.Form
	for _, item := range f.Items[1:] {
		all = append(all, conjuncts(item)...)
	}
	return all
}

// weight returns the contribution of an expression to the complexity of a rule: 1 for a call, but
// the sum of the arguments for a connective.
func weight(f *syntax.Form) int {
	if f.Kind != syntax.List {
		return 0
	}
	switch f.Head() {
	case "and", "or", "not":
		sum := 0
		for _, item := range f.Items[1:] {
			sum += weight(item)
		}
		return sum
	}
	return 1
}

var comparisons = map[string]rete.TestKind{"eq": rete.Equal, "neq": rete.NotEqual, "<": rete.Less, "<=": rete.LessEqual,
	">": rete.Greater, ">=": rete.GreaterEqual, "=": rete.NumberEqual, "<>": rete.NumberNotEqual, "!=": rete.NumberNotEqual}

// joinTest compiles a test of variables bound so far. The network itself compares two variables.
func (a *analysis) joinTest(f *syntax.Form) (rete.Test, string, error) {
	call, key, err := a.predicate(f)
	t := rete.Test{Func: call}
	if err != nil {
		return t, key, err
	}
	if kind, ok := comparisons[f.Head()]; ok && len(f.Items) == 3 && a.isBound(f.Items[1]) && a.isBound(f.Items[2]) {
		t.Kind, t.Left, t.Right = kind, *a.places[f.Items[1].Text], *a.places[f.Items[2].Text]
	}
	return t, key, nil
}

func (a *analysis) isBound(f *syntax.Form) bool {
	return f.IsVariable() && a.places[f.Text] != nil
}

// predicate compiles an expression of a condition. It also returns a text that is equal for
// expressions of equal meaning.
func (a *analysis) predicate(f *syntax.Form) (func(*rete.View) (bool, error), string, error) {
	s := a.scope()
	n, err := s.Compile(f)
	if err != nil {
		return nil, "", err
	}
	key := a.keyOf(f)
	size := s.Size
	return func(v *rete.View) (bool, error) {
		x := looking(v, size)
		ok, err := core.Truth(x, n)
		looked(x)
		return ok, err
	}, key, nil
}

// looking returns a frame with a view of the facts and the given number of variables.
func looking(v *rete.View, size int) *core.Frame {
	return v.Owner().(*core.Environment).Borrow(v, size)
}

// looked releases a frame.
func looked(x *core.Frame) { x.Env.GiveBack(x) }

// scope returns a Scope for an expression of the conditions.
func (a *analysis) scope() *Scope {
	s := NewScope(a.Compiler)
	s.places, s.View = a.places, true
	if a.checks() {
		s.types = a.types
	}
	return s
}

// placeText returns a place as text. It leaves out the level of the current pattern, so that equal
// patterns are shared at any level.
func (a *analysis) placeText(r rete.Ref) string {
	if r.Level == a.here {
		r.Level = 0
	}
	return fmt.Sprint(r)
}

// keyOf returns an expression as text with variables replaced by their places.
func (a *analysis) keyOf(f *syntax.Form) string {
	if f.IsVariable() {
		if r := a.places[f.Text]; r != nil {
			a.use(r)
			return a.placeText(*r)
		}
	}
	if f.Kind != syntax.List {
		return fmt.Sprintf("%d%s", f.Kind, f)
	}
	parts := make([]string, len(f.Items))
	for i, item := range f.Items {
		parts[i] = a.keyOf(item)
	}
	return "(" + strings.Join(parts, " ") + ")"
}
