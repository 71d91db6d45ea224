package main

// A graph is a space with all its edges, as a programmer would write it by hand to compute what farbank
// space prints about a space. States are numbered in breadth-first order.
type graph struct {
	p     puzzle
	shift int
	table []uint32 // number+1; 0 is free
	queue []uint64
	first []uint32 // edges of state i: to[first[i]:first[i+1]]
	to    []uint32
	wait  [group + 16]uint64
	slot  [group + 16]uint64
	n     int
}

// A report contains the results of the closer look.
type report struct {
	states, depth, edges, deadEnds, canReach, every int
	branching                                       [17]int
}

// closer explores a space and analyses it: the number of dead ends, the number of moves per state, the
// number of states that can reach the goal, and the number of states on every path to the goal.
func closer(p puzzle) (r report) {
	g := &graph{p: p, table: make([]uint32, 1<<p.bits), shift: 64 - p.bits}
	g.queue = make([]uint64, 0, 1<<p.bits*3/4)
	g.first = append(make([]uint32, 0, 1<<p.bits*3/4), 0)
	g.add(p.start)
	g.flush()
	g.to = g.to[:0]
	var out [16]uint64
	for from, to := 0, len(g.queue); from < to; from, to = to, len(g.queue) {
		edges := len(g.to)
		for _, x := range g.queue[from:to] {
			n := p.expand(x, &out)
			r.branching[n]++
			if n == 0 && x != p.goal {
				r.deadEnds++
			}
			for _, y := range out[:n] {
				g.add(y)
			}
			edges += n
			g.first = append(g.first, uint32(edges))
			if g.n >= group {
				g.flush()
			}
		}
		g.flush()
		r.depth++
	}
	r.depth--
	r.states, r.edges = len(g.queue), len(g.to)
	goal := -1
	for i, x := range g.queue {
		if x == p.goal {
			goal = i
		}
	}
	if goal >= 0 {
		r.canReach = g.back(goal)
		r.every = g.passed(goal)
	}
	return r
}

func (g *graph) add(x uint64) {
	g.wait[g.n] = x
	g.slot[g.n] = (x ^ x>>32) * 0x9E3779B97F4A7C15 >> g.shift
	g.n++
}

// flush looks up the waiting states, and stores their numbers as the ends of edges.
func (g *graph) flush() {
	touched := uint32(0)
	for _, slot := range g.slot[:g.n] {
		touched |= g.table[slot]
	}
	sink = uint64(touched)
	mask := uint64(len(g.table) - 1)
	for i, x := range g.wait[:g.n] {
		slot := g.slot[i]
		for g.table[slot] != 0 && g.queue[g.table[slot]-1] != x {
			slot = (slot + 1) & mask
		}
		if g.table[slot] == 0 {
			g.queue = append(g.queue, x)
			g.table[slot] = uint32(len(g.queue))
		}
		g.to = append(g.to, g.table[slot]-1)
	}
	g.n = 0
}

// back counts the states that can reach a given state, over the reversed edges.
func (g *graph) back(goal int) int {
	n := len(g.queue)
	at := make([]uint32, n+1)
	for _, t := range g.to {
		at[t+1]++
	}
	for i := range n {
		at[i+1] += at[i]
	}
	fill := append([]uint32(nil), at...)
	from := make([]uint32, len(g.to))
	for i := range n {
		for _, t := range g.to[g.first[i]:g.first[i+1]] {
			from[fill[t]] = uint32(i)
			fill[t]++
		}
	}
	seen := make([]bool, n)
	seen[goal] = true
	queue := append(make([]uint32, 0, n), uint32(goal))
	for k := 0; k < len(queue); k++ {
		for _, j := range from[at[queue[k]]:at[queue[k]+1]] {
			if !seen[j] {
				seen[j] = true
				queue = append(queue, j)
			}
		}
	}
	return len(queue)
}

// passed counts the states between the start and a given state that are on every path between them. It
// follows one path. A state of this path counts if a search that avoids it does not get beyond it.
func (g *graph) passed(goal int) int {
	prev := make([]uint32, len(g.queue))
	found := uint32(1)
	for i := 0; int(found) <= goal; i++ {
		for _, t := range g.to[g.first[i]:g.first[i+1]] {
			if t == found {
				prev[t] = uint32(i)
				found++
			}
		}
	}
	place := make([]int32, len(g.queue)) // position on the path, from 1; -1: seen off the path
	var way []uint32
	for i := uint32(goal); ; i = prev[i] {
		way = append(way, i)
		if i == 0 {
			break
		}
	}
	for k, i := range way {
		place[i] = int32(len(way) - k)
	}
	far, every := int32(1), 0
	var queue []uint32
	for k := len(way) - 1; k > 0 && int(far) < len(way); k-- {
		if far == int32(len(way)-k) && k < len(way)-1 {
			every++
		}
		queue = append(queue[:0], way[k])
		for h := 0; h < len(queue) && int(far) < len(way); h++ {
			for _, t := range g.to[g.first[queue[h]]:g.first[queue[h]+1]] {
				if at := place[t]; at > 0 {
					far = max(far, at)
				} else if at == 0 {
					place[t] = -1
					queue = append(queue, t)
				}
			}
		}
	}
	return every
}
