package planning

import (
	"cmp"
	"context"
	"maps"
	"math/bits"
	"slices"
)

// A descriptionGraph is the description graph of a task, a coloured graph whose automorphisms are its symmetries. Its
// vertices are facts, then variables, operators, disjunctions and effects that need more than an edge.
type descriptionGraph struct {
	ctx    context.Context
	s      *Space
	colour []uint64
	lines  [][]line // by vertex, for both directions
	count  int
}

type line struct {
	to    int32
	label uint64
}

// Labels of lines, plus 1 in the other direction; and colours.
const (
	ofVariable  = 2
	precedes    = 4
	follows     = 6
	chooses     = 8
	chosen      = 10
	doesSo      = 12
	when        = 14
	same        = 16
	isVariable  = 101
	isOperator  = 102
	isChoice    = 103
	isEffect    = 104
	isGoal      = 105
	isAim       = 106
	isElsewhere = 107 // a variable derived from others
	isPicked    = 108
)

// maxDescriptionEdges is the maximum number of lines.
const maxDescriptionEdges = 400_000

// FindSymmetries searches for symmetries until ctx ends. It reports false if it finds none. Tasks with
// axioms are not supported.
func FindSymmetries(ctx context.Context, s *Space) (*Symmetries, bool) {
	if s.derive != nil {
		return nil, false
	}
	g := newDescriptionGraph(ctx, s)
	if g == nil {
		return nil, false
	}
	f := &symmetryFinder{descriptionGraph: g, out: &Symmetries{s: s}, orbit: make([]int32, len(g.colour))}
	for v := range f.orbit {
		f.orbit[v] = int32(v)
	}
	f.find()
	if len(f.out.list) == 0 {
		return nil, false
	}
	return f.out, true
}

func (g *descriptionGraph) vertex(colour uint64) int {
	g.colour, g.lines = append(g.colour, colour), append(g.lines, nil)
	return len(g.colour) - 1
}

func (g *descriptionGraph) join(a, b int, label uint64) {
	g.lines[a] = append(g.lines[a], line{int32(b), label})
	g.lines[b] = append(g.lines[b], line{int32(a), label + 1})
	g.count++
}

// newDescriptionGraph returns the graph, or nil if it is too large.
func newDescriptionGraph(ctx context.Context, s *Space) *descriptionGraph {
	t := s.Task
	g := &descriptionGraph{ctx: ctx, s: s}
	for range s.Facts() {
		g.vertex(0)
	}
	for _, f := range t.Goal {
		g.colour[s.fact(f)] = isGoal
	}
	elsewhere := s.follows()
	for v := range t.Variables {
		colour := uint64(isVariable)
		if elsewhere[v] {
			colour = isElsewhere
		}
		at := g.vertex(colour)
		for x := range t.Variables[v].Size {
			g.join(at, s.fact(Fact{v, x}), ofVariable)
		}
	}
	for i := range s.inverse {
		inv := &s.inverse[i]
		for k, v := range inv.Array {
			for x, u := range inv.Inverse {
				if u >= 0 && x < t.Variables[v].Size {
					g.join(s.fact(Fact{v, x}), s.fact(Fact{u, k}), same)
				}
			}
		}
	}
	choices := make([]int, len(s.some))
	for i, list := range s.some {
		choices[i] = g.choice(list, isChoice)
	}
	for _, list := range t.GoalSome {
		g.choice(list, isAim)
	}
	for i := range t.Operators {
		if g.operator(i, choices); g.count > maxDescriptionEdges {
			return nil
		}
	}
	return g
}

func (g *descriptionGraph) choice(list []Fact, colour uint64) int {
	at := g.vertex(colour)
	for _, f := range list {
		g.join(at, g.s.fact(f), chosen)
	}
	return at
}

// operator adds an operator and its effects.
func (g *descriptionGraph) operator(i int, choices []int) {
	o := &g.s.Task.Operators[i]
	at := g.vertex(mixed(isOperator, uint64(o.Cost)))
	for _, f := range o.Pre {
		g.join(at, g.s.fact(f), precedes)
	}
	for _, k := range g.s.ops[i].some {
		g.join(at, choices[k], chooses)
	}
	rank := map[int]uint64{} // later effects on a variable take precedence
	for _, e := range o.Effects {
		rank[e.Var]++
		if len(e.When) == 0 && rank[e.Var] == 1 {
			g.join(at, g.s.fact(e.Fact), follows)
			continue
		}
		effect := g.vertex(mixed(isEffect, rank[e.Var]))
		g.join(at, effect, doesSo)
		g.join(effect, g.s.fact(e.Fact), follows)
		for _, f := range e.When {
			g.join(effect, g.s.fact(f), when)
		}
	}
}

func mixed(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a^0x9E3779B97F4A7C15, b+0xD6E8FEB86659FD93)
	return hi ^ lo ^ a<<7
}

// A symmetryFinder searches for generators: it individualizes and refines until all cells are singletons,
// and then tries other vertices of each cell, from the last step to the first.
type symmetryFinder struct {
	*descriptionGraph
	out   *Symmetries
	orbit []int32 // union-find by vertex: the orbits under the generators found

	colours [][]uint64 // by step: the colours before it; the last one is discrete
	picked  []int32
}

// maxPicked is the maximum number of steps.
const maxPicked = 300

func (f *symmetryFinder) find() {
	all := make([]int32, len(f.colour))
	for v := range all {
		all[v] = int32(v)
	}
	f.colours = append(f.colours, f.refine(slices.Clone(f.colour), all, 0))
	for {
		last := f.colours[len(f.colours)-1]
		cell := smallestCell(last)
		if cell == nil {
			break
		}
		if len(f.picked) == maxPicked || f.ctx.Err() != nil {
			return
		}
		f.picked = append(f.picked, cell[0])
		f.colours = append(f.colours, f.pick(last, cell[0], len(f.colours)-1))
	}
	for step := len(f.picked) - 1; step >= 0; step-- {
		v := f.picked[step]
		failed := map[int32]bool{}
		for _, w := range cellOf(f.colours[step], f.colours[step][v]) {
			if f.ctx.Err() != nil {
				return
			}
			if root := f.root(w); root == f.root(v) || failed[root] {
				continue
			}
			if !f.try(step, w) {
				failed[f.root(w)] = true
			}
		}
	}
}

func (f *symmetryFinder) root(v int32) int32 {
	for f.orbit[v] != v {
		f.orbit[v] = f.orbit[f.orbit[v]]
		v = f.orbit[v]
	}
	return v
}

// smallestCell returns the smallest cell with several vertices, or nil if all cells are singletons.
func smallestCell(colour []uint64) []int32 {
	sizes := map[uint64]int{}
	for _, c := range colour {
		sizes[c]++
	}
	best, least := uint64(0), 0
	for c, n := range sizes {
		if n > 1 && (least == 0 || n < least || n == least && c < best) {
			best, least = c, n
		}
	}
	if least == 0 {
		return nil
	}
	return cellOf(colour, best)
}

func cellOf(colour []uint64, c uint64) []int32 {
	var list []int32
	for v, x := range colour {
		if x == c {
			list = append(list, int32(v))
		}
	}
	return list
}

// try individualizes another vertex at a step, and then the corresponding vertices.
func (f *symmetryFinder) try(step int, w int32) bool {
	colour := f.pick(f.colours[step], w, step)
	for k := step + 1; k < len(f.picked); k++ {
		if f.ctx.Err() != nil {
			return false
		}
		same := slices.Index(colour, f.colours[k][f.picked[k]])
		if same < 0 {
			return false
		}
		colour = f.pick(colour, int32(same), k)
	}
	at := map[uint64]int32{}
	for v, c := range colour {
		at[c] = int32(v)
	}
	image := make([]int32, len(colour))
	for v, c := range f.colours[len(f.colours)-1] {
		u, known := at[c]
		if !known {
			return false
		}
		image[v] = u
	}
	if len(at) < len(colour) || !f.automorphism(image) {
		return false
	}
	f.keep(image)
	return true
}

// automorphism reports whether a permutation of vertices preserves the graph.
func (f *symmetryFinder) automorphism(image []int32) bool {
	order := func(a, b line) int { return cmp.Or(cmp.Compare(a.to, b.to), cmp.Compare(a.label, b.label)) }
	var a, b []line
	for v, list := range f.lines {
		u := image[v]
		if f.colour[v] != f.colour[u] || len(list) != len(f.lines[u]) {
			return false
		}
		a, b = a[:0], append(b[:0], f.lines[u]...)
		for _, l := range list {
			a = append(a, line{image[l.to], l.label})
		}
		slices.SortFunc(a, order)
		slices.SortFunc(b, order)
		if !slices.Equal(a, b) {
			return false
		}
	}
	return true
}

// keep adds a permutation to the generators.
func (f *symmetryFinder) keep(image []int32) {
	s := f.s
	var variable []int // by fact
	for v := range s.Task.Variables {
		for range s.Task.Variables[v].Size {
			variable = append(variable, v)
		}
	}
	moved := map[int]symmetricValue{}
	for v := range s.Task.Variables {
		first, size := s.offset[v], s.Task.Variables[v].Size
		u := variable[image[first]]
		m := symmetricValue{variable: u, from: v, becomes: make([]uint16, size)}
		still := u == v
		for x := range size {
			m.becomes[x] = uint16(int(image[first+x]) - s.offset[u])
			still = still && int(m.becomes[x]) == x
		}
		if !still {
			moved[u] = m
		}
	}
	var g symmetry
	for _, u := range slices.Sorted(maps.Keys(moved)) {
		g = append(g, moved[u])
	}
	for v, u := range image {
		if a, b := f.root(int32(v)), f.root(u); a != b {
			f.orbit[a] = b
		}
	}
	if len(g) > 0 {
		f.out.list = append(f.out.list, g)
	}
}
