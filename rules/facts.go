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

// DefineTemplate defines a template of the current module for a struct type, so that rules can
// match facts of it. The template has the type's name in lower case. A slot has the name of
// the tag `rules:"name"`, or else that of the field in lower case; `rules:"-"` leaves a field
// out. Slices are multislots.
func (e *Environment) DefineTemplate(example any) error {
	return bridge.DefineTemplate(e.core, example)
}

// Assert asserts a struct as a fact of the template with its type's name, slot by slot. It
// returns nil if an equal fact exists.
func (e *Environment) Assert(x any) (*Fact, error) { return bridge.Assert(e.core, x) }

// Retract retracts a fact. A fact that is retracted already is no error; a fact of another
// environment is.
func (e *Environment) Retract(f *Fact) error { return bridge.Retract(e.core, f) }

// Facts yields the facts, the oldest first.
func (e *Environment) Facts() iter.Seq[*Fact] { return e.core.Facts() }

// Read fills a struct from a fact of its template.
func Read(f *Fact, into any) error { return bridge.Read(f, into) }

// FactText returns a fact as text that can be asserted.
func FactText(f *Fact) string { return core.FactText(f) }

// SlotOf returns the value of a slot of a fact, or false if there is no such slot. The slot of
// an ordered fact is "implied".
func SlotOf(f *Fact, name string) (value.Value, bool) {
	i := f.Relation.Data.(*Template).Slot(name)
	if i < 0 {
		return value.Value{}, false
	}
	return f.Slots[i], true
}

// Select yields the facts of the template of struct type T, the oldest first, as structs. It
// yields an error for a fact whose slots do not fit.
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

// Value returns the value of a variable of the query's conditions, or false if it is unknown.
func (m *Match) Value(variable string) (value.Value, bool) {
	ref := m.match.Places[variable]
	if ref == nil {
		return value.Value{}, false
	}
	return m.match.Value(ref), true
}

// Facts returns the facts of the match, one for each condition; nil for a condition that binds none.
func (m *Match) Facts() []*rete.Fact { return m.match.Facts[1:] }

// Query yields the matches of a defquery for the given arguments.
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
