package milp_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"farbank/milp"
)

func TestErrors(t *testing.T) {
	inf := math.Inf(1)
	type exprs = []milp.Expr
	tests := []struct {
		name  string
		build func(m *milp.Model)
		want  string
	}{
		{"abs", func(m *milp.Model) { m.Abs(m.Integer("x", -inf, 4)) }, `abs(x): variable "x" has no lower bound`},
		{"max", func(m *milp.Model) { m.Max(m.Integer("x", 0, 4), m.Continuous("y", 0, inf)) }, `max(x,y): variable "y" has no upper bound`},
		{"sum", func(m *milp.Model) { m.Truth(m.Integer("x", 0, 4).Minus(m.Integer("y", 0, inf)).AtMost(2)) }, `variable "y" has no upper bound`},
		{"when", func(m *milp.Model) { m.When(m.Binary("b"), m.Integer("y", 0, inf).AtMost(3)) }, `variable "y" has no upper bound`},
		{"values", func(m *milp.Model) { m.Values(m.Integer("y", 0, inf)) }, `values(y): variable "y" has no upper bound`},
		{"product", func(m *milp.Model) { m.Product(m.Binary("b"), m.Continuous("c", -inf, 0)) }, `prod(b,c): variable "c" has no lower bound`},
		{"product of reals", func(m *milp.Model) { m.Product(m.Continuous("c", 0, 1), m.Continuous("d", 0, 1)) }, "one factor must be a whole number"},
		{"mod of a real", func(m *milp.Model) { m.Mod(m.Continuous("c", 0, 1), 2) }, "c need not be a whole number"},
		{"division by zero", func(m *milp.Model) { m.Div(m.Integer("x", 0, 4), 0) }, "division by zero"},
		{"division by a variable that is zero", func(m *milp.Model) { m.Mod(m.Integer("x", 0, 4), m.Integer("y", 0, 0)) }, "division by zero"},
		{"division by a decimal", func(m *milp.Model) { m.Div(m.Integer("x", 0, 4), 2.5) }, "the divisor 2.5 is no whole number"},
		{"division by a real", func(m *milp.Model) { m.Div(m.Integer("x", 0, 4), m.Continuous("c", 1, 2)) }, "c need not be a whole number"},
		{"division by what has no end", func(m *milp.Model) { m.Div(m.Integer("x", 0, 4), m.Integer("y", 1, inf)) }, `variable "y" has no upper bound`},
		{"division by a text", func(m *milp.Model) { m.Div(m.Integer("x", 0, 4), "two") }, "a divisor is neither a whole number nor an expression"},
		{"division by nothing", func(m *milp.Model) { m.Div(m.Integer("x", 0, 4), nil) }, "a divisor is neither a whole number nor an expression"},
		{"floor without an end", func(m *milp.Model) { m.Floor(m.Continuous("c", 0, inf)) }, `floor(c): variable "c" has no upper bound`},
		{"floor of large numbers", func(m *milp.Model) { m.Floor(m.Continuous("c", 0, 1e17)) }, "exceed 2^53"},
		{"least divisor", func(m *milp.Model) { m.Div(m.Integer("x", 0, 4), math.MinInt) }, "the divisor -9223372036854775808 exceeds 2^53"},
		{"no function", func(m *milp.Model) { m.Function("f", m.Integer("x", 0, 4), nil) }, "there is no function"},
		{"no function of two", func(m *milp.Model) { m.Function2("f", m.Integer("x", 0, 4), m.Integer("y", 0, 4), nil) }, "there is no function"},
		{"not in", func(m *milp.Model) { m.Add(m.Integer("x", 0, inf).NotIn(3)) }, `variable "x" has no upper bound`},
		{"all different", func(m *milp.Model) { m.AllDifferent(m.Integer("x", 0, 2), m.Integer("y", 0, inf)) }, `variable "y" has no upper bound`},
		{"sort", func(m *milp.Model) { m.Sort(m.Integer("x", 0, 2), m.Integer("y", -inf, 1)) }, `sort(x,y): variable "y" has no lower bound`},
		{"nth", func(m *milp.Model) { m.NthSmallest(3, m.Integer("x", 0, 2), m.Integer("y", 0, 1)) }, "there are 2 values"},
		{"digits", func(m *milp.Model) { m.Digits(m.Integer("x", -1, 9), 10) }, "only numbers from 0 have digits"},
		{"base", func(m *milp.Model) { m.Digits(m.Integer("x", 1, 9), 1) }, "the base is 1"},
		{"factorial", func(m *milp.Model) { m.Factorial(m.Integer("x", -1, 3)) }, "factorial(x): no value where x is -1"},
		{"large factorial", func(m *milp.Model) { m.Factorial(m.Integer("x", 0, 19)) }, "exceed 2^53"},
		{"exponent", func(m *milp.Model) { m.Power(m.Integer("x", 0, 3), milp.Constant(-1)) }, "the exponent -1 is no whole number from 0"},
		{"variable exponent", func(m *milp.Model) { m.Power(m.Integer("x", 0, 3), m.Integer("n", -1, 1)) }, "no value where x is 0 and n is -1"},
		{"large power", func(m *milp.Model) { m.Power(m.Integer("x", 0, 1000), milp.Constant(6)) }, "exceed 2^53"},
		{"large product", func(m *milp.Model) { m.Product(m.Integer("x", 0, 1e9), m.Integer("y", 0, 1e9)) }, "exceed 2^53"},
		{"large bound", func(m *milp.Model) { m.Integer("x", 0, 1e17) }, `integer variable "x": bounds 0 and 1e+17 exceed 2^53`},
		{"many values", func(m *milp.Model) { m.Values(m.Integer("x", 0, 1e6)) }, "too many for an encoding"},
		{"empty element", func(m *milp.Model) { m.Element(nil, m.Integer("x", 0, 1)) }, "the array is empty"},
		{"no points", func(m *milp.Model) { m.PiecewiseLinear(m.Continuous("x", 0, 1), nil) }, "there are no points"},
		{"falling points", func(m *milp.Model) {
			m.PiecewiseLinear(m.Continuous("x", 0, 1), []milp.Point{{X: 0, Y: 1}, {X: 0, Y: 2}})
		}, "X does not rise"},
		{"grid", func(m *milp.Model) {
			m.PiecewiseLinear2(m.Continuous("x", 0, 1), m.Continuous("y", 0, 1), []float64{0, 1}, []float64{0, 1}, [][]float64{{1, 2}, {3}})
		}, "row 1 has 1 values, not 2"},
		{"max of nothing", func(m *milp.Model) { m.Max() }, "of nothing"},
		{"not a number", func(m *milp.Model) { m.Add(m.Integer("x", 0, 1).Times(math.NaN()).AtMost(1)) }, `the coefficient of "x" is NaN`},
		{"overflow", func(m *milp.Model) { m.Minimize(m.Continuous("x", 0, 1).Times(1e300).Times(1e300)) }, `the coefficient of "x" is +Inf`},
		{"constant", func(m *milp.Model) { m.Minimize(m.Continuous("x", 0, 1).Shift(math.Inf(1))) }, "a constant of an expression is +Inf"},
		{"compared", func(m *milp.Model) { m.Add(m.Integer("x", 0, 1).AtMost(math.NaN())) }, "x is compared to [-Inf, NaN]"},
		{"bound", func(m *milp.Model) { m.Continuous("x", math.NaN(), 1) }, `variable "x": bounds NaN and 1`},
		{"crossed", func(m *milp.Model) { m.Integer("x", 2, 1) }, `variable "x": no value between 2 and 1`},
		{"no whole number", func(m *milp.Model) { m.Integer("x", 0.2, 0.8) }, `variable "x": no value between 1 and 0`},
		{"two names", func(m *milp.Model) { m.Binary("x"); m.Integer("x", 0, 1) }, `two variables are named "x"`},
		{"two models", func(m *milp.Model) { m.Add(m.Binary("x").Plus(milp.NewModel("n").Binary("y")).AtMost(1)) }, "variables of two models"},
		{"another model", func(m *milp.Model) { m.Add(milp.NewModel("n").Binary("y").AtMost(1)) }, "variables of two models"},
		{"another model's truth", func(m *milp.Model) { m.And(m.Binary("x"), milp.NewModel("n").Binary("y")) }, "variables of two models"},
		{"another model's guard", func(m *milp.Model) { m.When(milp.NewModel("n").Binary("y"), m.Binary("x")) }, "variables of two models"},
		{"nil condition", func(m *milp.Model) { m.Add(nil) }, "a condition is nil"},
		{"nil in or", func(m *milp.Model) { m.Add(milp.Or(m.Binary("x"), nil)) }, "a condition is nil"},
		{"nil in and", func(m *milp.Model) { m.Add(milp.And(nil, nil)) }, "a condition is nil"},
		{"nil not", func(m *milp.Model) { m.Truth(milp.Not(nil)) }, "a condition is nil"},
		{"nil implied", func(m *milp.Model) { m.Add(milp.Implies(m.Binary("x"), nil)) }, "a condition is nil"},
		{"nil operand", func(m *milp.Model) { m.Max(m.Binary("x"), nil) }, "an operand is nil"},
		{"nil summand", func(m *milp.Model) { m.Minimize(m.Binary("x").Plus(nil)) }, "an operand is nil"},
		{"coefficients", func(m *milp.Model) { m.Minimize(milp.Dot([]float64{1, 2}, exprs{m.Integer("x", 0, 1)})) }, "2 coefficients for 1 expressions"},
		{"gap", func(m *milp.Model) { m.SetGap(0) }, "a gap of 0"},
		{"lex of reals", func(m *milp.Model) {
			m.Add(milp.LexLess(exprs{m.Continuous("x", 0, 1)}, exprs{m.Integer("y", 0, 1)}))
		}, "need not be a whole number"},
		{"gcd of reals", func(m *milp.Model) { m.GCD(m.Continuous("x", 0, 1)) }, "gcd(x): x need not be a whole number"},
		{"loop without body", func(m *milp.Model) { m.Loop(1, nil, nil) }, "there is no body"},
		{"loop", func(m *milp.Model) {
			m.Loop(2, exprs{milp.Constant(0)}, func(*milp.Turn) []milp.Expr { return nil })
		}, "turn 0 gives 0 values, not 1"},
		{"carried on", func(m *milp.Model) {
			y := m.Abs(m.Integer("x", 0, inf).Shift(-1))
			m.Add(m.Max(y, milp.Constant(3)).AtMost(2), milp.Or(y.Is(1), y.Is(2)))
			m.Minimize(m.Sort(y, y)[0])
		}, `abs(x.m1): variable "x" has no upper bound`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			m := milp.NewModel("m")
			test.build(m)
			_, err := m.Problem()
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Fatalf("error %v, want %s", err, test.want)
			}
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("one mistake reported several times:\n%v", err)
			}
			if m.Err() == nil {
				t.Error("Err is nil")
			}
			if _, err := m.Solve(t.Context()); err == nil {
				t.Error("Solve works")
			}
		})
	}
}

func TestBoundError(t *testing.T) {
	m := milp.NewModel("m")
	x := m.Integer("x", 0, math.Inf(1))
	m.Abs(x.Shift(-3))
	m.Values(m.Integer("y", math.Inf(-1), 0))
	var bound *milp.BoundError
	if !errors.As(m.Err(), &bound) || bound.Variable != "x" || !bound.Upper {
		t.Errorf("%v", m.Err())
	}
	if lines := strings.Count(m.Err().Error(), "\n"); lines != 1 {
		t.Errorf("%v", m.Err())
	}
}

// TestBoundsFromConstraints checks that bounds added as constraints are used.
func TestBoundsFromConstraints(t *testing.T) {
	m := milp.NewModel("m")
	x := m.Integer("x", math.Inf(-1), math.Inf(1))
	m.Add(x.Times(-2).AtMost(7), milp.Constant(9).Greater(x))
	if low, high := m.Abs(x).Bounds(); low != 0 || high != 8 || m.Err() != nil {
		t.Errorf("%v, %v, %v", low, high, m.Err())
	}
}

// TestZeroModel checks that the zero Model is ready to use.
func TestZeroModel(t *testing.T) {
	var m milp.Model
	x := m.Integer("x", 0, 9)
	m.Add(m.Mod(x, 3).Is(2), m.Max(x, milp.Constant(4)).Is(8))
	s, err := m.Solve(t.Context())
	if err != nil || s.Int(x) != 8 {
		t.Errorf("%v, %v", s, err)
	}
}

// TestGuard checks that the model stops growing when its guard returns an error.
func TestGuard(t *testing.T) {
	m := milp.NewModel("guarded")
	enough := errors.New("enough")
	last := 0
	m.Guard(func(size int) error {
		if last = size; size > 20000 {
			return enough
		}
		return nil
	})
	x := m.Integer("x", 0, 10)
	for i := range 100000 {
		m.Add(m.Product(x, m.Integer("", 0, 100)).AtMost(float64(i)))
	}
	if _, err := m.Problem(); !errors.Is(err, enough) || last > 40000 {
		t.Errorf("%v at a size of %d", err, last)
	}
}
