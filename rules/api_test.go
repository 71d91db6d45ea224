package rules_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"farbank/rules"
	"farbank/rules/value"
	"farbank/solver"
)

// TestEnvironment calls the methods of an environment.
func TestEnvironment(t *testing.T) {
	var out, moved, trace bytes.Buffer
	e := rules.New(rules.Options{Out: &out, Trace: &trace})
	path := filepath.Join(t.TempDir(), "p.clp")
	if err := os.WriteFile(path, []byte(`(defmodule A) (deftemplate MAIN::t (slot x)) (defrule MAIN::r (declare (salience 1)) (t (x ?x)) => (printout t ?x " "))
		(defrule A::a => (printout t "A "))`), 0o666); err != nil {
		t.Fatal(err)
	}
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(e.LoadFile(path))
	must(e.Watch("rules"))
	must(e.SetStrategy("breadth"))
	must(e.Reset())
	for _, text := range []string{"(t (x 1))", "(t (x 2))", "(t (x 3))"} {
		if v, err := e.AssertString(text); err != nil || v.Kind() != value.FactKind {
			t.Errorf("%s: %v, %v", text, v, err)
		}
	}
	must(e.Focus("A"))
	if r, err := e.Run(context.Background(), 2); r.Fired != 2 || r.Status != solver.Unknown || !errors.Is(r.Reason, rules.ErrLimit) || err != nil || !strings.HasPrefix(trace.String(), "FIRE    1 a: ") {
		t.Errorf("%+v, %v, %s", r, err, &trace)
	}
	e.SetOutput(&moved)
	if r, err := e.Run(context.Background(), -1); err != nil || r.Status != solver.Solved || r.Reason != nil || out.String() != "A 1 " || moved.String() != "2 3 " {
		t.Errorf("%v, %q, %q", err, &out, &moved)
	}
	var facts []string
	for f := range e.Facts() {
		facts = append(facts, rules.FactText(f))
		if v, ok := rules.SlotOf(f, "x"); ok != (f.Index > 0) || ok && v.Int() != f.Index {
			t.Errorf("%s has %v in slot x", rules.FactText(f), v)
		}
	}
	if got := strings.Join(facts, " "); got != "(initial-fact) (t (x 1)) (t (x 2)) (t (x 3))" {
		t.Error(got)
	}
	if s := e.Statistics(); s.Fired != 4 || s.Asserted < 4 || s.Peak < 3 || e.Memory() <= 0 || e.HasRun() != true {
		t.Errorf("%+v, %d bytes", s, e.Memory())
	}
	if names := e.Names(); !slices.IsSorted(names) || !slices.Contains(names, "t") || !slices.Contains(names, "sqrt") || !slices.Contains(names, "if") {
		t.Error("Names or Complete omits a name")
	}
	if e.SetStrategy("no") == nil || e.Focus("no") == nil || e.Watch("no") == nil || e.Unwatch("no") == nil || e.LoadFile(path+"x") == nil {
		t.Error("an unknown name or file is accepted")
	}
	must(e.Clear())
	must(e.Close())
}

func TestHooks(t *testing.T) {
	e := rules.New(rules.Options{})
	var seen []string
	e.SetHooks(rules.Hooks{
		Fire:    func(rule string, facts []*rules.Fact) { seen = append(seen, "fire "+rule+" "+rules.FactText(facts[0])) },
		Assert:  func(f *rules.Fact) { seen = append(seen, "+"+rules.FactText(f)) },
		Retract: func(f *rules.Fact) { seen = append(seen, "-"+rules.FactText(f)) },
	})
	if err := e.Load(strings.NewReader("(defrule r ?f <- (a) => (retract ?f)) (assert (a)) (run)"), "p"); err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(seen, ", "); got != "+(a), fire r (a), -(a)" {
		t.Error(got)
	}
}

// TestDefine calls functions that check their own arguments.
func TestDefine(t *testing.T) {
	e := rules.New(rules.Options{})
	give := func(v value.Value, err error) (value.Value, error) { return v, err }
	for name, f := range map[string]rules.Func{
		"a-number": func(c *rules.Call) (value.Value, error) { return give(c.Number(0)) },
		"a-float":  func(c *rules.Call) (value.Value, error) { x, err := c.Float(0); return value.Float(x), err },
		"an-int":   func(c *rules.Call) (value.Value, error) { n, err := c.Int(0); return value.Integer(n), err },
		"a-lexeme": func(c *rules.Call) (value.Value, error) { s, err := c.Lexeme(0); return value.String(s), err },
		"a-string": func(c *rules.Call) (value.Value, error) { s, err := c.StringText(0); return value.String(s), err },
		"a-symbol": func(c *rules.Call) (value.Value, error) { s, err := c.Symbol(0); return c.Env.Symbol(s + c.Name), err },
		"a-list":   func(c *rules.Call) (value.Value, error) { l, err := c.List(0); return value.List(l...), err },
		"wrong":    func(c *rules.Call) (value.Value, error) { return value.Nil, c.Wrong(0, "of another kind") },
	} {
		e.Define(rules.Function{Name: name, Min: 1, Max: 1, Func: f})
	}
	for call, want := range map[string]string{
		"(a-number 1)": "1", "(a-float 1)": "1.0", "(an-int 2.5)": "2", "(a-lexeme a)": `"a"`, `(a-string "a")`: `"a"`, "(a-symbol a)": "aa-symbol",
		"(a-list (create$ 1 2))": "(1 2)",
	} {
		if v, err := e.Eval(call); err != nil || v.String() != want {
			t.Errorf("%s: %v, %v, not %s", call, v, err, want)
		}
	}
	for _, call := range []string{"(a-number a)", "(a-float a)", "(an-int a)", "(a-lexeme 1)", "(a-string a)", `(a-symbol "a")`, "(a-list 1)", "(wrong 1)"} {
		var wrong *rules.ArgumentError
		if _, err := e.Eval(call); !errors.As(err, &wrong) || wrong.Argument != 1 {
			t.Errorf("%s: %v", call, err)
		}
	}
	if _, err := e.Eval("(a-number 1 2)"); err == nil {
		t.Error("a call with too many arguments succeeds")
	}
}

// TestLimitAndExit checks the fields Limit and ExitCode.
func TestLimitAndExit(t *testing.T) {
	e := rules.New(rules.Options{})
	e.Limit = 3
	program := "(defrule r ?f <- (n ?x) => (retract ?f) (assert (n (+ ?x 1)))) (assert (n 0)) (run)"
	if err := e.Load(strings.NewReader(program), "p"); !errors.Is(err, rules.ErrLimit) || rules.IsFault(err) {
		t.Errorf("the limit: %v", err)
	}
	err := e.Load(strings.NewReader("(nothing) (exit 4)"), "p")
	if !errors.Is(err, rules.ErrExit) || e.ExitCode != 4 || rules.Faults(err) == nil {
		t.Errorf("exit: %v, %d", err, e.ExitCode)
	}
}

func TestStoreAndQuery(t *testing.T) {
	e := rules.New(rules.Options{Dialect: rules.Jess})
	if err := e.Store("k", 3); err != nil {
		t.Fatal(err)
	}
	err := e.Load(strings.NewReader("(store twice (* 2 (fetch k))) (defquery q (declare (variables ?x)) (n ?x ?y)) (assert (n 1 2) (n 1 3) (n 2 4))"), "p")
	if v, ok := e.Fetch("twice"); err != nil || !ok || v.Int() != 6 {
		t.Errorf("%v, %v", v, err)
	}
	var got []int64
	for m, err := range e.Query("q", 1) {
		if err != nil {
			t.Fatal(err)
		}
		y, _ := m.Value("y")
		if _, known := m.Value("z"); known || len(m.Facts()) != 1 {
			t.Error("a match has an unknown variable or too many facts")
		}
		got = append(got, y.Int())
	}
	if !slices.Equal(got, []int64{2, 3}) {
		t.Error(got)
	}
	for _, err := range e.Query("nothing") {
		if err == nil {
			t.Error("an unknown query has matches")
		}
	}
	for _, err := range e.Query("q", []func(){nil}) {
		if err == nil {
			t.Error("a function is accepted as an argument")
		}
	}
	if v, err := e.ValueOf([]string{"a"}); err != nil || v.String() != `("a")` {
		t.Error(v, err)
	}
}

// TestHalt checks that a function of a rule can end the run.
func TestHalt(t *testing.T) {
	e := rules.New(rules.Options{})
	if err := e.DefineFunc("stop", func() { e.Halt() }); err != nil {
		t.Fatal(err)
	}
	if err := e.Load(strings.NewReader("(defrule r (n ?) => (stop)) (assert (n 1) (n 2))"), "p"); err != nil {
		t.Fatal(err)
	}
	if r, err := e.Run(context.Background(), -1); r.Fired != 1 || r.Status != solver.Solved || err != nil {
		t.Errorf("%+v, %v", r, err)
	}
	if !rules.LooksLikeJess("(defquery q)") || rules.LooksLikeJess("(defrule r =>)") {
		t.Error("LooksLikeJess is wrong")
	}
}
