package ground

import (
	"slices"

	"farbank/model"
)

// An estimator computes a superset of the values of an expression, from sets of possible values
// of each cell and local. It ignores dependencies between them, as interval arithmetic does.
type estimator struct {
	cells  []span
	over   map[int64]span // of cells, taking precedence over cells
	locals map[int64]span
	known  map[*model.Expr]span // cached for large nodes during one estimate
	work   int64                // nodes visited
}

// largeNode is the tree size from which on the sets of nodes are cached.
const largeNode = 64

// may reports whether a condition may hold.
func (v *estimator) may(e *model.Expr) bool { return e.Wide || v.of(e).has(1) }

func (v *estimator) of(e *model.Expr) span {
	switch v.work++; e.Op {
	case model.Const:
		return single(e.Value)
	case model.Undefined:
		return nothing
	case model.Cell:
		return v.taken(e.Value)
	case model.Local:
		return v.local(e)
	}
	if e.Size < largeNode {
		return v.compute(e)
	}
	if s, ok := v.known[e]; ok {
		return s
	}
	if v.known == nil {
		v.known = map[*model.Expr]span{}
		defer func() { v.known = nil }()
	}
	s := v.compute(e)
	v.known[e] = s
	return s
}

func (v *estimator) taken(i int64) span {
	if s, ok := v.over[i]; ok {
		return s
	}
	return v.cells[i]
}

func (v *estimator) local(e *model.Expr) span {
	if s, ok := v.locals[e.Value]; ok {
		return s
	}
	return full(e)
}

func (v *estimator) compute(e *model.Expr) span {
	if e.Wide {
		return full(e)
	}
	switch e.Op {
	case model.At, model.Table, model.Select:
		return v.element(e)
	case model.If:
		return v.choice(e)
	case model.And, model.Or:
		return v.junction(e)
	case model.Not:
		x := v.of(e.Args[0])
		return twoWays(x.has(0), x.has(1))
	case model.Eq, model.Ne, model.Lt, model.Le:
		return v.compared(e)
	case model.Sum, model.Mul, model.Min, model.Max, model.Neg:
		return v.arithmetic(e)
	}
	return full(e)
}

func twoWays(yes, no bool) span {
	switch {
	case yes && no:
		return either
	case yes || no:
		return truthSpan(yes)
	}
	return nothing
}

// offsets calls visit for each offset that the indices may address. It returns false if there
// are too many.
func (v *estimator) offsets(e *model.Expr, visit func(int64)) bool {
	all := []int64{0}
	for k, d := range e.Dims {
		index := v.of(e.Args[k])
		list, ok := index.within(d.Lo, d.Lo+d.N-1).few()
		if !ok || len(list)*len(all) > 1<<16 {
			return false
		}
		next := make([]int64, 0, len(all)*len(list))
		for _, off := range all {
			for _, i := range list {
				next = append(next, off+(i-d.Lo)*d.Stride)
			}
		}
		all = next
	}
	for _, off := range all {
		v.work++
		visit(off)
	}
	return true
}

func (v *estimator) element(e *model.Expr) span {
	var all span = nothing
	var values []int64
	ok := v.offsets(e, func(off int64) {
		switch {
		case e.Op == model.Table:
			values = append(values, e.Values[off])
		case e.Op == model.Select:
			all = all.join(v.of(e.Elems()[off]))
		case e.Locals:
			all = full(e)
		default:
			all = all.join(v.taken(e.Value + off))
		}
	})
	switch {
	case !ok:
		return full(e)
	case e.Op == model.Table:
		all = spanOf(values)
	}
	if e.Bool && (e.Partial || v.outside(e)) {
		all = all.join(single(0))
	}
	return all
}

// outside reports whether an index may be out of range. The element is then undefined, and a
// condition false.
func (v *estimator) outside(e *model.Expr) bool {
	for k, d := range e.Dims {
		a := e.Args[k]
		if a.Partial || !d.Holds(a.Lo, a.Hi) {
			return true
		}
	}
	return slices.ContainsFunc(e.Args, func(a *model.Expr) bool { return a.Partial })
}

func (v *estimator) choice(e *model.Expr) span {
	cond := v.of(e.Args[0])
	s := nothing
	if cond.has(1) {
		s = v.of(e.Args[1])
	}
	if cond.has(0) {
		s = s.join(v.of(e.Args[2]))
	}
	return s
}

func (v *estimator) junction(e *model.Expr) span {
	final := int64(0) // the value of an operand that decides the result
	if e.Op == model.Or {
		final = 1
	}
	may, must := false, true // the result may be final; must be final
	for _, a := range e.Args {
		s := v.of(a)
		may = may || s.has(final)
		if must = must && s.has(1-final); !must {
			return single(final)
		}
	}
	if final == 1 {
		return twoWays(may, must)
	}
	return twoWays(must, may)
}

func (v *estimator) compared(e *model.Expr) span {
	x, y := v.of(e.Args[0]), v.of(e.Args[1])
	if x.empty() || y.empty() {
		return single(0)
	}
	undefined := e.Args[0].Partial || e.Args[1].Partial
	one := x.lo == x.hi && y.lo == y.hi
	switch e.Op {
	case model.Eq:
		return twoWays(x.meets(y), undefined || !one || x.lo != y.lo)
	case model.Ne:
		return twoWays(!one || x.lo != y.lo, undefined || x.meets(y))
	case model.Lt:
		return twoWays(x.lo < y.hi, undefined || x.hi >= y.lo)
	}
	return twoWays(x.lo <= y.hi, undefined || x.hi > y.lo)
}

// arithmetic combines all values if there are few.
func (v *estimator) arithmetic(e *model.Expr) span {
	all, ok := v.of(e.Args[0]).few()
	if e.Op == model.Neg && ok {
		all = slices.Clone(all)
		for i := range all {
			all[i] = -all[i]
		}
	}
	for _, a := range e.Args[1:] {
		list, some := v.of(a).few()
		if ok = ok && some && len(all)*len(list) <= maxListed; !ok {
			break
		}
		next := make([]int64, 0, len(all)*len(list))
		for _, x := range all {
			for _, y := range list {
				next = append(next, operated(e.Op, x, y))
			}
		}
		v.work += int64(len(next)) / 4
		all = first(spanOf(next).few())
	}
	if !ok {
		return full(e)
	}
	return spanOf(slices.Clone(all))
}

func operated(op model.Op, x, y int64) int64 {
	switch op {
	case model.Mul:
		return x * y
	case model.Min:
		return min(x, y)
	case model.Max:
		return max(x, y)
	}
	return x + y
}
