package planning

import "testing"

// fixed estimates what it is told to, and counts how often it is asked.
type fixed struct {
	name  string
	value int64
	asked *int
}

func (f fixed) Name() string         { return f.name }
func (f fixed) Estimate(State) int64 { *f.asked++; return f.value }

func TestMostOfFixed(t *testing.T) {
	for _, c := range []struct {
		values []int64
		want   int64
		asked  int
		name   string
	}{
		{nil, 0, 0, "max()"},
		{[]int64{4}, 4, 1, "max(a)"},
		{[]int64{4, 7, 5}, 7, 3, "max(a, b, c)"},
		{[]int64{4, Infinite, 5}, Infinite, 2, "max(a, b, c)"}, // nothing is more
	} {
		asked := 0
		var m Most
		for i, v := range c.values {
			m = append(m, fixed{string(rune('a' + i)), v, &asked})
		}
		if got := m.Estimate(nil); got != c.want || asked != c.asked || m.Name() != c.name {
			t.Errorf("%v: %d after %d, %s", c.values, got, asked, m.Name())
		}
	}
}

// TestMost: of admissible and consistent heuristics the maximum is both, at least each of them, and
// a search by it finds the best plans.
func TestMost(t *testing.T) {
	differ := 0
	for seed, task := range madeTasks(200, 100) {
		s := prepared(t, task)
		plain := explorePlainly(s.Task, 200)
		if plain == nil {
			continue
		}
		var parts []Heuristic
		for _, p := range heuristics(s) {
			if _, parental := p.h.(Parental); p.admissible && p.consistent && !parental {
				parts = append(parts, p.h)
			}
		}
		m := Most(parts)
		est := make([]int64, len(plain.states))
		for i, st := range plain.states {
			est[i] = m.Estimate(stateOf(st))
			reached := false
			for _, h := range parts {
				e := h.Estimate(stateOf(st))
				if e > est[i] {
					t.Fatalf("seed %d: %s says %d, the maximum is %d", seed, h.Name(), e, est[i])
				}
				reached = reached || e == est[i]
				if e != est[i] {
					differ++
				}
			}
			if !reached && len(parts) > 0 || est[i] > plain.left[i] {
				t.Fatalf("seed %d: %d is the maximum of %s, %d is left", seed, est[i], m.Name(), plain.left[i])
			}
		}
		for _, e := range plain.edges {
			if est[e.to] < Infinite && (est[e.from] == Infinite || est[e.from] > e.cost+est[e.to]) {
				t.Fatalf("seed %d: %d before %s, %d after it", seed, est[e.from], s.Task.Operators[e.op].Name, est[e.to])
			}
		}
		alone, r := AStar(t.Context(), s, NewHMax(s), Options{}), AStar(t.Context(), s, m, Options{})
		if r.Status != alone.Status || r.Cost != alone.Cost {
			t.Errorf("seed %d: %v %d, by hmax %v %d", seed, r.Status, r.Cost, alone.Status, alone.Cost)
		}
	}
	if differ == 0 {
		t.Error("all estimate the same")
	}
}
