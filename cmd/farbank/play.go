package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"farbank"
	"farbank/model"
	"farbank/play"
	"farbank/render"

	tea "charm.land/bubbletea/v2"
	"github.com/spf13/cobra"
	"golang.org/x/term"
)

// startTime is the longest time that finding a first state may take, where it has
// unknowns.
const startTime = 10 * time.Second

func (a *app) playCommand() *cobra.Command {
	input := &inputFlags{}
	var states int
	cmd := &cobra.Command{
		Use:   "play FILE",
		Short: "Play a problem in the terminal: make moves, undo, ask for hints",
		Long: `play shows the state and the moves, and plays by the keys: a number or enter makes a move (one that is not possible
is refused, with the reason), u takes it back, r makes it again, h gives a hint, s plays the rest of a shortest plan, n begins
anew, / looks for a move, a lists those that are not possible too, ? shows the keys, q ends. At the end the moves made are
printed. How far it is to the goal is worked out in the background.`,
		Example: "  farbank play wolf\n  farbank play hanoi\n  NO_COLOR=1 farbank play husbands -p couples=2",
		Args:    oneFile,
		RunE:    func(cmd *cobra.Command, args []string) error { return a.play(cmd, args[0], input, states) },
	}
	input.register(cmd)
	cmd.Flags().Lookup("json").Hidden = true
	cmd.Flags().IntVar(&states, "map", 0, "map the space beforehand if it has at most so many `states` (default 300000); else each state is solved by itself")
	return cmd
}

func (a *app) play(cmd *cobra.Command, name string, input *inputFlags, states int) error {
	out := a.stdout
	if !term.IsTerminal(int(out.Fd())) {
		return errors.New("play needs a terminal, and standard output is none; farbank solve prints a plan")
	}
	if states < 0 {
		return errors.New("--map must not be negative")
	}
	p, err := a.load(cmd.Context(), name, input)
	if err != nil {
		return err
	}
	begin, stop := context.WithTimeout(cmd.Context(), startTime)
	game, err := play.NewGame(begin, p)
	stop()
	if errors.Is(err, play.ErrNoMoves) {
		return a.refuse(err.Error(), input.json)
	}
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(cmd.Context())
	defer cancel()
	screen := play.NewScreen(ctx, game, play.Guide{States: states, Solve: solveInBackground})
	if _, err := tea.NewProgram(screen, tea.WithContext(ctx), tea.WithOutput(out)).Run(); err != nil && !errors.Is(err, tea.ErrInterrupted) && ctx.Err() == nil {
		return err
	}
	if err := screen.Err(); err != nil {
		return err
	}
	return a.played(p, game)
}

// solveInBackground leaves a processor to the screen, and memory to others.
func solveInBackground(ctx context.Context, p *model.Problem) (*farbank.Answer, error) {
	return farbank.Solve(ctx, p, farbank.Question{Symmetry: true, Memory: 1 << 30})
}

// played prints the moves that were made.
func (a *app) played(p *farbank.Problem, game *play.Game) error {
	if game.Moves() == 0 {
		return nil
	}
	if err := render.Table(a.out, p, game.Steps()); err != nil {
		return err
	}
	won, err := game.Won()
	if err != nil {
		return err
	}
	text := "the goal is not reached"
	if won {
		text = "the goal is reached"
	}
	_, err = fmt.Fprintf(a.out, "\n%s; %s.\n", moves(game.Moves()), text)
	return err
}
