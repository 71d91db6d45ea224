package rules_test

import (
	"farbank/rules"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestZZ(t *testing.T) {
	p := os.Getenv("PROG")
	if p == "" {
		return
	}
	p, _ = filepath.Abs(p)
	b, _ := os.Open(p)
	d := t.TempDir()
	t.Chdir(d)
	txt, _ := os.ReadFile(p)
	os.WriteFile(filepath.Base(p), txt, 0o666)
	e := rules.New(rules.Options{Out: os.Stdout, Errors: os.Stdout})
	err := e.Load(b, filepath.Base(p))
	if err != nil && err.Error() != "exit" {
		fmt.Println("LOADERR", err)
	}
}
func TestZB(t *testing.T) {
	p := os.Getenv("PROGS")
	if p == "" {
		return
	}
	for range 3 {
		e := rules.New(rules.Options{Out: io.Discard})
		for _, f := range strings.Split(p, ",") {
			e.LoadFile(f)
		}
		e.Eval("(reset)")
		e.Eval("(run)")
	}
}
