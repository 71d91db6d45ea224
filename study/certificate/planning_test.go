package certificate_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"farbank"
	"farbank/internal/testing/long"
	"farbank/study/certificate"
)

// lampsDomain switches two lamps at a time.
const lampsDomain = `(define (domain lamps)
  (:requirements :typing :negative-preconditions :equality :conditional-effects)
  (:types lamp)
  (:predicates (on ?l - lamp))
  (:action press :parameters (?a ?b - lamp) :precondition (not (= ?a ?b))
    :effect (and (when (on ?a) (not (on ?a))) (when (not (on ?a)) (on ?a))
      (when (on ?b) (not (on ?b))) (when (not (on ?b)) (on ?b)))))
`

// lampsProblem asks for a single lit lamp. The number of lit lamps is always even, so there is no plan.
const lampsProblem = `(define (problem one) (:domain lamps)
  (:objects a b c d e - lamp) (:init)
  (:goal (and (on a) (not (on b)) (not (on c)) (not (on d)) (not (on e)))))
`

// depotDomain delivers parcels along roads.
const depotDomain = `(define (domain depot)
  (:requirements :typing)
  (:types place parcel)
  (:predicates (road ?a ?b - place) (truck ?a - place) (at ?p - parcel ?a - place) (in ?p - parcel))
  (:action drive :parameters (?a ?b - place) :precondition (and (truck ?a) (road ?a ?b)) :effect (and (truck ?b) (not (truck ?a))))
  (:action load :parameters (?p - parcel ?a - place) :precondition (and (truck ?a) (at ?p ?a)) :effect (and (in ?p) (not (at ?p ?a))))
  (:action unload :parameters (?p - parcel ?a - place) :precondition (and (truck ?a) (in ?p)) :effect (and (at ?p ?a) (not (in ?p)))))
`

// depotProblem has many parcels, an island without roads, and a parcel at a place from which the truck
// cannot return.
func depotProblem(parcels int) string {
	var b strings.Builder
	b.WriteString("(define (problem island) (:domain depot) (:objects a b c far - place")
	for i := range parcels {
		fmt.Fprintf(&b, " p%d", i)
	}
	b.WriteString(" - parcel)\n(:init (road a b) (road b a) (road b c) (road c b) (road b far) (truck a)")
	for i := range parcels {
		fmt.Fprintf(&b, " (at p%d %s)", i, []string{"a", "b", "c", "far"}[i%4])
	}
	b.WriteString(")\n(:goal (and (at p3 a) (at p0 c))))\n")
	return b.String()
}

func parsePDDL(t *testing.T, domain, problem string) *farbank.Problem {
	t.Helper()
	p, err := farbank.ParsePDDL("domain.pddl", domain, "problem.pddl", problem)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// holds checks that a certificate shows a claim, and that damaged ones are rejected or, with the right
// checksum, show the same claim.
func holds(t *testing.T, p *farbank.Problem, text []byte, claim certificate.Claim, cost int64, damaged int) *certificate.Verdict {
	t.Helper()
	want, err := check(p, text)
	if err != nil || want.Claim != claim || want.Cost != cost {
		t.Fatalf("%s: %+v, %v", p.Title, want, err)
	}
	r := rand.New(rand.NewPCG(uint64(len(text)), 5))
	refused := 0
	for range damaged {
		how, bad := damage(r, text)
		if bytes.Equal(bad, text) {
			continue
		}
		var wrong *certificate.Error
		if v, err := check(p, bad); !errors.As(err, &wrong) {
			t.Fatalf("%s: %s: verdict %v, error %v", p.Title, how, v, err)
		}
		v, err := check(p, resum(bad))
		switch {
		case errors.As(err, &wrong):
			refused++
		case err != nil || v.Claim != claim || v.Cost != cost:
			t.Fatalf("%s: %s, the sum mended: verdict %v, error %v", p.Title, how, v, err)
		}
	}
	if refused == 0 {
		t.Errorf("%s: no damage was refused for itself", p.Title)
	}
	return want
}

// TestUnsolvable checks certificates of unsolvable PDDL problems: by states, and by tables if there are
// too many states.
func TestUnsolvable(t *testing.T) {
	_, text := certify(t, parsePDDL(t, lampsDomain, lampsProblem))
	p := parsePDDL(t, lampsDomain, lampsProblem) // loaded again, as by verify
	if v := holds(t, p, text, certificate.None, 0, 60); v.States != 16 {
		t.Errorf("%d states, not the 16 with an even number of lamps", v.States)
	}
	p = parsePDDL(t, depotDomain, depotProblem(48))
	var b bytes.Buffer
	a, _, err := farbank.Certify(t.Context(), p, farbank.Question{}, farbank.CertifyOptions{Output: &b, ByTables: true})
	if err != nil || a.Status != farbank.None {
		t.Fatal(a, err)
	}
	if v := holds(t, parsePDDL(t, depotDomain, depotProblem(48)), b.Bytes(), certificate.None, 0, 40); v.Tables == 0 {
		t.Errorf("%+v: no tables", v)
	}
	solvable := parsePDDL(t, depotDomain, strings.Replace(depotProblem(48), "(road b far)", "(road b far) (road far b)", 1))
	var wrong *certificate.Error
	if v, err := check(solvable, b.Bytes()); !errors.As(err, &wrong) {
		t.Errorf("it holds for a problem that has plans: %+v, %v", v, err)
	}
}

// korf returns one of Korf's hundred 15-puzzles, rotated so that the blank ends in the last place.
func korf(t *testing.T, number int) *farbank.Problem {
	t.Helper()
	list, err := os.ReadFile("../../bench/planning/korf.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(list)) {
		words := strings.Fields(line)
		if len(words) != 18 || words[0] != strconv.Itoa(number) {
			continue
		}
		var start []int
		for _, w := range slices.Backward(words[2:]) {
			n, err := strconv.Atoi(w)
			if err != nil {
				t.Fatal(err)
			}
			start = append(start, (16-n)%16)
		}
		data, err := json.Marshal(map[string]any{"rows": 4, "cols": 4, "start": start})
		if err != nil {
			t.Fatal(err)
		}
		p, err := farbank.Load("example:tiles", farbank.WithData("start.json", data))
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	t.Fatalf("there is no instance %d", number)
	return nil
}

// TestKorf checks a certificate by tables for a 15-puzzle with a shortest plan of 45 moves. It must be
// rejected for one move less and for another instance.
func TestKorf(t *testing.T) {
	if !long.Enabled() {
		t.Skip("only with -long")
	}
	p := korf(t, 12)
	var b bytes.Buffer
	a, c, err := farbank.Certify(t.Context(), p, farbank.Question{}, farbank.CertifyOptions{Output: &b, ByTables: true})
	if err != nil || a.Status != farbank.Solved || a.Best.Cost != 45 {
		t.Fatal(a, err)
	}
	if v := holds(t, korf(t, 12), b.Bytes(), certificate.Least, 45, 12); v.Tables != len(c.Tables) || v.States == 0 {
		t.Errorf("%+v", v)
	}
	var wrong *certificate.Error
	for _, change := range [][2]string{{"claim least 45", "claim least 44"}, {"claim least 45", "claim none"}, {"claim least 45", "claim least 46"}} {
		bad := resum(bytes.Replace(b.Bytes(), []byte(change[0]), []byte(change[1]), 1))
		if v, err := check(p, bad); !errors.As(err, &wrong) {
			t.Errorf("%s: %+v, %v", change[1], v, err)
		}
	}
	few := *c
	few.Met = 100
	var small bytes.Buffer
	if err := farbank.WriteCertificate(&small, p, &few); err != nil {
		t.Fatal(err)
	}
	if v, err := check(p, small.Bytes()); !errors.As(err, &wrong) {
		t.Errorf("100 states do: %+v, %v", v, err)
	}
	if v, err := check(korf(t, 16), b.Bytes()); !errors.As(err, &wrong) {
		t.Errorf("it holds for another instance: %+v, %v", v, err)
	}
}
