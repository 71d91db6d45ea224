package ask

import (
	"context"
	"errors"
	"farbank"
	"farbank/engine"
	"farbank/model"
	"farbank/show/game"
	"farbank/show/render"
)

// A PlayDocument is the state of a game.
type PlayDocument struct {
	State   map[string]any   `json:"state"`
	Picture FrameDocument    `json:"picture"`
	Lines   []string         `json:"lines"` // the lines that the problem shows for the state
	Cost    int64            `json:"cost"`
	Won     bool             `json:"won"`
	Choices []ChoiceDocument `json:"choices"`
	Way     *WayDocument     `json:"way,omitempty"`
}

// A ChoiceDocument is a move in a state.
type ChoiceDocument struct {
	Move  string `json:"move"` // in the notation of plans
	Label string `json:"label"`
	Why   string `json:"why,omitempty"` // why it is not permitted; absent: it is
}

// A WayDocument is the result of a search for a path from a state to the goal.
type WayDocument struct {
	Known bool     `json:"known"`
	None  bool     `json:"none"` // the goal is unreachable
	Cost  int64    `json:"cost"`
	Moves []string `json:"moves"`
	Why   string   `json:"why,omitempty"` // why it is unknown
}

// mostMapped limits the states of the map in which a request looks up paths.
const mostMapped = 20_000

func (a *asked) play(p *farbank.Problem) (any, error) {
	g, err := game.New(a.ctx, p)
	if errors.Is(err, game.ErrNoMoves) {
		return refusal(err.Error()), nil
	}
	if err != nil {
		return nil, err
	}
	numbers := map[string]int{}
	for i, m := range p.Moves {
		numbers[m.String()] = i
	}
	for k, name := range a.Moves {
		n, ok := numbers[name]
		if !ok {
			return nil, refused("moves: there is no move %s (number %d)", name, k+1)
		}
		var not *game.RefusedError
		switch err := g.Make(n); {
		case errors.As(err, &not):
			return nil, refused("moves: number %d, %v", k+1, not)
		case err != nil:
			return nil, err
		}
	}
	return a.standing(p, g)
}

// standing returns the document of the current state of a game.
func (a *asked) standing(p *farbank.Problem, g *game.Game) (any, error) {
	choices, err := g.Choices()
	if err != nil {
		return nil, err
	}
	doc := &PlayDocument{State: render.StateDocument(p, g.State()), Lines: render.StateLines(p, g.State()), Cost: g.Cost()}
	doc.Picture = film(p, []model.Step{{State: g.State()}})[0]
	if doc.Won, err = g.Won(); err != nil {
		return nil, err
	}
	for _, c := range choices {
		doc.Choices = append(doc.Choices, ChoiceDocument{p.Moves[c.Move].String(), c.Label, c.Why})
	}
	if a.Hint {
		doc.Way, err = a.way(p, g.State())
	}
	return doc, err
}

// way finds a path from a state to the goal: in a map of the space if that is small, else by
// solving from the state.
func (a *asked) way(p *farbank.Problem, s model.State) (*WayDocument, error) {
	guide := game.Guide{States: mostMapped, Memory: a.share(), Solve: func(ctx context.Context, p *model.Problem) (*engine.Answer, error) {
		return farbank.Solve(ctx, p, farbank.Question{Symmetry: true, Memory: a.share(), Workers: a.Workers})
	}}
	at, err := guide.Map(a.ctx, p)
	if err != nil {
		return nil, err
	}
	var w game.Way
	if at != nil {
		w = game.LookUp(at, s)
	} else {
		w = guide.Ask(a.ctx, p, s)
	}
	doc := &WayDocument{Known: w.Known, None: w.None, Cost: w.Cost, Moves: []string{}, Why: w.Why}
	for _, m := range w.Moves {
		doc.Moves = append(doc.Moves, p.Moves[m].String())
	}
	return doc, nil
}
