package generated

import "fmt"

// away generates goals that the start mostly misses, so that a plan is needed.
func (m *maker) away() bool {
	made := false
	for range m.among(1, 3) {
		n := m.variableOf(func(*name) bool { return true })
		if n == nil {
			return made
		}
		s, t := n.text, n.t
		if t.kind == array {
			at, ok := m.index(t, 0)
			if !ok {
				continue
			}
			s, t = s+"["+at.s+"]", t.elem()
		}
		for range m.among(1, 3) {
			m.plainMove(s, t)
		}
		switch {
		case n.start != "" && m.r.IntN(3) == 0:
			s += " != " + n.start
		case t.kind == set:
			s += " != " + m.exactSet(t.elem(), 0).at(span)
		default:
			goal := m.exact(t, 0)
			for k := 0; k < 3 && goal.s == n.start; k++ {
				goal = m.exact(t, 0)
			}
			s += " == " + goal.at(span)
		}
		m.declare("goal %s%s", m.why(), s)
		made = true
	}
	return made
}

// plainMove generates a move with one effect and a cost.
func (m *maker) plainMove(target string, t *typ) {
	m.load, m.deep = 1, 1
	m.interp = true
	cost := m.cost()
	m.interp = false
	body, ok := m.turned(target, t)
	if !ok || m.r.IntN(3) == 0 {
		body = target + " = "
		if t.kind == set {
			body += m.exactSet(t.elem(), 0).s
		} else {
			body += m.exact(t, 0).s
		}
	}
	if m.r.IntN(4) == 0 {
		body = "require " + m.truth(1).s + "\n    " + body
	}
	name := m.fresh("step", "turn")
	m.declare("move %s%s {\n    %s\n}", name, cost, body)
	m.made = append(m.made, madeMove{name, nil})
}

// farApart generates an array of few values far apart, so that a state needs more than 64 bits, and
// moves and a goal on it.
func (m *maker) farApart() {
	bits := m.among(22, 40)
	n, far := 64/bits+1, int64(1)<<bits
	s := m.fresh("far", "wide")
	m.declare("state %s[1..%d]: 0..%d = 0", s, n, far)
	m.load, m.deep = 1, 1
	guard := ""
	if m.r.IntN(3) == 0 {
		guard = "    require " + m.truth(1).s + "\n"
	}
	m.declare("move %s(i: 1..%d)%s {\n%s    %s[i] = %s\n}", m.fresh("flip", "throw"), n, m.one("", " cost 0", " cost 2", " cost i"), guard, s,
		m.one(fmt.Sprintf("if %s[i] == 0 then %d else 0", s, far), fmt.Sprintf("%d - %s[i]", far, s), fmt.Sprint(far)))
	if m.r.IntN(2) == 0 {
		m.declare("goal %s[%d] == %d", s, m.among(1, n), far)
	}
}
