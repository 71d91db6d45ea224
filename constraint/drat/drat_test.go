package drat

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"farbank/constraint/cnf"
	"farbank/constraint/sat"
)

func formula(clauses ...[]int) *cnf.Formula {
	f := &cnf.Formula{}
	for _, c := range clauses {
		f.Add(c...)
	}
	return f
}

func check(f *cnf.Formula, proof string) (Report, error) {
	return Check(context.Background(), f, strings.NewReader(proof), "p", 0)
}

var square = formula([]int{1, 2}, []int{-1, 2}, []int{1, -2}, []int{-1, -2})

func TestSteps(t *testing.T) {
	for proof, want := range map[string]string{
		"1 0\n0\n":                          "",
		"c a comment\n 1\n0\n":              "",
		"d 1 2 0\n1 0\n":                    "p:2: the clause [1]",
		"2 0 d 1 2 0 0":                     "",
		"0\n":                               "p:1: the empty clause",
		"":                                  "p:0: the proof ends",
		"3 0\n":                             "p:2: the proof ends", // RAT: nothing has -3
		"3 1 0\n-3 0\n":                     "",                    // -3 is RAT: 1 follows
		"3 -1 0 3 -2 0 -3 1 2 0 1 0\n":      "",                    // a definition
		"d 1 3 0\n":                         "p:1: the deleted clause [1 3]",
		"1 x 0\n":                           "p:1: expected a literal",
		"1 0\n-1":                           "",
		"\n\nd 1 2":                         "p:3: the last step",
		"99999999999 0":                     "p:1: expected a literal",
		strings.Repeat("1", 50) + " 0":      "p:1: expected a literal",
		"a\x02\x00a\x00":                    "",
		"a\x02":                             "p:1: the step is incomplete",
		"d\x02\x04\x00a\x02\x00":            "p:2: the clause [1]",
		"a\xff\xff\xff\xff\xff\xff\xff\x00": "p:1: the step",
	} {
		_, err := check(square, proof)
		switch {
		case want == "" && err != nil, want != "" && (err == nil || !strings.HasPrefix(err.Error(), want)):
			t.Errorf("%q: %v", proof, err)
		}
	}
	if r, err := check(formula([]int{1, 2}), "3 -1 0 3 -2 0 -3 1 2 0"); err == nil || r.RAT != 2 || r.Lemmas != 3 {
		t.Errorf("%+v, %v", r, err)
	}
	if _, err := check(formula([]int{1, 2}), "3 0\n-3 0\n"); err == nil {
		t.Error("3 and -3 were both accepted")
	}
	if _, err := check(formula([]int{1}, []int{-1, 2}), "2 0\nd 1 0\n-1 0\n0\n"); err == nil {
		t.Error("-1 was accepted after 1 was deleted") // the deletion is passed over
	}
}

// TestRATByDefinition compares the checker with a direct implementation of the definition on small formulas.
func TestRATByDefinition(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	yes, rat := 0, 0
	for range 20000 {
		n := 3 + r.IntN(3)
		clauses := make([][]int, 2+r.IntN(7))
		for i := range clauses {
			clauses[i] = randomClause(r, n)
		}
		lemma := randomClause(r, n)
		if plainRUP(clauses, nil) {
			continue
		}
		want := plainRUP(clauses, lemma) || plainRAT(clauses, lemma)
		text := ""
		for _, l := range lemma {
			text += strconv.Itoa(l) + " "
		}
		rep, err := check(formula(clauses...), text+"0\n")
		got := rep.Lemmas == 1 && (err == nil || strings.Contains(err.Error(), "ends without"))
		if got != want {
			t.Fatalf("%v, lemma %v: %v, %v", clauses, lemma, got, err)
		}
		if want {
			yes++
			rat += rep.RAT
		}
	}
	if yes < 1000 || rat < 100 {
		t.Errorf("%d lemmas follow, %d of them RAT", yes, rat)
	}
}

func randomClause(r *rand.Rand, n int) []int {
	c := make([]int, 1+r.IntN(3))
	for i := range c {
		c[i] = (1 + r.IntN(n)) * (2*r.IntN(2) - 1)
	}
	return c
}

// plainRUP reports whether unit propagation refutes the clauses and the negation of c.
func plainRUP(clauses [][]int, c []int) bool {
	truth := map[int]bool{}
	for _, l := range c {
		truth[-l] = true
	}
	for again := true; again; {
		again = false
		for l := range truth {
			if truth[-l] {
				return true
			}
		}
		for _, d := range clauses {
			var open []int
			for _, l := range d {
				if truth[l] || slices.Contains(d, -l) {
					open = []int{0, 0}
					break
				}
				if !truth[-l] && !slices.Contains(open, l) {
					open = append(open, l)
				}
			}
			if len(open) == 0 {
				return true
			}
			if len(open) == 1 {
				truth[open[0]] = true
				again = true
			}
		}
	}
	return false
}

func plainRAT(clauses [][]int, c []int) bool {
	for _, d := range clauses {
		if i := slices.Index(d, -c[0]); i >= 0 {
			union := slices.Clone(c)
			for _, l := range d {
				if l != -c[0] {
					union = append(union, l)
				}
			}
			if !plainRUP(clauses, union) {
				return false
			}
		}
	}
	return true
}

// refuted returns a random unsatisfiable formula and the solver's proof.
func refuted(t *testing.T, r *rand.Rand, n int) (*cnf.Formula, string) {
	t.Helper()
	for {
		f := &cnf.Formula{}
		var proof bytes.Buffer
		s := sat.New(sat.Options{Proof: &proof})
		for range int(4.8 * float64(n)) {
			c := []int{(1 + r.IntN(n)) * (2*r.IntN(2) - 1), (1 + r.IntN(n)) * (2*r.IntN(2) - 1), (1 + r.IntN(n)) * (2*r.IntN(2) - 1)}
			f.Add(c...)
			if err := s.Add(c...); err != nil {
				t.Fatal(err)
			}
		}
		if r, err := s.Solve(t.Context()); err != nil {
			t.Fatal(err)
		} else if r.Status == sat.Unsatisfiable {
			return f, proof.String()
		}
	}
}

// TestProofsOfOurs checks proofs of package sat.
func TestProofsOfOurs(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	for i := range 200 {
		f, proof := refuted(t, r, 10+i%60)
		if _, err := check(f, proof); err != nil {
			t.Fatalf("%v\n%s", err, proof)
		}
	}
	f, proof := refuted(t, r, 150)
	if rep, err := check(f, proof); err != nil || rep.Lemmas < 100 {
		t.Fatalf("%+v, %v", rep, err)
	}
}

// TestNeverAModelLess checks that random proofs are rejected for satisfiable formulas.
func TestNeverAModelLess(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	for range 20000 {
		n := 4
		f := &cnf.Formula{}
		for range 6 {
			c := randomClause(r, n)
			if c[0] < 0 { // all true is a model
				c[0] = -c[0]
			}
			f.Add(c...)
		}
		proof := ""
		for range 12 {
			if r.IntN(3) == 0 && f.Len() > 0 {
				proof += "d "
				for _, l := range f.Clause(r.IntN(f.Len())) {
					proof += strconv.Itoa(int(l)) + " "
				}
				proof += "0\n"
				continue
			}
			for _, l := range randomClause(r, n+2) {
				proof += strconv.Itoa(l) + " "
			}
			proof += "0\n"
		}
		if _, err := check(f, proof); err == nil {
			t.Fatalf("a refutation of %v\n%s", f, proof)
		}
	}
}

func TestLimits(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Check(ctx, square, strings.NewReader("1 0"), "p", 0); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	var limit *MemoryError
	if _, err := Check(t.Context(), square, strings.NewReader("200000000 0"), "p", 1<<20); !errors.As(err, &limit) {
		t.Error(err)
	}
}

func FuzzCheck(f *testing.F) {
	f.Add([]byte("1 0\nd 1 2 0\n-1 3 0\n0\n"))
	f.Add([]byte("a\x02\x00d\x03\x00"))
	easy := formula([]int{1, 2}, []int{-1, 2, 3}, []int{3, -2})
	f.Fuzz(func(t *testing.T, proof []byte) {
		if _, err := Check(context.Background(), easy, bytes.NewReader(proof), "p", 1<<24); err == nil {
			t.Fatal("a refutation of a satisfiable formula")
		}
	})
}
