package kernel

// remember saves the current solution.
func (s *Solver) remember() {
	s.best = s.best[:0]
	for x := range s.ladders {
		s.best = append(s.best, s.Min(Var(x)))
	}
}

// keepLongest saves the assignment before the last level, which has a conflict, if no trail without a conflict was
// longer (Biere and Fleury 2020).
func (s *Solver) keepLongest() {
	n := int(s.limits[len(s.limits)-1])
	if !s.freely || n <= s.longest {
		return
	}
	s.longest = n
	for _, e := range s.trail[:n] {
		l := &s.ladders[e.view>>1]
		if len(l.values) == 0 {
			continue
		}
		i, j := l.crossed(e.view, e.old, e.value)
		for _, v := range l.of[i:j] {
			s.target[v] = 1 - int8(e.view&1)<<1
		}
	}
}

// phase returns the literal of v that the free search tries first: its value in the best solution, which is often near
// a better one. Before there is a solution it is the value in the longest trail, or else the last value.
func (s *Solver) phase(v uint32) lit {
	a := s.meaning[v]
	holds := s.saved[v] >= 0
	if s.target[v] != 0 {
		holds = s.target[v] > 0
	}
	if value, ok := s.remembered(Var(a.View >> 1)); ok {
		holds = value >= a.Value
	}
	if holds {
		return lit(2 * v)
	}
	return lit(2*v + 1)
}

// remembered returns the value of x in the best solution. x may have been created after it.
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
