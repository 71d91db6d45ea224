package branch

import (
	"slices"

	"farbank/milp/internal/program"
	"farbank/milp/presolve"
)

// maxRestarts is the maximum number of times that the root begins again on a smaller program.
const maxRestarts = 4

// restarts reports whether presolve should run again on the root's program: probing, cuts and
// reduced costs have fixed a fifth of its integer columns.
func (s *run) restarts(r *root) bool {
	if s.o.NoPresolve || s.o.several() || s.o.open() || s.o.Checkpoint != nil || s.ctx.Err() != nil || r.p.Integers < 20 {
		return false
	}
	fixed := 0
	for j, whole := range r.p.Integer {
		if whole && r.p.Lo[j] == r.p.Hi[j] {
			fixed++
		}
	}
	return 5*fixed >= r.p.Integers
}

// restarted returns a tree for a reduced program, with the best solution, the bound and the
// counts of the tree before.
func (s *run) restarted(old *tree, p *program.Program) *tree {
	t := newTree(p, s.o, old.report)
	t.accept, t.inner, t.pool = s.accept, old.inner, old.pool
	t.nodes, t.iterations, t.cuts, t.since, t.rootBound = old.nodes, old.iterations, old.cuts, old.since, old.rootBound
	t.found, t.full, t.objective, t.cutoff = old.found, old.full, old.objective, old.cutoff
	if t.found {
		t.best = s.reduced.project(t.full)
	}
	s.adopt(t)
	return t
}

// reductions are the results of presolve, the first of the problem as given, each further one of
// the program that a root has left.
type reductions []*presolve.Result

// restore maps a point of the last reduced problem to the given one.
func (r reductions) restore(x []float64) []float64 {
	x = slices.Clone(x)
	for _, one := range slices.Backward(r) {
		x = one.Restore(x)
	}
	return x
}

// project returns the columns of a point that the last reduced problem has.
func (r reductions) project(full []float64) []float64 { return keep(r, full) }

// keep returns the elements of the columns that all reductions have kept.
func keep[T any](r reductions, all []T) []T {
	for _, one := range r {
		some := make([]T, len(one.Kept))
		for k, j := range one.Kept {
			some[k] = all[j]
		}
		all = some
	}
	return all
}
