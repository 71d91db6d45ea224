package kernel

// A Var is an integer variable: an index from 0.
type Var int32

// A View is x or -x for a variable x. Its value is twice the variable, plus one for -x.
type View uint32

// Lower returns the view x.
func (x Var) Lower() View { return View(2 * x) }

// Upper returns the view -x.
func (x Var) Upper() View { return View(2*x + 1) }

// Var returns the variable of the view.
func (s View) Var() Var { return Var(s >> 1) }

// An Atom is a bound literal: its view is at least Value.
type Atom struct {
	View  View
	Value int64
}

// AtLeast returns the atom x >= v.
func (x Var) AtLeast(v int64) Atom { return Atom{x.Lower(), v} }

// AtMost returns the atom x <= v.
func (x Var) AtMost(v int64) Atom { return Atom{x.Upper(), -v} }

// Not returns the negation of a.
func (a Atom) Not() Atom { return Atom{a.View ^ 1, 1 - a.Value} }

// True always holds and False never does. Variable 0 of each solver is 0.
var (
	True  = Var(0).AtLeast(0)
	False = Var(0).AtLeast(1)
)

// MaxValue is the largest value of a variable; -MaxValue is the smallest.
const MaxValue = 1 << 52
