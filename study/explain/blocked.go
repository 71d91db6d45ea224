package explain

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"farbank/engine"
	"farbank/model"
)

// Explain explains the answer to whether a problem has a plan. A limit or a done
// context is not an error: the Result says what is known. The errors are those of
// building the problem as given, a word to keep that names nothing, and what should not happen.
func Explain(ctx context.Context, c Case, o Options) (*Result, error) {
	p, err := c.build(ctx, Change{})
	if err != nil {
		return nil, err
	}
	if err := checkKeep(p, o.Keep); err != nil {
		return nil, err
	}
	q := &session{ctx: ctx, c: c, o: o.defaults(len(p.Schemas) > 0)}
	first := q.question(p)
	first.Memory = o.Memory
	if p.Goals != nil {
		first.Plans = engine.Shortest
	}
	a, err := c.ask(ctx, p, first)
	if err != nil {
		return nil, err
	}
	r := &Result{Problem: p, Options: q.o, Answer: a, Reason: a.Reason, States: -1}
	switch {
	case a.Best != nil:
		err = (&sensitivity{session: q, r: r}).run()
	case a.Status == engine.None:
		err = (&blocked{session: q, r: r}).run()
	}
	r.Asked = q.asked + 1
	if errors.Is(err, errStopped) || ctx.Err() != nil {
		r.Complete, r.Limited, err = false, false, nil
		r.Reason = engine.Stopped(ctx, ctx.Err())
	}
	return r, err
}

// firstLine is the first line of an error message.
func firstLine(err error) string {
	s, _, _ := strings.Cut(err.Error(), "\n")
	return s
}

// A blocked explains that there is no plan.
type blocked struct {
	*session
	r       *Result
	base    *oracle
	oracles map[string]*oracle // by the parameters that are changed
	sets    []set              // the relaxations of the base oracle
	cores   []set              // its conflicts
}

func (b *blocked) run() error {
	b.r.Complete = true
	defer b.sort()
	b.base, b.oracles = newOracle(b.session, units(b.r.Problem, b.o), nil), map[string]*oracle{}
	if b.o.Report != nil {
		b.tell = func() { b.o.Report(b.asked, len(b.r.Relaxations), len(b.r.Conflicts)) }
	}
	failing, err := b.steps()
	if err != nil {
		return err
	}
	if err := b.dropFixed(); err != nil {
		return err
	}
	if err := b.rules(); err != nil {
		return err
	}
	return b.mixed(failing)
}

// dropFixed finds out which requirements cannot be left out even alone, since the
// problem without them is too large to write out.
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
					why = "without it the problem takes too long to write out"
				}
				b.r.Fixed = append(b.r.Fixed, it.String()+": "+why)
				b.vague()
				continue
			}
		}
		kept = append(kept, it)
	}
	if len(kept) == len(b.base.units) {
		return nil
	}
	b.base, b.oracles = newOracle(b.session, kept, nil), map[string]*oracle{} // the units have other numbers now
	return nil
}

func (b *blocked) canDrop(it Item) error {
	ctx, cancel := context.WithTimeout(b.ctx, b.o.Each)
	defer cancel()
	_, err := b.c.build(ctx, Change{Without: []model.Pos{it.Rule.Pos}})
	return err
}

// rules finds the relaxations and conflicts of rules and requirements.
func (b *blocked) rules() error {
	b.missed = 0
	l := b.base
	m := &marco{powerSetMap: powerSetMap{n: len(l.units)}, check: l.check}
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
	complete, err := m.run(b.ctx)
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
	if !complete {
		b.r.Complete = false
		b.r.Reason = "the limit on their number was reached"
		if !b.r.Limited {
			b.r.Reason = "some of the changed problems could not be decided within their limits"
		}
	}
	return nil
}

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

// note keeps a relaxation, after putting back each of its members.
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
			return nil // not minimal: it can come of what was not decided
		}
		r.Sure = r.Sure && v == fails
	}
	b.r.Relaxations = append(b.r.Relaxations, r)
	return nil
}

// noteConflict keeps a conflict, after asking again and without each of its members.
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
	b.r.Conflicts = append(b.r.Conflicts, c)
	return nil
}

// sort puts the smaller first, and among those of a size the rules before the
// parameters before the requirements of moves.
func (b *blocked) sort() {
	rank := func(items []Item) int {
		n := 0
		for _, it := range items {
			n = max(n, int(it.Kind))
		}
		return n
	}
	order := func(x, y []Item) int {
		return cmp.Or(cmp.Compare(len(x), len(y)), cmp.Compare(rank(x), rank(y)))
	}
	slices.SortStableFunc(b.r.Relaxations, func(x, y Relaxation) int { return order(x.Items, y.Items) })
	slices.SortStableFunc(b.r.Conflicts, func(x, y Conflict) int { return order(x.Items, y.Items) })
	if n := b.o.Limit; n > 0 {
		b.r.Relaxations = b.r.Relaxations[:min(n, len(b.r.Relaxations))]
		b.r.Conflicts = b.r.Conflicts[:min(n, len(b.r.Conflicts))]
	}
}
