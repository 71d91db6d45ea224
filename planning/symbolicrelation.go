package planning

import (
	"cmp"
	"errors"
	"maps"
	"slices"

	"farbank/planning/internal/bdd"
)

// prepare encodes the task.
func (y *symbolic) prepare() {
	s := y.space
	y.e = newEncoding(s, y.m)
	y.e.derive()
	goal := y.e.all(s.Task.Goal, s.Task.GoalSome)
	y.constraints = y.e.constraints(maxConstraint)
	for op := range s.Task.Operators {
		if r, ok := y.e.relation(op); ok {
			y.relations = append(y.relations, r)
		}
	}
	for _, c := range y.constraints {
		goal = y.m.And(goal, c)
	}
	for k, set := range []bdd.Ref{y.e.cube(s.begin), goal} {
		d := &side{back: k == 1, closed: bdd.False, open: map[int64]bdd.Ref{}, rounds: map[int64][]bdd.Ref{}, estimate: int64(k)}
		y.sides[k] = d
		if set != bdd.False {
			d.open[0] = set
		}
	}
	y.meet(y.sides[0], y.sides[0].open[0], 0)
}

// merge unites relations of the same cost as long as they are small, those with the same variables first.
func (y *symbolic) merge() error {
	sets := map[string]int{}
	number := func(r *relation) {
		key := make([]byte, 0, 4*len(r.bits))
		for _, i := range r.bits {
			key = append(key, byte(i), byte(i>>8), byte(i>>16))
		}
		k, ok := sets[string(key)]
		if !ok {
			k = y.m.NewSet(r.bits)
			sets[string(key)] = k
		}
		r.set = k
	}
	slices.SortStableFunc(y.relations, func(a, b relation) int {
		return cmp.Or(cmp.Compare(a.cost, b.cost), slices.Compare(a.bits, b.bits))
	})
	until := y.m.Work() + mergeWork
	for merged := true; merged; {
		merged = false
		var list []relation
		for i := 0; i < len(y.relations); i++ {
			a := y.relations[i]
			if i+1 < len(y.relations) && y.relations[i+1].cost == a.cost && y.m.Work() < until {
				var u relation
				size := maxRelation
				err := y.m.Try(50*maxRelation, func() {
					u = y.e.union(a, y.relations[i+1])
					size = y.m.Size(u.t, maxRelation)
				})
				if err != nil && !errors.Is(err, bdd.ErrWork) {
					return err
				}
				if err == nil && size < maxRelation {
					a, merged = u, true
					i++
				}
			}
			list = append(list, a)
		}
		y.relations = list
		y.tidy()
	}
	for i := range y.relations {
		number(&y.relations[i])
		if y.relations[i].cost == 0 {
			y.free++
		}
	}
	return nil
}

// tidy frees nodes if there are many.
func (y *symbolic) tidy() {
	if y.m.Used() > y.collectAt {
		y.collect()
	}
}

func (y *symbolic) collect() {
	roots := slices.Clone(y.constraints)
	for i := range y.relations {
		roots = append(roots, y.relations[i].t)
	}
	for _, d := range y.sides {
		if d == nil {
			continue
		}
		roots = append(roots, d.closed)
		roots = slices.AppendSeq(roots, maps.Values(d.open))
		for _, list := range d.rounds {
			roots = append(roots, list...)
		}
		if x := d.step; x != nil {
			roots = append(append(append(roots, x.all), x.rounds...), x.partial...)
		}
	}
	y.m.Collect(roots)
	y.collectAt = max(firstCollect, 2*y.m.Used())
}
