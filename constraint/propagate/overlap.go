package propagate

// overlap constrains boxes not to overlap, pair by pair without Bools: the constructive disjunction of Beldiceanu and
// Carlsson (2001) without its sweep. If only one relative position of two boxes remains, it propagates bounds. The
// explanation excludes the other positions.
type overlap struct {
	boxes   []Box
	strict  bool
	id      int32
	changed []int32 // boxes changed since the last run
	marked  []bool
}

func postOverlaps(s *solver, strict bool, boxes []Box) {
	p := &overlap{boxes: boxes, strict: strict, marked: make([]bool, len(boxes))}
	p.id = s.AddPropagator(p, 2)
	for i, b := range boxes {
		p.changed, p.marked[i] = append(p.changed, int32(i)), true
		for d, x := range b.At {
			s.WatchNote(p.id, x.Lower(), int32(i))
			s.WatchNote(p.id, x.Upper(), int32(i))
			s.WatchNote(p.id, b.Size[d].Lower(), int32(i))
		}
	}
}

func (p *overlap) Note(s *solver, i int32) {
	if !p.marked[i] {
		p.changed, p.marked[i] = append(p.changed, i), true
	}
	s.Wake(p.id)
}

func (p *overlap) Propagate(s *solver) bool {
	for len(p.changed) > 0 {
		i := p.changed[len(p.changed)-1]
		for j := range p.boxes {
			if int32(j) != i && !p.pair(s, p.boxes[i], p.boxes[j]) {
				return false
			}
		}
		p.changed, p.marked[i] = p.changed[:len(p.changed)-1], false
	}
	return true
}

// A way is the relative position in which a ends before b in dimension d.
type way struct {
	a, b Box
	d    int
	back bool // a is the second of the pair
}

func (w way) can(s *solver) bool {
	return s.Min(w.a.At[w.d])+s.Min(w.a.Size[w.d]) <= s.Max(w.b.At[w.d])
}

// pair propagates two boxes.
func (p *overlap) pair(s *solver, a, b Box) bool {
	var left way
	n := 0
	for d := range a.At {
		if !p.strict && (s.Min(a.Size[d]) <= 0 || s.Min(b.Size[d]) <= 0) {
			return true
		}
		for _, w := range [2]way{{a, b, d, false}, {b, a, d, true}} {
			if w.can(s) {
				left = w
				if n++; n > 1 {
					return true
				}
			}
		}
	}
	if n == 0 {
		return s.Fail(p.not(s, a, b, left)...)
	}
	x, size, y := left.a.At[left.d], left.a.Size[left.d], left.b.At[left.d]
	begin, length, end := s.Min(x), s.Min(size), s.Max(y)
	if begin+length > s.Min(y) && !s.Set(y.AtLeast(begin+length), s.Because(append(p.not(s, a, b, left), x.AtLeast(begin), size.AtLeast(length))...)) {
		return false
	}
	return end-length >= s.Max(x) || s.Set(x.AtMost(end-length), s.Because(append(p.not(s, a, b, left), y.AtMost(end), size.AtLeast(length))...))
}

// not explains why two boxes have no relative position except but.
func (p *overlap) not(s *solver, a, b Box, but way) []Atom {
	var list []Atom
	for d := range a.At {
		for _, w := range [2]way{{a, b, d, false}, {b, a, d, true}} {
			x, size, y := w.a.At[d], w.a.Size[d], w.b.At[d]
			if !p.strict {
				list = append(list, size.AtLeast(1))
			}
			if but.a.At != nil && but.d == d && but.back == w.back {
				continue
			}
			begin, length := s.Min(x), s.Min(size)
			list = append(list, x.AtLeast(begin), size.AtLeast(length), y.AtMost(begin+length-1))
		}
	}
	return list
}

func (p *overlap) Explain(*solver, Atom, uint64, int32) {}
