package outside_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"farbank/milp/file"
	"farbank/milp/made"
	"farbank/milp/outside"
	"farbank/milp/problem"
)

var long = flag.Bool("long", false, "more made-up problems")

// A solver is any way to solve a problem; errors.ErrUnsupported says that it can't take it.
type solver struct {
	name  string
	solve func(context.Context, *problem.Problem) (problem.Solution, error)
}

// solvers are those that can be had here.
func solvers(t *testing.T) []solver {
	t.Helper()
	list := slices.Clone(inside)
	for _, s := range outside.Find() {
		list = append(list, solver{s.Name, func(ctx context.Context, p *problem.Problem) (problem.Solution, error) {
			return s.Solve(ctx, p, outside.Options{Time: time.Minute})
		}})
	}
	if len(list) < 2 {
		t.Skip("there are not two solvers to compare")
	}
	return list
}

// inside are the solvers of this module.
var inside []solver

var shapes = map[string]made.Shape{
	"linear":  {Columns: 6, Rows: 6, Continuous: true, Free: true, Fractions: true},
	"mixed":   {Columns: 6, Rows: 6, Fractions: true},
	"free":    {Columns: 5, Rows: 5, Free: true},
	"binary":  {Columns: 9, Rows: 6, Binary: true},
	"sets":    {Columns: 6, Rows: 4, Sets: true},
	"general": {Columns: 4, Rows: 8},
}

// TestAgree holds that all solvers give the same status and optimum.
func TestAgree(t *testing.T) {
	each := 12
	if *long {
		each = 400
	}
	all := solvers(t)
	for name, shape := range shapes {
		t.Run(name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(2005, uint64(len(name))))
			count := map[problem.Status]int{}
			for n := range each {
				p := made.Random(r, shape)
				count[agree(t, all, p, n)]++
			}
			t.Log(count)
		})
	}
}

// agree gives the status that the solvers agree on.
func agree(t *testing.T, all []solver, p *problem.Problem, n int) problem.Status {
	t.Helper()
	var first problem.Solution
	by := ""
	for _, s := range all {
		got, err := s.solve(t.Context(), p)
		switch {
		case errors.Is(err, errors.ErrUnsupported):
			continue
		case err != nil:
			t.Errorf("problem %d, %s: %v\n%s", n, s.name, err, text(p))
			continue
		case by == "":
			first, by = got, s.name
		case got.Status != first.Status || got.Status == problem.Optimal && math.Abs(got.Objective-first.Objective) > 1e-5*max(1, math.Abs(first.Objective)):
			t.Errorf("problem %d: %s says %v %v, %s says %v %v\n%s", n, by, first.Status, first.Objective, s.name, got.Status, got.Objective, text(p))
		}
	}
	return first.Status
}

type buffer struct{ text []byte }

func (b *buffer) Write(p []byte) (int, error) {
	b.text = append(b.text, p...)
	return len(p), nil
}

func text(p *problem.Problem) string {
	var b buffer
	if err := file.Encode(&b, p, file.LP); err != nil {
		return fmt.Sprint(err)
	}
	return string(b.text)
}
