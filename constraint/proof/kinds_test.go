package proof_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"farbank/constraint/proof"
)

// A kind generates constraints over variables 1 to 5, with their meaning.
type kind struct {
	name string
	make func(r *rand.Rand) (proof.Constraint, func(v []int64) bool)
	lo   int64 // of the domains
}

func some(r *rand.Rand, n int) []int32 {
	xs := make([]int32, n)
	for i := range xs {
		xs[i] = 1 + r.Int32N(5)
	}
	return xs
}

func numbers(r *rand.Rand, n int) []int64 {
	list := make([]int64, n)
	for i := range list {
		list[i] = r.Int64N(7) - 2
	}
	return list
}

func dot(coefs []int64, xs []int32, v []int64) (sum int64) {
	for i, k := range coefs {
		sum += k * v[xs[i]]
	}
	return sum
}

// when returns a condition that may be false.
func when(r *rand.Rand) (proof.Atom, func(v []int64) bool) {
	k := r.Int64N(3)
	switch x := 1 + r.Int32N(5); r.IntN(3) {
	case 0:
		return most(x, k), func(v []int64) bool { return v[x] <= k }
	case 1:
		return least(x, k), func(v []int64) bool { return v[x] >= k }
	}
	return always, func([]int64) bool { return true }
}

func signed(r *rand.Rand) (proof.Signed, func(v []int64) int64) {
	s := proof.Signed{X: 1 + r.Int32N(5), Negated: r.IntN(2) == 0}
	return s, func(v []int64) int64 {
		if s.Negated {
			return -v[s.X]
		}
		return v[s.X]
	}
}

// onOneCycle reports whether next, from 0, is a permutation with a single cycle. With some, fixed points are allowed as
// well.
func onOneCycle(next []int64, some bool) bool {
	sorted := slices.Sorted(slices.Values(next))
	for i, v := range sorted {
		if v != int64(i) {
			return false
		}
	}
	cycles := 0
	seen := make([]bool, len(next))
	for i := range next {
		if seen[i] || some && next[i] == int64(i) {
			continue
		}
		cycles++
		for at := int64(i); !seen[at]; at = next[at] {
			seen[at] = true
		}
	}
	return cycles <= 1
}

var kinds = []kind{
	{"Linear", func(r *rand.Rand) (proof.Constraint, func([]int64) bool) {
		c := &proof.Linear{Coefs: numbers(r, 3), Xs: some(r, 3), Limit: r.Int64N(9) - 4}
		holds := func([]int64) bool { return true }
		c.If, holds = when(r)
		return c, func(v []int64) bool { return !holds(v) || dot(c.Coefs, c.Xs, v) <= c.Limit }
	}, -1},
	{"NotSum", func(r *rand.Rand) (proof.Constraint, func([]int64) bool) {
		c := &proof.NotSum{Coefs: numbers(r, 2), Xs: some(r, 2), Value: r.Int64N(5) - 1}
		holds := func([]int64) bool { return true }
		c.If, holds = when(r)
		return c, func(v []int64) bool { return !holds(v) || dot(c.Coefs, c.Xs, v) != c.Value }
	}, -1},
	{"Different", func(r *rand.Rand) (proof.Constraint, func([]int64) bool) {
		c := &proof.Different{Xs: []int32{1, 2, 3, 4, 5}[:2+r.IntN(4)], Excepts: r.IntN(2) == 0, Except: r.Int64N(3)}
		c.Plus = make([]int64, len(c.Xs))
		for i := range c.Plus {
			c.Plus[i] = r.Int64N(2)
		}
		return c, func(v []int64) bool {
			seen := map[int64]bool{}
			for i, x := range c.Xs {
				k := v[x] + c.Plus[i]
				if seen[k] && !(c.Excepts && k == c.Except) {
					return false
				}
				seen[k] = true
			}
			return true
		}
	}, -1},
	{"Element", func(r *rand.Rand) (proof.Constraint, func([]int64) bool) {
		c := &proof.Element{I: 1, Z: 1 + r.Int32N(5), List: numbers(r, 1+r.IntN(4))}
		return c, func(v []int64) bool {
			i := v[c.I]
			return i >= 0 && i < int64(len(c.List)) && c.List[i] == v[c.Z]
		}
	}, -1},
	{"ElementOf", func(r *rand.Rand) (proof.Constraint, func([]int64) bool) {
		c := &proof.ElementOf{I: 1, Z: 1 + r.Int32N(5), List: some(r, 1+r.IntN(4))}
		return c, func(v []int64) bool {
			i := v[c.I]
			return i >= 0 && i < int64(len(c.List)) && v[c.List[i]] == v[c.Z]
		}
	}, -1},
	{"Maximum", func(r *rand.Rand) (proof.Constraint, func([]int64) bool) {
		c := &proof.Maximum{}
		z, top := signed(r)
		c.Z = z
		var of []func([]int64) int64
		for range 1 + r.IntN(3) {
			s, value := signed(r)
			c.List, of = append(c.List, s), append(of, value)
		}
		return c, func(v []int64) bool {
			best := of[0](v)
			for _, f := range of {
				best = max(best, f(v))
			}
			return best == top(v)
		}
	}, -2},
	{"Product", func(r *rand.Rand) (proof.Constraint, func([]int64) bool) {
		xs := some(r, 3)
		return &proof.Product{X: xs[0], Y: xs[1], Z: xs[2]}, func(v []int64) bool { return v[xs[0]]*v[xs[1]] == v[xs[2]] }
	}, -2},
	{"Circuit", func(r *rand.Rand) (proof.Constraint, func([]int64) bool) {
		c := &proof.Circuit{First: r.Int64N(2), Next: []int32{1, 2, 3, 4, 5}[:2+r.IntN(4)], Some: r.IntN(2) == 0}
		return c, func(v []int64) bool {
			next := make([]int64, len(c.Next))
			for i, x := range c.Next {
				next[i] = v[x] - c.First
			}
			return onOneCycle(next, c.Some)
		}
	}, 0},
	{"Parity", func(r *rand.Rand) (proof.Constraint, func([]int64) bool) {
		c := &proof.Parity{}
		var means [][]func([]int64) bool
		for range 1 + r.IntN(4) {
			row := proof.XOR{Odd: r.IntN(2) == 0}
			var list []func([]int64) bool
			for range 1 + r.IntN(4) {
				a, holds := when(r)
				row.Atoms, list = append(row.Atoms, a), append(list, holds)
			}
			c.Rows, means = append(c.Rows, row), append(means, list)
		}
		return c, func(v []int64) bool {
			for i, list := range means {
				odd := false
				for _, holds := range list {
					odd = odd != holds(v)
				}
				if odd != c.Rows[i].Odd {
					return false
				}
			}
			return true
		}
	}, 0},
	{"Cardinality", func(r *rand.Rand) (proof.Constraint, func([]int64) bool) {
		c := &proof.Cardinality{Xs: some(r, 2+r.IntN(3)), Values: [][]int64{{0, 1}, {1, 2, 3}, {0, 2}}[r.IntN(3)], Closed: r.IntN(2) == 0}
		c.Counts = some(r, len(c.Values))
		return c, func(v []int64) bool {
			total := int64(0)
			for k, w := range c.Values {
				n := int64(0)
				for _, x := range c.Xs {
					if v[x] == w {
						n++
					}
				}
				if total += n; n != v[c.Counts[k]] {
					return false
				}
			}
			return !c.Closed || total == int64(len(c.Xs))
		}
	}, 0},
	{"Apart", func(r *rand.Rand) (proof.Constraint, func([]int64) bool) {
		c := &proof.Apart{Strict: r.IntN(2) == 0}
		for range 2 + r.IntN(2) {
			c.Boxes = append(c.Boxes, proof.Box{At: some(r, 2), Size: some(r, 2)})
		}
		return c, func(v []int64) bool {
			for i, p := range c.Boxes {
				for _, q := range c.Boxes[:i] {
					beside, empty := false, false
					for d := range 2 {
						beside = beside || v[p.At[d]]+v[p.Size[d]] <= v[q.At[d]] || v[q.At[d]]+v[q.Size[d]] <= v[p.At[d]]
						empty = empty || v[p.Size[d]] == 0 || v[q.Size[d]] == 0
					}
					if !beside && (c.Strict || !empty) {
						return false
					}
				}
			}
			return true
		}
	}, 0},
	{"Cumulative", func(r *rand.Rand) (proof.Constraint, func([]int64) bool) {
		c := &proof.Cumulative{Limit: 1 + r.Int32N(5)}
		for range 1 + r.IntN(3) {
			xs := some(r, 3)
			c.Tasks = append(c.Tasks, proof.Task{Start: xs[0], Length: xs[1], Use: xs[2]})
		}
		return c, func(v []int64) bool {
			for time := int64(0); time < 10; time++ {
				use := int64(0)
				for _, k := range c.Tasks {
					if v[k.Start] <= time && time < v[k.Start]+v[k.Length] {
						use += v[k.Use]
					}
				}
				if use > v[c.Limit] {
					return false
				}
			}
			return true
		}
	}, 0},
}

// TestKinds compares the check of each kind of constraint with its meaning: it must be sound, and complete for fixed
// variables.
func TestKinds(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for _, k := range kinds {
		refuted := 0
		for n := range 400 {
			c, means := k.make(r)
			s := &proof.Statement{Variables: []proof.Interval{{0, 0}}, Constraints: []proof.Constraint{c}}
			for range 5 {
				lo := k.lo + r.Int64N(4)
				s.Variables = append(s.Variables, proof.Interval{Lo: lo, Hi: lo + r.Int64N(3)*min(1, int64(n)%3)})
			}
			hole := k.lo + r.Int64N(5) // a value that is not in the domain of the first variable
			s.Variables = append(s.Variables, proof.Interval{Lo: 0, Hi: 0})
			s.Equalities = []proof.Equality{{E: 6, X: 1, Value: hole}}
			can, fixed := false, true
			for _, d := range s.Variables {
				fixed = fixed && d.Lo == d.Hi
			}
			each(s.Variables, func(v []int64) { can = can || v[1] != hole && means(v) })
			_, err := check(t, s, nil, text(s, "x p0 !"))
			switch {
			case err == nil && can:
				t.Fatalf("%s %d: %+v is refuted within %v, without %d", k.name, n, c, s.Variables, hole)
			case err != nil && !can && fixed && s.Variables[1].Lo != hole && !disputed(c, s.Variables):
				t.Fatalf("%s %d: %+v is not refuted where %v", k.name, n, c, s.Variables)
			case err != nil && !strings.Contains(err.Error(), "does not refute"):
				t.Fatal(err)
			case err == nil:
				refuted++
			}
		}
		if refuted < 5 {
			t.Errorf("%s: only %d were refuted", k.name, refuted)
		}
	}
}

// disputed returns circuits with equal or missing successors, which other constraints exclude.
func disputed(c proof.Constraint, values []proof.Interval) bool {
	circuit, ok := c.(*proof.Circuit)
	if !ok {
		return false
	}
	seen := map[int64]bool{}
	for _, x := range circuit.Next {
		v := values[x].Lo - circuit.First
		if v < 0 || v >= int64(len(circuit.Next)) || seen[v] {
			return true
		}
		seen[v] = true
	}
	return false
}

// each calls f with all values within the bounds.
func each(domains []proof.Interval, f func(v []int64)) {
	v := make([]int64, len(domains))
	var from func(i int)
	from = func(i int) {
		if i == len(v) {
			f(v)
			return
		}
		for v[i] = domains[i].Lo; v[i] <= domains[i].Hi; v[i]++ {
			from(i + 1)
		}
	}
	from(0)
}

// TestLargeSums checks sums and products that exceed 64 bits.
func TestLargeSums(t *testing.T) {
	const far = proof.MaxValue
	domain := proof.Interval{Lo: -far, Hi: far}
	for name, c := range map[string]struct {
		constraint proof.Constraint
		more       []proof.Atom
		ok         bool
	}{
		"a sum":          {linear(0, []int64{far, far, far}, 1, 2, 3), []proof.Atom{least(1, far), least(2, far), least(3, far)}, true},
		"a sum below":    {linear(0, []int64{far, far, far}, 1, 2, 3), []proof.Atom{most(1, -far), most(2, -far), most(3, -far)}, false},
		"not a sum":      {&proof.NotSum{If: always, Coefs: []int64{far, -far}, Xs: []int32{1, 2}}, []proof.Atom{least(1, far), least(2, far)}, true},
		"another sum":    {&proof.NotSum{If: always, Coefs: []int64{far, far}, Xs: []int32{1, 2}}, []proof.Atom{least(1, far), least(2, far)}, false},
		"a product":      {&proof.Product{X: 1, Y: 2, Z: 3}, []proof.Atom{least(1, far), most(2, -far)}, true},
		"a product by 0": {&proof.Product{X: 1, Y: 2, Z: 3}, []proof.Atom{most(2, 0)}, false},
		"both negative":  {&proof.Product{X: 1, Y: 2, Z: 3}, []proof.Atom{most(1, -2), most(2, -2), most(3, 3)}, true},
		"both signs":     {&proof.Product{X: 1, Y: 2, Z: 3}, []proof.Atom{least(3, 5)}, false},
	} {
		s := &proof.Statement{Variables: []proof.Interval{{0, 0}, domain, domain, domain}, Constraints: []proof.Constraint{c.constraint}}
		var lines []string
		for i, a := range c.more {
			s.Clauses = append(s.Clauses, []proof.Atom{a})
			lines = append(lines, "r c"+string(rune('1'+i)))
		}
		if _, err := check(t, s, nil, text(s, append(lines, "x p0 !")...)); (err == nil) != c.ok {
			t.Errorf("%s: %v", name, err)
		}
	}
}
