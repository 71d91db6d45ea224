package proof_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"farbank/constraint/proof"
)

// TestImplied checks that an inequality is accepted only if all solutions of its source satisfy it, and that the best
// ones often are. Variables from 6 are equality variables of all values of the first five.
func TestImplied(t *testing.T) {
	implies := map[string]bool{"Linear": true, "Different": true, "Element": true, "ElementOf": true, "Maximum": true, "Product": true, "Circuit": true, "Cumulative": true}
	sources := append([]kind{{"clause", nil, -1}, {"values", nil, -1}}, kinds...)
	r := rand.New(rand.NewPCG(2, 1))
	for _, k := range sources {
		if k.make != nil && !implies[k.name] {
			continue
		}
		accepted := 0
		for n := range 300 {
			s := &proof.Statement{Variables: []proof.Interval{{0, 0}}}
			for range 5 {
				lo := k.lo + r.Int64N(3)
				if k.name == "Cumulative" && len(s.Variables) > 3 { // fixed sizes
					s.Variables = append(s.Variables, proof.Interval{Lo: 1, Hi: 1})
					continue
				}
				if k.name == "Circuit" { // others are hardly ever possible
					lo = r.Int64N(2)
					s.Variables = append(s.Variables, proof.Interval{Lo: lo, Hi: lo + 2 + r.Int64N(2)})
					continue
				}
				s.Variables = append(s.Variables, proof.Interval{Lo: lo, Hi: lo + r.Int64N(3)})
			}
			for x, d := range s.Variables[1:6] {
				for v := d.Lo; v <= d.Hi; v++ {
					s.Equalities = append(s.Equalities, proof.Equality{E: int32(len(s.Variables)), X: int32(x + 1), Value: v})
					s.Variables = append(s.Variables, proof.Interval{Lo: 0, Hi: 1})
				}
			}
			means, source := func([]int64) bool { return true }, "p0"
			switch k.name {
			case "clause":
				source = "c1"
				var clause []proof.Atom
				for range 1 + r.IntN(3) {
					clause = append(clause, proof.Atom{X: r.Int32N(int32(len(s.Variables))), Most: r.IntN(2) == 0, Value: r.Int64N(3)})
				}
				s.Clauses = [][]proof.Atom{clause}
				means = func(v []int64) bool {
					for _, a := range clause {
						if a.Most && v[a.X] <= a.Value || !a.Most && v[a.X] >= a.Value {
							return true
						}
					}
					return false
				}
			case "values":
				source = fmt.Sprintf("=%d", 1+r.IntN(5))
			default:
				c, m := k.make(r)
				if p, ok := c.(*proof.Cumulative); ok { // two tasks of length 1
					*p = proof.Cumulative{Tasks: []proof.Task{{Start: 1, Length: 3, Use: 4}, {Start: 2, Length: 5, Use: 3}}, Limit: 3}
					m = func(v []int64) bool { return v[1] != v[2] }
				}
				s.Constraints, means = []proof.Constraint{c}, m
			}
			xs, coefs, terms := []int32{}, []int64{}, ""
			value := 1 + r.Int64N(2)
			for range 2 + r.IntN(3) {
				e := s.Equalities[r.IntN(len(s.Equalities))]
				x, coef := e.X, []int64{-2, -1, 1, 2}[r.IntN(4)]
				if r.IntN(2) == 0 {
					x = e.E
				}
				if n%3 == 0 { // sums of equality variables of one value
					if e.Value != value {
						continue
					}
					x, coef = e.E, 1
				}
				if c, ok := s.Constraints, n%3 == 1; ok && len(c) > 0 {
					if p, ok := c[0].(*proof.Product); ok { // about a corner
						corner := s.Variables[p.X].Lo
						xs, coefs = []int32{p.Z, p.X, p.Y}, []int64{-1, s.Variables[p.Y].Lo, corner}
						break
					}
					if p, ok := c[0].(*proof.Cumulative); ok { // the energies
						xs, coefs = nil, nil
						for _, task := range p.Tasks {
							if !slices.Contains(xs, task.Start) {
								xs, coefs = append(xs, task.Start), append(coefs, -2)
							}
						}
						break
					}
					if p, ok := c[0].(*proof.Circuit); ok { // two nodes that succeed each other
						xs, coefs = nil, nil
						for _, e := range s.Equalities {
							if e.X == 1 && e.Value == 1+p.First || e.X == 2 && e.Value == p.First {
								xs, coefs = append(xs, e.E), append(coefs, 1)
							}
						}
						break
					}
				}
				xs, coefs = append(xs, x), append(coefs, coef)
			}
			for i, x := range xs {
				terms += fmt.Sprintf(" %d*%d", coefs[i], x)
			}
			const none = -1000
			best := int64(none) // greatest value of the sum
			values := make([]int64, len(s.Variables))
			anywhere := int64(none)
			each(s.Variables[:6], func(v []int64) {
				copy(values, v)
				for _, e := range s.Equalities {
					values[e.E] = 0
					if v[e.X] == e.Value {
						values[e.E] = 1
					}
				}
				sum := dot(coefs, xs, values)
				if anywhere = max(anywhere, sum); means(values) {
					best = max(best, sum)
				}
			})
			if best == none {
				continue
			}
			for _, limit := range []int64{best, best - 1} {
				_, err := check(t, s, nil, text(s, fmt.Sprintf("q 1 %s <=%d%s", source, limit, terms)))
				switch ok := strings.Contains(err.Error(), "ends without"); {
				case ok && limit < best:
					t.Fatalf("%s %d: %+v: %s <= %d is accepted, but %d is possible", k.name, n, s, terms, limit, best)
				case !ok && !strings.Contains(err.Error(), "does not follow"):
					t.Fatal(err)
				case ok && (best < anywhere || k.make == nil):
					accepted++
				}
			}
		}
		if accepted < 2 {
			t.Errorf("%s: only %d were accepted", k.name, accepted)
		}
		t.Log(k.name, accepted)
	}
}

// TestInequalities checks steps with inequalities and what damages them.
func TestInequalities(t *testing.T) {
	s := &proof.Statement{ // 2*x1 + 2*x2 <= 5, x1 + x2 >= 3 - x3, x3 <= 0
		Variables:   []proof.Interval{{0, 0}, {0, 3}, {0, 3}, {0, 1}},
		Clauses:     [][]proof.Atom{{most(3, 0)}},
		Constraints: []proof.Constraint{linear(5, []int64{2, 2}, 1, 2), linear(-3, []int64{-1, -1, -1}, 1, 2, 3), linear(3, []int64{1, 1, 1}, 1, 2, 3)},
	}
	lines := []string{"r c1", "q 1 p0 <=5 2*1 2*2", "q 2 p1 <=-3 -1*1 -1*2 -1*3", "q 3 p2 <=3 1*1 1*2 1*3", "q 4 + 1*1 2*2", "u 3", "r q4 3>=1"}
	if report, err := check(t, s, nil, text(s, lines...)); err != nil || report.Inequalities != 4 || report.Hints["inequality"] != 1 {
		t.Fatal(report, err)
	}
	with := func(i int, line string) []string {
		list := append([]string{}, lines...)
		list[i] = line
		return list
	}
	round := func(line string) []string { return append(append([]string{}, lines[:5]...), line) }
	for _, c := range []struct {
		lines   []string
		message string
	}{
		{with(1, "q 1 p0 <=4 2*1 2*2"), "does not follow from p0"},
		{with(1, "q 1 p1 <=5 2*1 2*2"), "does not follow from p1"},
		{with(1, "q 1 c1 <=5 2*1 2*2"), "does not follow from c1"},
		{with(1, "q 1 =1 <=5 2*1 2*2"), "does not follow from =1"},
		{with(1, "q 1 p9 <=5 2*1 2*2"), "unknown source"},
		{with(1, "q 1 p-1 <=5 2*1 2*2"), "unknown source"},
		{with(1, "q 1 c2 <=5 2*1 2*2"), "unknown source"},
		{with(1, "q 1 =4 <=5 2*1 2*2"), "unknown source"},
		{with(1, "q 1 z <=5 2*1 2*2"), "unknown source"},
		{with(1, "q 1"), "expected a limit"},
		{with(1, "q 1 p0 5"), "expected a limit"},
		{with(1, "q 1 p0 <=x"), "is not a limit"},
		{with(1, "q 1 p0 <=9999999999999999999"), "is not a limit"},
		{with(1, "q 1 p0 <=5 2*4"), "unknown variable"},
		{with(1, "q 1 p0 <=5 2"), "expected a multiple"},
		{with(1, "q 1 p0 <=5 2*-1"), "expected a multiple"},
		{with(1, "q 1 p0 <=5 9999999999999999999*1"), "expected a multiple"},
		{with(1, "q 1 p0 <=5 1152921504606846975*1 1152921504606846975*1"), "out of range"},
		{with(2, "q 1 p1 <=-3 -1*1 -1*2 -1*3"), "number of a new inequality"},
		{with(2, "q x p1 <=-3 -1*1 -1*2 -1*3"), "number of a new inequality"},
		{with(4, "q 4 + -1*1 2*2"), "not a multiple of an inequality"},
		{with(4, "q 4 + 1*7 2*2"), "not a multiple of an inequality"},
		{with(4, "q 4 + 1*1 1*2"), "does not follow from inequality 4"},
		{with(5, "u 7"), "does not exist"},
		{with(5, "u 4"), "does not exist"},
		{with(6, "r q2 !"), "do not refute"},
		{with(6, "r q7 3>=1"), "does not exist"},
		{with(6, "r q4 x"), "expected an atom"},
		{round("q 5 % 2 1*1"), "expected a divisor with"},
		{round("q 5 % ; ;"), "expected a divisor"},
		{round("q 5 % 1 1*1; 1>=0 2>=0;"), "not a divisor"},
		{round("q 5 % 2 1*9; 1>=0 2>=0;"), "does not exist"},
		{round("q 5 % 2 1*1; 1>=1 2>=0;"), "is not a bound"},
		{round("q 5 % 2 1*1; 1>=0 1>=0;"), "is not a bound"},
		{round("q 5 % 2 1*1; 1>=0;"), "needs a bound"},
		{round("q 5 % 2 1*1=2; 1>=0 2>=0;"), "is not the opposite"},
		{round("q 5 % 2 1*1; 1>=0 2>=0; 1:-1"), "not a reduction"},
		{round("q 5 % 2 1*1; 1>=0 2>=0; 1"), "not a reduction"},
	} {
		if _, err := check(t, s, nil, text(s, c.lines...)); err == nil || !strings.Contains(err.Error(), c.message) {
			t.Errorf("%s\ngives %v, want %q", strings.Join(c.lines, "\n"), err, c.message)
		}
	}
}
