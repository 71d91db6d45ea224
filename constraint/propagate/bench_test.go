package propagate

import (
	"testing"
	"time"

	"farbank/constraint/kernel"
)

var la01 = []int64{1, 21, 0, 53, 4, 95, 3, 55, 2, 34, 0, 21, 3, 52, 4, 16, 2, 26, 1, 71, 3, 39, 4, 98, 1, 42, 2, 31, 0, 12, 1, 77, 0, 55, 4, 79, 2, 66, 3, 77, 0, 83, 3, 34, 2, 64, 1, 19, 4, 37,
	1, 54, 2, 43, 4, 79, 0, 92, 3, 62, 3, 69, 4, 77, 1, 87, 2, 87, 0, 93, 2, 38, 0, 60, 1, 41, 3, 24, 4, 83, 3, 17, 1, 49, 4, 25, 0, 44, 2, 98, 4, 77, 3, 79, 2, 43, 1, 75, 0, 96}

var ft06 = []int64{2, 1, 0, 3, 1, 6, 3, 7, 5, 3, 4, 6, 1, 8, 2, 5, 4, 10, 5, 10, 0, 10, 3, 4, 2, 5, 3, 4, 5, 8, 0, 9, 1, 1, 4, 7,
	1, 5, 0, 5, 2, 5, 3, 3, 4, 8, 5, 9, 2, 9, 1, 3, 4, 5, 5, 4, 0, 3, 3, 1, 1, 3, 3, 3, 5, 9, 0, 10, 4, 4, 2, 1}

var ft10 = []int64{0, 29, 1, 78, 2, 9, 3, 36, 4, 49, 5, 11, 6, 62, 7, 56, 8, 44, 9, 21, 0, 43, 2, 90, 4, 75, 9, 11, 3, 69, 1, 28, 6, 46, 5, 46, 7, 72, 8, 30,
	1, 91, 0, 85, 3, 39, 2, 74, 8, 90, 5, 10, 7, 12, 6, 89, 9, 45, 4, 33, 1, 81, 2, 95, 0, 71, 4, 99, 6, 9, 8, 52, 7, 85, 3, 98, 9, 22, 5, 43,
	2, 14, 0, 6, 1, 22, 5, 61, 3, 26, 4, 69, 8, 21, 7, 49, 9, 72, 6, 53, 2, 84, 1, 2, 5, 52, 3, 95, 8, 48, 9, 72, 0, 47, 6, 65, 4, 6, 7, 25,
	1, 46, 0, 37, 3, 61, 2, 13, 6, 32, 5, 21, 9, 32, 8, 89, 7, 30, 4, 55, 2, 31, 0, 86, 1, 46, 5, 74, 4, 32, 6, 88, 8, 19, 9, 48, 7, 36, 3, 79,
	0, 76, 1, 69, 3, 76, 5, 51, 2, 85, 9, 11, 6, 40, 7, 89, 4, 26, 8, 74, 1, 85, 0, 13, 2, 61, 6, 7, 8, 64, 9, 76, 5, 47, 3, 52, 4, 90, 7, 45}

// shop minimizes the makespan of a job shop whose machines are decomposed into pairs.
func shop(t testing.TB, data []int64, jobs, machines int) int64 {
	s := kernel.New(kernel.Options{})
	horizon := int64(0)
	for i := 1; i < len(data); i += 2 {
		horizon += data[i]
	}
	end := s.NewVar(0, horizon)
	type task struct {
		x Var
		d int64
	}
	on := make([][]task, machines)
	for j := range jobs {
		var last task
		for k := range machines {
			m, d := data[2*(j*machines+k)], data[2*(j*machines+k)+1]
			x := s.NewVar(0, horizon)
			if k > 0 {
				LinearLE(s, kernel.True, -last.d, Term{1, last.x}, Term{-1, x})
			}
			last = task{x, d}
			on[m] = append(on[m], last)
		}
		LinearLE(s, kernel.True, -last.d, Term{1, last.x}, Term{-1, end})
	}
	for _, list := range on {
		for i, a := range list {
			for _, b := range list[:i] {
				r := s.NewBool().AtLeast(1)
				LinearLE(s, r, -a.d, Term{1, a.x}, Term{-1, b.x})
				LinearLE(s, r.Not(), -b.d, Term{1, b.x}, Term{-1, a.x})
			}
		}
	}
	best := int64(-1)
	for {
		st, err := s.Next(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if st == kernel.Exhausted {
			t.Logf("%+v", s.Stats())
			return best
		}
		best = s.Min(end)
		s.Improve(end.AtMost(best - 1))
	}
}

func TestShops(t *testing.T) {
	for _, p := range []struct {
		data           []int64
		jobs, machines int
		best           int64
	}{{ft06, 6, 6, 55}, {la01, 10, 5, 666}, {ft10, 10, 10, 930}} {
		begun := time.Now()
		if got := shop(t, p.data, p.jobs, p.machines); got != p.best {
			t.Errorf("%d, not %d", got, p.best)
		}
		t.Log(time.Since(begun))
	}
}
