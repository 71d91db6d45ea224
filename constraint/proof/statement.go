package proof

import (
	"encoding/hex"
	"fmt"
	"hash"
	"math"

	"farbank/internal/digest"
)

// An Atom says that variable X is at least, or at most, a value.
type Atom struct {
	X     int32
	Most  bool // at most
	Value int64
}

// AtLeast is x >= v.
func AtLeast(x int32, v int64) Atom { return Atom{x, false, v} }

// AtMost is x <= v.
func AtMost(x int32, v int64) Atom { return Atom{x, true, v} }

// Not is the negation of an atom.
func (a Atom) Not() Atom {
	if a.Most {
		return AtLeast(a.X, a.Value+1)
	}
	return AtMost(a.X, a.Value-1)
}

func (a Atom) String() string {
	if a.Most {
		return fmt.Sprintf("%d<=%d", a.X, a.Value)
	}
	return fmt.Sprintf("%d>=%d", a.X, a.Value)
}

// An Interval is the values of a variable, at most MaxValue in size.
type Interval struct{ Lo, Hi int64 }

// MaxValue is the largest value of a variable.
const MaxValue = 1 << 52

// An Equality says that variable E, of 0 and 1, is 1 where X has a value, and nowhere else.
type Equality struct {
	E, X  int32
	Value int64
}

// A Statement is what is refuted.
type Statement struct {
	Variables   []Interval
	Equalities  []Equality
	Clauses     [][]Atom
	Constraints []Constraint
}

// Digest tells statements apart.
func (s *Statement) Digest() string {
	h := digest.New()
	put(h, "variables %v\nequalities %v\n", s.Variables, s.Equalities)
	for _, c := range s.Clauses {
		put(h, "clause %v\n", c)
	}
	for _, c := range s.Constraints {
		put(h, "%T %v\n", c, c)
	}
	return hex.EncodeToString(h.Sum(nil))
}

func put(h hash.Hash, format string, args ...any) { fmt.Fprintf(h, format, args...) }

// validate reports what is wrong with a statement.
func (s *Statement) validate() error {
	n := int32(len(s.Variables))
	known := func(x int32) bool { return x >= 0 && x < n }
	for x, v := range s.Variables {
		if v.Lo < -MaxValue || v.Hi > MaxValue || v.Hi < -MaxValue || v.Lo > MaxValue {
			return fmt.Errorf("variable %d has values beyond %d", x, int64(MaxValue))
		}
	}
	for _, e := range s.Equalities {
		if !known(e.E) || !known(e.X) {
			return fmt.Errorf("an equality of variable %d, of which there is none", max(e.E, e.X))
		}
	}
	for i, c := range s.Clauses {
		for _, a := range c {
			if !known(a.X) || a.Value < -2*MaxValue || a.Value > 2*MaxValue {
				return fmt.Errorf("clause %d: %v", i+1, a)
			}
		}
	}
	for i, c := range s.Constraints {
		for _, x := range c.variables() {
			if !known(x) {
				return fmt.Errorf("constraint %d names variable %d, of which there is none", i, x)
			}
		}
	}
	return nil
}

// clip keeps a bound within what bounds can be.
func clip(v int64) int64 { return min(max(v, math.MinInt64/4), math.MaxInt64/4) }
