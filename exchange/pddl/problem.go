package pddl

import (
	"strconv"
	"strings"
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
	if r.d.goal == nil {
		r.fail(n.pos, "", "the problem has no goal")
	}
}

func (r *reader) metric(p *node) {
	if len(p.list) == 3 && p.list[1].word == "minimize" && (p.list[2].head() == "total-cost" || p.list[2].word == "total-cost") {
		r.d.costs = true
		return
	}
	if len(p.list) == 3 && p.list[1].word == "minimize" && (p.list[2].head() == "total-time" || p.list[2].word == "total-time") {
		return
	}
	r.fail(p.pos, "", "only (:metric minimize (total-cost)) is understood")
}

func (r *reader) initial(p *node) {
	s := &scope{reader: r}
	for _, n := range p.list[1:] {
		switch {
		case n.head() == "=" && len(n.list) == 3 && n.list[1].open:
			r.value(n)
		case n.head() == "not":
			s.formula(n) // what is not listed does not hold
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
}

// value reads (= (f a b) 3).
func (r *reader) value(n *node) {
	text := []string{}
	for _, m := range flat(n.list[1].list) {
		text = append(text, m.word)
	}
	v, err := strconv.ParseInt(n.list[2].word, 10, 64)
	if err != nil {
		f, err := strconv.ParseFloat(n.list[2].word, 64)
		if err != nil || f != float64(int64(f)) {
			r.fail(n.list[2].pos, "", "an integer is needed, not %q", n.list[2].word)
		}
		v = int64(f)
	}
	if r.d.functions[n.list[1].head()] == nil {
		r.fail(n.list[1].pos, "", "there is no function %q", n.list[1].head())
	}
	r.d.values[strings.Join(text, " ")] = v
}
