// Package opb reads and writes pseudo-Boolean problems as the competitions have them (Roussel and
// Manquinho: Input/Output Format and Solver Requirements for the Competitions of Pseudo-Boolean
// Solvers, 2012): OPB files, linear or with products, and WBO files, whose constraints in
// brackets cost their weight where they do not hold. It makes models of package
// farbank/constraint of them.
//
//	p, err := opb.Read(strings.NewReader("max: 3 x1 2 x2 ; x1 x2 >= 1 ; +1 x1 +1 x2 <= 1 ;"), "a.opb")
//	...
//	q, err := p.Model()
//	a, err := q.Solve(ctx, nil)
package opb

import "fmt"

// A Problem asks for true and false for variables 1 to Variables.
type Problem struct {
	Variables   int
	Objective   []Term // to be minimised, or maximised
	Asked       bool   // there is an objective, perhaps of no terms
	Maximize    bool
	Constraints []Constraint
	// Soft says that there are weights, and Top, if above 0, that constraints broken come to
	// less than that.
	Soft bool
	Top  int64
}

// A Term is a number times a product of literals: the number counts where all of them hold. -v
// is the negation of variable v; without literals the product is 1.
type Term struct {
	Coef     int64
	Literals []int
}

// A Constraint compares a sum with a number.
type Constraint struct {
	Terms  []Term
	Is     Relation
	Right  int64
	Weight int64 // what it costs where it does not hold; 0: it must
}

// A Relation is how a sum compares with a number.
type Relation int

// The relations.
const (
	AtLeast Relation = iota
	AtMost
	Equal
)

func (r Relation) String() string { return [...]string{">=", "<=", "="}[r] }

// Limits of files.
const (
	MaxVariable = 1 << 24
	MaxNumber   = 1 << 52 // of a number, by size
)

// An Error is a mistake in a file.
type Error struct {
	Name      string
	Line, Col int // from 1
	Message   string
}

func (e *Error) Error() string { return fmt.Sprintf("%s:%d:%d: %s", e.Name, e.Line, e.Col, e.Message) }
