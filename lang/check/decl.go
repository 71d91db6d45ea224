package check

import (
	"farbank/lang/syntax"
	"farbank/lang/types"
	"farbank/model"
	"strconv"
)

// checkDecls checks everything except the values of constants and functions: starts, moves,
// rules, the objective and shows.
func (c *checker) checkDecls() {
	for _, d := range c.file.Decls {
		c.isolated(func() { c.checkDecl(d) })
	}
}

func (c *checker) checkDecl(d syntax.Decl) {
	c.knows = ""
	switch d := d.(type) {
	case *syntax.ValueDecl:
		c.checkVariable(d)
	case *syntax.MoveDecl:
		c.limit, c.context = types.Stateful, "a move"
		c.checkMove(d)
		c.knows = ""
	case *syntax.RuleDecl:
		if d.Kind == syntax.Require || d.Kind == syntax.Prefer {
			c.knows = "a " + d.Kind.String() + " about the start"
		}
		switch {
		case d.Kind == syntax.Require:
			c.limit, c.context = types.Found, "a require outside a move"
		case d.Kind == syntax.Prefer:
			c.checkWeight(d)
			if c.moves() == nil {
				c.limit, c.context = types.Found, "a soft rule where nothing moves"
			}
		}
		c.goal = d.Kind == syntax.Goal
		c.need(d.Cond, types.BoolType)
		c.goal, c.knows = false, ""
		c.info.Asks[d] = c.reached == types.Possible
	case *syntax.ObjectiveDecl:
		if c.moves() == nil {
			c.limit, c.context = types.Found, "the objective"
		}
		c.objective = c.moves() != nil
		c.knows = "an objective"
		for o := d; o != nil; o = o.Then {
			c.need(o.Value, types.IntType)
		}
		c.objective, c.knows = false, ""
		c.info.Asks[d] = c.reached == types.Possible
		c.checkObjective(d)
	case *syntax.ShowDecl:
		c.checkShow(d)
		c.info.Asks[d] = c.reached == types.Possible
	}
}

// checkVariable checks the start of a state variable.
func (c *checker) checkVariable(d *syntax.ValueDecl) {
	o := c.info.Globals[d.Name.Name]
	if o == nil || o.Value != d || o.Type.Kind == types.Bad {
		return
	}
	switch {
	case d.Unknown && d.Value != nil:
		c.Errorf(d.Value, "an unknown has no value: it is one of the values of its type").Hint = "a condition on it is a require"
	case d.Kind == syntax.Find && d.Value != nil:
		c.Errorf(d.Value, "a find variable has no value; the solver chooses it").Hint = "a condition on it is a require"
	case d.Kind == syntax.State && d.Value == nil:
		err := c.Errorf(d.Name, "%s has no start", d.Name.Name)
		err.Hint = "say what it is at first: state " + d.Name.Name + ": T = value; an unknown start is a find variable"
	case d.Kind == syntax.State:
		c.limit, c.context = types.Found, "the start of a state variable"
		c.checkValue(d, o.Type)
	}
	if d.Kind == syntax.Find || d.Kind == syntax.State {
		c.checkDomain(d, o.Type)
	}
}

// checkDomain reports a variable with an empty domain.
func (c *checker) checkDomain(d *syntax.ValueDecl, t *types.Type) {
	m := t.Finite()
	if m == nil || m.Leaves() == 0 {
		return
	}
	for _, lt := range m.LeafTypes() {
		if lo, hi := lt.Domain(); lo > hi {
			c.Errorf(d.Type, "%s can have no value: %s..%s is empty", d.Name.Name, model.Fixed(lo, lt.Digits), model.Fixed(hi, lt.Digits))
			return
		}
	}
}

// checkWeight checks the weight of a soft rule.
func (c *checker) checkWeight(d *syntax.RuleDecl) {
	if d.Weight == nil || !c.constNumber(d.Weight, "a weight") {
		return
	}
	if n, ok := c.number(d.Weight); ok && (n < 0 || n > types.MaxWeight) {
		c.Errorf(d.Weight, "the weight %d is not in 0..%d", n, types.MaxWeight)
	}
}

func (c *checker) checkObjective(d *syntax.ObjectiveDecl) {
	for _, other := range c.file.Decls {
		switch other := other.(type) {
		case *syntax.ObjectiveDecl:
			if other != d && other.Pos().Offset < d.Pos().Offset {
				c.Errorf(d, "there can be only one objective").Hint = "the first one is at line " + strconv.Itoa(other.Pos().Line) + "; several in order are written minimize a then b"
			}
		}
	}
}

func (c *checker) checkMove(d *syntax.MoveDecl) {
	c.push()
	defer c.pop()
	for _, f := range d.Params {
		t := c.declaredType(f.Type)
		if t.Kind == types.Text || t.Kind == types.Array {
			c.Errorf(f.Type, "a parameter of a move cannot be %s", t)
			t = types.BadType
		}
		for _, id := range f.Names {
			if id.Name != "" {
				c.bind(id, t)
			}
		}
	}
	c.knows, c.lets = "the head of a move", map[*types.Object]bool{}
	c.checkChooser(d)
	if d.Takes != nil {
		c.need(d.Takes, types.IntType)
	}
	if d.Cost != nil {
		c.need(d.Cost, types.IntType)
	}
	if d.Body == nil {
		return
	}
	c.push()
	c.body(d)
	c.knows = "a label"
	if d.Label != nil {
		c.expr(d.Label, types.TextType)
	}
	c.pop()
}

func (c *checker) checkShow(d *syntax.ShowDecl) {
	if d.More != nil {
		c.timeline(d)
		return
	}
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
		c.Errorf(d.Name, "a board has two indices, its rows and its columns, or one; %s has %d", d.Name.Name, n)
	}
	if t := c.expr(d.Value, nil); t.Kind == types.Array {
		c.Errorf(d.Value, "%s is %s; a cell of a board is one value", c.Text(d.Value), t)
	}
}

// timeline checks the arrays of a timeline: all over the same one or two indices, numbers first
// and then optionally the names of rows.
func (c *checker) timeline(d *syntax.ShowDecl) {
	first := c.expr(d.Value, nil)
	for k, e := range append([]syntax.Expr{d.Value}, d.More...) {
		t := first
		if k > 0 {
			t = c.expr(e, first)
		}
		switch {
		case t.Kind == types.Bad || first.Kind == types.Bad:
		case t.Kind != types.Array || len(t.Index) > 2:
			c.Errorf(e, "%s is %s; a timeline shows arrays of one index or two", c.Text(e), t).Hint = "an array of the starts and one of the lengths, over the same index; a length that is always 3 is [j: Job -> 3]"
		case !types.SameIndex(t.Index, first.Index):
			c.Errorf(e, "%s is %s, but the starts are %s; all must be over the same index", c.Text(e), t, first)
		case k < 2 && t.Elem().Decimal:
			c.Errorf(e, "%s has decimal numbers; a timeline shows whole numbers", c.Text(e)).Hint = "in smaller units they are whole: [j: Job -> round(10 * start[j])]"
		case k < 2 && t.Elem().Kind != types.Int:
			c.Errorf(e, "%s is %s; when a thing starts and how long it takes are numbers", c.Text(e), t)
		case k == 2 && (t.Elem().Kind == types.Set || t.Elem().Kind == types.Array):
			c.Errorf(e, "%s is %s; a row is a number, a name or a tuple", c.Text(e), t)
		}
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
		c.need(s.Cond, types.BoolType)
	case *syntax.LetStmt:
		t := c.letValue(s.Type, s.Value)
		if s.Name.Name != "" {
			c.bind(s.Name, t)
		}
	case *syntax.AssignStmt:
		c.assignment(s)
	case *syntax.IfStmt:
		c.need(s.Cond, types.BoolType)
		c.block(s.Then)
		if s.Else != nil {
			c.stmt(s.Else)
		}
	case *syntax.ForStmt:
		c.push()
		c.bindAll(s.Binders)
		if s.Where != nil {
			c.need(s.Where, types.BoolType)
		}
		c.block(s.Body)
		c.pop()
	case *syntax.Block:
		c.block(s)
	case *syntax.TogetherStmt:
		c.together(s)
	case *syntax.WhileStmt:
		c.Errorf(s, "while stands at the top level of a move, not inside another statement").Hint = "its condition holds as long as the move is under way; while \"why\": not c or d does what an if would"
	case *syntax.EndStmt:
		c.Errorf(s, "end stands at the top level of a move, not inside another statement").Hint = "there is one end, the last statement of the move; it may contain an if"
	}
}

// together checks a block of simultaneous assignments. Two assignments to one target are
// reported here if they have the same text; otherwise they are detected at run time.
func (c *checker) together(s *syntax.TogetherStmt) {
	c.block(s.Body)
	syntax.Inspect(s.Body, func(n syntax.Node) bool {
		if a, ok := n.(*syntax.AssignStmt); ok {
			c.partOfListed(a)
		}
		return true
	})
	first := map[string]*syntax.AssignStmt{}
	for _, x := range s.Body.Stmts {
		a, ok := x.(*syntax.AssignStmt)
		if !ok || a.Op != syntax.Assign && c.info.Types[a.Target].Kind == types.Set {
			continue
		}
		text := c.Text(a.Target)
		if old := first[text]; old != nil {
			c.Errorf(a, "%s is assigned twice in one together", text).Hint =
				"all that stands in together happens at once; the first is at " + "line " + strconv.Itoa(old.Pos().Line)
			continue
		}
		first[text] = a
	}
}

// partOfListed reports an assignment to one component of a tuple whose type lists its values,
// since the tuple is complete only at the end of the block.
func (c *checker) partOfListed(a *syntax.AssignStmt) {
	part, ok := a.Target.(*syntax.SelectExpr)
	for ; ok; part, ok = part.X.(*syntax.SelectExpr) {
		if t := c.info.Types[part.X]; t != nil && t.Kind == types.Tuple && t.Of != nil {
			c.Errorf(a, "%s is a component of a value of %s, which lists its values; in together it cannot be assigned by itself", c.Text(part), t).Hint =
				"assign the tuple as a whole: " + c.Text(part.X) + " = (...)"
			return
		}
	}
}

func (c *checker) assignment(s *syntax.AssignStmt) {
	t := c.expr(s.Target, nil)
	if t.Kind == types.Bad {
		c.expr(s.Value, nil)
		return
	}
	if o := c.targetOf(s.Target); o == nil || o.Kind != types.State || o.Counter {
		err := c.Errorf(s.Target, "%s cannot be assigned to", c.Text(s.Target))
		err.Hint = "only state variables change"
		if o != nil && o.Counter {
			if err.Msg += ": every move adds to it"; o.Name == types.Time {
				err.Msg = c.Text(s.Target) + " cannot be assigned to: it passes by itself"
			}
			err.Hint = ""
		} else if o != nil {
			err.Msg += ": " + o.Name + " is " + o.Kind.String()
			if o.Kind == types.Find && o.Value.Unknown {
				err.Msg = c.Text(s.Target) + " cannot be assigned to: it is unknown, and stays as it is"
			}
		}
		c.expr(s.Value, nil)
		return
	}
	if s.Op == syntax.Assign {
		got := c.expr(s.Value, t)
		if t.Kind == types.Array && got.Kind != types.Array {
			c.mustFit(s.Value, got, t.Elem())
			return
		}
		c.mustFit(s.Value, got, t)
		return
	}
	c.changeBy(s, t)
}

// changeBy checks s += e and s -= e, where s is a number or a set and e a number, a member or a
// set.
func (c *checker) changeBy(s *syntax.AssignStmt, t *types.Type) {
	switch t.Kind {
	case types.Int:
		c.need(s.Value, types.IntType)
	case types.Set:
		want := t.Elem()
		if isSet(s.Value) {
			want = t
		}
		got := c.expr(s.Value, want)
		if !types.Fits(got, t) && !types.Fits(got, t.Elem()) {
			c.Errorf(s.Value, "%s is %s; %s has members of type %s", c.Text(s.Value), got, c.Text(s.Target), t.Elem().Plain()).Hint =
				c.elementHint(s.Value, got, t.Elem())
		}
	default:
		got := c.expr(s.Value, nil)
		err := c.Errorf(s, "%s is %s; %s works on numbers and sets", c.Text(s.Target), t, s.Op)
		if t.Kind == types.Tuple && got.Kind == types.Tuple && len(got.Elems) == len(t.Elems) {
			err.Hint = c.byComponents(s.Target, s.Op.String()[:1], s.Value, len(t.Elems))
		}
	}
}

// isSet reports whether e has the syntax of a set.
func isSet(e syntax.Expr) bool {
	switch e := unparen(e).(type) {
	case *syntax.SetExpr:
		return true
	case *syntax.BinaryExpr:
		return e.Op == syntax.Union || e.Op == syntax.Inter || e.Op == syntax.SetMinus
	case *syntax.IfExpr:
		return isSet(e.Then) || isSet(e.Else)
	case *syntax.Comprehension:
		return e.Kind == syntax.Set
	}
	return false
}

// targetOf returns the variable that an assignment changes, or nil.
func (c *checker) targetOf(e syntax.Expr) *types.Object {
	switch e := e.(type) {
	case *syntax.Ident:
		return c.info.Uses[e]
	case *syntax.IndexExpr:
		return c.targetOf(e.X)
	case *syntax.SelectExpr:
		return c.targetOf(e.X)
	}
	return nil
}
