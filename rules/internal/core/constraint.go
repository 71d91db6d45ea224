package core

import (
	"fmt"
	"slices"

	"farbank/rules/value"
)

// Constraint restricts the values of a slot; its zero value allows everything.
type Constraint struct {
	Types                []value.Kind // nil: any
	Values               []value.Value
	Minimum, Maximum     *float64 // of numbers
	MinFields, MaxFields int      // of a multislot; MaxFields -1: no limit
	MinValue, MaxValue   value.Value
	Listed               KindSet // the kinds of which only Values are allowed
	Limited              bool
}

// Kinds returns the kinds of single values that the constraint allows.
func (c *Constraint) Kinds() KindSet {
	if len(c.Types) == 0 {
		return AnyKind &^ KindsOf(value.MultifieldKind) &^ Nothing
	}
	return KindsOf(c.Types...)
}

// plainest returns the default value of a slot: the first one listed of the preferred type, or its
// zero value within the range.
func (c *Constraint) plainest() value.Value {
	kind := value.SymbolKind
	if len(c.Types) > 0 {
		kind = c.Types[0]
		for _, k := range []value.Kind{value.SymbolKind, value.StringKind, value.IntegerKind, value.FloatKind, value.InstanceNameKind} {
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
	case value.InstanceNameKind:
		return value.InstanceName("nil")
	}
	return value.Nil
}

// nearZero returns a bound of the range, or 0 without bounds.
func (c *Constraint) nearZero() float64 {
	if c.Minimum != nil {
		return *c.Minimum
	}
	if c.Maximum != nil {
		return *c.Maximum
	}
	return 0
}

// Check describes how a value violates the constraint, or returns "".
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

// WrongNumber is the message about a multislot with too many or too few values.
const WrongNumber = "does not satisfy the cardinality restrictions"

// Holds reports whether a multislot may have a number of values between least and most (negative:
// no limit).
func (c *Constraint) Holds(least, most int) bool {
	return (c.MaxFields < 0 || least <= c.MaxFields) && (most < 0 || most >= c.MinFields)
}

// CheckOne describes how a single value violates the constraint, or returns "".
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

// limit returns a bound as text, or none if it is missing.
func limit(bound *float64, v value.Value, none string) string {
	if bound == nil {
		return none
	}
	return v.String()
}

// Allows reports whether want is among the types of the constraint.
func (k *Constraint) Allows(want value.Kind) bool {
	for _, t := range k.Types {
		if t == want {
			return true
		}
	}
	return false
}
