package farbank_test

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"farbank"
	"farbank/engine"
	"farbank/internal/testing/long"
)

// manyConditions has enough conditions for the context to be checked before the first ones are
// processed.
const manyConditions = `
require all a: 1..60, b: 1..60 { a >= b or (x[a] - x[b]) % 7 != 3 }
require all a: 1..60, b: 1..60 { a >= b or x[a] + x[b] != a }
require all a: 1..60, b: 1..60 { a >= b or x[a] + x[b] != b + 1 }
`

// TestInterruptedAtOnce checks that nothing is claimed if a limit comes before the first step of the work.
// It was once reported as a proof that there is no solution.
func TestInterruptedAtOnce(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for name, text := range map[string]string{
		"unknowns": "find x[1..60]: 0..59" + manyConditions,
		"starts":   "find x[1..60]: 0..59\nstate y: 0..3 = 0\nmove m { y += 1 }\ngoal y == 3" + manyConditions,
	} {
		p, err := farbank.Parse("many.far", "puzzle \"many conditions\"\n"+text+"\n")
		if err != nil {
			t.Fatal(err)
		}
		for _, q := range []farbank.Question{{}, {Want: farbank.Count}, {Want: farbank.All, Plans: farbank.Simple}} {
			a, err := farbank.Solve(ctx, p, q)
			if err != nil || a.Status != farbank.Unknown || a.Reason != "it was interrupted" {
				t.Errorf("%s, %+v: %v %+v", name, q, err, a)
			}
		}
	}
}

// large lists problems with long preparation before the search begins.
var large = map[string]string{
	"bodies": `type T = 1..40
state p[T]: 0..9 = 0
move grow(k: T) {
  for i in T { if p[i] == k % 10 { p[i] += 1 } else { if i > k { p[i] = p[k] } } }
  p[p[k] + 1] = 3
}
never sum(t: T -> p[t]) > 300
goal all t: T { p[t] == 7 }`,
	"values that can be exchanged": `type A = 1..150
state at[A]: 0..3 = 0
move go(a: A) { at[a] += 1 }
never any a: A { at[a] == 2 and count(b: A where at[b] == 2) > 190 }
goal all a: A { at[a] == 3 }`,
	"unknowns": "find x[1..60]: 0..59\nrequire sum(a: 1..60 -> x[a] * a) == 61000" + manyConditions,
}

// TestTimeLimit checks that a time limit ends every phase, and is reported.
func TestTimeLimit(t *testing.T) {
	for name, text := range large {
		p, err := farbank.Parse("large.far", "puzzle \"large\"\n"+text+"\n")
		if err != nil {
			t.Fatal(name, err)
		}
		for _, e := range farbank.Engines {
			for _, wait := range []time.Duration{time.Millisecond, 50 * time.Millisecond} {
				limits := engine.Limits{Time: wait}
				ctx, cancel := limits.Begin(t.Context())
				begun := time.Now()
				a, err := farbank.SolveWith(ctx, e, p, farbank.Question{Symmetry: true}, nil)
				cancel()
				if err != nil {
					t.Errorf("%s by %s: %v", name, e.Name(), err)
					continue
				}
				if a.Status == farbank.Unknown && a.Reason != "the time limit was reached" || a.Status == farbank.None || strings.Contains(a.Reason, "deadline") {
					t.Errorf("%s by %s: %v, %s", name, e.Name(), a.Status, a.Reason)
				}
				if took := time.Since(begun); took > wait+20*time.Second { // a guard, not a measurement
					t.Errorf("%s by %s: took %v with a limit of %v", name, e.Name(), took, wait)
				}
			}
		}
	}
}

// TestMemoryLimit checks that a context ended by the memory watcher is reported as a memory limit by
// every engine.
func TestMemoryLimit(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(engine.ErrMemory)
	for name, text := range large {
		p, err := farbank.Parse("large.far", "puzzle \"large\"\n"+text+"\n")
		if err != nil {
			t.Fatal(name, err)
		}
		for _, e := range farbank.Engines {
			a, err := farbank.SolveWith(ctx, e, p, farbank.Question{Symmetry: true}, nil)
			if err != nil || a.Status == farbank.Unknown && !strings.Contains(a.Reason, "memory") || a.Status == farbank.None || a.Status == farbank.Solved {
				t.Errorf("%s by %s: %v %+v", name, e.Name(), err, a)
			}
		}
	}
}

// A countdown is a context that ends after it was checked left times.
type countdown struct {
	context.Context
	left *atomic.Int64
}

func (c countdown) Err() error {
	if c.left.Add(-1) < 0 {
		return context.Canceled
	}
	return nil
}

// TestCutShort checks that wherever an engine is interrupted, its answer is true: no invalid plan, and no
// proof of nonexistence if there is a plan.
func TestCutShort(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"wolf", "jugs", "bridge", "knapsack", "zebra"} {
		p, err := farbank.Load(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range farbank.Engines {
			for _, q := range []farbank.Question{{}, {Plans: farbank.Simple, Want: farbank.Count}, {Plans: farbank.Ends, Want: farbank.All}} {
				each := long.Of[int64](2, 4)
				if e.Name() == "milp" { // it searches every horizon again
					each = 1
				}
				for n := int64(1); n < 2000; n += n/each + 1 {
					c := countdown{t.Context(), new(atomic.Int64)}
					c.left.Store(n)
					a, err := farbank.SolveWith(c, e, p, q, nil)
					if err != nil || a.Status == farbank.None {
						t.Errorf("%s, %s, %s, after %d: %+v, %v", name, e.Name(), q.Plans, n, a, err)
					}
					if a != nil && (a.Status == farbank.Unsupported || a.Status == farbank.Solved && e.Name() != "milp") {
						break
					}
				}
			}
		}
	}
}
