package planning

import (
	"context"
	"math/rand/v2"
	"slices"
)

// Which groups of variables share a pattern decides what a sum of databases knows. What two
// groups know together beyond what they know alone, in the mean over their abstract states,
// is the weight of an edge between them; groups are put together so that the weight within
// patterns is large (the mutual cost graph: Korf and Felner 2002).

// Bounds of the search for patterns.
const (
	maxMutual   = 1 << 16 // abstract states of a pair of groups, with the hub
	maxPairs    = 2_000
	fewRestarts = 20
)

// A grouping puts groups into patterns.
type grouping struct {
	groups  [][]int
	sizes   []int
	room    int
	weight  [][]float64
	pattern []int // by group
	filled  []int // by pattern: its abstract states
}

// patterns puts groups that have goals together, into patterns as large as may be.
func (h *hubSearch) patterns(ctx context.Context, p *projector) [][]int {
	g := h.grouping()
	if len(g.groups) == 0 {
		return nil
	}
	g.pack()
	if len(g.filled) > 1 && len(g.groups) > len(g.filled) {
		h.weigh(ctx, p, g)
		g.improve()
	}
	list := make([][]int, len(g.filled))
	for i, k := range g.pattern {
		if k >= 0 {
			list[k] = append(list[k], g.groups[i]...)
		}
	}
	return list
}

// grouping lists the groups that matter and are small enough.
func (h *hubSearch) grouping() *grouping {
	g := &grouping{room: maxHubStates}
	if h.hub >= 0 {
		g.room /= h.s.Task.Variables[h.hub].Size
	}
	goal := map[int]bool{}
	for _, f := range slices.Concat(h.s.Task.Goal, h.s.Mutexes.goal) {
		goal[f.Var] = true
	}
	for _, list := range h.groups {
		n := 1
		for _, v := range list {
			if n *= h.s.Task.Variables[v].Size; n > g.room {
				break
			}
		}
		if n <= g.room && slices.ContainsFunc(list, func(v int) bool { return goal[v] }) {
			g.groups, g.sizes = append(g.groups, list), append(g.sizes, n)
		}
	}
	return g
}

// pack fills one pattern after another; what is left when there are enough stays out.
func (g *grouping) pack() {
	g.pattern, g.filled = make([]int, len(g.groups)), nil
	for i, n := range g.sizes {
		k := len(g.filled) - 1
		if k < 0 || g.filled[k]*n > g.room {
			if k+1 == maxHubTables {
				g.pattern[i] = -1
				continue
			}
			g.filled = append(g.filled, 1)
			k++
		}
		g.pattern[i] = k
		g.filled[k] *= n
	}
}

// weigh works out the weights.
func (h *hubSearch) weigh(ctx context.Context, p *projector, g *grouping) {
	n := len(g.groups)
	g.weight = make([][]float64, n)
	var pairs [][2]int
	patterns := slices.Clone(g.groups)
	hub := 1
	if h.hub >= 0 {
		hub = h.s.Task.Variables[h.hub].Size
	}
	for i := range n {
		g.weight[i] = make([]float64, n)
		for j := range i {
			if g.sizes[i]*g.sizes[j]*hub <= maxMutual && len(pairs) < maxPairs {
				pairs = append(pairs, [2]int{i, j})
				patterns = append(patterns, slices.Concat(g.groups[i], g.groups[j]))
			}
		}
	}
	tables := h.tables(ctx, p, patterns)
	for k, pair := range pairs {
		i, j := pair[0], pair[1]
		if a, b, both := tables[i], tables[j], tables[n+k]; a != nil && b != nil && both != nil {
			w := mutual(a, b, both)
			g.weight[i][j], g.weight[j][i] = w, w
		}
	}
}

// mutual is what a table knows beyond two others, the first of which has the low places of
// its numbers.
func mutual(a, b, both *hubTable) float64 {
	total, count := 0, 0
	for y, right := range b.left {
		for x, left := range a.left {
			if z := both.left[y*len(a.left)+x]; z != unknownLeft {
				total += int(z) - int(left) - int(right)
				count++
			}
		}
	}
	return float64(total) / float64(max(1, count))
}

// improve exchanges groups between patterns as long as that makes the weight within them
// larger, beginning with some orders.
func (g *grouping) improve() {
	best, most := g.pattern, g.climb()
	rng := rand.New(rand.NewPCG(1, 1))
	for range fewRestarts {
		g.pattern = slices.Clone(best)
		rng.Shuffle(len(g.pattern), func(i, j int) {
			if g.sizes[i] == g.sizes[j] {
				g.pattern[i], g.pattern[j] = g.pattern[j], g.pattern[i]
			}
		})
		if w := g.climb(); w > most {
			best, most = g.pattern, w
		}
	}
	g.pattern = best
}

// climb returns the weight within patterns when no exchange makes it larger.
func (g *grouping) climb() float64 {
	for {
		better, a, b := 1e-9, -1, -1
		for i := range g.pattern {
			for j := range i {
				if g.sizes[i] == g.sizes[j] && g.pattern[i] != g.pattern[j] {
					if w := g.gain(i, j) + g.gain(j, i); w > better {
						better, a, b = w, i, j
					}
				}
			}
		}
		if a < 0 {
			break
		}
		g.pattern[a], g.pattern[b] = g.pattern[b], g.pattern[a]
	}
	total := 0.0
	for i := range g.pattern {
		for j := range i {
			if g.pattern[i] == g.pattern[j] && g.pattern[i] >= 0 {
				total += g.weight[i][j]
			}
		}
	}
	return total
}

// gain is what a group's weight gains if it goes where another is now.
func (g *grouping) gain(i, j int) float64 {
	w := 0.0
	for k := range g.pattern {
		switch {
		case k == i || k == j:
		case g.pattern[k] == g.pattern[j] && g.pattern[j] >= 0:
			w += g.weight[i][k]
		case g.pattern[k] == g.pattern[i] && g.pattern[i] >= 0:
			w -= g.weight[i][k]
		}
	}
	return w
}
