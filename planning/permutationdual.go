package planning

// A dual maps states to dual states. If each operator has an inverse of the same cost, the distance of a
// state to the goal equals that of its dual: the state that the inverse permutation leads to. Places and
// labels exchange their roles in it, so tables have different values for it (Felner, Zahavi, Schaeffer and
// Holte 2005).
type dual struct {
	t      *permutation
	offset []int        // by orbit: offset of its entries in a dual state
	where  []int32      // by token: the number of the first state of its place, within its orbit
	turned [][][]uint16 // by token, orientation in its place, and state: the state of the token that is then there
	places [][][]int32  // by table and operator: where in a dual state the table finds its tokens after the operator
}

// maxMirrored is the maximum work of the preparation.
const maxMirrored = 1 << 25

// newDual returns the dual for some tables, or nil if it does not apply.
func newDual(t *permutation, tables []permutationTable) *dual {
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

// findMirror computes the part of the dual that does not depend on tables. It returns nil if the dual does
// not apply or takes too long.
func (t *permutation) findMirror() *dual {
	work := 0
	for i := range t.tokens {
		o := &t.orbits[t.tokens[i].orbit]
		work += o.states() * o.orientations * len(t.s.ops)
	}
	if work > maxMirrored || !t.invertible() {
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
		first := int(k.goal[0]) / o.orientations * o.orientations
		var rows [][]uint16
		for x := range o.orientations {
			with := t.pairs(k, &token{orbit: k.orbit, goal: []uint16{uint16(first + x)}})
			if with == nil {
				return nil
			}
			row := make([]uint16, len(with))
			for y, z := range with {
				row[y] = uint16(max(0, z)) // states that are not reached do not occur
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

// invertible reports whether each operator has an inverse of the same cost.
func (t *permutation) invertible() bool {
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

// looks returns by operator where a table finds its tokens.
func (d *dual) looks(table *permutationTable) [][]int32 {
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

// invert computes the dual of a state.
func (d *dual) invert(states, inverse []uint16) {
	for i, y := range states {
		k := &d.t.tokens[i]
		from := d.offset[k.orbit]
		for x, row := range d.turned[i] {
			inverse[from+int(row[y])] = uint16(int(d.where[i]) + x)
		}
	}
}
