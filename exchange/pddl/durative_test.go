package pddl_test

import (
	"context"
	"strings"
	"testing"

	"farbank"
	"farbank/exchange/pddl"
)

const cellarDomain = `(define (domain matchcellar)
 (:requirements :typing :durative-actions)
 (:types match fuse)
 (:predicates (light ?m - match) (handfree) (unused ?m - match) (mended ?f - fuse))
 (:durative-action light_match
  :parameters (?m - match)
  :duration (= ?duration 8)
  :condition (and (at start (unused ?m)) (over all (light ?m)))
  :effect (and (at start (not (unused ?m))) (at start (light ?m)) (at end (not (light ?m)))))
 (:durative-action mend_fuse
  :parameters (?f - fuse ?m - match)
  :duration (= ?duration 5)
  :condition (and (at start (handfree)) (over all (light ?m)))
  :effect (and (at start (not (handfree))) (at end (mended ?f)) (at end (handfree)))))`

const cellarProblem = `(define (problem cellar) (:domain matchcellar)
 (:objects m1 m2 m3 - match f1 f2 f3 - fuse)
 (:init (handfree) (unused m1) (unused m2) (unused m3))
 (:goal (and (mended f1) (mended f2) (mended f3)))
 (:metric minimize (total-time)))`

// TestDurative solves durative actions, by way of a .far file. With several matches at a time, each
// for one of the fuses, only the mending takes its time.
func TestDurative(t *testing.T) {
	p, err := farbank.ParsePDDL("d.pddl", cellarDomain, "p.pddl", cellarProblem)
	if err != nil {
		t.Fatal(err)
	}
	a, err := farbank.Solve(context.Background(), p, farbank.Question{})
	if err != nil || a.Best == nil || a.Best.Cost != 15 {
		t.Errorf("%v %v, want time 15", a, err)
	}
}

// TestRequired checks that a requirement that is not used is not refused.
func TestRequired(t *testing.T) {
	domain := strings.Replace(cellarDomain, ":durative-actions", ":durative-actions :constraints :preferences :continuous-effects :duration-inequalities", 1)
	if domain == cellarDomain {
		t.Fatal("no requirements")
	}
	if _, err := pddl.Import(t.Context(), pddl.File{Name: "d.pddl", Text: domain}, pddl.File{Name: "p.pddl", Text: cellarProblem}, 0); err != nil {
		t.Error(err)
	}
}

// TestDurativeErrors holds what is refused to its messages.
func TestDurativeErrors(t *testing.T) {
	for want, domain := range map[string]string{
		"durations that are inequalities are not understood": strings.Replace(cellarDomain, "(= ?duration 8)", "(<= ?duration 8)", 1),
		"continuous effects are not understood":              strings.Replace(cellarDomain, "(at end (handfree))", "(increase (level) (* #t 1))", 1),
		"this part of a durative action has no time":         strings.Replace(cellarDomain, "(at start (handfree))", "(handfree)", 1),
		`"middle" is not understood here`:                    strings.Replace(cellarDomain, "(at end (mended ?f))", "(at middle (mended ?f))", 1),
		"has no duration":                                    strings.Replace(cellarDomain, ":duration (= ?duration 8)", "", 1),
		"a number is needed":                                 strings.Replace(cellarDomain, "?duration 8", "?duration x8", 1),
	} {
		_, err := pddl.Import(context.Background(), pddl.File{Name: "d.pddl", Text: domain}, pddl.File{Name: "p.pddl", Text: cellarProblem}, 0)
		if err == nil || !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), "d.pddl:") {
			t.Errorf("%v, want %q with a place", err, want)
		}
	}
}
