package rules

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"farbank/rules/value"
)

// A registry is what an environment knows of the values that its program holds: the symbols,
// the Go types of objects, and what was stored.
type registry struct {
	symbols     value.Table
	types       []*goType
	storage     map[string]value.Value
	methodNamed func(o reflect.Value, name string) reflect.Value // see withMethods
}

// Symbol gives the symbol of that text.
func (r *registry) Symbol(text string) value.Value { return r.symbols.Symbol(text) }

// goType is a Go type whose objects programs in the dialect of Jess make by new.
type goType struct {
	name   string
	makers []reflect.Value // functions that give an object
	types  []reflect.Type  // of what they give
}

// DefineType lets programs in the dialect of Jess make objects of a Go type:
// (new name arguments...). A maker is a function that gives an object, or an
// object and an error; the first that takes the arguments is called. A maker
// that is a struct is an example: (new name) is a pointer to a copy of it. The copy
// is shallow: maps, slices and pointers in the example are shared by all objects, so
// a maker that has them should be a function. Of a map type it is a new map; of a
// slice type, a pointer to a new slice.
//
// The exported methods of an object are called by their names, or by these with
// a small letter: (?account deposit 5). Where there is no method, getX, isX and
// setX read and set the exported field X, as ?account.x does. A Go map has the
// methods of Java's Map, a pointer to a slice those of List, and both are printed and
// compared as these are.
func (r *registry) DefineType(name string, makers ...any) error {
	if name == "" || len(makers) == 0 {
		return fmt.Errorf("rules: a type needs a name and a way to make its objects")
	}
	t := &goType{name: name}
	for _, maker := range makers {
		f, err := makerOf(name, reflect.ValueOf(maker))
		if err != nil {
			return err
		}
		t.makers, t.types = append(t.makers, f), append(t.types, f.Type().Out(0))
	}
	r.withMethods()
	r.types = append(slices.DeleteFunc(r.types, func(old *goType) bool { return old.name == name }), t)
	return nil
}

// makerOf turns a maker into a function.
func makerOf(name string, v reflect.Value) (reflect.Value, error) {
	var make func([]reflect.Value) []reflect.Value
	var given reflect.Type
	switch v.Kind() {
	case reflect.Func:
		t := v.Type()
		if v.IsNil() || t.NumOut() < 1 || t.NumOut() > 2 || t.NumOut() == 2 && t.Out(1) != reflect.TypeFor[error]() {
			return v, fmt.Errorf("rules: a maker of %s gives an object, or an object and an error", name)
		}
		return v, nil
	case reflect.Struct, reflect.Slice:
		given = reflect.PointerTo(v.Type())
		make = func([]reflect.Value) []reflect.Value {
			p := reflect.New(v.Type())
			if v.Kind() == reflect.Struct {
				p.Elem().Set(v)
			}
			return []reflect.Value{p}
		}
	case reflect.Map:
		given = v.Type()
		make = func([]reflect.Value) []reflect.Value { return []reflect.Value{reflect.MakeMap(v.Type())} }
	default:
		return v, fmt.Errorf("rules: %s: a function, struct, map or slice is expected as a maker", name)
	}
	return reflect.MakeFunc(reflect.FuncOf(nil, []reflect.Type{given}, false), make), nil
}

// goType finds a type by its name, or by the last part of it.
func (r *registry) goType(name string) *goType {
	for _, exact := range []bool{true, false} {
		for _, t := range r.types {
			if t.name == name || !exact && className(t.name) == className(name) {
				return t
			}
		}
	}
	return nil
}

// has reports whether a value is one that the type's makers could have made.
func (t *goType) has(v value.Value) bool {
	x := reflect.ValueOf(natural(v))
	return x.IsValid() && slices.ContainsFunc(t.types, x.Type().AssignableTo)
}

func (e *Environment) newGo(t *goType, args []value.Value) (value.Value, error) {
	var wanted []string
	for _, f := range t.makers {
		wanted = append(wanted, strings.TrimPrefix(f.Type().String(), "func"))
		if !takes(f.Type(), len(args)) {
			continue
		}
		if in, wrong := goArguments(f.Type(), args); wrong < 0 {
			return e.guard("new "+t.name, func() (value.Value, error) { return e.results(f.Call(in)) })
		}
	}
	return value.False, fmt.Errorf("new: %s is made of %s", t.name, strings.Join(wanted, " or "))
}

// withMethods lets programs call the methods of Go values. Who looks for methods by name
// keeps all methods of a program from being left out by the linker: so only an environment
// that Go values come into does.
func (r *registry) withMethods() {
	r.methodNamed = func(o reflect.Value, name string) reflect.Value { return o.MethodByName(name) } // a call: the linker sees no method value
}

func (r *registry) method(o reflect.Value, name string) reflect.Value {
	if r.methodNamed == nil {
		return reflect.Value{}
	}
	return r.methodNamed(o, name)
}

// invokeGo calls a method of a Go value.
func (r *registry) invokeGo(o reflect.Value, method string, args []value.Value) (value.Value, error) {
	if method == "" {
		return value.False, noMethod(o.Type().String(), method, args)
	}
	for _, name := range []string{method, capital(method)} {
		m := r.method(o, name)
		if !m.IsValid() || !takes(m.Type(), len(args)) {
			continue
		}
		in, wrong := goArguments(m.Type(), args)
		if wrong >= 0 {
			return value.False, &ArgumentError{Function: method, Argument: wrong + 1, Want: "of type " + parameter(m.Type(), wrong).String()}
		}
		return r.results(m.Call(in))
	}
	if o.Kind() == reflect.Pointer && !o.IsNil() {
		switch o.Elem().Kind() {
		case reflect.Slice:
			return (&goList{r, o.Elem()}).call(method, args)
		case reflect.Map:
			return (&goMap{r, o.Elem()}).call(method, args)
		}
	}
	return r.accessor(o, method, args)
}

// accessor does getX, isX and setX by the field X, and what every object can.
func (r *registry) accessor(o reflect.Value, method string, args []value.Value) (value.Value, error) {
	switch len(args) {
	case 0:
		for _, prefix := range []string{"get", "is", ""} {
			if name, ok := strings.CutPrefix(method, prefix); ok {
				if f, ok := goField(o, name); ok {
					return r.ValueOf(f.Interface())
				}
			}
		}
		if method == "toString" {
			return value.String(fmt.Sprint(o.Interface())), nil
		}
	case 1:
		name, ok := strings.CutPrefix(method, "set")
		if f, known := goField(o, name); ok && known && f.CanSet() {
			if store(args[0], f) != nil {
				return value.False, &ArgumentError{Function: method, Argument: 1, Want: "of type " + f.Type().String()}
			}
			return value.Nil, nil
		}
		if method == "equals" {
			return value.Bool(args[0].Ref() == o.Interface()), nil
		}
	}
	return value.False, noMethod(o.Type().String(), method, args)
}
