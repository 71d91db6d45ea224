package planning

import (
	"fmt"
	"strings"
	"testing"

	"farbank/exchange/pddl"
)

// TestPermutationOfPDDL checks that the places of a sliding puzzle in PDDL become an array and get an
// inverse.
func TestPermutationOfPDDL(t *testing.T) {
	domain := `(define (domain tiles) (:predicates (at ?t ?p) (blank ?p) (beside ?p ?q))
(:action slide :parameters (?t ?p ?q) :precondition (and (at ?t ?p) (blank ?q) (beside ?p ?q))
:effect (and (not (at ?t ?p)) (not (blank ?q)) (at ?t ?q) (blank ?p))))`
	var objects, init, goal strings.Builder
	for i := range 9 {
		fmt.Fprintf(&objects, " p%d", i)
		for k := range 9 {
			if d := i - k; (d == 1 || d == -1) && i/3 == k/3 || d == 3 || d == -3 {
				fmt.Fprintf(&init, " (beside p%d p%d)", i, k)
			}
		}
		if i > 0 {
			fmt.Fprintf(&objects, " t%d", 9-i)
			fmt.Fprintf(&init, " (at t%d p%d)", 9-i, i)
			fmt.Fprintf(&goal, " (at t%d p%d)", i, i)
		}
	}
	problem := fmt.Sprintf("(define (problem x) (:domain tiles) (:objects%s) (:init (blank p0)%s) (:goal (and%s)))", &objects, &init, &goal)
	p, err := pddl.Read(t.Context(), pddl.File{Name: "d", Text: domain}, pddl.File{Name: "p", Text: problem}, 0)
	if err != nil {
		t.Fatal(err)
	}
	tr, err := translate(t.Context(), p, options{})
	if err != nil {
		t.Fatal(err)
	}
	if a := tr.task.Arrays; len(a) != 1 || len(a[0]) != 9 {
		t.Fatalf("arrays: %v", a)
	}
	if with := tr.task.Inverses(nil); with == tr.task || len(with.Variables) != 18 {
		t.Errorf("no inverse: %d variables", len(with.Variables))
	}
}
