package relax

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"farbank/constraint/kernel"
	"farbank/constraint/propagate"
	"farbank/internal/testing/long"
)

// A problem is a random problem over small variables. holds are the meanings of its constraints, and posts add them.
type problem struct {
	lo, hi  []int64
	posts   []func(s *kernel.Solver, x []kernel.Var) error
	holds   []func(v []int64) bool
	weights []int64
}

func random(r *rand.Rand) *problem {
	p := &problem{}
	n := 4 + r.IntN(3)
	for range n {
		lo := r.Int64N(4) - 2
		p.lo, p.hi = append(p.lo, lo), append(p.hi, lo+1+r.Int64N(3))
		p.weights = append(p.weights, r.Int64N(9)-4)
	}
	factor := []int64{1, 1, 1, 1 << 20, 1 << 40}[r.IntN(5)] // some numbers are too large for the relaxation
	for range 2 + r.IntN(4) {
		a := r.Perm(n)
		x, y, z, w := a[0], a[1], a[2], a[3]
		k := []int64{r.Int64N(7) - 3, r.Int64N(7) - 3, r.Int64N(7) - 3, r.Int64N(9) - 4}
		add := func(post func(s *kernel.Solver, v []kernel.Var) error, holds func(v []int64) bool) {
			p.posts, p.holds = append(p.posts, post), append(p.holds, holds)
		}
		le := func(s *kernel.Solver, r kernel.Atom, v []kernel.Var) error {
			return propagate.LinearLE(s, r, factor*k[3], propagate.Term{Coef: factor * k[0], X: v[x]}, propagate.Term{Coef: factor * k[1], X: v[y]}, propagate.Term{Coef: k[2] * factor, X: v[z]})
		}
		sum := func(v []int64) bool { return k[0]*v[x]+k[1]*v[y]+k[2]*v[z] <= k[3] }
		switch r.IntN(10) {
		case 0, 1:
			add(func(s *kernel.Solver, v []kernel.Var) error { return le(s, kernel.True, v) }, sum)
		case 2: // one of two sums
			add(func(s *kernel.Solver, v []kernel.Var) error {
				b := s.NewBool()
				if err := le(s, b.AtLeast(1), v); err != nil {
					return err
				}
				return propagate.LinearLE(s, b.AtMost(0), k[3], propagate.Term{Coef: 1, X: v[w]}, propagate.Term{Coef: -1, X: v[x]})
			}, func(v []int64) bool { return sum(v) || v[w]-v[x] <= k[3] })
		case 3:
			add(func(s *kernel.Solver, v []kernel.Var) error { return propagate.Element(s, v[x], k, v[y]) },
				func(v []int64) bool { return v[x] >= 0 && v[x] < 4 && k[v[x]] == v[y] })
		case 4:
			add(func(s *kernel.Solver, v []kernel.Var) error { propagate.Abs(s, v[x], v[y]); return nil },
				func(v []int64) bool { return v[x] == max(v[y], -v[y]) })
		case 5:
			add(func(s *kernel.Solver, v []kernel.Var) error { propagate.Times(s, v[x], v[y], v[z]); return nil },
				func(v []int64) bool { return v[z] == v[x]*v[y] })
		case 6:
			add(func(s *kernel.Solver, v []kernel.Var) error {
				propagate.AllDifferent(s, propagate.Offset{X: v[x]}, propagate.Offset{X: v[y], Plus: 1}, propagate.Offset{X: v[z]})
				return nil
			}, func(v []int64) bool { return v[x] != v[y]+1 && v[x] != v[z] && v[y]+1 != v[z] })
		case 7:
			add(func(s *kernel.Solver, v []kernel.Var) error { propagate.Max(s, v[x], v[y], v[z], v[w]); return nil },
				func(v []int64) bool { return v[x] == max(v[y], v[z], v[w]) })
		case 8: // tasks of fixed sizes
			length, use, limit := []int64{1 + r.Int64N(3), 1 + r.Int64N(3), 1}, []int64{1, 1 + r.Int64N(2), 1 + r.Int64N(2)}, 1+r.Int64N(3)
			add(func(s *kernel.Solver, v []kernel.Var) error {
				var tasks []propagate.Task
				for i, at := range []int{x, y, z} {
					tasks = append(tasks, propagate.Task{Start: v[at], Length: s.NewVar(length[i], length[i]), Use: s.NewVar(use[i], use[i])})
				}
				return propagate.Cumulative(s, s.NewVar(limit, limit), tasks...)
			}, func(v []int64) bool {
				for time := int64(-3); time < 9; time++ {
					sum := int64(0)
					for i, at := range []int{x, y, z} {
						if v[at] <= time && time < v[at]+length[i] {
							sum += use[i]
						}
					}
					if sum > limit {
						return false
					}
				}
				return true
			})
		default:
			list := []int{y, z, w}
			add(func(s *kernel.Solver, v []kernel.Var) error {
				return propagate.ElementVar(s, v[x], []kernel.Var{v[y], v[z], v[w]}, v[list[0]])
			}, func(v []int64) bool { return v[x] >= 0 && v[x] < 3 && v[list[v[x]]] == v[list[0]] })
		}
	}
	return p
}

// tour returns a random problem of a circuit through six nodes.
func tour(r *rand.Rand) *problem {
	p := &problem{}
	for range 6 {
		p.lo, p.hi, p.weights = append(p.lo, 0), append(p.hi, 5), append(p.weights, r.Int64N(19)-9)
	}
	post := func(post func(s *kernel.Solver, v []kernel.Var) error, holds func(v []int64) bool) {
		p.posts, p.holds = append(p.posts, post), append(p.holds, holds)
	}
	post(func(s *kernel.Solver, v []kernel.Var) error { propagate.Circuit(s, 0, v...); return nil },
		func(v []int64) bool {
			at := int64(0)
			for range 5 {
				if at = v[at]; at == 0 {
					return false
				}
			}
			return v[at] == 0
		})
	for range r.IntN(4) {
		u, to := r.IntN(6), r.Int64N(6)
		post(func(s *kernel.Solver, v []kernel.Var) error { s.AddClause(s.Equal(v[u], to).Not()); return nil },
			func(v []int64) bool { return v[u] != to })
	}
	return p
}

// solutions returns all solutions by enumeration, with the objective as the last number.
func (p *problem) solutions() (all [][]int64) {
	v := make([]int64, len(p.lo))
	var each func(i int)
	each = func(i int) {
		if i < len(v) {
			for v[i] = p.lo[i]; v[i] <= p.hi[i]; v[i]++ {
				each(i + 1)
			}
			return
		}
		for _, holds := range p.holds {
			if !holds(v) {
				return
			}
		}
		sum := int64(0)
		for k, w := range p.weights {
			sum += w * v[k]
		}
		all = append(all, append(slices.Clone(v), sum))
	}
	each(0)
	return all
}

// TestOptimal compares the optimum of random problems with an enumeration, and checks that each explanation of the
// relaxation holds in all solutions.
func TestOptimal(t *testing.T) {
	n := 3000
	if long.Enabled() {
		n = 100_000
	}
	solves, useful, cuts, explained := int64(0), int64(0), int64(0), 0
	for seed := range n {
		r := rand.New(rand.NewPCG(uint64(seed), 33))
		p := random(r)
		if seed%20 == 0 {
			p = tour(r)
		}
		all := p.solutions()
		var s *kernel.Solver
		var x []kernel.Var
		relaxation := int32(-1)
		value := func(v []int64, view kernel.View) (int64, bool) {
			sign := 1 - 2*int64(view&1)
			if i := slices.Index(x, view.Var()); i >= 0 {
				return sign * v[i], true
			}
			if y, w, ok := s.Represents(view.Var()); ok {
				if i := slices.Index(x, y); i >= 0 {
					is := int64(0)
					if v[i] == w {
						is = 1
					}
					return sign * is, true
				}
			}
			return 0, view.Var() == 0
		}
		audit := func(id int32, because []kernel.Atom, follows kernel.Atom) {
			if id != relaxation {
				return
			}
			explained++
			for _, v := range all {
				ok := true
				for i, y := range x {
					at := int32(0)
					if s.Level() == 0 { // cuts may use the bounds that were just set there
						at = s.Now()
					}
					ok = ok && v[i] >= s.BoundAt(y.Lower(), at) && -v[i] >= s.BoundAt(y.Upper(), at)
				}
				for _, b := range because {
					w, known := value(v, b.View)
					if !known {
						return
					}
					ok = ok && w >= b.Value
				}
				if w, known := value(v, follows.View); ok && known && w < follows.Value {
					t.Fatalf("seed %d: %v does not follow from %v: %v", seed, follows, because, v)
				}
			}
		}
		s = kernel.New(kernel.Options{Audit: audit})
		s.Hurry(1 + int64(r.IntN(4)))
		var terms []propagate.Term
		for i := range p.lo {
			x = append(x, s.NewVar(p.lo[i], p.hi[i]))
			terms = append(terms, propagate.Term{Coef: p.weights[i], X: x[i]})
		}
		for _, post := range p.posts {
			if err := post(s, x); err != nil {
				t.Fatal(err)
			}
		}
		z := s.NewVar(-200, 200)
		if err := propagate.LinearEQ(s, kernel.True, 0, append(terms, propagate.Term{Coef: -1, X: z})...); err != nil {
			t.Fatal(err)
		}
		x = append(x, z)
		view, sign := z.Lower(), int64(1)
		if r.IntN(2) == 0 {
			view, sign = z.Upper(), -1
		}
		relax := Add(context.Background(), s, view)
		relaxation, relax.start = relax.id, math.Inf(1)
		best, found := int64(0), false
		for {
			status, err := s.Next(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			if status == kernel.Exhausted {
				break
			}
			best, found = s.Min(z), true
			s.Improve(kernel.Atom{View: view ^ 1, Value: -sign*best + 1})
		}
		want, any := int64(0), len(all) > 0
		for i, v := range all {
			if last := v[len(v)-1]; i == 0 || sign*last < sign*want {
				want = last
			}
		}
		if found != any || best != want {
			t.Fatalf("seed %d: %d %v, not %d %v", seed, best, found, want, any)
		}
		solves, useful, cuts = solves+relax.solves, useful+relax.useful, cuts+relax.cuts
	}
	t.Log(solves, useful, cuts, explained)
	if useful < int64(n)/10 || explained < n {
		t.Errorf("the tests say little: %d solves, %d useful, %d explanations", solves, useful, explained)
	}
}
