package main

import (
	"context"
	"errors"
	"fmt"
	"math/big"

	"farbank"
	"farbank/engine"
	"farbank/internal/command"
	"farbank/show/game"
	"farbank/show/render"
	"farbank/study/atlas"

	"github.com/spf13/cobra"
)

func (a *app) spaceCommand() *cobra.Command {
	input, search, disk, list, keep := &inputFlags{}, &searchFlags{}, &diskFlags{}, &listFlags{}, &checkpointFlags{}
	cmd := &cobra.Command{
		Use:   "space FILE",
		Short: "Describe the state space: reachable states, depths, dead ends, branching",
		Long: `space describes the state space of a problem. With --list it prints one of these lists:

  states      all combinations of values, safe states first, each with its distance from the start
              or the first rule that forbids it, after a table of how many states each rule
              forbids; if there are more than 1,048,576 combinations, the reachable states only
  moves       the ground moves (operators)
  successors  the successors of a state, and the moves that a rule forbids there`,
		Example: `  farbank space wolf
  farbank space tiles -p rows=2 -p cols=4 --json
  farbank space tiles -p rows=4 -p cols=3 --memory 512MiB --disk scratch
  farbank space wolf-sets --list states --rules 2
  farbank space wolf --list moves --format csv
  farbank space wolf --list successors --from 'at[goat]=east, at[farmer]=east'`,
		Args: command.OneFile,
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.space(cmd, args[0], input, search, disk, list, keep)
		},
	}
	input.register(cmd)
	search.register(cmd)
	disk.register(cmd)
	list.register(cmd)
	keep.register(cmd)
	return cmd
}

func (a *app) space(cmd *cobra.Command, name string, input *inputFlags, search *searchFlags, disk *diskFlags, list *listFlags, keep *checkpointFlags) error {
	var q farbank.Question
	if err := list.check(cmd, input); err != nil {
		return err
	}
	if err := errors.Join(search.apply(&q), disk.apply(&q)); err != nil {
		return err
	}
	if list.list != "" && disk.dir != "" {
		return errors.New("--disk does not go with --list")
	}
	ctx, cancel, err := search.begin(a, cmd.Context(), &input.json)
	if err != nil {
		return err
	}
	defer cancel()
	p, err := a.load(ctx, name, input)
	if err == nil && p.Others() && (list.list != "" || disk.dir != "" || cmd.Flags().Changed("checkpoint")) {
		err = engine.OnlyOurs(p)
	}
	if err != nil {
		return err
	}
	if p.Others() && len(p.Schemas) > 0 {
		return a.gameSpace(ctx, p, search.Share(), input.json)
	}
	if p.Unit > 0 && list.list != "moves" && list.list != "successors" {
		return a.refuse("where moves take time, the states are not counted", input.json)
	}
	if q.Checkpoints, err = a.keep(ctx, cmd, keep); err != nil {
		return err
	}
	a.onDisk(&q)
	q.Memory, q.Survey = search.Share(), maxSurveyed
	if list.list != "" {
		l := &lister{app: a, listFlags: list, ctx: ctx, p: p, json: input.json, memory: q.Memory, known: cancel}
		return l.print()
	}
	report, clear := a.progress(search, p)
	q.Progress = report
	sp, err := farbank.Explore(ctx, p, q)
	clear()
	if err != nil {
		return err
	}
	d := &spaceReport{p: p, sp: sp, possible: atlas.CountPossible(p)}
	d.safe, d.counted = atlas.CountSafe(ctx, p)
	cancel() // printing has no limits
	if search.stats {
		printStats(a.err, sp.Stats)
	}
	if err := d.print(a, input.json); err != nil {
		return err
	}
	if !sp.Complete {
		return &command.ExitError{Code: command.ExitUnknown}
	}
	return nil
}

// gameSpace describes the positions of a problem with others.
func (a *app) gameSpace(ctx context.Context, p *farbank.Problem, memory int64, asJSON bool) error {
	guide := game.Guide{States: maxPositions, Memory: memory}
	adviser, err := guide.Survey(ctx, p)
	switch {
	case err != nil && engine.Stopped(ctx, err) != "":
		return a.notMapped(ctx, err, "", asJSON)
	case err != nil:
		return err
	case !adviser.Listed():
		return a.refuse("there are too many positions to list them", asJSON)
	}
	s := render.NewGameSpace(adviser)
	if asJSON {
		return a.printJSON(s)
	}
	return s.Write(a.out)
}

// maxPositions is the maximum number of positions that space lists.
const maxPositions = 50_000_000

type spaceReport struct {
	p        *farbank.Problem
	sp       *farbank.Space
	possible *big.Int
	safe     int64
	counted  bool
}

func (d *spaceReport) print(a *app, asJSON bool) error {
	if asJSON {
		return a.printJSON(render.NewSpace(d.p, d.sp, d.possible, d.safe, d.counted))
	}
	sp := d.sp
	render.Space(a.out, sp, d.possible, d.safe, d.counted, d.figures)
	d.lists(a)
	if !sp.Complete {
		_, err := fmt.Fprintf(a.out, "\nNot complete: %s. The figures are what was seen so far.\n", sp.Reason)
		return err
	}
	return nil
}

func groupedBig(n *big.Int) string { return render.GroupedBig(n) }
