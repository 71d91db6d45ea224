package planning

import "slices"

// maxDependent is the maximum work of finding dependent tokens.
const maxDependent = 1 << 22

// independent removes tokens that are determined by another, such as the stickers of one corner.
func (t *permutation) independent() {
	begin := make([]uint16, len(t.tokens))
	t.read(t.s.begin, begin)
	work, kept := 0, []int{}
	for i := range t.tokens {
		b := &t.tokens[i]
		found := false
		for _, j := range kept {
			a := &t.tokens[j]
			if work += t.orbits[a.orbit].states() * len(t.s.ops); a.orbit != b.orbit || len(a.goal) > 1 || len(b.goal) > 1 || work > maxDependent {
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

// join records that the places of states that determine each other always move together.
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
		from, to := o.class[y/o.orientations], o.class[x/o.orientations]
		for p, c := range o.class {
			if c == from {
				o.class[p] = to
			}
		}
	}
}

// pairs returns the state of token b for each state of token a reachable from the goal, or nil if it is not
// determined.
func (t *permutation) pairs(a, b *token) []int {
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
