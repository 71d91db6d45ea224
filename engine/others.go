package engine

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"

	"farbank/game"
	"farbank/model"
)

// Others is the answer to a question about a problem in which others move or something is not seen.
type Others struct {
	Strategy    *model.Strategy
	Cost        *int64    // the cost in the worst case; nil if it has no bound or the goal is not always reached
	Probability *Quantity // of reaching the goal; nil if chance plays no part
	Expected    *Quantity // the expected cost, if the goal is reached surely; may be nil
	Value       *Quantity // of the objective: guaranteed, or expected with chance; nil without one, or if the goal is not reached surely
	Moves       int       // the moves of the strategy in the worst case; 0 if there is no bound
	Ours        int       // those of them that are ours
}

// A Quantity is a number that is known exactly or enclosed in an interval.
type Quantity struct {
	Exact     *big.Rat // nil: the value is in Low..High
	Low, High float64
}

// String returns the fraction, or the interval.
func (q *Quantity) String() string {
	if q.Exact != nil {
		return q.Exact.RatString()
	}
	return fmt.Sprintf("%s..%s", strconv.FormatFloat(q.Low, 'g', 12, 64), strconv.FormatFloat(q.High, 'g', 12, 64))
}

// Float returns the value, or the middle of the interval.
func (q *Quantity) Float() float64 {
	if q.Exact != nil {
		f, _ := q.Exact.Float64()
		return f
	}
	return (q.Low + q.High) / 2
}

// A TurnError reports a reachable state in which the moves do not fit the rules of games: two choosers, a
// move of a foe or of chance that leaves a range, or a weight that is negative.
type TurnError struct {
	File string
	Pos  model.Pos
	Why  string
	Way  []string // the moves to the state, in the form of plans
}

// Error returns a message with the place and the moves to the state.
func (e *TurnError) Error() string {
	way := "at the start"
	if len(e.Way) > 0 {
		way = "after " + strings.Join(e.Way[:min(len(e.Way), maxListed)], ", ")
		if more := len(e.Way) - maxListed; more > 0 {
			way += fmt.Sprintf(" and %d moves more", more)
		}
	}
	return fmt.Sprintf("%s:%d:%d: %s, %s", e.File, e.Pos.Line, e.Pos.Col, e.Why, way)
}

// solveOthers answers a question about a problem with others, and validates the strategy.
func (r Registry) solveOthers(ctx context.Context, e Engine, p *model.Problem, q Question) (*Answer, error) {
	if e == nil {
		for _, x := range r {
			if x.Capabilities().Others {
				e = x
			}
		}
	}
	if e == nil {
		return &Answer{Status: Unsupported, Reason: "no engine solves problems with others"}, nil
	}
	if err := e.Can(p, q); err != nil {
		return &Answer{Status: Unsupported, Reason: err.Error()}, nil
	}
	a, err := e.Solve(ctx, p, q, nil)
	if err != nil || a.Others == nil || a.Others.Strategy == nil {
		return a, err
	}
	if len(a.Others.Strategy.Situations) > maxJudged {
		a.Stats.Notes = append(a.Stats.Notes, fmt.Sprintf("the strategy has more than %d situations and was not run by the judge", maxJudged))
		return a, nil
	}
	late, stop := late(ctx, lastWord)
	defer stop()
	got, err := ValueOf(late, p, q, a.Others.Strategy)
	if reason := Stopped(ctx, err); err != nil && reason != "" {
		a.Stats.Notes = append(a.Stats.Notes, "the strategy was not run by the judge: "+reason)
		return a, nil
	}
	if err == nil {
		err = a.Others.differs(got)
	}
	if err != nil {
		return nil, &BugError{Engine: e.Name(), Err: err}
	}
	if a.Others.Value == nil { // of a strategy found soon
		a.Others.Value = got.Value
	}
	return a, nil
}

// maxJudged is the maximum number of situations of a strategy that the judge runs for each answer.
const maxJudged = 20_000

// differs returns an error if the value that the judge computed is worse than that of the answer.
func (o *Others) differs(got *Others) error {
	apart := func(what string, x, y *Quantity) error {
		if x == nil {
			return nil
		}
		if y == nil || x.Exact != nil && y.Exact != nil && x.Exact.Cmp(y.Exact) != 0 || x.Low > y.High+1e-6*max(1, math.Abs(y.High)) || y.Low > x.High+1e-6*max(1, math.Abs(x.High)) {
			return fmt.Errorf("the judge computes another %s: %v, not %v", what, y, x)
		}
		return nil
	}
	if o.Cost != nil && (got.Cost == nil || *got.Cost > *o.Cost) {
		return fmt.Errorf("the judge does not confirm the cost %d in the worst case", *o.Cost)
	}
	if err := apart("probability", o.Probability, got.Probability); err != nil {
		return err
	}
	if err := apart("value", o.Value, got.Value); err != nil {
		return err
	}
	return apart("expected cost", o.Expected, got.Expected)
}

// ErrOthers is the error of a function that takes only problems in which all moves are ours and everything is seen.
var ErrOthers = errors.New("some moves are not ours, or something is not seen: check, solve, play, simulate, verify, explain, space and graph take such problems")

// ErrAllOurs is the error of a function that takes only problems with others.
var ErrAllOurs = errors.New("all moves are ours, so every play of a plan is the same")

// OnlyOurs returns ErrOthers if p has others.
func OnlyOurs(p *model.Problem) error {
	if p != nil && p.Others() {
		return ErrOthers
	}
	return nil
}

// ErrNoJudge reports that a strategy cannot be checked, since the problem has no text of its own.
var ErrNoJudge = errors.New("a strategy is checked by the text of the problem, which is missing")

// ValueOf lets the judge run a strategy against everything that foe, chance and the unknown can do, and computes its value. The
// error is a *model.PlanError if the strategy is not valid.
func ValueOf(ctx context.Context, p *model.Problem, q Question, s *model.Strategy) (*Others, error) {
	if p.Judge == nil {
		return nil, ErrNoJudge
	}
	j, ok := p.Judge.Within(ctx).(model.StrategyJudge)
	if !ok {
		return nil, ErrNoJudge
	}
	played, err := j.Play(s)
	if err != nil {
		return nil, err
	}
	a := &game.Arena{}
	chance := false
	for _, at := range played.Positions {
		kind := game.Foe // of one move, or of what is seen after it
		switch {
		case at.End == model.Reached:
			kind = game.Goal
		case at.By == model.ByChance && !q.Worst:
			kind, chance = game.Chance, true
		}
		var moves []game.Move
		for _, t := range at.Next {
			moves = append(moves, game.Move{To: int32(t.To), Cost: t.Cost, Weight: max(1, t.Weight)})
		}
		a.Add(kind, moves...)
	}
	o, root, err := valued(ctx, a, played.Starts, s, chance || p.Chance() && !q.Worst, q.Plans == Sure)
	if err != nil || p.Goals == nil || CanPay(p.Goals) != "" {
		return o, err
	}
	f, err := NewPayoff(a, p.Goals, func(k int) (int64, bool, error) {
		if v := played.Positions[k].Value; v != nil {
			return *v, true, nil
		}
		return 0, false, nil
	}, func(k int, _ game.Move) int64 {
		if k == root {
			return 0
		}
		return 1
	})
	if err == nil {
		o.Value, err = f.value(ctx, root, o.Probability != nil)
	}
	return o, err
}

// valued computes the value of an arena in which no move is ours, from the worst of the starts. It adds the state root,
// which leads to these. With onlySure it leaves the expected cost out, which may be too large to be computed.
func valued(ctx context.Context, a *game.Arena, starts []int, s *model.Strategy, chance, onlySure bool) (o *Others, root int, err error) {
	o = &Others{Strategy: s}
	var moves []game.Move
	for _, k := range starts {
		moves = append(moves, game.Move{To: int32(k)})
	}
	root = a.Add(game.Foe, moves...)
	f, err := game.Force(ctx, a, game.Options{})
	if err != nil || f.Reason != nil {
		return nil, root, errors.Join(err, f.Reason)
	}
	if f.Cost[root] != game.Never {
		o.Cost = &f.Cost[root]
	}
	if !chance {
		return o, root, nil
	}
	quantity := func(solve func(context.Context, *game.Arena, game.Options) (game.Values, error)) (*Quantity, error) {
		v, err := solve(ctx, a, game.Options{})
		if err != nil || v.Low == nil {
			return nil, errors.Join(err, v.Reason)
		}
		q := &Quantity{Low: v.Low[root], High: v.High[root]}
		if v.Exact != nil {
			q.Exact = v.Exact[root]
		}
		return q, nil
	}
	if o.Probability, err = quantity(game.Reach); err != nil {
		return nil, root, err
	}
	if o.Probability.Low == 1 && !onlySure {
		o.Expected, err = quantity(game.Expected)
	}
	return o, root, err
}
