package main

import (
	"errors"
	"fmt"
	"time"

	"farbank"
	"farbank/engine"
)

// improvable returns an error if --improve does not go with the other flags.
func (f *solveFlags) improvable(q farbank.Question) error {
	switch {
	case f.improve && (q.Plans != farbank.Any || f.all || f.count || q.Bounded || f.order != ""):
		return errors.New("--improve goes with one plan of --plans any, of any length, without --strategy")
	case f.improve && (f.first != "" || f.horizon > 0):
		return errors.New("--improve goes without --first and --horizon: a better plan may be any, of any length")
	case f.improve && f.keep.dir != "":
		return errors.New("--improve does not go with --checkpoint: what it finds on the way is not kept")
	}
	return nil
}

// proves reports whether an answer requires a proof that no plan is better.
func (s *solution) proves() bool { return s.q.Plans == farbank.Shortest || s.q.Improve }

// boundsEvery is the minimum time between two lines for better bounds alone.
const boundsEvery = time.Second

// improvements returns a progress function that prints a line on standard error for each better
// plan, and from time to time for better bounds.
func (s *solution) improvements(report func(engine.Progress), clear func()) func(engine.Progress) {
	if s.quiet || s.progressForm == "json" || s.progressForm == "off" {
		return report
	}
	var best, bound *int64
	var at time.Duration
	return func(p engine.Progress) {
		cheaper := p.Best != nil && (best == nil || *p.Best < *best)
		higher := p.Bound != nil && (bound == nil || *p.Bound > *bound) && p.Elapsed-at >= boundsEvery
		if cheaper || p.Best != nil && higher {
			best, bound, at = p.Best, p.Bound, p.Elapsed
			clear()
			fmt.Fprintf(s.err, "%s%s (%.1f s)\n", s.costText(*best), s.boundText(&farbank.Answer{Bound: bound}), p.Elapsed.Seconds())
		}
		if report != nil {
			report(p)
		}
	}
}

// costText formats the cost of a plan.
func (s *solution) costText(cost int64) string {
	if s.p.Goals != nil && s.p.Goals.Digits > 0 {
		return "value " + s.p.ValueText(cost)
	}
	if s.costly() {
		return "cost " + s.p.CostText(cost)
	}
	return moves(int(cost))
}

// priced formats the cost of a plan, to be printed after its moves.
func (s *solution) priced(cost int64) string {
	if s.costly() {
		return ", cost " + s.p.CostText(cost)
	}
	return ""
}
