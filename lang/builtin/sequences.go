package builtin

import (
	"maps"
	"slices"

	"farbank/lang/syntax"
	"farbank/lang/types"
	"farbank/model"
)

// sequences returns the functions on the order of values.
func sequences() []Function {
	return []Function{{
		Name: "regular",
		Forms: of(Param{Name: "a", Is: Plains}, Param{Name: "start", Is: Plain}, Param{Name: "moves", Is: Triples},
			Param{Name: "ends", Is: PlainSet}),
		Fit: automatonFits, Type: types.BoolType, Members: true,
		Lower: func(l Lowering, e *syntax.CallExpr, args []Lowered) Lowered {
			return l.Scalar(regular(l, scalars(args[0]), args[1].Scalar(), args[2], args[3]))
		},
		Judge: func(j Judging, e *syntax.CallExpr, args []types.Value) (types.Value, error) {
			moves, ends := args[2].Elems, args[3].Elems
			j.Spend(len(args[0].Elems)*(1+len(moves))+len(ends), e)
			at := map[int64]bool{args[1].N: true}
			for _, x := range args[0].Elems {
				next := map[int64]bool{}
				for _, m := range moves {
					if from, value, to := m.Elems[0], m.Elems[1], m.Elems[2]; value.N == x.N && at[from.N] {
						next[to.N] = true
					}
				}
				at = next
			}
			ended := false
			for _, q := range ends {
				ended = ended || at[q.N]
			}
			return types.BoolValue(ended), nil
		},
		Manual: "whether a nondeterministic automaton accepts the elements of `a`: a path leads from the state `start` to a state in `ends`. " +
			"A transition `(q, v, r)` in `moves` reads the element `v` and leads from `q` to `r`",
		Examples: []Example{{With: "a[1..3]: 0..1 = [1, 0, 0]; q: 0..1 = 0",
			Call: "regular(a, q, {(0, 1, 0), (0, 0, 1), (1, 1, 0)}, {0, 1})", Gives: "false"}},
	}}
}

// automatonFits reports states and values of different types.
func automatonFits(k Checking, e *syntax.CallExpr) bool {
	elem, state := k.TypeOf(e.Args[0]).Elem(), k.TypeOf(e.Args[1])
	move, end := k.TypeOf(e.Args[2]).Elem(), k.TypeOf(e.Args[3]).Elem()
	if move.Kind == types.Tuple {
		for i, t := range []*types.Type{state, elem, state} {
			if types.Fits(move.Elems[i], t) {
				continue
			}
			k.Errorf(e.Args[2], "regular needs moves (state, value, next state); start is %s and an element %s, the %s of a move is %s",
				state, elem, []string{"state", "value", "next state"}[i], move.Elems[i])
			return false
		}
	}
	if !types.Fits(end, state) {
		k.Errorf(e.Args[3], "regular needs ends that start can be compared with; it is %s, they are %s", state, end)
		return false
	}
	return true
}

// An automaton has transitions and accepting states that may depend on the state.
type automaton struct {
	l      Lowering
	moves  map[int64][]step // by their source state
	states []int64          // sources of transitions and accepting states, ascending
	ends   map[int64]*model.Expr
}

// A step is a transition that exists where given holds.
type step struct {
	value, to int64
	given     *model.Expr
}

// regular works backwards from the last element. For each state that is reachable before an
// element it computes the condition that the remaining elements lead to an accepting state. The
// conditions are shared, so each element adds at most as many nodes as there are transitions.
func regular(l Lowering, list []*model.Expr, start *model.Expr, moves, ends Lowered) *model.Expr {
	b := l.Builder()
	a := &automaton{l: l, moves: map[int64][]step{}, ends: map[int64]*model.Expr{}}
	conds := append(allDefined(l, list, []*model.Expr{start}), a.read(moves, ends)...)
	before := a.met(list, start)
	after := a.ends
	for i, x := range slices.Backward(list) {
		here := map[int64]*model.Expr{}
		for _, q := range before[i] {
			here[q] = a.rest(q, x, after)
		}
		after = here
	}
	var ways []*model.Expr
	for _, q := range before[0] {
		if c := after[q]; c != nil {
			ways = append(ways, b.And(b.Eq(start, b.Const(q)), c))
		}
	}
	return b.And(append(conds, b.Or(ways...))...)
}

// read collects transitions and accepting states, and returns the conditions that they are
// defined.
func (a *automaton) read(moves, ends Lowered) []*model.Expr {
	in, def := moves.Members()
	for i, given := range in {
		if a.l.Step(); !given.IsFalse() {
			m := moves.Of().Nth(int64(i))
			a.moves[m[0]] = append(a.moves[m[0]], step{m[1], m[2], given})
		}
	}
	in, also := ends.Members()
	for i, given := range in {
		if q := ends.Of().Nth(int64(i))[0]; !given.IsFalse() {
			a.ends[q] = given
		}
	}
	a.states = append(slices.Collect(maps.Keys(a.moves)), slices.Collect(maps.Keys(a.ends))...)
	slices.Sort(a.states)
	a.states = slices.Compact(a.states)
	return slices.DeleteFunc([]*model.Expr{def, also}, func(e *model.Expr) bool { return e == nil })
}

// met returns the states reachable before each element and after the last.
func (a *automaton) met(list []*model.Expr, start *model.Expr) [][]int64 {
	all := make([][]int64, 1, len(list)+1)
	for _, q := range a.states {
		if q >= start.Lo && q <= start.Hi {
			all[0] = append(all[0], q)
		}
	}
	for i, x := range list {
		next := map[int64]bool{}
		for _, q := range all[i] {
			for _, m := range a.moves[q] {
				if a.l.Step(); m.value >= x.Lo && m.value <= x.Hi {
					next[m.to] = true
				}
			}
		}
		all = append(all, slices.Sorted(maps.Keys(next)))
	}
	return all
}

// rest returns the condition that an element and the elements after it lead from state q to an
// accepting state. Transitions to the same state are grouped.
func (a *automaton) rest(q int64, x *model.Expr, after map[int64]*model.Expr) *model.Expr {
	b := a.l.Builder()
	var order []int64
	by := map[int64][]*model.Expr{}
	for _, m := range a.moves[q] {
		if a.l.Step(); after[m.to] == nil || after[m.to].IsFalse() {
			continue
		}
		if by[m.to] == nil {
			order = append(order, m.to)
		}
		by[m.to] = append(by[m.to], b.And(b.Eq(x, b.Const(m.value)), m.given))
	}
	if len(order) == 1 && everyValue(x, a.moves[q], order[0]) {
		return after[order[0]]
	}
	var ways []*model.Expr
	for _, to := range order {
		ways = append(ways, b.And(b.Or(by[to]...), after[to]))
	}
	return b.Or(ways...)
}

// everyValue reports whether the steps to a state cover every value of an element.
func everyValue(x *model.Expr, steps []step, to int64) bool {
	n := int64(0)
	for _, m := range steps {
		if m.to == to && m.given.IsTrue() && m.value >= x.Lo && m.value <= x.Hi {
			n++
		}
	}
	return !x.Partial && x.Hi-x.Lo == n-1
}
