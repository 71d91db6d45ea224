package ground

import (
	"cmp"
	"slices"

	"farbank/lang/syntax"
	"farbank/lang/types"
	"farbank/model"
)

// ground builds the model of the checked file.
func (g *grounder) ground() {
	g.title()
	g.layOut(types.Find)
	g.p.NumFind = len(g.p.Cells)
	g.layOut(types.State)
	g.starts()
	g.settings()
	g.groundDecls(false)
	for _, d := range g.file.Decls {
		if m, ok := d.(*syntax.MoveDecl); ok {
			g.groundMove(m)
		}
	}
	if len(g.large) > 0 && len(g.Errs) == 0 {
		g.reach(g.large)
	}
	g.keeps = slices.Clone(g.p.Safety)
	g.groundDecls(true)
	if len(g.Errs) == 0 {
		g.checkStart()
	}
}

// groundDecls grounds the rules, the objective and the shows: first those that do not depend on
// which moves are possible, then the others.
func (g *grounder) groundDecls(asking bool) {
	shows := g.p.Show
	g.p.Show = nil
	for _, d := range g.file.Decls {
		_, show := d.(*syntax.ShowDecl)
		if g.info.Asks[d] != asking {
			if show && asking {
				g.p.Show, shows = append(g.p.Show, shows[0]), shows[1:]
			}
			continue
		}
		switch d := d.(type) {
		case *syntax.RuleDecl:
			g.groundRule(d)
		case *syntax.ObjectiveDecl:
			g.p.Goals = g.groundObjective(d)
		case *syntax.ShowDecl:
			g.groundShow(d)
		}
	}
	for _, rules := range [][]model.Rule{g.p.Safety, g.p.Goal} {
		slices.SortStableFunc(rules, func(a, b model.Rule) int { return cmp.Or(a.Pos.Line-b.Pos.Line, a.Pos.Col-b.Pos.Col) })
	}
}

// title sets the title and options of the problem.
func (g *grounder) title() {
	g.p.Strict = g.opts.Strict
	g.p.CostDigits = g.info.CostDigits
	for _, d := range g.file.Decls {
		if d, ok := d.(*syntax.PuzzleDecl); ok && d.Title != nil {
			g.p.Title, g.p.Strict = d.Title.Value, d.Strict || g.opts.Strict
		}
	}
}

// layOut allocates the cells of the variables of a kind.
func (g *grounder) layOut(k types.ObjectKind) {
	for _, o := range g.info.Objects {
		if o.Kind != k {
			continue
		}
		t := o.Type.Finite()
		v := model.Var{Name: o.Name, Type: t, Find: k == types.Find, Base: len(g.p.Cells), Cells: t.Leaves(), Pos: g.pos(o.Ident)}
		v.Counter = o.Counter
		if o.Value != nil {
			v.Unknown, v.Unseen = o.Value.Unknown, o.Value.Hidden
		}
		types := t.LeafTypes()
		exprs := make([]*model.Expr, len(types))
		for i, lt := range types {
			lo, hi := lt.Domain()
			exprs[i] = g.b.Cell(len(g.p.Cells), lo, hi, lt.Kind == model.Bool)
			g.p.Cells = append(g.p.Cells, model.CellInfo{Name: cellName(o.Name, t, int64(i)), Var: len(g.p.Vars), Type: lt, Lo: lo, Hi: hi})
		}
		g.values[o.ID] = g.valueOf(t, exprs)
		g.p.Vars = append(g.p.Vars, v)
		if conds := g.listing(g.values[o.ID], o.Type); len(conds) > 0 && v.Find {
			g.p.Require = append(g.p.Require, model.Rule{Kind: model.Require, Text: o.Name + " is of its type", Cond: g.b.And(conds...)})
		}
	}
}

// cellName returns the name of a leaf of a variable: at[wolf], pos.1, h1 in upgraded.
func cellName(name string, t *model.Type, leaf int64) string {
	switch t.Kind {
	case model.Array:
		k := int64(t.Elems[0].Leaves())
		return cellName(name+"["+indexName(t.Index, leaf/k)+"]", t.Elems[0], leaf%k)
	case model.Set:
		return t.Elems[0].Format(t.Elems[0].Nth(leaf)) + " in " + name
	case model.Tuple:
		for i, e := range t.Elems {
			k := int64(e.Leaves())
			if leaf < k {
				return cellName(name+"."+itoa(int64(i+1)), e, leaf)
			}
			leaf -= k
		}
	}
	return name
}

// starts evaluates the initial values of the state variables.
func (g *grounder) starts() {
	for _, o := range g.info.Objects {
		if o.Kind != types.State {
			continue
		}
		if o.Counter {
			g.p.Start = append(g.p.Start, g.b.Const(0))
			continue
		}
		v := g.conform(g.lowerValue(o.Value, o.Type), o.Type, o.Value.Value)
		if v.kind == vBad {
			continue
		}
		if conds := g.listing(v, o.Type); len(conds) > 0 {
			v = g.only(g.b.And(conds...), v)
		}
		for _, d := range g.wellDefined(v) {
			if d.IsFalse() {
				g.Errorf(o.Value.Value, "this has no value")
			}
		}
		g.p.Start = append(g.p.Start, g.startLeaves(v)...)
	}
}

// startLeaves returns the leaves of an initial value, undefined where the value is.
func (g *grounder) startLeaves(v value) []*model.Expr {
	def := v.def
	if conds := g.wellDefined(v); conds != nil {
		def = g.b.And(conds...)
	}
	leaves := v.leaves()
	if def == nil {
		return leaves
	}
	out := make([]*model.Expr, len(leaves))
	for i, e := range leaves {
		if e.Bool {
			e = g.b.If(e, g.b.Const(1), g.b.Const(0))
		}
		out[i] = g.b.If(def, e, g.b.Undefined())
	}
	if len(out) == 0 { // no leaf can be undefined
		g.p.Require = append(g.p.Require, model.Rule{Kind: model.Require, Text: "a start that has a value", Cond: def})
	}
	return out
}

func (g *grounder) groundRule(d *syntax.RuleDecl) {
	v := g.lower(d.Cond)
	if v.kind != vScalar {
		return
	}
	r := model.Rule{Label: label(d.Why), Text: g.Text(d.Cond), Cond: v.e, Pos: g.pos(d)}
	switch d.Kind {
	case syntax.Prefer:
		r.Kind = model.Prefer
		g.p.Soft = append(g.p.Soft, model.Soft{Rule: r, Weight: g.weight(d)})
	case syntax.Require:
		r.Kind = model.Require
		if g.opts.Parts {
			r.Parts = g.parts(d.Cond, nil)
		}
		g.apart(d, v.e)
		g.p.Require = append(g.p.Require, r)
	case syntax.Never:
		r.Kind = model.Never
		r.Cond = g.b.Not(v.e)
		g.p.Safety = append(g.p.Safety, r)
	case syntax.Always:
		r.Kind = model.Always
		g.p.Safety = append(g.p.Safety, r)
	case syntax.Goal:
		r.Kind = model.Goal
		g.p.Goal = append(g.p.Goal, r)
	}
}

func label(s *syntax.StringLit) string {
	if s == nil {
		return ""
	}
	return s.Value
}

func (g *grounder) groundShow(d *syntax.ShowDecl) {
	if d.More != nil {
		g.groundTimeline(d)
		return
	}
	if d.Name == nil {
		v := g.lower(d.Value)
		g.p.Show = append(g.p.Show, model.Show{Title: d.Title.Value, Cells: []*model.Display{g.display(v, g.info.Types[d.Value])}})
		return
	}
	s := model.Show{Title: d.Name.Name, Board: true}
	var names []*types.Object
	var index []*model.Type
	for _, f := range d.Index {
		t := g.info.Types[f.Type].Elem().Finite()
		for _, id := range f.Names {
			names = append(names, g.info.Uses[id])
			index = append(index, t)
		}
		for range 1 - min(1, len(f.Names)) {
			names, index = append(names, nil), append(index, t)
		}
	}
	rows, cols := int64(1), int64(1)
	if len(index) > 1 {
		rows, _ = index[0].Size()
	}
	cols, _ = index[len(index)-1].Size()
	s.Rows, s.Cols = int(rows), int(cols)
	if len(index) > 1 {
		s.RowNames = memberNames(index[0])
	}
	if s.ColNames = memberNames(index[len(index)-1]); len(index) == 1 && s.ColNames == nil {
		s.Index = index
	}
	g.eachIndex(names, index, func() {
		s.Cells = append(s.Cells, g.display(g.lower(d.Value), g.info.Types[d.Value]))
	})
	g.p.Show = append(g.p.Show, s)
}

// groundTimeline adds a show with the elements of the arrays of a timeline.
func (g *grounder) groundTimeline(d *syntax.ShowDecl) {
	s := model.Show{Title: d.Title.Value, Timeline: true}
	for _, e := range append([]syntax.Expr{d.Value}, d.More...) {
		v := g.lower(e) // without parts after an error
		s.Index = v.index
		for _, part := range v.parts {
			text := g.display(part, g.info.Types[e].Elem())
			if v.def != nil {
				text = g.shownWhere(v.def, text)
			}
			s.Cells = append(s.Cells, text)
		}
	}
	g.p.Show = append(g.p.Show, s)
}

// memberNames returns the displayed names of the values of a type, or nil for numbers.
func memberNames(t *model.Type) []string {
	if t.Kind == model.Int {
		return nil
	}
	n, _ := t.Size()
	names := make([]string, n)
	for k := range n {
		names[k] = t.Shown(t.Nth(k))
	}
	return names
}

// checkStart reports rules broken by the start, if there is only one start.
func (g *grounder) checkStart() {
	if g.p.NumFind > 0 || len(g.p.Start) != len(g.p.Cells) {
		return
	}
	s, ok, err := g.p.Begin(nil)
	if err != nil || !ok {
		g.startFails(err)
		return
	}
	broken, err := g.p.Broken(s)
	if err != nil {
		g.startFails(err)
	}
	for _, r := range broken {
		at := syntax.Pos{Line: r.Pos.Line, Col: r.Pos.Col}
		g.ErrorAt(at, syntax.Pos{}, "the start already breaks this rule: %s", r).Hint = "no plan can begin; change the start or the rule"
	}
}

func (g *grounder) startFails(err error) {
	for i := range g.p.Vars {
		v := &g.p.Vars[i]
		at := syntax.Pos{Line: v.Pos.Line, Col: v.Pos.Col}
		for k := v.Base; k < v.Base+v.Cells; k++ {
			info := &g.p.Cells[k]
			if x, ok, e := g.p.Eval(g.p.Start[k], make(model.State, len(g.p.Cells))); e != nil {
				g.ErrorAt(at, syntax.Pos{}, "the start of %s does not fit 64 bits", info.Name)
				return
			} else if !ok {
				g.ErrorAt(at, syntax.Pos{}, "the start of %s has no value", info.Name)
				return
			} else if x < info.Lo || x > info.Hi {
				g.ErrorAt(at, syntax.Pos{}, "the start of %s is %d, not in %d..%d", info.Name, x, info.Lo, info.Hi)
				return
			}
		}
	}
	if o, ok := err.(*model.OverflowError); ok {
		g.ErrorAt(syntax.Pos{Line: o.Pos.Line, Col: o.Pos.Col}, syntax.Pos{}, "the value does not fit 64 bits")
	}
}
