// Package writing is shared by the writers of all languages. It has refusals, names, infix
// expressions, and a problem as a system of total conditions.
package writing

import (
	"context"
	"fmt"
	"io"
	"strings"

	"farbank/model"
)

// Options are the options of an export. A language ignores those that it does not need.
type Options struct {
	Horizon int    // maximum number of moves, for languages with a bounded horizon
	Best    *int64 // the best cost or value of the objective, if known
	All     bool   // all solutions must be optimal plans (for counting); needs Best
}

// A Language is a format that problems can be exported to.
type Language struct {
	Name      string
	Also      []string // other names: of the systems that read it
	File      string   // the usual file name extension, without the dot
	About     string   // one line
	Bounded   bool     // plans have at most Options.Horizon moves
	NeedsBest bool     // it cannot minimise, only bound the cost by Options.Best
	Others    bool     // it is for problems with others
	Times     bool     // it has moves that take time; for other languages these are lowered
	Writes    func(context.Context, *Writer) error
}

// A Refusal says that a language cannot express a problem.
type Refusal struct {
	Language  string
	Construct string // what it cannot express, in words
	File      string
	Pos       model.Pos // the position; may be zero
}

// Error returns the position, the language and the construct.
func (r *Refusal) Error() string {
	msg := "not expressed in " + r.Language + ": " + r.Construct
	if r.Pos.Line > 0 {
		msg = fmt.Sprintf("%s:%d:%d: %s", r.File, r.Pos.Line, r.Pos.Col, msg)
	}
	return msg
}

// Write writes a problem in the language. The error is a *Refusal if the language cannot
// express it, or that of w or ctx.
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

// refuseStages refuses problems that are solved in stages (see package engine), which no
// language can express.
func (w *Writer) refuseStages() error {
	p := w.Problem
	switch {
	case p.Others() && !w.Language.Others:
		return w.Refuse(w.Place(), "moves that are not ours, or something that is not seen")
	case len(p.Soft) > 0:
		return w.Refuse(p.Soft[0].Pos, "a rule that may be given up")
	case p.Others():
		return nil
	case p.Goals != nil && len(p.Schemas) > 0 && (p.Unit == 0 || !w.Language.Times):
		return w.Refuse(p.Goals.Pos, "an objective of plans")
	case p.Goals != nil && p.Goals.Then != nil && p.Unit == 0:
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
	Err      error // the first error; after it nothing is written
	steps    int
	spent    int64 // bytes of text produced
}

// MaxCases bounds the values and cases that are enumerated.
const MaxCases = 50_000

// maxText bounds the bytes of the texts of expressions, including operands: shared nodes of the
// model may be repeated in the text.
const maxText = 1 << 28

// Ended reports whether writing has failed or the context is done, so that further output does
// not matter.
func (w *Writer) Ended() bool {
	if w.steps++; w.Err == nil && w.steps&0xFF == 0 && w.Context.Err() != nil {
		w.Err = context.Cause(w.Context)
	}
	return w.Err != nil
}

// Spend counts bytes of text for the expression at a position. It returns false if the total is
// too large.
func (w *Writer) Spend(bytes int64, at model.Pos) bool {
	if w.spent += bytes; w.Err == nil && w.spent > maxText {
		w.Err = w.Refuse(at, "the conditions written out are too large")
	}
	return w.Err == nil
}

// Printf writes a text unless there was an error.
func (w *Writer) Printf(format string, args ...any) {
	if w.Err == nil {
		_, w.Err = fmt.Fprintf(w.Out, format, args...)
	}
}

// Comment writes a text as a comment of one line after mark. A backslash at the end is followed
// by a period, since a preprocessor would join the next line.
func (w *Writer) Comment(mark, format string, args ...any) {
	text := strings.Join(strings.Fields(fmt.Sprintf(format, args...)), " ")
	if strings.HasSuffix(text, `\`) {
		text += " ."
	}
	w.Printf("%s %s\n", mark, text)
}

// Head writes comments about the file and the values of the cells.
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
	if d := w.Problem.CostDigits; d > 0 {
		w.Comment(mark, "Costs are multiples of %s: the cost 1 is %d.", model.Decimal(1, d), model.Power(d))
	}
	if o := w.Problem.Goals; o != nil && o.Digits > 0 {
		w.Comment(mark, "The objective is a multiple of %s: the value 1 is %d.", model.Decimal(1, o.Digits), model.Power(o.Digits))
	}
}

// values describes the values of a cell: its numbers, with their names.
func values(c *model.CellInfo) string {
	if d := c.Type.Digits; d > 0 {
		return fmt.Sprintf("%d to %d, multiples of %s: %s to %s", c.Lo, c.Hi, model.Decimal(1, d), model.Decimal(c.Lo, d), model.Decimal(c.Hi, d))
	}
	if c.Type.Kind == model.Int || c.Span() > 12 {
		return fmt.Sprintf("%d to %d", c.Lo, c.Hi)
	}
	var list []string
	for v := range c.Values() {
		list = append(list, fmt.Sprintf("%d %s", v, c.Type.Format([]int64{v})))
	}
	return strings.Join(list, ", ")
}

// Refuse returns the refusal of a construct at a position, or at Place if pos is zero.
func (w *Writer) Refuse(pos model.Pos, format string, args ...any) error {
	if pos.Line == 0 {
		pos = w.Place()
	}
	file, at := w.Problem.Place(pos)
	return &Refusal{Language: w.Language.Name, Construct: fmt.Sprintf(format, args...), File: file, Pos: at}
}

// Place returns the position of the first move or variable, for a refusal of the whole problem.
func (w *Writer) Place() model.Pos {
	if len(w.Problem.Schemas) > 0 {
		return w.Problem.Schemas[0].Pos
	}
	if len(w.Problem.Vars) > 0 {
		return w.Problem.Vars[0].Pos
	}
	return model.Pos{}
}
