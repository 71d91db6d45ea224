// Package canonical brings problems into a form that does not depend on how they were written, before an engine sees
// them. Plans stay the same: moves keep their numbers, and the judge still reads the text.
package canonical

import (
	"farbank/model"
)

// Irrelevant returns the state variables, as indices of p.Vars, that nothing depends on: no rule, goal, objective, cost,
// or condition of a move reads them, except to assign to variables of the same kind. An assignment that may leave the
// range of its variable is a condition of its move.
func Irrelevant(p *model.Problem) []int {
	r := newRelevance(p)
	r.questions()
	for _, m := range p.Moves {
		r.move(m)
	}
	r.close()
	var list []int
	for v := range p.Vars {
		if !p.Vars[v].Find && !r.seeds.has(v) {
			list = append(list, v)
		}
	}
	return list
}

// WithoutIrrelevant returns p without its irrelevant variables, or p itself if it has no such variables. Their cells stay, with
// their least value only, and nothing is assigned to them. A plan of the one problem is a plan of the other, with the same cost.
func WithoutIrrelevant(p *model.Problem) *model.Problem {
	drop := Irrelevant(p)
	if len(drop) == 0 {
		return p
	}
	q := *p
	q.Cells = append([]model.CellInfo(nil), p.Cells...)
	q.Start = append([]*model.Expr(nil), p.Start...)
	gone := newSet(len(p.Vars))
	b := model.NewBuilder()
	for _, v := range drop {
		gone.add(v)
		for c := p.Vars[v].Base; c < p.Vars[v].Base+p.Vars[v].Cells; c++ {
			q.Cells[c].Hi = q.Cells[c].Lo // a value of the range: expressions that remain may rely on it
			if q.Start[c-p.NumFind] = b.Const(q.Cells[c].Lo); p.Start[c-p.NumFind].Bool {
				q.Start[c-p.NumFind] = b.Truth(q.Cells[c].Lo != 0)
			}
		}
	}
	q.Moves = make([]*model.Move, len(p.Moves))
	for i, m := range p.Moves {
		one := *m
		one.Body = without(p, m.Body, gone)
		q.Moves[i] = &one
	}
	return &q
}

// without returns statements without the assignments to some variables.
func without(p *model.Problem, body []model.Stmt, gone set) []model.Stmt {
	var out []model.Stmt
	for _, st := range body {
		switch st.Kind {
		case model.Assign:
			if gone.has(p.Cells[st.Target.Value].Var) {
				continue
			}
		case model.Branch:
			st.Then, st.Else = without(p, st.Then, gone), without(p, st.Else, gone)
		}
		out = append(out, st)
	}
	return out
}

// A set is a set of variables.
type set []uint64

func newSet(n int) set { return make(set, (n+63)/64) }

func (s set) has(v int) bool { return s[v/64]&(1<<(v%64)) != 0 }
func (s set) add(v int)      { s[v/64] |= 1 << (v % 64) }

// union adds the elements of t and reports whether s has changed.
func (s set) union(t set) bool {
	changed := false
	for i, w := range t {
		changed = changed || w&^s[i] != 0
		s[i] |= w
	}
	return changed
}

// A relevance computes which variables the answers depend on.
type relevance struct {
	p      *model.Problem
	seeds  set         // variables that are relevant
	needs  map[int]set // by assigned variable: those that its values depend on
	reads  map[*model.Expr]set
	locals []set // of the move at hand: what each local depends on
}

func newRelevance(p *model.Problem) *relevance {
	return &relevance{p: p, seeds: newSet(len(p.Vars)), needs: map[int]set{}, reads: map[*model.Expr]set{}}
}

// questions marks what the rules and objectives read.
func (r *relevance) questions() {
	for _, rules := range [][]model.Rule{r.p.Require, r.p.Safety, r.p.Goal} {
		for i := range rules {
			r.seeds.union(r.of(rules[i].Cond))
		}
	}
	for i := range r.p.Soft {
		r.seeds.union(r.of(r.p.Soft[i].Cond))
	}
	for o := r.p.Goals; o != nil; o = o.Then {
		if o.Value != nil {
			r.seeds.union(r.of(o.Value))
		}
	}
	for i := range r.p.Derived {
		r.seeds.union(r.cells(r.p.Derived[i].Body))
	}
	for i, e := range r.p.Start { // an initial value outside of the range leaves no initial state
		if c := &r.p.Cells[r.p.NumFind+i]; e.Partial || e.Lo < c.Lo || e.Hi > c.Hi {
			r.seeds.add(c.Var)
		}
	}
}

// cells returns the variables whose cells an expression reads, apart from its locals.
func (r *relevance) cells(e *model.Expr) set {
	s := newSet(len(r.p.Vars))
	e.Cells(func(c int) { s.add(r.p.Cells[c].Var) })
	return s
}

// of returns the variables that an expression depends on, also by the locals of the move at hand.
func (r *relevance) of(e *model.Expr) set {
	s, known := r.reads[e]
	if !known {
		s = r.cells(e)
		r.reads[e] = s
	}
	if len(r.locals) == 0 {
		return s
	}
	copied := false
	add := func(local int64) {
		if local < int64(len(r.locals)) && r.locals[local] != nil {
			if !copied {
				s, copied = append(set(nil), s...), true
			}
			s.union(r.locals[local])
		}
	}
	e.Walk(func(n *model.Expr) {
		switch {
		case n.Op == model.Local:
			add(n.Value)
		case n.Op == model.At && n.Locals:
			n.Addresses(add)
		}
	})
	return s
}

func (r *relevance) move(m *model.Move) {
	r.locals = make([]set, m.Locals)
	r.body(m.Body, newSet(len(r.p.Vars)))
	r.locals = nil
	r.seeds.union(r.of(m.Cost))
}

// body notes the dependencies of statements, which are executed depending on the variables of under.
func (r *relevance) body(body []model.Stmt, under set) {
	for i := range body {
		switch st := &body[i]; st.Kind {
		case model.Guard:
			r.seeds.union(r.of(st.Value))
			r.seeds.union(under)
		case model.Let:
			r.let(st, under)
		case model.Assign:
			r.assign(st, under)
		case model.Branch:
			more := append(set(nil), under...)
			more.union(r.of(st.Value))
			r.body(st.Then, more)
			r.body(st.Else, more)
		}
	}
}

func (r *relevance) let(st *model.Stmt, under set) {
	local := r.locals[st.Target.Value]
	if local == nil {
		local = newSet(len(r.p.Vars))
		r.locals[st.Target.Value] = local
	}
	local.union(r.of(st.Value))
	local.union(under)
	if st.Value.Partial || st.Value.Wide { // without a value the move does not apply
		r.seeds.union(local)
	}
}

func (r *relevance) assign(st *model.Stmt, under set) {
	cell := &r.p.Cells[st.Target.Value]
	depends := append(set(nil), under...)
	depends.union(r.of(st.Value))
	certain := !st.Value.Partial && !st.Value.Wide && !st.Target.Partial && !st.Target.Wide
	check := func(c int) {
		info := &r.p.Cells[c]
		certain = certain && st.Value.Lo >= info.Lo && st.Value.Hi <= info.Hi
		if info.Var != cell.Var {
			certain = false
		}
	}
	if st.Target.Op == model.At {
		for k, i := range st.Target.Args {
			depends.union(r.of(i))
			certain = certain && !i.Partial && !i.Wide && st.Target.Dims[k].Holds(i.Lo, i.Hi)
		}
		st.Target.Addresses(func(a int64) { check(int(a)) })
	} else {
		check(int(st.Target.Value))
	}
	if !certain { // a condition of the move
		r.seeds.union(depends)
		st.Target.Reads(func(c int) { r.seeds.add(r.p.Cells[c].Var) })
		return
	}
	s := r.needs[cell.Var]
	if s == nil {
		s = newSet(len(r.p.Vars))
		r.needs[cell.Var] = s
	}
	s.union(depends)
}

// close adds to the seeds what relevant variables depend on.
func (r *relevance) close() {
	for changed := true; changed; {
		changed = false
		for v, s := range r.needs {
			if r.seeds.has(v) && r.seeds.union(s) {
				changed = true
			}
		}
	}
}
