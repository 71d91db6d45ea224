package transition

import (
	"maps"
	"slices"

	"farbank/model"
)

// A Fact says that a cell has a value.
type Fact struct {
	Cell  int
	Value int64
}

// FactOf is the fact that a condition states, if it is no more than one.
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

// An Effect gives a cell a value, where facts hold of the state before.
type Effect struct {
	When []Fact // by rising cell
	Fact
}

// An Action is a case of an operator over single variables: facts that must hold before,
// and effects. It is an operator of the finite-domain representation (Bäckström and
// Nebel 1995).
type Action struct {
	Move    int
	Pre     []Fact // by rising cell
	Effects []Effect
	Cost    int64
}

// Actions splits an operator, whose conditions are given, into at most so many actions
// without conditional effects; it reports false where that takes more.
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

// Effects splits an update into at most so many conditional effects, one for each case of
// its value but for those in which the cell stays what it was; it reports false where that
// takes more.
func (x *Executor) Effects(u Update, most int) ([]Effect, bool) {
	var list []Effect
	info := &x.Problem.Cells[u.Cell]
	c := x.Cases(most)
	c.own = u.Cell
	c.Split(nil, []*model.Expr{u.Value}, func(given map[int]int64, v []int64) {
		if old, ok := given[u.Cell]; ok && old == v[0] || v[0] < info.Lo || v[0] > info.Hi {
			return // nothing changes, or the move is not possible
		}
		list = append(list, Effect{facts(given), Fact{u.Cell, v[0]}})
	})
	return list, !c.Full
}

// DNF lists the cases in which all of some conditions hold, at most so many; it reports
// false where there are more.
func (x *Executor) DNF(conds []*model.Expr, most int) ([][]Fact, bool) {
	var list [][]Fact
	c := x.Cases(most)
	c.Split(conds, nil, func(given map[int]int64, _ []int64) { list = append(list, facts(given)) })
	return list, !c.Full
}

// facts are the values that cells have, by cell.
func facts(given map[int]int64) []Fact {
	list := make([]Fact, 0, len(given))
	for _, c := range slices.Sorted(maps.Keys(given)) {
		list = append(list, Fact{c, given[c]})
	}
	return list
}
