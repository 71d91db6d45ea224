package constraint

import (
	"context"
	"errors"
	"fmt"
	"io"

	"farbank/constraint/kernel"
	"farbank/constraint/proof"
	"farbank/constraint/propagate"
)

// A recorder is told what a model comes to in a solver: the statement that is proven. From then
// on, if there is a writer, each step goes into the proof.
type recorder struct {
	statement proof.Statement
	begun     []func(w *proof.Writer) // steps before the statement was whole
	w         *proof.Writer
	out       io.Writer
	building  bool
	err       error
}

// step hands a step to the writer, now or when there is one.
func (r *recorder) step(f func(w *proof.Writer)) {
	switch {
	case r.w != nil:
		f(r.w)
	case r.out != nil:
		r.begun = append(r.begun, f)
	}
}

// built ends the statement.
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
		r.err = errors.New("constraint: a clause was given while a proof was written")
		return
	}
	r.statement.Clauses = append(r.statement.Clauses, atomsOf(clause))
}

func (r *recorder) Propagator(_ int32, p kernel.Propagator) {
	s, ok := p.(propagate.Sayer)
	if !ok || !r.building {
		r.err = fmt.Errorf("constraint: %T cannot be proven", p)
		return
	}
	r.statement.Constraints = append(r.statement.Constraints, s.Says())
}

func hintOf(h kernel.Hint) proof.Hint {
	p := proof.Hint{Clause: h.Clause, Constraint: h.Propagator}
	if h.Follows != kernel.False {
		a := propagate.AtomOf(h.Follows)
		p.Follows = &a
	}
	return p
}

func (r *recorder) Root(h kernel.Hint) {
	p := hintOf(h)
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
		list[i] = hintOf(h)
	}
	r.w.Learn(id, atomsOf(clause), list)
}

func (r *recorder) Deleted(id int64) { r.step(func(w *proof.Writer) { w.Delete(id) }) }

func (r *recorder) Contradiction(h kernel.Hint) {
	p := hintOf(h)
	r.step(func(w *proof.Writer) { w.End(p) })
}

// flush writes what is left of the proof.
func (r *recorder) flush() error {
	if !proofs || r == nil || r.w == nil {
		return nil
	}
	return errors.Join(r.err, r.w.Flush())
}

// A Claim is what a proof proves of a model: that it has no solution or, if one was found, none
// with a better objective.
type Claim struct {
	Objective  Expr // what was minimised or maximised; nil: nothing
	Maximize   bool
	Best       int64
	Infeasible bool // there is no solution at all
}

// CheckProof checks a proof that [Model.Proof] got, for a model that was made in the same way. What
// checks shares nothing with what solved, see package farbank/constraint/proof, and the statement is the model as it was told: with
// a proof nothing is changed before the search. The error is a
// *proof.Error where the proof is none. name is for errors.
func (m *Model) CheckProof(ctx context.Context, claim Claim, r io.Reader, name string) (proof.Report, error) {
	if claim.Objective == nil && !claim.Infeasible {
		return proof.Report{}, errors.New("constraint: a claim says that there is no solution, or has an objective")
	}
	b, x, err := m.state(claim.Objective)
	if err != nil {
		return proof.Report{}, err
	}
	var better *proof.Atom
	if !claim.Infeasible {
		a := propagate.AtomOf(b.better(x, claim.Maximize, claim.Best))
		better = &a
	}
	return proof.Check(ctx, &b.recorder.statement, better, r, name)
}

// A Bound is what a proof proves of an objective.
type Bound struct {
	Infeasible bool  // there is no solution at all
	Best       int64 // else: none is better than this
}

// CheckBound checks a proof as CheckProof does, and tells what it proves. Without an objective, nil, that is that there
// is no solution.
func (m *Model) CheckBound(ctx context.Context, objective Expr, maximize bool, r io.Reader, name string) (Bound, proof.Report, error) {
	if objective == nil {
		report, err := m.CheckProof(ctx, Claim{Infeasible: true}, r, name)
		return Bound{Infeasible: true}, report, err
	}
	b, x, err := m.state(objective)
	if err != nil {
		return Bound{}, proof.Report{}, err
	}
	report, err := proof.CheckBound(ctx, &b.recorder.statement, propagate.AtomOf(b.better(x, maximize, 0)), r, name)
	a := report.Assumed
	switch {
	case err != nil || a == nil:
		return Bound{Infeasible: true}, report, err
	case maximize:
		return Bound{Best: a.Value - 1}, report, nil
	}
	return Bound{Best: a.Value + 1}, report, nil
}

// errNoProofs is for a program that was built without them: it has no statement either, by which a proof could be checked.
var errNoProofs = errors.New("constraint: a program built with the tag page neither writes nor checks proofs")

// state makes the statement of a model, with the variable of an objective, nil for none.
func (m *Model) state(objective Expr) (b *building, x kernel.Var, err error) {
	if !proofs {
		return nil, 0, errNoProofs
	}
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
