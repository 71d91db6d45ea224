package explain

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"farbank/engine"
	"farbank/model"
)

// Explain explains the answer to the question whether a problem has a plan. A limit or a
// canceled context is not an error: the Result holds what is known. Explain returns an error
// if the given problem cannot be built, if Options.Keep names nothing, or on an internal failure.
func Explain(ctx context.Context, c Case, o Options) (*Result, error) {
	p, err := c.build(ctx, Change{})
	if err == nil {
		err = engine.OnlyOurs(p)
	}
	if err != nil {
		return nil, err
	}
	if err := checkKeep(p, c.File, o.Keep); err != nil {
		return nil, err
	}
	q := &session{ctx: ctx, c: c, o: o.defaults(len(p.Schemas) > 0)}
	a, err := q.first(p, o.Memory)
	if err != nil {
		return nil, err
	}
	r := &Result{Problem: p, Options: q.o, Answer: a, Reason: a.Reason, States: -1}
	switch {
	case a.Best != nil:
		err = (&sensitivity{session: q, r: r}).run()
	case a.Status == engine.None, a.Status == engine.Unknown && ctx.Err() == nil:
		err = (&blocked{session: q, r: r}).run()
	}
	r.Asked = q.asked + 1
	if errors.Is(err, errStopped) || ctx.Err() != nil {
		r.Complete, r.Limited, err = false, false, nil
		r.Reason = engine.Stopped(ctx, ctx.Err())
	}
	return r, err
}

// first solves the given problem. If there is a time limit it uses at most half of it, so that
// time is left to search for relaxations.
func (q *session) first(p *model.Problem, memory int64) (*engine.Answer, error) {
	first := q.question(p)
	first.Memory = memory
	if p.Goals != nil {
		first.Plans = engine.Shortest
	}
	ctx := q.ctx
	if end, ok := ctx.Deadline(); ok {
		half, cancel := context.WithDeadline(ctx, end.Add(-time.Until(end)/2))
		defer cancel()
		ctx = half
	}
	q.phase("the problem as it is")
	return q.c.ask(ctx, p, first)
}

// firstLine returns the first line of an error message.
func firstLine(err error) string {
	s, _, _ := strings.Cut(err.Error(), "\n")
	return s
}

// A blocked explains why a problem has no plan.
type blocked struct {
	*session
	r       *Result
	base    *oracle
	oracles map[string]*oracle // by changed parameters
	sets    []set              // the relaxations of the base oracle
	cores   []set              // the conflicts of the base oracle
	coarse  bool               // rules are relaxed as a whole; single lines follow later
}

// run reports quick results first and refines them later: parameters and whole rules, then
// changes of data, ranges, starts and numbers, then single lines of rules, then parameters combined with others.
func (b *blocked) run() error {
	b.r.Complete = true
	defer b.end()
	b.count = func() (int, int, int) { return len(b.r.Relaxations), len(b.r.Conflicts), len(b.r.Changes) }
	b.tell = func() {
		if b.o.Report != nil {
			b.o.Report(b.asked, len(b.r.Relaxations), len(b.r.Conflicts))
		}
		b.report(Progress{})
	}
	lines := units(b.r.Problem, b.o)
	whole := b.o
	whole.Whole = true
	b.begin(units(b.r.Problem, whole))
	b.coarse = len(lines) > len(b.base.units)
	if b.r.Answer.Status != engine.None {
		b.vague()
	}
	b.phase("parameters")
	failing, err := b.steps()
	if err != nil {
		return err
	}
	b.phase("whole rules")
	if err := b.dropFixed(); err != nil {
		return err
	}
	if err := b.rules(nil); err != nil {
		return err
	}
	if err := b.changes(); err != nil {
		return err
	}
	if b.coarse {
		if err := b.refine(lines); err != nil {
			return err
		}
	}
	b.phase("parameters beside others")
	return b.mixed(failing)
}

// begin sets the units. The answer for no relaxed unit is known already; it counts as one
// solved problem.
func (b *blocked) begin(units []Item) {
	b.base, b.oracles = newOracle(b.session, units, nil), map[string]*oracle{}
	b.sets, b.cores = nil, nil
	b.asked = max(b.asked, 1)
	f := finding{verdict: fails}
	if a := b.r.Answer; a.Status != engine.None {
		f = finding{verdict: unknown, reason: a.Reason}
	}
	b.base.known[newSet(len(units)).key()] = f
}

// refine relaxes single lines of the rules that were relaxed as a whole. Each conflict of whole
// rules contains a conflict of their lines, which is searched first.
func (b *blocked) refine(lines []Item) error {
	b.phase("single lines")
	cores, rules, fixed := b.cores, b.base.units, b.r.Fixed
	lines = slices.DeleteFunc(lines, func(it Item) bool {
		return it.Kind == Requirement && !slices.ContainsFunc(rules, func(x Item) bool { return x.Rule.Pos == it.Rule.Pos })
	})
	b.begin(lines)
	b.coarse, b.r.Limited = false, false
	if len(fixed) == 0 && b.r.Answer.Status == engine.None {
		b.r.Complete, b.r.Reason = true, ""
	}
	var seeds []set
	for _, core := range cores {
		s := newSet(len(lines))
		for i, it := range lines {
			if slices.ContainsFunc(core.list(), func(k int) bool { return rules[k].Rule.Pos == it.Rule.Pos }) {
				s.add(i)
			}
		}
		seeds = append(seeds, s)
	}
	return b.rules(seeds)
}

// dropFixed finds the requirements that cannot be dropped even alone, because the problem
// without them is too large to ground.
func (b *blocked) dropFixed() error {
	var kept []Item
	for _, it := range b.base.units {
		if it.Kind == Requirement {
			if err := b.canDrop(it); err != nil {
				if b.ctx.Err() != nil {
					return errStopped
				}
				why := firstLine(err)
				if errors.Is(err, context.DeadlineExceeded) {
					why = "without it the problem takes too long to ground"
				}
				b.r.Fixed = append(b.r.Fixed, it.String()+": "+why)
				b.vague()
				continue
			}
		}
		kept = append(kept, it)
	}
	if len(kept) < len(b.base.units) {
		b.begin(kept) // the units are renumbered
	}
	return nil
}

func (b *blocked) canDrop(it Item) error {
	ctx, cancel := context.WithTimeout(b.ctx, b.o.Each)
	defer cancel()
	_, err := b.c.build(ctx, Change{Without: []model.Pos{it.Rule.Pos}})
	return err
}

// rules finds the relaxations and conflicts of rules and requirements. Seeds are conflicts that
// may not be minimal.
func (b *blocked) rules(seeds []set) error {
	b.missed = 0
	l := b.base
	m := &marco{powerSetMap: powerSetMap{n: len(l.units)}, check: l.check, known: l.works, core: l.core}
	m.plenty = func() bool { return b.o.Limit > 0 && len(b.r.Conflicts) >= b.o.Limit }
	var failed error
	m.found = func(relaxation bool, s set) bool {
		if relaxation {
			b.sets = append(b.sets, s)
			failed = b.note(l, s)
		} else {
			b.cores = append(b.cores, s)
			failed = b.noteConflict(s)
		}
		if failed != nil {
			return false
		}
		b.r.Limited = b.o.Limit > 0 && len(b.sets) >= b.o.Limit
		return !b.r.Limited
	}
	complete, err := false, m.seed(seeds)
	if err == nil && failed == nil {
		complete, err = m.run(b.ctx)
	}
	if err == nil {
		err = failed
	}
	if err != nil {
		if b.ctx.Err() != nil {
			return errStopped
		}
		return err
	}
	b.r.Hopeless = len(b.cores) == 1 && b.cores[0].size() == 0
	switch {
	case complete && !b.coarse:
		b.r.Relaxations = slices.DeleteFunc(b.r.Relaxations, func(x Relaxation) bool { return x.Whole })
		b.r.Conflicts = slices.DeleteFunc(b.r.Conflicts, func(x Conflict) bool { return x.Whole })
	case !complete:
		b.r.Complete = false
		b.r.Reason = "the limit on their number was reached"
		if !b.r.Limited {
			b.r.Reason = undecided
		}
	}
	return nil
}

const undecided = "some of the changed problems could not be decided within their limits"

// oracle returns the oracle for a change of parameters.
func (b *blocked) oracle(params ...Item) *oracle {
	if len(params) == 0 {
		return b.base
	}
	key := fmt.Sprint(params)
	l := b.oracles[key]
	if l == nil {
		l = newOracle(b.session, b.base.units, params)
		b.oracles[key] = l
	}
	return l
}

// whole reports whether some item is a rule that will be split into single lines.
func (b *blocked) whole(items []Item) bool {
	return b.coarse && slices.ContainsFunc(items, func(it Item) bool { return it.Kind == WholeRule && len(it.Rule.Parts) > 1 })
}

// sameRules reports whether x and y contain the same rules.
func sameRules(x, y []Item) bool {
	within := func(x, y []Item) bool {
		return !slices.ContainsFunc(x, func(a Item) bool {
			return !slices.ContainsFunc(y, func(b Item) bool { return a.Rule.Pos == b.Rule.Pos && a.Name == b.Name && a.To == b.To })
		})
	}
	return within(x, y) && within(y, x)
}

func names(items []Item) []string {
	out := make([]string, len(items))
	for i, it := range items {
		out[i] = it.String()
	}
	return out
}

// note adds a relaxation after checking that none of its members can be put back.
func (b *blocked) note(l *oracle, s set) error {
	f, err := l.try(s)
	if err != nil {
		return err
	}
	r := Relaxation{Items: slices.Clone(l.params), Problem: f.problem, Plan: *f.plan, Sure: true}
	for i := range l.params {
		v, err := b.oracle(slices.Delete(slices.Clone(l.params), i, i+1)...).check(s)
		if err != nil {
			return err
		}
		if v == works {
			return nil
		}
		r.Sure = r.Sure && v == fails
	}
	for _, i := range s.list() {
		r.Items = append(r.Items, l.units[i])
		less := s.clone()
		less.drop(i)
		v, err := l.check(less)
		if err != nil {
			return err
		}
		if v == works {
			return nil // not minimal, because an undecided set was used
		}
		r.Sure = r.Sure && v == fails
	}
	r.Whole = b.whole(r.Items)
	b.r.Relaxations = slices.DeleteFunc(b.r.Relaxations, func(x Relaxation) bool {
		return x.Whole && sameRules(x.Items, r.Items) || slices.Equal(names(x.Items), names(r.Items))
	})
	b.r.Relaxations = append(b.r.Relaxations, r)
	b.report(Progress{Found: &r})
	return nil
}

// noteConflict adds a conflict after checking it and each set without one of its members.
func (b *blocked) noteConflict(s set) error {
	l := b.base
	others := full(len(l.units)).minus(s)
	v, err := l.check(others)
	if err != nil || v == works {
		return err
	}
	c := Conflict{Sure: v == fails}
	for _, i := range s.list() {
		c.Items = append(c.Items, l.units[i])
		more := others.clone()
		more.add(i)
		v, err := l.check(more)
		if err != nil {
			return err
		}
		c.Sure = c.Sure && v == works
	}
	c.Whole = b.whole(c.Items)
	b.r.Conflicts = slices.DeleteFunc(b.r.Conflicts, func(x Conflict) bool {
		return x.Whole && sameRules(x.Items, c.Items) || slices.Equal(names(x.Items), names(c.Items))
	})
	b.r.Conflicts = append(b.r.Conflicts, c)
	b.report(Progress{Conflict: &c})
	return nil
}

// end sorts the findings by size; of equal size, rules precede parameters and parameters precede
// requirements of moves. Findings that could be refined come last.
func (b *blocked) end() {
	if b.r.Answer.Status != engine.None && b.proven {
		b.r.Answer = &engine.Answer{Status: engine.None} // even a relaxed problem has no plan
	}
	rank := func(items []Item) int {
		n := 0
		for _, it := range items {
			n = max(n, int(it.Kind))
		}
		return n
	}
	order := func(x, y []Item, wholeX, wholeY bool) int {
		switch {
		case wholeX != wholeY && wholeX:
			return 1
		case wholeX != wholeY:
			return -1
		}
		return cmp.Or(cmp.Compare(len(x), len(y)), cmp.Compare(rank(x), rank(y)))
	}
	slices.SortStableFunc(b.r.Relaxations, func(x, y Relaxation) int { return order(x.Items, y.Items, x.Whole, y.Whole) })
	slices.SortStableFunc(b.r.Conflicts, func(x, y Conflict) int { return order(x.Items, y.Items, x.Whole, y.Whole) })
	if n := b.o.Limit; n > 0 {
		b.r.Relaxations = b.r.Relaxations[:min(n, len(b.r.Relaxations))]
		b.r.Conflicts = b.r.Conflicts[:min(n, len(b.r.Conflicts))]
	}
}
