package pddl

import (
	"errors"
	"slices"
	"strings"

	"farbank/lang/syntax"
	"farbank/model"
)

// The initial state may be uncertain: (unknown f), (oneof f g ...) and (or f g ...) in :init, as in conformant planning (Bonet and Givan
// 2006) and contingent planning (Albore, Palacios and Geffner 2009). A fact that only these mention may hold or not. An action
// with :observe shows whether a condition holds after it. Each such choice becomes an unknown of the problem; state that depends on it is
// not seen.

// A doubt is a constraint on the initial state.
type doubt struct {
	parts   []*formula
	exactly bool // exactly one of the parts holds; else one or more
	pos     syntax.Pos
}

// unsure parses the uncertain parts of :init. It returns false if n is no such part.
func (r *reader) unsure(s *scope, n *node) bool {
	if !slices.Contains([]string{"and", "unknown", "oneof", "or"}, n.head()) {
		return false
	}
	var parts []*formula
	for _, m := range n.list[1:] {
		if n.head() == "and" {
			r.fact(s, m)
			continue
		}
		f := s.formula(m)
		f.mentions(func(f *formula) {
			switch p := &r.d.predicates[f.pred]; {
			case p.derived:
				r.fail(m.pos, "", "%s is derived; it cannot be unknown", p.name)
			case p.object:
				r.fail(m.pos, "", "%s gives an object; it cannot be unknown", p.name)
			case slices.ContainsFunc(f.terms, func(t int32) bool { return t < 0 }):
				r.fail(m.pos, "each fact is listed", "a quantifier is not understood among the unknown facts")
			}
			r.d.doubtful = append(r.d.doubtful, fact{f.pred, f.terms})
		})
		if slices.Contains([]op{isCompare, isSame, isAll, isAny}, f.op) || n.head() == "unknown" && f.op != isAtom {
			r.fail(m.pos, "", "a fact is needed")
		}
		parts = append(parts, f)
	}
	switch n.head() {
	case "and":
	case "unknown":
		if len(parts) != 1 {
			r.fail(n.pos, "", "unknown takes one fact")
		}
	case "oneof", "or":
		if len(parts) == 0 {
			r.fail(n.pos, "", "%s takes one fact or more", n.head())
		}
		r.d.doubts = append(r.d.doubts, doubt{parts, n.head() == "oneof", n.pos})
	}
	return true
}

// mentions visits the atoms of a formula.
func (f *formula) mentions(visit func(*formula)) {
	if f.op == isAtom {
		visit(f)
	}
	for _, a := range f.args {
		a.mentions(visit)
	}
}

// settleDoubts removes facts that are given from the uncertain ones.
func (r *reader) settleDoubts() {
	var left []fact
	for _, f := range r.d.doubtful {
		same := func(g fact) bool { return g.pred == f.pred && slices.Equal(g.args, f.args) }
		if !slices.ContainsFunc(r.d.init, same) && !slices.ContainsFunc(r.d.denied, same) && !slices.ContainsFunc(left, same) {
			left = append(left, f)
			r.d.predicates[f.pred].changes = true // it is not the same in all states
		}
	}
	r.d.doubtful = left
	if len(left) > 0 && len(r.d.events) > 0 {
		r.fail(r.d.events[0].pos, "", "oneof and probabilistic effects are not understood together with facts that are unknown at first")
	}
	if len(left) > 0 && r.d.durative {
		panic(refused{why: "durative actions are not understood together with facts that are unknown at first"})
	}
}

// uncertain reports whether there are unknown facts or observations.
func (d *domain) uncertain() bool {
	return len(d.doubtful) > 0 || slices.ContainsFunc(d.actions, func(a *schema) bool { return a.observe != nil })
}

// choices returns the facts of each oneof of unknown facts alone, disjoint from each other, and the unknown facts of no such.
func (d *domain) choices() (groups [][]fact, rest []fact) {
	has := func(list []fact, f fact) bool {
		return slices.ContainsFunc(list, func(g fact) bool { return g.pred == f.pred && slices.Equal(g.args, f.args) })
	}
	var taken []fact
	for _, c := range d.doubts {
		var group []fact
		for _, f := range c.parts {
			x := fact{f.pred, f.terms}
			if c.exactly && f.op == isAtom && has(d.doubtful, x) && !has(taken, x) && !has(group, x) {
				group = append(group, x)
			}
		}
		if c.exactly && len(group) == len(c.parts) {
			taken = append(taken, group...)
			groups = append(groups, group)
		}
	}
	for _, f := range d.doubtful {
		if !has(taken, f) {
			rest = append(rest, f)
		}
	}
	return groups, rest
}

// maxWorlds is the maximum number of initial states that the judge lists.
const maxWorlds = 1 << 20

// errWorlds is the error of a judge that would list too many initial states.
var errWorlds = errors.New("there are too many initial states")

// worlds returns the initial states that are possible.
func (j *judge) worlds() (list []world, err error) {
	groups, rest := j.d.choices()
	for _, f := range rest {
		groups = append(groups, []fact{f, {pred: -1}})
	}
	level := map[string]int{} // by fact: the choice that decides it
	for k, group := range groups {
		for _, f := range group {
			if f.pred >= 0 {
				level[j.key(f.pred, f.args)] = k
			}
		}
	}
	checks := make([][]doubt, len(groups)+1) // by the number of choices that they need
	for _, c := range j.d.doubts {
		last := 0
		for _, f := range c.parts {
			f.mentions(func(f *formula) {
				if k, ok := level[j.key(f.pred, f.terms)]; ok {
					last = max(last, k+1)
				}
			})
		}
		checks[last] = append(checks[last], c)
	}
	w := j.first()
	var choose func(k int) error
	choose = func(k int) error {
		for _, c := range checks[k] {
			true_ := 0
			for _, f := range c.parts {
				if j.holds(w, f, nil) {
					true_++
				}
			}
			if true_ == 0 || c.exactly && true_ > 1 {
				return nil
			}
		}
		if k == len(groups) {
			if len(list) == maxWorlds {
				return errWorlds
			}
			copied := newWorld()
			for name := range w.facts {
				copied.facts[name] = true
			}
			for name, v := range w.numbers {
				copied.numbers[name] = v
			}
			list = append(list, copied)
			return nil
		}
		for _, f := range groups[k] {
			if f.pred < 0 {
				if err := choose(k + 1); err != nil {
					return err
				}
				continue
			}
			name := j.key(f.pred, f.args)
			w.facts[name] = true
			err := choose(k + 1)
			delete(w.facts, name)
			if err != nil {
				return err
			}
		}
		return nil
	}
	if err := choose(0); err != nil {
		return nil, err
	}
	return list, nil
}

// observed returns what an action shows of the state after it: yes, no, or "" if it shows nothing.
func (j *judge) observed(s *schema, w world, env []int32) string {
	switch {
	case s.observe == nil:
		return ""
	case j.holds(w, s.observe, slices.Clone(env)):
		return seenWords[2]
	}
	return seenWords[1]
}

// seenWords are the values of what was seen last.
var seenWords = []string{"nothing", "no", "yes"}

// unknowns adds the unknowns of the initial state.
func (b *builder) unknowns() {
	groups, rest := b.g.d.choices()
	b.starts = map[int32]*model.Expr{}
	add := func(name string, t *model.Type) *model.Expr {
		i := len(b.p.Cells)
		lo, hi := t.Domain()
		b.p.Vars = append(b.p.Vars, model.Var{Name: name, Type: t, Find: true, Unknown: true, Base: i, Cells: 1})
		b.p.Cells = append(b.p.Cells, model.CellInfo{Name: name, Var: len(b.p.Vars) - 1, Type: t, Lo: lo, Hi: hi})
		b.cells = append(b.cells, nil)
		b.p.NumFind++
		return b.cellExpr(i)
	}
	text := func(f fact) string { return strings.Trim(b.g.text(b.g.fact(f.pred, f.args)), "()") }
	for _, group := range groups {
		t := &model.Type{Kind: model.Enum}
		for _, f := range group {
			t.Members = append(t.Members, text(f))
		}
		name := "at first " + text(group[0]) + " or else"
		if len(group) > 1 {
			var words string
			if words, t.Members = common(t.Members); !strings.HasSuffix(words, " or else") {
				name = "at first " + words
			}
		}
		x := add(name, t)
		for k, f := range group {
			b.starts[b.g.fact(f.pred, f.args)] = b.b.Eq(x, b.b.Const(int64(k)))
		}
	}
	for _, f := range rest {
		b.starts[b.g.fact(f.pred, f.args)] = add("at first "+text(f), model.Boolean)
	}
	for _, c := range b.g.d.doubts {
		if c.exactly && slices.ContainsFunc(groups, func(g []fact) bool {
			return len(g) == len(c.parts) && c.parts[0].op == isAtom && g[0].pred == c.parts[0].pred && slices.Equal(g[0].args, c.parts[0].terms)
		}) {
			continue // an unknown of its own
		}
		var parts []*model.Expr
		for _, f := range c.parts {
			parts = append(parts, b.atFirst(f))
		}
		cond := b.b.Or(parts...)
		if c.exactly {
			for i := range parts {
				for k := range i {
					cond = b.b.And(cond, b.b.Not(b.b.And(parts[i], parts[k])))
				}
			}
		}
		b.p.Require = append(b.p.Require, model.Rule{Kind: model.Require, Text: "what is known at first", Cond: cond, Pos: model.Pos{Line: c.pos.Line, Col: c.pos.Col}})
	}
}

// atFirst returns a condition on the initial state over the unknowns.
func (b *builder) atFirst(f *formula) *model.Expr {
	switch f.op {
	case isTrue, isFalse:
		return b.b.Truth(f.op == isTrue)
	case isAtom:
		return b.startOf(b.g.fact(f.pred, f.terms), f)
	}
	var list []*model.Expr
	for _, a := range f.args {
		list = append(list, b.atFirst(a))
	}
	switch f.op {
	case isNot:
		return b.b.Not(list[0])
	case isAnd:
		return b.b.And(list...)
	}
	return b.b.Or(list...)
}

// startOf returns whether a fact holds at first.
func (b *builder) startOf(n int32, f *formula) *model.Expr {
	if x := b.starts[n]; x != nil {
		return x
	}
	if f != nil && !b.g.d.predicates[f.pred].changes {
		return b.b.Truth(b.g.relations[f.pred].holds(f.terms))
	}
	return b.b.Truth(b.g.begin[n])
}

// start returns the initial value of a group of facts of which at most one holds.
func (b *builder) start(cell int, group []int32) *model.Expr {
	if len(group) == 1 {
		return b.startOf(group[0], nil)
	}
	value := b.constant(cell, int64(len(group)))
	for v, n := range group {
		value = b.b.If(b.startOf(n, nil), b.constant(cell, int64(v)), value)
	}
	return value
}

// hide marks the variables that may depend on the unknown: those of unknown facts, and those of effects whose condition reads such a
// variable.
func (b *builder) hide() {
	hidden := make([]bool, len(b.p.Cells))
	for n := range b.starts {
		if b.cell[n] >= 0 {
			hidden[b.cell[n]] = true
		}
	}
	reads := func(e *model.Expr) bool {
		found := false
		e.Walk(func(x *model.Expr) { found = found || x.Op == model.Cell && hidden[x.Value] })
		return found
	}
	for again := true; again; {
		again = false
		mark := func(cell int, when *ground) {
			if !hidden[cell] && reads(b.condition(when)) {
				hidden[cell], again = true, true
			}
		}
		for _, x := range b.g.actions {
			for _, e := range x.effects {
				if b.cell[e.atom] >= 0 {
					mark(b.cell[e.atom], e.when)
				}
			}
			for _, c := range x.numbers {
				if i, ok := b.numCell[c.fluent]; ok {
					mark(i, c.when)
					if !hidden[i] && reads(b.amount(c.value)) {
						hidden[i], again = true, true
					}
				}
			}
		}
	}
	for i, h := range hidden {
		if v := &b.p.Vars[b.p.Cells[i].Var]; h && !v.Unknown {
			v.Unseen = true
		}
	}
}

// look adds the variable for what was seen last.
func (b *builder) look() {
	if !slices.ContainsFunc(b.g.actions, func(x *instance) bool { return x.schema.observe != nil }) {
		return
	}
	t := &model.Type{Kind: model.Enum, Members: seenWords}
	b.sight = len(b.p.Cells)
	lo, hi := t.Domain()
	b.p.Vars = append(b.p.Vars, model.Var{Name: "observed", Type: t, Base: b.sight, Cells: 1})
	b.p.Cells = append(b.p.Cells, model.CellInfo{Name: "observed", Var: len(b.p.Vars) - 1, Type: t, Lo: lo, Hi: hi})
	b.p.Start = append(b.p.Start, b.b.Const(0))
}

// sees adds to a move what is seen after it.
func (b *builder) sees(m *model.Move, x *instance) {
	if b.sight == 0 {
		return
	}
	value := b.b.Const(0)
	if x.schema.observe != nil {
		value = b.b.If(b.condition(x.observe), b.b.Const(2), b.b.Const(1))
	}
	m.Body = append(m.Body, model.Stmt{Kind: model.Assign, Target: b.cellExpr(b.sight), Value: value, Text: "observed", Pos: m.Schema.Pos})
}

// sensor parses a :sensor, an observation without cost.
func (r *reader) sensor(p *node) {
	if len(p.list) < 2 || p.list[1].open {
		r.fail(p.pos, "", "a sensor needs a name")
	}
	a := *p
	a.list = slices.Clone(p.list)
	for i := 2; i < len(a.list); i += 2 {
		word := map[string]string{":condition": ":precondition", ":sense": ":observe", ":sensed": ":observe"}[a.list[i].word]
		if word != "" {
			x := *a.list[i]
			x.word = word
			a.list[i] = &x
		}
	}
	if !slices.ContainsFunc(a.list[2:], func(n *node) bool { return n.word == ":observe" }) {
		r.fail(p.pos, "", "a sensor needs what it senses, after :sense")
	}
	before := len(r.d.actions)
	r.action(&a)
	for _, s := range r.d.actions[before:] {
		s.free = true
	}
}

// together returns the number of facts of a group that may hold at first together, at most; of facts of one oneof one holds.
func (g *grounded) together(group []int32) int {
	groups, _ := g.d.choices()
	count := 0
	met := map[int]bool{}
	for _, n := range group {
		if g.begin[n] {
			count++
			continue
		}
		if !g.doubtful[n] {
			continue
		}
		f := g.facts[n]
		k := slices.IndexFunc(groups, func(list []fact) bool {
			return slices.ContainsFunc(list, func(x fact) bool { return x.pred == f.pred && slices.Equal(x.args, f.args) })
		})
		if k < 0 || !met[k] {
			count++
		}
		if k >= 0 {
			met[k] = true
		}
	}
	return count
}

// unseen says which cells are not seen, for the judge.
func unseen(p *model.Problem) []bool {
	out := p.Seen()
	for i := range out {
		out[i] = !out[i]
	}
	return out
}
