package objects

import (
	"fmt"
	"strings"
	"unicode/utf16"

	"farbank/rules/value"
)

// StringMethod calls a method of a string.
func StringMethod(s, method string, args []value.Value) (value.Value, error) {
	text := func(i int) string { return args[i].Display() }
	switch len(args) {
	case 0:
		switch method {
		case "length":
			return value.Integer(int64(len([]rune(s)))), nil
		case "toString", "intern":
			return value.String(s), nil
		case "toUpperCase":
			return value.String(strings.ToUpper(s)), nil
		case "toLowerCase":
			return value.String(strings.ToLower(s)), nil
		case "trim":
			return value.String(strings.TrimSpace(s)), nil
		case "isEmpty":
			return value.Bool(s == ""), nil
		case "hashCode":
			h := uint32(0)
			for _, c := range utf16.Encode([]rune(s)) {
				h = h*31 + uint32(c)
			}
			return value.Integer(int64(int32(h))), nil
		}
	case 1:
		switch method {
		case "equals":
			return value.Bool(args[0].IsLexeme() && s == text(0)), nil
		case "equalsIgnoreCase":
			return value.Bool(strings.EqualFold(s, text(0))), nil
		case "compareTo":
			return value.Integer(compareStrings(s, text(0))), nil
		case "indexOf":
			return value.Integer(runeIndex(s, strings.Index(s, text(0)))), nil
		case "lastIndexOf":
			return value.Integer(runeIndex(s, strings.LastIndex(s, text(0)))), nil
		case "startsWith":
			return value.Bool(strings.HasPrefix(s, text(0))), nil
		case "endsWith":
			return value.Bool(strings.HasSuffix(s, text(0))), nil
		case "contains":
			return value.Bool(strings.Contains(s, text(0))), nil
		case "concat":
			return value.String(s + text(0)), nil
		case "charAt", "substring":
			return substring(s, method, args)
		}
	case 2:
		switch method {
		case "substring":
			return substring(s, method, args)
		case "replace", "replaceAll":
			return value.String(strings.ReplaceAll(s, text(0), text(1))), nil
		}
	}
	return value.False, NoMethod("string", method, args)
}

// substring implements substring and charAt, counting characters from 0.
func substring(s, method string, args []value.Value) (value.Value, error) {
	for _, a := range args {
		if a.Kind() != value.IntegerKind {
			return value.False, fmt.Errorf("%s is no integer", a)
		}
	}
	runes := []rune(s)
	from, to := args[0].Int(), int64(len(runes))
	if method == "charAt" {
		to = from + 1
	} else if len(args) == 2 {
		to = args[1].Int()
	}
	if from < 0 || to > int64(len(runes)) || from > to {
		return value.False, fmt.Errorf("%d to %d lies outside of %q", from, to, s)
	}
	return value.String(string(runes[from:to])), nil
}

func runeIndex(s string, i int) int64 {
	if i < 0 {
		return -1
	}
	return int64(len([]rune(s[:i])))
}

// compareStrings implements compareTo: the difference of the first characters that differ, or of the
// lengths.
func compareStrings(a, b string) int64 {
	x, y := utf16.Encode([]rune(a)), utf16.Encode([]rune(b))
	for i := range min(len(x), len(y)) {
		if x[i] != y[i] {
			return int64(x[i]) - int64(y[i])
		}
	}
	return int64(len(x) - len(y))
}

// NumberMethod calls a method of a number.
func NumberMethod(v value.Value, method string, args []value.Value) (value.Value, error) {
	switch {
	case (method == "intValue" || method == "longValue") && len(args) == 0:
		return value.Integer(v.Int()), nil
	case method == "doubleValue" && len(args) == 0:
		return value.Float(v.Number()), nil
	case method == "toString" && len(args) == 0:
		return value.String(v.String()), nil
	case method == "equals" && len(args) == 1:
		return value.Bool(value.Equal(v, args[0])), nil
	case method == "compareTo" && len(args) == 1 && args[0].IsNumber():
		a, b := v.Number(), args[0].Number()
		if a < b {
			return value.Integer(-1), nil
		}
		if a > b {
			return value.Integer(1), nil
		}
		return value.Integer(0), nil
	}
	return value.False, NoMethod("number", method, args)
}
