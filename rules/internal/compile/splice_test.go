package compile_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"farbank/rules/internal/compile"
	"farbank/rules/internal/core"
	"farbank/rules/syntax"
)

// TestSplicedPrograms combines forms and parts of forms of the programs of testdata at random. None
// may panic or exceed its time.
func TestSplicedPrograms(t *testing.T) {
	s := &splicer{}
	for _, pattern := range []string{"../../testdata/clips/*.clp", "../../testdata/jess/*.jess", "../../../examples/rules/*.clp", "../../../examples/rules/*.jess"} {
		paths, _ := filepath.Glob(pattern)
		for _, path := range paths {
			s.take(t, path)
		}
	}
	for seed := range eachSeed(400, 200000) {
		s.Rand = rand.New(rand.NewPCG(seed, 3))
		text := s.program()
		for _, d := range []core.Dialect{core.CLIPS, core.Jess} {
			if survives(text, d) == nil {
				continue
			}
			text := shrink(text, func(text string) bool { return survives(text, d) != nil })
			t.Errorf("seed %d: %v\n%s", seed, survives(text, d), text)
		}
	}
}

// splicer has the forms of programs and all their parts.
type splicer struct {
	*rand.Rand
	forms, parts []*syntax.Form
}

func (s *splicer) take(t *testing.T, path string) {
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	forms, _ := syntax.Parse(path, string(text))
	for _, f := range forms {
		if !usesFiles(f) {
			s.forms = append(s.forms, f)
			s.takeParts(f)
		}
	}
}

// usesFiles reports whether a form may access files, which the tests must not do.
func usesFiles(f *syntax.Form) bool {
	for _, word := range []string{"open", "rename", "remove", "save", "load", "batch", "dribble", "(system", "(fetch"} {
		if strings.Contains(f.String(), word) {
			return true
		}
	}
	return false
}

func (s *splicer) takeParts(f *syntax.Form) {
	s.parts = append(s.parts, f)
	for _, item := range f.Items {
		s.takeParts(item)
	}
}

func (s *splicer) any() *syntax.Form { return s.parts[s.IntN(len(s.parts))] }

func (s *splicer) program() string {
	var b strings.Builder
	for range 3 + s.IntN(12) {
		fmt.Fprintln(&b, s.spliced(s.forms[s.IntN(len(s.forms))]))
	}
	return b.String() + "(reset)\n(run 20)\n(agenda)\n(facts)\n(reset)\n(run 10)\n"
}

// spliced copies a form with some of its parts replaced, removed or inserted.
func (s *splicer) spliced(f *syntax.Form) *syntax.Form {
	if s.IntN(25) == 0 {
		return s.any()
	}
	c := *f
	c.Items = nil
	for _, item := range f.Items {
		if s.IntN(50) > 0 {
			c.Items = append(c.Items, s.spliced(item))
		}
		if s.IntN(50) == 0 {
			c.Items = append(c.Items, s.any())
		}
	}
	return &c
}

// survives evaluates a program, for at most a second.
func survives(text string, d core.Dialect) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	var out bytes.Buffer
	e := newEnvironment(core.Options{Dialect: d, Depth: 200, Out: &out, Memory: 100 << 20})
	e.SetContext(ctx)
	*e.Limit = 200
	_ = compile.Load(e, strings.NewReader(text), "spliced")
	if late, _ := ctx.Deadline(); time.Since(late) > 10*time.Second {
		return errors.New("it went on for ten seconds after its time was over")
	}
	return nil
}
