package planning

import "slices"

// What effects with conditions may do to an abstract state, which does not tell everything
// that the conditions ask for.

// conditional tries all values that effects with conditions may lead to, variable by
// variable.
func (w *projecting) conditional(k *kind, i, to int, visit func(int32)) {
	if i == len(w.values) {
		if w.possible(to) {
			visit(int32(to))
		}
		return
	}
	for _, x := range w.outcomes(k, i) {
		w.conditional(k, i+1, to+x*w.a.strides[i], visit)
	}
}

// outcomes are the values that a variable of the pattern may have after an operator.
func (w *projecting) outcomes(k *kind, i int) []int {
	v := w.a.pattern[i]
	list := []int{w.values[i]}
	for _, e := range w.space.Task.Operators[k.op].Effects {
		if e.Var != v {
			continue
		}
		switch w.truth(k, e.When) {
		case yes:
			list = append(list[:0], e.Value)
		case maybe:
			if !slices.Contains(list, e.Value) {
				list = append(list, e.Value)
			}
		}
	}
	return list
}

type truth uint8

const (
	no truth = iota
	maybe
	yes
)

// truth says whether facts hold in the abstract state at hand.
func (w *projecting) truth(k *kind, facts []Fact) truth {
	result := yes
	for _, f := range facts {
		i := slices.Index(w.a.pattern, f.Var)
		switch {
		case i >= 0 && w.values[i] != f.Value, !w.allowed[k.op].has(w.space.fact(f)):
			return no
		case i >= 0, slices.Contains(w.before[k.op], f):
		case w.against(f):
			return no
		default:
			result = maybe
		}
	}
	return result
}

// against reports whether a fact is mutex with the abstract state at hand.
func (w *projecting) against(f Fact) bool {
	if w.space.Mutexes == nil {
		return false
	}
	for i, v := range w.a.pattern {
		if w.space.Mutexes.Mutex(f, Fact{v, w.values[i]}) {
			return true
		}
	}
	return false
}
