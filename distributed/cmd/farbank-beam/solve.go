package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"time"

	"farbank"
	"farbank/engine"
	"farbank/model"
	"farbank/show/render"

	"github.com/spf13/cobra"
)

// formats lists the formats of a plan.
var formats = []string{"table", "steps", "plan", "json", "csv", "markdown"}

func (a *app) solveCommand() *cobra.Command {
	f := &layerFlags{}
	var format string
	cmd := &cobra.Command{
		Use:   "solve FILE",
		Short: "Find a shortest plan, or prove that none exists",
		Long: `solve finds a shortest plan layer by layer and reconstructs it from the files of the layers; or it proves that no
plan exists. It verifies the plan by the text of the problem. Every move costs 1: for problems whose moves
have other costs, and for objectives and soft rules, use farbank solve.`,
		Example: `  farbank-beam solve tiles -p rows=2 -p cols=5
  farbank-beam solve husbands -p couples=4 --json`,
		Args: oneFile,
		RunE: func(cmd *cobra.Command, args []string) error {
			if !slices.Contains(formats, format) {
				return usageError(cmd, "--format %s is unknown; there are %s", format, joined(formats))
			}
			a.json = a.json || format == "json"
			return a.explore(cmd, args[0], f, solveFit, true, func(ctx context.Context, s *session, why string) error { return s.solve(ctx, format, why) })
		},
	}
	f.register(a, cmd)
	cmd.Flags().StringVar(&format, "format", "table", "the format of the plan: `table|steps|plan|json|csv|markdown`")
	return cmd
}

// solveFit returns an error for problems that solve does not support.
func solveFit(p *farbank.Problem) error {
	why := ""
	switch {
	case len(p.Schemas) == 0:
		why = errNoMoves.Error()
	case p.Strict:
		why = "strict problems are not supported, since moves that leave a range would be missed; use farbank solve"
	case p.Goals != nil:
		why = "objectives are not supported; use farbank solve"
	case len(p.Soft) > 0:
		why = "soft rules are not supported; use farbank solve"
	case !p.UnitCosts():
		why = "costs other than 1 are not supported; use farbank solve"
	default:
		return nil
	}
	return &exitError{exitUnsupported, "farbank-beam: " + why}
}

func (s *session) solve(ctx context.Context, format, why string) error {
	doc := &render.Document{}
	var steps []model.Step
	at, goal := s.driver.FirstGoal()
	if why == "" && at >= 0 {
		plan, err := s.driver.Plan(ctx, at, goal)
		if why = unfinished(ctx, err); err != nil && why == "" {
			return err
		}
		if err == nil {
			var cost int64
			if steps, cost, err = s.p.Verify(plan); err != nil {
				return &farbank.BugError{Engine: "beam", Err: err}
			}
			doc = render.PlanDocument(s.p, steps, cost)
		}
	}
	sp := s.driver.Space(time.Since(s.begun), why)
	status := s.verdict(doc, steps, sp, at, why)
	doc.Status, doc.Stats = status.String(), render.NewStats(sp.Stats)
	if err := s.print(doc, steps, format, sp); err != nil {
		return err
	}
	codes := map[farbank.Status]int{farbank.None: exitNone, farbank.Unknown: exitUnknown}
	if code := codes[status]; code != 0 {
		return &exitError{code: code}
	}
	return nil
}

// verdict returns the verdict and sets the proven bound.
func (s *session) verdict(doc *render.Document, steps []model.Step, sp *engine.Space, at int, why string) farbank.Status {
	bound := int64(len(sp.Layers)) // the explored layers have no goal
	if at >= 0 {
		bound = int64(at)
	}
	switch {
	case steps != nil:
		doc.Bound = s.p.ValueNumber(&bound)
		return farbank.Solved
	case why == "":
		return farbank.None
	}
	doc.Reason, doc.Bound = why, s.p.ValueNumber(&bound)
	return farbank.Unknown
}

func (s *session) print(doc *render.Document, steps []model.Step, format string, sp *engine.Space) error {
	if s.json {
		return s.printJSON(doc)
	}
	if steps == nil {
		text := fmt.Sprintf("No plan exists: all %s reachable safe states were searched.", grouped(sp.States))
		if doc.Reason != "" {
			least, _ := doc.Bound.Int64() // a number of moves
			text = fmt.Sprintf("Not known: %s. No plan so far; every plan has at least %s. %s states were explored.%s", doc.Reason, moves(int(least)), grouped(sp.States), s.kept())
		}
		_, err := fmt.Fprintln(s.out, text)
		return err
	}
	table := func(w io.Writer, p *model.Problem, steps []model.Step) error {
		return render.Screen{}.Table(w, p, steps)
	}
	writers := map[string]func(io.Writer, *model.Problem, []model.Step) error{"table": table, "steps": render.Steps, "plan": render.Plan,
		"csv": render.CSV, "markdown": render.Markdown}
	if err := writers[format](s.out, s.p, steps); err != nil {
		return err
	}
	if format != "plan" && format != "csv" {
		fmt.Fprintf(s.out, "\n%s; no plan is shorter.\n", moves(len(steps)-1))
	}
	return nil
}
