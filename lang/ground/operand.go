package ground

import (
	"farbank/lang/syntax"
	"farbank/lang/types"
)

// Limits of operands.
const (
	maxOperandNames = 3    // local names that an operand uses
	operandTrial    = 1000 // values after which an operand must have been found again more often than not
)

// An operand is a comparison in a comprehension. If it uses few of the names that are bound there, it is lowered
// once for each choice of these, not for each choice of all names.
type operand struct {
	names []*types.Object // local names that it uses
	done  map[[maxOperandNames]int64]operandValue
	found int // number of values that were found in done
}

type operandValue struct {
	value value
	steps int64 // that lowering it took
}

// lowerOperand is like lowerCompare, but uses the value for an equal choice of names in the same outermost comprehension.
func (g *grounder) lowerOperand(e *syntax.CompareExpr) value {
	if g.operands == nil {
		return g.lowerCompare(e)
	}
	o, known := g.operands[e]
	if !known {
		o = g.newOperand(e)
		g.operands[e] = o
	}
	if o == nil {
		return g.lowerCompare(e)
	}
	var key [maxOperandNames]int64
	for i, name := range o.names {
		n, ok := numberIn(g.values[name.ID])
		if !ok {
			return g.lowerCompare(e)
		}
		key[i] = n
	}
	if v, ok := o.done[key]; ok {
		o.found++
		g.at(e)
		g.steps += v.steps
		return v.value
	}
	if len(o.done) >= operandTrial && o.found < len(o.done) {
		g.operands[e] = nil
		return g.lowerCompare(e)
	}
	steps := g.steps
	v := g.lowerCompare(e)
	o.done[key] = operandValue{v, g.steps - steps}
	return v
}

// newOperand returns the operand of a comparison of names, numbers, and elements of arrays, or nil for another one.
func (g *grounder) newOperand(e *syntax.CompareExpr) *operand {
	o := &operand{done: map[[maxOperandNames]int64]operandValue{}}
	simple := true
	syntax.Inspect(e, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Ident:
			simple = simple && o.uses(g.info.Uses[n])
		case nil, *syntax.CompareExpr, *syntax.ParenExpr, *syntax.IndexExpr, *syntax.IntLit:
		case *syntax.BinaryExpr:
			simple = simple && (n.Op == syntax.Plus || n.Op == syntax.Minus || n.Op == syntax.Star)
		default:
			simple = false
		}
		return simple
	})
	if !simple {
		return nil
	}
	return o
}

// uses adds a name to those that an operand uses. It returns false if the operand cannot use it.
func (o *operand) uses(name *types.Object) bool {
	switch {
	case name == nil:
		return false
	case name.Kind == types.Const, name.Kind == types.Param, name.Kind == types.State, name.Kind == types.Find:
		return true
	case name.Kind == types.Member:
		return !name.Ghost
	case name.Kind != types.Local:
		return false
	}
	for _, other := range o.names {
		if other == name {
			return true
		}
	}
	o.names = append(o.names, name)
	return len(o.names) <= maxOperandNames
}
