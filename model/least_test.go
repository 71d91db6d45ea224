package model

import (
	"math/rand/v2"
	"testing"
)

// A madeRule is a condition with what it means, told by what is known to hold.
type madeRule struct {
	e     *Expr
	holds func(s State, known []bool) bool
}

// madeLeast makes conditions of two groups of four, each asking for those of its group by their number or by the cell
// 0, which is one of 0..3; the second asks for the first as well, also for what does not hold. The cells 1..4 are truths.
type madeLeast struct {
	b   *Builder
	rng *rand.Rand
}

func (m *madeLeast) rule(group, depth int) madeRule {
	switch m.rng.IntN(6 + min(depth, 1)*4) {
	case 0, 1:
		i := 1 + m.rng.IntN(4)
		return madeRule{m.b.Cell(i, 0, 1, true), func(s State, _ []bool) bool { return s[i] == 1 }}
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
		return madeRule{m.b.Not(r.e), func(s State, known []bool) bool { return !r.holds(s, known) }}
	}
	x, y := m.rule(group, depth-1), m.rule(group, depth-1)
	if m.rng.IntN(2) == 0 {
		return madeRule{m.b.And(x.e, y.e), func(s State, known []bool) bool { return x.holds(s, known) && y.holds(s, known) }}
	}
	return madeRule{m.b.Or(x.e, y.e), func(s State, known []bool) bool { return x.holds(s, known) || y.holds(s, known) }}
}

func (m *madeLeast) asked(group int) madeRule {
	k := 4*group + m.rng.IntN(4)
	if m.rng.IntN(2) == 0 {
		return madeRule{m.b.Local(DerivedBase+k, 0, 1, true), func(_ State, known []bool) bool { return known[k] }}
	}
	var elems []*Expr
	for i := range 4 {
		elems = append(elems, m.b.Local(DerivedBase+4*group+i, 0, 1, true))
	}
	at := m.b.Element(elems, []Dim{{Lo: 0, N: 4, Stride: 1}}, []*Expr{m.b.Cell(0, 0, 3, false)})
	return madeRule{at, func(s State, known []bool) bool { return known[4*group+int(s[0])] }}
}

// TestLeast: conditions that ask for each other, also by what a cell is, are the least that their rules allow.
func TestLeast(t *testing.T) {
	derived, held := 0, 0
	for seed := range uint64(400) {
		m := &madeLeast{NewBuilder(), rand.New(rand.NewPCG(seed, 1))}
		l := &Least{Names: make([]string, 8), Spend: func(int) {}}
		rules := make([]madeRule, 8)
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
					t.Fatalf("seed %d: condition %d is %d in %v, %v is right; %v", seed, i, v, s, want, err)
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
