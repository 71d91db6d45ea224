package planning

import "slices"

// A partial state fixes the values of some variables.
type partial struct{ mask, value []uint64 }

func (p *partial) matches(packed []uint64) bool {
	for i, w := range packed {
		if (w^p.value[i])&p.mask[i] != 0 {
			return false
		}
	}
	return true
}

// A pair is an operator that is good in all states of a partial state.
type pair struct {
	partial
	op   int32
	left int32 // operators of the path from here
}

// An index finds the partial states that a state belongs to, by the value of one variable that they fix.
type index[T any] struct {
	space   *Space
	byValue [][]T // by fact
	always  []T
	vars    []int // variables with lists
	used    []bool
	count   int
}

func newIndex[T any](s *Space) *index[T] {
	return &index[T]{space: s, byValue: make([][]T, s.Facts()), used: make([]bool, len(s.fields))}
}

// add adds an entry for a partial state, at the fixed variable with most values.
func (x *index[T]) add(p *partial, entry T) {
	best := -1
	for v, f := range x.space.fields {
		if f.mask != 0 && p.mask[f.word]>>f.shift&f.mask != 0 && (best < 0 || f.mask > x.space.fields[best].mask) {
			best = v
		}
	}
	x.count++
	if best < 0 {
		x.always = append(x.always, entry)
		return
	}
	if !x.used[best] {
		x.used[best] = true
		x.vars = append(x.vars, best)
	}
	f := x.space.fields[best]
	k := x.space.offset[best] + int(p.value[f.word]>>f.shift&f.mask)
	x.byValue[k] = append(x.byValue[k], entry)
}

// each calls visit for the entries that a state may belong to, until it returns false.
func (x *index[T]) each(state State, visit func(*T) bool) {
	for i := range x.always {
		if !visit(&x.always[i]) {
			return
		}
	}
	for _, v := range x.vars {
		list := x.byValue[x.space.offset[v]+int(state[v])]
		for i := range list {
			if !visit(&list[i]) {
				return
			}
		}
	}
}

// fix fixes a variable of a partial state.
func (f *policyFinder) fix(p *partial, v, value int) {
	x := f.space.fields[v]
	p.mask[x.word] |= x.mask << x.shift
	p.value[x.word] = p.value[x.word]&^(x.mask<<x.shift) | uint64(value)&x.mask<<x.shift
}

// free makes a variable of a partial state free.
func (f *policyFinder) free(p *partial, v int) {
	x := f.space.fields[v]
	p.mask[x.word] &^= x.mask << x.shift
	p.value[x.word] &^= x.mask << x.shift
}

func (f *policyFinder) fixes(p *partial, v int) bool {
	x := f.space.fields[v]
	return x.mask != 0 && p.mask[x.word]>>x.shift&x.mask != 0
}

func (f *policyFinder) nothing() partial {
	return partial{make([]uint64, f.space.words), make([]uint64, f.space.words)}
}

// whole returns the partial state that fixes all variables.
func (f *policyFinder) whole(state State) partial {
	p := f.nothing()
	for v := range f.space.fields {
		f.fix(&p, v, int(state[v]))
	}
	return p
}

// regress returns a partial state that the given one belongs to, and from whose states an operator leads to p.
func (f *policyFinder) regress(p partial, op int, state State) partial {
	if len(f.space.Task.Axioms) > 0 || len(f.space.inverse) > 0 {
		return f.whole(state)
	}
	out := partial{slices.Clone(p.mask), slices.Clone(p.value)}
	o := &f.space.Task.Operators[op]
	var concrete []int
	for _, e := range o.Effects {
		if !f.fixes(&p, e.Var) {
			continue
		}
		for _, w := range e.When {
			concrete = append(concrete, w.Var)
		}
		if holds(state, e.When) {
			f.free(&out, e.Var)
		}
	}
	for _, v := range concrete {
		f.fix(&out, v, int(state[v]))
	}
	f.need(&out, state, o.Pre, o.Some)
	return out
}

// need fixes what conditions need, as far as they hold in a state.
func (f *policyFinder) need(p *partial, state State, all []Fact, some [][]Fact) {
	for _, x := range all {
		f.fix(p, x.Var, x.Value)
	}
	for _, list := range some {
		for _, x := range list {
			if int(state[x.Var]) == x.Value {
				f.fix(p, x.Var, x.Value)
				break
			}
		}
	}
}
