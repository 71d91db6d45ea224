package propagate

// A Box has a corner and sizes in as many dimensions.
type Box struct{ At, Size []Var }

// Diffn says that no two boxes overlap (Beldiceanu and Contejean 1994): for each pair, atoms say on
// which side of the other one lies. If a box of size 0 is in the way (strict), then where
// it lies inside of another, its borders not among that.
func Diffn(s *solver, strict bool, boxes ...Box) error {
	for i, a := range boxes {
		for _, b := range boxes[:i] {
			var clause []Atom
			for d := range a.At {
				for _, p := range [][2]Box{{a, b}, {b, a}} {
					r := s.NewBool().AtLeast(1)
					if err := ReifyLE(s, r, 0, Term{1, p[0].At[d]}, Term{1, p[0].Size[d]}, Term{-1, p[1].At[d]}); err != nil {
						return err
					}
					clause = append(clause, r)
					if !strict {
						clause = append(clause, p[0].Size[d].AtMost(0))
					}
				}
			}
			s.AddClause(clause...)
		}
	}
	return nil
}
