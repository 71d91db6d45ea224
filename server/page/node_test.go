package page

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"farbank/examples"
	"farbank/internal/testing/long"
)

// TestProgram runs the engines under Node.
func TestProgram(t *testing.T) {
	t.Parallel()
	if !long.Enabled() {
		t.Skip("with -long")
	}
	program := build(t)
	for _, engine := range []string{"search", "rules", "milp", "constraint"} {
		source, _ := examples.Source("wolf")
		question, err := json.Marshal(map[string]any{"do": "solve", "source": source, "engine": engine})
		if err != nil {
			t.Fatal(err)
		}
		if out := run(t, program, string(question)); !strings.HasPrefix(out, "true ") || !strings.Contains(out, `"length":7`) {
			t.Errorf("%s: %.2000s", engine, out)
		}
	}
}

// build builds the WebAssembly program.
func build(t *testing.T) []byte {
	t.Helper()
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("node is not installed")
	}
	file := filepath.Join(t.TempDir(), "program.wasm")
	c := exec.CommandContext(t.Context(), "go", BuildArgs(file, "./wasm")...)
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

// run runs a program under Node and returns its output.
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
	if err != nil && question == nil { // a program that answers a question exits by itself
		t.Errorf("%v", err)
	}
	return string(out)
}
