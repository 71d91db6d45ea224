package kernel_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"farbank/constraint/kernel"
)

// pigeons returns the pigeonhole problem with holes + 1 pigeons, as clauses.
func pigeons(o kernel.Options, holes int) (*kernel.Solver, [][]kernel.Var) {
	s := kernel.New(o)
	in := make([][]kernel.Var, holes+1)
	for i := range in {
		var some []kernel.Atom
		for range holes {
			x := s.NewBool()
			in[i] = append(in[i], x)
			some = append(some, x.AtLeast(1))
		}
		s.AddClause(some...)
	}
	for h := range holes {
		for i := range in {
			for j := range i {
				s.AddClause(in[i][h].AtMost(0), in[j][h].AtMost(0))
			}
		}
	}
	return s, in
}

// TestDeletes checks that the answer is the same, traced or not, when clauses are deleted and their memory is reused.
func TestDeletes(t *testing.T) {
	w := newWitness()
	for _, o := range []kernel.Options{{}, {Trace: w}} {
		s, _ := pigeons(o, 7)
		s.Hurry(10)
		if status, err := s.Next(t.Context()); status != kernel.Exhausted || err != nil {
			t.Fatal(status, err)
		}
		if st := s.Stats(); st.Deleted == 0 || st.Restarts == 0 || st.Learned <= st.Deleted || st.Conflicts < st.Learned {
			t.Errorf("%+v", st)
		}
		if status, _ := s.Next(t.Context()); status != kernel.Exhausted || !s.Refuted() {
			t.Error("not refuted")
		}
	}
	if w.wrong != "" || w.deleted == 0 || w.ends != 1 {
		t.Errorf("%q, %d deleted, %d ends", w.wrong, w.deleted, w.ends)
	}
}

// TestInterrupt checks that an interrupted search can be resumed.
func TestInterrupt(t *testing.T) {
	s, _ := pigeons(kernel.Options{}, 6)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if status, err := s.Next(ctx); status != kernel.Unknown || !errors.Is(err, context.Canceled) {
		t.Fatal(status, err)
	}
	ctx, cancel = context.WithCancel(t.Context())
	calls := 0
	s.OnWork(func() {
		if calls++; calls == 2 {
			cancel()
		}
	})
	if status, err := s.Next(ctx); status != kernel.Unknown || !errors.Is(err, context.Canceled) {
		t.Fatal(status, err)
	}
	if status, err := s.Next(t.Context()); status != kernel.Exhausted || err != nil {
		t.Error(status, err)
	}
}

// TestInterruptPropagation checks that a propagation in many small steps, by two contradictory sums, can be interrupted
// and resumed.
func TestInterruptPropagation(t *testing.T) {
	const far = 20_000
	s := kernel.New(kernel.Options{})
	xs := []kernel.Var{s.NewVar(0, far), s.NewVar(0, far)}
	addTotal(s, xs, total{[]int64{1, -1}, []int{0, 1}, -1})
	addTotal(s, xs, total{[]int64{1, -1}, []int{1, 0}, -1})
	ctx, cancel := context.WithCancel(t.Context())
	calls := 0
	s.OnWork(func() {
		if calls++; calls == 3 {
			cancel()
		}
	})
	if status, err := s.Next(ctx); status != kernel.Unknown || !errors.Is(err, context.Canceled) || s.Refuted() {
		t.Fatal(status, err)
	}
	if status, err := s.Next(t.Context()); status != kernel.Exhausted || err != nil {
		t.Error(status, err)
	}
}

// TestMemory checks that a small memory limit is reported and that a large one has no effect.
func TestMemory(t *testing.T) {
	s, _ := pigeons(kernel.Options{Memory: 1000}, 5)
	status, err := s.Next(t.Context())
	var memory *kernel.MemoryError
	if status != kernel.Unknown || !errors.As(err, &memory) || memory.Limit != 1000 || !memory.MemoryLimit() || memory.Error() == "" {
		t.Error(status, err)
	}
	s, _ = pigeons(kernel.Options{Memory: 1 << 30}, 5)
	if status, err := s.Next(t.Context()); status != kernel.Exhausted {
		t.Error(status, err)
	}
}

// TestOnRestart checks that the function called at restarts may add clauses.
func TestOnRestart(t *testing.T) {
	s, in := pigeons(kernel.Options{}, 6)
	s.Hurry(5)
	calls := 0
	s.OnRestart(func() {
		if calls++; s.Level() != 0 {
			t.Error("a restart at level", s.Level())
		}
		if calls == 2 { // all pigeons out of a hole
			for i := range in {
				s.AddClause(in[i][0].AtMost(0))
			}
		}
	})
	if status, err := s.Next(t.Context()); status != kernel.Exhausted || calls < 2 {
		t.Error(status, err, calls)
	}
}

// TestMoreBetween checks that variables and constraints can be added after a solution.
func TestMoreBetween(t *testing.T) {
	s := kernel.New(kernel.Options{})
	x := s.NewVar(0, 9)
	if status, err := s.Next(t.Context()); status != kernel.Solution {
		t.Fatal(status, err)
	}
	s.Restart()
	y := s.NewVar(3, 4)
	addTotal(s, []kernel.Var{x, y}, total{[]int64{-1, 2}, []int{0, 1}, 0}) // x >= 2 y
	s.AddClause(s.Equal(y, 4), s.Equal(x, 7))
	s.AddClause(x.AtMost(7))
	if status, err := s.Next(t.Context()); status != kernel.Solution || s.Min(x) != 7 || s.Min(y) != 3 {
		t.Error(status, err, s.Min(x), s.Min(y))
	}
	if status, err := s.Next(t.Context()); status != kernel.Exhausted {
		t.Error(status, err)
	}
}

// TestAtoms checks that an atom and its negation are opposites, for both views.
func TestAtoms(t *testing.T) {
	x := kernel.Var(7)
	for got, want := range map[kernel.Atom]kernel.Atom{
		x.AtLeast(3).Not():       x.AtMost(2),
		x.AtMost(-3).Not():       x.AtLeast(-2),
		x.AtLeast(3).Not().Not(): x.AtLeast(3),
	} {
		if got != want {
			t.Errorf("%v, not %v", got, want)
		}
	}
	if x.Lower().Var() != x || x.Upper().Var() != x || x.Lower() == x.Upper() {
		t.Error("views")
	}
	s := kernel.New(kernel.Options{})
	if !s.Holds(kernel.True) || !s.Fails(kernel.False) || s.Fails(kernel.True) || !s.Fails(kernel.True.Not()) || s.Holds(kernel.False) {
		t.Error("true and false")
	}
}

// TestDomains checks that bounds, holes and equality variables agree.
func TestDomains(t *testing.T) {
	s := kernel.New(kernel.Options{})
	x, two, one := s.NewVar(-2, 4), s.NewVar(5, 6), s.NewVar(8, 8)
	for name, ok := range map[string]bool{
		"outside": s.Equal(x, 9) == kernel.False && s.Equal(x, -3) == kernel.False,
		"only":    s.Equal(one, 8) == kernel.True,
		"upper":   s.Equal(two, 6) == two.AtLeast(6),
		"lower":   s.Equal(two, 5) == two.AtMost(5),
		"fixed":   s.Fixed(one) && !s.Fixed(two),
	} {
		if !ok {
			t.Error(name)
		}
	}
	e := s.Equal(x, 1)
	if s.Equal(x, 1) != e {
		t.Error("Equal returns another atom the second time")
	}
	if y, v, ok := s.Represents(e.View.Var()); !ok || y != x || v != 1 {
		t.Error(y, v, ok)
	}
	if _, _, ok := s.Represents(x); ok {
		t.Error("x is an equality variable")
	}
	if a, ok := s.Known(x, 1); !ok || a != e {
		t.Error(a, ok)
	}
	if _, ok := s.Known(x, 2); ok {
		t.Error("x = 2 is known, though Equal was not called")
	}
	s.AddClause(e.Not())
	s.AddClause(s.Equal(x, -2).Not())
	s.Restart() // nothing is propagated before the first search
	if status, err := s.Next(t.Context(), x.AtLeast(1)); status != kernel.Solution || s.Min(x) < 2 {
		t.Error(status, err, s.Min(x))
	}
	s.Restart()
	if s.Min(x) != -1 || s.Max(x) != 4 || s.Has(x, 1) || s.Has(x, -2) || s.Has(x, 5) || !s.Has(x, 0) || s.Size(x) != 5 {
		t.Errorf("%d..%d, %d values", s.Min(x), s.Max(x), s.Size(x))
	}
	if s.Differs(x, -2, s.Now()) != x.AtLeast(-1) || s.Differs(x, 5, s.Now()) != x.AtMost(4) || s.Differs(x, 1, s.Now()) != e.Not() {
		t.Error("wrong atoms of Differs")
	}
}

// TestEmpty checks empty domains, clauses without true atoms and tautologies.
func TestEmpty(t *testing.T) {
	s := kernel.New(kernel.Options{})
	s.NewVar(3, 2)
	if !s.Refuted() {
		t.Error("a variable without values")
	}
	s = kernel.New(kernel.Options{})
	x := s.NewVar(0, 3)
	s.AddClause(x.AtLeast(2), x.AtMost(1))
	s.AddClause(x.AtLeast(0), x.AtMost(-1))
	s.AddClause(x.AtLeast(2), x.AtLeast(1)) // equivalent to the second atom
	if s.Refuted() || s.Min(x) != 1 || s.Stats().Literals != 0 {
		t.Error(s.Min(x), s.Stats())
	}
	s.AddClause(x.AtMost(0))
	if !s.Refuted() {
		t.Error("a clause without atoms")
	}
	s.AddClause(x.AtLeast(0))
	if status, err := s.Next(t.Context()); status != kernel.Exhausted || err != nil || len(s.Core()) > 0 {
		t.Error(status, err)
	}
}

// counting constrains at most most of the Booleans xs to be 1. It is notified of each that rises.
type counting struct {
	xs    []kernel.Var
	most  int
	id    int32
	noted map[int32]bool
}

func (c *counting) Note(s *kernel.Solver, data int32) {
	c.noted[data] = true
	s.Wake(c.id)
}

func (c *counting) Propagate(s *kernel.Solver) bool {
	var ones []kernel.Atom
	for _, x := range c.xs {
		if s.Min(x) == 1 {
			ones = append(ones, x.AtLeast(1))
		}
	}
	if len(ones) > c.most {
		return s.Fail(ones...)
	}
	return true
}

func (c *counting) Explain(*kernel.Solver, kernel.Atom, uint64, int32) {}

// TestNotes checks that a Noter receives the data that it registered.
func TestNotes(t *testing.T) {
	s := kernel.New(kernel.Options{})
	c := &counting{most: 2, noted: map[int32]bool{}}
	for range 5 {
		c.xs = append(c.xs, s.NewBool())
	}
	c.id = s.AddPropagator(c, 2)
	for i, x := range c.xs {
		s.WatchNote(c.id, x.Lower(), int32(i)+10)
	}
	if n := len(listed(t, s, c.xs)); n != 1+5+10 {
		t.Errorf("%d solutions", n)
	}
	for i := range c.xs {
		if !c.noted[int32(i)+10] {
			t.Errorf("variable %d was not noted", i)
		}
	}
}

// waking counts its runs.
type waking struct{ runs int }

func (w *waking) Propagate(*kernel.Solver) bool                      { w.runs++; return true }
func (w *waking) Explain(*kernel.Solver, kernel.Atom, uint64, int32) {}

// TestWakes checks that a propagator is woken by the changes that it watches, and by no others.
func TestWakes(t *testing.T) {
	s := kernel.New(kernel.Options{})
	x, y, off := s.NewVar(0, 9), s.NewVar(0, 9), s.NewBool()
	lower, unless, holes := &waking{}, &waking{}, &waking{}
	s.Watch(s.AddPropagator(lower, 0), x.Lower())
	s.WatchUnless(s.AddPropagator(unless, 0), x.Lower(), off.AtLeast(1))
	s.WatchHoles(s.AddPropagator(holes, 3), y)
	hole := s.Equal(y, 5).Not()
	runs := func(change kernel.Atom) [3]int {
		t.Helper()
		s.Restart()
		before := [3]int{lower.runs, unless.runs, holes.runs}
		s.AddClause(change)
		s.Restart()
		return [3]int{lower.runs - before[0], unless.runs - before[1], holes.runs - before[2]}
	}
	if _, err := s.Next(t.Context()); err != nil || lower.runs == 0 || unless.runs == 0 || holes.runs == 0 {
		t.Fatal(err, "some propagator did not run")
	}
	for _, c := range []struct {
		change kernel.Atom
		want   [3]int
	}{
		{x.AtMost(8), [3]int{0, 0, 0}},
		{x.AtLeast(1), [3]int{1, 1, 0}},
		{hole, [3]int{0, 0, 1}},
		{y.AtMost(7), [3]int{0, 0, 1}},
		{off.AtMost(0), [3]int{0, 0, 0}},
		{x.AtLeast(3), [3]int{1, 0, 0}},
	} {
		if got := runs(c.change); got != c.want {
			t.Errorf("%v: woken %v, not %v", c.change, got, c.want)
		}
	}
}

// TestLongClause has clauses that contain a variable more than once and are too long for a linear search.
func TestLongClause(t *testing.T) {
	for _, c := range []struct {
		always bool
		want   kernel.Status
	}{{false, kernel.Exhausted}, {true, kernel.Solution}} {
		s := kernel.New(kernel.Options{})
		var clause, none []kernel.Atom
		for range 40 {
			x := s.NewVar(0, 3)
			clause, none = append(clause, x.AtLeast(2), x.AtLeast(1), x.AtLeast(3)), append(none, x.AtMost(0))
		}
		if c.always {
			clause = append(clause, clause[4].Not())
		}
		s.AddClause(clause...)
		if status, err := s.Next(t.Context(), none...); status != c.want {
			t.Error(c.always, status, err)
		}
		s = kernel.New(kernel.Options{})
		x := s.NewVar(0, 3)
		clause = clause[:0]
		for range 40 { // merged into the weakest atom
			clause = append(clause, x.AtLeast(3), x.AtLeast(2))
		}
		if s.AddClause(clause...); s.Min(x) != 2 {
			t.Error(s.Min(x))
		}
	}
}

// TestChoices compares the number of values that a search selects by with the exact one.
func TestChoices(t *testing.T) {
	seen := 0
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 7))
		s := kernel.New(kernel.Options{})
		var xs []kernel.Var
		for range 5 {
			lo := r.Int64N(5) - 2
			xs = append(xs, s.NewVar(lo, lo+r.Int64N(8)))
		}
		for range 12 {
			var clause []kernel.Atom
			for range 2 + r.IntN(2) {
				x := xs[r.IntN(len(xs))]
				a := s.Equal(x, s.Min(x)+r.Int64N(s.Max(x)-s.Min(x)+1))
				if r.IntN(4) > 0 {
					a = a.Not()
				}
				clause = append(clause, a)
			}
			s.AddClause(clause...)
		}
		s.Choose(func(s *kernel.Solver) (kernel.Atom, bool) {
			for _, x := range xs {
				if seen++; s.Choices(x) != s.Size(x) {
					t.Fatalf("seed %d: %d choices, not %d", seed, s.Choices(x), s.Size(x))
				}
			}
			for _, x := range xs {
				if !s.Fixed(x) {
					return x.AtMost(s.Min(x)), true
				}
			}
			return kernel.Atom{}, false
		})
		for range 50 {
			if status, err := s.Next(t.Context()); err != nil || status == kernel.Exhausted {
				break
			}
		}
	}
	if seen < 1000 {
		t.Error("the test says little:", seen)
	}
}
