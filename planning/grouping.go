package planning

import (
	"context"
	"math/rand/v2"
	"slices"
)

// The choice of the groups of variables that share a pattern determines the quality of a sum of databases.
// The weight of an edge between two groups is the mean, over their abstract states, of the cost of their
// joint pattern beyond the sum of their separate costs. Groups are combined so that the total weight within
// patterns is large (mutual cost graph: Korf and Felner 2002).

// Limits of the search for patterns.
const (
	maxMutual   = 1 << 16 // abstract states of a pair of groups, including the blank
	maxPairs    = 2_000
	fewRestarts = 20
)

// A grouping assigns groups to patterns.
type grouping struct {
	groups  [][]int
	sizes   []int
	room    int
	weight  [][]float64
	pattern []int // by group
	filled  []int // by pattern: its number of abstract states
}

// patterns combines the groups with goals into patterns, as large as possible.
func (h *blankSearch) patterns(ctx context.Context, p *projector) [][]int {
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

// grouping returns the groups that contain goals and are small enough.
func (h *blankSearch) grouping() *grouping {
	g := &grouping{room: maxBlankStates}
	if h.blank >= 0 {
		g.room /= h.s.Task.Variables[h.blank].Size
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

// pack fills one pattern after another. Groups beyond the last pattern are left out.
func (g *grouping) pack() {
	g.pattern, g.filled = make([]int, len(g.groups)), nil
	for i, n := range g.sizes {
		k := len(g.filled) - 1
		if k < 0 || g.filled[k]*n > g.room {
			if k+1 == maxBlankTables {
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

// weigh computes the weights.
func (h *blankSearch) weigh(ctx context.Context, p *projector, g *grouping) {
	n := len(g.groups)
	g.weight = make([][]float64, n)
	var pairs [][2]int
	patterns := slices.Clone(g.groups)
	blank := 1
	if h.blank >= 0 {
		blank = h.s.Task.Variables[h.blank].Size
	}
	for i := range n {
		g.weight[i] = make([]float64, n)
		for j := range i {
			if g.sizes[i]*g.sizes[j]*blank <= maxMutual && len(pairs) < maxPairs {
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

// mutual returns the mean cost of a joint pattern beyond the sum of two separate ones; a has the lower
// digits of its state numbers.
func mutual(a, b, both *blankTable) float64 {
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

// improve swaps groups between patterns to increase the weight within them, by hill climbing with restarts.
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

// climb swaps groups until no swap increases the weight within patterns, and returns that weight.
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

// gain returns the increase of the weight if group i takes the place of group j.
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
