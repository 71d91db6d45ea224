package rules

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"farbank/rules/rete"
)

// Run fires rules, the first of the agenda each time, until none is left, the
// program halts, limit rules have fired (negative: no limit), or the context
// ends. It tells how many fired. The error is that of an action, or the reason
// the context ended.
func (e *Environment) Run(ctx context.Context, limit int64) (int64, error) {
	if e.running != nil {
		return 0, ErrRunning
	}
	old := e.ctx
	e.ctx = ctx
	defer func() { e.ctx = old }()
	return e.run(limit)
}

// ErrRunning refuses a run within a run: from a function that a rule calls.
var ErrRunning = errors.New("the rules are being run already")

func (e *Environment) run(limit int64) (int64, error) {
	switch {
	case e.matching:
		return 0, errBusy
	case e.running != nil:
		return 0, remarkf("run: %w", ErrRunning)
	}
	e.halted, e.ran = false, true
	fired := int64(0)
	counts := e.newCounts()
	defer func() { counts.report(fired) }()
	for a := e.next(); a != nil && fired != limit && !e.halted; a = e.next() {
		if err := e.interrupted(); err != nil {
			return fired, err
		}
		if fired > 0 && e.options.breakpoints[a.Rule.Data.(*Rule)] {
			e.print("wdialog", fmt.Sprintf("Breaking on rule %s.\n", a.Rule.Name))
			break
		}
		fired++
		err := e.fire(a, fired)
		counts.sample()
		if err != nil {
			return fired, err
		}
		if e.options.salience == everyCycle {
			if err := e.rearrange(e.network.Agendas.Strategy(), true, nil); err != nil {
				return fired, err
			}
		}
	}
	if top := e.top(); top != nil {
		e.current = top
	}
	return fired, nil
}

// next finds the activation to fire: the first of the module in focus; modules
// with none lose the focus.
func (e *Environment) next() *rete.Activation {
	if len(e.focus) == 0 {
		e.pushFocus(e.modules[0])
	}
	for len(e.focus) > 0 {
		if a := e.network.Agendas.Top(e.top().number); a != nil {
			return a
		}
		e.popFocus()
	}
	return nil
}

// fire does the actions of a rule.
func (e *Environment) fire(a *rete.Activation, count int64) error {
	r := a.Rule.Data.(*Rule)
	if n := e.network.Agendas.Len(); n > e.total.Peak {
		e.total.Peak = n
	}
	if r.watchFire {
		e.trace(fmt.Sprintf("FIRE %4d %s: %s\n", count, r.Name, basis(e.network.Facts(a))))
	}
	if e.hooks.Fire != nil {
		e.tell(func(*Fact) { e.hooks.Fire(r.Name, e.network.Facts(a)) }, nil)
	}
	body := r.actions[a.Rule]
	m := e.network.Take(a)
	e.total.Fired++
	e.actionVars = slices.Grow(e.actionVars[:0], body.size)[:body.size]
	clear(e.actionVars)
	x := &frame{env: e, match: m, vars: e.actionVars}
	before := e.progress()
	e.running, e.current = r, r.Module
	ended := false
	defer func() {
		if !ended {
			e.restore(before) // an action has not come back
		}
		e.network.Fired()
	}()
	_, err := run(x, body.body)
	ended = true
	e.running, e.current = nil, before.current
	if x.control == returning {
		e.dropFocus(r.Module)
	}
	if err != nil && !errors.Is(err, ErrExit) {
		return &RunError{Rule: r.Name, Err: err}
	}
	return err
}

// dropFocus ends the turn of a module whose rule has returned.
func (e *Environment) dropFocus(m *Module) {
	if e.top() == m {
		e.popFocus()
		return
	}
	for i := len(e.focus) - 1; i >= 0; i-- {
		if e.focus[i] == m {
			e.focus = append(e.focus[:i], e.focus[i+1:]...)
			return
		}
	}
}

// RunError is an error in the actions of a rule. The rule's further actions are
// not done, and the run ends.
type RunError struct {
	Rule string
	Err  error
}

// Error names the rule.
func (e *RunError) Error() string {
	return fmt.Sprintf("%v\n[PRCCODE4] Execution halted during the actions of defrule %s.", e.Err, e.Rule)
}

// Unwrap gives the error itself.
func (e *RunError) Unwrap() error { return e.Err }

// Halt ends a run after the rule being fired.
func (e *Environment) Halt() { e.halted = true }

func (e *Environment) testFailed(rules []*rete.Rule, f *Fact, err error) {
	if errors.Is(err, ErrExit) {
		e.pending = err
		return
	}
	e.untested = true
	if f != nil {
		e.warn("[FACTMCH1] This error occurred in the fact pattern network, for %s: %v", FactText(f), err)
		return
	}
	for _, r := range rules {
		e.warn("[DRIVE1] This error occurred in the join network, in the conditions of defrule %s: %v", r.Name, err)
	}
}

// warn writes a message to the errors' output.
func (e *Environment) warn(format string, args ...any) {
	e.print("werror", fmt.Sprintf(format, args...)+"\n")
}
