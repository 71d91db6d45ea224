package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestFindServer checks where findServer searches for farbank-server, and the message if it is
// missing.
func TestFindServer(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("PATH", dir)
	if path, err := findServer(); err == nil || !strings.Contains(err.Error(), "go build -o . ./server/...") {
		t.Errorf("without the program: %q, %v", path, err)
	}
	name := filepath.Join(dir, serverProgram)
	if err := os.Mkdir(name, 0o755); err != nil {
		t.Fatal(err)
	}
	if path, err := findServer(); err == nil {
		t.Errorf("a folder of this name is taken for the program: %q", path)
	}
	if err := os.Remove(name); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte("#!/bin/sh\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	if path, err := findServer(); err != nil || path != name {
		t.Errorf("%q, %v, not %q", path, err, name)
	}
}
