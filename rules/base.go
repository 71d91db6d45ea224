package rules

import (
	"errors"
	"strings"
	"sync/atomic"

	"farbank/rules/internal/core"
)

// A Source is a part of a program that Compile compiles: see Text, File, Type, GoFunc and InDialect.
type Source struct {
	add     func(*Environment) error
	dialect Dialect
}

// Text returns a text of a program as a source. Messages use name for it.
func Text(name, text string) Source {
	return Source{add: func(e *Environment) error { return e.Load(strings.NewReader(text), name) }}
}

// File returns a file of the operating system as a source.
func File(path string) Source {
	return Source{add: func(e *Environment) error { return e.LoadFile(path) }}
}

// Type returns the template of a struct type as a source, for the texts after it. See DefineTemplate.
func Type(example any) Source {
	return Source{add: func(e *Environment) error { return e.DefineTemplate(example) }}
}

// GoFunc returns a function in Go as a source, for the texts after it. See DefineFunc. Sessions call it at the
// same time.
func GoFunc(name string, function any) Source {
	return Source{add: func(e *Environment) error { return e.DefineFunc(name, function) }}
}

// InDialect selects the dialect of the whole program.
func InDialect(d Dialect) Source {
	return Source{add: func(*Environment) error { return nil }, dialect: d}
}

// A Base is a compiled program: constructs, network and settings, without facts. It is immutable: any number
// of goroutines may make sessions of it.
type Base struct{ base *core.Base }

// Compile compiles a program. The error joins all errors of its texts, with their places. Calls in a text are
// executed once, by Compile, which discards their output: they may set the strategy and other settings, but
// their facts are not those of the sessions. The time is linear in the number of rules.
func Compile(sources ...Source) (*Base, error) {
	o := Options{}
	for _, s := range sources {
		o.Dialect = max(o.Dialect, s.dialect)
	}
	e := New(o)
	var faults []error
	for _, s := range sources {
		if s.add == nil {
			return nil, errors.New("rules: the zero Source is no source")
		}
		if err := s.add(e); err != nil {
			faults = append(faults, err)
		}
	}
	if len(faults) > 0 {
		return nil, errors.Join(faults...)
	}
	return &Base{e.core.Seal()}, nil
}

// Rules returns the names of the rules in the order of their definition; those of modules other than MAIN
// begin with the module, as in M::rule.
func (b *Base) Rules() []string {
	var names []string
	for _, m := range b.base.Environment().Modules {
		for _, r := range m.Rules {
			if m.Number > 0 {
				names = append(names, m.Name+"::"+r.Name)
			} else {
				names = append(names, r.Name)
			}
		}
	}
	return names
}

// NewSession returns a session: facts and an agenda of their own, on the rules of the base. It begins as after
// (reset), with the facts of the deffacts. Options.Dialect is ignored. The error is that of an expression in
// a deffacts, a definstances or a defglobal.
func (b *Base) NewSession(o Options) (*Session, error) {
	s := &Session{&Environment{Limit: o.Firings, time: o.Time}}
	if _, err := b.base.New(core.Options(o), s.attach); err != nil {
		return nil, err
	}
	return s, nil
}

// A Holder has the current base of a service. Its methods may be called at the same time.
type Holder struct{ current atomic.Pointer[Base] }

// NewHolder returns a holder of a base.
func NewHolder(b *Base) *Holder {
	h := &Holder{}
	h.current.Store(b)
	return h
}

// Base returns the current base.
func (h *Holder) Base() *Base { return h.current.Load() }

// Replace replaces the base and returns the old one. Sessions continue with the base on which they began.
func (h *Holder) Replace(b *Base) *Base { return h.current.Swap(b) }

// NewSession returns a session of the current base.
func (h *Holder) NewSession(o Options) (*Session, error) { return h.Base().NewSession(o) }
