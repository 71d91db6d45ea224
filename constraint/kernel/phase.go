package kernel

// remember keeps the solution that the search stands at.
func (s *Solver) remember() {
	s.best = s.best[:0]
	for x := range s.ladders {
		s.best = append(s.best, s.Min(Var(x)))
	}
}

// keepLongest keeps what holds, before levels are undone of which the last has a contradiction, if the others
// have a longer trail than any before without one (Biere and Fleury 2020).
func (s *Solver) keepLongest() {
	n := int(s.limits[len(s.limits)-1])
	if !s.freely || n <= s.longest {
		return
	}
	s.longest = n
	for _, e := range s.trail[:n] {
		l := &s.ladders[e.side>>1]
		if len(l.values) == 0 {
			continue
		}
		i, j := l.crossed(e.side, e.old, e.value)
		for _, v := range l.of[i:j] {
			s.target[v] = 1 - int8(e.side&1)<<1
		}
	}
}

// phase is what the free search tries of a variable of clauses: what held in the best solution, since
// better ones are often near, and before there is one what held in the longest trail, or what it did last.
func (s *Solver) phase(v uint32) lit {
	a := s.meaning[v]
	holds := s.saved[v] >= 0
	if s.target[v] != 0 {
		holds = s.target[v] > 0
	}
	if value, ok := s.remembered(Var(a.Side >> 1)); ok {
		holds = value >= a.Value
	}
	if holds {
		return lit(2 * v)
	}
	return lit(2*v + 1)
}

// remembered is the value of a variable in the best solution, in which it may not have been made yet.
func (s *Solver) remembered(x Var) (int64, bool) {
	if int(x) < len(s.best) {
		return s.best[x], true
	}
	o := s.owners[x]
	if o.x < 0 || int(o.x) >= len(s.best) {
		return 0, false
	}
	if s.best[o.x] == o.value {
		return 1, true
	}
	return 0, true
}
