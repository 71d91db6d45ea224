package constraint

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// tally compares the solutions of a constraint over variables from lo to hi with enumeration.
func tally(t *testing.T, name string, n int, lo, hi int64, post func(m *Model, x []Int), holds func(v []int64) bool) {
	t.Helper()
	var m Model
	x := m.Ints("x", n, lo, hi)
	post(&m, x)
	got := map[string]int{}
	for s, err := range m.Solutions(t.Context()) {
		if err != nil {
			t.Fatal(name, err)
		}
		v := make([]int64, n)
		for i, y := range x {
			v[i] = s.Value(y)
		}
		got[fmt.Sprint(v)]++
	}
	want := 0
	v := slices.Repeat([]int64{lo}, n)
	for {
		if holds(v) {
			want++
			if got[fmt.Sprint(v)] != 1 {
				t.Fatalf("%s: %v is found %d times", name, v, got[fmt.Sprint(v)])
			}
		}
		i := 0
		for i < n && v[i] == hi {
			v[i] = lo
			i++
		}
		if i == n {
			break
		}
		v[i]++
	}
	if want != len(got) || want == 0 {
		t.Errorf("%s: %d solutions, not %d", name, len(got), want)
	}
}

func countOf(v []int64, in func(w int64) bool) (n int64) {
	for _, w := range v {
		if in(w) {
			n++
		}
	}
	return n
}

func TestCountingGlobals(t *testing.T) {
	tally(t, "count of", 5, 0, 3, func(m *Model, x []Int) { m.CountOfEquality(x[4], x[:3], x[3]) },
		func(v []int64) bool { return countOf(v[:3], func(w int64) bool { return w == v[3] }) == v[4] })
	tally(t, "among of", 6, 0, 1, func(m *Model, x []Int) {
		m.AmongOfEquality(x[5], x[:3], 0, []Bool{m.AsBool(x[3]), m.AsBool(x[4]).Not()})
	}, func(v []int64) bool {
		return countOf(v[:3], func(w int64) bool { return w == 0 && v[3] == 1 || w == 1 && v[4] == 0 }) == v[5]
	})
	tally(t, "knapsack", 4, -1, 3, func(m *Model, x []Int) { m.Knapsack(x[:2], []int64{1, 2}, []int64{2, 1}, x[2], x[3]) },
		func(v []int64) bool {
			return v[0] >= 0 && v[1] >= 0 && v[0]+2*v[1] == v[2] && 2*v[0]+v[1] == v[3]
		})
	tally(t, "precede", 5, 0, 3, func(m *Model, x []Int) { m.PrecedeChain([]int64{1, 2, 3}, x...) }, func(v []int64) bool {
		top := int64(0)
		for _, w := range v {
			if w > top+1 {
				return false
			}
			top = max(top, w)
		}
		return true
	})
	var m Model
	x := m.Ints("x", 2, 0, 1)
	if m.Knapsack(x, []int64{1}, []int64{1, 2}, x[0], x[1]); m.Err() == nil {
		t.Error("a knapsack with a missing weight is accepted")
	}
}

// TestManyBoxes solves and proves a problem with too many boxes for a decomposition into pairs.
func TestManyBoxes(t *testing.T) {
	build := func() (*Model, Int) {
		m := &Model{}
		x, y := m.Int("x", 0, 40), m.Int("y", 0, 1)
		boxes := []Box{{[]Int{x, y}, []Int{m.Int("", 3, 3), m.Int("", 2, 2)}}}
		one := m.Int("", 1, 1)
		for i := range int64(160) { // every other column up to 20 has one in the middle; the others are above
			at := []Int{m.Int("", 2*i, 2*i), m.Int("", 1, 1)}
			if i > 10 {
				at = []Int{m.Int("", i, i), m.Int("", 7, 7)}
			}
			boxes = append(boxes, Box{at, []Int{one, one}})
		}
		m.NoOverlap(boxes...)
		return m, x
	}
	m, x := build()
	var out bytes.Buffer
	m.Proof = &out
	a, err := m.Minimize(t.Context(), x)
	if err != nil || a.Status != Optimal || a.Objective != 21 {
		t.Fatal(a.Status, a.Objective, err)
	}
	again, x := build()
	claim := Claim{Objective: x, Best: 21}
	report, err := again.CheckProof(t.Context(), claim, strings.NewReader(out.String()), "p")
	if err != nil || report.Hints["Apart"] == 0 {
		t.Error(err, report.Hints)
	}
	claim.Best = 22
	if _, err := again.CheckProof(t.Context(), claim, strings.NewReader(out.String()), "p"); err == nil {
		t.Error("the proof is accepted for a smaller optimum")
	}
}

// TestCrowdedValues checks and proves a global cardinality: two variables use up two values, so a third variable takes
// another value.
func TestCrowdedValues(t *testing.T) {
	build := func() (*Model, Int) {
		m := &Model{}
		x, z := m.Ints("x", 2, 1, 2), m.Int("z", 1, 4)
		m.GlobalCardinality(append(x, z), []int64{1, 2, 3}, []Int{m.Int("", 0, 1), m.Int("", 0, 1), m.Int("", 0, 2)})
		return m, z
	}
	m, z := build()
	var out bytes.Buffer
	m.Proof = &out
	a, err := m.Minimize(t.Context(), z)
	if err != nil || a.Status != Optimal || a.Objective != 3 {
		t.Fatal(a.Status, a.Objective, err)
	}
	again, z := build()
	claim := Claim{Objective: z, Best: 3}
	report, err := again.CheckProof(t.Context(), claim, strings.NewReader(out.String()), "p")
	if err != nil || report.Hints["Cardinality"] == 0 {
		t.Error(err, report.Hints)
	}
	for from, to := range map[string]string{">=3": ">=4", "p": "p1"} {
		if _, err := again.CheckProof(t.Context(), claim, strings.NewReader(strings.Replace(out.String(), from, to, 1)), "p"); err == nil {
			t.Errorf("%s for %s is accepted:\n%s", to, from, &out)
		}
	}
}

// TestNilUse has tasks without the required Use.
func TestNilUse(t *testing.T) {
	for name, post := range map[string]func(m *Model, t Task){
		"cumulative":      func(m *Model, t Task) { m.Cumulative(Const(1), t) },
		"when cumulative": func(m *Model, t Task) { m.WhenCumulative(True, Const(1), t) },
	} {
		var m Model
		if post(&m, Task{Start: Const(0), Length: Const(1)}); m.Err() == nil {
			t.Errorf("%s accepted it", name)
		}
	}
}
