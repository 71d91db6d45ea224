package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"farbank"
	"farbank/engine"
	"farbank/internal/command"
	"farbank/lang/plan"
	"farbank/model"
	"farbank/show/render"
)

// formatFits checks the format of the answer: a plan or a strategy.
func (f *solveFlags) formatFits(p *farbank.Problem) error {
	switch {
	case p.Others() && !slices.Contains(render.StrategyFormats, f.format):
		return fmt.Errorf("--format %s does not go with a strategy; the formats are %s", f.format, strings.Join(render.StrategyFormats, ", "))
	case !p.Others() && !slices.Contains(render.Formats, f.format):
		return fmt.Errorf("--format %s goes with a strategy, and all moves of this problem are ours", f.format)
	case f.worst && !p.Chance():
		return errors.New("--worst counts chance as a foe, and nothing in this problem is left to chance")
	}
	return nil
}

// strategy prints the answer of a problem with others.
func (s *solution) strategy(a *farbank.Answer) error {
	if s.flags.input.json {
		doc := &render.Document{}
		if a.Others != nil {
			doc = render.StrategyDocument(s.p, a.Others)
		}
		doc.Status, doc.Reason, doc.Bound, doc.Stats = a.Status.String(), a.Reason, s.p.ValueNumber(a.Bound), render.NewStats(a.Stats)
		return s.printJSON(doc)
	}
	out := s.out
	if a.Others != nil && a.Others.Strategy != nil {
		writers := map[string]func(io.Writer, *model.Problem, *model.Strategy) error{"table": render.StrategyTable, "tree": render.StrategyTree,
			"dot": render.StrategyDot, "csv": render.StrategyCSV, "markdown": render.StrategyMarkdown,
			"html": func(w io.Writer, p *model.Problem, st *model.Strategy) error {
				return render.StrategyHTML(w, p, st, s.strategyVerdict(a))
			}, "svg": func(w io.Writer, p *model.Problem, st *model.Strategy) error {
				return render.StrategySVG(w, p, st, s.strategyVerdict(a))
			}}
		if err := writers[s.flags.format](s.out, s.p, a.Others.Strategy); err != nil {
			return err
		}
		switch s.flags.format {
		case "html", "svg": // have the verdict
			return nil
		case "dot", "csv":
			out = s.err
		default:
			fmt.Fprintln(s.out)
		}
	}
	_, err := fmt.Fprintln(out, s.strategyVerdict(a))
	return err
}

// strategyVerdict returns the verdict in words.
func (s *solution) strategyVerdict(a *farbank.Answer) string {
	o := a.Others
	switch {
	case a.Status == farbank.Unsupported:
		return "Not answered: " + a.Reason + "."
	case a.Status == farbank.None:
		return s.cannot(a)
	case o == nil:
		text := "Not known: " + a.Reason + "."
		if a.Bound != nil {
			text += fmt.Sprintf(" The cost in the worst case is at least %d.", *a.Bound)
		}
		return text + searched(a)
	}
	text := s.value(o)
	if a.Status == farbank.Feasible {
		text += " Not proven best: " + a.Reason + "."
	}
	return text
}

// cannot returns why there is no strategy.
func (s *solution) cannot(a *farbank.Answer) string {
	text := "It cannot be forced: " + a.Reason + "."
	if s.p.Chance() && !s.q.Worst {
		text = "No strategy: " + a.Reason + "."
	}
	if !s.p.Chance() && !s.p.Foe() {
		text = "No strategy exists: " + a.Reason + "."
	}
	return text
}

// value returns the value of a strategy in words.
func (s *solution) value(o *engine.Others) string {
	return valueText(s.p, o, s.costly())
}

func valueText(p *farbank.Problem, o *engine.Others, costly bool) string {
	switch {
	case o.Value != nil:
		return objectiveText(p, o, costly)
	case o.Expected != nil && costly:
		return fmt.Sprintf("The goal is reached surely, at a cost of %s on average.", quantity(o.Expected))
	case o.Expected != nil:
		return fmt.Sprintf("The goal is reached surely, after %s moves on average.", quantity(o.Expected))
	case o.Probability != nil && o.Probability.Exact != nil && o.Probability.Exact.IsInt() && o.Probability.Exact.Sign() > 0:
		return "The goal is reached surely."
	case o.Probability != nil:
		return fmt.Sprintf("The goal is reached with probability %s.", quantity(o.Probability))
	case o.Cost == nil:
		return "The goal is not always reached."
	case costly && p.Foe():
		return fmt.Sprintf("The goal can be forced, at a cost of %d in the worst case.", *o.Cost)
	case costly:
		return fmt.Sprintf("Cost %d in the worst case.", *o.Cost)
	case p.Foe() || p.Chance():
		return fmt.Sprintf("The goal can be forced: %s at most, %d of them ours.", moves(o.Moves), o.Ours)
	}
	return fmt.Sprintf("%s in the worst case.", moves(int(*o.Cost)))
}

// objectiveText returns the value of the objective in words.
func objectiveText(p *farbank.Problem, o *engine.Others, costly bool) string {
	value := quantity(o.Value)
	switch {
	case o.Probability != nil:
		return fmt.Sprintf("The goal is reached surely, with a value of %s on average.", value)
	case o.Cost == nil:
		return fmt.Sprintf("The value is %s in the worst case.", value)
	case costly:
		return fmt.Sprintf("The value is %s in the worst case, at a cost of %s at most.", value, p.CostText(*o.Cost))
	case p.Foe() || p.Chance():
		return fmt.Sprintf("The value is %s in the worst case, after %s at most, %d of them ours.", value, moves(o.Moves), o.Ours)
	}
	return fmt.Sprintf("The value is %s in the worst case, after %s at most.", value, moves(o.Moves))
}

// quantity returns a number in words: short fractions as they are, others also as decimals.
func quantity(q *engine.Quantity) string {
	switch {
	case q.Exact == nil:
		return fmt.Sprintf("%.10g (between %.15g and %.15g)", q.Float(), q.Low, q.High)
	case q.Exact.IsInt():
		return q.Exact.RatString()
	}
	if text := q.Exact.RatString(); len(text) <= 24 {
		return fmt.Sprintf("%s (%.6g)", text, q.Float())
	}
	return fmt.Sprintf("%.12g (a fraction that --json prints)", q.Float())
}

// verifyStrategy checks a strategy and prints its value.
func (a *app) verifyStrategy(ctx context.Context, p *farbank.Problem, name, text string, worst, asJSON bool) error {
	s, err := plan.ReadStrategy(p, name, text)
	var o *engine.Others
	if err == nil {
		o, err = within(ctx, func() (*engine.Others, error) { return engine.ValueOf(ctx, p, engine.Question{Worst: worst}, s) })
	}
	var bad *model.PlanError
	if errors.As(err, &bad) {
		return a.invalid(1, 1, err, asJSON)
	}
	if err != nil {
		return a.inputError(during("while the strategy was checked", err), asJSON)
	}
	good := (o.Cost != nil || o.Probability != nil && o.Probability.Low > 0) && (p.Goals == nil || o.Value != nil)
	switch {
	case asJSON:
		doc := map[string]any{"valid": good, "situations": len(s.Situations)}
		for key, value := range map[string]any{"cost": o.Cost, "probability": render.QuantityJSON(o.Probability), "expected": render.QuantityJSON(o.Expected), "value": render.QuantityJSON(o.Value)} {
			if value != nil && value != (*int64)(nil) {
				doc[key] = value
			}
		}
		err = a.printJSON(doc)
	case good:
		_, err = fmt.Fprintf(a.out, "valid: %d situations. %s\n", len(s.Situations), judgedValue(o))
	default:
		_, err = fmt.Fprintln(a.out, "invalid: the goal is not reached against everything that the others can do")
	}
	if err == nil && !good {
		err = &command.ExitError{Code: command.ExitNone}
	}
	return err
}

// judgedValue returns the value that the judge computed.
func judgedValue(o *engine.Others) string {
	switch {
	case o.Value != nil && o.Probability != nil:
		return fmt.Sprintf("Probability 1, expected value %s.", quantity(o.Value))
	case o.Value != nil:
		return fmt.Sprintf("Value %s in the worst case.", quantity(o.Value))
	case o.Expected != nil:
		return fmt.Sprintf("Probability 1, expected cost %s.", quantity(o.Expected))
	case o.Probability != nil:
		return fmt.Sprintf("Probability %s.", quantity(o.Probability))
	}
	return fmt.Sprintf("Cost %d in the worst case.", *o.Cost)
}
