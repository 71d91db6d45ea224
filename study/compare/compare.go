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

// Options say who is asked, and for how long.
type Options struct {
	Timeout time.Duration // for each; 0: no limit
	Memory  int64         // bytes that the process may take; 0: no limit
	Overrun func(error)   // see engine.Limits; may be nil
	Peers   []*Peer       // other systems to be asked
	Horizon int           // of peers with a bounded horizon; 0: the length of the best plan met, or 12
	Done    func(Row)     // called as each is ready; may be nil
}

// A Row is what one engine or system said.
type Row struct {
	Name    string
	Outside bool
	Status  engine.Status
	Reason  string
	Plan    *model.Plan // nil: none
	Invalid error       // why Plan is none that the interpreter accepts
	Count   *big.Int
	Horizon int // Outside: the bound on moves that the answer is about; -1: none
	Work    int64
	Unit    string // of Work: states, nodes, firings; "" where there is nothing to tell
	Stats   engine.Stats
	Elapsed time.Duration
}

// A Report is what all said.
type Report struct {
	Rows          []Row
	Disagreements []string

	// Ranges is an answer in place of all rows: of a strict problem it is not known whether a range can be left.
	Ranges *engine.Answer
}

// Run asks all engines, and then the peers. The error is of something that should not
// happen in an engine, of arithmetic that leaves 64 bits, or of a strict problem an
// *engine.RangeError.
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

// within asks of a strict problem whether a range can be left, and returns it as one that is not
// strict.
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

// ask puts the question to an engine.
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

// begin returns a context that ends with the limits on each.
func (o *Options) begin(ctx context.Context) (context.Context, context.CancelFunc) {
	limits := engine.Limits{Time: o.Timeout, Memory: o.Memory, Overrun: o.Overrun}
	return limits.Begin(ctx)
}

// why is the reason of a refusal without the name of the engine.
func why(err error) string {
	var refused *engine.Refusal
	if errors.As(err, &refused) {
		return refused.Why
	}
	return err.Error()
}

// judge runs the plan of a row through the interpreter.
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

// valid returns the plan of a row if it is one.
func (r *Row) valid() *model.Plan {
	if r.Invalid != nil {
		return nil
	}
	return r.Plan
}

// better reports whether x is a better cost than y.
func better(p *model.Problem, x, y int64) bool {
	if p.Goals != nil && p.Goals.Maximize {
		return x > y
	}
	return x < y
}

// best is the best valid plan so far, or nil.
func (r *Report) best(p *model.Problem) *model.Plan {
	var best *model.Plan
	for i := range r.Rows {
		if plan := r.Rows[i].valid(); plan != nil && (best == nil || better(p, plan.Cost, best.Cost)) {
			best = plan
		}
	}
	return best
}

// compare notes what cannot all be true.
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

// refutes notes what y says that x has proven wrong.
func (r *Report) refutes(p *model.Problem, q engine.Question, x, y *Row) {
	plan := y.valid()
	switch {
	case plan != nil && x.Status == engine.None && (x.Horizon < 0 || len(plan.Moves) <= x.Horizon):
		r.note("%s says that no plan exists, but %s has one: %d moves, cost %d", x.Name, y.Name, len(plan.Moves), plan.Cost)
	case plan != nil && x.Status == engine.NoneWithinBound && (x.Horizon < 0 || len(plan.Moves) <= x.Horizon):
		r.note("%s says that no plan is within the bound, but %s has one of %d moves", x.Name, y.Name, len(plan.Moves))
	case plan != nil && x.best(q) && x.valid() != nil && better(p, plan.Cost, x.Plan.Cost) && (x.Horizon < 0 || len(plan.Moves) <= x.Horizon):
		r.note("%s says that the best cost is %d, but %s has a plan of cost %d", x.Name, x.Plan.Cost, y.Name, plan.Cost)
	case q.Want != engine.Count || x.Count == nil || y.Count == nil || x.Status != engine.Solved:
	case y.Status == engine.Solved && x.Count.Cmp(y.Count) < 0, x.Count.Cmp(y.Count) < 0 && y.Status == engine.Feasible:
		r.note("%s counts %s plans, %s counts %s", x.Name, x.Count, y.Name, y.Count)
	}
}

// best reports whether a row says that nothing is better than its plan.
func (r *Row) best(q engine.Question) bool {
	return r.Status == engine.Solved && q.Plans == engine.Shortest && r.Plan != nil
}
