package rules_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"farbank/rules"
)

// TestPrograms runs the example programs and those of the dialect of Jess and compares their
// output with the recorded one. CLIPS printed that of the examples.
func TestPrograms(t *testing.T) {
	examples, _ := filepath.Glob("../examples/rules/*.out")
	own, _ := filepath.Glob("testdata/jess/*.out")
	for _, path := range append(examples, own...) {
		program := strings.TrimSuffix(path, ".out")
		if filepath.Ext(program) == "" {
			for _, ext := range []string{".clp", ".jess"} {
				if _, err := os.Stat(program + ext); err == nil {
					program += ext
					break
				}
			}
		}
		t.Run(filepath.Base(program), func(t *testing.T) {
			text, err := os.ReadFile(program)
			if err != nil {
				t.Fatal(err)
			}
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			var out bytes.Buffer
			o := rules.Options{Out: &out}
			if rules.LooksLikeJess(string(text)) {
				o.Dialect = rules.Jess
			}
			if err := runProgram(rules.New(o), string(text)); err != nil {
				t.Error(err)
			}
			if out.String() != string(want) {
				t.Errorf("prints:\n%s\nwant:\n%s", out.String(), want)
			}
		})
	}
}

func runProgram(e *rules.Environment, text string) error {
	err := e.Load(strings.NewReader(text), "program")
	if err == nil && !e.HasRun() {
		if err = e.Reset(); err == nil {
			_, err = e.Run(context.Background(), -1)
		}
	}
	if errors.Is(err, rules.ErrExit) {
		return nil
	}
	return err
}

// TestEndings checks that infinite loops and recursion end with an error that names the rule.
func TestEndings(t *testing.T) {
	for _, c := range []struct{ name, program, want string }{
		{"recursion", "(deffunction f (?x) (f ?x)) (defrule start => (f 1))", "start"},
		{"eval of itself", "(defglobal ?*x* = \"(eval ?*x*)\") (defrule start => (eval ?*x*))", "nested"},
		{"loop in an action", "(defrule start => (while TRUE do (bind ?x 1)))", "interrupted"},
		{"rules that feed each other", "(defrule start ?f <- (n ?x) => (retract ?f) (assert (n (+ ?x 1)))) (deffacts d (n 0))", "interrupted"},
		{"error in an action", "(defrule start (n ?x) => (+ ?x 1)) (deffacts d (n a))", "defrule start"},
		{"error in a condition", "(defrule start (n ?x&:(> ?x 1)) => ) (deffacts d (n a))", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			var errs bytes.Buffer
			e := rules.New(rules.Options{Errors: &errs})
			if err := e.Load(strings.NewReader(c.program), "program"); err != nil {
				t.Fatal(err)
			}
			if err := e.Reset(); err != nil && c.want != "" {
				t.Fatal(err)
			}
			ctx, cancel := context.WithTimeout(context.Background(), 200*time.Millisecond)
			defer cancel()
			r, err := e.Run(ctx, -1)
			if err == nil {
				err = r.Reason
			}
			if c.want == "" {
				if err != nil || !strings.Contains(errs.String(), "defrule start") && !strings.Contains(errs.String(), "(n a)") {
					t.Errorf("error %v, reported %q", err, errs.String())
				}
			} else if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, want one with %q", err, c.want)
			}
		})
	}
}

// TestFaults checks that every error of a text is reported with its position and construct,
// and that constructs without errors are defined.
func TestFaults(t *testing.T) {
	e := rules.New(rules.Options{})
	err := e.Load(strings.NewReader(`(defrule one (a ?x) => (printout t ?y))
(defrule two (a ?x&:(nofunction ?x)) => )
(deftemplate t (slot a) (slot a))
(defrule good (a) => )
(defclass C (is-a MISSING))
(defrule three (t (b 1)) =>
`), "faults.clp")
	if err == nil {
		t.Fatal("no error")
	}
	for _, want := range []string{"faults.clp:1:36", "defrule one", "faults.clp:2:22", "defrule two", "deftemplate t", "faults.clp:5:1", "defclass", "faults.clp:6:1"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%q is missing in:\n%v", want, err)
		}
	}
	if _, err := e.Eval("(ppdefrule good)"); err != nil {
		t.Error(err)
	}
}

// FuzzLoad loads texts and runs them for a few steps, without panic or hang.
func FuzzLoad(f *testing.F) {
	for _, pattern := range []string{"testdata/clips/cond-*.clp", "testdata/clips/func-multi*.clp", "testdata/jess/*.jess"} {
		paths, _ := filepath.Glob(pattern)
		for _, path := range paths {
			if text, err := os.ReadFile(path); err == nil {
				f.Add(string(text))
			}
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, word := range []string{"open", "rename", "remove", "save", "load", "batch", "dribble"} {
			if strings.Contains(text, word) {
				return // no files
			}
		}
		for _, d := range []rules.Dialect{rules.CLIPS, rules.Jess} {
			ctx, cancel := context.WithTimeout(context.Background(), time.Second)
			e := rules.New(rules.Options{Dialect: d, Depth: 200})
			e.SetContext(ctx)
			e.Limit = 200
			_ = e.Load(strings.NewReader(text), "fuzz")
			_, _ = e.Run(ctx, 50)
			cancel()
		}
	})
}
