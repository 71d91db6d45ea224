package model

import (
	"fmt"
	"slices"
	"strings"
)

// Timing returns a text that is the same for two plans if they have the same find values, and the
// same moves begin at the same times.
func (p *Problem) Timing(plan Plan) string {
	var begun []string
	clock := int64(0)
	for _, n := range plan.Moves {
		m := p.Moves[n]
		if clock += m.Time; m.Schema.Role == Begins {
			begun = append(begun, fmt.Sprintf("%d:%d", clock, n))
		}
	}
	slices.Sort(begun)
	return fmt.Sprint(plan.Find) + strings.Join(begun, " ")
}
