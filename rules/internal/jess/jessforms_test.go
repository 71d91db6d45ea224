package jess_test

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"farbank/rules"
)

// TestJessForms checks the forms that CLIPS does not have.
func TestJessForms(t *testing.T) {
	for _, c := range []struct{ program, want string }{
		{`(deffunction sign (?n) (if (> ?n 0) then plus elif (< ?n 0) then minus elif (= ?n 0) then zero else what))
		  (printout t (sign 3) (sign -3) (sign 0))`, "plusminuszero"},
		{`(printout t (if FALSE then 1 elif FALSE then 2) (if FALSE then 1 elif TRUE then 2 3 else 4) (if nil then 5))`, "FALSE35"},
		{`(for (bind ?i 0) (< ?i 4) (++ ?i) (printout t ?i))(printout t "," ?i)`, "0123,4"},
		{`(for (bind ?i 0) (< ?i 9) (++ ?i) (if (= ?i 2) then (continue)) (if (= ?i 5) then (break)) (printout t ?i))`, "0134"},
		{`(deffunction f () (for (bind ?i 0) TRUE (++ ?i) (if (> ?i 6) then (return ?i)))) (printout t (f))`, "7"},
		{`(for (bind ?i 3) FALSE (++ ?i) (printout t ?i))`, ""},
		{`(bind ?x 1) (printout t (++ ?x) (++ ?x) (-- ?x) ?x) (bind ?y 0.5) (printout t (++ ?y))`, "23221.5"},
		{`(defglobal ?*g* = 5) (++ ?*g*) (printout t ?*g*)`, "6"},
		{`(defrule r (n ?x) => (printout t ?x (++ ?x) ?x)) (assert (n 1)) (run)`, "122"},
		{`(foreach ?x (create$ 1 2 3) (if (= ?x 2) then (continue)) (printout t ?x))`, "13"},
		{`(bind ?i 0) (while (< ?i 5) do (++ ?i) (if (evenp ?i) then (continue)) (printout t ?i))`, "135"},
		{`(printout t (eq* 3 3.0) (eq 3 3.0) (eq* a a a) (eq* a "a") (eq* 1 1 2))`, "TRUEFALSETRUEFALSEFALSE"},
		{`(printout t (import java.util.HashMap) (import java.util.*))`, "TRUETRUE"},
		{`(printout t (store a 1) (store a (create$ x y)) (fetch a) (fetch b) (store a nil) (fetch a))`, "nil1(x y)nil(x y)nil"},
		{`(store a 1) (clear-storage) (printout t (fetch a))`, "nil"},
		{`(store a 1) (clear) (printout t (fetch a))`, "1"},
		{`(assert (y) (x 1)) (printout t (fact-slot-value (fact-id 1) __data) ((fact-id 1) getFactId))`, "(1)1"},
		{`(bind ?m (new HashMap)) (?m put a 1) (printout t (?m getOrDefault a 5) (?m getOrDefault b 5) (?m putIfAbsent b 7) (?m get b))`, "15nil7"},
	} {
		if out, errs := jess(c.program); out != c.want || errs != "" {
			t.Errorf("%s\nprints %q, not %q; %s", c.program, out, c.want, errs)
		}
	}
}

// TestTry checks that all errors are caught and that finally is always executed.
func TestTry(t *testing.T) {
	for _, c := range []struct{ program, want string }{
		{`(try (printout t a) (/ 1 0) (printout t b) catch (printout t c) finally (printout t d)) (printout t e)`, "acde"},
		{`(try (printout t a) catch (printout t c) finally (printout t d))`, "ad"},
		{`(printout t (try 1 2 catch 3) (try (throw (new Exception no)) 2 catch 3) (try (/ 1 0) catch) (try))`, "23FALSEFALSE"},
		{`(try (throw (new IllegalStateException "too bad")) catch (printout t (?ERROR getMessage) "/" (?ERROR toString) "/" (call (?ERROR getCause) toString)))`,
			"too bad/JessException: too bad/IllegalStateException: too bad"},
		{`(try (nosuch 1) catch (printout t (?ERROR getMessage)))`, "[EXPRNPSR3] Missing function declaration for nosuch"},
		{`(try (open nosuchdirectory/file.txt r) catch (printout t caught))`, "caught"},
		{`(try (retract 77) catch (printout t (?ERROR getMessage)))`, "[PRNTUTIL1] Unable to find fact f-77."},
		{`(deffunction f () (random 1)) (try (f) catch (printout t caught))`, "caught"},
		{`(try (fact-id 99) catch (printout t (?ERROR getMessage)))`, "fact-id: there is no fact 99"},
		{`(try ((new HashMap) nosuch) catch (printout t (?ERROR getMessage)))`, "a map has no method nosuch with 0 arguments"},
		{"\n(try (/ 1 0) catch (printout t (?ERROR getLineNumber)))", "2"},
		{`(deffunction f () (try (return 1) finally (printout t last))) (printout t (f))`, "last1"},
		{`(deffunction f () (try (throw (new Exception x)) catch (return 2) finally (printout t last))) (printout t (f))`, "last2"},
		{`(deffunction f () (try (throw (new Exception x)) finally (return 3))) (printout t (f))`, "3"},
		{`(foreach ?x (create$ 1 2 3) (try (if (= ?x 2) then (continue)) (printout t ?x) finally (printout t "-")))`, "1--3-"},
		{`(try (try (throw (new Exception inner)) catch (throw ?ERROR)) catch (printout t (?ERROR getMessage)))`, "inner"},
		{`(try (try (/ 1 0) finally (throw (new Exception late))) catch (printout t (?ERROR getMessage)))`, "late"},
		{`(deffunction f (?n) (try (if (= ?n 0) then (throw (new Exception deep)) else (f (- ?n 1))) finally (printout t ?n)))
		  (try (f 3) catch (printout t (?ERROR getMessage)))`, "0123deep"},
		{`(defrule r (x) => (try (throw (new Exception e)) catch (printout t (?ERROR getMessage)))) (assert (x)) (run)`, "e"},
		{`(try (throw (new RuntimeException outer (new IOException disk))) catch
		    (printout t (((?ERROR getCause) getCause) getMessage) (instanceof (?ERROR getCause) Exception)))`, "diskTRUE"},
		{`(deffunction f () (f)) (try (f) catch (printout t deep))`, "deep"},
		{`(bind ?x 1) (try (try (/ 1 0) catch (bind ?x 2)) (printout t ?x) catch (printout t never))`, "2"},
	} {
		if out, errs := jess(c.program); out != c.want || errs != "" {
			t.Errorf("%s\nprints %q, not %q; %s", c.program, out, c.want, errs)
		}
	}
}

// TestNotCaught checks that an uncaught error is reported once, and that neither exit nor the end of
// the context can be caught.
func TestNotCaught(t *testing.T) {
	for program, want := range map[string]string{
		`(throw (new RuntimeException "too bad"))`:                        "program:1:1: RuntimeException: too bad",
		`(defrule r (x) => (throw (new Exception e))) (assert (x)) (run)`: "defrule r: Exception: e",
		`(throw 3)`:                               "3 is no exception",
		`(try (/ 1 0) finally (printout t ""))`:   "Attempt to divide by zero",
		`(try (/ 1 0) catch (throw ?ERROR))`:      "Attempt to divide by zero",
		`(new Exception a b c)`:                   "takes a message and a cause",
		`(if TRUE then 1 elif)`:                   "then is expected after the condition of elif",
		`(if TRUE then 1 elif FALSE 2)`:           "then is expected after the condition of elif",
		`(for (bind ?i 0) TRUE)`:                  "at least 3",
		`(continue)`:                              "continue stands alone, in a loop",
		`(++ 3)`:                                  "++ takes a variable",
		`(++ ?x)`:                                 "x is unbound",
		`(import)`:                                "import takes the name of a class",
		`(fact-id x)`:                             "of type integer",
		`(instanceof 3 Nosuch)`:                   "the class Nosuch is not known",
		`(defrule r (x ?x&:(try TRUE catch)) =>)`: "try has no place in a condition",
		`(nosuch)`:                                "nosuch",
		`(deffunction f (?x) ?y.slot)`:            "Undefined variable y.slot",
		`(deftemplate p (slot a)) (bind ?f (assert (p (a 1)))) (printout t ?f.b "")`: "has no slot \"b\"",
	} {
		out, errs := jess(program)
		if out != "" || strings.Count(errs, want) != 1 || strings.Count(errs, "\n") > 1 {
			t.Errorf("%s\nprints %q, says %q, not %q", program, out, errs, want)
		}
	}
	e := rules.New(rules.Options{Dialect: rules.Jess})
	if err := e.Load(strings.NewReader(`(try (exit 3) catch (store never 1) finally (store never 2))`), "p"); !errors.Is(err, rules.ErrExit) || e.ExitCode != 3 {
		t.Error(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	e.SetContext(ctx)
	err := e.Load(strings.NewReader(`(while TRUE do (try (while TRUE do 1) catch (store never 3) finally (store never 4)))`), "p")
	if _, never := e.Fetch("never"); !errors.Is(err, context.DeadlineExceeded) || never {
		t.Error(err, never)
	}
}

// TestDottedVariables reads and sets slots of facts and properties of objects.
func TestDottedVariables(t *testing.T) {
	const box = `(deftemplate box (slot size) (multislot things)) `
	for _, c := range []struct{ program, want string }{
		{box + `(defrule r ?f <- (box) => (printout t ?f.size ?f.things (+ ?f.size 1))) (assert (box (size 3) (things a b))) (run)`, "3(a b)4"},
		{box + `(bind ?f (assert (box (size 3)))) (printout t ?f.size) (bind ?f.size 4) (printout t ?f.size (?f getFactId))`, "341"},
		{box + `(defrule r ?f <- (box (size 3)) => (bind ?f.size 4) (bind ?f.things x y) (printout t ?f.size ?f.things))
		  (assert (box (size 3))) (printout t (run))`, "4(x y)1"},
		{box + `(defrule r ?f <- (box) ?g <- (box (size ?s&:(> ?s ?f.size))) => (printout t ?f.size "<" ?g.size))
		  (assert (box (size 1)) (box (size 2))) (run)`, "1<2"},
		{box + `(defrule r ?f <- (box) (n ?f.size) => (printout t ?f.size)) (assert (box (size 1)) (box (size 2)) (n 2)) (run)`, "2"},
		{`(bind ?m (new HashMap)) (?m put a 1) (printout t ?m.empty ?m.size)`, "FALSE1"},
		{`(bind ?x.y 3) (printout t ?x.y)`, "3"},
	} {
		out, errs := jess(c.program)
		if out != c.want || errs != "" {
			t.Errorf("%s\nprints %q, not %q; %s", c.program, out, c.want, errs)
		}
	}
}

// TestInstanceOf checks that classes are related as in Java.
func TestInstanceOf(t *testing.T) {
	for program, want := range map[string]string{
		`(new LinkedHashMap) HashMap`: "TRUE", `(new HashMap) java.util.Map`: "TRUE", `(new HashMap) TreeMap`: "FALSE",
		`(new TreeMap) SortedMap`: "TRUE", `(new ArrayList) List`: "TRUE", `(new ArrayList) LinkedList`: "FALSE", `((new LinkedList) clone) LinkedList`: "TRUE",
		`(new HashSet) Collection`: "TRUE", `((new HashMap) keySet) Set`: "TRUE", `((new HashMap) values) Set`: "FALSE",
		`((new HashMap) entrySet) Iterable`: "TRUE", `"a" String`: "TRUE", `a CharSequence`: "TRUE", `1 Integer`: "TRUE", `1 Number`: "TRUE",
		`1.5 Double`: "TRUE", `1.5 Integer`: "FALSE", `nil Object`: "FALSE", `(new Exception) Throwable`: "TRUE", `(new Exception) RuntimeException`: "FALSE",
		`((new ArrayList) iterator) Iterator`: "TRUE", `(assert (x)) Fact`: "TRUE", `(new NumberFormatException) IllegalArgumentException`: "TRUE",
	} {
		if out, errs := jess("(printout t (instanceof " + program + "))"); out != want || errs != "" {
			t.Errorf("%s: %s %s", program, out, errs)
		}
	}
}

// TestJessWordsInCLIPS checks that programs of CLIPS may define the words of Jess.
func TestJessWordsInCLIPS(t *testing.T) {
	var out bytes.Buffer
	e := rules.New(rules.Options{Out: &out})
	err := e.Load(strings.NewReader(`
		(deffunction list (?x) (printout t "list" ?x))
		(deffunction try (?x) (printout t "try" ?x))
		(deffunction for (?a.b) (printout t ?a.b))
		(deffunction store (?x ?y) (if FALSE then a elif else ?y))
		(list 1) (try 2) (for 3) (printout t (store 1 4))`), "p")
	if out.String() != "list1try234" || err != nil {
		t.Errorf("%q %v", out.String(), err)
	}
}

// TestJessPrompt checks that a prompt uses the dialect and reports a missing function once.
func TestJessPrompt(t *testing.T) {
	var out, errs bytes.Buffer
	e := rules.New(rules.Options{Dialect: rules.Jess, Out: &out, Errors: &errs})
	in := "(import java.util.HashMap)\n(bind ?m (new HashMap))\n(?m put a 1)\n?m\n(try (nosuch) catch 5)\n(nosuch)\n(for (bind ?i 0)\n(< ?i 2) (++ ?i) (printout t ?i))\n"
	if err := e.Prompt(strings.NewReader(in), &out, ""); err != nil {
		t.Fatal(err)
	}
	if got := out.String(); got != "TRUE\n{}\nnil\n{a=1}\n5\n01FALSE\n" || strings.Count(errs.String(), "nosuch") != 1 {
		t.Errorf("%q %q", got, errs.String())
	}
}

// TestLooksLikeJess checks that words that only Jess has identify its programs, except as names of
// facts, slots or functions.
func TestLooksLikeJess(t *testing.T) {
	for program, want := range map[string]bool{
		`(if a then b elif c then d)`:                           true,
		`(defrule r (x) => (try 1 catch))`:                      true,
		`(deffunction f () (for (bind ?i 0) (< ?i 3) (++ ?i)))`: true,
		`(deffunction for (?x) ?x) (for 3)`:                     false,
		`(defrule r (try ?x) (store) => (assert (for 1)))`:      false,
		`(deffacts d (for 1)) (deftemplate t (slot try))`:       false,
		`(deftemplate t extends u)`:                             true,
		`(defrule r ?f <- (t) => (modify ?f (store 3)))`:        false,
		`(import java.util.*)`:                                  true,
		`(defmodule M (import MAIN ?ALL))`:                      false,
		`(bind ?x (new HashMap))`:                               true,
		`(defquery q (x))`:                                      true,
		`(`:                                                     false,
	} {
		if rules.LooksLikeJess(program) != want {
			t.Errorf("%s looks like Jess: %v", program, !want)
		}
	}
	own, call := `(deffunction store (?a ?b) ?a)`, `(defrule r (x) => (store k 2))`
	if rules.LooksLikeJess(own, call) || rules.LooksLikeJess(call, own) || !rules.LooksLikeJess(call, `(deffunction fetch (?a) ?a)`) {
		t.Error("a function defined in another file counts as a word of Jess")
	}
}

// TestJessWordsHint checks that the message about a missing word of Jess names the dialect.
func TestJessWordsHint(t *testing.T) {
	for program, want := range map[string]bool{
		`(import java.util.*)`:                true,
		`(bind ?m (new HashMap))`:             true,
		`(try 1 catch 2)`:                     true,
		`(defrule r (x) => (store a 1))`:      true,
		`(fact-id 1)`:                         true,
		`(defrule r (x) => (nosuch))`:         false,
		`(import java.util.*) (nosuch)`:       true,
		`(deffunction store (?a) ?a) (nix 1)`: false,
	} {
		err := rules.New(rules.Options{}).Load(strings.NewReader(program), "p")
		if err == nil || strings.Contains(err.Error(), "--dialect jess") != want {
			t.Errorf("%s: %v", program, err)
		}
	}
}
