package promela

import (
	"fmt"
	"strings"

	"farbank/model"
)

// cSyntax implements the syntax of Promela expressions, which is that of C except for the
// conditional.
type cSyntax struct{}

func (cSyntax) Truth(v bool) string        { return fmt.Sprint(v) }
func (cSyntax) Not(x string) string        { return "(!" + x + ")" }
func (cSyntax) AsNumber(x string) string   { return x }
func (cSyntax) CellTruth(x string) string  { return x }
func (cSyntax) CellNumber(x string) string { return x }
func (cSyntax) Equal(x, y string) string   { return x + " == " + y }
func (cSyntax) Abs(x string) string        { return "(" + x + " < 0 -> (-" + x + ") : " + x + ")" }

func (cSyntax) And(parts []string) string {
	if len(parts) == 0 {
		return "true"
	}
	return "(" + strings.Join(parts, " && ") + ")"
}

func (cSyntax) Or(parts []string) string { return "(" + strings.Join(parts, " || ") + ")" }

func (cSyntax) Choose(cond, x, y string, _ bool) string {
	return "(" + cond + " -> " + x + " : " + y + ")"
}

func (c cSyntax) Distinct(numbers []string) string {
	var parts []string
	for i, x := range numbers {
		for _, y := range numbers[:i] {
			parts = append(parts, "("+y+" != "+x+")")
		}
	}
	return c.And(parts)
}

func (cSyntax) Floored(op model.Op, x, y string, plain bool) string {
	switch {
	case plain && op == model.Div:
		return "(" + x + " / " + y + ")"
	case plain:
		return "(" + x + " % " + y + ")"
	}
	mod := "((" + x + " % " + y + " + " + y + ") % " + y + ")"
	if op == model.Mod {
		return mod
	}
	return "((" + x + " - " + mod + ") / " + y + ")"
}

// Extreme compares each number with those after it. The text is longer than with nested pairs,
// but operands are not duplicated exponentially.
func (c cSyntax) Extreme(op model.Op, numbers []string) string {
	sign := " <= "
	if op == model.Max {
		sign = " >= "
	}
	text := numbers[len(numbers)-1]
	for i := len(numbers) - 2; i >= 0; i-- {
		var best []string
		for _, other := range numbers[i+1:] {
			best = append(best, "("+numbers[i]+sign+other+")")
		}
		text = c.Choose(c.And(best), numbers[i], text, false)
	}
	return text
}

func (c cSyntax) Element(elems []string, place string, truth bool) string {
	text := elems[len(elems)-1]
	for i := len(elems) - 2; i >= 0; i-- {
		text = c.Choose(fmt.Sprintf("(%s == %d)", place, i), elems[i], text, truth)
	}
	return text
}
