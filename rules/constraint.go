package rules

import (
	"fmt"
	"math"
	"slices"

	"farbank/rules/syntax"
	"farbank/rules/value"
)

// Constraint says what a slot may hold; its zero value allows everything.
type Constraint struct {
	Types                []value.Kind // nil: any
	Values               []value.Value
	Minimum, Maximum     *float64 // of numbers
	MinFields, MaxFields int      // of a multislot; MaxFields -1: no end
	minValue, maxValue   value.Value
	listed               kindSet // the kinds of which only Values are allowed
	limited              bool
}

// kinds gives the kinds of single values that the constraint allows.
func (c *Constraint) kinds() kindSet {
	if len(c.Types) == 0 {
		return anyKind &^ kindsOf(value.MultifieldKind) &^ nothing
	}
	return kindsOf(c.Types...)
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

// check says what is wrong with a value, or "".
func (c *Constraint) check(v value.Value, multi bool) string {
	if !c.limited {
		return ""
	}
	items := []value.Value{v}
	if multi {
		items = v.Items()
		if !c.holds(len(items), len(items)) {
			return wrongNumber
		}
	}
	for _, item := range items {
		if problem := c.checkOne(item); problem != "" {
			return problem
		}
	}
	return ""
}

const wrongNumber = "does not satisfy the cardinality restrictions"

// holds reports whether a multislot can have a number of values between least
// and most (negative: no end).
func (c *Constraint) holds(least, most int) bool {
	return (c.MaxFields < 0 || least <= c.MaxFields) && (most < 0 || most >= c.MinFields)
}

func (c *Constraint) checkOne(v value.Value) string {
	if len(c.Types) > 0 && !slices.Contains(c.Types, v.Kind()) {
		return "does not match the allowed types"
	}
	if c.listed&kindsOf(v.Kind()) != 0 && !slices.ContainsFunc(c.Values, func(w value.Value) bool { return value.Equal(v, w) }) {
		return "does not match the allowed values"
	}
	if v.IsNumber() && (c.Minimum != nil && v.Number() < *c.Minimum || c.Maximum != nil && v.Number() > *c.Maximum) {
		return fmt.Sprintf("does not fall in the allowed range %s to %s", limit(c.Minimum, c.minValue, "-oo"), limit(c.Maximum, c.maxValue, "+oo"))
	}
	return ""
}

func limit(bound *float64, v value.Value, none string) string {
	if bound == nil {
		return none
	}
	return v.String()
}

var typeNames = map[string][]value.Kind{
	"SYMBOL": {value.SymbolKind}, "STRING": {value.StringKind}, "LEXEME": {value.SymbolKind, value.StringKind},
	"INTEGER": {value.IntegerKind}, "FLOAT": {value.FloatKind}, "NUMBER": {value.IntegerKind, value.FloatKind},
	"FACT-ADDRESS": {value.FactKind}, "EXTERNAL-ADDRESS": {value.ExternalKind}, "INSTANCE-NAME": {}, "INSTANCE-ADDRESS": {}, "INSTANCE": {},
}

// facet reads one of the attributes that limit a slot.
func (c *compiler) facet(s *Slot, f *syntax.Form) error {
	k := &s.Constraint
	head := f.Head()
	if len(f.Items) < 2 {
		return c.at(f, "this attribute has no value")
	}
	all := f.Items[1].String() == "?VARIABLE"
	k.limited = k.limited || !all
	switch head {
	case "type":
		for _, item := range f.Items[1:] {
			kinds, ok := typeNames[item.String()]
			if !ok && !all && (c.env.dialect != Jess || item.Kind != syntax.Symbol) {
				return c.at(item, "%s is no type", item)
			}
			for _, kind := range kinds {
				if slices.Contains(k.Types, kind) {
					return c.at(item, "[PRNTUTIL2] the type %s stands twice", item)
				}
			}
			k.Types = append(k.Types, kinds...)
		}
	case "range":
		return c.rangeFacet(k, f)
	case "cardinality":
		if !s.Multi {
			return c.at(f, "only a multislot has a cardinality")
		}
		return c.cardinality(k, f)
	case "allowed-symbols", "allowed-strings", "allowed-lexemes", "allowed-integers", "allowed-floats", "allowed-numbers", "allowed-values":
		if all {
			return nil
		}
		for _, item := range f.Items[1:] {
			v, ok := c.constant(item)
			if !ok || listedBy[head]&kindsOf(v.Kind()) == 0 {
				return c.at(item, "[CSTRNPSR4] Value does not match the expected type for the %s attribute", head)
			}
			k.Values = append(k.Values, v)
		}
		k.listed |= listedBy[head]
	case "allowed-classes", "allowed-instance-names":
		return c.at(f, "%s belongs to the object system, which is not part of this engine", head)
	default:
		return c.at(f, "%s is no attribute of a slot", f)
	}
	return nil
}

// listedBy gives the kinds that a list of allowed values limits.
var listedBy = map[string]kindSet{"allowed-symbols": kindsOf(value.SymbolKind), "allowed-strings": kindsOf(value.StringKind),
	"allowed-lexemes": kindsOf(value.SymbolKind, value.StringKind), "allowed-integers": kindsOf(value.IntegerKind),
	"allowed-floats": kindsOf(value.FloatKind), "allowed-numbers": kindsOf(value.IntegerKind, value.FloatKind),
	"allowed-values": anyKind}

// apart are attributes that cannot stand together in one slot: the first with any other.
var apart = [][]string{
	{"range", "allowed-values", "allowed-numbers", "allowed-integers", "allowed-floats"},
	{"allowed-values", "allowed-symbols", "allowed-strings", "allowed-lexemes", "allowed-integers", "allowed-floats", "allowed-numbers"},
	{"allowed-numbers", "allowed-integers", "allowed-floats"},
	{"allowed-lexemes", "allowed-symbols", "allowed-strings"},
}

// conflicting gives the attribute that has been seen already and excludes another, or "".
func conflicting(seen map[string]bool, attribute string) string {
	for _, group := range apart {
		one := group[0]
		for _, other := range group[1:] {
			if one == attribute && seen[other] {
				return other
			}
			if other == attribute && seen[one] {
				return one
			}
		}
	}
	return ""
}

// agree refuses attributes that contradict each other.
func (c *compiler) agree(s *Slot, f *syntax.Form) error {
	k := &s.Constraint
	if len(k.Types) == 0 || c.env.dialect == Jess {
		return nil
	}
	types := k.kinds()
	if k.listed != anyKind && k.listed&^types != 0 {
		return c.at(f, "[CSTRNPSR1] The type attribute conflicts with the allowed values")
	}
	for _, v := range k.Values {
		if types&kindsOf(v.Kind()) == 0 {
			return c.at(f, "[CSTRNPSR1] The type attribute conflicts with the allowed value %s", v)
		}
	}
	for _, end := range []value.Value{k.minValue, k.maxValue} {
		if end.Kind() != value.None && types&kindsOf(end.Kind()) == 0 {
			return c.at(f, "[CSTRNPSR1] The type attribute conflicts with the range attribute")
		}
	}
	return nil
}

func (c *compiler) rangeFacet(k *Constraint, f *syntax.Form) error {
	if len(f.Items) != 3 {
		return c.at(f, "a range has a lower and an upper end")
	}
	for i, item := range f.Items[1:] {
		if item.String() == "?VARIABLE" {
			continue
		}
		v, ok := c.constant(item)
		if !ok || !v.IsNumber() {
			return c.at(item, "a number is expected here")
		}
		x := v.Number()
		if i == 0 {
			k.Minimum, k.minValue = &x, v
		} else {
			k.Maximum, k.maxValue = &x, v
		}
	}
	if k.Minimum != nil && k.Maximum != nil && *k.Minimum > *k.Maximum {
		return c.at(f, "the range is empty")
	}
	return nil
}

func (c *compiler) cardinality(k *Constraint, f *syntax.Form) error {
	if len(f.Items) != 3 {
		return c.at(f, "a cardinality has a lower and an upper end")
	}
	for i, item := range f.Items[1:] {
		if item.String() == "?VARIABLE" {
			continue
		}
		if item.Kind != syntax.Integer || item.Int < 0 || item.Int > math.MaxInt32 {
			return c.at(item, "a whole number, not negative, is expected here")
		}
		if i == 0 {
			k.MinFields = int(item.Int)
		} else {
			k.MaxFields = int(item.Int)
		}
	}
	if k.MaxFields >= 0 && k.MinFields > k.MaxFields {
		return c.at(f, "the cardinality is empty")
	}
	return nil
}
