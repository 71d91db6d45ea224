package planning

import (
	"context"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
)

// Additive is a sum of pattern databases none of which counts what another does: an
// operator costs what it costs in the one pattern that it changes, and nothing in the
// others (Korf and Felner 2002; by the operators alone, Yang, Culberson, Holte, Zahavi and
// Felner 2008). One variable may be a hub that every operator changes, such as the gap of
// sliding tiles: it is part of each pattern while that is worked out, where invariants keep
// it from passing through what is in the pattern, and then minimised out of the table. The
// sum is admissible; since the hub is minimised out, it need not be consistent.
type Additive struct {
	tables []hubTable
	of     []int32 // by operator: the table that it changes; -1: none
	hub    int     // -1: none
}

type hubTable struct {
	pattern []int32
	strides []int32
	left    []uint8 // by the pattern, without the hub
}

// Bounds of the abstract spaces of an Additive heuristic.
const (
	maxHubStates = 1 << 24 // of one pattern with the hub
	maxHubTables = 8
	unknownLeft  = 255
	maxLeft      = 254
)

// NewAdditive returns the heuristic, nil if the variables of the task do not fall apart
// into groups that no operator changes two of, if any is derived, or if that takes too much.
func NewAdditive(ctx context.Context, s *Space) *Additive {
	h := additiveSearch(s)
	if h == nil {
		return nil
	}
	if a := h.load(); a != nil {
		return a
	}
	a := h.additive(ctx)
	if a != nil {
		h.save(a)
	}
	return a
}

// additiveSearch is what an Additive heuristic is made by; nil if there is none.
func additiveSearch(s *Space) *hubSearch {
	if s.derive != nil || s.Mutexes == nil || s.room < 16*maxHubStates {
		return nil
	}
	var best *hubSearch
	for _, variables := range views(s) {
		if g := newHubSearch(s, variables); g != nil && (best == nil || len(g.groups) > len(best.groups)) {
			best = g
		}
	}
	return best
}

// views are the variables without the inverse of any array, and without the arrays.
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

// A hubSearch is the groups that variables fall into.
type hubSearch struct {
	s      *Space
	hub    int   // -1: none
	group  []int // by variable; -1: none
	groups [][]int
}

// newHubSearch finds the hub and the groups of a view; nil if there is only one.
func newHubSearch(s *Space, variables []int) *hubSearch {
	h := &hubSearch{s: s, hub: -1, group: make([]int, len(s.fields))}
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
		case h.hub < 0:
			h.hub = v
		case !s.Mutexes.Same(h.hub, v):
			rest = append(rest, v)
		}
	}
	h.join(rest)
	if len(h.groups) < 2 {
		return nil
	}
	return h
}

// join puts variables together that an operator changes together.
func (h *hubSearch) join(variables []int) {
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

// additive packs groups into patterns as large as may be, as even as possible, and works
// out a table for each.
func (h *hubSearch) additive(ctx context.Context) *Additive {
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

// empty is a sum without tables.
func (h *hubSearch) empty() *Additive {
	a := &Additive{of: make([]int32, len(h.s.ops)), hub: h.hub}
	for o := range a.of {
		a.of[o] = -1
	}
	return a
}

// add adds a table, in which all operators count that change its pattern.
func (a *Additive) add(s *Space, t hubTable) {
	for o := range a.of {
		if slices.ContainsFunc(s.Task.Operators[o].Effects, func(e Effect) bool { return slices.Contains(t.pattern, int32(e.Var)) }) {
			a.of[o] = int32(len(a.tables))
		}
	}
	a.tables = append(a.tables, t)
}

// tables works out tables, by several workers; nil for those that take too much.
func (h *hubSearch) tables(ctx context.Context, p *projector, patterns [][]int) []*hubTable {
	tables := make([]*hubTable, len(patterns))
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

// Estimate is the sum.
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

func (t *hubTable) at(s State) uint8 { return t.left[t.index(s)] }

func (t *hubTable) index(s State) int32 {
	n := int32(0)
	for k, v := range t.pattern {
		n += int32(s[v]) * t.strides[k]
	}
	return n
}

// fill works out what each table says.
func (a *Additive) fill(s State, parts []int32) {
	for i := range a.tables {
		parts[i] = int32(a.tables[i].at(s))
	}
}

// change works out what tables say after an operator, from what they said before.
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
