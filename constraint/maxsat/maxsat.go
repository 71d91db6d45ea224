package maxsat

import (
	"context"
	"errors"
	"fmt"
	"math"

	"farbank/constraint/sat"
)

// A Status says what is known.
type Status int

// What a Solver can say.
const (
	Unknown    Status = iota // a limit came before a model
	Infeasible               // the hard clauses cannot be satisfied
	Feasible                 // a model, not proven best
	Optimal                  // a model, proven best
)

func (s Status) String() string {
	return [...]string{"unknown", "infeasible", "feasible", "optimal"}[s]
}

// An Answer is what is known when solving ends, or on the way.
type Answer struct {
	Status Status
	Cost   int64 // of the best model: the weight of the soft clauses that it breaks
	Bound  int64 // proven: no model costs less
	model  []bool
}

// Value is the value of a variable in the best model; false for one that it does not know.
func (a *Answer) Value(variable int) bool {
	return variable > 0 && variable <= len(a.model) && a.model[variable-1]
}

// MaxWeight is the most that the weights of soft clauses may come to together.
const MaxWeight = math.MaxInt64 / 4

// ErrWeight is wrapped by what [Solver.Soft] says of a weight that is not above 0, or too large.
var ErrWeight = errors.New("no weight")

// ErrSolved is what a second [Solver.Solve] says.
var ErrSolved = errors.New("a Solver of package maxsat solves once")

// A Solver holds clauses. The zero Solver has none. It is for one goroutine.
type Solver struct {
	// Memory is the most bytes to use, about; 0: no limit. To be set before the first clause.
	Memory int64
	// Improved, if not nil, is told of each better model, and of each better bound.
	Improved func(Answer)

	sat    *sat.Solver
	soft   []softClause
	total  int64
	named  int // the largest variable of a clause
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

// Hard adds a clause that must hold.
func (s *Solver) Hard(literals ...int) error {
	s.name(literals)
	return s.clauses().Add(literals...)
}

// Soft adds a clause that costs a weight, above 0, where it does not hold.
func (s *Solver) Soft(weight int64, literals ...int) error {
	if weight <= 0 {
		return fmt.Errorf("%w: %d is not above 0", ErrWeight, weight)
	}
	if weight > MaxWeight-s.total {
		return fmt.Errorf("%w: the weights come to more than %d", ErrWeight, int64(MaxWeight))
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

// Stats tells what the work came to so far.
func (s *Solver) Stats() sat.Stats { return s.clauses().Stats() }

// Solve looks for a model of least cost. When the context ends the error is its, and the answer
// has the best model so far and the bound proven; so it is with [Solver.Memory] (a
// *sat.MemoryError). A Solver solves once, since it adds clauses of its own on the way.
func (s *Solver) Solve(ctx context.Context) (Answer, error) {
	if s.solved {
		return Answer{}, ErrSolved
	}
	s.solved = true
	if err := s.clauses().Grow(s.named); err != nil {
		return Answer{}, err
	}
	w, err := s.begin()
	if err != nil {
		return Answer{}, err
	}
	err = w.run(ctx)
	return w.answer, err
}

// holds reports whether a clause holds in a model.
func holds(literals []int, value func(int) bool) bool {
	for _, l := range literals {
		if l > 0 && value(l) || l < 0 && !value(-l) {
			return true
		}
	}
	return false
}
