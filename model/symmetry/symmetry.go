// Package symmetry finds interchangeable values, such as equal hosts, couples or disks. Engines
// use them for symmetry reduction (Ip, Dill 1996).
package symmetry

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"farbank/model"
	"farbank/model/transition"
)

// Limits of the search.
const (
	maxNodes = 1 << 18 // nodes of expressions of symbolic execution
	maxMoves = 1 << 14 // cases of moves
	maxCases = 1 << 8  // cases of one move

	maxNumbered = 1 << 24 // visits of expressions under exchanges
)

// A Class is a set of interchangeable values of a type: exchanging two of them maps the moves,
// the rules and the goal to themselves. Columns[i] are the cells that belong to the i-th value,
// in corresponding order.
type Class struct {
	Type    string
	Columns [][]int
}

// Find returns the classes of at least two interchangeable values. It returns none once ctx is
// done, or if the problem is too large. It considers enums and ranges that are indices and
// members of sets and never stored in a cell. Every exchange of neighbouring values is checked
// against all moves, rules and goals after symbolic execution.
func Find(ctx context.Context, p *model.Problem) []Class {
	if p.NumFind > 0 {
		return nil
	}
	indexed := indexTypes(p)
	if len(indexed) == 0 {
		return nil
	}
	s := &symmetries{numbering: numbering{ctx: ctx, keys: map[string]int{}, left: maxNumbered}, x: transition.New(ctx, p, transition.Options{Nodes: maxNodes})}
	if !s.read() {
		return nil
	}
	s.whole = s.signature(nil)
	var classes []Class
	for _, t := range indexed {
		classes = append(classes, s.classesOf(t)...)
	}
	if s.ended() {
		return nil
	}
	return classes
}

// An indexType is a type and, for each of its values, the cells that belong to it.
type indexType struct {
	name  string
	cells map[string]int // cells by key of their coordinates
	lo    int64
	n     int64
	at    []coordinates // coordinates by cell
}

// coordinates identify a cell by its variable and the values of its indices with their types.
type coordinates struct {
	variable int
	index    []coordinate
	leaf     string // the components that lead to it
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

// indexTypes returns the types that are used only as indices.
func indexTypes(p *model.Problem) []*indexType {
	var at []coordinates
	stored := map[string]bool{}
	hidden := hiddenOf(p)
	for i, v := range p.Vars {
		c, ok := hidden[i]
		if !ok {
			c = coordinates{variable: i}
		}
		at = placeLeaves(at, v.Type, c, stored)
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

// hiddenOf returns the coordinates of the hidden variables of moves that take time: those of one
// declared move are like an array with the arguments as indices.
func hiddenOf(p *model.Problem) map[int]coordinates {
	at := map[int]coordinates{}
	first := map[*model.Schema]int{} // by schema: a number that no variable has
	for _, m := range p.Moves {
		if !m.Lasts || m.Schema.Role != model.Begins {
			continue
		}
		base, met := first[m.Schema]
		if !met {
			base = len(p.Vars) * (1 + len(first))
			first[m.Schema] = base
		}
		var index []coordinate
		for _, a := range m.Args {
			if len(a.Leaves) == 1 {
				index = append(index, coordinate{typeKey(a.Type), a.Leaves[0]})
			}
		}
		if len(index) < len(m.Args) {
			continue
		}
		n := 0
		for _, s := range m.Body {
			if s.Kind != model.Assign || s.Target.Op != model.Cell {
				continue
			}
			if v := p.Cells[s.Target.Value].Var; p.Vars[v].Hidden {
				at[v] = coordinates{variable: base + n, index: index}
				n++
			}
		}
	}
	return at
}

// placeLeaves appends the coordinates of the leaves of a value of type t. It records the types
// that leaves store.
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
				return // the caller notices that the numbers of leaves and cells differ
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

// symmetries compares the problem with its image under an exchange.
type symmetries struct {
	numbering
	x          *transition.Executor
	moves      []*transition.Operator
	safe, goal []*model.Expr
	whole      string
}

// read executes all moves symbolically and reports whether that succeeded.
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
	return !s.ended() && s.x.Builder.Len() <= maxNodes
}

// classesOf joins neighbouring values that can be exchanged.
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

// column returns the cells of a value, ordered by their other coordinates, so that columns
// correspond.
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

// exchangeable reports whether exchanging two values maps the problem to itself. It returns
// false if a cell has the type twice among its indices.
func (s *symmetries) exchangeable(t *indexType, v, w int64) bool {
	x := &Exchange{Moved: map[int]int{}, V: v, W: w}
	for cell, c := range t.at {
		n := 0
		to, ok := t.cells[c.key(func(i coordinate) int64 {
			if i.typ != t.name {
				return i.value
			}
			n++
			return x.value(i.value)
		})]
		if !ok {
			return false
		}
		a, b := &s.x.Problem.Cells[cell], &s.x.Problem.Cells[to]
		if n > 1 || a.Lo != b.Lo || a.Hi != b.Hi {
			return false
		}
		if to != cell {
			x.Moved[cell] = to
		}
	}
	return s.signature(x) == s.whole
}

// signature returns a description of the problem's image under an exchange. Two are equal if and
// only if moves, rules and goals are the same up to order and the order of commutative
// operands.
func (s *symmetries) signature(x *Exchange) string {
	r := &renaming{numbering: &s.numbering, x: x}
	parts := []string{"safe " + r.set(s.safe), "goal " + r.set(s.goal)}
	for _, a := range s.moves {
		updates := make([]string, len(a.Updates))
		for i, u := range a.Updates {
			updates[i] = fmt.Sprint(r.cell(u.Cell).number, "=", r.of(u.Value).number)
		}
		slices.Sort(updates)
		parts = append(parts, fmt.Sprint(r.of(a.Cost).number, " ", r.set(a.Guard), " ", strings.Join(updates, ",")))
	}
	slices.Sort(parts[2:])
	return strings.Join(parts, "\n")
}

// set returns a description of a conjunction.
func (r *renaming) set(list []*model.Expr) string {
	ids := make([]int, len(list))
	for i, e := range list {
		ids[i] = r.of(e).number
	}
	slices.Sort(ids)
	return fmt.Sprint(slices.Compact(ids))
}
