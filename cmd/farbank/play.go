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
	"farbank/show/render"

	tea "charm.land/bubbletea/v2"
	"github.com/spf13/cobra"
	"golang.org/x/term"
)

// startTime is the time limit for finding a first state with unknowns.
const startTime = 10 * time.Second

func (a *app) playCommand() *cobra.Command {
	input := &inputFlags{}
	limits := &limitFlags{}
	f := &playFlags{}
	cmd := &cobra.Command{
		Use:   "play FILE",
		Short: "Play a problem in the terminal: make moves, undo, ask for hints",
		Long: `play shows the state and the moves, and plays by keys: a number or enter makes a move, u undoes it, r
repeats it, h gives a hint, s plays the rest of a shortest plan, n starts anew, / searches for a
move, a also lists the impossible moves, the arrows left and right scroll what is wider than the
window, ? shows the keys, q quits. An impossible move is refused
with the reason. At the end the moves made are printed. The distance to the goal is computed in
the background.

Where others move or something is not seen, the program plays the others: a foe as well as it can, chance
by the weights, and the unknown is drawn. With --side others the program plays our side, and you
are the others.`,
		Example: "  farbank play wolf\n  farbank play hanoi\n  farbank play nim\n  farbank play mastermind --others worst\n  farbank play guard --side others\n  NO_COLOR=1 farbank play husbands -p couples=2",
		Args:    command.OneFile,
		RunE:    func(cmd *cobra.Command, args []string) error { return a.play(cmd, args[0], input, limits, f) },
	}
	input.register(cmd)
	cmd.Flags().StringVar(&limits.memory, "memory", "", "the memory limit as a `size`, for example 4GiB, or none ("+memoryDefault+"); beyond it distances to the goal are not known")
	cmd.Flags().Lookup("json").Hidden = true
	cmd.Flags().IntVar(&f.states, "map", 0, "compute all distances first if there are at most this number of `states` (default 300000); else solve each state by itself")
	cmd.Flags().StringVar(&f.others, "others", "perfect", "the `way` others play: perfect, random, or worst (what you see of the unknown is not drawn either, but keeps the goal far)")
	cmd.Flags().StringVar(&f.side, "side", "ours", "the `side` that you play: ours or others")
	cmd.Flags().Uint64Var(&f.seed, "seed", 0, "the `seed` of what is drawn (default: another one each time)")
	return cmd
}

// playFlags are the flags of play.
type playFlags struct {
	states       int
	others, side string
	seed         uint64
}

// check returns an error if the flags do not fit each other or the problem.
func (f *playFlags) check(p *farbank.Problem, given func(string) bool) error {
	switch {
	case f.others != "perfect" && f.others != "random" && f.others != "worst":
		return fmt.Errorf("--others %s: it is perfect, random or worst", f.others)
	case f.side != "ours" && f.side != "others":
		return fmt.Errorf("--side %s: it is ours or others", f.side)
	case !p.Others() && (given("others") || given("side") || given("seed")):
		return errors.New("--others, --side and --seed go with problems in which others move or something is not seen")
	case f.others == "worst" && p.Chance():
		return errors.New("--others worst: chance draws by its weights; nothing in this problem is unknown")
	}
	return nil
}

func (a *app) play(cmd *cobra.Command, name string, input *inputFlags, limits *limitFlags, f *playFlags) error {
	out := a.stdout
	if !term.IsTerminal(int(out.Fd())) {
		return errors.New("play needs a terminal, and standard output is not one; farbank solve prints a plan")
	}
	if f.states < 0 {
		return errors.New("--map must not be negative")
	}
	background, cancel, err := limits.beginInBackground(a, cmd.Context())
	if err != nil {
		return err
	}
	defer cancel()
	p, err := a.load(background, name, input)
	if err == nil {
		err = f.check(p, cmd.Flags().Changed)
	}
	if err != nil {
		return err
	}
	memory := limits.Share()
	if memory == 0 || memory > backgroundMemory {
		memory = backgroundMemory
	}
	guide := game.Guide{States: f.states, Memory: memory, Solve: solveInBackground(memory)}
	g, err := a.newGame(background, p, f, cmd.Flags().Changed("seed"), &guide)
	if errors.Is(err, game.ErrNoMoves) {
		return a.refuse(err.Error(), input.json)
	}
	if err != nil {
		return err
	}
	ctx := cmd.Context()
	screen := play.NewScreen(background, g, guide)
	if _, err := tea.NewProgram(screen, tea.WithContext(ctx), tea.WithOutput(out)).Run(); err != nil && !errors.Is(err, tea.ErrInterrupted) && ctx.Err() == nil {
		return err
	}
	if err := screen.Err(); err != nil {
		return err
	}
	return a.played(p, g)
}

// newGame begins a game. Where others move, it also sets the adviser of the guide.
func (a *app) newGame(ctx context.Context, p *farbank.Problem, f *playFlags, seeded bool, guide *game.Guide) (*game.Game, error) {
	if !p.Others() || len(p.Schemas) == 0 {
		begin, stop := context.WithTimeout(ctx, startTime)
		defer stop()
		return game.New(begin, p)
	}
	var err error
	if guide.Adviser, err = guide.Survey(ctx, p); err != nil {
		return nil, err
	}
	if !guide.Adviser.Listed() {
		fmt.Fprintln(a.err, "farbank: there are too many positions to list them; each one is searched by itself")
	}
	seed := f.seed
	if !seeded {
		seed = uint64(time.Now().UnixNano())
	}
	return game.NewAgainst(ctx, p, game.Against{Adviser: guide.Adviser, Random: f.others == "random", Worst: f.others == "worst", Others: f.side == "others", Seed: seed})
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
	table := func() error { return screen.Table(w, p, g.Steps()) }
	if g.Against() {
		table = func() error { return render.PlayTable(a.out, p, g.Steps(), g.Beliefs()) }
	}
	if err := table(); err != nil {
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
