// Package symmetry finds values that are interchangeable: hosts, couples, disks that
// nothing tells apart. What engines do with them is theirs.
package symmetry

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"farbank/model"
	"farbank/model/transition"
)

// Limits of what is looked at.
const (
	maxNodes = 1 << 18 // of expressions, as moves are run on symbols
	maxMoves = 1 << 14 // cases of moves
	maxCases = 1 << 8  // into which one move is split
)

// A Class is values of a type that are interchangeable: renaming one into another and
// back turns the moves, the rules and the goal into themselves. Columns[i] are the
// cells that belong to the i-th of them, in the same order for each.
type Class struct {
	Type    string
	Columns [][]int
}

// Find returns the classes of interchangeable values, of at least two each; none once ctx is
// done, or where the problem is too large. It looks at enums and ranges that are used as
// indices and members of sets and never stored in a cell. Every exchange of two neighbours
// that it takes is checked against all moves, rules and goals, after they have been run on
// symbols.
func Find(ctx context.Context, p *model.Problem) []Class {
	if p.NumFind > 0 {
		return nil
	}
	indexed := indexTypes(p)
	if len(indexed) == 0 {
		return nil
	}
	s := &symmetries{ctx: ctx, x: transition.New(ctx, p, transition.Options{Nodes: maxNodes}), ids: map[string]int{}}
	if !s.read() {
		return nil
	}
	s.whole = s.signature(func(c int) int { return c })
	var classes []Class
	for _, t := range indexed {
		classes = append(classes, s.classesOf(t)...)
	}
	if s.ended() {
		return nil
	}
	return classes
}

// An indexType is a type with, for each of its values, the cells that belong to it.
type indexType struct {
	name  string
	cells map[string]int // by the coordinates of a cell
	lo    int64
	n     int64
	at    []coordinates // of each cell
}

// coordinates tell a cell by its variable and the values of its indices, each with the
// name of its type.
type coordinates struct {
	variable int
	index    []coordinate
	leaf     string // the components on the way to it
}

type coordinate struct {
	typ   string
	value int64
}

func (c coordinates) key(rename func(coordinate) int64) string {
	var b strings.Builder
	fmt.Fprint(&b, c.variable, ":", c.leaf)
	for _, i := range c.index {
		fmt.Fprint(&b, ",", rename(i))
	}
	return b.String()
}

// indexTypes returns the types that are used as indices only.
func indexTypes(p *model.Problem) []*indexType {
	var at []coordinates
	stored := map[string]bool{}
	for i, v := range p.Vars {
		at = placeLeaves(at, v.Type, coordinates{variable: i}, stored)
	}
	if len(at) != len(p.Cells) {
		return nil
	}
	found := map[string]*indexType{}
	var list []*indexType
	for _, c := range at {
		for _, i := range c.index {
			t := found[i.typ]
			if t == nil && !stored[i.typ] {
				t = &indexType{name: i.typ, lo: i.value, at: at, cells: map[string]int{}}
				found[i.typ] = t
				list = append(list, t)
			}
			if t != nil {
				t.lo = min(t.lo, i.value)
				t.n = max(t.n, i.value-t.lo+1)
			}
		}
	}
	for _, t := range list {
		for cell, c := range at {
			t.cells[c.key(func(i coordinate) int64 { return i.value })] = cell
		}
	}
	return slices.DeleteFunc(list, func(t *indexType) bool { return t.n < 2 })
}

// placeLeaves appends the coordinates of the leaves of a value of type t, and notes the
// types that leaves store.
func placeLeaves(at []coordinates, t *model.Type, c coordinates, stored map[string]bool) []coordinates {
	switch t.Kind {
	case model.Tuple:
		for i, e := range t.Elems {
			d := c
			d.leaf += fmt.Sprint(".", i)
			at = placeLeaves(at, e, d, stored)
		}
		return at
	case model.Set, model.Array:
		index, elem := t.Index, t.Elems[0]
		if t.Kind == model.Set {
			index, elem = t.Elems, model.Boolean
			if t.Elems[0].Kind == model.Tuple {
				index = t.Elems[0].Elems
			}
		}
		var walk func(k int, c coordinates)
		walk = func(k int, c coordinates) {
			if k == len(index) {
				at = placeLeaves(at, elem, c, stored)
				return
			}
			if index[k].Kind == model.Tuple || index[k].Kind == model.Set || index[k].Only != nil {
				return // the number of leaves will not be that of the cells
			}
			lo, hi := index[k].Domain()
			for v := range model.Range(lo, hi) {
				d := c
				d.index = append(slices.Clone(c.index), coordinate{typeKey(index[k]), v})
				walk(k+1, d)
			}
		}
		walk(0, c)
		return at
	}
	stored[typeKey(t)] = true
	return append(at, c)
}

func typeKey(t *model.Type) string {
	if t.Kind == model.Int {
		return fmt.Sprintf("%s %d..%d", t.Name, t.Lo, t.Hi)
	}
	return t.String()
}

// symmetries compares the problem with what it becomes by renaming.
type symmetries struct {
	ctx        context.Context
	x          *transition.Executor
	moves      []*transition.Operator
	safe, goal []*model.Expr
	ids        map[string]int // of expressions that mean the same but for the order of operands
	memo       model.Memo[int]
	whole      string
}

// ended reports whether there is nothing more to find.
func (s *symmetries) ended() bool { return s.ctx.Err() != nil || s.x.Builder.Len() > maxNodes }

// read runs all moves on symbols; it reports whether that was possible.
func (s *symmetries) read() bool {
	p := s.x.Problem
	var safe, goal transition.Conditions
	for i := range p.Safety {
		safe.Add(s.x.Builder.Rewrite(p.Safety[i].Cond, s.x.Cell))
	}
	for i := range p.Goal {
		goal.Add(s.x.Builder.Rewrite(p.Goal[i].Cond, s.x.Cell))
	}
	s.safe, s.goal = safe.List, goal.List
	for move := range p.Moves {
		cases, err := s.x.Split(move, maxCases)
		if s.moves = append(s.moves, cases...); err != nil || len(s.moves) > maxMoves {
			return false
		}
	}
	return !s.ended()
}

// classesOf puts together neighbours that can be exchanged.
func (s *symmetries) classesOf(t *indexType) []Class {
	var classes []Class
	var open *Class
	for v := t.lo; v < t.lo+t.n-1 && !s.ended(); v++ {
		if !s.exchangeable(t, v, v+1) {
			open = nil
			continue
		}
		if open == nil {
			classes = append(classes, Class{Type: t.name, Columns: [][]int{t.column(v)}})
			open = &classes[len(classes)-1]
		}
		open.Columns = append(open.Columns, t.column(v+1))
	}
	return classes
}

// column returns the cells of a value, in an order that is the same for all values: by
// their other coordinates.
func (t *indexType) column(v int64) []int {
	var cells []int
	for cell, c := range t.at {
		if slices.Contains(c.index, coordinate{t.name, v}) {
			cells = append(cells, cell)
		}
	}
	slices.SortFunc(cells, func(a, b int) int {
		hide := func(i coordinate) int64 {
			if i == (coordinate{t.name, v}) {
				return -1 << 62
			}
			return i.value
		}
		return strings.Compare(t.at[a].key(hide), t.at[b].key(hide))
	})
	return cells
}

// exchangeable reports whether exchanging two values changes nothing. Cells that have
// the type twice among their indices are not dealt with.
func (s *symmetries) exchangeable(t *indexType, v, w int64) bool {
	move := func(cell int) int {
		return t.cells[t.at[cell].key(func(i coordinate) int64 {
			switch {
			case i.typ != t.name:
				return i.value
			case i.value == v:
				return w
			case i.value == w:
				return v
			}
			return i.value
		})]
	}
	for cell, c := range t.at {
		n := 0
		for _, i := range c.index {
			if i.typ == t.name {
				n++
			}
		}
		a, b := &s.x.Problem.Cells[cell], &s.x.Problem.Cells[move(cell)]
		if n > 1 || a.Lo != b.Lo || a.Hi != b.Hi {
			return false
		}
	}
	return s.signature(move) == s.whole
}

// signature describes the problem with its cells renamed: equal if and only if the
// moves, rules and goals are the same, but for their order and that of operands.
func (s *symmetries) signature(move func(int) int) string {
	sub := s.x.Builder.Substitution(func(c int) *model.Expr { return s.x.Cell(move(c)) }, nil)
	parts := []string{"safe " + s.set(s.safe, sub), "goal " + s.set(s.goal, sub)}
	for _, a := range s.moves {
		if s.ended() {
			return ""
		}
		updates := make([]string, len(a.Updates))
		for i, u := range a.Updates {
			updates[i] = fmt.Sprint(move(u.Cell), "=", s.id(sub.Apply(u.Value)))
		}
		slices.Sort(updates)
		parts = append(parts, fmt.Sprint(s.id(sub.Apply(a.Cost)), " ", s.set(a.Guard, sub), " ", strings.Join(updates, ",")))
	}
	slices.Sort(parts[2:])
	return strings.Join(parts, "\n")
}

// set describes conditions that must all hold.
func (s *symmetries) set(list []*model.Expr, sub *model.Substitution) string {
	ids := make([]int, len(list))
	for i, e := range list {
		ids[i] = s.id(sub.Apply(e))
	}
	slices.Sort(ids)
	return fmt.Sprint(slices.Compact(ids))
}

// id numbers expressions, those that differ only in the order of operands where it does
// not matter with the same number.
func (s *symmetries) id(e *model.Expr) int { return s.memo.Of(e, s.number) }

func (s *symmetries) number(e *model.Expr) int {
	args := make([]int, len(e.Args))
	for i, a := range e.Args {
		args[i] = s.id(a)
	}
	switch e.Op {
	case model.And, model.Or, model.Sum, model.Mul, model.Min, model.Max, model.Eq, model.Ne, model.Distinct:
		slices.Sort(args)
	}
	key := fmt.Sprint(e.Op, e.Bool, e.Value, args, e.Dims, e.Values)
	n, ok := s.ids[key]
	if !ok {
		n = len(s.ids)
		s.ids[key] = n
	}
	return n
}
