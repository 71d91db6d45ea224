package planning

import (
	"context"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
)

// Additive is a sum of disjoint pattern databases: each operator has its cost in the one pattern that it
// changes and costs 0 in the others (Korf and Felner 2002; for operators in general, Yang, Culberson,
// Holte, Zahavi and Felner 2008). One variable may be a blank that every operator changes, such as the
// blank of sliding tiles. It is part of each abstract space while a table is computed, where invariants
// keep it from passing through the tiles of the pattern, and is then minimised out of the table. The sum is
// admissible. It need not be consistent, since the blank is minimised out.
type Additive struct {
	tables []blankTable
	of     []int32 // by operator: the table that it changes, or -1
	blank  int     // the blank variable, or -1
}

type blankTable struct {
	pattern []int32
	strides []int32
	left    []uint8 // cost to the goal by the values of the pattern, without the blank
}

// Bounds of the abstract spaces of an Additive heuristic.
const (
	maxBlankStates = 1 << 24 // abstract states of a pattern with the blank
	maxBlankTables = 8
	unknownLeft    = 255
	maxLeft        = 254
)

// NewAdditive returns the heuristic. It reports false if the variables cannot be divided into groups such
// that each operator changes variables of only one group, if the task has derived variables, if the tables
// do not fit the memory, or if ctx ends.
func NewAdditive(ctx context.Context, s *Space) (*Additive, bool) {
	h := additiveSearch(s)
	if h == nil {
		return nil, false
	}
	if a := h.load(); a != nil {
		return a, true
	}
	a := h.additive(ctx)
	if a == nil {
		return nil, false
	}
	h.save(a)
	return a, true
}

// additiveSearch returns the best division of the variables into groups, or nil if they cannot be divided.
func additiveSearch(s *Space) *blankSearch {
	if s.derive != nil || s.Mutexes == nil || s.room < 16*maxBlankStates {
		return nil
	}
	var best *blankSearch
	for _, variables := range views(s) {
		if g := newBlankSearch(s, variables); g != nil && (best == nil || len(g.groups) > len(best.groups)) {
			best = g
		}
	}
	return best
}

// views returns the sets of variables to choose patterns from: without the inverses of arrays, and without
// the arrays.
func views(s *Space) [][]int {
	all := make([]int, len(s.fields))
	for v := range all {
		all[v] = v
	}
	if len(s.inverse) == 0 {
		return [][]int{all}
	}
	var first, second []int
	for _, v := range all {
		in, array := false, false
		for _, i := range s.inverse {
			in = in || slices.Contains(i.Inverse, v)
			array = array || slices.Contains(i.Array, v)
		}
		if !in {
			first = append(first, v)
		}
		if !array {
			second = append(second, v)
		}
	}
	return [][]int{first, second}
}

// A blankSearch is a division of variables into groups.
type blankSearch struct {
	s      *Space
	blank  int   // the blank variable, or -1
	group  []int // by variable: its group, or -1
	groups [][]int
}

// newBlankSearch finds the blank and the groups of a set of variables. It returns nil if there is only one
// group.
func newBlankSearch(s *Space, variables []int) *blankSearch {
	h := &blankSearch{s: s, blank: -1, group: make([]int, len(s.fields))}
	count := make([]int, len(s.fields))
	for i := range s.Task.Operators {
		seen := map[int]bool{}
		for _, e := range s.Task.Operators[i].Effects {
			if len(e.When) > 0 {
				return nil
			}
			if !seen[e.Var] {
				seen[e.Var] = true
				count[e.Var]++
			}
		}
	}
	var rest []int
	for _, v := range variables {
		switch {
		case count[v] < len(s.ops) || len(s.ops) == 0:
			rest = append(rest, v)
		case h.blank < 0:
			h.blank = v
		case !s.Mutexes.Same(h.blank, v):
			rest = append(rest, v)
		}
	}
	h.join(rest)
	if len(h.groups) < 2 {
		return nil
	}
	return h
}

// join puts variables into the same group if an operator changes both.
func (h *blankSearch) join(variables []int) {
	for v := range h.group {
		h.group[v] = -1
	}
	for _, v := range variables {
		h.group[v] = v
	}
	for i := range h.s.Task.Operators {
		first := -1
		for _, e := range h.s.Task.Operators[i].Effects {
			g := h.group[e.Var]
			switch {
			case g < 0:
			case first < 0:
				first = g
			case g != first:
				for v := range h.group {
					if h.group[v] == g {
						h.group[v] = first
					}
				}
			}
		}
	}
	for _, v := range variables {
		if h.group[v] != v {
			continue
		}
		var list []int
		for _, u := range variables {
			if h.group[u] == v {
				list = append(list, u)
			}
		}
		h.groups = append(h.groups, list)
	}
}

// additive packs groups into patterns as large and as even as possible and computes their tables.
func (h *blankSearch) additive(ctx context.Context) *Additive {
	p := newProjector(h.s)
	if p == nil {
		return nil
	}
	a := h.empty()
	patterns := h.patterns(ctx, p)
	tables := h.tables(ctx, p, patterns)
	for k := range patterns {
		if tables[k] == nil {
			return nil
		}
		a.add(h.s, *tables[k])
	}
	return a
}

// empty returns a sum without tables.
func (h *blankSearch) empty() *Additive {
	a := &Additive{of: make([]int32, len(h.s.ops)), blank: h.blank}
	for o := range a.of {
		a.of[o] = -1
	}
	return a
}

// add adds a table. All operators that change its pattern count in it.
func (a *Additive) add(s *Space, t blankTable) {
	for o := range a.of {
		if slices.ContainsFunc(s.Task.Operators[o].Effects, func(e Effect) bool { return slices.Contains(t.pattern, int32(e.Var)) }) {
			a.of[o] = int32(len(a.tables))
		}
	}
	a.tables = append(a.tables, t)
}

// tables computes the tables of patterns in parallel. A table is nil if it is too large.
func (h *blankSearch) tables(ctx context.Context, p *projector, patterns [][]int) []*blankTable {
	tables := make([]*blankTable, len(patterns))
	var next atomic.Int32
	var group sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(patterns)) {
		group.Go(func() {
			for k := int(next.Add(1)) - 1; k < len(patterns); k = int(next.Add(1)) - 1 {
				tables[k] = h.table(ctx, p, patterns[k])
			}
		})
	}
	group.Wait()
	return tables
}

// Name returns "additive pattern databases".
func (*Additive) Name() string { return "additive pattern databases" }

// Estimate returns the sum of the tables.
func (a *Additive) Estimate(s State) int64 {
	total := int64(0)
	for i := range a.tables {
		x := a.tables[i].at(s)
		if x == unknownLeft {
			return Infinite
		}
		total += int64(x)
	}
	return total
}

func (t *blankTable) at(s State) uint8 { return t.left[t.index(s)] }

func (t *blankTable) index(s State) int32 {
	n := int32(0)
	for k, v := range t.pattern {
		n += int32(s[v]) * t.strides[k]
	}
	return n
}

// fill sets parts to the values of the tables.
func (a *Additive) fill(s State, parts []int32) {
	for i := range a.tables {
		parts[i] = int32(a.tables[i].at(s))
	}
}

// change sets parts to the values of the tables after an operator, given the values before it, and returns
// their sum.
func (a *Additive) change(s State, before, parts []int32, op int32) int64 {
	copy(parts, before)
	if k := a.of[op]; k >= 0 {
		if parts[k] = int32(a.tables[k].at(s)); parts[k] == unknownLeft {
			return Infinite
		}
	}
	total := int64(0)
	for _, x := range parts {
		total += int64(x)
	}
	return total
}
