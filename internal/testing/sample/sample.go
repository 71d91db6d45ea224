// Package sample is shared by many tests: reading and writing problems, a few problems with every
// feature, and golden files.
package sample

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"farbank"
	"farbank/exchange"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// Load reads an example, with parameters and their values alternating.
func Load(t testing.TB, name string, params ...string) *farbank.Problem {
	t.Helper()
	if len(params)%2 != 0 {
		t.Fatalf("%q: a value is missing", params)
	}
	var opts []farbank.Option
	for i := 0; i+1 < len(params); i += 2 {
		opts = append(opts, farbank.WithParam(params[i], params[i+1]))
	}
	p, err := farbank.Load(name, opts...)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Parse reads a problem from its text.
func Parse(t testing.TB, source string) *farbank.Problem {
	t.Helper()
	p, err := farbank.Parse("t.far", source)
	if err != nil {
		t.Fatalf("%v\n%s", err, source)
	}
	return p
}

// Export writes a problem in a language.
func Export(t testing.TB, p *farbank.Problem, language string, o exchange.Options) string {
	t.Helper()
	var b bytes.Buffer
	l, err := exchange.Find(language)
	if err == nil {
		err = l.Write(t.Context(), p, o, &b)
	}
	if err != nil {
		t.Fatalf("%s: %v", language, err)
	}
	return b.String()
}

// Same compares a text with a file in testdata, or writes it there with -args -update.
func Same(t testing.TB, file, text string) {
	t.Helper()
	file = filepath.Join("testdata", file)
	if *update {
		if err := os.MkdirAll("testdata", 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if text != string(want) {
		at := 0
		for at < len(text) && at < len(want) && text[at] == want[at] {
			at++
		}
		t.Errorf("%s differs from byte %d on (-args -update rewrites it): %.120q", file, at, text[at:])
	}
}
