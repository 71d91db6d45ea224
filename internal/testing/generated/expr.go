package generated

import (
	"math"
	"math/bits"
	"strings"
)

// Precedences.
const (
	loose = iota // if, and expressions that stand alone
	implication
	disjunction
	conjunction
	negation
	comparison
	span
	sum
	product
	minus
	primary
)

// An expr is the source of an expression, with its properties.
type expr struct {
	s      string
	prec   int
	lo, hi int64 // bounds of a number, or of the numbers in it
	n      int   // maximum number of members of a set
	level  level // its dependencies
	ranged *typ  // its type, if functions such as next know it
	bare   bool  // a set consisting of {} alone, whose member type is unknown
}

// at writes e as an operand of precedence prec or higher.
func (e expr) at(prec int) string {
	if e.prec < prec {
		return "(" + e.s + ")"
	}
	return e.s
}

// atom returns an expression of the highest precedence.
func atom(s string, parts ...expr) expr {
	e := expr{s: s, prec: primary}
	for _, p := range parts {
		e.level = max(e.level, p.level)
	}
	return e
}

func (e expr) bounded(lo, hi int64) expr {
	e.lo, e.hi = lo, hi
	return e
}

// like copies the bounds of x.
func (e expr) like(x expr) expr {
	e.lo, e.hi, e.n, e.bare = x.lo, x.hi, x.n, x.bare
	return e
}

// hull sets bounds that cover those of all xs.
func (e expr) hull(xs ...expr) expr {
	for i, x := range xs {
		if i == 0 {
			e = e.like(x)
			continue
		}
		e.lo, e.hi, e.n, e.bare = min(e.lo, x.lo), max(e.hi, x.hi), max(e.n, x.n), e.bare && x.bare
	}
	return e
}

// call writes f(args).
func call(f string, args ...expr) expr {
	list := make([]string, len(args))
	for i, a := range args {
		list[i] = a.s
	}
	return atom(f+"("+strings.Join(list, ", ")+")", args...)
}

// join writes x op y, which groups to the left.
func (m *maker) join(prec int, x expr, op string, y expr) expr {
	left, right := prec, prec+1
	switch prec {
	case implication:
		left, right = prec+1, prec
	case comparison, span:
		left = prec + 1
	}
	gap := m.gap()
	if gap != " " && wordOperator(op) && m.leans("line that ends in union, inter, minus or subset") == 0 {
		gap = " "
	}
	return expr{s: x.at(left) + " " + op + gap + y.at(right), prec: prec, level: max(x.level, y.level)}
}

func wordOperator(op string) bool {
	return op == "union" || op == "inter" || op == "minus" || op == "subset"
}

// gap returns white space after an operator.
func (m *maker) gap() string {
	if m.quotes == 0 && m.chance("line goes on", 300) {
		return "\n    "
	}
	return " "
}

// parens sometimes adds redundant parentheses to e.
func (m *maker) parens(e expr) expr {
	if m.chance("needless parentheses", 60) {
		e.s, e.prec = "("+e.s+")", primary
	}
	return e
}

// ifs writes if c then x else y.
func ifs(c, x, y expr) expr {
	e := expr{s: "if " + c.s + " then " + x.s + " else " + y.s, prec: loose, level: max(c.level, x.level, y.level)}
	return e.hull(x, y)
}

// Bounds of sums and products; false if they may overflow 64 bits.

func addBounds(x, y expr) (lo, hi int64, ok bool) {
	lo, ok1 := add(x.lo, y.lo)
	hi, ok2 := add(x.hi, y.hi)
	return lo, hi, ok1 && ok2
}

func subBounds(x, y expr) (lo, hi int64, ok bool) {
	if y.lo == math.MinInt64 {
		return 0, 0, false
	}
	return addBounds(x, expr{lo: -y.hi, hi: -y.lo})
}

func mulBounds(x, y expr) (lo, hi int64, ok bool) {
	lo, hi = math.MaxInt64, math.MinInt64
	for _, a := range []int64{x.lo, x.hi} {
		for _, b := range []int64{y.lo, y.hi} {
			p, ok := mul(a, b)
			if !ok {
				return 0, 0, false
			}
			lo, hi = min(lo, p), max(hi, p)
		}
	}
	return lo, hi, true
}

func add(a, b int64) (int64, bool) {
	c := a + b
	return c, (c > a) == (b > 0)
}

func mul(a, b int64) (int64, bool) {
	if a == math.MinInt64 || b == math.MinInt64 {
		return 0, false
	}
	hi, lo := bits.Mul64(uint64(max(a, -a)), uint64(max(b, -b)))
	if hi != 0 || lo > math.MaxInt64 {
		return 0, false
	}
	if (a < 0) != (b < 0) {
		return -int64(lo), true
	}
	return int64(lo), true
}

// times returns the bounds of the sum of up to n numbers within those of x.
func times(n int, x expr) (lo, hi int64, ok bool) {
	lo, hi, ok = mulBounds(x, expr{lo: 0, hi: int64(n)})
	return min(lo, 0), max(hi, 0), ok
}
