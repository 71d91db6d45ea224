package relax

import (
	"bytes"
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"farbank/constraint/kernel"
	"farbank/constraint/proof"
	"farbank/constraint/propagate"
	"farbank/internal/testing/long"
)

// A tracer writes the proof of a solver. The statement is what was added before the writer is set.
type tracer struct {
	t         *testing.T
	statement proof.Statement
	begun     []func(w *proof.Writer) // steps before that
	w         *proof.Writer
	relaxed   *Relaxation
	used      int
}

func (r *tracer) step(f func(w *proof.Writer)) {
	if r.w == nil {
		r.begun = append(r.begun, f)
		return
	}
	f(r.w)
}

func (r *tracer) Variable(_ kernel.Var, lo, hi int64) {
	if r.w == nil {
		r.statement.Variables = append(r.statement.Variables, proof.Interval{Lo: lo, Hi: hi})
	}
}

func (r *tracer) Equality(e, x kernel.Var, v int64) {
	if r.w == nil {
		r.statement.Equalities = append(r.statement.Equalities, proof.Equality{E: int32(e), X: int32(x), Value: v})
		return
	}
	r.w.Define(int32(x), v)
}

func atoms(list []kernel.Atom) []proof.Atom {
	var converted []proof.Atom
	for _, a := range list {
		converted = append(converted, propagate.AtomOf(a))
	}
	return converted
}

func (r *tracer) Given(_ int64, clause []kernel.Atom) {
	r.statement.Clauses = append(r.statement.Clauses, atoms(clause))
}

func (r *tracer) Propagator(_ int32, p kernel.Propagator) {
	if x, ok := p.(*Relaxation); ok {
		x.Prove(r.w)
		r.relaxed = x
		return
	}
	r.statement.Constraints = append(r.statement.Constraints, p.(propagate.Provable).ProofConstraint())
}

func (r *tracer) hint(h kernel.Hint) proof.Hint {
	p := proof.Hint{Clause: h.Clause, Constraint: h.Propagator}
	if h.Clause == 0 && r.relaxed != nil && h.Propagator == r.relaxed.ID() {
		p.Inequality = r.relaxed.Inequality(h)
		r.used++
	}
	if h.Follows != kernel.False {
		a := propagate.AtomOf(h.Follows)
		p.Follows = &a
	}
	return p
}

func (r *tracer) Root(h kernel.Hint) {
	p := r.hint(h)
	r.step(func(w *proof.Writer) { w.Root(p) })
}

func (r *tracer) Assumed(a kernel.Atom) { r.w.Assume(propagate.AtomOf(a)) }
func (r *tracer) Deleted(id int64)      { r.w.Delete(id) }

func (r *tracer) Conflict(h kernel.Hint) {
	p := r.hint(h)
	r.step(func(w *proof.Writer) { w.End(p) })
}

func (r *tracer) Learned(id int64, clause []kernel.Atom, hints []kernel.Hint) {
	var list []proof.Hint
	for _, h := range hints {
		list = append(list, r.hint(h))
	}
	r.w.Learn(id, atoms(clause), list)
}

// TestProved checks the proofs of the optima of random problems.
func TestProved(t *testing.T) {
	n := 1500
	if long.Enabled() {
		n = 100_000
	}
	used, inequalities, cuts := 0, int64(0), int64(0)
	for seed := range n {
		r := rand.New(rand.NewPCG(uint64(seed), 34))
		p := random(r)
		trace := &tracer{t: t}
		s := kernel.New(kernel.Options{Trace: trace})
		s.Hurry(1 + int64(r.IntN(4)))
		var x []kernel.Var
		var terms []propagate.Term
		for i := range p.lo {
			x = append(x, s.NewVar(p.lo[i], p.hi[i]))
			terms = append(terms, propagate.Term{Coef: p.weights[i], X: x[i]})
		}
		for _, post := range p.posts {
			if err := post(s, x); err != nil {
				t.Fatal(err)
			}
		}
		z := s.NewVar(-200, 200)
		if err := propagate.LinearEQ(s, kernel.True, 0, append(terms, propagate.Term{Coef: -1, X: z})...); err != nil {
			t.Fatal(err)
		}
		view, sign := z.Lower(), int64(1)
		if r.IntN(2) == 0 {
			view, sign = z.Upper(), -1
		}
		var out bytes.Buffer
		trace.w = proof.NewWriter(&out, &trace.statement)
		for _, f := range trace.begun {
			f(trace.w)
		}
		relax := Add(context.Background(), s, view)
		relax.start = math.Inf(1)
		var better *proof.Atom
		for {
			status, err := s.Next(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			if status == kernel.Exhausted {
				break
			}
			a := kernel.Atom{View: view ^ 1, Value: -sign*s.Min(z) + 1}
			s.Improve(a)
			b := propagate.AtomOf(a)
			better = &b
		}
		if err := trace.w.Flush(); err != nil {
			t.Fatal(err)
		}
		report, err := proof.Check(t.Context(), &trace.statement, better, bytes.NewReader(out.Bytes()), "p")
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, out.String())
		}
		used, inequalities, cuts = used+trace.used, inequalities+report.Inequalities, cuts+relax.cuts
	}
	t.Log(used, inequalities, cuts)
	if used < n/10 || inequalities < int64(n)/10 {
		t.Errorf("the tests say little: %d hints, %d inequalities", used, inequalities)
	}
}
