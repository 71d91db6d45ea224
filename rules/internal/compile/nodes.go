package compile

import (
	"fmt"

	"farbank/rules/internal/core"
	"farbank/rules/internal/fault"
	"farbank/rules/rete"
	"farbank/rules/value"
)

// ConstantNode is a constant of the program.
type ConstantNode struct{ V value.Value }

// Eval returns the value of the node.
func (n ConstantNode) Eval(*core.Frame) (value.Value, error) { return n.V, nil }

// localNode is a variable of a rule, function or call.
type localNode struct {
	place int
	name  string
	ref   *rete.Ref // its place in the conditions, used while it is not set by bind
}

func (n *localNode) Eval(x *core.Frame) (value.Value, error) {
	if v := x.Vars[n.place]; v.Kind() != value.None {
		return v, nil
	}
	if n.ref != nil {
		return x.Match.Value(n.ref), nil
	}
	return value.False, fmt.Errorf("[EVALUATN1] Variable %s is unbound", n.name)
}

// conditionNode is a variable in a condition.
type conditionNode struct{ ref *rete.Ref }

func (n conditionNode) Eval(x *core.Frame) (value.Value, error) { return x.View.Value(n.ref), nil }

// globalNode is a global variable.
type globalNode struct{ global *core.Global }

func (n globalNode) Eval(x *core.Frame) (value.Value, error) { return x.Env.GlobalValue(n.global), nil }

// callNode is a call of a function written in Go.
type callNode struct {
	function *core.Function
	args     []core.Node
	expands  bool // the number of arguments is known only at run time
	site     *fault.Site
}

// Eval evaluates the arguments on a stack that all calls share, so that a function must not keep
// them.
func (n *callNode) Eval(x *core.Frame) (value.Value, error) {
	e := x.Env
	base := len(e.Stack)
	for _, a := range n.args {
		v, err := a.Eval(x)
		if err != nil {
			e.Stack = e.Stack[:base]
			return value.False, err
		}
		if _, ok := a.(ExpandNode); ok {
			e.Stack = append(e.Stack, v.Items()...)
		} else {
			e.Stack = append(e.Stack, v)
		}
	}
	args := e.Stack[base:len(e.Stack):len(e.Stack)]
	v, err := n.apply(x, args)
	clear(args)
	e.Stack = e.Stack[:base]
	return v, err
}

// apply calls the function with evaluated arguments.
func (n *callNode) apply(x *core.Frame, args []value.Value) (value.Value, error) {
	if n.expands {
		if err := fault.CountArgs(n.function.Name, len(args), n.function.Min, n.function.Max); err != nil {
			return value.False, n.site.Place(err)
		}
	}
	e := x.Env
	if e.Calls == len(e.CallPool) {
		e.CallPool = append(e.CallPool, &core.Call{})
	}
	c := e.CallPool[e.Calls]
	e.Calls++
	*c = core.Call{Env: e, Name: n.function.Name, Args: args, Site: n.site}
	v, err := n.function.Do(c)
	e.Calls--
	if err != nil {
		err = e.Settle(n.site, err)
	}
	return v, err
}

// mayExpand reports whether an argument expands to several.
func (n *callNode) mayExpand() bool {
	for _, a := range n.args {
		if _, ok := a.(ExpandNode); ok {
			return true
		}
	}
	return false
}

// evalArgs appends the values of arguments to into.
func evalArgs(x *core.Frame, nodes []core.Node, into []value.Value) ([]value.Value, error) {
	for _, a := range nodes {
		v, err := a.Eval(x)
		if err != nil {
			return nil, err
		}
		if _, ok := a.(ExpandNode); ok {
			into = append(into, v.Items()...)
		} else {
			into = append(into, v)
		}
	}
	return into, nil
}

// ExpandNode is a multifield whose values become separate arguments.
type ExpandNode struct{ Of core.Node }

// Eval returns the value of the node.
func (n ExpandNode) Eval(x *core.Frame) (value.Value, error) {
	v, err := n.Of.Eval(x)
	if err == nil && v.Kind() != value.MultifieldKind {
		v = value.List(v)
	}
	return v, err
}

// slotNode is ?f:slot, a slot of a fact that a query binds.
type slotNode struct {
	fact core.Node
	slot string
}

func (n *slotNode) Eval(x *core.Frame) (value.Value, error) {
	v, err := n.fact.Eval(x)
	if err != nil {
		return v, err
	}
	if k := v.Kind(); k == value.InstanceKind || k == value.InstanceNameKind {
		return instanceSlot(x.Env, v, n.slot)
	}
	f := x.Env.FactOf(v)
	if f == nil {
		return value.False, fmt.Errorf("a fact is expected before :%s", n.slot)
	}
	t := f.Relation.Data.(*core.Template)
	i := t.Slot(n.slot)
	if i < 0 {
		return value.False, fmt.Errorf("the template %s has no slot %s", t.Name, n.slot)
	}
	return f.Slots[i], nil
}

// instanceSlot returns a slot of the instance that a query binds.
func instanceSlot(e *core.Environment, v value.Value, name string) (value.Value, error) {
	i := e.InstanceOf(v)
	if i == nil {
		return value.False, fmt.Errorf("[INSFUN4] Invalid instance-address in :%s", name)
	}
	n := i.Class.Slot(name)
	if n < 0 {
		return value.False, fmt.Errorf("[INSFUN3] No such slot %s in instance %s.", name, i.Name)
	}
	return i.SlotValue(n), nil
}

// Arguments evaluates the arguments of a special form.
func Arguments(x *core.Frame, nodes []core.Node) ([]value.Value, error) {
	return evalArgs(x, nodes, nil)
}
