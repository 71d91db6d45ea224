package ground

import (
	"math"

	"farbank/lang/syntax"
	"farbank/lang/types"
	"farbank/model"
)

// maxFactor bounds the numbers that fixedNumber computes with: no sum, product or difference of two of them overflows.
const maxFactor = math.MaxInt32

// fixedNumber returns the value of an expression over whole numbers and truth values whose names all have fixed values. It
// builds no nodes: conditions of comprehensions are evaluated for every choice, and most of them are of this kind. ok is
// false for all other expressions, and for those without a value, which lower evaluates with the message.
func (g *grounder) fixedNumber(e syntax.Expr) (n int64, ok bool) {
	g.last = e
	g.step()
	switch e := e.(type) {
	case *syntax.ParenExpr:
		return g.fixedNumber(e.X)
	case *syntax.IntLit:
		return small(e.Value)
	case *syntax.BoolLit:
		return truth(e.Value), true
	case *syntax.Ident:
		return g.numberOf(e)
	case *syntax.UnaryExpr:
		n, ok := g.fixedNumber(e.X)
		if e.Op == syntax.Not {
			return 1 - n, ok
		}
		return -n, ok
	case *syntax.BinaryExpr:
		return g.numberBinary(e)
	case *syntax.CompareExpr:
		return g.numberCompare(e)
	case *syntax.IndexExpr:
		return g.numberAt(e)
	case *syntax.CallExpr:
		if g.info.Uses[e.Fun] != nil || e.Fun.Name != "abs" || len(e.Args) != 1 {
			return 0, false
		}
		n, ok := g.fixedNumber(e.Args[0])
		return max(n, -n), ok
	}
	return 0, false
}

func small(n int64) (int64, bool) { return n, -maxFactor <= n && n <= maxFactor }

func truth(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// numberOf returns the value of a name.
func (g *grounder) numberOf(id *syntax.Ident) (int64, bool) {
	if o := g.info.Uses[id]; o == nil || o.Type == nil || o.Type.Kind != types.Int && o.Type.Kind != types.Bool && o.Type.Kind != types.Enum {
		return 0, false
	}
	return numberIn(g.lowerIdent(id))
}

func numberIn(v value) (int64, bool) {
	if v.kind != vScalar || v.den != nil || v.def != nil || !v.e.IsConst() {
		return 0, false
	}
	return small(v.e.Value)
}

// numberAt returns an element of an array that is a name. The indices are numbers of types without gaps.
func (g *grounder) numberAt(e *syntax.IndexExpr) (int64, bool) {
	id, ok := e.X.(*syntax.Ident)
	if !ok || g.info.Uses[id] == nil || g.info.Types[e].Kind == types.Text {
		return 0, false
	}
	g.step()
	x := g.lowerIdent(id)
	if x.kind != vArray || x.def != nil || len(x.index) != len(e.Index) {
		return 0, false
	}
	at := int64(0)
	for i, t := range x.index {
		n, ok := g.fixedNumber(e.Index[i])
		lo, hi := t.Domain()
		if !ok || t.Only != nil || t.Kind == model.Tuple || n < lo || n > hi {
			return 0, false
		}
		at = at*(hi-lo+1) + n - lo
	}
	if at >= int64(len(x.parts)) {
		return 0, false
	}
	return numberIn(x.parts[at])
}

func (g *grounder) numberBinary(e *syntax.BinaryExpr) (int64, bool) {
	switch e.Op {
	case syntax.And, syntax.Or, syntax.Implies, syntax.Plus, syntax.Minus, syntax.Star:
	default:
		return 0, false
	}
	x, ok := g.fixedNumber(e.X)
	if !ok {
		return 0, false
	}
	switch {
	case e.Op == syntax.And && x == 0:
		return 0, true
	case e.Op == syntax.Or && x == 1, e.Op == syntax.Implies && x == 0:
		return 1, true
	}
	y, ok := g.fixedNumber(e.Y)
	if !ok {
		return 0, false
	}
	switch e.Op {
	case syntax.Plus:
		return small(x + y)
	case syntax.Minus:
		return small(x - y)
	case syntax.Star:
		return small(x * y)
	}
	return y, true
}

// numberCompare evaluates a chain of comparisons. All of its operands are evaluated, as lowerCompare does: one without a
// value is reported even if another comparison fails.
func (g *grounder) numberCompare(e *syntax.CompareExpr) (int64, bool) {
	holds := true
	var last int64
	for i, x := range e.Xs {
		n, ok := g.fixedNumber(x)
		if !ok {
			return 0, false
		}
		if i > 0 {
			c, ok := compared(e.Ops[i-1], last, n)
			if !ok {
				return 0, false
			}
			holds = holds && c
		}
		last = n
	}
	return truth(holds), true
}

func compared(op syntax.Token, x, y int64) (holds, ok bool) {
	switch op {
	case syntax.Eq:
		return x == y, true
	case syntax.Ne:
		return x != y, true
	case syntax.Lt:
		return x < y, true
	case syntax.Le:
		return x <= y, true
	case syntax.Gt:
		return x > y, true
	case syntax.Ge:
		return x >= y, true
	}
	return false, false
}
