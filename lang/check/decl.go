package check

import (
	"farbank/lang/syntax"
)

// checkDecls checks everything that is not the value of a constant or a function:
// starts, moves, rules, the objective and shows.
func (c *checker) checkDecls() {
	for _, d := range c.file.Decls {
		c.isolated(func() { c.checkDecl(d) })
	}
}

func (c *checker) checkDecl(d syntax.Decl) {
	switch d := d.(type) {
	case *syntax.ValueDecl:
		c.checkVariable(d)
	case *syntax.MoveDecl:
		c.checkMove(d)
	case *syntax.RuleDecl:
		if d.Kind == syntax.Require {
			c.limit, c.context = found, "a require outside a move"
		}
		c.need(d.Cond, boolTy)
	case *syntax.ObjectiveDecl:
		c.limit, c.context = found, "the objective"
		c.need(d.Value, intTy)
		c.checkObjective(d)
	case *syntax.ShowDecl:
		c.checkShow(d)
	}
}

// checkVariable checks the start of a state variable.
func (c *checker) checkVariable(d *syntax.ValueDecl) {
	o := c.globals[d.Name.Name]
	if o == nil || o.value != d || o.ty.kind == kBad {
		return
	}
	switch {
	case d.Kind == syntax.Find && d.Value != nil:
		c.errorf(d.Value, "a find variable has no value; the solver chooses it").Hint = "a condition on it is a require"
	case d.Kind == syntax.State && d.Value == nil:
		err := c.errorf(d.Name, "%s has no start", d.Name.Name)
		err.Hint = "say what it is at first: state " + d.Name.Name + ": T = value; an unknown start is a find variable"
	case d.Kind == syntax.State:
		c.limit, c.context = found, "the start of a state variable"
		c.checkValue(d, o.ty)
	}
	if d.Kind == syntax.Find || d.Kind == syntax.State {
		c.checkDomain(d, o.ty)
	}
}

// checkDomain complains of a variable that can have no value.
func (c *checker) checkDomain(d *syntax.ValueDecl, t *ty) {
	m := t.finite()
	if m == nil || m.Leaves() == 0 {
		return
	}
	for _, lt := range m.LeafTypes() {
		if lo, hi := lt.Domain(); lo > hi {
			c.errorf(d.Type, "%s can have no value: %d..%d is empty", d.Name.Name, lo, hi)
			return
		}
	}
}

func (c *checker) checkObjective(d *syntax.ObjectiveDecl) {
	for _, other := range c.file.Decls {
		switch other := other.(type) {
		case *syntax.ObjectiveDecl:
			if other != d && other.Pos().Offset < d.Pos().Offset {
				c.errorf(d, "there can be only one objective").Hint = "the first one is at line " + itoa(int64(other.Pos().Line))
			}
		case *syntax.MoveDecl:
			c.errorf(d, "a problem with moves has no objective; the cost of a plan is the sum of its moves' costs").Hint =
				"give the moves a cost: move " + other.Name.Name + "(...) cost e { ... }"
			return
		}
	}
}

func (c *checker) checkMove(d *syntax.MoveDecl) {
	c.push()
	defer c.pop()
	for _, f := range d.Params {
		t := c.declaredType(f.Type)
		if t.kind == kText || t.kind == kArray {
			c.errorf(f.Type, "a parameter of a move cannot be %s", t)
			t = bad
		}
		for _, id := range f.Names {
			if id.Name != "" {
				c.bind(id, t)
			}
		}
	}
	if d.Cost != nil {
		c.need(d.Cost, intTy)
	}
	if d.Body == nil {
		return
	}
	c.push()
	c.stmts(d.Body.Stmts)
	if d.Label != nil {
		c.expr(d.Label, textTy)
	}
	c.pop()
}

func (c *checker) checkShow(d *syntax.ShowDecl) {
	if d.Name == nil {
		c.expr(d.Value, nil)
		return
	}
	c.push()
	defer c.pop()
	n := 0
	for _, f := range d.Index {
		t := c.indexType(f.Type)
		n += max(1, len(f.Names))
		for _, id := range f.Names {
			if id.Name != "" {
				c.bind(id, t)
			}
		}
	}
	if n > 2 {
		c.errorf(d.Name, "a board has two indices, its rows and its columns, or one; %s has %d", d.Name.Name, n)
	}
	if t := c.expr(d.Value, nil); t.kind == kArray {
		c.errorf(d.Value, "%s is %s; a cell of a board is one value", c.text(d.Value), t)
	}
}

func (c *checker) stmts(list []syntax.Stmt) {
	for _, s := range list {
		c.stmt(s)
	}
}

func (c *checker) block(b *syntax.Block) {
	if b == nil {
		return
	}
	c.push()
	c.stmts(b.Stmts)
	c.pop()
}

func (c *checker) stmt(s syntax.Stmt) {
	switch s := s.(type) {
	case *syntax.RequireStmt:
		c.need(s.Cond, boolTy)
	case *syntax.LetStmt:
		t := c.expr(s.Value, nil)
		if s.Name.Name != "" {
			c.bind(s.Name, t)
		}
	case *syntax.AssignStmt:
		c.assignment(s)
	case *syntax.IfStmt:
		c.need(s.Cond, boolTy)
		c.block(s.Then)
		if s.Else != nil {
			c.stmt(s.Else)
		}
	case *syntax.ForStmt:
		c.push()
		c.bindAll(s.Binders)
		if s.Where != nil {
			c.need(s.Where, boolTy)
		}
		c.block(s.Body)
		c.pop()
	case *syntax.Block:
		c.block(s)
	}
}

func (c *checker) assignment(s *syntax.AssignStmt) {
	t := c.expr(s.Target, nil)
	if t.kind == kBad {
		c.expr(s.Value, nil)
		return
	}
	if o := c.targetOf(s.Target); o == nil || o.kind != objState {
		err := c.errorf(s.Target, "%s cannot be assigned to", c.text(s.Target))
		err.Hint = "only state variables change"
		if o != nil {
			err.Msg += ": " + o.name + " is " + o.kind.String()
		}
		c.expr(s.Value, nil)
		return
	}
	if s.Op == syntax.Assign {
		got := c.expr(s.Value, t)
		if t.kind == kArray && got.kind != kArray {
			c.mustFit(s.Value, got, t.elem())
			return
		}
		c.mustFit(s.Value, got, t)
		return
	}
	c.changeBy(s, t)
}

// changeBy checks s += e and s -= e: a number, a member of a set, or a set.
func (c *checker) changeBy(s *syntax.AssignStmt, t *ty) {
	switch t.kind {
	case kInt:
		c.need(s.Value, intTy)
	case kSet:
		got := c.expr(s.Value, nil)
		if !fits(got, t) && !fits(got, t.elem()) {
			c.errorf(s.Value, "%s is %s; %s has members of type %s", c.text(s.Value), got, c.text(s.Target), t.elem().plain()).Hint =
				c.elementHint(s.Value, got, t.elem())
		}
	default:
		c.expr(s.Value, nil)
		c.errorf(s, "%s is %s; %s works on numbers and sets", c.text(s.Target), t, s.Op)
	}
}

// targetOf returns the object that an assignment changes, nil for none.
func (c *checker) targetOf(e syntax.Expr) *object {
	switch e := e.(type) {
	case *syntax.Ident:
		return c.uses[e]
	case *syntax.IndexExpr:
		return c.targetOf(e.X)
	case *syntax.SelectExpr:
		return c.targetOf(e.X)
	}
	return nil
}
