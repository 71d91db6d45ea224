package game

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"farbank/internal/visible"
	"farbank/model"
)

// A Game is a play in progress: the moves made and the moves undone.
type Game struct {
	Problem *model.Problem
	steps   []model.Step // steps so far; the last has no move
	undone  []int        // undone moves; Redo makes the last one
	side    *side        // of a play against others; else nil
}

// ErrNoMoves reports that a problem has no moves.
var ErrNoMoves = errors.New("the problem has no moves, so there is nothing to play; farbank solve finds its values")

// New starts a game in the first start state of a problem. It fails if there is no start state or
// if the problem has no moves. Where others move or something is not seen, it is like [NewAgainst] with
// the zero Against.
func New(ctx context.Context, p *model.Problem) (*Game, error) {
	if p.Others() {
		return NewAgainst(ctx, p, Against{})
	}
	if len(p.Schemas) == 0 {
		return nil, ErrNoMoves
	}
	for s, err := range p.Starts(ctx) {
		if err != nil {
			return nil, err
		}
		return &Game{Problem: p, steps: []model.Step{{State: s}}}, nil
	}
	return nil, errors.New("there is no state to begin in")
}

// State returns the current state.
func (g *Game) State() model.State { return g.steps[len(g.steps)-1].State }

// Steps returns the states visited and the moves made. The game owns the slice.
func (g *Game) Steps() []model.Step { return g.steps }

// Moves returns the number of moves made.
func (g *Game) Moves() int { return int(model.SpentBy(g.steps).Steps) }

// Cost returns the cost of the moves made.
func (g *Game) Cost() int64 {
	n := int64(0)
	for _, s := range g.steps {
		n += s.Cost
	}
	return n
}

// Won reports whether the current state is a goal.
func (g *Game) Won() (bool, error) {
	if g.side != nil {
		end, err := g.End()
		return end == model.Reached, err
	}
	return g.Problem.AtGoal(g.State())
}

// A Choice is a ground move in the current state.
type Choice struct {
	Move  int    // index in Problem.Moves, or see Game.Draw; -1: no state allows it
	Label string // its label, made visible; its plan form if it is not possible
	Why   string // why it is not allowed; "": it is
	Cost  int64
	next  model.State
}

// Legal reports whether the move is allowed.
func (c *Choice) Legal() bool { return c.Why == "" }

// Choices returns all moves in the current state, in the order of the problem.
func (g *Game) Choices() ([]Choice, error) {
	if g.side != nil {
		return g.against()
	}
	out := make([]Choice, len(g.Problem.Moves))
	for i := range out {
		var err error
		if out[i], err = g.judge(i); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// judge returns the choice for a move in the current state.
func (g *Game) judge(move int) (Choice, error) {
	p := g.Problem
	c := Choice{Move: move, Label: p.Moves[move].String()}
	out, err := p.Apply(p.Moves[move], g.State())
	if err != nil {
		return c, err
	}
	if out.Next == nil {
		c.Why = visible.Line(refusal(out))
		return c, nil
	}
	c.Label, c.Cost, c.next = visible.Line(out.Label), out.Cost, out.Next
	broken, err := p.Broken(out.Next)
	var names []string
	for _, r := range broken {
		names = append(names, visible.Line(r.String()))
	}
	c.Why = strings.Join(names, "; ")
	return c, err
}

// refusal returns the reason why a move does not apply.
func refusal(out model.Outcome) string {
	st := out.Refused
	switch {
	case st == nil:
		return "its cost is undefined or negative"
	case st.Kind != model.Guard:
		return fmt.Sprintf("%s has no value in range", st.Text)
	case st.Label != "":
		return "it needs: " + st.Label
	}
	return "it needs " + st.Text
}

// A RefusedError reports why a move was not made.
type RefusedError struct{ Choice Choice }

// Error returns the move and the reason.
func (e *RefusedError) Error() string { return e.Choice.Label + ": " + e.Choice.Why }

// Make makes a move. The error is a *RefusedError if the move is not allowed. In a play against others the
// program then makes its moves.
func (g *Game) Make(move int) error {
	if g.side != nil {
		return g.makeAgainst(move)
	}
	if err := g.advance(move); err != nil {
		return err
	}
	g.undone = nil
	return nil
}

func (g *Game) advance(move int) error {
	c, err := g.judge(move)
	if err != nil {
		return err
	}
	if !c.Legal() {
		return &RefusedError{c}
	}
	last := &g.steps[len(g.steps)-1]
	last.Move, last.Label, last.Cost = g.Problem.Moves[move], c.Label, c.Cost
	g.steps = append(g.steps, model.Step{State: c.next})
	return nil
}

// Undo undoes the last move, against others the last one of the person. It returns false if there are no moves.
func (g *Game) Undo() bool {
	if g.side != nil {
		return g.undoAgainst()
	}
	if len(g.steps) == 1 {
		return false
	}
	g.steps = g.steps[:len(g.steps)-1]
	last := &g.steps[len(g.steps)-1]
	for i, m := range g.Problem.Moves {
		if m == last.Move {
			g.undone = append(g.undone, i)
			break
		}
	}
	last.Move, last.Label, last.Cost = nil, "", 0
	return true
}

// Redo makes the last undone move again. It returns false if no move was undone.
func (g *Game) Redo() bool {
	if g.side != nil {
		return g.redoAgainst()
	}
	if len(g.undone) == 0 {
		return false
	}
	move := g.undone[len(g.undone)-1]
	if g.advance(move) != nil {
		return false
	}
	g.undone = g.undone[:len(g.undone)-1]
	return true
}

// Restart undoes all moves; Redo can make them again.
func (g *Game) Restart() {
	for g.Undo() {
	}
}
