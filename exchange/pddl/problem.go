package pddl

import (
	"cmp"
	"math/big"
	"slices"
	"strconv"

	"farbank/lang/syntax"
	"farbank/planning/temporal"
)

// problem reads a problem file.
func (r *reader) problem(n *node) {
	parts := r.define(n, "problem")
	for _, p := range parts {
		switch p.head() {
		case ":domain":
			if len(p.list) != 2 || p.list[1].word != r.d.name {
				r.fail(p.pos, "the domain is the first file, the problem the second", "the problem is not one of the domain %s", r.d.name)
			}
		case ":objects":
			r.declareObjects(p)
		case ":requirements":
			r.requirements(p)
		case ":init", ":goal", ":metric", ":length":
		case ":goal-reward", ":goal-probability": // the goal is what matters most
		case ":hidden": // a state for simulations
		default:
			r.unknown(p)
		}
	}
	for _, p := range parts {
		switch p.head() {
		case ":init":
			r.initial(p)
		case ":goal":
			if len(p.list) != 2 {
				r.fail(p.pos, "", "one condition is needed")
			}
			s := &scope{reader: r}
			r.d.goal, r.d.goalPos = s.formula(p.list[1]), p.pos
			r.d.slots = s.most
		case ":metric":
			r.metric(p)
		}
	}
	for _, w := range r.d.metric { // a function that only the metric reads begins with 0
		if w.fn != nil {
			if name := r.d.fluent(w.fn, w.terms, nil); !w.fn.read {
				if _, given := r.d.values[name]; !given {
					r.d.values[name] = 0
				}
			}
		}
	}
	if fn := r.d.functions["total-cost"]; fn != nil && len(fn.params) == 0 {
		if _, given := r.d.values["(total-cost)"]; !given {
			r.d.values["(total-cost)"] = 0
		}
	}
	if r.d.goal == nil {
		r.fail(n.pos, "", "the problem has no goal")
	}
}

// metric parses the expression to be minimised: a linear combination of fluents.
func (r *reader) metric(p *node) {
	by := r.d.one()
	reward := r.d.functions["reward"] != nil && len(p.list) == 3 && (p.list[2].word == "reward" || p.list[2].head() == "reward")
	switch {
	case reward && p.list[1].word == "maximize":
		by = -by
	case len(p.list) != 3 || p.list[1].word != "minimize":
		r.fail(p.pos, "", "only (:metric minimize ...) is understood")
	}
	if t := p.list[2]; t.word == "total-cost" || t.word == "total-time" || reward && !t.open {
		p.list[2] = &node{list: []*node{t}, pos: t.pos, open: true}
	}
	s := &scope{reader: r}
	r.weigh(s.number(p.list[2], false), by, p.pos)
	longer, others := r.d.time, false // what one more moment of a plan, or one more action, adds
	for _, w := range r.d.metric {
		if w.fn != nil {
			w.fn.metric, others = true, true
		} else {
			longer += w.times
		}
	}
	if longer < 0 && (r.d.durative || !others) { // other functions may grow by more with each action, which is seen there
		r.fail(p.pos, "", "the longer the plan, the less the metric: it has no least value")
	}
	if len(r.d.metric) == 1 && r.d.metric[0].fn == nil && r.d.metric[0].times > 0 {
		r.d.metric = nil // every action costs 1
	}
}

// weigh adds by times an expression to the metric.
func (r *reader) weigh(n *number, by int64, pos syntax.Pos) {
	switch n.op {
	case constant:
	case fluent:
		w := weight{times: by, fn: n.fn, terms: n.terms}
		if n.fn.name == "total-time" {
			if r.d.durative {
				r.d.time += by
				return
			}
			w.fn = nil
		}
		r.d.metric = append(r.d.metric, w)
	case plus:
		for _, a := range n.args {
			r.weigh(a, by, pos)
		}
	case minus:
		r.weigh(n.args[0], by, pos)
		r.weigh(n.args[1], -by, pos)
	case times:
		a, b := n.args[0], n.args[1]
		if a.op != constant {
			a, b = b, a
		}
		if a.op != constant || len(n.args) > 2 || a.value > r.d.most() || -a.value > r.d.most() || by > r.d.most() || -by > r.d.most() {
			r.fail(pos, "", "the metric is not a linear expression")
		}
		factor := r.d.combine(times, interval{by, by}, interval{a.value, a.value})
		if factor.lo != factor.hi {
			r.fail(pos, "numbers are exact here", "a factor of the metric has more than %d digits after the point", r.d.digits)
		}
		r.weigh(b, factor.lo, pos)
	default:
		r.fail(pos, "", "the metric is not a linear expression")
	}
}

func (r *reader) initial(p *node) {
	s := &scope{reader: r}
	for _, n := range p.list[1:] {
		r.fact(s, n)
	}
	r.settleDoubts()
}

// fact parses a part of :init.
func (r *reader) fact(s *scope, n *node) {
	switch _, named := r.d.predicateOf[n.head()]; {
	case !named && r.unsure(s, n):
	case n.head() == "=" && len(n.list) == 3 && (s.isNumber(n.list[1]) || n.list[1].open && r.isUnknown(n.list[1].head()) && s.isNumber(n.list[2])):
		r.value(n)
	case n.head() == "=" && len(n.list) == 3 && n.list[1].open:
		r.object(s, n)
	case n.head() == "at" && len(n.list) == 3 && !n.list[1].open && n.list[2].open && isTime(n.list[1].word):
		r.timedFact(s, n)
	case n.head() == "not":
		if f := s.formula(n); f.op == isNot && f.args[0].op == isAtom { // facts that are not listed do not hold
			r.d.denied = append(r.d.denied, fact{f.args[0].pred, f.args[0].terms})
		}
	default:
		f := s.formula(n)
		if f.op != isAtom {
			r.fail(n.pos, "", "a fact is needed")
		}
		if r.d.predicates[f.pred].derived {
			r.fail(n.pos, "", "%s is derived; it cannot be given", r.d.predicates[f.pred].name)
		}
		r.d.init = append(r.d.init, fact{f.pred, f.terms})
	}
}

// timedFact parses (at 5 (p a)) and (at 5 (not (p a))).
func (r *reader) timedFact(s *scope, n *node) {
	e := timedFact{time: r.literal(n.list[1])}
	if e.time < 0 {
		r.fail(n.list[1].pos, "", "a time is 0 or more")
	}
	what := n.list[2]
	if e.not = what.head() == "not" && len(what.list) == 2; e.not {
		what = what.list[1]
	}
	if s.isNumber(what) || what.head() == "=" {
		r.fail(what.pos, "", "at a time only facts may change")
	}
	f := s.atom(what)
	p := &r.d.predicates[f.pred]
	if p.derived {
		r.fail(what.pos, "", "%s is derived; it cannot be given", p.name)
	}
	p.changes = true
	e.fact, e.pos = fact{f.pred, f.terms}, n.pos
	r.d.facts = append(r.d.facts, e)
}

// apart refuses timed initial literals that contradict each other: one makes a fact true and one makes it false, less than
// epsilon apart, in ticks of package temporal.
func (d *domain) apart(file *source, epsilon int64) {
	last := map[string]timedFact{}
	j := &judge{d: d}
	for _, e := range slices.SortedStableFunc(slices.Values(d.facts), func(a, b timedFact) int { return cmp.Compare(a.time, b.time) }) {
		name := j.key(e.fact.pred, e.fact.args)
		if f, met := last[name]; met && f.not != e.not {
			gap := big.NewRat(e.time-f.time, d.one())
			switch {
			case gap.Sign() == 0:
				file.fail(e.pos, "", "(%s) cannot become true and false at the same time", name)
			case gap.Cmp(big.NewRat(epsilon, temporal.Tick)) < 0:
				file.fail(e.pos, "with a smaller --epsilon these are two times", "(%s) changes twice within epsilon, %s", name, decimalOf(big.NewRat(epsilon, temporal.Tick)))
			}
		}
		last[name] = e
	}
}

// object parses (= (f a) b) on objects.
func (r *reader) object(s *scope, n *node) {
	f := s.same(n.list[1], n.list[2])
	if f.op != isAtom {
		if n.list[2].word == "undefined" {
			return
		}
		r.fail(n.pos, "", "a function that gives an object is needed")
	}
	if len(s.asked) > 0 {
		r.fail(n.pos, "", "an object is needed")
	}
	rest := f.terms[:len(f.terms)-1]
	if slices.ContainsFunc(r.d.init, func(g fact) bool { return g.pred == f.pred && slices.Equal(g.args[:len(rest)], rest) }) {
		r.fail(n.pos, "", "%s is given twice", n.list[1].text())
	}
	if last := r.d.predicates[f.pred].params[len(rest)]; !r.d.is(f.terms[len(rest)], last.of) {
		r.fail(n.list[2].pos, "", "%s is not of the type that %s gives", n.list[2].word, n.list[1].head())
	}
	r.d.init = append(r.d.init, fact{f.pred, f.terms})
}

// isUnknown reports whether a word is not declared.
func (r *reader) isUnknown(word string) bool {
	_, ok := r.d.predicateOf[word]
	return !ok && r.d.functions[word] == nil
}

// value parses (= (f a b) 3).
func (r *reader) value(n *node) {
	s := &scope{reader: r}
	if name := n.list[1].head(); r.d.functions[name] == nil && !slices.Contains([]string{"+", "-", "*", "/", "total-cost", "total-time"}, name) {
		return // no condition and no effect can use it
	}
	what := s.number(n.list[1], false)
	if what.op != fluent {
		r.fail(n.list[1].pos, "", "a function is needed")
	}
	name := n.list[1].text()
	if _, given := r.d.values[name]; given {
		r.fail(n.pos, "", "%s is given twice", name)
	}
	r.d.values[name] = r.literal(n.list[2])
}

// isTime reports whether a word is a number.
func isTime(word string) bool {
	_, err := strconv.ParseFloat(word, 64)
	return err == nil
}
