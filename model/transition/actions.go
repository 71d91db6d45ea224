package transition

import (
	"maps"
	"slices"

	"farbank/model"
)

// A Fact is a condition that a cell has a value.
type Fact struct {
	Cell  int
	Value int64
}

// FactOf returns the fact that a condition states, or false if it is not a single fact.
func FactOf(cond *model.Expr) (Fact, bool) {
	cell, v := cond, int64(1)
	switch {
	case cond.Op == model.Eq && cond.Args[1].IsConst():
		cell, v = cond.Args[0], cond.Args[1].Value
	case cond.Op == model.Eq && cond.Args[0].IsConst():
		cell, v = cond.Args[1], cond.Args[0].Value
	case cond.Op == model.Not:
		cell, v = cond.Args[0], 0
	}
	return Fact{int(cell.Value), v}, cell.Op == model.Cell
}

// An Effect is a conditional effect: it sets a cell to a value if the facts hold in the state
// before.
type Effect struct {
	When []Fact // by rising cell
	Fact
}

// An Action is a case of an operator in the finite-domain representation (Bäckström, Nebel
// 1995): preconditions and effects over single variables.
type Action struct {
	Move    int
	Pre     []Fact // by ascending cell
	Effects []Effect
	Cost    int64
}

// Actions splits an operator with the conditions conds into at most most actions without
// conditional effects. It returns false if there are more.
func (x *Executor) Actions(o *Operator, conds []*model.Expr, most int) ([]Action, bool) {
	values := []*model.Expr{o.Cost}
	for _, u := range o.Updates {
		values = append(values, u.Value)
	}
	var list []Action
	c := x.Cases(most)
	c.Split(conds, values, func(given map[int]int64, v []int64) {
		a := Action{Move: o.Move, Pre: facts(given), Cost: v[0]}
		for k, u := range o.Updates {
			if old, ok := given[u.Cell]; !ok || old != v[k+1] {
				a.Effects = append(a.Effects, Effect{Fact: Fact{u.Cell, v[k+1]}})
			}
		}
		list = append(list, a)
	})
	return list, !c.Full
}

// Effects splits an update into at most most conditional effects, one for each case of its
// value. Cases in which the cell does not change are omitted. It returns false if there are
// more.
func (x *Executor) Effects(u Update, most int) ([]Effect, bool) {
	var list []Effect
	info := &x.Problem.Cells[u.Cell]
	c := x.Cases(most)
	c.own = u.Cell
	c.Split(nil, []*model.Expr{u.Value}, func(given map[int]int64, v []int64) {
		if old, ok := given[u.Cell]; ok && old == v[0] || v[0] < info.Lo || v[0] > info.Hi {
			return // the value does not change, or the move does not apply
		}
		list = append(list, Effect{facts(given), Fact{u.Cell, v[0]}})
	})
	return list, !c.Full
}

// DNF returns the disjunctive normal form of a conjunction as at most most lists of facts. It
// returns false if there are more.
func (x *Executor) DNF(conds []*model.Expr, most int) ([][]Fact, bool) {
	var list [][]Fact
	c := x.Cases(most)
	c.Split(conds, nil, func(given map[int]int64, _ []int64) { list = append(list, facts(given)) })
	return list, !c.Full
}

// facts returns the given values as facts, by ascending cell.
func facts(given map[int]int64) []Fact {
	list := make([]Fact, 0, len(given))
	for _, c := range slices.Sorted(maps.Keys(given)) {
		list = append(list, Fact{c, given[c]})
	}
	return list
}
