package explain

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"farbank/lang/syntax"
	"farbank/model"
)

// This file changes numbers that are written in the text: in constants and their tables, and in the
// formulas of rules, functions and moves. The changed text is read again.

// A Literal replaces the number at an offset of the text.
type Literal struct {
	Offset, End int
	Value       int64
	Digits      int // Value is a multiple of 10 to the power of -Digits
}

// replaced returns the file with other numbers.
func replaced(f *syntax.File, list []Literal) (*syntax.File, error) {
	if len(list) == 0 {
		return f, nil
	}
	list = slices.SortedFunc(slices.Values(list), func(x, y Literal) int { return cmp.Compare(y.Offset, x.Offset) })
	text := f.Source
	for _, l := range list {
		text = text[:l.Offset] + model.Fixed(l.Value, l.Digits) + text[l.End:]
	}
	return syntax.Parse(f.Name, text)
}

// literals changes the numbers of the text one at a time, by up to Options.Steps.
func (b *blocked) literals() error {
	var ladders [][]Item
	for _, it := range literals(b.c.File) {
		if it.kept(b.o.Keep) {
			continue
		}
		for _, way := range []int64{1, -1} {
			ladders = append(ladders, ladder(it, model.Setting{Value: it.From, Lo: 0, Hi: math.MaxInt64, Bounded: true, Digits: it.Digits}, b.o.Steps, way))
		}
	}
	return b.rounds(ladders, "numbers of the text")
}

// relaxable are the rules whose numbers may be changed.
var relaxable = map[syntax.RuleKind]model.RuleKind{syntax.Require: model.Require, syntax.Never: model.Never, syntax.Always: model.Always}

// literals returns the numbers of the file itself that may be changed, as items without a new value. These are not
// among them: numbers of types, of goals and objectives, of starts, and those that name a place, such as indices and
// keys.
func literals(f *syntax.File) []Item {
	if f == nil || len(f.Used) > 0 {
		return nil
	}
	var out []Item
	for _, d := range f.Decls {
		add := func(it Item, part syntax.Node) {
			for _, lit := range numbersIn(part) {
				it.Kind, it.From, it.Digits, it.at = Number, lit.Value, lit.Digits, lit.Span
				it.Rule.Pos = model.Pos{Line: lit.From.Line, Col: lit.From.Col}
				it.Name = fmt.Sprintf("line %d", lit.From.Line)
				out = append(out, it)
			}
		}
		switch d := d.(type) {
		case *syntax.ValueDecl:
			if d.Kind == syntax.Const && d.Value != nil {
				add(Item{Var: d.Name.Name}, d.Value)
			}
		case *syntax.DefDecl:
			if d.Body != nil {
				add(Item{Var: d.Name.Name}, d.Body)
			}
		case *syntax.MoveDecl:
			if d.Takes != nil {
				add(Item{Var: d.Name.Name, Move: d.Name.Name}, d.Takes)
			}
			if d.Body != nil {
				add(Item{Var: d.Name.Name, Move: d.Name.Name}, d.Body)
			}
		case *syntax.RuleDecl:
			kind, ok := relaxable[d.Kind]
			if !ok || d.Cond == nil {
				continue
			}
			it := Item{Rule: model.Rule{Kind: kind}}
			if d.Why != nil {
				it.Rule.Label = d.Why.Value
			}
			add(it, d.Cond)
		}
	}
	count := map[string]int{}
	place := func(it Item) string { return it.Name + " " + it.number(it.From) }
	for _, it := range out {
		count[place(it)]++
	}
	for i := range out {
		if it := &out[i]; count[place(*it)] > 1 {
			it.Name += fmt.Sprintf(", column %d", it.Rule.Pos.Col)
		}
	}
	return out
}

// numbersIn returns the numbers of an expression or a statement that may be changed, integers without digits after
// the point.
func numbersIn(n syntax.Node) []*syntax.DecimalLit {
	var out []*syntax.DecimalLit
	var visit func(n syntax.Node) bool
	each := func(list ...syntax.Expr) bool {
		for _, e := range list {
			if e != nil {
				syntax.Inspect(e, visit)
			}
		}
		return false
	}
	visit = func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.IntLit:
			out = append(out, &syntax.DecimalLit{Span: n.Span, Value: n.Value})
		case *syntax.DecimalLit:
			out = append(out, n)
		case *syntax.Binder, *syntax.SetType, *syntax.StringLit:
			return false
		case *syntax.IndexExpr:
			return each(n.X)
		case *syntax.LetExpr:
			return each(n.Value, n.Body)
		case *syntax.LetStmt:
			return each(n.Value)
		case *syntax.MapExpr:
			return each(n.Values...)
		}
		return true
	}
	syntax.Inspect(n, visit)
	return out
}
