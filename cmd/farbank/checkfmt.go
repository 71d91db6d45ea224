package main

import (
	"context"
	"fmt"
	"io"
	"slices"

	"farbank"
	"farbank/engine"
	"farbank/lang/syntax"
	"farbank/model"
	"farbank/show/render"
	"farbank/study/advice"

	"github.com/spf13/cobra"
)

func (a *app) checkCommand() *cobra.Command {
	f, limits, advised := &inputFlags{}, &limitFlags{}, false
	cmd := &cobra.Command{
		Use:     "check FILE",
		Short:   "Read and type-check a problem, and warn of what is likely not meant",
		Example: "  farbank check my.far\n  farbank check rollout --data today.json",
		Args:    oneFile,
		RunE: func(cmd *cobra.Command, args []string) error {
			ctx, cancel, err := limits.begin(a, cmd.Context(), &f.json)
			if err != nil {
				return err
			}
			defer cancel()
			p, source, err := a.loadText(ctx, args[0], f)
			if err != nil {
				return err
			}
			var list []advice.Advice
			if advised && source != "" {
				file, err := syntax.Parse(p.File, source)
				if err != nil {
					return err
				}
				list = advice.Of(ctx, file, p)
			}
			p.Warnings = append(p.Warnings, engine.Unmade(ctx, p)...)
			slices.SortStableFunc(p.Warnings, func(x, y model.Warning) int { return x.Pos.Line - y.Pos.Line })
			return a.printCheck(p, list, f.json)
		},
	}
	f.register(cmd)
	limits.register(cmd, notKnownPast)
	cmd.Flags().BoolVar(&advised, "advice", false, "say also where another way of telling is answered sooner")
	return cmd
}

func (a *app) printCheck(p *farbank.Problem, list []advice.Advice, asJSON bool) error {
	rules := len(p.Require) + len(p.Safety) + len(p.Goal)
	if asJSON {
		return a.printJSON(render.NewCheck(p, list))
	}
	for _, w := range p.Warnings {
		place := p.File
		if w.Pos.Line > 0 {
			file, at := p.Place(w.Pos)
			place = fmt.Sprintf("%s:%d:%d", file, at.Line, at.Col)
		}
		fmt.Fprintf(a.err, "%s: warning: %s\n", place, w.Msg)
	}
	for _, x := range list {
		fmt.Fprintf(a.err, "%s:%d:%d: advice: %s\n    hint: %s\n", p.File, x.Pos.Line, x.Pos.Col, x.Msg, x.Hint)
	}
	_, err := fmt.Fprintf(a.out, "%s: ok: %d variables of %d cells, %d moves (%d ground), %d rules\n",
		p.File, len(p.Vars), len(p.Cells), len(p.Schemas), len(p.Moves), rules)
	return err
}

func (a *app) fmtCommand() *cobra.Command {
	var write, list bool
	cmd := &cobra.Command{
		Use:     "fmt FILE...",
		Short:   "Print files in the one canonical layout",
		Example: "  farbank fmt my.far\n  farbank fmt -w *.far",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usageError(cmd, "one file at least is needed, none given")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			for _, name := range args {
				if err := a.format(cmd.Context(), name, write, list); err != nil {
					return err
				}
			}
			return nil
		},
	}
	cmd.Flags().BoolVarP(&write, "write", "w", false, "write the result back to the file")
	cmd.Flags().BoolVarP(&list, "list", "l", false, "list the files whose layout differs")
	return cmd
}

func (a *app) format(ctx context.Context, name string, write, list bool) error {
	file, source, err := a.readSource(ctx, name)
	if err != nil {
		return err
	}
	tree, err := syntax.Parse(file, source)
	if err != nil {
		return a.inputError(err, false)
	}
	out := syntax.Format(tree)
	if list && out != source {
		fmt.Fprintln(a.out, name)
	}
	if write && out != source {
		return writeBytes(name, []byte(out))
	}
	if !write && !list {
		_, err = io.WriteString(a.faithful(), out)
	}
	return err
}
