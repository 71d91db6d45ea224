package core

import (
	"errors"
	"fmt"

	"farbank/rules/internal/fault"
	"farbank/rules/rete"
	"farbank/rules/value"
)

// Rule is a rule of a program. With an "or" among its conditions it is several rules in the network.
type Rule struct {
	Name   string
	Module *Module

	Source       string
	Salience     Node
	SalienceSize int
	Constant     int
	AutoFocus    bool
	Parts        []*rete.Rule
	Actions      map[*rete.Rule]*Actions
	Uses         Uses
	Ways         []Way // by part
	WatchFire    bool
	WatchAct     bool
}

// A Way is the left-hand side of one part of a rule, to explain and analyse it.
type Way struct {
	Conditions []rete.Condition
	Texts      []string             // of the conditions, as in the program
	Places     map[string]*rete.Ref // of the variables
}

// Actions are the right-hand side of one part of a rule. Parts have their variables at different
// places of the facts.
type Actions struct {
	Body []Node
	Size int
}

// SalienceMode says when the saliences of rules are evaluated.
type SalienceMode int

const (
	whenDefined SalienceMode = iota
	whenActivated
	everyCycle
)

// SalienceModes has the names of the modes.
var SalienceModes = [...]string{"when-defined", "when-activated", "every-cycle"}

const (
	minSalience = -10000
	maxSalience = 10000
)

// EvalSalience evaluates the salience of a rule.
func (e *Environment) EvalSalience(r *Rule) (int, error) {
	v, err := r.Salience.Eval(&Frame{Env: e, Vars: make([]value.Value, r.SalienceSize)})
	if err != nil {
		return 0, err
	}
	if v.Kind() != value.IntegerKind {
		return 0, fmt.Errorf("[PRNTUTIL10] a salience is an integer, not %s", v)
	}
	if v.Int() < minSalience || v.Int() > maxSalience {
		return 0, fmt.Errorf("[PRNTUTIL9] the salience %d is out of the range %d to %d", v.Int(), minSalience, maxSalience)
	}
	return int(v.Int()), nil
}

// SalienceOf returns the salience of a new activation.
func (e *Environment) SalienceOf(r *Rule) int {
	if r.Salience == nil || e.Options.Salience == whenDefined {
		return r.Constant
	}
	switch s, err := e.EvalSalience(r); {
	case err == nil && e.Sealed:
		return s
	case err == nil:
		r.Constant = s
	case errors.Is(err, fault.ErrExit):
		e.pending = err
	default:
		e.Warn("defrule %s: %v", r.Name, err)
	}
	return r.Constant
}

// ReplaceRule removes the rule with the same name as r. Its watches and breakpoints apply to r.
func (e *Environment) ReplaceRule(r *Rule) error {
	old := e.ruleOf(r.Module, r.Name)
	if old == nil {
		return nil
	}
	if e.Running == old {
		return fmt.Errorf("[CSTRCPSR4] Cannot redefine defrule %s while it is in use", r.Name)
	}
	r.WatchFire, r.WatchAct = old.WatchFire, old.WatchAct
	stops := e.Options.Breakpoints[old]
	e.RemoveRule(old)
	if stops {
		e.Options.Breakpoints[r] = true
	}
	return nil
}

// RemoveRule removes a rule.
func (e *Environment) RemoveRule(r *Rule) {
	if r.WatchAct {
		e.Network.Deactivate(r.Module.Number, func(part *rete.Rule) bool { return part.Data.(*Rule) == r })
	}
	for _, p := range r.Parts {
		e.Network.RemoveRule(p)
	}
	r.Uses.Release()
	r.Module.Rules = RemoveItem(r.Module.Rules, r)
	delete(e.Options.Breakpoints, r)
}
