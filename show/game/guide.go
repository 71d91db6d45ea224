package game

import (
	"context"
	"errors"
	"slices"
	"time"

	"farbank/engine"
	"farbank/model"
	"farbank/study/atlas"
)

// Limits of a Guide where none are given.
const (
	mapStates = 300_000
	mapMemory = 1 << 30
	solveTime = 30 * time.Second
)

// A Guide finds out how far it is to the goal. The zero Guide knows spaces that are small
// enough for an atlas.
type Guide struct {
	// Solve asks for a best plan of a problem; nil: large spaces stay unknown.
	Solve  func(ctx context.Context, p *model.Problem) (*engine.Answer, error)
	States int           // the most states of an atlas; 0: 300,000
	Memory int64         // the most bytes of an atlas; 0: 1 GiB
	Time   time.Duration // the longest time for an answer about one state; 0: 30 s
}

// A Way is what is known of the way from a state to the goal.
type Way struct {
	Known bool   // all that follows is proven
	None  bool   // no way leads to the goal
	Cost  int64  // of a cheapest one
	Moves []int  // such a way
	Why   string // why it is not known; "": it is being looked for
}

// Map makes the atlas of a problem, nil if it is too large for one.
func (g *Guide) Map(ctx context.Context, p *model.Problem) (*atlas.Atlas, error) {
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

// LookUp finds the way from a state in an atlas.
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

// Ask has the way from a state solved.
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

// from is the problem that begins in a given state, nothing left to find.
func from(p *model.Problem, s model.State) *model.Problem {
	q := *p
	q.NumFind, q.Require, q.Goals, q.Judge = 0, nil, nil, nil
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
