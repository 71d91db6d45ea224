package judge

import (
	"fmt"

	"farbank/lang/syntax"
	"farbank/lang/types"
)

// An Undefined is the reason why an expression is undefined, and the part that causes it
// (docs/language.md, section 7).
type Undefined struct {
	Node syntax.Node
	Why  string
}

// Error returns the position and the reason.
func (u *Undefined) Error() string { return at(u.Node) + u.Why }

// An Overflow reports a result that does not fit 64 bits.
type Overflow struct{ Node syntax.Node }

// Error returns the position and the reason.
func (e *Overflow) Error() string { return at(e.Node) + "the value does not fit 64 bits" }

// A Limit reports an evaluation with too many steps, or a value that is too large.
type Limit struct {
	Node  syntax.Node
	Why   string
	Steps bool // Options.Limit was exceeded
}

// Error returns the position and the reason.
func (e *Limit) Error() string { return at(e.Node) + e.Why }

// An Outside reports a value that is not of the type of its declaration.
type Outside struct {
	Node  syntax.Node
	Index []types.Value // of an array element; nil if the value is no element
	Value types.Value
	Type  *types.Type // the declared type
}

// Error returns the position, the value and the type.
func (e *Outside) Error() string {
	return fmt.Sprintf("%s%s is not in %s", at(e.Node), written(e.Value, e.Type), e.Type.Plain())
}

// Written returns the value in the syntax of a plan.
func (e *Outside) Written() string { return written(e.Value, e.Type) }

// A Ghost is a member of an enum in the file that the caller's members do not include.
type Ghost struct {
	Node   syntax.Node
	Object *types.Object
}

// Error returns the position and the name of the member.
func (e *Ghost) Error() string {
	return at(e.Node) + e.Object.Name + " is not a member as it was given"
}

// A Bug reports something that cannot occur in a file accepted by the checker.
type Bug struct {
	Node syntax.Node // nil: no position
	Why  string
}

// Error returns the position and the reason.
func (e *Bug) Error() string { return at(e.Node) + "a mistake in this program: " + e.Why }

func at(n syntax.Node) string {
	if n == nil || !n.Pos().IsValid() {
		return ""
	}
	return fmt.Sprintf("%d:%d: ", n.Pos().Line, n.Pos().Col)
}

// stop is the panic value that carries an error out of the package.
type stop struct{ err error }

func fail(err error) { panic(stop{err}) }

func bug(n syntax.Node, format string, args ...any) {
	fail(&Bug{Node: n, Why: fmt.Sprintf(format, args...)})
}

// guard recovers an error at the entry points of the package.
func guard(err *error) {
	switch r := recover().(type) {
	case nil:
	case stop:
		*err = r.err
	default:
		*err = &Bug{Why: fmt.Sprint(r)}
	}
}

// first returns the first of two reasons that is not nil, or nil.
func first(u, w *Undefined) *Undefined {
	if u != nil {
		return u
	}
	return w
}
