package constraint

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"farbank/constraint/kernel"
	"farbank/constraint/propagate"
)

// solutionsOf returns the values of all solutions, sorted.
func solutionsOf(t *testing.T, m *Model, x []Int) []string {
	t.Helper()
	var got []string
	for s, err := range m.Solutions(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		v := make([]int64, len(x))
		for i := range x {
			v[i] = s.Value(x[i])
		}
		got = append(got, fmt.Sprint(v))
	}
	slices.Sort(got)
	return got
}

// listed enumerates the values from lo to hi of n variables for which fits returns true.
func listed(n int, lo, hi int64, fits func(v []int64) bool) []string {
	var want []string
	v := make([]int64, n)
	var walk func(i int)
	walk = func(i int) {
		if i == n {
			if fits(v) {
				want = append(want, fmt.Sprint(v))
			}
			return
		}
		for v[i] = lo; v[i] <= hi; v[i]++ {
			walk(i + 1)
		}
	}
	walk(0)
	slices.Sort(want)
	return want
}

// TestCliques compares random disequalities with enumeration. They contain cliques, parts of cliques, duplicates and
// both orientations.
func TestCliques(t *testing.T) {
	joined := 0
	for seed := range 300 {
		r := rand.New(rand.NewPCG(uint64(seed), 11))
		var m Model
		x := m.Ints("x", 5, 0, 4)
		plus := make([]int64, 5)
		for i := range plus {
			plus[i] = r.Int64N(3) * int64(seed%2)
		}
		var all []gap
		for i := range x {
			for j := range i {
				if r.IntN(6) == 0 {
					continue
				}
				by := plus[i] - plus[j]
				if r.IntN(10) == 0 {
					by = r.Int64N(5) - 2
				}
				all = append(all, gap{int32(i), int32(j), by})
				switch r.IntN(4) {
				case 0:
					m.Add(x[j].Minus(x[i]).IsNot(by))
				case 1:
					m.Add(x[i].Plus(Const(by)).NotEqual(x[j]))
					m.Add(x[j].NotEqual(x[i].Plus(Const(by))))
				default:
					m.Add(x[i].Plus(Const(by)).NotEqual(x[j]))
				}
			}
		}
		got := solutionsOf(t, &m, x)
		want := listed(5, 0, 4, func(v []int64) bool {
			return !slices.ContainsFunc(all, func(g gap) bool { return v[g.x]+g.by == v[g.y] })
		})
		if !slices.Equal(got, want) {
			t.Fatalf("seed %d: %d solutions, not %d", seed, len(got), len(want))
		}
		b, err := m.build(nil, false)
		if err != nil {
			t.Fatal(err)
		}
		if b.s.Stats().Propagators < len(all) {
			joined++
		}
	}
	if joined < 100 {
		t.Errorf("only %d of 300 have cliques", joined)
	}
}

// TestPigeons checks that too many pairwise different variables for their values are refuted without search.
func TestPigeons(t *testing.T) {
	var m Model
	x := m.Ints("x", 12, 0, 10)
	for i := range x {
		for j := range i {
			m.Add(x[i].NotEqual(x[j]))
		}
	}
	a, err := m.Solve(t.Context())
	if err != nil || a.Status != Infeasible || a.Stats.Decisions > 0 {
		t.Errorf("%+v, %v", a, err)
	}
}

// TestDistances compares differences that are all different with enumeration, with random orders of variables and
// encodings of the differences.
func TestDistances(t *testing.T) {
	for seed := range 600 {
		r := rand.New(rand.NewPCG(uint64(seed), 12))
		n := 3 + r.IntN(2)
		var m Model
		x := m.Ints("x", n, 0, 7)
		ordered := make([]bool, n)
		var list []Expr
		var pairs [][2]int
		for i := range n {
			if ordered[i] = i > 0 && r.IntN(5) > 0; ordered[i] {
				m.Add(x[i-1].Linear().Less(x[i]))
			}
			for j := range i {
				switch r.IntN(8) {
				case 0:
				case 1, 2, 3:
					d := m.Int("", -7, 7)
					m.Add(d.Plus(x[j]).Equal(x[i]))
					list, pairs = append(list, d), append(pairs, [2]int{j, i})
				case 4:
					list, pairs = append(list, x[j].Minus(x[i])), append(pairs, [2]int{i, j})
				default:
					list, pairs = append(list, x[i].Minus(x[j])), append(pairs, [2]int{j, i})
				}
			}
		}
		if r.IntN(2) == 0 && len(list) > 0 {
			m.Add(x[0].Is(0))
			list, pairs = append(list, x[n-1]), append(pairs, [2]int{-1, n - 1})
			list, pairs = slices.Delete(list, 0, 1), slices.Delete(pairs, 0, 1)
		} else {
			pairs = append(pairs, [2]int{-1, -1})
		}
		zero := pairs[len(pairs)-1][1] >= 0
		if !zero {
			pairs = pairs[:len(pairs)-1]
		}
		m.AllDifferent(list...)
		equations := twos(r, &m, x)
		got := solutionsOf(t, &m, x)
		want := listed(n, 0, 7, func(v []int64) bool {
			if !equations(v) {
				return false
			}
			seen := map[int64]bool{}
			for _, p := range pairs {
				d := v[p[1]]
				if p[0] >= 0 {
					d -= v[p[0]]
				}
				if seen[d] {
					return false
				}
				seen[d] = true
			}
			for i := 1; i < n; i++ {
				if ordered[i] && v[i-1] >= v[i] {
					return false
				}
			}
			return !zero || v[0] == 0
		})
		if !slices.Equal(got, want) {
			t.Fatalf("seed %d: %d solutions, not %d", seed, len(got), len(want))
		}
	}
}

// twos adds up to two equations of two variables and returns their meaning.
func twos(r *rand.Rand, m *Model, x []Int) (hold func(v []int64) bool) {
	var all []func(v []int64) bool
	for range r.IntN(3) {
		i := r.IntN(len(x) - 1)
		j := i + 1 + r.IntN(len(x)-i-1)
		k, c := 1+r.Int64N(2), r.Int64N(4)-1
		m.Add(x[j].Equal(x[i].Times(k).Plus(Const(c))))
		all = append(all, func(v []int64) bool { return v[j] == k*v[i]+c })
	}
	return func(v []int64) bool {
		return !slices.ContainsFunc(all, func(f func([]int64) bool) bool { return !f(v) })
	}
}

// TestDistancesOfAliases has differences that are a variable plus a constant, with and without a clique.
func TestDistancesOfAliases(t *testing.T) {
	for _, clique := range []bool{false, true} {
		var m Model
		x, y, z, w := m.Int("x", 1, 2), m.Int("y", 0, 20), m.Int("z", 2, 3), m.Int("w", 0, 20)
		m.Add(y.Equal(x.Times(2).Plus(Const(2))))
		m.Add(x.Linear().Less(z))
		m.Add(z.Linear().Less(y))
		m.Add(w.Is(17))
		if list := []Expr{y.Minus(x), z.Minus(x), y.Minus(z), w}; !clique {
			m.AllDifferent(list...)
		} else {
			for i := range list {
				for j := range i {
					m.Add(m.Variable(list[i]).NotEqual(m.Variable(list[j])))
				}
			}
		}
		got := solutionsOf(t, &m, []Int{x, y, z})
		if want := []string{"[1 4 2]", "[1 4 3]", "[2 6 3]"}; !slices.Equal(got, want) {
			t.Errorf("cliques %v: %v, not %v", clique, got, want)
		}
	}
}

// TestRuler checks the bound of a Golomb ruler with five marks: the last is at least at 10.
func TestRuler(t *testing.T) {
	var m Model
	x := m.Ints("x", 5, 0, 30)
	m.Add(x[0].Is(0))
	var list []Expr
	for i := range x {
		for j := range i {
			list = append(list, x[i].Minus(x[j]))
		}
		if i > 0 {
			m.Add(x[i-1].Linear().Less(x[i]))
		}
	}
	m.AllDifferent(list...)
	b, err := m.build(nil, false)
	if err != nil {
		t.Fatal(err)
	}
	b.s.Restart()
	if _, err := b.s.Next(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := b.s.BoundAt(b.vars[x[4].id].Lower(), 0); got < 10 {
		t.Errorf("the last is at least at %d, not 10", got)
	}
}

// TestTightened compares random rows with enumeration. The rows are unconditional or conditional, with switches of all
// sizes and common divisors.
func TestTightened(t *testing.T) {
	for seed := range 400 {
		r := rand.New(rand.NewPCG(uint64(seed), 13))
		var m Model
		x := append(m.Ints("x", 2, -2, 3), m.Ints("b", 3, 0, 1)...)
		var all []func(v []int64) bool
		for range 2 {
			coefs := make([]int64, len(x))
			divisor := 1 + r.Int64N(3)
			var e Linear
			for i := range x {
				coefs[i] = (r.Int64N(7) - 3) * divisor
				if i >= 2 {
					coefs[i] *= 1 + r.Int64N(4)
				}
				e = e.Plus(x[i].Times(coefs[i]))
			}
			limit := r.Int64N(25) - 8
			sum := func(v []int64) (n int64) {
				for i, c := range coefs {
					n += c * v[i]
				}
				return n
			}
			c, holds := e.AtMost(limit), func(v []int64) bool { return sum(v) <= limit }
			switch r.IntN(5) {
			case 0:
				c, holds = e.Is(limit), func(v []int64) bool { return sum(v) == limit }
			case 1:
				c, holds = e.IsNot(limit), func(v []int64) bool { return sum(v) != limit }
			}
			switch r.IntN(4) {
			case 0:
				m.When(m.AsBool(x[4]), c)
				all = append(all, func(v []int64) bool { return v[4] == 0 || holds(v) })
			case 1:
				m.Reify(m.AsBool(x[4]), c)
				all = append(all, func(v []int64) bool { return (v[4] == 1) == holds(v) })
			default:
				m.Add(c)
				all = append(all, holds)
			}
		}
		got := solutionsOf(t, &m, x)
		want := listed(5, -2, 3, func(v []int64) bool {
			for _, b := range v[2:] {
				if b < 0 || b > 1 {
					return false
				}
			}
			return !slices.ContainsFunc(all, func(f func([]int64) bool) bool { return !f(v) })
		})
		if !slices.Equal(got, want) {
			t.Fatalf("seed %d: %d solutions, not %d", seed, len(got), len(want))
		}
	}
}

// TestSwitches checks the results of tightened.
func TestSwitches(t *testing.T) {
	var m Model
	x, b := m.Int("x", 0, 10), m.Int("b", 0, 1)
	y := m.Int("y", 0, 10)
	building, err := m.build(nil, false)
	if err != nil {
		t.Fatal(err)
	}
	term := func(c int64, x Int) propagate.Term { return propagate.Term{Coef: c, X: building.vars[x.id]} }
	for _, test := range []struct {
		terms []propagate.Term
		limit int64
		want  string
	}{
		{[]propagate.Term{term(1, x), term(-1, y), term(100, b)}, 103, "if b: x - y <= 3"},
		{[]propagate.Term{term(1, x), term(1, y), term(-100, b)}, 7, "if not b: x + y <= 7"},
		{[]propagate.Term{term(2, x), term(4, y), term(6, b)}, 9, "x + 2 y + 3 b <= 4"},
		{[]propagate.Term{term(1, x), term(3, y), term(-5, b)}, 37, "if not b: x + 3 y <= 37"},
	} {
		w, ok := row{building.s, kernel.True, test.terms, test.limit}.tightened()
		if got := spelled(w, building, map[Int]string{x: "x", y: "y", b: "b"}, b); !ok || got != test.want {
			t.Errorf("%s, not %s", got, test.want)
		}
	}
}

func spelled(w row, m *building, names map[Int]string, b Int) string {
	text := ""
	switch m.vars[b.id] {
	case w.r.View.Var():
		text = map[bool]string{true: "if b: ", false: "if not b: "}[w.r == m.vars[b.id].AtLeast(1)]
	}
	for i, t := range w.terms {
		for x, name := range names {
			if m.vars[x.id] != t.X {
				continue
			}
			switch {
			case i == 0:
			case t.Coef < 0:
				text, t.Coef = text+" - ", -t.Coef
			default:
				text += " + "
			}
			if t.Coef != 1 {
				text += fmt.Sprint(t.Coef, " ")
			}
			text += name
		}
	}
	return text + fmt.Sprint(" <= ", w.limit)
}

// TestAliases compares equations of two variables with enumeration. The variables are aliases, Bools, or occur in sums
// and other constraints.
func TestAliases(t *testing.T) {
	for seed := range 400 {
		r := rand.New(rand.NewPCG(uint64(seed), 14))
		var m Model
		x := append(m.Ints("x", 4, -2, 2), m.Ints("b", 2, 0, 1)...)
		var all []func(v []int64) bool
		for range 1 + r.IntN(4) {
			i, j, c := r.IntN(len(x)), r.IntN(len(x)), r.Int64N(3)-1
			p, q := r.Int64N(5)-2, r.Int64N(3)-1
			m.Add(x[i].Times(p).Plus(x[j].Times(q)).Is(c))
			all = append(all, func(v []int64) bool { return p*v[i]+q*v[j] == c })
		}
		m.AbsEquality(x[3], x[0])
		m.When(m.AsBool(x[4]), x[1].Plus(x[2]).AtMost(1))
		m.Add(Or(m.AsBool(x[5]).Not(), x[0].IsNot(1)))
		all = append(all, func(v []int64) bool {
			return max(v[0], -v[0]) == v[3] && (v[4] == 0 || v[1]+v[2] <= 1) && (v[5] == 0 || v[0] != 1)
		})
		if r.IntN(2) == 0 {
			m.AllDifferent(x[1], x[2], x[0].Plus(Const(1)))
			all = append(all, func(v []int64) bool { return v[1] != v[2] && v[1] != v[0]+1 && v[2] != v[0]+1 })
		}
		if r.IntN(2) == 0 {
			m.Search(Search{x, VarOrder(r.IntN(6)), ValueOrder(r.IntN(5))})
		}
		fits := func(v []int64) bool {
			return min(v[4], v[5]) >= 0 && max(v[4], v[5]) <= 1 && !slices.ContainsFunc(all, func(f func([]int64) bool) bool { return !f(v) })
		}
		got, want := solutionsOf(t, &m, x), listed(6, -2, 2, fits)
		if !slices.Equal(got, want) {
			t.Fatalf("seed %d: %d solutions, not %d\n%v\n%v", seed, len(got), len(want), got, want)
		}
		m.Workers = 1 + seed%2
		a, err := m.Minimize(t.Context(), x[1].Minus(x[3]))
		if err != nil || (a.Status == Optimal) != (len(want) > 0) {
			t.Fatalf("seed %d: %v, %v of %d", seed, a.Status, err, len(want))
		}
	}
}

// TestAliasIsNoVariable checks that a chain of equations needs only one variable.
func TestAliasIsNoVariable(t *testing.T) {
	var m Model
	x := m.Ints("x", 20, 0, 1000)
	for i := 1; i < len(x); i++ {
		m.Add(x[i].Equal(x[i-1].Plus(Const(3))))
	}
	m.Add(x[19].Plus(x[7]).AtLeast(100))
	b, err := m.build(nil, false)
	if err != nil {
		t.Fatal(err)
	}
	if st := b.s.Stats(); st.Variables > 2 || st.Propagators > 0 {
		t.Errorf("%d variables and %d propagators", st.Variables, st.Propagators)
	}
	a, err := m.Minimize(t.Context(), x[19])
	if err != nil || a.Objective != 68 || a.Value(x[0]) != 11 {
		t.Errorf("%+v, %v", a, err)
	}
}

// TestAliasesOfLargeNumbers checks that aliases do not make sums overflow.
func TestAliasesOfLargeNumbers(t *testing.T) {
	for name, model := range map[string]func(m *Model){
		"a chain, the last first": func(m *Model) {
			x := m.Ints("x", 6, 0, 1<<40)
			for i := 5; i > 0; i-- {
				m.Add(x[i].Equal(x[i-1].Times(1 << 20)))
			}
			m.Add(x[5].Plus(x[3]).AtMost(9))
		},
		"a Bool of an alias": func(m *Model) {
			x, z := m.Int("x", 0, 1<<45), m.Int("z", 0, 9)
			y := m.Int("y", 0, 10)
			m.Add(y.Equal(x.Times(1 << 15)))
			m.Add(m.Truth(y.Times(1 << 40).Plus(z).AtMost(5)))
		},
		"a Bool of an alias with a number added": func(m *Model) {
			x, z := m.Int("x", 0, 1<<50), m.Int("z", 0, 9)
			y := m.Int("y", 0, 10)
			m.Add(y.Equal(x.Minus(Const(1 << 49))))
			m.Add(m.Truth(y.Times(1 << 40).Plus(z).AtMost(5)))
		},
	} {
		var m Model
		model(&m)
		a, err := m.Solve(t.Context())
		if err != nil || a.Status != Feasible {
			t.Errorf("%s: %v, %v", name, a.Status, err)
		}
	}
}
