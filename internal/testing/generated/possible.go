package generated

import "fmt"

// A madeMove is a generated move.
type madeMove struct {
	name   string
	params []*typ
}

// possible adds conditions on which moves are possible.
func (m *maker) possible(w *ways[expr], d int) {
	if !m.asks || len(m.made) == 0 {
		return
	}
	w.add("stuck", 2, func() (expr, bool) { return expr{s: "stuck", prec: primary, level: stateful}, true })
	w.add("enabled", 2, func() (expr, bool) {
		mv := m.made[m.r.IntN(len(m.made))]
		if m.r.IntN(3) == 0 {
			return expr{s: "enabled(" + mv.name + ")", prec: primary, level: stateful}, true
		}
		var args []expr
		for _, t := range mv.params {
			a, ok := m.value(t, d)
			if !ok {
				return expr{}, false
			}
			args = append(args, a)
		}
		ground := call(mv.name, args...)
		return expr{s: "enabled(" + ground.s + ")", prec: primary, level: stateful}, true
	})
}

// counters generates rules that bound steps and cost, so that these can be used.
func (m *maker) counters() {
	for _, c := range []struct {
		name, production string
		most             int
	}{{"steps", "steps so far", 4}, {"cost", "cost so far", 8}} {
		if !m.chance(c.production, 8) {
			continue
		}
		most := int64(m.among(1, c.most))
		bound := fmt.Sprint(most)
		m.declare("%s", m.one("always "+c.name+" <= "+bound, "never "+c.name+" > "+bound, "always "+c.name+" < "+fmt.Sprint(most+1), "always true and "+c.name+" in -1.."+bound,
			"never "+bound+" < "+c.name+" or false", "always 0 <= "+c.name+" <= "+bound))
		m.values = append(m.values, &name{text: c.name, t: rangeOf(0, most+1), level: stateful, lo: 0, hi: most + 1, ranged: true})
		m.local = len(m.values)
	}
}
