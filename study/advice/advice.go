// Package advice finds places of a file where another formulation is solved faster by the engines.
// Advice is never an error: the answers are the same with either formulation.
package advice

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"farbank/lang/syntax"
	"farbank/model"
)

// An Advice is a place with a description of the formulation and of a better one.
type Advice struct {
	Pos  model.Pos
	Msg  string
	Hint string
}

// Of returns the advice for a file and its problem, in the order of the file. It stops exploring
// states when ctx is done.
func Of(ctx context.Context, f *syntax.File, p *model.Problem) []Advice {
	a := &adviser{f: f, p: p}
	for _, d := range f.Decls {
		for _, e := range conditions(d) {
			syntax.Inspect(e, func(n syntax.Node) bool {
				if c, ok := n.(*syntax.Comprehension); ok {
					a.allDiffer(c)
				}
				return true
			})
		}
	}
	a.numbered()
	a.exchangeable()
	a.wide(ctx)
	a.bounded()
	a.onePerRow()
	a.undetermined()
	slices.SortStableFunc(a.list, func(x, y Advice) int {
		return cmp.Or(cmp.Compare(x.Pos.Line, y.Pos.Line), cmp.Compare(x.Pos.Col, y.Pos.Col))
	})
	return a.list
}

type adviser struct {
	f    *syntax.File
	p    *model.Problem
	list []Advice
}

func (a *adviser) say(n syntax.Node, hint, format string, args ...any) {
	at := model.Pos{Line: n.Pos().Line, Col: n.Pos().Col}
	a.list = append(a.list, Advice{at, fmt.Sprintf(format, args...), hint})
}

// text returns the source of a node on one line.
func (a *adviser) text(n syntax.Node) string {
	return strings.Join(strings.Fields(a.f.Source[n.Pos().Offset:n.End().Offset]), " ")
}

// conditions returns the expressions and statements of a declaration that engines evaluate.
func conditions(d syntax.Decl) []syntax.Node {
	switch d := d.(type) {
	case *syntax.RuleDecl:
		return []syntax.Node{d.Cond}
	case *syntax.DefDecl:
		return []syntax.Node{d.Body}
	case *syntax.MoveDecl:
		return []syntax.Node{d.Body}
	}
	return nil
}

// allDiffer finds pairwise comparisons that could be distinct:
//
//	all x, y: T where x != y { f(x) != f(y) }
func (a *adviser) allDiffer(c *syntax.Comprehension) {
	names := syntax.BoundNames(c.Binders)
	if c.Kind != syntax.All || len(names) != 2 || a.text(c.Binders[0].Domain) != a.text(c.Binders[len(c.Binders)-1].Domain) {
		return
	}
	x, y := names[0].Name, names[1].Name
	body := bare(c.Body)
	if !a.apart(c.Where, x, y) {
		if c.Where != nil {
			return
		}
		if body = a.otherwise(body, x, y); body == nil {
			return
		}
	}
	differ, ok := body.(*syntax.CompareExpr)
	if !ok || len(differ.Ops) != 1 || a.text(differ)[len(a.text(differ.Xs[0])):len(a.text(differ))-len(a.text(differ.Xs[1]))] != " != " {
		return
	}
	one, other := a.text(differ.Xs[0]), a.text(differ.Xs[1])
	if one == other || renamed(one, x, y) != other {
		return
	}
	relation := ": "
	if c.Binders[0].In {
		relation = " in "
	}
	a.say(c, fmt.Sprintf("distinct(%s%s%s -> %s)", x, relation, a.text(c.Binders[0].Domain), one),
		"these inequalities are pairwise; from a single distinct engines conclude more")
}

// apart reports whether a condition only excludes equal or symmetric pairs of names: x != y, x < y,
// x > y.
func (a *adviser) apart(where syntax.Expr, x, y string) bool {
	if where == nil {
		return false
	}
	text := a.text(bare(where))
	for _, op := range []string{"!=", "<", ">"} {
		if text == x+" "+op+" "+y || text == y+" "+op+" "+x {
			return true
		}
	}
	return false
}

// otherwise returns what a condition requires of two different values: e, for x == y or e and for
// x != y implies e.
func (a *adviser) otherwise(e syntax.Expr, x, y string) syntax.Expr {
	b, ok := e.(*syntax.BinaryExpr)
	if !ok {
		return nil
	}
	text, left, right := a.text(b), bare(b.X), bare(b.Y)
	same := a.text(left) == x+" == "+y || a.text(left) == y+" == "+x
	between := strings.TrimSpace(text[len(a.text(b.X)) : len(text)-len(a.text(b.Y))])
	if between == "or" && same || between == "implies" && a.apart(left, x, y) && strings.Contains(a.text(left), "!=") {
		return right
	}
	return nil
}

func bare(e syntax.Expr) syntax.Expr {
	for {
		p, ok := e.(*syntax.ParenExpr)
		if !ok {
			return e
		}
		e = p.X
	}
}

// renamed returns text with the name from replaced by to.
func renamed(text, from, to string) string {
	var b strings.Builder
	for len(text) > 0 {
		w := wordAt(text)
		if text[:w] == from {
			b.WriteString(to)
		} else {
			b.WriteString(text[:w])
		}
		text = text[w:]
	}
	return b.String()
}

// wordAt returns the length of the word, or of the other characters, at the beginning of text.
func wordAt(text string) int {
	inWord := func(i int) bool {
		c := text[i]
		return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
	}
	n := 1
	for n < len(text) && inWord(n) == inWord(0) {
		n++
	}
	return n
}

// names reports whether one of names is a word of text.
func names(text string, names ...string) bool {
	for len(text) > 0 {
		w := wordAt(text)
		if slices.Contains(names, text[:w]) {
			return true
		}
		text = text[w:]
	}
	return false
}

// unnumbered returns name without its trailing number, or "" if it has no such number or is only a
// number.
func unnumbered(name string) string {
	if prefix := strings.TrimRight(name, "0123456789"); prefix != name {
		return prefix
	}
	return ""
}

// fewest is the minimum number of numbered variables that are worth an array.
const fewest = 3

// numbered finds numbered variables of one type, such as x1, x2, x3.
func (a *adviser) numbered() {
	type family struct{ prefix, typ, kind string }
	members := map[family][]*syntax.ValueDecl{}
	var order []family
	for _, d := range a.f.Decls {
		v, ok := d.(*syntax.ValueDecl)
		if !ok || v.Index != nil || v.Type == nil || v.Kind != syntax.Find && v.Kind != syntax.State {
			continue
		}
		if prefix := unnumbered(v.Name.Name); prefix != "" {
			k := family{prefix, a.text(v.Type), v.Kind.String()}
			if members[k] == nil {
				order = append(order, k)
			}
			members[k] = append(members[k], v)
		}
	}
	for _, k := range order {
		list := members[k]
		if len(list) < fewest {
			continue
		}
		lo, hi := 1<<30, 0
		for _, v := range list {
			n, _ := strconv.Atoi(strings.TrimPrefix(v.Name.Name, unnumbered(v.Name.Name)))
			lo, hi = min(lo, n), max(hi, n)
		}
		if hi-lo+1 == len(list) {
			name := strings.TrimRight(k.prefix, "_")
			a.say(list[0], fmt.Sprintf("%s %s[%d..%d]: %s", k.kind, name, lo, hi, k.typ), "%d variables of one type are numbered by their names; the elements of an array can be enumerated and compared as a whole", len(list))
		}
	}
}

// exchangeable finds interchangeable values of unknowns: members of an enum that no rule names, orders
// or computes with, and that index nothing.
func (a *adviser) exchangeable() {
	for _, d := range a.f.Decls {
		e, ok := d.(*syntax.EnumDecl)
		if !ok || len(e.Members) < 2 {
			continue
		}
		v := a.takes(e.Name.Name)
		if v == nil || a.distinguished(e) {
			continue
		}
		a.say(v, fmt.Sprintf("fix one of them, as in require %s == %s", a.firstElement(v), e.Members[0].Name),
			"the values of %s are interchangeable, so each solution has variants with other names", e.Name.Name)
	}
}

// takes returns the only unknown whose type has the given name, or nil.
func (a *adviser) takes(name string) *syntax.ValueDecl {
	for _, d := range a.f.Decls {
		if v, ok := d.(*syntax.ValueDecl); ok && v.Kind == syntax.Find && v.Type != nil && a.text(v.Type) == name {
			return v
		}
	}
	return nil
}

func (a *adviser) firstElement(v *syntax.ValueDecl) string {
	for i := range a.p.Vars {
		if m := &a.p.Vars[i]; m.Name == v.Name.Name && m.Cells > 0 {
			return a.p.Cells[m.Base].Name
		}
	}
	return v.Name.Name
}

// distinguished reports whether anything except show distinguishes the members of an enum.
func (a *adviser) distinguished(e *syntax.EnumDecl) bool {
	apart := []string{"ord", "next", "prev", "min", "max", "first", "cost", "sum"}
	for _, m := range e.Members {
		apart = append(apart, m.Name)
	}
	named := func(text string) bool { return strings.ContainsAny(text, "<>") || names(text, apart...) }
	for _, d := range a.f.Decls {
		switch d := d.(type) {
		case *syntax.PuzzleDecl, *syntax.ShowDecl, *syntax.EnumDecl:
		case *syntax.ValueDecl:
			for _, f := range d.Index {
				if strings.Contains(a.text(f.Type), e.Name.Name) {
					return true
				}
			}
			if d.Value != nil && (named(a.text(d.Value)) || strings.Contains(a.text(d.Value), e.Name.Name)) || d.Type != nil && d.Kind != syntax.Find && strings.Contains(a.text(d.Type), e.Name.Name) {
				return true
			}
		default:
			if named(a.text(d)) {
				return true
			}
		}
	}
	return false
}
