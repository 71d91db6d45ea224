package feel

import (
	"math/big"
	"slices"
	"strings"
)

// listFunctions returns the functions of lists and contexts.
func listFunctions() map[string]function {
	return map[string]function{
		"sort":    {1, 2, sortList},
		"flatten": ofList(func(l []any) any { return flatten(l) }),
		"reverse": ofList(func(l []any) any {
			l = slices.Clone(l)
			slices.Reverse(l)
			return l
		}),
		"distinct values": ofList(func(l []any) any { return distinct(l) }),
		"union":           {1, -1, func(a []any) any { return distinct(spread(a)) }},
		"all":             {1, -1, func(a []any) any { return Quantified(spread(a), false) }},
		"any":             {1, -1, func(a []any) any { return Quantified(spread(a), true) }},
		"sublist":         {2, 3, sublist},
		"remove":          {2, 2, remove},
		"insert before":   {3, 3, insertBefore},
		"list replace":    {3, 3, listReplace},
		"index of":        {2, 2, indexOf},
		"string join":     {1, 2, stringJoin},
		"get value": {2, 2, func(a []any) any {
			c, ok := a[0].(Context)
			name, isText := a[1].(string)
			if !ok || !isText {
				return nil
			}
			return c.Values[name]
		}},
		"get entries": {1, 1, func(a []any) any {
			c, ok := a[0].(Context)
			if !ok {
				return nil
			}
			list := []any{}
			for _, name := range c.Names {
				list = append(list, Context{[]string{"key", "value"}, map[string]any{"key": name, "value": c.Values[name]}})
			}
			return list
		}},
		"context put": {3, 3, func(a []any) any { return putAt(a[0], asList(a[1]), a[2]) }},
		"context merge": ofList(func(l []any) any {
			c := Context{}
			for _, item := range l {
				other, ok := item.(Context)
				if !ok {
					return nil
				}
				for _, name := range other.Names {
					c = c.put(name, other.Values[name])
				}
			}
			return c
		}),
	}
}

// put returns c with one more value, or another one.
func (c Context) put(name string, v any) Context {
	r := Context{Names: slices.Clone(c.Names), Values: map[string]any{}}
	for n, w := range c.Values {
		r.Values[n] = w
	}
	if _, known := r.Values[name]; !known {
		r.Names = append(r.Names, name)
	}
	r.Values[name] = v
	return r
}

// putAt returns a context with another value at the end of a path of names.
func putAt(v any, path []any, value any) any {
	c, ok := v.(Context)
	if !ok || len(path) == 0 {
		return nil
	}
	name, ok := path[0].(string)
	if !ok {
		return nil
	}
	if len(path) > 1 {
		if value = putAt(c.Values[name], path[1:], value); value == nil {
			return nil
		}
	}
	return c.put(name, value)
}

func ofList(do func([]any) any) function {
	return &builtin{1, 1, func(a []any) any {
		if a[0] == nil {
			return nil
		}
		return do(asList(a[0]))
	}}
}

func whole(i int) *big.Rat { return new(big.Rat).SetInt64(int64(i)) }

// wholeNumber returns a number that is whole and not too large for a position.
func wholeNumber(v any) (int, bool) {
	const most = 1 << 31
	r, ok := v.(*big.Rat)
	if !ok || !r.IsInt() || !r.Num().IsInt64() || r.Num().Int64() > most || r.Num().Int64() < -most {
		return 0, false
	}
	return int(r.Num().Int64()), true
}

func flatten(list []any) []any {
	flat := []any{}
	for _, v := range list {
		if l, ok := v.([]any); ok {
			flat = append(flat, flatten(l)...)
		} else {
			flat = append(flat, v)
		}
	}
	return flat
}

func distinct(list []any) []any {
	kept := []any{}
	for _, v := range list {
		if !slices.ContainsFunc(kept, func(w any) bool { return Equal(v, w) }) {
			kept = append(kept, v)
		}
	}
	return kept
}

// position returns a list and the index of a position in it.
func position(list, at any) ([]any, int, bool) {
	l := asList(list)
	r, ok := at.(*big.Rat)
	if !ok {
		return nil, 0, false
	}
	i, ok := wholeNumber(bySign(r, floor))
	if i < 0 {
		i += len(l) + 1
	}
	return l, i - 1, ok && list != nil && i >= 1 && i <= len(l)
}

func sublist(a []any) any {
	l, from, ok := position(a[0], a[1])
	if !ok {
		return nil
	}
	if len(a) == 2 {
		return slices.Clone(l[from:])
	}
	n, ok := wholeNumber(a[2])
	if !ok || n < 0 || from+n > len(l) {
		return nil
	}
	return slices.Clone(l[from : from+n])
}

func remove(a []any) any {
	l, at, ok := position(a[0], a[1])
	if !ok {
		return nil
	}
	return slices.Concat([]any{}, l[:at], l[at+1:])
}

func insertBefore(a []any) any {
	l, at, ok := position(a[0], a[1])
	if !ok {
		return nil
	}
	return slices.Concat(l[:at], []any{a[2]}, l[at:])
}

// listReplace replaces the item at a position, or those for which a function of the item and the new one is true.
func listReplace(a []any) any {
	f, ok := a[1].(*Function)
	if !ok {
		l, at, ok := position(a[0], a[1])
		if !ok {
			return nil
		}
		return slices.Concat(l[:at], []any{a[2]}, l[at+1:])
	}
	if a[0] == nil {
		return nil
	}
	l := slices.Clone(asList(a[0]))
	for i := range l {
		v, err := f.Call([]any{l[i], a[2]}, nil)
		if err != nil {
			return err
		}
		switch v {
		case true:
			l[i] = a[2]
		case false:
		default:
			return nil
		}
	}
	return l
}

func indexOf(a []any) any {
	if a[0] == nil {
		return nil
	}
	places := []any{}
	for i, v := range asList(a[0]) {
		if Equal(v, a[1]) {
			places = append(places, whole(i+1))
		}
	}
	return places
}

func stringJoin(a []any) any {
	delimiter := ""
	if len(a) == 2 && a[1] != nil {
		s, ok := a[1].(string)
		if !ok {
			return nil
		}
		delimiter = s
	}
	if a[0] == nil {
		return nil
	}
	var parts []string
	for _, v := range asList(a[0]) {
		switch v := v.(type) {
		case nil:
		case string:
			parts = append(parts, v)
		default:
			return nil
		}
	}
	return strings.Join(parts, delimiter)
}

// sortList sorts a list by its values, or by a function that reports whether its first argument comes before the
// second one.
func sortList(a []any) any {
	if a[0] == nil {
		return nil
	}
	order := func(x, y any) (int, bool, error) {
		c, ok := compare(x, y)
		return c, ok, nil
	}
	if len(a) == 2 {
		before, ok := a[1].(*Function)
		if !ok {
			return nil
		}
		order = before.order
	}
	l := slices.Clone(asList(a[0]))
	var failed error
	known := true
	slices.SortStableFunc(l, func(x, y any) int {
		c, ok, err := order(x, y)
		if failed == nil {
			failed = err
		}
		known = known && ok
		return c
	})
	if failed != nil {
		return failed
	}
	return orNull(l, known)
}

// order compares two values by a function that reports whether one comes before the other.
func (f *Function) order(x, y any) (int, bool, error) {
	for i, pair := range [][]any{{x, y}, {y, x}} {
		if v, err := f.Call(pair, nil); err != nil || v == true {
			return 2*i - 1, true, err
		}
	}
	return 0, true, nil
}
