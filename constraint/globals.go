package constraint

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"farbank/constraint/kernel"
	"farbank/constraint/propagate"
)

// linearIs adds the constraint sum of terms - limit = x.
func linearIs(s *kernel.Solver, limit int64, terms []propagate.Term, x kernel.Var) error {
	return propagate.LinearEQ(s, kernel.True, limit, append(terms, propagate.Term{Coef: -1, X: x})...)
}

// AllDifferent constrains the expressions to be pairwise different.
func (m *Model) AllDifferent(list ...Expr) {
	if !m.check(list...) {
		return
	}
	m.post(func(b *building) error {
		offsets, err := b.distinct(list, propagate.AllDifferent)
		if err == nil {
			err = b.spread(list, offsets)
		}
		return err
	})
}

// AllDifferentExcept constrains the expressions to be pairwise different, except that several may equal value.
func (m *Model) AllDifferentExcept(value int64, list ...Expr) {
	if !m.check(list...) {
		return
	}
	m.post(func(b *building) error {
		_, err := b.distinct(list, func(s *kernel.Solver, list ...propagate.Offset) { propagate.AllDifferentExcept(s, value, list...) })
		return err
	})
}

// distinct posts a constraint over offsets for the expressions, and returns the offsets.
func (b *building) distinct(list []Expr, post func(s *kernel.Solver, list ...propagate.Offset)) ([]propagate.Offset, error) {
	offsets := make([]propagate.Offset, len(list))
	for i, e := range list {
		terms, limit, err := b.terms(e.Linear())
		if err != nil {
			return nil, err
		}
		if len(terms) == 1 && terms[0].Coef == 1 && limit < MaxValue && limit > -MaxValue {
			offsets[i] = propagate.Offset{X: terms[0].X, Plus: -limit}
		} else if x, err := b.variable(e); err != nil {
			return nil, err
		} else {
			offsets[i] = propagate.Offset{X: x}
		}
	}
	post(b.s, offsets...)
	return offsets, nil
}

// with posts a constraint over variables.
func (m *Model) with(f func(s *kernel.Solver, x []kernel.Var) error, xs ...Int) {
	if m.checkInts(xs) {
		m.post(func(b *building) error { return f(b.s, b.ints(xs)) })
	}
}

// Product returns x*y.
func (m *Model) Product(x, y Int) Int {
	a, c := m.Bounds(x)
	d, e := m.Bounds(y)
	lo, hi := int64(math.MaxInt64), int64(math.MinInt64)
	for _, p := range [4][2]int64{{a, d}, {a, e}, {c, d}, {c, e}} {
		v := p[0] * p[1]
		if !fits(p[0], p[1]) || v > MaxValue || v < -MaxValue {
			lo, hi = -MaxValue, MaxValue
			break
		}
		lo, hi = min(lo, v), max(hi, v)
	}
	z := m.Int("", lo, hi)
	m.ProductEquality(z, x, y)
	return z
}

// ProductEquality constrains z to be x*y.
func (m *Model) ProductEquality(z, x, y Int) {
	m.function("product", []Int{x, y}, nil, z, func(s *kernel.Solver, v []kernel.Var) error { propagate.Times(s, v[0], v[1], v[2]); return nil }, x, y, z)
}

// Quotient returns x/y, truncated as in Go. It constrains y not to be 0.
func (m *Model) Quotient(x, y Int) Int {
	z := m.upTo(x)
	m.QuotientEquality(z, x, y)
	return z
}

// upTo returns a new variable whose absolute value is at most that of x.
func (m *Model) upTo(x Int) Int {
	lo, hi := m.Bounds(x)
	size := max(-lo, hi, 0)
	return m.Int("", -size, size)
}

// QuotientEquality constrains z to be x/y, truncated as in Go, and y not to be 0.
func (m *Model) QuotientEquality(z, x, y Int) {
	m.function("quotient", []Int{x, y}, nil, z, func(s *kernel.Solver, v []kernel.Var) error { return propagate.Div(s, v[0], v[1], v[2]) }, x, y, z)
}

// Remainder returns x%y, which has the sign of x as in Go. It constrains y not to be 0.
func (m *Model) Remainder(x, y Int) Int {
	z := m.upTo(x)
	m.RemainderEquality(z, x, y)
	return z
}

// RemainderEquality constrains z to be x%y, which has the sign of x as in Go, and y not to be 0.
func (m *Model) RemainderEquality(z, x, y Int) {
	m.function("remainder", []Int{x, y}, nil, z, func(s *kernel.Solver, v []kernel.Var) error { return propagate.Mod(s, v[0], v[1], v[2]) }, x, y, z)
}

// PowerEquality constrains z to be x to the power of y; for a negative y it is 1/x^-y, truncated.
func (m *Model) PowerEquality(z, x, y Int) {
	m.function("power", []Int{x, y}, nil, z, func(s *kernel.Solver, v []kernel.Var) error { return propagate.Power(s, v[0], v[1], v[2]) }, x, y, z)
}

// Abs returns |x|.
func (m *Model) Abs(x Int) Int {
	lo, hi := m.Bounds(x)
	z := m.Int("", max(lo, -hi, 0), max(-lo, hi, 0))
	m.AbsEquality(z, x)
	return z
}

// AbsEquality constrains z to be |x|.
func (m *Model) AbsEquality(z, x Int) {
	m.function("abs", []Int{x}, nil, z, func(s *kernel.Solver, v []kernel.Var) error { propagate.Abs(s, v[1], v[0]); return nil }, x, z)
}

var errNone = errors.New("the maximum or minimum of no variables")

// Max returns the largest of xs.
func (m *Model) Max(xs ...Int) Int {
	z := m.within(xs)
	m.MaxEquality(z, xs...)
	return z
}

// Min returns the least of xs.
func (m *Model) Min(xs ...Int) Int {
	z := m.within(xs)
	m.MinEquality(z, xs...)
	return z
}

// within returns a new variable with the least and the largest bound of xs.
func (m *Model) within(xs []Int) Int {
	lo, hi := int64(0), int64(0)
	for i, x := range xs {
		l, h := m.Bounds(x)
		if i == 0 {
			lo, hi = l, h
		}
		lo, hi = min(lo, l), max(hi, h)
	}
	return m.Int("", lo, hi)
}

// MaxEquality constrains z to be the largest of xs.
func (m *Model) MaxEquality(z Int, xs ...Int) { m.extreme("max", propagate.Max, xs, z) }

// MinEquality constrains z to be the least of xs.
func (m *Model) MinEquality(z Int, xs ...Int) { m.extreme("min", propagate.Min, xs, z) }

func (m *Model) extreme(name string, f func(s *kernel.Solver, z kernel.Var, xs ...kernel.Var), xs []Int, z Int) {
	if len(xs) == 0 {
		m.fail(errNone)
		return
	}
	m.function(name, xs, nil, z, func(s *kernel.Solver, v []kernel.Var) error { f(s, v[0], v[1:]...); return nil }, append([]Int{z}, xs...)...)
}

// Element returns list[i]. It constrains i to be an index of list.
func (m *Model) Element(list []int64, i Int) Int {
	lo, hi := int64(0), int64(0)
	if len(list) > 0 {
		lo, hi = slices.Min(list), slices.Max(list)
	}
	z := m.Int("", lo, hi)
	m.ElementEquality(z, list, i)
	return z
}

// ElementEquality constrains z to be list[i], and i to be an index of list.
func (m *Model) ElementEquality(z Int, list []int64, i Int) {
	for _, v := range list {
		if v > MaxValue || v < -MaxValue {
			m.fail(fmt.Errorf("%d is larger than 2^52", v))
			return
		}
	}
	m.function("element", []Int{i}, list, z, func(s *kernel.Solver, v []kernel.Var) error { return propagate.Element(s, v[0], list, v[1]) }, i, z)
}

// ElementOf returns list[i]. It constrains i to be an index of list.
func (m *Model) ElementOf(list []Int, i Int) Int {
	z := m.within(list)
	m.ElementOfEquality(z, list, i)
	return z
}

// ElementOfEquality constrains z to be list[i], and i to be an index of list.
func (m *Model) ElementOfEquality(z Int, list []Int, i Int) {
	args := append([]Int{i}, list...)
	m.function("element of", args, nil, z, func(s *kernel.Solver, v []kernel.Var) error {
		return propagate.ElementVar(s, v[0], v[1:len(args)], v[len(args)])
	}, append(slices.Clone(args), z)...)
}

var errRow = errors.New("the lengths of lists do not match")

// Table constrains xs to equal one of the rows.
func (m *Model) Table(xs []Int, rows [][]int64) { m.table(xs, rows, propagate.Table) }

// Any in a row of [Model.ShortTable] matches every value.
const Any = propagate.Any

// ShortTable constrains xs to match one of the rows, in which [Any] matches every value.
func (m *Model) ShortTable(xs []Int, rows [][]int64) { m.table(xs, rows, propagate.ShortTable) }

// NotTable constrains xs to equal none of the rows.
func (m *Model) NotTable(xs []Int, rows [][]int64) { m.table(xs, rows, propagate.NotTable) }

func (m *Model) table(xs []Int, rows [][]int64, f func(*kernel.Solver, []kernel.Var, [][]int64) error) {
	for _, row := range rows {
		if len(row) != len(xs) {
			m.fail(errRow)
			return
		}
	}
	m.with(func(s *kernel.Solver, v []kernel.Var) error { return f(s, v, rows) }, xs...)
}

// An Automaton reads numbers; see [Model.Regular].
type Automaton = propagate.Automaton

// An Edge is an edge of a decision diagram; see [Model.Diagram].
type Edge = propagate.Edge

// Regular constrains the automaton to accept xs.
func (m *Model) Regular(xs []Int, a Automaton) {
	m.with(func(s *kernel.Solver, v []kernel.Var) error { return propagate.Regular(s, v, a) }, xs...)
}

// Diagram constrains xs to spell a path through a decision diagram, from node 0 of the first layer to node 0 after the
// last. layers[i] has the edges of variable i. A node must have at most one edge for a value.
func (m *Model) Diagram(xs []Int, layers [][]Edge) {
	if len(layers) != len(xs) {
		m.fail(errRow)
		return
	}
	m.with(func(s *kernel.Solver, v []kernel.Var) error { return propagate.MDD(s, v, layers) }, xs...)
}

// A Task uses Use units of a resource during Length units of time from Start. Length and Use must not be negative. For
// Disjunctive, Use may be nil.
type Task struct{ Start, Length, Use Expr }

// Cumulative constrains the total use of running tasks to be at most limit at every time. If there are tasks, limit
// must not be negative.
func (m *Model) Cumulative(limit Expr, tasks ...Task) { m.schedule(limit, tasks) }

// Disjunctive constrains tasks not to overlap in time. A task of length 0 never overlaps.
func (m *Model) Disjunctive(tasks ...Task) { m.schedule(nil, tasks) }

func (m *Model) schedule(limit Expr, tasks []Task) {
	for _, t := range tasks {
		if !m.check(t.Start, t.Length) || limit != nil && !m.check(t.Use, limit) {
			return
		}
	}
	m.post(func(b *building) error {
		list := make([]propagate.Task, len(tasks))
		var err, e error
		get := func(x Expr) kernel.Var {
			v, bad := b.variable(x)
			err = errors.Join(err, bad)
			return v
		}
		for i, t := range tasks {
			list[i] = propagate.Task{Start: get(t.Start), Length: get(t.Length)}
			if limit != nil {
				list[i].Use = get(t.Use)
			}
		}
		if limit == nil && err == nil {
			e = propagate.Disjunctive(b.s, list...)
		} else if err == nil {
			if v := get(limit); err == nil {
				e = propagate.Cumulative(b.s, v, list...)
			}
		}
		return errors.Join(err, e)
	})
}

// A Box has a corner At and a Size in each dimension.
type Box struct{ At, Size []Int }

// NoOverlap constrains boxes not to overlap. A box of size 0 must not lie in the interior of another.
func (m *Model) NoOverlap(boxes ...Box) { m.noOverlap(true, boxes) }

// NoOverlapNonstrict is like NoOverlap, but a box of size 0 overlaps nothing.
func (m *Model) NoOverlapNonstrict(boxes ...Box) { m.noOverlap(false, boxes) }

func (m *Model) noOverlap(strict bool, boxes []Box) {
	for _, x := range boxes {
		if len(x.At) != len(boxes[0].At) || len(x.Size) != len(x.At) {
			m.fail(errors.New("boxes of different dimensions"))
			return
		}
		if !m.checkInts(x.At, x.Size) {
			return
		}
	}
	m.post(func(b *building) error {
		list := make([]propagate.Box, len(boxes))
		for i, x := range boxes {
			list[i] = propagate.Box{At: b.ints(x.At), Size: b.ints(x.Size)}
		}
		return propagate.Diffn(b.s, strict, list...)
	})
}

// Circuit constrains next[i] to be the successor of node i on a cycle through all nodes, which are numbered from first.
func (m *Model) Circuit(first int64, next ...Int) {
	m.with(func(s *kernel.Solver, v []kernel.Var) error { propagate.Circuit(s, first, v...); return nil }, next...)
}

// Subcircuit constrains next[i] to be the successor of node i on one cycle, or node i itself if it is not on the cycle.
// Nodes are numbered from first.
func (m *Model) Subcircuit(first int64, next ...Int) {
	m.with(func(s *kernel.Solver, v []kernel.Var) error { propagate.Subcircuit(s, first, v...); return nil }, next...)
}

// Inverse constrains f and g to be inverse functions: f[i-f0] = j if and only if g[j-g0] = i.
func (m *Model) Inverse(f []Int, f0 int64, g []Int, g0 int64) {
	n := len(f)
	m.with(func(s *kernel.Solver, v []kernel.Var) error {
		propagate.Inverse(s, v[:n], v[n:], f0, g0)
		return nil
	}, append(append([]Int(nil), f...), g...)...)
}
