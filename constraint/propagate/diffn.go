package propagate

import "farbank/constraint/kernel"

// A Box has a corner and sizes in as many dimensions.
type Box struct{ At, Size []Var }

// mostBoxes is how many boxes may be told apart pair by pair.
const mostBoxes = 150

// Diffn says that no two boxes overlap (Beldiceanu and Contejean 1994). For each pair that could, atoms say on which
// side of the other one lies; of more than mostBoxes one propagator looks at all pairs. Of rectangles, those that meet a
// line have no more room than there is: a cumulative on each axis. If a box of size 0 is in the way (strict), then where
// it lies inside of another, its borders not among that.
func Diffn(s *solver, strict bool, boxes ...Box) error {
	if len(boxes) > mostBoxes {
		postOverlaps(s, strict, boxes)
	} else {
		for i, a := range boxes {
			for _, b := range boxes[:i] {
				if err := sides(s, strict, a, b); err != nil {
					return err
				}
			}
		}
	}
	if len(boxes) < 3 || len(boxes[0].At) != 2 {
		return nil
	}
	for axis := range 2 {
		if err := lines(s, axis, boxes); err != nil {
			return err
		}
	}
	return nil
}

// sides tells two boxes apart.
func sides(s *solver, strict bool, a, b Box) error {
	var clause []Atom
	var can [][]Term // be at most 0: one ends before the other
	for d := range a.At {
		for _, p := range [][2]Box{{a, b}, {b, a}} {
			x, size, y := p[0].At[d], p[0].Size[d], p[1].At[d]
			if s.Max(x)+s.Max(size) <= s.Min(y) {
				return nil // always
			}
			if s.Min(x)+s.Min(size) <= s.Max(y) {
				can = append(can, []Term{{1, x}, {1, size}, {-1, y}})
			}
			if !strict && s.Min(size) <= 0 {
				clause = append(clause, size.AtMost(0))
			}
		}
	}
	if len(can) == 1 && len(clause) == 0 {
		return LinearLE(s, kernel.True, 0, can[0]...)
	}
	for _, terms := range can {
		r := s.NewBool().AtLeast(1)
		if err := ReifyLE(s, r, 0, terms...); err != nil {
			return err
		}
		clause = append(clause, r)
	}
	s.AddClause(clause...)
	return nil
}

// lines says that rectangles which meet a line across an axis have room on it.
func lines(s *solver, axis int, boxes []Box) error {
	least, most := int64(largest), int64(-largest)
	tasks := make([]Task, len(boxes))
	for i, b := range boxes {
		if s.Min(b.Size[0]) < 0 || s.Min(b.Size[1]) < 0 {
			return nil
		}
		x, size := b.At[1-axis], b.Size[1-axis]
		least, most = min(least, s.Min(x)), max(most, s.Max(x)+s.Max(size))
		tasks[i] = Task{b.At[axis], b.Size[axis], size}
	}
	if most-least > kernel.MaxValue || !packs(s, tasks) || !summable(s, tasks) { // the boxes are told apart without it
		return nil
	}
	return Cumulative(s, s.NewVar(most-least, most-least), tasks...)
}
