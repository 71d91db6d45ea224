package kernel_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"farbank/constraint/kernel"
)

func valuesOf(s *kernel.Solver, xs []kernel.Var) []int64 {
	values := make([]int64, len(xs))
	for i, x := range xs {
		values[i] = s.Min(x)
	}
	return values
}

// inOrder returns a chooser that tries the smallest value of the first unfixed variable.
func inOrder(xs []kernel.Var) kernel.Chooser {
	return func(s *kernel.Solver) (kernel.Atom, bool) {
		for _, x := range xs {
			if !s.Fixed(x) {
				return x.AtMost(s.Min(x)), true
			}
		}
		return kernel.Atom{}, false
	}
}

// searches are the search configurations to test.
var searches = map[string]func(s *kernel.Solver, xs []kernel.Var){
	"free":             func(*kernel.Solver, []kernel.Var) {},
	"free, hurried":    func(s *kernel.Solver, _ []kernel.Var) { s.Hurry(1) },
	"asked":            func(s *kernel.Solver, xs []kernel.Var) { s.Choose(inOrder(xs)); s.SetAsked(true, false) },
	"asked, free only": func(s *kernel.Solver, xs []kernel.Var) { s.Choose(inOrder(xs)); s.SetAsked(false, true) },
	"in turns":         func(s *kernel.Solver, xs []kernel.Var) { s.Choose(inOrder(xs)); s.Hurry(2) },
}

// TestAllSolutions checks that each search configuration lists exactly the solutions, each once.
func TestAllSolutions(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for n := range 150 {
		p := random(r)
		if n%4 == 0 {
			p = tight(r)
		}
		want := fmt.Sprint(p.solutions())
		for name, how := range searches {
			s, xs := p.build(kernel.Options{})
			how(s, xs)
			got := listed(t, s, xs)
			slices.SortFunc(got, slices.Compare)
			if fmt.Sprint(got) != want {
				t.Fatalf("problem %d %+v, %s: %v, not %s", n, p, name, got, want)
			}
			if !s.Refuted() || s.Stats().Solutions != int64(len(got)) {
				t.Errorf("problem %d, %s: %+v after all %d", n, name, s.Stats(), len(got))
			}
		}
	}
}

// listed returns all solutions.
func listed(t *testing.T, s *kernel.Solver, xs []kernel.Var) [][]int64 {
	t.Helper()
	var list [][]int64
	for {
		switch status, err := s.Next(t.Context()); {
		case err != nil:
			t.Fatal(err)
		case status == kernel.Exhausted:
			return list
		}
		for _, x := range xs {
			if !s.Fixed(x) {
				t.Fatalf("variable %d is not fixed in a solution", x)
			}
		}
		list = append(list, valuesOf(s, xs))
	}
}

// TestProject checks that each assignment of the projected variables is listed once.
func TestProject(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	for n := range 150 {
		p := random(r)
		k := r.IntN(len(p.domains))
		var want [][]int64
		for _, v := range p.solutions() {
			want = append(want, v[:k])
		}
		want = slices.CompactFunc(want, slices.Equal)
		s, xs := p.build(kernel.Options{})
		if n%2 > 0 {
			s.Hurry(1)
		}
		s.Project(xs[:k]...)
		var got [][]int64
		for _, v := range listed(t, s, xs) {
			got = append(got, v[:k])
		}
		slices.SortFunc(got, slices.Compare)
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Fatalf("problem %d %+v: %v, not %v", n, p, got, want)
		}
	}
}

// TestAssumptions solves repeatedly under assumptions. Where they are inconsistent, the core must be a subset of them
// and inconsistent itself.
func TestAssumptions(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	cores := 0
	for n := range 200 {
		p := random(r)
		if n%4 == 0 {
			p = tight(r)
		}
		s, xs := p.build(kernel.Options{})
		var pool []fact
		for range 8 {
			pool = append(pool, randomFact(r, p.domains))
		}
		atoms := make([]kernel.Atom, len(pool))
		for i, f := range pool {
			atoms[i] = f.atom(s, xs)
		}
		for range 6 {
			var facts []fact
			var assume []kernel.Atom
			for _, i := range r.Perm(len(pool))[:r.IntN(5)] {
				facts, assume = append(facts, pool[i]), append(assume, atoms[i])
			}
			s.Restart()
			status, err := s.Next(t.Context(), assume...)
			if err != nil {
				t.Fatal(err)
			}
			if want := len(p.solutions(facts...)) > 0; (status == kernel.Solution) != want {
				t.Fatalf("problem %d %+v with %v: %v", n, p, facts, status)
			}
			if status == kernel.Solution {
				if values := valuesOf(s, xs); !p.holds(values) || slices.ContainsFunc(facts, func(f fact) bool { return !f.holds(values) }) {
					t.Fatalf("problem %d %+v with %v: %v", n, p, facts, values)
				}
				continue
			}
			var core []fact
			for _, a := range s.Core() {
				i := slices.Index(assume, a)
				if i < 0 {
					t.Fatalf("problem %d: %v was not assumed", n, a)
				}
				core = append(core, facts[i])
			}
			if len(core) > 0 && len(core) < len(facts) {
				cores++
			}
			if len(p.solutions(core...)) > 0 {
				t.Fatalf("problem %d %+v with %v: %v is not a core", n, p, facts, core)
			}
		}
	}
	if cores < 20 {
		t.Errorf("only %d cores are smaller than the assumptions", cores)
	}
}

// TestImprove checks that a sequence of improving solutions ends with the best one.
func TestImprove(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	for n := range 150 {
		p := random(r)
		if n%4 == 0 {
			p = tight(r)
		}
		list := p.solutions()
		s, xs := p.build(kernel.Options{})
		var got []int64
		for {
			status, err := s.Next(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if status == kernel.Exhausted {
				break
			}
			got = append(got, s.Max(xs[0]))
			s.Improve(xs[0].AtLeast(s.Max(xs[0]) + 1))
		}
		if len(list) == 0 != (len(got) == 0) || !slices.IsSorted(got) {
			t.Fatalf("problem %d %+v: %v of %d", n, p, got, len(list))
		}
		if len(got) > 0 && got[len(got)-1] != list[len(list)-1][0] { // they are listed by the first value
			t.Fatalf("problem %d %+v: %v, not %d", n, p, got, list[len(list)-1][0])
		}
	}
}

// TestAudit checks that each audited explanation is implied by its constraint alone.
func TestAudit(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	shown := 0
	for n := range 6 {
		p := tight(r)
		p.clauses = nil
		var s *kernel.Solver
		var xs []kernel.Var
		s, xs = p.build(kernel.Options{Audit: func(id int32, because []kernel.Atom, follows kernel.Atom) {
			shown++
			one := &problem{domains: p.domains}
			if int(id) < len(p.totals) {
				one.totals = p.totals[id : id+1]
			} else {
				one.unequal = p.unequal[int(id)-len(p.totals):][:1]
			}
			one.each(func(values []int64) {
				holds := one.holds(values)
				for i, v := range values { // facts of level 0 need no reason
					holds = holds && v >= s.BoundAt(xs[i].Lower(), 0) && -v >= s.BoundAt(xs[i].Upper(), 0)
				}
				for _, a := range because {
					holds = holds && means(s, xs, a, values)
				}
				if holds && !means(s, xs, follows, values) {
					t.Fatalf("problem %d %+v: %v does not follow from %v where %v", n, one, follows, because, values)
				}
			})
		}})
		s.Hurry(2)
		listed(t, s, xs)
	}
	if shown < 500 {
		t.Errorf("only %d explanations", shown)
	}
}

// means reports whether a holds for values of the variables of a problem. a may be of an equality variable.
func means(s *kernel.Solver, xs []kernel.Var, a kernel.Atom, values []int64) bool {
	x := a.View.Var()
	v := int64(0)
	if y, value, ok := s.Represents(x); ok {
		if values[slices.Index(xs, y)] == value {
			v = 1
		}
	} else if i := slices.Index(xs, x); i >= 0 {
		v = values[i]
	}
	if a.View&1 != 0 {
		v = -v
	}
	return v >= a.Value
}
