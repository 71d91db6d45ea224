package main

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"farbank"
	"farbank/engine"
	"farbank/internal/command"
	"farbank/show/render"
	"farbank/study/compare"

	"github.com/spf13/cobra"
)

// compareFlags are the flags of compare.
type compareFlags struct {
	input   inputFlags
	search  searchFlags
	plans   string
	length  int
	count   bool
	outside bool
	orders  bool // --strategies
	horizon int
}

func (a *app) compareCommand() *cobra.Command {
	f := &compareFlags{}
	cmd := &cobra.Command{
		Use:   "compare FILE",
		Short: "Answer a question by every engine that can, and compare the answers",
		Long: `compare runs all engines one after another, each with its own time limit, and prints a table of
answers: length and cost of the plan, the count, work and time. Refusals are listed with their
reasons. The reference interpreter checks every plan. Where two engines disagree, it checks both
plans, and the exit code is 70. If a strict puzzle can leave a range, that is the answer, as in
solve, and there is no table.

With --outside it also runs the solvers that are installed, on exported models: ` + peerNames() + `.

With --strategies it compares the search strategies: states generated, expanded (as often as this
happened) and stored.`,
		Example: `  farbank compare wolf
  farbank compare queens -p n=8 --count --outside
  farbank compare tiles --strategies
  farbank compare husbands -p couples=4 --timeout 5s --json`,
		Args: command.OneFile,
		RunE: func(cmd *cobra.Command, args []string) error { return a.compare(cmd, args[0], f) },
	}
	fl := cmd.Flags()
	fl.StringVar(&f.plans, "plans", "shortest", kindsUsage())
	fl.IntVar(&f.length, "length", 0, "the largest number of moves; with --plans walks the exact `number`")
	fl.BoolVar(&f.count, "count", false, "compare the number of plans")
	fl.BoolVar(&f.outside, "outside", false, "also run the other solvers that are installed")
	fl.BoolVar(&f.orders, "strategies", false, "compare the search strategies instead of the engines")
	fl.IntVar(&f.horizon, "horizon", 0, "the largest `number` of moves for solvers with a bounded horizon (default: the length of the best plan found)")
	f.input.variants(fl)
	f.input.register(cmd)
	f.search.register(cmd)
	cmd.Flags().Lookup("timeout").Usage = "the time limit of each engine, a `duration`, for example 30s"
	cmd.Flags().Lookup("timeout").DefValue = "10s"
	f.search.timeout = 10 * time.Second
	return cmd
}

func peerNames() string {
	var names []string
	for _, p := range compare.Peers {
		names = append(names, p.Name)
	}
	return strings.Join(names, ", ")
}

func (f *compareFlags) question(cmd *cobra.Command) (q farbank.Question, err error) {
	if q.Plans, err = parseKind(f.plans); err != nil {
		return q, err
	}
	q.Bounded, q.Length = cmd.Flags().Changed("length"), f.length
	switch {
	case f.length < 0 || f.horizon < 0:
		return q, errors.New("--length and --horizon must not be negative")
	case f.orders && (f.count || f.outside || q.Plans == farbank.Walks || q.Plans == farbank.Simple):
		return q, errors.New("--strategies goes with one plan, shortest or any, without --count and --outside")
	case q.Plans == farbank.Walks && !q.Bounded:
		return q, errors.New("--plans walks needs --length, the exact number of moves")
	case f.search.timeout < 0:
		return q, errors.New("--timeout must not be negative")
	}
	if f.count {
		q.Want = farbank.Count
	}
	return q, f.search.apply(&q)
}

func (a *app) compare(cmd *cobra.Command, name string, f *compareFlags) error {
	q, err := f.question(cmd)
	if err != nil {
		return err
	}
	each := f.search.timeout
	if !cmd.Flags().Changed("timeout") { // reading has no time limit
		f.search.timeout = 0
	}
	ctx, cancel, err := f.search.begin(a, cmd.Context(), &a.json)
	if err != nil {
		return err
	}
	defer cancel()
	p, err := a.loadOurs(ctx, name, &f.input)
	if err != nil {
		return err
	}
	cancel() // each engine has its own time
	a.ctx = cmd.Context()
	q.Memory = f.search.Share()
	o := compare.Options{Timeout: each, Horizon: f.horizon, Memory: f.search.Memory, Overrun: f.search.Overrun}
	if f.outside {
		o.Peers = compare.Installed()
	}
	var rows kept[compare.Row]
	a.soFar = func(w io.Writer) bool {
		answered := rows.all()
		printRows(w, p, answered)
		return len(answered) > 0
	}
	o.Done = func(r compare.Row) {
		counted(q, &r)
		rows.add(r)
		if f.input.json {
			doc := render.NewRow(p, &r)
			if f.orders {
				doc = strategyDocument(doc, &r)
			}
			a.printJSON(doc)
		}
	}
	ask := func() (*compare.Report, error) { return compare.Run(cmd.Context(), p, q, farbank.Engines, o) }
	if f.orders {
		e, err := farbank.Engines.Find("search")
		if err != nil {
			return err
		}
		ask = func() (*compare.Report, error) { return compare.Strategies(cmd.Context(), p, q, e, o) }
	}
	r, err := ask()
	if err != nil {
		return err
	}
	if r.Ranges != nil {
		s := &solution{app: a, flags: &solveFlags{input: f.input, format: "table"}, p: p, q: q}
		return s.finish(r.Ranges)
	}
	for i := range r.Rows {
		counted(q, &r.Rows[i])
	}
	switch {
	case f.input.json:
	case f.orders:
		err = a.printStrategies(p, r)
	default:
		printRows(a.out, p, r.Rows)
	}
	if err != nil {
		return err
	}
	return a.agreement(p, r, f)
}

// counted sets the status of a count that was interrupted.
func counted(q farbank.Question, r *compare.Row) {
	if q.Want == farbank.Count {
		r.Status, r.Count = engine.Counted(r.Status, r.Count)
	}
}

func printRows(out io.Writer, p *farbank.Problem, rows []compare.Row) {
	var text strings.Builder
	w := tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
	fmt.Fprint(w, "engine\tanswer\tlength\tcost\tcount\twork\ttime\treason\n")
	for i := range rows {
		row := &rows[i]
		count, work, took := "", "", ""
		length, cost := planFigures(p, row)
		switch {
		case row.Count == nil:
		case row.Status == farbank.Solved:
			count = row.Count.String()
		default:
			count = "at least " + row.Count.String()
		}
		if row.Work > 0 {
			work = grouped(row.Work) + " " + row.Unit
		}
		if row.Status != farbank.Unsupported {
			took = brief(row.Elapsed)
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n", row.Name, answerText(row), length, cost, count, work, took, row.Reason)
	}
	w.Flush()
	for line := range strings.Lines(text.String()) {
		fmt.Fprintln(out, strings.TrimRight(line, " \n"))
	}
}

// planFigures returns the length and the cost of the plan of a row, and "" without a plan.
func planFigures(p *farbank.Problem, row *compare.Row) (length, cost string) {
	if row.Plan == nil {
		return "", ""
	}
	length, cost = fmt.Sprint(len(row.Plan.Moves)), p.ValueText(row.Plan.Cost)
	if len(p.Schemas) == 0 {
		length = ""
	}
	if len(p.Schemas) == 0 && p.Goals == nil {
		cost = ""
	}
	return length, cost
}

// answerText returns the verdict of a row in one or two words.
func answerText(row *compare.Row) string {
	switch {
	case row.Invalid != nil:
		return "INVALID"
	case row.Status == farbank.Solved && row.Count != nil:
		return "counted"
	case row.Status == farbank.Unsupported:
		return "refused"
	case row.Status == farbank.Feasible && row.Count != nil, row.Status == farbank.Unknown:
		return "not known"
	case row.Status == farbank.Feasible:
		return "a plan"
	case row.Status == farbank.NoneWithinBound:
		return "none within bound"
	}
	return row.Status.String()
}

// brief formats a duration with three digits.
func brief(d time.Duration) string {
	switch {
	case d >= 10*time.Second:
		return d.Round(100 * time.Millisecond).String()
	case d >= time.Second:
		return d.Round(10 * time.Millisecond).String()
	case d >= time.Millisecond:
		return d.Round(10 * time.Microsecond).String()
	}
	return d.Round(time.Microsecond).String()
}

// agreement prints whether all engines agree, and returns the exit code as an error.
func (a *app) agreement(p *farbank.Problem, r *compare.Report, f *compareFlags) error {
	if len(r.Disagreements) > 0 {
		var text strings.Builder
		text.WriteString("farbank: engines disagree:\n")
		for _, d := range r.Disagreements {
			fmt.Fprintf(&text, "  %s\n", d)
		}
		judged(&text, p, r)
		text.WriteString("Please report this with the file and the command that led to it.")
		return &command.ExitError{Code: command.ExitBug, Msg: text.String()}
	}
	answered, proven := 0, false
	best := farbank.Unsupported
	for i := range r.Rows {
		st := r.Rows[i].Status
		if st == farbank.Solved || st == farbank.None {
			answered, proven = answered+1, true
		}
		if st < best {
			best = st
		}
	}
	if !proven || f.input.json {
		return exitFor(best)
	}
	text := fmt.Sprintf("%d answered, all the same.", answered)
	switch {
	case f.orders && answered == 1:
		text = "One proved its answer."
	case f.orders:
		text = fmt.Sprintf("%d proved their answers, all the same.", answered)
	case answered == 1:
		text = "One answered."
	}
	fmt.Fprintf(a.out, "\n%s\n", text)
	return exitFor(best)
}

// judged writes the verdict of the reference interpreter on each plan.
func judged(text *strings.Builder, p *farbank.Problem, r *compare.Report) {
	for i := range r.Rows {
		row := &r.Rows[i]
		switch {
		case row.Plan == nil:
			continue
		case row.Invalid != nil:
			fmt.Fprintf(text, "the plan of %s is not valid: %v\n", row.Name, row.Invalid)
		default:
			fmt.Fprintf(text, "the plan of %s is valid: %s, cost %s\n", row.Name, moves(len(row.Plan.Moves)), p.ValueText(row.Plan.Cost))
		}
		for _, n := range row.Plan.Moves {
			if n >= 0 && n < len(p.Moves) {
				fmt.Fprintf(text, "  %s\n", p.Moves[n])
			}
		}
	}
}
