package jess_test

import (
	"bytes"
	"os"
	"slices"
	"strings"
	"testing"

	"farbank/internal/testing/long"
	"farbank/rules"
	"farbank/rules/syntax"
)

// jess evaluates a program in the dialect of Jess.
func jess(program string) (out, errs string) {
	var outs, faults bytes.Buffer
	e := rules.New(rules.Options{Dialect: rules.Jess, Out: &outs, Errors: &faults})
	if err := e.Load(strings.NewReader(program), "program"); err != nil {
		faults.WriteString(err.Error())
	}
	return outs.String(), faults.String()
}

// TestFunctionsDefinedLater checks that functions are looked up at the call: it runs the example with
// all functions after the rules that call them, in reverse order.
func TestFunctionsDefinedLater(t *testing.T) {
	text, err := os.ReadFile("../../../examples/rules/husbands.jess")
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile("../../../examples/rules/husbands.jess.out")
	if err != nil {
		t.Fatal(err)
	}
	forms, err := syntax.Parse("husbands", string(text))
	if err != nil {
		t.Fatal(err)
	}
	constructs, functions, calls := "", "", ""
	for _, f := range forms {
		source := string(text[f.Start:f.End]) + "\n"
		switch {
		case f.Head() == "deffunction":
			functions = source + functions
		case rules.IsConstruct(f) || f.Head() == "import":
			constructs += source
		default:
			calls += source
		}
	}
	out, errs := jess(constructs + functions + calls + "(if (= 0 (count-query-results nosuch)) then 1)")
	if out != string(want) || !strings.Contains(errs, "no query nosuch") {
		t.Errorf("prints:\n%s\nerrors: %s", out, errs)
	}
	var moves []int
	for _, solution := range strings.Split(out, "Across")[1:] {
		moves = append(moves, strings.Count(solution, "to shore"))
	}
	if !slices.Equal(moves, []int{11, 13, 13, 11, 11, 11, 11, 11}) {
		t.Errorf("solutions of %v moves", moves)
	}
}

// TestMissingFunctions checks that a missing function is reported once, when it is called.
func TestMissingFunctions(t *testing.T) {
	for program, before := range map[string]string{
		`(printout t a) (deffunction f () (nosuch 1)) (printout t b) (f)`:        "ab",
		`(defrule r (x) => (printout t a) (nosuch)) (assert (x)) (run)`:          "a",
		`(defrule r (x ?y&:(nosuch ?y)) => (printout t a)) (assert (x 1))`:       "",
		`(defrule r (x ?y) (test (nosuch ?y)) => (printout t a)) (assert (x 1))`: "",
		`(printout t a) ("text" nosuch 1)`:                                       "a",
		`(printout t a) ((new ArrayList) nosuch)`:                                "a",
	} {
		out, errs := jess(program)
		if out != before || strings.Count(errs, "nosuch") != 1 && !strings.Contains(program, "ArrayList") {
			t.Errorf("%s: prints %q, says %s", program, out, errs)
		}
	}
}

// TestAnonymousVariables checks that each ?? is a variable of its own.
func TestAnonymousVariables(t *testing.T) {
	out, errs := jess(`(defrule r (a ?? ??) (b ?? ?x ??) => (printout t ?x)) (assert (a 1 2) (b 3 4 5)) (run)`)
	if out != "4" || errs != "" {
		t.Errorf("%q %s", out, errs)
	}
}

// TestQueryVariables checks that a query may bind addresses and test types as rules do.
func TestQueryVariables(t *testing.T) {
	out, errs := jess(`
		(deftemplate box (slot size (type INTEGER)))
		(defquery large (declare (variables ?least)) ?f <- (box (size ?s&:(> ?s ?least))) (not (used ?f)))
		(assert (box (size 1)) (box (size 5)) (box (size 9)))
		(bind ?r (run-query* large 3))
		(while (?r next) (printout t (?r getInt s) " " (fact-slot-value (?r get f) size) " "))`)
	if out != "5 5 9 9 " || errs != "" {
		t.Errorf("%q %s", out, errs)
	}
}

// TestQueryWithinItself checks that a query whose conditions call it again keeps its variables.
func TestQueryWithinItself(t *testing.T) {
	out, errs := jess(`
		(deffunction below (?n) (if (> ?n 0) then (count-query-results q (- ?n 1)) else 0))
		(defquery q (declare (variables ?n)) (a ?x&:(progn (below ?n) (> ?x ?n))))
		(assert (a 1) (a 2) (a 3))
		(printout t (count-query-results q 2))`)
	if out != "1" || errs != "" {
		t.Errorf("%q %s", out, errs)
	}
}

// TestCircularPaths compares the solutions of a rule that compares places without the boat with those
// of a rule that compares both.
func TestCircularPaths(t *testing.T) {
	var texts []string
	for _, name := range []string{"husbands.jess", "husbands-more.jess"} {
		text, err := os.ReadFile("../../../examples/rules/" + name)
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, string(text))
	}
	last := strings.LastIndex(texts[1], "(deffacts") // three couples take longer
	if long.Enabled() {
		last = len(texts[1])
	}
	out, errs := jess(texts[0] + texts[1][:last])
	want := `
Two couples and a bachelor, places alone: none

Two couples and a bachelor, places and boat: 8 of 7 4 of 9 2 of 11
`
	if long.Enabled() {
		want += "\nThree couples, places and boat: 486 of 11 5 of 13 2 of 15\n"
	}
	if !strings.HasSuffix(out, want) || errs != "" {
		t.Errorf("prints %s\n%s", out[strings.LastIndex(out, "Across"):], errs)
	}
}
