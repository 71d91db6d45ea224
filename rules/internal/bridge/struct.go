package bridge

import (
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync"

	"farbank/rules/internal/core"
	"farbank/rules/value"
)

// structLayout maps a struct type to a template, with a slot for each field.
type structLayout struct {
	name   string
	fields [][]int // their indices, through embedded structs
	slots  []core.Slot
}

// layouts has the layouts by dialect and type.
var layouts sync.Map

type layoutKey struct {
	dialect core.Dialect
	of      reflect.Type
}

// layoutOf returns the layout of a struct type. The template has the type's name in lower case.
// A slot has the name of the tag `rules:"name"`, or else that of the field in lower case;
// `rules:"-"` leaves a field out. Slices are multislots, and maps in CLIPS. The fields of an embedded
// struct without a tag are those of the struct.
func layoutOf(d core.Dialect, t reflect.Type) (*structLayout, error) {
	if t == nil {
		return nil, errors.New("rules: a struct is expected, not nil")
	}
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct || t.Name() == "" {
		return nil, fmt.Errorf("rules: a struct with a name is expected, not %s", t)
	}
	k := layoutKey{d, t}
	if l, ok := layouts.Load(k); ok {
		return l.(*structLayout), nil
	}
	name := t.Name()
	if i := strings.IndexByte(name, '['); i > 0 {
		name = name[:i] // of a generic type
	}
	l := &structLayout{name: strings.ToLower(name)}
	if err := l.add(d, t, nil); err != nil {
		return nil, err
	}
	layouts.Store(k, l)
	return l, nil
}

// add adds the fields of a struct type that is reached by the fields at.
func (l *structLayout) add(d core.Dialect, t reflect.Type, at []int) error {
	for i := range t.NumField() {
		f := t.Field(i)
		name := f.Tag.Get("rules")
		place := append(slices.Clone(at), i)
		if f.Anonymous && name == "" && f.Type.Kind() == reflect.Struct && f.Type != timeType {
			if err := l.add(d, f.Type, place); err != nil {
				return err
			}
			continue
		}
		if name == "-" || !f.IsExported() {
			continue
		}
		if name == "" {
			name = strings.ToLower(f.Name)
		}
		if slices.ContainsFunc(l.slots, func(s core.Slot) bool { return s.Name == name }) {
			return fmt.Errorf("rules: two fields of %s are the slot %s", t, name)
		}
		l.fields = append(l.fields, place)
		s := core.Slot{Name: name, Multi: multi(d, f.Type), Fallback: &value.Nil}
		if s.Multi {
			s.Fallback = &value.Empty
		}
		s.Constraint.MaxFields = -1
		l.slots = append(l.slots, s)
	}
	return nil
}

// DefineTemplate defines a template of the current module for a struct type, so that rules can
// match facts of it. See layoutOf for the names.
func DefineTemplate(e *core.Environment, example any) error {
	if e.Sealed {
		return core.ErrSealed
	}
	l, err := layoutOf(e.Dialect, reflect.TypeOf(example))
	if err != nil {
		return err
	}
	if e.FindTemplate(e.Current, l.name) != nil {
		return fmt.Errorf("rules: the template %s is defined already", l.name)
	}
	e.Enter(&core.Template{Name: l.name, Module: e.Current, Slots: slices.Clone(l.slots)})
	return nil
}

// FactFor returns a new fact of the template with the name of a struct's type, slot by slot. It does not
// assert it.
func FactFor(e *core.Environment, x any) (*core.Fact, error) {
	l, err := layoutOf(e.Dialect, reflect.TypeOf(x))
	if err != nil {
		return nil, err
	}
	t := e.FindTemplate(e.Current, l.name)
	if t == nil {
		return nil, fmt.Errorf("rules: there is no template %s; DefineTemplate makes one", l.name)
	}
	e.WithMethods()
	v := reflect.Indirect(reflect.ValueOf(x))
	if !v.IsValid() {
		return nil, errors.New("rules: a struct is expected, not a nil pointer")
	}
	f, err := blank(e, t)
	if err != nil {
		return nil, err
	}
	return f, l.fill(e, f, v)
}

// blank returns a fact with the defaults of a template.
func blank(e *core.Environment, t *core.Template) (*core.Fact, error) {
	f := &core.Fact{Relation: t.Relation, Slots: make([]value.Value, len(t.Slots))}
	if t.Implied {
		f.Slots[0] = value.Empty
		return f, nil
	}
	var err error
	for i := range t.Slots {
		if f.Slots[i], err = t.Slots[i].Standard(e); err != nil {
			return nil, err
		}
	}
	return f, nil
}

// fill sets the slots of a fact to the fields of a struct.
func (l *structLayout) fill(e *core.Environment, f *core.Fact, v reflect.Value) error {
	t := f.Relation.Data.(*core.Template)
	for i, s := range l.slots {
		at := t.Slot(s.Name)
		if at < 0 {
			return fmt.Errorf("rules: the template %s has no slot %s", t.Name, s.Name)
		}
		w, err := slotValue(e, v.FieldByIndex(l.fields[i]))
		if err != nil {
			return err
		}
		switch {
		case t.Slots[at].Multi && w.Kind() != value.MultifieldKind:
			w = value.List(w)
		case !t.Slots[at].Multi && w.Kind() == value.MultifieldKind && e.Dialect != core.Jess:
			return fmt.Errorf("rules: slot %s of %s is no multislot and cannot hold a %s", s.Name, t.Name, v.FieldByIndex(l.fields[i]).Type())
		}
		f.Slots[at] = w
	}
	return nil
}

// Assert asserts a struct as a fact of the template with its type's name, slot by slot. It returns
// nil if an equal fact exists.
func Assert(e *core.Environment, x any) (*core.Fact, error) {
	f, err := FactFor(e, x)
	if err != nil {
		return nil, err
	}
	return e.Assert(f)
}

// MapFact returns a new fact of a template with the slots of a map; the others get their defaults. For an
// ordered fact the key "implied" has a slice.
func MapFact(e *core.Environment, template string, slots map[string]any) (*core.Fact, error) {
	t := e.FindTemplate(e.Current, template)
	if t == nil {
		return nil, fmt.Errorf("rules: there is no template %s", template)
	}
	e.WithMethods()
	f, err := blank(e, t)
	if err != nil {
		return nil, err
	}
	return f, SetSlots(e, f, slots)
}

// SetSlots sets slots of a fact that is not asserted.
func SetSlots(e *core.Environment, f *core.Fact, slots map[string]any) error {
	t := f.Relation.Data.(*core.Template)
	for _, name := range slices.Sorted(maps.Keys(slots)) {
		at := t.Slot(name)
		if at < 0 {
			return fmt.Errorf("rules: the template %s has no slot %s", t.Name, name)
		}
		w := value.Nil
		if x := slots[name]; x != nil {
			var err error
			if w, err = slotValue(e, reflect.ValueOf(x)); err != nil {
				return err
			}
		}
		switch {
		case t.Slots[at].Multi && w.Kind() != value.MultifieldKind:
			w = value.List(w)
		case !t.Slots[at].Multi && w.Kind() == value.MultifieldKind:
			return fmt.Errorf("rules: slot %s of %s takes one value", name, t.Name)
		}
		f.Slots[at] = w
	}
	return nil
}

// Change returns a copy of a fact that a function has changed: change is a func(*T) or func(*T) error for a
// struct type T with the name of the fact's template.
func Change(e *core.Environment, f *core.Fact, change any) (*core.Fact, error) {
	do := reflect.ValueOf(change)
	if do.Kind() != reflect.Func || do.IsNil() || do.Type().NumIn() != 1 || do.Type().In(0).Kind() != reflect.Pointer ||
		do.Type().NumOut() > 1 || do.Type().NumOut() == 1 && do.Type().Out(0) != reflect.TypeFor[error]() {
		return nil, fmt.Errorf("rules: a func(*T) or func(*T) error is expected, not %T", change)
	}
	l, err := layoutOf(e.Dialect, do.Type().In(0))
	if err != nil {
		return nil, err
	}
	t := f.Relation.Data.(*core.Template)
	if t.Name != l.name {
		return nil, fmt.Errorf("rules: a fact of template %s is no %s", t.Name, do.Type().In(0).Elem())
	}
	x := reflect.New(do.Type().In(0).Elem())
	if err := l.read(f, x.Elem()); err != nil {
		return nil, err
	}
	if out := do.Call([]reflect.Value{x}); len(out) == 1 && !out[0].IsNil() {
		return nil, out[0].Interface().(error)
	}
	e.WithMethods()
	g := &core.Fact{Relation: f.Relation, Slots: slices.Clone(f.Slots)}
	return g, l.fill(e, g, x.Elem())
}

// Retract retracts a fact. A fact that is retracted already is no error; a fact of another
// environment is.
func Retract(e *core.Environment, f *core.Fact) error {
	switch {
	case f == nil:
		return errors.New("rules: there is no fact to retract")
	case f.Deleted:
		return nil
	case f.Place >= len(e.FactList.All) || e.FactList.All[f.Place] != f:
		return errors.New("rules: the fact belongs to another environment")
	}
	return e.Retract(f)
}

// Read fills a struct from a fact of its template.
func Read(f *core.Fact, into any) error {
	p := reflect.ValueOf(into)
	if p.Kind() != reflect.Pointer || p.IsNil() {
		return fmt.Errorf("rules: a pointer to a struct is expected")
	}
	l, err := layoutOf(core.CLIPS, p.Type())
	if err != nil {
		return err
	}
	return l.read(f, p.Elem())
}

// read sets the fields of a struct to the slots of a fact.
func (l *structLayout) read(f *core.Fact, into reflect.Value) error {
	t := f.Relation.Data.(*core.Template)
	for i, s := range l.slots {
		at := t.Slot(s.Name)
		if at < 0 {
			return fmt.Errorf("rules: the template %s has no slot %s", t.Name, s.Name)
		}
		if err := storeSlot(f.Slots[at], into.FieldByIndex(l.fields[i])); err != nil {
			return fmt.Errorf("rules: slot %s of %s: %w", s.Name, core.FactText(f), err)
		}
	}
	return nil
}

// FactsOf returns the facts of the template of a struct type, the oldest first.
func FactsOf(e *core.Environment, t reflect.Type) ([]*core.Fact, error) {
	if t.Kind() != reflect.Struct {
		return nil, fmt.Errorf("rules: Select gives structs, not %s", t)
	}
	l, err := layoutOf(e.Dialect, t)
	if err != nil {
		return nil, err
	}
	if template := e.FindTemplate(e.Current, l.name); template != nil {
		return e.FactsOf(template), nil
	}
	return nil, nil
}
