package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"farbank"
	"farbank/exchange"
	"farbank/exchange/pddl"
	"farbank/internal/command"
	"farbank/internal/visible"
	"farbank/model"
	"farbank/show/render"

	"github.com/spf13/cobra"
)

// exportFlags are the flags of export.
type exportFlags struct {
	input   inputFlags
	to      string
	output  string
	horizon int
	best    string
	all     bool
	limits  limitFlags
}

func (a *app) exportCommand() *cobra.Command {
	f := &exportFlags{}
	cmd := &cobra.Command{
		Use:   "export FILE --to LANGUAGE",
		Short: "Write the problem in the language of another system",
		Long: "export writes the problem in the language of another system, whose solver can then be asked the same question:\n\n" +
			languageList() + `
minizinc, asp and dimacs describe plans of at most --horizon moves; the default is the length of a
best plan, for which the problem is solved first. dimacs and promela bound the cost: by --best, or
by that of a best plan. pddl is two files, domain.pddl and problem.pddl, in the directory of -o; on
standard output a comment separates them. Exit code 4: the language cannot express something, and
the message says where. docs/export.md shows how to run each.`,
		Example: `  farbank export wolf --to minizinc -o wolf.mzn && minizinc wolf.mzn
  farbank export queens --to asp | clingo - -n 0
  farbank export wolf --to dimacs --horizon 7 -o wolf.cnf && minisat wolf.cnf
  farbank export husbands --to pddl -o husbands`,
		Args: command.OneFile,
		RunE: func(cmd *cobra.Command, args []string) error { return a.export(cmd, args[0], f) },
	}
	fl := cmd.Flags()
	fl.StringVar(&f.to, "to", "", "the `language`: "+strings.Join(exchange.Names(), ", "))
	fl.StringVarP(&f.output, "output", "o", "", "the `file` to write, for pddl the directory (default: standard output)")
	fl.IntVar(&f.horizon, "horizon", 0, "the largest `number` of moves, for languages with a bounded horizon")
	fl.StringVar(&f.best, "best", "", "the largest `cost` of plans, or the worst value of the objective")
	fl.BoolVar(&f.all, "all", false, "minizinc: make the solutions the best plans and no others, to count them")
	f.limits.register(cmd, "beyond it nothing is written")
	f.input.register(cmd)
	return cmd
}

func languageList() string {
	var b strings.Builder
	for _, l := range exchange.Languages {
		also := ""
		if l.Also != nil {
			also = " (also: " + strings.Join(l.Also, ", ") + ")"
		}
		fmt.Fprintf(&b, "  %-9s %s%s\n", l.Name, l.About, also)
	}
	return b.String()
}

func (a *app) export(cmd *cobra.Command, name string, f *exportFlags) error {
	lang, err := exchange.Find(f.to)
	if f.to == "" {
		err = fmt.Errorf("there are %s", strings.Join(exchange.Names(), ", "))
	}
	if err != nil {
		return fmt.Errorf("--to: %w%s", err, command.OrNear(f.to, exchange.Names()))
	}
	if f.horizon < 0 {
		return errors.New("--horizon must not be negative")
	}
	ctx, cancel, err := f.limits.begin(a, cmd.Context(), nil)
	if err != nil {
		return err
	}
	defer cancel()
	p, err := a.load(ctx, name, &f.input)
	if err != nil {
		return err
	}
	o := farbank.ExportOptions{Horizon: f.horizon, HasHorizon: cmd.Flags().Changed("horizon"), All: f.all, Memory: f.limits.Share()}
	if cmd.Flags().Changed("best") {
		best, ok := model.ParseDecimal(f.best, p.ValueDigits())
		if !ok {
			return fmt.Errorf("--best: %q is no value of this problem, which are multiples of %s", f.best, model.Decimal(1, p.ValueDigits()))
		}
		o.Best = &best
	}
	var text bytes.Buffer
	if err := farbank.Export(ctx, p, lang.Name, o, &text); err != nil {
		return a.notExported(during("while the problem was exported", err), f.input.json)
	}
	if err := distinct(f.output, p.File); err != nil {
		return err
	}
	written := []byte(visible.Text(text.String())) // comments contain texts of the problem
	if lang.Name == "json" {
		written = visible.JSON(text.Bytes())
	}
	return a.writeExport(lang, f, written)
}

// notExported returns a refusal as an exit code.
func (a *app) notExported(err error, asJSON bool) error {
	var refused *exchange.Refusal
	if !errors.As(err, &refused) {
		return err
	}
	if asJSON {
		place := render.ErrorJSON{File: refused.File, Line: refused.Pos.Line, Column: refused.Pos.Col, Message: refused.Error()}
		if err := a.printJSON(render.ErrorDocument{Errors: []render.ErrorJSON{place}}); err != nil {
			return err
		}
		return &command.ExitError{Code: command.ExitUnsupported}
	}
	return &command.ExitError{Code: command.ExitUnsupported, Msg: refused.Error()}
}

func (a *app) writeExport(lang *exchange.Language, f *exportFlags, text []byte) error {
	switch {
	case f.output == "":
		_, err := a.faithful().Write(text)
		return err
	case lang.Name != "pddl":
		return writeBytes(f.output, text)
	}
	if err := os.MkdirAll(f.output, 0o777); err != nil {
		return err
	}
	domain, problem := pddl.Split(text)
	if err := writeBytes(filepath.Join(f.output, "domain.pddl"), domain); err != nil {
		return err
	}
	return writeBytes(filepath.Join(f.output, "problem.pddl"), problem)
}
