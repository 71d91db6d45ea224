package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"farbank"
	"farbank/engine"
	"farbank/internal/command"
	"farbank/internal/visible"
	"farbank/lang"
	"farbank/lang/syntax"
	"farbank/study/generate"

	"github.com/spf13/cobra"
)

// generateFlags are the flags of generate.
type generateFlags struct {
	vary   []string
	params []string
	data   []string
	walk   int
	givens bool
	unique bool
	length string
	seed   uint64
	count  int
	tries  int
	output string
	limits limitFlags
	json   bool
	keep   checkpointFlags
	tell   progressFlags
}

func (a *app) generateCommand() *cobra.Command {
	f := &generateFlags{}
	cmd := &cobra.Command{
		Use:   "generate FILE",
		Short: "Generate random instances of a problem with a given difficulty",
		Long: `generate makes instances of a problem and reports how hard they are: the length and the cost of a best
plan, the number of best plans (or solutions), reachable states, dead ends, branching; for givens,
their number.

  --vary NAME=LO..HI  draw a parameter at random (repeatable)
  --walk N            draw another start: N random moves away from a goal (an error if walks of
                      this length cannot leave the goals: then every start is solved already)
  --givens            for unknowns without moves, as in a sudoku: draw a solution, and give as few
                      of its values as leave no other solution

Instances that do not match --length and --unique are dropped. The output is the parameters, for
solve --data; where parameters cannot express an instance, it is the problem with the start or the
givens written in. The measures go to standard error. The same --seed gives the same instances.`,
		Example: `  farbank generate husbands --vary couples=2..5 --vary seats=2..4 --length 9..11 --seed 3
  farbank generate tiles --walk 40 --length 20..24 --count 3
  farbank generate sudoku --givens --seed 7 > today.json && farbank solve sudoku --data today.json`,
		Args: command.OneFile,
		RunE: func(cmd *cobra.Command, args []string) error { return a.generate(cmd, args[0], f) },
	}
	fl := cmd.Flags()
	fl.StringArrayVar(&f.vary, "vary", nil, "draw a parameter, `name=lo..hi` (repeatable)")
	fl.StringArrayVarP(&f.params, "param", "p", nil, "a parameter that is fixed, `name=value` (repeatable)")
	fl.StringArrayVar(&f.data, "data", nil, "a JSON `file` of fixed parameters (repeatable)")
	fl.IntVar(&f.walk, "walk", 0, "start this `number` of random moves away from a goal")
	fl.BoolVar(&f.givens, "givens", false, "give as few values of a random solution as leave no other solution")
	fl.BoolVar(&f.unique, "unique", false, "keep instances with one best plan, or one solution")
	fl.StringVar(&f.length, "length", "", "keep instances whose best plan has this `number` of moves: 9..11, or one number")
	fl.Uint64Var(&f.seed, "seed", 1, "the `seed` of the random numbers")
	fl.IntVar(&f.count, "count", 1, "the `number` of instances")
	fl.IntVar(&f.tries, "tries", 1000, "the largest `number` of tries for each instance")
	fl.StringVarP(&f.output, "output", "o", "", "write each into a file of its own in this `directory`")
	f.limits.register(cmd, "then generate prints what it has found")
	f.keep.register(cmd)
	f.tell.register(cmd)
	fl.BoolVar(&f.json, "json", false, "print JSON, an instance a line")
	return cmd
}

func (f *generateFlags) options(ctx context.Context, a *app) (o farbank.GenerateOptions, err error) {
	o = farbank.GenerateOptions{Seed: f.seed, Count: f.count, Tries: f.tries, Walk: f.walk, Givens: f.givens, Unique: f.unique, Most: -1, Data: map[string]any{}, Load: a.loader(ctx)}
	switch {
	case f.walk < 0 || f.count < 1 || f.tries < 1:
		return o, errors.New("--count and --tries must be positive, and --walk must not be negative")
	case f.tell.check() != nil:
		return o, f.tell.check()
	case f.walk > 0 && f.givens:
		return o, errors.New("--walk is for problems with moves, --givens for those without; give one of them")
	case f.walk == 0 && !f.givens && len(f.vary) == 0:
		return o, errors.New("nothing is left to chance: give --vary, --walk or --givens")
	}
	if f.length != "" {
		least, most, err := interval(f.length)
		if err != nil || least < 0 {
			return o, fmt.Errorf("--length %s: a number or lo..hi is needed", f.length)
		}
		o.Least, o.Most = int(least), int(most)
	}
	for _, v := range f.vary {
		name, text, _ := strings.Cut(v, "=")
		lo, hi, err := interval(text)
		if err != nil || name == "" {
			return o, fmt.Errorf("--vary %s: name=lo..hi is needed", v)
		}
		o.Vary = append(o.Vary, generate.Vary{Name: name, Lo: lo, Hi: hi})
	}
	return o, f.fixed(ctx, a, o.Data)
}

// fixed reads the parameters that are not drawn.
func (f *generateFlags) fixed(ctx context.Context, a *app, data map[string]any) error {
	for _, name := range f.data {
		b, err := a.readData(ctx, name)
		if err != nil {
			return err
		}
		if err := json.Unmarshal(b, &data); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	if err := once(f.params); err != nil {
		return err
	}
	for _, p := range f.params {
		name, text, ok := strings.Cut(p, "=")
		if !ok || name == "" {
			return fmt.Errorf("-p %s: a parameter is given as name=value", p)
		}
		var value any
		if json.Unmarshal([]byte(text), &value) != nil {
			value = text
		}
		data[name] = value
	}
	return nil
}

// interval reads lo..hi, or one number.
func interval(text string) (lo, hi int64, err error) {
	from, to, ok := strings.Cut(text, "..")
	if !ok {
		to = from
	}
	if lo, err = strconv.ParseInt(from, 10, 32); err != nil {
		return 0, 0, err
	}
	if hi, err = strconv.ParseInt(to, 10, 32); err != nil {
		return 0, 0, err
	}
	if hi < lo {
		return 0, 0, errors.New("it is empty")
	}
	return lo, hi, nil
}

func (a *app) generate(cmd *cobra.Command, name string, f *generateFlags) error {
	ctx, cancel, err := f.limits.begin(a, cmd.Context(), nil)
	if err != nil {
		return err
	}
	defer cancel()
	o, err := f.options(ctx, a)
	if err != nil {
		return err
	}
	file, source, err := a.readSource(ctx, name)
	if err != nil {
		return err
	}
	if tree, err := syntax.Parse(file, source); err != nil {
		return a.inputError(err, f.json)
	} else if err := known(tree, o); err != nil {
		return err
	}
	if f.keep.dir != "" && !a.inputs.replay {
		_, _ = farbank.Parse(file, source, farbank.WithLoader(o.Load)) // so that used files are recorded too; errors are reported below
	}
	checkpoints, err := a.keep(ctx, cmd, &f.keep)
	if err != nil {
		return err
	}
	o.Checkpoint = checkpoints.For(ctx, "generate", generate.CheckpointVersion)
	o.Memory = f.limits.Share()
	report, clear := a.showProgress(0)
	o.Progress = report
	defer clear()
	k := 0
	// The text is read with changes only: it may be invalid without them.
	for inst, err := range (&generate.Generator{Options: o, Name: file, Source: source, Engines: farbank.Engines}).Instances(ctx) {
		if lang.IsBug(err) {
			err = &farbank.BugError{Err: err}
		}
		clear()
		if reason := engine.Stopped(ctx, err); reason != "" {
			return &command.ExitError{Code: command.ExitUnknown, Msg: fmt.Sprintf("farbank: stopped after %d instances: %s", k, reason)}
		}
		var tries *generate.TriesError
		switch {
		case errors.Is(err, generate.ErrNone):
			return &command.ExitError{Code: command.ExitNone, Msg: "farbank: " + err.Error()}
		case errors.As(err, &tries):
			return &command.ExitError{Code: command.ExitUnknown, Msg: "farbank: " + err.Error()}
		case err != nil:
			return a.inputError(err, f.json)
		}
		k++
		if err := a.printInstance(f, strings.TrimSuffix(filepath.Base(file), ".far"), k, inst); err != nil {
			return err
		}
	}
	return nil
}

// known checks that the names to be drawn are parameters.
func known(tree *syntax.File, o farbank.GenerateOptions) error {
	var names []string
	for _, d := range tree.Decls {
		if v, ok := d.(*syntax.ValueDecl); ok && v.Kind == syntax.Param {
			names = append(names, v.Name.Name)
		}
	}
	for _, v := range o.Vary {
		if !slices.Contains(names, v.Name) {
			if len(names) == 0 {
				return fmt.Errorf("--vary %s: the problem has no parameters", v.Name)
			}
			return fmt.Errorf("--vary %s: there is no such parameter; there are %s%s", v.Name, strings.Join(names, ", "), command.OrNear(v.Name, names))
		}
	}
	return nil
}

func (a *app) printInstance(f *generateFlags, name string, k int, inst *farbank.Instance) error {
	text := []byte(inst.Source)
	if inst.Source == "" {
		b, err := json.Marshal(inst.Data)
		if err != nil {
			return err
		}
		text = visible.JSON(append(b, '\n'))
	}
	if f.output != "" {
		return writeInstance(f.output, name, k, inst.Source != "", text)
	}
	if f.json {
		doc := map[string]any{"seed": f.seed, "number": k, "measures": inst.Measures, "data": inst.Data}
		if inst.Source != "" {
			doc["source"] = inst.Source
		}
		return a.printJSON(doc)
	}
	fmt.Fprintf(a.err, "// %s\n", measureText(inst))
	_, err := a.faithful().Write(text)
	return err
}

func writeInstance(dir, name string, k int, isFile bool, text []byte) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	ending := "json"
	if isFile {
		ending = "far"
	}
	return writeBytes(filepath.Join(dir, fmt.Sprintf("%s-%d.%s", name, k, ending)), text)
}

// measureText returns the line of measures.
func measureText(inst *farbank.Instance) string {
	m := &inst.Measures
	var parts []string
	add := func(format string, args ...any) { parts = append(parts, fmt.Sprintf(format, args...)) }
	if len(inst.Problem.Schemas) > 0 {
		add("%s", moves(m.Length))
		if int64(m.Length) != m.Cost {
			add("cost %d", m.Cost)
		}
		if m.Plans != nil {
			add("%s best", plansText(*m.Plans))
		}
	} else {
		if m.Givens != nil {
			add("%d givens", *m.Givens)
		}
		if m.Plans != nil {
			add("solutions: %s", *m.Plans)
		}
		add("%s nodes searched", grouped(m.Nodes))
	}
	if m.States != nil {
		add("%s states, %d deep, %s dead ends, %.2f moves a state", grouped(*m.States), *m.Depth, grouped(*m.DeadEnds), *m.Branching)
	}
	for _, name := range slices.Sorted(maps.Keys(inst.Data)) {
		if n, ok := inst.Data[name].(int64); ok {
			add("%s=%d", name, n)
		}
	}
	return strings.Join(parts, "; ")
}

func plansText(n string) string {
	if n == "1" {
		return "1 plan is"
	}
	return n + " plans are"
}
