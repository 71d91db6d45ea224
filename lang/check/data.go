package check

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"farbank/lang/syntax"
	"farbank/lang/types"
	"farbank/model"
)

// dataErrorf reports an error in a datum.
func (c *checker) dataErrorf(d *datum, format string, args ...any) (types.Value, bool) {
	c.InputErrorf(d.file, d.path, format, args...)
	return types.Value{}, false
}

// fromData converts a datum to a value of a type, which is finite, a text, or an array of
// texts.
func (c *checker) fromData(d *datum, t *types.Type) (types.Value, bool) {
	switch t.Kind {
	case types.Text:
		s, ok := d.scalar.(string)
		if !ok {
			return c.dataErrorf(d, "%s is not a text", d.describe())
		}
		return types.TextValue(s), true
	case types.Tuple:
		return c.tupleFromData(d, t)
	case types.Set:
		return c.setFromData(d, t)
	case types.Array:
		var elems []types.Value
		ok := c.fill(d, t, t.Index, &elems)
		return types.ArrayValue(elems), ok
	}
	return c.scalarFromData(d, t)
}

func (c *checker) scalarFromData(d *datum, t *types.Type) (types.Value, bool) {
	switch t.Kind {
	case types.Bool:
		if b, ok := d.scalar.(bool); ok {
			return types.BoolValue(b), true
		}
	case types.Int:
		if n, ok := d.scalar.(json.Number); ok {
			return c.numberFromData(d, t, n)
		}
	case types.Enum:
		if d.scalar == nil && !d.isList && !d.isObject && t.HasNone() {
			return types.EnumValue(types.None), true
		}
		if s, ok := d.scalar.(string); ok {
			return c.memberFromData(d, t.Model, s)
		}
	}
	return c.dataErrorf(d, "%s is not %s", d.describe(), t)
}

func (c *checker) numberFromData(d *datum, t *types.Type, n json.Number) (types.Value, bool) {
	digits := t.Scale()
	x, ok := model.ParseDecimal(n.String(), digits)
	switch m := t.Model; {
	case !ok && digits > 0:
		return c.dataErrorf(d, "%s is not a number of 64 bits with at most %d digits after the point", n, digits)
	case !ok:
		return c.dataErrorf(d, "%s is not a whole number of 64 bits", n)
	case m != nil && !m.Has([]int64{x}):
		return c.dataErrorf(d, "%s is not in %s", model.Decimal(x, digits), m)
	}
	return types.DecimalValue(x, digits), true
}

func (c *checker) memberFromData(d *datum, t *model.Type, s string) (types.Value, bool) {
	if v, ok := t.Named(s); ok {
		return types.EnumValue(v), true
	}
	c.InputErrorf(d.file, d.path, "%q is not a member of %s", s, t).Hint = memberHint(s, t)
	return types.Value{}, false
}

// memberHint returns a hint for a name that is no member of an enum. In a union with several
// members of that name it lists the qualified names.
func memberHint(s string, t *model.Type) string {
	var same []string
	for _, name := range t.Names() {
		if strings.HasSuffix(name, "."+s) {
			same = append(same, name)
		}
	}
	if len(same) > 1 {
		return s + " can be " + alternatives(same)
	}
	return syntax.DidYouMean(s, t.Names())
}

func (c *checker) tupleFromData(d *datum, t *types.Type) (types.Value, bool) {
	if d.isObject && t.Names != nil {
		return c.tupleByName(d, t)
	}
	if !d.isList || len(d.list) != len(t.Elems) {
		return c.dataErrorf(d, "%s is not %s: a list of %d values is needed", d.describe(), t, len(t.Elems))
	}
	var elems []types.Value
	for i, x := range d.list {
		v, ok := c.fromData(x, t.Elems[i])
		if !ok {
			return v, false
		}
		elems = append(elems, v)
	}
	v := types.TupleValue(elems...)
	if t.Of != nil && !(types.Value{Elems: t.Of}).Contains(v) {
		return c.dataErrorf(d, "the tuple is not in %s", t.Plain())
	}
	return v, true
}

// tupleByName reads a tuple with named components from an object.
func (c *checker) tupleByName(d *datum, t *types.Type) (types.Value, bool) {
	list := &datum{file: d.file, path: d.path, isList: true, list: make([]*datum, len(t.Elems))}
	for i, key := range d.keys {
		k := slices.Index(t.Names, key)
		if k < 0 {
			c.InputErrorf(d.file, d.fields[i].path, "%s is not a component of %s", key, t.Plain()).Hint = syntax.DidYouMean(key, slices.Clone(t.Names))
			return types.Value{}, false
		}
		list.list[k] = d.fields[i]
	}
	for k, x := range list.list {
		if x == nil {
			return c.dataErrorf(d, "there is no value for %s", t.Names[k])
		}
	}
	return c.tupleFromData(list, t)
}

func (c *checker) setFromData(d *datum, t *types.Type) (types.Value, bool) {
	if !d.isList {
		return c.dataErrorf(d, "%s is not %s: a list is needed", d.describe(), t)
	}
	var elems []types.Value
	for _, x := range d.list {
		v, ok := c.fromData(x, t.Elem())
		if !ok {
			return v, false
		}
		elems = append(elems, v)
	}
	set := types.SetValue(slices.Clone(elems))
	if len(set.Elems) == len(elems) {
		return set, true
	}
	for i, x := range d.list {
		if slices.ContainsFunc(elems[:i], func(v types.Value) bool { return types.Equal(v, elems[i]) }) {
			return c.dataErrorf(x, "%s stands twice in the set", x.describe())
		}
	}
	return set, true
}

// fill appends the elements of an array: from a list in the order of the index, or from an
// object by index values.
func (c *checker) fill(d *datum, t *types.Type, index []*types.Type, elems *[]types.Value) bool {
	if len(index) == 0 {
		v, ok := c.fromData(d, t.Elem())
		*elems = append(*elems, v)
		return ok
	}
	m := index[0].Finite()
	n, _ := m.Size()
	if d.isList {
		if int64(len(d.list)) != n {
			c.dataErrorf(d, "%d values are given, %s has %d", len(d.list), index[0].Plain(), n)
			return false
		}
		return c.fillAll(d.list, t, index[1:], elems)
	}
	if !d.isObject {
		c.dataErrorf(d, "%s is not an array: an object from %s, or a list, is needed", d.describe(), index[0].Plain())
		return false
	}
	fields := c.byKey(d, index[0], m, n)
	return fields != nil && c.fillAll(fields, t, index[1:], elems)
}

func (c *checker) fillAll(list []*datum, t *types.Type, index []*types.Type, elems *[]types.Value) bool {
	ok := true
	for _, x := range list {
		ok = c.fill(x, t, index, elems) && ok
	}
	return ok
}

// byKey returns the fields of an object in the order of the index, or nil after an error.
func (c *checker) byKey(d *datum, t *types.Type, m *model.Type, n int64) []*datum {
	ordinals := map[string]int64{}
	var names []string
	for i := range n {
		name := m.Plain(m.Nth(i))
		ordinals[name] = i
		names = append(names, name)
	}
	elems := make([]*datum, n)
	ok := true
	for i, key := range d.keys {
		o, known := ordinals[key]
		if !known && m.Kind == model.Enum { // qualified by its enum, Host.a
			var v int64
			if v, known = m.Named(key); known {
				o = m.Ordinal([]int64{v})
			}
		}
		if known && elems[o] != nil {
			c.InputErrorf(d.file, d.fields[i].path, "%s is given twice", key)
			ok = false
			continue
		}
		if !known {
			hint := syntax.DidYouMean(key, names)
			if m.Kind == model.Enum {
				hint = memberHint(key, m)
			}
			c.InputErrorf(d.file, d.fields[i].path, "%s is not a value of %s", key, t.Plain()).Hint = hint
			ok = false
			continue
		}
		elems[o] = d.fields[i]
	}
	for i, x := range elems {
		if x == nil && ok {
			c.dataErrorf(d, "there is no value for %s", m.Plain(m.Nth(int64(i))))
			return nil
		}
	}
	if !ok {
		return nil
	}
	return elems
}

// membersFromData returns the members of an enum that a datum lists.
func (c *checker) membersFromData(d *datum) ([]string, bool) {
	if !d.isList || len(d.list) == 0 {
		c.dataErrorf(d, "%s is not a list of names, of at least one", d.describe())
		return nil, false
	}
	var names []string
	for _, x := range d.list {
		s, ok := x.scalar.(string)
		if !ok {
			c.dataErrorf(x, "%s is not a name", x.describe())
			continue // continue, so that the other members are known
		}
		if why := badMember(names, s); why != "" {
			c.dataErrorf(x, "%s", why)
			continue
		}
		names = append(names, s)
	}
	return names, len(names) > 0
}

// badMember returns why s cannot be the next member of an enum, or "".
func badMember(names []string, s string) string {
	if s == "" {
		return "a name must not be empty"
	}
	if !utf8.ValidString(s) {
		return "a name must be UTF-8"
	}
	for _, n := range names {
		if n == s {
			return fmt.Sprintf("%q stands twice", s)
		}
	}
	return ""
}
