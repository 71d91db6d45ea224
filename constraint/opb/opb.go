// Package opb reads and writes pseudo-Boolean problems in the formats of the competitions (Roussel and Manquinho:
// Input/Output Format and Solver Requirements for the Competitions of Pseudo-Boolean Solvers, 2012): OPB files, linear
// or with products, and WBO files, whose soft constraints have a weight in brackets. It converts them to models of
// package farbank/constraint.
//
//	p, err := opb.Read(strings.NewReader("max: 3 x1 2 x2 ; x1 x2 >= 1 ; +1 x1 +1 x2 <= 1 ;"), "a.opb")
//	...
//	q, err := p.Model()
//	a, err := q.Solve(ctx, nil)
package opb

import "fmt"

// A Problem has 0-1 variables numbered from 1 to Variables.
type Problem struct {
	Variables   int
	Objective   []Term // to be minimized, or maximized
	Asked       bool   // there is an objective, which may have no terms
	Maximize    bool
	Constraints []Constraint
	// Soft reports whether constraints may have weights. Top, if positive, is a strict upper bound of the total weight
	// of violated constraints.
	Soft bool
	Top  int64
}

// A Term is a coefficient times a product of literals. -v is the negation of variable v; the empty product is 1.
type Term struct {
	Coef     int64
	Literals []int
}

// A Constraint compares a sum with a number.
type Constraint struct {
	Terms  []Term
	Is     Relation
	Right  int64
	Weight int64 // the cost if the constraint is violated; 0: hard
}

// A Relation compares a sum with a number.
type Relation int

// The relations.
const (
	AtLeast Relation = iota
	AtMost
	Equal
)

// String returns the operator.
func (r Relation) String() string { return [...]string{">=", "<=", "="}[r] }

// Limits of files.
const (
	MaxVariable = 1 << 24
	MaxNumber   = 1 << 52 // absolute value of a number
)

// An Error is an error in a file.
type Error struct {
	Name      string
	Line, Col int // from 1
	Message   string
}

// Error returns the position and the message.
func (e *Error) Error() string { return fmt.Sprintf("%s:%d:%d: %s", e.Name, e.Line, e.Col, e.Message) }
