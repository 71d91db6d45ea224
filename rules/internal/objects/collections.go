package objects

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"farbank/rules/value"
)

// hashMap is Java's HashMap, LinkedHashMap or TreeMap.
type hashMap struct {
	entries  map[any]*entry
	order    []*entry // by age
	kind     string
	capacity int // of a HashMap: the size of its table, which the order of keys shows
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

// sorted lists the entries in the order an iterator gives them.
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

// RuleText writes the map as Java's toString does.
func (m *hashMap) RuleText() string {
	var parts []string
	for _, e := range m.sorted() {
		parts = append(parts, nested(e.key)+"="+nested(e.value))
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

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

// RuleText writes the entry as Java's toString does.
func (e *entry) RuleText() string { return nested(e.key) + "=" + nested(e.value) }

// nested writes what a collection holds; collections within it only by their
// kind, for they might hold it.
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

// brief is a collection within another, as it is printed.
type brief string

// RuleText is the text itself.
func (b brief) RuleText() string { return string(b) }

func isCollection(v value.Value) bool { _, ok := objectOf(v).(byContent); return ok }

// sameInside is equals for what collections hold. They might hold each other: far
// down they count as different.
func sameInside(a, b value.Value, depth int) bool {
	const deepest = 100
	if x, ok := objectOf(a).(byContent); ok {
		return depth < deepest && x.equals(objectOf(b), depth+1)
	}
	return sameContent(a, b)
}

// hashSet is Java's HashSet.
type hashSet struct{ hashMap }

func (s *hashSet) Call(method string, args []value.Value) (value.Value, error) {
	before := len(s.order)
	switch {
	case method == "add" && len(args) == 1:
		s.put(args[0], value.True)
		return value.Bool(len(s.order) > before), nil
	case method == "addAll" && len(args) == 1:
		for _, v := range Elements(args[0]) {
			s.put(v, value.True)
		}
		return value.Bool(len(s.order) > before), nil
	case method == "clone" && len(args) == 0:
		c, err := s.hashMap.Call(method, nil)
		return External(&hashSet{*c.Ref().(*hashMap)}), err
	}
	return s.keys().Call(method, args)
}

func (s *hashSet) equals(other any, depth int) bool { return s.keys().equals(other, depth) }

// RuleText writes the set as Java's toString does.
func (s *hashSet) RuleText() string { return s.keys().RuleText() }

// arrayList is Java's ArrayList.
type arrayList struct {
	items []value.Value
	kind  string // ArrayList, LinkedList or Vector
}

// Elements lists what a collection holds: none, but not nil, of an empty one; nil for what
// is no collection.
func Elements(v value.Value) []value.Value {
	var items []value.Value
	switch o := objectOf(v).(type) {
	case *arrayList:
		items = o.items
	case *goList:
		items, _ = o.items()
	case *hashSet:
		items = o.keys().items()
	case *view:
		items = o.items()
	case nil:
		return v.Items()
	default:
		return nil
	}
	if items == nil {
		return []value.Value{}
	}
	return items
}

func (l *arrayList) equals(other any, depth int) bool {
	if g, ok := other.(*goList); ok {
		return g.equals(l, depth)
	}
	o, ok := other.(*arrayList)
	return ok && slices.EqualFunc(l.items, o.items, func(a, b value.Value) bool { return sameInside(a, b, depth) })
}

// RuleText writes the list as Java's toString does.
func (l *arrayList) RuleText() string {
	parts := make([]string, len(l.items))
	for i, v := range l.items {
		parts[i] = nested(v)
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

func (l *arrayList) index(v value.Value) int {
	return slices.IndexFunc(l.items, func(w value.Value) bool { return sameContent(w, stored(v)) })
}

func (l *arrayList) at(v value.Value) (int, error) {
	i := v.Int()
	if v.Kind() != value.IntegerKind || i < 0 || i >= int64(len(l.items)) {
		return 0, fmt.Errorf("the index %s lies outside of a list of %d", v, len(l.items))
	}
	return int(i), nil
}

func (l *arrayList) Call(method string, args []value.Value) (value.Value, error) {
	switch len(args) {
	case 0:
		switch method {
		case "size":
			return value.Integer(int64(len(l.items))), nil
		case "isEmpty":
			return value.Bool(len(l.items) == 0), nil
		case "iterator":
			it := &Iterator{Items: l.items}
			it.remove = func(i int) error {
				if len(l.items) != len(it.Items)-it.removed {
					return errors.New("the list was changed while an iterator went through it")
				}
				l.items = slices.Delete(slices.Clone(l.items), i, i+1)
				return nil
			}
			return External(it), nil
		case "clone":
			return External(&arrayList{slices.Clone(l.items), l.kind}), nil
		case "clear":
			l.items = nil
			return value.Nil, nil
		case "toString":
			return value.String(l.RuleText()), nil
		case "toArray":
			return value.List(slices.Clone(l.items)...), nil
		}
	case 1:
		return l.callWith(method, args[0])
	case 2:
		if method == "set" || method == "add" {
			return l.placeAt(method, args)
		}
	}
	return value.False, NoMethod("list", method, args)
}

func (l *arrayList) callWith(method string, v value.Value) (value.Value, error) {
	switch method {
	case "add":
		l.items = append(l.items, stored(v))
		return value.True, nil
	case "addAll":
		l.items = append(l.items, Elements(v)...)
		return value.True, nil
	case "contains":
		return value.Bool(l.index(v) >= 0), nil
	case "indexOf":
		return value.Integer(int64(l.index(v))), nil
	case "equals":
		return value.Bool(l.equals(objectOf(v), 0)), nil
	case "get":
		i, err := l.at(v)
		if err != nil {
			return value.False, err
		}
		return l.items[i], nil
	case "remove":
		return l.remove(v)
	}
	return value.False, NoMethod("list", method, []value.Value{v})
}

// remove takes an index, or a value that is no integer.
func (l *arrayList) remove(v value.Value) (value.Value, error) {
	if v.Kind() != value.IntegerKind {
		i := l.index(v)
		if i >= 0 {
			l.items = slices.Delete(slices.Clone(l.items), i, i+1)
		}
		return value.Bool(i >= 0), nil
	}
	i, err := l.at(v)
	if err != nil {
		return value.False, err
	}
	old := l.items[i]
	l.items = slices.Delete(slices.Clone(l.items), i, i+1)
	return old, nil
}

func (l *arrayList) placeAt(method string, args []value.Value) (value.Value, error) {
	if method == "add" && args[0].Kind() == value.IntegerKind && args[0].Int() == int64(len(l.items)) {
		return l.callWith("add", args[1])
	}
	i, err := l.at(args[0])
	if err != nil {
		return value.False, err
	}
	if method == "add" {
		l.items = slices.Insert(slices.Clone(l.items), i, stored(args[1]))
		return value.Nil, nil
	}
	old := l.items[i]
	l.items[i] = stored(args[1])
	return old, nil
}

// Iterator goes through what a collection held when it was made.
type Iterator struct {
	Items   []value.Value
	next    int
	removed int                   // how many that were passed are gone
	fresh   bool                  // next has given an item that remove can take
	remove  func(place int) error // takes an item from the collection, by its place now; nil: none
}

func (it *Iterator) Call(method string, args []value.Value) (value.Value, error) {
	if len(args) > 0 {
		return value.False, NoMethod("iterator", method, args)
	}
	switch method {
	case "hasNext":
		return value.Bool(it.next < len(it.Items)), nil
	case "next":
		if it.next >= len(it.Items) {
			return value.False, fmt.Errorf("the iterator is at its end")
		}
		it.next++
		it.fresh = true
		return it.Items[it.next-1], nil
	case "remove":
		if it.remove == nil {
			break
		}
		if !it.fresh {
			return value.False, fmt.Errorf("remove needs an item that next has given")
		}
		if err := it.remove(it.next - 1 - it.removed); err != nil {
			return value.False, err
		}
		it.removed++
		it.fresh = false
		return value.Nil, nil
	}
	return value.False, NoMethod("iterator", method, args)
}
