package objects

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"farbank/rules/value"
)

// hashSet is Java's HashSet.
type hashSet struct{ hashMap }

// Call calls a method.
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

// RuleText returns the set as Java's toString does.
func (s *hashSet) RuleText() string { return s.keys().RuleText() }

// arrayList is Java's ArrayList, LinkedList or Vector.
type arrayList struct {
	items []value.Value
	kind  string // ArrayList, LinkedList or Vector
}

// Elements returns the elements of a collection; nil only for a value that is not a collection.
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

// RuleText returns the list as Java's toString does.
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

// Call calls a method.
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

// remove removes the item at an index, or a value that is not an integer.
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

// Iterator iterates over the elements that a collection had when it was created.
type Iterator struct {
	Items   []value.Value
	next    int
	removed int                   // the number of items before next that were removed
	fresh   bool                  // next has returned an item that remove can remove
	remove  func(place int) error // removes the item at a current index; may be nil
}

// Call calls a method.
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
