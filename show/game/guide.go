package game

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"farbank/engine"
	"farbank/engine/strategy"
	"farbank/game"
	"farbank/model"
	"farbank/study/atlas"
)

// Default limits of a Guide.
const (
	mapStates = 300_000
	mapMemory = 1 << 30
	solveTime = 30 * time.Second
)

// A Guide computes distances to the goal. The zero Guide handles state spaces that are small enough
// for an atlas.
type Guide struct {
	// Solve finds a best plan of a problem; nil: distances in large state spaces stay unknown.
	Solve   func(ctx context.Context, p *model.Problem) (*engine.Answer, error)
	Adviser *strategy.Adviser // of a play against others; nil: values of positions are unknown
	States  int               // maximum number of states of an atlas; 0: 300,000
	Memory  int64             // memory limit of an atlas in bytes; 0: 1 GiB
	Time    time.Duration     // time limit for one state; 0: 30 s
}

// A Way describes how to reach the goal from a state.
type Way struct {
	Known bool   // the other fields are proven
	None  bool   // the goal cannot be reached
	Cost  int64  // of a cheapest plan
	Moves []int  // a cheapest plan; against others the best move of the one who moves
	Text  string // against others: the value in words
	Why   string // why the way is unknown; "": the search is running
}

// Map returns the atlas of a problem, or nil if the state space is too large or moves take time.
func (g *Guide) Map(ctx context.Context, p *model.Problem) (*atlas.Atlas, error) {
	if p.Unit > 0 { // an atlas measures the way in costs, not in time
		return nil, nil
	}
	limit := g.States
	if limit == 0 {
		limit = mapStates
	}
	memory := g.Memory
	if memory == 0 {
		memory = mapMemory
	}
	a, err := atlas.Build(ctx, p, atlas.Options{States: limit, Memory: memory})
	var large *atlas.LargeError
	if errors.As(err, &large) || errors.Is(err, atlas.ErrMemory) || errors.Is(err, engine.ErrMemory) {
		return nil, nil
	}
	return a, err
}

// Survey returns an adviser for plays against others.
func (g *Guide) Survey(ctx context.Context, p *model.Problem) (*strategy.Adviser, error) {
	o := game.Options{States: g.States, Memory: g.Memory}
	if o.States == 0 {
		o.States = mapStates
	}
	if o.Memory == 0 {
		o.Memory = mapMemory
	}
	return strategy.NewAdviser(ctx, p, o)
}

// LookUp returns the way from a state in an atlas.
func LookUp(a *atlas.Atlas, s model.State) Way {
	i := a.Find(s)
	if i < 0 {
		return Way{Why: "the state is on no map"}
	}
	if a.ToGoal[i] < 0 {
		return Way{Known: true, None: true}
	}
	w := Way{Known: true, Cost: a.ToGoal[i]}
	for {
		move, ok := a.Hint(i)
		if !ok {
			return w
		}
		w.Moves = append(w.Moves, move)
		for j, e := range a.Graph.Edges(i) {
			if int(e.Label) == move {
				i = j
				break
			}
		}
	}
}

// Ask solves the way from a state.
func (g *Guide) Ask(ctx context.Context, p *model.Problem, s model.State) Way {
	if g.Solve == nil {
		return Way{Why: "there are too many states"}
	}
	limit := g.Time
	if limit == 0 {
		limit = solveTime
	}
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	a, err := g.Solve(ctx, from(p, s))
	switch {
	case err != nil:
		return Way{Why: err.Error()}
	case a.Status == engine.None:
		return Way{Known: true, None: true}
	case a.Status == engine.Solved && a.Best != nil:
		return Way{Known: true, Cost: a.Best.Cost, Moves: a.Best.Moves}
	}
	return Way{Why: a.Reason}
}

// from returns the problem with the given start state, in which no unknowns remain.
func from(p *model.Problem, s model.State) *model.Problem {
	q := *p
	q.NumFind, q.Require, q.Goals, q.Judge = 0, nil, nil, nil
	if p.Unit > 0 {
		q.Goals = &model.Objective{Time: 1, Digits: p.TimeDigits, Value: model.NewBuilder().Const(0)}
	}
	q.Vars = slices.Clone(p.Vars)
	for i := range q.Vars {
		q.Vars[i].Find = false
	}
	q.Start = make([]*model.Expr, len(s))
	b := model.NewBuilder()
	for i, v := range s {
		q.Start[i] = b.Const(v)
	}
	return &q
}

// Advise returns the value of the current position of a play against others, and the best move if it is ours.
func Advise(ctx context.Context, a *strategy.Adviser, worlds []model.State) Way {
	if a == nil {
		return Way{Why: "there are too many positions"}
	}
	ctx, cancel := context.WithTimeout(ctx, solveTime)
	defer cancel()
	x, err := a.Ask(ctx, worlds)
	if err != nil {
		return Way{Why: err.Error()}
	}
	w := Way{Known: x.Known, None: x.None, Cost: x.Cost, Why: x.Why}
	if x.Move >= 0 {
		w.Moves = []int{x.Move}
	}
	short := func(q *engine.Quantity) string { return strconv.FormatFloat(q.Float(), 'g', 6, 64) }
	switch {
	case !x.Known:
	case x.Value != nil && x.Probability != nil:
		w.Text = "the goal is sure, with a value of " + short(x.Value) + " on average"
	case x.Value != nil:
		w.Text = "a value of " + short(x.Value) + " can be forced"
	case x.Expected != nil:
		w.Text = "the goal is sure, at a cost of " + short(x.Expected) + " more on average"
	case x.Probability != nil && !x.None:
		w.Text = "the goal is reached with probability " + short(x.Probability)
	case x.Probability == nil && !x.None:
		w.Text = fmt.Sprintf("the goal can be forced, at a cost of at most %d more", x.Cost)
	case x.Probability == nil:
		w.Text = "the goal cannot be forced from here"
	default:
		w.Text = "the goal cannot be reached from here"
	}
	return w
}
