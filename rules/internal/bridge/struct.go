package bridge

import (
	"errors"
	"fmt"
	"reflect"
	"strings"

	"farbank/rules/internal/core"
	"farbank/rules/internal/objects"
	"farbank/rules/value"
)

// structLayout maps a struct type to a template, with a slot for each field.
type structLayout struct {
	name   string
	fields []int
	slots  []core.Slot
}

// layoutOf returns the layout of a struct type. The template has the type's name in lower case.
// A slot has the name of the tag `rules:"name"`, or else that of the field in lower case;
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
		s := core.Slot{Name: name, Multi: f.Type.Kind() == reflect.Slice, Fallback: &value.Nil}
		if s.Multi {
			s.Fallback = &value.Empty
		}
		s.Constraint.MaxFields = -1
		l.slots = append(l.slots, s)
	}
	return l, nil
}

// DefineTemplate defines a template of the current module for a struct type, so that rules can
// match facts of it. See layoutOf for the names.
func DefineTemplate(e *core.Environment, example any) error {
	l, err := layoutOf(reflect.TypeOf(example))
	if err != nil {
		return err
	}
	if e.FindTemplate(e.Current, l.name) != nil {
		return fmt.Errorf("rules: the template %s is defined already", l.name)
	}
	e.Enter(&core.Template{Name: l.name, Module: e.Current, Slots: l.slots})
	return nil
}

// Assert asserts a struct as a fact of the template with its type's name, slot by slot. It returns
// nil if an equal fact exists.
func Assert(e *core.Environment, x any) (*core.Fact, error) {
	l, err := layoutOf(reflect.TypeOf(x))
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
	f := &core.Fact{Relation: t.Relation, Slots: make([]value.Value, len(t.Slots))}
	for i := range t.Slots {
		if f.Slots[i], err = t.Slots[i].Standard(e); err != nil {
			return nil, err
		}
	}
	for i, s := range l.slots {
		at := t.Slot(s.Name)
		if at < 0 {
			return nil, fmt.Errorf("rules: the template %s has no slot %s", t.Name, s.Name)
		}
		if f.Slots[at], err = e.ValueOf(v.Field(l.fields[i]).Interface()); err != nil {
			return nil, err
		}
	}
	return e.Assert(f)
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
	l, err := layoutOf(p.Type())
	if err != nil {
		return err
	}
	t := f.Relation.Data.(*core.Template)
	for i, s := range l.slots {
		at := t.Slot(s.Name)
		if at < 0 {
			return fmt.Errorf("rules: the template %s has no slot %s", t.Name, s.Name)
		}
		if err := objects.Store(f.Slots[at], p.Elem().Field(l.fields[i])); err != nil {
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
	l, err := layoutOf(t)
	if err != nil {
		return nil, err
	}
	if template := e.FindTemplate(e.Current, l.name); template != nil {
		return e.FactsOf(template), nil
	}
	return nil, nil
}
