package ground

import (
	"slices"

	"farbank/lang/syntax"
	"farbank/model"
)

// A moveBuilder translates the statements of a move for one choice of its parameters.
type moveBuilder struct {
	g      *grounder
	out    []model.Stmt
	locals int
	depth  int    // number of enclosing branches that depend on the state
	never  bool   // the move is inapplicable
	lost   string // why it is inapplicable, if a value does not exist
	strays bool   // it has a guard that fails where a value would leave its type
	schema *model.Schema

	chooser *chooser   // of the parameters; may be nil
	later   *later     // inside together: the assignments made at its end; else nil
	timed   *timedMove // of a move that takes time; else nil
}

// block builds a separate list of statements.
func (m *moveBuilder) block(list []syntax.Stmt) []model.Stmt {
	saved := m.out
	m.out = nil
	m.stmts(list)
	out := m.out
	m.out = saved
	return out
}

func (m *moveBuilder) stmts(list []syntax.Stmt) {
	for _, s := range list {
		if m.never {
			return
		}
		m.g.step()
		m.stmt(s)
	}
}

func (m *moveBuilder) stmt(s syntax.Stmt) {
	switch s := s.(type) {
	case *syntax.RequireStmt:
		if v := m.chooser.condition(m.g, s); v.kind == vScalar {
			m.guard(s, v.e, label(s.Why), m.g.Text(s.Cond))
		}
	case *syntax.LetStmt:
		m.let(s)
	case *syntax.AssignStmt:
		m.assign(s)
	case *syntax.IfStmt:
		m.branch(s)
	case *syntax.ForStmt:
		m.loop(s)
	case *syntax.Block:
		m.stmts(s.Stmts)
	case *syntax.TogetherStmt:
		m.together(s)
	case *syntax.WhileStmt, *syntax.EndStmt: // see timed.go
	}
}

func (m *moveBuilder) add(st model.Stmt, n syntax.Node) {
	if m.later != nil && st.Kind == model.Assign {
		m.postpone(st, n)
		return
	}
	st.Pos = m.g.pos(n)
	m.out = append(m.out, st)
	m.g.step()
}

// maxGuards is the maximum number of conjuncts that become separate guards. A condition with
// more usually occurs in many moves and is kept whole.
const maxGuards = 16

// guard adds the guard cond, one statement for each conjunct.
func (m *moveBuilder) guard(n syntax.Node, cond *model.Expr, why, text string) {
	switch {
	case cond.IsTrue():
	case cond.IsFalse() && m.depth == 0:
		m.never = true
		m.g.never(m.schema, n, "it needs "+text)
	case cond.Op == model.And && len(cond.Args) <= maxGuards:
		for _, a := range cond.Args {
			m.add(model.Stmt{Kind: model.Guard, Value: a, Label: why, Text: text}, n)
		}
	default:
		m.add(model.Stmt{Kind: model.Guard, Value: cond, Label: why, Text: text}, n)
	}
}

// refuse adds a guard that always fails.
func (m *moveBuilder) refuse(n syntax.Node, text string) {
	m.guard(n, m.g.b.Truth(false), "", text)
}

func (m *moveBuilder) let(s *syntax.LetStmt) {
	o := m.g.info.Uses[s.Name]
	v := m.g.lower(s.Value)
	if v.kind == vShown {
		m.g.Errorf(s.Value, "a let cannot hold a text that depends on the state")
		v = badValue
	}
	m.needs(s.Value, m.valueOf(v))
	if s.Type != nil && v.kind != vBad {
		for _, c := range m.g.within(v, o.Type) {
			m.guard(s, c, "", m.g.Text(s))
		}
		v = m.g.widened(v, o.Type)
	}
	m.g.values[o.ID] = m.capture(s, v)
}

// valueOf returns the condition that all parts of v are defined.
func (m *moveBuilder) valueOf(v value) *model.Expr {
	if v.kind == vBad {
		return m.g.b.Truth(true)
	}
	return m.g.b.And(append(m.setDefs(v), m.g.orTrue(m.g.defined(v.leaves()...)))...)
}

// needs records that the move needs the value of e, which is defined if has holds. In a strict
// problem it adds a guard to the stray, since an undefined value is an error. If the value is
// never defined, the move is recorded as inapplicable.
func (m *moveBuilder) needs(e syntax.Expr, has *model.Expr) {
	if m.never || has.IsTrue() {
		return
	}
	if m.g.p.Strict || m.others() {
		m.strays = true
		m.add(model.Stmt{Kind: model.Guard, Value: has, Text: m.g.Text(e), Leaves: true, Undefined: true}, e)
	}
	if has.IsFalse() && m.depth == 0 && m.schema != nil {
		m.lose(e)
	}
}

// capture copies the current value of v to locals.
func (m *moveBuilder) capture(n syntax.Node, v value) value {
	if v.kind == vBad {
		return badValue
	}
	text := m.g.Text(n)
	for _, d := range m.setDefs(v) {
		m.guard(n, d, "", text)
	}
	leaves := slices.Clone(v.leaves())
	for i, e := range leaves {
		leaves[i] = m.local(n, e, text)
	}
	v, _ = withoutDefs(v).rebuild(leaves)
	return v
}

// setDefs returns the conditions under which the sets in v are defined.
func (m *moveBuilder) setDefs(v value) []*model.Expr {
	var defs []*model.Expr
	if v.def != nil {
		defs = append(defs, v.def)
	}
	for _, p := range v.parts {
		defs = append(defs, m.setDefs(p)...)
	}
	return defs
}

func withoutDefs(v value) value {
	v.def = nil
	if v.parts != nil {
		parts := make([]value, len(v.parts))
		for i, p := range v.parts {
			parts[i] = withoutDefs(p)
		}
		v.parts = parts
	}
	return v
}

// local returns an expression with the current value of e, kept in a local if necessary.
func (m *moveBuilder) local(n syntax.Node, e *model.Expr, text string) *model.Expr {
	switch e.Op {
	case model.Const, model.Local:
		return e
	case model.Undefined:
		m.refuse(n, text)
		return e
	}
	l := m.g.b.Local(m.locals, e.Lo, e.Hi, e.Bool)
	m.locals++
	m.add(model.Stmt{Kind: model.Let, Target: l, Value: e, Text: text}, n)
	return l
}

func (m *moveBuilder) branch(s *syntax.IfStmt) {
	v := m.g.lower(s.Cond)
	if v.kind != vScalar {
		return
	}
	var other []syntax.Stmt
	if s.Else != nil {
		other = []syntax.Stmt{s.Else}
	}
	switch {
	case v.e.IsTrue():
		m.stmts(s.Then.Stmts)
	case v.e.IsFalse():
		m.stmts(other)
	default:
		cond := m.settled(s, v.e)
		m.depth++
		st := model.Stmt{Kind: model.Branch, Value: cond}
		m.where(cond, func() { st.Then = m.block(s.Then.Stmts) })
		m.where(m.g.b.Not(cond), func() { st.Else = m.block(other) })
		m.depth--
		if m.later == nil || len(st.Then)+len(st.Else) > 0 {
			m.add(st, s)
		}
	}
}

// loop unrolls a for. The members of its domain are fixed when the loop begins; where is
// evaluated in each iteration.
func (m *moveBuilder) loop(s *syntax.ForStmt) {
	m.turns(s, s.Binders)
}

func (m *moveBuilder) turns(s *syntax.ForStmt, bs []*syntax.Binder) {
	if len(bs) == 0 {
		m.turn(s)
		return
	}
	m.names(s, bs, bs[0].Names, m.choices(bs[0]))
}

// A turn is a possible value of a loop variable, and whether it is a member of the domain.
type turn struct {
	v  value
	in *model.Expr
}

// choices returns the turns of a binder, fixed when its loop begins.
func (m *moveBuilder) choices(b *syntax.Binder) []turn {
	var turns []turn
	text := m.g.Text(b.Domain)
	def := m.g.eachChoice(b.Domain, func(v value, in *model.Expr) {
		m.g.step()
		turns = append(turns, turn{v, m.local(b, in, text)})
	})
	if def != nil {
		m.guard(b, def, "", text)
	}
	return turns
}

func (m *moveBuilder) names(s *syntax.ForStmt, bs []*syntax.Binder, names []*syntax.Ident, turns []turn) {
	if len(names) == 0 {
		m.turns(s, bs[1:])
		return
	}
	o := m.g.info.Uses[names[0]]
	for _, t := range turns {
		m.under(s, t.in, func() {
			m.g.values[o.ID] = t.v
			m.names(s, bs, names[1:], turns)
		})
	}
}

func (m *moveBuilder) turn(s *syntax.ForStmt) {
	cond := m.g.b.Truth(true)
	if s.Where != nil {
		v := m.g.lower(s.Where)
		if v.kind != vScalar {
			return
		}
		cond = v.e
	}
	m.under(s, cond, func() { m.stmts(s.Body.Stmts) })
}

// under builds the statements of f for the case that cond holds: directly, not at all, or as a
// branch.
func (m *moveBuilder) under(n syntax.Node, cond *model.Expr, f func()) {
	switch {
	case cond.IsFalse():
	case cond.IsTrue():
		f()
	default:
		cond = m.settled(n, cond)
		saved := m.out
		m.out = nil
		m.depth++
		m.where(cond, f)
		m.depth--
		then := m.out
		m.out = saved
		if len(then) > 0 {
			m.add(model.Stmt{Kind: model.Branch, Value: cond, Then: then}, n)
		}
	}
}

// pruneLets removes the lets that are not read and cannot make the move inapplicable.
func pruneLets(body []model.Stmt, label *model.Display) []model.Stmt {
	used := map[int64]bool{}
	read := func(e *model.Expr) {
		e.Walk(func(n *model.Expr) {
			switch {
			case n.Op == model.Local:
				used[n.Value] = true
			case n.Op == model.At && n.Locals:
				n.Addresses(func(a int64) { used[a] = true })
			}
		})
	}
	readDisplay(label, read)
	out, _ := pruneList(body, used, read)
	return out
}

func readDisplay(d *model.Display, read func(*model.Expr)) {
	if d == nil {
		return
	}
	if d.Cond != nil {
		read(d.Cond)
	}
	for _, e := range d.Leaves {
		read(e)
	}
	for _, p := range d.Parts {
		readDisplay(p, read)
	}
}

// pruneList visits the statements backwards, so that the readers of a let come before it.
func pruneList(list []model.Stmt, used map[int64]bool, read func(*model.Expr)) ([]model.Stmt, bool) {
	var kept []model.Stmt
	for i := len(list) - 1; i >= 0; i-- {
		st := list[i]
		if st.Kind == model.Let && !used[st.Target.Value] && !st.Value.Partial && !st.Value.Wide {
			continue
		}
		if st.Kind == model.Branch {
			st.Then, _ = pruneList(st.Then, used, read)
			st.Else, _ = pruneList(st.Else, used, read)
		}
		read(st.Value)
		if st.Target != nil && st.Kind != model.Let {
			read(st.Target)
		}
		kept = append(kept, st)
	}
	slices.Reverse(kept)
	return kept, true
}
