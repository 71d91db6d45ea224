package milp

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// An operation adds the variables and rows of one operation, all named after it. After its first
// error it ignores bounds, and its result carries the error.
type operation struct {
	m     *Model
	name  string
	named bool // by the user, who then wants rows and not bounds
	rows  int
	err   error
}

// operation starts an operation over the operands; its name is kind(operand,operand).
func (m *Model) operation(kind string, es ...Expr) *operation {
	m.ready()
	o := &operation{m: m}
	for _, e := range es {
		o.operand(e)
	}
	if o.err == nil {
		o.name = m.label(kind, es)
	}
	return o
}

// operand takes over the error of an operand.
func (o *operation) operand(e Expr) {
	switch {
	case e.err != nil:
		o.keep(e.err)
	case e.m != nil && e.m != o.m:
		o.keep(errModels)
	}
}

func (o *operation) keep(err error) {
	if o.err == nil {
		o.err = err
		o.m.fail(err)
	}
}

func (o *operation) fail(format string, args ...any) {
	if o.err == nil {
		o.keep(fmt.Errorf("milp: %s: %w", o.name, fmt.Errorf(format, args...)))
	}
}

// done returns the result, or an expression that carries the error.
func (o *operation) done(e Expr) Expr {
	if o.err != nil {
		return Expr{m: o.m, err: o.err}
	}
	return e
}

// bounds returns finite bounds of e; a missing bound is an error of the operation.
func (o *operation) bounds(e Expr) (lower, upper float64) {
	if o.err != nil {
		return 0, 0
	}
	lower, upper = e.Bounds()
	if math.IsInf(lower, 0) {
		o.keep(e.unbounded(o.name, false))
	} else if math.IsInf(upper, 0) {
		o.keep(e.unbounded(o.name, true))
	}
	if o.err != nil {
		return 0, 0
	}
	return lower, upper
}

// whole returns bounds of e, which must be an integer within 2^53.
func (o *operation) whole(e Expr) (lower, upper float64) {
	if o.err == nil && !e.isWhole() {
		o.fail("%s need not be a whole number", e)
	}
	lower, upper = o.bounds(e)
	o.within(lower, upper)
	return lower, upper
}

// within fails if the bounds are beyond 2^53.
func (o *operation) within(lower, upper float64) {
	if tooLarge(lower) || tooLarge(upper) {
		o.fail("whole numbers up to %v exceed 2^53", max(-lower, upper))
	}
}

// column adds a variable named after the operation and its role there.
func (o *operation) column(what string, lower, upper float64, integer bool) Expr {
	if o.err != nil {
		return Expr{}
	}
	if integer {
		o.within(lower, upper)
	}
	if o.err != nil {
		return Expr{}
	}
	y := o.m.variable(o.m.fresh(o.sub(what)), lower, upper, integer)
	if y.err != nil {
		o.keep(y.err)
		return Expr{}
	}
	o.m.columns[y.terms[0].Column].made = true
	return y
}

func (o *operation) binary(what string) Truth { return Truth{o.column(what, 0, 1, true)} }

// choice adds n binaries of which exactly one is 1, without the row for that.
func (o *operation) choice(n int, what func(i int) string) []Truth {
	if o.err != nil {
		return make([]Truth, n)
	}
	o.m.groups = append(o.m.groups, n)
	ts := make([]Truth, n)
	for i := range ts {
		ts[i] = o.binary(what(i))
		if o.err != nil {
			break
		}
		o.m.columns[ts[i].terms[0].Column].group = len(o.m.groups) - 1
	}
	return ts
}

func (o *operation) sub(what string) string {
	name := short(o.name, maxLabel)
	if what == "" {
		return name
	}
	return name + "." + what
}

// between adds the row lower <= e <= upper, unless the bounds imply it.
func (o *operation) between(lower float64, e Expr, upper float64) {
	if o.err != nil {
		return
	}
	if e.err != nil {
		o.keep(e.err)
		return
	}
	if least, most := e.Bounds(); lower <= least && most <= upper {
		return
	}
	o.row(lower, e, upper)
}

// row adds the row even if the bounds imply it. The first row has the name of the operation.
func (o *operation) row(lower float64, e Expr, upper float64) {
	if o.err != nil {
		return
	}
	o.rows++
	name := o.name
	if !o.named {
		name = short(name, maxLabel)
	}
	if o.rows > 1 {
		name += "." + strconv.Itoa(o.rows)
	}
	o.m.row(name, lower, e, upper)
}

// atMost adds the row e <= f.
func (o *operation) atMost(e, f Expr) { o.between(math.Inf(-1), e.Minus(f), 0) }

// equal adds the row e = f.
func (o *operation) equal(e, f Expr) { o.between(0, e.Minus(f), 0) }

// maxLabel is the maximum length of generated names.
const maxLabel = 60

// label returns the name of an operation, made of those of its operands and of characters that the
// file formats allow.
func (m *Model) label(kind string, es []Expr) string {
	var b strings.Builder
	b.WriteString(kind)
	b.WriteByte('(')
	for i, e := range es {
		if i > 0 {
			b.WriteByte(',')
		}
		part := short(e.label(), maxLabel/2)
		if b.Len()+len(part) > maxLabel {
			fmt.Fprintf(&b, "..%d", len(es))
			break
		}
		b.WriteString(part)
	}
	b.WriteByte(')')
	return b.String()
}

// label returns a short name of the expression, not necessarily a unique one.
func (e Expr) label() string {
	if e.isConstant() {
		return safeNumber(e.constant)
	}
	if t := e.terms[0]; len(e.terms) == 1 && t.Coefficient == -1 && e.constant == 1 {
		return "not(" + e.m.columns[t.Column].Name + ")"
	}
	var b strings.Builder
	for i, t := range e.terms {
		if i > 0 {
			b.WriteByte('.')
		}
		if i == 3 {
			b.WriteString(".")
			break
		}
		b.WriteString(e.m.columns[t.Column].Name)
	}
	if e.constant != 0 {
		b.WriteString("." + safeNumber(e.constant))
	}
	return b.String()
}

// short truncates a name that is longer than n.
func short(name string, n int) string {
	if len(name) <= n {
		return name
	}
	for n--; n > 0 && !utf8.RuneStart(name[n]); n-- {
	}
	return name[:n] + "~"
}

// safeNumber formats a number without a sign.
func safeNumber(k float64) string {
	return strings.NewReplacer("-", "m", "+", "").Replace(number(k))
}
