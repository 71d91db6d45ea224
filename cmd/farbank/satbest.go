package main

import (
	"context"
	"fmt"
	"io"

	"farbank/constraint"
	"farbank/constraint/cnf"
	"farbank/constraint/maxsat"
	"farbank/constraint/opb"
	"farbank/internal/command"
)

// exitOptimum is the exit code of the competitions for a proven optimum.
const exitOptimum = 30

// A bestSAT is the result for a problem with costs.
type bestSAT struct {
	status      constraint.Status
	best        bool // the optimum was requested, not just any model
	cost, bound int64
	variables   int
	value       func(variable int) bool // nil: no model
	write       func(v func(int) bool) error
}

// weighted solves a MaxSAT problem.
func (a *app) weighted(ctx context.Context, f *satFlags, w *cnf.Weighted) error {
	s := &maxsat.Solver{Memory: f.Share(), Improved: a.costs(f)}
	answer, err := maxsat.Answer{}, addWeighted(ctx, s, w)
	if err == nil {
		if answer, err = s.Solve(ctx); err == nil {
			err = answer.Reason
		}
	}
	if f.stats {
		a.satStats(s.Stats())
	}
	found := &bestSAT{status: answer.Status, best: true, cost: answer.Cost, bound: answer.Bound, variables: w.Variables,
		write: func(v func(int) bool) error { return cnf.WriteValues(a.out, w.Variables, v) }}
	if answer.Status.Found() {
		found.value = answer.Value
	}
	return a.printBest(ctx, f, found, err)
}

// costs prints the line o of each better model.
func (a *app) costs(f *satFlags) func(maxsat.Answer) {
	last := int64(-1)
	return func(b maxsat.Answer) {
		if b.Status == maxsat.Feasible && b.Cost != last && !f.json {
			last = b.Cost
			fmt.Fprintf(a.out, "o %d\n", b.Cost)
		}
	}
}

func addWeighted(ctx context.Context, s *maxsat.Solver, w *cnf.Weighted) error {
	var clause []int
	for i := range w.Len() {
		clause = clause[:0]
		for _, l := range w.Clause(i) {
			clause = append(clause, int(l))
		}
		err := error(nil)
		if w.Weights[i] == 0 {
			err = s.Hard(clause...)
		} else {
			err = s.Soft(w.Weights[i], clause...)
		}
		if err != nil {
			return err
		}
		if i%4096 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
	}
	return nil
}

// pseudo solves a pseudo-Boolean problem, or checks a proof for it.
func (a *app) pseudo(ctx context.Context, f *satFlags, p *opb.Problem, write func(v func(int) bool) error) error {
	if f.check != "" {
		return a.checkBound(ctx, f, p)
	}
	m, err := p.Model()
	if err != nil {
		return err
	}
	m.Memory = f.Share()
	answer := constraint.Answer{}
	err = a.withProof(f.proof, func(w io.Writer) (bool, error) {
		m.Proof = w
		answer, err = m.Solve(ctx, func(s *constraint.Solution) {
			if !f.json {
				fmt.Fprintf(a.out, "o %d\n", s.Objective)
			}
		})
		if err == nil {
			err = answer.Reason
		}
		return answer.Status == constraint.Infeasible || answer.Status == constraint.Optimal, err
	})
	if f.stats {
		st := answer.Stats
		fmt.Fprintf(a.err, "conflicts %s, decisions %s, propagations %s, restarts %s, learned %s\n", grouped(st.Conflicts), grouped(st.Decisions),
			grouped(st.Propagations), grouped(st.Restarts), grouped(st.Learned))
	}
	found := &bestSAT{status: answer.Status, best: p.Asked || p.Soft, bound: answer.Bound, variables: p.Variables, write: write}
	if answer.Solution != nil {
		found.cost = answer.Objective
		found.value = func(v int) bool { return m.Value(answer.Solution, v) }
	}
	return a.printBest(ctx, f, found, err)
}

// printBest prints the result; err is why it is not complete.
func (a *app) printBest(ctx context.Context, f *satFlags, b *bestSAT, err error) error {
	if err != nil && (!isUnfinished(err) || b.value == nil) {
		if isUnfinished(err) {
			return a.satUnknown(f, stoppedReason(ctx, err))
		}
		return err
	}
	reason := ""
	if err != nil {
		reason = stoppedReason(ctx, err)
	}
	f.known()
	word, code := "UNSATISFIABLE", exitUnsatisfiable
	switch {
	case b.value != nil && b.best && b.status == constraint.Optimal:
		word, code = "OPTIMUM FOUND", exitOptimum
	case b.value != nil:
		word, code = "SATISFIABLE", exitSatisfiable
	}
	if f.json {
		if err := a.printJSON(b.document(reason)); err != nil {
			return err
		}
		return &command.ExitError{Code: code}
	}
	if reason != "" {
		fmt.Fprintf(a.err, "farbank: %s; the cost is proven to be no better than %d\n", reason, b.bound)
	}
	fmt.Fprintln(a.out, "s "+word)
	if b.value != nil {
		if err := b.write(b.value); err != nil {
			return err
		}
	}
	return &command.ExitError{Code: code}
}

func (b *bestSAT) document(reason string) satJSON {
	if b.value == nil {
		return satJSON{Status: unsatisfiable}
	}
	doc := satJSON{Reason: reason}
	doc.Status, doc.Model = satisfiable, literals(b.variables, b.value)
	if b.best {
		doc.Status, doc.Cost, doc.Bound = b.status.String(), &b.cost, &b.bound
	}
	return doc
}
