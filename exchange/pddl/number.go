package pddl

import (
	"strconv"
	"strings"

	"farbank/lang/syntax"
)

// A number is a numeric expression over integers.
type number struct {
	op    numberOp
	value int64
	fn    *function
	terms []int32
	args  []*number
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
)

// maxNumber bounds integer literals.
const maxNumber = 1_000_000_000

// isNumber reports whether a node is a numeric expression.
func (r *reader) isNumber(n *node) bool {
	if !n.open {
		_, err := strconv.ParseFloat(n.word, 64)
		_, object := r.d.objectOf[n.word]
		return err == nil && !object
	}
	switch n.head() {
	case "+", "-", "*", "/", "total-cost", "total-time":
		return true
	}
	return r.d.functions[n.head()] != nil
}

// integer parses an integer literal.
func (r *reader) integer(n *node) int64 {
	v, err := strconv.ParseInt(n.word, 10, 64)
	if err != nil {
		f, err := strconv.ParseFloat(n.word, 64)
		if err != nil || f != float64(int64(f)) {
			r.fail(n.pos, "numbers are integers here", "an integer is needed, not %q", n.text())
		}
		v = int64(f)
	}
	if v > maxNumber || v < -maxNumber {
		r.fail(n.pos, "", "%s is too large: integers from -%d to %d are understood", n.word, maxNumber, maxNumber)
	}
	return v
}

// number parses a numeric expression. read means that a condition or an effect reads it.
func (s *scope) number(n *node, read bool) *number {
	if !n.open {
		return &number{value: s.integer(n), pos: n.pos}
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
