package compile

import (
	"farbank/rules/internal/core"
	"farbank/rules/rete"
)

// Scope knows the variables that an expression may use while it is compiled.
type Scope struct {
	*Compiler
	names    map[string]int       // variables to places in a frame
	places   map[string]*rete.Ref // variables of conditions
	Size     int
	View     bool           // in a condition
	Top      bool           // outside of any construct: variables live in the environment
	Loops    int            // how many loops are around
	fixed    map[int]string // places of variables that bind may not set: those of loops
	trusting bool           // the limits of slots are not held against constants
	Module   *core.Module
	bound    map[string]*core.Template // of the facts that variables of conditions are the addresses of
	types    map[string]core.KindSet   // of the variables of conditions, where known
}

// NewScope begins without variables, in the current module.
func NewScope(c *Compiler) *Scope {
	return &Scope{Compiler: c, names: map[string]int{}, Module: c.Env.Current}
}

// Declare gives a variable a place; an inner one hides an outer of its name
// until restore is called.
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

// Fix keeps bind from setting the variable of a loop, as CLIPS does.
func (s *Scope) Fix(place int, why string) {
	if s.Env.Dialect == core.Jess {
		return
	}
	if s.fixed == nil {
		s.fixed = map[int]string{}
	}
	s.fixed[place] = why
}

// place gives the place of a variable that bind sets.
func (s *Scope) place(name string) int {
	if p, ok := s.names[name]; ok {
		return p
	}
	bound := s.bound[name]
	p, _ := s.Declare(name)
	if bound != nil {
		s.bound[name] = bound // CLIPS goes by what the conditions say
	}
	return p
}
