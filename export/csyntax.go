package export

import (
	"fmt"
	"strings"

	"farbank/model"
)

// cSyntax is that of Promela, whose expressions are those of C but for the choice.
type cSyntax struct{}

func (cSyntax) truth(v bool) string        { return fmt.Sprint(v) }
func (cSyntax) not(x string) string        { return "(!" + x + ")" }
func (cSyntax) asNumber(x string) string   { return x }
func (cSyntax) cellTruth(x string) string  { return x }
func (cSyntax) cellNumber(x string) string { return x }
func (cSyntax) equal(x, y string) string   { return x + " == " + y }
func (cSyntax) abs(x string) string        { return "(" + x + " < 0 -> (-" + x + ") : " + x + ")" }

func (cSyntax) and(parts []string) string {
	if len(parts) == 0 {
		return "true"
	}
	return "(" + strings.Join(parts, " && ") + ")"
}

func (cSyntax) or(parts []string) string { return "(" + strings.Join(parts, " || ") + ")" }

func (cSyntax) choose(cond, x, y string, _ bool) string {
	return "(" + cond + " -> " + x + " : " + y + ")"
}

func (c cSyntax) distinct(numbers []string) string {
	var parts []string
	for i, x := range numbers {
		for _, y := range numbers[:i] {
			parts = append(parts, "("+y+" != "+x+")")
		}
	}
	return c.and(parts)
}

func (cSyntax) floored(op model.Op, x, y string, plain bool) string {
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

// extreme compares each number with those after it: longer than by pairs, but none is
// written twice over and over.
func (c cSyntax) extreme(op model.Op, numbers []string) string {
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
		text = c.choose(c.and(best), numbers[i], text, false)
	}
	return text
}

func (c cSyntax) element(elems []string, place string, truth bool) string {
	text := elems[len(elems)-1]
	for i := len(elems) - 2; i >= 0; i-- {
		text = c.choose(fmt.Sprintf("(%s == %d)", place, i), elems[i], text, truth)
	}
	return text
}
