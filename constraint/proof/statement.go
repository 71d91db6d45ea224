package proof

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"math"
)

// An Atom states that variable X is at least Value, or at most Value if Most is true.
type Atom struct {
	X     int32
	Most  bool // at most
	Value int64
}

// AtLeast returns the atom x >= v.
func AtLeast(x int32, v int64) Atom { return Atom{x, false, v} }

// AtMost returns the atom x <= v.
func AtMost(x int32, v int64) Atom { return Atom{x, true, v} }

// Not returns the negation of a.
func (a Atom) Not() Atom {
	if a.Most {
		return AtLeast(a.X, a.Value+1)
	}
	return AtMost(a.X, a.Value-1)
}

// String returns the atom in the form of proofs, such as 4>=7.
func (a Atom) String() string {
	if a.Most {
		return fmt.Sprintf("%d<=%d", a.X, a.Value)
	}
	return fmt.Sprintf("%d>=%d", a.X, a.Value)
}

// An Interval is the domain of a variable. Its bounds must lie within ±MaxValue.
type Interval struct{ Lo, Hi int64 }

// MaxValue is the largest value of a variable.
const MaxValue = 1 << 52

// An Equality defines the 0-1 variable E to be 1 if and only if X equals Value.
type Equality struct {
	E, X  int32
	Value int64
}

// A Statement is the problem that a proof refutes.
type Statement struct {
	Variables   []Interval
	Equalities  []Equality
	Clauses     [][]Atom
	Constraints []Constraint
}

// Digest returns a cryptographic hash of the statement.
func (s *Statement) Digest() string {
	h := sha256.New()
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

// validate returns an error if the statement is invalid.
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
			return fmt.Errorf("an equality uses the unknown variable %d", max(e.E, e.X))
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
				return fmt.Errorf("constraint %d uses the unknown variable %d", i, x)
			}
		}
	}
	return nil
}

// clip limits a bound so that sums of bounds do not overflow.
func clip(v int64) int64 { return min(max(v, math.MinInt64/4), math.MaxInt64/4) }
