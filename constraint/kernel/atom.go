package kernel

// A Var is an integer variable, a small number from 0.
type Var int32

// A Side is a variable x, or -x: twice the variable, plus one for -x.
type Side uint32

// Lower is the side x.
func (x Var) Lower() Side { return Side(2 * x) }

// Upper is the side -x.
func (x Var) Upper() Side { return Side(2*x + 1) }

// Var is the variable of a side.
func (s Side) Var() Var { return Var(s >> 1) }

// An Atom says that a side is at least a value.
type Atom struct {
	Side  Side
	Value int64
}

// AtLeast is x >= v.
func (x Var) AtLeast(v int64) Atom { return Atom{x.Lower(), v} }

// AtMost is x <= v.
func (x Var) AtMost(v int64) Atom { return Atom{x.Upper(), -v} }

// Not is the negation of an atom.
func (a Atom) Not() Atom { return Atom{a.Side ^ 1, 1 - a.Value} }

// True and False hold always and never: variable 0 of each solver is 0.
var (
	True  = Var(0).AtLeast(0)
	False = Var(0).AtLeast(1)
)

// MaxValue is the largest value of a variable, and its negation the smallest.
const MaxValue = 1 << 52
