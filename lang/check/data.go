package check

import (
	"encoding/json"
	"fmt"
	"strconv"
	"unicode/utf8"

	"farbank/lang/syntax"
	"farbank/model"
)

// dataErrorf reports what is wrong with a datum and returns the bad value.
func (c *checker) dataErrorf(d *datum, format string, args ...any) value {
	c.inputError(d.file, d.path, format, args...)
	return badValue
}

// fromData returns the value of a type that a datum gives. The type is finite, a
// text, or an array of texts.
func (c *checker) fromData(d *datum, t *ty) value {
	switch t.kind {
	case kText:
		s, ok := d.scalar.(string)
		if !ok {
			return c.dataErrorf(d, "%s is not a text", d.describe())
		}
		return textValue(s)
	case kTuple:
		return c.tupleFromData(d, t)
	case kSet:
		return c.setFromData(d, t)
	case kArray:
		v := value{kind: vArray, index: finites(t.index)}
		if !c.fill(d, t, t.index, &v.parts) {
			return badValue
		}
		return v
	}
	x, ok := c.scalarFromData(d, t)
	if !ok {
		return badValue
	}
	return scalar(c.leafConst(t.m, x))
}

func finites(ts []*ty) []*model.Type {
	out := make([]*model.Type, len(ts))
	for i, t := range ts {
		out[i] = t.finite()
	}
	return out
}

func (c *checker) scalarFromData(d *datum, t *ty) (int64, bool) {
	switch t.kind {
	case kBool:
		if b, ok := d.scalar.(bool); ok {
			return map[bool]int64{true: 1}[b], true
		}
	case kInt:
		if n, ok := d.scalar.(json.Number); ok {
			x, err := strconv.ParseInt(n.String(), 10, 64)
			if err != nil {
				c.dataErrorf(d, "%s is not a whole number of 64 bits", n)
				return 0, false
			}
			return c.inRange(d, t.m, x)
		}
	case kEnum:
		if s, ok := d.scalar.(string); ok {
			return c.memberFromData(d, t.m, s)
		}
	}
	c.dataErrorf(d, "%s is not %s", d.describe(), t)
	return 0, false
}

func (c *checker) inRange(d *datum, t *model.Type, x int64) (int64, bool) {
	if x < t.Lo || x > t.Hi {
		c.dataErrorf(d, "%d is not in %d..%d", x, t.Lo, t.Hi)
		return 0, false
	}
	return x, true
}

func (c *checker) memberFromData(d *datum, t *model.Type, s string) (int64, bool) {
	for i, m := range t.Members {
		if m == s {
			return int64(i), true
		}
	}
	c.inputError(d.file, d.path, "%q is not a member of %s", s, t.Name).Hint = syntax.DidYouMean(s, append([]string(nil), t.Members...))
	return 0, false
}

func (c *checker) tupleFromData(d *datum, t *ty) value {
	if !d.isList || len(d.list) != len(t.elems) {
		return c.dataErrorf(d, "%s is not %s: a list of %d values is needed", d.describe(), t, len(t.elems))
	}
	v := value{kind: vTuple}
	for i, x := range d.list {
		p := c.fromData(x, t.elems[i])
		if p.kind == vBad {
			return badValue
		}
		v.parts = append(v.parts, p)
	}
	return v
}

func (c *checker) setFromData(d *datum, t *ty) value {
	if !d.isList {
		return c.dataErrorf(d, "%s is not %s: a list is needed", d.describe(), t)
	}
	elem := t.elem().finite()
	v := c.emptySet(elem)
	for _, x := range d.list {
		p := c.fromData(x, t.elem())
		if p.kind == vBad {
			return badValue
		}
		i := elem.Ordinal(p.constLeaves())
		if v.in[i].IsTrue() {
			return c.dataErrorf(x, "%s stands twice in the set", x.describe())
		}
		v.in[i] = c.b.Truth(true)
	}
	return v
}

func (c *checker) emptySet(elem *model.Type) value {
	n, _ := elem.Size()
	v := value{kind: vSet, elem: elem, in: make([]*model.Expr, n)}
	for i := range v.in {
		v.in[i] = c.b.Truth(false)
	}
	return v
}

// fill appends the elements of an array, index by index: a list in the order of the
// last index, or an object from index values.
func (c *checker) fill(d *datum, t *ty, index []*ty, parts *[]value) bool {
	if len(index) == 0 {
		p := c.fromData(d, t.elem())
		*parts = append(*parts, p)
		return p.kind != vBad
	}
	m := index[0].finite()
	n, _ := m.Size()
	if d.isList {
		if int64(len(d.list)) != n {
			c.dataErrorf(d, "%d values are given, %s has %d", len(d.list), index[0].plain(), n)
			return false
		}
		return c.fillAll(d.list, t, index[1:], parts)
	}
	if !d.isObject {
		c.dataErrorf(d, "%s is not an array: an object from %s, or a list, is needed", d.describe(), index[0].plain())
		return false
	}
	elems := c.byKey(d, index[0], m, n)
	return elems != nil && c.fillAll(elems, t, index[1:], parts)
}

func (c *checker) fillAll(elems []*datum, t *ty, index []*ty, parts *[]value) bool {
	ok := true
	for _, x := range elems {
		ok = c.fill(x, t, index, parts) && ok
	}
	return ok
}

// byKey puts the fields of an object in the order of the index, nil on an error.
func (c *checker) byKey(d *datum, t *ty, m *model.Type, n int64) []*datum {
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
		if !known {
			c.inputError(d.file, d.fields[i].path, "%s is not a value of %s", key, t.plain()).Hint = syntax.DidYouMean(key, names)
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

// membersFromData returns the names that a datum gives an enum.
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
			return nil, false
		}
		if why := badMember(names, s); why != "" {
			c.dataErrorf(x, "%s", why)
			return nil, false
		}
		names = append(names, s)
	}
	return names, true
}

// badMember says why s cannot be the next member of an enum, "" if it can.
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
