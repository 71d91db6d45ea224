package milp

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"farbank/milp/problem"
)

// Expr is a linear expression: a constant and variables of one model with their coefficients. An
// Expr is immutable; the zero Expr is the number 0.
//
// An expression that could not be formed (a coefficient that is not finite, variables of two
// models) carries its error, which the model that uses it reports.
type Expr struct {
	m        *Model
	terms    []problem.Term // by column, none zero; shared, never written to
	constant float64
	err      error
}

// Linear is an operand of arithmetic: an [Expr] or a [Truth].
type Linear interface {
	linear() Expr
}

func (e Expr) linear() Expr { return e }

var (
	errModels = errors.New("milp: an expression with variables of two models")
	errNil    = errors.New("milp: an operand is nil")

	errDivisor = errors.New("milp: a divisor is neither a whole number nor an expression")
)

// Number constrains the types of constants.
type Number interface {
	~int | ~int64 | ~float64
}

// Constant returns the number as an expression.
func Constant[N Number](k N) Expr {
	return Expr{}.Shift(float64(k))
}

// Constants returns the numbers as expressions.
func Constants[N Number](ks ...N) []Expr {
	es := make([]Expr, len(ks))
	for i, k := range ks {
		es[i] = Constant(k)
	}
	return es
}

// Sum returns the sum of the expressions. Truths count as 0 and 1.
func Sum[L Linear](es ...L) Expr {
	return Dot(nil, es)
}

// Dot returns the sum of the expressions, each times its coefficient; nil coefficients are all 1.
func Dot[L Linear](coefficients []float64, es []L) Expr {
	if coefficients != nil && len(coefficients) != len(es) {
		return Expr{err: fmt.Errorf("milp: %d coefficients for %d expressions", len(coefficients), len(es))}
	}
	var sum Expr
	for i, l := range es {
		e, k := linear(l), 1.0
		if coefficients != nil {
			k = coefficients[i]
		}
		sum.adopt(e)
		sum.constant += k * e.constant
		for _, t := range e.terms {
			sum.terms = append(sum.terms, problem.Term{Column: t.Column, Coefficient: k * t.Coefficient})
		}
	}
	return sum.settled()
}

// linear converts an operand, which may be nil.
func linear(l Linear) Expr {
	if l == nil {
		return Expr{err: errNil}
	}
	return l.linear()
}

// adopt takes over the model and the error of an operand.
func (e *Expr) adopt(f Expr) {
	if e.err == nil {
		e.err = f.err
	}
	switch {
	case e.m == nil:
		e.m = f.m
	case f.m != nil && f.m != e.m && e.err == nil:
		e.err = errModels
	}
}

// settled sorts and merges the terms, which e must own, and checks the numbers.
func (e Expr) settled() Expr {
	if e.err != nil {
		return Expr{m: e.m, err: e.err}
	}
	slices.SortStableFunc(e.terms, func(s, t problem.Term) int { return cmp.Compare(s.Column, t.Column) })
	kept := e.terms[:0]
	for i := 0; i < len(e.terms); {
		t, size := e.terms[i], math.Abs(e.terms[i].Coefficient)
		for i++; i < len(e.terms) && e.terms[i].Column == t.Column; i++ {
			t.Coefficient += e.terms[i].Coefficient
			size = max(size, math.Abs(e.terms[i].Coefficient))
		}
		if !finite(t.Coefficient) {
			return Expr{m: e.m, err: fmt.Errorf("milp: the coefficient of %q is %v", e.m.columns[t.Column].Name, t.Coefficient)}
		}
		if math.Abs(t.Coefficient) > 1e-14*size { // the rest is a rounding error
			kept = append(kept, t)
		}
	}
	e.terms = slices.Clip(kept)
	if !finite(e.constant) {
		return Expr{m: e.m, err: fmt.Errorf("milp: a constant of an expression is %v", e.constant)}
	}
	return e
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

// Plus returns e + f.
func (e Expr) Plus(f Linear) Expr { return Sum(e, linear(f)) }

// Minus returns e - f.
func (e Expr) Minus(f Linear) Expr { return Dot([]float64{1, -1}, []Expr{e, linear(f)}) }

// Times returns k·e.
func (e Expr) Times(k float64) Expr { return Dot([]float64{k}, []Expr{e}) }

// Neg gives -e.
func (e Expr) Neg() Expr { return e.Times(-1) }

// Shift returns e + k.
func (e Expr) Shift(k float64) Expr {
	e.constant += k
	if e.err == nil && !finite(e.constant) {
		e.err = fmt.Errorf("milp: a constant of an expression is %v", e.constant)
	}
	return e
}

// Err returns the reason why the expression could not be formed, or nil.
func (e Expr) Err() error { return e.err }

// isConstant reports whether e has no variables.
func (e Expr) isConstant() bool { return len(e.terms) == 0 }

// single returns the column if e is one variable and nothing else.
func (e Expr) single() (column int, ok bool) {
	if len(e.terms) == 1 && e.constant == 0 && e.terms[0].Coefficient == 1 {
		return e.terms[0].Column, true
	}
	return 0, false
}

// key returns a key that is the same for equal expressions only.
func (e Expr) key() string {
	b := make([]byte, 0, 8+12*len(e.terms))
	b = binary.LittleEndian.AppendUint64(b, math.Float64bits(e.constant+0))
	for _, t := range e.terms {
		b = binary.AppendUvarint(b, uint64(t.Column))
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(t.Coefficient))
	}
	return string(b)
}

// String formats the expression: 2 x - y + 3.
func (e Expr) String() string {
	if e.err != nil {
		return "(" + e.err.Error() + ")"
	}
	var b strings.Builder
	part := func(k float64, name string) {
		switch {
		case b.Len() > 0 && k < 0:
			b.WriteString(" - ")
			k = -k
		case b.Len() > 0:
			b.WriteString(" + ")
		}
		switch {
		case name != "" && k == 1:
		case name != "" && k == -1:
			b.WriteString("-")
		case name != "":
			b.WriteString(number(k) + " ")
		default:
			b.WriteString(number(k))
		}
		b.WriteString(name)
	}
	for _, t := range e.terms {
		part(t.Coefficient, e.m.columns[t.Column].Name)
	}
	if e.constant != 0 || b.Len() == 0 {
		part(e.constant, "")
	}
	return b.String()
}

func number(k float64) string { return strconv.FormatFloat(k, 'g', -1, 64) }
