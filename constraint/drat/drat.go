// Package drat checks proofs that a formula has no model, in the DRAT format (Heule, Hunt and
// Wetzler 2013; Wetzler, Heule and Hunt 2014).
//
// A proof adds clauses, one after the other, and deletes some. An added clause must have one of
// two properties over the clauses that are there:
//
//   - RUP: if all its literals are false, propagating single literals comes to a contradiction;
//   - RAT on its first literal p: this holds of its union with D without -p, for each clause D
//     that has -p.
//
// Both keep it true that there is a model if there was one before. A proof ends with the empty
// clause, or with clauses that propagation alone contradicts.
//
// The checker goes forward, step by step. As others do, it does not take back what was drawn from
// clauses of one literal left: the deletion of a clause that such a conclusion stands on is passed
// over, which never makes a wrong proof right. Nothing is shared with package
// farbank/constraint/sat.
package drat

import (
	"context"
	"fmt"
	"io"
	"slices"

	"farbank/constraint/cnf"
)

// MaxVariable is the largest variable that a proof may name.
const MaxVariable = cnf.MaxVariable

// A Report tells what was checked.
type Report struct {
	Lemmas  int // clauses added
	RAT     int // of them, those that are not RUP
	Deleted int
	Passed  int // deletions passed over
}

// A MemoryError says that the limit of memory was reached.
type MemoryError struct{ Limit int64 }

func (e *MemoryError) Error() string {
	return fmt.Sprintf("clauses take more than the %d bytes allowed", e.Limit)
}

// MemoryLimit says what kind of error it is.
func (e *MemoryError) MemoryLimit() bool { return true }

// Check checks a proof that f has no model. A proof that shows it gives no error. Otherwise the
// error is an [*Error] that names the step, the context's, a [*MemoryError] past so many bytes (0:
// no limit), or one of the reader.
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
	for n := 0; !c.contradiction; n++ {
		if n%256 == 0 {
			if err := ctx.Err(); err != nil {
				return c.report, err
			}
		}
		s, err := r.next()
		if err == io.EOF {
			return c.report, r.fail("the proof ends without a contradiction")
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

// step checks and takes one step.
func (c *checker) step(ctx context.Context, s step) error {
	for _, l := range s.literals {
		if err := c.grow(max(l, -l)); err != nil {
			return err
		}
	}
	clause := c.normal(s.literals)
	if s.deletes {
		if !c.remove(clause) {
			return &Error{Message: fmt.Sprintf("the clause %v that is deleted is not there", s.literals)}
		}
		return nil
	}
	c.report.Lemmas++
	if !c.follows(clause) {
		if len(s.literals) == 0 {
			return &Error{Message: "no contradiction follows here"}
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

// normal is a clause with each literal once, in order.
func (c *checker) normal(literals []int) []uint32 {
	clause := make([]uint32, len(literals))
	for i, l := range literals {
		clause[i] = code(l)
	}
	slices.Sort(clause)
	return slices.Compact(clause)
}

// code is a literal as the checker has it: 2v, or 2v+1 for a negation.
func code(l int) uint32 {
	if l < 0 {
		return uint32(-l)<<1 | 1
	}
	return uint32(l) << 1
}
