package main

import (
	"bytes"
	"errors"
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// rewrite gives the module in dir another path. It returns the old one, and in how many files
// it stood.
func rewrite(dir, path string) (old string, files int, err error) {
	if err := check(path); err != nil {
		return "", 0, err
	}
	if old, err = modulePath(filepath.Join(dir, "go.mod")); err != nil {
		return "", 0, err
	}
	if old == path {
		return old, 0, fmt.Errorf("the module is called %s already", path)
	}
	texts, err := changed(dir, old, path)
	if err != nil {
		return "", 0, err
	}
	for name, text := range texts {
		info, err := os.Stat(name)
		if err == nil {
			err = os.WriteFile(name, text, info.Mode().Perm())
		}
		if err != nil {
			return "", 0, err
		}
	}
	return old, len(texts), nil
}

// check refuses what the go command would not take for the path of a module that others import.
func check(path string) error {
	host, _, below := strings.Cut(path, "/")
	switch {
	case !regexp.MustCompile(`^[A-Za-z0-9._~/-]+$`).MatchString(path), strings.Contains(path, "//"), strings.HasSuffix(path, "/"):
		return fmt.Errorf("%q is no import path: letters, digits and - . _ ~ between slashes", path)
	case !strings.Contains(host, "."), strings.HasPrefix(host, "."), strings.HasPrefix(host, "-"), !below:
		return fmt.Errorf("%q cannot be fetched: it begins with a host, as in example.com/me/farbank", path)
	}
	return nil
}

var moduleLine = regexp.MustCompile(`(?m)^module[ \t]+(\S+)[ \t]*$`)

// modulePath reads the path of a module from its go.mod.
func modulePath(file string) (string, error) {
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return "", errors.New("there is no go.mod here; run it in the folder of the module")
	}
	if err != nil {
		return "", err
	}
	m := moduleLine.FindSubmatch(text)
	if m == nil {
		return "", fmt.Errorf("%s has no line module", file)
	}
	return string(m[1]), nil
}

// changed returns what the files below a folder become, those that change.
func changed(dir, old, path string) (map[string][]byte, error) {
	texts := map[string][]byte{}
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && d.Name() == ".git":
			return filepath.SkipDir
		case !d.Type().IsRegular():
			return nil
		}
		change := map[string]func(name string, text []byte, old, path string) ([]byte, error){".go": inGo, ".mod": inModule, ".md": inDocument}[filepath.Ext(name)]
		if change == nil {
			return nil
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		after, err := change(name, text, old, path)
		if err != nil {
			return err
		}
		if !bytes.Equal(after, text) {
			texts[name] = after
		}
		return nil
	})
	return texts, err
}

// moved is a path of the module by its new name.
func moved(p, old, path string) (string, bool) {
	if rest, ok := strings.CutPrefix(p, old); ok && (rest == "" || rest[0] == '/') {
		return path + rest, true
	}
	return p, false
}

// inGo rewrites the imports of a file; a package whose name was the last part of its path
// keeps that name.
func inGo(name string, text []byte, old, path string) ([]byte, error) {
	set := token.NewFileSet()
	f, err := parser.ParseFile(set, name, text, parser.ImportsOnly)
	if err != nil {
		return nil, err
	}
	var out []byte
	from := 0
	for _, imp := range f.Imports {
		p, err := strconv.Unquote(imp.Path.Value)
		if err != nil {
			return nil, err
		}
		if p, ok := moved(p, old, path); ok {
			at := set.Position(imp.Path.Pos()).Offset
			out = append(out, text[from:at]...)
			out = append(out, strconv.Quote(p)...)
			from = at + len(imp.Path.Value)
		}
	}
	return append(out, text[from:]...), nil
}

// inModule rewrites a go.mod: the module itself, and what others say of it.
func inModule(_ string, text []byte, old, path string) ([]byte, error) {
	words := regexp.MustCompile(`[^\s()]+`)
	return words.ReplaceAllFunc(text, func(w []byte) []byte {
		p, _ := moved(string(w), old, path)
		return []byte(p)
	}), nil
}

// inDocument rewrites import paths between quotation marks, and those of go doc.
func inDocument(_ string, text []byte, old, path string) ([]byte, error) {
	quoted := regexp.MustCompile("(\"|`|go doc )" + regexp.QuoteMeta(old) + "(/[a-z/]+)?(\"|`)")
	return quoted.ReplaceAllFunc(text, func(found []byte) []byte {
		m := quoted.FindSubmatch(found)
		if string(m[1]) == "`" && len(m[2]) == 0 { // the program, or its folder
			return found
		}
		return bytes.Join([][]byte{m[1], []byte(path), m[2], m[3]}, nil)
	}), nil
}
