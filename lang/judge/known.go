package judge

import "farbank/lang/types"

// Believing returns a judge for which known(e) is about the given states: those that agree with what was seen.
func (j *Judge) Believing(worlds []State) *Judge {
	k := *j
	k.belief = worlds
	return &k
}

// knows evaluates known(e): e has the same value in all states of the belief. The bound names keep their values.
func (m *machine) knows(n *node) (int64, *Undefined) {
	here, u := m.eval(n.list[0])
	if u != nil {
		return 0, nil
	}
	defer func(s State) {
		m.state = s
		m.forget()
	}(m.state)
	for _, w := range m.belief {
		m.state = w
		m.forget()
		if v, u := m.eval(n.list[0]); u != nil || types.Compare(v, here) != 0 {
			return 0, nil
		}
	}
	return 1, nil
}
