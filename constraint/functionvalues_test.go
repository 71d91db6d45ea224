package constraint

import (
	"slices"
	"testing"
)

// TestFunctionValues compares the functions that return a new variable, and its bounds, with plain arithmetic.
func TestFunctionValues(t *testing.T) {
	quotient := func(v []int64) int64 { return v[0] / v[1] }
	for name, f := range map[string]struct {
		post func(m *Model, x []Int) Int
		want func(v []int64) int64
	}{
		"product":    {func(m *Model, x []Int) Int { return m.Product(x[0], x[1]) }, func(v []int64) int64 { return v[0] * v[1] }},
		"quotient":   {func(m *Model, x []Int) Int { return m.Quotient(x[0], x[1]) }, quotient},
		"remainder":  {func(m *Model, x []Int) Int { return m.Remainder(x[0], x[1]) }, func(v []int64) int64 { return v[0] % v[1] }},
		"abs":        {func(m *Model, x []Int) Int { return m.Abs(x[0]) }, func(v []int64) int64 { return max(v[0], -v[0]) }},
		"max":        {func(m *Model, x []Int) Int { return m.Max(x...) }, func(v []int64) int64 { return slices.Max(v) }},
		"min":        {func(m *Model, x []Int) Int { return m.Min(x...) }, func(v []int64) int64 { return slices.Min(v) }},
		"element":    {func(m *Model, x []Int) Int { return m.Element([]int64{7, -2, 5}, x[2]) }, func(v []int64) int64 { return []int64{7, -2, 5}[v[2]] }},
		"element of": {func(m *Model, x []Int) Int { return m.ElementOf(x[:2], x[3]) }, func(v []int64) int64 { return v[v[3]] }},
		"count":      {func(m *Model, x []Int) Int { return m.Count(x, 1) }, func(v []int64) int64 { return count(v, func(x int64) bool { return x == 1 }) }},
		"count of":   {func(m *Model, x []Int) Int { return m.CountOf(x[1:], x[0]) }, func(v []int64) int64 { return count(v[1:], func(x int64) bool { return x == v[0] }) }},
		"among":      {func(m *Model, x []Int) Int { return m.Among(x, []int64{0, 2}) }, func(v []int64) int64 { return count(v, func(x int64) bool { return x == 0 || x == 2 }) }},
		"among of": {func(m *Model, x []Int) Int { return m.AmongOf(x, 1, []Bool{True, True.Not(), True}) },
			func(v []int64) int64 { return count(v, func(x int64) bool { return x == 1 || x == 3 }) }},
		"count values": {func(m *Model, x []Int) Int { return m.CountValues(x...) }, func(v []int64) int64 {
			v = slices.Clone(v)
			slices.Sort(v)
			return int64(len(slices.Compact(v)))
		}},
	} {
		var m Model
		x := []Int{m.Int("a", -3, 3), m.Int("b", 1, 2), m.Int("c", 0, 2), m.Int("d", 0, 1)}
		z := f.post(&m, x)
		if err := m.Err(); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		m.Project(x...)
		n := 0
		for s, err := range m.Solutions(t.Context()) {
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			n++
			v := []int64{s.Value(x[0]), s.Value(x[1]), s.Value(x[2]), s.Value(x[3])}
			if got := s.Value(z); got != f.want(v) {
				t.Errorf("%s of %v: %d, want %d", name, v, got, f.want(v))
			}
		}
		if n != 7*2*3*2 {
			t.Errorf("%s: %d solutions, want %d", name, n, 7*2*3*2)
		}
	}
	var m Model
	if x := m.Int("x", -MaxValue, MaxValue); m.Product(x, x) == (Int{}) || m.Err() != nil {
		t.Error("a product with large bounds:", m.Err())
	}
	if m.Max(); m.Err() == nil {
		t.Error("the maximum of nothing is accepted")
	}
}

func count(v []int64, f func(int64) bool) int64 {
	n := int64(0)
	for _, x := range v {
		if f(x) {
			n++
		}
	}
	return n
}
