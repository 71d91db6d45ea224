package lsp

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"farbank"
	"farbank/engine"
	"farbank/lang/syntax"
	"farbank/model"
)

// A writing is the result of grounding a problem.
type writing struct {
	problem  *model.Problem
	warnings []model.Warning
	errs     syntax.ErrorList
	other    error
}

// options returns the options for reading the text, as farbank check uses them.
func (s *snapshot) options(ctx context.Context) ([]farbank.Option, error) {
	opts := []farbank.Option{farbank.WithContext(ctx), farbank.WithLoader(s.load)}
	for _, p := range s.settings() {
		opts = append(opts, farbank.WithParam(p.Name, p.Value))
	}
	data, err := s.data()
	for _, d := range data {
		opts = append(opts, farbank.WithData(d.Name, d.JSON))
	}
	return opts, err
}

// write grounds the problem and collects warnings.
func (s *snapshot) write() (w *writing) {
	w = &writing{}
	defer func() {
		if bug := recover(); bug != nil {
			*w = writing{other: fmt.Errorf("a bug: %v", bug)}
		}
	}()
	opts, err := s.options(s.ctx)
	if err != nil {
		w.other = err
		return w
	}
	p, err := farbank.Parse(s.name, s.sourceText(), opts...)
	if err != nil {
		if w.errs = list(err); w.errs == nil {
			w.other = err
		}
		return w
	}
	w.problem = p
	w.warnings = append(slices.Clip(p.Warnings), engine.Inapplicable(s.ctx, p)...)
	slices.SortStableFunc(w.warnings, func(x, y model.Warning) int { return x.Pos.Line - y.Pos.Line })
	return w
}

// watch publishes the diagnostics of a document: those of reading soon after a change, the rest
// when it has not changed for a while.
func (s *server) watch(snap *snapshot) {
	defer s.work.Done()
	if !pause(snap.ctx, s.opts.Soon) {
		return
	}
	r := snap.look()
	if r.errs != nil || r.other != nil {
		s.publish(snap, snap.wrong(r.errs, r.other))
		return
	}
	if !pause(snap.ctx, s.opts.Later) {
		return
	}
	select {
	case s.turn <- struct{}{}: // one at a time
		defer func() { <-s.turn }()
	case <-snap.ctx.Done():
		return
	}
	w := snap.whole()
	list := snap.wrong(w.errs, w.other)
	for _, x := range w.warnings {
		list = append(list, snap.warning(w.problem, x))
	}
	s.publish(snap, list)
}

// pause waits for d. It returns false if ctx ends before.
func pause(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-t.C:
		return ctx.Err() == nil
	}
}

// publish sends diagnostics to the editor, unless the text has changed.
func (s *server) publish(snap *snapshot, list []Diagnostic) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if snap.ctx.Err() == nil {
		s.wire.notify("textDocument/publishDiagnostics", diagnosticsParams{snap.uri, snap.version, list})
	}
}

// wrong returns errors as diagnostics.
func (s *snapshot) wrong(errs syntax.ErrorList, other error) []Diagnostic {
	out := []Diagnostic{}
	for _, e := range errs {
		out = append(out, s.diagnostic(e))
	}
	var bug *farbank.BugError
	switch {
	case other == nil || errors.Is(other, context.Canceled):
	case errors.As(other, &bug):
		out = append(out, Diagnostic{Severity: 1, Source: "farbank", Message: "a bug of farbank: " + bug.Error()})
	default:
		out = append(out, Diagnostic{Severity: 1, Source: "farbank", Message: other.Error()})
	}
	return out
}

// diagnostic returns an error as a diagnostic. An error in another file gets the position where
// this file is used, or the top of the document.
func (s *snapshot) diagnostic(e *syntax.Error) Diagnostic {
	d := Diagnostic{Severity: 1, Source: "farbank", Message: e.Msg}
	if e.Hint != "" {
		d.Message += "\nhint: " + e.Hint
	}
	switch {
	case e.File == s.name && e.Pos.IsValid():
		d.Range = s.span(e.Pos.Offset, s.errorEnd(e))
	case e.File != s.name && e.Pos.IsValid():
		d.Message = fmt.Sprintf("%s:%d:%d: %s", e.File, e.Pos.Line, e.Pos.Col, d.Message)
		d.Range = s.usePlace(e.File)
		if source, err := s.load(e.File); err == nil {
			t := newText(source)
			at := t.column(e.Pos)
			d.Related = []related{{Location{s.document(e.File), t.span(at, at)}, e.Msg}}
		}
	case e.File != s.name:
		d.Message = e.File + ": " + d.Message
	}
	return d
}

// errorEnd returns the end of the range of an error: one character if it is not given.
func (s *snapshot) errorEnd(e *syntax.Error) int {
	if e.End.IsValid() && e.End.Offset > e.Pos.Offset {
		return e.End.Offset
	}
	for i := range s.source[min(e.Pos.Offset, len(s.source)):] {
		if i > 0 {
			return e.Pos.Offset + i
		}
	}
	return len(s.source)
}

// usePlace returns the range where a file is used, directly or by another.
func (s *snapshot) usePlace(name string) Range {
	var first *syntax.UseDecl
	for _, d := range s.look().own.Decls {
		if d, ok := d.(*syntax.UseDecl); ok {
			if s.path(d.Path.Value) == s.path(name) {
				return s.node(d.Path)
			}
			if first == nil {
				first = d
			}
		}
	}
	if first != nil {
		return s.node(first.Path)
	}
	return Range{}
}

// warning returns a warning as a diagnostic for the word at its position.
func (s *snapshot) warning(p *model.Problem, w model.Warning) Diagnostic {
	d := Diagnostic{Severity: 2, Code: string(w.Kind), Source: "farbank", Message: w.Msg}
	if w.Kind == model.WarnUnused {
		d.Tags = []int{1}
	}
	if w.Pos.Line <= 0 {
		return d
	}
	file, at := p.Place(w.Pos)
	if file != s.name {
		d.Message = fmt.Sprintf("%s:%d:%d: %s", file, at.Line, at.Col, w.Msg)
		d.Range = s.usePlace(file)
		return d
	}
	from := newText(s.sourceText()).column(syntax.Pos{Line: at.Line, Col: at.Col})
	d.Range = s.span(from, s.wordEnd(from))
	return d
}

// wordEnd returns the end of the token that begins at a byte.
func (s *snapshot) wordEnd(from int) int {
	for l := range s.look().own.Lexemes() {
		if l.From.Offset >= from {
			return l.To.Offset
		}
	}
	return from
}
