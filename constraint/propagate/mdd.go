package propagate

// An Edge of a decision diagram leads from a node of one layer to one of the next by a value.
type Edge struct {
	From, To int
	Value    int64
}

// MDD says that the variables take a path through a decision diagram, from node 0 of the first
// layer to node 0 after the last: layer i has the edges for variable i. From a node there is at
// most one edge for a value (Andersen, Hadzic, Hooker and Tiedemann 2007; by clauses: Abío, Gange,
// Mayer-Eichberger and Stuckey 2016).
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
