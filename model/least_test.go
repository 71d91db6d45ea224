package model

import (
	"math/rand/v2"
	"testing"
)

// A generatedRule is a generated condition and a function that evaluates it, given the values of the
// others.
type generatedRule struct {
	e     *Expr
	holds func(s State, known []bool) bool
}

// generatedLeast generates two groups of four conditions. Each condition may depend on others of its
// group, by number or by the value of cell 0, which is 0..3. The second group also depends on
// the first, also negatively. Cells 1..4 are truth values.
type generatedLeast struct {
	b   *Builder
	rng *rand.Rand
}

func (m *generatedLeast) rule(group, depth int) generatedRule {
	switch m.rng.IntN(6 + min(depth, 1)*4) {
	case 0, 1:
		i := 1 + m.rng.IntN(4)
		return generatedRule{m.b.Cell(i, 0, 1, true), func(s State, _ []bool) bool { return s[i] == 1 }}
	case 2, 3:
		return m.asked(group)
	case 4, 5:
		if group == 0 {
			return m.asked(0)
		}
		r := m.asked(0)
		if m.rng.IntN(2) == 0 {
			return r
		}
		return generatedRule{m.b.Not(r.e), func(s State, known []bool) bool { return !r.holds(s, known) }}
	}
	x, y := m.rule(group, depth-1), m.rule(group, depth-1)
	if m.rng.IntN(2) == 0 {
		return generatedRule{m.b.And(x.e, y.e), func(s State, known []bool) bool { return x.holds(s, known) && y.holds(s, known) }}
	}
	return generatedRule{m.b.Or(x.e, y.e), func(s State, known []bool) bool { return x.holds(s, known) || y.holds(s, known) }}
}

func (m *generatedLeast) asked(group int) generatedRule {
	k := 4*group + m.rng.IntN(4)
	if m.rng.IntN(2) == 0 {
		return generatedRule{m.b.Local(DerivedBase+k, 0, 1, true), func(_ State, known []bool) bool { return known[k] }}
	}
	var elems []*Expr
	for i := range 4 {
		elems = append(elems, m.b.Local(DerivedBase+4*group+i, 0, 1, true))
	}
	at := m.b.Element(elems, []Dim{{Lo: 0, N: 4, Stride: 1}}, []*Expr{m.b.Cell(0, 0, 3, false)})
	return generatedRule{at, func(s State, known []bool) bool { return known[4*group+int(s[0])] }}
}

// TestLeast compares the solved conditions with the least fixpoint that iteration over values
// finds.
func TestLeast(t *testing.T) {
	derived, held := 0, 0
	for seed := range uint64(400) {
		m := &generatedLeast{NewBuilder(), rand.New(rand.NewPCG(seed, 1))}
		l := &Least{Names: make([]string, 8), Spend: func(int) {}}
		rules := make([]generatedRule, 8)
		for i := range rules {
			rules[i] = m.rule(i/4, 3)
			l.Bodies = append(l.Bodies, rules[i].e)
		}
		solved, rest := l.Solve(m.b)
		derived += len(rest)
		p := &Problem{}
		for n := range int64(64) {
			s := State{n % 4, n >> 2 & 1, n >> 3 & 1, n >> 4 & 1, n >> 5 & 1}
			known := make([]bool, 8)
			for group := range 2 {
				for range 5 {
					for i := 4 * group; i < 4*group+4; i++ {
						known[i] = rules[i].holds(s, known)
					}
				}
			}
			for i, want := range known {
				v, _, err := p.Eval(solved[i], s)
				if err != nil || (v == 1) != want {
					t.Fatalf("seed %d: condition %d is %d in %v, want %v; %v", seed, i, v, s, want, err)
				}
				if want {
					held++
				}
			}
		}
	}
	if derived < 100 || held < 1000 {
		t.Errorf("%d rules, %d hold", derived, held)
	}
}
