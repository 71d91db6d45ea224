package opb_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"farbank/constraint"
	"farbank/constraint/opb"
)

func Example() {
	p, err := opb.Read(strings.NewReader("max: 3 x1 2 x2 ; x1 x2 >= 1 ; +1 x1 +1 x2 <= 1 ;"), "a.opb")
	if err != nil {
		fmt.Println(err)
		return
	}
	m, err := p.Model()
	if err != nil {
		fmt.Println(err)
		return
	}
	a, err := m.Solve(context.Background(), nil)
	fmt.Println(a.Status, a.Objective, m.Value(a.Solution, 1), m.Value(a.Solution, 2), err)
	// Output: optimal 3 true false <nil>
}

func random(r *rand.Rand) *opb.Problem {
	p := &opb.Problem{Variables: 1 + r.IntN(8), Constraints: []opb.Constraint{}}
	terms := func() []opb.Term {
		list := make([]opb.Term, r.IntN(5))
		for i := range list {
			list[i].Coef = r.Int64N(11) - 5
			for range 1 + r.IntN(4)/3 + r.IntN(6)/5 {
				list[i].Literals = append(list[i].Literals, (1+r.IntN(p.Variables))*(2*r.IntN(2)-1))
			}
		}
		if len(list) == 0 {
			return nil
		}
		return list
	}
	switch r.IntN(4) {
	case 0:
	case 1:
		p.Soft, p.Top = true, r.Int64N(9)
	default:
		p.Asked, p.Maximize, p.Objective = true, r.IntN(2) > 0, terms()
	}
	for range r.IntN(5) {
		c := opb.Constraint{Terms: terms(), Is: opb.Relation(r.IntN(3)), Right: r.Int64N(7) - 3}
		if p.Soft && r.IntN(4) > 0 {
			c.Weight = 1 + r.Int64N(5)
		}
		p.Constraints = append(p.Constraints, c)
	}
	return p
}

func value(terms []opb.Term, bits int) int64 {
	n := int64(0)
	for _, t := range terms {
		holds := int64(1)
		for _, l := range t.Literals {
			if (bits>>(max(l, -l)-1)&1 > 0) != (l > 0) {
				holds = 0
			}
		}
		n += t.Coef * holds
	}
	return n
}

// cost returns the objective value of an assignment. ok is false if it is not a solution.
func cost(p *opb.Problem, bits int) (int64, bool) {
	n := value(p.Objective, bits)
	for _, c := range p.Constraints {
		v := value(c.Terms, bits)
		if v == c.Right || v > c.Right && c.Is == opb.AtLeast || v < c.Right && c.Is == opb.AtMost {
			continue
		}
		if c.Weight == 0 {
			return 0, false
		}
		n += c.Weight
	}
	return n, p.Top == 0 || n < p.Top
}

// TestListed compares answers with enumeration, for problems that were written and read back.
func TestListed(t *testing.T) {
	seen := map[constraint.Status]int{}
	for seed := range 2000 {
		p := random(rand.New(rand.NewPCG(uint64(seed), 7)))
		var text bytes.Buffer
		if err := p.Write(&text); err != nil {
			t.Fatal(err)
		}
		q, err := opb.Read(bytes.NewReader(text.Bytes()), "t")
		if err != nil {
			t.Fatalf("%s\n%v", &text, err)
		}
		if q.Variables = p.Variables; len(q.Constraints) == 0 {
			q.Constraints = p.Constraints
		}
		if !reflect.DeepEqual(p, q) {
			t.Fatalf("%s is read back as\n%+v", &text, q)
		}
		best, any := int64(0), false
		for bits := range 1 << p.Variables {
			if n, ok := cost(p, bits); ok && (!any || (n > best) == p.Maximize && n != best) {
				best, any = n, true
			}
		}
		m, err := p.Model()
		if err != nil {
			t.Fatal(err)
		}
		a, err := m.Solve(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		seen[a.Status]++
		if !any {
			if a.Status != constraint.Infeasible {
				t.Fatalf("%s: %v, but it has no solution", &text, a.Status)
			}
			continue
		}
		if a.Solution == nil {
			t.Fatalf("%s: %v", &text, a.Status)
		}
		bits := 0
		for v := range p.Variables {
			if m.Value(a.Solution, v+1) {
				bits |= 1 << v
			}
		}
		if n, ok := cost(p, bits); !ok || (p.Asked || p.Soft) && (n != best || a.Objective != best || a.Status != constraint.Optimal) {
			t.Fatalf("%s: %v %d, that is %d (%v); the best is %d", &text, a.Status, a.Objective, n, ok, best)
		}
	}
	if len(seen) < 3 {
		t.Error(seen)
	}
}

func TestWrong(t *testing.T) {
	for text, want := range map[string]string{
		"* c\n+1 x1 >= 1":                 "t:2:10: expected ; after a constraint, not the end",
		"+1 x1 1 ;":                       "t:1:9: expected a variable after a number",
		"+1 x1 > 1 ;":                     "t:1:7: expected >=, = or <=",
		"+1 x0 >= 1 ;":                    "t:1:4: expected x and a number",
		"+1 y >= 1 ;":                     "t:1:4: expected a variable after a number",
		"+1 x99999999999 >= 1 ;":          "t:1:4: expected x and a number",
		"+1.5 x1 >= 1 ;":                  "t:1:1: expected an integer",
		"+99999999999999999999 x1 >= 1 ;": "t:1:1: the number",
		"+1 x1 >= 1 ; min: x1 ;":          "t:1:14: the objective must come once",
		"min x1 ;":                        "t:1:5: expected :",
		"[3] +1 x1 >= 1 ;":                "t:1:1: a constraint with a weight",
		"soft: ;\n[0] +1 x1 >= 1 ;":       "t:2:2: a weight must be positive",
		"soft: 0 ;":                       "t:1:7: the bound of the total weight",
		"soft: 3 ; min: x1 ;":             "t:1:11: a problem with weighted",
		"+1 ~ >= 1 ;":                     "t:1:6: expected a variable, x and a number",
		";":                               "t:1:1: expected >=, = or <=",
		"+1 " + strings.Repeat("x", 3000): "t:1:4: a word longer than",
	} {
		if _, err := opb.Read(strings.NewReader(text), "t"); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%.60q: %v, not %s", text, err, want)
		}
	}
	p, err := opb.Read(strings.NewReader(""), "t")
	if err != nil || p.Variables != 0 {
		t.Error(p, err)
	}
	var big strings.Builder
	for v := range 4000 {
		fmt.Fprintf(&big, "+%d x%d ", 4503599627370496-v%2, v+1)
	}
	p, err = opb.Read(strings.NewReader(big.String()+">= 4503599627370496 ;"), "t")
	if err != nil {
		t.Fatal(err)
	}
	m, err := p.Model()
	if err == nil {
		_, err = m.Solve(t.Context(), nil)
	}
	if err == nil {
		t.Error("a sum beyond 64 bits was accepted")
	}
}

func FuzzRead(f *testing.F) {
	f.Add("* c\nmin: +1 x1 -2 ~x2 x3 ;\n+1 x1 >= 1 ;\n-1 x2 x1 = 0;")
	f.Add("soft: 9 ;\n[3] +1 x1 <= 1 ;")
	f.Fuzz(func(t *testing.T, text string) {
		p, err := opb.Read(strings.NewReader(text), "t")
		if err != nil {
			return
		}
		var out bytes.Buffer
		if err := p.Write(&out); err != nil {
			t.Fatal(err)
		}
		q, err := opb.Read(&out, "t")
		if err != nil || !reflect.DeepEqual(p, q) {
			t.Fatalf("%q is read back as %+v, %v", text, q, err)
		}
	})
}

// TestProofs checks that proofs of random problems prove the answer and nothing more.
func TestProofs(t *testing.T) {
	seen := map[constraint.Status]int{}
	for seed := range 400 {
		p := random(rand.New(rand.NewPCG(uint64(seed), 8)))
		model := func() *opb.Model {
			m, err := p.Model()
			if err != nil {
				t.Fatal(err)
			}
			return m
		}
		var proof bytes.Buffer
		m := model()
		m.Proof = &proof
		a, err := m.Solve(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		seen[a.Status]++
		bound, _, err := model().Check(t.Context(), &proof, "proof")
		switch {
		case a.Status == constraint.Feasible:
			if err == nil {
				t.Errorf("%d: a feasible problem is refuted", seed)
			}
		case err != nil || bound.Infeasible != (a.Status == constraint.Infeasible) || !bound.Infeasible && bound.Best != a.Objective:
			t.Errorf("%d: %v %+v, %+v", seed, err, a, bound)
		}
	}
	if len(seen) < 3 {
		t.Error(seen)
	}
}
