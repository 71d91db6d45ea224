package milp

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"

	"farbank/milp/problem"
)

// Model is a mixed-integer linear program under construction. Its methods add variables and rows.
// They collect errors, each mistake once, which [Model.Err], [Model.Problem] and [Model.Solve]
// return. A Model is not safe for concurrent use.
type Model struct {
	name     string
	columns  []column
	rows     []problem.Row
	sets     []problem.Set
	goal     Expr
	maximize bool
	products []product // of the objective
	then     []further // objectives

	indicators []problem.Indicator
	changed    map[int]interval // bounds that SetBounds has set, by column
	hints      map[int]float64  // by column
	priorities map[int]int
	gap        float64
	few        float64 // maximum number of values for an optional one-hot encoding

	names               map[string]bool // of columns
	rowNames            map[string]bool
	numbers, rowNumbers map[string]int // of names that were used several times
	errs                []error
	groups              []int // sizes of the groups of binaries; group 0 means no group
	encodings           map[string]*encoding
	truths              map[string]Truth
	cuts                map[string][]halfLine // truth values of p <= k, by the key of p, in the order of k
	results             map[string]Expr       // of operations that share results

	grown   int // columns, rows and terms
	guard   func(size int) error
	asked   int  // size at the last call of the guard
	stopped bool // by the guard
}

// A column is a variable and its group of binaries, of which exactly one is 1.
type column struct {
	problem.Column
	group int
	made  bool      // created and named by an operation
	semi  *interval // of a semi-continuous variable: where it is if not 0
}

// defaultGap is the initial gap; see [Model.SetGap].
const defaultGap = 1e-4

// huge is the size from which bounds count as infinite.
const huge = problem.Huge

// NewModel returns a model without variables.
func NewModel(name string) *Model {
	m := &Model{name: name}
	m.ready()
	return m
}

// ready initializes a zero model.
func (m *Model) ready() {
	if m.names != nil {
		return
	}
	m.gap, m.few = defaultGap, fewValues
	m.names, m.rowNames = map[string]bool{}, map[string]bool{}
	m.numbers, m.rowNumbers = map[string]int{}, map[string]int{}
	m.groups = []int{0}
	m.encodings = map[string]*encoding{}
	m.truths = map[string]Truth{}
	m.cuts = map[string][]halfLine{}
	m.results = map[string]Expr{}
}

// SetGap sets the gap of strict comparisons of continuous expressions: the negation of e <= k is e
// >= k + gap, and values in between are excluded. The default is 1e-4. The gap should be well above
// the tolerance of the solver. Expressions over integer variables with decimal coefficients need no
// gap.
func (m *Model) SetGap(gap float64) {
	if !(gap > 0) || math.IsInf(gap, 1) {
		m.fail(fmt.Errorf("milp: a gap of %v", gap))
		return
	}
	m.ready()
	m.gap = gap
}

// Binary adds a variable that is 0 or 1. An empty name is replaced by a generated one, as for all
// variables.
func (m *Model) Binary(name string) Truth {
	return Truth{m.variable(name, 0, 1, true)}
}

// Binaries adds n binary variables, named name(0), name(1), and so on.
func (m *Model) Binaries(name string, n int) []Truth {
	ts := make([]Truth, max(n, 0))
	for i := range ts {
		ts[i] = m.Binary(fmt.Sprintf("%s(%d)", name, i))
	}
	return ts
}

// Integer adds an integer variable. Bounds may be infinite, and those of size 1e20 or more count as
// infinite. Finite ones must lie within ±2^53 and are rounded inwards.
func (m *Model) Integer(name string, lower, upper float64) Expr {
	return m.variable(name, math.Ceil(lower), math.Floor(upper), true)
}

// Integers adds n integer variables, named name(0), name(1), and so on.
func (m *Model) Integers(name string, n int, lower, upper float64) []Expr {
	es := make([]Expr, max(n, 0))
	for i := range es {
		es[i] = m.Integer(fmt.Sprintf("%s(%d)", name, i), lower, upper)
	}
	return es
}

// Continuous adds a continuous variable. Bounds may be infinite.
func (m *Model) Continuous(name string, lower, upper float64) Expr {
	return m.variable(name, lower, upper, false)
}

// Define names an expression, for written files and for operations on it. If the expression is a
// variable that an operation created, that variable is renamed. Otherwise Define adds a variable
// that equals the expression and has its bounds.
func (m *Model) Define(name string, e Linear) Expr {
	x := linear(e)
	o := m.operation("define", x)
	if o.err != nil {
		return o.done(Expr{})
	}
	if i, ok := x.single(); ok && m.columns[i].made {
		if m.names[name] {
			return m.fail(fmt.Errorf("milp: two variables are named %q", name))
		}
		delete(m.names, m.columns[i].Name)
		m.names[name] = true
		m.columns[i].Name, m.columns[i].made = name, false
		return x
	}
	lower, upper := x.Bounds()
	y := m.variable(name, lower, upper, x.isWhole())
	if y.err == nil {
		m.row(name, 0, x.Minus(y), 0)
	}
	return y
}

func (m *Model) variable(name string, lower, upper float64, integer bool) Expr {
	m.ready()
	if name == "" {
		name = m.fresh("x" + strconv.Itoa(len(m.columns)+1))
	}
	if lower <= -huge {
		lower = -infinity
	}
	if upper >= huge {
		upper = infinity
	}
	switch {
	case m.stopped:
		return Expr{m: m, err: errStopped}
	case m.names[name]:
		return m.fail(fmt.Errorf("milp: two variables are named %q", name))
	case math.IsNaN(lower) || math.IsNaN(upper) || math.IsInf(lower, 1) || math.IsInf(upper, -1):
		return m.fail(fmt.Errorf("milp: variable %q: bounds %v and %v", name, lower, upper))
	case lower > upper:
		return m.fail(fmt.Errorf("milp: variable %q: no value between %v and %v", name, lower, upper))
	case integer && (tooLarge(lower) || tooLarge(upper)):
		return m.fail(fmt.Errorf("milp: integer variable %q: bounds %v and %v exceed 2^53", name, lower, upper))
	}
	m.names[name] = true
	m.grow(1)
	m.columns = append(m.columns, column{Column: problem.Column{Name: name, Lower: lower, Upper: upper, Integer: integer}})
	return Expr{m: m, terms: []problem.Term{{Column: len(m.columns) - 1, Coefficient: 1}}}
}

func tooLarge(bound float64) bool { return !math.IsInf(bound, 0) && math.Abs(bound) > maxWhole }

// Guard sets a function that is called from time to time while the model grows. It gets the size of
// the model: columns, rows and terms together. Once it returns an error, the model adds nothing
// more and has that error.
func (m *Model) Guard(f func(size int) error) { m.guard = f }

// Size returns the size of the model: columns, rows and terms together.
func (m *Model) Size() int { return m.grown }

var errStopped = errors.New("milp: the guard allows no more")

// guarded is the growth of the model between two calls of the guard.
const guarded = 1 << 12

func (m *Model) grow(n int) {
	m.grown += n
	if m.guard == nil || m.stopped || m.grown < m.asked+guarded {
		return
	}
	m.asked = m.grown
	if err := m.guard(m.grown); err != nil {
		m.fail(err)
		m.stopped = true
	}
}

// fresh returns the name, or the first of name~2, name~3, ... that no variable has.
func (m *Model) fresh(name string) string { return unused(m.names, m.numbers, name) }

// unused returns a name that is not taken. numbers holds the last number used for each name.
func unused(taken map[string]bool, numbers map[string]int, name string) string {
	next := name
	for taken[next] {
		numbers[name] = max(numbers[name], 1) + 1
		next = name + "~" + strconv.Itoa(numbers[name])
	}
	return next
}

// maxErrors is the maximum number of errors that are kept.
const maxErrors = 100

// fail adds an error, once, and returns an expression that carries it.
func (m *Model) fail(err error) Expr {
	if len(m.errs) < maxErrors && !slices.Contains(m.errs, err) {
		m.errs = append(m.errs, err)
	}
	return Expr{m: m, err: err}
}

// row adds lower <= e <= upper, with the constant of e moved to the sides.
func (m *Model) row(name string, lower float64, e Expr, upper float64) {
	if err := e.err; err != nil || e.m != nil && e.m != m {
		if err == nil {
			err = errModels
		}
		m.fail(err)
		return
	}
	if m.stopped {
		return
	}
	lower, upper = lower-e.constant, upper-e.constant
	if math.IsNaN(lower) || math.IsNaN(upper) {
		m.fail(fmt.Errorf("milp: row %q: a side is not a number", name))
		return
	}
	if e.isConstant() && lower <= 0 && 0 <= upper {
		return
	}
	m.ready()
	name = unused(m.rowNames, m.rowNumbers, name)
	m.rowNames[name] = true
	m.grow(1 + len(e.terms))
	m.rows = append(m.rows, problem.Row{Name: name, Lower: lower, Upper: upper, Terms: e.terms})
}

// Err returns all errors so far, joined, or nil.
func (m *Model) Err() error { return errors.Join(m.errs...) }

// Problem returns the model in plain form, or all errors so far. The problem shares no memory with
// the model.
func (m *Model) Problem() (*problem.Problem, error) {
	if err := m.Err(); err != nil {
		return nil, err
	}
	p := &problem.Problem{Name: m.name, Maximize: m.maximize, Offset: m.goal.constant}
	p.Columns = make([]problem.Column, len(m.columns))
	for i, c := range m.columns {
		p.Columns[i] = m.plain(i, c)
	}
	for _, t := range m.goal.terms {
		p.Columns[t.Column].Cost = t.Coefficient
	}
	m.objectives(p)
	p.Rows = make([]problem.Row, len(m.rows))
	for i, r := range m.rows {
		p.Rows[i] = r
		p.Rows[i].Terms = slices.Clone(r.Terms)
	}
	for _, d := range m.indicators {
		d.Row.Terms = slices.Clone(d.Row.Terms)
		p.Indicators = append(p.Indicators, d)
	}
	for _, s := range m.sets {
		s.Columns, s.Weights = slices.Clone(s.Columns), slices.Clone(s.Weights)
		p.Sets = append(p.Sets, s)
	}
	return p, nil
}
