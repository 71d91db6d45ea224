package relax

import "farbank/constraint/kernel"

// cutRounds returns the number of rounds of cuts at the root.
func (p *Relaxation) cutRounds() int { return 0 }

// cut adds cuts that the current solution violates. It reports whether there are any.
func (p *Relaxation) cut(s *kernel.Solver) bool { return false }
