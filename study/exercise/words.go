package exercise

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"farbank/docs/exercises"
	"farbank/engine"
	"farbank/model"
)

// asked describes a question.
func asked(a *exercises.Ask) string {
	var parts []string
	for _, k := range slices.Sorted(maps.Keys(a.Params)) {
		if strings.Contains(a.Params[k], "\n") {
			parts = append(parts, "another "+k)
			continue
		}
		parts = append(parts, k+" = "+a.Params[k])
	}
	if a.Data != "" {
		parts = append(parts, "data "+a.Data)
	}
	if a.What != "" {
		parts = append(parts, a.What)
	}
	if a.Moves != "" {
		parts = append(parts, strings.ReplaceAll(a.Moves, "\n", " "))
	}
	if len(parts) == 0 {
		return "as it stands"
	}
	return strings.Join(parts, ", ")
}

// expected describes the correct answer.
func expected(p *model.Problem, a *exercises.Ask) string {
	switch {
	case a.Moves != "" && a.None:
		return "it cannot be done"
	case a.Moves != "":
		return "it can be done"
	case a.None:
		return none(p)
	case a.Count != "":
		return counted(p, a, a.Count)
	}
	return best(p, a.Length, a.Cost, a.Time)
}

// found describes an answer in the same words. Its plan was judged before.
func found(ctx context.Context, p *model.Problem, a *exercises.Ask, got *engine.Answer) string {
	if a.Count != "" && got.Count != nil && got.Count.Sign() > 0 {
		return counted(p, a, got.Count.String())
	}
	if got.Best == nil {
		return none(p)
	}
	var length *int
	var cost *int64
	if a.Length != nil || a.None {
		n := len(got.Best.Moves)
		length = &n
	}
	if a.Cost != nil {
		cost = &got.Best.Cost
	}
	time := ""
	if a.Time != "" {
		if steps, _, err := p.VerifyContext(ctx, *got.Best, true); err == nil {
			time = p.TimeText(model.SpentBy(steps).Time)
		}
	}
	return best(p, length, cost, time)
}

// none returns the words for "no plan".
func none(p *model.Problem) string {
	if len(p.Schemas) == 0 {
		return "no solution"
	}
	return "no plan"
}

// counted returns the words for a number of plans.
func counted(p *model.Problem, a *exercises.Ask, n string) string {
	thing := "plan"
	switch {
	case len(p.Schemas) == 0:
		thing = "solution"
	case a.Plans == "" || a.Plans == "shortest":
		thing = "shortest plan"
	case a.Plans == "ends":
		thing = "last state"
	}
	if p.Goals != nil && a.Plans == "" {
		thing = "best " + thing
	}
	if n != "1" {
		thing += "s"
	}
	switch a.Plans {
	case "walks":
		thing += fmt.Sprintf(" of exactly %d moves", *a.Bound)
	case "simple":
		switch {
		case len(p.Schemas) == 0:
		case n == "1":
			thing += " that repeats no state"
		default:
			thing += " that repeat no state"
		}
	}
	return n + " " + thing
}

// best describes a best plan by the properties that are asked for.
func best(p *model.Problem, length *int, cost *int64, time string) string {
	switch {
	case time != "":
		return "an earliest plan ends at " + time
	case p.Goals != nil && cost != nil:
		return fmt.Sprintf("the best value is %d", *cost)
	case len(p.Schemas) == 0:
		return "there is a solution"
	case length != nil && cost != nil:
		return fmt.Sprintf("a cheapest plan costs %d and has %s", *cost, moves(*length))
	case cost != nil:
		return fmt.Sprintf("a cheapest plan costs %d", *cost)
	case length != nil:
		return "a shortest plan has " + moves(*length)
	}
	return "there is a plan"
}

func moves(n int) string {
	if n == 1 {
		return "1 move"
	}
	return fmt.Sprintf("%d moves", n)
}
