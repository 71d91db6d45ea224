package ground

import (
	"cmp"
	"slices"

	"farbank/lang/syntax"
	"farbank/lang/types"
	"farbank/model"
)

// A Warning is a kind of warning: what is legal but likely not meant.
type Warning struct {
	Kind   model.WarningKind
	Manual string // when there is one, for the manual

	// look warns of all that there are in a file that was written out without an error.
	look func(g *grounder, warn func(at model.Pos, msg string))
}

// Warnings are the kinds of warnings, in the order of the manual.
func Warnings() []Warning {
	return []Warning{
		{model.WarnUnused, "a constant, a parameter, a function or a state variable that nothing uses", (*grounder).unused},
		{model.WarnUndefined, "an expression that has no value, whatever happens (section 7)", (*grounder).undefinedAlways},
		{model.WarnNeverApplies, "a move of which no ground move can ever apply", (*grounder).neverApplies},
		{model.WarnNeverMet, "a `require`, a rule or a goal that nothing can meet", (*grounder).neverMet},
		{model.WarnNoGoal, "a problem with moves and without a goal: every safe state is an end", (*grounder).noGoal},
	}
}

// warn adds the warnings, ordered by place.
func (g *grounder) warn() {
	for _, w := range Warnings() {
		w.look(g, func(at model.Pos, msg string) {
			g.p.Warnings = append(g.p.Warnings, model.Warning{Kind: w.Kind, Pos: at, Msg: msg})
		})
	}
	slices.SortStableFunc(g.p.Warnings, func(a, b model.Warning) int {
		return cmp.Or(a.Pos.Line-b.Pos.Line, a.Pos.Col-b.Pos.Col, cmp.Compare(a.Msg, b.Msg))
	})
}

func (g *grounder) unused(warn func(model.Pos, string)) {
	for _, o := range g.info.Objects {
		if !o.Used && !g.shared(o.Ident) && (o.Kind == types.Const || o.Kind == types.Def || o.Kind == types.Param || o.Kind == types.State) {
			warn(g.pos(o.Ident), o.Name+" is never used")
		}
	}
}

// shared reports whether something stands in a file that is used.
func (g *grounder) shared(n syntax.Node) bool {
	return len(g.file.Used) > 0 && n.Pos().Line > g.file.Used[0].Lines
}

func (g *grounder) undefinedAlways(warn func(model.Pos, string)) {
	for n, a := range g.tried {
		if a.undefined == a.all {
			warn(g.pos(n), g.Text(n)+" never has a value: an index is out of range, or something is divided by 0")
		}
	}
}

func (g *grounder) neverApplies(warn func(model.Pos, string)) {
	for _, s := range g.p.Schemas {
		if !slices.ContainsFunc(g.p.Moves, func(m *model.Move) bool { return m.Schema == s }) {
			warn(s.Pos, "the move "+s.Name+" can never be made"+g.whyNever(s))
		}
	}
}

// never notes why a ground move can never be made.
func (g *grounder) never(s *model.Schema, n syntax.Node, why string) {
	if s == nil {
		return
	}
	if g.refused[s] == nil {
		g.refused[s] = map[string]int{}
	}
	g.refused[s][why+" (line "+itoa(int64(n.Pos().Line))+")"]++
}

// whyNever is what most of the choices of a move fail on.
func (g *grounder) whyNever(s *model.Schema) string {
	why, most := "", 0
	for text, n := range g.refused[s] {
		if n > most || n == most && ": "+text < why {
			why, most = ": "+text, n
		}
	}
	return why
}

func (g *grounder) neverMet(warn func(model.Pos, string)) {
	for _, rules := range [][]model.Rule{g.p.Require, g.p.Safety, g.p.Goal} {
		for _, r := range rules {
			if r.Cond.IsFalse() {
				warn(r.Pos, "this can never be met: "+r.String())
			}
		}
	}
}

func (g *grounder) noGoal(warn func(model.Pos, string)) {
	if len(g.p.Moves) > 0 && len(g.p.Goal) == 0 {
		warn(model.Pos{}, "there is no goal: every safe state counts as an end")
	}
}
