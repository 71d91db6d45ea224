package feel

import (
	"maps"
	"math/big"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf8"
)

// function is a function of FEEL. Arguments of the wrong kind make null. Its result may also be an error.
type function = *builtin

type builtin struct {
	least, most int
	do          func([]any) any
}

// basicFunctions returns the functions of common use by name.
func basicFunctions() map[string]function {
	return map[string]function{
		"not":     {1, 1, func(a []any) any { b, ok := a[0].(bool); return orNull(!b, ok) }},
		"abs":     ofNumber(func(r *big.Rat) any { return new(big.Rat).Abs(r) }),
		"floor":   {1, 2, func(a []any) any { return roundTo(a, floor) }},
		"ceiling": {1, 2, func(a []any) any { return roundTo(a, ceiling) }},
		"count":   {1, 1, func(a []any) any { l, ok := a[0].([]any); return orNull(new(big.Rat).SetInt64(int64(len(l))), ok) }},
		"min":     {1, -1, func(a []any) any { return best(spread(a), -1) }},
		"max":     {1, -1, func(a []any) any { return best(spread(a), 1) }},
		"sum":     {1, -1, func(a []any) any { return Sum(spread(a)) }},
		"mean":    {1, -1, mean},
		"list contains": {2, 2, func(a []any) any {
			l, ok := a[0].([]any)
			return orNull(slices.ContainsFunc(l, func(v any) bool { return Equal(v, a[1]) }), ok)
		}},
		"append":        {2, -1, func(a []any) any { l, ok := a[0].([]any); return orNull(slices.Concat(l, a[1:]), ok) }},
		"concatenate":   {1, -1, func(a []any) any { return spread(a) }},
		"contains":      ofStrings(strings.Contains),
		"starts with":   ofStrings(strings.HasPrefix),
		"ends with":     ofStrings(strings.HasSuffix),
		"upper case":    ofString(func(s string) any { return strings.ToUpper(s) }),
		"lower case":    ofString(func(s string) any { return strings.ToLower(s) }),
		"string length": ofString(func(s string) any { return new(big.Rat).SetInt64(int64(utf8.RuneCountInString(s))) }),
		"substring":     {2, 3, substring},
		"string": {1, 1, func(a []any) any {
			switch v := a[0].(type) {
			case nil, string:
				return v
			case Date:
				return v.String()
			case Duration:
				return v.String()
			}
			return Text(a[0])
		}},
		"date": {1, 3, date},
	}
}

var (
	made     sync.Once
	allNamed map[string]function
)

// builtins returns the functions by name. It makes them at its first call: a variable that is initialised would be
// linked into programs that never parse FEEL.
func builtins() map[string]function {
	made.Do(func() {
		allNamed = map[string]function{}
		for _, family := range []map[string]function{basicFunctions(), listFunctions(), numberFunctions(), textFunctions()} {
			maps.Copy(allNamed, family)
		}
	})
	return allNamed
}

func orNull(v any, ok bool) any {
	if !ok {
		return nil
	}
	return v
}

func ofNumber(do func(*big.Rat) any) function {
	return &builtin{1, 1, func(a []any) any {
		if r, ok := single(a[0]).(*big.Rat); ok {
			return do(r)
		}
		return nil
	}}
}

func ofString(do func(string) any) function {
	return &builtin{1, 1, func(a []any) any {
		if s, ok := single(a[0]).(string); ok {
			return do(s)
		}
		return nil
	}}
}

func ofStrings(do func(a, b string) bool) function {
	return &builtin{2, 2, func(a []any) any {
		x, okX := a[0].(string)
		y, okY := a[1].(string)
		return orNull(do(x, y), okX && okY)
	}}
}

// single returns the item of a list with one, as FEEL converts it where no list is expected.
func single(v any) any {
	if l, ok := v.([]any); ok && len(l) == 1 {
		return l[0]
	}
	return v
}

// Single returns the item of a list with one item, and other values as they are.
func Single(v any) any { return single(v) }

// spread returns the arguments, or the items of a single list.
func spread(a []any) []any {
	var list []any
	for _, v := range a {
		if l, ok := v.([]any); ok {
			list = append(list, l...)
		} else {
			list = append(list, v)
		}
	}
	return list
}

// best returns the least (sign -1) or the greatest (1) value, or nil if the values have no order.
func best(list []any, sign int) any {
	if len(list) == 0 {
		return nil
	}
	found := list[0]
	for _, v := range list[1:] {
		c, ok := compare(v, found)
		if !ok {
			return nil
		}
		if c == sign {
			found = v
		}
	}
	return found
}

// Min returns the least of some values, or nil.
func Min(list []any) any { return best(list, -1) }

// Max returns the greatest of some values, or nil.
func Max(list []any) any { return best(list, 1) }

// Sum returns the sum of numbers, or nil if the list is empty or has other values.
func Sum(list []any) any {
	if len(list) == 0 {
		return nil
	}
	sum := new(big.Rat)
	for _, v := range list {
		r, ok := v.(*big.Rat)
		if !ok {
			return nil
		}
		sum.Add(sum, r)
	}
	return sum
}

func mean(a []any) any {
	list := spread(a)
	sum, ok := Sum(list).(*big.Rat)
	if !ok {
		return nil
	}
	return sum.Quo(sum, new(big.Rat).SetInt64(int64(len(list))))
}

func floor(r *big.Rat) *big.Rat {
	// Div rounds down for the positive denominator.
	return new(big.Rat).SetInt(new(big.Int).Div(r.Num(), r.Denom()))
}

// substring returns the characters of a string from a position on, counted from 1 or, if negative, from
// the end.
func substring(a []any) any {
	s, ok := a[0].(string)
	from, okFrom := a[1].(*big.Rat)
	if !ok || !okFrom {
		return nil
	}
	from = bySign(from, floor)
	if from.Sign() == 0 || !from.Num().IsInt64() {
		return nil
	}
	runes := []rune(s)
	start := from.Num().Int64() - 1
	if start < 0 {
		start += int64(len(runes)) + 1
	}
	if start < 0 || start > int64(len(runes)) {
		return nil
	}
	end := int64(len(runes))
	if len(a) == 3 {
		n, ok := a[2].(*big.Rat)
		if !ok || n.Sign() < 0 {
			return nil
		}
		n = floor(n)
		if n.Num().IsInt64() {
			end = min(end, start+n.Num().Int64())
		}
	}
	return string(runes[start:end])
}

func date(a []any) any {
	if len(a) == 3 {
		var n [3]int
		for i := range n {
			var ok bool
			if n[i], ok = wholeNumber(a[i]); !ok {
				return nil
			}
		}
		d := time.Date(n[0], time.Month(n[1]), n[2], 0, 0, 0, 0, time.UTC)
		return orNull(Date{d}, d.Day() == n[2] && int(d.Month()) == n[1])
	}
	switch v := a[0].(type) {
	case Date:
		return v
	case string:
		d, err := time.Parse(time.DateOnly, v)
		return orNull(Date{d}, err == nil)
	}
	return nil
}
