package propagate

// An Edge of a decision diagram leads from a node of one layer to a node of the next. It is labelled with a value.
type Edge struct {
	From, To int
	Value    int64
}

// MDD constrains the variables to spell a path through a decision diagram, from node 0 of the first layer to node 0
// after the last. layers[i] has the edges of variable i. A node must have at most one edge for a value (Andersen,
// Hadzic, Hooker and Tiedemann 2007; clauses: Abío, Gange, Mayer-Eichberger and Stuckey 2016).
func MDD(s *solver, xs []Var, layers [][]Edge) error {
	node := s.NewVar(0, 0)
	for i, x := range xs {
		var rows [][]int64
		most := 0
		for _, e := range layers[i] {
			if i < len(xs)-1 || e.To == 0 {
				rows = append(rows, []int64{int64(e.From), e.Value, int64(e.To)})
				most = max(most, e.To)
			}
		}
		next := s.NewVar(0, int64(most))
		if err := Table(s, []Var{node, x, next}, rows); err != nil {
			return err
		}
		node = next
	}
	return nil
}
