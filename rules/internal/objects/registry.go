package objects

import (
	"maps"
	"reflect"

	"farbank/rules/value"
)

// A Registry has the symbols, the Go types and the stored values of an environment.
type Registry struct {
	Symbols     value.Table
	types       []*GoType
	Storage     map[string]value.Value
	methodNamed func(o reflect.Value, name string) reflect.Value // see WithMethods
}

// Based returns a registry with the symbols, types and stored values of r, which must not change any more.
func (r *Registry) Based() *Registry {
	return &Registry{Symbols: r.Symbols.Based(), types: r.types, Storage: maps.Clone(r.Storage), methodNamed: r.methodNamed}
}

// Symbol returns the symbol with the given text.
func (r *Registry) Symbol(text string) value.Value { return r.Symbols.Symbol(text) }

// Keep implements (store key value).
func (r *Registry) Keep(key string, v value.Value) {
	if v == value.Nil {
		delete(r.Storage, key)
		return
	}
	if r.Storage == nil {
		r.Storage = map[string]value.Value{}
	}
	r.Storage[key] = v
}

// Store stores a Go value under key; nil removes it. The program reads it with (fetch key), and Fetch
// reads what the program stores with (store key value). Only the dialect of Jess has these
// functions.
func (r *Registry) Store(key string, x any) error {
	r.WithMethods()
	v, err := r.ValueOf(x)
	if err == nil {
		r.Keep(key, v)
	}
	return err
}

// Fetch returns the value that Store or the program has stored under key.
func (r *Registry) Fetch(key string) (value.Value, bool) {
	v, ok := r.Storage[key]
	return v, ok
}
