package page

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"farbank/examples"
)

// TestProbe shrinks a program that does what needs names of functions, and runs it: with the release of Go
// that is here the lines go, and what the runtime looks up stays.
func TestProbe(t *testing.T) {
	t.Parallel()
	program := build(t, "./testdata/probe")
	small := shrink(program)
	for _, gone := range []string{"main.nilPointer", "main.go"} {
		if !bytes.Contains(program, []byte(gone)) || bytes.Contains(small, []byte(gone)) {
			t.Errorf("%s: was there %v, is there %v", gone, bytes.Contains(program, []byte(gone)), bytes.Contains(small, []byte(gone)))
		}
	}
	out := run(t, small)
	if want := "value method main.value.Join called using nil *value pointer\nend\n"; out != want {
		t.Errorf("it prints %s\nnot %s", out, want)
	}
}

// TestProgram has the shrunk engines solve.
func TestProgram(t *testing.T) {
	t.Parallel()
	if long := flag.Lookup("long"); long.Value.String() != "true" {
		t.Skip("with -long")
	}
	small := shrink(build(t, "./wasm"))
	for _, engine := range []string{"search", "rules", "milp", "constraint"} {
		source, _ := examples.Source("wolf")
		question, err := json.Marshal(map[string]any{"do": "solve", "source": source, "engine": engine})
		if err != nil {
			t.Fatal(err)
		}
		if out := run(t, small, string(question)); !strings.HasPrefix(out, "true ") || !strings.Contains(out, `"length":7`) {
			t.Errorf("%s: %.2000s", engine, out)
		}
	}
}

// build builds a program for browsers, as the site has it.
func build(t *testing.T, pkg string) []byte {
	t.Helper()
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("node is not installed")
	}
	file := filepath.Join(t.TempDir(), "program.wasm")
	c := exec.CommandContext(t.Context(), "go", BuildArgs(file, pkg)...)
	c.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0")
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	program, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return program
}

// run runs a program under Node, and gives what it prints.
func run(t *testing.T, program []byte, question ...string) string {
	t.Helper()
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "program.wasm")
	args := []string{"testdata/run.cjs", filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js"), file}
	if err := os.WriteFile(file, program, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, q := range question {
		args = append(args, file+".json")
		if err := os.WriteFile(file+".json", []byte(q), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	out, err := exec.CommandContext(t.Context(), "node", args...).CombinedOutput()
	if err != nil && question == nil { // what answers ends itself
		t.Errorf("%v", err)
	}
	return string(out)
}
