package constraint

import (
	"cmp"
	"slices"

	"farbank/constraint/kernel"
	"farbank/constraint/propagate"
)

// Limits of neighbourhoods by structure.
const (
	minRoute = 5  // nodes
	minTasks = 5  // tasks with windows
	maxCosts = 4  // terms of the objective at which a walk begins
	farApart = 32 // attempts to find a part of another tour
)

// structures adds the methods for terms of the objective, tours and tasks.
func (n *neighbourhoods) structures(view kernel.View, labels, switches []kernel.Var) {
	add := func(list []kernel.Var, from int) {
		if len(list) >= 4 {
			n.arms = append(n.arms, &arm{fixable: list, from: from, share: 0.2, worth: 1})
		}
	}
	if n.costs = n.terms(view); len(n.costs) >= minSofts {
		add(labels, atCosts)
		add(switches, atCosts)
	}
	var nodes []kernel.Var
	seen := map[kernel.Var]bool{}
	take := func(list *[]kernel.Var, x kernel.Var) {
		if !seen[x] && x < n.own && !n.b.s.Fixed(x) {
			*list = append(*list, x)
		}
		seen[x] = true
	}
	for p := range n.b.s.Propagators() {
		switch p := p.(type) {
		case propagate.Router:
			first, next := p.Route()
			if len(next) < minRoute {
				continue
			}
			n.routes = append(n.routes, route{first, next})
			for _, x := range next {
				take(&nodes, x)
			}
		case propagate.Scheduler:
			for _, x := range p.Starts() {
				take(&n.starts, x)
			}
		}
	}
	if len(n.routes) > 0 {
		add(nodes, onRoutes)
	}
	if len(n.starts) < minTasks {
		return
	}
	add(n.starts, inWindow)
	isStart := map[kernel.Var]bool{}
	for _, x := range n.starts {
		isStart[x] = true
	}
	n.tasks = map[kernel.Var][]kernel.Var{}
	var orders []kernel.Var
	for _, b := range switches { // such as the order of two tasks
		for _, x := range n.b.s.Near(b) {
			if isStart[x] && !slices.Contains(n.tasks[b], x) {
				n.tasks[b] = append(n.tasks[b], x)
			}
		}
		if len(n.tasks[b]) > 0 {
			orders = append(orders, b)
		}
	}
	add(orders, inWindow)
}

// terms returns the terms of the objective as soft assumptions.
func (n *neighbourhoods) terms(view kernel.View) (list []soft) {
	sign := int64(1)
	if view&1 != 0 {
		sign = -1
	}
	terms, _, err := n.b.terms(n.m.definition(n.b.goal))
	if err != nil {
		return nil
	}
	for _, t := range joined(terms) {
		if t.X < n.own {
			list = append(list, n.b.soft(t, sign))
		}
	}
	return list
}

// costly returns some variables of terms that are worse than their bounds, those that cost more with a greater
// probability.
func (n *neighbourhoods) costly(values []int64) []kernel.Var {
	cost := func(w soft) float64 {
		v := values[w.view.Var()]
		if w.view&1 != 0 {
			v = -v
		}
		return float64(max(v-n.b.s.Bound(w.view), 0)) * float64(w.weight)
	}
	sum := 0.0
	for _, w := range n.costs {
		sum += cost(w)
	}
	var list []kernel.Var
	for range 1 + n.r.IntN(maxCosts) {
		at := n.r.Float64() * sum
		for _, w := range n.costs {
			if at -= cost(w); at < 0 {
				list = append(list, w.view.Var())
				break
			}
		}
	}
	if len(list) == 0 {
		return []kernel.Var{n.b.asked}
	}
	return list
}

// parts frees about size nodes in parts of tours. A part begins at a node that some node of the part before may lead to.
// It returns the number of freed nodes.
func (n *neighbourhoods) parts(size int, values []int64) (freed int) {
	p := n.routes[n.r.IntN(len(n.routes))]
	at := n.r.IntN(len(p.next))
	length := max(2, size/(2+n.r.IntN(3)))
	for range farApart {
		from := at
		for range length {
			x := p.next[at]
			if x < n.own && n.member[x] {
				n.member[x] = false
				freed++
			}
			to := int(values[x] - p.first)
			if freed >= size || to < 0 || to >= len(p.next) || to == at {
				break
			}
			at = to
		}
		if freed >= size {
			break
		}
		x := p.next[from]
		at = n.r.IntN(len(p.next))
		for range farApart { // a node that x may lead to
			if k := n.r.IntN(len(p.next)); n.b.s.Has(x, p.first+int64(k)) {
				at = k
				break
			}
		}
	}
	return freed
}

// window frees the variables of tasks that start near some time.
func (n *neighbourhoods) window(a *arm, size int, values []int64) {
	distance := func(x, y kernel.Var) int64 { return max(values[x]-values[y], values[y]-values[x]) }
	centre := n.starts[n.r.IntN(len(n.starts))]
	far := func(x kernel.Var) int64 {
		if n.tasks[x] == nil {
			return distance(x, centre)
		}
		d := int64(0)
		for _, y := range n.tasks[x] {
			d = max(d, distance(y, centre))
		}
		return d
	}
	type place struct {
		x kernel.Var
		d int64
	}
	list := make([]place, len(a.fixable))
	for i, x := range a.fixable {
		list[i] = place{x, far(x)}
	}
	n.r.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	slices.SortStableFunc(list, func(p, q place) int { return cmp.Compare(p.d, q.d) })
	for _, p := range list[:min(size, len(list))] {
		n.member[p.x] = false
	}
}
