package main

import (
	"bufio"
	"errors"
	"fmt"
	"slices"
	"strings"

	"farbank"
	"farbank/internal/bounded"
	"farbank/internal/command"
	"farbank/internal/sources"
	"farbank/lang/plan"
	"farbank/model"
	"farbank/show/render"
	"farbank/study/certificate"

	"github.com/spf13/cobra"
)

func (a *app) verifyCommand() *cobra.Command {
	input, limits, files := &inputFlags{}, &limitFlags{}, &diskFlags{}
	freeEnd, worst, format, epsilon := false, false, "", 0.001
	cmd := &cobra.Command{
		Use:   "verify FILE PLAN|CERTIFICATE",
		Short: "Check a plan or a certificate, without any search",
		Long: `verify checks a plan, as solve writes it with --format plan or --json, by the reference interpreter.
It prints valid with the cost (or the value of the objective), or the first step that fails and the
rule that it breaks (exit code 1). A file may hold several plans, with blank lines between them or,
in JSON, one on each line; each is checked.

Where others move or something is not seen, it checks a strategy, as solve writes it with --json. The
interpreter runs it against everything that foe, chance and the unknown can do, and prints its value.

It checks a certificate, as solve writes it with --certificate, which its first line identifies. A
certificate proves that no plan exists, that no plan is cheaper than the one in it, or, for
unknowns, that no values are better. The check runs no search and shares no code with the engines.
With --disk it keeps the states in files.

A plan of two PDDL files in PDDL's form (TIME: (action objects) [DURATION]) is checked with --epsilon
by the rules of PDDL 2.1.

For a program in LP or MPS form it checks a certificate in the format VIPR, as milp writes it with
--certificate, in exact numbers.`,
		Example: "  farbank solve husbands -p couples=4 --certificate none.cert\n  farbank verify husbands -p couples=4 none.cert\n  farbank solve wolf --format plan > wolf.plan\n  farbank verify wolf wolf.plan\n  farbank solve wolf --all --json | farbank verify wolf -\n  farbank verify wolf wolf.plan --format svg > wolf.svg",
		Args:    command.Needs(2, "a problem and a plan (or a certificate) are needed"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.verify(cmd, args[0], args[1], input, limits, files, freeEnd, worst, format, epsilon)
		},
	}
	cmd.Flags().BoolVar(&freeEnd, "free-end", false, "let the plan end in any safe state")
	cmd.Flags().BoolVar(&worst, "worst", false, "of a strategy: count chance as a foe")
	cmd.Flags().StringVar(&format, "format", "", "print a valid plan in this `format` instead of the verdict: "+strings.Join(shownFormats(), ", "))
	cmd.Flags().Float64Var(&epsilon, "epsilon", 0.001, "of a plan in PDDL's form: the least `time` between happenings that touch the same thing")
	input.register(cmd)
	limits.register(cmd, notKnownPast)
	files.registerFor(cmd, "keep the states of a certificate in files in this `directory`, for more states than memory holds; they are removed at the end")
	return cmd
}

func (a *app) verify(cmd *cobra.Command, name, planName string, input *inputFlags, limits *limitFlags, files *diskFlags, freeEnd, worst bool, format string, epsilon float64) error {
	switch {
	case format != "" && !slices.Contains(shownFormats(), format):
		return command.UnknownWord("--format", format, shownFormats())
	case format != "" && input.json:
		return fmt.Errorf("--json and --format %s ask for different things; give one of them", format)
	}
	ctx, cancel, err := limits.begin(a, cmd.Context(), &input.json)
	if err != nil {
		return err
	}
	defer cancel()
	if isMILP(name) {
		return a.verifyProgram(ctx, name, planName, input.json)
	}
	var q farbank.Question
	if err := files.apply(&q); err != nil {
		return err
	}
	_, _, inPDDL := sources.PDDLNames(name)
	inPDDL = inPDDL && format == "" && !freeEnd
	if inPDDL {
		timed, err := a.isTimedPlan(ctx, name, planName)
		switch {
		case err != nil:
			return err
		case timed:
			return a.verifyPDDL(ctx, name, planName, epsilon, input.json)
		}
	}
	p, err := a.load(ctx, name, input)
	if err != nil {
		if inPDDL && ctx.Err() == nil { // not every task has a translation
			return a.verifyPDDL(ctx, name, planName, epsilon, input.json)
		}
		return err
	}
	in, err := a.open(ctx, planName)
	if err != nil {
		return whileRead(planName, err)
	}
	defer in.Close()
	r := bufio.NewReader(in)
	if first, _ := r.Peek(len(certificate.BoundsMagic)); string(first) == certificate.BoundsMagic {
		if freeEnd || format != "" {
			return errors.New("--free-end and --format go with a plan, not with a certificate")
		}
		return a.verifyBounds(ctx, p, r, input.json)
	}
	if first, _ := r.Peek(len(certificate.Magic)); string(first) == certificate.Magic {
		if freeEnd || format != "" {
			return errors.New("--free-end and --format go with a plan, not with a certificate")
		}
		return a.verifyCertificate(ctx, p, r, q.Disk, input.json)
	}
	b, err := bounded.ReadAll(ctx, r, readLimit(a.limits.Read).or(bounded.Text))
	var large *bounded.TooLargeError
	if errors.As(err, &large) {
		large.Name = spoken(planName)
	}
	if err != nil {
		return whileRead(planName, err)
	}
	if p.Others() {
		return a.verifyStrategy(ctx, p, planName, string(b), worst, input.json)
	}
	plans, err := within(ctx, func() ([]plan.Reading, error) { return plan.Read(p, planName, string(b)) })
	if err != nil {
		return a.inputError(during("while the plan was checked", err), input.json)
	}
	check := p.Verify
	if freeEnd {
		check = p.VerifyWalk
	}
	for i, r := range plans {
		cost := int64(0)
		if err = r.Err; err == nil {
			cost, err = within(ctx, func() (int64, error) {
				_, cost, err := check(r.Plan)
				return cost, err
			})
		}
		if err != nil {
			return a.invalid(i+1, len(plans), err, input.json)
		}
		if format != "" {
			if err := a.showPlan(p, i, r.Plan, check, format); err != nil {
				return err
			}
			continue
		}
		if r.Reordered && !input.json {
			if err := a.reordered(p, r.Plan); err != nil {
				return err
			}
		}
		if err := a.valid(p, i+1, len(plans), r.Plan, cost, input.json); err != nil {
			return err
		}
	}
	return nil
}

// shownFormats returns the formats in which verify prints a plan.
func shownFormats() []string {
	return slices.DeleteFunc(slices.Clone(render.Formats), func(f string) bool { return f == "json" })
}

// showPlan prints the plan of number i from 0 in a format.
func (a *app) showPlan(p *farbank.Problem, i int, pl farbank.Plan, check func(model.Plan) ([]model.Step, int64, error), format string) error {
	steps, _, err := check(pl)
	if err != nil {
		return err
	}
	if i > 0 {
		fmt.Fprintln(a.out)
	}
	s := &solution{app: a, p: p, flags: &solveFlags{format: format, screen: screenFlags{width: -1, colour: "auto"}}}
	return s.write(steps)
}

func (a *app) valid(p *farbank.Problem, k, of int, pl farbank.Plan, cost int64, asJSON bool) error {
	if asJSON {
		return a.printJSON(render.NewValid(p, pl, cost))
	}
	var parts []string
	if len(p.Schemas) > 0 && p.Unit == 0 {
		parts = append(parts, moves(len(pl.Moves)))
	}
	switch pl.Cost = cost; {
	case p.Unit > 0:
		s := &solution{app: a, p: p, q: farbank.Question{FreeEnd: true}} // the goal was checked
		parts = append(parts, s.timedPlan(&farbank.Answer{Best: &pl}))
	case p.Goals != nil:
		parts = append(parts, "value "+values(p, &pl))
	case len(p.Schemas) > 0:
		parts = append(parts, "cost "+p.CostText(cost))
	default:
		parts = append(parts, "all is kept that is required")
	}
	_, err := fmt.Fprintf(a.out, "%svalid: %s\n", planNumber(k, of), strings.Join(parts, ", "))
	return err
}

func planNumber(k, of int) string {
	if of == 1 {
		return ""
	}
	return fmt.Sprintf("plan %d: ", k)
}

// invalid prints why a plan is invalid.
func (a *app) invalid(k, of int, err error, asJSON bool) error {
	var bad *model.PlanError
	if !errors.As(err, &bad) {
		return during("while the plan was checked", err)
	}
	if asJSON {
		if err := a.printJSON(render.NewInvalid(bad)); err != nil {
			return err
		}
	} else {
		fmt.Fprintf(a.out, "%sinvalid: %s\n", planNumber(k, of), strings.TrimSpace(bad.Error()))
	}
	return &command.ExitError{Code: command.ExitNone}
}
