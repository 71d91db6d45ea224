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

// ExplanationOptions select what is written of an explanation.
type ExplanationOptions struct {
	Plans bool // write the plans as tables
	All   bool // all sets and changes; otherwise the first three of each
}

// fewSets is the number of sets and of changes written without All.
const fewSets = 3

// Explanation writes an explanation as text.
func Explanation(w io.Writer, r *explain.Result, o ExplanationOptions) error {
	x := &explanation{w: w, r: r, plans: o.Plans, all: o.All}
	switch r.Answer.Status {
	case engine.None:
		x.blocked()
	case engine.Solved, engine.Feasible:
		x.way()
	case engine.Unsupported:
		x.line("Not answered: %s.", r.Answer.Reason)
	default:
		x.unknown()
	}
	return x.err
}

type explanation struct {
	w     io.Writer
	r     *explain.Result
	plans bool
	all   bool
	err   error
}

// more writes how many sets or changes are left out.
func (x *explanation) more(n int, one, several string) {
	switch {
	case n == 1:
		x.line("\nand one %s more (--all)", one)
	case n > 1:
		x.line("\nand %d %s more (--all)", n, several)
	}
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

// unknown writes what was proven so far, and the changes that give a plan.
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

// proven writes what is known of an unsolved problem.
func (x *explanation) proven() {
	a := x.r.Answer
	if n := max(a.Stats.Stored, a.Stats.Nodes); n > 0 {
		what := "states"
		if len(x.r.Problem.Schemas) == 0 {
			what = "nodes"
		}
		x.line("%d %s were searched without finding one.", n, what)
	}
	if a.Bound == nil {
		return
	}
	switch g := x.r.Problem.Goals; {
	case g == nil:
		x.line("If there is one, it costs %s or more.", x.r.Problem.ValueText(*a.Bound))
	case g.Maximize:
		x.line("If there is one, its value is %s or less.", x.r.Problem.ValueText(*a.Bound))
	default:
		x.line("If there is one, its value is %s or more.", x.r.Problem.ValueText(*a.Bound))
	}
}

// blocked explains why there is no plan.
func (x *explanation) blocked() {
	r := x.r
	x.line("No %s exists.", x.thing())
	if r.Problem != nil {
		for _, w := range r.Problem.Warnings {
			if w.Kind == model.WarnNoValue {
				x.line("\nFirst suspect: %s (line %d). A move that needs a value which does not exist does not apply.", w.Msg, w.Pos.Line)
			}
		}
	}
	if r.Hopeless {
		x.line("\nGiving up every rule and requirement that can be given up does not help.")
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

// changes lists changes other than of rules and parameters that give a plan.
func (x *explanation) changes() {
	if len(x.r.Changes) == 0 {
		return
	}
	as := map[bool]string{true: " as well"}[len(x.r.Relaxations) > 0]
	x.line("\nEach of these alone would give a %s%s:\n", x.thing(), as)
	for i, s := range x.r.Changes {
		if i == fewSets && i+1 < len(x.r.Changes) && !x.all {
			x.more(len(x.r.Changes)-i, "change", "changes")
			break
		}
		x.line("    %s%s: %s", s.Items[0], also(s), x.outcome(s))
	}
	tried := fmt.Sprintf("%d changes of data, ranges, starts and numbers were tried", x.r.Tried)
	if x.r.Tried == 1 {
		tried = "One change of data, ranges, starts and numbers was tried"
	}
	if x.r.Untried != "" {
		tried += ", of the " + x.r.Untried + " not all"
	}
	x.line("\n%s.", tried)
}

// maxAlso is the maximum number of equivalent changes that are named.
const maxAlso = 6

// also names the places of other changes with the same effect.
func also(s explain.Relaxation) string {
	if len(s.Also) == 0 {
		return ""
	}
	var names []string
	for i, it := range s.Also {
		if i == maxAlso {
			names = append(names, fmt.Sprintf("%d more", len(s.Also)-i))
			break
		}
		names = append(names, it.Name)
	}
	return ", or equally " + strings.Join(names, ", ")
}

// scope returns which changes of parameters were tried.
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
	shown := x.r.Conflicts
	if !x.all {
		shown = differing(shown)
	}
	for i, c := range shown {
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
		for _, name := range x.inGroups(c.Items) {
			x.line("    %s", name)
		}
		if !c.Sure {
			x.line("    (with fewer of them it is not known)")
		}
		if c.Whole {
			x.line("    (perhaps single lines of them are enough: that was not examined)")
		}
	}
	x.more(len(x.r.Conflicts)-len(shown), "set", "sets")
}

// differing returns the first conflicts, in the same order: one of each combination of rules as far as there is room,
// then others. A single one more is not left out.
func differing(conflicts []explain.Conflict) []explain.Conflict {
	if len(conflicts) <= fewSets+1 {
		return conflicts
	}
	chosen := make([]bool, len(conflicts))
	left := fewSets
	seen := map[string]bool{}
	for _, again := range []bool{false, true} {
		for i, c := range conflicts {
			if left > 0 && !chosen[i] && (again || !seen[kindOf(c)]) {
				chosen[i], seen[kindOf(c)] = true, true
				left--
			}
		}
	}
	var first []explain.Conflict
	for i, c := range conflicts {
		if chosen[i] {
			first = append(first, c)
		}
	}
	return first
}

// kindOf returns a key for the rules whose lines are in a conflict.
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
	x.line("\nWhat would give a %s, smallest first; with any one of a set put back no longer:", x.thing())
	groups := grouped(rs)
	shown := groups
	if !x.all {
		shown = selected(groups)
	}
	for i, group := range shown {
		s := group[0]
		x.line("\n%d. %s: %s", i+1, given(s.Items), x.outcome(s))
		var like []string
		for _, other := range group[1:] {
			like = append(like, other.Items[0].Part.Choice)
		}
		if len(like) > 0 {
			x.line("   or for %s", strings.Join(like, "; "))
		}
		if !s.Sure {
			x.line("   (whether all of these are needed is not known)")
		}
		if s.Whole {
			x.line("   (perhaps it is enough to leave out single lines: that was not examined)")
		}
		x.plan(s)
	}
	x.more(len(groups)-len(shown), "set", "sets")
}

// grouped groups sets that differ only in the choice of their line.
func grouped(rs []explain.Relaxation) [][]explain.Relaxation {
	var groups [][]explain.Relaxation
	for _, r := range rs {
		if n := len(groups); n > 0 && alike(groups[n-1][0], r) {
			groups[n-1] = append(groups[n-1], r)
			continue
		}
		groups = append(groups, []explain.Relaxation{r})
	}
	return groups
}

// selected returns the first groups, with at least one that changes only parameters, if there is
// any. It does not leave out a single group.
func selected(groups [][]explain.Relaxation) [][]explain.Relaxation {
	if len(groups) <= fewSets+1 {
		return groups
	}
	parameters := func(g []explain.Relaxation) bool {
		return !slices.ContainsFunc(g[0].Items, func(it explain.Item) bool { return it.Kind != explain.Parameter })
	}
	first := slices.Clone(groups[:fewSets])
	if !slices.ContainsFunc(first, parameters) {
		if k := slices.IndexFunc(groups, parameters); k >= 0 {
			first[fewSets-1] = groups[k]
		}
	}
	return first
}

// alike reports whether two sets are each one line of the same rule, for different choices, and
// have the same effect.
func alike(a, b explain.Relaxation) bool {
	if len(a.Items) != 1 || len(b.Items) != 1 || a.Sure != b.Sure || a.Plan.Cost != b.Plan.Cost {
		return false
	}
	x, y := a.Items[0], b.Items[0]
	return x.Kind == explain.PartOfRule && y.Kind == explain.PartOfRule && x.Rule.Pos == y.Rule.Pos && x.Part.Text == y.Part.Text && x.Says == "" && y.Says == ""
}

// maxChoices is the maximum number of choices of a rule's lines that are named.
const maxChoices = 6

// few is the maximum number of lines of one rule that are listed one by one.
const few = 3

// inGroups names items; many lines of one rule that differ only in their choice get one name.
func (x *explanation) inGroups(items []explain.Item) []string {
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
		if !x.all && n > maxChoices {
			choices = append(choices[:maxChoices], fmt.Sprintf("%d more", n-maxChoices))
		}
		names = append(names, fmt.Sprintf("%s, %d of its lines: for %s", rule, n, strings.Join(choices, "; ")))
		i += n
	}
	return names
}

// Given describes on one line what is given up or changed, and the resulting plan.
func Given(s explain.Relaxation) string {
	x := &explanation{r: &explain.Result{Problem: s.Problem}}
	return strings.ReplaceAll(given(s.Items), "\n  ", "") + ": " + x.outcome(s)
}

// Conflicting describes on one line which items exclude a plan.
func Conflicting(c explain.Conflict) string {
	names := make([]string, len(c.Items))
	for i, it := range c.Items {
		names[i] = it.String()
	}
	return "no plan with " + strings.Join(names, " and ")
}

// given describes what is given up or changed.
func given(items []explain.Item) string {
	parts := make([]string, len(items))
	without := false
	for i, it := range items {
		parts[i] = it.String()
		if it.Kind == explain.Parameter || it.Kind == explain.Range || it.Kind == explain.Start || it.Kind == explain.Number {
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
	if p.Unit > 0 {
		n, time := int64(0), int64(0)
		for _, i := range plan.Moves {
			m := p.Moves[i]
			if time += m.Time; m.Schema.Role == model.Begins {
				n++
			}
		}
		return countOf(n, "move") + ", time " + p.TimeText(time)
	}
	n := fmt.Sprintf("%d moves", len(plan.Moves))
	if len(plan.Moves) == 1 {
		n = "1 move"
	}
	if plan.Cost != int64(len(plan.Moves)) {
		return fmt.Sprintf("%s, cost %s", n, p.ValueText(plan.Cost))
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
		b.WriteString(flow(timedLabels(s.Problem, steps), 96))
	}
	for _, l := range strings.Split(strings.TrimRight(b.String(), "\n"), "\n") {
		x.line("%s", strings.TrimRight("      "+l, " "))
	}
}

// flow writes the moves of a plan in lines of at most width characters.
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
