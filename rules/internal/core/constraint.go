package core

import (
	"fmt"
	"slices"

	"farbank/rules/value"
)

// Constraint says what a slot may hold; its zero value allows everything.
type Constraint struct {
	Types                []value.Kind // nil: any
	Values               []value.Value
	Minimum, Maximum     *float64 // of numbers
	MinFields, MaxFields int      // of a multislot; MaxFields -1: no end
	MinValue, MaxValue   value.Value
	Listed               KindSet // the kinds of which only Values are allowed
	Limited              bool
}

// Kinds gives the kinds of single values that the constraint allows.
func (c *Constraint) Kinds() KindSet {
	if len(c.Types) == 0 {
		return AnyKind &^ KindsOf(value.MultifieldKind) &^ Nothing
	}
	return KindsOf(c.Types...)
}

func (c *Constraint) plainest() value.Value {
	kind := value.SymbolKind
	if len(c.Types) > 0 {
		kind = c.Types[0]
		for _, k := range []value.Kind{value.SymbolKind, value.StringKind, value.IntegerKind, value.FloatKind} {
			if slices.Contains(c.Types, k) {
				kind = k
				break
			}
		}
	}
	for _, v := range c.Values {
		if v.Kind() == kind {
			return v
		}
	}
	switch kind {
	case value.StringKind:
		return value.String("")
	case value.IntegerKind:
		return value.Integer(int64(c.nearZero()))
	case value.FloatKind:
		return value.Float(c.nearZero())
	}
	return value.Nil
}

func (c *Constraint) nearZero() float64 {
	if c.Minimum != nil {
		return *c.Minimum
	}
	if c.Maximum != nil {
		return *c.Maximum
	}
	return 0
}

// Check says what is wrong with a value, or "".
func (c *Constraint) Check(v value.Value, multi bool) string {
	if !c.Limited {
		return ""
	}
	items := []value.Value{v}
	if multi {
		items = v.Items()
		if !c.Holds(len(items), len(items)) {
			return WrongNumber
		}
	}
	for _, item := range items {
		if problem := c.CheckOne(item); problem != "" {
			return problem
		}
	}
	return ""
}

// WrongNumber says that a multislot has too many values, or too few.
const WrongNumber = "does not satisfy the cardinality restrictions"

// Holds reports whether a multislot can have a number of values between least
// and most (negative: no end).
func (c *Constraint) Holds(least, most int) bool {
	return (c.MaxFields < 0 || least <= c.MaxFields) && (most < 0 || most >= c.MinFields)
}

// CheckOne says what is wrong with a single value, "" for nothing.
func (c *Constraint) CheckOne(v value.Value) string {
	if len(c.Types) > 0 && !slices.Contains(c.Types, v.Kind()) {
		return "does not match the allowed types"
	}
	if c.Listed&KindsOf(v.Kind()) != 0 && !slices.ContainsFunc(c.Values, func(w value.Value) bool { return value.Equal(v, w) }) {
		return "does not match the allowed values"
	}
	if v.IsNumber() && (c.Minimum != nil && v.Number() < *c.Minimum || c.Maximum != nil && v.Number() > *c.Maximum) {
		return fmt.Sprintf("does not fall in the allowed range %s to %s", limit(c.Minimum, c.MinValue, "-oo"), limit(c.Maximum, c.MaxValue, "+oo"))
	}
	return ""
}

func limit(bound *float64, v value.Value, none string) string {
	if bound == nil {
		return none
	}
	return v.String()
}

// Allows reports whether values of a kind are named by the constraint.
func (k *Constraint) Allows(want value.Kind) bool {
	for _, t := range k.Types {
		if t == want {
			return true
		}
	}
	return false
}
