package main

import (
	"context"
	"fmt"
	"io"
	"slices"

	"farbank"
	"farbank/engine"
	"farbank/engine/strategy"
	"farbank/internal/command"
	"farbank/lang/syntax"
	"farbank/model"
	"farbank/show/render"
	"farbank/study/advice"

	"github.com/spf13/cobra"
)

// checkedPositions is the number of positions of a problem with others that check looks at.
const checkedPositions = 10_000

func (a *app) checkCommand() *cobra.Command {
	f, limits, advised := &inputFlags{}, &limitFlags{}, false
	cmd := &cobra.Command{
		Use:     "check FILE",
		Short:   "Check a problem for errors, and warn of probable mistakes",
		Example: "  farbank check my.far\n  farbank check rollout --data today.json",
		Args:    command.OneFile,
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
			if p.Others() {
				list, err := strategy.Turns(ctx, p, checkedPositions)
				if err != nil {
					return err
				}
				p.Warnings = append(p.Warnings, list...)
			}
			var list []advice.Advice
			if advised && source != "" {
				file, err := syntax.Parse(p.File, source)
				if err != nil {
					return err
				}
				list = advice.Of(ctx, file, p)
			}
			p.Warnings = append(p.Warnings, engine.Inapplicable(ctx, p)...)
			slices.SortStableFunc(p.Warnings, func(x, y model.Warning) int { return x.Pos.Line - y.Pos.Line })
			return a.printCheck(p, list, f.json)
		},
	}
	f.register(cmd)
	limits.register(cmd, notKnownPast)
	cmd.Flags().BoolVar(&advised, "advice", false, "also report where another way to state the problem is solved faster")
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
	_, err := fmt.Fprintf(a.out, "%s: ok: %s\n", p.File, size(p, rules))
	return err
}

// size describes how large a problem is.
func size(p *farbank.Problem, rules int) string {
	counted := func(n int, one, more string) string {
		if n == 1 {
			return "1 " + one
		}
		return fmt.Sprintf("%d %s", n, more)
	}
	unknowns, vars, cells := 0, len(p.Vars), len(p.Cells)
	schemas, ground := len(p.Schemas), len(p.Moves)
	if p.Unit > 0 {
		vars, cells, schemas, ground = render.Sizes(p)
	}
	for _, v := range p.Vars {
		if v.Find {
			unknowns++
		}
	}
	text := counted(vars, "variable", "variables") + " of " + counted(cells, "cell", "cells")
	if unknowns > 0 && unknowns < vars {
		text += fmt.Sprintf(" (%s of %s, %d of state of %s)", counted(unknowns, "unknown", "unknowns"), counted(p.NumFind, "cell", "cells"),
			vars-unknowns, counted(cells-p.NumFind, "cell", "cells"))
	}
	text = fmt.Sprintf("%s, %s (%d ground), %s", text, counted(schemas, "move", "moves"), ground, counted(rules, "rule", "rules"))
	if p.Unit > 0 {
		text += ", times are multiples of " + p.TimeText(p.Unit)
	}
	return text
}

func (a *app) fmtCommand() *cobra.Command {
	var write, list bool
	cmd := &cobra.Command{
		Use:     "fmt FILE...",
		Short:   "Print files in the canonical layout",
		Example: "  farbank fmt my.far\n  farbank fmt -w *.far",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return command.UsageError(cmd, "one file at least is needed, none given")
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
	cmd.Flags().BoolVarP(&write, "write", "w", false, "write the result to the file")
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
