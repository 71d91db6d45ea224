package core

import (
	"slices"

	"farbank/rules/rete"
)

// A Firing is one execution of the actions of a rule, as a reason for the facts that they assert.
type Firing struct {
	Rule   *Rule
	Number int64   // of the firing in its environment, from 1
	Facts  []*Fact // one for each condition; nil for a condition that binds none

	part    *rete.Rule
	logical int32 // the token that supports the facts logically, or 0
}

// firingNow returns the Firing of the rule that is being executed, or nil.
func (e *Environment) firingNow() *Firing {
	if e.Running == nil || e.match == nil {
		return nil
	}
	if e.firing == nil {
		e.firing = &Firing{Rule: e.Running, Number: e.Total.Fired, Facts: slices.Clone(e.match.Facts), part: e.match.Rule, logical: e.Network.LogicalToken()}
	}
	return e.firing
}

// because records why a fact is asserted.
func (e *Environment) because(f *Fact) {
	if !e.Reasons {
		return
	}
	now := e.firingNow()
	if now == nil {
		f.Cause = nil // the program or its user asserts the fact
		return
	}
	old, _ := f.Cause.([]*Firing)
	if now.logical != 0 {
		old = slices.DeleteFunc(slices.Clone(old), func(x *Firing) bool { return x.logical == now.logical })
	}
	if !slices.Contains(old, now) {
		f.Cause = append(old, now)
	}
}

// CausesOf returns the firings that have asserted a fact, without those whose logical support has ended, the
// oldest first. It returns nil if the fact was asserted otherwise, or if reasons are not recorded.
func (e *Environment) CausesOf(f *Fact) []*Firing {
	var causes []*Firing
	all, _ := f.Cause.([]*Firing)
	supported := e.Network.Supported(f)
	for _, x := range all {
		if !f.Deleted && supported && x.logical != 0 && !e.Network.SupportedBy(f, x.logical) {
			continue
		}
		causes = append(causes, x)
	}
	return causes
}
