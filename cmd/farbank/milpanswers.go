package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"

	"farbank/milp/branch"
	"farbank/milp/conflict"
	"farbank/milp/file"
	"farbank/milp/linear"
	"farbank/milp/problem"
)

// milpExtra holds the results that farbank milp prints beside a solution.
type milpExtra struct {
	conflict   []string
	relaxation *conflict.Relaxation
	ranges     *milpRanges
}

// milpRanges are the ranges of costs and sides of a linear program.
type milpRanges struct{ costs, sides []linear.Range }

// answers reports whether the flags ask for what only branch and cut returns.
func (f *milpFlags) answers() bool {
	return f.start != "" || f.solutions > 1 || f.pooled || f.ranging
}

func (f *milpFlags) checkAnswers() error {
	if f.solutions < 0 || f.poolGap < 0 || math.IsNaN(f.poolGap) || math.IsInf(f.poolGap, 0) {
		return errors.New("--solutions and --pool-gap must not be negative")
	}
	if f.answers() && f.solver != "" && f.solver != "embedded" {
		return fmt.Errorf("--start, --solutions, --pool-gap and --ranging are for the embedded solver, not %q", f.solver)
	}
	return nil
}

// answerOptions returns the options of the search, with the start read from its file.
func (a *app) answerOptions(ctx context.Context, f *milpFlags, p *problem.Problem) (branch.Options, error) {
	o := f.options(a.err)
	o.Duals = f.json
	o.Solutions, o.PoolGap = f.solutions, f.poolGap
	if f.pooled && f.poolGap == 0 {
		o.PoolGap = 1e-9
	}
	if f.start == "" {
		return o, nil
	}
	in, err := a.open(ctx, f.start)
	if err != nil {
		return o, err
	}
	defer in.Close()
	s, err := file.ReadSolution(in, f.start, p)
	if err != nil {
		return o, whileRead(f.start, err)
	}
	if s.Values == nil {
		return o, fmt.Errorf("%s has no values to start with: its status is %v", f.start, s.Status)
	}
	o.Start = s.Values
	return o, nil
}

// relaxation finds the cheapest changes of an infeasible program.
func (a *app) relaxation(ctx context.Context, f *milpFlags, p *problem.Problem) *conflict.Relaxation {
	if !f.relax {
		return nil
	}
	x, err := conflict.Relax(ctx, p, conflict.RelaxOptions{Options: branch.Options{Workers: f.workers, Memory: f.Share()}})
	if err != nil || x.Values == nil {
		if err == nil {
			err = x.Reason
		}
		fmt.Fprintf(a.err, "No relaxation is known: %v\n", err)
		return nil
	}
	if !f.json {
		text := "With these changes, the cheapest ones, there is a solution:"
		if x.Status != problem.Optimal {
			text = "With these changes there is a solution; there may be cheaper ones:"
		}
		fmt.Fprintln(a.err, text+"\n  "+strings.Join(x.Lines(p), "\n  "))
	}
	return x
}

// ranges returns the ranges of a linear program, or nil for others.
func (a *app) ranges(ctx context.Context, f *milpFlags, p *problem.Problem) *milpRanges {
	plain := len(p.Sets)+len(p.Indicators) == 0 && p.Plain()
	for _, c := range p.Columns {
		plain = plain && !c.Integer && !c.Semi
	}
	if !plain {
		fmt.Fprintln(a.err, "Ranges are known only for programs whose variables are all continuous.")
		return nil
	}
	q, err := linear.New(p)
	if err != nil || q.Solve(ctx).Status != problem.Optimal {
		return nil
	}
	costs, sides := q.Ranges()
	return &milpRanges{costs, sides}
}

// A milpAnswersJSON is the part of the output of --json that explains a solution; see docs/json.md.
type milpAnswersJSON struct {
	Slacks     map[string]float64     `json:"slacks,omitempty"`
	Duals      map[string]float64     `json:"duals,omitempty"`
	Reduced    map[string]float64     `json:"reducedCosts,omitempty"`
	Farkas     map[string]float64     `json:"farkas,omitempty"`
	Ray        map[string]float64     `json:"ray,omitempty"`
	CostRanges map[string][2]*float64 `json:"costRanges,omitempty"`
	SideRanges map[string][2]*float64 `json:"sideRanges,omitempty"`
	Solutions  []milpPointJSON        `json:"solutions,omitempty"`
	Relaxation *milpRelaxationJSON    `json:"relaxation,omitempty"`
	Then       []milpObjectiveJSON    `json:"then,omitempty"`
}

// A milpObjectiveJSON is the value of a further objective.
type milpObjectiveJSON struct {
	Name  string  `json:"name"`
	Value float64 `json:"value"`
}

type milpPointJSON struct {
	Objective float64             `json:"objective"`
	Values    map[string]float64  `json:"values"`
	Then      []milpObjectiveJSON `json:"then,omitempty"`
}

// furtherJSON returns the values of the objectives after the first.
func furtherJSON(p *problem.Problem, values []float64) (list []milpObjectiveJSON) {
	for k, v := range values {
		list = append(list, milpObjectiveJSON{p.Then[k].Name, v})
	}
	return list
}

type milpRelaxationJSON struct {
	Cost    float64  `json:"cost"`
	Proven  bool     `json:"proven"`
	Changes []string `json:"changes"`
}

func answersJSON(f *milpFlags, p *problem.Problem, s problem.Solution, more milpExtra) (doc milpAnswersJSON) {
	columns := func(values []float64) map[string]float64 {
		if values == nil {
			return nil
		}
		m := make(map[string]float64, len(values))
		for j, v := range values {
			m[p.Columns[j].Name] = v
		}
		return m
	}
	rows := func(values []float64) map[string]float64 {
		if values == nil {
			return nil
		}
		m := make(map[string]float64, len(values))
		for i, v := range values {
			m[p.Rows[i].Name] = v
		}
		return m
	}
	doc.Slacks = slacks(p, s.Values)
	doc.Duals, doc.Reduced = rows(s.Duals), columns(s.Reduced)
	doc.Farkas, doc.Ray = rows(s.Farkas), columns(s.Ray)
	for _, point := range s.Pool {
		doc.Solutions = append(doc.Solutions, milpPointJSON{point.Objective, columns(point.Values), furtherJSON(p, point.Then)})
	}
	doc.Then = furtherJSON(p, s.Then)
	if x := more.relaxation; x != nil {
		doc.Relaxation = &milpRelaxationJSON{x.Cost, x.Status == problem.Optimal, x.Lines(p)}
	}
	if r := more.ranges; r != nil {
		doc.CostRanges, doc.SideRanges = map[string][2]*float64{}, map[string][2]*float64{}
		for j, x := range r.costs {
			doc.CostRanges[p.Columns[j].Name] = ends(x)
		}
		for i, x := range r.sides {
			doc.SideRanges[p.Rows[i].Name] = ends(x)
		}
	}
	return doc
}

// ends returns the ends of a range, nil for infinite ones, which JSON cannot express.
func ends(r linear.Range) (e [2]*float64) {
	if !math.IsInf(r.Low, 0) {
		e[0] = &r.Low
	}
	if !math.IsInf(r.High, 0) {
		e[1] = &r.High
	}
	return e
}

// slacks returns the distance of each row from its nearer side, by name. Rows without sides have
// none.
func slacks(p *problem.Problem, values []float64) map[string]float64 {
	if values == nil {
		return nil
	}
	out := make(map[string]float64, len(p.Rows))
	for _, r := range p.Rows {
		sum := 0.0
		for _, t := range r.Terms {
			sum += t.Coefficient * values[t.Column]
		}
		slack := min(sum-r.Lower, r.Upper-sum)
		if math.Abs(slack) < 1e-9*max(1, math.Abs(sum)) {
			slack = 0
		}
		if !math.IsInf(slack, 0) {
			out[r.Name] = slack
		}
	}
	return out
}

// printAnswers prints the solution as text; further solutions follow, each as its own text.
func (a *app) printAnswers(f *milpFlags, p *problem.Problem, s problem.Solution, more milpExtra) error {
	write := func(s problem.Solution) error {
		err := file.WriteSolution(a.out, p, s)
		for k, v := range s.Then {
			fmt.Fprintf(a.out, "objective of %s %v\n", p.Then[k].Name, v)
		}
		return err
	}
	if err := write(s); err != nil {
		return err
	}
	for k, point := range s.Pool {
		if k == 0 {
			continue // printed already
		}
		fmt.Fprintln(a.out)
		next := problem.Solution{Status: problem.Feasible, Objective: point.Objective, Bound: s.Bound, Values: point.Values, Then: point.Then}
		if err := write(next); err != nil {
			return err
		}
	}
	if r := more.ranges; r != nil {
		for j, x := range r.costs {
			fmt.Fprintf(a.out, "cost of %s from %v to %v\n", p.Columns[j].Name, x.Low, x.High)
		}
		for i, x := range r.sides {
			fmt.Fprintf(a.out, "side of %s from %v to %v\n", p.Rows[i].Name, x.Low, x.High)
		}
	}
	return nil
}
