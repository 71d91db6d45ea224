package generated

import (
	"fmt"
	"strings"
)

// between separates two functions.
const between = "\x00"

// recursive generates a function that calls itself, or two that call each other.
func (m *maker) recursive(l level) {
	f := &function{text: m.fresh("rel", "reach", "falls"), t: boolean}
	var text string
	m.isolated(l, false, func() {
		m.interp = true
		text = scoped(m, func() string {
			if m.chance("def by a number that falls", 3) {
				return m.falling(f)
			}
			return m.relation(f)
		})
	})
	if text == "" {
		return
	}
	for _, def := range strings.Split(text, between) {
		m.declare("%s", def)
	}
	m.defs = append(m.defs, f)
}

// relation generates a condition that means the least relation satisfying its body.
func (m *maker) relation(f *function) string {
	t := m.fieldType(5, true)
	if t.kind == set || t.size() == 0 || t.size() > 5 {
		return ""
	}
	var taken, names, fields []string
	for range m.among(1, 2) {
		domain := m.write(t)
		names = append(names, m.bindIndex(t, &taken))
		f.params = append(f.params, t)
		fields = append(fields, names[len(names)-1]+": "+domain)
	}
	base := m.truth(1)
	partner := ""
	if m.chance("defs of each other", 3) {
		partner = m.fresh("mate")
		other := m.truth(1)
		base.level = max(base.level, other.level)
		partner = "def " + partner + "(" + joined(fields) + ") = " + other.at(conjunction) + m.one(" or ", " and ") + f.text + "(" + joined(names) + ")"
	}
	saved := m.load
	m.load *= int(t.size() * t.size())
	domain := m.write(t)
	c := m.bindIndex(t, &taken)
	step := m.truth(1)
	m.load = saved
	callee := f.text
	if partner != "" && m.r.IntN(2) == 0 {
		callee = strings.Fields(strings.Split(partner, "(")[0])[1]
	}
	call := func() string {
		args := []string{c}
		if len(names) == 2 {
			args = m.pairOf(append(names, c))
		}
		return callee + "(" + joined(args) + ")"
	}
	p, q := base.at(primary), step.at(primary)
	any, all := "any "+c+": "+domain, "all "+c+": "+domain
	body := m.one(
		p+" or "+any+" { "+q+" and "+call()+" }",
		p+" or "+any+" where "+q+" { "+call()+" }",
		p+" or "+any+" { "+call()+" and "+call()+" }",
		p+" and "+all+" where "+q+" { "+call()+" }",
		p+" or "+all+" { "+q+" implies "+call()+" }",
		"if "+p+" then "+any+" { "+q+" and "+call()+" } else "+any+" { "+call()+" }",
		p+" or "+any+" { "+q+" and ("+call()+") } or "+callee+"("+joined(names)+")",
	)
	f.body = expr{s: body, prec: implication, level: max(base.level, step.level)}
	text := "def " + f.text + "(" + joined(fields) + ") = " + body
	if partner != "" {
		text += between + partner
	}
	return text
}

// pairOf chooses two of some names.
func (m *maker) pairOf(names []string) []string {
	return []string{m.one(names...), m.one(names...)}
}

// falling generates a function by a number that decreases from call to call.
func (m *maker) falling(f *function) string {
	lo := int64(m.among(-1, 1))
	t := rangeOf(lo, lo+int64(m.among(0, 3)))
	domain := m.write(t)
	var taken []string
	n := m.bindIndex(t, &taken)
	f.params = []*typ{t}
	by := fmt.Sprint(m.among(1, 2))
	head := "def " + f.text + "(" + n + ": " + domain + ") = if " + n + m.one(" == ", " <= ") + fmt.Sprint(lo) + " then "
	again := f.text + "(" + n + " - " + by + ")"
	if m.chance("def of any value by a number that falls", 3) {
		body := m.fallingValue(f, again)
		if body == "" {
			return ""
		}
		return head + body
	}
	if m.r.IntN(2) == 0 {
		base, step := m.truth(1), m.truth(1)
		f.body = expr{prec: implication, level: max(base.level, step.level)}
		return head + base.s + " else " + m.one("not "+again, step.at(primary)+" or "+again, again+" != "+step.at(primary), "("+again+") and "+step.at(primary))
	}
	base, ok := m.number(1)
	if !ok || m.edge64 || base.lo < -1<<30 || base.hi > 1<<30 {
		return ""
	}
	f.t = anyNumber
	f.body = expr{prec: implication, level: base.level, lo: base.lo - 8, hi: base.hi + 8}
	return head + base.s + " else " + m.one(again+" + 2", again+" - 1", n+" - "+n+" + "+again, again+" - 2")
}

// fallingValue generates the base case and the recursive case of a function of names, tuples or
// sets.
func (m *maker) fallingValue(f *function, again string) string {
	t := m.fieldType(16, false)
	if t.kind < member || t.narrow() || t.kind == set && t.elem().narrow() {
		return ""
	}
	x, ok := m.value(t, 1)
	y, also := m.value(t, 1)
	if t.kind == set {
		y, also = m.listed(t.elem(), 1)
	}
	if !ok || !also {
		return ""
	}
	c := m.truth(0)
	f.t = t
	f.body = expr{prec: implication, level: max(x.level, y.level, c.level)}.hull(x, y)
	f.body.n, f.body.bare = x.n+5*y.n, false
	step := "if " + c.s + " then " + y.s + " else " + again
	switch {
	case t.kind == member && m.can("next") && m.can("prev") && m.can("max"):
		step = m.one(step, "next("+again+")", "prev("+again+")", "max("+again+", "+y.at(primary)+")")
	case t.kind == set:
		step = m.one(step, again+" union "+y.at(primary), again+" minus "+y.at(primary), y.at(primary)+" inter "+again)
	}
	return x.s + " else " + step
}
