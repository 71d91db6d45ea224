package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"farbank"
	"farbank/internal/command"
	"farbank/model"
	"farbank/show/game"
	"farbank/show/play"

	tea "charm.land/bubbletea/v2"
	"github.com/spf13/cobra"
	"golang.org/x/term"
)

// startTime is the time limit for finding a first state with unknowns.
const startTime = 10 * time.Second

func (a *app) playCommand() *cobra.Command {
	input := &inputFlags{}
	limits := &limitFlags{}
	var states int
	cmd := &cobra.Command{
		Use:   "play FILE",
		Short: "Play a problem in the terminal: make moves, undo, ask for hints",
		Long: `play shows the state and the moves, and plays by keys: a number or enter makes a move, u undoes it, r
repeats it, h gives a hint, s plays the rest of a shortest plan, n starts anew, / searches for a
move, a also lists the impossible moves, the arrows left and right scroll what is wider than the
window, ? shows the keys, q quits. An impossible move is refused
with the reason. At the end the moves made are printed. The distance to the goal is computed in
the background.`,
		Example: "  farbank play wolf\n  farbank play hanoi\n  NO_COLOR=1 farbank play husbands -p couples=2",
		Args:    command.OneFile,
		RunE:    func(cmd *cobra.Command, args []string) error { return a.play(cmd, args[0], input, limits, states) },
	}
	input.register(cmd)
	cmd.Flags().StringVar(&limits.memory, "memory", "", "the memory limit as a `size`, for example 4GiB, or none ("+memoryDefault+"); beyond it distances to the goal are not known")
	cmd.Flags().Lookup("json").Hidden = true
	cmd.Flags().IntVar(&states, "map", 0, "compute all distances first if there are at most this number of `states` (default 300000); else solve each state by itself")
	return cmd
}

func (a *app) play(cmd *cobra.Command, name string, input *inputFlags, limits *limitFlags, states int) error {
	out := a.stdout
	if !term.IsTerminal(int(out.Fd())) {
		return errors.New("play needs a terminal, and standard output is not one; farbank solve prints a plan")
	}
	if states < 0 {
		return errors.New("--map must not be negative")
	}
	background, cancel, err := limits.beginInBackground(a, cmd.Context())
	if err != nil {
		return err
	}
	defer cancel()
	p, err := a.loadOurs(background, name, input)
	if err != nil {
		return err
	}
	begin, stop := context.WithTimeout(background, startTime)
	g, err := game.New(begin, p)
	stop()
	if errors.Is(err, game.ErrNoMoves) {
		return a.refuse(err.Error(), input.json)
	}
	if err != nil {
		return err
	}
	memory := limits.Share()
	if memory == 0 || memory > backgroundMemory {
		memory = backgroundMemory
	}
	ctx := cmd.Context()
	screen := play.NewScreen(background, g, game.Guide{States: states, Memory: memory, Solve: solveInBackground(memory)})
	if _, err := tea.NewProgram(screen, tea.WithContext(ctx), tea.WithOutput(out)).Run(); err != nil && !errors.Is(err, tea.ErrInterrupted) && ctx.Err() == nil {
		return err
	}
	if err := screen.Err(); err != nil {
		return err
	}
	return a.played(p, g)
}

// backgroundMemory is the maximum memory for background searches.
const backgroundMemory = 1 << 30

func solveInBackground(memory int64) func(context.Context, *model.Problem) (*farbank.Answer, error) {
	return func(ctx context.Context, p *model.Problem) (*farbank.Answer, error) {
		return farbank.Solve(ctx, p, farbank.Question{Symmetry: true, Memory: memory})
	}
}

// played prints the moves that were made.
func (a *app) played(p *farbank.Problem, g *game.Game) error {
	if g.Moves() == 0 {
		return nil
	}
	screen, w := a.screen(&screenFlags{width: -1, colour: "auto"})
	if err := screen.Table(w, p, g.Steps()); err != nil {
		return err
	}
	won, err := g.Won()
	if err != nil {
		return err
	}
	text := "the goal is not reached"
	if won {
		text = "the goal is reached"
	}
	_, err = fmt.Fprintf(a.out, "\n%s; %s.\n", moves(g.Moves()), text)
	return err
}
