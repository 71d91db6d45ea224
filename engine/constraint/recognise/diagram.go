package recognise

import (
	"fmt"
	"maps"
	"slices"

	"farbank/model"
)

// Limits on the values of a number and on the edges of a diagram, and the minimum number of layers:
// for fewer the clauses are as good.
const (
	maxBranches = 1 << 8
	maxEdges    = 1 << 16
	minLayers   = 3
)

// diagrams finds nested alternatives x == 1 and (...) or (x == 2 or x == 3) and (...), in which the
// parentheses contain alternatives for other numbers. The unrolled conditions of an automaton have
// this form.
func (f *Found) diagrams() {
	f.take(func(e *model.Expr) bool {
		if e.Op != model.Or || !slices.ContainsFunc(e.Args, func(a *model.Expr) bool { return a.Op == model.And }) {
			return false
		}
		r := &diagramReader{read: map[*model.Expr]*choice{}, level: map[*model.Expr]int{}}
		root := r.choiceOf(e)
		if root == nil || !r.nested || len(r.xs) < minLayers || !r.sort() {
			return false
		}
		d, ok := r.diagram(root)
		if ok {
			f.Diagrams = append(f.Diagrams, d)
		}
		return ok
	})
}

// A choice is a condition as a disjunction of ways.
type choice struct{ ways []*way }

// A way is a conjunction of branches and of a choice, which may be nil.
type way struct {
	id    int
	steps []branch
	then  *choice
}

// A branch restricts a number to a set of values.
type branch struct {
	x      *model.Expr
	values []int64
}

type diagramReader struct {
	read   map[*model.Expr]*choice // nil: not of this form
	ways   []*way
	xs     []*model.Expr
	level  map[*model.Expr]int // index of a number in xs
	nested bool                // a way contains a choice
}

// choiceOf parses a condition; it returns nil if the condition has another form.
func (r *diagramReader) choiceOf(e *model.Expr) *choice {
	if c, known := r.read[e]; known {
		return c
	}
	r.read[e] = nil
	c := &choice{}
	args := []*model.Expr{e}
	if e.Op == model.Or {
		args = e.Args
	}
	for _, a := range args {
		w := r.wayOf(a)
		if w == nil {
			return nil
		}
		c.ways = append(c.ways, w)
	}
	r.read[e] = c
	return c
}

func (r *diagramReader) wayOf(e *model.Expr) *way {
	w := &way{id: len(r.ways)}
	r.ways = append(r.ways, w)
	args := []*model.Expr{e}
	if e.Op == model.And {
		args = e.Args
	}
	for _, a := range args {
		if b, ok := r.branchOf(a); ok {
			w.steps = append(w.steps, b)
			continue
		}
		if a.Op != model.Or || w.then != nil {
			return nil
		}
		if w.then = r.choiceOf(a); w.then == nil {
			return nil
		}
		r.nested = true
	}
	if len(w.steps) == 0 {
		return nil
	}
	return w
}

// branchOf parses x == 1 or x == 2 or ...
func (r *diagramReader) branchOf(e *model.Expr) (branch, bool) {
	args := []*model.Expr{e}
	if e.Op == model.Or {
		args = e.Args
	}
	var b branch
	for _, a := range args {
		x, c, ok := withConstant(a, model.Eq)
		if !ok || b.x != nil && b.x != x || x.Partial || x.Bool || !small(x.Lo) || !small(x.Hi) || x.Hi-x.Lo >= maxBranches {
			return branch{}, false
		}
		b.x = x
		b.values = append(b.values, c.Value)
	}
	if _, known := r.level[b.x]; !known {
		r.level[b.x] = len(r.xs)
		r.xs = append(r.xs, b.x)
	}
	return b, true
}

// sort orders the numbers topologically: each before those of the choices below it. It reports
// false if no such order exists or a number occurs twice on a way.
func (r *diagramReader) sort() bool {
	order := r.ordered(r.later())
	if len(order) < len(r.xs) {
		return false
	}
	for i, x := range order {
		r.level[x] = i
	}
	r.xs = order
	for _, w := range r.ways {
		slices.SortFunc(w.steps, func(s, t branch) int { return r.level[s.x] - r.level[t.x] })
		for i := range w.steps[1:] {
			if w.steps[i].x == w.steps[i+1].x {
				return false
			}
		}
	}
	return true
}

// later returns for each number the numbers in the choices below it.
func (r *diagramReader) later() []map[int]bool {
	later := make([]map[int]bool, len(r.xs))
	for i := range later {
		later[i] = map[int]bool{}
	}
	for _, w := range r.ways {
		if w.then == nil {
			continue
		}
		for _, s := range w.steps {
			for _, next := range w.then.ways {
				for _, t := range next.steps {
					later[r.level[s.x]][r.level[t.x]] = true
				}
			}
		}
	}
	return later
}

// ordered returns the numbers in topological order, without those on cycles.
func (r *diagramReader) ordered(later []map[int]bool) []*model.Expr {
	waits := make([]int, len(r.xs))
	for _, set := range later {
		for k := range set {
			waits[k]++
		}
	}
	var order []*model.Expr
	var free []int
	for i, n := range waits {
		if n == 0 {
			free = append(free, i)
		}
	}
	for len(free) > 0 {
		i := free[0]
		free = free[1:]
		order = append(order, r.xs[i])
		for _, k := range slices.Sorted(maps.Keys(later[i])) {
			if waits[k]--; waits[k] == 0 {
				free = append(free, k)
			}
		}
	}
	return order
}

// A place is a way and the number of its branches that were taken.
type place struct {
	way  *way
	done int
}

// A node of a diagram is the set of places that are reached simultaneously; nil means that the
// condition is true.
type node struct{ places []place }

// diagram builds the diagram, layer by layer. It reports false if it has too many edges.
func (r *diagramReader) diagram(root *choice) (Diagram, bool) {
	d := Diagram{Xs: r.xs}
	here := []*node{{root.places()}}
	edges := 0
	for i := range r.xs {
		layer, next := r.layer(here, i)
		if edges += len(layer); edges > maxEdges {
			return Diagram{}, false
		}
		d.Layers = append(d.Layers, layer)
		here = next
	}
	return d, true
}

// layer returns the edges of the i-th number from the nodes here, and the nodes of the next layer.
func (r *diagramReader) layer(here []*node, i int) (layer []Edge, next []*node) {
	names := map[string]int{}
	if i == len(r.xs)-1 { // after the last layer, node 0 is the accepting one
		names[(*node)(nil).name()], next = 0, []*node{nil}
	}
	for from, n := range here {
		for v := r.xs[i].Lo; v <= r.xs[i].Hi; v++ {
			to, ok := r.follow(n, i, v)
			if !ok {
				continue
			}
			name := to.name()
			k, known := names[name]
			if !known {
				k = len(next)
				names[name] = k
				next = append(next, to)
			}
			if layer = append(layer, Edge{from, k, v}); len(layer) > maxEdges {
				return layer, next
			}
		}
	}
	return layer, next
}

func (c *choice) places() []place {
	list := make([]place, len(c.ways))
	for i, w := range c.ways {
		list[i] = place{w, 0}
	}
	return list
}

// follow returns the node that a value of the i-th number leads to; false: none.
func (r *diagramReader) follow(n *node, i int, v int64) (*node, bool) {
	if n == nil {
		return nil, true
	}
	var to []place
	for _, p := range n.places {
		s := p.way.steps[p.done]
		switch {
		case r.level[s.x] > i:
			to = append(to, p)
		case !slices.Contains(s.values, v):
		case p.done+1 < len(p.way.steps):
			to = append(to, place{p.way, p.done + 1})
		case p.way.then == nil:
			return nil, true
		default:
			to = append(to, p.way.then.places()...)
		}
	}
	slices.SortFunc(to, func(p, q place) int {
		if p.way.id != q.way.id {
			return p.way.id - q.way.id
		}
		return p.done - q.done
	})
	return &node{slices.Compact(to)}, len(to) > 0
}

// name returns a key that is equal for equal nodes.
func (n *node) name() string {
	if n == nil {
		return "said"
	}
	text := ""
	for _, p := range n.places {
		text += fmt.Sprint(p.way.id, ":", p.done, " ")
	}
	return text
}
