// Package writing is what the writers of all languages share: the refusal of what a language
// cannot say, names, expressions between operators, and a problem as a system of total
// conditions.
package writing

import (
	"context"
	"fmt"
	"io"
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
	Writes    func(context.Context, *Writer) error
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
	out := &Writer{Context: ctx, Language: l, Problem: p, Options: o, Out: w}
	if err := out.refuseStages(); err != nil {
		return err
	}
	if err := l.Writes(ctx, out); err != nil {
		return err
	}
	return out.Err
}

// refuseStages refuses what is solved in stages (see package engine): no language says it.
func (w *Writer) refuseStages() error {
	p := w.Problem
	switch {
	case len(p.Soft) > 0:
		return w.Refuse(p.Soft[0].Pos, "a rule that may be given up")
	case p.Goals != nil && len(p.Schemas) > 0:
		return w.Refuse(p.Goals.Pos, "an objective of plans")
	case p.Goals != nil && p.Goals.Then != nil:
		return w.Refuse(p.Goals.Then.Pos, "an objective after another")
	}
	return nil
}

// A Writer writes one problem in one language.
type Writer struct {
	Context  context.Context
	Language *Language
	Problem  *model.Problem
	Options  Options
	Out      io.Writer
	Err      error // the first that was met; after it nothing is written
	steps    int
	spent    int64 // bytes of text made
}

// MaxCases bounds the values and cases that are written one by one.
const MaxCases = 50_000

// maxText is the most bytes of text that are made of expressions, parts of others
// included: what is shared in the model may stand in a text again and again.
const maxText = 1 << 28

// Ended reports whether writing has failed or the context has ended; then what is
// written does not matter any more.
func (w *Writer) Ended() bool {
	if w.steps++; w.Err == nil && w.steps&0xFF == 0 && w.Context.Err() != nil {
		w.Err = context.Cause(w.Context)
	}
	return w.Err != nil
}

// Spend notes that so many bytes are about to be made of what stands at a place; false if
// that is too much.
func (w *Writer) Spend(bytes int64, at model.Pos) bool {
	if w.spent += bytes; w.Err == nil && w.spent > maxText {
		w.Err = w.Refuse(at, "the conditions written out are too large")
	}
	return w.Err == nil
}

// Printf writes, unless an error was met.
func (w *Writer) Printf(format string, args ...any) {
	if w.Err == nil {
		_, w.Err = fmt.Fprintf(w.Out, format, args...)
	}
}

// Comment prints a text on one line after a mark. A backslash at its end would make the next
// line a part of it where there is a preprocessor.
func (w *Writer) Comment(mark, format string, args ...any) {
	text := strings.Join(strings.Fields(fmt.Sprintf(format, args...)), " ")
	if strings.HasSuffix(text, `\`) {
		text += " ."
	}
	w.Printf("%s %s\n", mark, text)
}

// Head prints what the file is, and what the values of the cells mean.
func (w *Writer) Head(mark string, names []string) {
	if w.Problem.Title != "" {
		w.Comment(mark, "%s", w.Problem.Title)
	}
	w.Comment(mark, "Written by farbank. The values of the cells:")
	for i := range w.Problem.Cells {
		c := &w.Problem.Cells[i]
		text := names[i]
		if c.Name != names[i] {
			text += " (" + c.Name + ")"
		}
		w.Comment(mark, "  %s: %s", text, values(c))
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

// Refuse makes the refusal of a construct at a place; where that is not known, at that of the
// whole.
func (w *Writer) Refuse(pos model.Pos, format string, args ...any) error {
	if pos.Line == 0 {
		pos = w.Place()
	}
	file, at := w.Problem.Place(pos)
	return &Refusal{Language: w.Language.Name, Construct: fmt.Sprintf(format, args...), File: file, Pos: at}
}

// Place is where a problem has its moves or its unknowns, for a refusal of the whole.
func (w *Writer) Place() model.Pos {
	if len(w.Problem.Schemas) > 0 {
		return w.Problem.Schemas[0].Pos
	}
	if len(w.Problem.Vars) > 0 {
		return w.Problem.Vars[0].Pos
	}
	return model.Pos{}
}
