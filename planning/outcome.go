package planning

import "slices"

// Outcomes of conditional effects in an abstract state, which may not determine whether their conditions
// hold.

// conditional calls visit for all abstract states that conditional effects may lead to, by recursion over
// the variables.
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

// outcomes returns the possible values of a variable of the pattern after an operator.
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

// truth reports whether facts hold in the current abstract state.
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

// against reports whether a fact is mutex with the current abstract state.
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
