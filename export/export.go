package export

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"farbank/model"
)

// Options are what an export may be told. A language that does not need one ignores it.
type Options struct {
	Horizon int    // languages with a bounded horizon: plans have at most so many moves
	Best    *int64 // the best cost, if known, or the value of the objective
	All     bool   // the solutions are to be the best plans and no others (for counting); needs Best
}

// A Language is one that problems can be written in.
type Language struct {
	Name      string
	Also      []string // other names: of the systems that read it
	File      string   // the usual ending of a file, without the dot
	About     string   // one line
	Bounded   bool     // a plan in it has at most Options.Horizon moves
	NeedsBest bool     // it cannot say "the least cost", only "at most Options.Best"
	write     func(context.Context, *writer) error
}

// Languages are the languages there are.
var Languages = []*Language{pddl, minizinc, dimacs, promela, asp, clips, lp, mps, document}

// Find returns the language of that name, or that a system of that name reads; in any case.
func Find(name string) (*Language, error) {
	lower := strings.ToLower(name)
	for _, l := range Languages {
		if l.Name == lower || slices.Contains(l.Also, lower) {
			return l, nil
		}
	}
	return nil, fmt.Errorf("there is no language %q; there are %s", name, strings.Join(Names(), ", "))
}

// Names returns the names of the languages, one each.
func Names() []string {
	names := make([]string, len(Languages))
	for i, l := range Languages {
		names[i] = l.Name
	}
	return names
}

// A Refusal says that a language cannot express a problem.
type Refusal struct {
	Language  string
	Construct string // what it cannot express, in words
	File      string
	Pos       model.Pos // where it stands; may be unset
}

func (r *Refusal) Error() string {
	msg := "not expressed in " + r.Language + ": " + r.Construct
	if r.Pos.Line > 0 {
		msg = fmt.Sprintf("%s:%d:%d: %s", r.File, r.Pos.Line, r.Pos.Col, msg)
	}
	return msg
}

// Write writes a problem in the language. The error is a *Refusal if the language
// cannot express it, or that of w or ctx.
func (l *Language) Write(ctx context.Context, p *model.Problem, o Options, w io.Writer) error {
	if o.Horizon < 0 {
		return fmt.Errorf("the horizon must not be negative")
	}
	out := &writer{ctx: ctx, lang: l, p: p, o: o, w: w}
	if err := l.write(ctx, out); err != nil {
		return err
	}
	return out.err
}

// A writer writes one problem in one language.
type writer struct {
	ctx   context.Context
	lang  *Language
	p     *model.Problem
	o     Options
	w     io.Writer
	steps int
	spent int64 // bytes of text made
	err   error
}

// maxText is the most bytes of text that are made of expressions, parts of others
// included: what is shared in the model may stand in a text again and again.
const maxText = 1 << 28

// ended reports whether writing has failed or the context has ended; then what is
// written does not matter any more.
func (w *writer) ended() bool {
	if w.steps++; w.err == nil && w.steps&0xFF == 0 && w.ctx.Err() != nil {
		w.err = context.Cause(w.ctx)
	}
	return w.err != nil
}

// spend notes that so many bytes are about to be made of what stands at a place; false if
// that is too much.
func (w *writer) spend(bytes int64, at model.Pos) bool {
	if w.spent += bytes; w.err == nil && w.spent > maxText {
		w.err = w.refuse(at, "the conditions written out are too large")
	}
	return w.err == nil
}

func (w *writer) print(format string, args ...any) {
	if w.err == nil {
		_, w.err = fmt.Fprintf(w.w, format, args...)
	}
}

// comment prints a text on one line after a mark. A backslash at its end would make the next
// line a part of it where there is a preprocessor.
func (w *writer) comment(mark, format string, args ...any) {
	text := strings.Join(strings.Fields(fmt.Sprintf(format, args...)), " ")
	if strings.HasSuffix(text, `\`) {
		text += " ."
	}
	w.print("%s %s\n", mark, text)
}

// head prints what the file is, and what the values of the cells mean.
func (w *writer) head(mark string, names []string) {
	if w.p.Title != "" {
		w.comment(mark, "%s", w.p.Title)
	}
	w.comment(mark, "Written by farbank. The values of the cells:")
	for i := range w.p.Cells {
		c := &w.p.Cells[i]
		text := names[i]
		if c.Name != names[i] {
			text += " (" + c.Name + ")"
		}
		w.comment(mark, "  %s: %s", text, values(c))
	}
}

// values tells what a cell can be: its numbers, with the names they stand for.
func values(c *model.CellInfo) string {
	if c.Type.Kind == model.Int || c.Span() > 12 {
		return fmt.Sprintf("%d to %d", c.Lo, c.Hi)
	}
	var list []string
	for v := range c.Values() {
		list = append(list, fmt.Sprintf("%d %s", v, c.Type.Format([]int64{v})))
	}
	return strings.Join(list, ", ")
}

func (w *writer) refuse(pos model.Pos, format string, args ...any) error {
	return &Refusal{Language: w.lang.Name, Construct: fmt.Sprintf(format, args...), File: w.p.File, Pos: pos}
}

// Unit reports whether every move costs 1.
func Unit(p *model.Problem) bool {
	for _, m := range p.Moves {
		if !m.Cost.IsConst() || m.Cost.Value != 1 {
			return false
		}
	}
	return true
}

// place is where a problem has its moves or its unknowns, for a refusal of the whole.
func (w *writer) place() model.Pos {
	if len(w.p.Schemas) > 0 {
		return w.p.Schemas[0].Pos
	}
	if len(w.p.Vars) > 0 {
		return w.p.Vars[0].Pos
	}
	return model.Pos{}
}
