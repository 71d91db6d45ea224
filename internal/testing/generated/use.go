package generated

import (
	"errors"
	"strings"

	"farbank/lang/syntax"
)

// shareable are the beginnings of declarations that a file may share.
var shareable = []string{"param ", "const ", "enum ", "type ", "def "}

// share moves some of the declarations into files that are used, directly or by another file.
func (m *maker) share() []File {
	if !m.chance("use", 6) {
		return nil
	}
	files := make([]File, m.among(1, 3))
	decls := make([][]string, len(files))
	var own []string
	for _, d := range m.decls {
		if k := m.r.IntN(len(files) + 1); k < len(files) && canShare(d) {
			decls[k] = append(decls[k], d)
		} else {
			own = append(own, d)
		}
	}
	for i := range files {
		files[i].Name = []string{"a.far", "lib/b.far", "lib/c.far"}[i]
		if i+1 < len(files) && m.r.IntN(2) == 0 { // it may be used a second time
			decls[i] = append(decls[i], "use "+[]string{`"lib/b.far"`, `"c.far"`}[i])
		}
		files[i].Source = m.one("", "// shared\n", "\n") + m.joined(decls[i])
	}
	for _, f := range files {
		own = m.insert(own, `use "`+f.Name+`"`)
	}
	m.decls = own
	return files
}

func (m *maker) insert(list []string, s string) []string {
	at := m.r.IntN(len(list) + 1)
	return append(list[:at:at], append([]string{s}, list[at:]...)...)
}

func canShare(decl string) bool {
	for _, word := range shareable {
		if strings.HasPrefix(decl, word) {
			return true
		}
	}
	return false
}

// Load returns the text of a file that the model uses.
func (m Model) Load(name string) (string, error) {
	for _, f := range m.Files {
		if f.Name == name {
			return f.Source, nil
		}
	}
	return "", errors.New("there is no such file")
}

// Parse reads a text of the model with the files that it uses.
func (m Model) Parse(source string) (*syntax.File, error) {
	f, err := syntax.Parse("made.far", source)
	if err != nil {
		return nil, err
	}
	return syntax.Use(f, m.Load)
}
