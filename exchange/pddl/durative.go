package pddl

import (
	"slices"
	"strings"
)

// A durative is what a durative action of PDDL 2.1 (Fox, Long 2003) has beside its beginning, which
// is the schema itself: its duration, what holds while it is under way, and its end.
type durative struct {
	takes *number
	over  *formula
	end   *schema // with the same parameters
}

// twice is the hint where an action has the name of another one.
const twice = "actions of one name need different numbers of parameters and no duration, so that a plan says which one it means"

// durative reads a durative action. Its beginning and its end become actions, for the analysis of
// what is reachable.
func (r *reader) durative(p *node) {
	if len(p.list) < 2 || p.list[1].open {
		r.fail(p.pos, "", "a durative action needs a name")
	}
	name := p.list[1].word
	if slices.ContainsFunc(r.d.actions, func(a *schema) bool { return a.name == name }) {
		r.fail(p.list[1].pos, twice, "the action %s is declared twice", name)
	}
	parts := r.sections(p, ":parameters", ":duration", ":condition", ":effect")
	begin := &schema{name: name, pos: p.pos, pre: yesFormula}
	end := &schema{name: name + " end", pos: p.pos, pre: yesFormula, ends: true}
	if n := parts[":parameters"]; n != nil {
		begin.params, end.params = r.variables(n.list), r.variables(n.list)
	}
	first, last := &scope{reader: r, certain: "a durative action"}, &scope{reader: r, certain: "a durative action"}
	for i := range begin.params {
		first.bind(begin.params[i])
		last.bind(end.params[i])
	}
	d := &durative{over: yesFormula, end: end}
	if parts[":duration"] == nil {
		r.fail(p.pos, "", "the durative action %s has no duration", name)
	}
	d.takes = first.duration(parts[":duration"])
	first.lasts = d.takes
	last.lasts, last.later = last.duration(parts[":duration"]), true
	var starts, overs, ends []*formula
	if n := parts[":condition"]; n != nil {
		r.timed(n, func(when string, c *node) {
			switch when {
			case "start":
				starts = append(starts, first.formula(c))
			case "end":
				ends = append(ends, last.formula(c))
			default:
				first.later = true
				overs = append(overs, first.formula(c))
				first.later = false
			}
		})
	}
	if n := parts[":effect"]; n != nil {
		r.timed(n, func(when string, e *node) {
			switch when {
			case "start":
				first.effect(e, begin, nil, yesFormula)
			case "end":
				last.effect(e, end, nil, yesFormula)
			default:
				r.fail(e.pos, "", "an effect is at start or at end; continuous effects are not understood")
			}
		})
	}
	both := func(list []*formula) *formula {
		if len(list) == 0 {
			return yesFormula
		}
		return &formula{op: isAnd, args: list}
	}
	begin.pre, d.over, end.pre = both(starts), both(overs), both(ends)
	begin.slots, end.slots = first.most, last.most
	begin.lasts, r.d.durative = d, true
	r.d.actions = append(r.d.actions, begin, end)
}

// timed visits the parts of a condition or an effect with the time at which they hold.
func (r *reader) timed(n *node, visit func(when string, part *node)) {
	switch head := n.head(); {
	case n.open && len(n.list) == 0:
	case head == "and":
		for _, x := range n.list[1:] {
			r.timed(x, visit)
		}
	case (head == "at" || head == "over") && len(n.list) == 3 && !n.list[1].open:
		when := n.list[1].word
		if head == "at" && when != "start" && when != "end" || head == "over" && when != "all" {
			r.fail(n.list[1].pos, "known are (at start ...), (over all ...) and (at end ...)", "%q is not understood here", when)
		}
		if x := n.list[2]; slices.ContainsFunc(x.list, func(c *node) bool { return strings.Contains(c.text(), "#t") }) {
			r.fail(x.pos, "", "continuous effects are not understood")
		}
		visit(when, n.list[2])
	case head == "increase" || head == "decrease":
		r.fail(n.pos, "an effect is at start or at end", "continuous effects are not understood")
	default:
		r.fail(n.pos, "write (at start ...), (over all ...) or (at end ...)", "this part of a durative action has no time")
	}
}

// duration parses (= ?duration NUMBER).
func (s *scope) duration(n *node) *number {
	if n.head() == "and" && len(n.list) == 2 {
		n = n.list[1]
	}
	switch {
	case (n.head() == "<=" || n.head() == ">=" || n.head() == "and") && len(n.list) > 1:
		s.fail(n.pos, "a duration is (= ?duration NUMBER)", "durations that are inequalities are not understood")
	case n.head() != "=" || len(n.list) != 3:
		s.fail(n.pos, "", "a duration is (= ?duration NUMBER)")
	}
	x := n.list[2]
	if n.list[1].word != "?duration" {
		if x.word != "?duration" {
			s.fail(n.pos, "", "a duration is (= ?duration NUMBER)")
		}
		x = n.list[1]
	}
	return s.number(x, true)
}

// durativeMove writes a move that takes time.
func (w *importer) durativeMove(a *schema, m *moveWriter, head string, needs []string) {
	m.effects()
	w.line("move %s takes %s%s {", head, m.number(a.lasts.takes, 0), m.cost())
	for _, t := range slices.Concat(needs, m.before) {
		w.line("%s", t)
	}
	for _, f := range parted(a.lasts.over) {
		if t := m.formula(f, levelTop); t != "true" {
			w.line("while %s", t)
		}
	}
	for _, t := range slices.Concat(m.leave, m.come) {
		w.line("%s", t)
	}
	e := a.lasts.end
	s := w.scope(e.slots)
	for i, v := range a.params {
		s.terms[i] = binding{s.fresh(v.name), w.g.of(v.of)}
	}
	last := &moveWriter{writingScope: s, a: e, changed: map[string]bool{}}
	last.agree()
	last.effects()
	w.line("end {")
	for _, f := range parted(e.pre) {
		if t := s.formula(f, levelTop); t != "true" {
			w.line("require %s", t)
		}
	}
	for _, t := range slices.Concat(last.before, last.leave, last.come) {
		w.line("%s", t)
	}
	w.line("}\n}\n")
}

// changing reports whether a function that changes is a part of a number.
func (n *number) changing() bool {
	return n.op == fluent && n.fn.changes || slices.ContainsFunc(n.args, (*number).changing)
}

// parted returns the conjuncts of a formula.
func parted(f *formula) []*formula {
	if f.op == isAnd {
		return f.args
	}
	return []*formula{f}
}
