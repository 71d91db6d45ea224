package maxsat

import (
	"context"
	"errors"
	"fmt"
	"math"

	"farbank/constraint/sat"
	"farbank/solver"
)

// A Status is the result of a search.
type Status = solver.Status

// The statuses of an Answer.
const (
	Unknown    = solver.Unknown    // a limit was reached before a model was found
	Infeasible = solver.Infeasible // the hard clauses cannot be satisfied
	Feasible   = solver.Feasible   // a model that is not proven optimal
	Optimal    = solver.Optimal    // a model that is proven optimal
)

// An Answer is the result of solving, or an intermediate result.
type Answer struct {
	Status Status
	Reason error // the limit that ended the search; set if the status is Unknown or Feasible
	Cost   int64 // the weight of the soft clauses that the best model falsifies
	Bound  int64 // a proven lower bound of the cost
	model  []bool
}

// Value returns the value of a variable in the best model. It returns false for an unknown variable.
func (a *Answer) Value(variable int) bool {
	return variable > 0 && variable <= len(a.model) && a.model[variable-1]
}

// MaxWeight bounds the total weight of the soft clauses.
const MaxWeight = math.MaxInt64 / 4

// ErrWeight is wrapped by errors of [Solver.Soft] for a weight that is not positive or is too large.
var ErrWeight = errors.New("invalid weight")

// ErrSolved is returned by a second [Solver.Solve].
var ErrSolved = errors.New("a maxsat.Solver can solve only once")

// A Solver holds clauses. The zero Solver is empty. It is for one goroutine.
type Solver struct {
	// Memory is an approximate limit of memory in bytes; 0 means no limit. It must be set before the first clause.
	Memory int64
	// Improved, if not nil, is called with each better model and each better bound.
	Improved func(Answer)

	sat    *sat.Solver
	soft   []softClause
	total  int64
	named  int // the largest variable used
	solved bool
}

type softClause struct {
	weight   int64
	literals []int
}

func (s *Solver) clauses() *sat.Solver {
	if s.sat == nil {
		s.sat = sat.New(sat.Options{Memory: s.Memory})
	}
	return s.sat
}

// Hard adds a clause that must be true.
func (s *Solver) Hard(literals ...int) error {
	s.name(literals)
	return s.clauses().Add(literals...)
}

// Soft adds a clause with a positive weight, which is the cost if the clause is false.
func (s *Solver) Soft(weight int64, literals ...int) error {
	if weight <= 0 {
		return fmt.Errorf("%w: %d is not positive", ErrWeight, weight)
	}
	if weight > MaxWeight-s.total {
		return fmt.Errorf("%w: the total weight exceeds %d", ErrWeight, int64(MaxWeight))
	}
	for _, l := range literals {
		if l == 0 || l < -sat.MaxVariable || l > sat.MaxVariable {
			return fmt.Errorf("literal %d: %w", l, sat.ErrLiteral)
		}
	}
	s.name(literals)
	s.total += weight
	s.soft = append(s.soft, softClause{weight, append([]int(nil), literals...)})
	return nil
}

func (s *Solver) name(literals []int) {
	for _, l := range literals {
		s.named = max(s.named, l, -l)
	}
}

// Stats returns the statistics so far.
func (s *Solver) Stats() sat.Stats { return s.clauses().Stats() }

// Solve searches for a model of minimal cost. After a limit the answer has the best model found and the proven bound.
// The error is [ErrSolved], or wraps [sat.ErrLiteral]. A Solver can solve only once, since Solve adds clauses.
func (s *Solver) Solve(ctx context.Context) (Answer, error) {
	if s.solved {
		return Answer{}, ErrSolved
	}
	s.solved = true
	if err := s.clauses().Grow(s.named); err != nil {
		reason, err := solver.Split(ctx, err)
		return Answer{Reason: reason}, err
	}
	w, err := s.begin()
	if err != nil {
		reason, err := solver.Split(ctx, err)
		return Answer{Reason: reason}, err
	}
	w.answer.Reason, err = solver.Split(ctx, w.run(ctx))
	return w.answer, err
}

// holds reports whether a clause is true in a model.
func holds(literals []int, value func(int) bool) bool {
	for _, l := range literals {
		if l > 0 && value(l) || l < 0 && !value(-l) {
			return true
		}
	}
	return false
}
