package kernel

import "fmt"

// explain appends to s.why atoms that held before at and imply a.
func (s *Solver) explain(r Reason, a Atom, at int32) {
	switch r.kind {
	case byClause:
		c := ref(r.data)
		for _, w := range s.arena.Clause(c) {
			if b := s.atomOf(lit(w)); b.View != a.View {
				s.why = append(s.why, b.Not())
			}
		}
		s.useClause(c)
	case byAtoms:
		begin, n := r.data>>32, r.data&(1<<32-1)
		s.why = append(s.why, s.atoms[begin:begin+n]...)
	case byChannel:
		s.explainChannel(a, r.data, at)
	case decided:
		panic("kernel: a decision has no reason")
	default:
		begin := len(s.why)
		s.propagators[r.kind].Explain(s, a, r.data, at)
		if s.options.Audit != nil {
			s.options.Audit(r.kind, s.why[begin:], a)
		}
	}
}

// audit passes an explanation to Options.Audit.
func (s *Solver) audit(follows Atom, because []Atom) {
	if s.options.Audit == nil {
		return
	}
	for _, b := range because {
		if !s.Holds(b) {
			panic(fmt.Sprintf("kernel: propagator %d (%T) gives a reason that does not hold: %v", s.running, s.propagators[s.running], b))
		}
	}
	s.options.Audit(s.running, because, follows)
}

// auditReason checks the explanation of an atom that a propagator is about to set.
func (s *Solver) auditReason(a Atom, r Reason) {
	switch {
	case r.kind == byAtoms:
		begin, n := r.data>>32, r.data&(1<<32-1)
		s.audit(a, s.atoms[begin:begin+n])
	case r.kind >= 0:
		for _, v := range []int64{a.Value, a.Value - 1, s.bounds[a.View] + 1} { // weaker atoms may be explained too
			if v > a.Value || v <= s.bounds[a.View] {
				continue
			}
			old := len(s.why)
			weaker := Atom{a.View, v}
			s.propagators[r.kind].Explain(s, weaker, r.data, s.Now())
			s.audit(weaker, s.why[old:])
			s.why = s.why[:old]
		}
	}
}
