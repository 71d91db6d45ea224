package recognise

// A graph has labeled edges: the difference of the heights of its two nodes.
type graph struct {
	near  []map[int][]int64 // by node: its neighbors, with the labels of the edges
	next  [][]int           // by node: its neighbors in order
	edges []edge
}

type edge struct {
	from, to int
	up       int64
}

func (g *graph) add(from, to int, up int64) {
	for len(g.near) <= max(from, to) {
		g.near, g.next = append(g.near, map[int][]int64{}), append(g.next, nil)
	}
	if g.near[from][to] == nil {
		g.next[from], g.next[to] = append(g.next[from], to), append(g.next[to], from)
	}
	g.near[from][to] = append(g.near[from][to], up)
	g.near[to][from] = append(g.near[to][from], -up)
	g.edges = append(g.edges, edge{from, to, up})
}

func (g *graph) has(e edge) bool {
	for _, up := range g.near[e.from][e.to] {
		if up == e.up {
			return true
		}
	}
	return false
}

// A member of a clique is a node at a height.
type member struct {
	node   int
	height int64
}

// cliques covers all edges by sets of nodes with heights, in which every two nodes have an edge
// labeled with the difference of their heights. It grows a set from each edge that is not yet
// covered, trying the neighbors of its first node in order.
func (g *graph) cliques() [][]member {
	var list [][]member
	covered := map[edge]bool{}
	for _, e := range g.edges {
		if covered[e] {
			continue
		}
		set := []member{{e.from, 0}, {e.to, e.up}}
		for _, again := range []bool{false, true} { // uncovered edges come first
			for _, node := range g.next[e.from] {
				for _, up := range g.near[e.from][node] {
					if covered[edge{e.from, node, up}] == again && g.fits(set, member{node, up}) {
						set = append(set, member{node, up})
					}
				}
			}
		}
		for _, a := range set {
			for _, b := range set {
				covered[edge{a.node, b.node, b.height - a.height}] = true
			}
		}
		list = append(list, set)
	}
	return list
}

// fits reports whether a node has matching edges to all members of a set.
func (g *graph) fits(set []member, m member) bool {
	for _, a := range set {
		if a.node == m.node || !g.has(edge{a.node, m.node, m.height - a.height}) {
			return false
		}
	}
	return true
}
