package sat

func (s *Solver) level() int { return len(s.limits) }

// assign makes p true.
func (s *Solver) assign(p lit, reason ref) {
	s.vals[p], s.vals[p^1] = 1, -1
	s.about[p>>1] = known{int32(len(s.limits)), reason}
	s.trail = append(s.trail, p)
	if reason != noRef && len(s.limits) == 0 {
		s.proof.unit(p)
	}
}

// decideOn opens a level with the decision p.
func (s *Solver) decideOn(p lit) {
	s.limits = append(s.limits, int32(len(s.trail)))
	s.assign(p, noRef)
}

// backtrack undoes all levels above level.
func (s *Solver) backtrack(level int) {
	if len(s.limits) <= level {
		return
	}
	begin := int(s.limits[level])
	for i := len(s.trail) - 1; i >= begin; i-- {
		p := s.trail[i]
		v := p.Var()
		s.vals[p], s.vals[p^1] = 0, 0
		s.saved[v] = 1 - int8(p&1)<<1
		if s.queued {
			s.queue.Free(v)
		} else {
			s.heap.Insert(v)
		}
	}
	s.trail = s.trail[:begin]
	s.limits = s.limits[:level]
	s.head = begin
}

// propagate performs unit propagation and returns a false clause, or noRef.
func (s *Solver) propagate() ref {
	from := s.head
	conflict := noRef
	for s.head < len(s.trail) && conflict == noRef {
		falsified := s.trail[s.head] ^ 1
		s.head++
		conflict = s.visit(falsified)
	}
	s.stats.Propagations += int64(s.head - from)
	return conflict
}

// visit propagates the clauses that watch a literal that has become false.
func (s *Solver) visit(falsified lit) ref {
	words, vals := s.arena.Words, s.vals
	ws := s.watches[falsified]
	s.visits += int64(len(ws))
	conflict := noRef
	i, j := 0, 0
	for i < len(ws) {
		w := ws[i]
		i++
		ws[j] = w
		j++
		v := vals[w.blocker]
		if v > 0 {
			continue
		}
		if w.ref&binaryTag != 0 {
			if v < 0 {
				conflict = w.ref &^ binaryTag
				break
			}
			s.assign(w.blocker, w.ref&^binaryTag)
			continue
		}
		begin := uint32(w.ref) + header
		ls := words[begin : begin+words[w.ref]]
		other := lit(ls[0] ^ ls[1] ^ uint32(falsified))
		v = vals[other]
		if v > 0 {
			ws[j-1].blocker = other
			continue
		}
		k := 2
		for k < len(ls) && vals[ls[k]] < 0 {
			k++
		}
		if k < len(ls) {
			q := ls[k]
			ls[0], ls[1], ls[k] = uint32(other), q, uint32(falsified)
			s.watches[q] = append(s.watches[q], watch{other, w.ref})
			j--
			continue
		}
		ws[j-1].blocker = other
		if v < 0 {
			conflict = w.ref
			break
		}
		s.assign(other, w.ref)
	}
	if i != j {
		j += copy(ws[j:], ws[i:])
		s.watches[falsified] = ws[:j]
	}
	return conflict
}
