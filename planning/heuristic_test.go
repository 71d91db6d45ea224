package planning

import "testing"

// fixed returns a fixed estimate and counts the calls.
type fixed struct {
	name  string
	value int64
	asked *int
}

func (f fixed) Name() string         { return f.name }
func (f fixed) Estimate(State) int64 { *f.asked++; return f.value }

func TestMaxOfFixed(t *testing.T) {
	for _, c := range []struct {
		values []int64
		want   int64
		asked  int
		name   string
	}{
		{nil, 0, 0, "max()"},
		{[]int64{4}, 4, 1, "max(a)"},
		{[]int64{4, 7, 5}, 7, 3, "max(a, b, c)"},
		{[]int64{4, Infinite, 5}, Infinite, 2, "max(a, b, c)"}, // nothing is greater
	} {
		asked := 0
		var m Max
		for i, v := range c.values {
			m = append(m, fixed{string(rune('a' + i)), v, &asked})
		}
		if got := m.Estimate(nil); got != c.want || asked != c.asked || m.Name() != c.name {
			t.Errorf("%v: estimate %d after %d calls, %s", c.values, got, asked, m.Name())
		}
	}
}

// TestMax checks that the maximum of admissible and consistent heuristics is admissible and consistent, and
// that A* with it finds optimal plans.
func TestMax(t *testing.T) {
	differ := 0
	for seed, task := range randomTasks(200, 100) {
		s := prepared(t, task)
		plain := explorePlainly(s.Task, 200)
		if plain == nil {
			continue
		}
		var parts []Heuristic
		for _, p := range heuristics(s) {
			if _, parentAware := p.h.(ParentAware); p.admissible && p.consistent && !parentAware {
				parts = append(parts, p.h)
			}
		}
		m := Max(parts)
		est := make([]int64, len(plain.states))
		for i, st := range plain.states {
			est[i] = m.Estimate(stateOf(st))
			reached := false
			for _, h := range parts {
				e := h.Estimate(stateOf(st))
				if e > est[i] {
					t.Fatalf("seed %d: the estimate of %s is %d, but the maximum is %d", seed, h.Name(), e, est[i])
				}
				reached = reached || e == est[i]
				if e != est[i] {
					differ++
				}
			}
			if !reached && len(parts) > 0 || est[i] > plain.left[i] {
				t.Fatalf("seed %d: the estimate is %d by %s, but the least cost is %d", seed, est[i], m.Name(), plain.left[i])
			}
		}
		for _, e := range plain.edges {
			if est[e.to] < Infinite && (est[e.from] == Infinite || est[e.from] > e.cost+est[e.to]) {
				t.Fatalf("seed %d: estimate %d before %s, %d after it", seed, est[e.from], s.Task.Operators[e.op].Name, est[e.to])
			}
		}
		alone, r := must(AStar(t.Context(), s, NewHMax(s), Options{})), must(AStar(t.Context(), s, m, Options{}))
		if r.Status != alone.Status || r.Cost != alone.Cost {
			t.Errorf("seed %d: %v %d, by hmax %v %d", seed, r.Status, r.Cost, alone.Status, alone.Cost)
		}
	}
	if differ == 0 {
		t.Error("all estimates are equal")
	}
}
