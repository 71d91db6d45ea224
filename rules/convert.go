package rules

import (
	"errors"
	"fmt"
	"reflect"
	"strings"

	"farbank/rules/rete"
	"farbank/rules/value"
)

// ValueOf turns a Go value into one of the language: booleans become TRUE and
// FALSE, integers and floats numbers, strings strings, a Symbol a symbol, slices
// and arrays multifields, facts their addresses; anything else an external
// address that Go functions get back as it was, with methods in the dialect of
// Jess (see DefineType). A nil pointer or map is nil. What is not comparable, but
// for maps, needs a pointer.
func (r *registry) ValueOf(x any) (value.Value, error) {
	switch x := x.(type) {
	case nil:
		return value.Nil, nil
	case value.Value:
		return x, nil
	case Symbol:
		return r.Symbol(string(x)), nil
	case *Fact:
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
		return external(&goMap{r, v}), nil
	}
	if !v.Comparable() {
		return value.Value{}, fmt.Errorf("rules: a %s cannot be held by a value; a pointer to one can", v.Type())
	}
	if isGoPointer(v) {
		return value.Reference(value.ExternalKind, goPointer{r, x}, 0), nil
	}
	return value.Reference(value.ExternalKind, x, 0), nil
}

// Symbol is a text that becomes a symbol of the language, not a string.
type Symbol string

// store puts a value of the language into a Go variable.
func store(v value.Value, into reflect.Value) error {
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
		if items := elements(v); v.Kind() == value.MultifieldKind || items != nil {
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

// natural is the Go value that stands for a value where any will do.
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
		if err := store(item, s.Index(i)); err != nil {
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
		if err := errors.Join(store(e.key, k), store(e.value, v)); err != nil {
			return err
		}
		made.SetMapIndex(k, v)
	}
	into.Set(made)
	return nil
}

// DefineFunc makes a Go function a function of the language. Its parameters may
// be booleans, numbers, strings, slices of these, value.Value, or the type of an
// external object; the last may be variadic. It gives back nothing, a value, an
// error, or a value and an error. Calls with arguments of other types or in
// another number are errors of the program.
func (e *Environment) DefineFunc(name string, function any) error {
	f := reflect.ValueOf(function)
	if f.Kind() != reflect.Func || f.IsNil() {
		return fmt.Errorf("rules: %s is no function", name)
	}
	t := f.Type()
	if t.NumOut() > 2 || t.NumOut() == 2 && t.Out(1) != reflect.TypeFor[error]() {
		return fmt.Errorf("rules: %s gives more than a value and an error", name)
	}
	e.withMethods()
	d := Function{Name: name, Min: t.NumIn(), Max: t.NumIn()}
	if t.IsVariadic() {
		d.Min, d.Max = t.NumIn()-1, -1
	}
	d.Func = func(c *Call) (value.Value, error) {
		args, wrong := goArguments(t, c.Args)
		if wrong >= 0 {
			return value.False, c.Wrong(wrong, "of type "+parameter(t, wrong).String())
		}
		return c.Env.results(f.Call(args))
	}
	e.Define(d)
	return nil
}

// parameter gives the type of argument i of a function.
func parameter(t reflect.Type, i int) reflect.Type {
	if t.IsVariadic() && i >= t.NumIn()-1 {
		return t.In(t.NumIn() - 1).Elem()
	}
	return t.In(i)
}

// goArguments makes the arguments of a Go function, whose number is right; wrong is the first
// that does not fit, or -1.
func goArguments(t reflect.Type, values []value.Value) (args []reflect.Value, wrong int) {
	args = make([]reflect.Value, len(values))
	for i, v := range values {
		args[i] = reflect.New(parameter(t, i)).Elem()
		if store(v, args[i]) != nil {
			return nil, i
		}
	}
	return args, -1
}

// takes reports whether a function takes so many arguments.
func takes(t reflect.Type, n int) bool {
	return n == t.NumIn() || t.IsVariadic() && n >= t.NumIn()-1
}

// results makes a value of what a Go function gives: the first value; the last may be an
// error.
func (r *registry) results(out []reflect.Value) (value.Value, error) {
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

// structLayout is how a struct type is laid out as a template: a slot a field.
type structLayout struct {
	name   string
	fields []int
	slots  []Slot
}

// layoutOf reads a struct type: the template has the type's name in lower case,
// a slot the name of its tag `rules:"name"`, or else of the field in lower case;
// `rules:"-"` leaves a field out. Slices are multislots.
func layoutOf(t reflect.Type) (*structLayout, error) {
	if t == nil {
		return nil, errors.New("rules: a struct is expected, not nil")
	}
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct || t.Name() == "" {
		return nil, fmt.Errorf("rules: a struct with a name is expected, not %s", t)
	}
	l := &structLayout{name: strings.ToLower(t.Name())}
	for i := range t.NumField() {
		f := t.Field(i)
		name := f.Tag.Get("rules")
		if name == "-" || !f.IsExported() {
			continue
		}
		if name == "" {
			name = strings.ToLower(f.Name)
		}
		l.fields = append(l.fields, i)
		s := Slot{Name: name, Multi: f.Type.Kind() == reflect.Slice, fallback: &value.Nil}
		if s.Multi {
			s.fallback = &value.Empty
		}
		s.Constraint.MaxFields = -1
		l.slots = append(l.slots, s)
	}
	return l, nil
}

// DefineTemplate makes a struct type a template of the current module, so that
// rules can match facts of it. See layoutOf for the names.
func (e *Environment) DefineTemplate(example any) error {
	l, err := layoutOf(reflect.TypeOf(example))
	if err != nil {
		return err
	}
	if e.findTemplate(e.current, l.name) != nil {
		return fmt.Errorf("rules: the template %s is defined already", l.name)
	}
	e.enter(&Template{Name: l.name, Module: e.current, Slots: l.slots})
	return nil
}

// Assert asserts a struct as a fact of the template of its type's name, slot by
// slot. It gives nil if an equal fact is there already.
func (e *Environment) Assert(x any) (*Fact, error) {
	l, err := layoutOf(reflect.TypeOf(x))
	if err != nil {
		return nil, err
	}
	t := e.findTemplate(e.current, l.name)
	if t == nil {
		return nil, fmt.Errorf("rules: there is no template %s; DefineTemplate makes one", l.name)
	}
	e.withMethods()
	v := reflect.Indirect(reflect.ValueOf(x))
	if !v.IsValid() {
		return nil, errors.New("rules: a struct is expected, not a nil pointer")
	}
	f := &Fact{Relation: t.relation, Slots: make([]value.Value, len(t.Slots))}
	for i := range t.Slots {
		if f.Slots[i], err = t.Slots[i].standard(e); err != nil {
			return nil, err
		}
	}
	for i, s := range l.slots {
		at := t.slot(s.Name)
		if at < 0 {
			return nil, fmt.Errorf("rules: the template %s has no slot %s", t.Name, s.Name)
		}
		if f.Slots[at], err = e.ValueOf(v.Field(l.fields[i]).Interface()); err != nil {
			return nil, err
		}
	}
	return e.assert(f)
}

// Retract takes a fact out; one that is gone already is no error, one of another
// environment is.
func (e *Environment) Retract(f *Fact) error {
	switch {
	case f == nil:
		return errors.New("rules: there is no fact to retract")
	case f.Deleted:
		return nil
	case f.Place >= len(e.facts.all) || e.facts.all[f.Place] != f:
		return errors.New("rules: the fact belongs to another environment")
	}
	return e.retract(f)
}

// Read fills a struct from a fact of its template.
func Read(f *Fact, into any) error {
	p := reflect.ValueOf(into)
	if p.Kind() != reflect.Pointer || p.IsNil() {
		return fmt.Errorf("rules: a pointer to a struct is expected")
	}
	l, err := layoutOf(p.Type())
	if err != nil {
		return err
	}
	t := f.Relation.Data.(*Template)
	for i, s := range l.slots {
		at := t.slot(s.Name)
		if at < 0 {
			return fmt.Errorf("rules: the template %s has no slot %s", t.Name, s.Name)
		}
		if err := store(f.Slots[at], p.Elem().Field(l.fields[i])); err != nil {
			return fmt.Errorf("rules: slot %s of %s: %w", s.Name, FactText(f), err)
		}
	}
	return nil
}
