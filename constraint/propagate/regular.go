package propagate

// An Automaton reads numbers. Its initial state is 0.
type Automaton struct {
	States int
	Next   func(state int, v int64) int // the state after reading v, or negative to reject
	Final  func(state int) bool
}

// Regular constrains the automaton to accept xs (Pesant 2004). It unrolls the automaton into a layer of transitions
// for each of xs, without those that are on no accepting path.
func Regular(s *solver, xs []Var, a Automaton) error {
	if tooWide(s, xs...) {
		return ErrTooWide
	}
	here, layers := []int{0}, make([][]Edge, len(xs))
	for i, x := range xs {
		seen := make([]bool, a.States)
		var after []int
		for _, q := range here {
			values(s, x, func(v int64) {
				to := a.Next(q, v)
				if to < 0 || to >= a.States || i == len(xs)-1 && !a.Final(to) {
					return
				}
				layers[i] = append(layers[i], Edge{q, to, v})
				if !seen[to] {
					seen[to] = true
					after = append(after, to)
				}
			})
		}
		here = after
	}
	if len(xs) == 0 && !a.Final(0) {
		s.AddClause()
	}
	if len(xs) > 0 {
		layered(s, xs, layers, a.Final)
	}
	return nil
}
