package engine

import (
	"fmt"

	"farbank/model"
)

// A Preference selects one of several shortest plans.
type Preference uint8

const (
	NoPreference   Preference = iota // any of them
	FewestSwitches                   // the mover changes least often; see Mover
)

// Preferences lists the names of the preferences.
var Preferences = []string{"fewest-switches"}

// ParsePreference returns the preference of that name; "" means none.
func ParsePreference(s string) (Preference, error) {
	switch s {
	case "":
		return NoPreference, nil
	case "fewest-switches":
		return FewestSwitches, nil
	}
	return 0, fmt.Errorf("%q is no preference; there is fewest-switches", s)
}

// Mover returns the mover of a ground move: its first argument, which usually names the moved
// thing, or the name of the move if it has no arguments.
func Mover(m *model.Move) string {
	if len(m.Args) == 0 {
		return m.Schema.Name
	}
	t := m.Args[0].Type
	if t.Kind == model.Int || t.Name == "" {
		return m.Args[0].String() // ranges of integers differ only by name
	}
	return t.Name + " " + m.Args[0].String()
}

// Switches returns the number of times that the mover changes between successive moves of a plan.
func Switches(p *model.Problem, plan model.Plan) int {
	n := 0
	for i := 1; i < len(plan.Moves); i++ {
		if Mover(p.Moves[plan.Moves[i]]) != Mover(p.Moves[plan.Moves[i-1]]) {
			n++
		}
	}
	return n
}
