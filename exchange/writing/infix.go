package writing

import (
	"fmt"
	"strings"

	"farbank/model"
)

// An Infix writes total expressions with infix operators, as MiniZinc and Promela have them.
// time is the notation for the time of a state.
type Infix struct {
	System  *System
	Syntax  Syntax
	Repeats bool // the language repeats operands
	Cell    func(i int, time string) string
	Named   func(e *model.Expr, time string) string // the name of a defined common subexpression, or ""
}

// A Syntax has the notations that differ between languages. Operands are written already, with
// brackets where needed.
type Syntax interface {
	Truth(v bool) string
	And(parts []string) string
	Or(parts []string) string
	Not(x string) string
	Choose(cond, x, y string, truth bool) string
	AsNumber(x string) string // a truth value as 0 or 1
	CellTruth(x string) string
	CellNumber(x string) string // a cell of truth values as 0 or 1
	Equal(x, y string) string
	Distinct(numbers []string) string
	Floored(op model.Op, x, y string, plain bool) string // plain: no operand is negative
	Extreme(op model.Op, numbers []string) string
	Abs(x string) string
	Element(elems []string, place string, truth bool) string // place counts from 0
}

// Like writes an expression for a cell of type t.
func (x *Infix) Like(t *model.Type, e *model.Expr, time string) string {
	if t.Kind == model.Bool {
		return x.Truth(e, time)
	}
	return x.Number(e, time)
}

// All writes each expression of a list with write.
func (x *Infix) All(list []*model.Expr, time string, write func(*model.Expr, string) string) []string {
	parts := make([]string, len(list))
	bytes := 0
	for i, e := range list {
		parts[i] = write(e, time)
		bytes += len(parts[i])
	}
	if x.Repeats && len(list) > 2 && !x.System.Writer.Spend(int64(bytes)*int64(len(list)), list[0].Pos) {
		clear(parts)
	}
	return parts
}

// Truth writes e as a condition. If the text becomes too long it returns "" and sets the error
// of the writer.
func (x *Infix) Truth(e *model.Expr, time string) string { return x.once(e, time, x.condition) }

// Number writes e as a number; errors are as for Truth.
func (x *Infix) Number(e *model.Expr, time string) string { return x.once(e, time, x.value) }

// Definition writes the definition of a common subexpression.
func (x *Infix) Definition(e *model.Expr, time string) string {
	write := x.value
	if e.Bool {
		write = x.condition
	}
	text := write(e, time)
	x.System.Writer.Spend(int64(len(text)), e.Pos)
	return text
}

func (x *Infix) once(e *model.Expr, time string, write func(*model.Expr, string) string) string {
	if x.System.Writer.Ended() {
		return ""
	}
	if x.Named != nil {
		if name := x.Named(e, time); name != "" {
			return name
		}
	}
	text := write(e, time)
	x.System.Writer.Spend(int64(len(text)), e.Pos)
	return text
}

func (x *Infix) condition(e *model.Expr, time string) string {
	if !e.Bool {
		return "(" + x.Number(e, time) + " != 0)"
	}
	switch e.Op {
	case model.Const:
		return x.Syntax.Truth(e.Value != 0)
	case model.Cell:
		return x.Syntax.CellTruth(x.Cell(int(e.Value), time))
	case model.And:
		return x.Syntax.And(x.All(e.Args, time, x.Truth))
	case model.Or:
		return x.Syntax.Or(x.All(e.Args, time, x.Truth))
	case model.Not:
		return x.Syntax.Not(x.Truth(e.Args[0], time))
	case model.If:
		return x.Syntax.Choose(x.Truth(e.Args[0], time), x.Truth(e.Args[1], time), x.Truth(e.Args[2], time), true)
	case model.Eq:
		return "(" + x.Syntax.Equal(x.Number(e.Args[0], time), x.Number(e.Args[1], time)) + ")"
	case model.Ne, model.Lt, model.Le:
		sign := map[model.Op]string{model.Ne: "!=", model.Lt: "<", model.Le: "<="}[e.Op]
		return "(" + x.Number(e.Args[0], time) + " " + sign + " " + x.Number(e.Args[1], time) + ")"
	case model.Distinct:
		return x.Syntax.Distinct(x.All(e.Args, time, x.Number))
	}
	return x.Syntax.Element(x.All(x.System.Elements(e), time, x.Truth), x.Number(x.System.Place(e), time), true)
}

func (x *Infix) value(e *model.Expr, time string) string {
	if e.Bool {
		switch e.Op {
		case model.Const:
			return fmt.Sprint(e.Value)
		case model.Cell:
			return x.Syntax.CellNumber(x.Cell(int(e.Value), time))
		}
		return x.Syntax.AsNumber(x.Truth(e, time))
	}
	switch e.Op {
	case model.Const:
		if e.Value < 0 {
			return fmt.Sprintf("(%d)", e.Value)
		}
		return fmt.Sprint(e.Value)
	case model.Cell:
		return x.Cell(int(e.Value), time)
	case model.Sum:
		return "(" + strings.Join(x.All(e.Args, time, x.Number), " + ") + ")"
	case model.Mul:
		return "(" + strings.Join(x.All(e.Args, time, x.Number), " * ") + ")"
	case model.Neg:
		return "(-" + x.Number(e.Args[0], time) + ")"
	case model.Div, model.Mod:
		plain := e.Args[0].Lo >= 0 && e.Args[1].Lo >= 0
		return x.Syntax.Floored(e.Op, x.Number(e.Args[0], time), x.Number(e.Args[1], time), plain)
	case model.Abs:
		return x.Syntax.Abs(x.Number(e.Args[0], time))
	case model.Min, model.Max:
		return x.Syntax.Extreme(e.Op, x.All(e.Args, time, x.Number))
	case model.If:
		return x.Syntax.Choose(x.Truth(e.Args[0], time), x.Number(e.Args[1], time), x.Number(e.Args[2], time), false)
	}
	return x.Syntax.Element(x.All(x.System.Elements(e), time, x.Number), x.Number(x.System.Place(e), time), false)
}
