package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"farbank/engine"
	"farbank/internal/command"
	"farbank/rules"

	"github.com/spf13/cobra"
	"golang.org/x/term"
)

// ruleFlags are the flags of farbank rules.
type ruleFlags struct {
	searchFlags
	batch    string
	calls    *rules.Program // of the file batch
	dialect  string
	strategy string
	watch    []string
	limit    int64

	explain                  bool
	drawReasons, drawNetwork string // files
}

func (a *app) rulesCommand() *cobra.Command {
	f := &ruleFlags{}
	cmd := &cobra.Command{
		Use:   "rules [FILE...]",
		Short: "Run production rules (CLIPS, Jess), or a prompt for them",
		Long: `rules runs the forms of the files in order, constructs and calls. If the files contain no (run), it
runs (reset) and (run) after them. Standard output has only what the program prints. Without a file
it is a prompt.`,
		Example: "  farbank rules examples/rules/zebra.clp\n  farbank rules manners.clp guests.clp --stats\n  farbank rules --dialect jess husbands.jess\n" +
			"  farbank rules monkey.clp --watch rules,facts\n  farbank rules",
		RunE: func(cmd *cobra.Command, args []string) error { return a.runRules(cmd.Context(), f, args) },
	}
	cmd.AddCommand(a.rulesCheckCommand())
	cmd.Flags().StringVar(&f.batch, "batch", "", "a `file` of calls to run after the programs instead of (reset) and (run)")
	cmd.Flags().StringVar(&f.dialect, "dialect", "", "the `language`: clips, jess (default: jess for FILE.jess, else as the files suggest)")
	cmd.Flags().StringVar(&f.strategy, "strategy", "", "the conflict resolution `strategy`: depth, breadth, lex, mea, complexity, simplicity, random")
	cmd.Flags().StringSliceVar(&f.watch, "watch", nil, "report these `items` to standard error: rules, facts, activations, focus, globals, deffunctions, all")
	cmd.Flags().Int64Var(&f.limit, "limit", 0, "the largest `number` of rules to fire")
	cmd.Flags().BoolVar(&f.explain, "explain", false, "print to standard error why each fact that rules have asserted exists")
	cmd.Flags().StringVar(&f.drawReasons, "draw-reasons", "", "draw the reasons of these facts as SVG into a `file`")
	cmd.Flags().StringVar(&f.drawNetwork, "draw-network", "", "draw the network that matches the conditions as SVG into a `file`")
	f.limitFlags.register(cmd, "then the program ends")
	cmd.Flags().BoolVar(&f.stats, "stats", false, "print statistics to standard error")
	return cmd
}

func (a *app) runRules(ctx context.Context, f *ruleFlags, paths []string) error {
	ctx, cancel, err := f.begin(a, ctx, nil)
	if err != nil {
		return err
	}
	defer cancel()
	programs, err := a.readPrograms(ctx, paths)
	if err != nil {
		return err
	}
	if f.batch != "" {
		batch, err := a.readPrograms(ctx, []string{f.batch})
		if err != nil {
			return err
		}
		f.calls = &batch[0]
	}
	env, err := a.ruleEnvironment(ctx, f, programs)
	if err != nil {
		return err
	}
	if len(paths) == 0 {
		return a.rulePrompt(ctx, env)
	}
	if f.explain || f.drawReasons != "" {
		env.Explain()
	}
	err = env.Batch(programs, f.calls)
	if drawn := a.explainRules(env, f, paths); err == nil {
		err = drawn
	}
	if closed := env.Close(); err == nil {
		err = closed
	}
	if f.stats {
		s := env.Statistics()
		fmt.Fprintf(a.err, "rules fired: %s\nfacts asserted: %s\nmost activations at once: %s\n", grouped(s.Fired), grouped(s.Asserted), grouped(int64(s.Peak)))
	}
	return a.ruleResult(ctx, env, err)
}

func (a *app) readPrograms(ctx context.Context, paths []string) ([]rules.Program, error) {
	var programs []rules.Program
	for _, path := range paths {
		text, err := a.read(ctx, path)
		if err != nil {
			return nil, whileRead(path, err)
		}
		programs = append(programs, rules.Program{Name: path, Text: string(text)})
	}
	return programs, nil
}

func (a *app) ruleEnvironment(ctx context.Context, f *ruleFlags, programs []rules.Program) (*rules.Environment, error) {
	if f.limit < 0 {
		return nil, fmt.Errorf("--limit must not be negative")
	}
	var dialect rules.Dialect
	switch f.dialect {
	case "clips":
	case "jess":
		dialect = rules.Jess
	case "":
		dialect = guessDialect(programs, f.batch)
	default:
		return nil, fmt.Errorf("--dialect is clips or jess, not %q", f.dialect)
	}
	o := rules.Options{Dialect: dialect, Out: a.raw, Errors: a.err, In: a.in, Read: a.limits.Read, Memory: f.Share()}
	if len(f.watch) > 0 {
		o.Trace = a.err
	}
	env := rules.New(o)
	env.SetContext(ctx)
	env.Limit = f.limit
	if f.strategy != "" {
		if err := env.SetStrategy(f.strategy); err != nil {
			return nil, err
		}
	}
	for _, item := range f.watch {
		if err := env.Watch(strings.TrimSpace(item)); err != nil {
			return nil, err
		}
	}
	return env, nil
}

// guessDialect returns the dialect by the ending .jess, or else by the words that the programs use.
func guessDialect(programs []rules.Program, batch string) rules.Dialect {
	var texts []string
	jess := isJessFile(batch)
	for _, p := range programs {
		texts = append(texts, p.Text)
		jess = jess || isJessFile(p.Name)
	}
	if jess || rules.LooksLikeJess(texts...) {
		return rules.Jess
	}
	return rules.CLIPS
}

func isJessFile(path string) bool { return strings.EqualFold(filepath.Ext(path), ".jess") }

// ruleResult returns the error of the command for the error of a program.
func (a *app) ruleResult(ctx context.Context, env *rules.Environment, err error) error {
	switch {
	case err == nil || errors.Is(err, rules.ErrExit):
		faults := rules.Faults(err)
		if faults != nil && env.ExitCode == 0 {
			return &command.ExitError{Code: command.ExitUsage, Msg: faults.Error()}
		}
		if faults != nil {
			fmt.Fprintln(a.err, faults)
		}
		if env.ExitCode != 0 {
			return &command.ExitError{Code: env.ExitCode}
		}
		return nil
	case errors.Is(err, rules.ErrOutput):
		if o, ok := a.raw.(*output); ok && o.failure() != nil {
			return &command.ExitError{Code: command.ExitUsage} // which is reported for all commands
		}
		return err
	case errors.Is(err, rules.ErrLimit):
		return &command.ExitError{Code: command.ExitUnknown, Msg: "farbank: the limit of rules to fire is reached"}
	case engine.Stopped(ctx, err) != "":
		return &command.ExitError{Code: command.ExitUnknown, Msg: "farbank: " + engine.Stopped(ctx, err)}
	}
	return &command.ExitError{Code: command.ExitUsage, Msg: err.Error()}
}

// rulePrompt evaluates forms of standard input. On a terminal it has history and completion.
func (a *app) rulePrompt(ctx context.Context, env *rules.Environment) error {
	in, isFile := a.in.(*os.File)
	if isFile && term.IsTerminal(int(in.Fd())) {
		return a.ruleResult(ctx, env, promptTerminal(in, a.raw, env))
	}
	return a.ruleResult(ctx, env, env.Prompt(a.in, a.raw, ""))
}
