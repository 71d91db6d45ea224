package core

import (
	"slices"

	"farbank/rules/rete"
)

// Hooks are functions called while rules run; each may be nil. They must not change anything.
type Hooks struct {
	Fire       func(rule string, facts []*Fact)
	Assert     func(*Fact)
	Retract    func(*Fact)
	Activate   func(rule string, facts []*Fact) // an activation has been added to the agenda
	Deactivate func(rule string, facts []*Fact) // and removed because a condition no longer holds
}

// SetHooks sets the functions called while rules run.
func (e *Environment) SetHooks(h Hooks) { e.hooks = h }

// Listen adds functions called while rules run, after those of SetHooks. The function that it returns removes
// them.
func (e *Environment) Listen(h Hooks) (remove func()) {
	added := &h
	e.listeners = append(slices.Clone(e.listeners), added)
	return func() {
		e.listeners = slices.DeleteFunc(slices.Clone(e.listeners), func(x *Hooks) bool { return x == added })
	}
}

// eachHook calls do for all hooks.
func (e *Environment) eachHook(do func(*Hooks)) {
	outer := e.Matching
	e.Matching = true
	defer func() { e.Matching = outer }()
	do(&e.hooks)
	for _, h := range e.listeners {
		do(h)
	}
}

// hookFact calls a hook for a fact.
func (e *Environment) hookFact(f *Fact, which func(*Hooks) func(*Fact)) {
	if which(&e.hooks) == nil && len(e.listeners) == 0 {
		return
	}
	e.eachHook(func(h *Hooks) {
		if call := which(h); call != nil {
			call(f)
		}
	})
}

// hookRule calls a hook for an activation.
func (e *Environment) hookRule(a *rete.Activation, which func(*Hooks) func(string, []*Fact)) {
	if which(&e.hooks) == nil && len(e.listeners) == 0 {
		return
	}
	facts := e.Network.Facts(a)
	e.eachHook(func(h *Hooks) {
		if call := which(h); call != nil {
			call(a.Rule.Name, facts)
		}
	})
}

func onFire(h *Hooks) func(string, []*Fact)       { return h.Fire }
func onActivate(h *Hooks) func(string, []*Fact)   { return h.Activate }
func onDeactivate(h *Hooks) func(string, []*Fact) { return h.Deactivate }
func onAssert(h *Hooks) func(*Fact)               { return h.Assert }
func onRetract(h *Hooks) func(*Fact)              { return h.Retract }
