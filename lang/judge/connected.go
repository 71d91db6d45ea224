package judge

import (
	"farbank/lang/syntax"
	"farbank/lang/types"
)

// connected evaluates connected(s, x, y -> e): whether from any member all others can be
// reached, from x to y and back where e holds.
func (m *machine) connected(e *syntax.Comprehension) bool {
	b := e.Binders[0]
	d, u := m.domain(b.Domain)
	if u != nil {
		return false
	}
	all := m.list(d, e)
	if len(all) == 0 {
		return true
	}
	x, y := m.object(b.Names[0]), m.object(b.Names[1])
	beside := func(v, w types.Value) bool {
		m.spend(1, e)
		m.bind(x, v)
		m.bind(y, w)
		return m.holds(e.Body)
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
	return len(reached) == len(all)
}
