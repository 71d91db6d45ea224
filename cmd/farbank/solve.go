package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"farbank"
	"farbank/engine"
	"farbank/internal/command"
	"farbank/model"
	"farbank/show/render"

	"github.com/spf13/cobra"
)

// solveFlags are the flags of solve.
type solveFlags struct {
	epsilon float64
	input   inputFlags
	search  searchFlags
	disk    diskFlags
	screen  screenFlags
	plans   string
	length  int
	all     bool
	count   bool
	limit   int
	engine  string
	format  string
	freeEnd bool
	horizon int
	prefer  string
	order   string // --strategy
	first   string
	improve bool
	tables  string
	certify string
	worst   bool
	keep    checkpointFlags
}

func (a *app) solveCommand() *cobra.Command {
	f := &solveFlags{}
	cmd := &cobra.Command{
		Use:   "solve FILE",
		Short: "Find a plan, all plans or their number, or prove that none exists",
		Long: `solve answers a question about the problem in FILE: a .far file (the ending may be left out), an
example (example:NAME where a file has the same name), or - for standard input. Every command that
takes a problem also takes two PDDL files, the domain and the problem.

A MiniZinc model (NAME.mzn, with its data files) is compiled by the program minizinc, which must be
installed, and solved by farbank flatzinc. The output is that of minizinc. These flags apply: --all
(for a model with an objective: every better solution), --limit, --count, --param, --json,
--workers, --stats and the limits.`,
		Example: `  farbank solve wolf
  farbank solve wolf --plans walks --length 13 --count
  farbank solve husbands --all --format plan
  farbank solve queens -p n=12 --count
  farbank solve queens-place --plans ends --count
  farbank solve husbands --prefer fewest-switches
  farbank solve husbands -p couples=4 --certificate none.cert
  farbank solve sokoban --to-dead-end
  farbank solve tiles --strategy astar --stats
  farbank solve hanoi -p pegs=4 -p discs=13 --engine search --memory 64MiB --disk scratch
  farbank solve tiles -p rows=4 -p cols=4 --plans any --engine planning
  farbank solve tiles -p rows=4 -p cols=4 --plans any --improve --timeout 30s
  farbank solve domain.pddl problem.pddl --format plan
  farbank solve rollout --data today.json --timeout 30s
  farbank solve shop.mzn la01.dzn --timeout 1m`,
		Args: solveArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if isMiniZinc(args[0]) {
				return a.solveMiniZinc(cmd, args, f)
			}
			return a.solve(cmd, args[0], f)
		},
	}
	fl := cmd.Flags()
	fl.StringVar(&f.plans, "plans", "shortest", kindsUsage())
	fl.IntVar(&f.length, "length", 0, "the largest number of moves; with --plans walks the exact `number`")
	fl.BoolVar(&f.all, "all", false, "all plans of the kind")
	fl.BoolVar(&f.count, "count", false, "the exact number of plans")
	fl.IntVar(&f.limit, "limit", 0, "with --all, the largest `number` of plans")
	fl.StringVar(&f.engine, "engine", "auto", "the `engine`: auto, "+strings.Join(farbank.Engines.Names(), ", "))
	fl.StringVar(&f.format, "format", "table", "the `format` of plans: "+strings.Join(render.Formats, ", ")+"; of a problem in PDDL: "+pddlFormat+"; of strategies: "+strings.Join(render.StrategyFormats, ", "))
	fl.BoolVar(&f.freeEnd, "free-end", false, "let a plan end in any safe state; except with --plans walks it ends in its first, which makes one for each start")
	f.input.variants(fl)
	fl.Float64Var(&f.epsilon, "epsilon", 0.001, "with --format pddl, the least `time` between happenings that touch the same thing")
	fl.IntVar(&f.horizon, "horizon", 0, "the largest `number` of moves for engines with a bounded horizon")
	fl.StringVar(&f.prefer, "prefer", "", "which of several best plans, a `preference`: fewest-switches, where the mover (the first argument of a move) changes least often")
	fl.StringVar(&f.first, "first", "", "which of several solutions for unknowns, an `order`: lexicographic, the least value of the first unknown, then of the second, and so on")
	fl.StringVar(&f.order, "strategy", "", "the search `strategy`: "+strings.Join(engine.StrategyNames(), ", ")+"; a plan that it does not prove best gives exit code 6")
	fl.BoolVar(&f.improve, "improve", false, "with --plans any, improve the plan until it is proven best or a limit comes (exit code 6); costs and bounds go to standard error")
	fl.StringVar(&f.tables, "tables", "", "keep pattern databases of the engine planning in this `directory` for later calls; cache: the folder farbank/tables in the user's cache")
	fl.StringVar(&f.certify, "certificate", "", "write a proof of the answer to this `file`, for farbank verify")
	fl.BoolVar(&f.worst, "worst", false, "in a problem with moves of chance, count chance as a foe: the cost in the worst case")
	f.screen.register(fl)
	f.input.register(cmd)
	f.search.register(cmd)
	f.disk.register(cmd)
	f.keep.register(cmd)
	return cmd
}

// question converts the flags to a question and checks that they go together.
func (f *solveFlags) question(cmd *cobra.Command) (q farbank.Question, e farbank.Engine, err error) {
	if q.Plans, err = parseKind(f.plans); err != nil {
		return q, nil, err
	}
	if q.Prefer, err = engine.ParsePreference(f.prefer); err != nil {
		return q, nil, fmt.Errorf("--prefer: %w", err)
	}
	if q.First, err = engine.ParseFirst(f.first); err != nil {
		return q, nil, fmt.Errorf("--first: %w", err)
	}
	if q.Strategy, err = parseStrategy(f.order); err != nil {
		return q, nil, err
	}
	q.Bounded, q.Length = cmd.Flags().Changed("length"), f.length
	one := q.Plans == farbank.Shortest && !f.all && !f.count && !q.Bounded
	switch {
	case f.improvable(q) != nil:
		return q, nil, f.improvable(q)
	case f.prefer != "" && !one:
		return q, nil, errors.New("--prefer goes with one shortest plan of any length")
	case f.first != "" && (f.all || f.count || f.certify != ""):
		return q, nil, errors.New("--first goes with one solution, without --certificate")
	case f.order != "" && (f.all || f.count || f.prefer != "" || f.certify != "" || q.Plans != farbank.Shortest && q.Plans != farbank.Any):
		return q, nil, errors.New("--strategy goes with one plan, shortest or any, without --prefer and --certificate")
	case f.disk.dir != "" && (!goesOn(f.order) || q.Strategy == engine.UniformCost && q.Bounded):
		return q, nil, errors.New("--disk goes with no --strategy but breadth-first, and uniform-cost without --length")
	case f.certify != "" && (!one || f.prefer != "" || f.freeEnd):
		return q, nil, errors.New("--certificate goes with one shortest plan of any length to the goal")
	case f.certify != "" && f.certify != "-" && unwritable(f.certify) != nil:
		return q, nil, unwritable(f.certify)
	case f.certify == "-":
		return q, nil, errors.New("--certificate needs the name of a file; the answer goes to standard output")
	case f.certify != "" && f.engine != "auto" && f.engine != "search" && f.engine != "constraint" && f.engine != "planning":
		return q, nil, fmt.Errorf("--certificate: the engine %s gives no reasons for its answers; search, planning and constraint do", f.engine)
	case f.input.dead && (f.freeEnd || f.certify != ""):
		return q, nil, errors.New("--to-dead-end is a goal of its own; it does not go with --free-end or --certificate")
	case f.length < 0:
		return q, nil, errors.New("--length must not be negative")
	case q.Plans == farbank.Walks && !q.Bounded:
		return q, nil, errors.New("--plans walks needs --length, the exact number of moves")
	case f.all && f.count:
		return q, nil, errors.New("--all and --count ask different things; give one of them")
	case f.limit < 0:
		return q, nil, errors.New("--limit must not be negative")
	case f.limit > 0 && !f.all:
		return q, nil, errors.New("--limit goes with --all")
	case f.horizon < 0:
		return q, nil, errors.New("--horizon must not be negative")
	case f.format != pddlFormat && !slices.Contains(render.Formats, f.format) && !slices.Contains(render.StrategyFormats, f.format):
		return q, nil, command.UnknownWord("--format", f.format, append(slices.Clone(render.Formats), "tree", "dot"))
	case f.screen.check() != nil:
		return q, nil, f.screen.check()
	case f.input.json && cmd.Flags().Changed("format") && f.format != "json" && f.format != pddlFormat:
		return q, nil, fmt.Errorf("--json and --format %s ask for different things; give one of them", f.format)
	}
	if (f.all || f.count) && (f.format == "svg" || f.format == "html") {
		return q, nil, fmt.Errorf("--format %s goes with one plan", f.format)
	}
	if f.all {
		q.Want, q.Limit = farbank.All, f.limit
	}
	if f.count {
		q.Want = farbank.Count
	}
	if f.format == "json" {
		f.input.json = true
	}
	q.FreeEnd, q.Horizon, q.Improve, q.Worst = f.freeEnd, f.horizon, f.improve, f.worst
	if f.engine != "auto" {
		if e, err = farbank.Engines.Find(f.engine); err != nil {
			return q, nil, fmt.Errorf("--engine: %w%s", err, command.OrNear(f.engine, append(farbank.Engines.Names(), "auto")))
		}
	}
	if q.Tables, err = tablesFolder(f.tables); err != nil {
		return q, nil, err
	}
	return q, e, errors.Join(f.search.apply(&q), f.disk.apply(&q))
}

// tablesFolder parses --tables.
func tablesFolder(name string) (string, error) {
	if name != "cache" {
		return name, nil
	}
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("--tables: %w", err)
	}
	return filepath.Join(dir, "farbank", "tables"), nil
}

// parseStrategy parses --strategy.
func parseStrategy(name string) (engine.Strategy, error) {
	s, err := engine.ParseStrategy(name)
	if err != nil {
		return 0, command.UnknownWord("--strategy", name, engine.StrategyNames())
	}
	return s, nil
}

// kindsUsage returns the help of --plans.
func kindsUsage() string {
	return "the `kind` of plans: " + strings.Join(engine.Kinds(), ", ") + "; ends: one for each state in which a plan can end"
}

// parseKind parses --plans.
func parseKind(text string) (engine.Kind, error) {
	k, err := engine.ParseKind(text)
	if err != nil {
		return 0, fmt.Errorf("--plans: %w%s", err, command.OrNear(text, engine.Kinds()))
	}
	return k, nil
}

func (a *app) solve(cmd *cobra.Command, name string, f *solveFlags) error {
	q, e, err := f.question(cmd)
	if err != nil {
		return err
	}
	ctx, cancel, err := f.search.begin(a, cmd.Context(), &f.input.json)
	if err != nil {
		return err
	}
	defer cancel()
	if f.format == pddlFormat {
		return a.solvePDDL(ctx, name, f, q)
	}
	begun := time.Now()
	p, err := a.load(ctx, name, &f.input)
	if err != nil {
		return err
	}
	if p.Title == "" && len(p.Cells)+len(p.Schemas)+len(p.Require)+len(p.Safety)+len(p.Goal) == 0 {
		return fmt.Errorf("%s: there is nothing to solve: no state, no unknown, no rule", p.File)
	}
	if err := f.formatFits(p); err != nil {
		return err
	}
	if q.Checkpoints, err = a.keep(ctx, cmd, &f.keep); err != nil {
		return err
	}
	a.onDisk(&q)
	q.Memory = f.search.Share()
	s := &solution{app: a, flags: f, p: p, q: q, read: time.Since(begun), found: cancel}
	return s.answer(ctx, e)
}

// A solution is an answer that is being printed.
type solution struct {
	*app
	flags *solveFlags
	p     *farbank.Problem
	q     farbank.Question
	read  time.Duration
	found func() // called when the answer is known: printing has no limits
	given int
	table *render.PlanTable // of all plans, with --format csv
	fail  error             // of printing
}

func (s *solution) answer(ctx context.Context, e farbank.Engine) error {
	report, clear := s.progress(&s.flags.search, s.p)
	if s.q.Progress = report; s.q.Improve {
		s.q.Progress = s.improvements(report, clear)
	}
	if s.flags.certify != "" && s.p.Others() {
		return s.certifyStrategy(ctx, clear)
	}
	if s.flags.certify != "" {
		return s.certified(ctx, clear)
	}
	answer, err := farbank.SolveWith(ctx, e, s.p, s.q, func(plan farbank.Plan) bool {
		clear()
		s.fail = s.printOne(plan)
		return s.fail == nil
	})
	s.found()
	clear()
	if s.fail != nil {
		return s.fail
	}
	var bug *farbank.BugError
	if errors.As(err, &bug) {
		return bugReport(bug)
	}
	if err != nil {
		return err
	}
	return s.finish(answer)
}

// finish prints an answer, or the end of a stream of plans.
func (s *solution) finish(answer *farbank.Answer) error {
	if s.flags.search.stats {
		answer.Stats.Phases = append([]engine.Phase{{Name: "reading", Elapsed: s.read}}, answer.Stats.Phases...)
		printStats(s.err, answer.Stats)
	}
	if answer.Status == farbank.None {
		s.warnings()
	}
	if err := s.print(answer); err != nil {
		return err
	}
	return exitFor(answer.Status)
}

func bugReport(bug error) error {
	return &command.ExitError{Code: command.ExitBug, Msg: "farbank: a bug: " + bug.Error() + "\nPlease report this with the file and the command that led to it."}
}

// warnings prints possible reasons why there is no plan.
func (s *solution) warnings() {
	for _, w := range append(slices.Clip(s.p.Warnings), engine.Inapplicable(context.Background(), s.p)...) {
		if w.Kind.NoPlan() {
			file, at := s.p.Place(w.Pos)
			fmt.Fprintf(s.err, "%s:%d:%d: warning: %s\n", file, at.Line, at.Col, w.Msg)
		}
	}
}

func exitFor(st farbank.Status) error {
	codes := map[farbank.Status]int{farbank.Feasible: command.ExitFeasible, farbank.None: command.ExitNone, farbank.NoneWithinBound: command.ExitBound,
		farbank.Unknown: command.ExitUnknown, farbank.Unsupported: command.ExitUnsupported}
	if code := codes[st]; code != 0 {
		return &command.ExitError{Code: code}
	}
	return nil
}

func (s *solution) verify(plan farbank.Plan) ([]model.Step, int64, error) {
	if s.q.FreeEnd {
		return s.p.VerifyWalk(plan)
	}
	return s.p.Verify(plan)
}

// printOne prints one plan of --all.
func (s *solution) printOne(plan farbank.Plan) error {
	s.given++
	s.planGiven.Store(true)
	steps, cost, err := s.verify(plan)
	if err != nil {
		return err
	}
	if s.flags.input.json {
		return s.printJSON(render.PlanDocument(s.p, steps, cost))
	}
	switch s.flags.format {
	case "csv":
		if s.table == nil {
			s.table = render.NewPlanTable(s.out, s.p)
		}
		return s.table.Plan(fmt.Sprint(s.given), steps)
	case "table", "steps", "markdown":
		if s.given > 1 {
			fmt.Fprintln(s.out)
		}
		if _, err := fmt.Fprintf(s.out, "Plan %d\n", s.given); err != nil {
			return err
		}
	default:
		if s.given > 1 {
			fmt.Fprintln(s.out)
		}
	}
	return s.write(steps)
}

// write prints a plan in the selected format.
func (s *solution) write(steps []model.Step) error {
	if s.flags.format == "table" {
		screen, w := s.app.screen(&s.flags.screen)
		return screen.Table(w, s.p, steps)
	}
	writers := map[string]func(io.Writer, *model.Problem, []model.Step) error{"steps": render.Steps, "plan": render.Plan,
		"csv": render.CSV, "markdown": render.Markdown,
		"svg": render.FilmStrip, "html": render.FilmPage}
	return writers[s.flags.format](s.out, s.p, steps)
}

// forPrograms are the formats whose output contains only plans.
var forPrograms = []string{"plan", "csv", "svg", "html"}

// print prints the answer as a whole, after the plans of --all.
func (s *solution) print(a *farbank.Answer) error {
	if s.p.Others() && s.q.Want == farbank.One {
		return s.strategy(a)
	}
	if s.flags.input.json {
		return s.printDocument(a)
	}
	if s.q.Want == farbank.Count && a.Status == farbank.Solved {
		_, err := fmt.Fprintln(s.out, a.Count)
		return err
	}
	if s.q.Want == farbank.One && a.Best != nil {
		steps, _, err := s.verify(*a.Best)
		if err != nil {
			return err
		}
		if err := s.write(steps); err != nil {
			return err
		}
	}
	if s.flags.format == "csv" {
		if err := s.headCSV(a); err != nil {
			return err
		}
	}
	text := s.verdict(a)
	read := slices.Contains(forPrograms, s.flags.format)
	if text == "" || read && a.Status == farbank.Solved {
		return nil
	}
	out := s.out
	if read {
		out = s.err // output for programs contains nothing else
	} else if s.q.Want == farbank.One && a.Best != nil || s.given > 0 {
		text = "\n" + text
	}
	_, err := fmt.Fprintln(out, text)
	return err
}

// headCSV prints the head of a table without plans.
func (s *solution) headCSV(a *farbank.Answer) error {
	switch {
	case s.q.Want == farbank.One && a.Best == nil:
		return render.CSV(s.out, s.p, nil)
	case s.q.Want == farbank.All && s.given == 0:
		return render.NewPlanTable(s.out, s.p).Plan("", nil)
	}
	return nil
}

func (s *solution) printDocument(a *farbank.Answer) error {
	if s.q.Want == farbank.Count {
		return s.printJSON(render.NewCount(a))
	}
	doc := &render.Document{}
	if a.Best != nil && s.q.Want == farbank.One {
		steps, cost, err := s.verify(*a.Best)
		if err != nil {
			return err
		}
		doc = render.PlanDocument(s.p, steps, cost)
	}
	doc.Status, doc.Reason, doc.Bound = a.Status.String(), a.Reason, s.p.ValueNumber(a.Bound)
	doc.Stats = render.NewStats(a.Stats)
	if s.q.Prefer == engine.FewestSwitches && a.Best != nil {
		n := engine.Switches(s.p, *a.Best)
		doc.Switches = &n
	}
	if s.q.Want == farbank.All {
		doc.Given = &s.given
	}
	return s.printJSON(doc)
}
