package constraint

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"farbank/constraint/kernel"
	"farbank/constraint/proof"
	"farbank/constraint/propagate"
	"farbank/internal/testing/long"
)

// A blueprint builds a random model repeatedly, with or without one of its constraints.
type blueprint struct {
	domains  [][2]int64
	posts    []func(m *Model, x []Int)
	weights  []int64 // of the objective
	maximize bool
}

func (u *blueprint) build(without int) (*Model, Expr) {
	m := &Model{}
	x := make([]Int, len(u.domains))
	for i, d := range u.domains {
		x[i] = m.Int("x", d[0], d[1])
	}
	for i, post := range u.posts {
		if i != without {
			post(m, x)
		}
	}
	return m, Dot(u.weights, x...)
}

// pickInts returns n random indices below of. They are distinct if possible.
func pickInts(r *rand.Rand, n, of int) []int {
	list := r.Perm(of)
	for len(list) < n {
		list = append(list, r.IntN(of))
	}
	return list[:n]
}

func randomBlueprint(r *rand.Rand) *blueprint {
	u := &blueprint{maximize: r.IntN(2) > 0}
	n := 4 + r.IntN(4)
	for range n {
		lo := r.Int64N(4) - 2
		u.domains = append(u.domains, [2]int64{lo, lo + 1 + r.Int64N(5)})
		u.weights = append(u.weights, r.Int64N(7)-3)
	}
	for range 2 + r.IntN(5) {
		u.posts = append(u.posts, post(r, n))
	}
	return u
}

// crowded returns tasks that barely fit.
func crowded(r *rand.Rand) *blueprint {
	u := &blueprint{}
	n := 5 + r.IntN(3)
	length, use := make([]int64, n), make([]int64, n)
	for i := range n {
		first := r.Int64N(4)
		u.domains = append(u.domains, [2]int64{first, first + 2 + r.Int64N(6)})
		u.weights = append(u.weights, r.Int64N(3))
		length[i], use[i] = 1+r.Int64N(4), 1+r.Int64N(3)
	}
	limit := 3 + r.Int64N(2)
	for part := range 2 { // so that one can be omitted
		u.posts = append(u.posts, func(m *Model, x []Int) {
			var tasks []Task
			for i := part; i < n; i++ {
				tasks = append(tasks, Task{x[i], Const(length[i]), Const(use[i])})
			}
			m.Cumulative(Const(limit+int64(part)), tasks...)
		})
	}
	return u
}

// post returns a random constraint.
func post(r *rand.Rand, n int) func(m *Model, x []Int) {
	i := pickInts(r, 4, n)
	numbers := make([]int64, 5)
	for k := range numbers {
		numbers[k] = r.Int64N(9) - 4
	}
	relation, kind, both := r.IntN(4), r.IntN(17), r.IntN(2) > 0
	some := func(x []Int) []Int { return []Int{x[i[0]], x[i[1]], x[i[2]], x[i[3]]} }
	compare := func(x []Int) Condition {
		s := Dot(numbers[:3], x[i[0]], x[i[1]], x[i[2]])
		return []func(int64) Condition{s.AtMost, s.AtLeast, s.Is, s.IsNot}[relation](numbers[3])
	}
	switch kind {
	case 0, 1, 2:
		return func(m *Model, x []Int) { m.Add(compare(x)) }
	case 3, 4:
		return func(m *Model, x []Int) {
			m.Add(Or(compare(x), And(x[i[3]].AtMost(numbers[4]), Not(compare(append(x[1:len(x):len(x)], x[0]))))))
		}
	case 5:
		return func(m *Model, x []Int) { m.AllDifferent(x[i[0]], x[i[1]].Plus(Const(numbers[0])), x[i[2]], x[i[3]]) }
	case 6:
		return func(m *Model, x []Int) { m.AllDifferentExcept(numbers[0], x[i[0]], x[i[1]], x[i[2]]) }
	case 7:
		return func(m *Model, x []Int) { m.ElementEquality(x[i[1]], numbers, x[i[0]]) }
	case 8:
		return func(m *Model, x []Int) { m.ElementOfEquality(x[(i[1]+1)%n], some(x), x[(i[0]+1)%n]) }
	case 9:
		return func(m *Model, x []Int) { m.MaxEquality(x[i[3]], some(x)[:3]...) }
	case 10:
		return func(m *Model, x []Int) { m.ProductEquality(x[i[2]], x[i[0]], x[i[1]]) }
	case 11:
		return func(m *Model, x []Int) {
			next := some(x)
			if both {
				m.Subcircuit(0, next...)
			} else {
				m.Circuit(0, next...)
			}
		}
	case 12:
		return func(m *Model, x []Int) {
			var tasks []Task
			for k, s := range some(x) {
				tasks = append(tasks, Task{Start: s, Length: m.Int("", max(0, numbers[k]), max(1, numbers[k])), Use: m.Int("", 1, 1+max(0, numbers[k]))})
			}
			m.Cumulative(Const(max(1, numbers[4])), tasks...)
		}
	case 13:
		return func(m *Model, x []Int) { m.MinEquality(x[i[2]], some(x)[:2]...); m.AbsEquality(x[i[3]], x[i[2]]) }
	case 15:
		return func(m *Model, x []Int) {
			m.GlobalCardinality(x, []int64{numbers[0], numbers[0] + 1, numbers[0] + 2}, []Int{m.Int("", 0, 1), m.Int("", 0, 2), m.Int("", 1, 2)})
		}
	case 14:
		return func(m *Model, x []Int) { m.QuotientEquality(x[i[2]], x[i[0]], x[i[1]]) }
	}
	return func(m *Model, x []Int) {
		var tasks []Task
		for k, s := range some(x) {
			tasks = append(tasks, Task{Start: s, Length: m.Int("", 1+max(0, numbers[k])/2, 2), Use: m.Int("", 1, 1)})
		}
		m.Disjunctive(tasks...)
	}
}

// TestProofs solves random models, checks the proofs, and tries to prove false claims with them.
func TestProofs(t *testing.T) {
	quickTurns(t, 3)
	n := 600
	if long.Enabled() {
		n = 40_000
	}
	seen := map[string]int{}
	hints := map[string]int64{}
	for seed := range n {
		r := rand.New(rand.NewPCG(uint64(seed), 17))
		u := randomBlueprint(r)
		if seed%8 == 0 {
			u = crowded(r)
		}
		defer func() {
			if e := recover(); e != nil {
				t.Fatalf("seed %d: %v", seed, e)
			}
		}()
		m, objective := u.build(-1)
		var out bytes.Buffer
		m.Proof = &out
		claim := Claim{Infeasible: true}
		var a Answer
		var err error
		if r.IntN(3) > 0 {
			a, err = m.best(t.Context(), objective, map[bool]int64{true: -1, false: 1}[u.maximize], nil)
			claim.Objective, claim.Direction = objective, map[bool]Direction{true: Maximizing, false: Minimizing}[u.maximize]
			if a.Status == Optimal {
				claim.Infeasible, claim.Best = false, a.Objective
			}
		} else {
			a, err = m.Solve(t.Context())
		}
		if err != nil {
			continue // too large a model
		}
		seen[a.Status.String()]++
		if a.Status == Feasible {
			continue
		}
		text := out.String()
		again, o := u.build(-1)
		if claim.Objective != nil {
			claim.Objective = o
		}
		report, err := again.CheckProof(t.Context(), claim, strings.NewReader(text), "p")
		if err != nil {
			t.Fatalf("seed %d: %v: %v\n%s", seed, a.Status, err, text)
		}
		for k, h := range report.Hints {
			hints[k] += h
		}
		damage(t, r, u, claim, a, text, seen)
	}
	t.Log(seen, hints)
	for _, k := range []string{"clause", "channel", "Linear", "NotSum", "Different", "Element", "ElementOf", "Maximum", "Product", "Circuit", "Cumulative"} {
		if hints[k] == 0 {
			t.Errorf("no proof has a hint of kind %s", k)
		}
	}
}

// TestStatementIsPlain checks that the presolve has no influence on the statement of a proof.
func TestStatementIsPlain(t *testing.T) {
	var m Model
	x, y, on, z := m.Int("x", 0, 1000), m.Int("y", 0, 1000), m.Bool("on"), m.Ints("z", 4, 0, 1000)
	m.Add(y.Equal(x.Times(2).Plus(Const(2))))
	m.Add(x.Minus(y).Plus(on.Linear().Times(2000)).AtMost(2003))
	m.Add(x.Times(2).Plus(y.Times(4)).AtMost(2001))
	m.Add(x.Times(2).Plus(y.Times(4)).IsNot(2002))
	m.Add(z[0].Linear().Less(z[1]))
	m.Add(z[1].Linear().Less(z[2]))
	m.AllDifferent(z[1].Minus(z[0]), z[2].Minus(z[1]), z[2].Minus(z[0]))
	for i := range z {
		for j := range i {
			m.Add(z[i].NotEqual(z[j]))
		}
	}

	r := &recorder{building: true}
	s := kernel.New(kernel.Options{Trace: r})
	v := make([]kernel.Var, 7)
	for i := range v {
		v[i] = s.NewVar(0, map[bool]int64{true: 1, false: 1000}[i == 2])
	}
	always := kernel.True
	term := func(c int64, i int) propagate.Term { return propagate.Term{Coef: c, X: v[i]} }
	less := func(limit int64, terms ...propagate.Term) error {
		return propagate.LinearLE(s, always, limit, terms...)
	}
	minus := func(i, j int) propagate.Offset {
		d := s.NewVar(-1000, 1000)
		if err := linearIs(s, 0, []propagate.Term{term(1, i), term(-1, j)}, d); err != nil {
			t.Fatal(err)
		}
		return propagate.Offset{X: d}
	}
	err := errors.Join(
		propagate.LinearEQ(s, always, 2, term(1, 1), term(-2, 0)),
		less(2003, term(1, 0), term(-1, 1), term(2000, 2)),
		less(2001, term(2, 0), term(4, 1)),
		propagate.LinearNE(s, always, 2002, term(2, 0), term(4, 1)),
		less(-1, term(1, 3), term(-1, 4)),
		less(-1, term(1, 4), term(-1, 5)))
	propagate.AllDifferent(s, minus(4, 3), minus(5, 4), minus(5, 3))
	for i := range z {
		for j := range i {
			err = errors.Join(err, propagate.LinearNE(s, kernel.True, 0, term(1, 3+i), term(-1, 3+j)))
		}
	}
	if err != nil {
		t.Fatal(err)
	}

	for _, out := range []io.Writer{nil, io.Discard} {
		m.Proof = out
		b, err := m.begin(nil)
		if out == nil {
			b, _, err = m.state(nil)
		}
		if err != nil {
			t.Fatal(err)
		}
		if got, want := lines(&b.recorder.statement), lines(&r.statement); got != want {
			t.Errorf("recorded %v:\n%s\nnot\n%s", out != nil, got, want)
		}
	}
}

// TestAssumedUnderProof assumes a Bool that equals a variable minus a constant.
func TestAssumedUnderProof(t *testing.T) {
	m := Model{Options: Options{Proof: io.Discard}}
	x := m.Int("x", 0, 5)
	b := m.Bool("b")
	m.Add(b.Linear().Equal(x.Minus(Const(2))))
	m.Add(x.IsNot(3))
	if a, err := m.Solver().Solve(t.Context(), b); err != nil || a.Status != Infeasible || len(a.Core) != 1 {
		t.Errorf("%v, %v", a.Status, err)
	}
}

// lines returns the text of a statement with its constraints sorted.
func lines(s *proof.Statement) string {
	list := []string{fmt.Sprint(s.Variables), fmt.Sprint(s.Equalities), fmt.Sprint(s.Clauses)}
	for _, c := range s.Constraints {
		list = append(list, fmt.Sprintf("%T %v", c, c))
	}
	slices.Sort(list[3:])
	return strings.Join(list, "\n")
}

// damage tries to prove false claims: an optimum that is not the best, and infeasibility of a model without one
// constraint.
func damage(t *testing.T, r *rand.Rand, u *blueprint, claim Claim, a Answer, text string, seen map[string]int) {
	_, rest, _ := strings.Cut(text, "\n")
	try := func(what string, without int, claim Claim) {
		m, o := u.build(without)
		if claim.Objective != nil {
			claim.Objective = o
		}
		header := headerOf(t, u, without, claim)
		for range 3 {
			_, err := m.CheckProof(t.Context(), claim, strings.NewReader(header+"\n"+mutated(r, rest)), "p")
			var wrong *proof.Error
			if !errors.As(err, &wrong) {
				t.Fatalf("%s is accepted: %v", what, err)
			}
			seen["damaged"]++
		}
	}
	if a.Status == Optimal {
		worse := claim
		worse.Best++
		if claim.Direction == Maximizing {
			worse.Best = claim.Best - 1
		}
		try("a worse value", -1, worse)
	}
	for k := range u.posts {
		m, o := u.build(k)
		b, err := m.best(t.Context(), o, map[bool]int64{true: -1, false: 1}[u.maximize], nil)
		if err != nil || b.Solution == nil {
			continue
		}
		if a.Status == Optimal && b.Objective != a.Objective {
			try("the optimum without a constraint", k, claim)
		} else if a.Status == Infeasible {
			try("infeasibility without a constraint", k, claim)
		}
	}
}

// headerOf returns the first line of a proof of the model.
func headerOf(t *testing.T, u *blueprint, without int, claim Claim) string {
	m, o := u.build(without)
	r := &recorder{building: true}
	b, err := m.build(r, false)
	if err == nil && claim.Objective != nil {
		_, err = b.objective(m, o)
	}
	if err != nil {
		t.Fatal(err)
	}
	return r.statement.Header()
}

// mutated returns a proof with up to three random changes.
func mutated(r *rand.Rand, text string) string {
	lines := strings.SplitAfter(text, "\n")
	for range r.IntN(4) {
		i := r.IntN(len(lines))
		switch r.IntN(4) {
		case 0:
			lines[i] = ""
		case 1:
			lines[i] = lines[r.IntN(len(lines))]
		case 2:
			lines[i] = strings.Replace(lines[i], fmt.Sprint(r.IntN(10)), fmt.Sprint(r.IntN(10)), 1+r.IntN(3))
		case 3:
			lines[i] = strings.Replace(lines[i], []string{">=", "<=", "; "}[r.IntN(3)], []string{"<=", ">=", "; c1; "}[r.IntN(3)], 1)
		}
	}
	return strings.Join(lines, "")
}
