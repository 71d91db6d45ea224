package farbank

import (
	"context"
	"errors"
	"fmt"
	"time"

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

// A PDDLPlan is a plan of a problem in PDDL, found by PlanPDDL or ImprovePDDL.
type PDDLPlan struct {
	Text     string // as the validator VAL reads it: TIME: (action) [DURATION], or (action) where nothing takes time
	Found    bool
	None     bool    // there is no plan
	Steps    int     // the number of actions
	Makespan float64 // the time at which the last action ends
	Expanded int     // the number of expanded states
	Bound    float64 // of ImprovePDDL: no plan has a smaller makespan
	Proven   bool    // of ImprovePDDL: this plan has the least makespan
	Timed    bool    // something takes time
	Items    []PDDLItem
}

// A PDDLItem is an action of a plan.
type PDDLItem = pddl.PlanItem

// A PDDLVerdict describes a valid plan of a problem in PDDL; see VerifyPDDL.
type PDDLVerdict = pddl.Verdict

// IsPDDLPlan reports whether a text is a plan in PDDL's form with times: TIME: (action) [DURATION].
func IsPDDLPlan(text string) bool { return pddl.IsPlan(text) }

// VerifyPDDL judges a plan in PDDL's form, by the domain and the problem as they are and not by a
// translation to .far. Happenings that interfere have to be at least epsilon apart; 0 means 0.001.
// The error of an invalid plan is a *model.PlanError, and that of mistakes in the texts is a
// syntax.ErrorList.
func VerifyPDDL(ctx context.Context, domainName, domain, problemName, problem, planName, plan string, epsilon float64) (PDDLVerdict, error) {
	return pddl.Validate(ctx, pddl.File{Name: domainName, Text: domain}, pddl.File{Name: problemName, Text: problem}, pddl.File{Name: planName, Text: plan}, int64(epsilon*temporal.Tick+0.5))
}

// PlanPDDL searches for any plan of a problem in PDDL, directly and not by a translation to .far:
// with durative actions, timed initial literals, and numbers without bounds, which are rounded to
// millionths. Happenings that interfere are at least epsilon apart, in seconds; 0 means 0.001. The
// plan is judged as by VerifyPDDL. Errors in the texts are a syntax.ErrorList; a plan that is not
// valid is an *engine.BugError.
func PlanPDDL(ctx context.Context, domainName, domain, problemName, problem string, epsilon float64, opts ...Option) (PDDLPlan, error) {
	o := optionsOf(opts)
	first, second := pddl.File{Name: domainName, Text: domain}, pddl.File{Name: problemName, Text: problem}
	x, err := pddl.ReadDirect(ctx, first, second, o.Limit, int64(epsilon*temporal.Tick+0.5))
	if err != nil {
		return PDDLPlan{}, err
	}
	out := temporal.Find(ctx, x.Task)
	found := temporal.Improved{None: out.Plan == nil && out.Done, Expanded: out.Expanded}
	if out.Plan != nil {
		found.Steps, found.End = x.Task.Schedule(out) // none if its order has no times, which proves nothing
	}
	plan := pddlPlan(x, found)
	if err := judgePDDL(ctx, x, first, second, &plan); err != nil {
		return PDDLPlan{}, err
	}
	return plan, nil
}

// ImprovePDDL is like PlanPDDL, but searches for plans with smaller and smaller makespans, until ctx
// is done or the plan is proven best by a lower bound. better, which may be nil, is called with each.
// All plans are judged. If one is rejected, which is a bug, the error comes with the best of those before it.
func ImprovePDDL(ctx context.Context, domainName, domain, problemName, problem string, epsilon float64, better func(PDDLPlan), opts ...Option) (PDDLPlan, error) {
	o := optionsOf(opts)
	first, second := pddl.File{Name: domainName, Text: domain}, pddl.File{Name: problemName, Text: problem}
	x, err := pddl.ReadDirect(ctx, first, second, o.Limit, int64(epsilon*temporal.Tick+0.5))
	switch {
	case err != nil:
		return PDDLPlan{}, err
	case !x.Timed:
		return PDDLPlan{}, errors.New("nothing takes time here, and only the makespan is improved; leave out --format pddl")
	case x.Priced():
		return PDDLPlan{}, errors.New("the metric is not the time alone, and only the makespan is improved; leave out --format pddl")
	}
	var best PDDLPlan
	var bug error
	within, stop := context.WithCancel(ctx)
	defer stop()
	last := temporal.Improve(within, x.Task, func(i temporal.Improved) {
		plan := pddlPlan(x, i)
		switch err := judgePDDL(ctx, x, first, second, &plan); {
		case bug != nil:
		case err != nil:
			bug = err
			stop()
		default:
			if best = plan; better != nil {
				better(plan)
			}
		}
	})
	if bug != nil && engine.Stopped(ctx, bug) == "" {
		best.Proven = false
		return best, bug
	}
	if !best.Found {
		return pddlPlan(x, temporal.Improved{Bound: last.Bound, None: last.None, Expanded: last.Expanded}), nil
	}
	best.Expanded = last.Expanded
	return best, nil
}

// judgePDDL judges a plan that was found. If ctx ends meanwhile, the judge gets a moment more.
func judgePDDL(ctx context.Context, x *pddl.Direct, domain, problem pddl.File, plan *PDDLPlan) error {
	if !plan.Found {
		return nil
	}
	text := pddl.File{Name: "plan", Text: plan.Text}
	v, err := pddl.Validate(ctx, domain, problem, text, x.Task.Epsilon)
	if err != nil && engine.Stopped(ctx, err) != "" {
		late, stop := context.WithTimeoutCause(context.WithoutCancel(ctx), 500*time.Millisecond, err)
		defer stop()
		ctx = late
		v, err = pddl.Validate(ctx, domain, problem, text, x.Task.Epsilon)
	}
	switch {
	case err != nil && engine.Stopped(ctx, err) != "":
		return err
	case err == nil && plan.Timed && v.Makespan != plan.Makespan:
		err = fmt.Errorf("its makespan is %g, not %g", v.Makespan, plan.Makespan)
	}
	if err != nil {
		return &engine.BugError{Engine: "planning", Err: err}
	}
	return nil
}

func pddlPlan(x *pddl.Direct, i temporal.Improved) PDDLPlan {
	p := PDDLPlan{None: i.None, Expanded: i.Expanded, Bound: float64(i.Bound) / temporal.Tick, Proven: i.Proven(), Timed: x.Timed}
	if i.Steps != nil {
		p.Found, p.Steps, p.Makespan = true, len(i.Steps), float64(i.End)/temporal.Tick
		p.Text, p.Items = x.Text(i.Steps), x.Items(i.Steps)
	}
	return p
}
