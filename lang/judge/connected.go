package judge

import (
	"farbank/lang/types"
)

// connected evaluates connected(s, x, y -> e): whether the graph with the edges for which e
// holds, in either direction, is connected on s.
func (m *machine) connected(n *node) (int64, *Undefined) {
	d, u := m.domain(n.choice[0].of)
	if u != nil {
		return 0, nil
	}
	all := m.list(d, n.at)
	if len(all) == 0 {
		return 1, nil
	}
	x, y := m.object(n.choice[0].Object, n.choice[0].at), m.object(n.choice[1].Object, n.choice[1].at)
	beside := func(v, w types.Value) bool {
		m.tick(n)
		m.bind(x, v)
		m.bind(y, w)
		return m.holds(n.x)
	}
	reached, queue := map[int]bool{0: true}, []int{0}
	for ; len(queue) > 0; queue = queue[1:] {
		v := all[queue[0]]
		for i, w := range all {
			if !reached[i] && (beside(v, w) || beside(w, v)) {
				reached[i] = true
				queue = append(queue, i)
			}
		}
	}
	return truth(len(reached) == len(all)), nil
}
