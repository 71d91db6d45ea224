package constraint

import (
	"errors"
	"fmt"
	"slices"

	"farbank/constraint/kernel"
	"farbank/constraint/propagate"
)

func linearIs(s *kernel.Solver, limit int64, terms []propagate.Term, x kernel.Var) error {
	return propagate.LinearEQ(s, kernel.True, limit, append(terms, propagate.Term{Coef: -1, X: x})...)
}

// AllDifferent has no two expressions be equal.
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

// AllDifferentExcept has no two expressions be equal unless both are a value.
func (m *Model) AllDifferentExcept(value int64, list ...Expr) {
	if !m.check(list...) {
		return
	}
	m.post(func(b *building) error {
		_, err := b.distinct(list, func(s *kernel.Solver, list ...propagate.Offset) { propagate.AllDifferentExcept(s, value, list...) })
		return err
	})
}

// distinct has a constraint, that no two of a list are equal, hold of expressions; it gives what they are in the
// solver.
func (b *building) distinct(list []Expr, says func(s *kernel.Solver, list ...propagate.Offset)) ([]propagate.Offset, error) {
	offsets := make([]propagate.Offset, len(list))
	for i, e := range list {
		terms, limit, err := b.terms(e.Sum())
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
	says(b.s, offsets...)
	return offsets, nil
}

// with posts a constraint over variables.
func (m *Model) with(f func(s *kernel.Solver, x []kernel.Var) error, xs ...Int) {
	if m.checkInts(xs) {
		m.post(func(b *building) error { return f(b.s, b.ints(xs)) })
	}
}

// Product has x*y = z.
func (m *Model) Product(x, y, z Int) {
	m.function("product", []Int{x, y}, nil, z, func(s *kernel.Solver, v []kernel.Var) error { propagate.Times(s, v[0], v[1], v[2]); return nil }, x, y, z)
}

// Quotient has z = x/y, which truncates as in Go; y is not 0.
func (m *Model) Quotient(x, y, z Int) {
	m.function("quotient", []Int{x, y}, nil, z, func(s *kernel.Solver, v []kernel.Var) error { return propagate.Div(s, v[0], v[1], v[2]) }, x, y, z)
}

// Remainder has z = x%y, as in Go of the sign of x; y is not 0.
func (m *Model) Remainder(x, y, z Int) {
	m.function("remainder", []Int{x, y}, nil, z, func(s *kernel.Solver, v []kernel.Var) error { return propagate.Mod(s, v[0], v[1], v[2]) }, x, y, z)
}

// Power has z be x to the power of y; for a negative y that is 1/x^-y, which truncates.
func (m *Model) Power(x, y, z Int) {
	m.function("power", []Int{x, y}, nil, z, func(s *kernel.Solver, v []kernel.Var) error { return propagate.Power(s, v[0], v[1], v[2]) }, x, y, z)
}

// Abs has z = |x|.
func (m *Model) Abs(x, z Int) {
	m.function("abs", []Int{x}, nil, z, func(s *kernel.Solver, v []kernel.Var) error { propagate.Abs(s, v[1], v[0]); return nil }, x, z)
}

var errNone = errors.New("the largest or least of no variables")

// Max has z be the largest of some variables.
func (m *Model) Max(xs []Int, z Int) { m.extreme("max", propagate.Max, xs, z) }

// Min has z be the least of some variables.
func (m *Model) Min(xs []Int, z Int) { m.extreme("min", propagate.Min, xs, z) }

func (m *Model) extreme(name string, f func(s *kernel.Solver, z kernel.Var, xs ...kernel.Var), xs []Int, z Int) {
	if len(xs) == 0 {
		m.fail(errNone)
		return
	}
	m.function(name, xs, nil, z, func(s *kernel.Solver, v []kernel.Var) error { f(s, v[0], v[1:]...); return nil }, append([]Int{z}, xs...)...)
}

// Element has z = list[i]; i is an index of the list.
func (m *Model) Element(list []int64, i, z Int) {
	for _, v := range list {
		if v > MaxValue || v < -MaxValue {
			m.fail(fmt.Errorf("%d is larger than 2^52", v))
			return
		}
	}
	m.function("element", []Int{i}, list, z, func(s *kernel.Solver, v []kernel.Var) error { return propagate.Element(s, v[0], list, v[1]) }, i, z)
}

// ElementOf has z = list[i]; i is an index of the list.
func (m *Model) ElementOf(list []Int, i, z Int) {
	args := append([]Int{i}, list...)
	m.function("element of", args, nil, z, func(s *kernel.Solver, v []kernel.Var) error {
		return propagate.ElementVar(s, v[0], v[1:len(args)], v[len(args)])
	}, append(slices.Clone(args), z)...)
}

var errRow = errors.New("a row is not as long as there are variables")

// Table has the variables be one of some rows.
func (m *Model) Table(xs []Int, rows [][]int64) { m.table(xs, rows, propagate.Table) }

// Any stands in a row of [Model.ShortTable] for every value.
const Any = propagate.Any

// ShortTable has the variables fit one of some rows, in which [Any] is every value.
func (m *Model) ShortTable(xs []Int, rows [][]int64) { m.table(xs, rows, propagate.ShortTable) }

// NotTable has the variables be none of some rows.
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

// An Edge is one of a decision diagram; see [Model.Diagram].
type Edge = propagate.Edge

// Regular has an automaton take the variables, one after the other.
func (m *Model) Regular(xs []Int, a Automaton) {
	m.with(func(s *kernel.Solver, v []kernel.Var) error { return propagate.Regular(s, v, a) }, xs...)
}

// Diagram has the variables take a path through a decision diagram, from node 0 before the first
// to node 0 after the last; layers[i] has the edges for variable i. From a node there is at most
// one edge for a value.
func (m *Model) Diagram(xs []Int, layers [][]Edge) {
	if len(layers) != len(xs) {
		m.fail(errRow)
		return
	}
	m.with(func(s *kernel.Solver, v []kernel.Var) error { return propagate.MDD(s, v, layers) }, xs...)
}

// A Task takes Use of a resource from Start for Length; each is an [Expr], and Length and Use are
// not negative. In Disjunctive, Use may be nil.
type Task struct{ Start, Length, Use Expr }

// Cumulative has tasks never use more than limit together; if there are any, limit is not negative.
func (m *Model) Cumulative(limit Expr, tasks ...Task) { m.schedule(limit, tasks) }

// Disjunctive has no two tasks run at the same time. A task of length 0 is nowhere in the way.
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

// A Box has a corner and sizes in as many dimensions.
type Box struct{ At, Size []Int }

// NoOverlap has no two boxes overlap. A box of size 0 lies nowhere, or, if strict, not inside of
// another.
func (m *Model) NoOverlap(strict bool, boxes ...Box) {
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

// Circuit has next[i] be the node after the i-th on a cycle through all nodes, which count from first.
func (m *Model) Circuit(first int64, next ...Int) {
	m.with(func(s *kernel.Solver, v []kernel.Var) error { propagate.Circuit(s, first, v...); return nil }, next...)
}

// Subcircuit has next[i] be the node after the i-th on one cycle, or that node itself if it is not
// on it. Nodes count from first.
func (m *Model) Subcircuit(first int64, next ...Int) {
	m.with(func(s *kernel.Solver, v []kernel.Var) error { propagate.Subcircuit(s, first, v...); return nil }, next...)
}

// Inverse has g[j] = i where f[i] = j: f counts from f0, and g from g0.
func (m *Model) Inverse(f []Int, f0 int64, g []Int, g0 int64) {
	n := len(f)
	m.with(func(s *kernel.Solver, v []kernel.Var) error {
		propagate.Inverse(s, v[:n], v[n:], f0, g0)
		return nil
	}, append(append([]Int(nil), f...), g...)...)
}
