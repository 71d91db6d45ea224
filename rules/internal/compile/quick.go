package compile

import (
	"math"

	"farbank/rules/internal/core"
	"farbank/rules/value"
)

// quick replaces comparisons and simple arithmetic of two arguments, which are frequent in conditions
// and loops, by nodes that compute numbers without a call.
func quick(of core.Node) core.Node {
	n, ok := of.(*callNode)
	if !ok || len(n.args) != 2 || n.expands {
		return of
	}
	var do func(a, b value.Value) (value.Value, bool)
	switch n.function.Name {
	case "eq":
		do = func(a, b value.Value) (value.Value, bool) { return value.Bool(value.Equal(a, b)), true }
	case "neq":
		do = func(a, b value.Value) (value.Value, bool) { return value.Bool(!value.Equal(a, b)), true }
	case "<":
		do = comparing(func(c int) bool { return c < 0 })
	case "<=":
		do = comparing(func(c int) bool { return c <= 0 })
	case ">":
		do = comparing(func(c int) bool { return c > 0 })
	case ">=":
		do = comparing(func(c int) bool { return c >= 0 })
	case "=":
		do = comparing(func(c int) bool { return c == 0 })
	case "<>", "!=":
		do = comparing(func(c int) bool { return c != 0 })
	case "+":
		do = adding(func(a, b int64) (int64, bool) { c := a + b; return c, (c > a) == (b > 0) })
	case "-":
		do = adding(func(a, b int64) (int64, bool) { c := a - b; return c, (c < a) == (b > 0) })
	case "*":
		do = adding(func(a, b int64) (int64, bool) {
			const safe = math.MaxInt32
			return a * b, a <= safe && a >= -safe && b <= safe && b >= -safe
		})
	default:
		return n
	}
	return &quickNode{n, n.args[0], n.args[1], do}
}

// quickNode computes do, or makes the call if do returns false.
type quickNode struct {
	call        *callNode
	left, right core.Node
	do          func(a, b value.Value) (value.Value, bool)
}

func (n *quickNode) Eval(x *core.Frame) (value.Value, error) {
	a, err := n.left.Eval(x)
	if err != nil {
		return value.False, err
	}
	b, err := n.right.Eval(x)
	if err != nil {
		return value.False, err
	}
	if v, ok := n.do(a, b); ok {
		return v, nil
	}
	return n.call.apply(x, []value.Value{a, b})
}

// comparing returns a comparison of two integers.
func comparing(holds func(int) bool) func(a, b value.Value) (value.Value, bool) {
	return func(a, b value.Value) (value.Value, bool) {
		if a.Kind() != value.IntegerKind || b.Kind() != value.IntegerKind {
			return value.False, false
		}
		i, j := a.Int(), b.Int()
		c := 0
		if i < j {
			c = -1
		} else if i > j {
			c = 1
		}
		return value.Bool(holds(c)), true
	}
}

// adding returns an operation on two integers; false if the result overflows.
func adding(do func(a, b int64) (int64, bool)) func(a, b value.Value) (value.Value, bool) {
	return func(a, b value.Value) (value.Value, bool) {
		if a.Kind() != value.IntegerKind || b.Kind() != value.IntegerKind {
			return value.False, false
		}
		c, ok := do(a.Int(), b.Int())
		return value.Integer(c), ok
	}
}

// lazy replaces comparisons of more than two values, which evaluate only the values that they need.
func lazy(n *callNode) core.Node {
	if len(n.args) < 3 || n.expands {
		return n
	}
	switch n.function.Name {
	case "eq", "neq", "=", "<>", "!=":
		return &lazyNode{n, true}
	case "<", "<=", ">", ">=":
		return &lazyNode{n, false}
	}
	return n
}

// lazyNode compares each value with the first one or with the one before it.
type lazyNode struct {
	call  *callNode
	first bool
}

func (n *lazyNode) Eval(x *core.Frame) (value.Value, error) {
	left, err := n.call.args[0].Eval(x)
	if err != nil {
		return value.False, err
	}
	for _, a := range n.call.args[1:] {
		right, err := a.Eval(x)
		if err != nil {
			return value.False, err
		}
		v, err := n.call.apply(x, []value.Value{left, right})
		if err != nil || v.IsFalse() {
			return v, err
		}
		if !n.first {
			left = right
		}
	}
	return value.True, nil
}
