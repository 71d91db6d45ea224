package lsp

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"farbank/lang/builtin"
	"farbank/lang/judge"
	"farbank/lang/syntax"
	"farbank/lang/types"
)

// hover returns a description of what is under the pointer.
func (r *request) hover() (any, error) {
	s, at := r.snap, r.snap.offset(r.Position)
	k := s.look()
	if o := k.at(at); o != nil {
		span := s.node(o.id)
		return hover{markdown(s.about(k, o.object)), &span}, nil
	}
	l, ok := s.lexeme(at)
	if !ok {
		return nil, nil
	}
	span := s.node(l)
	if l.Token == syntax.IdentToken {
		if f := builtin.Lookup(l.Text); f != nil {
			return hover{markdown(aboutFunction(f)), &span}, nil
		}
	}
	if text, ok := words()[l.Text]; ok {
		return hover{markdown(text), &span}, nil
	}
	if e := k.expression(at); e != nil {
		span = s.node(e)
		return hover{markdown("`" + s.source[e.Pos().Offset:e.End().Offset] + "` is " + k.info.Types[e].String()), &span}, nil
	}
	return nil, nil
}

// lexeme returns the token at a byte; of two adjacent ones the word.
func (s *snapshot) lexeme(at int) (found syntax.Lexeme, ok bool) {
	for l := range s.look().own.Lexemes() {
		if l.Token == syntax.Newline || l.From.Offset > at || at > l.To.Offset {
			continue
		}
		if !ok || at < l.To.Offset && (l.Token == syntax.IdentToken || l.Token >= syntax.And || found.To.Offset == at) {
			found, ok = l, true
		}
	}
	return found, ok
}

// expression returns the smallest typed expression around a byte that is more than a name.
func (r *reading) expression(at int) (found syntax.Expr) {
	for _, d := range r.own.Decls {
		if d.Pos().Offset > at || at > d.End().Offset {
			continue
		}
		syntax.InspectDecl(d, func(n syntax.Node) bool {
			if n.Pos().Offset > at || at >= n.End().Offset {
				return false
			}
			e, ok := n.(syntax.Expr)
			if t := r.info.Types[e]; ok && t != nil && t.Kind != types.Bad {
				switch e.(type) {
				case *syntax.IntLit, *syntax.DecimalLit, *syntax.StringLit, *syntax.BoolLit:
				default:
					found = e
				}
			}
			return true
		})
	}
	return found
}

// about returns a description of a name.
func (s *snapshot) about(r *reading, o *types.Object) string {
	var parts []string
	if o.Counter || o.Ident == nil {
		return words()[o.Name]
	}
	d := r.declaration(o)
	switch {
	case o.Kind == types.Local || d == nil:
		parts = append(parts, code(o.Name+": "+plain(o.Type)))
	case o.Kind == types.Member:
		parts = append(parts, code(o.Enum.Name.Name+"."+o.Name), fmt.Sprintf("the value %d of %d of `%s`", o.Ordinal+1, size(o.Type), o.Enum.Name.Name))
	default:
		parts = append(parts, code(r.headline(d)))
	}
	parts = append(parts, s.more(r, o)...)
	if d != nil && o.Kind != types.Local && o.Kind != types.Member {
		if remark := r.remark(d); remark != "" {
			parts = append(parts, remark)
		}
		if name, at := r.file.Place(d.Pos()); !s.mine(d.Pos()) {
			parts = append(parts, fmt.Sprintf("from %s, line %d", name, at.Line))
		}
	}
	return strings.Join(parts, "\n\n")
}

// more returns the type, the value and the size of a named object.
func (s *snapshot) more(r *reading, o *types.Object) []string {
	var parts []string
	say := func(format string, args ...any) { parts = append(parts, fmt.Sprintf(format, args...)) }
	switch o.Kind {
	case types.Local, types.Member:
	case types.Move:
		if n, ok := s.groundMoves(o.Name); ok {
			say("%d ground moves", n)
		}
	case types.Def:
		say("a function that gives %s; it depends on %s", o.Type, levels[o.Level])
	case types.EnumName, types.TypeName:
		if m := o.Type.Finite(); m != nil {
			if n, ok := m.Size(); ok {
				say("%d values", n)
			}
		}
	case types.State, types.Find:
		say("%s: %s%s", o.Kind, o.Type, cells(o.Type))
	default:
		say("%s: %s", o.Kind, o.Type)
		if o.Known && o.Type != nil && o.Type.Kind != types.Bad {
			given := ""
			if o.Given {
				given = ", as it is given"
			}
			say("its value%s: `%s`", given, shorten(judge.Written(o.Const, o.Type)))
		}
	}
	return parts
}

var levels = [...]string{types.Constant: "its arguments alone", types.Found: "the unknowns", types.Stateful: "the state",
	types.Possible: "which moves can be made"}

// cells returns the number of elements of an array, as text.
func cells(t *types.Type) string {
	if t == nil || t.Kind != types.Array {
		return ""
	}
	n := int64(1)
	for _, x := range t.Index {
		m := x.Finite()
		if m == nil {
			return ""
		}
		k, _ := m.Size()
		n *= k
	}
	return fmt.Sprintf(", %d elements", n)
}

func size(t *types.Type) int64 {
	if t == nil || t.Finite() == nil {
		return 0
	}
	n, _ := t.Finite().Size()
	return n
}

func plain(t *types.Type) string {
	if t == nil {
		return "?"
	}
	return shorten(t.Plain())
}

const maxShown = 300

// shorten truncates long texts.
func shorten(s string) string {
	if r := []rune(s); len(r) > maxShown {
		return string(r[:maxShown]) + "…"
	}
	return s
}

func code(s string) string { return "```far\n" + s + "\n```" }

// groundMoves returns the number of ground moves of a move, if it is known soon.
func (s *snapshot) groundMoves(name string) (n int, ok bool) {
	if r := s.look(); r.errs != nil || r.other != nil {
		return 0, false
	}
	done := make(chan *writing, 1)
	go func() { done <- s.whole() }()
	select {
	case w := <-done:
		if w.problem == nil {
			return 0, false
		}
		for _, m := range w.problem.Moves {
			if m.Schema.Name == name {
				n++
			}
		}
		return n, true
	case <-time.After(soonest):
		return 0, false
	}
}

// soonest is the maximum delay of a hover.
const soonest = 300 * time.Millisecond

// declaration returns the declaration of a global name, or of the enum of a member.
func (r *reading) declaration(o *types.Object) syntax.Decl {
	switch {
	case o.Value != nil:
		return o.Value
	case o.Def != nil:
		return o.Def
	case o.Alias != nil:
		return o.Alias
	case o.Enum != nil:
		return o.Enum
	}
	for _, d := range r.file.Decls {
		if m, ok := d.(*syntax.MoveDecl); ok && m.Name == o.Ident {
			return m
		}
	}
	return nil
}

// headline returns the source of a declaration, without the body of a move.
func (r *reading) headline(d syntax.Decl) string {
	to := d.End().Offset
	if m, ok := d.(*syntax.MoveDecl); ok && m.Body != nil && m.Body.From.IsValid() {
		to = m.Body.From.Offset
	}
	text := strings.TrimSpace(r.file.Source[d.Pos().Offset:min(to, len(r.file.Source))])
	if lines := strings.Split(text, "\n"); len(lines) > 12 {
		text = strings.Join(lines[:12], "\n") + "\n…"
	}
	return text
}

// remark returns the comment above a declaration.
func (r *reading) remark(d syntax.Decl) string {
	if d.Pos().Offset > len(r.own.Source) {
		return ""
	}
	var lines []string
	line := d.Pos().Line - 1
	for _, c := range slices.Backward(r.own.Comments) {
		if c.To.Line == line && ownLine(r.own.Source, c.From.Offset) {
			lines = append(lines, strings.TrimSpace(strings.Trim(c.Text, "/*")))
			line = c.From.Line - 1
		}
	}
	slices.Reverse(lines)
	return strings.Join(lines, "\n")
}

// ownLine reports whether only blanks precede a byte on its line.
func ownLine(source string, at int) bool {
	start := strings.LastIndexByte(source[:at], '\n') + 1
	return strings.TrimSpace(source[start:at]) == ""
}

// aboutFunction describes a built-in function.
func aboutFunction(f *builtin.Function) string {
	var forms []string
	for i := range f.Forms {
		forms = append(forms, f.Written(&f.Forms[i]))
	}
	if !f.Callable() {
		forms = []string{f.Name}
	}
	text := code(strings.Join(forms, "\n")) + "\n\n" + f.Manual
	for _, e := range f.Examples {
		text += fmt.Sprintf("\n\n`%s` gives `%s`", e.Call, e.Gives)
		if e.With != "" {
			text += " where `" + strings.ReplaceAll(e.With, "\n", " ") + "`"
		}
	}
	return text
}
