package rules

import (
	"fmt"
	"iter"
	"reflect"

	"farbank/rules/internal/bridge"
	"farbank/rules/internal/core"
	"farbank/rules/internal/jess"
	"farbank/rules/rete"
	"farbank/rules/value"
)

// Fact is a fact of the working memory.
type Fact = rete.Fact

// DefineTemplate makes a struct type a template of the current module, so that
// rules can match facts of it: the template has the type's name in lower case,
// a slot the name of its tag `rules:"name"`, or else of the field in lower case;
// `rules:"-"` leaves a field out. Slices are multislots.
func (e *Environment) DefineTemplate(example any) error {
	return bridge.DefineTemplate(e.core, example)
}

// Assert asserts a struct as a fact of the template of its type's name, slot by
// slot. It gives nil if an equal fact is there already.
func (e *Environment) Assert(x any) (*Fact, error) { return bridge.Assert(e.core, x) }

// Retract takes a fact out; one that is gone already is no error, one of another
// environment is.
func (e *Environment) Retract(f *Fact) error { return bridge.Retract(e.core, f) }

// Facts goes through the facts, the oldest first.
func (e *Environment) Facts() iter.Seq[*Fact] { return e.core.Facts() }

// Read fills a struct from a fact of its template.
func Read(f *Fact, into any) error { return bridge.Read(f, into) }

// FactText writes a fact as it could be asserted again.
func FactText(f *Fact) string { return core.FactText(f) }

// SlotOf gives the value of a slot of a fact; of an ordered fact the slot is
// "implied".
func SlotOf(f *Fact, name string) (value.Value, bool) {
	i := f.Relation.Data.(*Template).Slot(name)
	if i < 0 {
		return value.Value{}, false
	}
	return f.Slots[i], true
}

// Select goes through the facts that the struct type T describes, the oldest
// first, as structs. A fact whose slots do not fit gives an error.
func Select[T any](e *Environment) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		facts, err := bridge.FactsOf(e.core, reflect.TypeFor[T]())
		if err != nil {
			var zero T
			yield(zero, err)
			return
		}
		for _, f := range facts {
			var x T
			err := Read(f, &x)
			if !yield(x, err) {
				return
			}
		}
	}
}

// Match is one match of a query.
type Match struct{ match jess.QueryMatch }

// Value reads a variable of the query's conditions.
func (m *Match) Value(variable string) (value.Value, bool) {
	ref := m.match.Places[variable]
	if ref == nil {
		return value.Value{}, false
	}
	return m.match.Value(ref), true
}

// Facts lists the facts of the match, a condition each; nil where it binds none.
func (m *Match) Facts() []*rete.Fact { return m.match.Facts[1:] }

// Query goes through the matches of a defquery for the arguments given.
func (e *Environment) Query(name string, args ...any) iter.Seq2[*Match, error] {
	return func(yield func(*Match, error) bool) {
		c := &core.Call{Env: e.core, Name: "run-query", Args: []value.Value{e.Symbol(name)}}
		for _, a := range args {
			v, err := e.ValueOf(a)
			if err != nil {
				yield(nil, err)
				return
			}
			c.Args = append(c.Args, v)
		}
		matches, err := jess.Query(c)
		if err != nil {
			yield(nil, fmt.Errorf("rules: %w", err))
			return
		}
		for _, m := range matches {
			if !yield(&Match{m}, nil) {
				return
			}
		}
	}
}
