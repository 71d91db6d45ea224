package shell

import (
	"errors"
	"strings"

	"farbank/rules/internal/compile"
	"farbank/rules/internal/core"
	"farbank/rules/internal/fault"
)

// A Program is a text to load and its name in messages.
type Program struct{ Name, Text string }

// Batch loads programs and then evaluates calls. If calls is nil, it evaluates (reset) and (run)
// unless the programs have run themselves. If a program has errors, Batch still loads the others,
// but runs nothing.
func Batch(e *core.Environment, programs []Program, calls *Program) error {
	var faults []error
	for _, p := range programs {
		err := compile.Load(e, strings.NewReader(p.Text), p.Name)
		if err != nil && !fault.IsFault(err) {
			if len(faults) == 0 {
				return err
			}
			return errors.Join(append(faults, err)...)
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
