package branch

import (
	"context"
	"slices"
)

// probe gives each binary both of its values and looks what follows (Savelsbergh
// 1994): a value that cannot be is excluded, a bound that follows from both holds
// anyway, and what follows from one is kept as an implication. It is false when the
// problem has no solution.
//
// dom has the bounds that hold, and gets those found; budget is how many terms of rows
// may be looked at.
func (l *conflictGraph) probe(ctx context.Context, dom *domain, budget int64) bool {
	p := dom.p
	var order []int32
	for j := range p.n {
		if p.binary(j) {
			order = append(order, int32(j))
		}
	}
	slices.SortStableFunc(order, func(a, b int32) int { return len(p.cols[b].row) - len(p.cols[a].row) })
	start, useless := dom.work, 0
	for _, j := range order {
		if dom.work-start > budget || useless > 300 || ctx.Err() != nil {
			break
		}
		if dom.lo[j] == dom.hi[j] {
			continue
		}
		before := len(dom.trail)
		edges := l.edges
		if !l.probeOne(dom, j) {
			return false
		}
		if useless++; len(dom.trail) > before || l.edges > edges {
			useless = 0
		}
	}
	return true
}

// seen is a bound that followed from a value.
type seen struct {
	col    int32
	lo, hi float64
}

// probeOne leaves on the trail what holds for both values of j.
func (l *conflictGraph) probeOne(dom *domain, j int32) bool {
	mark := dom.mark()
	var after [2][]seen
	for v := range 2 {
		if v == 0 {
			dom.setUpper(j, 0)
		} else {
			dom.setLower(j, 1)
		}
		if !dom.propagate() {
			dom.back(mark)
			if v == 0 {
				dom.setLower(j, 1)
			} else {
				dom.setUpper(j, 0)
			}
			return dom.propagate()
		}
		done := map[int32]bool{j: true}
		for _, c := range dom.trail[mark:] {
			if !done[c.col] {
				done[c.col] = true
				after[v] = append(after[v], seen{c.col, dom.lo[c.col], dom.hi[c.col]})
			}
		}
		dom.back(mark)
		l.learn(dom.p, literal(j, v == 1), after[v])
	}
	first := map[int32]seen{}
	for _, s := range after[0] {
		first[s.col] = s
	}
	for _, s := range after[1] {
		if f, ok := first[s.col]; ok {
			dom.setLower(s.col, min(f.lo, s.lo))
			dom.setUpper(s.col, max(f.hi, s.hi))
		}
	}
	return dom.propagate()
}

// learn keeps what a literal implies for other binaries.
func (l *conflictGraph) learn(p *program, lit int32, after []seen) {
	for _, s := range after {
		if p.binary(int(s.col)) && s.lo == s.hi {
			l.imply(lit, literal(s.col, s.lo == 1))
		}
	}
}
