package constraint_test

import (
	"testing"

	"farbank"
	"farbank/engine/constraint"
)

// TestProgressBound checks that the bounds reported during a search are valid.
func TestProgressBound(t *testing.T) {
	for _, workers := range []int{1, 2} {
		p := parse(t, "const length[1..12] = [27, 25, 22, 21, 19, 19, 17, 15, 14, 13, 11, 9]\nfind on[1..12]: 1..4\nfind end: 0..300\n"+
			"require all k: 1..4 { sum(j: 1..12 where on[j] == k -> length[j]) <= end }\nminimize end - 100")
		var bounds []int64
		a, err := farbank.SolveWith(t.Context(), constraint.New(), p, farbank.Question{Workers: workers, Progress: func(p farbank.Progress) {
			if p.Bound != nil {
				bounds = append(bounds, *p.Bound)
			}
		}}, nil)
		if err != nil || a.Status != farbank.Solved {
			t.Fatalf("%+v %v", a, err)
		}
		for _, b := range bounds {
			if b > a.Best.Cost {
				t.Errorf("%d was reported as a bound of %d", b, a.Best.Cost)
			}
		}
		if len(bounds) == 0 {
			t.Error("no bound was reported")
		}
	}
	p := parse(t, "state x[1..6]: 0..3 = 0\nmove up(i, j: 1..6) { require i != j and x[i] < 3\n x[i] += 1\n x[j] = 0 }\ngoal all i: 1..3 { x[i] == i }")
	a, err := farbank.SolveWith(t.Context(), constraint.New(), p, farbank.Question{Progress: func(p farbank.Progress) {
		if p.Bound != nil && *p.Bound > 6 {
			t.Errorf("a bound of %d", *p.Bound)
		}
	}}, nil)
	if err != nil || a.Best == nil || a.Best.Cost != 6 {
		t.Errorf("%+v %v", a, err)
	}
}
