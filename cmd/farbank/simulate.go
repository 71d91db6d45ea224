package main

import (
	"fmt"
	"math"

	"farbank"
	"farbank/engine"
	"farbank/internal/command"
	"farbank/show/render"

	"github.com/spf13/cobra"
)

// simulateFlags are the flags of simulate.
type simulateFlags struct {
	input  inputFlags
	search searchFlags
	runs   int
	seed   uint64
	plans  string
}

func (a *app) simulateCommand() *cobra.Command {
	f := &simulateFlags{}
	cmd := &cobra.Command{
		Use:   "simulate FILE",
		Short: "Play a strategy many times, where others move or something is not seen",
		Long: `simulate solves a problem in which others move or something is not seen, plays the strategy many times,
and prints the results beside the computed value. Chance draws moves by their weights. Moves of a foe
and unknown values are drawn with equal probabilities. The same seed gives the same plays.`,
		Example: "  farbank simulate craps --runs 100000\n  farbank simulate mastermind --runs 1000 --seed 7 --json",
		Args:    command.OneFile,
		RunE:    func(cmd *cobra.Command, args []string) error { return a.simulate(cmd, args[0], f) },
	}
	cmd.Flags().IntVar(&f.runs, "runs", 10_000, "the `number` of plays")
	cmd.Flags().Uint64Var(&f.seed, "seed", 1, "the `seed` of the random numbers")
	cmd.Flags().StringVar(&f.plans, "plans", "shortest", "the `kind` of strategies: shortest, any, sure")
	f.input.register(cmd)
	f.search.register(cmd)
	return cmd
}

func (a *app) simulate(cmd *cobra.Command, name string, f *simulateFlags) error {
	var q farbank.Question
	if err := f.search.apply(&q); err != nil {
		return err
	}
	kind, err := parseKind(f.plans)
	switch {
	case err != nil:
		return err
	case f.runs < 1 || f.runs > engine.MaxPlays:
		return fmt.Errorf("--runs must be in 1..%d", engine.MaxPlays)
	}
	q.Plans = kind
	ctx, cancel, err := f.search.begin(a, cmd.Context(), &f.input.json)
	if err != nil {
		return err
	}
	defer cancel()
	p, err := a.load(ctx, name, &f.input)
	if err != nil {
		return err
	}
	if !p.Others() {
		return &command.ExitError{Code: command.ExitUnsupported, Msg: fmt.Sprintf("farbank: %v; farbank solve prints it", engine.ErrAllOurs)}
	}
	q.Memory = f.search.Share()
	answer, err := farbank.Solve(ctx, p, q)
	if err != nil {
		return err
	}
	if answer.Others == nil || answer.Others.Strategy == nil {
		s := &solution{app: a, flags: &solveFlags{input: f.input, format: "table"}, p: p, q: q}
		if err := s.strategy(answer); err != nil {
			return err
		}
		return exitFor(answer.Status)
	}
	sim, err := engine.Simulate(ctx, p, answer.Others.Strategy, f.runs, f.seed)
	if err != nil {
		return during("during the plays", err)
	}
	if f.input.json {
		return a.printJSON(render.NewSimulation(answer.Others, sim, f.seed))
	}
	fmt.Fprintln(a.out, valueText(p, answer.Others, !p.UnitCosts()))
	fmt.Fprintf(a.out, "%s plays: the goal was reached in %s (%.4g).\n", grouped(int64(sim.Runs)), grouped(int64(sim.Reached)), sim.Share())
	if sim.Reached > 0 {
		fmt.Fprintf(a.out, "Where it was reached, the cost was %.6g on average (standard error %.2g), from %d to %d.\n",
			sim.Cost, sim.Spread/math.Sqrt(float64(sim.Reached)), sim.Least, sim.Most)
	}
	if sim.Reached > 0 && p.Goals != nil {
		fmt.Fprintf(a.out, "The value was %.6g on average (standard error %.2g), from %.6g to %.6g.\n", sim.Value.Mean, sim.Value.Error(), sim.Value.Least, sim.Value.Most)
	}
	if sim.Cut > 0 {
		fmt.Fprintf(a.out, "%d plays were ended after %d moves.\n", sim.Cut, engine.MaxPlay)
	}
	return nil
}
