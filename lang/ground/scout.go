package ground

import (
	"slices"

	"farbank/lang/syntax"
	"farbank/lang/types"
	"farbank/model"
)

// A scout finds the choices of a move that may be made, as a joiner does, by conditions on the
// state as well: at[thing] == from tells what from may be by what at[thing] may. Where a condition
// cannot hold yet it waits until the cells that it reads may have further values, and goes on from
// there.
type scout struct {
	*joiner
	r       *reacher
	hopes   []ask  // conditions on the state
	sources []tell // of them, those that tell what a parameter may be
}

// begin looks through the conditions, and for the first choices.
func (s *scout) begin() {
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
				s.hopes = append(s.hopes, ask{e, s.needs(e)})
				s.source(e)
			}
		}
	}
	s.goOn(nil)
}

// source notes a condition that tells what a parameter may be: x == p, or p in x.
func (s *scout) source(cond syntax.Expr) {
	x, y, op, ok := comparison(cond)
	if !ok || op != syntax.Eq && op != syntax.In {
		return
	}
	for range 2 {
		if k := s.param(x); k >= 0 {
			if needs := s.needs(y); !slices.Contains(needs, k) && s.g.rangeOperand(y) == nil {
				s.sources = append(s.sources, tell{k, needs, y})
			}
		}
		if op == syntax.In {
			return
		}
		x, y = y, x
	}
}

// goOn goes on where some parameters have been chosen.
func (s *scout) goOn(fresh []int) {
	if s.g.step(); s.holds(fresh) {
		s.hope(0, fresh)
	}
}

// hope looks at the conditions on the state that can be looked at now, from one on.
func (s *scout) hope(from int, fresh []int) {
	for i := from; i < len(s.hopes); i++ {
		h := s.hopes[i]
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

// later has a condition looked at again.
func (s *scout) later(i int, fresh []int, e *model.Expr) {
	chosen := slices.Clone(s.chosen)
	fresh = slices.Clone(fresh)
	w := &waiter{}
	w.try = func() {
		if w.done || !s.r.may(e) {
			return
		}
		w.done = true
		s.back(chosen, func() { s.hope(i+1, fresh) })
	}
	s.r.wait(w, e)
}

// back goes on from some choices.
func (s *scout) back(chosen []int64, on func()) {
	s.g.resume(s.chooser)
	for k, v := range chosen {
		if s.chosen[k] = v; v >= 0 {
			s.bind(k, v)
		}
	}
	on()
	s.r.pause(s.chooser)
}

// branch chooses a further parameter: by what leaves fewest choices.
func (s *scout) branch() {
	free := s.free()
	if free < 0 {
		s.meet()
		return
	}
	for _, t := range s.tells {
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

// free is a parameter to be chosen: rather one with which another is told, and that no other tells
// once it is chosen itself. -1: all are chosen.
func (s *scout) free() int {
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

// awaits reports whether a parameter would be told by others.
func (s *scout) awaits(k int) bool {
	by := func(t tell) bool { return t.param == k }
	return slices.ContainsFunc(s.tells, by) || slices.ContainsFunc(s.sources, by)
}

// unlocks reports whether another parameter is told once this one is chosen.
func (s *scout) unlocks(k int) bool {
	by := func(t tell) bool {
		return s.chosen[t.param] < 0 && t.param != k && slices.Contains(t.needs, k) &&
			!slices.ContainsFunc(t.needs, func(n int) bool { return n != k && s.chosen[n] < 0 })
	}
	return slices.ContainsFunc(s.tells, by) || slices.ContainsFunc(s.sources, by)
}

// bestSource is the condition on the state that allows the fewest values of a parameter, at most so
// many, with the values and what they depend on; -1: none.
func (s *scout) bestSource(most int64) (best int, values []int64, es []*model.Expr) {
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

// values are those that a condition allows a parameter, by their positions in its type.
func (s *scout) values(t tell) (list []int64, es []*model.Expr, ok bool) {
	v := s.g.lower(t.value)
	of := s.of[t.param]
	size, _ := of.Size()
	defer s.r.pay()
	switch {
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

// follow goes on with each value that a condition allows, now and whenever there are more.
func (s *scout) follow(t tell, values []int64, es []*model.Expr) {
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
	w := &waiter{}
	w.try = func() {
		s.back(chosen, func() {
			list, _, _ := s.values(t)
			take(list)
		})
	}
	s.r.wait(w, es...)
	take(values)
}

// take chooses values for parameters, where they agree with what is chosen, and goes on.
func (s *scout) take(params []int, values []int64) { s.with(params, values, s.goOn) }

// meet writes the ground move of the present choice out.
func (s *scout) meet() {
	moves := s.g.p.Moves
	s.build()
	made := s.g.p.Moves[len(moves):]
	s.g.p.Moves = moves
	for _, m := range made {
		x := &met{move: m, chosen: slices.Clone(s.chosen)}
		s.r.reached[s.chooser] = append(s.r.reached[s.chooser], x)
		s.r.meet(x)
	}
}
