package page

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"io/fs"
	"maps"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"farbank/docs"
	"farbank/examples"
)

//go:embed web
var web embed.FS

// backEnd is the marker for the back end in index.html; the static site has "worker" instead.
const backEnd = `name="farbank-back" content="service"`

// Policy is the content security policy of the page: no other hosts and no inline scripts.
const Policy = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'"

// An Example is an example in examples.json.
type Example struct {
	Name   string                     `json:"name"`
	Source string                     `json:"source"`
	Data   map[string]json.RawMessage `json:"data"`
}

// Files returns the files of the page, by name.
func Files() (map[string][]byte, error) {
	files := map[string][]byte{}
	err := fs.WalkDir(web, "web", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		files[strings.TrimPrefix(name, "web/")], err = web.ReadFile(name)
		return err
	})
	if err != nil {
		return nil, err
	}
	files["tutorial.md"], files["language.md"] = []byte(docs.Tutorial), []byte(docs.Language)
	files["examples.json"], err = json.Marshal(shipped())
	return files, err
}

// shipped returns the examples with their data sets.
func shipped() []Example {
	var list []Example
	for _, name := range examples.Names() {
		source, _ := examples.Source(name)
		e := Example{name, source, map[string]json.RawMessage{}}
		for _, set := range examples.DataSets(name) {
			if b, ok := examples.Data(set); ok {
				e.Data[set] = b
			}
		}
		list = append(list, e)
	}
	return list
}

// types maps extensions to media types.
var types = map[string]string{".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8",
	".json": "application/json", ".md": "text/markdown; charset=utf-8", ".svg": "image/svg+xml"}

// A file is a file as it is served.
type file struct {
	plain, packed []byte
	kind, etag    string
}

// Handler returns a handler that serves the page at the root.
func Handler() (http.Handler, error) {
	files, err := Files()
	if err != nil {
		return nil, err
	}
	ready := map[string]*file{}
	for name, b := range files {
		packed, err := pack(b)
		if err != nil {
			return nil, err
		}
		sum := sha256.Sum256(b)
		ready["/"+name] = &file{b, packed, types[path.Ext(name)], `"` + hex.EncodeToString(sum[:10]) + `"`}
	}
	ready["/"] = ready["/index.html"]
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		f := ready[r.URL.Path]
		switch {
		case f == nil:
			fault(w, http.StatusNotFound, "there is no "+r.URL.Path, "the page is at /, the description of the API at /openapi.json")
		case r.Method != http.MethodGet && r.Method != http.MethodHead:
			w.Header().Set("Allow", "GET, HEAD")
			fault(w, http.StatusMethodNotAllowed, "the page is read-only", "use GET or HEAD")
		default:
			f.serve(w, r)
		}
	}), nil
}

// fault writes an error in the form of the API's errors.
func fault(w http.ResponseWriter, status int, message, hint string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(map[string]any{"status": status, "errors": []map[string]string{{"message": message, "hint": hint}}})
}

func (f *file) serve(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Type", f.kind)
	h.Set("ETag", f.etag)
	h.Set("Cache-Control", "no-cache")
	h.Add("Vary", "Accept-Encoding")
	text := f.plain
	if strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		h.Set("Content-Encoding", "gzip")
		text = f.packed
	}
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(text)) // handles the forms of If-None-Match
}

// pack returns the text compressed by gzip.
func pack(b []byte) ([]byte, error) {
	var out bytes.Buffer
	w, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(b); err != nil {
		return nil, err
	}
	err = w.Close()
	return out.Bytes(), err
}

// BuildArgs returns the arguments of the go command that builds the engines for browsers, package
// server/page/wasm at path pkg, into file. The environment needs GOOS=js and GOARCH=wasm. Functions outside of
// the libraries that search are not inlined, which makes the program smaller. .ci/npm has the same list.
func BuildArgs(file, pkg string) []string {
	args := []string{"build", "-trimpath", "-ldflags", "-s -w", "-o", file}
	for _, pattern := range []string{
		"crypto/...", "encoding/...", "farbank", "farbank/constraint", "farbank/constraint/drat", "farbank/constraint/internal/...", "farbank/constraint/jump", "farbank/constraint/maxsat",
		"farbank/constraint/proof", "farbank/constraint/propagate", "farbank/constraint/relax", "farbank/constraint/sat", "farbank/engine",
		"farbank/engine/constraint/...", "farbank/engine/fold/...", "farbank/engine/journey/...",
		"farbank/engine/milp/...", "farbank/engine/planning/...", "farbank/engine/rules/...", "farbank/engine/search/...", "farbank/engine/states",
		"farbank/engine/strategy/...", "farbank/exchange/...", "farbank/fold/...", "farbank/game", "farbank/graph", "farbank/graph/disk",
		"farbank/internal/...", "farbank/journey/...", "farbank/lang/...", "farbank/lsp", "farbank/milp", "farbank/milp/branch",
		"farbank/milp/certificate/...", "farbank/milp/conflict", "farbank/milp/file", "farbank/milp/internal/...",
		"farbank/milp/linear", "farbank/milp/lu", "farbank/milp/presolve", "farbank/milp/problem", "farbank/milp/simplex", "farbank/model", "farbank/model/canonical", "farbank/model/native",
		"farbank/model/symmetry", "farbank/model/transition", "farbank/picture/...", "farbank/planning/...",
		"farbank/rules", "farbank/rules/decision", "farbank/rules/internal/...",
		"farbank/rules/real", "farbank/rules/rete", "farbank/rules/syntax", "farbank/rules/value", "farbank/server/...", "farbank/show/...", "farbank/solver/...",
		"farbank/study/...", "bufio", "bytes", "compress/...", "container/...", "context", "errors", "fmt", "github.com/...", "hash/...", "html/...",
		"internal/...", "io/...", "iter", "log/...", "maps", "math", "math/big", "math/rand/...", "mime/...", "net/...", "os/...",
		"path/...", "reflect", "regexp/...", "sort", "strconv", "strings", "sync/...", "syscall/...", "text/...", "time", "unicode/...",
	} {
		args = append(args, "-gcflags", pattern+"=-l")
	}
	return append(args, pkg)
}

// Write writes the page as static files. wasm is the program server/page/wasm built for a browser,
// exec the file wasm_exec.js of the same release of Go. The program is written both plain and
// compressed, since not all hosts compress; the page decompresses it.
func Write(folder string, wasm, exec []byte) error {
	files, err := Files()
	if err != nil {
		return err
	}
	files["index.html"] = bytes.Replace(files["index.html"], []byte(backEnd), []byte(`name="farbank-back" content="worker"`), 1)

	files["wasm_exec.js"], files["farbank.wasm"] = exec, wasm
	for _, name := range []string{"farbank.wasm", "examples.json"} { // large files: see ask.js
		if files[name+".gz"], err = pack(files[name]); err != nil {
			return err
		}
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if err := os.WriteFile(filepath.Join(folder, name), files[name], 0o644); err != nil {
			return err
		}
	}
	return nil
}
