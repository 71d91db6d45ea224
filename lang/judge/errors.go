package judge

import (
	"fmt"

	"farbank/lang/syntax"
	"farbank/lang/types"
)

// An Undefined says that an expression has no value, and which part of it is to blame
// (docs/language.md, section 7).
type Undefined struct {
	Node syntax.Node
	Why  string
}

func (u *Undefined) Error() string { return at(u.Node) + u.Why }

// An Overflow is a result that does not fit 64 bits.
type Overflow struct{ Node syntax.Node }

func (e *Overflow) Error() string { return at(e.Node) + "the value does not fit 64 bits" }

// A Limit is an evaluation that takes too many steps, or a value that is too large.
type Limit struct {
	Node  syntax.Node
	Why   string
	Steps bool // it is Options.Limit that was met
}

func (e *Limit) Error() string { return at(e.Node) + e.Why }

// An Outside is a value that is not of the type of its declaration.
type Outside struct {
	Node  syntax.Node
	Index []types.Value // of the element of an array; nil: the value is no element
	Value types.Value
	Type  *types.Type // what it should be of
}

func (e *Outside) Error() string {
	return fmt.Sprintf("%s%s is not in %s", at(e.Node), written(e.Value, e.Type), e.Type.Plain())
}

// Written is the value as it stands in a plan.
func (e *Outside) Written() string { return written(e.Value, e.Type) }

// A Ghost is a member of an enum that today's members, given by the caller, do not include.
type Ghost struct {
	Node   syntax.Node
	Object *types.Object
}

func (e *Ghost) Error() string {
	return at(e.Node) + e.Object.Name + " is not a member as it was given"
}

// A Bug is something that a file which has passed the checker cannot have.
type Bug struct {
	Node syntax.Node // nil: no place
	Why  string
}

func (e *Bug) Error() string { return at(e.Node) + "a mistake in this program: " + e.Why }

func at(n syntax.Node) string {
	if n == nil || !n.Pos().IsValid() {
		return ""
	}
	return fmt.Sprintf("%d:%d: ", n.Pos().Line, n.Pos().Col)
}

// stop is the panic that carries an error out of the package.
type stop struct{ err error }

func fail(err error) { panic(stop{err}) }

func bug(n syntax.Node, format string, args ...any) {
	fail(&Bug{Node: n, Why: fmt.Sprintf(format, args...)})
}

// guard is deferred where the package is entered.
func guard(err *error) {
	switch r := recover().(type) {
	case nil:
	case stop:
		*err = r.err
	default:
		*err = &Bug{Why: fmt.Sprint(r)}
	}
}

// first returns the first of two reasons why something is undefined, nil for none.
func first(u, w *Undefined) *Undefined {
	if u != nil {
		return u
	}
	return w
}
