package router_test

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"farbank/rules/internal/router"
)

func newRouters(out, errs io.Writer, in string) *router.Routers {
	return router.New(context.Background, out, errs, strings.NewReader(in))
}

func TestPrint(t *testing.T) {
	var out, errs bytes.Buffer
	r := newRouters(&out, &errs, "")
	for _, name := range []string{"stdout", "wdisplay", "werror", "stderr", "nowhere", "stdin"} {
		r.Print(name, name+";")
	}
	if out.String() != "stdout;wdisplay;" || errs.String() != "werror;stderr;" {
		t.Errorf("%q, %q", &out, &errs)
	}
	if !r.Has("stdin") || !r.Has("wtrace") || r.Has("nowhere") {
		t.Error("Has is wrong")
	}
	if err := router.UnknownName("x"); !strings.Contains(err.Error(), "x was not recognized") {
		t.Error(err)
	}
}

// TestSource puts bytes back that were read.
func TestSource(t *testing.T) {
	s := newRouters(io.Discard, io.Discard, "abc").Source("stdin")
	read := func() byte {
		c, err := s.ReadByte()
		if err != nil {
			return '!'
		}
		return c
	}
	a := read()
	if err := s.UnreadByte(); err != nil {
		t.Fatal(err)
	}
	s.PutBack('x')
	x := read()
	if err := s.UnreadByte(); err != nil {
		t.Fatal(err)
	}
	if got := string([]byte{a, x, read(), read(), read(), read(), read()}); got != "axxabc!" {
		t.Error(got)
	}
	s.Begin(1)
	if s.PutBack('y'); read() != 'y' || read() != '!' {
		t.Error("a read exceeds the limit")
	}
	if c, err := newRouters(io.Discard, io.Discard, "").Source("nowhere").ReadByte(); err == nil {
		t.Errorf("%c is read from an unknown name", c)
	}
}

// TestFiles checks the position in a file that is read and written.
func TestFiles(t *testing.T) {
	path := filepath.Join(t.TempDir(), "f.txt")
	r := newRouters(io.Discard, io.Discard, "")
	if err := r.Open("f", path, "w+"); err != nil {
		t.Fatal(err)
	}
	r.Print("f", "one two")
	f := r.Files["f"]
	if err := f.Settle(); err != nil {
		t.Fatal(err)
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		t.Fatal(err)
	}
	if c, err := r.Source("f").ReadByte(); c != 'o' || err != nil {
		t.Errorf("%c, %v", c, err)
	}
	r.Print("f", "NE") // directly after what was read
	if !r.CloseFile("f") || r.CloseFile("f") || r.CloseFiles() {
		t.Error("a file is closed twice")
	}
	if b, err := os.ReadFile(path); string(b) != "oNE two" || err != nil {
		t.Errorf("%q, %v", b, err)
	}
	if err := r.Open("g", filepath.Join(path, "no"), "r"); err == nil {
		t.Error("a path below a file is opened")
	}
	if err := r.Open("r", path, "r"); err != nil {
		t.Fatal(err)
	}
	r.Print("r", "lost")
	if !r.CloseFiles() || !r.StopDribble() || r.Broken != nil {
		t.Error(r.Broken)
	}
}

// TestCloseOrder checks that files are closed, and so written, in the order of their names.
func TestCloseOrder(t *testing.T) {
	path := filepath.Join(t.TempDir(), "f.txt")
	r := newRouters(io.Discard, io.Discard, "")
	const names = "abcdefgh"
	for _, name := range strings.Split(names, "") {
		if err := r.Open(name, path, "a"); err != nil {
			t.Fatal(err)
		}
		r.Print(name, name)
	}
	r.CloseFiles()
	if b, err := os.ReadFile(path); string(b) != names || err != nil {
		t.Errorf("%q, %v", b, err)
	}
}
