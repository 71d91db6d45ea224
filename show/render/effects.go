package render

import (
	"fmt"

	"farbank/engine"
	"farbank/model"
	"farbank/study/explain"
)

// way explains what the rules do if there is a plan.
func (x *explanation) way() {
	r := x.r
	p := r.Problem
	switch {
	case p.Goals != nil:
		x.line("A solution exists, of %s %s at best.", worthOf(p), p.ValueText(r.Answer.Best.Cost))
	case len(p.Schemas) == 0:
		x.line("A solution exists.")
	case r.States >= 0:
		x.line("A plan exists: %s, and %d states can be reached.", planSize(p, *r.Answer.Best), r.States)
	default:
		x.line("A plan exists: %s.", planSize(p, *r.Answer.Best))
	}
	heads := map[explain.Role]string{explain.Decides: "Without these the best " + x.thing() + " would be another:",
		explain.Shapes: "These forbid something, but the best " + x.thing() + " is as good without them:",
		explain.Idle:   "These are never needed:", explain.Unclear: "Not known:"}
	if len(p.Schemas) == 0 && p.Goals == nil {
		heads[explain.Shapes] = "Each of these rules out something that the others do not:"
	}
	for _, role := range []explain.Role{explain.Decides, explain.Shapes, explain.Idle, explain.Unclear} {
		first := true
		for i := range r.Effects {
			e := &r.Effects[i]
			if e.Role(r) != role {
				continue
			}
			if first {
				x.line("\n%s", heads[role])
			}
			first = false
			x.effect(e, role)
		}
	}
	x.bites()
	if len(r.Effects) == 0 {
		x.line("\nThere are no rules.")
	}
	if r.Partial {
		x.line("\nRefusals were counted in a part of the states only.")
	}
	if !r.Complete {
		x.line("\nThis is a part of the answer: %s.", r.Reason)
	}
}

// worthOf returns the word for the value of the first objective.
func worthOf(p *model.Problem) string {
	if o := p.Goals; o.Time == 1 && o.Cost == 0 && o.Steps == 0 && o.Value.IsConst() && !o.Maximize {
		return "time"
	}
	return "value"
}

// bites explains which ranges prevent moves.
func (x *explanation) bites() {
	first := true
	for i := range x.r.Ranges {
		b := &x.r.Ranges[i]
		if !b.Matters(x.r) {
			continue
		}
		if first {
			x.line("\nThese ranges prevent moves without a message:")
		}
		first = false
		x.line("    %s", b)
		x.line("        %s", refusals(b.Refused, 0, b.First))
		w, cost := b.Wider, x.r.Answer.Best.Cost
		switch {
		case w.Status == engine.None:
			x.line("        if it reached to %d there would be no plan", b.Nearest)
		case w.Status != engine.Solved:
			x.line("        what it would be if it reached to %d is not known: %s", b.Nearest, w.Reason)
		case x.r.Problem.Goals != nil:
			x.line("        if it reached to %d the best %s would be %s", b.Nearest, worthOf(x.r.Problem), x.r.Problem.ValueText(w.Cost))
		default:
			x.line("        if it reached to %d the best plan would cost %s, not %s", b.Nearest, x.r.Problem.ValueText(w.Cost), x.r.Problem.ValueText(cost))
		}
	}
}

func (x *explanation) effect(e *explain.Effect, role explain.Role) {
	x.line("    %s", e.Item)
	var parts []string
	if e.Starts > 0 {
		parts = append(parts, fmt.Sprintf("refuses %d of the ways to begin", e.Starts))
	}
	switch {
	case e.Refused > 0:
		parts = append(parts, refusals(e.Refused, e.Alone, e.First))
	case e.Refused < 0 && e.First != nil:
		parts = append(parts, fmt.Sprintf("refuses moves, which were not counted; one is %s %s", e.First.Move, after(e.First.Moves)))
	case e.Untold(x.r) && e.Refused == 0:
		parts = append(parts, "it is not known whether it refuses any moves: refusals were counted in a part of the states only")
	case e.Untold(x.r):
		parts = append(parts, "it is not known whether it refuses any moves: this move has too many choices, and only those that can occur were examined")
	}
	parts = append(parts, x.without(e, role)...)
	for _, s := range parts {
		x.line("        %s", s)
	}
}

// refusals returns how many moves a rule refuses, how many of them no other rule refuses, and the
// first.
func refusals(refused, alone int64, first *explain.Refusal) string {
	text := fmt.Sprintf("refuses %d moves", refused)
	if refused == 1 {
		text = "refuses 1 move"
	}
	switch {
	case alone == refused && refused > 1:
		text += ", all of them alone"
	case alone > 0 && refused > 1:
		text += fmt.Sprintf(", %d of them alone", alone)
	}
	return fmt.Sprintf("%s; the first is %s %s", text, first.Move, after(first.Moves))
}

// after returns the position in a plan as a phrase.
func after(moves int) string {
	switch moves {
	case 0:
		return "at the start"
	case 1:
		return "after 1 move"
	}
	return fmt.Sprintf("after %d moves", moves)
}

// without describes the problem without a rule.
func (x *explanation) without(e *explain.Effect, role explain.Role) []string {
	r, w := x.r, e.Without
	var parts []string
	switch {
	case w.Follow:
		return []string{"it follows from the others"}
	case role == explain.Idle && e.Refused == 0 && e.Starts == 0:
		return []string{"it forbids nothing on the way"}
	case w.Status == engine.None:
		return []string{"without it there is no " + x.thing()}
	case w.Status != engine.Solved && w.Reason == "":
		return []string{"the problem without it was not solved"}
	case w.Status != engine.Solved:
		return []string{"the problem without it was not solved: " + w.Reason}
	case r.Problem.Goals != nil && w.Cost != r.Answer.Best.Cost:
		parts = append(parts, fmt.Sprintf("without it the best %s is %s", worthOf(r.Problem), r.Problem.ValueText(w.Cost)))
	case len(r.Problem.Schemas) == 0:
		return nil
	case w.Cost != r.Answer.Best.Cost:
		parts = append(parts, fmt.Sprintf("without it the best plan costs %s, not %s", r.Problem.ValueText(w.Cost), r.Problem.ValueText(r.Answer.Best.Cost)))
	}
	if r.States >= 0 && w.States >= 0 && len(r.Problem.Schemas) > 0 {
		if w.States == r.States {
			parts = append(parts, fmt.Sprintf("without it the same number of states can be reached, %d", w.States))
		} else {
			parts = append(parts, fmt.Sprintf("without it %d states can be reached, not %d", w.States, r.States))
		}
	}
	return parts
}
