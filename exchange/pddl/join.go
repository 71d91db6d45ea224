package pddl

import "slices"

// An actionJoin finds the values of the parameters of an action or a rule by the facts that its
// condition needs. The values may not satisfy the rest of the condition.
type actionJoin struct {
	*grounder
	s      *schema
	params []variable // the parameters to be found, variables of quantifiers, then renamed ones
	found  int
	atoms  []*formula // facts that must hold in any case
	same   []*formula // equalities and inequalities of variables
	met    map[string]bool
	env    []int32
	visit  func(env []int32)
}

func newActionJoin(g *grounder, s *schema, params []variable, slots int, pre *formula, visit func(env []int32)) *actionJoin {
	j := &actionJoin{grounder: g, s: s, params: make([]variable, max(slots, len(params))), found: len(params), met: map[string]bool{}, visit: visit}
	copy(j.params, params)
	j.need(pre)
	j.env = make([]int32, len(j.params))
	return j
}

// need collects the atoms that a condition needs.
func (j *actionJoin) need(f *formula) {
	switch {
	case f.op == isAnd:
		for _, a := range f.args {
			j.need(a)
		}
	case f.op == isAny: // its variables become further parameters
		names := map[int32]int32{}
		for _, v := range f.all {
			names[-v.index-1] = -int32(len(j.params)) - 1
			j.params = append(j.params, variable{of: v.of})
		}
		j.need(f.args[0].renamed(names))
	case f.op == isAtom:
		j.atoms = append(j.atoms, f)
	case f.op == isSame, f.op == isNot && f.args[0].op == isSame:
		j.same = append(j.same, f)
	}
}

// renamed renames variables. Numbers are not renamed, since they are not joined.
func (f *formula) renamed(names map[int32]int32) *formula {
	g := *f
	g.terms = slices.Clone(f.terms)
	for i, t := range f.terms {
		if n, ok := names[t]; ok {
			g.terms[i] = n
		}
	}
	g.args = make([]*formula, len(f.args))
	for i, a := range f.args {
		g.args[i] = a.renamed(names)
	}
	return &g
}

// clear unbinds all variables.
func (j *actionJoin) clear() []int32 {
	for i := range j.env {
		j.env[i] = unbound
	}
	return j.env
}

// all returns the indices of the atoms.
func (j *actionJoin) all() []int {
	list := make([]int, len(j.atoms))
	for i := range list {
		list[i] = i
	}
	return list
}

// meet finds the instances that need a new fact.
func (j *actionJoin) meet(f fact) {
	for i, a := range j.atoms {
		if a.pred != f.pred {
			continue
		}
		env := j.clear()
		if bound, ok := j.unify(a.terms, f.args, env); ok {
			j.join(env, slices.DeleteFunc(j.all(), func(k int) bool { return k == i }))
			release(bound, env)
		}
	}
}

// unify binds variables so that an atom becomes a fact. It returns the variables that it bound.
func (j *actionJoin) unify(terms, args, env []int32) (bound []int32, ok bool) {
	for i, t := range terms {
		if t >= 0 {
			if t != args[i] {
				release(bound, env)
				return nil, false
			}
			continue
		}
		k := -t - 1
		switch {
		case env[k] == args[i]:
		case env[k] != unbound, !j.d.is(args[i], j.params[k].of):
			release(bound, env)
			return nil, false
		default:
			env[k] = args[i]
			bound = append(bound, k)
		}
	}
	if len(bound) > 0 && !j.differ(env) {
		release(bound, env)
		return nil, false
	}
	return bound, true
}

func release(bound, env []int32) {
	for _, k := range bound {
		env[k] = unbound
	}
}

// differ tests the equalities and inequalities whose variables are all bound.
func (j *actionJoin) differ(env []int32) bool {
	for _, f := range j.same {
		want := f.op == isSame
		if !want {
			f = f.args[0]
		}
		a, b := value(f.terms[0], env), value(f.terms[1], env)
		if a != unbound && b != unbound && (a == b) != want {
			return false
		}
	}
	return true
}

// join continues with the atom that has the fewest candidates.
func (j *actionJoin) join(env []int32, open []int) {
	j.spend(j.s)
	if len(open) == 0 {
		j.choose(env)
		return
	}
	best, least := -1, 0
	for k, i := range open {
		a := j.atoms[i]
		if _, _, n := j.relations[a.pred].candidates(a.terms, env); best < 0 || n < least {
			best, least = k, n
		}
	}
	if least == 0 {
		return
	}
	a := j.atoms[open[best]]
	rest := slices.Concat(open[:best], open[best+1:])
	r := j.relations[a.pred]
	list, all, n := r.candidates(a.terms, env)
	for k := range n {
		f := k
		if !all {
			f = int(list[k])
		}
		j.spend(j.s)
		if bound, ok := j.unify(a.terms, r.facts[f], env); ok {
			j.join(env, rest)
			release(bound, env)
		}
	}
}

// choose enumerates the objects for the variables that no fact binds.
func (j *actionJoin) choose(env []int32) {
	for k := range j.s.params {
		if env[k] != unbound {
			continue
		}
		for _, o := range j.of(j.params[k].of) {
			j.spend(j.s)
			if env[k] = o; j.differ(env) {
				j.choose(env)
			}
		}
		env[k] = unbound
		return
	}
	name := key(env[:j.found])
	if !j.met[name] {
		j.met[name] = true
		j.visit(slices.Clone(env))
	}
}
