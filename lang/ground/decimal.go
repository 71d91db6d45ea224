package ground

import (
	"math"
	"math/big"
	"math/bits"

	"farbank/lang/builtin"
	"farbank/lang/syntax"
	"farbank/lang/types"
	"farbank/model"
)

// A number that need not be whole is a fraction e / den of two expressions of the model, where den
// is greater than 0 and mostly a constant. What is stored, and the leaves of the members of sets
// and of arguments, are integers: the number times a power of ten that the type has.

// fraction returns the number n / den; a den of nil means 1.
func (g *grounder) fraction(n, den *model.Expr) value {
	switch {
	case n.Op == model.Undefined:
		return scalar(n)
	case den == nil || den.IsConst() && den.Value == 1:
		return scalar(n)
	case n.IsConst() && den.IsConst():
		d := gcd(n.Value, den.Value)
		if den.Value/d == 1 {
			return scalar(g.b.Const(n.Value / d))
		}
		return value{kind: vScalar, e: g.b.Const(n.Value / d), den: g.b.Const(den.Value / d)}
	}
	return value{kind: vScalar, e: n, den: den}
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return max(a, -a)
}

// decimal returns the number whose leaf has a number of digits after the point. The fraction is not
// reduced, so that the leaf stays.
func (g *grounder) decimal(leaf *model.Expr, digits int) value {
	if digits == 0 || leaf.Bool || leaf.Op == model.Undefined {
		return scalar(leaf)
	}
	return value{kind: vScalar, e: leaf, den: g.b.Const(model.Power(digits))}
}

// denominator returns the denominator of a number.
func (g *grounder) denominator(v value) *model.Expr {
	if v.den == nil {
		return g.b.Const(1)
	}
	return v.den
}

// common returns x and y over their common denominator.
func (g *grounder) common(x, y value) (n, m, den *model.Expr) {
	all, den := g.commonOf([]value{x, y})
	return all[0], all[1], den
}

// commonOf returns numbers over their common denominator, which is nil if they are whole.
func (g *grounder) commonOf(vs []value) (ns []*model.Expr, den *model.Expr) {
	ns = make([]*model.Expr, len(vs))
	all, open := int64(1), []*model.Expr{}
	whole := true
	for i, v := range vs {
		ns[i] = v.e
		switch {
		case v.den == nil:
		case v.den.IsConst():
			whole = false
			d := v.den.Value
			if hi, lo := bits.Mul64(uint64(all/gcd(all, d)), uint64(d)); hi != 0 || lo > math.MaxInt64 {
				g.Errorf(g.last, "the value does not fit 64 bits")
				return ns, nil
			}
			all = all / gcd(all, d) * d
		default:
			whole = false
			seen := false
			for _, o := range open {
				seen = seen || o == v.den
			}
			if !seen {
				open = append(open, v.den)
			}
		}
	}
	if whole {
		return ns, nil
	}
	for i, v := range vs {
		if v.e.Op == model.Undefined {
			continue
		}
		by := all
		if v.den != nil && v.den.IsConst() {
			by /= v.den.Value
		}
		ns[i] = g.b.Mul(v.e, g.b.Const(by))
		for _, o := range open {
			if o != v.den {
				ns[i] = g.b.Mul(ns[i], o)
			}
		}
	}
	den = g.b.Const(all)
	for _, o := range open {
		den = g.b.Mul(den, o)
	}
	return ns, den
}

// alignAll gives the numbers at each place of values of one type a common denominator.
func (g *grounder) alignAll(vs []value) []value {
	if len(vs) == 0 || !anyFraction(vs...) {
		return vs
	}
	out := append([]value(nil), vs...)
	switch vs[0].kind {
	case vScalar:
		ns, den := g.commonOf(vs)
		for i := range out {
			if out[i].e = ns[i]; !ns[i].Bool {
				out[i].den = den
			}
		}
	case vTuple, vArray:
		for i := range out {
			out[i].parts = append([]value(nil), vs[i].parts...)
		}
		for k := range out[0].parts {
			column := make([]value, len(out))
			for i := range out {
				column[i] = out[i].parts[k]
			}
			for i, v := range g.alignAll(column) {
				out[i].parts[k] = v
			}
		}
	}
	return out
}

func anyFraction(vs ...value) bool {
	for _, v := range vs {
		if v.den != nil || anyFraction(v.parts...) {
			return true
		}
	}
	return false
}

// calculate evaluates x op y, where the result need not be whole.
func (g *grounder) calculate(op syntax.Token, x, y value) value {
	b := g.b
	switch op {
	case syntax.Plus:
		n, m, den := g.common(x, y)
		return g.fraction(b.Sum(n, m), den)
	case syntax.Minus:
		n, m, den := g.common(x, y)
		return g.fraction(b.Sub(n, m), den)
	case syntax.Star:
		return g.fraction(b.Mul(x.e, y.e), b.Mul(g.denominator(x), g.denominator(y)))
	case syntax.Slash:
		n, den := b.Mul(x.e, g.denominator(y)), b.Mul(y.e, g.denominator(x))
		switch {
		case den.IsConst() && den.Value == 0 || den.Op == model.Undefined:
			return scalar(b.Undefined())
		case den.Lo > 0:
			return g.fraction(n, den)
		case den.Hi < 0:
			return g.fraction(b.Neg(n), b.Neg(den))
		}
		zero := b.Const(0)
		return g.fraction(b.If(b.Ne(den, zero), b.If(b.Lt(den, zero), b.Neg(n), n), b.Undefined()), b.Abs(den))
	}
	n, m, den := g.common(x, y) // the remainder has the sign of the divisor, as that of integers
	return g.fraction(b.Mod(n, m), den)
}

// multiplied returns n * by for by > 0, or the closest number of 64 bits.
func multiplied(n, by int64) int64 {
	switch {
	case n > math.MaxInt64/by:
		return math.MaxInt64
	case n < math.MinInt64/by:
		return math.MinInt64
	}
	return n * by
}

// leaf returns a number times 10 to the power of digits, and the condition that this is an
// integer, or nil if it always is.
func (g *grounder) leaf(v value, digits int) (n, exact *model.Expr) {
	if v.den == nil && digits == 0 || v.e.Bool || v.e.Op == model.Undefined {
		return v.e, nil
	}
	p := model.Power(digits)
	den := g.denominator(v)
	by := int64(1)
	if den.IsConst() {
		d := gcd(den.Value, p)
		if by = p / d; den.Value == d {
			return g.b.Mul(v.e, g.b.Const(by)), nil
		}
		den = g.b.Const(den.Value / d)
	} else {
		by = p
	}
	m := g.b.Mul(v.e, g.b.Const(by))
	return g.b.Div(m, den), g.b.Eq(g.b.Mod(m, den), g.b.Const(0))
}

// asType returns v with the denominators of a type, and the conditions that its digits suffice.
func (g *grounder) asType(v value, t *model.Type) (value, []*model.Expr) {
	switch {
	case t == nil || !anyFraction(v) && !t.Decimals():
	case v.kind == vScalar && t.Kind == model.Int:
		n, exact := g.leaf(v, t.Digits)
		out := value{kind: vScalar, e: n}
		if t.Digits > 0 {
			out.den = g.b.Const(model.Power(t.Digits))
		}
		if exact != nil {
			return out, []*model.Expr{exact}
		}
		return out, nil
	case v.kind == vTuple && t.Kind == model.Tuple || v.kind == vArray && t.Kind == model.Array:
		var all []*model.Expr
		parts := make([]value, len(v.parts))
		for i, p := range v.parts {
			et := t.Elems[0]
			if t.Kind == model.Tuple {
				et = t.Elems[i]
			}
			var conds []*model.Expr
			parts[i], conds = g.asType(p, et)
			all = append(all, conds...)
		}
		v.parts = parts
		return v, all
	}
	return v, nil
}

// leavesAs returns the leaves of v as a value of a type, undefined where its digits do not
// suffice.
func (g *grounder) leavesAs(v value, t *model.Type) []*model.Expr {
	v, conds := g.asType(v, t)
	leaves := v.leaves()
	if conds == nil {
		return leaves
	}
	out := make([]*model.Expr, len(leaves))
	for i, l := range leaves {
		out[i] = g.onlyScalar(g.b.And(conds...), l)
	}
	return out
}

// digitsOf returns the number of digits after the point that the values of a number need, or false
// if it is not known.
func digitsOf(v value) (int, bool) {
	if v.den == nil {
		return 0, true
	}
	if !v.den.IsConst() {
		return 0, false
	}
	return types.Value{Kind: types.Int, N: 1, Den: v.den.Value}.DecimalDigits()
}

// lowerDecimalRange returns the set lo..hi of decimals. Its type has the digits.
func (g *grounder) lowerDecimalRange(e *syntax.BinaryExpr, lo, hi value) value {
	t := g.info.Types[e].Elem()
	digits := max(t.Digits, t.Scale())
	step := &model.Type{Kind: model.Int, Digits: digits}
	conds := g.wellDefined(lo, hi)
	from, to := g.rounded(lo, digits, true), g.rounded(hi, digits, false)
	v := g.lowerRange(from, to)
	if v.elem != nil {
		step.Lo, step.Hi = v.elem.Lo, v.elem.Hi
		v.elem = step
	}
	if conds != nil {
		v.def = g.b.And(append(conds, g.orTrue(v.def))...)
	}
	return v
}

// rounded returns a number times 10 to the power of digits, rounded up or down.
func (g *grounder) rounded(v value, digits int, up bool) *model.Expr {
	n, exact := g.leaf(v, digits)
	if exact == nil || !up {
		return n
	}
	return g.b.If(exact, n, g.b.Sum(n, g.b.Const(1)))
}

// inDecimalRange returns x in lo..hi where one of the three is a decimal.
func (g *grounder) inDecimalRange(e *syntax.BinaryExpr, x, lo, hi value) *model.Expr {
	digits := 0
	if t := g.info.Types[e]; t != nil && t.Kind == types.Set && t.Elem().Decimal {
		digits = max(t.Elem().Digits, t.Elem().Scale())
	}
	conds := []*model.Expr{g.less(lo, x, true), g.less(x, hi, true)}
	if _, exact := g.leaf(x, digits); exact != nil {
		conds = append(conds, exact)
	}
	return g.b.And(conds...)
}

// rescaled returns the leaves of a value of one type as those of another, or false if its digits
// do not suffice.
func rescaled(leaves []int64, from, to *model.Type) ([]int64, bool) {
	if from == to || !from.Decimals() && !to.Decimals() {
		return leaves, true
	}
	if from.Kind == model.Tuple {
		var out []int64
		for i, e := range from.Elems {
			k := e.Leaves()
			part, ok := rescaled(leaves[:k], e, to.Elems[i])
			if !ok {
				return nil, false
			}
			out, leaves = append(out, part...), leaves[k:]
		}
		return out, true
	}
	if from.Kind != model.Int {
		return leaves, true
	}
	n, ok := types.DecimalValue(leaves[0], from.Digits).Scaled(to.Digits)
	return []int64{n}, ok
}

// hasMember reports whether the value of a type with the given leaves is one of another type.
func hasMember(leaves []int64, from, to *model.Type) ([]int64, bool) {
	leaves, ok := rescaled(leaves, from, to)
	return leaves, ok && to.Has(leaves)
}

// displayFraction returns the display of a number that is no decimal: n/den in lowest terms.
func (g *grounder) displayFraction(v value) *model.Display {
	return &model.Display{Kind: model.Shown, Type: model.Fraction, Leaves: []*model.Expr{v.e, v.den}}
}

// denConst returns the denominator of a constant number.
func (v value) denConst() int64 {
	if v.den == nil {
		return 1
	}
	return v.den.Value
}

// isRat reports whether v is the constant r.
func (v value) isRat(r *big.Rat) bool {
	return v.e.IsConst() && (v.den == nil || v.den.IsConst()) && new(big.Rat).SetFrac64(v.e.Value, v.denConst()).Cmp(r) == 0
}

func (l lowering) Fraction(x builtin.Lowered) (n, den *model.Expr) {
	v := x.(value)
	return v.e, v.den
}

func (l lowering) Quotient(n, den *model.Expr) builtin.Lowered { return l.g.fraction(n, den) }

func (l lowering) Leaf(x builtin.Lowered, t *model.Type) *model.Expr {
	if t.Digits == 0 && x.(value).den == nil {
		return x.(value).e
	}
	return l.g.leavesAs(x.(value), t)[0]
}

func (l lowering) Value(t *model.Type) func(leaf *model.Expr) builtin.Lowered {
	return func(leaf *model.Expr) builtin.Lowered { return l.g.decimal(leaf, t.Digits) }
}

// inDecimals gives the numbers of v denominators that are powers of ten.
func (g *grounder) inDecimals(v value) value {
	if !anyFraction(v) {
		return v
	}
	if v.kind == vScalar {
		if digits, ok := digitsOf(v); ok {
			v, _ = g.asType(v, &model.Type{Kind: model.Int, Digits: digits})
		}
		return v
	}
	parts := make([]value, len(v.parts))
	for i, p := range v.parts {
		parts[i] = g.inDecimals(p)
	}
	v.parts = parts
	return v
}
