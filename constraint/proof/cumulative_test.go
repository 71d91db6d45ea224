package proof

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// TestOverfull compares overfull with a check of all intervals.
func TestOverfull(t *testing.T) {
	seen := map[bool]int{}
	for seed := range 4000 {
		r := rand.New(rand.NewPCG(uint64(seed), 5))
		w := work{limit: 1 + r.Int64N(4)}
		for range 1 + r.IntN(5) {
			first, length := r.Int64N(6), 1+r.Int64N(4)
			w.tasks = append(w.tasks, load{first, first + length + r.Int64N(4), length, 1 + r.Int64N(3)})
		}
		want := false
		for begin := range int64(15) {
			for end := begin + 1; end < 15; end++ {
				need := int64(0)
				for _, k := range w.tasks {
					least := k.length
					for start := k.first; start <= k.last-k.length; start++ {
						least = min(least, max(0, min(start+k.length, end)-max(start, begin)))
					}
					need += least * k.use
				}
				want = want || need > w.limit*(end-begin)
			}
		}
		if got := w.overfull(false) || w.overfull(true); got != want {
			t.Fatalf("%+v: %v", w, got)
		}
		seen[want]++
	}
	if seen[true] < 500 || seen[false] < 500 {
		t.Error(seen)
	}
}

// TestCrowded checks which conclusions a crowded interval allows.
func TestCrowded(t *testing.T) {
	s := &Statement{Constraints: []Constraint{&Cumulative{Limit: 7, Tasks: []Task{{1, 5, 6}, {2, 5, 6}, {3, 5, 6}, {4, 5, 8}}}},
		// three tasks of length 3 and use 1 from 0 to 5 or 6, one of use 2 between 0 and 20, a limit of 2
		Variables: []Interval{{0, 0}, {0, 2}, {0, 3}, {0, 3}, {0, 20}, {3, 3}, {1, 1}, {2, 2}, {2, 2}}}
	for hint, ok := range map[string]bool{
		"p0 4>=4": true, "p0 4>=5": true, "p0 4>=6": false, "p0 1<=1": false, "p0 4<=17": false, "p0 !": false, "p0 7>=3": false,
	} {
		_, err := Check(t.Context(), s, nil, strings.NewReader(s.Header()+"\nr "+hint+"\n"), "p")
		if taken := strings.Contains(err.Error(), "ends without"); taken != ok {
			t.Errorf("%s: %v", hint, err)
		}
	}
	s.Variables[3].Hi = 4 // one task has more slack, so the last one may start at 4 if the limit is larger
	s.Variables[7] = Interval{3, 3}
	if _, err := Check(t.Context(), s, nil, strings.NewReader(s.Header()+"\nr p0 4>=5\n"), "p"); strings.Contains(err.Error(), "ends without") {
		t.Error("the step is invalid with a larger limit")
	}
}
