package planning

import "slices"

// Where every operator can be turned back at the same cost, a state is as far from the goal as the one that the
// same operators, turned back, lead to from there: its dual. In that, places and labels have changed roles, so that
// tables know something else of it (Felner, Zahavi, Schaeffer and Holte 2005).
type dual struct {
	t      *turning
	offset []int        // by orbit, into what is found out about a state
	where  []int32      // by token: the number of the first state of its place, in its orbit
	turned [][][]uint16 // by token, what sticks to it in its place, and its state: that of what stands there then
	places [][][]int32  // by table and operator: where in a state the dual of the state after the operator has the tokens
}

// newDual prepares it; nil where it does not apply. The tables are those that are asked.
func newDual(t *turning, tables []turnTable) *dual {
	if !t.invertible() {
		return nil
	}
	d := &dual{t: t, offset: []int{0}}
	count := make([]int, len(t.orbits))
	for i := range t.orbits {
		d.offset = append(d.offset, d.offset[i]+t.orbits[i].states())
	}
	for i := range t.tokens {
		k := &t.tokens[i]
		o := &t.orbits[k.orbit]
		count[k.orbit]++
		if len(k.goal) != 1 {
			return nil
		}
		first := int(k.goal[0]) / o.stuck * o.stuck
		var rows [][]uint16
		for x := range o.stuck {
			with := t.pairs(k, &token{orbit: k.orbit, goal: []uint16{uint16(first + x)}})
			if with == nil {
				return nil
			}
			row := make([]uint16, len(with))
			for y, z := range with {
				row[y] = uint16(max(0, z)) // those that are not reached do not come
			}
			rows = append(rows, row)
		}
		d.where, d.turned = append(d.where, int32(first)), append(d.turned, rows)
	}
	for i, n := range count {
		if n != len(t.orbits[i].places) {
			return nil
		}
	}
	for _, table := range tables {
		d.places = append(d.places, d.looks(&table))
	}
	return d
}

// invertible reports whether each operator can be turned back by one that costs the same.
func (t *turning) invertible() bool {
	for a := range t.s.ops {
		if !slices.ContainsFunc(t.all(), func(b int) bool {
			return t.s.ops[a].cost == t.s.ops[b].cost && !slices.ContainsFunc(t.orbits, func(o orbit) bool { return !slices.Equal(o.after[b], o.before[a]) })
		}) {
			return false
		}
	}
	return true
}

// all are the numbers of the operators.
func (t *turning) all() []int {
	list := make([]int, len(t.s.ops))
	for i := range list {
		list[i] = i
	}
	return list
}

// looks tells where a table looks, by operator.
func (d *dual) looks(table *turnTable) [][]int32 {
	var list [][]int32
	for op := range d.t.s.ops {
		var row []int32
		for _, i := range table.tokens {
			k := &d.t.tokens[i]
			row = append(row, int32(d.offset[k.orbit])+int32(d.t.orbits[k.orbit].before[op][k.goal[0]]))
		}
		list = append(list, row)
	}
	return list
}

// turn works out, for each state of what may stand in a place, where it would be in the dual.
func (d *dual) turn(states, inverse []uint16) {
	for i, y := range states {
		k := &d.t.tokens[i]
		from := d.offset[k.orbit]
		for x, row := range d.turned[i] {
			inverse[from+int(row[y])] = uint16(int(d.where[i]) + x)
		}
	}
}
