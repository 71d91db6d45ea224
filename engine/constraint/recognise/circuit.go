package recognise

import (
	"slices"

	"farbank/model"
)

// circuits finds Hamiltonian circuits: next[next[...[c]]] == c with as many steps as elements, and
// no earlier return to c.
func (f *Found) circuits() {
	var differs map[*model.Expr][]*model.Expr // conditions that an expression is not a given constant
	gone := map[*model.Expr]bool{}
	for _, e := range f.Rest {
		at, c, ok := withConstant(e, model.Eq)
		if !ok || at.Op != model.At && at.Op != model.Select || len(at.Dims) != 1 {
			continue
		}
		if differs == nil {
			differs = f.differs()
		}
		if next, steps := f.round(at, c.Value); next != nil {
			if others := leaves(differs, steps, c); others != nil {
				f.Circuits = append(f.Circuits, Circuit{at.Dims[0].Lo, next})
				for _, o := range append(others, e) {
					gone[o] = true
				}
			}
		}
	}
	for _, e := range f.Rest {
		for _, c := range f.Circuits {
			gone[e] = gone[e] || follows(e, c)
		}
	}
	f.drop(gone)
}

// follows reports whether a circuit implies the condition: all elements are different, or an
// element is not its own index.
func follows(e *model.Expr, c Circuit) bool {
	if e.Op == model.Distinct {
		return slices.Equal(c.Next, e.Args)
	}
	x, own, ok := withConstant(e, model.Ne)
	if !ok {
		return false
	}
	i := own.Value - c.First
	return i >= 0 && i < int64(len(c.Next)) && c.Next[i] == x
}

// withConstant returns the operands of a comparison with a constant.
func withConstant(e *model.Expr, op model.Op) (x, c *model.Expr, ok bool) {
	if e.Op != op {
		return nil, nil, false
	}
	x, c = e.Args[0], e.Args[1]
	if x.IsConst() {
		x, c = c, x
	}
	return x, c, c.IsConst() && !x.IsConst()
}

func (f *Found) differs() map[*model.Expr][]*model.Expr {
	list := map[*model.Expr][]*model.Expr{}
	for _, e := range f.Rest {
		if x, _, ok := withConstant(e, model.Ne); ok {
			list[x] = append(list[x], e)
		}
	}
	return list
}

// round returns the elements of an array, if last reads it at next[... next[place]] with as many
// steps as there are elements. steps are the intermediate values.
func (f *Found) round(last *model.Expr, place int64) (next, steps []*model.Expr) {
	next, d := f.elements(last), last.Dims[0]
	if len(next) < 3 || !d.Has(place) {
		return nil, nil
	}
	at := last.Args[0]
	for at.Op == last.Op && len(at.Dims) == 1 && at.Dims[0] == d && at.Value == last.Value && slices.Equal(at.Elems(), last.Elems()) {
		steps = append(steps, at)
		at = at.Args[0]
	}
	steps = append(steps, at)
	if len(steps) != len(next)-1 || at != next[place-d.Lo] {
		return nil, nil
	}
	return next, steps
}

// elements returns the elements of an array that is read by one index.
func (f *Found) elements(e *model.Expr) []*model.Expr {
	d := e.Dims[0]
	if e.Locals || d.N > maxTasks {
		return nil
	}
	list := make([]*model.Expr, d.N)
	for i := range list {
		if e.Op == model.At {
			list[i] = f.cell(int(e.Value + int64(i)*d.Stride))
		} else {
			list[i] = e.Elems()[int64(i)*d.Stride]
		}
	}
	return list
}

// leaves returns the conditions that each of steps differs from the constant c; nil if one is
// missing.
func leaves(differs map[*model.Expr][]*model.Expr, steps []*model.Expr, c *model.Expr) []*model.Expr {
	var list []*model.Expr
	for _, x := range steps {
		i := slices.IndexFunc(differs[x], func(e *model.Expr) bool { return e.Args[0] == c || e.Args[1] == c })
		if i < 0 {
			return nil
		}
		list = append(list, differs[x][i])
	}
	return list
}
