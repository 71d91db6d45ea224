package main

import (
	"context"
	"fmt"
	"time"

	"farbank"
	"farbank/show/render"
	"farbank/study/atlas"

	"github.com/spf13/cobra"
)

func (a *app) spaceCommand() *cobra.Command {
	f := &layerFlags{}
	cmd := &cobra.Command{
		Use:   "space FILE",
		Short: "Count the reachable states of a problem layer by layer: goals, dead ends, depth, branching",
		Long: `space explores all states of a problem layer by layer and prints the statistics of farbank space. The JSON is that of
farbank space too.`,
		Example: `  farbank-beam space tiles -p rows=2 -p cols=5 --stats
  farbank-beam space tiles -p rows=3 -p cols=4 --layers tiles.layers --workers 2`,
		Args: oneFile,
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.explore(cmd, args[0], f, spaceFit, false, func(ctx context.Context, s *session, why string) error { return s.space(ctx, why) })
		},
	}
	f.register(a, cmd)
	return cmd
}

// spaceFit returns an error for problems that space does not support.
func spaceFit(p *farbank.Problem) error {
	if p.Strict {
		return &exitError{exitUnsupported, "farbank-beam: strict problems are not supported, since moves that leave a range would be missed; use farbank space"}
	}
	return nil
}

func (s *session) space(ctx context.Context, why string) error {
	sp := s.driver.Space(time.Since(s.begun), why)
	possible := atlas.CountPossible(s.p)
	safe, counted := atlas.CountSafe(context.WithoutCancel(ctx), s.p)
	var err error
	if s.json {
		err = s.printJSON(render.NewSpace(s.p, sp, possible, safe, counted))
	} else {
		render.Space(s.out, sp, possible, safe, counted, nil)
		if !sp.Complete {
			fmt.Fprintf(s.out, "\nNot complete: %s. The statistics are those of the part explored.%s\n", sp.Reason, s.kept())
		}
	}
	if err == nil && !sp.Complete {
		err = &exitError{code: exitUnknown}
	}
	return err
}

func moves(n int) string {
	if n == 1 {
		return "1 move"
	}
	return fmt.Sprintf("%d moves", n)
}
