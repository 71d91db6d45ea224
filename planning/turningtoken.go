package planning

import "slices"

// mostDependent bounds the states of pairs that are looked at.
const mostDependent = 1 << 22

// independent leaves out tokens that follow from another, as the stickers of one corner do.
func (t *turning) independent() {
	begin := make([]uint16, len(t.tokens))
	t.read(t.s.begin, begin)
	work, kept := 0, []int{}
	for i := range t.tokens {
		b := &t.tokens[i]
		found := false
		for _, j := range kept {
			a := &t.tokens[j]
			if work += t.orbits[a.orbit].states() * len(t.s.ops); a.orbit != b.orbit || len(a.goal) > 1 || len(b.goal) > 1 || work > mostDependent {
				continue
			}
			if with := t.pairs(a, b); with != nil && with[begin[j]] == int(begin[i]) {
				found = true
				t.orbits[a.orbit].join(with)
				break
			}
		}
		if !found {
			kept = append(kept, i)
		}
	}
	list := make([]token, len(kept))
	for k, i := range kept {
		list[k] = t.tokens[i]
	}
	t.tokens = list
}

// join notes that the places of states that tell each other always go together.
func (o *orbit) join(with []int) {
	if o.class == nil {
		o.class = make([]int, len(o.places))
		for p := range o.class {
			o.class[p] = p
		}
	}
	for x, y := range with {
		if y < 0 {
			continue
		}
		from, to := o.class[y/o.stuck], o.class[x/o.stuck]
		for p, c := range o.class {
			if c == from {
				o.class[p] = to
			}
		}
	}
}

// pairs tells the state of one token by that of another, as far as operators lead from the goal; nil if one
// does not tell the other.
func (t *turning) pairs(a, b *token) []int {
	o := &t.orbits[a.orbit]
	with := slices.Repeat([]int{-1}, o.states())
	with[a.goal[0]] = int(b.goal[0])
	for queue := []uint16{a.goal[0]}; len(queue) > 0; {
		x := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		for _, before := range o.before {
			y, z := before[x], int(before[with[x]])
			switch {
			case with[y] < 0:
				with[y] = z
				queue = append(queue, y)
			case with[y] != z:
				return nil
			}
		}
	}
	return with
}
