// Package recognise finds global constraints, which have propagators of their own, in conditions
// that spell them out: those of functions of the language, or written by hand.
//
// The constraints replace the conditions that express them and are equivalent; only those implied
// by channeling are added.
//
//	circuit.go      following the first index returns to it after all the others
//	lex.go          lexicographic comparison
//	diagram.go      a decision diagram: nested alternatives of values
//	table.go        a table of truth values indexed by several numbers
//	disjunctive.go  of every two tasks one ends before the other starts
//	cumulative.go   the tasks that run when one starts use at most a limit
//	timetable.go    the tasks that run at each time use at most a limit
//	different.go    numbers that are pairwise different
//	channel.go      numbers that are different because of channeling
package recognise

import "farbank/model"

// Found holds the recognized constraints and the remaining conditions.
type Found struct {
	Circuits    []Circuit
	Lex         []Lex
	Diagrams    []Diagram
	Tables      []Table
	Disjunctive [][]Task
	Cumulative  []Cumulative
	Different   [][]Linear // sets of two or more, pairwise different
	Rest        []*model.Expr

	cell func(i int) *model.Expr
}

// A Circuit constrains Next[i], counted from First, to be the successor of i on a Hamiltonian
// circuit.
type Circuit struct {
	First int64
	Next  []*model.Expr
}

// A Lex constrains Xs to be lexicographically less than Ys, or equal if OrEqual.
type Lex struct {
	Xs, Ys  []*model.Expr
	OrEqual bool
}

// A Diagram constrains the values of Xs to be a path from node 0 of the first layer to node 0 after
// the last. Layers[i] has the edges for Xs[i], at most one for each node and value.
type Diagram struct {
	Xs     []*model.Expr
	Layers [][]Edge
}

// An Edge leads from a node of one layer to a node of the next, for a value.
type Edge struct {
	From, To int
	Value    int64
}

// A Table constrains Xs to be one of the rows.
type Table struct {
	Xs   []*model.Expr
	Rows [][]int64
}

// A Task uses a resource from Start for Length, which is not negative.
type Task struct {
	Start       *model.Expr
	Length, Use Linear
}

// A Cumulative constrains tasks to use at most a limit at any time.
type Cumulative struct {
	Tasks []Task
	Limit Linear
}

// In recognizes constraints in conditions, all of which must hold. cell returns the expression of a
// cell.
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

// Each visits the expressions that remain to be written.
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

// take calls taken with each remaining condition, and removes those for which it reports true.
func (f *Found) take(taken func(e *model.Expr) bool) {
	var rest []*model.Expr
	for _, e := range f.Rest {
		if !taken(e) {
			rest = append(rest, e)
		}
	}
	f.Rest = rest
}

// drop removes conditions.
func (f *Found) drop(these map[*model.Expr]bool) {
	if len(these) > 0 {
		f.take(func(e *model.Expr) bool { return these[e] })
	}
}
