package kernel_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"farbank/constraint/kernel"
)

// A witness records the calls of a Trace.
type witness struct {
	given, learned map[int64][]kernel.Atom
	roots          []kernel.Hint
	propagators    int
	variables      int
	equalities     int
	assumed        []kernel.Atom
	deleted        int
	ends           int
	wrong          string
}

func newWitness() *witness {
	return &witness{given: map[int64][]kernel.Atom{}, learned: map[int64][]kernel.Atom{}}
}

func (w *witness) Variable(kernel.Var, int64, int64)    { w.variables++ }
func (w *witness) Equality(_, _ kernel.Var, _ int64)    { w.equalities++ }
func (w *witness) Propagator(int32, kernel.Propagator)  { w.propagators++ }
func (w *witness) Given(id int64, clause []kernel.Atom) { w.given[id] = slices.Clone(clause) }
func (w *witness) Root(h kernel.Hint)                   { w.roots = append(w.roots, h) }
func (w *witness) Assumed(a kernel.Atom)                { w.assumed = append(w.assumed, a) }
func (w *witness) Conflict(kernel.Hint)                 { w.ends++ }
func (w *witness) Learned(id int64, clause []kernel.Atom, hints []kernel.Hint) {
	switch {
	case w.given[id] != nil || w.learned[id] != nil:
		w.wrong = "a clause number is used twice"
	case len(hints) == 0:
		w.wrong = "a clause has no hints"
	}
	for _, h := range hints {
		if h.Clause > 0 && w.given[h.Clause] == nil && w.learned[h.Clause] == nil {
			w.wrong = "a hint refers to a clause that does not exist"
		}
	}
	w.learned[id] = slices.Clone(clause)
}

func (w *witness) Deleted(id int64) {
	if w.learned[id] == nil {
		w.wrong = "a clause is deleted that does not exist"
	}
	w.deleted++
	delete(w.learned, id)
}

// TestTrace checks that learned clauses and facts of level 0 hold in each solution, and that a refutation ends with one
// conflict.
func TestTrace(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 6))
	learned, ends := 0, 0
	for n := range 200 {
		p := tight(r)
		w := newWitness()
		s, xs := p.build(kernel.Options{Trace: w})
		s.Hurry(1 + int64(n)%3)
		status, err := s.Next(t.Context())
		if err != nil || w.wrong != "" {
			t.Fatalf("problem %d: %v %s", n, err, w.wrong)
		}
		if w.variables != s.Stats().Variables || w.propagators != s.Stats().Propagators {
			t.Errorf("problem %d: %d variables, %d constraints; %+v", n, w.variables, w.propagators, s.Stats())
		}
		if none := status == kernel.Exhausted; none != (w.ends == 1) {
			t.Errorf("problem %d %+v: %v, and %d ends", n, p, status, w.ends)
		}
		learned, ends = learned+len(w.learned), ends+w.ends
		for _, values := range p.solutions() {
			for id, c := range w.learned {
				if !slices.ContainsFunc(c, func(a kernel.Atom) bool { return means(s, xs, a, values) }) {
					t.Fatalf("problem %d %+v: clause %d, %v, fails where %v", n, p, id, c, values)
				}
			}
			for _, h := range w.roots {
				if h.Clause == 0 && !means(s, xs, h.Follows, values) {
					t.Fatalf("problem %d %+v: %v does not hold where %v", n, p, h.Follows, values)
				}
			}
		}
	}
	if learned < 50 || ends < 20 {
		t.Errorf("%d clauses, %d refutations", learned, ends)
	}
}

// TestTraceAssumed checks that the trace receives the bounds of Improve.
func TestTraceAssumed(t *testing.T) {
	w := newWitness()
	s := kernel.New(kernel.Options{Trace: w})
	x := s.NewVar(0, 5)
	if status, err := s.Next(t.Context()); status != kernel.Solution {
		t.Fatal(status, err)
	}
	s.Improve(x.AtLeast(3))
	if len(w.assumed) != 1 || w.assumed[0] != x.AtLeast(3) {
		t.Error(w.assumed)
	}
	if status, err := s.Next(t.Context()); status != kernel.Solution || s.Min(x) < 3 {
		t.Error(status, err, s.Min(x))
	}
	s.Improve(x.AtLeast(6))
	if status, err := s.Next(t.Context()); status != kernel.Exhausted || !s.Refuted() {
		t.Error(status, err)
	}
}
