package milp

import (
	"fmt"
	"math"
)

// Row is a linear constraint of a model, whose sides can be changed and whose dual value can be
// asked for.
type Row struct {
	m     *Model
	index int
	shift float64 // the constant of its expression
}

// Constraint adds lower <= e <= upper as one row, exactly as given, unlike [Model.Add], which may
// round it or turn it into a bound. Sides may be infinite.
func (m *Model) Constraint(name string, lower float64, e Linear, upper float64) Row {
	x := linear(e)
	o := m.operation("row", x)
	if o.err != nil {
		return Row{}
	}
	if math.IsNaN(lower) || math.IsNaN(upper) {
		m.fail(fmt.Errorf("milp: row %q: a side is not a number", name))
		return Row{}
	}
	if name == "" {
		name = fmt.Sprintf("c%d", len(m.rows)+1)
	}
	before := len(m.rows)
	m.row(name, lower, x, upper)
	if len(m.rows) == before {
		return Row{} // a constant within the sides, or a mistake
	}
	return Row{m, before, x.constant}
}

// SetSides changes the sides of a row. Together with [Model.SetBounds] and the objective it changes
// a model between solves; see [Session].
func (m *Model) SetSides(r Row, lower, upper float64) {
	switch {
	case r.m != m:
		m.fail(fmt.Errorf("milp: a row of another model"))
	case math.IsNaN(lower) || math.IsNaN(upper):
		m.fail(fmt.Errorf("milp: row %q: a side is not a number", m.rows[r.index].Name))
	default:
		m.rows[r.index].Lower, m.rows[r.index].Upper = lower-r.shift, upper-r.shift
	}
}

// SetBounds changes the bounds of a variable for the next solves. They must lie within the bounds
// that the model knows, as operations on the variable rely on those.
func (m *Model) SetBounds(x Expr, lower, upper float64) {
	j, ok := x.single()
	switch {
	case x.err != nil:
		m.fail(x.err)
		return
	case !ok || x.m != m:
		m.fail(fmt.Errorf("milp: SetBounds of %s, which is not a variable of the model", x))
		return
	}
	c := m.columns[j]
	if !(lower >= c.Lower && lower <= upper && upper <= c.Upper) {
		m.fail(fmt.Errorf("milp: variable %q: bounds %v and %v are not within %v and %v", c.Name, lower, upper, c.Lower, c.Upper))
		return
	}
	if m.changed == nil {
		m.changed = map[int]interval{}
	}
	m.changed[j] = interval{lower, upper}
}

// Dual returns the dual value of a row of a linear program: the change of the objective for each
// unit by which the binding side is raised. It is NaN unless the solution was explained; see
// [Explained] and [Session].
func (s *Solution) Dual(r Row) float64 {
	if r.m != s.m || r.index >= len(s.Duals) {
		return math.NaN()
	}
	return s.Duals[r.index]
}

// ReducedCost returns the reduced cost of a variable: the change of the objective for each unit by
// which it moves from its bound. It is NaN as for [Solution.Dual].
func (s *Solution) ReducedCost(x Linear) float64 {
	e := linear(x)
	j, ok := e.single()
	if !ok || e.m != s.m || j >= len(s.Reduced) {
		return math.NaN()
	}
	return s.Reduced[j]
}

// Slack returns the distance of the row from its nearer side, NaN without a solution.
func (s *Solution) Slack(r Row) float64 {
	if r.m == nil || r.m != s.m || s.Values == nil {
		return math.NaN()
	}
	row, sum := r.m.rows[r.index], 0.0
	for _, t := range row.Terms {
		if t.Column >= len(s.Values) {
			return math.NaN()
		}
		sum += t.Coefficient * s.Values[t.Column]
	}
	return min(sum-row.Lower, row.Upper-sum)
}

// Hint sets the value at which the next solves begin to look for a solution. Hints of some integer
// variables suffice; wrong ones cost little time. NaN removes a hint.
func (m *Model) Hint(x Linear, value float64) {
	e := linear(x)
	j, ok := e.single()
	if !ok || e.m != m {
		m.fail(fmt.Errorf("milp: Hint of %s, which is not a variable of the model", e))
		return
	}
	if m.hints == nil {
		m.hints = map[int]float64{}
	}
	m.hints[j] = value
}

// SetPriority sets the priority of an integer variable, 0 at first: the search branches on the
// variables of the highest priority first.
func (m *Model) SetPriority(x Linear, priority int) {
	e := linear(x)
	j, ok := e.single()
	if !ok || e.m != m {
		m.fail(fmt.Errorf("milp: SetPriority of %s, which is not a variable of the model", e))
		return
	}
	if m.priorities == nil {
		m.priorities = map[int]int{}
	}
	m.priorities[j] = priority
}
