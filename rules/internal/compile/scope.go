package compile

import (
	"farbank/rules/internal/core"
	"farbank/rules/rete"
)

// Scope is the set of variables that are visible to the compiler of an expression.
type Scope struct {
	*Compiler
	names    map[string]int       // variables to places in a frame
	places   map[string]*rete.Ref // variables of conditions
	Size     int
	View     bool           // in a condition
	Top      bool           // outside constructs: variables belong to the environment
	Loops    int            // the number of enclosing loops
	fixed    map[int]string // places of variables that bind may not set, those of loops
	trusting bool           // constants are not checked against the constraints of slots
	Module   *core.Module
	handler  *core.Handler             // the message handler being compiled
	bound    map[string]*core.Template // the template of the fact whose address a variable of the conditions is
	types    map[string]core.KindSet   // of the variables of conditions, if known
}

// NewScope returns a Scope without variables, in the current module.
func NewScope(c *Compiler) *Scope {
	return &Scope{Compiler: c, names: map[string]int{}, Module: c.Env.Current}
}

// Declare adds a variable and returns its place. It hides an outer variable of the same name until
// restore is called.
func (s *Scope) Declare(name string) (place int, restore func()) {
	old, had := s.names[name]
	place = s.Size
	s.names[name] = place
	s.Size++
	hidden := s.bound[name]
	delete(s.bound, name)
	return place, func() {
		if hidden != nil {
			s.bound[name] = hidden
		}
		if had {
			s.names[name] = old
		} else {
			delete(s.names, name)
		}
	}
}

// Fix prevents bind from setting the variable of a loop, as in CLIPS.
func (s *Scope) Fix(place int, why string) {
	if s.Env.Dialect == core.Jess {
		return
	}
	if s.fixed == nil {
		s.fixed = map[int]string{}
	}
	s.fixed[place] = why
}

// place returns the place of a variable that bind sets.
func (s *Scope) place(name string) int {
	if p, ok := s.names[name]; ok {
		return p
	}
	bound := s.bound[name]
	p, _ := s.Declare(name)
	if bound != nil {
		s.bound[name] = bound // CLIPS uses the conditions for the checks
	}
	return p
}
