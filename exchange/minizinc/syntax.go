package minizinc

import (
	"fmt"
	"strings"

	"farbank/model"
)

// zincSyntax implements the syntax of MiniZinc expressions.
type zincSyntax struct{}

func (zincSyntax) Truth(v bool) string        { return fmt.Sprint(v) }
func (zincSyntax) And(parts []string) string  { return "(" + strings.Join(parts, " /\\ ") + ")" }
func (zincSyntax) Or(parts []string) string   { return "(" + strings.Join(parts, " \\/ ") + ")" }
func (zincSyntax) Not(x string) string        { return "(not " + x + ")" }
func (zincSyntax) AsNumber(x string) string   { return "bool2int(" + x + ")" }
func (zincSyntax) CellTruth(x string) string  { return x }
func (zincSyntax) CellNumber(x string) string { return "bool2int(" + x + ")" }
func (zincSyntax) Equal(x, y string) string   { return x + " = " + y }
func (zincSyntax) Abs(x string) string        { return "abs(" + x + ")" }

func (zincSyntax) Choose(cond, x, y string, _ bool) string {
	return "(if " + cond + " then " + x + " else " + y + " endif)"
}

func (zincSyntax) Distinct(numbers []string) string {
	return "alldifferent([" + strings.Join(numbers, ", ") + "])"
}

func (zincSyntax) Floored(op model.Op, x, y string, plain bool) string {
	if plain {
		return "(" + x + " " + op.String() + " " + y + ")"
	}
	return "floor_" + op.String() + "(" + x + ", " + y + ")"
}

func (zincSyntax) Extreme(op model.Op, numbers []string) string {
	return op.String() + "([" + strings.Join(numbers, ", ") + "])"
}

func (zincSyntax) Element(elems []string, place string, _ bool) string {
	return "[" + strings.Join(elems, ", ") + "][1 + " + place + "]"
}
