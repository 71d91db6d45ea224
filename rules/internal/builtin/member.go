package builtin

import (
	"slices"

	"farbank/rules/internal/core"
	"farbank/rules/value"
)

// find returns the first position, from 1, at which one of the sought values begins, and the position
// at which it ends. A list matches consecutive items. The empty list matches before any item and
// ends before it begins.
func find(sought, items []value.Value, allowed func(from, to int) bool) (from, to int, ok bool) {
	for i := range items {
		for _, v := range sought {
			n := 1
			if v.Kind() == value.MultifieldKind {
				n = len(v.Items())
				if i+n > len(items) || !value.EqualItems(v.Items(), items[i:i+n]) {
					continue
				}
			} else if !value.Equal(v, items[i]) {
				continue
			}
			if allowed == nil || allowed(i+1, i+n) {
				return i + 1, i + n, true
			}
		}
	}
	return 0, 0, false
}

// member returns the position of a value in a list; of a list, the first and the last position.
func member(c *core.Call) (value.Value, error) {
	items, err := c.List(1)
	if err != nil {
		return value.Value{}, err
	}
	from, to, ok := find(c.Args[:1], items, nil)
	switch {
	case !ok:
		return value.False, nil
	case from == to:
		return value.Integer(int64(from)), nil
	}
	return value.List(value.Integer(int64(from)), value.Integer(int64(to))), nil
}

// subset reports whether each item of the first list is in the second.
func subset(c *core.Call) (value.Value, error) {
	items, err := c.List(0)
	if err != nil {
		return value.Value{}, err
	}
	all, err := c.List(1)
	if err != nil {
		return value.Value{}, err
	}
	for _, v := range items {
		if !contains(all, v) {
			return value.False, nil
		}
	}
	return value.True, nil
}

func contains(items []value.Value, v value.Value) bool {
	return slices.ContainsFunc(items, func(w value.Value) bool { return value.Equal(v, w) })
}

func deleteMembers(c *core.Call) (value.Value, error) {
	items, err := c.List(0)
	if err != nil {
		return value.Value{}, err
	}
	for {
		from, to, ok := find(c.Args[1:], items, nil)
		if !ok {
			return value.List(items...), nil
		}
		rest, err := exchange(c, items, int64(from), int64(to), nil)
		if err != nil {
			return value.Value{}, err
		}
		items = rest.Items()
	}
}

func replaceMembers(c *core.Call) (value.Value, error) {
	items, err := c.List(0)
	if err != nil {
		return value.Value{}, err
	}
	others := fields(c.Args[1:2])
	done := 0 // items up to here are not searched again
	behind := func(from, to int) bool {
		return !(from >= 1 && from <= done || to >= 1 && to <= done)
	}
	for {
		from, to, ok := find(c.Args[2:], items, behind)
		if !ok {
			return value.List(items...), nil
		}
		next, err := exchange(c, items, int64(from), int64(to), others)
		if err != nil {
			return value.Value{}, err
		}
		items = next.Items()
		done = from + len(others) - 1
	}
}

// The set functions of CLIPS 6.4 return no value twice, and keep the order of appearance.

func union(c *core.Call) (value.Value, error) {
	return collect(c, 0, func(value.Value) bool { return true })
}

func intersection(c *core.Call) (value.Value, error) {
	return collect(c, len(c.Args)-1, func(v value.Value) bool {
		for _, list := range c.Args[1:] {
			if !contains(list.Items(), v) {
				return false
			}
		}
		return true
	})
}

func difference(c *core.Call) (value.Value, error) {
	return collect(c, len(c.Args)-1, func(v value.Value) bool {
		for _, list := range c.Args[1:] {
			if contains(list.Items(), v) {
				return false
			}
		}
		return true
	})
}

// collect returns the values selected by keep of all lists except the last few. Those are only
// checked to be lists.
func collect(c *core.Call, last int, keep func(value.Value) bool) (value.Value, error) {
	for i := range c.Args {
		if _, err := c.List(i); err != nil {
			return value.Value{}, err
		}
	}
	var set []value.Value
	for _, list := range c.Args[:len(c.Args)-last] {
		for _, v := range list.Items() {
			if keep(v) && !contains(set, v) {
				set = append(set, v)
			}
		}
	}
	return value.List(set...), nil
}
