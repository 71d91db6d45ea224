package generated_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"farbank"
	"farbank/engine"
	"farbank/exchange"
	"farbank/internal/testing/oracle"
	"farbank/lang/plan"
	"farbank/model"
	"farbank/show/render"
)

// Limits: validating plans takes time.
const (
	maxPlans  = 400 // maximum number of plans that an engine must list; of more it lists somePlans
	somePlans = 20
	maxCount  = 4_000 // maximum number of plans that an engine must count
)

// questions returns questions for a model. The lengths of plans are its own.
func questions(r *rand.Rand) []farbank.Question {
	qs := []farbank.Question{{}, {Plans: farbank.Simple}, {Plans: farbank.Any}, {Plans: farbank.Ends}, {Symmetry: true}}
	for _, free := range []bool{false, true} {
		qs = append(qs, farbank.Question{Plans: farbank.Walks, Bounded: true, Length: r.IntN(4), FreeEnd: free})
	}
	return append(qs, farbank.Question{Bounded: true, Length: r.IntN(4)}, farbank.Question{Plans: farbank.Simple, Bounded: true, Length: r.IntN(4)},
		farbank.Question{Plans: farbank.Ends, Bounded: true, Length: r.IntN(4), FreeEnd: r.IntN(4) == 0})
}

// answers compares the answers of the engines with the listed plans.
func (w *trial) answers(p *model.Problem) {
	w.at("oracle")
	l, err := oracle.New(p)
	if err != nil {
		w.fail("oracle: "+err.Error(), "%v", err)
		return
	}
	for _, q := range questions(w.r) {
		w.against(l, p, q)
	}
}

// against compares the answers to the questions of a kind.
func (w *trial) against(l *oracle.Lister, p *model.Problem, q farbank.Question) {
	var plans []model.Plan
	listed, skip := false, false
	for _, e := range farbank.Engines {
		for _, want := range []engine.Want{farbank.One, farbank.All, farbank.Count} {
			q.Want = want
			if !w.sampled() || engine.Can(context.Background(), e, p, q) != nil {
				continue
			}
			if !listed {
				listed = true
				plans, skip = w.list(l, q)
			}
			w.at("%s %s %s", e.Name(), want, q.Plans)
			w.v.Traits[fmt.Sprintf("asked: %s %s %s", e.Name(), want, q.Plans)] = true
			w.compare(e, p, q, plans, skip)
		}
	}
	if listed && !skip {
		w.strategies(p, q, plans)
	}
}

// list lists the plans; skip means that there are too many.
func (w *trial) list(l *oracle.Lister, q farbank.Question) (plans []model.Plan, skip bool) {
	if q.Plans == farbank.Any {
		q.Plans = farbank.Simple
	}
	w.at("oracle")
	plans, err := l.Plans(q)
	var wide *model.OverflowError
	switch {
	case errors.Is(err, oracle.ErrTooMany):
		w.v.Traits["too much to list"] = true
	case errors.As(err, &wide), errors.Is(err, oracle.ErrTooDear):
		w.v.Traits["overflow"] = true
	case err != nil:
		w.fail("oracle: "+numbers.ReplaceAllString(err.Error(), "N"), "%v", err)
	}
	if err == nil && q.Plans == farbank.Shortest && len(plans) > 0 {
		w.v.Traits[fmt.Sprintf("cheapest plan of %d moves, or more", min(len(plans[0].Moves), 3))] = true
	}
	return plans, err != nil
}

func (w *trial) compare(e farbank.Engine, p *model.Problem, q farbank.Question, plans []model.Plan, skip bool) {
	patience := time.Second
	if e.Name() == "milp" || e.Name() == "constraint" { // they try every horizon
		patience = 150 * time.Millisecond
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	q.Workers = 1 + w.r.IntN(2)
	skip = skip || q.Want == farbank.All && len(plans) > maxPlans || q.Want == farbank.Count && len(plans) > maxCount
	if skip {
		q.Limit = somePlans
	}
	var got []model.Plan
	a, err := farbank.SolveWith(ctx, e, p, q, func(plan farbank.Plan) bool {
		got = append(got, plan)
		return len(got) < 2*maxPlans
	})
	w.left()
	kind := "answer: " + w.stage + ": "
	var bug *farbank.BugError
	if errors.As(err, &bug) {
		w.fail(kind+"invalid plan", "%v", err)
		return
	}
	if skip {
		if a != nil && a.Status == farbank.None && len(plans) > 0 {
			w.fail(kind+"no plan where there are some", "%+v: %s, but there are %d plans", q, a.Reason, len(plans))
		}
		return
	}
	if err != nil && strings.Contains(err.Error(), "does not fit 64 bits") {
		w.v.Traits["overflow beyond the plans"] = true // a refusal
		return
	}
	if err != nil {
		w.fail(kind+numbers.ReplaceAllString(err.Error(), "N"), "%+v: %v", q, err)
		return
	}
	if ctx.Err() != nil && (a.Status == farbank.Unknown || a.Status == farbank.Feasible) {
		w.v.Traits["out of time: "+e.Name()] = true
		return
	}
	want, err1 := apart(p, q, plans)
	have, err2 := apart(p, q, got)
	if err1 != nil || err2 != nil {
		w.fail(kind+"no last state", "%v %v", err1, err2)
		return
	}
	switch {
	case a.Status == farbank.Feasible && e.Name() == "milp": // it says so if moves may be free
	case a.Status == farbank.Unsupported, a.Status == farbank.NoneWithinBound && e.Name() != "search":
	case len(plans) == 0 && q.Want != farbank.Count:
		if a.Status != farbank.None && a.Status != farbank.NoneWithinBound {
			w.fail(kind+"a plan where no plan exists", "%+v: %s %s", q, a.Status, a.Reason)
		}
	case a.Status != farbank.Solved:
		w.fail(kind+a.Status.String()+" where there are plans", "%+v: %s (%s), but there are %d plans", q, a.Status, a.Reason, len(want))
	case q.Want == farbank.One && q.Plans == farbank.Shortest && a.Best.Cost != plans[0].Cost:
		w.fail(kind+"wrong cost", "%+v: cost %d, want %d", q, a.Best.Cost, plans[0].Cost)
	case q.Want == farbank.All && (!slices.Equal(want, have) || len(got) != len(want)):
		w.fail(kind+"other plans", "%+v: %d plans, want %d: %v\n%v", q, len(got), len(want), have, want)
	case q.Want == farbank.Count && a.Count.String() != fmt.Sprint(len(want)):
		w.fail(kind+"wrong count", "%+v: %s plans, want %d", q, a.Count, len(want))
	}
	if a.Best != nil && q.Want == farbank.One {
		w.written(p, *a.Best)
	}
}

// apart returns the keys by which a question distinguishes plans.
func apart(p *model.Problem, q farbank.Question, plans []model.Plan) ([]string, error) {
	if q.Plans == farbank.Ends {
		return oracle.LastStates(p, plans)
	}
	return oracle.Keys(plans), nil
}

// strategies solves for one plan with every search strategy.
func (w *trial) strategies(p *model.Problem, q farbank.Question, plans []model.Plan) {
	search := farbank.Engines[0]
	q.Want, q.Workers = farbank.One, 1
	for _, q.Strategy = range engine.Strategies {
		if !w.sampled() || search.Can(p, q) != nil {
			continue
		}
		w.at("%s by %s, %s", search.Name(), q.Strategy, q.Plans)
		w.v.Traits["asked: "+w.stage] = true
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		a, err := farbank.SolveWith(ctx, search, p, q, nil)
		late := ctx.Err() != nil
		cancel()
		w.left()
		none := a != nil && (a.Status == farbank.None || a.Status == farbank.NoneWithinBound && q.Bounded)
		kind := "answer: " + w.stage + ": "
		switch {
		case late || err != nil && strings.Contains(err.Error(), "does not fit 64 bits"):
		case err != nil:
			w.fail(kind+numbers.ReplaceAllString(err.Error(), "N"), "%+v: %v", q, err)
		case none != (len(plans) == 0), (a.Best == nil) != none, a.Status == farbank.Feasible && a.Reason == "":
			w.fail(kind+a.Status.String(), "%+v: %s, there are %d plans", q, a.Reason, len(plans))
		case none:
		case q.Bounded && len(a.Best.Moves) > q.Length:
			w.fail(kind+"too long", "%+v: %d moves", q, len(a.Best.Moves))
		case q.Plans == farbank.Any && a.Status != farbank.Solved, q.Plans == farbank.Shortest && a.Best.Cost < plans[0].Cost,
			q.Plans == farbank.Shortest && a.Status == farbank.Solved && a.Best.Cost != plans[0].Cost,
			a.Bound != nil && *a.Bound > plans[0].Cost && q.Plans == farbank.Shortest:
			w.fail(kind+"wrong cost", "%+v: %s, cost %d, bound %v; want %d", q, a.Status, a.Best.Cost, a.Bound, plans[0].Cost)
		}
	}
}

// written checks that a plan reads back as written.
func (w *trial) written(p *model.Problem, best model.Plan) {
	stage := w.stage
	defer func() { w.stage = stage }()
	w.at("show")
	steps, _, err := p.VerifyWalk(best)
	if err != nil {
		return
	}
	var b strings.Builder
	if err := render.Plan(&b, p, steps); err != nil {
		w.fail("plan: cannot be written", "%v", err)
		return
	}
	readings, err := plan.Read(p, "plan", b.String())
	if err != nil || len(readings) != 1 || readings[0].Err != nil {
		w.fail("plan: does not read back", "%v %+v\n%s", err, readings, b.String())
		return
	}
	if got := readings[0].Plan; !slices.Equal(got.Moves, best.Moves) || !slices.Equal(got.Find, best.Find) {
		w.fail("plan: reads as another", "%s\n%v %v", b.String(), got, best)
	}
	for _, f := range []func(io.Writer, *model.Problem, []model.Step) error{render.Table, render.CSV, render.Markdown, render.Steps} {
		if err := f(io.Discard, p, steps); err != nil {
			w.fail("plan: cannot be shown", "%v", err)
		}
	}
}

// exports checks that no export panics.
func (w *trial) exports(p *model.Problem) {
	for _, l := range exchange.Languages {
		if !w.sampled() {
			continue
		}
		w.at("export %s", l.Name)
		ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
		farbank.Export(ctx, p, l.Name, farbank.ExportOptions{Horizon: 2, HasHorizon: true}, io.Discard)
		cancel()
		w.left()
	}
}
