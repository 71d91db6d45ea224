package check

import (
	"farbank/lang/syntax"
	"farbank/model"
)

// ground builds the model from the checked tree.
func (c *checker) ground() {
	c.layOut(objFind)
	c.p.NumFind = len(c.p.Cells)
	c.layOut(objState)
	c.starts()
	c.settings()
	for _, d := range c.file.Decls {
		switch d := d.(type) {
		case *syntax.RuleDecl:
			c.groundRule(d)
		case *syntax.ObjectiveDecl:
			if v := c.lower(d.Value); v.kind == vScalar {
				c.p.Goals = &model.Objective{Maximize: d.Maximize, Value: v.e, Pos: c.pos(d)}
			}
		case *syntax.ShowDecl:
			c.groundShow(d)
		}
	}
	for _, d := range c.file.Decls {
		if m, ok := d.(*syntax.MoveDecl); ok {
			c.groundMove(m)
		}
	}
	if len(c.errs) == 0 {
		c.checkStart()
	}
}

// layOut gives the variables of a kind their cells.
func (c *checker) layOut(k objKind) {
	for _, o := range c.objects {
		if o.kind != k {
			continue
		}
		t := o.ty.finite()
		v := model.Var{Name: o.name, Type: t, Find: k == objFind, Base: len(c.p.Cells), Cells: t.Leaves(), Pos: c.pos(o.id)}
		o.base = v.Base
		types := t.LeafTypes()
		exprs := make([]*model.Expr, len(types))
		for i, lt := range types {
			lo, hi := lt.Domain()
			exprs[i] = c.b.Cell(len(c.p.Cells), lo, hi, lt.Kind == model.Bool)
			c.p.Cells = append(c.p.Cells, model.CellInfo{Name: cellName(o.name, t, int64(i)), Var: len(c.p.Vars), Type: lt, Lo: lo, Hi: hi})
		}
		o.val = valueOf(t, exprs)
		c.p.Vars = append(c.p.Vars, v)
	}
}

// cellName names a leaf of a variable: at[wolf], pos.1, h1 in upgraded.
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

// starts evaluates the first values of the state variables.
func (c *checker) starts() {
	for _, o := range c.objects {
		if o.kind != objState {
			continue
		}
		v := c.conform(c.lowerValue(o.value, o.ty), o.ty, o.value.Value)
		if v.kind == vBad {
			continue
		}
		for _, d := range c.wellDefined(v) {
			if d.IsFalse() {
				c.errorf(o.value.Value, "this has no value")
			}
		}
		c.p.Start = append(c.p.Start, c.startLeaves(v)...)
	}
}

// startLeaves are the leaves of a start; those of a set are undefined where the set
// is.
func (c *checker) startLeaves(v value) []*model.Expr {
	if v.kind == vSet && v.def != nil {
		out := make([]*model.Expr, len(v.in))
		for i, e := range v.in {
			out[i] = c.b.If(v.def, c.b.If(e, c.b.Const(1), c.b.Const(0)), c.b.Undefined())
		}
		return out
	}
	if v.kind == vTuple || v.kind == vArray {
		var out []*model.Expr
		for _, p := range v.parts {
			out = append(out, c.startLeaves(p)...)
		}
		return out
	}
	return v.leaves()
}

func (c *checker) groundRule(d *syntax.RuleDecl) {
	v := c.lower(d.Cond)
	if v.kind != vScalar {
		return
	}
	r := model.Rule{Label: label(d.Why), Text: c.text(d.Cond), Cond: v.e, Pos: c.pos(d)}
	switch d.Kind {
	case syntax.Require:
		r.Kind = model.Require
		if c.opts.Parts {
			r.Parts = c.parts(d.Cond, nil)
		}
		c.p.Require = append(c.p.Require, r)
	case syntax.Never:
		r.Kind = model.Never
		r.Cond = c.b.Not(v.e)
		c.p.Safety = append(c.p.Safety, r)
	case syntax.Always:
		r.Kind = model.Always
		c.p.Safety = append(c.p.Safety, r)
	case syntax.Goal:
		r.Kind = model.Goal
		c.p.Goal = append(c.p.Goal, r)
	}
}

func label(s *syntax.StringLit) string {
	if s == nil {
		return ""
	}
	return s.Value
}

func (c *checker) groundShow(d *syntax.ShowDecl) {
	if d.Name == nil {
		v := c.lower(d.Value)
		c.p.Show = append(c.p.Show, model.Show{Title: d.Title.Value, Cells: []*model.Display{c.display(v, c.types[d.Value])}})
		return
	}
	s := model.Show{Title: d.Name.Name, Board: true}
	var names []*object
	var types []*model.Type
	for _, f := range d.Index {
		t := c.indexType(f.Type).finite()
		for _, id := range f.Names {
			names = append(names, c.uses[id])
			types = append(types, t)
		}
		for range 1 - min(1, len(f.Names)) {
			names, types = append(names, &object{}), append(types, t)
		}
	}
	rows, cols := int64(1), int64(1)
	if len(types) > 1 {
		rows, _ = types[0].Size()
	}
	cols, _ = types[len(types)-1].Size()
	s.Rows, s.Cols = int(rows), int(cols)
	c.eachIndex(names, types, func() {
		s.Cells = append(s.Cells, c.display(c.lower(d.Value), c.types[d.Value]))
	})
	c.p.Show = append(c.p.Show, s)
}

// checkStart complains of a start that breaks a rule, where there is only one.
func (c *checker) checkStart() {
	if c.p.NumFind > 0 || len(c.p.Start) != len(c.p.Cells) {
		return
	}
	s, ok, err := c.p.Begin(nil)
	if err != nil || !ok {
		c.startFails(err)
		return
	}
	broken, err := c.p.Broken(s)
	if err != nil {
		c.startFails(err)
	}
	for _, r := range broken {
		at := syntax.Pos{Line: r.Pos.Line, Col: r.Pos.Col}
		c.errorAt(at, syntax.Pos{}, "the start already breaks this rule: %s", r).Hint = "no plan can begin; change the start or the rule"
	}
}

func (c *checker) startFails(err error) {
	for i := range c.p.Vars {
		v := &c.p.Vars[i]
		at := syntax.Pos{Line: v.Pos.Line, Col: v.Pos.Col}
		for k := v.Base; k < v.Base+v.Cells; k++ {
			info := &c.p.Cells[k]
			if x, ok, e := c.p.Eval(c.p.Start[k], make(model.State, len(c.p.Cells))); e != nil {
				c.errorAt(at, syntax.Pos{}, "the start of %s does not fit 64 bits", info.Name)
				return
			} else if !ok {
				c.errorAt(at, syntax.Pos{}, "the start of %s has no value", info.Name)
				return
			} else if x < info.Lo || x > info.Hi {
				c.errorAt(at, syntax.Pos{}, "the start of %s is %d, not in %d..%d", info.Name, x, info.Lo, info.Hi)
				return
			}
		}
	}
	if o, ok := err.(*model.OverflowError); ok {
		c.errorAt(syntax.Pos{Line: o.Pos.Line, Col: o.Pos.Col}, syntax.Pos{}, "the value does not fit 64 bits")
	}
}

// warn adds the warnings: what is legal but likely not meant.
func (c *checker) warn() {
	for n, a := range c.tried {
		if a.undefined == a.all {
			c.warning(c.pos(n), c.text(n)+" never has a value: an index is out of range, or something is divided by 0")
		}
	}
	if len(c.p.Moves) > 0 && len(c.p.Goal) == 0 {
		c.warning(model.Pos{}, "there is no goal: every safe state counts as an end")
	}
	for _, s := range c.p.Schemas {
		if !c.hasMove(s) {
			c.warning(s.Pos, "the move "+s.Name+" can never be made")
		}
	}
	for _, rules := range [][]model.Rule{c.p.Require, c.p.Safety, c.p.Goal} {
		for _, r := range rules {
			if r.Cond.IsFalse() {
				c.warning(r.Pos, "this can never be met: "+r.String())
			}
		}
	}
	for _, o := range c.objects {
		if !o.used && (o.kind == objConst || o.kind == objDef || o.kind == objParam || o.kind == objState) {
			c.warning(c.pos(o.id), o.name+" is never used")
		}
	}
	sortWarnings(c.p.Warnings)
}

func (c *checker) hasMove(s *model.Schema) bool {
	for _, m := range c.p.Moves {
		if m.Schema == s {
			return true
		}
	}
	return false
}

func (c *checker) warning(p model.Pos, msg string) {
	c.p.Warnings = append(c.p.Warnings, model.Warning{Pos: p, Msg: msg})
}
