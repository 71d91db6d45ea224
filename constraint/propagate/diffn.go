package propagate

import "farbank/constraint/kernel"

// A Box has a corner At and a Size in each dimension.
type Box struct{ At, Size []Var }

// maxBoxes bounds the number of boxes for a decomposition into pairs.
const maxBoxes = 150

// Diffn constrains boxes not to overlap (Beldiceanu and Contejean 1994). For each pair that could overlap, literals
// state on which side of the other one lies; for more than maxBoxes boxes one propagator handles all pairs. Rectangles
// also get an implied cumulative on each axis. If strict, a box of size 0 must not lie in the interior of another box.
func Diffn(s *solver, strict bool, boxes ...Box) error {
	if len(boxes) > maxBoxes {
		postOverlaps(s, strict, boxes)
	} else {
		for i, a := range boxes {
			for _, b := range boxes[:i] {
				if err := separate(s, strict, a, b); err != nil {
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

// separate makes a and b disjoint.
func separate(s *solver, strict bool, a, b Box) error {
	var clause []Atom
	var can [][]Term // each term list at most 0: one box ends before the other
	for d := range a.At {
		for _, p := range [][2]Box{{a, b}, {b, a}} {
			x, size, y := p[0].At[d], p[0].Size[d], p[1].At[d]
			if s.Max(x)+s.Max(size) <= s.Min(y) {
				return nil // always disjoint
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

// lines adds the implied cumulative of an axis: rectangles that meet a line across it must fit on the line.
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
	if most-least > kernel.MaxValue || !packs(s, tasks) || !summable(s, tasks) { // the cumulative is only redundant
		return nil
	}
	return Cumulative(s, s.NewVar(most-least, most-least), tasks...)
}
