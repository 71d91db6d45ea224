// Package recognise finds constraints that have a propagator of their own where conditions spell
// them out, as the functions of the language do and as people do who know no better.
//
// What is found stands in the place of the conditions that say it, and says the same; only
// what channels imply comes besides.
//
//	circuit.go      the first index, followed again and again, comes back after all the others
//	lex.go          less at once, or equal and less after that
//	diagram.go      one value or another, and what follows it, on and on: a decision diagram
//	table.go        a table of truth values that is read by several numbers
//	disjunctive.go  each of some tasks ends before another starts, or the other way round
//	cumulative.go   what runs when one of some tasks starts uses no more than a limit
//	timetable.go    what runs at each of some times uses no more than a limit
//	different.go    each of some numbers differs from each other
//	channel.go      numbers that have a value where others have one
package recognise

import "farbank/model"

// Found is what was found, and the conditions that are left.
type Found struct {
	Circuits    []Circuit
	Lex         []Lex
	Diagrams    []Diagram
	Tables      []Table
	Disjunctive [][]Task
	Cumulative  []Cumulative
	Different   [][]Linear // of two or more, no two of which are equal
	Rest        []*model.Expr

	cell func(i int) *model.Expr
}

// A Circuit says that Next[i] is the place, counted from First, after the i-th on one round of all.
type Circuit struct {
	First int64
	Next  []*model.Expr
}

// A Lex says that Xs come before Ys in lexicographic order, or are them with OrEqual.
type Lex struct {
	Xs, Ys  []*model.Expr
	OrEqual bool
}

// A Diagram says that Xs take a path from node 0 before the first to node 0 after the last:
// Layers[i] has the edges of Xs[i], at most one from a node for a value.
type Diagram struct {
	Xs     []*model.Expr
	Layers [][]Edge
}

// An Edge leads from a node of one layer to one of the next by a value.
type Edge struct {
	From, To int
	Value    int64
}

// A Table says that numbers are one of some rows.
type Table struct {
	Xs   []*model.Expr
	Rows [][]int64
}

// A Task uses something from Start for Length, which is not negative.
type Task struct {
	Start       *model.Expr
	Length, Use Linear
}

// A Cumulative says that tasks together never use more than a limit.
type Cumulative struct {
	Tasks []Task
	Limit Linear
}

// In looks through conditions, all of which are to hold; cell gives the expression of a cell.
func In(conditions []*model.Expr, cell func(i int) *model.Expr) *Found {
	f := &Found{Rest: conditions, cell: cell}
	f.circuits()
	f.lexicographic()
	f.diagrams()
	f.tables()
	f.disjunctive()
	f.cumulative()
	f.timetables()
	f.different()
	f.channels()
	return f
}

// Each visits the expressions that are left to be written.
func (f *Found) Each(visit func(e *model.Expr)) {
	all := func(lists ...[]*model.Expr) {
		for _, list := range lists {
			for _, e := range list {
				visit(e)
			}
		}
	}
	tasks := func(list []Task) {
		for _, t := range list {
			visit(t.Start)
			t.Length.each(visit)
			t.Use.each(visit)
		}
	}
	all(f.Rest)
	for _, c := range f.Circuits {
		all(c.Next)
	}
	for _, l := range f.Lex {
		all(l.Xs, l.Ys)
	}
	for _, d := range f.Diagrams {
		all(d.Xs)
	}
	for _, t := range f.Tables {
		all(t.Xs)
	}
	for _, list := range f.Disjunctive {
		tasks(list)
	}
	for _, c := range f.Cumulative {
		tasks(c.Tasks)
		c.Limit.each(visit)
	}
	for _, list := range f.Different {
		for _, l := range list {
			l.each(visit)
		}
	}
}

// take has a function look at each condition that is left, and drops those that it takes.
func (f *Found) take(taken func(e *model.Expr) bool) {
	var rest []*model.Expr
	for _, e := range f.Rest {
		if !taken(e) {
			rest = append(rest, e)
		}
	}
	f.Rest = rest
}

// drop drops conditions.
func (f *Found) drop(these map[*model.Expr]bool) {
	if len(these) > 0 {
		f.take(func(e *model.Expr) bool { return these[e] })
	}
}
