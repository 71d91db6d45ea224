package compile

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"time"

	"farbank/rules/internal/core"
	"farbank/rules/rete"
	"farbank/rules/syntax"
	"farbank/rules/value"
)

// isAccumulate reports whether a condition is (accumulate (function ...) condition ...), and not a pattern of a
// template with that name.
func (c *Compiler) isAccumulate(f *syntax.Form) bool {
	if f.Head() != "accumulate" || len(f.Items) < 2 || f.Items[1].Kind != syntax.List {
		return false
	}
	t := c.Env.FindTemplate(c.Env.Current, "accumulate")
	return t == nil || t.Implied
}

// accumulators maps the functions of accumulate to the number of their arguments.
var accumulators = map[string]int{"sum": 1, "count": 0, "min": 1, "max": 1, "average": 1, "collect": 1}

// accumulateOf parses (accumulate (sum ?x) condition ...), or with functions of the program's own
// (accumulate (init ?s 0) (action (+ ?s ?x)) [(reverse (- ?s ?x))] (result ?s) condition ...).
func (c *Compiler) accumulateOf(f *syntax.Form) (*element, error) {
	functions := 1
	head := f.Items[1].Head()
	if arity, known := accumulators[head]; known {
		if len(f.Items[1].Items)-1 != arity {
			return nil, c.At(f.Items[1], "%s takes %d argument(s) here", head, arity)
		}
	} else {
		functions = 0
		for _, word := range []string{"init", "action", "reverse", "result"} {
			at := 1 + functions
			if at < len(f.Items) && f.Items[at].Head() == word {
				size := 2
				if word == "init" {
					size = 3
				}
				if g := f.Items[at]; len(g.Items) != size || word == "init" && g.Items[1].Kind != syntax.Variable {
					return nil, c.At(g, "(init ?variable expression), (action expression), (reverse expression) and (result expression) are expected")
				}
				functions++
			} else if word != "reverse" {
				return nil, c.At(f, "accumulate takes (sum ?x), (count), (min ?x), (max ?x), (average ?x), (collect ?x), or (init ...), (action ...) and (result ...)")
			}
		}
	}
	if len(f.Items) < 2+functions {
		return nil, c.At(f, "accumulate needs a condition")
	}
	conditions := f.Items[1+functions:]
	var window time.Duration
	if last := conditions[len(conditions)-1]; last.Head() == "over" && len(last.Items) == 3 && last.Items[1].IsSymbol("window") {
		var err error
		if window, err = c.duration(last.Items[2]); err != nil {
			return nil, err
		}
		if conditions = conditions[:len(conditions)-1]; len(conditions) == 0 {
			return nil, c.At(f, "accumulate needs a condition")
		}
	}
	e, err := c.conditions(conditions)
	if err != nil {
		return nil, err
	}
	e.kind, e.form = accumulateElement, f
	e.setWindow(window)
	e.functions = f.Items[1 : 1+functions]
	if e.count(2) > 1 || slices.ContainsFunc(e.parts, (*element).divides) {
		return nil, c.At(f, "or has no place within accumulate")
	}
	return e, nil
}

// setWindow limits the patterns of an element to facts that are no older than window.
func (e *element) setWindow(window time.Duration) {
	e.window = window
	for _, p := range e.parts {
		p.setWindow(window)
	}
}

// divides reports whether an element contains an "or".
func (e *element) divides() bool {
	return e.kind == orElement || slices.ContainsFunc(e.parts, (*element).divides)
}

// accumulate analyses an accumulate element.
func (a *analysis) accumulate(p *element, level int) (rete.Condition, error) {
	saved := a.enter()
	inner, err := a.sequence(attachTests(p.flat()), level)
	var build func() rete.Accumulation
	text := "accumulate;"
	if err == nil {
		build, text, err = a.accumulation(p)
	}
	multi := p.functions[0].Head() == "collect"
	a.leave(saved)
	c := rete.Condition{Group: inner, Text: text}
	if err != nil {
		return c, err
	}
	a.complexity++
	c.Accumulate = &rete.Accumulate{New: build, Relation: core.ResultRelation}
	if p.binding != "" {
		if a.places[p.binding] != nil {
			return c, a.At(p.form, "[ANALYSIS1] the variable ?%s is bound twice", p.binding)
		}
		a.places[p.binding] = &rete.Ref{Level: level, Kind: rete.RefSlot}
		a.kinds[p.binding] = multi
	}
	return c, nil
}

// flat returns the parts of an element with those of an "and" in their place.
func (e *element) flat() []*element {
	var all []*element
	for _, p := range e.parts {
		if p.kind == andElement {
			all = append(all, p.flat()...)
		} else {
			all = append(all, p.alternatives()[0]...)
		}
	}
	return all
}

// accumulation compiles the functions of an accumulate element. The text is equal for equal ones.
func (a *analysis) accumulation(p *element) (func() rete.Accumulation, string, error) {
	first := p.functions[0]
	text := "accumulate;" + first.Head() + ";"
	if _, known := accumulators[first.Head()]; known {
		of := func(*rete.View) (value.Value, error) { return value.True, nil }
		if len(first.Items) == 2 {
			n, size, err := a.valueOf(first.Items[1], "")
			if err != nil {
				return nil, "", err
			}
			text += a.keyOf(first.Items[1])
			of = func(v *rete.View) (value.Value, error) { return evaluate(v, n, size, value.Value{}) }
		}
		kind := first.Head()
		return func() rete.Accumulation { return &standard{kind: kind, of: of} }, text, nil
	}
	o := &ownFunctions{}
	state := first.Items[1].Text
	for _, f := range p.functions {
		n, size, err := a.valueOf(f.Items[len(f.Items)-1], state)
		if err != nil {
			return nil, "", err
		}
		text += f.Head() + a.keyOf(f.Items[len(f.Items)-1]) + ";"
		part := &expression{n, size}
		switch f.Head() {
		case "init":
			o.init = part
		case "action":
			o.action = part
		case "reverse":
			o.reverse = part
		case "result":
			o.result = part
		}
	}
	return func() rete.Accumulation { return &own{functions: o} }, text, nil
}

// expression is a compiled expression and the number of its variables. The first variable is the state of an
// accumulation of the program's own.
type expression struct {
	node core.Node
	size int
}

// valueOf compiles an expression over the variables of the conditions and the variable of a state, unless it is "".
func (a *analysis) valueOf(f *syntax.Form, state string) (core.Node, int, error) {
	s := a.scope()
	if state != "" {
		if a.places[state] != nil {
			return nil, 0, a.At(f, "?%s names a variable of the conditions already: init needs another name", state)
		}
		s.Declare(state)
	}
	n, err := s.Compile(f)
	return n, max(s.Size, 1), err
}

// evaluate evaluates an expression for a match.
func evaluate(v *rete.View, n core.Node, size int, state value.Value) (value.Value, error) {
	x := looking(v, size)
	x.Vars[0] = state
	w, err := n.Eval(x)
	looked(x)
	return w, err
}

// accumulated is the value of a match in a standard accumulation.
type accumulated struct {
	token int32
	v     value.Value
}

// standard is the accumulation of sum, count, min, max, average and collect.
type standard struct {
	kind   string
	of     func(*rete.View) (value.Value, error)
	values map[int32]value.Value
	list   []accumulated // of collect, in order; of min and max sorted by value
	whole  int64         // of sum: the sum of the integers, which wraps around as that of + does
	exact  partials      // the sum of the floats, and of average that of all numbers
	floats int           // the number of floats
}

func (s *standard) Add(token int32, view *rete.View) error {
	v, err := s.of(view)
	if err != nil {
		return err
	}
	if s.kind != "count" && s.kind != "collect" && !v.IsNumber() {
		return fmt.Errorf("%s of accumulate expects a number, not %s", s.kind, v)
	}
	if s.values == nil {
		s.values = map[int32]value.Value{}
	}
	s.values[token] = v
	switch s.kind {
	case "sum", "average":
		s.count(v, 1)
	case "min", "max":
		i, _ := slices.BinarySearchFunc(s.list, accumulated{token, v}, byValue)
		s.list = slices.Insert(s.list, i, accumulated{token, v})
	case "collect":
		s.list = append(s.list, accumulated{token, v})
	}
	return nil
}

// byValue compares by value, then by token.
func byValue(a, b accumulated) int {
	return cmp.Or(cmp.Compare(a.v.Number(), b.v.Number()), cmp.Compare(a.token, b.token))
}

// count adds or subtracts a number.
func (s *standard) count(v value.Value, sign int) {
	if v.Kind() == value.IntegerKind && s.kind == "sum" {
		s.whole += int64(sign) * v.Int()
		return
	}
	s.floats += sign
	s.exact.add(float64(sign) * v.Number())
}

func (s *standard) Remove(token int32, _ *rete.View) bool {
	v, ok := s.values[token]
	if !ok {
		return false
	}
	delete(s.values, token)
	switch s.kind {
	case "sum", "average":
		s.count(v, -1)
	case "min", "max":
		if i, found := slices.BinarySearchFunc(s.list, accumulated{token, v}, byValue); found {
			s.list = slices.Delete(s.list, i, i+1)
		}
	case "collect":
		s.list = slices.DeleteFunc(s.list, func(a accumulated) bool { return a.token == token })
	}
	return true
}

func (s *standard) Result(*rete.View) (value.Value, bool) {
	n := len(s.values)
	switch s.kind {
	case "count":
		return value.Integer(int64(n)), true
	case "sum":
		if s.floats == 0 {
			return value.Integer(s.whole), true
		}
		return value.Float(s.total()), true
	case "collect":
		items := make([]value.Value, n)
		for i, a := range s.list {
			items[i] = a.v
		}
		return value.List(items...), true
	}
	if n == 0 {
		return value.Value{}, false
	}
	switch s.kind {
	case "min":
		return s.list[0].v, true
	case "max":
		return s.list[n-1].v, true
	}
	return value.Float(s.total() / float64(n)), true
}

func (s *standard) total() float64 {
	sum := s.exact
	sum.list = slices.Clone(sum.list)
	sum.add(float64(s.whole))
	return sum.value()
}

// partials is the exact sum of floats (Shewchuk 1997): it does not depend on the order, so that what is added
// can be subtracted again.
type partials struct {
	list         []float64
	plus, minus  int // infinities
	undetermined int // NaNs
}

func (p *partials) add(x float64) {
	switch {
	case math.IsNaN(x):
		p.undetermined++ // also when it is removed: a NaN stays until the group is empty
		return
	case math.IsInf(x, 1):
		p.plus++
		return
	case math.IsInf(x, -1):
		p.minus++
		return
	}
	kept := p.list[:0]
	for _, y := range p.list {
		if math.Abs(x) < math.Abs(y) {
			x, y = y, x
		}
		high := x + y
		low := y - (high - x)
		if low != 0 {
			kept = append(kept, low)
		}
		x = high
	}
	p.list = append(kept, x)
}

func (p *partials) value() float64 {
	switch {
	case p.undetermined > 0:
		return math.NaN()
	case p.plus != p.minus:
		return math.Inf(p.plus - p.minus)
	}
	total := 0.0
	for _, x := range slices.Backward(p.list) {
		total += x
	}
	return total
}

// ownFunctions are the functions of an accumulation of the program's own; reverse may be nil.
type ownFunctions struct{ init, action, reverse, result *expression }

// own is such an accumulation. When a match is removed it evaluates reverse; without reverse, or after an error, it
// evaluates the action again for all other matches.
type own struct {
	functions *ownFunctions
	begun     bool
	state     value.Value
	tokens    []int32
	views     []*rete.View // of the tokens
	failed    error        // the state is not known
}

func (o *own) begin(v *rete.View) error {
	if o.begun {
		return nil
	}
	var err error
	o.state, err = evaluate(v, o.functions.init.node, o.functions.init.size, value.Value{})
	o.begun = err == nil
	return err
}

func (o *own) Add(token int32, v *rete.View) error {
	kept := *v
	if err := o.begin(v); err != nil {
		return err
	}
	state, err := evaluate(v, o.functions.action.node, o.functions.action.size, o.state)
	if err != nil {
		return err
	}
	o.state = state
	o.tokens, o.views = append(o.tokens, token), append(o.views, &kept)
	return nil
}

func (o *own) Remove(token int32, v *rete.View) bool {
	i := slices.Index(o.tokens, token)
	if i < 0 {
		return false
	}
	o.tokens, o.views = slices.Delete(o.tokens, i, i+1), slices.Delete(o.views, i, i+1)
	if r := o.functions.reverse; r != nil && o.failed == nil {
		if state, err := evaluate(v, r.node, r.size, o.state); err == nil {
			o.state = state
			return true
		}
	}
	o.begun = false
	if o.failed = o.begin(v); o.failed != nil {
		return true
	}
	for _, each := range o.views {
		if o.state, o.failed = evaluate(each, o.functions.action.node, o.functions.action.size, o.state); o.failed != nil {
			return true
		}
	}
	return true
}

func (o *own) Result(v *rete.View) (value.Value, bool) {
	if o.failed != nil || o.begin(v) != nil {
		return value.Value{}, false
	}
	w, err := evaluate(v, o.functions.result.node, o.functions.result.size, o.state)
	return w, err == nil
}
