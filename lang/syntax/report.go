package syntax

import (
	"fmt"
	"strings"
)

// A Reporter collects the errors of a file. Duplicate messages at one position are reported
// once.
type Reporter struct {
	Errs  ErrorList
	file  *File
	lines []string
	said  map[string]bool
}

// NewReporter returns a Reporter of errors in f.
func NewReporter(f *File) *Reporter {
	return &Reporter{file: f, lines: strings.Split(f.Source, "\n"), said: map[string]bool{}}
}

// Errorf reports an error at a node and returns it, so that the caller can add a hint.
func (r *Reporter) Errorf(n Node, format string, args ...any) *Error {
	return r.ErrorAt(n.Pos(), n.End(), format, args...)
}

// ErrorAt reports an error at a span; to may be the zero Pos.
func (r *Reporter) ErrorAt(from, to Pos, format string, args ...any) *Error {
	e := &Error{Msg: fmt.Sprintf(format, args...)}
	e.File, e.Pos = r.file.Place(from)
	_, e.End = r.file.Place(to)
	if from.Line > 0 && from.Line <= len(r.lines) {
		e.Line = strings.TrimRight(r.lines[from.Line-1], "\r")
	}
	r.add(fmt.Sprint(from.Offset, e.Msg), e)
	return e
}

// InputErrorf reports an error in an input of the caller, which has no position in the .far
// file. The message includes path if it is not empty.
func (r *Reporter) InputErrorf(file, path, format string, args ...any) *Error {
	e := &Error{File: file, Msg: fmt.Sprintf(format, args...)}
	if path != "" {
		e.Msg = path + ": " + e.Msg
	}
	r.add(file+e.Msg, e)
	return e
}

func (r *Reporter) add(key string, e *Error) {
	if !r.said[key] {
		r.said[key] = true
		r.Errs = append(r.Errs, e)
	}
}

// Silently runs f, discards its errors, and reports whether there were no errors.
func (r *Reporter) Silently(f func()) (ok bool) {
	errs, said := r.Errs, r.said
	r.Errs, r.said = nil, map[string]bool{}
	f()
	ok = len(r.Errs) == 0
	r.Errs, r.said = errs, said
	return ok
}

// As runs f on an expression that is not in the file. The errors get the file name where.
func (r *Reporter) As(where, source string, f func()) {
	file, lines, errs := r.file, r.lines, r.Errs
	r.file, r.lines, r.Errs = &File{Name: where, Source: source}, nil, nil
	f()
	for _, e := range r.Errs {
		e.Pos, e.End, e.Line = Pos{}, Pos{}, ""
	}
	r.file, r.lines, r.Errs = file, lines, append(errs, r.Errs...)
}

// Where describes the position of n relative to the file of from: "line 3", or "line 3 of
// shared.far" for another file.
func (r *Reporter) Where(n, from Node) string {
	name, p := r.file.Place(n.Pos())
	if here, _ := r.file.Place(from.Pos()); name != here {
		return fmt.Sprintf("line %d of %s", p.Line, name)
	}
	return fmt.Sprintf("line %d", p.Line)
}

// Remarked reports whether a comment follows a node on its line.
func (r *Reporter) Remarked(n Node) bool {
	to := n.End().Offset
	return to >= 0 && to <= len(r.file.Source) && strings.HasPrefix(strings.TrimLeft(r.file.Source[to:], " "), "//")
}

// Text returns the source of a node on one line.
func (r *Reporter) Text(n Node) string {
	from, to := n.Pos().Offset, n.End().Offset
	if from < 0 || to > len(r.file.Source) || from >= to {
		return ""
	}
	return strings.Join(strings.Fields(r.file.Source[from:to]), " ")
}
