package page_test

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"farbank"
	"farbank/server/page"
	"farbank/server/worker"
)

func TestMain(m *testing.M) {
	if os.Getenv("FARBANK_WORKER") == "" {
		os.Setenv("FARBANK_WORKER", "works") // for the processes that are started here
		os.Exit(m.Run())
	}
	if err := worker.Serve(context.Background(), os.Stdin, os.Stdout); err != nil {
		os.Exit(1)
	}
}

// TestFiles checks that the page is complete and self-contained: imported files exist, nothing
// comes from other hosts, and the HTML contains no scripts.
func TestFiles(t *testing.T) {
	files, err := page.Files()
	if err != nil {
		t.Fatal(err)
	}
	html := string(files["index.html"])
	if regexp.MustCompile(`<script(>| [^>]*>[^<])|\son[a-z]+=|javascript:`).MatchString(html) {
		t.Error("index.html contains a script")
	}
	if !strings.Contains(html, `content="`+page.Policy+`"`) {
		t.Error("index.html lacks the policy")
	}
	named := regexp.MustCompile(`(?:from "\./|(?:src|href)="|importScripts\("|new Worker\(")([\w.-]+)"`)
	ids := regexp.MustCompile(`\b(?:el|value)\("([\w-]+)"\)`)
	for name, b := range files {
		text := string(b)
		if strings.HasSuffix(name, ".md") || name == "examples.json" {
			continue
		}
		if m := regexp.MustCompile(`https?://[^"' ]*`).FindString(strings.ReplaceAll(text, "http://www.w3.org/2000/svg", "")); m != "" {
			t.Errorf("%s names %s", name, m)
		}
		for _, m := range named.FindAllStringSubmatch(text, -1) {
			if files[m[1]] == nil && m[1] != "wasm_exec.js" {
				t.Errorf("%s names %s, which does not exist", name, m[1])
			}
		}
		if strings.HasSuffix(name, ".js") && regexp.MustCompile(`innerHTML|outerHTML|insertAdjacentHTML|\beval\(|document\.write`).MatchString(text) {
			t.Errorf("%s creates elements from text", name)
		}
		for _, m := range ids.FindAllStringSubmatch(text, -1) {
			if !strings.Contains(html, `id="`+m[1]+`"`) {
				t.Errorf("%s uses the element %s, which index.html lacks", name, m[1])
			}
		}
	}
}

// TestEngines checks that the page offers all engines.
func TestEngines(t *testing.T) {
	files, err := page.Files()
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range farbank.Engines {
		if !strings.Contains(string(files["app.js"]), `"`+e.Name()+`"`) {
			t.Errorf("the page does not offer %s", e.Name())
		}
	}
	var list []page.Example
	if err := json.Unmarshal(files["examples.json"], &list); err != nil || len(list) < 10 {
		t.Errorf("%d examples, %v", len(list), err)
	}
}

// TestHandler requests files as browsers do.
func TestHandler(t *testing.T) {
	h, err := page.Handler()
	if err != nil {
		t.Fatal(err)
	}
	get := func(method, path string, headers ...string) *http.Response {
		r := httptest.NewRequest(method, path, nil)
		for i := 0; i < len(headers); i += 2 {
			r.Header.Set(headers[i], headers[i+1])
		}
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		return w.Result()
	}
	first := get("GET", "/")
	if body, _ := io.ReadAll(first.Body); first.StatusCode != 200 || !strings.HasPrefix(first.Header.Get("Content-Type"), "text/html") || !strings.HasPrefix(string(body), "<!doctype html>") {
		t.Errorf("%v", first)
	}
	if r := get("GET", "/", "If-None-Match", first.Header.Get("ETag")); r.StatusCode != http.StatusNotModified {
		t.Errorf("%v", r.Status)
	}
	if r := get("GET", "/app.js", "Accept-Encoding", "gzip, br"); r.Header.Get("Content-Encoding") != "gzip" || !strings.HasPrefix(r.Header.Get("Content-Type"), "text/javascript") {
		t.Errorf("%v", r.Header)
	}
	for path, want := range map[string]int{"/no": 404, "/../page.go": 404, "//app.js": 404, "/web/app.js": 404} {
		if r := get("GET", path); r.StatusCode != want {
			t.Errorf("%s: %s", path, r.Status)
		}
	}
	if r := get("POST", "/"); r.StatusCode != http.StatusMethodNotAllowed {
		t.Errorf("POST: %s", r.Status)
	}
}

// TestWrite checks the files of the static site.
func TestWrite(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "site")
	if err := page.Write(dir, []byte("\x00asm"), []byte("// loader")); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"index.html": `name="farbank-back" content="worker"`, "wasm_exec.js": "// loader", "farbank.wasm.gz": "\x1f\x8b", "farbank.wasm": "\x00asm", "examples.json": "wolf"} {
		if b, err := os.ReadFile(filepath.Join(dir, name)); err != nil || !strings.Contains(string(b), want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
