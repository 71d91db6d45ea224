package farbank_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"

	"farbank/internal/testing/long"
)

// buildFor builds a package for another system and returns the file.
func buildFor(t *testing.T, goos, pkg string) string {
	t.Helper()
	out := filepath.Join(t.TempDir(), goos+".wasm")
	build := exec.CommandContext(t.Context(), "go", "build", "-o", out, pkg)
	build.Env = append(os.Environ(), "GOOS="+goos, "GOARCH=wasm", "CGO_ENABLED=0")
	if text, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return out
}

// TestWASI solves an example in a sandbox without files.
func TestWASI(t *testing.T) {
	t.Parallel()
	code, err := os.ReadFile(buildFor(t, "wasip1", "./internal/tools/portable"))
	if err != nil {
		t.Fatal(err)
	}
	r := wazero.NewRuntimeWithConfig(t.Context(), wazero.NewRuntimeConfigInterpreter()) // it runs for less time than compiling would take
	defer r.Close(t.Context())
	wasi_snapshot_preview1.MustInstantiate(t.Context(), r)
	var out bytes.Buffer
	_, err = r.InstantiateWithConfig(t.Context(), code, wazero.NewModuleConfig().WithStdout(&out).WithStderr(&out).WithSysWalltime().WithSysNanotime().WithName("portable"))
	if err != nil && !strings.Contains(err.Error(), "exit_code(0)") {
		t.Fatalf("%v\n%s", err, &out)
	}
	if lines := strings.Count(out.String(), "\n"); lines != 7 {
		t.Errorf("%d lines:\n%s", lines, &out)
	}
}

// TestBrowser checks that the files of this module for browsers and for WASI are the same, except for
// model/native, which lets the browser compile moves. With -long it builds them.
func TestBrowser(t *testing.T) {
	t.Parallel()
	browser, sandbox := filesFor(t, "js"), filesFor(t, "wasip1")
	if browser != sandbox || strings.Count(browser, "\n") < 10 {
		t.Errorf("for a browser it is\n%s\nand for a sandbox\n%s", browser, sandbox)
	}
	if long.Enabled() {
		buildFor(t, "js", "./internal/tools/portable")
	}
}

// filesFor returns the files of this module that are built for a system, with their imports. None may
// import syscall, which differs between systems.
func filesFor(t *testing.T, goos string) string {
	t.Helper()
	list := exec.CommandContext(t.Context(), "go", "list", "-deps", "-f", "{{with .Module}}{{if .Main}}{{$.ImportPath}} {{$.GoFiles}} {{$.Imports}}{{end}}{{end}}", "./internal/tools/portable")
	list.Env = append(os.Environ(), "GOOS="+goos, "GOARCH=wasm", "CGO_ENABLED=0")
	text, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	lines := slices.DeleteFunc(strings.SplitAfter(string(text), "\n"), func(line string) bool {
		return strings.HasPrefix(line, "farbank/model/native ")
	})
	if files := strings.Join(lines, ""); !strings.Contains(files, "syscall") {
		return files
	}
	t.Errorf("something knows of the system below:\n%s", text)
	return ""
}
