package objects

import (
	"errors"
	"fmt"
	"reflect"

	"farbank/rules/rete"
	"farbank/rules/value"
)

// ValueOf converts a Go value to one of the language: booleans become TRUE and FALSE, integers and
// floats numbers, strings strings, a Symbol a symbol, slices and arrays multifields, facts their
// addresses. A nil pointer or map becomes nil. Anything else becomes an external address: Go
// functions receive it unchanged, and programs in the dialect of Jess call its methods (see
// DefineType). A value of a type that is not comparable, except a map, must be passed by pointer.
func (r *Registry) ValueOf(x any) (value.Value, error) {
	switch x := x.(type) {
	case nil:
		return value.Nil, nil
	case value.Value:
		return x, nil
	case Symbol:
		return r.Symbol(string(x)), nil
	case *rete.Fact:
		return rete.Address(x), nil
	}
	v := reflect.ValueOf(x)
	switch v.Kind() {
	case reflect.Bool:
		return value.Bool(v.Bool()), nil
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return value.Integer(v.Int()), nil
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		if v.Uint() > 1<<63-1 {
			return value.Value{}, fmt.Errorf("rules: %d does not fit an integer", v.Uint())
		}
		return value.Integer(int64(v.Uint())), nil
	case reflect.Float32, reflect.Float64:
		return value.Float(v.Float()), nil
	case reflect.String:
		return value.String(v.String()), nil
	case reflect.Slice, reflect.Array:
		items := make([]value.Value, v.Len())
		for i := range items {
			item, err := r.ValueOf(v.Index(i).Interface())
			if err != nil {
				return value.Value{}, err
			}
			items[i] = item
		}
		return value.List(items...), nil
	}
	if k := v.Kind(); (k == reflect.Map || k == reflect.Pointer) && v.IsNil() {
		return value.Nil, nil
	}
	if v.Kind() == reflect.Map {
		return External(&goMap{r, v}), nil
	}
	if !v.Comparable() {
		return value.Value{}, fmt.Errorf("rules: a %s cannot be held by a value; a pointer to one can", v.Type())
	}
	if isGoPointer(v) {
		return value.Reference(value.ExternalKind, goPointer{r, x}, 0), nil
	}
	return value.Reference(value.ExternalKind, x, 0), nil
}

// Symbol is a Go string that becomes a symbol of the language.
type Symbol string

// Store assigns a value of the language to a Go variable.
func Store(v value.Value, into reflect.Value) error {
	if into.Type() == reflect.TypeFor[value.Value]() {
		into.Set(reflect.ValueOf(v))
		return nil
	}
	if into.Kind() == reflect.Interface || v.Ref() != nil {
		if r := reflect.ValueOf(natural(v)); r.IsValid() && r.Type().AssignableTo(into.Type()) {
			into.Set(r)
			return nil
		}
	}
	switch into.Kind() {
	case reflect.Bool:
		into.SetBool(!v.IsFalse())
		return nil
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		if v.Kind() == value.IntegerKind && !into.OverflowInt(v.Int()) {
			into.SetInt(v.Int())
			return nil
		}
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		if v.Kind() == value.IntegerKind && v.Int() >= 0 && !into.OverflowUint(uint64(v.Int())) {
			into.SetUint(uint64(v.Int()))
			return nil
		}
	case reflect.Float32, reflect.Float64:
		if v.IsNumber() {
			into.SetFloat(v.Number())
			return nil
		}
	case reflect.String:
		if v.IsLexeme() {
			into.SetString(v.Text())
			return nil
		}
	case reflect.Slice:
		if items := Elements(v); v.Kind() == value.MultifieldKind || items != nil {
			return storeItems(items, into)
		}
	case reflect.Map:
		switch m := objectOf(v).(type) {
		case *hashMap:
			return storeMap(m, into)
		case *goMap:
			c, err := m.copied()
			if err != nil {
				return err
			}
			return storeMap(c, into)
		}
	case reflect.Interface, reflect.Pointer:
		if v == value.Nil {
			into.SetZero()
			return nil
		}
	}
	return fmt.Errorf("%s is no %s", v, into.Type())
}

// natural returns the Go value that corresponds to a value if any type is acceptable.
func natural(v value.Value) any {
	switch v.Kind() {
	case value.SymbolKind:
		switch v {
		case value.True, value.False:
			return v == value.True
		case value.Nil:
			return nil
		}
		return Symbol(v.Text())
	case value.StringKind:
		return v.Text()
	case value.IntegerKind:
		return v.Int()
	case value.FloatKind:
		return v.Number()
	case value.MultifieldKind:
		items := []any{}
		for _, item := range v.Items() {
			items = append(items, natural(item))
		}
		return items
	}
	if m, ok := v.Ref().(*goMap); ok {
		return m.v.Interface()
	}
	return v.Ref()
}

func storeItems(items []value.Value, into reflect.Value) error {
	s := reflect.MakeSlice(into.Type(), len(items), len(items))
	for i, item := range items {
		if err := Store(item, s.Index(i)); err != nil {
			return err
		}
	}
	into.Set(s)
	return nil
}

func storeMap(m *hashMap, into reflect.Value) error {
	t := into.Type()
	made := reflect.MakeMap(t)
	for _, e := range m.order {
		k, v := reflect.New(t.Key()).Elem(), reflect.New(t.Elem()).Elem()
		if err := errors.Join(Store(e.key, k), Store(e.value, v)); err != nil {
			return err
		}
		made.SetMapIndex(k, v)
	}
	into.Set(made)
	return nil
}

// Parameter returns the type of argument i of a function.
func Parameter(t reflect.Type, i int) reflect.Type {
	if t.IsVariadic() && i >= t.NumIn()-1 {
		return t.In(t.NumIn() - 1).Elem()
	}
	return t.In(i)
}

// GoArguments converts the arguments of a Go function, whose number is correct. wrong is the index of
// the first one that does not fit, or -1. The first of them is parameter first.
func GoArguments(t reflect.Type, first int, values []value.Value) (args []reflect.Value, wrong int) {
	args = make([]reflect.Value, len(values))
	for i, v := range values {
		args[i] = reflect.New(Parameter(t, first+i)).Elem()
		if Store(v, args[i]) != nil {
			return nil, i
		}
	}
	return args, -1
}

// Takes reports whether a function accepts n arguments.
func Takes(t reflect.Type, n int) bool {
	return n == t.NumIn() || t.IsVariadic() && n >= t.NumIn()-1
}

// Results converts the results of a Go function to a value, the first one, and an error, if the last
// one is an error.
func (r *Registry) Results(out []reflect.Value) (value.Value, error) {
	if n := len(out); n > 0 && out[n-1].Type() == reflect.TypeFor[error]() {
		if err, _ := out[n-1].Interface().(error); err != nil {
			return value.False, err
		}
		out = out[:n-1]
	}
	if len(out) == 0 {
		return value.Value{}, nil
	}
	return r.ValueOf(out[0].Interface())
}
