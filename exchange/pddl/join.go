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
	equal  [][]int32  // by variable: those that are equal to it
	met    map[string]bool
	env    []int32
	trail  []int32 // variables in the order in which they were bound
	open   []int   // a buffer for the atoms of a join
	name   []byte  // a buffer for keys
	visit  func(env []int32)
}

func newActionJoin(g *grounder, s *schema, params []variable, slots int, pre *formula, visit func(env []int32)) *actionJoin {
	j := &actionJoin{grounder: g, s: s, params: make([]variable, max(slots, len(params))), found: len(params), met: map[string]bool{}, visit: visit}
	copy(j.params, params)
	j.need(pre)
	j.env, j.equal = make([]int32, len(j.params)), make([][]int32, len(j.params))
	for _, f := range j.same {
		if f.op == isSame && f.terms[0] < 0 && f.terms[1] < 0 {
			a, b := -f.terms[0]-1, -f.terms[1]-1
			j.equal[a], j.equal[b] = append(j.equal[a], b), append(j.equal[b], a)
		}
	}
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

// clear unbinds all variables, except for those that are equal to an object. It returns false if one cannot be.
func (j *actionJoin) clear() bool {
	for i := range j.env {
		j.env[i] = unbound
	}
	j.trail = j.trail[:0]
	for _, f := range j.same {
		if f.op == isNot {
			continue
		}
		a, b := f.terms[0], f.terms[1]
		if a >= 0 {
			a, b = b, a
		}
		switch {
		case b < 0:
		case a >= 0 && a != b, a < 0 && !j.bind(-a-1, b):
			return false
		}
	}
	return true
}

// all returns the indices of the atoms, except for one.
func (j *actionJoin) all(but int) []int {
	j.open = j.open[:0]
	for i := range j.atoms {
		if i != but {
			j.open = append(j.open, i)
		}
	}
	return j.open
}

// start finds the instances that need no fact that may change.
func (j *actionJoin) start() {
	if j.clear() && j.differ() {
		j.join(j.all(-1))
	}
}

// meet finds the instances that need a new fact.
func (j *actionJoin) meet(f fact) {
	for i, a := range j.atoms {
		if a.pred == f.pred && j.clear() && j.unify(a.terms, f.args) {
			j.join(j.all(i))
		}
	}
}

// bind binds a variable, and those that are equal to it. It returns false if it has another value or another type.
func (j *actionJoin) bind(k, o int32) bool {
	switch {
	case j.env[k] == o:
		return true
	case j.env[k] != unbound, !j.d.is(o, j.params[k].of):
		return false
	}
	j.env[k] = o
	j.trail = append(j.trail, k)
	for _, other := range j.equal[k] {
		if !j.bind(other, o) {
			return false
		}
	}
	return true
}

// unify binds variables so that an atom becomes a fact. It returns false if that is not possible.
func (j *actionJoin) unify(terms, args []int32) bool {
	before := len(j.trail)
	for i, t := range terms {
		if t >= 0 && t != args[i] || t < 0 && !j.bind(-t-1, args[i]) {
			return false
		}
	}
	return len(j.trail) == before || j.differ()
}

// release unbinds the variables that were bound last, except for the first n.
func (j *actionJoin) release(n int) {
	for _, k := range j.trail[n:] {
		j.env[k] = unbound
	}
	j.trail = j.trail[:n]
}

// differ tests the equalities and inequalities whose variables are all bound.
func (j *actionJoin) differ() bool {
	for _, f := range j.same {
		want := f.op == isSame
		if !want {
			f = f.args[0]
		}
		a, b := value(f.terms[0], j.env), value(f.terms[1], j.env)
		if a != unbound && b != unbound && (a == b) != want {
			return false
		}
	}
	return true
}

// join continues with the atom that has the fewest candidates. The order of open is the same afterwards.
func (j *actionJoin) join(open []int) {
	j.spend(j.s)
	if len(open) == 0 {
		j.choose()
		return
	}
	best, least := -1, 0
	for k, i := range open {
		a := j.atoms[i]
		if _, _, n := j.relations[a.pred].candidates(a.terms, j.env); best < 0 || n < least {
			best, least = k, n
		}
	}
	if least == 0 {
		return
	}
	last := len(open) - 1
	open[best], open[last] = open[last], open[best]
	a := j.atoms[open[last]]
	r := j.relations[a.pred]
	list, all, n := r.candidates(a.terms, j.env)
	before := len(j.trail)
	for k := range n {
		f := k
		if !all {
			f = int(list[k])
		}
		j.spend(j.s)
		if j.unify(a.terms, r.facts[f]) {
			j.join(open[:last])
		}
		j.release(before)
	}
	open[best], open[last] = open[last], open[best]
}

// choose enumerates the objects for the variables that no fact binds.
func (j *actionJoin) choose() {
	for k := range j.s.params {
		if j.env[k] != unbound {
			continue
		}
		before := len(j.trail)
		for _, o := range j.of(j.params[k].of) {
			j.spend(j.s)
			if j.bind(int32(k), o) && j.differ() {
				j.choose()
			}
			j.release(before)
		}
		return
	}
	if j.name = appendKey(j.name[:0], j.env[:j.found]); !j.met[string(j.name)] {
		j.met[string(j.name)] = true
		j.visit(slices.Clone(j.env))
	}
}
