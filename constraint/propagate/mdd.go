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
	if tooWide(s, xs...) {
		return ErrTooWide
	}
	if len(xs) > 0 {
		layered(s, xs, layers, func(node int) bool { return node == 0 })
	}
	return nil
}
