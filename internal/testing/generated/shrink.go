package generated

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"farbank/lang/syntax"
)

// Shrink reduces a failing model as long as fails reports true: it removes declarations, statements
// and parts, replaces expressions by subexpressions and literals, and names by values. The result
// is minimal with respect to such steps. For a text that parses, fails is only called with texts
// that parse; other texts are reduced by lines and characters.
func Shrink(m Model, fails func(Model) bool) Model {
	s := &shrinker{best: m, fails: fails}
	if _, err := syntax.Parse("made.far", m.Source); err != nil {
		s.inputs()
		s.pieces("\n")
		s.pieces("")
		return s.best
	}
	for {
		before := s.best.Source + s.best.Data
		s.inputs()
		s.halves()
		s.steps()
		s.blanks()
		if s.best.Source+s.best.Data == before {
			return s.best
		}
	}
}

// pieces removes pieces of the text between separators, several at once first.
func (s *shrinker) pieces(sep string) {
	list := strings.Split(s.best.Source, sep)
	for n := len(list) / 2; n > 0; n /= 2 {
		for i := 0; i+n <= len(list); {
			m := s.best
			m.Source = strings.Join(slices.Concat(list[:i], list[i+n:]), sep)
			if s.take(m) {
				list = slices.Delete(list, i, i+n)
			} else {
				i += n
			}
		}
	}
}

type shrinker struct {
	best  Model
	fails func(Model) bool
}

// A cut replaces a range of the text.
type cut struct {
	from, to int
	text     string
}

// A step is a list of cuts that are made together.
type step []cut

// apply makes the cuts; it returns false if two overlap.
func (s step) apply(source string) (string, bool) {
	cuts := slices.Clone(s)
	slices.SortFunc(cuts, func(a, b cut) int { return cmp.Compare(a.from, b.from) })
	var b strings.Builder
	at := 0
	for _, c := range cuts {
		if c.from < at || c.to < c.from || c.to > len(source) {
			return "", false
		}
		b.WriteString(source[at:c.from])
		b.WriteString(c.text)
		at = c.to
	}
	b.WriteString(source[at:])
	return b.String(), true
}

// saves returns the number of bytes that a step saves.
func (s step) saves() int {
	n := 0
	for _, c := range s {
		n += c.to - c.from - len(c.text)
	}
	return n
}

// try accepts a text if it is smaller and still fails.
func (s *shrinker) try(source string) bool {
	if source == s.best.Source {
		return false
	}
	f, err := syntax.Parse("made.far", source)
	if err != nil || !smaller(f, s.parse()) {
		return false
	}
	m := s.best
	m.Source = source
	if !s.fails(m) {
		return false
	}
	s.best = m
	return true
}

// smaller orders texts: by the number of declarations, the length, and lexicographically, so that
// shrinking terminates.
func smaller(a, b *syntax.File) bool {
	return cmp.Or(cmp.Compare(len(a.Decls), len(b.Decls)), cmp.Compare(len(a.Source), len(b.Source)), cmp.Compare(a.Source, b.Source)) < 0
}

func (s *shrinker) parse() *syntax.File {
	f, err := syntax.Parse("made.far", s.best.Source)
	if err != nil {
		return &syntax.File{Source: s.best.Source}
	}
	return f
}

// inputs removes the inputs outside of the text.
func (s *shrinker) inputs() {
	if len(s.best.Files) > 0 {
		s.take(s.best.inOne())
	}
	for i := len(s.best.Settings) - 1; i >= 0; i-- {
		m := s.best
		m.Settings = slices.Delete(slices.Clone(m.Settings), i, i+1)
		if !s.take(m) {
			s.take(m.withoutDecl(s.best.Settings[i].Name))
		}
	}
	var data map[string]json.RawMessage
	if s.best.Data == "" || json.Unmarshal([]byte(s.best.Data), &data) != nil {
		return
	}
	for _, k := range slices.Sorted(maps.Keys(data)) {
		v := data[k]
		delete(data, k)
		m := s.best
		m.Data = ""
		if b, err := json.Marshal(data); err == nil && len(data) > 0 {
			m.Data = string(b)
		}
		if !s.take(m) && !s.take(m.withoutDecl(k)) {
			data[k] = v
		}
	}
}

// inOne returns the model with used files included in its text.
func (m Model) inOne() Model {
	text := m.Source
	for _, f := range m.Files {
		text += f.Source
	}
	var lines []string
	for _, l := range strings.Split(text, "\n") {
		if !strings.HasPrefix(l, "use ") {
			lines = append(lines, l)
		}
	}
	m.Source, m.Files = strings.Join(lines, "\n"), nil
	return m
}

// withoutDecl returns the model without the declaration of a name.
func (m Model) withoutDecl(name string) Model {
	f, err := syntax.Parse("made.far", m.Source)
	if err != nil {
		return m
	}
	for _, d := range f.Decls {
		v, value := d.(*syntax.ValueDecl)
		e, enum := d.(*syntax.EnumDecl)
		if value && v.Name.Name == name || enum && e.Name.Name == name {
			m.Source, _ = step{wholeLine(m.Source, d)}.apply(m.Source)
		}
	}
	return m
}

func (s *shrinker) take(m Model) bool {
	if !s.fails(m) {
		return false
	}
	s.best = m
	return true
}

// halves removes declarations in large pieces first, then in smaller ones.
func (s *shrinker) halves() {
	for n := len(s.parse().Decls) / 2; n > 0; n /= 2 {
		for from := 0; ; {
			decls := s.parse().Decls
			if from >= len(decls) {
				break
			}
			var cuts step
			for _, d := range decls[from:min(from+n, len(decls))] {
				cuts = append(cuts, wholeLine(s.best.Source, d))
			}
			if source, ok := cuts.apply(s.best.Source); !ok || !s.try(source) {
				from += n
			}
		}
	}
}

// wholeLine returns a cut of a declaration or a statement with the rest of its line, if only a
// comment follows.
func wholeLine(source string, n syntax.Node) cut {
	from, to := n.Pos().Offset, n.End().Offset
	rest, _, _ := strings.Cut(source[to:], "\n")
	if t := strings.TrimSpace(rest); t == "" || strings.HasPrefix(t, "//") {
		to = min(to+len(rest)+1, len(source))
	}
	return cut{from, to, ""}
}

// blanks removes redundant blanks.
func (s *shrinker) blanks() {
	var lines []string
	for _, l := range strings.Split(s.best.Source, "\n") {
		if l = strings.TrimRight(l, " "); l != "" {
			lines = append(lines, l)
		}
	}
	s.try(strings.Join(lines, "\n") + "\n")
	for _, two := range []string{"    ", "  ", " {", " }"} {
		for i := 0; i < len(s.best.Source); i++ {
			if strings.HasPrefix(s.best.Source[i:], two) {
				s.try(s.best.Source[:i] + two[1:] + s.best.Source[i+len(two):])
			}
		}
	}
}

// steps tries all steps, the large ones first, until none helps.
func (s *shrinker) steps() {
	for again := true; again; {
		again = false
		list := stepsOf(s.parse(), s.best.Source)
		slices.SortStableFunc(list, func(a, b step) int { return cmp.Compare(b.saves(), a.saves()) })
		seen := map[string]bool{}
		for _, x := range list {
			source, ok := x.apply(s.best.Source)
			if !ok || seen[source] {
				continue
			}
			seen[source] = true
			if s.try(source) {
				again = true
				break
			}
		}
	}
}
