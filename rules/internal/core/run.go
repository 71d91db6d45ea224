package core

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"farbank/rules/internal/fault"
	"farbank/rules/rete"
)

// Run fires rules, the first of the agenda each time, until none is left, the program halts, limit
// rules have fired (negative: no limit), or ctx is done. It returns the number of rules fired. The
// error is that of an action, or the reason that ended the run early.
func (e *Environment) Run(ctx context.Context, limit int64) (int64, error) {
	if e.Running != nil {
		return 0, fault.ErrRunning
	}
	old := e.Ctx
	e.Ctx = ctx
	defer func() { e.Ctx = old }()
	return e.RunMore(limit)
}

// RunMore is like Run with the context of the environment.
func (e *Environment) RunMore(limit int64) (int64, error) {
	switch {
	case e.Matching:
		return 0, ErrBusy
	case e.Running != nil:
		return 0, fault.Remarkf("run: %w", fault.ErrRunning)
	}
	e.Halted, e.ran, e.AtLimit = false, true, false
	if err := e.Expire(); err != nil {
		return 0, err
	}
	fired := int64(0)
	counts := e.newCounts()
	defer func() { counts.report(fired) }()
	a := e.Next()
	for ; a != nil && fired != limit && !e.Halted; a = e.Next() {
		if err := e.Interrupted(); err != nil {
			return fired, err
		}
		if fired > 0 && e.Options.Breakpoints[a.Rule.Data.(*Rule)] {
			e.Print("wdialog", fmt.Sprintf("Breaking on rule %s.\n", a.Rule.Name))
			break
		}
		fired++
		err := e.fire(a, fired)
		counts.sample()
		if err == nil {
			err = e.Expire()
		}
		if err != nil {
			return fired, err
		}
		if e.Options.Salience == everyCycle {
			if err := e.Rearrange(e.Network.Agendas.Strategy(), true, nil); err != nil {
				return fired, err
			}
		}
	}
	e.AtLimit = a != nil && fired == limit && !e.Halted
	if top := e.Top(); top != nil {
		e.Current = top
	}
	return fired, nil
}

// Next returns the activation that fires next: the first of the module in focus. Modules without
// activations lose the focus.
func (e *Environment) Next() *rete.Activation {
	if len(e.FocusStack) == 0 {
		e.PushFocus(e.Modules[0])
	}
	for len(e.FocusStack) > 0 {
		if a := e.Network.Agendas.Top(e.Top().Number); a != nil {
			return a
		}
		e.PopFocus()
	}
	return nil
}

// fire executes the actions of a rule.
func (e *Environment) fire(a *rete.Activation, count int64) error {
	r := a.Rule.Data.(*Rule)
	if n := e.Network.Agendas.Len(); n > e.Total.Peak {
		e.Total.Peak = n
	}
	if r.WatchFire {
		e.trace(fmt.Sprintf("FIRE %4d %s: %s\n", count, r.Name, Basis(e.Network.Facts(a))))
	}
	e.hookRule(a, onFire)
	body := r.Actions[a.Rule]
	m := e.Network.Take(a)
	e.Total.Fired++
	e.actionVars = slices.Grow(e.actionVars[:0], body.Size)[:body.Size]
	clear(e.actionVars)
	x := &Frame{Env: e, Match: m, Vars: e.actionVars}
	before := e.progress()
	e.Running, e.Current, e.match, e.firing = r, r.Module, m, nil
	ended := false
	defer func() {
		if !ended {
			e.restore(before) // an action has not returned
		}
		e.Network.Fired()
	}()
	_, err := RunActions(x, body.Body)
	ended = true
	e.Running, e.Current, e.match, e.firing = nil, before.current, nil, nil
	if x.Control == Returning {
		e.dropFocus(r.Module)
	}
	if err != nil && !errors.Is(err, fault.ErrExit) {
		return &fault.RunError{Rule: r.Name, Err: err}
	}
	return err
}

// dropFocus removes the module of a rule that has returned from the focus stack.
func (e *Environment) dropFocus(m *Module) {
	if e.Top() == m {
		e.PopFocus()
		return
	}
	for i := len(e.FocusStack) - 1; i >= 0; i-- {
		if e.FocusStack[i] == m {
			e.FocusStack = append(e.FocusStack[:i], e.FocusStack[i+1:]...)
			return
		}
	}
}

// Halt ends a run after the current rule.
func (e *Environment) Halt() { e.Halted = true }

// testFailed reports an error in a condition.
func (e *Environment) testFailed(rules []*rete.Rule, f *Fact, err error) {
	if errors.Is(err, fault.ErrExit) {
		e.pending = err
		return
	}
	e.untested = true
	if f != nil {
		e.Warn("[FACTMCH1] This error occurred in the fact pattern network, for %s: %v", FactText(f), err)
		return
	}
	for _, r := range rules {
		e.Warn("[DRIVE1] This error occurred in the join network, in the conditions of defrule %s: %v", r.Name, err)
	}
}

// Warn writes a message to the error output.
func (e *Environment) Warn(format string, args ...any) {
	e.Print("werror", fmt.Sprintf(format, args...)+"\n")
}

// Rearrange sorts the agendas again. The saliences that it evaluates must not change them.
func (e *Environment) Rearrange(s rete.Strategy, salience bool, modules []int) error {
	if e.Matching {
		return ErrBusy
	}
	err := e.WhileMatching(func() { e.Network.Agendas.Rearrange(s, salience, modules) })
	if Fatal(err) {
		return err
	}
	return nil
}

// RefreshAgenda evaluates the saliences of the rules of modules again.
func (e *Environment) RefreshAgenda(modules []*Module) error {
	var numbers []int
	for _, m := range modules {
		numbers = append(numbers, m.Number)
	}
	saved := e.Options.Salience
	if saved == whenDefined {
		e.Options.Salience = whenActivated
	}
	defer func() { e.Options.Salience = saved }()
	return e.Rearrange(e.Network.Agendas.Strategy(), true, numbers)
}
