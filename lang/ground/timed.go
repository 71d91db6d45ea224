package ground

import (
	"fmt"
	"slices"

	"farbank/lang/syntax"
	"farbank/lang/types"
	"farbank/model"
)

// A move that takes time is lowered to two ground moves, its beginning and its end, and a hidden
// cell: 0 if the move is not under way, else 1 plus the units of time that it still takes. One
// move, wait, lets a unit of time pass: it lowers all these cells that are greater than 1 and
// does not apply where one of them is 1, since a move whose time is over has to end first.
// Lets that the end or a while needs are kept in further hidden cells.

// maxDuration is the maximum number of units that a move may take.
const maxDuration = 1 << 31

// A timedMove is the current ground move that takes time.
type timedMove struct {
	dur  *model.Expr  // its duration in units, over the state before it
	back []model.Stmt // at its end: assignments of the idle values
}

// duration lowers the duration of the current ground move. It returns nil if the move does not
// apply in any state.
func (m *moveBuilder) duration(d *syntax.MoveDecl) *timedMove {
	g := m.g
	v := g.lower(d.Takes)
	if v.kind != vScalar {
		return nil
	}
	if v.e.Op != model.Undefined {
		n, exact := g.leaf(v, g.info.TimeDigits)
		if v = scalar(n); exact != nil {
			m.guard(d.Takes, exact, "", "a duration on the grid of times")
		}
	}
	if v.e.Op == model.Undefined {
		m.never = true
		g.never(m.schema, d.Takes, "its duration has no value")
		return nil
	}
	if v.e.Hi < 0 {
		g.Errorf(d.Takes, "the duration is negative: at most %s", g.timeText(v.e.Hi)).Hint = "durations are 0 or more"
		return nil
	}
	if v.e.Hi/g.info.Unit > maxDuration {
		g.Errorf(d.Takes, "the duration may be as long as %s; at most %d units of %s are possible", g.timeText(v.e.Hi), int64(maxDuration), g.timeText(g.info.Unit)).Hint =
			"a bound keeps the states finite: takes min(e, 100)"
		return nil
	}
	dur := m.local(d.Takes, v.e, "the duration "+g.Text(d.Takes))
	m.guard(d.Takes, g.b.Le(g.b.Const(0), dur), "", "a duration of 0 or more")
	return &timedMove{dur: dur}
}

// hide adds a hidden cell for the current ground move and returns it.
func (m *moveBuilder) hide(name string, lo, hi int64, truth bool) *model.Expr {
	g, n := m.g, len(m.g.p.Cells)
	t := &model.Type{Kind: model.Int, Lo: lo, Hi: hi}
	if truth {
		t = model.Boolean
	}
	g.p.Vars = append(g.p.Vars, model.Var{Name: name, Type: t, Base: n, Cells: 1, Pos: m.schema.Pos, Hidden: true})
	g.p.Cells = append(g.p.Cells, model.CellInfo{Name: name, Var: len(g.p.Vars) - 1, Type: t, Lo: lo, Hi: hi})
	idle := g.b.Const(lo)
	if truth {
		idle = g.b.Truth(false)
	}
	g.p.Start = append(g.p.Start, g.b.Const(lo))
	cell := g.b.Cell(n, lo, hi, truth)
	m.timed.back = append(m.timed.back, model.Stmt{Kind: model.Assign, Target: cell, Value: idle, Text: name, Pos: m.schema.Pos})
	return cell
}

// begin completes the beginning of a move whose body was built: the move is under way.
func (m *moveBuilder) begin(d *syntax.MoveDecl, name string) (under *model.Expr) {
	g := m.g
	under = m.hide(name+" under way", 0, m.timed.dur.Hi/g.info.Unit+1, false)
	pos := g.pos(d.Name)
	idle := model.Stmt{Kind: model.Guard, Value: g.b.Eq(under, g.b.Const(0)), Text: "that " + name + " is not under way", Pos: pos}
	m.out = slices.Insert(m.out, 0, idle)
	left := g.b.Sum(g.b.Div(m.timed.dur, g.b.Const(g.info.Unit)), g.b.Const(1))
	m.out = append(m.out, model.Stmt{Kind: model.Assign, Target: under, Value: left, Text: "its duration", Pos: pos})
	for _, s := range d.Body.Stmts {
		if let, ok := s.(*syntax.LetStmt); ok && g.neededLater(d, g.info.Uses[let.Name]) {
			m.remember(let, name)
		}
	}
	return under
}

// neededLater reports whether the end or a while of a move uses a local.
func (g *grounder) neededLater(d *syntax.MoveDecl, o *types.Object) bool {
	needed := false
	for _, s := range d.Body.Stmts {
		switch s.(type) {
		case *syntax.EndStmt, *syntax.WhileStmt:
			syntax.Inspect(s, func(n syntax.Node) bool {
				id, ok := n.(*syntax.Ident)
				needed = needed || ok && g.info.Uses[id] == o
				return !needed
			})
		}
	}
	return needed
}

// remember keeps the value of a let in hidden cells.
func (m *moveBuilder) remember(s *syntax.LetStmt, name string) {
	o := m.g.info.Uses[s.Name]
	v := m.g.values[o.ID]
	if v.kind == vBad {
		return
	}
	leaves := slices.Clone(v.leaves())
	for i, e := range leaves {
		if e.IsConst() {
			continue
		}
		cell := m.hide(name+" "+s.Name.Name, e.Lo, e.Hi, e.Bool)
		m.out = append(m.out, model.Stmt{Kind: model.Assign, Target: cell, Value: e, Text: m.g.Text(s), Pos: m.g.pos(s)})
		leaves[i] = cell
	}
	m.g.values[o.ID], _ = v.rebuild(leaves)
}

// whiles adds the conditions that hold as long as the current ground move is under way.
func (g *grounder) whiles(d *syntax.MoveDecl, under *model.Expr) {
	for _, s := range d.Body.Stmts {
		w, ok := s.(*syntax.WhileStmt)
		if !ok {
			continue
		}
		if v := g.lower(w.Cond); v.kind == vScalar {
			g.p.Safety = append(g.p.Safety, model.Rule{Kind: model.While, Label: label(w.Why), Text: g.Text(w.Cond),
				Cond: g.b.Or(g.b.Eq(under, g.b.Const(0)), v.e), Pos: g.pos(w)})
		}
	}
}

// end adds the end of a ground move.
func (ch *chooser) end(begin *model.Move, under *model.Expr, back []model.Stmt) {
	g := ch.g
	m := &moveBuilder{g: g, schema: ch.ends, chooser: nil}
	over := model.Stmt{Kind: model.Guard, Value: g.b.Eq(under, g.b.Const(1)), Text: "that its time is over", Pos: ch.schema.Pos}
	m.out = append(m.out, over)
	for _, s := range ch.decl.Body.Stmts {
		if e, ok := s.(*syntax.EndStmt); ok {
			m.stmts(e.Body.Stmts)
		}
	}
	m.out = append(m.out, back...)
	move := &model.Move{Schema: ch.ends, Args: begin.Args, Cost: g.b.Const(0), Locals: m.locals, Lasts: true, Under: begin.Under}
	if m.strays {
		stray := *move
		stray.Body = pruneLets(m.out, nil)
		g.p.Strays = append(g.p.Strays, &stray)
	}
	if m.never { // the move can begin, but it never ends
		return
	}
	move.Body = pruneLets(withoutStrays(m.out), nil)
	begin.Ends = move
	ch.endings = append(ch.endings, move)
}

// endOf returns the schema of the end of a move.
func endOf(s *model.Schema) *model.Schema {
	return &model.Schema{Role: model.Ends, Name: "end " + s.Name, Params: s.Params, Pos: s.Pos}
}

// underWay returns the cells of the moves that take time.
func (g *grounder) underWay() []*model.Expr {
	var list []*model.Expr
	for _, m := range g.p.Moves {
		if m.Schema.Role == model.Begins && m.Lasts {
			list = append(list, g.cell(m.Under))
		}
	}
	return list
}

// idle returns the condition that no move is under way.
func (g *grounder) idle() *model.Expr {
	var conds []*model.Expr
	for _, cell := range g.underWay() {
		conds = append(conds, g.b.Eq(cell, g.b.Const(0)))
	}
	return g.b.And(conds...)
}

// time completes a problem in which moves take time, after all other moves, rules and goals.
func (g *grounder) time() {
	if !g.info.Timed {
		return
	}
	g.p.Unit, g.p.TimeDigits = g.info.Unit, g.info.TimeDigits
	b, clock := g.b, g.info.Counters[types.Time]
	s := &model.Schema{Role: model.Waits, Name: "wait"}
	m := &model.Move{Schema: s, Cost: b.Const(0), Time: g.p.Unit}
	var busy []*model.Expr
	var pass []model.Stmt
	kept := map[int]bool{}
	for _, cell := range g.underWay() {
		kept[int(cell.Value)] = true
		m.Body = append(m.Body, model.Stmt{Kind: model.Guard, Value: b.Ne(cell, b.Const(1)), Text: "that no move whose time is over is under way"})
		busy = append(busy, b.Lt(b.Const(0), cell))
		if cell.Hi > 1 {
			pass = append(pass, model.Stmt{Kind: model.Assign, Target: cell, Value: b.Greatest(b.Sub(cell, b.Const(1)), b.Const(0)), Text: "time passes"})
		}
	}
	if clock == nil { // else waiting changes the state also where nothing is under way
		m.Body = append(m.Body, model.Stmt{Kind: model.Guard, Value: b.Or(busy...), Text: "that a move is under way"})
	} else {
		cell, most := g.values[clock.ID].e, b.Const(clock.Type.Model.Hi)
		pass = append(pass, model.Stmt{Kind: model.Assign, Target: cell, Value: b.Least(b.Sum(cell, b.Const(g.p.Unit)), most), Text: "time passes"})
	}
	m.Body = append(m.Body, pass...)
	g.p.Schemas = append(g.p.Schemas, s)
	if len(pass) > 0 {
		g.p.Moves = append(g.p.Moves, m)
	}
	if idle := g.idle(); !idle.IsTrue() {
		g.p.Goal = append(g.p.Goal, model.Rule{Kind: model.Goal, Label: "no move is under way", Text: "no move is under way", Cond: idle})
	}
	g.p.Goals = g.leastTime(g.p.Goals)
}

// leastTime completes the objectives of a timed file: time and then cost decide what they leave
// open.
func (g *grounder) leastTime(first *model.Objective) *model.Objective {
	time, cost := false, false
	for _, d := range g.file.Decls {
		if o, ok := d.(*syntax.ObjectiveDecl); ok {
			for ; o != nil; o = o.Then {
				time = time || g.mentions(o.Value, types.Time)
				cost = cost || g.mentions(o.Value, types.Cost) || g.mentions(o.Value, types.Steps)
			}
		}
	}
	at := &first
	for *at != nil {
		at = &(*at).Then
	}
	zero := g.b.Const(0)
	if !time {
		*at = &model.Objective{Time: 1, Value: zero, Digits: g.info.TimeDigits}
		at = &(*at).Then
	}
	if !cost {
		*at = &model.Objective{Cost: 1, Value: zero, Digits: g.info.CostDigits}
	}
	return first
}

// mentions reports whether an expression uses a predeclared name of a plan.
func (g *grounder) mentions(e syntax.Expr, name string) bool {
	found := false
	syntax.Inspect(e, func(n syntax.Node) bool {
		if id, ok := n.(*syntax.Ident); ok && id.Name == name {
			o := g.info.Uses[id]
			found = found || o == nil || o.Counter
		}
		return !found
	})
	return found
}

// grid warns of comparisons of time by < and >.
func (g *grounder) grid(warn func(model.Pos, string)) {
	clock := g.info.Counters[types.Time]
	if !g.info.Timed || clock == nil {
		return
	}
	isTime := func(e syntax.Expr) bool {
		id, ok := e.(*syntax.Ident)
		return ok && g.info.Uses[id] == clock
	}
	for _, d := range g.file.Decls {
		syntax.InspectDecl(d, func(n syntax.Node) bool {
			e, ok := n.(*syntax.CompareExpr)
			for i := 0; ok && i < len(e.Ops); i++ {
				if op := e.Ops[i]; (op == syntax.Lt || op == syntax.Gt) && (isTime(e.Xs[i]) || isTime(e.Xs[i+1])) {
					warn(g.pos(e), fmt.Sprintf("%s depends on the unit of time, which is %s; <= and >= do not", g.Text(e), g.timeText(g.info.Unit)))
				}
			}
			return true
		})
	}
}

// timeText returns a time as it is shown.
func (g *grounder) timeText(time int64) string { return model.Decimal(time, g.info.TimeDigits) }
