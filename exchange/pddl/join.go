package pddl

import "slices"

// A joiner finds the arguments of one action: by the facts that it needs.
type joiner struct {
	*grounder
	s     *schema
	atoms []*formula // what must hold, and does not depend on a choice
	same  []*formula // that variables must be, or not be, the same
	met   map[string]bool
	env   []int32
}

func newJoiner(g *grounder, s *schema) *joiner {
	j := &joiner{grounder: g, s: s, met: map[string]bool{}, env: make([]int32, s.slots)}
	parts := []*formula{s.pre}
	if s.pre.op == isAnd {
		parts = s.pre.args
	}
	for _, f := range parts {
		switch {
		case f.op == isAtom && !g.d.predicates[f.pred].derived:
			j.atoms = append(j.atoms, f)
		case f.op == isSame, f.op == isNot && f.args[0].op == isSame:
			j.same = append(j.same, f)
		}
	}
	return j
}

// clear leaves no variable with a value.
func (j *joiner) clear() []int32 {
	for i := range j.env {
		j.env[i] = unbound
	}
	return j.env
}

// all are the numbers of the atoms.
func (j *joiner) all() []int {
	list := make([]int, len(j.atoms))
	for i := range list {
		list[i] = i
	}
	return list
}

// meet finds the instances that need a new fact.
func (j *joiner) meet(f fact) {
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

// unify gives variables the values that make an atom a fact; it returns those that had none.
func (j *joiner) unify(terms, args, env []int32) (bound []int32, ok bool) {
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
		case env[k] != unbound, !j.d.is(args[i], j.s.params[k].of):
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

// differ looks at the conditions on sameness of which all variables have values.
func (j *joiner) differ(env []int32) bool {
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

// join goes on with the atom that fewest facts fit.
func (j *joiner) join(env []int32, open []int) {
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

// choose gives the variables that no fact binds all objects of their types.
func (j *joiner) choose(env []int32) {
	for k := range j.s.params {
		if env[k] != unbound {
			continue
		}
		for _, o := range j.of(j.s.params[k].of) {
			j.spend(j.s)
			if env[k] = o; j.differ(env) {
				j.choose(env)
			}
		}
		env[k] = unbound
		return
	}
	name := key(env[:len(j.s.params)])
	if !j.met[name] {
		j.met[name] = true
		j.instance(j.s, env)
	}
}
