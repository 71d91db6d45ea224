package bridge

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"time"

	"farbank/rules/internal/core"
	"farbank/rules/internal/objects"
	"farbank/rules/value"
)

var (
	timeType  = reflect.TypeFor[time.Time]()
	valueType = reflect.TypeFor[value.Value]()
	factType  = reflect.TypeFor[*core.Fact]()
)

// optional reports whether a pointer type stands for an optional value of the language: a pointer to a number,
// a string, a boolean, a time or a duration.
func optional(t reflect.Type) bool {
	if t.Kind() != reflect.Pointer {
		return false
	}
	switch t = t.Elem(); t.Kind() {
	case reflect.Bool, reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64, reflect.Uint, reflect.Uint8,
		reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Float32, reflect.Float64, reflect.String:
		return true
	}
	return t == timeType
}

// multi reports whether fields of a type are multislots.
func multi(e core.Dialect, t reflect.Type) bool {
	return t.Kind() == reflect.Slice || t.Kind() == reflect.Array || t.Kind() == reflect.Map && e != core.Jess
}

// slotValue converts a field of a struct to the value of a slot: a time and a duration to nanoseconds (since
// 1970 for a time; nil for the zero time), a pointer to a number, string, boolean or time to what it points to
// or nil, a map to its keys and values in turn, sorted by key. Jess keeps maps as objects. Everything else is
// converted by ValueOf.
func slotValue(e *core.Environment, v reflect.Value) (value.Value, error) {
	t := v.Type()
	switch {
	case t == timeType:
		return TimeValue(v.Interface().(time.Time))
	case t == valueType || t == factType:
		return e.ValueOf(v.Interface())
	case optional(t):
		if v.IsNil() {
			return value.Nil, nil
		}
		return slotValue(e, v.Elem())
	}
	switch t.Kind() {
	case reflect.Slice, reflect.Array:
		items := make([]value.Value, v.Len())
		for i := range items {
			item, err := slotValue(e, v.Index(i))
			if err != nil {
				return value.Value{}, err
			}
			items[i] = item
		}
		return value.List(items...), nil
	case reflect.Map:
		if e.Dialect != core.Jess {
			return mapValue(e, v)
		}
	case reflect.Interface:
		if !v.IsNil() {
			return slotValue(e, v.Elem())
		}
	}
	return e.ValueOf(v.Interface())
}

// TimeValue returns a time as nanoseconds since 1970, and nil for the zero time.
func TimeValue(t time.Time) (value.Value, error) {
	switch {
	case t.IsZero():
		return value.Nil, nil
	case t.Year() < 1678 || t.Year() > 2261:
		return value.Value{}, fmt.Errorf("rules: the time %s cannot be counted in nanoseconds since 1970", t.Format(time.RFC3339))
	}
	return value.Integer(t.UnixNano()), nil
}

func mapValue(e *core.Environment, v reflect.Value) (value.Value, error) {
	type pair struct{ key, value value.Value }
	var pairs []pair
	for k, x := range v.Seq2() {
		key, err := slotValue(e, k)
		if err != nil {
			return value.Value{}, err
		}
		of, err := slotValue(e, x)
		if err != nil {
			return value.Value{}, err
		}
		if of.Kind() == value.MultifieldKind || key.Kind() == value.MultifieldKind {
			return value.Value{}, fmt.Errorf("rules: a %s has lists, which a multislot cannot hold", v.Type())
		}
		pairs = append(pairs, pair{key, of})
	}
	slices.SortFunc(pairs, func(a, b pair) int {
		if a.key.IsNumber() && b.key.IsNumber() {
			return cmp.Compare(a.key.Number(), b.key.Number())
		}
		return cmp.Compare(a.key.String(), b.key.String())
	})
	var items []value.Value
	for _, p := range pairs {
		items = append(items, p.key, p.value)
	}
	return value.List(items...), nil
}

// storeSlot assigns the value of a slot to a field of a struct; see slotValue.
func storeSlot(v value.Value, into reflect.Value) error {
	t := into.Type()
	switch {
	case t == timeType:
		switch {
		case v == value.Nil:
			into.SetZero()
		case v.Kind() == value.IntegerKind:
			into.Set(reflect.ValueOf(time.Unix(0, v.Int()).UTC()))
		default:
			return fmt.Errorf("%s is no time.Time", v)
		}
		return nil
	case optional(t):
		if v == value.Nil {
			into.SetZero()
			return nil
		}
		p := reflect.New(t.Elem())
		if err := storeSlot(v, p.Elem()); err != nil {
			return err
		}
		into.Set(p)
		return nil
	case t.Kind() == reflect.Slice && v.Kind() == value.MultifieldKind && t != valueType:
		items := v.Items()
		s := reflect.MakeSlice(t, len(items), len(items))
		for i, item := range items {
			if err := storeSlot(item, s.Index(i)); err != nil {
				return err
			}
		}
		into.Set(s)
		return nil
	case t.Kind() == reflect.Map && v.Kind() == value.MultifieldKind:
		return storePairs(v.Items(), into)
	}
	return objects.Store(v, into)
}

func storePairs(items []value.Value, into reflect.Value) error {
	t := into.Type()
	if len(items)%2 != 0 {
		return fmt.Errorf("%d values are no pairs of a %s", len(items), t)
	}
	made := reflect.MakeMap(t)
	for i := 0; i < len(items); i += 2 {
		k, v := reflect.New(t.Key()).Elem(), reflect.New(t.Elem()).Elem()
		if err := storeSlot(items[i], k); err != nil {
			return err
		}
		if err := storeSlot(items[i+1], v); err != nil {
			return err
		}
		made.SetMapIndex(k, v)
	}
	into.Set(made)
	return nil
}
