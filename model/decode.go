package model

import (
	"encoding"
	"fmt"
	"reflect"
	"strings"
)

// A DecodeError says why a value does not fit a Go value, or was not found.
type DecodeError struct {
	Path string // a path in the problem, such as at["wolf"]
	Why  string
}

// Error returns the path and the reason.
func (e *DecodeError) Error() string { return e.Path + ": " + e.Why }

// State returns a state of a plan as plain Go values by the names of the variables. Truth
// values are bool and numbers int64; names and characters are string. Tuples and sets are
// []any. Arrays are map[string]any from the index as text.
func (p *Problem) State(st Step) map[string]any {
	out := make(map[string]any, len(p.Vars))
	for i := range p.Vars {
		v := &p.Vars[i]
		out[v.Name] = v.Type.JSON(st.State[v.Base : v.Base+v.Cells])
	}
	return out
}

// Get returns the value of a variable in a state, or with indices an element of it, in the form
// of [Problem.State]: Get(s, "at", "wolf"). An index is a string, a bool, an integer, or []any
// for a tuple. The error is a *DecodeError.
func (p *Problem) Get(s State, name string, index ...any) (any, error) {
	v := p.variable(name)
	if v == nil {
		return nil, &DecodeError{name, "there is no such variable; there are " + strings.Join(p.variables(), ", ")}
	}
	t, leaves, path := v.Type, s[v.Base:v.Base+v.Cells], name
	if len(index) == 0 {
		return t.JSON(leaves), nil
	}
	if t.Kind != Array || len(index) > len(t.Index) {
		return nil, &DecodeError{name, fmt.Sprintf("it has %d indices, %d are given", len(t.Index), len(index))}
	}
	for d, x := range index {
		path += fmt.Sprintf("[%v]", x)
		n, _ := t.Index[d].Size()
		k, ok := t.Index[d].find(x)
		if !ok {
			return nil, &DecodeError{path, fmt.Sprintf("%v is not in %s", x, t.Index[d])}
		}
		size := int64(len(leaves)) / n
		leaves = leaves[k*size : (k+1)*size]
	}
	return arrayJSON(t, t.Index[len(index):], leaves), nil
}

func (p *Problem) variable(name string) *Var {
	for i := range p.Vars {
		if p.Vars[i].Name == name {
			return &p.Vars[i]
		}
	}
	return nil
}

func (p *Problem) variables() []string {
	names := make([]string, len(p.Vars))
	for i := range p.Vars {
		names[i] = p.Vars[i].Name
	}
	return names
}

// find returns the ordinal of the value of t that a Go value denotes.
func (t *Type) find(x any) (int64, bool) {
	text := fmt.Sprint(x)
	n, _ := t.Size()
	for k := range n {
		leaves := t.Nth(k)
		if t.Plain(leaves) == text || t.Kind == Tuple && fmt.Sprint(t.JSON(leaves)) == text {
			return k, true
		}
	}
	return 0, false
}

// Decode stores the variables of a state in the struct or map[string]T that into points to. A
// field takes the variable that its tag `farbank:"name"` names; without a tag, the variable of
// the field's name, ignoring case. Fields without such a variable stay as they are.
//
// Numbers go into integers in which they fit, names and characters into strings. All of these
// also go into an encoding.TextUnmarshaler. Tuples go into structs field by field, and into
// arrays and slices. Sets go into slices and maps to bool or struct{}. Arrays go into maps from
// index to element, and by position into slices and arrays. Everything goes into any, in the
// form of State. The error is a *DecodeError.
func (p *Problem) Decode(s State, into any) error {
	v := reflect.ValueOf(into)
	if v.Kind() != reflect.Pointer || v.IsNil() {
		return &DecodeError{"the state", fmt.Sprintf("it cannot be put into a %T; a pointer is needed", into)}
	}
	switch v = v.Elem(); v.Kind() {
	case reflect.Struct:
		return p.decodeStruct(s, v)
	case reflect.Map:
		if v.Type().Key().Kind() == reflect.String {
			return p.decodeMap(s, v)
		}
	}
	return &DecodeError{"the state", fmt.Sprintf("it cannot be put into a %s", v.Type())}
}

func (p *Problem) decodeStruct(s State, v reflect.Value) error {
	for i := range v.NumField() {
		f := v.Type().Field(i)
		tag, tagged := f.Tag.Lookup("farbank")
		if tag == "-" || !f.IsExported() {
			continue
		}
		var of *Var
		if tagged {
			if of = p.variable(tag); of == nil {
				return &DecodeError{tag, fmt.Sprintf("the field %s needs it, but there is no such variable; there are %s", f.Name, strings.Join(p.variables(), ", "))}
			}
		}
		for k := 0; of == nil && k < len(p.Vars); k++ {
			if strings.EqualFold(strings.ReplaceAll(p.Vars[k].Name, "_", ""), f.Name) {
				of = &p.Vars[k]
			}
		}
		if of == nil {
			continue
		}
		if err := decode(of.Type, s[of.Base:of.Base+of.Cells], v.Field(i), of.Name); err != nil {
			return err
		}
	}
	return nil
}

func (p *Problem) decodeMap(s State, v reflect.Value) error {
	if v.IsNil() {
		v.Set(reflect.MakeMap(v.Type()))
	}
	for i := range p.Vars {
		of := &p.Vars[i]
		elem := reflect.New(v.Type().Elem()).Elem()
		if err := decode(of.Type, s[of.Base:of.Base+of.Cells], elem, of.Name); err != nil {
			return err
		}
		v.SetMapIndex(reflect.ValueOf(of.Name).Convert(v.Type().Key()), elem)
	}
	return nil
}

// decode stores a value of type t in a Go value.
func decode(t *Type, leaves []int64, v reflect.Value, path string) error {
	for v.Kind() == reflect.Pointer {
		if v.IsNil() {
			v.Set(reflect.New(v.Type().Elem()))
		}
		v = v.Elem()
	}
	if v.Kind() == reflect.Interface && v.NumMethod() == 0 {
		v.Set(reflect.ValueOf(t.JSON(leaves)))
		return nil
	}
	if u, ok := v.Addr().Interface().(encoding.TextUnmarshaler); ok && t.Scalar() {
		if err := u.UnmarshalText([]byte(t.Plain(leaves))); err != nil {
			return &DecodeError{path, err.Error()}
		}
		return nil
	}
	switch t.Kind {
	case Tuple:
		return decodeTuple(t, leaves, v, path)
	case Set:
		return decodeSet(t, leaves, v, path)
	case Array:
		return decodeArray(t, t.Index, leaves, v, path)
	}
	return decodeScalar(t, leaves[0], v, path)
}

func decodeScalar(t *Type, leaf int64, v reflect.Value, path string) error {
	switch {
	case t.Kind == Bool && v.Kind() == reflect.Bool:
		v.SetBool(leaf != 0)
		return nil
	case (t.Kind == Enum || t.Kind == Char) && v.Kind() == reflect.String:
		v.SetString(t.Plain([]int64{leaf}))
		return nil
	case t.Kind != Int:
	case v.CanInt():
		if v.OverflowInt(leaf) {
			return &DecodeError{path, fmt.Sprintf("%d does not fit a %s", leaf, v.Type())}
		}
		v.SetInt(leaf)
		return nil
	case v.CanUint():
		if leaf < 0 || v.OverflowUint(uint64(leaf)) {
			return &DecodeError{path, fmt.Sprintf("%d does not fit a %s", leaf, v.Type())}
		}
		v.SetUint(uint64(leaf))
		return nil
	}
	return misfit(t, v, path)
}

func misfit(t *Type, v reflect.Value, path string) error {
	return &DecodeError{path, fmt.Sprintf("a value of %s cannot be put into a %s", t, v.Type())}
}

func decodeTuple(t *Type, leaves []int64, v reflect.Value, path string) error {
	part := func(i int) reflect.Value { return v.Index(i) }
	switch {
	case v.Kind() == reflect.Struct && v.NumField() == len(t.Elems):
		part = v.Field
	case v.Kind() == reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), len(t.Elems), len(t.Elems)))
	case v.Kind() == reflect.Array && v.Len() == len(t.Elems):
	default:
		return misfit(t, v, path)
	}
	for i, e := range t.Elems {
		to := part(i)
		if !to.CanSet() {
			return &DecodeError{path, fmt.Sprintf("a field of %s is not exported", v.Type())}
		}
		n := e.Leaves()
		if err := decode(e, leaves[:n], to, fmt.Sprintf("%s.%d", path, i+1)); err != nil {
			return err
		}
		leaves = leaves[n:]
	}
	return nil
}

func decodeSet(t *Type, leaves []int64, v reflect.Value, path string) error {
	members := t.MembersOf(leaves)
	switch v.Kind() {
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), len(members), len(members)))
		for i, m := range members {
			if err := decode(t.Elems[0], m, v.Index(i), path); err != nil {
				return err
			}
		}
		return nil
	case reflect.Map:
		is := reflect.New(v.Type().Elem()).Elem()
		if is.Kind() == reflect.Bool {
			is.SetBool(true)
		} else if is.Kind() != reflect.Struct || is.NumField() > 0 {
			break
		}
		v.Set(reflect.MakeMap(v.Type()))
		for _, m := range members {
			key := reflect.New(v.Type().Key()).Elem()
			if err := decode(t.Elems[0], m, key, path); err != nil {
				return err
			}
			v.SetMapIndex(key, is)
		}
		return nil
	}
	return misfit(t, v, path)
}

func decodeArray(t *Type, index []*Type, leaves []int64, v reflect.Value, path string) error {
	if len(index) == 0 {
		return decode(t.Elems[0], leaves, v, path)
	}
	for v.Kind() == reflect.Pointer {
		if v.IsNil() {
			v.Set(reflect.New(v.Type().Elem()))
		}
		v = v.Elem()
	}
	n, _ := index[0].Size()
	switch {
	case v.Kind() == reflect.Interface && v.NumMethod() == 0:
		v.Set(reflect.ValueOf(arrayJSON(t, index, leaves)))
		return nil
	case v.Kind() == reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), int(n), int(n)))
	case v.Kind() == reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
	case v.Kind() != reflect.Array || v.Len() != int(n):
		return misfit(t, v, path)
	}
	for i := range n {
		at := index[0].Nth(i)
		size := int64(len(leaves)) / n
		elem, where := leaves[i*size:(i+1)*size], path+"["+index[0].Format(at)+"]"
		if v.Kind() != reflect.Map {
			if err := decodeArray(t, index[1:], elem, v.Index(int(i)), where); err != nil {
				return err
			}
			continue
		}
		key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		if err := decodeKey(index[0], at, key, where); err != nil {
			return err
		}
		if err := decodeArray(t, index[1:], elem, value, where); err != nil {
			return err
		}
		v.SetMapIndex(key, value)
	}
	return nil
}

// decodeKey stores an index in the key of a map, as text if the key is a string.
func decodeKey(t *Type, leaves []int64, v reflect.Value, path string) error {
	if v.Kind() == reflect.String {
		v.SetString(t.Plain(leaves))
		return nil
	}
	return decode(t, leaves, v, path)
}

// Name returns the name of the move as declared.
func (m *Move) Name() string { return m.Schema.Name }

// Arg returns the argument of a parameter, and whether there is a parameter of that name.
func (m *Move) Arg(param string) (Value, bool) {
	for i, p := range m.Schema.Params {
		if p.Name == param {
			return m.Args[i], true
		}
	}
	return Value{}, false
}

// Arguments returns the arguments by the names of the parameters, in the form of
// [Problem.State].
func (m *Move) Arguments() map[string]any {
	out := make(map[string]any, len(m.Args))
	for i, p := range m.Schema.Params {
		out[p.Name] = m.Args[i].Type.JSON(m.Args[i].Leaves)
	}
	return out
}
