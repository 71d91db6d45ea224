package clients

import (
	"bytes"
	_ "embed"
	"go/format"
	"strings"
	"text/template"
)

//go:embed python.tmpl
var pythonText string

//go:embed typescript.tmpl
var typescriptText string

//go:embed go.tmpl
var goText string

// Files returns the generated files by their paths below the root of the project.
func Files(api *API) (map[string][]byte, error) {
	files := map[string][]byte{}
	for path, f := range map[string]struct {
		text string
		w    words
	}{
		"clients/python/src/farbank/_generated.py": {pythonText, words{"int", "float", "float", "bool", "str", "Any", "None",
			func(of string) string { return "List[" + of + "]" }, func(of string) string { return "Dict[str, " + of + "]" }, func(n string) string { return `"` + n + `"` }}},
		"clients/typescript/src/generated.ts": {typescriptText, words{"number", "number", "number", "boolean", "string", "unknown", "null",
			func(of string) string { return of + "[]" }, func(of string) string { return "Record<string, " + of + ">" }, func(n string) string { return n }}},
		"server/client/generated.go": {goText, words{"int64", "float64", "json.Number", "bool", "string", "any", "nil",
			func(of string) string { return "[]" + of }, func(of string) string { return "map[string]" + of }, func(n string) string { return n }}},
	} {
		b, err := write(f.text, &f.w, api)
		if err != nil {
			return nil, err
		}
		files[path] = b
	}
	var err error
	const goFile = "server/client/generated.go"
	files[goFile], err = format.Source(files[goFile])
	return files, err
}

func write(text string, w *words, api *API) ([]byte, error) {
	t, err := template.New("").Funcs(template.FuncMap{"type": w.write, "camel": camel, "goType": goType(w), "first": lowerFirst, "wrapped": oneLine}).Parse(text)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = t.Execute(&b, api)
	return b.Bytes(), err
}

// goType returns a function for the Go type of a field: a pointer if the value is optional and its
// absence differs from 0.
func goType(w *words) func(f Field) string {
	return func(f Field) string {
		of := w.write(f.Of)
		if f.Optional && (of == w.integer || of == w.number || of == w.decimal || of == w.boolean || f.Of.Ref != "") {
			return "*" + of
		}
		return of
	}
}

func lowerFirst(s string) string { return strings.ToLower(s[:1]) + s[1:] }

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
