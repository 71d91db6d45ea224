package constraint

import (
	"maps"
	"slices"

	"farbank/constraint"
	"farbank/engine/constraint/recognise"
	"farbank/model"
)

// An order is a permutation as unknowns: the cell of each place holds the number of the thing that stands there.
// Things are numbered lo, lo+1 and so on, as many as there are places.
type order struct {
	cells []int
	lo    int64
}

// maxThings limits the length of an order whose sums over neighbours are rewritten: the cubes of lengths are
// evaluated.
const maxThings = 64

// tour writes a sum over the neighbours in an order, such as the length of a way through all towns, as a sum over
// things and their successors. So its bounds are those of a circuit and of an assignment, where each term by
// itself has next to none. It returns the successors, too; none if e is not such a sum.
func (st *state) tour(e *model.Expr, conditions []*model.Expr, different [][]recognise.Linear) (constraint.Linear, []constraint.Int) {
	if e.Op != model.Sum || len(e.Args) < 3 {
		return constraint.Linear{}, nil
	}
	for _, o := range st.orders(conditions, different) {
		if sum, next := st.around(e, o); next != nil {
			return sum, next
		}
		follow, tied := st.following(conditions, o)
		if tied {
			continue
		}
		if sum, next := st.byTurns(e, o); next != nil {
			st.share(follow, next, o)
			return sum, next
		}
	}
	return constraint.Linear{}, nil
}

// orders returns the permutations among sets of numbers that are pairwise different.
func (st *state) orders(conditions []*model.Expr, different [][]recognise.Linear) (list []order) {
	take := func(args []*model.Expr) {
		o := order{}
		hi := int64(0)
		for i, a := range args {
			if a.Op != model.Cell {
				return
			}
			if _, ok := st.cell(int(a.Value)).(constraint.Int); !ok {
				return
			}
			c := &st.sys.Problem.Cells[a.Value]
			if o.cells = append(o.cells, int(a.Value)); i == 0 {
				o.lo, hi = c.Lo, c.Hi
			}
			o.lo, hi = min(o.lo, c.Lo), max(hi, c.Hi)
		}
		if n := len(args); n > 2 && n <= maxThings && hi-o.lo == int64(n)-1 {
			slices.Sort(o.cells)
			if !slices.ContainsFunc(list, func(x order) bool { return slices.Equal(x.cells, o.cells) }) {
				list = append(list, o)
			}
		}
	}
	for _, e := range conditions {
		if e.Op == model.Distinct {
			take(e.Args)
		}
	}
	for _, set := range different {
		var args []*model.Expr
		for _, l := range set {
			if len(l.Terms) == 1 && l.Terms[0].Coef == 1 && l.Constant == 0 {
				args = append(args, l.Terms[0].Of)
			}
		}
		if len(args) == len(set) {
			take(args)
		}
	}
	return list
}

// around writes e by the successors of things if its terms are the same function of each two neighbours in an
// order, in a circle or from its first place to its last. Then the first and the last place may have terms of
// their own. What else is in the sum is written as it is.
func (st *state) around(e *model.Expr, o order) (constraint.Linear, []constraint.Int) {
	between, alone, rest := st.split(e, o)
	places, circle, ok := walk(between)
	if !ok || len(places) != len(o.cells) {
		return constraint.Linear{}, nil
	}
	n := len(places)
	var costs [][]int64 // by thing and its successor
	for i := range n {
		a, b := places[i], places[(i+1)%n]
		if i == n-1 && !circle {
			break
		}
		values, ok := st.neighbours(between[[2]int{min(a, b), max(a, b)}], a, b, o)
		switch {
		case !ok:
			return constraint.Linear{}, nil
		case i == 0:
			costs = values
		case !slices.EqualFunc(costs, values, slices.Equal):
			return constraint.Linear{}, nil
		}
	}
	for _, c := range slices.Sorted(maps.Keys(alone)) {
		if circle || c != places[0] && c != places[n-1] {
			rest = append(rest, alone[c]...)
		}
	}
	if !circle { // from the last place to the first by nothing in between
		first, ok1 := st.values(alone[places[0]], places[0], o)
		last, ok2 := st.values(alone[places[n-1]], places[n-1], o)
		if !ok1 || !ok2 {
			return constraint.Linear{}, nil
		}
		for i := range costs {
			costs[i] = append(costs[i], last[i])
		}
		costs = append(costs, append(first, 0))
	}
	sum, next := st.successors(places, circle, costs, o.lo)
	for _, a := range rest {
		sum = sum.Plus(st.number(a))
	}
	return sum, next
}

// split returns the terms of a sum that read two cells of an order, one, and others.
func (st *state) split(e *model.Expr, o order) (between map[[2]int][]*model.Expr, alone map[int][]*model.Expr, rest []*model.Expr) {
	between, alone = map[[2]int][]*model.Expr{}, map[int][]*model.Expr{}
	for _, a := range e.Args {
		cells := st.pair(a)
		slices.Sort(cells)
		switch {
		case slices.ContainsFunc(cells, func(c int) bool { return !slices.Contains(o.cells, c) }):
			rest = append(rest, a)
		case len(cells) == 2:
			k := [2]int{cells[0], cells[1]}
			between[k] = append(between[k], a)
		case len(cells) == 1:
			alone[cells[0]] = append(alone[cells[0]], a)
		default:
			rest = append(rest, a)
		}
	}
	return between, alone, rest
}

// walk returns the cells along pairs of neighbours, if they are one circle, or one path.
func walk(between map[[2]int][]*model.Expr) (places []int, circle, ok bool) {
	next := map[int][]int{}
	for _, k := range slices.SortedFunc(maps.Keys(between), func(a, b [2]int) int { return slices.Compare(a[:], b[:]) }) {
		next[k[0]], next[k[1]] = append(next[k[0]], k[1]), append(next[k[1]], k[0])
	}
	at, ends := -1, 0
	for _, c := range slices.Sorted(maps.Keys(next)) {
		switch len(next[c]) {
		case 1:
			if ends++; ends == 1 {
				at = c
			}
		case 2:
		default:
			return nil, false, false
		}
	}
	if len(next) < 3 || ends != 0 && ends != 2 {
		return nil, false, false
	}
	if circle = ends == 0; circle {
		at = slices.Min(slices.Collect(maps.Keys(next)))
	}
	for before := -1; ; {
		places = append(places, at)
		i := slices.IndexFunc(next[at], func(c int) bool { return c != before })
		if i < 0 {
			break // the other end
		}
		before, at = at, next[at][i]
		if at == places[0] {
			break
		}
	}
	return places, circle, len(places) == len(next)
}

// neighbours returns the sum of terms for the things in two neighbouring places. A thing is not its own neighbour.
func (st *state) neighbours(terms []*model.Expr, a, b int, o order) ([][]int64, bool) {
	n := int64(len(o.cells))
	s := make(model.State, len(st.sys.Problem.Cells))
	all := make([][]int64, n)
	for u := range n {
		st.look()
		all[u] = make([]int64, n)
		for v := range n {
			if u == v {
				continue
			}
			s[a], s[b] = o.lo+u, o.lo+v
			x, ok := st.total(terms, s)
			if !ok {
				return nil, false
			}
			all[u][v] = x
		}
	}
	return all, true
}

// values returns the sum of terms for the things in a place.
func (st *state) values(terms []*model.Expr, place int, o order) ([]int64, bool) {
	s := make(model.State, len(st.sys.Problem.Cells))
	all := make([]int64, len(o.cells))
	st.look()
	for u := range all {
		s[place] = o.lo + int64(u)
		x, ok := st.total(terms, s)
		if !ok {
			return nil, false
		}
		all[u] = x
	}
	return all, true
}

// total returns the sum of terms in a state; false if one is not defined there, or is large.
func (st *state) total(terms []*model.Expr, s model.State) (sum int64, ok bool) {
	for _, e := range terms {
		x, defined, err := st.sys.Problem.Eval(e, s)
		if err != nil || !defined || x > maxCoef || x < -maxCoef {
			return 0, false
		}
		sum += x
	}
	return sum, true
}

// successors posts that things follow each other as their places do, and returns the sum of the costs of each
// thing and its successor, and the successors. Where the places are no circle, an added thing stands between the
// last and the first.
func (st *state) successors(places []int, circle bool, costs [][]int64, lo int64) (constraint.Linear, []constraint.Int) {
	hi := lo + int64(len(costs)) - 1
	next, sum := st.round(costs, lo)
	at := func(k int) constraint.Int { return st.m.Variable(st.cell(places[k])) }
	follows := func(k int, z constraint.Int) {
		list, index := next, at(k)
		switch {
		case lo > 0 && lo <= fewValues: // avoids a variable for the difference
			list = append(slices.Repeat(next[:1], int(lo)), next...)
		case lo != 0:
			index = st.m.Variable(index.Minus(constraint.Const(lo)))
		}
		st.m.ElementOfEquality(z, list, index)
	}
	n := len(places)
	for k := range n - 1 {
		follows(k, at(k+1))
	}
	if circle {
		follows(n-1, at(0))
	} else {
		follows(n-1, st.m.Int("", hi, hi))
		st.m.Add(next[n].Equal(at(0)))
	}
	return sum, next
}

// round posts a circuit of things, which are numbered from lo, and returns the successors and the sum of their
// costs.
func (st *state) round(costs [][]int64, lo int64) ([]constraint.Int, constraint.Linear) {
	next, sum := make([]constraint.Int, len(costs)), constraint.Const(0)
	for i, row := range costs {
		next[i] = st.m.Int("", lo, lo+int64(len(costs))-1)
		row[i] = row[(i+1)%len(row)] // never used, and not a value of its own
		sum = sum.Plus(st.pick(row, next[i].Linear(), lo))
	}
	st.m.Circuit(lo, next...)
	return next, sum
}
