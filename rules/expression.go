package rules

import (
	"errors"
	"fmt"
	"strings"

	"farbank/rules/rete"
	"farbank/rules/syntax"
	"farbank/rules/value"
)

// node is a compiled expression.
type node interface {
	eval(*frame) (value.Value, error)
}

// frame is what an expression is evaluated in: the variables of the rule,
// function or call it belongs to.
type frame struct {
	env     *Environment
	vars    []value.Value // unset where bind has not been
	match   *rete.Match   // of a rule's actions: the facts of its conditions
	view    *rete.View    // of a condition: the facts it looks at
	control control
	result  value.Value // of return
}

// control says that the actions after this one are not to be done.
type control uint8

const (
	goOn control = iota
	breaking
	continuing
	returning
)

// scope knows the variables that an expression may use while it is compiled.
type scope struct {
	*compiler
	names    map[string]int       // variables to places in a frame
	places   map[string]*rete.Ref // variables of conditions
	size     int
	view     bool           // in a condition
	top      bool           // outside of any construct: variables live in the environment
	loops    int            // how many loops are around
	fixed    map[int]string // places of variables that bind may not set: those of loops
	trusting bool           // the limits of slots are not held against constants
	module   *Module
	bound    map[string]*Template // of the facts that variables of conditions are the addresses of
	types    map[string]kindSet   // of the variables of conditions, where known
}

func newScope(c *compiler) *scope {
	return &scope{compiler: c, names: map[string]int{}, module: c.env.current}
}

// declare gives a variable a place; an inner one hides an outer of its name
// until restore is called.
func (s *scope) declare(name string) (place int, restore func()) {
	old, had := s.names[name]
	place = s.size
	s.names[name] = place
	s.size++
	hidden := s.bound[name]
	delete(s.bound, name)
	return place, func() {
		if hidden != nil {
			s.bound[name] = hidden
		}
		if had {
			s.names[name] = old
		} else {
			delete(s.names, name)
		}
	}
}

// fix keeps bind from setting the variable of a loop, as CLIPS does.
func (s *scope) fix(place int, why string) {
	if s.env.dialect == Jess {
		return
	}
	if s.fixed == nil {
		s.fixed = map[int]string{}
	}
	s.fixed[place] = why
}

// place gives the place of a variable that bind sets.
func (s *scope) place(name string) int {
	if p, ok := s.names[name]; ok {
		return p
	}
	bound := s.bound[name]
	p, _ := s.declare(name)
	if bound != nil {
		s.bound[name] = bound // CLIPS goes by what the conditions say
	}
	return p
}

type constantNode struct{ v value.Value }

func (n constantNode) eval(*frame) (value.Value, error) { return n.v, nil }

type localNode struct {
	place int
	name  string
	ref   *rete.Ref // what it is in the conditions, while no bind has set it
}

func (n *localNode) eval(x *frame) (value.Value, error) {
	if v := x.vars[n.place]; v.Kind() != value.None {
		return v, nil
	}
	if n.ref != nil {
		return x.match.Value(n.ref), nil
	}
	return value.False, fmt.Errorf("[EVALUATN1] Variable %s is unbound", n.name)
}

type conditionNode struct{ ref *rete.Ref }

func (n conditionNode) eval(x *frame) (value.Value, error) { return x.view.Value(n.ref), nil }

type globalNode struct{ global *Global }

func (n globalNode) eval(x *frame) (value.Value, error) { return n.global.Value, nil }

// callNode is a call of a function written in Go.
type callNode struct {
	function *Function
	args     []node
	expands  bool // the number of arguments shows when it is called
	site     *site
}

// eval puts the arguments on a stack that all calls share: a function must not
// keep them beyond its return.
func (n *callNode) eval(x *frame) (value.Value, error) {
	e := x.env
	base := len(e.stack)
	for _, a := range n.args {
		v, err := a.eval(x)
		if err != nil {
			e.stack = e.stack[:base]
			return value.False, err
		}
		if _, ok := a.(expandNode); ok {
			e.stack = append(e.stack, v.Items()...)
		} else {
			e.stack = append(e.stack, v)
		}
	}
	args := e.stack[base:len(e.stack):len(e.stack)]
	v, err := n.apply(x, args)
	clear(args)
	e.stack = e.stack[:base]
	return v, err
}

func (n *callNode) apply(x *frame, args []value.Value) (value.Value, error) {
	if n.expands {
		if err := countArgs(n.function.Name, len(args), n.function.Min, n.function.Max); err != nil {
			return value.False, n.site.place(err)
		}
	}
	e := x.env
	if e.calls == len(e.callPool) {
		e.callPool = append(e.callPool, &Call{})
	}
	c := e.callPool[e.calls]
	e.calls++
	*c = Call{Env: e, Name: n.function.Name, Args: args, site: n.site}
	v, err := n.function.do(c)
	e.calls--
	if err != nil {
		err = e.settle(n.site, err)
	}
	return v, err
}

func (n *callNode) mayExpand() bool {
	for _, a := range n.args {
		if _, ok := a.(expandNode); ok {
			return true
		}
	}
	return false
}

func evalArgs(x *frame, nodes []node, into []value.Value) ([]value.Value, error) {
	for _, a := range nodes {
		v, err := a.eval(x)
		if err != nil {
			return nil, err
		}
		if _, ok := a.(expandNode); ok {
			into = append(into, v.Items()...)
		} else {
			into = append(into, v)
		}
	}
	return into, nil
}

// expandNode is a multifield whose values become arguments of their own.
type expandNode struct{ of node }

func (n expandNode) eval(x *frame) (value.Value, error) {
	v, err := n.of.eval(x)
	if err == nil && v.Kind() != value.MultifieldKind {
		v = value.List(v)
	}
	return v, err
}

func countArgs(name string, got, least, most int) error {
	plural := func(n int) string {
		if n == 1 {
			return "argument"
		}
		return "arguments"
	}
	switch {
	case least == most && got != least:
		return fmt.Errorf("[ARGACCES4] Function %s expected exactly %d %s", name, least, argPlural(least))
	case got < least:
		return fmt.Errorf("[ARGACCES4] Function %s expected at least %d %s", name, least, argPlural(least))
	case most >= 0 && got > most:
		return fmt.Errorf("[ARGACCES4] Function %s expected no more than %d %s", name, most, plural(most))
	}
	return nil
}

func argPlural(int) string { return "argument(s)" }

// compile turns a form into an expression.
func (s *scope) compile(f *syntax.Form) (node, error) {
	switch f.Kind {
	case syntax.Variable, syntax.MultiVariable:
		n, err := s.variable(f)
		if f.Kind == syntax.MultiVariable && s.env.options.spread && err == nil {
			n = expandNode{n}
		}
		return n, err
	case syntax.Global, syntax.MultiGlobal:
		g := s.env.findGlobal(s.module, f.Text)
		if g == nil {
			return nil, s.at(f, "[GLOBLPSR1] Global variable ?*%s* was referenced, but is not defined", f.Text)
		}
		if !s.byName {
			s.use(&g.usage)
		}
		if f.Kind == syntax.MultiGlobal && s.env.dialect != Jess {
			return expandNode{globalNode{g}}, nil
		}
		return globalNode{g}, nil
	case syntax.List:
		return s.call(f)
	}
	if v, ok := s.constant(f); ok {
		return constantNode{v}, nil
	}
	return nil, s.at(f, "%s has no place in an expression", f)
}

// sequence compiles several forms.
func (s *scope) sequence(forms []*syntax.Form) ([]node, error) {
	nodes := make([]node, 0, len(forms))
	for _, f := range forms {
		n, err := s.compile(f)
		if err != nil {
			return nil, err
		}
		nodes = append(nodes, n)
	}
	return nodes, nil
}

func (s *scope) variable(f *syntax.Form) (node, error) {
	place, known := s.names[f.Text]
	ref := s.places[f.Text]
	switch {
	case known:
		return &localNode{place, f.Text, ref}, nil
	case ref != nil && s.view:
		return conditionNode{ref}, nil
	case ref != nil:
		return &localNode{s.place(f.Text), f.Text, ref}, nil
	}
	if base, name, ok := s.dotted(f); ok {
		object, err := s.variable(base)
		n := &propertyNode{of: object, name: name}
		if s.top {
			n.full = f.Text
		}
		return n, err
	}
	if i := strings.IndexByte(f.Text, ':'); i > 0 {
		if place, ok := s.names[f.Text[:i]]; ok {
			return &slotNode{fact: &localNode{place, f.Text[:i], s.places[f.Text[:i]]}, slot: f.Text[i+1:]}, nil
		}
	}
	if s.top {
		return s.topVariable(f), nil
	}
	if s.view {
		return nil, s.at(f, "[PRCCODE3] Variable %s is used before a condition binds it", f)
	}
	return nil, s.at(f, "[PRCCODE3] Undefined variable %s referenced in %s", f.Text, s.part())
}

func (s *scope) part() string {
	if strings.HasPrefix(s.construct, "defrule") {
		return "RHS of " + s.construct
	}
	return s.construct
}

// slotNode is ?f:slot, the slot of a fact that a query binds.
type slotNode struct {
	fact node
	slot string
}

func (n *slotNode) eval(x *frame) (value.Value, error) {
	v, err := n.fact.eval(x)
	if err != nil {
		return v, err
	}
	f := x.env.factOf(v)
	if f == nil {
		return value.False, fmt.Errorf("a fact is expected before :%s", n.slot)
	}
	t := f.Relation.Data.(*Template)
	i := t.slot(n.slot)
	if i < 0 {
		return value.False, fmt.Errorf("the template %s has no slot %s", t.Name, n.slot)
	}
	return f.Slots[i], nil
}

func (s *scope) call(f *syntax.Form) (node, error) {
	if len(f.Items) == 0 {
		return nil, s.at(f, "[EXPRNPSR1] A function name must be the first field of a call")
	}
	head := f.Items[0]
	if head.Kind != syntax.Symbol {
		if s.env.dialect == Jess {
			return s.methodCall(f)
		}
		return nil, s.at(head, "[EXPRNPSR1] A function name must be a symbol")
	}
	if special := s.env.specialForm(head.Text); special != nil {
		n, err := special.compile(s, f)
		if do, ok := n.(nodeFunc); ok && err == nil {
			return &placedNode{do, s.site(f)}, nil
		}
		return n, err
	}
	if d := s.env.findFunction(s.module, head.Text); d != nil {
		return s.deffunctionCall(f, d)
	}
	if fn := s.env.function(head.Text); fn != nil {
		return s.functionCall(f, fn, s.env.entry(head.Text))
	}
	if part := leftOut[head.Text]; part != "" {
		return nil, s.at(head, "%s belongs to %s, which is not part of this engine", head.Text, part)
	}
	if s.env.dialect == Jess {
		if classes[className(head.Text)] != nil {
			return s.methodCall(f)
		}
		return s.laterCall(f)
	}
	return nil, s.at(head, "%w", s.env.missingFunction(head.Text))
}

// functionCall compiles the call of a function written in Go; entry is nil for one that is
// not of the table.
func (s *scope) functionCall(f *syntax.Form, fn *Function, entry *builtin) (node, error) {
	args, err := s.sequence(f.Items[1:])
	if err != nil {
		return nil, err
	}
	n := &callNode{fn, args, false, s.site(f)}
	if n.expands = n.mayExpand(); !n.expands {
		if err := countArgs(fn.Name, len(args), fn.Min, fn.Max); err != nil {
			return nil, s.at(f, "%w", err)
		}
	}
	if entry == nil || n.expands {
		return n, nil
	}
	if err := s.checkArguments(f, entry); err != nil {
		return nil, err
	}
	return quick(lazy(n)), nil
}

// leftOut are functions of the parts of the language that are left out.
var leftOut = map[string]string{}

func init() {
	for part, names := range map[string]string{
		"the object system": "make-instance send instances unmake-instance modify-instance initialize-instance instance-address " +
			"instance-name find-instance find-all-instances do-for-instance do-for-all-instances any-instancep call-next-method " +
			"call-next-handler message-modify-instance duplicate-instance",
		"binary images":   "bload bsave bload-instances bsave-instances",
		"code generation": "constructs-to-c",
		"text lookup":     "fetch toss print-region get-region",
		"profiling":       "profile profile-info profile-reset set-profile-percent-threshold get-profile-percent-threshold",
		"join statistics": "join-activity join-activity-reset",
	} {
		for _, name := range strings.Fields(names) {
			leftOut[name] = part
		}
	}
}

// doer is an action that can be done without making its value.
type doer interface{ do(*frame) error }

// run does actions one after the other and gives the value of the last.
func run(x *frame, actions []node) (value.Value, error) {
	v := value.False
	for i, a := range actions {
		var err error
		if d, ok := a.(doer); ok && i < len(actions)-1 {
			err = d.do(x)
		} else {
			v, err = a.eval(x)
		}
		if err != nil {
			return value.False, err
		}
		if x.control != goOn {
			break
		}
	}
	return v, nil
}

// truth evaluates a condition.
func truth(x *frame, n node) (bool, error) {
	v, err := n.eval(x)
	return err == nil && !v.IsFalse(), err
}

// errReported is an error whose message has been given already.
var errReported = errors.New("reported")

// ErrExit says that the program has called exit.
var ErrExit = errors.New("exit")
