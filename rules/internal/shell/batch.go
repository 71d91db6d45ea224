package shell

import (
	"errors"
	"strings"

	"farbank/rules/internal/compile"
	"farbank/rules/internal/core"
	"farbank/rules/internal/fault"
)

// A Program is a text to load, with its name for messages.
type Program struct{ Name, Text string }

// Batch loads programs and does what follows: the calls of a batch file; without one, if
// they have not run themselves, (reset) and (run). Where a program has faults the others
// are loaded still, and nothing is run.
func Batch(e *core.Environment, programs []Program, calls *Program) error {
	var faults []error
	for _, p := range programs {
		err := compile.Load(e, strings.NewReader(p.Text), p.Name)
		if err != nil && !fault.IsFault(err) {
			return err
		}
		if err != nil {
			faults = append(faults, err)
		}
	}
	if len(faults) > 0 {
		return errors.Join(faults...)
	}
	if calls != nil {
		return compile.Load(e, strings.NewReader(calls.Text), calls.Name)
	}
	if e.HasRun() {
		return nil
	}
	_, err := compile.Eval(e, "(reset)")
	if err == nil {
		_, err = compile.Eval(e, "(run)")
	}
	return err
}
