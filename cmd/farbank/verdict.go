package main

import (
	"fmt"
	"math/big"

	"farbank"
	"farbank/engine"
	"farbank/model"
)

// verdict returns the verdict in words, or "" if the output is enough.
func (s *solution) verdict(a *farbank.Answer) string {
	return s.how(a) + s.givenUp(a)
}

// givenUp returns the soft rules that the plan violates.
func (s *solution) givenUp(a *farbank.Answer) string {
	if len(s.p.Soft) == 0 || a.Best == nil || s.q.Want != farbank.One {
		return ""
	}
	steps, _, err := s.verify(*a.Best)
	if err != nil {
		return ""
	}
	given, err := s.p.GivenUp(steps)
	if err != nil {
		return ""
	}
	text := ""
	for _, r := range given {
		text += fmt.Sprintf("\nGiven up: %s (weight %d).", r, r.Weight)
	}
	if len(given) == 0 {
		return "\nNothing is given up."
	}
	return text
}

// how returns the verdict without the soft rules.
func (s *solution) how(a *farbank.Answer) string {
	switch a.Status {
	case farbank.Solved:
		return s.solved(a)
	case farbank.Feasible:
		return s.feasible(a)
	case farbank.None:
		return s.none(a)
	case farbank.NoneWithinBound:
		if s.q.Plans == farbank.Walks {
			return fmt.Sprintf("No plan has exactly %s. Other lengths were not looked at.", moves(s.q.Length))
		}
		bound := s.q.Length
		if !s.q.Bounded || s.q.Horizon > 0 && s.q.Horizon < bound {
			bound = s.q.Horizon
		}
		if bound == 0 && !s.q.Bounded {
			return fmt.Sprintf("No plan was found: %s. Longer ones were not looked at.", a.Reason)
		}
		return fmt.Sprintf("No plan has at most %s. Longer ones were not looked at.", moves(bound))
	case farbank.Unsupported:
		return "Not answered: " + a.Reason + "."
	}
	if s.q.Want == farbank.Count {
		return fmt.Sprintf("Not known: %s. None was counted so far.%s", a.Reason, searched(a))
	}
	return fmt.Sprintf("Not known: %s. No plan so far%s.%s", a.Reason, s.boundText(a), searched(a))
}

func moves(n int) string {
	if n == 1 {
		return "1 move"
	}
	return fmt.Sprintf("%d moves", n)
}

// solved returns the verdict of a complete answer.
func (s *solution) solved(a *farbank.Answer) string {
	if s.q.Want == farbank.All {
		plans := "plans"
		if s.given == 1 {
			plans = "plan"
		}
		if s.q.Plans == farbank.Ends {
			plans += ", one for each last state"
		}
		if s.q.Limit > 0 && s.given == s.q.Limit {
			return fmt.Sprintf("%d %s, the limit asked for; there may be more.", s.given, plans)
		}
		return fmt.Sprintf("%d %s.", s.given, plans)
	}
	n := len(a.Best.Moves)
	switch {
	case s.p.Unit > 0:
		return s.timed(a)
	case s.p.Goals != nil && len(s.p.Schemas) > 0 && s.q.Plans != farbank.Shortest:
		return fmt.Sprintf("%s, value %s.", moves(n), values(s.p, a.Best))
	case s.p.Goals != nil && len(s.p.Schemas) > 0:
		return fmt.Sprintf("%s, value %s, proven best%s.", moves(n), values(s.p, a.Best), s.within())
	case s.p.Goals != nil && s.q.Plans != farbank.Shortest:
		return fmt.Sprintf("Value %s.", values(s.p, a.Best))
	case s.p.Goals != nil:
		return fmt.Sprintf("Value %s, proven best.", values(s.p, a.Best))
	case len(s.p.Cells) == 0:
		return "There is nothing to move and nothing to find."
	case len(s.p.Schemas) == 0 && len(s.p.Soft) > 0 && s.q.Plans == farbank.Shortest:
		return "No solution gives up less."
	case len(s.p.Schemas) == 0:
		return ""
	case len(s.p.Soft) > 0 && s.q.Plans == farbank.Shortest:
		return fmt.Sprintf("%s, cost %s; no plan%s that gives up as little is cheaper.", moves(n), s.p.CostText(a.Best.Cost), s.within())
	case !s.proves():
		return moves(n) + "."
	case int64(n) != a.Best.Cost || s.costly():
		return fmt.Sprintf("%s, cost %s; no plan%s is cheaper%s.", moves(n), s.p.CostText(a.Best.Cost), s.within(), s.preferred(a))
	}
	return fmt.Sprintf("%s; no plan is shorter%s.", moves(n), s.preferred(a))
}

// values returns the value of the objective, and of those that follow it.
func values(p *farbank.Problem, plan *farbank.Plan) string {
	text := p.ValueText(plan.Cost)
	if p.Goals.Then == nil {
		return text
	}
	steps, _, err := p.Verify(*plan)
	if err != nil {
		return text
	}
	list, _ := p.Values(steps)
	for i, o := 1, p.Goals.Then; o != nil && i < len(list); i, o = i+1, o.Then {
		text += ", then " + model.Decimal(list[i], o.Digits)
	}
	return text
}

// preferred returns how often the mover changes, if that was minimized.
func (s *solution) preferred(a *farbank.Answer) string {
	if s.q.Prefer != engine.FewestSwitches {
		return ""
	}
	as := "short"
	if s.costly() {
		as = "cheap"
	}
	switch n := engine.Switches(s.p, *a.Best); n {
	case 0:
		return "; the mover never changes"
	case 1:
		return fmt.Sprintf(", and none as %s changes the mover less often: once", as)
	default:
		return fmt.Sprintf(", and none as %s changes the mover less often: %d times", as, n)
	}
}

// costly reports whether the moves of the problem do not all cost 1.
func (s *solution) costly() bool { return !s.p.UnitCosts() }

func (s *solution) within() string {
	if s.q.Bounded {
		return fmt.Sprintf(" of at most %s", moves(s.q.Length))
	}
	return ""
}

func (s *solution) feasible(a *farbank.Answer) string {
	switch s.q.Want {
	case farbank.All:
		return fmt.Sprintf("%d plans so far, not known to be all: %s.", s.given, a.Reason)
	case farbank.Count:
		return fmt.Sprintf("Not known: %s. There %s.", a.Reason, s.atLeast(a.Count))
	}
	if s.p.Unit > 0 {
		return fmt.Sprintf("%s, not proven best: %s%s.", s.timedPlan(a), a.Reason, s.boundText(a))
	}
	if s.p.Goals != nil {
		return fmt.Sprintf("Value %s, not proven best: %s%s.", values(s.p, a.Best), a.Reason, s.boundText(a))
	}
	if s.q.Improve {
		return fmt.Sprintf("%s%s, the best found: %s%s.", moves(len(a.Best.Moves)), s.priced(a.Best.Cost), a.Reason, s.boundText(a))
	}
	return fmt.Sprintf("%s, cost %s, not proven best: %s%s.", moves(len(a.Best.Moves)), s.p.CostText(a.Best.Cost), a.Reason, s.boundText(a))
}

// atLeast returns the number of plans counted, in words.
func (s *solution) atLeast(n *big.Int) string {
	thing := "plan"
	switch {
	case len(s.p.Schemas) == 0:
		thing = "solution"
	case s.q.Plans == farbank.Ends:
		thing = "last state"
	}
	if n.IsInt64() && n.Int64() == 1 {
		return "is at least one " + thing
	}
	return fmt.Sprintf("are at least %s %ss", groupedBig(n), thing)
}

// boundText returns the proven bound on the best value.
func (s *solution) boundText(a *farbank.Answer) string {
	switch {
	case a.Bound == nil:
		return ""
	case s.p.Unit > 0 && s.leastTime():
		return "; no plan takes less than " + s.p.ValueText(*a.Bound)
	case s.p.Goals != nil && s.p.Goals.Maximize:
		return "; no value is above " + s.p.ValueText(*a.Bound)
	case s.p.Goals != nil:
		return "; no value is below " + s.p.ValueText(*a.Bound)
	case s.costly():
		return fmt.Sprintf("; every plan costs at least %s", s.p.CostText(*a.Bound))
	}
	return fmt.Sprintf("; every plan has at least %s", moves(int(*a.Bound)))
}

func (s *solution) none(a *farbank.Answer) string {
	if len(s.p.Schemas) == 0 {
		return "No solution exists: everything was searched."
	}
	if a.Reason != "" {
		return "No plan exists: " + a.Reason + "."
	}
	if a.Stats.Stored == 0 {
		return "No plan exists: there is no state to begin in."
	}
	if full := a.Stats.Full; full != nil && full.Cmp(big.NewInt(a.Stats.Stored)) != 0 {
		return fmt.Sprintf("No plan exists: all %s safe states that can be reached were searched (%s up to renaming).",
			groupedBig(full), grouped(a.Stats.Stored))
	}
	if a.Stats.Stored == 1 {
		return "No plan exists: the one safe state that can be reached was searched."
	}
	return fmt.Sprintf("No plan exists: all %s safe states that can be reached were searched.", grouped(a.Stats.Stored))
}

func searched(a *farbank.Answer) string {
	switch {
	case a.Stats.Stored > 0:
		if a.Stats.Stored == 1 {
			return " One state was seen."
		}
		return fmt.Sprintf(" %s states were seen.", grouped(a.Stats.Stored))
	case a.Stats.Nodes > 0:
		return fmt.Sprintf(" %s nodes were searched.", grouped(a.Stats.Nodes))
	}
	return ""
}
