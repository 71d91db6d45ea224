package objects

import (
	"cmp"
	"slices"
	"strings"

	"farbank/rules/value"
)

// hashMap is Java's HashMap, LinkedHashMap or TreeMap.
type hashMap struct {
	entries  map[any]*entry
	order    []*entry // by age
	kind     string
	capacity int // of a HashMap: the size of its table, which determines the order of keys
}

type entry struct{ key, value value.Value }

func (m *hashMap) put(k, v value.Value) value.Value {
	if old, ok := m.entries[keyOf(k)]; ok {
		was := old.value
		old.value = stored(v)
		return was
	}
	e := &entry{stored(k), stored(v)}
	m.entries[keyOf(k)] = e
	m.order = append(m.order, e)
	for 4*len(m.order) > 3*m.capacity {
		m.capacity *= 2
	}
	return value.Nil
}

func (m *hashMap) putAll(other *hashMap) {
	for _, e := range other.sorted() {
		m.put(e.key, e.value)
	}
}

func (m *hashMap) remove(k value.Value) value.Value {
	e, ok := m.entries[keyOf(k)]
	if !ok {
		return value.Nil
	}
	delete(m.entries, keyOf(k))
	m.order = slices.DeleteFunc(m.order, func(x *entry) bool { return x == e })
	return e.value
}

// sorted returns the entries in the order of an iterator.
func (m *hashMap) sorted() []*entry {
	list := slices.Clone(m.order)
	switch m.kind {
	case "LinkedHashMap":
	case "TreeMap":
		slices.SortStableFunc(list, func(a, b *entry) int {
			if a.key.IsNumber() && b.key.IsNumber() {
				return cmp.Compare(a.key.Number(), b.key.Number())
			}
			return int(compareStrings(a.key.Display(), b.key.Display()))
		})
	default:
		mask := uint32(m.capacity - 1)
		slices.SortStableFunc(list, func(a, b *entry) int { return int(javaHash(a.key)&mask) - int(javaHash(b.key)&mask) })
	}
	return list
}

func (m *hashMap) equals(other any, depth int) bool {
	if g, ok := other.(*goMap); ok {
		return g.equals(m, depth)
	}
	o, ok := other.(*hashMap)
	if !ok || len(o.order) != len(m.order) {
		return false
	}
	for k, e := range m.entries {
		if f, ok := o.entries[k]; !ok || !sameInside(e.value, f.value, depth) {
			return false
		}
	}
	return true
}

// RuleText returns the map as Java's toString does.
func (m *hashMap) RuleText() string {
	var parts []string
	for _, e := range m.sorted() {
		parts = append(parts, nested(e.key)+"="+nested(e.value))
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

// Call calls a method.
func (m *hashMap) Call(method string, args []value.Value) (value.Value, error) {
	switch len(args) {
	case 0:
		switch method {
		case "clone":
			c := &hashMap{entries: map[any]*entry{}, kind: m.kind, capacity: m.capacity}
			for _, e := range m.order {
				c.put(e.key, e.value)
			}
			return External(c), nil
		case "values":
			return External(&view{m, "values", entryValue}), nil
		case "keySet":
			return External(m.keys()), nil
		case "entrySet":
			return External(&view{m, "entries", func(e *entry) value.Value { return External(e) }}), nil
		case "size":
			return value.Integer(int64(len(m.order))), nil
		case "isEmpty":
			return value.Bool(len(m.order) == 0), nil
		case "clear":
			clear(m.entries)
			m.order = nil
			return value.Nil, nil
		case "toString":
			return value.String(m.RuleText()), nil
		}
	case 1:
		switch method {
		case "get":
			if e, ok := m.entries[keyOf(args[0])]; ok {
				return e.value, nil
			}
			return value.Nil, nil
		case "containsKey":
			_, ok := m.entries[keyOf(args[0])]
			return value.Bool(ok), nil
		case "containsValue":
			return value.Bool(slices.ContainsFunc(m.order, func(e *entry) bool { return sameContent(e.value, stored(args[0])) })), nil
		case "remove":
			return m.remove(args[0]), nil
		case "equals":
			return value.Bool(m.equals(objectOf(args[0]), 0)), nil
		case "putAll":
			switch other := objectOf(args[0]).(type) {
			case *hashMap:
				m.putAll(other)
				return value.Nil, nil
			case *goMap:
				c, err := other.copied()
				if err == nil {
					m.putAll(c)
				}
				return value.Nil, err
			}
		}
	case 2:
		switch method {
		case "put":
			return m.put(args[0], args[1]), nil
		case "getOrDefault":
			if e, ok := m.entries[keyOf(args[0])]; ok {
				return e.value, nil
			}
			return args[1], nil
		case "putIfAbsent":
			if e, ok := m.entries[keyOf(args[0])]; ok {
				return e.value, nil
			}
			return m.put(args[0], args[1]), nil
		}
	}
	return value.False, NoMethod("map", method, args)
}

func (e *entry) equals(other any, depth int) bool {
	o, ok := other.(*entry)
	return ok && sameInside(e.key, o.key, depth) && sameInside(e.value, o.value, depth)
}

// Call calls a method.
func (e *entry) Call(method string, args []value.Value) (value.Value, error) {
	switch {
	case method == "getKey" && len(args) == 0:
		return e.key, nil
	case method == "getValue" && len(args) == 0:
		return e.value, nil
	case method == "setValue" && len(args) == 1:
		old := e.value
		e.value = stored(args[0])
		return old, nil
	}
	return value.False, NoMethod("map entry", method, args)
}

// RuleText returns the entry as Java's toString does.
func (e *entry) RuleText() string { return nested(e.key) + "=" + nested(e.value) }

// nested returns an element of a collection as text. It abbreviates nested collections, since they
// may contain each other.
func nested(v value.Value) string {
	switch x := objectOf(v).(type) {
	case *hashMap, *goMap:
		return "{...}"
	case *entry:
		if _, ok := x.value.Ref().(*entry); !ok {
			return x.RuleText()
		}
		return "[...]"
	case *hashSet, *arrayList, *goList, *view:
		return "[...]"
	}
	if items := v.Items(); slices.ContainsFunc(items, isCollection) {
		shown := make([]value.Value, len(items))
		for i, item := range items {
			shown[i] = item
			if isCollection(item) {
				shown[i] = value.Reference(value.ExternalKind, brief(nested(item)), 0)
			}
		}
		return value.List(shown...).Display()
	}
	return v.Display()
}

// brief is the text of a collection within another.
type brief string

// RuleText returns the text.
func (b brief) RuleText() string { return string(b) }

func isCollection(v value.Value) bool { _, ok := objectOf(v).(byContent); return ok }

// sameInside is like sameContent for elements of collections. Since collections may contain each
// other, elements that are nested too deeply count as different.
func sameInside(a, b value.Value, depth int) bool {
	const deepest = 100
	if x, ok := objectOf(a).(byContent); ok {
		return depth < deepest && x.equals(objectOf(b), depth+1)
	}
	return sameContent(a, b)
}
