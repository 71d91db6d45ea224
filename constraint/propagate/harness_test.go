package propagate

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"farbank/constraint/kernel"
	"farbank/internal/testing/long"
)

// A testCase is a generated constraint: the domains, a function that posts it, and its meaning.
type testCase struct {
	domains [][]int64
	post    func(s *solver, x []Var) error
	holds   func(v []int64) bool
	text    string
}

// plain returns a test case of a constraint without a reification atom.
func plain(text string, domains [][]int64, post func(s *solver, x []Var) error, holds func(v []int64) bool) testCase {
	return testCase{domains, post, holds, text}
}

// reified adds a 0-1 variable for the reification atom as the last one. how selects an unconditional, half-reified or
// fully reified constraint.
func reified(m testCase, half, full func(s *solver, r Atom, x []Var) error, how int) testCase {
	holds := m.holds
	n := len(m.domains)
	switch how {
	case 0:
		m.post = func(s *solver, x []Var) error { return half(s, kernel.True, x) }
		return m
	case 1:
		m.domains = append(m.domains, []int64{0, 1})
		m.text += " half"
		m.post = func(s *solver, x []Var) error { return half(s, x[n].AtLeast(1), x[:n]) }
		m.holds = func(v []int64) bool { return v[n] == 0 || holds(v[:n]) }
		return m
	}
	m.domains = append(m.domains, []int64{0, 1})
	m.text += " full"
	m.post = func(s *solver, x []Var) error { return full(s, x[n].AtLeast(1), x[:n]) }
	m.holds = func(v []int64) bool { return v[n] == 1 == holds(v[:n]) }
	return m
}

// domain returns a random domain between lo and hi, sometimes with holes.
func domain(r *rand.Rand, lo, hi int64) []int64 {
	a, b := lo+r.Int64N(hi-lo+1), lo+r.Int64N(hi-lo+1)
	a, b = min(a, b), max(a, b)
	var d []int64
	for v := a; v <= b; v++ {
		if v == a || v == b || r.IntN(5) > 0 || hi-lo < 3 {
			d = append(d, v)
		}
	}
	return d
}

func domains(r *rand.Rand, n int, lo, hi int64) [][]int64 {
	list := make([][]int64, n)
	for i := range list {
		list[i] = domain(r, lo, hi)
	}
	return list
}

// each calls yield with all assignments of the domains.
func each(domains [][]int64, yield func([]int64)) {
	v := make([]int64, len(domains))
	var rec func(i int)
	rec = func(i int) {
		if i == len(v) {
			yield(v)
			return
		}
		for _, v[i] = range domains[i] {
			rec(i + 1)
		}
	}
	rec(0)
}

// try compares the solutions of the solver with those found by enumeration, and checks that the constraint implies each
// explanation.
func try(t *testing.T, r *rand.Rand, m testCase) {
	t.Helper()
	var want []string
	var all [][]int64
	each(m.domains, func(v []int64) {
		if m.holds(v) {
			want = append(want, fmt.Sprint(v))
			all = append(all, slices.Clone(v))
		}
	})
	describe := func() string { return fmt.Sprintf("%s over %v", m.text, m.domains) }
	var s *solver
	var x []Var
	value := func(v []int64, view kernel.View) (int64, bool) {
		sign := 1 - 2*int64(view&1)
		if i := slices.Index(x, view.Var()); i >= 0 {
			return sign * v[i], true
		}
		if y, w, ok := s.Represents(view.Var()); ok {
			if i := slices.Index(x, y); i >= 0 {
				return sign * int64(b2i(v[i] == w)), true
			}
		}
		return 0, view.Var() == 0
	}
	known := func(v []int64) bool { // level 0 needs no reason; there, solutions already found are excluded
		for i, y := range x {
			if v[i] < s.BoundAt(y.Lower(), 0) || -v[i] < s.BoundAt(y.Upper(), 0) {
				return false
			}
			if a, ok := s.Known(y, v[i]); ok && s.BoundAt(a.View^1, 0) == 0 { // also outside the current bounds
				return false
			}
		}
		return true
	}
	var got []string
	helped := false // other variables exist, and excluded solutions restrict them too
	audit := func(id int32, because []Atom, follows Atom) {
		if helped && len(got) > 0 {
			return
		}
		for _, v := range all {
			ok := known(v)
			for _, b := range because {
				w, known := value(v, b.View)
				if !known {
					return
				}
				ok = ok && w >= b.Value
			}
			w, known := value(v, follows.View)
			if ok && known && w < follows.Value {
				t.Fatalf("%s: propagator %d: %v does not follow from %v: %v", describe(), id, follows, because, v)
			}
		}
	}
	s = kernel.New(kernel.Options{Audit: audit})
	s.Hurry(1 + int64(r.IntN(4)))
	for _, d := range m.domains {
		y := s.NewVar(d[0], d[len(d)-1])
		x = append(x, y)
		for v := d[0]; v <= d[len(d)-1]; v++ {
			if !slices.Contains(d, v) {
				s.AddClause(s.Equal(y, v).Not())
			}
		}
	}
	if err := m.post(s, x); err != nil {
		t.Fatalf("%s: %v", describe(), err)
	}
	for y := Var(1); int(y) < s.Stats().Variables; y++ {
		z, _, ok := s.Represents(y)
		helped = helped || !slices.Contains(x, y) && !(ok && slices.Contains(x, z))
	}
	s.Choose(func(s *solver) (Atom, bool) {
		for range 4 {
			y := x[r.IntN(len(x))]
			if s.Fixed(y) {
				continue
			}
			v := s.Min(y) + r.Int64N(s.Max(y)-s.Min(y)+1)
			switch r.IntN(3) {
			case 0:
				if s.Has(y, v) {
					a := s.Equal(y, v)
					if r.IntN(2) == 0 {
						a = a.Not()
					}
					return a, !s.Holds(a) && !s.Fails(a)
				}
			case 1:
				return y.AtLeast(v + 1), v < s.Max(y)
			default:
				return y.AtMost(v), v < s.Max(y)
			}
		}
		return Atom{}, false
	})
	for {
		status, err := s.Next(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if status == kernel.Exhausted {
			break
		}
		v := make([]int64, len(x))
		for i, y := range x {
			v[i] = s.Min(y)
		}
		got = append(got, fmt.Sprint(v))
		if len(got) > len(want) {
			break
		}
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Fatalf("%s:\n%d solutions: %.400s\nnot %d: %.400s", describe(), len(got), strings.Join(got, " "), len(want), strings.Join(want, " "))
	}
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// tries checks n random constraints.
func tries(t *testing.T, n int, maker func(r *rand.Rand) testCase) {
	t.Helper()
	if long.Enabled() {
		n *= 12
	}
	for seed := range n {
		r := rand.New(rand.NewPCG(uint64(seed), 77))
		m := maker(r)
		try(t, r, m)
		if m, ok := aliased(r, m); ok {
			try(t, r, m)
		}
	}
}

// aliased returns a test case in which two of the variables are the same one.
func aliased(r *rand.Rand, m testCase) (testCase, bool) {
	if len(m.domains) < 2 {
		return m, false
	}
	i := r.IntN(len(m.domains) - 1)
	j := i + 1 + r.IntN(len(m.domains)-1-i)
	both := slices.DeleteFunc(slices.Clone(m.domains[i]), func(v int64) bool { return !slices.Contains(m.domains[j], v) })
	if len(both) == 0 {
		return m, false
	}
	post, holds := m.post, m.holds
	m.domains = slices.Delete(slices.Clone(m.domains), j, j+1)
	m.domains[i] = both
	m.post = func(s *solver, x []Var) error { return post(s, slices.Insert(slices.Clone(x), j, x[i])) }
	m.holds = func(v []int64) bool { return holds(slices.Insert(slices.Clone(v), j, v[i])) }
	m.text += fmt.Sprintf(", where variable %d is variable %d", j, i)
	return m, true
}

func count(v []int64, value int64) (n int64) {
	for _, w := range v {
		n += int64(b2i(w == value))
	}
	return n
}
