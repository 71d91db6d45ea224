package objects

import (
	"slices"
	"strings"

	"farbank/rules/value"
)

// view is the result of keySet, values and entrySet: a live view of the map's keys, values or
// entries, so that removing from it removes from the map.
type view struct {
	of   *hashMap
	kind string // keys, values or entries
	item func(*entry) value.Value
}

func entryKey(e *entry) value.Value { return e.key }

func entryValue(e *entry) value.Value { return e.value }

func (m *hashMap) keys() *view { return &view{m, "keys", entryKey} }

func (w *view) items() []value.Value {
	var items []value.Value
	for _, e := range w.of.sorted() {
		items = append(items, w.item(e))
	}
	return items
}

// Call calls a method.
func (w *view) Call(method string, args []value.Value) (value.Value, error) {
	switch len(args) {
	case 0:
		switch method {
		case "size", "isEmpty", "clear":
			return w.of.Call(method, nil)
		case "iterator":
			return External(w.iterator()), nil
		case "toString":
			return value.String(w.RuleText()), nil
		case "toArray":
			return value.List(w.items()...), nil
		}
	case 1:
		return w.callWith(method, args[0])
	}
	return value.False, NoMethod("set", method, args)
}

func (w *view) callWith(method string, v value.Value) (value.Value, error) {
	switch method {
	case "contains":
		return value.Bool(w.find(v, 0) != nil), nil
	case "containsAll":
		return value.Bool(!slices.ContainsFunc(Elements(v), func(x value.Value) bool { return w.find(x, 0) == nil })), nil
	case "remove":
		e := w.find(v, 0)
		if e != nil {
			w.of.remove(e.key)
		}
		return value.Bool(e != nil), nil
	case "removeAll", "retainAll":
		given := Elements(v)
		return value.Bool(w.removeIf(func(x value.Value) bool {
			there := slices.ContainsFunc(given, func(y value.Value) bool { return sameContent(x, stored(y)) })
			return there == (method == "removeAll")
		})), nil
	case "equals":
		return value.Bool(w.equals(objectOf(v), 0)), nil
	}
	return value.False, NoMethod("set", method, []value.Value{v})
}

// find returns the first entry whose item equals v, or nil.
func (w *view) find(v value.Value, depth int) *entry {
	if w.kind == "keys" {
		return w.of.entries[keyOf(v)]
	}
	for _, e := range w.of.sorted() {
		if sameInside(w.item(e), stored(v), depth) {
			return e
		}
	}
	return nil
}

// removeIf removes the items selected by goes and reports whether there were any.
func (w *view) removeIf(goes func(value.Value) bool) bool {
	before := len(w.of.order)
	for _, e := range w.of.sorted() {
		if goes(w.item(e)) {
			w.of.remove(e.key)
		}
	}
	return len(w.of.order) < before
}

// equals compares the elements as sets. As in Java, a view of values equals only itself.
func (w *view) equals(other any, depth int) bool {
	var o *view
	switch x := other.(type) {
	case *view:
		o = x
	case *hashSet:
		o = x.keys()
	}
	if o == nil || w.kind == "values" || o.kind == "values" {
		return w == o
	}
	return len(w.of.order) == len(o.of.order) && !slices.ContainsFunc(w.items(), func(v value.Value) bool { return o.find(v, depth) == nil })
}

func (w *view) iterator() *Iterator {
	list := w.of.sorted()
	it := &Iterator{}
	for _, e := range list {
		it.Items = append(it.Items, w.item(e))
	}
	it.remove = func(int) error { w.of.remove(list[it.next-1].key); return nil }
	return it
}

// RuleText returns the elements as Java's toString does.
func (w *view) RuleText() string {
	var parts []string
	for _, v := range w.items() {
		parts = append(parts, nested(v))
	}
	return "[" + strings.Join(parts, ", ") + "]"
}
