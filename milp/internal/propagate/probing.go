package propagate

import (
	"context"
	"slices"

	"farbank/milp/internal/program"
)

// Probe tries both values of each binary and propagates (Savelsbergh 1994). It excludes infeasible
// values, keeps bounds that follow from both values, and records what follows from one value as an
// implication. It returns false if the problem is infeasible.
//
// dom has the current bounds, and gets the new ones; budget is the number of terms of rows to visit,
// and grows by [perFixed] with each column that is fixed.
func (l *ConflictGraph) Probe(ctx context.Context, dom *Domain, budget int64) bool {
	p := dom.P
	var order []int32
	for j := range p.N {
		if p.Binary(j) {
			order = append(order, int32(j))
		}
	}
	slices.SortStableFunc(order, func(a, b int32) int { return len(p.Cols[b].Row) - len(p.Cols[a].Row) })
	end, useless := dom.Work+budget, 0
	for _, j := range order {
		if dom.Work > end || useless > 300 || ctx.Err() != nil {
			break
		}
		if dom.Lo[j] == dom.Hi[j] {
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
		for _, c := range dom.trail[before:] {
			if dom.Lo[c.col] == dom.Hi[c.col] {
				end += perFixed
			}
		}
	}
	return true
}

// perFixed is the number of terms of rows that a fixed column is worth.
const perFixed = 20_000

// A seen is a bound implied by a value.
type seen struct {
	col    int32
	lo, hi float64
}

// probeOne leaves on the trail the bounds that hold for both values of j.
func (l *ConflictGraph) probeOne(dom *Domain, j int32) bool {
	mark := dom.Mark()
	var after [2][]seen
	for v := range 2 {
		if v == 0 {
			dom.SetUpper(j, 0)
		} else {
			dom.SetLower(j, 1)
		}
		if !dom.Propagate() {
			dom.Back(mark)
			if v == 0 {
				dom.SetLower(j, 1)
			} else {
				dom.SetUpper(j, 0)
			}
			return dom.Propagate()
		}
		done := map[int32]bool{j: true}
		for _, c := range dom.trail[mark:] {
			if !done[c.col] {
				done[c.col] = true
				after[v] = append(after[v], seen{c.col, dom.Lo[c.col], dom.Hi[c.col]})
			}
		}
		dom.Back(mark)
		l.learn(dom.P, literal(j, v == 1), after[v])
	}
	first := map[int32]seen{}
	for _, s := range after[0] {
		first[s.col] = s
	}
	for _, s := range after[1] {
		if f, ok := first[s.col]; ok {
			dom.SetLower(s.col, min(f.lo, s.lo))
			dom.SetUpper(s.col, max(f.hi, s.hi))
		}
	}
	return dom.Propagate()
}

// learn records the implications of a literal for other binaries.
func (l *ConflictGraph) learn(p *program.Program, lit int32, after []seen) {
	for _, s := range after {
		if p.Binary(int(s.col)) && s.lo == s.hi {
			l.imply(lit, literal(s.col, s.lo == 1))
		}
	}
}
