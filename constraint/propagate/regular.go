package propagate

// An Automaton reads numbers. Its initial state is 0.
type Automaton struct {
	States int
	Next   func(state int, v int64) int // the state after reading v, or negative to reject
	Final  func(state int) bool
}

// Regular constrains the automaton to accept xs (Pesant 2004). A state variable follows each of xs; tables of the
// reachable transitions link them.
func Regular(s *solver, xs []Var, a Automaton) error {
	here := []int{0}
	state := s.NewVar(0, 0)
	for i, x := range xs {
		if tooWide(s, x) {
			return ErrTooWide
		}
		var rows [][]int64
		seen := make([]bool, a.States)
		var after []int
		for _, q := range here {
			values(s, x, func(v int64) {
				to := a.Next(q, v)
				if to < 0 || to >= a.States || i == len(xs)-1 && !a.Final(to) {
					return
				}
				rows = append(rows, []int64{int64(q), v, int64(to)})
				if !seen[to] {
					seen[to] = true
					after = append(after, to)
				}
			})
		}
		next := s.NewVar(0, int64(a.States)-1)
		if err := Table(s, []Var{state, x, next}, rows); err != nil {
			return err
		}
		here, state = after, next
	}
	if len(xs) == 0 && !a.Final(0) {
		s.AddClause()
	}
	return nil
}
