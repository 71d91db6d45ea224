package generated

// connected generates the condition that the members of a set are connected by a relation.
func (m *maker) connected(d int) (expr, bool) {
	t := m.simpleAround()
	if t.kind == tuple || t.size() > 6 || t.size() == 0 || m.load*36 > maxLoad {
		return expr{}, false
	}
	s, ok := m.set(t, d)
	if !ok || s.bare {
		return expr{}, false
	}
	e := scoped(m, func() expr {
		m.load *= 36
		var taken []string
		x, y := m.bindIndex(t, &taken), m.bindIndex(t, &taken)
		for _, n := range m.values[len(m.values)-2:] {
			n.ranged = false // the type of a set need not have a name
		}
		body := m.truth(d)
		return expr{s: "connected(" + s.s + ", " + x + ", " + y + " -> " + body.s + ")", prec: primary, level: max(s.level, body.level)}
	})
	return e, true
}
