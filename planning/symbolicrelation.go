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

// A relation is a set of transitions of the same cost. Only bits of the set change.
type relation struct {
	cost int64
	bits []int // sorted
	set  int   // number of the set in the manager
	t    bdd.Ref
}

// relation returns the transitions of an operator. It reports false if none changes a state.
func (e *encoding) relation(op int) (relation, bool) {
	t, m := e.s.Task, e.s.Mutexes
	o := &t.Operators[op]
	if m != nil && m.dead[op] {
		return relation{}, false
	}
	pre := slices.Clone(o.Pre)
	if m != nil {
		for _, f := range m.implied[op] {
			if e.first[f.Var] >= 0 && !slices.Contains(pre, f) {
				pre = append(pre, f)
			}
		}
	}
	var variables []int
	conditional := false
	last := map[int]int{} // by variable: its last effect
	for k, f := range o.Effects {
		if e.first[f.Var] < 0 {
			continue
		}
		if _, ok := last[f.Var]; !ok {
			variables = append(variables, f.Var)
		}
		last[f.Var] = k
		conditional = conditional || len(f.When) > 0
	}
	if !conditional {
		variables = slices.DeleteFunc(variables, func(v int) bool { return slices.Contains(pre, o.Effects[last[v]].Fact) })
	}
	r := relation{cost: o.Cost}
	for _, v := range variables {
		for k := range e.width[v] {
			r.bits = append(r.bits, e.first[v]+k)
		}
	}
	slices.Sort(r.bits)
	if len(variables) == 0 {
		return r, false // it changes nothing
	}
	simple := !conditional && len(o.Some) == 0 && !slices.ContainsFunc(pre, func(f Fact) bool { return e.first[f.Var] < 0 })
	if simple {
		var list []bdd.Literal
		for _, f := range pre {
			list = e.literals(list, f, 0)
		}
		for _, v := range variables {
			list = e.literals(list, o.Effects[last[v]].Fact, 1)
		}
		slices.SortFunc(list, func(a, b bdd.Literal) int { return cmp.Compare(a.Level, b.Level) })
		r.t = e.m.Cube(list)
		return r, true
	}
	r.t = e.all(pre, o.Some)
	for _, v := range variables {
		r.t = e.m.And(r.t, e.effects(o, v))
	}
	return r, r.t != bdd.False
}

// effects returns the relation between a state and the value of a variable after an operator.
func (e *encoding) effects(o *Operator, v int) bdd.Ref {
	var keep []int
	for k := range e.width[v] {
		keep = append(keep, e.first[v]+k)
	}
	r := e.frame(keep)
	for _, f := range o.Effects {
		if f.Var == v {
			r = e.m.If(e.all(f.When, nil), e.m.Cube(e.literals(nil, f.Fact, 1)), r)
		}
	}
	return r
}

// frame returns the relation that keeps sorted bits.
func (e *encoding) frame(keep []int) bdd.Ref {
	r := bdd.True
	for _, i := range slices.Backward(keep) {
		r = e.m.Node(2*i, e.m.Node(2*i+1, r, bdd.False), e.m.Node(2*i+1, bdd.False, r))
	}
	return r
}

// union returns the union of two relations of the same cost.
func (e *encoding) union(a, b relation) relation {
	r := relation{cost: a.cost, bits: slices.Concat(a.bits, b.bits)}
	slices.Sort(r.bits)
	r.bits = slices.Compact(r.bits)
	widened := func(x relation) bdd.Ref {
		var missing []int
		for _, i := range r.bits {
			if _, in := slices.BinarySearch(x.bits, i); !in {
				missing = append(missing, i)
			}
		}
		return e.m.And(x.t, e.frame(missing))
	}
	r.t = e.m.Or(widened(a), widened(b))
	return r
}
