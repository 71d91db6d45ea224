package judge

import (
	"farbank/lang/builtin"
	"farbank/lang/syntax"
	"farbank/lang/types"
	"farbank/model"
)

// A node is an expression with resolved names and types. Resolving them at each evaluation
// would take longer than most evaluations.
type node struct {
	at     syntax.Node
	run    func(*machine, *node) (types.Value, *Undefined)
	num    func(*machine, *node) (int64, *Undefined) // nil: the value is no number, truth value or name
	kind   types.Kind                                // kind of the value, if num is set
	leaf   bool                                      // without operands, and always defined
	truth  bool                                      // a truth value, which is false if an operand is undefined
	static *types.Type                               // the type by the checker, or nil
	typ    *types.Type                               // static, but for variables the declared type

	name   *types.Object // the object of a name, or of a called function
	place  int           // index of a variable in the state
	number int64         // value of a literal
	op     syntax.Token

	x, y   *node     // the first operands
	list   []*node   // all operands; for a call its arguments; for a map its keys, with the values in y.list
	choice []binding // the bound names

	builtin *builtin.Function
	form    *builtin.Form
}

// A binding is a name that a choice binds.
type binding struct {
	*types.Object
	at *syntax.Ident
	of *node // the domain; nil: that of the name before
}

// A step is a statement with resolved names.
type step struct {
	at     syntax.Stmt
	run    func(*machine, *step) (refused syntax.Stmt)
	x, y   *node // the condition, or the target and the value
	name   *types.Object
	choice []binding
	body   []*step
	other  []*step // the else branch of an if
	pos    model.Pos
}

// A reader converts the tree of a file to nodes. Missing parts of the tree are reported as a
// Bug on evaluation, not by the reader.
type reader struct {
	info   *types.Info
	place  []int // as in machine
	bodies map[*types.Object]*node
}

// expr converts an expression; nil becomes nil.
func (r *reader) expr(e syntax.Expr) *node {
	if e == nil {
		return nil
	}
	n := &node{}
	r.fill(n, e)
	return n
}

func (r *reader) exprs(es []syntax.Expr) []*node {
	if len(es) == 0 {
		return nil
	}
	list, nodes := make([]*node, len(es)), make([]node, len(es))
	for i, e := range es {
		list[i] = &nodes[i]
		r.fill(list[i], e)
	}
	return list
}

func (r *reader) fill(n *node, e syntax.Expr) {
	t := r.info.Types[e]
	n.at, n.static, n.typ, n.truth = e, t, t, t != nil && t.Kind == types.Bool
	switch e := e.(type) {
	case *syntax.Ident:
		r.ident(n, e)
	case *syntax.IntLit:
		n.plain(types.Int, (*machine).literal)
		n.leaf, n.number = true, e.Value
	case *syntax.DecimalLit:
		n.run, n.leaf = (*machine).decimal, true
	case *syntax.BoolLit:
		n.plain(types.Bool, (*machine).literal)
		n.number = truth(e.Value)
	case *syntax.ParenExpr:
		n.run, n.x = (*machine).paren, r.expr(e.X)
		if n.x.num != nil {
			n.plain(n.x.kind, (*machine).inner)
		}
	case *syntax.StringLit:
		n.run = (*machine).string
		for _, p := range e.Parts {
			n.list = append(n.list, r.expr(p.Expr))
		}
	case *syntax.UnaryExpr:
		if n.plain(types.Int, (*machine).negate); n.fractional() {
			n.run, n.num = (*machine).negateFraction, nil
		}
		if n.x = r.expr(e.X); e.Op == syntax.Not {
			n.plain(types.Bool, (*machine).not)
		}
	case *syntax.BinaryExpr:
		r.binary(n, e)
	case *syntax.CompareExpr:
		n.plain(types.Bool, (*machine).compare)
		if n.list = r.exprs(e.Xs); len(e.Ops) == 1 && n.list[0].num != nil && n.list[1].num != nil {
			n.op, n.num = e.Ops[0], (*machine).order
		}
	case *syntax.IfExpr:
		n.run, n.list = (*machine).either, r.exprs([]syntax.Expr{e.Cond, e.Then, e.Else})
	case *syntax.LetExpr:
		n.run, n.name, n.x, n.y = (*machine).let, r.info.Uses[e.Name], r.expr(e.Value), r.expr(e.Body)
	case *syntax.CallExpr:
		r.call(n, e)
	case *syntax.IndexExpr:
		n.run, n.x, n.list = (*machine).index, r.expr(e.X), r.exprs(e.Index)
		if t := n.x.typ; t != nil && t.Kind == types.Array && scalar(t.Elem().Kind) && !t.Elem().Decimal {
			n.plain(t.Elem().Kind, (*machine).element)
		}
	case *syntax.SelectExpr:
		r.component(n, e)
	case *syntax.TupleExpr:
		n.run, n.list = (*machine).tuple, r.exprs(e.Elems)
	case *syntax.ListExpr:
		n.run, n.list = (*machine).listed, r.exprs(e.Elems)
	case *syntax.SetExpr:
		n.run, n.list = (*machine).set, r.exprs(e.Elems)
	case *syntax.MapExpr:
		n.run, n.list, n.y = (*machine).mapped, r.exprs(e.Keys), &node{list: r.exprs(e.Values)}
	case *syntax.Comprehension:
		r.comprehension(n, e)
	case *syntax.SetType:
		n.run, n.x = (*machine).unknown, r.expr(e.Elem)
	default:
		n.run = (*machine).unknown
	}
}

// plain sets the function of a node whose value is a number, a truth value or a name.
func (n *node) plain(k types.Kind, num func(*machine, *node) (int64, *Undefined)) {
	n.run, n.num, n.kind = (*machine).numbered, num, k
}

func (r *reader) binary(n *node, e *syntax.BinaryExpr) {
	n.op, n.x, n.y = e.Op, r.expr(e.X), r.expr(e.Y)
	switch e.Op {
	case syntax.And:
		n.plain(types.Bool, (*machine).and)
	case syntax.Or:
		n.plain(types.Bool, (*machine).or)
	case syntax.Implies:
		n.plain(types.Bool, (*machine).implies)
	case syntax.Range:
		n.run = (*machine).interval
	case syntax.Union, syntax.Inter, syntax.SetMinus:
		n.run = (*machine).join
	default:
		n.plain(types.Int, (*machine).calculate)
		if n.fractional() {
			n.run, n.num = (*machine).reckon, nil
		}
	}
}

// fractional reports whether the value of a node is a number that need not be whole.
func (n *node) fractional() bool { return n.static != nil && n.static.Decimal }

func (r *reader) ident(n *node, e *syntax.Ident) {
	o := r.info.Uses[e]
	n.leaf, n.name = true, o
	if o != nil && o.Kind != types.EnumName && o.Kind != types.TypeName && o.Type != nil {
		n.typ = o.Type
	}
	switch {
	case o == nil:
		n.run = (*machine).word
	case o.Kind == types.EnumName || o.Kind == types.TypeName:
		n.run = (*machine).named
	case o.Kind == types.State || o.Kind == types.Find:
		n.run, n.place = (*machine).variable, r.placeOf(o)
		if o.Type != nil && scalar(o.Type.Kind) && !o.Type.Decimal {
			n.plain(o.Type.Kind, (*machine).plain)
		}
	case o.Kind == types.Local && o.Type != nil && scalar(o.Type.Kind) && !o.Type.Decimal:
		n.plain(o.Type.Kind, (*machine).local)
	default:
		n.run = (*machine).present
	}
}

// placeOf returns the index of a variable in the state, or -1.
func (r *reader) placeOf(o *types.Object) int {
	if o.ID < len(r.place) {
		return r.place[o.ID] - 1
	}
	return -1
}

func (r *reader) call(n *node, e *syntax.CallExpr) {
	n.name, n.list = r.info.Uses[e.Fun], r.exprs(e.Args)
	switch o := n.name; {
	case o != nil:
		n.run, n.x = (*machine).apply, r.body(o)
	case e.Fun.Name == types.Enabled:
		n.run = (*machine).enabled
	case e.Fun.Name == types.Known:
		n.plain(types.Bool, (*machine).knows)
	default:
		n.run, n.builtin = (*machine).call, builtin.Lookup(e.Fun.Name)
		if n.builtin != nil {
			n.form = n.builtin.Form(len(e.Args))
		}
	}
}

// body converts the body of a function once, since it may be recursive.
func (r *reader) body(o *types.Object) *node {
	n := r.bodies[o]
	if n != nil || o.Def == nil {
		return n
	}
	if r.bodies == nil {
		r.bodies = map[*types.Object]*node{}
	}
	n = &node{}
	r.bodies[o] = n
	r.fill(n, o.Def.Body)
	return n
}

func (r *reader) component(n *node, e *syntax.SelectExpr) {
	if e.Name != nil && r.info.Uses[e.Name] != nil {
		n.run, n.name = (*machine).member, r.info.Uses[e.Name]
		return
	}
	n.run, n.x, n.number = (*machine).component, r.expr(e.X), int64(e.N-1)
	if t := r.info.Types[e.X]; e.Name != nil && t != nil {
		n.number = int64(t.Component(e))
	}
}

func (r *reader) comprehension(n *node, e *syntax.Comprehension) {
	n.run, n.choice = (*machine).comprehension, r.binders(e.Binders)
	n.x, n.y = r.expr(e.Body), r.expr(e.Where)
	switch e.Kind {
	case syntax.All:
		n.plain(types.Bool, (*machine).all)
	case syntax.Any:
		n.plain(types.Bool, (*machine).any)
	case syntax.Count:
		n.plain(types.Int, (*machine).counted)
	case syntax.Sum:
		if n.plain(types.Int, (*machine).added); n.fractional() {
			n.run, n.num = (*machine).addedFractions, nil
		}
	case syntax.Connected:
		n.plain(types.Bool, (*machine).connected)
	case syntax.Distinct:
		if n.x != nil && n.x.num != nil {
			n.plain(types.Bool, (*machine).differ)
		}
	}
}

func (r *reader) binders(bs []*syntax.Binder) []binding {
	var all []binding
	for _, b := range bs {
		of := r.expr(b.Domain)
		for _, id := range b.Names {
			all = append(all, binding{r.info.Uses[id], id, of})
			of = nil
		}
	}
	return all
}

// steps converts statements.
func (r *reader) steps(list []syntax.Stmt) []*step {
	all := make([]*step, len(list))
	for i, s := range list {
		all[i] = r.step(s)
	}
	return all
}

func (r *reader) step(at syntax.Stmt) *step {
	s := &step{at: at, pos: posOf(at)}
	switch at := at.(type) {
	case *syntax.RequireStmt:
		s.run, s.x = (*machine).require, r.expr(at.Cond)
	case *syntax.LetStmt:
		s.run, s.name, s.x = (*machine).define, r.info.Uses[at.Name], r.expr(at.Value)
	case *syntax.AssignStmt:
		s.run, s.x, s.y = (*machine).assign, r.expr(at.Target), r.expr(at.Value)
	case *syntax.IfStmt:
		s.run, s.x, s.body = (*machine).branch, r.expr(at.Cond), r.steps(at.Then.Stmts)
		if at.Else != nil {
			s.other = []*step{r.step(at.Else)}
		}
	case *syntax.ForStmt:
		s.run, s.choice, s.x, s.body = (*machine).repeat, r.binders(at.Binders), r.expr(at.Where), r.steps(at.Body.Stmts)
	case *syntax.Block:
		s.run, s.body = (*machine).block, r.steps(at.Stmts)
	case *syntax.TogetherStmt:
		s.run, s.body = (*machine).together, r.steps(at.Body.Stmts)
	default:
		s.run = (*machine).noStatement
	}
	return s
}
