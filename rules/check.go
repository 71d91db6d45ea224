package rules

import (
	"errors"

	"farbank/rules/internal/lint"
	"farbank/rules/syntax"
)

// Finding is a mistake that the text of a program suggests, with its place. Kind is never-fires, unmatched, shadowed,
// duplicate, endless, initial-fact or no-reset.
type Finding = lint.Finding

// Check analyses the texts of a program without running it: rules that can never fire, facts that no rule matches,
// rules that others shadow or repeat, and rules that activate themselves without an end. The error joins the syntax
// errors of the texts.
func Check(programs ...Program) ([]Finding, error) {
	var forms []*syntax.Form
	var faults []error
	for _, p := range programs {
		for f, err := range syntax.NewReader(p.Name, p.Text).All() {
			if err != nil {
				faults = append(faults, err)
				continue
			}
			forms = append(forms, f)
		}
	}
	if len(faults) > 0 {
		return nil, errors.Join(faults...)
	}
	return lint.Check(forms), nil
}
