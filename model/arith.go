package model

import (
	"math"
	"slices"
)

// Sum returns the sum of xs; the sum of no operands is 0.
func (b *Builder) Sum(xs ...*Expr) *Expr {
	var args []*Expr
	fixed := int64(0)
	for _, x := range flatten(Sum, xs) {
		if x.Op == Undefined {
			return x
		}
		if v, over := addOverflows(fixed, x.Value); x.IsConst() && !over {
			fixed = v
			continue
		}
		args = append(args, x)
	}
	if fixed != 0 || len(args) == 0 {
		args = append(args, b.Const(fixed))
	}
	if len(args) == 1 {
		return args[0]
	}
	e := Expr{Op: Sum, Args: args, Partial: partial(args)}
	for _, x := range args {
		var under, over bool
		e.Lo, under = addOverflows(e.Lo, x.Lo)
		e.Hi, over = addOverflows(e.Hi, x.Hi)
		if under || over {
			e.Wide, e.Lo, e.Hi = true, math.MinInt64, math.MaxInt64
			break
		}
	}
	return b.intern(e)
}

// maxFlat bounds the operands of a flattened node. Without it, an operand that occurs in each
// link of a chain of sums would be repeated exponentially often.
const maxFlat = 256

// flatten replaces each operand that is itself an op by its operands, unless that makes more
// than maxFlat.
func flatten(op Op, xs []*Expr) []*Expr {
	n := len(xs)
	for _, x := range xs {
		if x.Op == op {
			n += len(x.Args) - 1
		}
	}
	if n > max(maxFlat, len(xs)) {
		return xs
	}
	out := make([]*Expr, 0, n)
	for _, x := range xs {
		if x.Op == op {
			out = append(out, x.Args...)
		} else {
			out = append(out, x)
		}
	}
	return out
}

// Sub returns x - y.
func (b *Builder) Sub(x, y *Expr) *Expr {
	if y.IsConst() && y.Value == math.MinInt64 { // MinInt64 has no negation
		return b.Sum(x, b.Const(math.MaxInt64), b.Const(1))
	}
	return b.Sum(x, b.Neg(y))
}

// Neg returns -x.
func (b *Builder) Neg(x *Expr) *Expr {
	switch {
	case x.Op == Undefined:
		return x
	case x.IsConst() && x.Value != math.MinInt64:
		return b.Const(-x.Value)
	case x.Op == Neg:
		return x.Args[0]
	}
	return b.span(Expr{Op: Neg, Args: []*Expr{x}, Partial: x.Partial}, subOverflows, [][2]int64{{0, x.Lo}, {0, x.Hi}})
}

// span interns e. Its bounds are the least and the greatest result of op over the corners.
func (b *Builder) span(e Expr, op func(x, y int64) (int64, bool), corners [][2]int64) *Expr {
	e.Lo, e.Hi = math.MaxInt64, math.MinInt64
	for _, c := range corners {
		v, over := op(c[0], c[1])
		e.Lo, e.Hi = min(e.Lo, v), max(e.Hi, v)
		e.Wide = e.Wide || over
	}
	if e.Wide {
		e.Lo, e.Hi = math.MinInt64, math.MaxInt64
	}
	return b.intern(e)
}

// Mul returns x * y.
func (b *Builder) Mul(x, y *Expr) *Expr {
	if x.IsConst() {
		x, y = y, x
	}
	switch {
	case x.Op == Undefined:
		return x
	case y.Op == Undefined:
		return y
	case y.IsConst() && y.Value == 1:
		return x
	case y.IsConst() && y.Value == 0 && !x.Partial && !x.Wide:
		return b.Const(0)
	case y.IsConst() && y.Value == -1:
		return b.Neg(x)
	}
	if v, over := mulOverflows(x.Value, y.Value); x.IsConst() && !over {
		return b.Const(v)
	}
	return b.span(Expr{Op: Mul, Args: []*Expr{x, y}, Partial: x.Partial || y.Partial}, mulOverflows,
		[][2]int64{{x.Lo, y.Lo}, {x.Lo, y.Hi}, {x.Hi, y.Lo}, {x.Hi, y.Hi}})
}

// Div returns floor(x / y). It is undefined if y is 0.
func (b *Builder) Div(x, y *Expr) *Expr {
	switch {
	case x.Op == Undefined || y.Op == Undefined || y.IsConst() && y.Value == 0:
		return b.Undefined()
	case y.IsConst() && y.Value == 1:
		return x
	case x.IsConst() && y.IsConst():
		if v, over := divOverflows(x.Value, y.Value); !over {
			return b.Const(v)
		}
	}
	var corners [][2]int64
	for _, d := range []int64{y.Lo, y.Hi, -1, 1} {
		if d != 0 && y.Lo <= d && d <= y.Hi {
			corners = append(corners, [2]int64{x.Lo, d}, [2]int64{x.Hi, d})
		}
	}
	return b.span(Expr{Op: Div, Args: []*Expr{x, y}, Partial: x.Partial || y.Partial || y.Lo <= 0 && y.Hi >= 0}, divOverflows, corners)
}

// Mod returns x - y*floor(x/y), which has the sign of y. It is undefined if y is 0.
func (b *Builder) Mod(x, y *Expr) *Expr {
	switch {
	case x.Op == Undefined || y.Op == Undefined || y.IsConst() && y.Value == 0:
		return b.Undefined()
	case x.IsConst() && y.IsConst():
		return b.Const(floorMod(x.Value, y.Value))
	case y.IsConst() && x.Lo >= 0 && x.Hi < y.Value:
		return x
	}
	e := Expr{Op: Mod, Args: []*Expr{x, y}, Partial: x.Partial || y.Partial || y.Lo <= 0 && y.Hi >= 0}
	if y.Lo < 0 {
		e.Lo = y.Lo + 1
	}
	if y.Hi > 0 {
		e.Hi = y.Hi - 1
	}
	return b.intern(e)
}

// Abs returns |x|.
func (b *Builder) Abs(x *Expr) *Expr {
	switch {
	case x.Op == Undefined || x.Lo >= 0:
		return x
	case x.Hi <= 0:
		return b.Neg(x)
	}
	return b.intern(Expr{Op: Abs, Args: []*Expr{x}, Partial: x.Partial, Wide: x.Lo == math.MinInt64,
		Hi: max(x.Hi, -max(x.Lo, -math.MaxInt64))})
}

// Least returns the minimum of xs; it is undefined if xs is empty.
func (b *Builder) Least(xs ...*Expr) *Expr {
	return b.extreme(Min, xs, func(x, y int64) bool { return x < y })
}

// Greatest returns the maximum of xs; it is undefined if xs is empty.
func (b *Builder) Greatest(xs ...*Expr) *Expr {
	return b.extreme(Max, xs, func(x, y int64) bool { return x > y })
}

func (b *Builder) extreme(op Op, xs []*Expr, better func(x, y int64) bool) *Expr {
	var args []*Expr
	var fixed *Expr
	for _, x := range flatten(op, xs) {
		switch {
		case x.Op == Undefined:
			return x
		case x.IsConst():
			if fixed == nil || better(x.Value, fixed.Value) {
				fixed = x
			}
		case !slices.Contains(args, x):
			args = append(args, x)
		}
	}
	if fixed != nil {
		args = append(args, fixed)
	}
	switch len(args) {
	case 0:
		return b.Undefined()
	case 1:
		return args[0]
	}
	e := Expr{Op: op, Args: args, Partial: partial(args), Lo: args[0].Lo, Hi: args[0].Hi}
	for _, x := range args[1:] {
		if better(x.Lo, e.Lo) {
			e.Lo = x.Lo
		}
		if better(x.Hi, e.Hi) {
			e.Hi = x.Hi
		}
	}
	return b.intern(e)
}
