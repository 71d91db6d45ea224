package engine_test

import (
	"context"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"farbank/engine"
	"farbank/model"
)

// A worker is an engine for tests of races. It lists values of the unknown, with work before each, at a random pace.
type worker struct {
	*runner
	values []int64
	work   int64 // before each value, and after the last
	ends   bool  // after the last value, else it works on
	pace   *rand.Rand
}

func (w *worker) Can(*model.Problem, engine.Question) error { return nil }

func (w *worker) Solve(ctx context.Context, _ *model.Problem, _ engine.Question, yield func(model.Plan) bool) (*engine.Answer, error) {
	w.asked.Store(true)
	a := &engine.Answer{Stats: engine.Stats{Engine: w.name}}
	turn, total := engine.Turns(ctx), int64(0)
	labour := func(n int64) {
		for range n {
			if w.pace.IntN(8) == 0 {
				time.Sleep(time.Duration(w.pace.IntN(500)) * time.Microsecond)
			}
			total += 1_000_000
			turn(total)
		}
	}
	for _, x := range w.values {
		labour(w.work)
		plan := *taking(x)
		a.Best = &plan
		if !yield(plan) {
			return a, nil
		}
	}
	for labour(w.work); !w.ends && ctx.Err() == nil; {
		labour(1)
	}
	if !w.ends {
		a.Status, a.Reason = engine.Unknown, "enough"
	}
	return a, nil
}

// TestListOrder checks that the order of a list does not depend on the pace of the engines.
func TestListOrder(t *testing.T) { synctest.Test(t, listOrder) }

func listOrder(t *testing.T) {
	for _, test := range []struct {
		work  [2]int64
		ends  [2]bool
		limit int
		want  string
	}{
		{[2]int64{3, 1}, [2]bool{true, true}, 0, "1 2 3 4 9 8 7 6 5"}, // the second engine begins in round 3
		{[2]int64{1, 9}, [2]bool{true, true}, 0, "1 2 3 4 5 6 7 8 9"},
		{[2]int64{9, 3}, [2]bool{false, true}, 0, "1 9 2 8 7 6 3 5 4"},
		{[2]int64{9, 3}, [2]bool{false, true}, 4, "1 9 2 8"},
		{[2]int64{9, 30}, [2]bool{false, false}, 9, "1 2 3 4 9 5 6 7 8"},
	} {
		for seed := range uint64(5) {
			first := &worker{&runner{name: "first"}, []int64{1, 2, 3, 4, 5, 6, 7, 8, 9}, test.work[0], test.ends[0], rand.New(rand.NewPCG(seed, 1))}
			second := &worker{&runner{name: "second"}, []int64{9, 8, 7, 6, 5, 4, 3, 2, 1}, test.work[1], test.ends[1], rand.New(rand.NewPCG(seed, 2))}
			var got []string
			q := engine.Question{Want: engine.All, Plans: engine.Any, Limit: test.limit}
			a, err := engine.Registry{first, second}.Solve(t.Context(), nil, digit(t), q, func(plan model.Plan) bool {
				got = append(got, strconv.FormatInt(plan.Find[0], 10))
				return true
			})
			if err != nil || strings.Join(got, " ") != test.want || a.Given != len(got) || a.Status != engine.Solved {
				t.Errorf("work %v, seed %d: %v, want %s; %+v, %v", test.work, seed, got, test.want, a, err)
				break
			}
		}
	}
}

// TestListedAlone checks that no other engine is asked once the first has listed everything.
func TestListedAlone(t *testing.T) {
	pace := rand.New(rand.NewPCG(1, 1))
	first := &worker{&runner{name: "first"}, []int64{1, 2, 3}, 0, true, pace}
	second := &worker{&runner{name: "second"}, []int64{3, 2, 1}, 0, true, pace}
	q := engine.Question{Want: engine.All, Plans: engine.Any}
	a, err := engine.Registry{first, second}.Solve(t.Context(), nil, digit(t), q, func(model.Plan) bool { return true })
	if err != nil || a.Given != 3 || a.Status != engine.Solved || second.asked.Load() {
		t.Errorf("%+v, %v; the second engine was asked: %t", a, err, second.asked.Load())
	}
}
