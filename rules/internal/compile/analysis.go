package compile

import (
	"fmt"
	"maps"
	"strings"

	"farbank/rules/internal/core"
	"farbank/rules/rete"
	"farbank/rules/syntax"
	"farbank/rules/value"
)

// analysis turns a sequence of elements into conditions of the network, and
// notes where each variable is bound.
type analysis struct {
	*Compiler
	places     map[string]*rete.Ref      // what the conditions so far bind
	kinds      map[string]bool           // true: a multifield variable
	types      map[string]core.KindSet   // of the values of variables, where known
	multis     map[string]bool           // variables of many fields of ordered facts
	bound      map[string]*core.Template // of the facts that variables are the addresses of
	frames     []*frameRefs              // the negated groups around, the outermost first
	complexity int
	here       int // the level of the condition being read
}

// frameRefs are the variables of the conditions before a negated group that the
// group uses.
type frameRefs struct {
	level int // of the group
	refs  []rete.Ref
}

func newAnalysis(c *Compiler) *analysis {
	return &analysis{Compiler: c, places: map[string]*rete.Ref{}, kinds: map[string]bool{}, types: map[string]core.KindSet{},
		multis: map[string]bool{}, bound: map[string]*core.Template{}}
}

// analyse gives the conditions of one alternative of a rule.
func (c *Compiler) analyse(parts []*element) (*analysis, []rete.Condition, error) {
	a := newAnalysis(c)
	conditions, err := a.sequence(attachTests(parts), 1)
	return a, conditions, err
}

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
	case testElement:
		c := rete.Condition{}
		a.complexity++
		err := a.addTests(&c.Tests, &c.Text, p.tests, level)
		return c, err
	}
	return a.negation(p, level)
}

// negation analyses not, and two nots, which ask for existence.
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
	counted := a.complexity // as in CLIPS, tests count after a negated group, not after a negated pattern
	err = a.addTests(&c.After, &c.Text, p.tests, level)
	if c.Pattern != nil {
		a.complexity = counted
	} else if len(p.tests) > 0 {
		a.complexity++
	}
	return c, err
}

// enter and leave bracket a negation: what it binds is not seen outside.
func (a *analysis) enter() analysis {
	saved := *a
	a.places, a.kinds, a.types = maps.Clone(a.places), maps.Clone(a.kinds), maps.Clone(a.types)
	a.multis, a.bound = maps.Clone(a.multis), maps.Clone(a.bound)
	return saved
}

func (a *analysis) leave(saved analysis) {
	a.places, a.kinds, a.types, a.multis, a.bound = saved.places, saved.kinds, saved.types, saved.multis, saved.bound
}

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

// use notes that a condition at a level refers to a variable bound before.
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

// conjuncts parts (and a b ...) into its arguments.
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

// weight is what an expression adds to the complexity of a rule: a call one,
// but the connectives nothing by themselves.
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

// joinTest compiles a test over the variables bound so far. A comparison of two
// variables is one the network does itself.
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

// predicate compiles an expression of a condition, and gives with it the text
// that two expressions have in common that mean the same.
func (a *analysis) predicate(f *syntax.Form) (func(*rete.View) (bool, error), string, error) {
	s := a.scope()
	n, err := s.Compile(f)
	if err != nil {
		return nil, "", err
	}
	key := a.keyOf(f)
	own := &core.Frame{Env: a.Env, Vars: make([]value.Value, s.Size)}
	return func(v *rete.View) (bool, error) {
		x := looking(own, v)
		ok, err := core.Truth(x, n)
		looked(x)
		return ok, err
	}, key, nil
}

// looking gives the frame of a condition a view of the facts. While it looks already, in a
// query that asks itself, another frame does.
func looking(x *core.Frame, v *rete.View) *core.Frame {
	if x.View != nil {
		return &core.Frame{Env: x.Env, Vars: make([]value.Value, len(x.Vars)), View: v}
	}
	x.View = v
	return x
}

func looked(x *core.Frame) {
	x.View = nil
	clear(x.Vars)
}

// scope is for an expression of the conditions.
func (a *analysis) scope() *Scope {
	s := NewScope(a.Compiler)
	s.places, s.View = a.places, true
	if a.checks() {
		s.types = a.types
	}
	return s
}

// placeText writes a place, one of the pattern being read without its level: the same
// pattern is shared whatever stands before it.
func (a *analysis) placeText(r rete.Ref) string {
	if r.Level == a.here {
		r.Level = 0
	}
	return fmt.Sprint(r)
}

// keyOf writes an expression with its variables replaced by their places.
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
