package pddl

import (
	"math"
	"strconv"
	"strings"

	"farbank/lang/syntax"
	"farbank/model"
)

// A number is a numeric expression. Its values are multiples of 10 to the power of -digits of
// the domain.
type number struct {
	op    numberOp
	value int64
	fn    *function
	terms []int32
	args  []*number
	later bool // of a length: it is read after the start
	pos   syntax.Pos
}

type numberOp uint8

const (
	constant numberOp = iota
	fluent            // fn of terms
	plus
	minus
	times
	over
	length // ?duration, where numbers are rounded: args[0], as it was at the start
)

// maxNumber bounds integer literals.
const maxNumber = 1_000_000_000

// isNumber reports whether a node is a numeric expression.
func (r *reader) isNumber(n *node) bool {
	if !n.open {
		_, err := strconv.ParseFloat(n.word, 64)
		_, object := r.d.objectOf[n.word]
		return (err == nil || n.word == "?duration") && !object
	}
	switch n.head() {
	case "+", "-", "*", "/", "total-cost", "total-time":
		return true
	}
	return r.d.functions[n.head()] != nil
}

// literal parses a number such as 12 or 2.5.
func (r *reader) literal(n *node) int64 {
	v, ok := model.ParseDecimal(n.word, r.d.digits)
	if f, err := strconv.ParseFloat(n.word, 64); !ok && r.d.rounded && err == nil && math.Abs(f) <= maxNumber {
		v, ok = int64(math.Round(f*float64(r.d.one()))), true
	}
	if !ok {
		f, err := strconv.ParseFloat(n.word, 64)
		if err != nil {
			r.fail(n.pos, "", "a number is needed, not %q", n.text())
		}
		if math.Abs(f) <= maxNumber && f != math.Trunc(f) {
			r.fail(n.pos, "numbers are exact here", "%s is no decimal of at most %d digits after the point", n.word, maxDigits)
		}
		v = math.MaxInt64
		if math.Abs(f) <= maxNumber {
			v = int64(f) * r.d.one()
		}
	}
	if v > r.d.most() || v < -r.d.most() {
		r.fail(n.pos, "", "%s is too large: numbers from -%d to %d are understood", n.word, maxNumber, maxNumber)
	}
	return v
}

// most returns the maximum absolute value of a number, as it is kept.
func (d *domain) most() int64 { return maxNumber * d.one() }

// number parses a numeric expression. read means that a condition or an effect reads it.
func (s *scope) number(n *node, read bool) *number {
	if n.word == "?duration" && s.lasts != nil {
		x := &number{op: length, args: []*number{s.lasts}, later: s.later, pos: n.pos}
		switch {
		case s.d.rounded:
			return x
		case s.later:
			s.d.lasting = append(s.d.lasting, x)
		}
		return s.lasts
	}
	if !n.open {
		return &number{value: s.literal(n), pos: n.pos}
	}
	out := &number{pos: n.pos}
	switch n.head() {
	case "+", "*", "-", "/":
		out.op = map[string]numberOp{"+": plus, "*": times, "-": minus, "/": over}[n.head()]
		for _, m := range n.list[1:] {
			out.args = append(out.args, s.number(m, read))
		}
		switch {
		case n.head() == "-" && len(out.args) == 1:
			out.args = []*number{{pos: n.pos}, out.args[0]}
		case len(out.args) < 2 || len(out.args) > 2 && (n.head() == "-" || n.head() == "/"):
			s.fail(n.pos, "", "%s takes two numbers", n.head())
		}
		return out
	case "total-cost", "total-time":
		if s.d.functions[n.head()] == nil {
			s.d.functions[n.head()] = &function{name: n.head()}
		}
	}
	out.op, out.fn = fluent, s.d.functions[n.head()]
	if out.fn == nil {
		s.fail(n.pos, "", "there is no function %q", n.head())
	}
	out.terms = s.terms(n, out.fn.name, out.fn.params)
	out.fn.read = out.fn.read || read
	return out
}

// fluent returns a function of objects in PDDL syntax.
func (d *domain) fluent(fn *function, terms, env []int32) string {
	words := []string{fn.name}
	for _, t := range terms {
		words = append(words, d.objects[value(t, env)].name)
	}
	return "(" + strings.Join(words, " ") + ")"
}
