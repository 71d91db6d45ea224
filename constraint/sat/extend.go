package sat

// An extension holds the clauses of eliminated variables. A model of the other clauses is extended to one of all by
// going through them backwards: if a clause is false, its first literal is made true.
type extension struct {
	lits  []lit
	ends  []int32           // by clause: its end in lits
	spans map[uint32][2]int // by variable: its range of clauses
}

func (e *extension) push(clause []uint32, first lit) {
	e.lits = append(e.lits, first)
	for _, w := range clause {
		if lit(w) != first {
			e.lits = append(e.lits, lit(w))
		}
	}
	e.ends = append(e.ends, int32(len(e.lits)))
}

func (e *extension) clause(i int) []lit {
	begin := int32(0)
	if i > 0 {
		begin = e.ends[i-1]
	}
	return e.lits[begin:e.ends[i]]
}

// extend assigns the eliminated variables; model is by variable.
func (e *extension) extend(model []int8) {
	for v, value := range model {
		if value == 0 {
			model[v] = -1
		}
	}
	for i := len(e.ends) - 1; i >= 0; i-- {
		clause := e.clause(i)
		holds := false
		for _, p := range clause {
			if (model[p>>1] > 0) == (p&1 == 0) {
				holds = true
				break
			}
		}
		if !holds {
			p := clause[0]
			model[p>>1] = 1 - int8(p&1)<<1
		}
	}
}

// restore adds the clauses of an eliminated variable again, because a caller uses it.
func (s *Solver) restore(v uint32) {
	if s.state[v] != eliminated {
		return
	}
	s.state[v] = active
	s.heap.Insert(v)
	s.queue.Free(v)
	span := s.extension.spans[v]
	delete(s.extension.spans, v)
	for i := span[0]; i < span[1]; i++ {
		clause := s.extension.clause(i)
		for _, p := range clause {
			s.restore(p.Var())
		}
		s.proof.add(clause) // RAT on the first literal: the resolvents are present or implied
		s.insert(append([]lit(nil), clause...), true)
	}
}
