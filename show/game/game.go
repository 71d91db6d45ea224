package game

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"farbank/internal/visible"
	"farbank/model"
)

// A Game is a play in progress: the moves made, and those taken back.
type Game struct {
	Problem *model.Problem
	steps   []model.Step // those made; the last has no move
	undone  []int        // moves taken back, the next to make again last
}

// ErrNoMoves says that a problem has nothing to move.
var ErrNoMoves = errors.New("the problem has no moves, so there is nothing to play; farbank solve finds its values")

// New begins a game in the first start state of a problem. It fails if there is none
// or the problem has no moves.
func New(ctx context.Context, p *model.Problem) (*Game, error) {
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

// State returns the present state.
func (g *Game) State() model.State { return g.steps[len(g.steps)-1].State }

// Steps returns the states passed and the moves made. They belong to the game.
func (g *Game) Steps() []model.Step { return g.steps }

// Moves returns how many moves have been made.
func (g *Game) Moves() int { return len(g.steps) - 1 }

// Cost returns what they cost.
func (g *Game) Cost() int64 {
	n := int64(0)
	for _, s := range g.steps {
		n += s.Cost
	}
	return n
}

// Won reports whether the present state meets the goal.
func (g *Game) Won() (bool, error) { return g.Problem.AtGoal(g.State()) }

// A Choice is a ground move as it looks in the present state.
type Choice struct {
	Move  int    // its number in Problem.Moves
	Label string // what its label says, made visible; its plan form where it cannot be made
	Why   string // why it must not be made; "": it may
	Cost  int64
	next  model.State
}

// Legal reports whether the move may be made.
func (c *Choice) Legal() bool { return c.Why == "" }

// Choices returns all moves in the present state, in the order of the problem.
func (g *Game) Choices() ([]Choice, error) {
	out := make([]Choice, len(g.Problem.Moves))
	for i := range out {
		var err error
		if out[i], err = g.judge(i); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// judge tells how a move looks in the present state.
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

// refusal says why a move does not apply.
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

// A RefusedError says why a move was not made.
type RefusedError struct{ Choice Choice }

func (e *RefusedError) Error() string { return e.Choice.Label + ": " + e.Choice.Why }

// Make makes a move. It fails with a *RefusedError if the move must not be made.
func (g *Game) Make(move int) error {
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

// Undo takes the last move back; false if there is none.
func (g *Game) Undo() bool {
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

// Redo makes the move again that was taken back last; false if there is none.
func (g *Game) Redo() bool {
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

// Restart takes all moves back; they can be made again one by one.
func (g *Game) Restart() {
	for g.Undo() {
	}
}
