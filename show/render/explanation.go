package render

import (
	"fmt"
	"io"
	"strings"

	"farbank/engine"
	"farbank/internal/visible"
	"farbank/model"
	"farbank/study/explain"
)

// Explanation writes an explanation for a person; with plans, the plans as tables.
func Explanation(w io.Writer, r *explain.Result, plans bool) error {
	x := &explanation{w: w, r: r, plans: plans}
	switch r.Answer.Status {
	case engine.None:
		x.blocked()
	case engine.Solved, engine.Feasible:
		x.way()
	case engine.Unsupported:
		x.line("Not asked: %s.", r.Answer.Reason)
	default:
		x.line("Not known: %s. It is not known whether a plan exists, so there is nothing to explain yet.", r.Answer.Reason)
	}
	return x.err
}

type explanation struct {
	w     io.Writer
	r     *explain.Result
	plans bool
	err   error
}

func (x *explanation) line(format string, args ...any) {
	if x.err == nil {
		_, x.err = io.WriteString(x.w, visible.Text(fmt.Sprintf(format+"\n", args...)))
	}
}

func (x *explanation) thing() string {
	if len(x.r.Problem.Schemas) == 0 {
		return "solution"
	}
	return "plan"
}

// blocked tells why there is no plan.
func (x *explanation) blocked() {
	r := x.r
	x.line("No %s exists.", x.thing())
	if r.Hopeless {
		x.line("\nEven without any of the rules and requirements that can be given up there is none.")
	} else {
		x.conflicts()
	}
	x.relaxations()
	for _, s := range r.Fixed {
		x.line("\nNot given up: %s", s)
	}
	x.line("")
	solved := fmt.Sprintf("%d problems were solved for this.", r.Asked)
	if r.Asked == 1 {
		solved = "Nothing else was solved for this."
	}
	switch {
	case r.Limited:
		x.line("There may be more: %s (--limit 0 gives all). %s", r.Reason, solved)
	case !r.Complete:
		x.line("This is a part of the answer: %s. %s", r.Reason, solved)
	case len(r.Relaxations) > 0:
		x.line("These are all%s. %s", x.scope(), solved)
	default:
		x.line("%s", solved)
	}
}

// scope says which changes of parameters were tried.
func (x *explanation) scope() string {
	o := x.r.Options
	if len(x.r.Problem.Settings) == 0 || o.Steps < 1 {
		return ""
	}
	if o.AtOnce < 2 || len(x.r.Problem.Settings) < 2 {
		return fmt.Sprintf(", of changes of one parameter by up to %d", o.Steps)
	}
	return fmt.Sprintf(", with up to %d parameters changed by up to %d each", o.AtOnce, o.Steps)
}

func (x *explanation) conflicts() {
	beside := ""
	if len(x.r.Fixed)+len(x.r.Options.Keep) > 0 {
		beside = ", beside what is not given up,"
	}
	for i, c := range x.r.Conflicts {
		switch {
		case i == 0 && len(c.Items) == 1:
			x.line("\nThis alone%s makes it impossible:", beside)
		case i == 0:
			x.line("\nThese %d together%s already make it impossible, and no fewer of them do:", len(c.Items), beside)
		case len(c.Items) == 1:
			x.line("or this:")
		default:
			x.line("or these %d:", len(c.Items))
		}
		for _, it := range c.Items {
			x.line("    %s", it)
		}
		if !c.Sure {
			x.line("    (with fewer of them it is not known)")
		}
	}
}

func (x *explanation) relaxations() {
	rs := x.r.Relaxations
	if len(rs) == 0 {
		if x.r.Complete {
			x.line("\nNothing that can be given up gives a %s.", x.thing())
		}
		return
	}
	x.line("\nWhat would give a %s, smallest first; with any one of a set put back there is none:", x.thing())
	for i, s := range rs {
		x.line("\n%d. %s: %s", i+1, given(s.Items), x.outcome(s))
		if !s.Sure {
			x.line("   (whether all of these are needed is not known)")
		}
		x.plan(s)
	}
}

// given says what is given up or changed.
func given(items []explain.Item) string {
	parts := make([]string, len(items))
	without := false
	for i, it := range items {
		parts[i] = it.String()
		if it.Kind == explain.Parameter {
			continue
		}
		if !without {
			parts[i] = "without " + parts[i]
		}
		without = true
	}
	return strings.Join(parts, "\n   and ")
}

func (x *explanation) outcome(s explain.Relaxation) string {
	if len(s.Problem.Schemas) == 0 {
		return "a solution"
	}
	return planSize(s.Problem, s.Plan)
}

func planSize(p *model.Problem, plan model.Plan) string {
	n := fmt.Sprintf("%d moves", len(plan.Moves))
	if len(plan.Moves) == 1 {
		n = "1 move"
	}
	if plan.Cost != int64(len(plan.Moves)) {
		return fmt.Sprintf("%s, cost %d", n, plan.Cost)
	}
	return n
}

// plan writes the plan of a relaxation: its moves, or as a table.
func (x *explanation) plan(s explain.Relaxation) {
	if x.err != nil {
		return
	}
	steps, _, err := s.Problem.Verify(s.Plan)
	if err != nil {
		x.err = err
		return
	}
	var b strings.Builder
	if x.plans || len(s.Problem.Schemas) == 0 {
		x.err = Table(&b, s.Problem, steps)
	} else {
		b.WriteString(flow(steps, 96))
	}
	for _, l := range strings.Split(strings.TrimRight(b.String(), "\n"), "\n") {
		x.line("%s", strings.TrimRight("      "+l, " "))
	}
}

// flow writes the moves of a plan one after another, in lines of at most so many
// characters.
func flow(steps []model.Step, width int) string {
	var b strings.Builder
	at := 0
	for i, st := range steps {
		if st.Move == nil {
			continue
		}
		text := visible.Line(st.Label)
		if i < len(steps)-2 {
			text += ";"
		}
		n := visible.Width(text)
		switch {
		case at > 0 && at+1+n > width:
			b.WriteByte('\n')
			at = 0
		case at > 0:
			b.WriteByte(' ')
			at++
		}
		b.WriteString(text)
		at += n
	}
	if b.Len() == 0 {
		return "nothing has to be moved"
	}
	return b.String()
}

// way tells what the rules do where there is a plan.
func (x *explanation) way() {
	r := x.r
	p := r.Problem
	switch {
	case p.Goals != nil:
		x.line("A solution exists, of value %d at best.", r.Answer.Best.Cost)
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
	if len(r.Effects) == 0 {
		x.line("\nThere are no rules.")
	}
	if r.Partial {
		x.line("\nWhat is refused was looked at in a part of the states only.")
	}
	if !r.Complete {
		x.line("\nThis is a part of the answer: %s.", r.Reason)
	}
}

func (x *explanation) effect(e *explain.Effect, role explain.Role) {
	x.line("    %s", e.Item)
	var parts []string
	if e.Starts > 0 {
		parts = append(parts, fmt.Sprintf("refuses %d of the ways to begin", e.Starts))
	}
	if e.Refused > 0 {
		parts = append(parts, x.refused(e))
	}
	parts = append(parts, x.without(e, role)...)
	for _, s := range parts {
		x.line("        %s", s)
	}
}

func (x *explanation) refused(e *explain.Effect) string {
	text := fmt.Sprintf("refuses %d moves", e.Refused)
	if e.Refused == 1 {
		text = "refuses 1 move"
	}
	switch {
	case e.Alone == e.Refused && e.Refused > 1:
		text += ", all of them alone"
	case e.Alone > 0 && e.Refused > 1:
		text += fmt.Sprintf(", %d of them alone", e.Alone)
	}
	where := "at the start"
	if e.First.Moves > 0 {
		where = fmt.Sprintf("after %d moves", e.First.Moves)
		if e.First.Moves == 1 {
			where = "after 1 move"
		}
	}
	return fmt.Sprintf("%s; the first is %s %s", text, e.First.Move, where)
}

// without says what the problem would be without a unit.
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
		return []string{"what it would be without it was not looked at any more"}
	case w.Status != engine.Solved:
		return []string{"what it would be without it is not known: " + w.Reason}
	case r.Problem.Goals != nil && w.Cost != r.Answer.Best.Cost:
		parts = append(parts, fmt.Sprintf("without it the best value is %d", w.Cost))
	case len(r.Problem.Schemas) == 0:
		return nil
	case w.Cost != r.Answer.Best.Cost:
		parts = append(parts, fmt.Sprintf("without it the best plan costs %d, not %d", w.Cost, r.Answer.Best.Cost))
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
