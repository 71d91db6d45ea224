package milp

import (
	"math/rand/v2"
	"testing"

	"farbank/internal/testing/generated"
	"farbank/internal/testing/oracle"
	"farbank/lang"
	"farbank/model"
	"farbank/model/transition"
)

// TestValueCases checks that cases by value have the interpreter's effects, and that exactly one
// case applies if the move does.
func TestValueCases(t *testing.T) {
	applied, idle := 0, 0
	for seed := range uint64(150) {
		p, src := problemOfMoves(seed)
		pl := &planner{ctx: t.Context(), p: p, left: maxLooks}
		x := transition.New(t.Context(), p, transition.Options{Total: true})
		r := rand.New(rand.NewPCG(seed, 1))
		for n, m := range p.Moves {
			cases, err := pl.valueCases(x, n, maxAssignments)
			if err != nil {
				continue // too many cases, or an overflow
			}
			for range 20 {
				s := make(model.State, len(p.Cells))
				for i := range s {
					c := &p.Cells[i]
					s[i] = c.Lo + r.Int64N(c.Span())
				}
				out, err := p.Apply(m, s)
				if err != nil {
					continue
				}
				var apply []*moveCase
				for _, c := range cases {
					if c.applies(t, p, s) {
						apply = append(apply, c)
					}
				}
				if out.Next == nil {
					idle++
					if len(apply) > 0 {
						t.Fatalf("seed %d: %s does not apply in %v, and has a case %+v\n%s", seed, m, s, apply[0], src)
					}
					continue
				}
				applied++
				if len(apply) != 1 || apply[0].cost != out.Cost {
					t.Fatalf("seed %d: %s in %v costs %d and has %d cases\n%s", seed, m, s, out.Cost, len(apply), src)
				}
				for i, v := range out.Next {
					want := s[i]
					if after, ok := apply[0].after[i]; ok {
						want = after
					}
					if v != want {
						t.Fatalf("seed %d: %s in %v: cell %d becomes %d, by its case %d\n%s", seed, m, s, i, v, want, src)
					}
				}
			}
		}
	}
	if applied < 300 || idle < 300 {
		t.Errorf("only %d applicable moves were checked, and %d inapplicable ones", applied, idle)
	}
}

func (c *moveCase) applies(t *testing.T, p *model.Problem, s model.State) bool {
	for cell, v := range c.before {
		if s[cell] != v {
			return false
		}
	}
	for _, e := range c.further {
		v, _, err := p.Eval(e, s)
		if err != nil {
			t.Fatal(err)
		}
		if v == 0 {
			return false
		}
	}
	return true
}

func problemOfMoves(seed uint64) (*model.Problem, generated.Model) {
	return oracle.Problem(seed, generated.Options{States: 60, Moves: generated.Always, Find: generated.Never, Without: oracle.Staged})
}

// TestOnlyCopies checks that moving the top of a stack only copies, and that putting on it does
// not.
func TestOnlyCopies(t *testing.T) {
	p, err := lang.Parse("t.far", `state s[1..4]: 1..9 = [4, 3, 2, 1]
move flip { s = [i: 1..4 -> s[5 - i]] }
move put { s[1] = 7 }
goal s[1] == 1`, lang.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for n, want := range []bool{true, false} {
		o, err := transition.New(t.Context(), p, transition.Options{Total: true}).Run(n)
		if err != nil || onlyCopies(o) != want {
			t.Errorf("%s: %v %v", p.Moves[n], onlyCopies(o), err)
		}
	}
	pl := &planner{ctx: t.Context(), p: p, left: maxLooks}
	if cases, err := pl.casesOf(); err != nil || len(cases) > 10 || len(cases[0].copies) != 4 {
		t.Errorf("%d cases, %v", len(cases), err)
	}
}
