package builtin

import (
	"errors"

	"farbank/lang/syntax"
	"farbank/lang/types"
	"farbank/model"
)

// Checking is the checker as a function sees it.
type Checking interface {
	TypeOf(e syntax.Expr) *types.Type
	Errorf(n syntax.Node, format string, args ...any) *syntax.Error
	Constant(e syntax.Expr) (v types.Value, known, closed bool) // closed: it depends on constants only; what keeps it from having a value has been reported
}

// A Lowered is a value written out. Which methods count follows from its type.
type Lowered interface {
	Scalar() *model.Expr                          // a number, a name or a truth value; a character that depends on the state; nil of a known text
	Text() string                                 // a known text
	Members() (in []*model.Expr, def *model.Expr) // a set: for all that may be in it, whether it is; whether the set is defined, nil: it is
	Of() *model.Type                              // a set: the type of all that may be in it, in the order of Members
	Index() []*model.Type                         // an array: its indices
	Elements() []Lowered                          // an array: its elements, the last index varying fastest
}

// Lowering is the grounder as a function sees it.
type Lowering interface {
	TypeOf(e syntax.Expr) *types.Type
	Builder() *model.Builder
	Defined(e *model.Expr) *model.Expr // the condition that e has a value
	Count(conds []*model.Expr) *model.Expr
	Step() // counts a step of what is written out; ends it where there are too many

	Scalar(e *model.Expr) Lowered
	Text(s string) Lowered
	Array(index []*types.Type, elems []Lowered) Lowered
	Shown(x Lowered, t *types.Type) Lowered // x of type t, as a text

	// Operator writes out x op y: a comparison or an operation on sets.
	Operator(op syntax.Token, x, y Lowered) Lowered

	// Fold writes out what a choice of a kind makes of values, in the place of e: of one
	// argument, an array, its elements; of several, these.
	Fold(k syntax.ComprehensionKind, args []Lowered, e syntax.Expr) Lowered
}

// A Domain is a set that can be asked without being built.
type Domain interface {
	Has(v types.Value) bool
	Size() (n uint64, fits bool)
}

// Judging is the judge as a function sees it. It ends the evaluation itself where that
// takes too long or a value is too large.
type Judging interface {
	TypeOf(e syntax.Expr) *types.Type
	Spend(steps int, at syntax.Node)
	Room(members uint64, at syntax.Node) // for a value of so many members

	Domain(e syntax.Expr) (Domain, error)        // an argument in the place of a set
	Values(t *types.Type, at syntax.Node) Domain // of a type
	Ends(t *types.Type) (lo, hi int64)           // its least and greatest value
	Shown(v types.Value, t *types.Type) string

	Operator(op syntax.Token, x, y types.Value, e syntax.Expr) types.Value                   // as of Lowering
	Fold(k syntax.ComprehensionKind, args []types.Value, e syntax.Expr) (types.Value, error) // as of Lowering
}

// An Undefined is why a call has no value.
type Undefined string

func (u Undefined) Error() string { return string(u) }

// ErrOverflow is a result that does not fit 64 bits.
var ErrOverflow = errors.New("the value does not fit 64 bits")
