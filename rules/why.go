package rules

import (
	"errors"

	"farbank/rules/internal/core"
	"farbank/rules/internal/fault"
)

type (
	// Reason says why a fact exists: the firings that have asserted it, each with the reasons of the facts of
	// its conditions. Its String is a tree of lines.
	Reason = core.Reason
	// FiringReason is a firing of a rule as a reason of a fact.
	FiringReason = core.FiringReason
	// Misses say why a rule does not fire. Their String is a list of lines.
	Misses = core.Misses
	// Miss is a condition that keeps a rule from firing.
	Miss = core.Miss
)

// Explain starts recording the firings that assert facts, for Why. Sessions do so from the beginning.
func (e *Environment) Explain() { e.core.Reasons = true }

// Why returns the tree of firings and facts that support a fact, as recorded since Explain. Of logical support
// it has only what still holds.
func (e *Environment) Why(f *Fact) *Reason { return e.core.Why(f) }

// WhyNot returns the conditions that keep a rule from firing, the nearest miss first: those of the partial matches
// that include most of the given facts, then those that match most conditions. It returns an error if there is no such
// rule.
func (e *Environment) WhyNot(rule string, facts ...*Fact) (*Misses, error) {
	r := e.core.FindRule(rule)
	if r == nil {
		return nil, fault.Missing("defrule", rule)
	}
	for _, f := range facts {
		if f == nil || f.Deleted {
			return nil, errors.New("rules: a fact has been retracted")
		}
	}
	return e.core.WhyNot(r, facts), nil
}
