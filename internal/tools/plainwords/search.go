package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"regexp"
	"strconv"
	"strings"
	"unicode"
)

// A find is one occurrence of a mark.
type find struct {
	file string
	line int
	mark string
	text string
}

const (
	longLine     = "lines over 120 characters"
	longSentence = "sentences over 40 words"
	term         = "identifiers with a term of the field"
	noDoc        = "exported functions without a doc comment"
	otherDoc     = "doc comments that do not start with the name"
)

// codeSpan matches code within a sentence, which counts as one word.
var codeSpan = regexp.MustCompile("`[^`]*`")

// search returns all marks in the Go files and documents below root, in the order of files.
func search(root fs.FS) ([]find, error) {
	var all []find
	err := fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "testdata" || d.Name() == "node_modules" || name != "." && d.Name() != ".ci" && strings.HasPrefix(d.Name(), ".")):
			return fs.SkipDir
		case name == "internal/tools/plainwords/marks.go":
			return nil
		}
		switch path.Ext(name) {
		case ".go":
			return searchFile(root, name, searchGo, &all)
		case ".md":
			return searchFile(root, name, searchDocument, &all)
		}
		return nil
	})
	return all, err
}

func searchFile(root fs.FS, name string, in func(name string, text []byte) ([]find, error), all *[]find) error {
	text, err := fs.ReadFile(root, name)
	if err != nil {
		return err
	}
	found, err := in(name, text)
	*all = append(*all, found...)
	return err
}

// searchGo returns the marks in comments, in string literals that are sentences, and in the
// names that the file declares.
func searchGo(name string, text []byte) ([]find, error) {
	files := token.NewFileSet()
	f, err := parser.ParseFile(files, name, text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	var found []find
	add := func(pos token.Pos, text string) {
		found = append(found, searchText(name, files.Position(pos).Line, text)...)
	}
	for _, group := range f.Comments {
		for _, c := range group.List {
			add(c.Pos(), strings.TrimPrefix(c.Text, "//"))
		}
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ImportSpec:
			return false
		case *ast.BasicLit:
			if s, err := strconv.Unquote(n.Value); err == nil && n.Kind == token.STRING && strings.Count(s, " ") > 1 {
				add(n.Pos(), s)
			}
		case *ast.FuncDecl:
			if mark := undocumented(name, f, n); mark != "" {
				found = append(found, find{name, files.Position(n.Pos()).Line, mark, n.Name.Name})
			}
			found = append(found, searchName(name, files.Position(n.Pos()).Line, n.Name.Name)...)
		case *ast.TypeSpec:
			found = append(found, searchName(name, files.Position(n.Pos()).Line, n.Name.Name)...)
		}
		return true
	})
	return found, nil
}

// undocumented returns the mark of an exported function or method without a proper doc
// comment, or "" if there is nothing to say.
func undocumented(file string, f *ast.File, fn *ast.FuncDecl) string {
	switch {
	case strings.HasSuffix(file, "_test.go"), f.Name.Name == "main", !fn.Name.IsExported():
		return ""
	case fn.Recv != nil && !receiverIsExported(fn.Recv.List[0].Type):
		return ""
	case fn.Doc.Text() == "":
		return noDoc
	case !strings.HasPrefix(fn.Doc.Text(), fn.Name.Name+" "):
		return otherDoc
	}
	return ""
}

func receiverIsExported(t ast.Expr) bool {
	for {
		switch x := t.(type) {
		case *ast.StarExpr:
			t = x.X
		case *ast.IndexExpr:
			t = x.X
		case *ast.IndexListExpr:
			t = x.X
		case *ast.Ident:
			return x.IsExported()
		default:
			return false
		}
	}
}

// searchText returns the marks of words in text, which begins at a line of a file.
func searchText(name string, line int, text string) []find {
	var found []find
	for l := range strings.Lines(text) {
		for _, w := range words {
			for _, match := range w.pattern.FindAllString(l, -1) {
				if w.except != nil && w.except.MatchString(match) {
					continue
				}
				found = append(found, find{name, line, w.mark, strings.TrimSpace(l)})
			}
		}
		line++
	}
	return found
}

// searchName returns a find for each word of a camel-case identifier that is in names.
func searchName(file string, line int, name string) []find {
	var found []find
	for _, word := range camelWords(name) {
		if _, ok := names[word]; ok {
			found = append(found, find{file, line, term, name})
		}
	}
	return found
}

// camelWords splits a camel-case identifier into its words, in lower case.
func camelWords(name string) []string {
	var all []string
	start := 0
	for i, r := range name {
		if unicode.IsUpper(r) && i > start {
			all = append(all, strings.ToLower(name[start:i]))
			start = i
		}
	}
	return append(all, strings.ToLower(name[start:]))
}

// searchDocument returns the marks in a Markdown document outside of fenced blocks, its lines
// that are too long, and its sentences that are too long.
func searchDocument(name string, text []byte) ([]find, error) {
	var found []find
	fenced := false
	var paragraph []string
	start := 0
	end := func() {
		for _, s := range sentences(codeSpan.ReplaceAllString(strings.Join(paragraph, " "), "code")) {
			if n := len(strings.Fields(s)); n > 40 {
				found = append(found, find{name, start, longSentence, strconv.Itoa(n) + ": " + s})
			}
		}
		paragraph = nil
	}
	line := 0
	for l := range strings.Lines(string(text)) {
		line++
		l = strings.TrimRight(l, "\r\n")
		trimmed := strings.TrimSpace(l)
		if strings.HasPrefix(trimmed, "```") {
			fenced = !fenced
			end()
			continue
		}
		if fenced {
			continue
		}
		if len([]rune(l)) > 120 {
			found = append(found, find{name, line, longLine, l[:60]})
		}
		found = append(found, searchText(name, line, l)...)
		if trimmed == "" || strings.HasPrefix(trimmed, "|") || strings.HasPrefix(trimmed, "#") || listItem.MatchString(trimmed) {
			end()
		}
		if trimmed != "" && !strings.HasPrefix(trimmed, "|") && !strings.HasPrefix(trimmed, "#") {
			if paragraph == nil {
				start = line
			}
			paragraph = append(paragraph, trimmed)
		}
	}
	end()
	return found, nil
}

var (
	listItem    = regexp.MustCompile(`^([-*]|\d+\.) `)
	sentenceEnd = regexp.MustCompile(`[.!?][)"*_]*( |$)`)
)

// sentences splits a paragraph behind full stops, exclamation and question marks.
func sentences(paragraph string) []string {
	var all []string
	last := 0
	for _, m := range sentenceEnd.FindAllStringIndex(paragraph, -1) {
		all = append(all, paragraph[last:m[1]])
		last = m[1]
	}
	return append(all, paragraph[last:])
}
