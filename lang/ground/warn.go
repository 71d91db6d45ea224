package ground

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"farbank/lang/syntax"
	"farbank/lang/types"
	"farbank/model"
	"farbank/model/canonical"
)

// A Warning is a kind of warnings: legal, but probably not intended.
type Warning struct {
	Kind   model.WarningKind
	Manual string // what it warns of, for the manual

	// look calls warn for every occurrence in a file that was grounded without an error.
	look func(g *grounder, warn func(at model.Pos, msg string))
}

// Warnings returns the kinds of warnings in the order of the manual.
func Warnings() []Warning {
	return []Warning{
		{model.WarnUnused, "a constant, a parameter, a function, an unknown or a state variable that nothing uses", (*grounder).unused},
		{model.WarnUnread, "a state variable that moves assign to, but that nothing depends on and nothing shows", (*grounder).unread},
		{model.WarnUndefined, "an expression that never has a value (section 7)", (*grounder).undefinedAlways},
		{model.WarnNeverApplies, "a move of which no ground move can ever apply", (*grounder).neverApplies},
		{model.WarnNoValue, "a move with ground moves that can never apply, because an assignment or a `let` has no value", (*grounder).noValue},
		{model.WarnNeverMet, "a `require`, a rule or a goal that nothing can meet", (*grounder).neverMet},
		{model.WarnGrid, "a comparison of `time` by `<` or `>`, whose meaning depends on the unit of time (section 13)", (*grounder).grid},
		{model.WarnDivision, "a division of whole numbers that is only used as a decimal: its result is rounded down (section 6)", (*grounder).division},
		{model.WarnNoGoal, "a problem with moves and without a goal: every safe state is an end", (*grounder).noGoal},
	}
}

// warn adds the warnings, ordered by position.
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
		switch {
		case o.Used || g.shared(o.Ident):
		case o.Kind == types.Const || o.Kind == types.Def || o.Kind == types.Param || o.Kind == types.State:
			warn(g.pos(o.Ident), o.Name+" is never used")
		case o.Kind == types.Find:
			warn(g.pos(o.Ident), o.Name+" is never used: any value of it will do, and each counts as a solution")
		}
	}
}

// unread warns of state variables that are assigned but that no answer depends on, unless they are shown.
func (g *grounder) unread(warn func(model.Pos, string)) {
	unread := map[int]bool{}
	for _, v := range canonical.Irrelevant(g.p) {
		unread[v] = true
	}
	if len(unread) == 0 {
		return
	}
	shown := func(c int) { delete(unread, g.p.Cells[c].Var) }
	for i := range g.p.Show {
		for _, d := range g.p.Show[i].Cells {
			d.Reads(shown)
		}
	}
	for _, m := range g.p.Moves {
		if m.Label != nil {
			m.Label.Reads(shown)
		}
	}
	for _, o := range g.info.Objects {
		if o.Kind != types.State || !o.Used || g.shared(o.Ident) {
			continue
		}
		if v := slices.IndexFunc(g.p.Vars, func(v model.Var) bool { return v.Name == o.Name }); v >= 0 && unread[v] {
			warn(g.pos(o.Ident), o.Name+" is assigned but never read: no rule, goal, cost or condition depends on it")
		}
	}
}

// shared reports whether a node is in a file that is used.
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
		if s.Role == model.Begins && !slices.ContainsFunc(g.p.Moves, func(m *model.Move) bool { return m.Schema == s }) {
			warn(s.Pos, "the move "+s.Name+" can never be made"+g.whyNever(s))
		}
	}
}

// noValue warns of moves some of whose ground moves are inapplicable because a value does not
// exist.
func (g *grounder) noValue(warn func(model.Pos, string)) {
	for _, s := range g.p.Schemas {
		if l := g.lost[s]; l != nil && slices.ContainsFunc(g.p.Moves, func(m *model.Move) bool { return m.Schema == s }) {
			warn(l.pos, fmt.Sprintf("%d of %d choices of %s are never possible: %s", l.count, l.of, s.Name, l.why))
		}
	}
}

// A lost counts the ground moves of a schema that are inapplicable because a value does not
// exist.
type lost struct {
	count, of int64
	why       string // of the first one
	pos       model.Pos
}

// lose records that the current ground move is inapplicable because e has no value.
func (m *moveBuilder) lose(e syntax.Expr) {
	g := m.g
	if m.guarded() {
		return // a guard of the move fails as well
	}
	l := g.lost[m.schema]
	if l == nil {
		l = &lost{}
		g.lost[m.schema] = l
	}
	if l.count++; l.count > 1 && len(g.p.Lost) >= model.MaxLost {
		return
	}
	inner := g.withoutValue(e)
	why := g.Text(inner) + " has no value"
	if _, ok := inner.(*syntax.IndexExpr); ok {
		why = g.Text(inner) + " is outside its index"
	}
	why += g.bindings(inner)
	if l.count == 1 {
		l.why, l.pos = why, g.pos(inner)
	}
	m.lost = why
}

// guarded reports whether the guards so far certainly fail: for every value of some cell or
// local, one of them is false.
func (m *moveBuilder) guarded() bool {
	const maxValues = 64
	var guards []*model.Expr
	var asked []*model.Expr
	for _, st := range m.out {
		if st.Kind == model.Guard && !st.Leaves {
			guards = append(guards, st.Value)
			st.Value.Walk(func(e *model.Expr) {
				if (e.Op == model.Cell || e.Op == model.Local) && model.Span(e.Lo, e.Hi) <= maxValues && !slices.Contains(asked, e) {
					asked = append(asked, e)
				}
			})
		}
	}
	return slices.ContainsFunc(asked, func(v *model.Expr) bool { return m.g.failFor(guards, v) })
}

// failFor reports whether for each value of a cell or local one of the conditions is false.
func (g *grounder) failFor(conds []*model.Expr, v *model.Expr) bool {
	locals := map[int]*model.Expr{}
	for _, c := range conds {
		c.Walk(func(e *model.Expr) {
			if e.Op == model.Local {
				locals[int(e.Value)] = e
			}
		})
	}
	for x := range model.Range(v.Lo, v.Hi) {
		value := g.b.Const(x)
		if v.Bool {
			value = g.b.Truth(x != 0)
		}
		replaced := func(e *model.Expr) *model.Expr {
			if e == v {
				return value
			}
			return e
		}
		sub := g.b.Substitution(func(i int) *model.Expr { return replaced(g.cell(i)) }, func(i int) *model.Expr { return replaced(locals[i]) })
		if !slices.ContainsFunc(conds, func(c *model.Expr) bool { return sub.Apply(c).IsFalse() }) {
			return false
		}
	}
	return true
}

// withoutValue returns the first innermost part of an expression that has no value.
func (g *grounder) withoutValue(e syntax.Expr) syntax.Expr {
	inner := e
	syntax.Inspect(e, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Comprehension, *syntax.LetExpr, *syntax.IfExpr:
			return false // they bind names, or evaluate parts conditionally
		case *syntax.IndexExpr:
			if v := g.lower(n); isUndefined(v) || v.def != nil && v.def.IsFalse() || v.kind == vScalar && v.e.IsFalse() && g.outside(n) {
				inner = n
			}
		}
		return true
	})
	return inner
}

// outside reports whether an index of an element is out of range in every state.
func (g *grounder) outside(e *syntax.IndexExpr) bool {
	x := g.lower(e.X)
	if x.kind != vArray {
		return false
	}
	var leaves []*model.Expr
	for _, i := range e.Index {
		leaves = append(leaves, g.lower(i).leaves()...)
	}
	dims, indices := dimsOf(x.index), g.indices(x.index, leaves)
	for k, d := range dims {
		if k < len(indices) && (indices[k].Op == model.Undefined || d.Misses(indices[k].Lo, indices[k].Hi)) {
			return true
		}
	}
	return false
}

// bindings returns the values of parameters and bound names in an expression, as " at r = 1, c
// = 2".
func (g *grounder) bindings(e syntax.Expr) string {
	var list []string
	syntax.Inspect(e, func(n syntax.Node) bool {
		id, ok := n.(*syntax.Ident)
		if !ok {
			return true
		}
		o := g.info.Uses[id]
		if o == nil || o.Kind != types.Local || o.Type.Finite() == nil || slices.ContainsFunc(list, func(s string) bool { return strings.HasPrefix(s, o.Name+" = ") }) {
			return true
		}
		v := g.values[o.ID]
		if leaves := v.leaves(); slices.ContainsFunc(leaves, func(l *model.Expr) bool { return !l.IsConst() }) || len(leaves) == 0 {
			return true
		}
		list = append(list, o.Name+" = "+model.Value{Type: o.Type.Finite(), Leaves: v.constLeaves()}.String())
		return true
	})
	if len(list) == 0 {
		return ""
	}
	return " at " + strings.Join(list, ", ")
}

// never counts the reason why a ground move is inapplicable.
func (g *grounder) never(s *model.Schema, n syntax.Node, why string) {
	if s == nil {
		return
	}
	if g.refused[s] == nil {
		g.refused[s] = map[string]int{}
	}
	g.refused[s][why+" (line "+itoa(int64(n.Pos().Line))+")"]++
}

// whyNever returns the most frequent reason why ground moves of a schema are inapplicable.
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

// division warns of divisions of whole numbers whose results are only used as decimals.
func (g *grounder) division(warn func(model.Pos, string)) {
	decimal := func(e syntax.Expr) bool { t := g.info.Types[e]; return t != nil && t.Decimal }
	look := func(e syntax.Expr) {
		d, ok := unparen(e).(*syntax.BinaryExpr)
		if !ok || d.Op != syntax.Slash || decimal(d) || g.shared(d) {
			return
		}
		warn(g.pos(d), g.Text(d)+" is rounded down before it is used as a decimal; 1.0 * "+g.Text(d)+" is exact")
	}
	for _, d := range g.file.Decls {
		syntax.InspectDecl(d, func(n syntax.Node) bool {
			switch n := n.(type) {
			case *syntax.BinaryExpr:
				if decimal(n) && n.Op != syntax.Range {
					look(n.X)
					look(n.Y)
				}
			case *syntax.CompareExpr:
				if slices.ContainsFunc(n.Xs, decimal) {
					for _, x := range n.Xs {
						look(x)
					}
				}
			case *syntax.AssignStmt:
				if decimal(n.Target) {
					look(n.Value)
				}
			}
			return true
		})
	}
}
