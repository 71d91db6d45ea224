package bdd

// A Set is a set of state variables that a relation may change. Image and Preimage take its number.
type Set struct {
	has  []bool
	last int // the greatest member, or -1
}

// NewSet returns the number of a set of state variables. Equal sets should be made once.
func (m *Manager) NewSet(variables []int) int {
	s := Set{last: -1}
	for _, v := range variables {
		s.last = max(s.last, v)
	}
	s.has = make([]bool, s.last+1)
	for _, v := range variables {
		s.has[v] = true
	}
	m.sets = append(m.sets, s)
	return len(m.sets) - 1
}

// Image returns the states that a relation leads to from the states of f. Variables outside of the set keep their
// values; of these, the relation must not depend on the value after.
func (m *Manager) Image(f, relation Ref, set int) Ref {
	return m.image(f, relation, &m.sets[set], uint32(set)<<opBits|opImage)
}

// Preimage returns the states from which a relation leads to a state of f, under the conditions of Image.
func (m *Manager) Preimage(f, relation Ref, set int) Ref {
	return m.image(f, relation, &m.sets[set], uint32(set)<<opBits|opPreimage)
}

// image computes an image or a preimage, as op says.
func (m *Manager) image(f, t Ref, set *Set, op uint32) Ref {
	if f == False || t == False {
		return False
	}
	i := min(m.level(f), m.level(t)) >> 1
	if int(i) > set.last {
		return m.And(f, t)
	}
	e := m.slot(f, t, op)
	if e.f == f && e.g == t && e.op == op {
		return e.r
	}
	m.step()
	f0, f1 := m.split(f, 2*i)
	t0, t1 := m.split(t, 2*i)
	var r Ref
	if !set.has[i] {
		low := m.image(f0, t0, set, op)
		r = m.node(2*i, low, m.image(f1, t1, set, op))
	} else {
		t00, t01 := m.split(t0, 2*i+1)
		t10, t11 := m.split(t1, 2*i+1)
		if op&(1<<opBits-1) == opPreimage { // values before and after change places
			t01, t10 = t10, t01
		}
		r = m.either(f0, t00, f1, t10, set, op)
		if t00 != t01 || t10 != t11 {
			r = m.node(2*i, r, m.either(f0, t01, f1, t11, set, op))
		}
	}
	*m.slot(f, t, op) = entry{f, t, op, r}
	return r
}

// either returns the union of two images or preimages.
func (m *Manager) either(f, t, g, u Ref, set *Set, op uint32) Ref {
	if f == g && t == u {
		return m.image(f, t, set, op)
	}
	r := m.image(f, t, set, op)
	if r == True {
		return True
	}
	return m.Or(r, m.image(g, u, set, op))
}
