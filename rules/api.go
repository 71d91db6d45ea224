package rules

import (
	"fmt"
	"iter"
	"reflect"

	"farbank/rules/rete"
	"farbank/rules/value"
)

// Select goes through the facts that the struct type T describes, the oldest
// first, as structs. A fact whose slots do not fit gives an error.
func Select[T any](e *Environment) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var zero T
		if reflect.TypeFor[T]().Kind() != reflect.Struct {
			yield(zero, fmt.Errorf("rules: Select gives structs, not %s", reflect.TypeFor[T]()))
			return
		}
		l, err := layoutOf(reflect.TypeFor[T]())
		if err != nil {
			yield(zero, err)
			return
		}
		t := e.findTemplate(e.current, l.name)
		if t == nil {
			return
		}
		for _, f := range e.factsOf(t) {
			var x T
			err := Read(f, &x)
			if !yield(x, err) {
				return
			}
		}
	}
}

// Match is one match of a query.
type Match struct {
	env *Environment
	queryMatch
}

// Value reads a variable of the query's conditions.
func (m *Match) Value(variable string) (value.Value, bool) {
	ref := m.places[variable]
	if ref == nil {
		return value.Value{}, false
	}
	return m.PlainMatch.Value(ref), true
}

// Facts lists the facts of the match, a condition each; nil where it binds none.
func (m *Match) Facts() []*rete.Fact { return m.PlainMatch.Facts[1:] }

// Query goes through the matches of a defquery for the arguments given.
func (e *Environment) Query(name string, args ...any) iter.Seq2[*Match, error] {
	return func(yield func(*Match, error) bool) {
		c := &Call{Env: e, Name: "run-query", Args: []value.Value{e.Symbol(name)}}
		for _, a := range args {
			v, err := e.ValueOf(a)
			if err != nil {
				yield(nil, err)
				return
			}
			c.Args = append(c.Args, v)
		}
		matches, err := c.query()
		if err != nil {
			yield(nil, fmt.Errorf("rules: %w", err))
			return
		}
		for _, m := range matches {
			if !yield(&Match{e, m}, nil) {
				return
			}
		}
	}
}

// SlotOf gives the value of a slot of a fact; of an ordered fact the slot is
// "implied".
func SlotOf(f *Fact, name string) (value.Value, bool) {
	i := f.Relation.Data.(*Template).slot(name)
	if i < 0 {
		return value.Value{}, false
	}
	return f.Slots[i], true
}

// Hooks are called while rules run; each may be nil.
type Hooks struct {
	Fire    func(rule string, facts []*Fact)
	Assert  func(*Fact)
	Retract func(*Fact)
}

// SetHooks sets what is called while rules run.
func (e *Environment) SetHooks(h Hooks) { e.hooks = h }
