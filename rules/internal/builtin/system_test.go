package builtin_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"farbank/rules"
)

// TestSilentInput checks that a rule that reads from a blocked input ends with the context, and that
// a line that arrives later is not lost.
func TestSilentInput(t *testing.T) {
	in, say := io.Pipe()
	defer say.Close()
	var out bytes.Buffer
	e := rules.New(rules.Options{Out: &out, In: in})
	if err := e.Load(strings.NewReader(`(defrule ask => (printout t "got " (readline) crlf))`), "ask"); err != nil {
		t.Fatal(err)
	}
	ask := func(ctx context.Context) error {
		e.SetContext(ctx)
		if err := e.Reset(); err != nil {
			t.Fatal(err)
		}
		r, err := e.Run(ctx, -1)
		return errors.Join(err, r.Reason)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	if err := ask(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Fatalf("the end of a run that waits for its input: %v", err)
	}
	go io.WriteString(say, "late\n")
	out.Reset()
	if err := ask(t.Context()); err != nil || out.String() != "got late\n" {
		t.Errorf("%v, %q", err, &out)
	}
}

func TestDribble(t *testing.T) {
	path := filepath.Join(t.TempDir(), "dribble")
	var out bytes.Buffer
	e := rules.New(rules.Options{Out: &out})
	text := `(printout t "before" crlf)
(dribble-on "` + path + `")
(printout t "within" crlf)
(facts)
(dribble-off)
(printout t "after" crlf)`
	if err := e.Load(strings.NewReader(text), "dribble"); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(path)
	if want := "within\nf-0     (initial-fact)\nFor a total of 1 fact.\n"; err != nil || string(got) != want {
		t.Errorf("%v, %q, not %q", err, got, want)
	}
	if out.String() != "before\n"+string(got)+"after\n" {
		t.Errorf("%q", &out)
	}
}

func TestApropos(t *testing.T) {
	var out bytes.Buffer
	e := rules.New(rules.Options{Out: &out})
	text := `(deftemplate wolfish) (apropos wolfi) (apropos no-such-name) (conserve-mem on) (printout t (release-mem) crlf)`
	if err := e.Load(strings.NewReader(text), "apropos"); err != nil || out.String() != "wolfish\n0\n" {
		t.Errorf("%v, %q", err, &out)
	}
}

func TestCheckSyntax(t *testing.T) {
	e := rules.New(rules.Options{})
	if err := e.Load(strings.NewReader(`(deftemplate box (slot size (type INTEGER))) (deffunction twice (?x) (* 2 ?x))`), "given"); err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		`(defrule r (box (size ?s)) => (printout t (twice ?s) crlf))`: "FALSE",
		`(twice 3)`:                              "FALSE",
		`(bind ?x (twice 3))`:                    "FALSE",
		`twice 3`:                                "MISSING-LEFT-PARENTHESIS",
		`(twice 3) 4`:                            "EXTRANEOUS-INPUT-AFTER-LAST-PARENTHESIS",
		`(twice 3))`:                             "EXTRANEOUS-INPUT-AFTER-LAST-PARENTHESIS",
		`(thrice 3)`:                             "Missing function declaration for thrice",
		`(defrule r (box (colour red)) =>)`:      "Invalid slot colour",
		`(defrule r (a) (test (+ a b)) =>)`:      "expected argument #1 to be of type integer or float",
		`(defrule foo (number 40000) (defrule`:   "not closed",
		`(deffacts d (box (size large)))`:        "allowed types",
		`(assert (box (size 3)) (count (+ 1 2))`: "not closed",
	} {
		got, err := e.Eval("(check-syntax " + quoted(text) + ")")
		if err != nil || !strings.Contains(got.String(), want) {
			t.Errorf("%s: %v, %v, not %s", text, got, err, want)
		}
	}
	if facts, _ := e.Eval("(length$ (get-fact-list))"); facts.String() != "1" {
		t.Errorf("%v facts", facts)
	}
}

// quoted returns a text as a string of the language.
func quoted(text string) string { return `"` + strings.ReplaceAll(text, `"`, `\"`) + `"` }

// TestCheckSyntaxCallsNothing checks that neither the checked text nor the program is executed.
func TestCheckSyntaxCallsNothing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "kept")
	if err := os.WriteFile(path, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	e := rules.New(rules.Options{})
	calls := 0
	if err := e.DefineFunc("touch", func() int { calls++; return calls }); err != nil {
		t.Fatal(err)
	}
	program := `(defglobal ?*n* = (touch)) (deftemplate box (slot size (default (touch)))) (defrule r (declare (salience (touch))) (box) =>)`
	if err := e.Load(strings.NewReader(program), "given"); err != nil {
		t.Fatal(err)
	}
	before := calls
	got, err := e.Eval("(check-syntax " + quoted(`(defglobal ?*f* = (remove "`+path+`"))`) + ")")
	if err != nil || got.String() != "FALSE" || calls != before {
		t.Errorf("%v, %v, %d calls", got, err, calls-before)
	}
	if _, err := os.Stat(path); err != nil {
		t.Error(err)
	}
}

// TestListChanged checks that an iterator reports a change of its list.
func TestListChanged(t *testing.T) {
	e := rules.New(rules.Options{Dialect: rules.Jess})
	text := `(bind ?l (new ArrayList)) (?l add a) (bind ?it (?l iterator)) (?it next) (?l clear) (?it remove)`
	if err := e.Load(strings.NewReader(text), "list"); err == nil || !strings.Contains(err.Error(), "was changed") {
		t.Error(err)
	}
}
