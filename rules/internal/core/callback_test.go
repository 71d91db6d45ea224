package core_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"farbank/rules"
)

// TestCallsBack checks that programs that re-enter the engine end with an error and leave the
// environment usable.
func TestCallsBack(t *testing.T) {
	for _, c := range []struct{ name, program, want string }{
		{"reset in deffacts", "(deffacts a (one =(reset))) (reset)", "reset is going on"},
		{"reset in a defglobal", "(defglobal ?*x* = (reset)) (reset)", "reset is going on"},
		{"clear in deffacts", "(deffacts a (one =(clear))) (reset)", "still in use"},
		{"clear in a call that goes on", "(progn (clear) (assert (x 1)))", "still in use"},
		{"clear in a deffunction", "(deffunction f () (clear) (assert (x 1))) (f)", "still in use"},
		{"clear by eval", `(progn (eval "(clear)") (assert (x 1)))`, "still in use"},
		{"clear by funcall", "(deffunction f () (clear) (assert (x 1))) (funcall f)", "still in use"},
		{"assert in a default", "(deftemplate t (slot a (default-dynamic (length$ (create$ (assert (t))))))) (assert (t))", ""},
		{"assert in a salience", "(set-salience-evaluation when-activated) (defrule r (declare (salience (if (assert (x (gensym))) then 1 else 0))) (x ?) =>) (assert (x 1))", "pattern-matching"},
		{"strategy in a salience", "(set-salience-evaluation every-cycle) (defrule r (declare (salience (if (progn (set-strategy lex) (set-strategy mea)) then 1 else 0))) (x ?) =>) (assert (x 1) (x 2)) (run)", "pattern-matching"},
		{"assert in a condition", "(deffunction f () (assert (x (gensym)))) (defrule r (x ?) (test (f)) =>) (assert (x 1))", "pattern-matching"},
		{"assert in a field", "(deffunction f () (assert (x (gensym)))) (defrule r (x =(f)) =>) (assert (x 1))", "pattern-matching"},
		{"reset in a condition", "(deffunction f () (reset) TRUE) (defrule r (x ?) (test (f)) =>) (assert (x 1))", "pattern-matching"},
		{"clear in a condition", "(deffunction f () (clear) TRUE) (defrule r (x ?) (test (f)) =>) (assert (x 1))", "still in use"},
		{"run in a condition", "(deffunction f () (run) TRUE) (defrule r (x ?) (test (f)) => (printout t fired)) (assert (x 1))", "pattern-matching"},
		{"a rule in a condition", `(deffunction f () (build "(defrule s (x ?) =>)")) (defrule r (x ?) (test (f)) =>) (assert (x 1))`, "pattern-matching"},
		{"no rule in a condition", `(deffunction f () (undefrule r) TRUE) (defrule r (x ?) (test (f)) =>) (assert (x 1))`, "Unable to delete"},
		{"refresh in a condition", `(deffunction f () (refresh r) TRUE) (defrule r (x ?) (test (f)) =>) (assert (x 1))`, "pattern-matching"},
		{"load in a condition", `(deffunction f () (eval "(assert (y))")) (defrule r (x ?) (test (f)) =>) (assert (x 1))`, "pattern-matching"},
		{"run in a rule", "(defrule r (x ?) => (run)) (assert (x 1)) (run)", "being run already"},
		{"reset in a rule", "(defrule r (x ?) => (reset) (assert (y))) (assert (x 1)) (run)", ""},
		{"clear in a rule", "(defrule r (x ?) => (clear) (assert (y))) (assert (x 1)) (run)", "still in use"},
		{"a rule that removes itself", "(defrule r (x ?) => (undefrule r)) (assert (x 1)) (run)", "Unable to delete"},
		{"variables in a defglobal", "(defglobal ?*y* = (bind ?x 2) ?*z* = (loop-for-count (?i 1) (bind ?k ?i)))", ""},
		{"variables in a salience", "(defrule b (declare (salience (progn (loop-for-count (?i 1)) (bind ?x 1)))) =>)", ""},
		{"a loop with three ends", "(loop-for-count (?k 2 4 7))", "from one number to another"},
		{"recursion", "(deffunction f () (f)) (f)", "nested more than"},
		{"recursion by names", "(deffunction f () (funcall f)) (f)", "nested more than"},
		{"recursion by sorting", "(deffunction f (?a ?b) (sort f 2 1) TRUE) (f 1 2)", "nested more than"},
		{"recursion of two", "(deffunction g ()) (deffunction f () (g)) (deffunction g () (f)) (g)", "nested more than"},
		{"recursion of build", `(defglobal ?*s* = "(defglobal ?*t* = (build ?*s*))") (build ?*s*)`, "nested more than"},
		{"recursion of eval", `(defglobal ?*s* = "(eval ?*s*)") (eval ?*s*)`, "nested more than"},
		{"recursion through conditions", "(deffunction f (?x)) (defrule r (x ?x&:(f ?x)) =>) (deffunction f (?x) (f ?x)) (assert (x 1))", "nested more than"},
		{"recursion of high expressions", "(deffunction f () " + strings.Repeat("(+ 1 ", 2000) + "(f)" + strings.Repeat(")", 2000) + ") (f)", "nested more than"},
		{"recursion of high branches", "(deffunction f () " + strings.Repeat("(if TRUE then (progn ", 1000) + "(f)" + strings.Repeat("))", 1000) + ") (f)", "nested more than"},
		{"recursion of high loops", "(deffunction f () " + strings.Repeat("(foreach ?x (create$ 1) ", 2000) + "(f)" + strings.Repeat(")", 2000) + ") (f)", "nested more than"},
		{"a very long rule", "(defrule r " + strings.Repeat("(a)", 40000) + " =>) (assert (a))", "more than"},
		{"a very long pattern", "(defrule r (a " + strings.Repeat("1 ", 300000) + ") =>)", "more than"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var out bytes.Buffer
			e := rules.New(rules.Options{Out: &out})
			ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
			defer cancel()
			e.SetContext(ctx)
			if err := e.Load(strings.NewReader(c.program), "program"); err != nil {
				fmt.Fprintln(&out, err)
			}
			if c.want == "" && out.Len() > 0 || !strings.Contains(out.String(), c.want) {
				t.Errorf("%.500q lacks %q", out.String(), c.want)
			}
			if ctx.Err() != nil {
				t.Error("the program does not end")
			}
			out.Reset()
			if err := e.Load(strings.NewReader("(clear) (defrule r (fine ?x) => (printout t ?x)) (assert (fine 7)) (run)"), "after"); err != nil || out.String() != "7" {
				t.Errorf("the next program: %v, %q", err, &out)
			}
		})
	}
}

// TestExitInConditions checks that exit ends the program from any place.
func TestExitInConditions(t *testing.T) {
	for _, program := range []string{
		"(deffunction f () (exit 3)) (defrule r (x ?) (test (f)) =>) (assert (x 1))",
		"(deffunction f () (exit 3)) (assert (x 1)) (defrule r (x ?) (test (f)) =>)",
		"(deffunction f () (exit 3)) (deffacts d (x 1)) (defrule r (x =(f)) =>) (reset)",
		"(set-salience-evaluation when-activated) (deffunction f () 1) (defrule r (declare (salience (f))) (x ?) =>) (deffunction f () (exit 3)) (assert (x 1))",
	} {
		e := rules.New(rules.Options{})
		if err := e.Load(strings.NewReader(program), "program"); !errors.Is(err, rules.ErrExit) || e.ExitCode != 3 {
			t.Errorf("%s: %v, code %d", program, err, e.ExitCode)
		}
	}
}

// TestPanics checks that a panic of a Go function is an error of the call and does not affect the
// next run.
func TestPanics(t *testing.T) {
	for _, program := range []string{
		"(defrule r ?f <- (n ?x) => (printout t ?x) (boom))",
		"(defrule r ?f <- (n ?x) => (bind ?y (+ 1 (boom))))",
		"(deffunction f () (boom)) (defrule r (n ?x) => (if (f) then (f)))",
	} {
		var out bytes.Buffer
		e := rules.New(rules.Options{Out: &out})
		armed := true
		err := e.DefineFunc("boom", func() int {
			if armed {
				panic(errors.New("armed"))
			}
			return 1
		})
		if err == nil {
			err = e.Load(strings.NewReader(program+"(deffacts d (n 1)) (reset)"), "program")
		}
		if err != nil {
			t.Fatal(err)
		}
		_, err = e.Run(context.Background(), -1)
		var p *rules.PanicError
		if !errors.As(err, &p) || p.Function != "boom" || !strings.Contains(err.Error(), "boom has panicked: armed") {
			t.Errorf("%s: %v", program, err)
		}
		armed = false
		if err := e.Reset(); err != nil {
			t.Error(err)
		}
		if r, err := e.Run(context.Background(), -1); r.Fired != 1 || err != nil {
			t.Errorf("%s: after it %d rules fire, %v", program, r.Fired, err)
		}
	}
}

// TestGoexit checks that a function that ends its goroutine, as FailNow does, leaves the
// environment usable.
func TestGoexit(t *testing.T) {
	e := rules.New(rules.Options{})
	armed := true
	err := e.DefineFunc("leave", func() {
		if armed {
			runtime.Goexit()
		}
	})
	if err == nil {
		err = e.Load(strings.NewReader("(defrule r (n ?) => (leave)) (deffacts d (n 1)) (reset)"), "program")
	}
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan bool)
	go func() {
		defer close(done)
		_, _ = e.Run(context.Background(), -1)
	}()
	<-done
	armed = false
	err = e.Reset()
	r, runErr := e.Run(context.Background(), -1)
	if err != nil || r.Fired != 1 || runErr != nil {
		t.Error(err, r.Fired, runErr)
	}
}

// TestGoCallsBack checks that forbidden calls from Go functions and hooks are errors.
func TestGoCallsBack(t *testing.T) {
	e := rules.New(rules.Options{})
	var got []error
	note := func(err error) { got = append(got, err) }
	err := e.DefineFunc("back", func() {
		_, err := e.Run(context.Background(), -1)
		note(err)
		note(e.Clear())
	})
	e.SetHooks(rules.Hooks{Assert: func(*rules.Fact) { note(e.Reset()); note(e.Clear()) }})
	if err == nil {
		err = e.Load(strings.NewReader("(defrule r (n ?) => (back)) (assert (n 1))"), "program")
	}
	if err != nil {
		t.Fatal(err)
	}
	if _, err := e.Run(context.Background(), -1); err != nil {
		t.Error(err)
	}
	for i, err := range got {
		if err == nil {
			t.Errorf("call %d returns no error", i)
		}
	}
	if len(got) != 4 || !errors.Is(got[2], rules.ErrRunning) {
		t.Error(got)
	}
}

// TestLongSupport checks that a long chain of facts that support each other is retracted at once.
func TestLongSupport(t *testing.T) {
	out, errs := printsHere(`
		(defrule next (logical (n ?x)) (test (< ?x 30000)) => (assert (n (+ ?x 1))))
		(defrule many (logical (start)) => (loop-for-count (?i 30000) (assert (m ?i))))
		(assert (n 1) (start))
		(run)
		(do-for-fact ((?f n)) TRUE (retract ?f))
		(do-for-fact ((?f start)) TRUE (retract ?f))
		(facts)`)
	if out != "f-0     (initial-fact)\nFor a total of 1 fact.\n" || errs != "" {
		t.Errorf("%.300q, %s", out, errs)
	}
}

// TestReplaced checks that a Go function with the name of a builtin has its own parameters.
func TestReplaced(t *testing.T) {
	e := rules.New(rules.Options{})
	join := func(a, b string) string { return a + b }
	for _, name := range []string{"max", "+", "upcase"} {
		if err := e.DefineFunc(name, join); err != nil {
			t.Fatal(err)
		}
		if v, err := e.Eval(`(` + name + ` "a" "b")`); err != nil || v.Text() != "ab" {
			t.Errorf("%s: %v, %v", name, v, err)
		}
		if _, err := e.Eval(`(str-length (` + name + ` "a" "b"))`); err != nil {
			t.Errorf("the result of %s: %v", name, err)
		}
	}
}

// printsHere evaluates a program and returns its output and its errors.
func printsHere(text string) (out, errs string) {
	var outs, faults bytes.Buffer
	e := rules.New(rules.Options{Out: &outs, Errors: &faults})
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	e.SetContext(ctx)
	if err := e.Load(strings.NewReader(text), "made.clp"); err != nil && !errors.Is(err, rules.ErrExit) {
		fmt.Fprintln(&faults, err)
	}
	return outs.String(), faults.String()
}
