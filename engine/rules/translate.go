package rules

import (
	"context"
	"fmt"
	"strings"

	"farbank/engine"
	"farbank/model"
)

// A translator writes expressions of a problem as calls of the rule language. A number is an
// integer there, a truth value TRUE or FALSE.
type translator struct {
	cells  func(int) string // the variable of a cell
	locals func(int) string
	uses   map[string]bool // the program's own functions that are called

	ctx   context.Context
	steps int
	made  int   // bytes of text written, including parts of others
	err   error // the text is too long, or ctx is done; further text does not matter
}

// maxText is the limit on bytes written for expressions. An index with a range check is
// written twice, so that nested indices grow exponentially.
const maxText = 1 << 28

// written counts the text of an expression and returns it.
func (t *translator) written(text string) string {
	if t.made += len(text); t.err == nil && t.made > maxText {
		t.err = &engine.Refusal{Engine: "rules", Why: "the rules would be too large"}
	}
	if t.steps++; t.err == nil && t.steps&0xFF == 0 && t.ctx.Err() != nil {
		t.err = context.Cause(t.ctx)
	}
	return text
}

// truth returns e as a condition. An undefined value makes the condition around it false, as in
// the model.
func (t *translator) truth(e *model.Expr) string {
	if t.err != nil {
		return ""
	}
	return t.written(t.condition(e))
}

func (t *translator) condition(e *model.Expr) string {
	switch e.Op {
	case model.Const:
		if e.Value != 0 {
			return "TRUE"
		}
		return "FALSE"
	case model.And, model.Or:
		return t.call(strings.ToLower(e.Op.String()), e.Args, t.truth)
	case model.Not:
		return "(not " + t.truth(e.Args[0]) + ")"
	case model.Eq, model.Ne, model.Lt, model.Le:
		name := map[model.Op]string{model.Eq: "=", model.Ne: "<>", model.Lt: "<", model.Le: "<="}[e.Op]
		return t.guarded(t.call(name, e.Args, t.number), e.Args)
	case model.Distinct:
		t.uses["distinct"] = true
		return t.guarded(t.call("distinct", e.Args, t.number), e.Args)
	case model.If:
		return t.guarded(fmt.Sprintf("(if %s then %s else %s)", t.truth(e.Args[0]), t.truth(e.Args[1]), t.truth(e.Args[2])), nil)
	}
	if len(e.Dims) > 0 {
		return allOf(append(t.inRange(e), "(<> "+t.indexed(e)+" 0)"))
	}
	return t.guarded("(<> "+t.number(e)+" 0)", []*model.Expr{e})
}

// indexed returns an At, Table or Select whose indices are in range.
func (t *translator) indexed(e *model.Expr) string {
	if e.Op == model.Select {
		return t.selection(e, t.number)
	}
	return t.element(e)
}

func (t *translator) call(name string, args []*model.Expr, write func(*model.Expr) string) string {
	parts := make([]string, len(args))
	for i, a := range args {
		parts[i] = write(a)
	}
	if len(parts) == 1 && (name == "and" || name == "or" || name == "+" || name == "min" || name == "max") {
		return parts[0]
	}
	return "(" + name + " " + strings.Join(parts, " ") + ")"
}

// guarded returns a condition preceded by the conditions under which args have values.
func (t *translator) guarded(condition string, args []*model.Expr) string {
	var needs []string
	for _, a := range args {
		needs = append(needs, t.needs(a)...)
	}
	if len(needs) == 0 {
		return condition
	}
	return "(and " + strings.Join(needs, " ") + " " + condition + ")"
}

// needs returns the conditions under which a number has a value.
func (t *translator) needs(e *model.Expr) []string {
	if e.Bool || !e.Partial || t.err != nil {
		return nil
	}
	var needs []string
	switch e.Op {
	case model.Undefined:
		return []string{"FALSE"}
	case model.If:
		return []string{fmt.Sprintf("(if %s then %s else %s)", t.truth(e.Args[0]), t.all(e.Args[1]), t.all(e.Args[2]))}
	case model.Select:
		return append(t.inRange(e), t.selection(e, t.all))
	}
	for _, a := range e.Args {
		needs = append(needs, t.needs(a)...)
	}
	switch e.Op {
	case model.Div, model.Mod:
		needs = append(needs, "(<> "+t.number(e.Args[1])+" 0)")
	case model.At, model.Table:
		needs = append(needs, t.bounds(e)...)
	}
	return needs
}

// all returns the conjunction of the needs of e.
func (t *translator) all(e *model.Expr) string {
	needs := t.needs(e)
	switch len(needs) {
	case 0:
		return "TRUE"
	case 1:
		return needs[0]
	}
	return "(and " + strings.Join(needs, " ") + ")"
}

// inRange returns the conditions under which the indices of e have values within bounds.
func (t *translator) inRange(e *model.Expr) []string {
	var needs []string
	for _, a := range e.Indices() {
		needs = append(needs, t.needs(a)...)
	}
	return append(needs, t.bounds(e)...)
}

// bounds returns the conditions that the indices lie within their dimensions.
func (t *translator) bounds(e *model.Expr) []string {
	var needs []string
	for i, a := range e.Indices() {
		d := e.Dims[i]
		if a.Lo >= d.Lo && a.Hi < d.Lo+d.N && !a.Partial {
			continue
		}
		needs = append(needs, fmt.Sprintf("(<= %d %s %d)", d.Lo, t.number(a), d.Lo+d.N-1))
	}
	return needs
}

// number returns e as a number.
func (t *translator) number(e *model.Expr) string {
	if t.err != nil {
		return ""
	}
	return t.written(t.value(e))
}

func (t *translator) value(e *model.Expr) string {
	switch e.Op {
	case model.And, model.Or, model.Not, model.Eq, model.Ne, model.Lt, model.Le, model.Distinct:
		return "(if " + t.truth(e) + " then 1 else 0)"
	case model.Const:
		return fmt.Sprint(e.Value)
	case model.Undefined:
		return "0"
	case model.Cell:
		return t.cells(int(e.Value))
	case model.Local:
		return t.locals(int(e.Value))
	case model.Sum:
		return t.call("+", e.Args, t.number)
	case model.Mul:
		return t.call("*", e.Args, t.number)
	case model.Neg:
		return "(- 0 " + t.number(e.Args[0]) + ")"
	case model.Div, model.Mod:
		name := "floor-" + e.Op.String()
		t.uses["floor-div"], t.uses[name] = true, true
		return t.call(name, e.Args, t.number)
	case model.Abs:
		return t.call("abs", e.Args, t.number)
	case model.Min, model.Max:
		return t.call(e.Op.String(), e.Args, t.number)
	case model.If:
		return fmt.Sprintf("(if %s then %s else %s)", t.truth(e.Args[0]), t.number(e.Args[1]), t.number(e.Args[2]))
	}
	if e.Bool && len(t.inRange(e)) > 0 {
		return "(if " + t.truth(e) + " then 1 else 0)"
	}
	return t.indexed(e)
}

// element returns a cell, a local or an entry of a table, selected by its indices.
func (t *translator) element(e *model.Expr) string {
	var items []string
	for _, offset := range model.Offsets(e.Dims) {
		switch {
		case e.Op == model.Table:
			items = append(items, fmt.Sprint(e.Values[offset]))
		case e.Locals:
			items = append(items, t.locals(int(e.Value+offset)))
		default:
			items = append(items, t.cells(int(e.Value+offset)))
		}
	}
	return fmt.Sprintf("(nth$ (+ 1 %s) (create$ %s))", t.place(e), strings.Join(items, " "))
}

// place returns the position of the indices in that list, from 0.
func (t *translator) place(e *model.Expr) string {
	text := ""
	for i, a := range e.Indices() {
		d := e.Dims[i]
		index := t.number(a)
		if d.Lo != 0 {
			index = fmt.Sprintf("(- %s %d)", index, d.Lo)
		}
		if text == "" {
			text = index
		} else {
			text = fmt.Sprintf("(+ (* %s %d) %s)", text, d.N, index)
		}
	}
	return text
}

// selection returns a choice among expressions, of which only the selected one is evaluated.
func (t *translator) selection(e *model.Expr, write func(*model.Expr) string) string {
	var b strings.Builder
	b.WriteString("(switch " + t.place(e))
	for i, offset := range model.Offsets(e.Dims) {
		fmt.Fprintf(&b, " (case %d then %s)", i, write(e.Elems()[offset]))
	}
	b.WriteString(")")
	return b.String()
}
