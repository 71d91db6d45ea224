package main

import (
	"context"
	"testing"

	"farbank/constraint/cnf"
	"farbank/constraint/sat"
)

func satisfiable(t *testing.T, f *cnf.Formula) bool {
	t.Helper()
	s := sat.New(sat.Options{})
	for i := range f.Len() {
		var c []int
		for _, l := range f.Clause(i) {
			c = append(c, int(l))
		}
		if err := s.Add(c...); err != nil {
			t.Fatal(err)
		}
	}
	r, err := s.Solve(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return r.Status == sat.Satisfiable
}

// TestFamilies checks the satisfiability of small members of each family.
func TestFamilies(t *testing.T) {
	for name, c := range map[string]struct {
		f    *cnf.Formula
		want bool
	}{
		"pigeons":               {pigeons(5), false},
		"factors of 35":         {factors(35, 4), true},
		"factors of 37":         {factors(37, 5), false},
		"commute":               {commute(3), false},
		"distribute":            {distribute(2), false},
		"adders":                {adders(9), false},
		"parities":              {parities(from(1), 8), false},
		"ordering":              {ordering(6), false},
		"progressions 3 3 of 8": {progressions(3, 3, 8), true},
		"progressions 3 3 of 9": {progressions(3, 3, 9), false},
		"quasigroup":            {quasigroup(from(2), 6, 20), true},
		"colours":               {colours(from(3), 3, 10, 12), true},
	} {
		if got := satisfiable(t, c.f); got != c.want {
			t.Errorf("%s: satisfiable %v, want %v", name, got, c.want)
		}
	}
	names := map[string]bool{}
	for _, i := range instances {
		names[i.name] = true
	}
	if len(names) != 40 {
		t.Errorf("%d different names of formulas, want 40", len(names))
	}
}
