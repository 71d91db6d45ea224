package constraint

import (
	"maps"
	"slices"

	"farbank/constraint"
	"farbank/model"
)

// maxInTurn limits the number of cells of a permutation whose sums over pairs are rewritten: the fourth power is
// evaluated.
const maxInTurn = 40

// byTurns is like around for the inverse: the cells are those of the things, and hold their places. The terms of
// two things depend only on whether one follows the other, in a circle or not. Without a circle, the terms of one
// thing may depend on whether it is the first or the last.
func (st *state) byTurns(e *model.Expr, o order) (constraint.Linear, []constraint.Int) {
	n := len(o.cells)
	between, alone, rest := st.split(e, o)
	if n < 4 || n > maxInTurn || len(between) == 0 {
		return constraint.Linear{}, nil
	}
	costs := make([][]int64, n+1) // by thing and its successor; the last one is added, between the last and the first
	for i := range costs {
		costs[i] = make([]int64, n+1)
	}
	circle, path, always := true, true, int64(0)
	for _, k := range slices.SortedFunc(maps.Keys(between), func(a, b [2]int) int { return slices.Compare(a[:], b[:]) }) {
		table, ok := st.neighbours(between[k], k[0], k[1], o)
		if !ok {
			return constraint.Linear{}, nil
		}
		usual := table[0][2]
		up, down := table[0][1], table[1][0] // the first stands before the second, or after it
		for u, row := range table {
			for v, x := range row {
				switch {
				case v == u+1:
					ok = ok && x == up
				case u == v+1:
					ok = ok && x == down
				case u == n-1 && v == 0:
					circle, path = circle && x == up, path && x == usual
				case u == 0 && v == n-1:
					circle, path = circle && x == down, path && x == usual
				case u != v:
					ok = ok && x == usual
				}
			}
		}
		if !ok || !circle && !path {
			return constraint.Linear{}, nil
		}
		a, b := slices.Index(o.cells, k[0]), slices.Index(o.cells, k[1])
		costs[a][b], costs[b][a] = up-usual, down-usual
		always += usual
	}
	for _, c := range slices.Sorted(maps.Keys(alone)) {
		values, ok := st.values(alone[c], c, o)
		if !path || !ok || slices.ContainsFunc(values[1:n-1], func(x int64) bool { return x != values[1] }) {
			rest = append(rest, alone[c]...)
			continue
		}
		i := slices.Index(o.cells, c)
		costs[n][i], costs[i][n] = values[0]-values[1], values[n-1]-values[1]
		always += values[1]
	}
	if !path {
		costs = costs[:n]
		for i := range costs {
			costs[i] = costs[i][:n]
		}
	}
	sum, next := st.inTurn(o, costs)
	sum = sum.Plus(constraint.Const(always))
	for _, a := range rest {
		sum = sum.Plus(st.number(a))
	}
	return sum, next
}

// A follower is a condition that the second of two things of an order comes directly after the first, or that it does
// not.
type follower struct {
	cond          *model.Expr
	first, second int // indices of the things
	not           bool
}

// following returns the comparisons in conditions that say whether one thing follows another. It also reports whether
// the conditions read the places of several things in another way, except to say that they differ. Then the search
// decides places, and successors beside them were seen to double its time.
func (st *state) following(conditions []*model.Expr, o order) (found []follower, tied bool) {
	if len(o.cells) > maxInTurn {
		return nil, true
	}
	known := map[*model.Expr]bool{} // whether a comparison is such a condition
	for _, e := range conditions {
		if e.Op == model.Distinct || e.Op == model.Ne && e.Args[0].Op == model.Cell && e.Args[1].Op == model.Cell {
			continue
		}
		first := -1
		seen := map[*model.Expr]bool{}
		var walk func(x *model.Expr)
		walk = func(x *model.Expr) {
			if tied || seen[x] {
				return
			}
			seen[x] = true
			if x.Op == model.Eq || x.Op == model.Ne {
				follows, ok := known[x]
				if !ok {
					var f follower
					if f, follows = st.follower(x, o); follows {
						found = append(found, f)
					}
					known[x] = follows
				}
				if follows {
					return
				}
			}
			switch cell := int(x.Value); {
			case x.Op == model.At:
				tied = true
			case x.Op != model.Cell || !slices.Contains(o.cells, cell):
			case first >= 0 && first != cell:
				tied = true
			default:
				first = cell
			}
			for _, a := range x.Args {
				walk(a)
			}
		}
		if walk(e); tied {
			return nil, true
		}
	}
	return found, false
}

// follower returns what a comparison says about the order of two things.
func (st *state) follower(e *model.Expr, o order) (follower, bool) {
	cells := st.pair(e)
	if len(cells) != 2 || !slices.Contains(o.cells, cells[0]) || !slices.Contains(o.cells, cells[1]) {
		return follower{}, false
	}
	table, ok := st.neighbours([]*model.Expr{e}, cells[0], cells[1], o)
	if !ok {
		return follower{}, false
	}
	usual := table[0][2]
	f := follower{cond: e, first: slices.Index(o.cells, cells[0]), second: slices.Index(o.cells, cells[1]), not: usual != 0}
	step := 1
	if table[0][1] == usual { // the other way round
		step, f.first, f.second = -1, f.second, f.first
	}
	for u, row := range table {
		for v, x := range row {
			if u != v && (x != usual) != (v == u+step) {
				return follower{}, false
			}
		}
	}
	return f, true
}

// share lets the conditions that one thing follows another be conditions on the successors. In a circle the first thing
// is the successor of the last, but does not follow it.
func (st *state) share(found []follower, next []constraint.Int, o order) {
	last := o.lo + int64(len(o.cells)) - 1
	for _, f := range found {
		c := next[f.first].Is(int64(f.second))
		if len(next) == len(o.cells) {
			c = constraint.And(c, st.m.Variable(st.cell(o.cells[f.first])).IsNot(last))
		}
		if f.not {
			c = constraint.Not(c)
		}
		st.truths[f.cond] = c
	}
}

// inTurn posts that things follow each other as their places do, and returns the sum of the costs of each thing
// and its successor, and the successors.
func (st *state) inTurn(o order, costs [][]int64) (constraint.Linear, []constraint.Int) {
	n := len(o.cells)
	next, sum := st.round(costs, 0)
	at := func(i int) constraint.Int { return st.m.Variable(st.cell(o.cells[i])) }
	last := o.lo + int64(n) - 1
	for i := range n {
		for k := range n {
			if i == k {
				continue
			}
			after := at(k).Equal(at(i).Plus(constraint.Const(1)))
			if len(costs) == n {
				after = constraint.Or(after, constraint.And(at(i).Is(last), at(k).Is(o.lo)))
			}
			st.m.When(next[i].Is(int64(k)), after)
		}
		if len(costs) > n {
			st.m.When(next[i].Is(int64(n)), at(i).Is(last))
			st.m.When(next[n].Is(int64(i)), at(i).Is(o.lo))
		}
	}
	return sum, next
}
