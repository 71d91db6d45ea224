package export

import (
	"fmt"
	"strings"

	"farbank/model"
)

// An infix writes total expressions with operators between their operands, as
// MiniZinc and Promela have them. time is what stands for the moment of a state.
type infix struct {
	s       *system
	lang    syntax
	repeats bool // the language writes operands several times
	cell    func(i int, time string) string
}

// A syntax is how a language writes what languages write differently. Operands come
// written, in brackets where needed.
type syntax interface {
	truth(v bool) string
	and(parts []string) string
	or(parts []string) string
	not(x string) string
	choose(cond, x, y string, truth bool) string
	asNumber(x string) string // a truth value as 0 or 1
	cellTruth(x string) string
	cellNumber(x string) string // a cell of truth values as 0 or 1
	equal(x, y string) string
	distinct(numbers []string) string
	floored(op model.Op, x, y string, plain bool) string // plain: no operand is negative
	extreme(op model.Op, numbers []string) string
	abs(x string) string
	element(elems []string, place string, truth bool) string // place counts from 0
}

// like writes an expression for a cell of a type.
func (x *infix) like(t *model.Type, e *model.Expr, time string) string {
	if t.Kind == model.Bool {
		return x.truth(e, time)
	}
	return x.number(e, time)
}

func (x *infix) all(list []*model.Expr, time string, write func(*model.Expr, string) string) []string {
	parts := make([]string, len(list))
	bytes := 0
	for i, e := range list {
		parts[i] = write(e, time)
		bytes += len(parts[i])
	}
	if x.repeats && len(list) > 2 && !x.s.w.spend(int64(bytes)*int64(len(list)), list[0].Pos) {
		clear(parts)
	}
	return parts
}

// truth writes e as a condition. Where all that is written gets too long it writes
// nothing, and the writer has the error.
func (x *infix) truth(e *model.Expr, time string) string { return x.once(e, time, x.condition) }

// number writes e as a number, likewise.
func (x *infix) number(e *model.Expr, time string) string { return x.once(e, time, x.value) }

func (x *infix) once(e *model.Expr, time string, write func(*model.Expr, string) string) string {
	if x.s.w.ended() {
		return ""
	}
	text := write(e, time)
	x.s.w.spend(int64(len(text)), e.Pos)
	return text
}

func (x *infix) condition(e *model.Expr, time string) string {
	if !e.Bool {
		return "(" + x.number(e, time) + " != 0)"
	}
	switch e.Op {
	case model.Const:
		return x.lang.truth(e.Value != 0)
	case model.Cell:
		return x.lang.cellTruth(x.cell(int(e.Value), time))
	case model.And:
		return x.lang.and(x.all(e.Args, time, x.truth))
	case model.Or:
		return x.lang.or(x.all(e.Args, time, x.truth))
	case model.Not:
		return x.lang.not(x.truth(e.Args[0], time))
	case model.If:
		return x.lang.choose(x.truth(e.Args[0], time), x.truth(e.Args[1], time), x.truth(e.Args[2], time), true)
	case model.Eq:
		return "(" + x.lang.equal(x.number(e.Args[0], time), x.number(e.Args[1], time)) + ")"
	case model.Ne, model.Lt, model.Le:
		sign := map[model.Op]string{model.Ne: "!=", model.Lt: "<", model.Le: "<="}[e.Op]
		return "(" + x.number(e.Args[0], time) + " " + sign + " " + x.number(e.Args[1], time) + ")"
	case model.Distinct:
		return x.lang.distinct(x.all(e.Args, time, x.number))
	}
	return x.lang.element(x.all(x.s.Elements(e), time, x.truth), x.number(x.s.place(e), time), true)
}

func (x *infix) value(e *model.Expr, time string) string {
	if e.Bool {
		switch e.Op {
		case model.Const:
			return fmt.Sprint(e.Value)
		case model.Cell:
			return x.lang.cellNumber(x.cell(int(e.Value), time))
		}
		return x.lang.asNumber(x.truth(e, time))
	}
	switch e.Op {
	case model.Const:
		if e.Value < 0 {
			return fmt.Sprintf("(%d)", e.Value)
		}
		return fmt.Sprint(e.Value)
	case model.Cell:
		return x.cell(int(e.Value), time)
	case model.Sum:
		return "(" + strings.Join(x.all(e.Args, time, x.number), " + ") + ")"
	case model.Mul:
		return "(" + strings.Join(x.all(e.Args, time, x.number), " * ") + ")"
	case model.Neg:
		return "(-" + x.number(e.Args[0], time) + ")"
	case model.Div, model.Mod:
		plain := e.Args[0].Lo >= 0 && e.Args[1].Lo >= 0
		return x.lang.floored(e.Op, x.number(e.Args[0], time), x.number(e.Args[1], time), plain)
	case model.Abs:
		return x.lang.abs(x.number(e.Args[0], time))
	case model.Min, model.Max:
		return x.lang.extreme(e.Op, x.all(e.Args, time, x.number))
	case model.If:
		return x.lang.choose(x.truth(e.Args[0], time), x.number(e.Args[1], time), x.number(e.Args[2], time), false)
	}
	return x.lang.element(x.all(x.s.Elements(e), time, x.number), x.number(x.s.place(e), time), false)
}

// zincSyntax is that of MiniZinc.
type zincSyntax struct{}

func (zincSyntax) truth(v bool) string        { return fmt.Sprint(v) }
func (zincSyntax) and(parts []string) string  { return "(" + strings.Join(parts, " /\\ ") + ")" }
func (zincSyntax) or(parts []string) string   { return "(" + strings.Join(parts, " \\/ ") + ")" }
func (zincSyntax) not(x string) string        { return "(not " + x + ")" }
func (zincSyntax) asNumber(x string) string   { return "bool2int(" + x + ")" }
func (zincSyntax) cellTruth(x string) string  { return x }
func (zincSyntax) cellNumber(x string) string { return "bool2int(" + x + ")" }
func (zincSyntax) equal(x, y string) string   { return x + " = " + y }
func (zincSyntax) abs(x string) string        { return "abs(" + x + ")" }

func (zincSyntax) choose(cond, x, y string, _ bool) string {
	return "(if " + cond + " then " + x + " else " + y + " endif)"
}

func (zincSyntax) distinct(numbers []string) string {
	return "alldifferent([" + strings.Join(numbers, ", ") + "])"
}

func (zincSyntax) floored(op model.Op, x, y string, plain bool) string {
	if plain {
		return "(" + x + " " + op.String() + " " + y + ")"
	}
	return "floor_" + op.String() + "(" + x + ", " + y + ")"
}

func (zincSyntax) extreme(op model.Op, numbers []string) string {
	return op.String() + "([" + strings.Join(numbers, ", ") + "])"
}

func (zincSyntax) element(elems []string, place string, _ bool) string {
	return "[" + strings.Join(elems, ", ") + "][1 + " + place + "]"
}
