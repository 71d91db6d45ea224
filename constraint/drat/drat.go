// Package drat checks proofs of unsatisfiability in the DRAT format (Heule, Hunt and Wetzler 2013; Wetzler, Heule and
// Hunt 2014).
//
// A proof is a sequence of added and deleted clauses. An added clause must have one of two properties with respect to
// the current clauses:
//
//   - RUP: if all its literals are false, unit propagation leads to a conflict;
//   - RAT on its first literal p: its union with D without -p has RUP, for each clause D that contains -p.
//
// Both preserve satisfiability. A proof ends with the empty clause, or with clauses that unit propagation refutes.
//
// The checker works forward. Like other checkers it never retracts permanent assignments: it ignores the deletion of a
// clause that is the reason of one, which does not make an invalid proof valid. It shares no code with package
// farbank/constraint/sat.
package drat

import (
	"context"
	"fmt"
	"io"
	"slices"

	"farbank/constraint/cnf"
)

// MaxVariable is the largest variable in a proof.
const MaxVariable = cnf.MaxVariable

// A Report counts the steps of a checked proof.
type Report struct {
	Lemmas  int // clauses added
	RAT     int // lemmas that are RAT but not RUP
	Deleted int
	Passed  int // ignored deletions
}

// A MemoryError reports that the memory limit was reached. Limit is in bytes.
type MemoryError struct{ Limit int64 }

// Error returns the message.
func (e *MemoryError) Error() string {
	return fmt.Sprintf("the clauses exceed the memory limit of %d bytes", e.Limit)
}

// MemoryLimit marks the error as one of a memory limit.
func (e *MemoryError) MemoryLimit() bool { return true }

// Check checks a proof that f is unsatisfiable, and returns a nil error if the proof is valid. Otherwise the error is
// an [*Error] with the line of the wrong step, that of the context, a [*MemoryError], or one of the reader. memory is
// the limit in bytes; 0 means no limit.
func Check(ctx context.Context, f *cnf.Formula, proof io.Reader, name string, memory int64) (Report, error) {
	c := newChecker(memory)
	if err := c.grow(f.Variables); err != nil {
		return c.report, err
	}
	for i := range f.Len() {
		var lits []int
		for _, l := range f.Clause(i) {
			lits = append(lits, int(l))
		}
		c.add(c.normal(lits))
	}
	r := newProofReader(proof, name)
	for n := 0; !c.conflict; n++ {
		if n%256 == 0 {
			if err := ctx.Err(); err != nil {
				return c.report, err
			}
		}
		s, err := r.next()
		if err == io.EOF {
			return c.report, r.fail("the proof ends without the empty clause")
		}
		if err != nil {
			return c.report, err
		}
		if err := c.step(ctx, s); err != nil {
			if e, ok := err.(*Error); ok {
				e.Name, e.Line = r.name, r.line
			}
			return c.report, err
		}
	}
	return c.report, nil
}

// step checks and performs one step.
func (c *checker) step(ctx context.Context, s step) error {
	for _, l := range s.literals {
		if err := c.grow(max(l, -l)); err != nil {
			return err
		}
	}
	clause := c.normal(s.literals)
	if s.deletes {
		if !c.remove(clause) {
			return &Error{Message: fmt.Sprintf("the deleted clause %v does not exist", s.literals)}
		}
		return nil
	}
	c.report.Lemmas++
	if !c.follows(clause) {
		if len(s.literals) == 0 {
			return &Error{Message: "the empty clause does not follow"}
		}
		if ok, err := c.isRAT(ctx, clause, code(s.literals[0])); err != nil {
			return err
		} else if !ok {
			return &Error{Message: fmt.Sprintf("the clause %v is neither RUP nor RAT on %d", s.literals, s.literals[0])}
		}
		c.report.RAT++
	}
	c.add(clause)
	if c.memory > 0 && c.used() > c.memory {
		return &MemoryError{c.memory}
	}
	return nil
}

// normal returns a clause without repeated literals, sorted.
func (c *checker) normal(literals []int) []uint32 {
	clause := make([]uint32, len(literals))
	for i, l := range literals {
		clause[i] = code(l)
	}
	slices.Sort(clause)
	return slices.Compact(clause)
}

// code converts a literal: 2v, or 2v+1 for a negation.
func code(l int) uint32 {
	if l < 0 {
		return uint32(-l)<<1 | 1
	}
	return uint32(l) << 1
}
