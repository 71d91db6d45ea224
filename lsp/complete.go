package lsp

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"farbank/lang/builtin"
	"farbank/lang/syntax"
	"farbank/lang/types"
)

// hole is a name that does not occur in texts. The text is read with it in place of the word under
// the cursor, so that the reader itself determines what can be there.
const hole = "ꙮ"

// Kinds of completions, as in the protocol.
const (
	kindFunction  = 3
	kindVariable  = 6
	kindProperty  = 10
	kindEnum      = 13
	kindKeyword   = 14
	kindFile      = 17
	kindMember    = 20
	kindConstant  = 21
	kindTypeName  = 25
	kindMove      = 2
	asSnippet     = 2
	first         = "0" // what fits, in the editor's order
	second        = "1"
	third         = "2"
	maxCandidates = 1000
)

// A completing is a completion under construction.
type completing struct {
	s     *snapshot
	word  Range // the word that is replaced
	hole  *types.Hole
	known *reading // of the text with the hole
	items []completionItem
}

// completion returns the names and words that can be under the cursor.
func (r *request) completion() (any, error) {
	return r.snap.completions(r.snap.offset(r.Position)), nil
}

// completions returns the names and words that can be at a byte.
func (s *snapshot) completions(at int) []completionItem {
	if done, items := s.withinText(at); done {
		return items
	}
	from, to := s.word(at)
	c := &completing{s: s, word: s.span(from, to), items: []completionItem{}}
	c.known = s.with(s.source[:from] + hole + s.source[to:]).read(hole)
	c.hole = c.known.info.Hole
	switch {
	case c.declared(from):
	case c.begins(from):
	case c.hole != nil && c.hole.Of != nil:
		c.parts(c.hole.Of)
	case c.hole != nil && c.hole.Type:
		c.typeNames()
	default:
		c.values()
	}
	return c.items
}

// word returns the range of the name around a byte.
func (s *snapshot) word(at int) (from, to int) {
	from, to = at, at
	for from > 0 && isWord(s.source, from-1) {
		from--
	}
	for to < len(s.source) && isWord(s.source, to) {
		to++
	}
	for from < to && s.source[from] >= '0' && s.source[from] <= '9' {
		from++
	}
	return from, to
}

// isWord reports whether the byte belongs to a name; all bytes beyond ASCII do.
func isWord(s string, i int) bool {
	c := s[i]
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}

// withinText completes in comments, which have no completions, and in quoted texts: the files of a
// use, and otherwise only inside braces.
func (s *snapshot) withinText(at int) (done bool, items []completionItem) {
	items = []completionItem{}
	k := s.look()
	for _, c := range k.own.Comments {
		if c.From.Offset < at && (at < c.To.Offset || at == c.To.Offset && strings.HasPrefix(c.Text, "//")) {
			return true, items
		}
	}
	use := false
	for l := range k.own.Lexemes() {
		if l.Token == syntax.StringToken && l.From.Offset < at && (at < l.To.Offset || at == l.To.Offset && !closed(l.Text)) {
			inside := s.source[l.From.Offset+1 : at]
			if use {
				return true, s.files(inside, l.From.Offset+1, at)
			}
			return strings.Count(inside, "{") <= strings.Count(inside, "}"), items
		}
		use = l.Token == syntax.IdentToken && l.Text == "use"
	}
	return false, nil
}

// closed reports whether a text has its closing quote.
func closed(text string) bool { return len(text) > 1 && text[len(text)-1] == text[0] }

// files returns the files that can be used, in the folder that has been typed.
func (s *snapshot) files(typed string, from, to int) []completionItem {
	items := []completionItem{}
	if s.dir == "" {
		return items
	}
	folder := typed[:strings.LastIndexByte(typed, '/')+1]
	entries, err := os.ReadDir(s.path(folder))
	if err != nil {
		return items
	}
	for _, e := range entries {
		name := folder + e.Name()
		if e.IsDir() && !strings.HasPrefix(e.Name(), ".") {
			name += "/"
		} else if filepath.Ext(name) != ".far" || name == s.name {
			continue
		}
		items = append(items, completionItem{Label: name, Kind: kindFile, Edit: &textEdit{s.span(from, to), name}})
	}
	return items
}

func (c *completing) add(label string, kind int, detail, sort string) *completionItem {
	c.items = append(c.items, completionItem{Label: label, Kind: kind, Detail: detail, SortText: sort + label, Edit: &textEdit{c.word, label}})
	return &c.items[len(c.items)-1]
}

// declared reports whether the name is being declared; then there are no completions.
func (c *completing) declared(at int) bool {
	for id, o := range c.known.info.Uses {
		if id.Name == hole && o.Ident == id && id.From.Offset == at {
			c.items = []completionItem{}
			return true
		}
	}
	return false
}

// begins completes the first word of a declaration or of a statement.
func (c *completing) begins(at int) bool {
	for _, d := range c.known.own.Decls {
		if d.Pos().Offset > at || at > d.End().Offset {
			continue
		}
		if _, bad := d.(*syntax.BadDecl); bad && d.Pos().Offset == at {
			c.words(declarationWords, first, true)
			return true
		}
		m, ok := d.(*syntax.MoveDecl)
		if !ok || m.Body == nil {
			continue
		}
		statement := false
		syntax.Inspect(m.Body, func(n syntax.Node) bool {
			if s, bad := n.(*syntax.BadStmt); bad && s.From.Offset == at {
				statement = true
			}
			return true
		})
		if statement {
			c.words(statementWords, second, true)
			for _, o := range c.known.info.Objects {
				if o.Kind == types.State {
					c.object(o, first)
				}
			}
			return true
		}
	}
	return false
}

// words adds keywords, as snippets if they begin something.
func (c *completing) words(list []string, sort string, begin bool) {
	about, begun := words(), snippets()
	for _, w := range list {
		item := c.add(w, kindKeyword, "", sort)
		if text := about[w]; text != "" {
			item.Doc = markdown(text)
		}
		if snippet := begun[w]; begin && snippet != "" {
			item.Edit.NewText, item.Format = snippet, asSnippet
		}
	}
}

// parts adds the components of a tuple, or the members of an enum.
func (c *completing) parts(t *types.Type) {
	c.items = []completionItem{}
	switch t.Kind {
	case types.Tuple:
		for i, e := range t.Elems {
			if t.Names != nil {
				c.add(t.Names[i], kindProperty, plain(e), first)
			}
			item := c.add(string(rune('1'+min(i, 8))), kindProperty, plain(e), second)
			if i > 8 {
				c.items = c.items[:len(c.items)-1]
			} else if t.Names != nil {
				item.Detail += ", as ." + t.Names[i]
			}
		}
	case types.Enum:
		if t.Model == nil {
			return
		}
		for _, name := range t.Model.Names() {
			name = name[strings.LastIndexByte(name, '.')+1:]
			if syntax.IsName(name) {
				c.add(name, kindMember, plain(t), first)
			}
		}
	}
}

// typeNames adds the names that can be a type.
func (c *completing) typeNames() {
	for _, o := range c.known.info.Objects {
		switch {
		case o.Kind == types.EnumName || o.Kind == types.TypeName:
			c.object(o, first)
		case (o.Kind == types.Const || o.Kind == types.Param) && o.Type != nil && (o.Type.Kind == types.Int || o.Type.Kind == types.Set):
			c.object(o, second)
		}
	}
	for _, o := range c.hole.Locals {
		c.object(o, second)
	}
	c.words(typeWords, first, false)
}

// values adds the names and words that can be in an expression, those of the wanted type first.
func (c *completing) values() {
	offered := map[string]bool{}
	if c.hole != nil {
		for _, o := range c.hole.Locals {
			if !offered[o.Name] {
				offered[o.Name] = true
				c.object(o, c.rank(o.Type))
			}
		}
	}
	for _, o := range c.known.info.Objects {
		if offered[o.Name] || len(c.items) >= maxCandidates {
			continue
		}
		t := o.Type
		if t != nil && (o.Kind == types.EnumName || o.Kind == types.TypeName) {
			t = types.SetOf(t)
		}
		c.object(o, c.rank(t))
	}
	for _, f := range builtin.All() {
		if o := c.known.info.Globals[f.Name]; o == nil && !offered[f.Name] {
			item := c.add(f.Name, kindFunction, f.Manual, c.rank(f.Type))
			item.Doc = markdown(aboutFunction(f))
			if f.Type == nil {
				item.SortText = second + f.Name
			}
			item.Edit.NewText, item.Format = f.Name+"($0)", asSnippet
		}
	}
	for _, name := range []string{"count", "first"} {
		c.add(name, kindFunction, "a choice: "+name+"(x: T where e)", second)
	}
	c.words(expressionWords, third, false)
}

// rank returns how well a type fits the wanted one. An element of an array may fit where the array
// does not.
func (c *completing) rank(t *types.Type) string {
	if c.hole == nil || c.hole.Want == nil || c.hole.Want.Kind == types.Bad || t == nil || t.Kind == types.Bad {
		return second
	}
	want := c.hole.Want
	if types.Fits(t, want) || t.Kind == types.Array && types.Fits(t.Elem(), want) {
		return first
	}
	return third
}

// object adds the name of an object.
func (c *completing) object(o *types.Object, sort string) {
	if o.Name == "" || o.Name == hole {
		return
	}
	kinds := map[types.ObjectKind]int{types.Param: kindConstant, types.Const: kindConstant, types.State: kindVariable, types.Find: kindVariable,
		types.Def: kindFunction, types.EnumName: kindEnum, types.Member: kindMember, types.TypeName: kindTypeName, types.Move: kindMove, types.Local: kindVariable}
	detail := plain(o.Type)
	switch o.Kind {
	case types.EnumName, types.TypeName, types.Move:
		detail = o.Kind.String()
	}
	if o.Kind == types.Move {
		sort = third
	}
	label := o.Name
	if o.Kind == types.Member && len(c.known.info.Members[o.Name]) > 1 && sort != first {
		label = o.Enum.Name.Name + "." + o.Name
	}
	item := c.add(label, kinds[o.Kind], detail, sort)
	if o.Kind == types.Def {
		item.Edit.NewText, item.Format = o.Name+"($0)", asSnippet
	} else if o.Type != nil && o.Type.Kind == types.Array && c.wantsElement(o.Type) {
		item.Edit.NewText, item.Format = o.Name+"[$0]", asSnippet
	}
}

// wantsElement reports whether an element of an array is wanted.
func (c *completing) wantsElement(t *types.Type) bool {
	return c.hole != nil && c.hole.Want != nil && c.hole.Want.Kind != types.Bad && !types.Fits(t, c.hole.Want)
}

// globals returns the global names of a kind, sorted.
func (r *reading) globals(k types.ObjectKind) []string {
	var names []string
	for _, name := range slices.Sorted(maps.Keys(r.info.Globals)) {
		if r.info.Globals[name].Kind == k {
			names = append(names, name)
		}
	}
	return names
}
