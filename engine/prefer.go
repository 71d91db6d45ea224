package engine

import (
	"fmt"

	"farbank/model"
)

// Preference says which of several shortest plans is wanted.
type Preference uint8

const (
	NoPreference   Preference = iota // any of them
	FewestSwitches                   // the mover changes least often; see Mover
)

// Preferences are the names by which preferences are asked for.
var Preferences = []string{"fewest-switches"}

// ParsePreference returns the preference of that name; "" is none.
func ParsePreference(s string) (Preference, error) {
	switch s {
	case "":
		return NoPreference, nil
	case "fewest-switches":
		return FewestSwitches, nil
	}
	return 0, fmt.Errorf("%q is no preference; there is fewest-switches", s)
}

// Mover says who or what makes a ground move: its first argument, by which a move
// commonly names what is moved; where there is none, the name of the move.
func Mover(m *model.Move) string {
	if len(m.Args) == 0 {
		return m.Schema.Name
	}
	t := m.Args[0].Type
	if t.Kind == model.Int || t.Name == "" {
		return m.Args[0].String() // ranges of integers differ in name only
	}
	return t.Name + " " + m.Args[0].String()
}

// Switches returns how often the mover changes from one move of a plan to the next.
func Switches(p *model.Problem, plan model.Plan) int {
	n := 0
	for i := 1; i < len(plan.Moves); i++ {
		if Mover(p.Moves[plan.Moves[i]]) != Mover(p.Moves[plan.Moves[i-1]]) {
			n++
		}
	}
	return n
}
