package objects

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"farbank/rules/internal/fault"
	"farbank/rules/value"
)

// GoType is a Go type of which programs in the dialect of Jess create objects with new.
type GoType struct {
	Name   string
	Makers []reflect.Value // functions that return an object
	types  []reflect.Type  // of their results
}

// DefineType lets programs in the dialect of Jess create objects of a Go type by (new name
// arguments...). A maker is a function that returns an object, or an object and an error; the first
// one that accepts the arguments is called. A maker that is a struct serves as an example: (new
// name) returns a pointer to a copy of it. The copy is shallow: all objects share its maps, slices
// and pointers, so use a function for structs that have them. For a map type (new name) returns a
// new map, for a slice type a pointer to a new slice.
//
// Programs call the exported methods of an object by their names, also with a lower-case first
// letter: (?account deposit 5). If there is no such method, getX, isX and setX read and set the
// exported field X, as ?account.x does. A Go map has the methods of Java's Map and a pointer to a
// slice those of List; both are printed and compared as in Java.
func (r *Registry) DefineType(name string, makers ...any) error {
	if name == "" || len(makers) == 0 {
		return fmt.Errorf("rules: a type needs a name and a way to make its objects")
	}
	t := &GoType{Name: name}
	for _, maker := range makers {
		f, err := makerOf(name, reflect.ValueOf(maker))
		if err != nil {
			return err
		}
		t.Makers, t.types = append(t.Makers, f), append(t.types, f.Type().Out(0))
	}
	r.WithMethods()
	r.types = append(slices.DeleteFunc(r.types, func(old *GoType) bool { return old.Name == name }), t)
	return nil
}

// makerOf returns a maker as a function.
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

// GoType returns the type with a name, or with the same last part of the name.
func (r *Registry) GoType(name string) *GoType {
	for _, exact := range []bool{true, false} {
		for _, t := range r.types {
			if t.Name == name || !exact && ClassName(t.Name) == ClassName(name) {
				return t
			}
		}
	}
	return nil
}

// Has reports whether a value has the type of the results of a maker.
func (t *GoType) Has(v value.Value) bool {
	x := reflect.ValueOf(natural(v))
	return x.IsValid() && slices.ContainsFunc(t.types, x.Type().AssignableTo)
}

// WithMethods lets programs call the methods of Go values. A lookup of methods by name makes the
// linker keep all methods of a program. Hence only environments that receive Go values call this.
func (r *Registry) WithMethods() {
	r.methodNamed = func(o reflect.Value, name string) reflect.Value { return o.MethodByName(name) } // a call: the linker sees no method value
}

// method returns a method of o, or the zero Value.
func (r *Registry) method(o reflect.Value, name string) reflect.Value {
	if r.methodNamed == nil {
		return reflect.Value{}
	}
	return r.methodNamed(o, name)
}

// InvokeGo calls a method of a Go value.
func (r *Registry) InvokeGo(o reflect.Value, method string, args []value.Value) (value.Value, error) {
	if method == "" {
		return value.False, NoMethod(o.Type().String(), method, args)
	}
	for _, name := range []string{method, Capital(method)} {
		m := r.method(o, name)
		if !m.IsValid() || !Takes(m.Type(), len(args)) {
			continue
		}
		in, wrong := GoArguments(m.Type(), 0, args)
		if wrong >= 0 {
			return value.False, &fault.ArgumentError{Function: method, Argument: wrong + 1, Want: "of type " + Parameter(m.Type(), wrong).String()}
		}
		return r.Results(m.Call(in))
	}
	if o.Kind() == reflect.Pointer && !o.IsNil() {
		switch o.Elem().Kind() {
		case reflect.Slice:
			return (&goList{r, o.Elem()}).Call(method, args)
		case reflect.Map:
			return (&goMap{r, o.Elem()}).Call(method, args)
		}
	}
	return r.accessor(o, method, args)
}

// accessor implements getX, isX and setX by the field X, and the methods of every object.
func (r *Registry) accessor(o reflect.Value, method string, args []value.Value) (value.Value, error) {
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
			if Store(args[0], f) != nil {
				return value.False, &fault.ArgumentError{Function: method, Argument: 1, Want: "of type " + f.Type().String()}
			}
			return value.Nil, nil
		}
		if method == "equals" {
			return value.Bool(args[0].Ref() == o.Interface()), nil
		}
	}
	return value.False, NoMethod(o.Type().String(), method, args)
}

// Capital returns name with a capital first letter, as after get and set.
func Capital(name string) string { return strings.ToUpper(name[:1]) + name[1:] }

// goField returns the field of a struct with the given name, or with the name capitalized.
func goField(o reflect.Value, name string) (reflect.Value, bool) {
	for o.Kind() == reflect.Pointer && !o.IsNil() {
		o = o.Elem()
	}
	if o.Kind() != reflect.Struct || name == "" {
		return o, false
	}
	for _, n := range []string{name, Capital(name)} {
		if f, ok := o.Type().FieldByName(n); ok && f.IsExported() {
			v, err := o.FieldByIndexErr(f.Index)
			return v, err == nil
		}
	}
	return o, false
}
