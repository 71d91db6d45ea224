package lsp

import (
	"encoding/json"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"farbank/lang/builtin"
	"farbank/lang/syntax"
	"farbank/lang/types"
)

// definition returns where the name under the cursor is declared, or the file that is used there.
func (r *request) definition() (any, error) {
	s, at := r.snap, r.snap.offset(r.Position)
	k := s.look()
	for _, d := range k.own.Decls {
		if d, ok := d.(*syntax.UseDecl); ok && d.Path.From.Offset <= at && at <= d.Path.To.Offset && s.dir != "" {
			return Location{URI: s.document(d.Path.Value)}, nil
		}
	}
	if o := k.at(at); o != nil && o.object.Ident != nil {
		return s.location(k, o.object.Ident), nil
	}
	return nil, nil
}

// typeDefinition returns where the type of the name under the cursor is declared.
func (r *request) typeDefinition() (any, error) {
	s := r.snap
	k := s.look()
	o := k.at(s.offset(r.Position))
	if o == nil || o.object.Type == nil {
		return nil, nil
	}
	t := o.object.Type
	for t.Kind == types.Array || t.Kind == types.Set {
		t = t.Elem()
	}
	name := t.Name
	if t.Kind == types.Enum && t.Model != nil {
		name = t.Model.Name
	}
	if g := k.info.Globals[name]; g != nil && g.Ident != nil {
		return s.location(k, g.Ident), nil
	}
	return nil, nil
}

// A place is the position of a declaration, independent of the document from which it is seen.
type place struct {
	path   string
	offset int
}

// placeOf returns where an object is declared.
func (s *snapshot) placeOf(r *reading, o *types.Object) place {
	l := s.location(r, o.Ident)
	t := s.text
	if !s.mine(o.Ident.From) {
		name, _ := r.file.Place(o.Ident.From)
		source, _ := s.load(name)
		t = newText(source)
	}
	key := pathOf(l.URI)
	if key == "" {
		key = l.URI
	}
	return place{key, t.offset(l.Range.Start)}
}

// uses returns the occurrences in a document of the name declared at a place, including the
// declaration.
func (s *snapshot) uses(target place) []Location {
	var found []Location
	k := s.look()
	same := map[*syntax.Ident]bool{}
	for _, o := range k.occurrences() {
		if !s.mine(o.id.From) || o.object.Ident == nil {
			continue
		}
		is, known := same[o.object.Ident]
		if !known {
			is = s.placeOf(k, o.object) == target
			same[o.object.Ident] = is
		}
		if is && o.object.Name == o.id.Name {
			found = append(found, Location{s.uri, s.node(o.id)})
		}
	}
	return found
}

// everywhere returns the occurrences of the name declared at a place: in the document, and in files
// of the folder that may use the file, or be used.
func (r *request) everywhere(target place, name string) []Location {
	var found []Location
	for _, s := range r.related(target, name) {
		for _, l := range s.uses(target) {
			if !slices.Contains(found, l) {
				found = append(found, l)
			}
		}
	}
	return found
}

// maxFiles is the maximum number of files that are searched.
const maxFiles = 1000

// related returns the documents in which a name may occur: the current one if the name is local to
// a file.
func (r *request) related(target place, name string) []*snapshot {
	list := []*snapshot{r.snap}
	if r.snap.dir == "" {
		return list
	}
	seen := map[string]bool{pathOf(r.snap.uri): true}
	r.mu.Lock()
	for _, uri := range slices.Sorted(maps.Keys(r.documents)) {
		d := r.documents[uri]
		if path := pathOf(d.uri); path != "" && !seen[path] && !d.isData() {
			seen[path] = true
			list = append(list, d)
		}
	}
	r.mu.Unlock()
	for _, path := range append(farFiles(append(r.folders, r.snap.dir)), target.path) {
		if seen[path] || !strings.HasSuffix(path, ".far") {
			continue
		}
		seen[path] = true
		b, err := os.ReadFile(path)
		if err != nil || !strings.Contains(string(b), name) || path != target.path && !strings.Contains(string(b), "use") {
			continue
		}
		list = append(list, r.snap.beside(path, string(b)))
	}
	return list
}

// beside returns a snapshot of another file on disk.
func (s *snapshot) beside(path, source string) *snapshot {
	other := newSnapshot(uriOf(path), 0, strings.TrimPrefix(source, "\ufeff"), s.open, inputs{})
	other.cancel()
	other.ctx, other.cancel = s.ctx, func() {}
	return other
}

// farFiles returns the .far files in folders.
func farFiles(folders []string) []string {
	var files []string
	for _, dir := range folders {
		_ = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return fs.SkipDir
			case d.IsDir() && path != dir && (strings.HasPrefix(d.Name(), ".") || d.Name() == "node_modules"):
				return fs.SkipDir
			case len(files) == maxFiles:
				return fs.SkipAll
			case !d.IsDir() && strings.HasSuffix(path, ".far"):
				files = append(files, filepath.Clean(path))
			}
			return nil
		})
	}
	return files
}

// named returns the occurrence under the cursor, or nil if it is not a declared name.
func (r *request) named() (*reading, *occurrence) {
	k := r.snap.look()
	o := k.at(r.snap.offset(r.Position))
	if o == nil || o.object.Ident == nil || o.object.Ident.Name != o.id.Name {
		return k, nil
	}
	return k, o
}

// references returns all occurrences of the name under the cursor.
func (r *request) references() (any, error) {
	var p struct {
		Context struct {
			IncludeDeclaration bool `json:"includeDeclaration"`
		} `json:"context"`
	}
	if err := json.Unmarshal(r.params, &p); err != nil {
		return nil, failed(invalidParams, "%v", err)
	}
	k, o := r.named()
	if o == nil {
		return []Location{}, nil
	}
	target := r.snap.placeOf(k, o.object)
	list := r.everywhere(target, o.id.Name)
	if !p.Context.IncludeDeclaration {
		there := r.snap.location(k, o.object.Ident)
		list = slices.DeleteFunc(list, func(l Location) bool { return l == there })
	}
	return list, nil
}

// highlights returns the occurrences in this document.
func (r *request) highlights() (any, error) {
	type highlight struct {
		Range Range `json:"range"`
	}
	list := []highlight{}
	if k, o := r.named(); o != nil {
		for _, l := range r.snap.uses(r.snap.placeOf(k, o.object)) {
			list = append(list, highlight{l.Range})
		}
	}
	return list, nil
}

func (r *request) prepareRename() (any, error) {
	_, o := r.named()
	if o == nil {
		return nil, nil
	}
	return map[string]any{"range": r.snap.node(o.id), "placeholder": o.id.Name}, nil
}

// rename renames all occurrences, unless a name would then mean something else.
func (r *request) rename() (any, error) {
	var p struct {
		NewName string `json:"newName"`
	}
	if err := json.Unmarshal(r.params, &p); err != nil {
		return nil, failed(invalidParams, "%v", err)
	}
	k, o := r.named()
	if o == nil {
		return nil, failed(requestFailed, "there is no name here that is declared in a file")
	}
	if why := badName(p.NewName); why != "" {
		return nil, failed(requestFailed, "%s", why)
	}
	edit := workspaceEdit{Changes: map[string][]textEdit{}}
	if p.NewName == o.id.Name {
		return edit, nil
	}
	target := r.snap.placeOf(k, o.object)
	for _, l := range r.everywhere(target, o.id.Name) {
		edit.Changes[l.URI] = append(edit.Changes[l.URI], textEdit{l.Range, p.NewName})
	}
	for _, s := range r.related(target, o.id.Name) {
		if why := s.conflict(edit, p.NewName); why != "" {
			return nil, failed(requestFailed, "%s", why)
		}
	}
	return edit, nil
}

// badName returns why a text is not a valid name, or "".
func badName(name string) string {
	_, word := syntax.Keywords[name]
	switch {
	case word || name == "bool" || name == "text":
		return name + " is a word of the language; choose another name"
	case !syntax.IsName(name):
		return "a name is a letter, then letters, digits and _"
	}
	return ""
}

// conflict returns what would mean something else after an edit, or "": every name must keep its
// meaning.
func (s *snapshot) conflict(edit workspaceEdit, name string) string {
	before := s.look()
	open := map[string]opened{}
	for path, o := range s.open {
		open[path] = opened{o.uri, newText(o.source).apply(edit.Changes[o.uri])}
	}
	for uri, edits := range edit.Changes { // files that are not open
		if path := pathOf(uri); path != "" && open[path].uri == "" {
			if b, err := os.ReadFile(path); err == nil {
				open[path] = opened{uri, newText(string(b)).apply(edits)}
			}
		}
	}
	other := newSnapshot(s.uri, s.version, s.apply(edit.Changes[s.uri]), open, s.given)
	defer other.cancel()
	after := other.look()
	if len(after.errs) > len(before.errs) {
		return "with the name " + name + ": " + after.errs[0].Error()
	}
	x, y := before.occurrences(), after.occurrences()
	if len(x) != len(y) {
		return "with the name " + name + " some names would stand for something else"
	}
	twin := map[*syntax.Ident]*syntax.Ident{}
	for i := range x {
		twin[x[i].id] = y[i].id
	}
	for i := range x {
		if a, b := x[i].object.Ident, y[i].object.Ident; a != nil && twin[a] != nil && twin[a] != b {
			return x[i].id.Name + " would stand for something else with the name " + name
		}
	}
	if builtin.Lookup(name) != nil {
		for l := range before.own.Lexemes() {
			if l.Text == name {
				return name + " is a function of the language that is called here"
			}
		}
	}
	return ""
}

// apply returns the source after edits that do not overlap.
func (t *text) apply(edits []textEdit) string {
	edits = slices.Clone(edits)
	slices.SortFunc(edits, func(a, b textEdit) int { return t.offset(b.Range.Start) - t.offset(a.Range.Start) })
	source := t.source
	for _, e := range edits {
		source = source[:t.offset(e.Range.Start)] + e.NewText + source[t.offset(e.Range.End):]
	}
	return source
}
