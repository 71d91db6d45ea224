package constraint

import (
	"context"
	"errors"
	"fmt"
	"io"

	"farbank/constraint/kernel"
	"farbank/constraint/proof"
	"farbank/constraint/propagate"
	"farbank/constraint/relax"
)

// A recorder collects the statement to prove while a model is translated. Then it writes each step of the search into
// the proof, if there is a writer.
type recorder struct {
	statement proof.Statement
	begun     []func(w *proof.Writer) // steps before the statement was complete
	w         *proof.Writer
	out       io.Writer
	building  bool
	relaxed   *relax.Relaxation
	err       error
}

// step passes a step to the writer, or stores it until there is a writer.
func (r *recorder) step(f func(w *proof.Writer)) {
	switch {
	case r.w != nil:
		f(r.w)
	case r.out != nil:
		r.begun = append(r.begun, f)
	}
}

// built completes the statement.
func (r *recorder) built() error {
	r.building = false
	if r.out == nil || r.err != nil {
		return r.err
	}
	r.w = proof.NewWriter(r.out, &r.statement)
	for _, f := range r.begun {
		f(r.w)
	}
	r.begun = nil
	return nil
}

func (r *recorder) Variable(_ kernel.Var, lo, hi int64) {
	if r.building {
		r.statement.Variables = append(r.statement.Variables, proof.Interval{Lo: lo, Hi: hi})
	}
}

func (r *recorder) Equality(e, x kernel.Var, v int64) {
	if r.building {
		r.statement.Equalities = append(r.statement.Equalities, proof.Equality{E: int32(e), X: int32(x), Value: v})
		return
	}
	r.step(func(w *proof.Writer) { w.Define(int32(x), v) })
}

func atomsOf(atoms []kernel.Atom) []proof.Atom {
	list := make([]proof.Atom, len(atoms))
	for i, a := range atoms {
		list[i] = propagate.AtomOf(a)
	}
	return list
}

func (r *recorder) Given(_ int64, clause []kernel.Atom) {
	if !r.building {
		r.err = errors.New("constraint: a clause was added during the proof")
		return
	}
	r.statement.Clauses = append(r.statement.Clauses, atomsOf(clause))
}

func (r *recorder) Propagator(_ int32, p kernel.Propagator) {
	if x, ok := p.(*relax.Relaxation); ok {
		x.Prove(r.w)
		r.relaxed = x
		return
	}
	s, ok := p.(propagate.Provable)
	if !ok || !r.building {
		r.err = fmt.Errorf("constraint: proofs do not support %T", p)
		return
	}
	r.statement.Constraints = append(r.statement.Constraints, s.ProofConstraint())
}

func (r *recorder) hintOf(h kernel.Hint) proof.Hint {
	p := proof.Hint{Clause: h.Clause, Constraint: h.Propagator}
	if r.relaxed != nil && h.Clause == 0 && h.Propagator == r.relaxed.ID() {
		p.Inequality = r.relaxed.Inequality(h)
	}
	if h.Follows != kernel.False {
		a := propagate.AtomOf(h.Follows)
		p.Follows = &a
	}
	return p
}

func (r *recorder) Root(h kernel.Hint) {
	p := r.hintOf(h)
	r.step(func(w *proof.Writer) { w.Root(p) })
}

func (r *recorder) Assumed(a kernel.Atom) {
	r.step(func(w *proof.Writer) { w.Assume(propagate.AtomOf(a)) })
}

func (r *recorder) Learned(id int64, clause []kernel.Atom, hints []kernel.Hint) {
	if r.w == nil {
		return
	}
	list := make([]proof.Hint, len(hints))
	for i, h := range hints {
		list[i] = r.hintOf(h)
	}
	r.w.Learn(id, atomsOf(clause), list)
}

func (r *recorder) Deleted(id int64) { r.step(func(w *proof.Writer) { w.Delete(id) }) }

func (r *recorder) Conflict(h kernel.Hint) {
	p := r.hintOf(h)
	r.step(func(w *proof.Writer) { w.End(p) })
}

// flush writes buffered data.
func (r *recorder) flush() error {
	if r == nil || r.w == nil {
		return nil
	}
	return errors.Join(r.err, r.w.Flush())
}

// A Claim is a statement about a model that a proof proves: it has no solution, or none with a better objective than
// Best.
type Claim struct {
	Objective  Expr // the objective; nil: none
	Direction  Direction
	Best       int64
	Infeasible bool // there is no solution
}

// CheckProof checks a proof that was written to [Options].Proof for an identical model. The checker shares no code with
// the solver, see package farbank/constraint/proof. The statement is the model without any presolve. The error is a
// *proof.Error if the proof is invalid. name is the name of the proof in errors.
func (m *Model) CheckProof(ctx context.Context, claim Claim, r io.Reader, name string) (proof.Report, error) {
	if claim.Objective == nil && !claim.Infeasible {
		return proof.Report{}, errors.New("constraint: a claim needs an objective unless it is Infeasible")
	}
	b, x, err := m.state(claim.Objective)
	if err != nil {
		return proof.Report{}, err
	}
	var better *proof.Atom
	if !claim.Infeasible {
		a := propagate.AtomOf(b.better(x, claim.Direction == Maximizing, claim.Best))
		better = &a
	}
	return proof.Check(ctx, &b.recorder.statement, better, r, name)
}

// A Bound is a bound of an objective that a proof proves.
type Bound struct {
	Infeasible bool  // there is no solution
	Best       int64 // otherwise: no solution is better than this
}

// CheckBound checks a proof like CheckProof and returns the bound that it proves. If objective is nil, the proof must
// show that there is no solution.
func (m *Model) CheckBound(ctx context.Context, objective Expr, d Direction, r io.Reader, name string) (Bound, proof.Report, error) {
	if objective == nil {
		report, err := m.CheckProof(ctx, Claim{Infeasible: true}, r, name)
		return Bound{Infeasible: true}, report, err
	}
	b, x, err := m.state(objective)
	if err != nil {
		return Bound{}, proof.Report{}, err
	}
	report, err := proof.CheckBound(ctx, &b.recorder.statement, propagate.AtomOf(b.better(x, d == Maximizing, 0)), r, name)
	a := report.Assumed
	switch {
	case err != nil || a == nil:
		return Bound{Infeasible: true}, report, err
	case d == Maximizing:
		return Bound{Best: a.Value - 1}, report, nil
	}
	return Bound{Best: a.Value + 1}, report, nil
}

// state translates the model into a statement, with the variable of the objective if that is not nil.
func (m *Model) state(objective Expr) (b *building, x kernel.Var, err error) {
	if b, err = m.build(&recorder{building: true}, false); err != nil {
		return nil, 0, err
	}
	if objective != nil {
		if x, err = b.objective(m, objective); err != nil {
			return nil, 0, err
		}
	}
	return b, x, b.recorder.built()
}
