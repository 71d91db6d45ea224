package farbank

import (
	"context"
	"errors"

	"farbank/engine"
	"farbank/exchange/pddl"
	"farbank/internal/bounded"
	"farbank/internal/sources"
	"farbank/planning/temporal"
)

// LoadPDDL reads a problem from two PDDL files, the domain and the problem; see ParsePDDL.
func LoadPDDL(domain, problem string, opts ...Option) (*Problem, error) {
	ctx := engine.Lasting(optionsOf(opts).Context)
	var texts [2]string
	for i, name := range []string{domain, problem} {
		b, err := bounded.ReadFile(ctx, name, MaxSource)
		if err != nil {
			return nil, err
		}
		texts[i] = sources.Text(b)
	}
	return ParsePDDL(domain, texts[0], problem, texts[1], opts...)
}

// ParsePDDL reads a problem from the texts of a PDDL domain and problem; the names are used in messages.
// Errors in the texts are a syntax.ErrorList.
func ParsePDDL(domainName, domain, problemName, problem string, opts ...Option) (*Problem, error) {
	o := optionsOf(opts)
	if len(o.Params) > 0 || len(o.Data) > 0 {
		return nil, errors.New("a problem in PDDL has no parameters")
	}
	first, second := pddl.File{Name: domainName, Text: domain}, pddl.File{Name: problemName, Text: problem}
	p, err := pddl.Read(engine.Lasting(o.Context), first, second, o.Limit)
	if !errors.Is(err, pddl.ErrDurative) {
		return p, err
	}
	text, err := pddl.Import(engine.Lasting(o.Context), first, second, o.Limit)
	if err != nil {
		return nil, err
	}
	return Parse(problemName, text, opts...)
}

// ImportPDDL converts a PDDL domain and problem to the text of a .far file; see ParsePDDL.
func ImportPDDL(domainName, domain, problemName, problem string, opts ...Option) (string, error) {
	o := optionsOf(opts)
	return pddl.Import(engine.Lasting(o.Context), pddl.File{Name: domainName, Text: domain}, pddl.File{Name: problemName, Text: problem}, o.Limit)
}

// A PDDLPlan is a plan of a problem in PDDL, found by PlanPDDL.
type PDDLPlan struct {
	Text     string // as the validator VAL reads it: TIME: (action) [DURATION], or (action) where nothing takes time
	Found    bool
	None     bool    // there is no plan
	Steps    int     // the number of actions
	Makespan float64 // the time at which the last action ends
	Expanded int     // the number of expanded states
}

// PlanPDDL searches for any plan of a problem in PDDL, directly and not by a translation to .far:
// with durative actions, timed initial literals, and numbers without bounds, which are rounded to
// millionths. Happenings that interfere are at least epsilon apart, in seconds; 0 means 0.001. Errors
// in the texts are a syntax.ErrorList.
func PlanPDDL(ctx context.Context, domainName, domain, problemName, problem string, epsilon float64, opts ...Option) (PDDLPlan, error) {
	o := optionsOf(opts)
	first, second := pddl.File{Name: domainName, Text: domain}, pddl.File{Name: problemName, Text: problem}
	x, err := pddl.ReadDirect(ctx, first, second, o.Limit, int64(epsilon*temporal.Tick+0.5))
	if err != nil {
		return PDDLPlan{}, err
	}
	out := temporal.Find(ctx, x.Task)
	plan := PDDLPlan{None: out.Plan == nil && out.Done, Expanded: out.Expanded}
	if out.Plan == nil {
		return plan, nil
	}
	steps, end := x.Task.Schedule(out)
	if steps == nil {
		return plan, errors.New("the plan has no times")
	}
	plan.Found, plan.Steps, plan.Makespan, plan.Text = true, len(steps), float64(end)/temporal.Tick, x.Text(steps)
	return plan, nil
}
