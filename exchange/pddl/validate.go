package pddl

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"

	"farbank/model"
	"farbank/planning/temporal"
)

// A Verdict describes a valid plan.
type Verdict struct {
	Steps    int     // the number of actions
	Timed    bool    // the plan has times
	Makespan float64 // the time at which the last action ends
	Metric   float64 // the value of the metric
	Measured bool    // the problem has a metric other than the number of actions or the time
}

// Validate judges a plan in PDDL's form by the rules of PDDL 2.1 and 2.2 (Fox, Long 2003; Edelkamp,
// Hoffmann 2004), without a translation to .far and without grounding. Happenings that interfere
// have to be at least epsilon apart, in ticks of package temporal; 0 means a thousandth. Numbers are
// rounded to millionths, and a duration may differ from that of its action by less than epsilon.
//
// An invalid plan gives a *model.PlanError; mistakes in the texts give a syntax.ErrorList.
func Validate(ctx context.Context, domainFile, problemFile, planFile File, epsilon int64) (v Verdict, err error) {
	if epsilon <= 0 {
		epsilon = temporal.Tick / 1000
	}
	d := newDomain()
	d.rounded = true
	first, second, third := &source{domainFile.Name, domainFile.Text}, &source{problemFile.Name, problemFile.Text}, &source{planFile.Name, planFile.Text}
	defer func() { err = caught(recover(), first, err) }()
	d.read(first, second)
	d.apart(second, epsilon)
	if len(d.derived) > 0 || len(d.events) > 0 || d.uncertain() {
		return v, errors.New("a plan with times is not judged where there are derived predicates, chance or unknown facts")
	}
	t := &timedJudge{j: &judge{d: d}, ctx: ctx, epsilon: big.NewRat(epsilon, temporal.Tick)}
	t.items = d.planItems(third)
	return t.judge()
}

// A timedJudge validates a plan with times. It shares the parser with the search, and no more.
type timedJudge struct {
	j       *judge
	ctx     context.Context
	epsilon *big.Rat
	items   []planItem
	list    []*happening
	now     ledger
	under   []*happening // beginnings of actions under way
}

// A happening is the beginning or the end of an action, an action without duration, or a timed
// initial literal.
type happening struct {
	at     *big.Rat
	item   int // -1 for a timed initial literal
	s      *schema
	lasts  *durative // the action that begins or ends; nil for others
	end    bool
	env    []int32
	length *big.Rat // the duration
	fact   timedFact
	uses   *uses
}

func (t *timedJudge) judge() (v Verdict, err error) {
	d := t.j.d
	v = Verdict{Steps: len(t.items), Timed: d.durative || len(d.facts) > 0, Measured: d.metric != nil}
	t.now = ledger{facts: map[string]bool{}, numbers: map[string]*big.Rat{}}
	for _, f := range d.init {
		t.now.facts[t.j.key(f.pred, f.args)] = true
	}
	for name, x := range d.values {
		t.now.numbers[name] = t.scaled(x)
	}
	last := t.schedule()
	for from := 0; from < len(t.list); {
		to := from + 1
		for to < len(t.list) && t.list[to].at.Cmp(t.list[from].at) == 0 {
			to++
		}
		if err := context.Cause(t.ctx); err != nil {
			return v, err
		}
		if err := t.happen(t.list[from:to], from); err != nil {
			return v, err
		}
		from = to
	}
	if why := t.lacks(d.goal, make([]int32, d.slots), nil); why != "" {
		return v, &model.PlanError{Step: len(t.items) + 1, Why: "the goal is not met: it needs " + why}
	}
	v.Makespan, _ = last.Float64()
	v.Metric = t.metric(last)
	return v, nil
}

// schedule lists the happenings by their times, and returns the time at which the last action ends.
func (t *timedJudge) schedule() *big.Rat {
	d, last := t.j.d, new(big.Rat)
	for i := range t.items {
		x := &t.items[i]
		h := &happening{at: x.at, item: i, s: x.s, lasts: x.s.lasts, env: make([]int32, max(x.s.slots, len(x.args))), length: x.length}
		copy(h.env, x.args)
		t.list = append(t.list, h)
		until := x.at
		if x.s.lasts != nil {
			until = new(big.Rat).Add(x.at, x.length)
			e := &happening{at: until, item: i, s: x.s.lasts.end, lasts: x.s.lasts, end: true, length: x.length}
			e.env = make([]int32, max(e.s.slots, x.s.slots, len(x.args)))
			copy(e.env, x.args)
			t.list = append(t.list, e)
		}
		if until.Cmp(last) > 0 {
			last = until
		}
	}
	for _, f := range d.facts {
		t.list = append(t.list, &happening{at: t.scaled(f.time), item: -1, fact: f})
	}
	slices.SortStableFunc(t.list, func(a, b *happening) int { return a.at.Cmp(b.at) })
	for _, h := range t.list {
		h.uses = t.uses(h)
	}
	return last
}

// fail returns the error of a happening.
func (t *timedJudge) fail(h *happening, format string, args ...any) error {
	e := &model.PlanError{Step: h.item + 1, Move: t.title(h), Why: fmt.Sprintf(format, args...)}
	if t.j.d.durative || len(t.j.d.facts) > 0 {
		e.At = "time " + decimalOf(h.at)
	}
	return e
}

// title names a happening.
func (t *timedJudge) title(h *happening) string {
	switch {
	case h.item < 0 && h.fact.not:
		return "(not (" + t.j.key(h.fact.fact.pred, h.fact.fact.args) + "))"
	case h.item < 0:
		return "(" + t.j.key(h.fact.fact.pred, h.fact.fact.args) + ")"
	case h.end:
		return "end of " + t.items[h.item].name
	}
	return t.items[h.item].name
}

// happen judges and makes the happenings of one instant; from is the number of the first.
func (t *timedJudge) happen(group []*happening, from int) error {
	if err := t.apart(group, from); err != nil {
		return err
	}
	t.under = slices.DeleteFunc(t.under, func(h *happening) bool {
		return slices.ContainsFunc(group, func(e *happening) bool { return e.end && e.item == h.item })
	})
	for i, h := range group {
		if h.item < 0 {
			continue
		}
		if why := t.lacks(h.s.pre, h.env, h); why != "" {
			return t.fail(h, "does not apply: it needs %s", why)
		}
		if err := t.lasting(h, group[:i]); err != nil {
			return err
		}
	}
	next := t.now.clone()
	for _, part := range []func(h *happening, next *ledger) string{t.deletes, t.adds, t.changes} {
		for _, h := range group {
			if why := part(h, &next); why != "" {
				return t.fail(h, "does not apply: %s", why)
			}
		}
	}
	t.now = next
	for _, h := range group {
		if h.lasts != nil && !h.end {
			t.under = append(t.under, h)
		}
	}
	for _, h := range t.under {
		if why := t.lacks(h.lasts.over, h.env, h); why != "" {
			bad := t.fail(h, "is under way and needs %s, which no longer holds", why).(*model.PlanError)
			bad.At = "time " + decimalOf(group[0].at)
			return bad
		}
	}
	return nil
}

// lasting checks the duration of an action that begins, and that it is not under way. at are other
// happenings of the instant.
func (t *timedJudge) lasting(h *happening, at []*happening) error {
	if h.lasts == nil || h.end {
		return nil
	}
	want := t.number(h.lasts.takes, h.env, nil)
	if want == nil {
		return t.fail(h, "does not apply: its duration has no value")
	}
	if off := new(big.Rat).Sub(want, h.length); off.Abs(off).Cmp(t.epsilon) >= 0 || h.length.Sign() <= 0 {
		return t.fail(h, "takes %s, not %s", decimalOf(want), decimalOf(h.length))
	}
	for _, u := range slices.Concat(t.under, at) {
		if u.s == h.s && slices.Equal(u.env[:len(h.s.params)], h.env[:len(h.s.params)]) {
			return t.fail(h, "is still under way")
		}
	}
	return nil
}

// apart checks that the happenings of an instant interfere with none that is too near.
func (t *timedJudge) apart(group []*happening, from int) error {
	for i, h := range group {
		for k := from + i - 1; k >= 0; k-- {
			g := t.list[k]
			gap := new(big.Rat).Sub(h.at, g.at)
			if gap.Cmp(t.epsilon) >= 0 {
				break
			}
			if on := h.uses.meets(g.uses); on != "" {
				if h.item < 0 {
					g, h = h, g
				}
				return t.fail(h, "%s after %s, and both concern %s: %s apart are needed", decimalOf(gap), t.title(g), on, decimalOf(t.epsilon))
			}
		}
	}
	return nil
}

// metric evaluates the metric at the end.
func (t *timedJudge) metric(last *big.Rat) float64 {
	d, sum := t.j.d, new(big.Rat)
	for _, w := range d.metric {
		x := big.NewRat(int64(len(t.items)), 1)
		if w.fn != nil {
			if x = t.now.numbers[d.fluent(w.fn, w.terms, nil)]; x == nil {
				continue
			}
		}
		sum.Add(sum, new(big.Rat).Mul(t.scaled(w.times), x))
	}
	sum.Add(sum, new(big.Rat).Mul(t.scaled(d.time), last))
	f, _ := sum.Float64()
	return f
}
