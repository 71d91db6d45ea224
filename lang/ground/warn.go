package ground

import (
	"slices"

	"farbank/lang/types"
	"farbank/model"
)

// warn adds the warnings: what is legal but likely not meant.
func (g *grounder) warn() {
	for n, a := range g.tried {
		if a.undefined == a.all {
			g.warning(g.pos(n), g.Text(n)+" never has a value: an index is out of range, or something is divided by 0")
		}
	}
	if len(g.p.Moves) > 0 && len(g.p.Goal) == 0 {
		g.warning(model.Pos{}, "there is no goal: every safe state counts as an end")
	}
	for _, s := range g.p.Schemas {
		if !g.hasMove(s) {
			g.warning(s.Pos, "the move "+s.Name+" can never be made")
		}
	}
	for _, rules := range [][]model.Rule{g.p.Require, g.p.Safety, g.p.Goal} {
		for _, r := range rules {
			if r.Cond.IsFalse() {
				g.warning(r.Pos, "this can never be met: "+r.String())
			}
		}
	}
	for _, o := range g.info.Objects {
		if !o.Used && (o.Kind == types.Const || o.Kind == types.Def || o.Kind == types.Param || o.Kind == types.State) {
			g.warning(g.pos(o.Ident), o.Name+" is never used")
		}
	}
	sortWarnings(g.p.Warnings)
}

func (g *grounder) hasMove(s *model.Schema) bool {
	for _, m := range g.p.Moves {
		if m.Schema == s {
			return true
		}
	}
	return false
}

func (g *grounder) warning(p model.Pos, msg string) {
	g.p.Warnings = append(g.p.Warnings, model.Warning{Pos: p, Msg: msg})
}

// sortWarnings orders warnings by place.
func sortWarnings(ws []model.Warning) {
	slices.SortStableFunc(ws, func(a, b model.Warning) int {
		if a.Pos.Line != b.Pos.Line {
			return a.Pos.Line - b.Pos.Line
		}
		return a.Pos.Col - b.Pos.Col
	})
}
