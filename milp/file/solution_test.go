package file

import (
	"bytes"
	"math"
	"reflect"
	"strings"
	"testing"

	"farbank/milp/problem"
)

// shop returns a problem with the columns of all the solutions below.
func shop() *problem.Problem {
	return &problem.Problem{Name: "shop", Offset: 1, Columns: []problem.Column{{Name: "x", Upper: 1, Cost: 2}, {Name: "y", Upper: 9, Cost: 3, Integer: true}, {Name: "z", Upper: 5}}}
}

func TestSolutionWriteAndRead(t *testing.T) {
	p := shop()
	p.Columns[2].Name = "a b"
	values := []float64{0.1 + 0.2, 2, -1e-300}
	for _, s := range []problem.Solution{
		{Status: problem.Optimal, Objective: Objective(p, values), Bound: Objective(p, values), Values: values},
		{Status: problem.Feasible, Objective: Objective(p, values), Bound: -inf, Values: values},
		{Status: problem.Unknown, Bound: 3.5},
		{Status: problem.Infeasible, Bound: math.NaN()},
		{Status: problem.Unbounded, Bound: math.NaN()},
	} {
		var b bytes.Buffer
		if err := WriteSolution(&b, p, s); err != nil {
			t.Fatal(err)
		}
		text := b.String()
		got, err := ReadSolution(&b, "s", p)
		if math.IsNaN(s.Bound) && math.IsNaN(got.Bound) {
			s.Bound, got.Bound = 0, 0
		}
		if err != nil || !reflect.DeepEqual(got, s) {
			t.Errorf("%+v %v, not %+v\n%s", got, err, s, text)
		}
	}
	if err := WriteSolution(&bytes.Buffer{}, p, problem.Solution{Values: []float64{1}}); err == nil {
		t.Error("too few values")
	}
}

func TestForeignSolutions(t *testing.T) {
	for name, c := range map[string]struct {
		text   string
		status problem.Status
		values []float64
	}{
		"glpsol, integer":     {"c Problem:    shop\nc Rows:       1\nc\ns mip 1 3 o 7\ni 1 2.5\nj 1 0.5\nj 2 2\nj 3 0\ne o f\n", problem.Optimal, []float64{.5, 2, 0}},
		"glpsol, at a limit":  {"c\ns mip 1 3 f 7\nj 1 0.5\nj 2 2\nj 3 0\ne o f\n", problem.Feasible, []float64{.5, 2, 0}},
		"glpsol, none":        {"c\ns mip 1 3 n 0\nj 1 0\nj 2 0\nj 3 0\ne o f\n", problem.Infeasible, nil},
		"glpsol, undefined":   {"c\ns mip 1 3 u 0\nj 1 0\nj 2 0\nj 3 0\ne o f\n", problem.Unknown, nil},
		"glpsol, basis":       {"s bas 1 3 f f 7\ni 1 l 2.5 3\nj 1 b 0.5 0\nj 2 b 2 0\nj 3 l 0 1\ne o f\n", problem.Optimal, []float64{.5, 2, 0}},
		"glpsol, no basis":    {"s bas 1 3 n u 7\nj 1 b 0.5 0\nj 2 b 2 0\nj 3 l 0 1\ne o f\n", problem.Infeasible, nil},
		"glpsol, unbounded":   {"s bas 1 3 f n 7\nj 1 b 0.5 0\nj 2 b 2 0\nj 3 l 0 1\ne o f\n", problem.Unbounded, nil},
		"glpsol, interior":    {"s ipt 1 3 o 7\nj 1 0.5 0\nj 2 2 0\nj 3 0 1\ne o f\n", problem.Optimal, []float64{.5, 2, 0}},
		"cbc":                 {"Optimal - objective value 7.00000000\n      0 x                    0.5                       2\n      1 y                      2                       3\n", problem.Optimal, []float64{.5, 2, 0}},
		"cbc, infeasible":     {"Infeasible - objective value 0.00000000\n**       0 x                     0                       1\n", problem.Infeasible, nil},
		"cbc, integer":        {"Integer infeasible - objective value 0.00000000\n", problem.Infeasible, nil},
		"cbc, unbounded":      {"Unbounded - objective value 0.00000000\n", problem.Unbounded, nil},
		"cbc, time":           {"Stopped on time - objective value 7.0\n      0 x                    0.5                       2\n**       1 y                      2                       3\n", problem.Feasible, []float64{.5, 2, 0}},
		"cbc, time, none":     {"Stopped on time (no integer solution - continuous used) - objective value 7.0\n      0 x                    0.5                       2\n", problem.Unknown, nil},
		"scip":                {"solution status: optimal solution found\nobjective value:                                    7\nx                                                 0.5 \t(obj:2)\ny                                                   2 \t(obj:3)\n", problem.Optimal, []float64{.5, 2, 0}},
		"scip, time":          {"solution status: time limit reached\nobjective value:                                    7\nx                                                 0.5 \t(obj:2)\n", problem.Feasible, []float64{.5, 0, 0}},
		"scip, none":          {"solution status: infeasible\nno solution available\n", problem.Infeasible, nil},
		"scip, unclear":       {"solution status: infeasible or unbounded\nno solution available\n", problem.Unknown, nil},
		"scip, unbounded":     {"solution status: unbounded\nobjective value:                               -1e+20\nx                                                 0.5 \t(obj:2)\n", problem.Unbounded, nil},
		"highs":               {"Model status\nOptimal\n\n# Primal solution values\nFeasible\nObjective 7\n# Columns 3\nx 0.5\ny 2\nz 0\n# Rows 1\nc1 2.5\n\n# Dual solution values\nNone\n", problem.Optimal, []float64{.5, 2, 0}},
		"highs, infeasible":   {"Model status\nInfeasible\n\n# Primal solution values\nNone\n\n# Dual solution values\nNone\n", problem.Infeasible, nil},
		"highs, time":         {"Model status\nTime limit reached\n\n# Primal solution values\nFeasible\nObjective 7\n# Columns 3\nx 0.5\ny 2\nz 0\n# Rows 0\n", problem.Feasible, []float64{.5, 2, 0}},
		"highs, time, none":   {"Model status\nTime limit reached\n\n# Primal solution values\nNone\n", problem.Unknown, nil},
		"a list, as MIPLIB's": {"=obj= 8\nx 0.5\n# comment here\ny 2\n", problem.Feasible, []float64{.5, 2, 0}},
	} {
		got, err := ReadSolution(strings.NewReader(c.text), "s", shop())
		if err != nil || got.Status != c.status || !reflect.DeepEqual(got.Values, c.values) {
			t.Errorf("%s: %+v %v", name, got, err)
		}
		if got.Values != nil && got.Objective != Objective(shop(), got.Values) || got.Status == problem.Feasible && got.Bound != -inf {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

func TestSolutionMistakes(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", "s:1: the file is empty"},
		{"x 1\nq 2\n", `s:2: no column is called "q"`},
		{"x 1\nx 2\n", `s:2: column "x" has two values`},
		{"x one\n", `s:1: "one" is not a number`},
		{"x 1 2\n", `s:1: the name of a column and its value must stand here`},
		{"solution of shop\nstatus fine\n", `s:2: there is no status "fine"`},
		{"solution of shop\ncolumns 2\n", `s:2: the problem has 3 columns, not 2`},
		{"solution of shop\nstatus optimal\ncolumns 3\nx 1\n", `s:4: values of 2 columns are missing`},
		{"solution of shop\nanswer 42\n", `s:2: status, objective, bound or columns must stand here, not "answer"`},
		{"s mip 1 3 o 7\nj 1 1\nj 9 1\ne o f\n", `s:3: the problem has no column "9"`},
		{"s mip 1 3 o 7\nj 1 1\n", `s:2: the file ends without a line e o f`},
		{"s what 1 3 o 7\n", `s:1: a line of status must stand here as glpsol writes it`},
		{"c\nj 1 1\n", `s:2: a line of a column must stand here as glpsol writes it`},
		{"Optimal - objective value 7\n0 x\n", `s:2: an index, a name, a value and a reduced cost must stand here`},
		{"Model status\nOptimal\n\n# Primal solution values\nFeasible\n# Columns 7\n", `s:6: the problem has 3 columns, not 7`},
	} {
		_, err := ReadSolution(strings.NewReader(c.text), "s", shop())
		if err == nil || err.Error() != c.want {
			t.Errorf("%q:\n got %v\nwant %s", c.text, err, c.want)
		}
	}
}

func FuzzSolution(f *testing.F) {
	f.Add("solution of shop\nstatus optimal\nobjective 7\nbound 7\ncolumns 3\nx 1\ny 2\nz 0\n")
	f.Add("c\ns mip 1 3 o 7\nj 1 1\nj 2 1\nj 3 0\ne o f\n")
	f.Add("Optimal - objective value 7\n** 0 x 1 2\n")
	f.Add("Model status\nOptimal\n# Primal solution values\nFeasible\n# Columns 3\nx 1\ny 2\nz 3\n")
	f.Fuzz(func(t *testing.T, text string) { ReadSolution(strings.NewReader(text), "f", shop()) })
}
