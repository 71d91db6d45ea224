package explain

import (
	"context"
	"errors"
	"slices"
	"time"

	"farbank/engine"
	"farbank/engine/constraint"
	"farbank/model"
)

// Problems without moves are given to one solver with an assumption for each unit. It keeps its
// learned clauses and returns a core of the assumptions (Eén and Sörensson 2003). A solution
// decides many sets at once: all that contain the units that it violates.

// A learner decides sets of units of one oracle.
type learner struct {
	w      *constraint.Without
	cores  []set // units that are inconsistent together
	solved []solved
}

// A solved is a solution with the units that it violates.
type solved struct {
	find   []int64
	broken set
}

// learning returns the learner of an oracle, or nil: if the problem has moves, for a single check of
// changed parameters, or if the engine cannot express the problem.
func (l *oracle) learning(ctx context.Context) *learner {
	if l.learner != nil || l.plain || l.o.plain || len(l.params) > 0 && l.tries < 2 {
		return l.learner
	}
	l.plain = true
	base, err := l.problem(ctx, newSet(len(l.units)))
	if err != nil || len(base.Schemas) > 0 {
		return nil
	}
	p, groups := split(engine.Bare(base), l.units)
	w, err := constraint.NewWithout(ctx, p, groups, l.o.Memory)
	if err == nil {
		l.learner = &learner{w: w}
	}
	return l.learner
}

// split writes every unit as a rule of its own.
func split(p *model.Problem, units []Item) (*model.Problem, constraint.Groups) {
	whole, parts := map[model.Pos]int{}, map[partKey]int{}
	for i, it := range units {
		switch it.Kind {
		case WholeRule:
			whole[it.Rule.Pos] = i
		case PartOfRule:
			parts[partKey{it.Rule.Pos, it.Part.Choice, it.Part.Text}] = i
		}
	}
	divided := func(r model.Rule) bool {
		return slices.ContainsFunc(r.Parts, func(x model.Part) bool { _, ok := parts[partKey{r.Pos, x.Choice, x.Text}]; return ok })
	}
	unit := func(r model.Rule) int {
		if i, ok := whole[r.Pos]; ok && r.Pos.Line > 0 {
			return i
		}
		return -1
	}
	out := *p
	out.Judge, out.Require = nil, nil
	g := constraint.Groups{N: len(units)}
	for _, r := range p.Require {
		if !divided(r) {
			out.Require, g.Require = append(out.Require, r), append(g.Require, unit(r))
			continue
		}
		for _, x := range r.Parts {
			k, ok := parts[partKey{r.Pos, x.Choice, x.Text}]
			if !ok {
				k = -1
			}
			out.Require = append(out.Require, model.Rule{Kind: r.Kind, Label: r.Label, Text: x.Text, Cond: x.Cond, Pos: r.Pos})
			g.Require = append(g.Require, k)
		}
	}
	for _, r := range p.Safety {
		g.Safety = append(g.Safety, unit(r))
	}
	return &out, g
}

// known returns what earlier results imply for a set; ok is false if they imply nothing.
func (k *learner) known(kept, relaxed set) (find []int64, core set, ok bool) {
	for _, c := range k.cores {
		if c.within(kept) {
			return nil, c, true
		}
	}
	for _, s := range k.solved {
		if s.broken.within(relaxed) {
			return s.find, nil, true
		}
	}
	return nil, nil, false
}

// learned calls the learner with a quarter of the time limit of a problem. It reports false if that
// did not decide the set.
func (l *oracle) learned(ctx context.Context, relaxed set) (finding, bool, error) {
	k := l.learning(ctx)
	if k == nil {
		return finding{}, false, nil
	}
	find, core, ok := k.known(full(len(l.units)).minus(relaxed), relaxed)
	if !ok {
		ctx, cancel := context.WithTimeout(ctx, max(l.o.Each/4, time.Millisecond))
		defer cancel()
		a, err := k.w.Solve(ctx, relaxed.has)
		if err != nil {
			if ctx.Err() == nil {
				l.learner = nil // it would end the same way again
			}
			return finding{}, false, nil
		}
		l.solving()
		if find = a.Find; find == nil {
			core = newSet(len(l.units)).with(a.Core)
			k.cores = append(k.cores, core)
		} else {
			k.solved = append(k.solved, solved{find, newSet(len(l.units)).with(a.Broken)})
		}
	}
	if find == nil {
		return finding{verdict: fails, core: core}, true, nil
	}
	return l.confirmed(ctx, relaxed, find)
}

// confirmed has the changed problem run a solution.
func (l *oracle) confirmed(ctx context.Context, relaxed set, find []int64) (finding, bool, error) {
	base, err := l.problem(ctx, relaxed)
	if err != nil {
		return finding{}, false, nil
	}
	p := relax(base, l.units, relaxed)
	plan := model.Plan{Find: find}
	_, plan.Cost, err = p.VerifyContext(ctx, plan, true)
	var broken *model.PlanError
	switch {
	case errors.As(err, &broken):
		return finding{}, false, &engine.BugError{Engine: constraint.New().Name(), Err: err}
	case err != nil:
		return finding{}, false, nil
	}
	return finding{verdict: works, problem: p, plan: &plan}, true, nil
}
