package planning

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

// mostMirrored bounds the work of preparing it.
const mostMirrored = 1 << 25

// newDual has it for the tables that are asked; nil where it does not apply.
func newDual(t *turning, tables []turnTable) *dual {
	mirror := t.mirror()
	if mirror == nil {
		return nil
	}
	d := *mirror
	for i := range tables {
		d.places = append(d.places, d.looks(&tables[i]))
	}
	return &d
}

// findMirror prepares what does not depend on tables; nil where it does not apply, or would take too long.
func (t *turning) findMirror() *dual {
	work := 0
	for i := range t.tokens {
		o := &t.orbits[t.tokens[i].orbit]
		work += o.states() * o.stuck * len(t.s.ops)
	}
	if work > mostMirrored || !t.invertible() {
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
	return d
}

// invertible reports whether what each operator does can be turned back at the same cost.
func (t *turning) invertible() bool {
	key := func(turned func(o *orbit) []uint16) string {
		list := make([]byte, 0, 2*t.width())
		for i := range t.orbits {
			for _, x := range turned(&t.orbits[i]) {
				list = append(list, byte(x), byte(x>>8))
			}
		}
		return string(list)
	}
	after := make([]string, len(t.s.ops))
	cheapest := map[string]int64{}
	for a := range t.s.ops {
		after[a] = key(func(o *orbit) []uint16 { return o.after[a] })
		cost := t.s.ops[a].cost
		if was, known := cheapest[after[a]]; !known || cost < was {
			cheapest[after[a]] = cost
		}
	}
	for a := range t.s.ops {
		back, known := cheapest[key(func(o *orbit) []uint16 { return o.before[a] })]
		if !known || back != cheapest[after[a]] {
			return false
		}
	}
	return true
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
