package feel

import (
	"fmt"
	"math/big"
	"reflect"
	"slices"
	"strings"
	"time"
)

// A value is nil, a bool, a *big.Rat, a string, a Date, a Duration, a []any, a Context, a Range or a *Function.

// Context is an ordered set of named values.
type Context struct {
	Names  []string
	Values map[string]any
}

// Date is a calendar date.
type Date struct{ time.Time }

// String returns the date as YYYY-MM-DD.
func (d Date) String() string { return d.Format(time.DateOnly) }

// Range is an interval.
type Range struct {
	Low, High         any // nil: no bound
	OpenLow, OpenHigh bool
}

// Import converts a Go value, as of encoding/json, to one of FEEL.
func Import(v any) (any, error) {
	switch v := v.(type) {
	case nil, bool, string, *big.Rat, Date, Duration, Context:
		return v, nil
	case time.Time:
		return Date{v}, nil
	case float64:
		r, ok := new(big.Rat).SetString(fmt.Sprint(v))
		if !ok {
			return nil, fmt.Errorf("%v is no number of FEEL", v)
		}
		return r, nil
	case fmt.Stringer: // json.Number and others
		if r, ok := new(big.Rat).SetString(v.String()); ok {
			return r, nil
		}
	case []any:
		list := make([]any, len(v))
		for i, item := range v {
			var err error
			if list[i], err = Import(item); err != nil {
				return nil, err
			}
		}
		return list, nil
	case map[string]any:
		c := Context{Values: map[string]any{}}
		for name, item := range v {
			w, err := Import(item)
			if err != nil {
				return nil, err
			}
			c.Names, c.Values[name] = append(c.Names, name), w
		}
		slices.Sort(c.Names)
		return c, nil
	}
	switch r := reflect.ValueOf(v); r.Kind() {
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return new(big.Rat).SetInt64(r.Int()), nil
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32:
		return new(big.Rat).SetInt64(int64(r.Uint())), nil
	}
	return nil, fmt.Errorf("a value of type %T has no place in FEEL", v)
}

// Export converts a value of FEEL to a Go value: numbers become float64, dates strings.
func Export(v any) any {
	switch v := v.(type) {
	case *big.Rat:
		f, _ := v.Float64()
		return f
	case Date:
		return v.String()
	case Duration:
		return v.String()
	case *Function, Range:
		return Text(v)
	case []any:
		list := make([]any, len(v))
		for i, item := range v {
			list[i] = Export(item)
		}
		return list
	case Context:
		m := map[string]any{}
		for name, item := range v.Values {
			m[name] = Export(item)
		}
		return m
	}
	return v
}

// Text returns a value as FEEL writes it.
func Text(v any) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case string:
		return fmt.Sprintf("%q", v)
	case *big.Rat:
		return number(v)
	case Date:
		return fmt.Sprintf("date(%q)", v.String())
	case Duration:
		return fmt.Sprintf("duration(%q)", v.String())
	case *Function:
		return "function(" + strings.Join(v.Params, ", ") + ")"
	case Range:
		return v.text()
	case []any:
		parts := make([]string, len(v))
		for i, item := range v {
			parts[i] = Text(item)
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case Context:
		parts := make([]string, len(v.Names))
		for i, name := range v.Names {
			parts[i] = name + ": " + Text(v.Values[name])
		}
		return "{" + strings.Join(parts, ", ") + "}"
	}
	return fmt.Sprint(v)
}

// text returns an interval as FEEL writes it.
func (r Range) text() string {
	low, high := "[", "]"
	if r.OpenLow {
		low = "("
	}
	if r.OpenHigh {
		high = ")"
	}
	return low + Text(r.Low) + ".." + Text(r.High) + high
}

// number returns a number with at most 34 digits after the point.
func number(r *big.Rat) string {
	if r.IsInt() {
		return r.Num().String()
	}
	text := strings.TrimRight(strings.TrimRight(r.FloatString(34), "0"), ".")
	if text == "-0" {
		return "0"
	}
	return text
}

// Equal reports whether two values are equal; a string equals the date that it writes.
func Equal(a, b any) bool {
	switch x := a.(type) {
	case []any:
		y, ok := b.([]any)
		return ok && slices.EqualFunc(x, y, Equal)
	case Context:
		y, ok := b.(Context)
		if !ok || len(x.Names) != len(y.Names) {
			return false
		}
		for name, v := range x.Values {
			w, known := y.Values[name]
			if !known || !Equal(v, w) {
				return false
			}
		}
		return true
	}
	if c, ok := compare(a, b); ok {
		return c == 0
	}
	if reflect.TypeOf(a) != reflect.TypeOf(b) {
		return false
	}
	switch x := a.(type) {
	case Range:
		y := b.(Range)
		return x.OpenLow == y.OpenLow && x.OpenHigh == y.OpenHigh && Equal(x.Low, y.Low) && Equal(x.High, y.High)
	case Duration:
		return false // of another kind
	}
	return a == b
}

// compare compares two numbers, strings or dates. It returns false for values that have no order.
func compare(a, b any) (int, bool) {
	switch x := a.(type) {
	case *big.Rat:
		if y, ok := b.(*big.Rat); ok {
			return x.Cmp(y), true
		}
	case string:
		switch y := b.(type) {
		case string:
			return strings.Compare(x, y), true
		case Date:
			if d, err := time.Parse(time.DateOnly, x); err == nil {
				return d.Compare(y.Time), true
			}
		case Duration:
			if d, ok := ParseDuration(x); ok {
				return compare(d, y)
			}
		}
	case Duration:
		switch y := b.(type) {
		case Duration:
			return x.amount().Cmp(y.amount()), x.YearMonth == y.YearMonth
		case string:
			c, ok := compare(b, a)
			return -c, ok
		}
	case Date:
		switch y := b.(type) {
		case Date:
			return x.Compare(y.Time), true
		case string:
			c, ok := compare(b, a)
			return -c, ok
		}
	}
	return 0, false
}

// Contains reports whether a value lies in the interval.
func (r Range) Contains(v any) bool {
	if r.Low != nil {
		if c, ok := compare(v, r.Low); !ok || c < 0 || c == 0 && r.OpenLow {
			return false
		}
	}
	if r.High != nil {
		if c, ok := compare(v, r.High); !ok || c > 0 || c == 0 && r.OpenHigh {
			return false
		}
	}
	return true
}
