package compile

import (
	"math"
	"slices"

	"farbank/rules/internal/core"
	"farbank/rules/syntax"
	"farbank/rules/value"
)

var typeNames = map[string][]value.Kind{
	"SYMBOL": {value.SymbolKind}, "STRING": {value.StringKind}, "LEXEME": {value.SymbolKind, value.StringKind},
	"INTEGER": {value.IntegerKind}, "FLOAT": {value.FloatKind}, "NUMBER": {value.IntegerKind, value.FloatKind},
	"FACT-ADDRESS": {value.FactKind}, "EXTERNAL-ADDRESS": {value.ExternalKind}, "INSTANCE-NAME": {value.InstanceNameKind},
	"INSTANCE-ADDRESS": {value.InstanceKind}, "INSTANCE": {value.InstanceNameKind, value.InstanceKind},
}

// facet parses one of the attributes that restrict a slot.
func (c *Compiler) facet(s *core.Slot, f *syntax.Form) error {
	k := &s.Constraint
	head := f.Head()
	if len(f.Items) < 2 {
		return c.At(f, "this attribute has no value")
	}
	all := f.Items[1].String() == "?VARIABLE"
	k.Limited = k.Limited || !all
	switch head {
	case "type":
		for _, item := range f.Items[1:] {
			kinds, ok := typeNames[item.String()]
			if !ok && !all && (c.Env.Dialect != core.Jess || item.Kind != syntax.Symbol) {
				return c.At(item, "%s is no type", item)
			}
			for _, kind := range kinds {
				if slices.Contains(k.Types, kind) {
					return c.At(item, "[PRNTUTIL2] the type %s stands twice", item)
				}
			}
			k.Types = append(k.Types, kinds...)
		}
	case "range":
		return c.rangeFacet(k, f)
	case "cardinality":
		if !s.Multi {
			return c.At(f, "only a multislot has a cardinality")
		}
		return c.cardinality(k, f)
	case "allowed-symbols", "allowed-strings", "allowed-lexemes", "allowed-integers", "allowed-floats", "allowed-numbers", "allowed-values",
		"allowed-instance-names":
		if all {
			return nil
		}
		for _, item := range f.Items[1:] {
			v, ok := c.constant(item)
			if !ok || listedBy[head]&core.KindsOf(v.Kind()) == 0 {
				return c.At(item, "[CSTRNPSR4] Value does not match the expected type for the %s attribute", head)
			}
			k.Values = append(k.Values, v)
		}
		k.Listed |= listedBy[head]
	case "allowed-classes":
		if c.Env.Dialect == core.Jess {
			return c.At(f, "%s belongs to the object system, which Jess lacks", head)
		}
	default:
		return c.At(f, "%s is no attribute of a slot", f)
	}
	return nil
}

// listedBy has the kinds that a list of allowed values restricts.
var listedBy = map[string]core.KindSet{"allowed-symbols": core.KindsOf(value.SymbolKind), "allowed-strings": core.KindsOf(value.StringKind),
	"allowed-lexemes": core.KindsOf(value.SymbolKind, value.StringKind), "allowed-integers": core.KindsOf(value.IntegerKind),
	"allowed-floats": core.KindsOf(value.FloatKind), "allowed-numbers": core.KindsOf(value.IntegerKind, value.FloatKind),
	"allowed-instance-names": core.KindsOf(value.InstanceNameKind), "allowed-values": core.AnyKind}

// apart are attributes that exclude each other: the first of a list excludes all others.
var apart = [][]string{
	{"range", "allowed-values", "allowed-numbers", "allowed-integers", "allowed-floats"},
	{"allowed-values", "allowed-symbols", "allowed-strings", "allowed-lexemes", "allowed-integers", "allowed-floats", "allowed-numbers"},
	{"allowed-numbers", "allowed-integers", "allowed-floats"},
	{"allowed-lexemes", "allowed-symbols", "allowed-strings"},
}

// conflicting returns an attribute seen before that excludes the given one, or "".
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

// agree refuses inconsistent attributes.
func (c *Compiler) agree(s *core.Slot, f *syntax.Form) error {
	k := &s.Constraint
	if len(k.Types) == 0 || c.Env.Dialect == core.Jess {
		return nil
	}
	types := k.Kinds()
	if k.Listed != core.AnyKind && k.Listed&^types != 0 {
		return c.At(f, "[CSTRNPSR1] The type attribute conflicts with the allowed values")
	}
	for _, v := range k.Values {
		if types&core.KindsOf(v.Kind()) == 0 {
			return c.At(f, "[CSTRNPSR1] The type attribute conflicts with the allowed value %s", v)
		}
	}
	for _, end := range []value.Value{k.MinValue, k.MaxValue} {
		if end.Kind() != value.None && types&core.KindsOf(end.Kind()) == 0 {
			return c.At(f, "[CSTRNPSR1] The type attribute conflicts with the range attribute")
		}
	}
	return nil
}

// rangeFacet parses (range lower upper).
func (c *Compiler) rangeFacet(k *core.Constraint, f *syntax.Form) error {
	if len(f.Items) != 3 {
		return c.At(f, "a range has a lower and an upper end")
	}
	for i, item := range f.Items[1:] {
		if item.String() == "?VARIABLE" {
			continue
		}
		v, ok := c.constant(item)
		if !ok || !v.IsNumber() {
			return c.At(item, "a number is expected here")
		}
		x := v.Number()
		if i == 0 {
			k.Minimum, k.MinValue = &x, v
		} else {
			k.Maximum, k.MaxValue = &x, v
		}
	}
	if k.Minimum != nil && k.Maximum != nil && *k.Minimum > *k.Maximum {
		return c.At(f, "the range is empty")
	}
	return nil
}

// cardinality parses (cardinality lower upper).
func (c *Compiler) cardinality(k *core.Constraint, f *syntax.Form) error {
	if len(f.Items) != 3 {
		return c.At(f, "a cardinality has a lower and an upper end")
	}
	for i, item := range f.Items[1:] {
		if item.String() == "?VARIABLE" {
			continue
		}
		if item.Kind != syntax.Integer || item.Int < 0 || item.Int > math.MaxInt32 {
			return c.At(item, "a whole number, not negative, is expected here")
		}
		if i == 0 {
			k.MinFields = int(item.Int)
		} else {
			k.MaxFields = int(item.Int)
		}
	}
	if k.MaxFields >= 0 && k.MinFields > k.MaxFields {
		return c.At(f, "the cardinality is empty")
	}
	return nil
}
