package pddl

import (
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"farbank/lang/syntax"
	"farbank/model"
)

// Effects that the solver does not choose are oneof (Bertoli and others 2003; the competition of 2006) and probabilistic
// (Younes and Littman 2004). An action with such effects becomes a move of ours, after which chance makes one move for each
// outcome; a variable remembers which action is under way. The parts of a oneof are equally probable.

// A choice is a oneof or a probabilistic effect of an action.
type choice struct {
	within  []branch   // the parts of other choices that it belongs to
	weights []*big.Rat // probabilities of its parts
	pos     syntax.Pos
}

// A branch is a part of a choice.
type branch struct{ choice, part int }

// maxOutcomes is the maximum number of outcomes of an action.
const maxOutcomes = 4096

// choose parses a choice.
func (s *scope) choose(n *node, a *schema, all []slot, when *formula) {
	if len(all) > 0 {
		s.fail(n.pos, "an effect for each object can stand for it", "%s is not understood within forall", n.head())
	}
	if s.certain != "" {
		s.fail(n.pos, "", "%s is not understood in %s", n.head(), s.certain)
	}
	c := choice{within: slices.Clone(s.path), pos: n.pos}
	var parts []*node
	if n.head() == "oneof" {
		parts = n.list[1:]
		for range parts {
			c.weights = append(c.weights, big.NewRat(1, int64(len(parts))))
		}
	} else {
		parts, c.weights = s.probabilities(n)
	}
	if len(parts) == 0 {
		s.fail(n.pos, "", "%s takes one effect or more", n.head())
	}
	k := len(a.choices)
	a.choices = append(a.choices, c)
	before := s.path
	for i, m := range parts {
		s.path = append(slices.Clone(before), branch{k, i})
		if m != nil {
			s.effect(m, a, all, when)
		}
	}
	s.path = before
}

// probabilities parses the parts of a probabilistic effect. If their probabilities sum to less than 1, a part that is nil
// has the rest: nothing happens.
func (s *scope) probabilities(n *node) (parts []*node, weights []*big.Rat) {
	if len(n.list)%2 == 0 {
		s.fail(n.pos, "", "probabilistic takes pairs of a probability and an effect")
	}
	rest := big.NewRat(1, 1)
	for i := 1; i < len(n.list); i += 2 {
		p := n.list[i]
		v, ok := new(big.Rat).SetString(p.word)
		if p.open || !ok || len(p.word) > 40 || strings.ContainsAny(p.word, "eExXpP_") || v.Sign() < 0 {
			s.fail(p.pos, "a probability is a number such as 0.25 or 1/3", "a probability is needed")
		}
		if rest.Sub(rest, v); rest.Sign() < 0 {
			s.fail(p.pos, "", "the probabilities sum to more than 1")
		}
		parts, weights = append(parts, n.list[i+1]), append(weights, v)
	}
	if rest.Sign() > 0 {
		parts, weights = append(parts, nil), append(weights, rest)
	}
	return parts, weights
}

// outcomes sets the outcomes of an action with choices: an action for each, with the effects that it has.
func (r *reader) outcomes(a *schema) {
	type outcome struct {
		taken  []branch
		weight *big.Rat
	}
	list := []outcome{{nil, big.NewRat(1, 1)}}
	for k, c := range a.choices {
		var next []outcome
		for _, o := range list {
			if !contains(o.taken, c.within) {
				next = append(next, o)
				continue
			}
			for i, w := range c.weights {
				if w.Sign() > 0 {
					next = append(next, outcome{append(slices.Clone(o.taken), branch{k, i}), new(big.Rat).Mul(o.weight, w)})
				}
			}
			if len(next) > maxOutcomes {
				r.fail(c.pos, "", "the action %s has more than %d outcomes", a.name, maxOutcomes)
			}
		}
		list = next
	}
	var all []*schema
	var weights []*big.Rat
	for _, o := range list {
		s := &schema{name: a.name, params: a.params, slots: a.slots, pre: a.pre, pos: a.pos, of: a}
		for _, e := range a.effects {
			if contains(o.taken, e.path) {
				s.effects = append(s.effects, e)
			}
		}
		for _, e := range a.numbers {
			if contains(o.taken, e.path) {
				s.numbers = append(s.numbers, e)
			}
		}
		all, weights = append(all, s), append(weights, o.weight)
	}
	whole, ok := integers(weights)
	if !ok {
		r.fail(a.choices[0].pos, "", "the probabilities of %s need too large numbers", a.name)
	}
	for i, s := range all {
		s.weight = whole[i]
	}
	a.outcomes = all
}

// contains reports whether all branches were taken.
func contains(taken, path []branch) bool {
	for _, b := range path {
		if !slices.Contains(taken, b) {
			return false
		}
	}
	return true
}

// integers returns the smallest integers in the same proportions, or false if they do not fit 32 bits.
func integers(list []*big.Rat) ([]int64, bool) {
	common := big.NewInt(1)
	for _, w := range list {
		gcd := new(big.Int).GCD(nil, nil, common, w.Denom())
		common.Mul(common, new(big.Int).Div(w.Denom(), gcd))
	}
	shared := new(big.Int)
	out := make([]*big.Int, len(list))
	for i, w := range list {
		out[i] = new(big.Int).Mul(w.Num(), new(big.Int).Div(common, w.Denom()))
		shared.GCD(nil, nil, shared, out[i])
	}
	whole := make([]int64, len(list))
	for i, n := range out {
		if n.Div(n, shared); n.BitLen() > 31 {
			return nil, false
		}
		whole[i] = n.Int64()
	}
	return whole, true
}

// An event is a ground action with several outcomes.
type event struct {
	schema   *schema
	args     []int32
	outcomes []*instance
}

// barred names a ground action with an outcome that is not defined.
type barred struct {
	of   *schema
	args string
}

// collect returns the ground actions with several outcomes, in the order of these.
func (g *grounded) collect() (list []*event) {
	all := map[barred]*event{}
	for _, x := range g.actions {
		if x.schema.of == nil {
			continue
		}
		k := barred{x.schema.of, key(x.args)}
		if g.barred[k] {
			continue
		}
		e := all[k]
		if e == nil {
			e = &event{schema: k.of, args: x.args}
			all[k] = e
			list = append(list, e)
		}
		e.outcomes = append(e.outcomes, x)
	}
	// An outcome is missing if its effects contradict each other; then the action never applies.
	return slices.DeleteFunc(list, func(e *event) bool {
		changes := func(x *instance) bool { return len(x.effects)+len(x.numbers) > 0 }
		return len(e.outcomes) < len(e.schema.outcomes) || !slices.ContainsFunc(e.outcomes, changes)
	})
}

// pend adds the variable that remembers the action that is under way.
func (b *builder) pend(events []*event) {
	if len(events) == 0 {
		return
	}
	t := &model.Type{Kind: model.Enum, Members: []string{"none"}}
	for _, e := range events {
		words := []string{e.schema.name}
		for _, o := range e.args {
			words = append(words, b.g.d.objects[o].name)
		}
		t.Members = append(t.Members, strings.Join(words, " "))
	}
	b.pending = len(b.p.Cells)
	lo, hi := t.Domain()
	b.p.Vars = append(b.p.Vars, model.Var{Name: "pending", Type: t, Base: b.pending, Cells: 1})
	b.p.Cells = append(b.p.Cells, model.CellInfo{Name: "pending", Var: len(b.p.Vars) - 1, Type: t, Lo: lo, Hi: hi})
	b.p.Start = append(b.p.Start, b.b.Const(0))
}

// underWay returns the guard that the action number k is under way, or none if k is 0.
func (b *builder) underWay(k int, pos model.Pos) model.Stmt {
	text := "no action is under way"
	if k > 0 {
		text = "the action is under way"
	}
	return model.Stmt{Kind: model.Guard, Value: b.b.Eq(b.cellExpr(b.pending), b.b.Const(int64(k))), Text: text, Pos: pos}
}

// schema adds a schema for an action.
func (b *builder) schema(s *schema, name string, by model.Chooser) *model.Schema {
	out := &model.Schema{Name: name, By: by, Pos: model.Pos{Line: s.pos.Line, Col: s.pos.Col}}
	for _, v := range s.params {
		out.Params = append(out.Params, model.Param{Name: strings.TrimPrefix(v.name, "?"), Type: b.object()})
	}
	b.p.Schemas = append(b.p.Schemas, out)
	return out
}

// events adds the moves of actions with several outcomes: one of ours, and one of chance for each outcome.
func (b *builder) events(events []*event) {
	schemas := map[*schema]*model.Schema{}
	for k, e := range events {
		if schemas[e.schema] == nil {
			schemas[e.schema] = b.schema(e.schema, e.schema.name, model.ByUs)
			for i, o := range e.schema.outcomes {
				schemas[o] = b.schema(o, outcomeName(o, i), model.ByChance)
			}
		}
		var args []model.Value
		for _, o := range e.args {
			args = append(args, model.Value{Type: b.object(), Leaves: []int64{int64(o)}})
		}
		start := &model.Move{Schema: schemas[e.schema], Args: args, Cost: b.b.Const(0)}
		pos := start.Schema.Pos
		set := func(v int) model.Stmt {
			return model.Stmt{Kind: model.Assign, Target: b.cellExpr(b.pending), Value: b.b.Const(int64(v)), Text: "pending", Pos: pos}
		}
		start.Body = append(start.Body, b.underWay(0, pos))
		w := &body{builder: b, m: start}
		known := map[*model.Expr]bool{}
		for _, x := range e.outcomes { // the conditions differ if effects contradict each other
			if pre := b.condition(x.pre); !known[pre] {
				known[pre] = true
				w.need(x.pre)
			}
		}
		start.Body = append(start.Body, set(k+1))
		b.p.Moves = append(b.p.Moves, start)
		for _, x := range e.outcomes {
			m := &model.Move{Schema: schemas[x.schema], Args: args, Cost: b.cost(x), Weight: b.b.Const(x.schema.weight)}
			m.Body = append(m.Body, b.underWay(k+1, pos))
			w := &body{builder: b, m: m}
			w.write(x)
			m.Body = append(m.Body, set(0))
			b.p.Moves = append(b.p.Moves, m)
		}
	}
}

// outcomeName returns the name of the move for an outcome of an action: pick-up:1, pick-up:2 and so on for pick-up.
func outcomeName(s *schema, i int) string { return s.name + ":" + strconv.Itoa(i+1) }

// pending declares the states that remember the action that is under way and its objects.
func (w *importer) pending() {
	if len(w.d.events) == 0 {
		return
	}
	members := []string{w.name("pending", "idle")}
	for _, e := range w.d.events {
		members = append(members, w.during(e))
	}
	t := w.name("pending", "Pending")
	w.line("// The action that is under way: what it leads to is chosen by chance.")
	w.line("enum %s { %s }", t, wrapped(members))
	w.line("state %s: %s = %s", w.name("pending", "pending"), t, members[0])
	for _, e := range w.d.events {
		for i, v := range e.outcomes[0].params {
			if of := w.g.of(v.of); len(of) > 0 {
				w.line("state %s: %s = %s", w.remembered(e, i), w.typeOf(v.of), w.object(of[0]))
			}
		}
	}
	w.line("")
}

// during returns the value of the pending state for an action.
func (w *importer) during(e *schema) string {
	return w.name(fmt.Sprint("pending ", len(e.params)), "during-"+e.name)
}

// remembered returns the state that remembers an object of an action that is under way.
func (w *importer) remembered(e *schema, i int) string {
	return w.name(fmt.Sprint("pending ", len(e.params)), e.name+"-"+strings.TrimPrefix(e.outcomes[0].params[i].name, "?"))
}

// idle returns the requirement that no action is under way.
func (w *importer) idle() []string {
	if len(w.d.events) == 0 {
		return nil
	}
	return []string{"require " + w.name("pending", "pending") + " == " + w.name("pending", "idle")}
}

// outcome writes the move of chance for an outcome, and before the first one our move.
func (w *importer) outcome(a *schema, m *moveWriter, params string, needs []string) {
	e := a.of
	pending, none := w.name("pending", "pending"), w.name("pending", "idle")
	var remember, same, forget []string
	for i, v := range a.params {
		x, state := m.terms[i].text, w.remembered(e, i)
		remember = append(remember, state+" = "+x)
		same = append(same, "require "+state+" == "+x)
		forget = append(forget, state+" = "+w.object(w.g.of(v.of)[0]))
	}
	if a == e.outcomes[0] {
		w.line("move %s%s cost 0 {", w.action(a, a.name), params)
		for _, t := range slices.Concat(needs, []string{pending + " = " + w.during(e)}, remember) {
			w.line("%s", t)
		}
		w.line("}\n")
	}
	m.effects()
	weight := ""
	if slices.ContainsFunc(e.outcomes, func(o *schema) bool { return o.weight != 1 }) {
		weight = fmt.Sprintf(" weight %d", a.weight)
	}
	w.line("move %s%s%s by chance%s {", w.action(a, outcomeName(a, slices.Index(e.outcomes, a))), params, m.cost(), weight)
	w.line("require %s == %s", pending, w.during(e))
	for _, t := range slices.Concat(same, m.before, m.leave, m.come, m.sees(), []string{pending + " = " + none}, forget) {
		w.line("%s", t)
	}
	w.line("}\n")
}
