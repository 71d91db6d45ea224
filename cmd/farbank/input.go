package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"farbank"
	"farbank/docs/exercises"
	"farbank/engine"
	"farbank/examples"
	"farbank/internal/command"
	"farbank/internal/sources"
	"farbank/internal/visible"
	"farbank/lang/syntax"
	"farbank/show/render"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// inputFlags are the flags of all commands that read a problem.
type inputFlags struct {
	params []string
	data   []string
	limit  int64
	json   bool
	dead   bool // --to-dead-end, of solve and compare
	strict bool // --strict, of solve and compare
}

func (f *inputFlags) register(cmd *cobra.Command) {
	cmd.Flags().StringArrayVarP(&f.params, "param", "p", nil, "a parameter as `name=value`; name=@file reads a text from a file (repeatable)")
	cmd.Flags().StringArrayVar(&f.data, "data", nil, "a JSON `file` of parameters, - for standard input, or the name of an example's data set (repeatable)")
	cmd.Flags().Int64Var(&f.limit, "ground-limit", 0, "the largest number of `steps` for grounding the problem (default 50000000)")
	cmd.Flags().BoolVar(&f.json, "json", false, "print JSON")
}

// variants registers the flags that change the question of the problem.
func (f *inputFlags) variants(fl *pflag.FlagSet) {
	fl.BoolVar(&f.strict, "strict", false, "report a way to leave the range of a variable, if there is one, instead of an answer (as strict after the puzzle's title)")
	fl.BoolVar(&f.dead, "to-dead-end", false, "find a way to a dead end, a state without a move that is no goal, instead of the goal")
}

// inputOptions returns the parameters and data of the flags.
func (a *app) inputOptions(ctx context.Context, f *inputFlags) ([]farbank.Option, error) {
	if f.limit < 0 {
		return nil, errors.New("--ground-limit must not be negative")
	}
	a.limits.Steps = f.limit
	opts := []farbank.Option{farbank.WithContext(ctx), farbank.WithLimit(a.limits.Steps), farbank.WithLoader(a.loader(ctx))}
	if err := once(f.params); err != nil {
		return nil, err
	}
	for _, p := range f.params {
		opt, err := a.paramOption(ctx, p)
		if err != nil {
			return nil, err
		}
		opts = append(opts, opt)
	}
	if f.strict {
		opts = append(opts, farbank.WithStrict())
	}
	if f.dead {
		opts = append(opts, farbank.WithDeadEnd())
	}
	for _, d := range f.data {
		b, err := a.readData(ctx, d)
		if err != nil {
			return nil, err
		}
		opts = append(opts, farbank.WithData(d, b))
	}
	return opts, nil
}

// once checks that no parameter has two values.
func once(params []string) error {
	values := map[string]string{}
	for _, p := range params {
		name, value, _ := strings.Cut(p, "=")
		if before, given := values[name]; given && before != value {
			return fmt.Errorf("-p %s is given twice, as %s and as %s", name, before, value)
		}
		values[name] = value
	}
	return nil
}

// load reads and checks a problem.
func (a *app) load(ctx context.Context, name string, f *inputFlags) (*farbank.Problem, error) {
	p, _, err := a.loadText(ctx, name, f)
	return p, err
}

// loadOurs is like load for commands that take only problems in which all moves are ours.
func (a *app) loadOurs(ctx context.Context, name string, f *inputFlags) (*farbank.Problem, error) {
	p, err := a.load(ctx, name, f)
	if err == nil {
		err = engine.OnlyOurs(p)
	}
	return p, err
}

// loadText is like load, and also returns the text, if it is in the language.
func (a *app) loadText(ctx context.Context, name string, f *inputFlags) (p *farbank.Problem, source string, err error) {
	opts, err := a.inputOptions(ctx, f)
	if err != nil {
		return nil, "", err
	}
	if domain, problem, ok := sources.PDDLNames(name); ok {
		p, err := a.loadPDDL(ctx, domain, problem, f, opts)
		return p, "", err
	}
	if sources.IsPDDL(name) {
		return nil, "", fmt.Errorf("%s is in PDDL: two files are needed side by side, the domain and the problem", name)
	}
	file, source, err := a.readSource(ctx, name)
	if err != nil {
		return nil, "", err
	}
	report, clear := a.showProgress(0)
	if report != nil {
		opts = append(opts, farbank.WithProgress(report))
	}
	p, err = farbank.Parse(file, source, opts...)
	clear()
	return p, source, a.inputError(during("while the problem was written out", err), f.json)
}

// loadPDDL reads a domain and a problem in PDDL.
func (a *app) loadPDDL(ctx context.Context, domain, problem string, f *inputFlags, opts []farbank.Option) (*farbank.Problem, error) {
	texts, err := a.readPDDL(ctx, domain, problem)
	if err != nil {
		return nil, err
	}
	p, err := farbank.ParsePDDL(domain, texts[0], problem, texts[1], opts...)
	return p, a.inputError(during("while the problem was written out", err), f.json)
}

// readPDDL reads the two files.
func (a *app) readPDDL(ctx context.Context, domain, problem string) (texts [2]string, err error) {
	for i, name := range []string{domain, problem} {
		b, err := a.read(ctx, name)
		if err != nil {
			return texts, during("while the problem was read", err)
		}
		texts[i] = sources.Text(b)
	}
	return texts, nil
}

// joinPDDL joins two adjacent arguments that are PDDL files, a domain and a problem, to one: all
// commands that take a problem accept them so.
func joinPDDL(args []string) []string {
	var out []string
	for _, arg := range args {
		if k := len(out) - 1; k >= 0 && sources.IsPDDL(arg) && sources.IsPDDL(out[k]) && !strings.Contains(out[k], ",") {
			out[k] += "," + arg
			continue
		}
		out = append(out, arg)
	}
	return out
}

// readSource reads a file, an example, or standard input.
func (a *app) readSource(ctx context.Context, name string) (file, source string, err error) {
	if name == "-" {
		b, err := a.read(ctx, name)
		return "stdin", sources.Text(b), during("while the problem was read", err)
	}
	if _, _, ok := sources.PDDLNames(name); ok {
		return "", "", errors.New("this needs the text of a .far file; it does not work on a problem in PDDL")
	}
	if text, found, _ := a.inputs.recorded("source " + name); found {
		return a.inputs.files[name], string(text), nil
	}
	s, err := farbank.FindSource(ctx, name, a.limits.Read)
	if err != nil {
		return "", "", during("while the problem was read", err)
	}
	if !s.Example && s.File != name {
		a.remarkFile(name, s.File)
	}
	a.inputs.keep("source "+name, []byte(s.Text))
	a.inputs.files = map[string]string{name: s.File}
	return s.File, s.Text, nil
}

// loader returns a function that reads the files that a problem uses.
func (a *app) loader(ctx context.Context) func(name string) (string, error) {
	load := sources.Loader(ctx, a.limits.Read)
	return func(name string) (string, error) {
		text, found, replay := a.inputs.recorded("used " + name)
		if found || replay {
			if !found {
				return "", &missingError{name}
			}
			return string(text), nil
		}
		read, err := load(name)
		if err == nil {
			a.inputs.keep("used "+name, []byte(read))
		}
		return read, err
	}
}

// remarkFile prints which file a short name stands for.
func (a *app) remarkFile(name, file string) {
	example := ""
	if _, ok := examples.Source(name); ok {
		example = fmt.Sprintf("; %s%s is the example", farbank.ExamplePrefix, name)
	}
	fmt.Fprintf(a.err, "farbank: this is about the file %s%s\n", file, example)
}

// paramOption parses name=value or name=@file.
func (a *app) paramOption(ctx context.Context, p string) (farbank.Option, error) {
	name, value, ok := strings.Cut(p, "=")
	if !ok || name == "" {
		return nil, fmt.Errorf("-p %s: a parameter is given as name=value", p)
	}
	name = strings.TrimSpace(name)
	if path, ok := strings.CutPrefix(value, "@"); ok {
		b, err := a.read(ctx, path)
		if err != nil {
			return nil, fmt.Errorf("-p %s: %w", name, whileRead(path, err))
		}
		value = string(b)
	}
	return farbank.WithParam(name, value), nil
}

func (a *app) readData(ctx context.Context, name string) ([]byte, error) {
	b, err := a.read(ctx, name)
	if errors.Is(err, fs.ErrNotExist) {
		if b, ok := shippedData(name); ok {
			return b, nil
		}
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("--data %s: there is no such file and no such data set%s", name, command.OrPart(name, append(dataSets(), exercises.DataSets()...)))
	}
	return bytes.TrimPrefix(b, []byte("\uFEFF")), whileRead(name, err)
}

// shippedData returns a data set of an example or of an exercise.
func shippedData(name string) ([]byte, bool) {
	if b, ok := examples.Data(name); ok {
		return b, true
	}
	return exercises.Data(name)
}

// inputError returns an input error as an exit code, and prints it as text or, with --json, as
// JSON.
func (a *app) inputError(err error, asJSON bool) error {
	var list syntax.ErrorList
	if err == nil || !errors.As(err, &list) {
		return err
	}
	if !asJSON {
		return &command.ExitError{Code: command.ExitUsage, Msg: detail(list)}
	}
	if err := a.printJSON(render.NewErrors(list)); err != nil {
		return err
	}
	return &command.ExitError{Code: command.ExitUsage}
}

// printJSON writes a document on one line. Hidden characters are escaped.
func (a *app) printJSON(doc any) error {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(doc); err != nil {
		return err
	}
	_, err := a.raw.Write(visible.JSON(b.Bytes()))
	return err
}
