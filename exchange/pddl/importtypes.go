package pddl

import "slices"

// specialize turns constant predicates with one argument, such as (truck t) in older domains,
// into types.
func (d *domain) specialize() {
	if len(d.types) > 1 {
		return
	}
	d.newTypes()
	for _, a := range d.actions {
		d.specializeAction(a)
	}
	sets := make([][][]int32, len(d.predicates)) // by predicate and argument: the possible objects
	for k, p := range d.predicates {
		sets[k] = make([][]int32, len(p.params))
	}
	for _, f := range d.init {
		for i, o := range f.args {
			sets[f.pred][i] = append(sets[f.pred][i], o)
		}
	}
	for _, a := range d.actions {
		for _, e := range a.effects {
			for i, t := range e.terms {
				if !e.not {
					sets[e.pred][i] = append(sets[e.pred][i], d.mayBe(t, a, e.all)...)
				}
			}
		}
	}
	for k := range d.predicates {
		for i := range d.predicates[k].params {
			if of := d.covering(sets[k][i]); of != nil && !d.predicates[k].derived {
				d.predicates[k].params[i].of = of
			}
		}
	}
}

// newTypes adds a type for each constant predicate with one argument.
func (d *domain) newTypes() {
	for k, p := range d.predicates {
		if len(p.params) != 1 || p.changes || p.derived {
			continue
		}
		t := len(d.types)
		d.types = append(d.types, kindOf{name: p.name, above: []int{0}})
		d.typeOf[p.name] = t
		for _, f := range d.init {
			if o := &d.objects[f.args0()]; f.pred == k && !slices.Contains(o.of, t) {
				o.of = append(o.of, t)
			}
		}
	}
}

func (f *fact) args0() int32 {
	if len(f.args) == 0 {
		return 0
	}
	return f.args[0]
}

// specializeAction gives parameters the smallest types that the precondition requires, and
// removes these requirements from it.
func (d *domain) specializeAction(a *schema) {
	parts := []*formula{a.pre}
	if a.pre.op == isAnd {
		parts = slices.Clone(a.pre.args)
	}
	typed := func(f *formula) (param, t int) {
		if f.op != isAtom || len(f.terms) != 1 || f.terms[0] >= 0 {
			return -1, -1
		}
		t, ok := d.typeOf[d.predicates[f.pred].name]
		if !ok {
			return -1, -1
		}
		return int(-f.terms[0] - 1), t
	}
	for _, f := range parts {
		if i, t := typed(f); t >= 0 && i < len(a.params) && len(d.of([]int{t})) < len(d.of(a.params[i].of)) {
			a.params[i].of = []int{t}
		}
	}
	a.pre = and(slices.DeleteFunc(parts, func(f *formula) bool {
		i, t := typed(f)
		return t >= 0 && i < len(a.params) && within(d.of(a.params[i].of), d.of([]int{t}))
	}))
}

// mayBe returns the possible objects of a term of an effect.
func (d *domain) mayBe(t int32, a *schema, all []slot) []int32 {
	if t >= 0 {
		return []int32{t}
	}
	if i := int(-t - 1); i < len(a.params) {
		return d.of(a.params[i].of)
	}
	for _, v := range all {
		if v.index == -t-1 {
			return d.of(v.of)
		}
	}
	return d.of([]int{0})
}

// covering returns types whose objects are exactly those of a list, or nil.
func (d *domain) covering(list []int32) []int {
	var of []int
	for left := list; len(left) > 0; {
		best, most := -1, 0
		for t := range d.types[1:] {
			objects := d.of([]int{t + 1})
			if n := len(objects); n > most && within(objects, list) && overlap(objects, left) {
				best, most = t+1, n
			}
		}
		if best < 0 {
			return nil
		}
		of = append(of, best)
		left = slices.DeleteFunc(slices.Clone(left), func(o int32) bool { return d.is(o, []int{best}) })
	}
	return of
}
