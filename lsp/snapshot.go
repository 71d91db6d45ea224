package lsp

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"farbank/internal/bounded"
	"farbank/internal/sources"
	"farbank/lang/check"
	"farbank/lang/syntax"
	"farbank/lang/types"
)

// A snapshot is a version of a document, with everything that it depends on.
type snapshot struct {
	*text
	uri     string
	version int
	dir     string            // of the file; "": the document is not a file
	name    string            // of the file, in messages
	open    map[string]opened // the open documents, by path
	given   inputs

	ctx    context.Context // cancelled when there is a later one
	cancel context.CancelFunc
	look   func() *reading // the result of reading, computed once
	whole  func() *writing // the result of grounding, computed once
}

// An opened is a document that is open in the editor.
type opened struct{ uri, source string }

func newSnapshot(uri string, version int, source string, open map[string]opened, given inputs) *snapshot {
	s := &snapshot{text: newText(source), uri: uri, version: version, open: open, given: given, name: "untitled.far"}
	if path := pathOf(uri); path != "" {
		s.dir, s.name = filepath.Split(path)
	}
	s.ctx, s.cancel = context.WithCancel(context.Background())
	s.look = sync.OnceValue(func() *reading { return s.read("") })
	s.whole = sync.OnceValue(s.write)
	return s
}

// sourceText returns the text with line ends for the parser; every byte keeps its position.
func (s *snapshot) sourceText() string {
	if strings.Contains(s.source, "\n") {
		return s.source
	}
	return strings.ReplaceAll(s.source, "\r", "\n")
}

// load returns the text of a used file: from the editor, if it is open.
func (s *snapshot) load(name string) (string, error) {
	if s.dir == "" {
		return "", errors.New("the file that uses it has not been saved yet")
	}
	path := s.path(name)
	if o, ok := s.open[path]; ok {
		return sources.Text([]byte(o.source)), nil
	}
	b, err := bounded.ReadFile(s.ctx, path, 0)
	if failed := (*fs.PathError)(nil); errors.As(err, &failed) {
		err = failed.Err
	}
	return sources.Text(b), err
}

// document returns the URI of a file that is named in this one.
func (s *snapshot) document(name string) string {
	if o, ok := s.open[s.path(name)]; ok {
		return o.uri
	}
	return uriOf(s.path(name))
}

// path returns the path of a file that is named in this one.
func (s *snapshot) path(name string) string { return filepath.Join(s.dir, filepath.FromSlash(name)) }

// data returns the data files to read this one with.
func (s *snapshot) data() ([]check.Data, error) {
	var list []check.Data
	for _, name := range s.given.Data {
		text, err := s.load(name)
		if err != nil {
			return nil, fmt.Errorf("the data file %s cannot be read: %w", name, err)
		}
		list = append(list, check.Data{Name: name, JSON: []byte(text)})
	}
	return list, nil
}

// A reading is the result of reading a text.
type reading struct {
	own   *syntax.File // the tree of the text itself
	file  *syntax.File // with the files that it uses
	info  *types.Info
	errs  syntax.ErrorList // errors at which farbank check stops
	other error            // an error that is not an error of a file
}

// read reads the text. A nonempty hole is a name that is still to be written.
func (s *snapshot) read(hole string) (r *reading) {
	r = &reading{}
	defer func() { // an unfinished text must not crash the server
		if bug := recover(); bug != nil {
			if r.errs == nil {
				r.other = fmt.Errorf("a bug: %v", bug)
			}
			if r.info == nil {
				r.info = types.NewInfo(r.file)
			}
		}
	}()
	source := s.sourceText()
	own, err := syntax.Parse(s.name, source)
	r.own, r.file = own, own
	r.errs = list(err)
	r.file, err = syntax.Use(own, s.load)
	if r.errs == nil {
		r.errs = list(err)
	}
	data, err := s.data()
	r.other = err
	info, err := check.Known(r.file, check.Options{Context: s.ctx, Hole: hole, Data: data, Params: s.settings()})
	r.info = info
	if r.errs == nil && r.other == nil {
		if r.errs = list(err); r.errs == nil {
			r.other = err
		}
	}
	return r
}

func (s *snapshot) settings() []check.Setting {
	var list []check.Setting
	for name, value := range s.given.Params {
		list = append(list, check.Setting{Name: name, Value: value})
	}
	slices.SortFunc(list, func(a, b check.Setting) int { return cmp.Compare(a.Name, b.Name) })
	return list
}

func list(err error) syntax.ErrorList {
	var l syntax.ErrorList
	errors.As(err, &l)
	return l
}

// with returns the snapshot with another text.
func (s *snapshot) with(source string) *snapshot {
	other := newSnapshot(s.uri, s.version, source, s.open, s.given)
	other.cancel()
	other.ctx, other.cancel = context.WithCancel(s.ctx)
	return other
}

// mine reports whether a position is in the text itself, and not in a used file.
func (s *snapshot) mine(p syntax.Pos) bool { return p.IsValid() && p.Offset <= len(s.source) }

// An occurrence is an occurrence of a name.
type occurrence struct {
	id     *syntax.Ident
	object *types.Object
}

// occurrences returns the resolved names in the text and in used files, by position.
func (r *reading) occurrences() []occurrence {
	var all []occurrence
	for id, o := range r.info.Uses {
		if id.From.IsValid() && o != nil && o.Name != "" {
			all = append(all, occurrence{id, o})
		}
	}
	slices.SortFunc(all, func(a, b occurrence) int { return cmp.Compare(a.id.From.Offset, b.id.From.Offset) })
	return all
}

// at returns the name at a byte of the text, or nil.
func (r *reading) at(offset int) *occurrence {
	for id, o := range r.info.Uses {
		if id.From.IsValid() && id.From.Offset <= offset && offset <= id.To.Offset && o != nil && o.Name != "" {
			return &occurrence{id, o}
		}
	}
	return nil
}

// location returns the location of a node: in the text, or in a used file.
func (s *snapshot) location(r *reading, n syntax.Node) Location {
	from, to := n.Pos(), n.End()
	if s.mine(from) {
		return Location{s.uri, s.node(n)}
	}
	name, p := r.file.Place(from)
	source, err := s.load(name)
	if err != nil {
		return Location{s.uri, Range{}}
	}
	t := newText(source)
	begin := t.column(p)
	return Location{s.document(name), t.span(begin, begin+to.Offset-from.Offset)}
}

// isData reports whether the document is a data file.
func (s *snapshot) isData() bool { return strings.HasSuffix(s.uri, ".json") }
