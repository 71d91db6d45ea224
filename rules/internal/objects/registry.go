package objects

import (
	"reflect"

	"farbank/rules/value"
)

// A Registry is what an environment knows of the values that its program holds: the symbols,
// the Go types of objects, and what was stored.
type Registry struct {
	Symbols     value.Table
	types       []*GoType
	Storage     map[string]value.Value
	methodNamed func(o reflect.Value, name string) reflect.Value // see withMethods
}

// Symbol gives the symbol of that text.
func (r *Registry) Symbol(text string) value.Value { return r.Symbols.Symbol(text) }

// Keep is (store key value).
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

// Store keeps a Go value for the program, which gets it by (fetch key); nil takes it away.
// The program's (store key value) is read by Fetch. Only the dialect of Jess has these
// functions.
func (r *Registry) Store(key string, x any) error {
	r.WithMethods()
	v, err := r.ValueOf(x)
	if err == nil {
		r.Keep(key, v)
	}
	return err
}

// Fetch gives what Store, or the program, has kept under a key.
func (r *Registry) Fetch(key string) (value.Value, bool) {
	v, ok := r.Storage[key]
	return v, ok
}
