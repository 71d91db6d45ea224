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
	"farbank/internal/visible"
	"farbank/show/render"

	"github.com/spf13/cobra"
)

// exportFlags are the flags of export.
type exportFlags struct {
	input   inputFlags
	to      string
	output  string
	horizon int
	best    int64
	all     bool
	limits  limitFlags
}

func (a *app) exportCommand() *cobra.Command {
	f := &exportFlags{}
	cmd := &cobra.Command{
		Use:   "export FILE --to LANGUAGE",
		Short: "Write the problem in the language of another system",
		Long: "export writes the problem in another system's language, so that its solver can be asked the same question:\n\n" +
			languageList() + `
minizinc, asp and dimacs look for plans of at most --horizon moves; without it the problem is solved first, and the
length of a best plan is taken. dimacs and promela say "at most this cost": --best, or what solving gives. pddl is two
files, domain.pddl and problem.pddl, in the directory given with -o; on standard output a comment stands between them.
What a language cannot express is refused with its place (exit code 4). docs/export.md shows how each is run.`,
		Example: `  farbank export wolf --to minizinc -o wolf.mzn && minizinc wolf.mzn
  farbank export queens --to asp | clingo - -n 0
  farbank export wolf --to dimacs --horizon 7 -o wolf.cnf && minisat wolf.cnf
  farbank export husbands --to pddl -o husbands`,
		Args: oneFile,
		RunE: func(cmd *cobra.Command, args []string) error { return a.export(cmd, args[0], f) },
	}
	fl := cmd.Flags()
	fl.StringVar(&f.to, "to", "", "the language: `"+strings.Join(exchange.Names(), "|")+"`")
	fl.StringVarP(&f.output, "output", "o", "", "the `file` to write (for pddl the directory); default: standard output")
	fl.IntVar(&f.horizon, "horizon", 0, "languages with a bounded horizon: at most so many moves")
	fl.Int64Var(&f.best, "best", 0, "the `cost` (or value of the objective) that plans may have at most (at least, if maximised)")
	fl.BoolVar(&f.all, "all", false, "minizinc: let the solutions be the best plans and no others, to be counted")
	f.limits.register(cmd, "past it nothing is written")
	f.input.register(cmd)
	return cmd
}

func languageList() string {
	var b strings.Builder
	for _, l := range exchange.Languages {
		also := ""
		if l.Also != nil {
			also = " (also called " + strings.Join(l.Also, ", ") + ")"
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
		return fmt.Errorf("--to: %w%s", err, orNear(f.to, exchange.Names()))
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
		o.Best = &f.best
	}
	var text bytes.Buffer
	if err := farbank.Export(ctx, p, lang.Name, o, &text); err != nil {
		return a.notExported(during("while the problem was exported", err), f.input.json)
	}
	if err := distinct(f.output, p.File); err != nil {
		return err
	}
	written := []byte(visible.Text(text.String())) // comments hold what the problem says
	if lang.Name == "json" {
		written = visible.JSON(text.Bytes())
	}
	return a.writeExport(lang, f, written)
}

// notExported turns a refusal into its exit code.
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
		return &exitError{code: exitUnsupported}
	}
	return &exitError{exitUnsupported, refused.Error()}
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
