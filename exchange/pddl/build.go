package pddl

import (
	"slices"
	"strings"

	"farbank/model"
)

// A builder builds the problem of a grounded PDDL task, with a cell for each group of facts.
type builder struct {
	g     *grounded
	b     *model.Builder
	p     *model.Problem
	cells [][]int32 // by cell: its facts; the last value means none of them
	cell  []int     // by fact: its cell, or -1 if it is constant
	value []int64   // by fact
	exprs map[*ground]*model.Expr
	types map[string]*model.Type
	alike map[string]int // by the text of a kind: its number

	numbers []int32       // fluents with cells, which follow the cells of facts
	numCell map[int32]int // cells by fluent
	asked   map[int32]int // derived facts by their local
	filled  *model.Substitution
	pending int // the cell of the action that is under way, or 0

	starts map[int32]*model.Expr // by unknown fact: whether it holds at first
	sight  int                   // the cell for what was seen last, or 0
}

func (g *grounded) build(file string) *builder {
	b := &builder{g: g, b: model.NewBuilder(), numCell: map[int32]int{}, asked: map[int32]int{}, p: &model.Problem{File: file, Title: g.d.title}, exprs: map[*ground]*model.Expr{},
		types: map[string]*model.Type{}, alike: map[string]int{}, cell: make([]int, len(g.facts)), value: make([]int64, len(g.facts))}
	for n := range b.cell {
		b.cell[n] = -1
	}
	b.unknowns()
	for _, group := range g.cover(g.groups()) {
		b.variable(group)
	}
	for k, r := range g.ranges {
		if r.lo < r.hi {
			b.number(int32(k), r)
		}
	}
	events := g.collect()
	b.pend(events)
	b.look()
	b.derive()
	b.schemas()
	b.events(events)
	b.hide()
	goal := g.d.goalPos
	pos := model.Pos{Line: goal.Line, Col: goal.Col}
	b.p.Goal = []model.Rule{{Kind: model.Goal, Text: "the goal", Cond: b.condition(g.goal), Pos: pos}}
	return b
}

// variable adds a variable for a group of facts.
func (b *builder) variable(group []int32) {
	i := len(b.cells)
	b.cells = append(b.cells, group)
	t := model.Boolean
	name := strings.Trim(b.g.text(group[0]), "()")
	if len(group) > 1 {
		t = &model.Type{Kind: model.Enum}
		for _, n := range group {
			t.Members = append(t.Members, strings.Trim(b.g.text(n), "()"))
		}
		name, t.Members = common(t.Members)
		t.Members = append(t.Members, "none")
	}
	for v, n := range group {
		b.cell[n], b.value[n] = i, int64(v)
		if len(group) == 1 {
			b.value[n] = 1
		}
	}
	lo, hi := t.Domain()
	b.p.Vars = append(b.p.Vars, model.Var{Name: name, Type: t, Base: i, Cells: 1, Alike: b.kind(b.g.kinds[key(group)])})
	b.p.Cells = append(b.p.Cells, model.CellInfo{Name: name, Var: i, Type: t, Lo: lo, Hi: hi})
	b.p.Start = append(b.p.Start, b.start(i, group))
}

// kind returns the number of a kind of groups; 0 means no kind.
func (b *builder) kind(text string) int {
	if text == "" {
		return 0
	}
	if b.alike[text] == 0 {
		b.alike[text] = len(b.alike) + 1
	}
	return b.alike[text]
}

// number adds a variable for a fluent.
func (b *builder) number(k int32, r interval) {
	i := len(b.p.Cells)
	t := &model.Type{Kind: model.Int, Lo: r.lo, Hi: r.hi}
	name := strings.Trim(b.g.fluents[k].name, "()")
	b.numbers = append(b.numbers, k)
	b.numCell[k] = i
	b.p.Vars = append(b.p.Vars, model.Var{Name: name, Type: t, Base: i, Cells: 1})
	b.p.Cells = append(b.p.Cells, model.CellInfo{Name: name, Var: i, Type: t, Lo: r.lo, Hi: r.hi})
	b.p.Start = append(b.p.Start, b.b.Const(b.g.fluents[k].begin))
}

// derive solves the derived facts as a least fixpoint.
func (b *builder) derive() {
	for i, n := range b.g.derived {
		b.asked[n] = i
	}
	l := &model.Least{Pos: model.Pos{}, Spend: func(nodes int) {
		for range nodes {
			b.g.spend(nil)
		}
	}}
	for _, n := range b.g.derived {
		l.Names = append(l.Names, b.g.text(n))
		l.Bodies = append(l.Bodies, b.expr(b.g.bodies[n]))
	}
	solved, derived := l.Solve(b.b)
	b.p.Derived = derived
	b.filled = b.b.Replacing(nil, func(e *model.Expr) *model.Expr {
		switch {
		case e.Op == model.Local:
			return solved[e.Value-model.DerivedBase]
		case e.Op == model.Cell:
			return e
		}
		return nil
	})
}

// condition returns a condition over the cells with derived facts replaced.
func (b *builder) condition(f *ground) *model.Expr {
	if len(b.g.derived) == 0 {
		return b.expr(f)
	}
	return b.filled.Apply(b.expr(f))
}

// common names a group by the words that all its facts have at the same position. If they
// differ in one word only, that word is the value.
func common(facts []string) (name string, values []string) {
	words := strings.Fields(facts[0])
	differ := map[int]bool{}
	for _, t := range facts[1:] {
		other := strings.Fields(t)
		for i := range words {
			if len(other) != len(words) || other[i] != words[i] {
				differ[i] = true
			}
		}
	}
	if len(differ) != 1 || differ[0] {
		return facts[0] + " or else", facts
	}
	for i := range differ {
		for _, t := range facts {
			values = append(values, strings.Fields(t)[i])
		}
		words = slices.Delete(words, i, i+1)
	}
	if slices.Contains(values, "none") {
		return strings.Join(words, " "), facts
	}
	return strings.Join(words, " "), values
}

func (b *builder) constant(cell int, v int64) *model.Expr {
	if b.p.Cells[cell].Type.Kind == model.Bool {
		return b.b.Truth(v != 0)
	}
	return b.b.Const(v)
}

func (b *builder) cellExpr(i int) *model.Expr {
	c := &b.p.Cells[i]
	return b.b.Cell(i, c.Lo, c.Hi, c.Type.Kind == model.Bool)
}

// expr returns a condition over the cells.
func (b *builder) expr(f *ground) *model.Expr {
	switch f.op {
	case isTrue, isFalse:
		return b.b.Truth(f.op == isTrue)
	case isAtom:
		if k, ok := b.asked[f.atom]; ok {
			return b.b.Local(model.DerivedBase+k, 0, 1, true)
		}
		c := b.cellExpr(b.cell[f.atom])
		if c.Bool {
			return c
		}
		return b.b.Eq(c, b.b.Const(b.value[f.atom]))
	}
	if e := b.exprs[f]; e != nil {
		return e
	}
	list := make([]*model.Expr, len(f.args))
	for i, a := range f.args {
		list[i] = b.expr(a)
	}
	var e *model.Expr
	switch f.op {
	case isCompare:
		x, y := b.amount(f.sides[0]), b.amount(f.sides[1])
		switch f.than {
		case less:
			e = b.b.Lt(x, y)
		case atMost:
			e = b.b.Le(x, y)
		default:
			e = b.b.Eq(x, y)
		}
	case isNot:
		e = b.b.Not(list[0])
	case isAnd:
		e = b.b.And(list...)
	default:
		e = b.b.Or(list...)
	}
	b.exprs[f] = e
	return e
}

// amount returns a number over the cells.
func (b *builder) amount(n *groundNumber) *model.Expr {
	switch n.op {
	case constant:
		return b.b.Const(n.value)
	case fluent:
		if i, ok := b.numCell[n.fluent]; ok {
			return b.cellExpr(i)
		}
		return b.b.Const(b.g.fluents[n.fluent].begin)
	}
	e := b.amount(n.args[0])
	for _, a := range n.args[1:] {
		switch x := b.amount(a); n.op {
		case plus:
			e = b.b.Sum(e, x)
		case minus:
			e = b.b.Sub(e, x)
		default:
			e = b.b.Mul(e, x)
		}
	}
	return e
}

// object returns the type of all objects.
func (b *builder) object() *model.Type {
	t := b.types["object"]
	if t == nil {
		t = &model.Type{Kind: model.Enum, Name: "object"}
		for _, o := range b.g.d.objects {
			t.Members = append(t.Members, o.name)
		}
		b.types["object"] = t
	}
	return t
}

// schemas adds the actions.
func (b *builder) schemas() {
	schemas := map[*schema]*model.Schema{}
	for _, s := range b.g.d.actions {
		if s.of != nil {
			continue
		}
		out := &model.Schema{Name: s.name, Pos: model.Pos{Line: s.pos.Line, Col: s.pos.Col}}
		for _, v := range s.params {
			out.Params = append(out.Params, model.Param{Name: strings.TrimPrefix(v.name, "?"), Type: b.object()})
		}
		schemas[s] = out
		b.p.Schemas = append(b.p.Schemas, out)
	}
	for _, x := range b.g.actions {
		if x.schema.of != nil {
			continue
		}
		m := &model.Move{Schema: schemas[x.schema], Cost: b.cost(x)}
		for _, o := range x.args {
			m.Args = append(m.Args, model.Value{Type: b.object(), Leaves: []int64{int64(o)}})
		}
		w := &body{builder: b, m: m}
		if b.pending > 0 {
			m.Body = append(m.Body, b.underWay(0, m.Schema.Pos))
		}
		w.need(x.pre)
		w.write(x)
		b.sees(m, x)
		b.p.Moves = append(b.p.Moves, m)
	}
}

// cost returns the increase of the metric by an action.
func (b *builder) cost(x *instance) *model.Expr {
	sum := b.b.Const(0)
	if x.schema.free {
		return sum
	}
	for _, c := range x.cost {
		sum = b.b.Sum(sum, b.b.If(b.condition(c.when), b.amount(c.value), b.b.Const(0)))
		if sum.Lo < 0 {
			panic(refused{c.pos, "", "the action " + x.schema.name + " may make the metric less"})
		}
	}
	return sum
}

// A body collects the statements of a move. All effects read the state before it, so conditions
// are stored in locals before anything changes.
type body struct {
	*builder
	m     *model.Move
	lets  []model.Stmt
	does  []model.Stmt
	names map[*model.Expr]*model.Expr
}

// need adds a precondition.
func (w *body) need(f *ground) {
	if pre := w.condition(f); !pre.IsTrue() {
		w.m.Body = append(w.m.Body, model.Stmt{Kind: model.Guard, Value: pre, Text: "its precondition", Pos: w.m.Schema.Pos})
	}
}

// write adds the effects.
func (w *body) write(x *instance) {
	w.names = map[*model.Expr]*model.Expr{}
	sure := map[int]bool{}      // cells assigned unconditionally
	adds := map[int32]*ground{} // conditions of add effects, by fact
	needs := x.pre.holds()
	for _, e := range x.effects {
		if !e.not {
			adds[e.atom] = junction(isOr, []*ground{orFalse(adds[e.atom]), e.when})
			sure[w.cell[e.atom]] = sure[w.cell[e.atom]] || e.when.op == isTrue
		}
	}
	for _, e := range x.effects {
		c := w.cell[e.atom]
		if !e.not || sure[c] {
			continue
		}
		when := []*ground{e.when}
		if !slices.Contains(needs, e.atom) && w.p.Cells[c].Type.Kind != model.Bool {
			when = append(when, w.g.atom(e.atom))
		}
		none := int64(0)
		if w.p.Cells[c].Type.Kind != model.Bool {
			none = w.p.Cells[c].Hi
		}
		w.set(c, none, junction(isAnd, when))
	}
	for _, e := range x.effects { // add effects take precedence over delete effects
		if when := adds[e.atom]; !e.not && when != nil {
			w.set(w.cell[e.atom], w.value[e.atom], when)
			delete(adds, e.atom)
		}
	}
	w.count(x)
	w.m.Body = slices.Concat(w.m.Body, w.lets, w.does)
	w.m.Locals = len(w.lets)
}

// count adds the changes of numbers.
func (w *body) count(x *instance) {
	pos := w.m.Schema.Pos
	becomes := map[int32]*model.Expr{}
	var order []int32
	for _, c := range x.numbers {
		i, ok := w.numCell[c.fluent]
		if !ok {
			continue // the fluent is constant
		}
		now := becomes[c.fluent]
		if now == nil {
			now = w.cellExpr(i)
			order = append(order, c.fluent)
		}
		v := w.amount(c.value)
		switch c.how {
		case increase:
			v = w.b.Sum(now, v)
		case decrease:
			v = w.b.Sub(now, v)
		case scaleUp:
			v = w.b.Mul(now, v)
		}
		becomes[c.fluent] = w.b.If(w.condition(c.when), v, now)
	}
	for _, k := range order {
		v := becomes[k]
		if !v.IsConst() {
			local := w.b.Local(len(w.lets), v.Lo, v.Hi, false)
			w.lets = append(w.lets, model.Stmt{Kind: model.Let, Target: local, Value: v, Text: w.g.fluents[k].name, Pos: pos})
			v = local
		}
		cell := w.numCell[k]
		w.does = append(w.does, model.Stmt{Kind: model.Assign, Target: w.cellExpr(cell), Value: v, Text: w.p.Cells[cell].Name, Pos: pos})
	}
}

func orFalse(g *ground) *ground {
	if g == nil {
		return noGround
	}
	return g
}

// set assigns a value to a cell on a condition.
func (w *body) set(cell int, v int64, when *ground) {
	pos := w.m.Schema.Pos
	assign := model.Stmt{Kind: model.Assign, Target: w.cellExpr(cell), Value: w.constant(cell, v), Text: w.p.Cells[cell].Name, Pos: pos}
	cond := w.condition(when)
	if cond.IsTrue() {
		w.does = append(w.does, assign)
		return
	}
	local := w.names[cond]
	if local == nil {
		local = w.b.Local(len(w.lets), 0, 1, true)
		w.lets = append(w.lets, model.Stmt{Kind: model.Let, Target: local, Value: cond, Text: "a condition", Pos: pos})
		w.names[cond] = local
	}
	assign.Value = w.b.If(local, assign.Value, w.cellExpr(cell)) // instead of a branch, since there may be thousands
	w.does = append(w.does, assign)
}
