package propagate

// circuit constrains successors to form one cycle through all nodes or, with some, through a subset, where the other
// nodes are their own successors (Caseau and Laburthe 1997; explanations as in Francis and Stuckey 2014). The end of a
// path may not lead to its beginning while some node outside must be on the cycle. The explanation is the path.
type circuit struct {
	next  []Var
	first int64 // the number of node 0
	some  bool
	begin []bool // scratch: the nodes without a fixed predecessor
}

// Circuit constrains next[i] to be the successor of node i on a cycle through all nodes, which are numbered from first.
func Circuit(s *solver, first int64, next ...Var) { postCircuit(s, false, first, next) }

// Subcircuit constrains next[i] to be the successor of node i on one cycle, or node i itself if it is not on the cycle.
// Nodes are numbered from first.
func Subcircuit(s *solver, first int64, next ...Var) { postCircuit(s, true, first, next) }

func postCircuit(s *solver, some bool, first int64, next []Var) {
	n := int64(len(next))
	for i, x := range next {
		s.AddClause(x.AtLeast(first))
		s.AddClause(x.AtMost(first + n - 1))
		if !some && n > 1 {
			s.AddClause(s.Equal(x, first+int64(i)).Not())
		}
	}
	AllDifferent(s, Offsets(next...)...)
	id := s.AddPropagator(&circuit{next: next, first: first, some: some, begin: make([]bool, n)}, 2)
	for _, x := range next {
		if some {
			s.WatchHoles(id, x)
		} else {
			s.WatchBoth(id, x)
		}
	}
}

func (p *circuit) Propagate(s *solver) bool {
	for i := range p.begin {
		p.begin[i] = true
	}
	for _, x := range p.next {
		if s.Fixed(x) && p.after(s, x) >= 0 && p.after(s, x) < len(p.next) {
			p.begin[p.after(s, x)] = false
		}
	}
	visited := make([]bool, len(p.next))
	for _, fresh := range []bool{true, false} { // paths from their first nodes, then cycles
		for i, x := range p.next {
			if visited[i] || p.begin[i] != fresh || !s.Fixed(x) || p.some && p.after(s, x) == i {
				continue
			}
			if !p.follow(s, i, visited) {
				return false
			}
		}
	}
	return true
}

// after returns the index of the successor that the fixed variable x gives.
func (p *circuit) after(s *solver, x Var) int { return int(s.Min(x) - p.first) }

// follow walks along the path of fixed successors that begins at from, and propagates it.
func (p *circuit) follow(s *solver, from int, visited []bool) bool {
	var path []int
	at := from
	for s.Fixed(p.next[at]) && !visited[at] {
		visited[at] = true
		path = append(path, at)
		at = p.after(s, p.next[at])
	}
	if at != from && (visited[at] || p.begin[at]) { // not all different, which another propagator detects
		return true
	}
	closed := at == from
	if !closed {
		path = append(path, at)
	}
	if len(path) == len(p.next) {
		return true
	}
	on := make([]bool, len(p.next))
	for _, i := range path {
		on[i] = true
	}
	if p.some {
		return p.leave(s, path, on, closed)
	}
	if closed {
		return s.Fail(p.edges(s, path)...)
	}
	return s.Remove(p.next[at], p.first+int64(from), s.Because(p.edges(s, path[:len(path)-1])...))
}

// edges returns atoms for the successors of nodes.
func (p *circuit) edges(s *solver, nodes []int) []Atom {
	var list []Atom
	for _, i := range nodes {
		x := p.next[i]
		if a, ok := s.Known(x, s.Min(x)); ok && s.Holds(a) {
			list = append(list, a)
		} else {
			list = bothBounds(s, list, x)
		}
	}
	return list
}

// leave excludes the other nodes after the cycle has closed. If a node outside must be on the cycle, it forbids an open
// path to close.
func (p *circuit) leave(s *solver, path []int, on []bool, closed bool) bool {
	for j, y := range p.next {
		if on[j] {
			continue
		}
		if closed {
			is := s.Has(y, p.first+int64(j))
			if !is {
				return s.Fail(append(p.edges(s, path), s.Differs(y, p.first+int64(j), s.Now()))...)
			}
			if a := s.Equal(y, p.first+int64(j)); !s.Holds(a) && !s.Set(a, s.Because(p.edges(s, path)...)) {
				return false
			}
			continue
		}
		if !s.Has(y, p.first+int64(j)) {
			end := path[len(path)-1]
			why := append(p.edges(s, path[:len(path)-1]), s.Differs(y, p.first+int64(j), s.Now()))
			return s.Remove(p.next[end], p.first+int64(path[0]), s.Because(why...))
		}
	}
	return true
}

func (p *circuit) Explain(*solver, Atom, uint64, int32) {}

// A Router is a propagator of tours.
type Router interface {
	// Route returns the successors of the nodes, which are numbered from first.
	Route() (first int64, next []Var)
}

// Route returns the successors.
func (p *circuit) Route() (first int64, next []Var) { return p.first, p.next }
