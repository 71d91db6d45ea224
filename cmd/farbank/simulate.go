package main

import (
	"errors"
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
	case f.runs < 1 || f.runs > 1_000_000_000:
		return errors.New("--runs must be in 1..1000000000")
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
		return &command.ExitError{Code: command.ExitUnsupported, Msg: "farbank: all moves are ours, so every play of a plan is the same; farbank solve prints it"}
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
		return a.printJSON(simulated(answer.Others, sim, f.seed))
	}
	fmt.Fprintln(a.out, valueText(p, answer.Others, !p.UnitCosts()))
	fmt.Fprintf(a.out, "%s plays: the goal was reached in %s (%.4g).\n", grouped(int64(sim.Runs)), grouped(int64(sim.Reached)), share(sim))
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

func share(s *engine.Simulated) float64 { return float64(s.Reached) / float64(max(1, s.Runs)) }

// simulated returns the JSON of the plays beside the computed value.
func simulated(o *engine.Others, s *engine.Simulated, seed uint64) map[string]any {
	doc := map[string]any{"runs": s.Runs, "seed": seed, "reached": s.Reached, "share": share(s), "cut": s.Cut}
	if s.Reached > 0 {
		doc["meanCost"], doc["standardError"] = s.Cost, s.Spread/math.Sqrt(float64(s.Reached))
		doc["leastCost"], doc["mostCost"] = s.Least, s.Most
	}
	if o.Cost != nil {
		doc["cost"] = *o.Cost
	}
	if o.Probability != nil {
		doc["probability"] = render.QuantityJSON(o.Probability)
	}
	if o.Value != nil && s.Reached > 0 {
		doc["value"], doc["meanValue"], doc["valueError"] = render.QuantityJSON(o.Value), s.Value.Mean, s.Value.Error()
		doc["leastValue"], doc["mostValue"] = s.Value.Least, s.Value.Most
	}
	if o.Expected != nil {
		doc["expected"] = render.QuantityJSON(o.Expected)
	}
	return doc
}
