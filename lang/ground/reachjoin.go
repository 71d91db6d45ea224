package ground

import (
	"slices"

	"farbank/lang/syntax"
	"farbank/lang/types"
	"farbank/model"
)

// A reachJoin finds the reachable choices of a move, by a join that also uses conditions on the
// state: at[thing] == from restricts from to the possible values of at[thing]. If a condition
// cannot hold yet, the search is resumed when the cells that it reads may have further values.
type reachJoin struct {
	*moveJoin
	r          *reachability
	stateTests []test     // conditions on the state
	sources    []equation // those among them that restrict a parameter
}

// begin collects the conditions and starts the search.
func (s *reachJoin) begin() {
	for _, st := range s.decl.Body.Stmts {
		if _, isLet := st.(*syntax.LetStmt); isLet {
			continue
		}
		r, ok := st.(*syntax.RequireStmt)
		if !ok {
			break
		}
		for _, e := range conjuncts(r.Cond) {
			if _, known := s.depends(e); !known && s.alone(e) {
				s.stateTests = append(s.stateTests, test{e, s.needs(e)})
				s.source(e)
			}
		}
	}
	s.goOn(nil)
}

// source adds a source if a condition restricts a parameter by the state: x == p, or p in x.
func (s *reachJoin) source(cond syntax.Expr) {
	x, y, op, ok := comparison(cond)
	if !ok || op != syntax.Eq && op != syntax.In {
		return
	}
	for range 2 {
		if k := s.param(x); k >= 0 {
			if needs := s.needs(y); !slices.Contains(needs, k) && s.g.rangeOperand(y) == nil {
				s.sources = append(s.sources, equation{k, needs, y})
			}
		}
		if op == syntax.In {
			return
		}
		x, y = y, x
	}
}

// goOn continues after the fresh parameters were chosen.
func (s *reachJoin) goOn(fresh []int) {
	if s.g.step(); s.holds(fresh) {
		s.testState(0, fresh)
	}
}

// testState tests the conditions on the state that became testable, from number from on.
func (s *reachJoin) testState(from int, fresh []int) {
	for i := from; i < len(s.stateTests); i++ {
		h := s.stateTests[i]
		late := fresh == nil && len(h.needs) == 0 || slices.ContainsFunc(h.needs, func(k int) bool { return slices.Contains(fresh, k) })
		if !late || !s.known(h.needs) {
			continue
		}
		v := s.g.lower(h.cond)
		if v.kind != vScalar || v.e.IsTrue() {
			continue
		}
		if v.e.IsFalse() {
			s.g.never(s.schema, h.cond, "it needs "+s.g.Text(h.cond))
			return
		}
		if !s.r.may(v.e) {
			s.later(i, fresh, v.e)
			return
		}
		s.r.pay()
	}
	s.branch()
}

// later resumes the search at condition i when it may hold.
func (s *reachJoin) later(i int, fresh []int, e *model.Expr) {
	chosen := slices.Clone(s.chosen)
	fresh = slices.Clone(fresh)
	w := &watcher{}
	w.try = func() {
		if w.done || !s.r.may(e) {
			return
		}
		w.done = true
		s.back(chosen, func() { s.testState(i+1, fresh) })
	}
	s.r.watch(w, e)
}

// back restores some choices and continues.
func (s *reachJoin) back(chosen []int64, on func()) {
	s.g.resume(s.chooser)
	for k, v := range chosen {
		if s.chosen[k] = v; v >= 0 {
			s.bind(k, v)
		}
	}
	on()
	s.r.pause(s.chooser)
}

// branch chooses a further parameter by an equation, or else by the table, source or parameter
// with the fewest choices.
func (s *reachJoin) branch() {
	free := s.free()
	if free < 0 {
		s.meet()
		return
	}
	for _, t := range s.equations {
		if s.chosen[t.param] < 0 && s.known(t.needs) {
			if v := s.g.lower(t.value); v.kind != vBad && v.fixed() {
				leaves := v.constLeaves()
				if of := s.of[t.param]; len(leaves) == of.Leaves() && of.Has(leaves) {
					s.take([]int{t.param}, []int64{of.Ordinal(leaves)})
				}
			}
			return
		}
	}
	size, _ := s.of[free].Size()
	source, values, es := s.bestSource(size)
	var best *table
	var rows []int32
	all, fewest := false, size
	if source >= 0 {
		fewest = int64(len(values))
	}
	for _, t := range s.tables {
		if !s.known(t.params) {
			if list, whole, n := t.candidates(s.chosen); n <= fewest {
				best, rows, all, fewest = t, list, whole, n
			}
		}
	}
	switch {
	case best != nil:
		for i := range fewest {
			row := best.rows[i]
			if !all {
				row = best.rows[rows[i]]
			}
			s.take(best.params, row)
		}
	case source >= 0:
		s.follow(s.sources[source], values, es)
	default:
		for v := range size {
			s.take([]int{free}, []int64{v})
		}
	}
}

// free returns the next parameter to be enumerated, or -1 if all are chosen. It prefers a
// parameter that determines another one and is not determined itself.
func (s *reachJoin) free() int {
	best, rank, least := -1, 0, int64(0)
	for k, v := range s.chosen {
		if v >= 0 {
			continue
		}
		r := 0
		if s.unlocks(k) {
			if r = 1; !s.awaits(k) {
				r = 2
			}
		}
		if n, _ := s.of[k].Size(); best < 0 || r > rank || r == rank && r > 0 && n < least {
			best, rank, least = k, r, n
		}
	}
	return best
}

// awaits reports whether an equation or a source determines a parameter.
func (s *reachJoin) awaits(k int) bool {
	by := func(t equation) bool { return t.param == k }
	return slices.ContainsFunc(s.equations, by) || slices.ContainsFunc(s.sources, by)
}

// unlocks reports whether choosing a parameter determines another one.
func (s *reachJoin) unlocks(k int) bool {
	by := func(t equation) bool {
		return s.chosen[t.param] < 0 && t.param != k && slices.Contains(t.needs, k) &&
			!slices.ContainsFunc(t.needs, func(n int) bool { return n != k && s.chosen[n] < 0 })
	}
	return slices.ContainsFunc(s.equations, by) || slices.ContainsFunc(s.sources, by)
}

// bestSource returns the source that allows the fewest values of a parameter, with the values
// and the expressions that they depend on. It returns -1 if each one allows more than most
// values.
func (s *reachJoin) bestSource(most int64) (best int, values []int64, es []*model.Expr) {
	best = -1
	for i, t := range s.sources {
		if s.chosen[t.param] >= 0 || !s.known(t.needs) {
			continue
		}
		if of, _ := s.of[t.param].Size(); of > 1<<16 {
			continue
		}
		list, reads, ok := s.values(t)
		if ok && (best >= 0 && len(list) < len(values) || best < 0 && int64(len(list)) <= most) {
			best, values, es = i, list, reads
		}
	}
	return best, values, es
}

// values returns the values that a source allows, by their positions in the type of the
// parameter.
func (s *reachJoin) values(t equation) (list []int64, es []*model.Expr, ok bool) {
	v := s.g.lower(t.value)
	of := s.of[t.param]
	size, _ := of.Size()
	defer s.r.pay()
	switch {
	case of.Decimals() || anyFraction(v) || v.kind == vSet && v.elem != nil && v.elem.Decimals():
		return nil, nil, false
	case v.kind == vSet && v.elem != nil && s.params[t.param].Type.Kind != types.Set:
		for k := range size {
			if leaves := of.Nth(k); v.elem.Has(leaves) && s.r.may(v.in[v.elem.Ordinal(leaves)]) {
				list = append(list, k)
			}
		}
		return list, v.in, true
	case v.kind != vScalar && v.kind != vTuple || len(v.leaves()) != of.Leaves():
		return nil, nil, false
	}
	es = v.leaves()
	spans := make([]span, len(es))
	for i, e := range es {
		if spans[i] = s.r.of(e); e.Wide {
			spans[i] = full(e)
		}
	}
	if one, few := spans[0].few(); few && len(spans) == 1 {
		for _, x := range one {
			if leaves := []int64{x}; of.Has(leaves) {
				list = append(list, of.Ordinal(leaves))
			}
		}
		return list, es, true
	}
	for k := range size {
		if allIn(spans, of.Nth(k)) {
			list = append(list, k)
		}
	}
	return list, es, true
}

func allIn(spans []span, leaves []int64) bool {
	for i, v := range leaves {
		if !spans[i].has(v) {
			return false
		}
	}
	return true
}

// follow continues with each value that a source allows, now and whenever there are more.
func (s *reachJoin) follow(t equation, values []int64, es []*model.Expr) {
	chosen := slices.Clone(s.chosen)
	tried := map[int64]bool{}
	take := func(values []int64) {
		for _, v := range values {
			if !tried[v] {
				tried[v] = true
				s.take([]int{t.param}, []int64{v})
			}
		}
	}
	w := &watcher{}
	w.try = func() {
		s.back(chosen, func() {
			list, _, _ := s.values(t)
			take(list)
		})
	}
	s.r.watch(w, es...)
	take(values)
}

// take chooses values for parameters, if they are consistent with those chosen before, and
// continues.
func (s *reachJoin) take(params []int, values []int64) { s.with(params, values, s.goOn) }

// meet adds the ground move of the current choice.
func (s *reachJoin) meet() {
	moves := s.g.p.Moves
	s.build()
	made := s.g.p.Moves[len(moves):]
	s.g.p.Moves = moves
	for _, m := range made {
		x := &reachedMove{move: m, chosen: slices.Clone(s.chosen)}
		s.r.reached[s.chooser] = append(s.r.reached[s.chooser], x)
		s.r.meet(x)
	}
}
