package pddl

import "slices"

// holds evaluates a condition.
func (j *judge) holds(w world, f *formula, env []int32) bool {
	switch f.op {
	case isTrue:
		return true
	case isAtom:
		var args [8]int32
		var text [128]byte
		terms := args[:0]
		for _, t := range f.terms {
			terms = append(terms, value(t, env))
		}
		k := j.spell(text[:0], f.pred, terms)
		if j.d.predicates[f.pred].derived {
			j.settle(w)
			return w.derived[string(k)]
		}
		return w.facts[string(k)]
	case isSame:
		return value(f.terms[0], env) == value(f.terms[1], env)
	case isCompare:
		a, b := j.number(w, f.sides[0], env), j.number(w, f.sides[1], env)
		if a == nil || b == nil {
			return false
		}
		order := a.Cmp(b)
		return order < 0 && f.than != equal || order == 0 && f.than != less
	case isNot:
		return !j.holds(w, f.args[0], env)
	case isAnd:
		for _, a := range f.args {
			if !j.holds(w, a, env) {
				return false
			}
		}
		return true
	case isOr:
		for _, a := range f.args {
			if j.holds(w, a, env) {
				return true
			}
		}
	case isAll, isAny:
		if f.op == isAny {
			found := false
			j.satisfy(w, f.all, f.args[0], env, nil, func() bool {
				found = true
				return false
			})
			return found
		}
		return j.each(f.all, env, func() bool { return j.holds(w, f.args[0], env) })
	}
	return false
}

// settle computes the derived facts: a fixpoint for each stratum in order.
func (j *judge) settle(w world) {
	if *w.settled {
		return
	}
	*w.settled = true // facts that are not derived yet do not hold
	for _, stratum := range j.strata() {
		for again := true; again; {
			again = false
			for _, r := range stratum {
				env := make([]int32, r.slots)
				all := make([]slot, len(r.params))
				for i, v := range r.params {
					all[i] = slot{index: int32(i), of: v.of}
				}
				known := func() bool { return w.derived[j.key(r.pred, env[:len(r.params)])] }
				j.satisfy(w, all, r.body, env, known, func() bool {
					w.derived[j.key(r.pred, env[:len(r.params)])] = true
					again = true
					return true
				})
			}
		}
	}
}

// strata returns the rules by strata, so that negated predicates are in earlier ones.
func (j *judge) strata() [][]*rule {
	level := make([]int, len(j.d.predicates))
	for again := true; again; {
		again = false
		for _, r := range j.d.derived {
			r.body.atoms(true, func(pred int, positive bool) {
				to := level[pred]
				if !positive && j.d.predicates[pred].derived {
					to++
				}
				if level[r.pred] < to {
					level[r.pred], again = to, true
				}
			})
		}
	}
	strata := make([][]*rule, slices.Max(append(level, 0))+1)
	for _, r := range j.d.derived {
		strata[level[r.pred]] = append(strata[level[r.pred]], r)
	}
	return strata
}

// each calls visit with variables bound to all objects of their types, until it returns false.
func (j *judge) each(all []slot, env []int32, visit func() bool) bool {
	if len(all) == 0 {
		return visit()
	}
	before := env[all[0].index] // variables that are not used together may share a slot
	defer func() { env[all[0].index] = before }()
	for o := range j.d.objects {
		if j.d.is(int32(o), all[0].of) {
			env[all[0].index] = int32(o)
			if !j.each(all[1:], env, visit) {
				return false
			}
		}
	}
	return true
}

// satisfy calls visit with variables bound to all objects of their types with which a condition holds, until it returns
// false. Each conjunct is evaluated as soon as its variables are bound, since rules may have many variables. If pass is not
// nil, objects for which it returns true are passed over.
func (j *judge) satisfy(w world, all []slot, f *formula, env []int32, pass, visit func() bool) bool {
	parts := []*formula{f}
	if f.op == isAnd {
		parts = f.args
	}
	after := make([][]*formula, len(all)+1) // by number of bound variables: conjuncts
	for _, p := range parts {
		k := len(all)
		for k > 0 && !p.dependsOn(all[k-1].index) {
			k--
		}
		after[k] = append(after[k], p)
	}
	var bind func(k int) bool
	bind = func(k int) bool {
		if k == len(all) && pass != nil && pass() {
			return true
		}
		for _, p := range after[k] {
			if !j.holds(w, p, env) {
				return true
			}
		}
		if k == len(all) {
			return visit()
		}
		return j.each(all[k:k+1], env, func() bool { return bind(k + 1) })
	}
	return bind(0)
}
