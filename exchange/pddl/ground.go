package pddl

import (
	"context"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
)

// Actions are grounded only as far as relaxed reachability. A reachable fact leads to the
// actions with it as a precondition, by a join with the other conditions, the one with the
// fewest candidates first (Helmert 2009).

// A ground is a ground formula. Its atoms are numbers of facts; it has no quantifiers.
type ground struct {
	op    op
	args  []*ground
	atom  int32
	than  comparison
	sides [2]*groundNumber
}

var (
	yesGround = &ground{op: isTrue}
	noGround  = &ground{op: isFalse}
)

// An instance is a ground action.
type instance struct {
	schema  *schema
	args    []int32
	pre     *ground
	also    []*ground // further preconditions: effects must not contradict each other
	effects []groundEffect
	numbers []groundChange
	observe *ground
	cost    []groundChange // changes of the metric

	over  *ground       // of a durative action: what holds while it is under way
	takes *groundNumber // and its duration
	end   *instance     // and its end
	raw   *instance     // of a simplified action: it with all effects
}

type groundEffect struct {
	when *ground
	atom int32
	not  bool
}

// A grounder grounds a domain.
type grounder struct {
	d         *domain
	ctx       context.Context
	joins     []*actionJoin
	relations []*relation // by predicate
	facts     []fact
	number    map[string]int32 // by fact: its number
	name      []byte           // a buffer for its keys
	args      []int32          // a buffer for arguments
	atoms     []*ground        // by fact: the formula that it holds
	reached   []bool           // by number of a fact
	queue     []int32
	instances []*instance
	rules     map[int][]*rule
	fluents   []fluentOf
	fluentAt  map[string]int32 // numbers of fluents, by text
	byType    map[string][]int32
	steps     int64
	limit     int64
	at        *schema // the schema being grounded
	barred    map[barred]bool
}

func newGrounder(ctx context.Context, d *domain, limit int64) *grounder {
	g := &grounder{d: d, ctx: ctx, number: map[string]int32{}, rules: map[int][]*rule{}, fluentAt: map[string]int32{},
		byType: map[string][]int32{}, limit: limit, barred: map[barred]bool{}}
	for _, p := range d.predicates {
		g.relations = append(g.relations, newRelation(len(p.params)))
	}
	for _, r := range d.derived {
		g.rules[r.pred] = append(g.rules[r.pred], r)
	}
	return g
}

// run computes the reachable facts and actions.
func (g *grounder) run() {
	for _, f := range g.d.init {
		if g.d.predicates[f.pred].changes {
			g.reach(g.fact(f.pred, f.args))
		} else {
			g.relations[f.pred].add(f.args)
		}
	}
	for _, f := range g.d.doubtful {
		g.reach(g.fact(f.pred, f.args))
	}
	for _, e := range g.d.facts {
		if n := g.fact(e.fact.pred, e.fact.args); !e.not {
			g.reach(n)
		}
	}
	for _, s := range g.d.actions {
		switch {
		case s.ends: // with its beginning
		case s.lasts != nil:
			g.joins = append(g.joins, newActionJoin(g, s, s.params, s.slots, g.throughout(s), func(env []int32) { g.lasting(s, env) }))
		default:
			g.joins = append(g.joins, newActionJoin(g, s, s.params, s.slots, s.pre, func(env []int32) { g.instance(s, env) }))
		}
	}
	for _, r := range g.d.derived {
		g.derives(r)
	}
	// A parameter of a type without objects has no instances, whatever the facts are.
	g.joins = slices.DeleteFunc(g.joins, func(j *actionJoin) bool { return j.most() == 0 })
	for _, j := range g.joins {
		if !slices.ContainsFunc(j.atoms, func(f *formula) bool { return g.changing(f.pred) }) {
			j.start()
		}
	}
	for k := 0; k < len(g.queue); k++ {
		f := g.facts[g.queue[k]]
		g.relations[f.pred].add(f.args)
		for _, j := range g.joins {
			j.meet(f)
		}
	}
}

// throughout returns what a durative action needs when it begins, with the facts that it needs later
// and that never change.
func (g *grounder) throughout(s *schema) *formula {
	list := []*formula{s.pre}
	for _, f := range slices.Concat(parted(s.lasts.over), parted(s.lasts.end.pre)) {
		if f.op == isAtom && !g.changing(f.pred) && !slices.ContainsFunc(f.terms, func(t int32) bool { return int(-t) > len(s.params) }) {
			list = append(list, f)
		}
	}
	return and(list)
}

// lasting adds the beginning and the end of a durative action.
func (g *grounder) lasting(s *schema, env []int32) {
	g.at = s
	own := make([]int32, max(len(env), s.lasts.end.slots, s.slots))
	copy(own, env[:len(s.params)])
	over, takes := g.formula(s.lasts.over, own), (*groundNumber)(nil)
	if g.d.rounded {
		takes = g.amount(s.lasts.takes, own)
		if takes == nil {
			return
		}
	}
	before := len(g.instances)
	if over.op == isFalse || g.formula(s.lasts.end.pre, own).op == isFalse {
		return
	}
	g.instance(s, env)
	if len(g.instances) == before {
		return
	}
	x := g.instances[before]
	if x.over, x.takes = over, takes; len(g.instances) > before+1 {
		return
	}
	before = len(g.instances)
	if g.instance(s.lasts.end, own); len(g.instances) == before { // it could never end
		g.instances = g.instances[:before-1]
		return
	}
	x.end = g.instances[before]
}

// changing reports whether facts of a predicate may change.
func (g *grounder) changing(pred int) bool {
	return g.d.predicates[pred].changes || g.d.predicates[pred].derived
}

// derives adds a join for each disjunct of a rule.
func (g *grounder) derives(r *rule) {
	parts := []*formula{r.body}
	if r.body.op == isOr {
		parts = r.body.args
	}
	s := &schema{name: g.d.predicates[r.pred].name, params: r.params, slots: r.slots, pos: r.pos}
	for _, f := range parts {
		g.joins = append(g.joins, newActionJoin(g, s, r.params, r.slots, f, func(env []int32) { g.reach(g.fact(r.pred, env[:len(r.params)])) }))
	}
}

// fact returns the number of a fact.
func (g *grounder) fact(pred int, args []int32) int32 {
	g.name = appendKey(binary.LittleEndian.AppendUint32(g.name[:0], uint32(pred)), args)
	n, ok := g.number[string(g.name)]
	if !ok {
		n = int32(len(g.facts))
		g.number[string(g.name)] = n
		g.facts = append(g.facts, fact{pred, slices.Clone(args)})
		g.reached = append(g.reached, false)
	}
	return n
}

// atom returns the formula that a fact holds.
func (g *grounder) atom(n int32) *ground {
	for int(n) >= len(g.atoms) {
		g.atoms = append(g.atoms, nil)
	}
	if g.atoms[n] == nil {
		g.atoms[n] = &ground{op: isAtom, atom: n}
	}
	return g.atoms[n]
}

// reach marks a fact as reachable.
func (g *grounder) reach(n int32) {
	if !g.reached[n] {
		g.reached[n] = true
		g.queue = append(g.queue, n)
	}
}

// text returns a fact in PDDL syntax.
func (g *grounder) text(n int32) string {
	f := g.facts[n]
	words := []string{g.d.predicates[f.pred].name}
	for _, o := range f.args {
		words = append(words, g.d.objects[o].name)
	}
	return "(" + strings.Join(words, " ") + ")"
}

// of returns the objects of some types.
func (g *grounder) of(types []int) []int32 {
	k := fmt.Sprint(types)
	list, ok := g.byType[k]
	if !ok {
		list = g.d.of(types)
		g.byType[k] = list
	}
	return list
}

// of returns the objects of some types.
func (d *domain) of(types []int) []int32 {
	var list []int32
	for o := range d.objects {
		if d.is(int32(o), types) {
			list = append(list, int32(o))
		}
	}
	return list
}

// spend counts a step, and panics if there are too many or the context is done.
func (g *grounder) spend(s *schema) {
	g.steps++
	if g.steps&0xfff == 0 && g.ctx.Err() != nil {
		panic(stopped{context.Cause(g.ctx)})
	}
	if g.steps > g.limit {
		if s == nil {
			s = g.at
		}
		panic(g.tooMany(s))
	}
}

// stopped is the panic value when the context is done.
type stopped struct{ err error }

// formula instantiates a formula, and replaces facts that never change by their truth.
func (g *grounder) formula(f *formula, env []int32) *ground {
	g.spend(nil)
	switch f.op {
	case isTrue:
		return yesGround
	case isFalse:
		return noGround
	case isSame:
		return truth(value(f.terms[0], env) == value(f.terms[1], env))
	case isAtom:
		g.args = g.args[:0]
		for _, t := range f.terms {
			g.args = append(g.args, value(t, env))
		}
		if !g.changing(f.pred) {
			return truth(g.relations[f.pred].holds(g.args))
		}
		return g.atom(g.fact(f.pred, g.args))
	case isCompare:
		return compared(f.than, g.amount(f.sides[0], env), g.amount(f.sides[1], env))
	case isNot:
		return negation(g.formula(f.args[0], env))
	case isAnd, isOr:
		list := make([]*ground, 0, len(f.args))
		for _, a := range f.args {
			x := g.formula(a, env)
			if f.op == isAnd && x.op == isFalse || f.op == isOr && x.op == isTrue {
				return x
			}
			list = append(list, x)
		}
		return junction(f.op, list)
	}
	var list []*ground
	g.each(f.all, env, func() { list = append(list, g.formula(f.args[0], env)) })
	if f.op == isAll {
		return junction(isAnd, list)
	}
	return junction(isOr, list)
}

// each calls visit with variables bound to all objects of their types.
func (g *grounder) each(all []slot, env []int32, visit func()) {
	if len(all) == 0 {
		visit()
		return
	}
	before := env[all[0].index] // variables that are not used together may share a slot
	for _, o := range g.of(all[0].of) {
		env[all[0].index] = o
		g.each(all[1:], env, visit)
	}
	env[all[0].index] = before
}

// body returns the condition under which a derived fact holds.
func (g *grounder) body(n int32) *ground {
	f := g.facts[n]
	var list []*ground
	for _, r := range g.rules[f.pred] {
		env := make([]int32, r.slots)
		copy(env, f.args)
		fits := true
		for i, v := range r.params {
			fits = fits && g.d.is(f.args[i], v.of)
		}
		if fits {
			list = append(list, g.formula(r.body, env))
		}
	}
	return junction(isOr, list)
}

func truth(v bool) *ground {
	if v {
		return yesGround
	}
	return noGround
}

func negation(g *ground) *ground {
	switch g.op {
	case isTrue:
		return noGround
	case isFalse:
		return yesGround
	case isNot:
		return g.args[0]
	}
	return &ground{op: isNot, args: []*ground{g}}
}

// maxFlat bounds the operands that flattening copies from a nested formula.
const maxFlat = 8

// junction returns a conjunction or a disjunction, with small operands flattened.
func junction(o op, list []*ground) *ground {
	neutral, final := yesGround, noGround
	if o == isOr {
		neutral, final = noGround, yesGround
	}
	plain := true
	for _, g := range list {
		if g.op == final.op {
			return final
		}
		plain = plain && g.op != neutral.op && (g.op != o || len(g.args) > maxFlat)
	}
	if plain && len(list) > 1 {
		return &ground{op: o, args: list}
	}
	out := make([]*ground, 0, len(list))
	for _, g := range list {
		switch {
		case g.op == neutral.op:
		case g.op == o && len(g.args) <= maxFlat:
			out = append(out, g.args...)
		default:
			out = append(out, g)
		}
	}
	switch len(out) {
	case 0:
		return neutral
	case 1:
		return out[0]
	}
	return &ground{op: o, args: out}
}

// instance adds a ground action, and marks the facts that it may add as reachable.
func (g *grounder) instance(s *schema, env []int32) {
	g.at = s
	pre := g.formula(s.pre, env)
	if pre.op == isFalse {
		return
	}
	x := &instance{schema: s, args: slices.Clone(env[:len(s.params)]), pre: pre}
	if !g.changes(x, env) {
		if s.of != nil {
			g.barred[barred{s.of, key(x.args)}] = true
		}
		return
	}
	for i := range s.effects {
		e := &s.effects[i]
		g.each(e.all, env, func() {
			when := g.formula(e.when, env)
			if when.op == isFalse {
				return
			}
			g.args = g.args[:0]
			for _, t := range e.terms {
				g.args = append(g.args, value(t, env))
			}
			n := g.fact(e.pred, g.args)
			x.effects = append(x.effects, groundEffect{when, n, e.not})
			if g.d.predicates[e.pred].object && !e.not {
				g.differ(x)
			}
			if !e.not {
				g.reach(n)
			}
		})
	}
	if s.observe != nil {
		x.observe = g.formula(s.observe, env)
	}
	if x.pre = junction(isAnd, append(x.also, x.pre)); x.pre.op != isFalse {
		g.instances = append(g.instances, x)
	}
}

// differ adds the condition that the last effect of an action does not give a function another
// value than the effects before it.
func (g *grounder) differ(x *instance) {
	last := x.effects[len(x.effects)-1]
	f := g.facts[last.atom]
	for _, e := range x.effects[:len(x.effects)-1] {
		g.spend(x.schema)
		o := g.facts[e.atom]
		if k := len(f.args) - 1; e.not || o.pred != f.pred || !slices.Equal(o.args[:k], f.args[:k]) || o.args[k] == f.args[k] {
			continue
		}
		x.also = append(x.also, negation(junction(isAnd, []*ground{e.when, last.when})))
	}
}
