package syntax

import (
	"fmt"
	"path"
	"strings"
)

// A Loader returns the text of a file. name is the path of the using file joined with the path
// after use.
type Loader func(name string) (string, error)

// maxUsed is the maximum number of used files.
const maxUsed = 100

// Use returns a file with the declarations of all files that it uses, directly or indirectly,
// or f itself if it uses no file. The error is an ErrorList; the returned file has all that
// could be parsed.
func Use(f *File, load Loader) (*File, error) {
	if f.Used != nil {
		return f, nil
	}
	u := &using{load: load, seen: map[string]bool{}, source: f.Source}
	u.active = []string{clean(f.Name)}
	u.follow(f, f.Decls)
	if u.files == nil && u.errs == nil {
		return f, nil
	}
	u.errs.Sort()
	out := *f
	out.Source, out.Used = u.source, u.files
	out.Decls = append(out.Decls[:len(f.Decls):len(f.Decls)], u.decls...)
	return &out, u.errs.Err()
}

type using struct {
	load   Loader
	seen   map[string]bool
	active []string // the files being read, outermost first
	source string
	files  []Used
	decls  []Decl
	errs   ErrorList
}

func clean(name string) string { return path.Clean(strings.ReplaceAll(name, "\\", "/")) }

// follow reads the files that declarations of a file use.
func (u *using) follow(f *File, decls []Decl) {
	for _, d := range decls {
		if d, ok := d.(*UseDecl); ok {
			u.use(f, d)
		}
	}
}

func (u *using) use(f *File, d *UseDecl) {
	at := func(msg, hint string) {
		e := newError(f.Name, strings.Split(f.Source, "\n"), d.Path.From, d.Path.To, msg, hint)
		u.errs = append(u.errs, e)
	}
	if d.Path.Value == "" || path.IsAbs(d.Path.Value) {
		at("the path of a file that is used is relative to this file", `as in use "shared.far" or use "../shared.far"`)
		return
	}
	name := path.Join(path.Dir(clean(f.Name)), d.Path.Value)
	for _, a := range u.active {
		if a == name {
			at(fmt.Sprintf("%s uses itself: %s", name, strings.Join(append(u.active, name), " uses ")), "")
			return
		}
	}
	switch {
	case u.seen[name]:
		return
	case u.load == nil:
		at(name+" cannot be read: this problem was given without its files", "")
		return
	case len(u.seen) == maxUsed:
		at(fmt.Sprintf("more than %d files are used", maxUsed), "")
		return
	}
	u.seen[name] = true
	text, err := u.load(name)
	if err != nil {
		at(fmt.Sprintf("%s cannot be read: %v", name, err), "the path is relative to this file")
		return
	}
	u.add(name, text)
}

// add parses a file and appends its declarations, with positions after everything read before.
func (u *using) add(name, text string) {
	own, err := Parse(name, text) // for its errors and the files that it uses
	if err != nil {
		u.errs = append(u.errs, err.(ErrorList)...)
	}
	for _, d := range own.Decls {
		if what := notShared(d); what != "" {
			u.errs = append(u.errs, newError(name, strings.Split(text, "\n"), d.Pos(), d.End(), "a file that is used has types, data and functions, no "+what, ""))
		}
	}
	u.source += "\n"
	lines := strings.Count(u.source, "\n")
	from := Pos{Line: lines + 1, Col: 1, Offset: len(u.source)}
	u.source += strings.TrimPrefix(text, "\ufeff")
	u.files = append(u.files, Used{Name: name, Lines: lines})
	p := &parser{name: name, src: u.source, lines: strings.Split(u.source, "\n")}
	p.toks = scan(name, u.source, from, len(u.source), p.lines).out
	u.decls = append(u.decls, p.declarations()...)

	u.active = append(u.active, name)
	u.follow(own, own.Decls)
	u.active = u.active[:len(u.active)-1]
}

// notShared returns the keyword of a declaration that a used file must not have, or "".
func notShared(d Decl) string {
	switch d := d.(type) {
	case *PuzzleDecl:
		return "puzzle"
	case *MoveDecl:
		return "move"
	case *RuleDecl:
		return d.Kind.String()
	case *ObjectiveDecl:
		return "objective"
	case *ShowDecl:
		return "show"
	case *ValueDecl:
		if d.Kind == State || d.Kind == Find {
			return d.Kind.String()
		}
	}
	return ""
}
