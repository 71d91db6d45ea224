package constraint

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"
)

// atOnce makes all workers start together during a test.
func atOnce(t *testing.T) {
	was := headStart
	headStart = 0
	t.Cleanup(func() { headStart = was })
}

// randomProblem returns a random model with an objective.
func randomProblem(seed uint64) (*Model, Expr, []Int) {
	r := rand.New(rand.NewPCG(seed, 9))
	m := &Model{}
	x := m.Ints("x", 6, 0, 7)
	b := []Bool{m.Bool("p"), m.Bool("q"), m.Bool("r")}
	for range 2 + r.IntN(5) {
		c, _ := randomCondition(r, x[:4], b, 2)
		m.Add(c)
	}
	if r.IntN(2) == 0 {
		m.AllDifferent(x[0], x[1], x[4], x[5])
	}
	if r.IntN(2) == 0 {
		m.Disjunctive(Task{Start: x[2], Length: Const(2)}, Task{Start: x[3], Length: Const(1)}, Task{Start: x[4], Length: Const(2)})
	}
	var e Linear
	for _, y := range x {
		e = e.Plus(y.Times(r.Int64N(9) - 4))
	}
	if r.IntN(3) == 0 {
		m.Search(Search{Vars: x, Order: SmallestFirst})
		m.OnlyAsked = r.IntN(2) == 0
	}
	return m, e, x
}

// TestWorkers compares several workers with one.
func TestWorkers(t *testing.T) {
	atOnce(t)
	ctx := context.Background()
	seen := map[Status]int{}
	for seed := range uint64(150) {
		m, e, _ := randomProblem(seed)
		one, err := m.Minimize(ctx, e)
		if err != nil {
			t.Fatal(err)
		}
		seen[one.Status]++
		for _, n := range []int{2, 5, 9} {
			m, e, _ := randomProblem(seed)
			m.Workers = n
			last := int64(1 << 40)
			a, err := m.Optimize(ctx, e, Minimizing, func(s *Solution) bool {
				if s.Objective >= last || s.Value(e) != s.Objective {
					t.Errorf("seed %d: %d after %d, reported as %d", seed, s.Value(e), last, s.Objective)
				}
				last = s.Objective
				return true
			})
			if err != nil || a.Status != one.Status || one.Status == Optimal && (a.Objective != one.Objective || a.Bound != one.Bound) {
				t.Fatalf("seed %d, %d workers: %v %v, one worker: %v", seed, n, a, err, one)
			}
			s, err := m.Solve(ctx)
			if err != nil || (s.Status == Infeasible) != (one.Status == Infeasible) {
				t.Fatalf("seed %d, %d workers: %v %v, one worker: %v", seed, n, s, err, one)
			}
		}
	}
	if seen[Optimal] < 40 || seen[Infeasible] < 10 {
		t.Errorf("the models say little: %v", seen)
	}
}

// shop returns a job shop of n jobs on n machines with irregular times.
func shop(n int) (*Model, Int) {
	m := &Model{}
	r := rand.New(rand.NewPCG(uint64(n), 3))
	machines := make([][]Task, n)
	end := m.Int("end", 0, 1000)
	for range n {
		var before Linear
		for k, machine := range r.Perm(n) {
			length := 1 + r.Int64N(20)
			start := m.Int(fmt.Sprint("start", k), 0, 1000)
			m.Add(before.LessEqual(start))
			before = start.Plus(Const(length))
			machines[machine] = append(machines[machine], Task{Start: start, Length: Const(length)})
		}
		m.Add(before.LessEqual(end))
	}
	for _, tasks := range machines {
		m.Disjunctive(tasks...)
	}
	return m, end
}

// TestWorkersShop compares several workers with one on a job shop, with neighbourhoods and shared clauses.
func TestWorkersShop(t *testing.T) {
	atOnce(t)
	m, end := shop(6)
	one, err := m.Minimize(context.Background(), end)
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		m.Workers = 4
		a, err := m.Minimize(context.Background(), end)
		if err != nil || a.Status != Optimal || a.Objective != one.Objective {
			t.Fatalf("%v %v, one worker: %v", a, err, one)
		}
	}
}

// TestWorkersEnd checks that a context, a callback and a memory limit end all workers, and that the answer has a known
// objective.
func TestWorkersEnd(t *testing.T) {
	atOnce(t)
	m, end := shop(12)
	m.Workers = 3
	ctx, cancel := context.WithDeadline(context.Background(), time.Now()) // it has passed: no worker may end before
	defer cancel()
	if a, err := m.Minimize(ctx, end); err != nil || !errors.Is(a.Reason, context.DeadlineExceeded) || a.Status == Optimal {
		t.Errorf("%v %v", a, err)
	}
	ctx, cancel = context.WithCancel(context.Background())
	if a, err := m.Optimize(ctx, end, Minimizing, func(*Solution) bool { cancel(); return true }); err != nil || !errors.Is(a.Reason, context.Canceled) || a.Bound < 10 {
		t.Errorf("%v %v", a, err)
	}
	calls := 0
	a, err := m.Optimize(context.Background(), end, Minimizing, func(*Solution) bool { calls++; return false })
	if err != nil || !errors.Is(a.Reason, context.Canceled) || a.Status != Feasible || calls != 1 {
		t.Errorf("%v %v after %d calls", a, err, calls)
	}
	m.Memory = 1
	var memory interface{ MemoryLimit() bool }
	if a, err := m.Minimize(context.Background(), end); err != nil || !errors.As(a.Reason, &memory) {
		t.Error(a, err)
	}
	m, end = shop(4)
	one, _ := m.Minimize(context.Background(), end)
	m.Workers = 3
	m.Incumbent = func() (int64, bool) { return one.Objective, true }
	if a, err := m.Minimize(context.Background(), end); err != nil || a.Status != Optimal || a.Bound != one.Objective {
		t.Errorf("%v %v, known: %d", a, err, one.Objective)
	}
}

// TestWorkersPanic checks that a panic of a callback reaches the caller.
func TestWorkersPanic(t *testing.T) {
	atOnce(t)
	m, end := shop(4)
	m.Workers = 2
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	_, _ = m.Optimize(context.Background(), end, Minimizing, func(*Solution) bool { panic("enough") })
}

// TestWorkersBuild makes all workers translate the same model at once. It is for the race detector.
func TestWorkersBuild(t *testing.T) {
	defer func(d time.Duration) { headStart = d }(headStart)
	headStart = 0
	for range 5 {
		m := Model{Options: Options{Workers: 8}}
		x := m.Ints("x", 10, 0, 100)
		var d []Expr
		for i := range x {
			for j := range i {
				z := m.Int("", 1, 100)
				m.Add(z.Plus(x[j]).Equal(x[i]))
				d = append(d, z)
			}
		}
		m.AllDifferent(d...)
		if a, err := m.Solve(t.Context()); err != nil || a.Status != Feasible {
			t.Fatalf("%v, %v", a.Status, err)
		}
	}
}
