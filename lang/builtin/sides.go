package builtin

import (
	"errors"

	"farbank/lang/syntax"
	"farbank/lang/types"
	"farbank/model"
)

// Checking is the interface of the checker to the functions.
type Checking interface {
	TypeOf(e syntax.Expr) *types.Type
	Errorf(n syntax.Node, format string, args ...any) *syntax.Error
	Constant(e syntax.Expr) (v types.Value, known, closed bool) // closed means that e depends on constants only; known is false if its evaluation reported an error
}

// A Lowered is a translated value. Its type decides which methods are valid.
type Lowered interface {
	Scalar() *model.Expr                          // a number, name, truth value or a character that depends on the state; nil for a constant text
	Text() string                                 // a constant text
	Members() (in []*model.Expr, def *model.Expr) // a set: for each possible member whether it is in the set; the condition that the set is defined, or nil
	Of() *model.Type                              // a set: the type of its possible members, in the order of Members
	Index() []*model.Type                         // an array: the types of its indices
	Elements() []Lowered                          // an array: its elements, the last index varying fastest
}

// Lowering is the interface of the grounder to the functions.
type Lowering interface {
	TypeOf(e syntax.Expr) *types.Type
	Builder() *model.Builder
	Defined(e *model.Expr) *model.Expr // the condition that e is defined
	Count(conds []*model.Expr) *model.Expr
	Step() // counts a step of grounding; stops grounding at its limit

	Scalar(e *model.Expr) Lowered
	Fraction(x Lowered) (n, den *model.Expr)            // a number n / den, where den is greater than 0; nil means 1
	Quotient(n, den *model.Expr) Lowered                // the inverse of Fraction
	Leaf(x Lowered, t *model.Type) *model.Expr          // the leaf of the number x as a value of t; undefined if its digits do not suffice
	Value(t *model.Type) func(leaf *model.Expr) Lowered // the value of type t with a leaf
	Text(s string) Lowered
	Array(index []*types.Type, elems []Lowered) Lowered
	Shown(x Lowered, t *types.Type) Lowered // x of type t as a text

	// Operator translates x op y, a comparison or an operation on sets.
	Operator(op syntax.Token, x, y Lowered) Lowered

	// Fold translates a comprehension of kind k over given values in the place of e: the
	// elements of args[0] if it is the only argument, or else all args.
	Fold(k syntax.ComprehensionKind, args []Lowered, e syntax.Expr) Lowered
}

// A Domain is a set that can be queried without being built.
type Domain interface {
	Has(v types.Value) bool
	Size() (n uint64, fits bool)
}

// Judging is the interface of the judge to the functions. It ends the evaluation itself if that
// takes too long or a value is too large.
type Judging interface {
	TypeOf(e syntax.Expr) *types.Type
	Spend(steps int, at syntax.Node)
	Room(members uint64, at syntax.Node) // reserves space for a set or array

	Domain(e syntax.Expr) (Domain, error)        // the argument e as a set
	Values(t *types.Type, at syntax.Node) Domain // the values of a type
	Ends(t *types.Type) (lo, hi int64)           // the least and the greatest value of a type
	Shown(v types.Value, t *types.Type) string

	Operator(op syntax.Token, x, y types.Value, e syntax.Expr) types.Value                   // as for Lowering
	Fold(k syntax.ComprehensionKind, args []types.Value, e syntax.Expr) (types.Value, error) // as for Lowering
}

// An Undefined is the reason why a call is undefined.
type Undefined string

// Error returns the reason.
func (u Undefined) Error() string { return string(u) }

// ErrOverflow means that a result does not fit 64 bits.
var ErrOverflow = errors.New("the value does not fit 64 bits")
