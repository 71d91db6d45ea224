package compare

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"time"

	"farbank/engine"
	"farbank/model"
)

// Options select the peers and set limits.
type Options struct {
	Timeout time.Duration // time limit for each engine and peer; 0 means none
	Memory  int64         // memory limit of the process in bytes; 0 means none
	Overrun func(error)   // see engine.Limits; may be nil
	Peers   []*Peer       // other systems to compare with
	Horizon int           // for peers with a bounded horizon; 0 means the length of the best plan so far, or 12
	Done    func(Row)     // called with each row when it is complete; may be nil
}

// A Row is the answer of one engine or peer.
type Row struct {
	Name    string
	Outside bool
	Status  engine.Status
	Reason  string
	Plan    *model.Plan // may be nil
	Invalid error       // why the interpreter rejects Plan
	Count   *big.Int
	Horizon int // Outside: the bound on moves that the answer holds for; -1 means none
	Work    int64
	Unit    string // of Work: states, nodes, firings; or ""
	Stats   engine.Stats
	Elapsed time.Duration
}

// A Report holds all answers and the contradictions among them.
type Report struct {
	Rows          []Row
	Disagreements []string

	// Ranges replaces all rows if it is unknown whether a move of a strict problem can leave a range.
	Ranges *engine.Answer
}

// Run asks all engines and then the peers. It returns an error for an internal failure of an
// engine, for arithmetic that overflows 64 bits, and an *engine.RangeError for a strict problem.
func Run(ctx context.Context, p *model.Problem, q engine.Question, engines engine.Registry, o Options) (*Report, error) {
	r := &Report{}
	p, err := r.within(ctx, p, q, engines, o)
	if err != nil || r.Ranges != nil {
		return r, err
	}
	for _, e := range engines {
		row, err := ask(ctx, p, q, e, o)
		if err != nil {
			return r, fmt.Errorf("engine %s: %w", e.Name(), err)
		}
		r.add(p, q, row, o)
	}
	known := r.best(p)
	for _, peer := range o.Peers {
		r.add(p, q, peer.ask(ctx, p, q, o, known), o)
	}
	r.compare(p, q)
	return r, nil
}

// within checks whether a move of a strict problem can leave a range, and returns the problem with
// Strict unset.
func (r *Report) within(ctx context.Context, p *model.Problem, q engine.Question, engines engine.Registry, o Options) (*model.Problem, error) {
	if !p.Strict {
		return p, nil
	}
	ctx, cancel := o.begin(ctx)
	defer cancel()
	var err error
	r.Ranges, err = engines.CheckRanges(ctx, p, q)
	within := *p
	within.Strict = false
	return &within, err
}

// add judges the plan of a row and adds it.
func (r *Report) add(p *model.Problem, q engine.Question, row Row, o Options) {
	row.judge(p, q)
	r.Rows = append(r.Rows, row)
	if o.Done != nil {
		o.Done(row)
	}
}

// ask asks an engine.
func ask(ctx context.Context, p *model.Problem, q engine.Question, e engine.Engine, o Options) (Row, error) {
	row := Row{Name: e.Name(), Horizon: -1}
	ctx, cancel := o.begin(ctx)
	defer cancel()
	begun := time.Now()
	if err := engine.Can(ctx, e, p, q); engine.Stopped(ctx, err) != "" {
		row.Status, row.Reason, row.Elapsed = engine.Unknown, engine.Stopped(ctx, err), time.Since(begun)
		return row, nil
	} else if err != nil {
		row.Status, row.Reason = engine.Unsupported, why(err)
		return row, nil
	}
	a, err := engine.Ask(ctx, e, p, q, func(model.Plan) bool { return true })
	if err != nil {
		return row, err
	}
	row.Elapsed = time.Since(begun)
	row.Status, row.Reason, row.Plan, row.Count, row.Stats = a.Status, a.Reason, a.Best, a.Count, a.Stats
	switch {
	case e.Name() == "rules":
		row.Work, row.Unit = a.Stats.Nodes, "firings"
	case a.Stats.Stored > 0:
		row.Work, row.Unit = a.Stats.Stored, "states"
	case a.Stats.Nodes > 0:
		row.Work, row.Unit = a.Stats.Nodes, "nodes"
	}
	return row, nil
}

// begin returns a context with the limits for one engine or peer.
func (o *Options) begin(ctx context.Context) (context.Context, context.CancelFunc) {
	limits := engine.Limits{Time: o.Timeout, Memory: o.Memory, Overrun: o.Overrun}
	return limits.Begin(ctx)
}

// why returns the reason of a refusal without the name of the engine.
func why(err error) string {
	var refused *engine.Refusal
	if errors.As(err, &refused) {
		return refused.Why
	}
	return err.Error()
}

// judge validates the plan of a row with the interpreter.
func (r *Row) judge(p *model.Problem, q engine.Question) {
	if r.Plan == nil {
		return
	}
	verify := p.Verify
	if q.FreeEnd {
		verify = p.VerifyWalk
	}
	_, cost, err := verify(*r.Plan)
	if err == nil && cost != r.Plan.Cost {
		err = fmt.Errorf("it costs %d, not %d", cost, r.Plan.Cost)
	}
	r.Invalid = err
}

// valid returns the plan of a row if it is valid, else nil.
func (r *Row) valid() *model.Plan {
	if r.Invalid != nil {
		return nil
	}
	return r.Plan
}

// better reports whether cost x is better than cost y.
func better(p *model.Problem, x, y int64) bool {
	if p.Goals != nil && p.Goals.Maximize {
		return x > y
	}
	return x < y
}

// best returns the best valid plan so far, or nil.
func (r *Report) best(p *model.Problem) *model.Plan {
	var best *model.Plan
	for i := range r.Rows {
		if plan := r.Rows[i].valid(); plan != nil && (best == nil || better(p, plan.Cost, best.Cost)) {
			best = plan
		}
	}
	return best
}

// compare adds all contradictions among the rows.
func (r *Report) compare(p *model.Problem, q engine.Question) {
	for i := range r.Rows {
		x := &r.Rows[i]
		if x.Invalid != nil {
			r.note("%s gave a plan that is not valid: %v", x.Name, x.Invalid)
		}
		for k := range r.Rows {
			if k != i {
				r.refutes(p, q, &r.Rows[k], x)
			}
		}
	}
}

func (r *Report) note(format string, args ...any) {
	r.Disagreements = append(r.Disagreements, fmt.Sprintf(format, args...))
}

// refutes adds a contradiction if y's answer refutes what x claims to have proven.
func (r *Report) refutes(p *model.Problem, q engine.Question, x, y *Row) {
	plan := y.valid()
	switch {
	case plan != nil && x.Status == engine.None && (x.Horizon < 0 || len(plan.Moves) <= x.Horizon):
		r.note("%s says that no plan exists, but %s has one: %d moves, cost %s", x.Name, y.Name, len(plan.Moves), p.ValueText(plan.Cost))
	case plan != nil && x.Status == engine.NoneWithinBound && (x.Horizon < 0 || len(plan.Moves) <= x.Horizon):
		r.note("%s says that no plan is within the bound, but %s has one of %d moves", x.Name, y.Name, len(plan.Moves))
	case plan != nil && x.best(q) && x.valid() != nil && better(p, plan.Cost, x.Plan.Cost) && (x.Horizon < 0 || len(plan.Moves) <= x.Horizon):
		r.note("%s says that the best cost is %s, but %s has a plan of cost %s", x.Name, p.ValueText(x.Plan.Cost), y.Name, p.ValueText(plan.Cost))
	case q.Want != engine.Count || x.Count == nil || y.Count == nil || x.Status != engine.Solved:
	case y.Status == engine.Solved && x.Count.Cmp(y.Count) < 0, x.Count.Cmp(y.Count) < 0 && y.Status == engine.Feasible:
		r.note("%s counts %s plans, %s counts %s", x.Name, x.Count, y.Name, y.Count)
	}
}

// best reports whether a row claims that no plan is better than its own.
func (r *Row) best(q engine.Question) bool {
	return r.Status == engine.Solved && q.Plans == engine.Shortest && r.Plan != nil
}
