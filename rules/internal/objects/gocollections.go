package objects

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"farbank/rules/value"
)

// collection is a list, set or map with methods.
type collection interface {
	JavaObject
	byContent
	value.Named
}

// goPointer is a pointer to a Go slice or map, which programs use as a list or map.
type goPointer struct {
	env *Registry
	to  any
}

// isGoPointer reports whether v, which is not nil, is such a pointer.
func isGoPointer(v reflect.Value) bool {
	return v.Kind() == reflect.Pointer && (v.Elem().Kind() == reflect.Slice || v.Elem().Kind() == reflect.Map)
}

func (p goPointer) collection() collection {
	v := reflect.ValueOf(p.to).Elem()
	if v.Kind() == reflect.Map {
		return &goMap{p.env, v}
	}
	return &goList{p.env, v}
}

// RuleText returns the slice or map as Java's toString does.
func (p goPointer) RuleText() string { return p.collection().RuleText() }

// Behind returns the pointer, which Go functions receive.
func (p goPointer) Behind() any { return p.to }

// objectOf returns the object with the methods of Java for a value.
func objectOf(v value.Value) any {
	if p, ok := v.Held().(goPointer); ok {
		return p.collection()
	}
	return v.Ref()
}

// goMap is a Go map with the methods of Java's Map, which modify the Go map.
type goMap struct {
	env *Registry
	v   reflect.Value
}

// goValue returns a Go variable of type t with a value.
func goValue(t reflect.Type, v value.Value) (reflect.Value, error) {
	into := reflect.New(t).Elem()
	return into, Store(v, into)
}

// get returns the value of a key, or nil and false.
func (m *goMap) get(key value.Value) (value.Value, bool, error) {
	k, err := goValue(m.v.Type().Key(), key)
	if err != nil || !k.Comparable() {
		return value.Nil, false, nil // a key of another type is not in the map
	}
	v := m.v.MapIndex(k)
	if !v.IsValid() {
		return value.Nil, false, nil
	}
	x, err := m.env.ValueOf(v.Interface())
	return x, true, err
}

func (m *goMap) put(key, v value.Value) (value.Value, error) {
	old, _, err := m.get(key)
	if err != nil {
		return value.False, err
	}
	k, err := goValue(m.v.Type().Key(), key)
	if err != nil {
		return value.False, err
	}
	x, err := goValue(m.v.Type().Elem(), v)
	switch {
	case err != nil:
		return value.False, err
	case !k.Comparable():
		return value.False, fmt.Errorf("%s cannot be a key of a %s", key, m.v.Type())
	}
	if m.v.IsNil() && m.v.CanSet() {
		m.v.Set(reflect.MakeMap(m.v.Type()))
	}
	m.v.SetMapIndex(k, x)
	return old, nil
}

// copied returns the entries as a map of the language, sorted by key.
func (m *goMap) copied() (*hashMap, error) {
	c := &hashMap{entries: map[any]*entry{}, kind: "LinkedHashMap", capacity: 16}
	var all []*entry
	for each := m.v.MapRange(); each.Next(); {
		k, err := m.env.ValueOf(each.Key().Interface())
		if err != nil {
			return nil, err
		}
		v, err := m.env.ValueOf(each.Value().Interface())
		if err != nil {
			return nil, err
		}
		all = append(all, &entry{k, v})
	}
	slices.SortFunc(all, func(a, b *entry) int { return compareKeys(a.key, b.key) })
	for _, e := range all {
		c.put(e.key, e.value)
	}
	return c, nil
}

// Call calls a method.
func (m *goMap) Call(method string, args []value.Value) (value.Value, error) {
	switch {
	case method == "put" && len(args) == 2:
		return m.put(args[0], args[1])
	case method == "remove" && len(args) == 1:
		old, there, err := m.get(args[0])
		if there {
			k, _ := goValue(m.v.Type().Key(), args[0])
			m.v.SetMapIndex(k, reflect.Value{})
		}
		return old, err
	case method == "get" && len(args) == 1:
		v, _, err := m.get(args[0])
		return v, err
	case method == "containsKey" && len(args) == 1:
		_, there, err := m.get(args[0])
		return value.Bool(there), err
	case method == "getOrDefault" && len(args) == 2:
		v, there, err := m.get(args[0])
		if !there {
			v = args[1]
		}
		return v, err
	case method == "size" && len(args) == 0:
		return value.Integer(int64(m.v.Len())), nil
	case method == "clear" && len(args) == 0:
		m.v.Clear()
		return value.Nil, nil
	case method == "putAll" && len(args) == 1:
		return value.Nil, m.putAll(args[0])
	}
	c, err := m.copied() // methods that only read
	if err != nil {
		return value.False, err
	}
	return c.Call(method, args)
}

func (m *goMap) putAll(v value.Value) error {
	other, ok := objectOf(v).(*hashMap)
	if g, isGo := objectOf(v).(*goMap); isGo {
		var err error
		if other, err = g.copied(); err != nil {
			return err
		}
		ok = true
	}
	if !ok {
		return fmt.Errorf("%s is no map", v)
	}
	for _, e := range other.sorted() {
		if _, err := m.put(e.key, e.value); err != nil {
			return err
		}
	}
	return nil
}

// RuleText returns the map as Java's toString does.
func (m *goMap) RuleText() string {
	c, err := m.copied()
	if err != nil {
		return "{...}"
	}
	return c.RuleText()
}

func (m *goMap) equals(other any, depth int) bool {
	if o, ok := other.(*goMap); ok {
		c, err := o.copied()
		if err != nil {
			return false
		}
		other = c
	}
	c, err := m.copied()
	return err == nil && c.equals(other, depth)
}

// goList is a Go slice behind a pointer, with the methods of Java's List.
type goList struct {
	env *Registry
	v   reflect.Value
}

// Call calls a method.
func (l *goList) Call(method string, args []value.Value) (value.Value, error) {
	c, err := l.copied()
	if err != nil {
		return value.False, err
	}
	v, err := c.Call(method, args)
	if err != nil {
		return v, err
	}
	if it, ok := v.Ref().(*Iterator); ok && method == "iterator" {
		remove := it.remove
		it.remove = func(i int) error {
			if err := remove(i); err != nil {
				return err
			}
			return storeItems(c.items, l.v)
		}
		return v, nil
	}
	if slices.Contains([]string{"add", "addAll", "remove", "set", "clear"}, method) {
		return v, storeItems(c.items, l.v)
	}
	return v, nil
}

// RuleText returns the list as Java's toString does.
func (l *goList) RuleText() string {
	c, err := l.copied()
	if err != nil {
		return "[...]"
	}
	return c.RuleText()
}

func (l *goList) equals(other any, depth int) bool {
	c, err := l.copied()
	return err == nil && c.equals(other, depth)
}

func (l *goList) copied() (*arrayList, error) {
	items, err := l.items()
	return &arrayList{items: items, kind: "ArrayList"}, err
}

func (l *goList) items() ([]value.Value, error) {
	items := make([]value.Value, l.v.Len())
	for i := range items {
		var err error
		if items[i], err = l.env.ValueOf(l.v.Index(i).Interface()); err != nil {
			return nil, err
		}
	}
	return items, nil
}

// compareKeys orders keys: numbers by value, others by their texts.
func compareKeys(a, b value.Value) int {
	if a.IsNumber() && b.IsNumber() {
		switch {
		case value.Exceeds(a, b):
			return 1
		case value.Exceeds(b, a):
			return -1
		}
		return 0
	}
	return strings.Compare(a.Display(), b.Display())
}
