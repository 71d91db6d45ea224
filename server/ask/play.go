package ask

import (
	"context"
	"encoding/json"
	"errors"
	"farbank"
	"farbank/engine"
	"farbank/engine/strategy"
	"farbank/model"
	"farbank/picture"
	"farbank/show/game"
	"farbank/show/render"
)

// A PlayDocument is the state of a game.
type PlayDocument struct {
	State   map[string]any   `json:"state"`
	Picture FrameDocument    `json:"picture"`
	Lines   []string         `json:"lines"` // the lines that the problem shows for the state
	Cost    json.Number      `json:"cost"`
	Won     bool             `json:"won"`
	Lost    bool             `json:"lost,omitempty"` // a play against others has ended without the goal
	News    []string         `json:"news,omitempty"` // the moves of others since the last own one
	Choices []ChoiceDocument `json:"choices"`
	Way     *WayDocument     `json:"way,omitempty"`
}

// A ChoiceDocument is a move in a state.
type ChoiceDocument struct {
	Move  string `json:"move"` // in the notation of plans; chance where chance draws
	Label string `json:"label"`
	Why   string `json:"why,omitempty"` // why it is not permitted; absent: it is
}

// A WayDocument is the result of a search for a path from a state to the goal.
type WayDocument struct {
	Known bool        `json:"known"`
	None  bool        `json:"none"` // the goal is unreachable
	Cost  json.Number `json:"cost"`
	Moves []string    `json:"moves"`
	Text  string      `json:"text,omitempty"` // against others: the value of the position in words
	Why   string      `json:"why,omitempty"`  // why it is unknown
}

// maxMapped limits the states of the map in which a request looks up paths.
const maxMapped = 20_000

func (a *asked) play(p *farbank.Problem) (any, error) {
	g, adviser, err := a.newGame(p)
	if errors.Is(err, game.ErrNoMoves) {
		return refusal(err.Error()), nil
	}
	if err != nil {
		return nil, err
	}
	numbers := map[string]int{drawName: g.Draw()}
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
	return a.standing(p, g, adviser)
}

// drawName is the name of the choice that lets chance draw.
const drawName = "chance"

// newGame starts a game. Where others move, it also returns the adviser, whose moves the others make if it lists the positions.
func (a *asked) newGame(p *farbank.Problem) (*game.Game, *strategy.Adviser, error) {
	if !p.Others() || len(p.Schemas) == 0 {
		g, err := game.New(a.ctx, p)
		return g, nil, err
	}
	guide := game.Guide{Memory: a.share()}
	adviser, err := guide.Survey(a.ctx, p)
	if err != nil {
		return nil, nil, err
	}
	against := game.Against{Adviser: adviser, Seed: uint64(a.Seed)}
	if !adviser.Listed() { // a search could end by the time limit, and the same moves must give the same game
		against.Adviser = nil
	}
	g, err := game.NewAgainst(a.ctx, p, against)
	return g, adviser, err
}

// standing returns the document of the current state of a game.
func (a *asked) standing(p *farbank.Problem, g *game.Game, adviser *strategy.Adviser) (any, error) {
	choices, err := g.Choices()
	if err != nil {
		return nil, err
	}
	doc := &PlayDocument{State: render.BeliefDocument(p, g.Worlds()), Lines: render.BeliefLines(p, g.Worlds()), Cost: p.CostNumber(g.Cost()), News: g.News()}
	doc.Picture = FrameDocument{SVG: picture.Frames(render.BeliefFrame(p, g.Worlds()))[0], Lines: doc.Lines}
	end, err := g.End()
	if err != nil {
		return nil, err
	}
	doc.Won, doc.Lost = end == model.Reached, end == model.Failed
	for _, c := range choices {
		name := drawName
		if c.Move != g.Draw() {
			name = p.Moves[c.Move].String()
		}
		doc.Choices = append(doc.Choices, ChoiceDocument{name, c.Label, c.Why})
	}
	if a.Hint && g.Against() {
		doc.Way = wayDocument(p, game.Advise(a.ctx, adviser, g.Worlds()))
	} else if a.Hint {
		doc.Way, err = a.way(p, g.State())
	}
	return doc, err
}

// way finds a path from a state to the goal: in a map of the space if that is small, else by
// solving from the state.
func (a *asked) way(p *farbank.Problem, s model.State) (*WayDocument, error) {
	guide := game.Guide{States: maxMapped, Memory: a.share(), Solve: func(ctx context.Context, p *model.Problem) (*engine.Answer, error) {
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
	return wayDocument(p, w), nil
}

func wayDocument(p *farbank.Problem, w game.Way) *WayDocument {
	doc := &WayDocument{Known: w.Known, None: w.None, Cost: p.CostNumber(w.Cost), Moves: []string{}, Text: w.Text, Why: w.Why}
	if p.Unit > 0 {
		doc.Cost = p.TimeNumber(w.Cost)
	}
	for _, m := range w.Moves {
		doc.Moves = append(doc.Moves, p.Moves[m].String())
	}
	return doc
}
