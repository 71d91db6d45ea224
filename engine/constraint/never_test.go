package constraint_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"farbank"
	"farbank/engine/constraint"
	"farbank/internal/testing/generated"
	"farbank/internal/testing/long"
)

// TestNever checks problems without a plan, which the last moves or invariants prove.
func TestNever(t *testing.T) {
	for _, c := range []struct{ text, reason string }{
		{"state x[1..6]: 0..9 = 3\nmove shift(i, j: 1..6) { require i != j and x[i] > 0 and x[j] < 9\n x[i] -= 1\n x[j] += 1 }\ngoal all i: 1..6 { x[i] >= 3 } and x[1] > 3", "exclude"},
		{"state n: 0..1000 = 0\nmove up { require n < 500\n n += 1 }\nmove down { require n > 0\n n -= 1 }\ngoal n == 700", "exclude"},
		{"state n: 0..1000 = 4\nmove up { require n < 999\n n += 2 }\nmove down { require n > 5\n n -= 6 }\ngoal n == 501", "exclude"},
		{"state a: 0..900 = 0\nstate b: 0..900 = 0\nmove both { require a < 900 and b < 900\n a += 1\n b += 1 }\nmove back { require a > 0 and b > 0\n a -= 1\n b -= 1 }\ngoal a == b + 1", "exclude"},
		{"state n: 0..900 = 0\nstate lock: bool = false\nmove up { require n < 900\n n += 1 }\nmove close { require lock\n lock = false }\ngoal n == 0 and lock", "exclude"},
		{"find k: 1..3\nstate n: 0..900 = k\nmove up { require n < 900 and n != 30\n n += 1 }\nmove down { require n > 0 and n != 30 and n != 33\n n -= 1 }\ngoal n == 31", "the last"},
		{"state at[1..3]: 1..9 = 1\nmove go(i: 1..3) { require at[i] < 9\n at[i] += 1 }\nmove back(i: 1..3) { require at[i] > 1\n at[i] -= 1 }\nnever at[1] > at[2]\ngoal at[1] == at[2] + 1", "exclude"},
	} {
		p := parse(t, c.text)
		a, err := farbank.SolveWith(t.Context(), constraint.New(), p, farbank.Question{Horizon: 8}, nil)
		if err != nil || a.Status != farbank.None || !strings.Contains(a.Reason, c.reason) {
			t.Errorf("%s: %+v %v", c.text, a, err)
		}
	}
}

// TestLargeSums checks that residues of sums of large numbers exclude no reachable state.
func TestLargeSums(t *testing.T) {
	leap := "state x: 0..5000000000 = 0\nmove leap() { require x < 4400000000\n x = x + 536870912 }\n"
	for text, moves := range map[string]int{
		leap + "goal x == 4294967296": 8,
		"state y: 0..3 = 0\nmove turn { y = (y + 1) % 4 }\n" + leap + "goal x == 4294967296 and y == 3": 11,
	} {
		for _, q := range []farbank.Question{{Horizon: 12}, {Bounded: true, Length: moves - 1}, {Bounded: true, Length: moves}} {
			a, err := farbank.SolveWith(t.Context(), constraint.New(), parse(t, text), q, nil)
			within := !q.Bounded || q.Length >= moves
			if err != nil || within && (a.Status != farbank.Solved || len(a.Best.Moves) != moves) || !within && a.Status != farbank.NoneWithinBound {
				t.Errorf("%s, %+v: %+v %v", text, q, a, err)
			}
		}
	}
}

// TestCreeping checks that a plan is found although the bounds of an induction would creep for
// hours.
func TestCreeping(t *testing.T) {
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	p := parse(t, "state x: 0..1099511627776 = 2\nmove double { require x < 500000000000\n x = 2*x }\ngoal x == 34359738368")
	a, err := farbank.SolveWith(ctx, constraint.New(), p, farbank.Question{}, nil)
	if err != nil || a.Status != farbank.Solved || len(a.Best.Moves) != 34 {
		t.Errorf("%+v %v", a, err)
	}
}

// counters returns the text of a random problem that moves numbers.
func counters(r *rand.Rand) string {
	n, most := 2+r.IntN(2), 3+r.IntN(4)
	text := fmt.Sprintf("state x[1..%d]: 0..%d = %d\nstate b: bool = false\n", n, most, r.IntN(3))
	for k := range 1 + r.IntN(3) {
		up, down := 1+r.IntN(3), 1+r.IntN(3)
		if r.IntN(2) == 0 {
			down = up
		}
		text += fmt.Sprintf("move m%d(i, j: 1..%d) { require i != j and x[i] >= %d and x[j] <= %d", k, n, down, most-up)
		text += []string{"", " and not b", " and b"}[r.IntN(3)] + fmt.Sprintf("\n x[i] -= %d\n x[j] += %d", down, up) + []string{"", "\n b = not b"}[r.IntN(2)] + " }\n"
	}
	if r.IntN(3) == 0 {
		text += "never x[1] > x[2] + 2\n"
	}
	return text + fmt.Sprintf("goal x[1] == %d and x[2] == %d", r.IntN(most+1), r.IntN(most+1)) + []string{"", " and b", " and not b"}[r.IntN(3)]
}

// TestNeverRandom compares the engine with search on random problems: where it proves that no plan
// exists, and the cost of plans.
func TestNeverRandom(t *testing.T) {
	models, seen := 150, map[string]int{}
	if long.Enabled() {
		models = 5000
	}
	for seed := range uint64(models) {
		text := "puzzle \"x\"\n" + counters(rand.New(rand.NewPCG(seed, 18)))
		if seed%2 == 0 {
			m := generated.New(seed, generated.Options{Moves: generated.Always, States: 400, Without: generated.Known})
			if text = m.Source; len(m.Files) > 0 || len(m.Settings) > 0 || m.Data != "" {
				continue
			}
		}
		p, err := farbank.Parse("x.far", text)
		if err != nil {
			continue
		}
		want, err := farbank.SolveWith(t.Context(), farbank.Engines[0], p, farbank.Question{Memory: 64 << 20}, nil)
		if err != nil || want.Status != farbank.None && want.Status != farbank.Solved {
			continue
		}
		got, err := farbank.SolveWith(t.Context(), constraint.New(), p, farbank.Question{Horizon: 5, Memory: 64 << 20}, nil)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if got.Status == farbank.None && want.Status != farbank.None || got.Status == farbank.Solved && (want.Status != farbank.Solved || got.Best.Cost != want.Best.Cost) {
			t.Errorf("%s: %s (%s), want %s", text, got.Status, got.Reason, want.Status)
		}
		seen[want.Status.String()+", here "+got.Status.String()]++
	}
	t.Log(seen)
}
