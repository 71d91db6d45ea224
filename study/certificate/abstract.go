package certificate

import (
	"fmt"
	"slices"

	"farbank/model"
)

// This file is an abstract interpreter (Cousot and Cousot 1977): it runs moves on cells of which only
// a set of possible values is known. The value of an expression is a set that contains its value
// in every state, and a statement has a set of possible outcomes. It repeats the reference
// interpreter of package model, with sets in place of values, and concludes nothing else.

// A values is a set that contains the value of an expression.
type values struct {
	list  []int64 // sorted
	any   bool    // every integer is possible
	undef bool    // the value may be undefined
}

const (
	maxValues   = 256 // of a set; a larger one becomes "every integer"
	maxOutcomes = 64  // of a move
)

func only(v int64) values { return values{list: []int64{v}} }

var (
	truths  = values{list: []int64{0, 1}}
	nothing = values{undef: true}
)

// single returns the value if only one is possible.
func (s values) single() (int64, bool) {
	if s.any || s.undef || len(s.list) != 1 {
		return 0, false
	}
	return s.list[0], true
}

func (s values) has(v int64) bool {
	if s.any {
		return true
	}
	_, ok := slices.BinarySearch(s.list, v)
	return ok
}

// mayBe reports whether the value may be true, mustBe whether it must be.
func (s values) mayBe() bool {
	return s.any || slices.ContainsFunc(s.list, func(v int64) bool { return v != 0 })
}
func (s values) mustBe() bool { return !s.undef && !s.any && !s.has(0) }

func collect(list []int64, undef bool) values {
	slices.Sort(list)
	if list = slices.Compact(list); len(list) > maxValues {
		return values{any: true, undef: undef}
	}
	return values{list: list, undef: undef}
}

func union(a, b values) values {
	undef := a.undef || b.undef
	switch {
	case a.any || b.any:
		return values{any: true, undef: undef}
	case len(a.list) == 0:
		return values{list: b.list, undef: undef}
	case len(b.list) == 0 || slices.Equal(a.list, b.list):
		return values{list: a.list, undef: undef}
	}
	return collect(slices.Concat(a.list, b.list), undef)
}

// meet returns the members within lo..hi.
func (s values) meet(lo, hi int64) values {
	if s.any {
		if model.Span(lo, hi) > maxValues {
			return values{any: true}
		}
		return values{list: slices.Collect(model.Range(lo, hi))}
	}
	if len(s.list) > 0 && s.list[0] >= lo && s.list[len(s.list)-1] <= hi {
		return values{list: s.list}
	}
	var list []int64
	for _, v := range s.list {
		if v >= lo && v <= hi {
			list = append(list, v)
		}
	}
	return values{list: list}
}

// A world is the knowledge about a state and the effects of a move so far.
type world struct {
	p      *model.Problem
	cells  []values
	locals []values
	stored []int // assigned cells
	blurry bool  // an assignment had several possible targets
}

func (w *world) clone() *world {
	c := *w
	c.cells, c.locals, c.stored = slices.Clone(w.cells), slices.Clone(w.locals), slices.Clone(w.stored)
	return &c
}

func (w *world) eval(e *model.Expr) values {
	v := w.operate(e)
	if e.Bool && v.undef {
		v = union(values{list: v.list, any: v.any}, only(0))
	}
	return v
}

func (w *world) operate(e *model.Expr) values {
	switch e.Op {
	case model.Const:
		return only(e.Value)
	case model.Undefined:
		return nothing
	case model.Cell:
		return w.cells[e.Value]
	case model.Local:
		return w.locals[e.Value]
	case model.At:
		of := w.cells
		if e.Locals {
			of = w.locals
		}
		return w.choose(e, func(off int64) values { return of[e.Value+off] })
	case model.Table:
		return w.choose(e, func(off int64) values { return only(e.Values[off]) })
	case model.Select:
		return w.choose(e, func(off int64) values { return w.eval(e.Elems()[off]) })
	case model.If:
		return w.either(e)
	case model.And, model.Or:
		return w.all(e)
	case model.Not:
		return w.pairs(w.eval(e.Args[0]), only(0), func(x, _ int64) (int64, bool) { return 1 - x, true })
	case model.Distinct:
		return w.distinct(e)
	case model.Neg:
		return w.pairs(only(0), w.eval(e.Args[0]), subtract)
	case model.Abs:
		return w.pairs(w.eval(e.Args[0]), only(0), func(x, _ int64) (int64, bool) {
			if x >= 0 {
				return x, true
			}
			return subtract(0, x)
		})
	}
	return w.fold(e)
}

// choose returns the union of at over the offsets that the indices of e may have.
func (w *world) choose(e *model.Expr, at func(int64) values) values {
	offsets := only(0)
	for k, d := range e.Dims {
		offsets = w.pairs(offsets, w.eval(e.Args[k]), func(off, i int64) (int64, bool) {
			return off + (i-d.Lo)*d.Stride, d.Has(i)
		})
		if offsets.any {
			offsets = values{undef: true}
			e.Addresses(func(a int64) { offsets.list = append(offsets.list, a-e.Value) })
			slices.Sort(offsets.list)
			break
		}
	}
	if len(offsets.list) == 1 && !offsets.undef {
		return at(offsets.list[0])
	}
	out := values{undef: offsets.undef}
	for _, off := range offsets.list {
		out = union(out, at(off))
	}
	return out
}

func (w *world) either(e *model.Expr) values {
	c := w.eval(e.Args[0])
	switch {
	case c.mustBe():
		return w.eval(e.Args[1])
	case !c.mayBe():
		return w.eval(e.Args[2])
	}
	return union(w.eval(e.Args[1]), w.eval(e.Args[2]))
}

// all evaluates a conjunction or a disjunction.
func (w *world) all(e *model.Expr) values {
	open := false
	for _, a := range e.Args {
		v := w.eval(a)
		switch may, must := v.mayBe(), v.mustBe(); {
		case e.Op == model.And && !may:
			return only(0)
		case e.Op == model.Or && must:
			return only(1)
		default:
			open = open || may && !must
		}
	}
	switch {
	case open:
		return truths
	case e.Op == model.And:
		return only(1)
	}
	return only(0)
}

func (w *world) distinct(e *model.Expr) values {
	seen := map[int64]bool{}
	open := false
	for _, a := range e.Args {
		v, ok := w.eval(a).single()
		switch {
		case !ok:
			open = true
		case seen[v]:
			return only(0)
		default:
			seen[v] = true
		}
	}
	if open {
		return truths
	}
	return only(1)
}

// fold evaluates an operator that needs all its operands.
func (w *world) fold(e *model.Expr) values {
	f := operators[e.Op]
	out := w.eval(e.Args[0])
	for _, a := range e.Args[1:] {
		out = w.pairs(out, w.eval(a), f)
	}
	switch {
	case e.Bool && out.any:
		return truths
	case e.Op == model.Sum && e.Wide && out.undef: // only the whole sum has to fit 64 bits
		return values{any: true, undef: true}
	}
	return out
}

// operators need all their operands; they report false if the result is undefined.
var operators = map[model.Op]func(x, y int64) (int64, bool){
	model.Sum: add, model.Mul: multiply, model.Div: divide, model.Mod: modulo,
	model.Min: func(x, y int64) (int64, bool) { return min(x, y), true },
	model.Max: func(x, y int64) (int64, bool) { return max(x, y), true },
	model.Eq:  func(x, y int64) (int64, bool) { return truth(x == y), true },
	model.Ne:  func(x, y int64) (int64, bool) { return truth(x != y), true },
	model.Lt:  func(x, y int64) (int64, bool) { return truth(x < y), true },
	model.Le:  func(x, y int64) (int64, bool) { return truth(x <= y), true },
}

// pairs applies f to all pairs of values; f reports false if the result is undefined.
func (w *world) pairs(a, b values, f func(x, y int64) (int64, bool)) values {
	undef := a.undef || b.undef
	if a.any || b.any {
		return values{any: true, undef: true}
	}
	if len(a.list) == 1 && len(b.list) == 1 {
		if z, ok := f(a.list[0], b.list[0]); ok {
			return values{list: []int64{z}, undef: undef}
		}
		return nothing
	}
	list := make([]int64, 0, len(a.list)*len(b.list))
	for _, x := range a.list {
		for _, y := range b.list {
			if z, ok := f(x, y); ok {
				list = append(list, z)
			} else {
				undef = true
			}
		}
	}
	return collect(list, undef)
}

// run runs statements and returns the possible worlds, or an error if there are too many.
func (w *world) run(body []model.Stmt) ([]*world, error) {
	for i := range body {
		st := &body[i]
		v := w.eval(st.Value)
		switch st.Kind {
		case model.Guard:
			if !v.mayBe() {
				return nil, nil
			}
		case model.Let:
			if !v.any && len(v.list) == 0 {
				return nil, nil
			}
			v.undef = false
			w.locals[st.Target.Value] = v
		case model.Assign:
			if !w.assign(st.Target, v) {
				return nil, nil
			}
		case model.Branch:
			return w.branch(st, v, body[i+1:])
		}
	}
	return []*world{w}, nil
}

func (w *world) branch(st *model.Stmt, v values, rest []model.Stmt) ([]*world, error) {
	var out []*world
	for _, way := range []struct {
		may  bool
		body []model.Stmt
	}{{v.mayBe(), st.Then}, {!v.mustBe(), st.Else}} {
		if !way.may {
			continue
		}
		after, err := w.clone().run(way.body)
		if err != nil {
			return nil, err
		}
		for _, x := range after {
			more, err := x.run(rest)
			if err != nil {
				return nil, err
			}
			if out = append(out, more...); len(out) > maxOutcomes {
				return nil, fmt.Errorf("a move has more than %d outcomes", maxOutcomes)
			}
		}
	}
	return out, nil
}

// assign assigns v to a cell; it reports false if no value is possible.
func (w *world) assign(target *model.Expr, v values) bool {
	at := only(target.Value)
	if target.Op == model.At {
		at = w.choose(target, func(off int64) values { return only(target.Value + off) })
	}
	if at.any { // more addresses than a set holds
		at.list = nil
		target.Addresses(func(a int64) { at.list = append(at.list, a) })
	}
	sure := len(at.list) == 1
	possible := false
	for _, a := range at.list {
		c := &w.p.Cells[a]
		fits := v.meet(c.Lo, c.Hi)
		if !fits.any && len(fits.list) == 0 {
			continue
		}
		possible = true
		w.stored = append(w.stored, int(a))
		if sure {
			w.cells[a] = fits
		} else {
			w.cells[a] = union(w.cells[a], fits)
		}
	}
	w.blurry = w.blurry || !sure
	return possible
}

func truth(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// Overflow gives no value: the reference interpreter ends with an error.
func add(x, y int64) (int64, bool) {
	z := x + y
	return z, (z > x) == (y > 0) || y == 0
}

func subtract(x, y int64) (int64, bool) {
	z := x - y
	return z, (z < x) == (y > 0) || y == 0
}

func multiply(x, y int64) (int64, bool) {
	if x == 0 || y == 0 {
		return 0, true
	}
	z := x * y
	return z, z/y == x && (x != -1 || y != -y) && (y != -1 || x != -x)
}

func divide(x, y int64) (int64, bool) {
	if y == 0 || y == -1 && x == -x && x != 0 {
		return 0, false
	}
	q := x / y
	if x%y != 0 && (x < 0) != (y < 0) {
		q--
	}
	return q, true
}

func modulo(x, y int64) (int64, bool) {
	switch {
	case y == 0:
		return 0, false
	case y == -1:
		return 0, true
	}
	m := x % y
	if m != 0 && (m < 0) != (y < 0) {
		m += y
	}
	return m, true
}
