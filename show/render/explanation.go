package render

import (
	"fmt"
	"io"
	"slices"
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
		x.unknown()
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
	if p := x.r.Problem; p != nil && len(p.Schemas) == 0 {
		return "solution"
	}
	return "plan"
}

// unknown tells what was proven so far, and what would give a plan whether there is one or not.
func (x *explanation) unknown() {
	r := x.r
	if len(r.Relaxations)+len(r.Changes) == 0 {
		x.line("Not known: %s. It is not known whether a %s exists, so there is nothing to explain yet.", r.Answer.Reason, x.thing())
		x.proven()
		if n := r.Asked + r.Tried; n > 1 {
			x.line("No change that was tried gave one; %d problems were tried.", n)
		}
		return
	}
	x.line("Not known: %s. It is not known whether a %s exists.", r.Answer.Reason, x.thing())
	x.proven()
	x.relaxations()
	x.changes()
	x.line("\nThis is a part of the answer. %d problems were tried for it.", r.Asked+r.Tried)
}

// proven tells what is known of a problem that was not solved.
func (x *explanation) proven() {
	a := x.r.Answer
	if n := max(a.Stats.Stored, a.Stats.Nodes); n > 0 {
		what := "states"
		if len(x.r.Problem.Schemas) == 0 {
			what = "nodes"
		}
		x.line("%d %s were searched, and there was none among them.", n, what)
	}
	if a.Bound == nil {
		return
	}
	switch g := x.r.Problem.Goals; {
	case g == nil:
		x.line("If there is one, it costs %d or more.", *a.Bound)
	case g.Maximize:
		x.line("If there is one, its value is %d or less.", *a.Bound)
	default:
		x.line("If there is one, its value is %d or more.", *a.Bound)
	}
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
	x.changes()
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

// changes tells what else than rules and parameters would give a plan.
func (x *explanation) changes() {
	if len(x.r.Changes) == 0 {
		return
	}
	as := map[bool]string{true: " as well"}[len(x.r.Relaxations) > 0]
	x.line("\nEach of these alone would give a %s%s:\n", x.thing(), as)
	for _, s := range x.r.Changes {
		x.line("    %s%s: %s", s.Items[0], also(s), x.outcome(s))
	}
	tried := fmt.Sprintf("%d changes of data, ranges and starts were tried", x.r.Tried)
	if x.r.Tried == 1 {
		tried = "One change of data, ranges and starts was tried"
	}
	if x.r.Untried != "" {
		tried += ", of the " + x.r.Untried + " not all"
	}
	x.line("\n%s.", tried)
}

// mostAlso is how many changes like another are named.
const mostAlso = 6

// also names the places of other changes that come to the same.
func also(s explain.Relaxation) string {
	if len(s.Also) == 0 {
		return ""
	}
	var names []string
	for i, it := range s.Also {
		if i == mostAlso {
			names = append(names, fmt.Sprintf("%d more", len(s.Also)-i))
			break
		}
		names = append(names, it.Name)
	}
	return ", or likewise " + strings.Join(names, ", ")
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
	more, told := 0, map[string]int{}
	for i, c := range x.r.Conflicts {
		if k := kindOf(c); x.r.Options.Limit > 0 {
			if told[k]++; told[k] > fewAlike {
				more++
				continue
			}
		}
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
		for _, name := range inGroups(c.Items) {
			x.line("    %s", name)
		}
		if !c.Sure {
			x.line("    (with fewer of them it is not known)")
		}
		if c.Whole {
			x.line("    (perhaps single lines of them are enough: that was not found out)")
		}
	}
	if more > 0 {
		x.line("and %d more like these, of other lines of the same rules (--limit 0 and --json tell all)", more)
	}
}

// fewAlike is how many conflicts of the same rules are told one by one.
const fewAlike = 3

// kindOf names the rules that a conflict has lines of.
func kindOf(c explain.Conflict) string {
	var rules []string
	for _, it := range c.Items {
		rules = append(rules, fmt.Sprint(it.Kind, it.Name, it.Rule.Pos))
	}
	slices.Sort(rules)
	return strings.Join(slices.Compact(rules), " ")
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
	for i, number := 0, 1; i < len(rs); i, number = i+1, number+1 {
		s := rs[i]
		x.line("\n%d. %s: %s", number, given(s.Items), x.outcome(s))
		var like []string
		for i+1 < len(rs) && alike(s, rs[i+1]) {
			i++
			like = append(like, rs[i].Items[0].Part.Choice)
		}
		if len(like) > 0 {
			x.line("   or for %s", strings.Join(like, "; "))
		}
		if !s.Sure {
			x.line("   (whether all of these are needed is not known)")
		}
		if s.Whole {
			x.line("   (perhaps it is enough to leave out single lines: that was not found out)")
		}
		x.plan(s)
	}
}

// alike reports whether two sets are each one line of the same rule, told apart by no more than
// the choice that it is for, and come to the same.
func alike(a, b explain.Relaxation) bool {
	if len(a.Items) != 1 || len(b.Items) != 1 || a.Sure != b.Sure || a.Plan.Cost != b.Plan.Cost {
		return false
	}
	x, y := a.Items[0], b.Items[0]
	return x.Kind == explain.PartOfRule && y.Kind == explain.PartOfRule && x.Rule.Pos == y.Rule.Pos && x.Part.Text == y.Part.Text && x.Says == "" && y.Says == ""
}

// few is how many lines of one rule are told one by one.
const few = 3

// inGroups names items; many lines of one rule, told apart by no more than the choice that each is
// for, get one name.
func inGroups(items []explain.Item) []string {
	var names []string
	for i := 0; i < len(items); {
		it, n := items[i], 1
		for it.Kind == explain.PartOfRule && it.Says == "" && i+n < len(items) && items[i+n].Kind == it.Kind && items[i+n].Rule.Pos == it.Rule.Pos &&
			items[i+n].Part.Text == it.Part.Text && items[i+n].Says == "" {
			n++
		}
		if n <= few {
			names = append(names, it.String())
			i++
			continue
		}
		choices := make([]string, n)
		for k := range choices {
			choices[k] = items[i+k].Part.Choice
		}
		rule := explain.Item{Kind: explain.WholeRule, Rule: it.Rule}
		names = append(names, fmt.Sprintf("%s, %d of its lines: for %s", rule, n, strings.Join(choices, "; ")))
		i += n
	}
	return names
}

// Given says in one line what is given up or changed, and the plan that there is then.
func Given(s explain.Relaxation) string {
	x := &explanation{r: &explain.Result{Problem: s.Problem}}
	return strings.ReplaceAll(given(s.Items), "\n  ", "") + ": " + x.outcome(s)
}

// Conflicting says in one line what makes a plan impossible.
func Conflicting(c explain.Conflict) string {
	names := make([]string, len(c.Items))
	for i, it := range c.Items {
		names[i] = it.String()
	}
	return "no plan with " + strings.Join(names, " and ")
}

// given says what is given up or changed.
func given(items []explain.Item) string {
	parts := make([]string, len(items))
	without := false
	for i, it := range items {
		parts[i] = it.String()
		if it.Kind == explain.Parameter || it.Kind == explain.Range || it.Kind == explain.Start {
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
