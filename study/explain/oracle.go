package explain

import (
	"context"
	"errors"
	"maps"
	"slices"

	"farbank/engine"
	"farbank/lang"
	"farbank/lang/check"
	"farbank/lang/ground"
	"farbank/model"
)

// An oracle builds problems with relaxed units for fixed parameters and checks whether they have
// plans. It caches the answers.
type oracle struct {
	*session
	params []Item // changed
	units  []Item
	made   map[string]*model.Problem // by dropped requirements
	known  map[string]finding        // by relaxed units

	witnesses []witness

	learner *learner // may be nil
	plain   bool     // a learner was tried and cannot be used
	tries   int
}

// A session is the state that the oracles of one explanation share.
type session struct {
	ctx   context.Context
	c     Case
	o     Options
	asked int
	tell  func()
	at    string // the current phase
	count func() (relaxations, conflicts, changes int)

	missed int  // undecided problems of the current phase
	proven bool // it is proven that some relaxed problem has no plan either
}

// maxMissed is the number of undecided problems after which a phase ends: the following ones are
// likely to be as hard, and each takes its whole time limit.
const maxMissed = 8

var gaveUp = finding{verdict: unknown, reason: "too many of the previous problems were not decided"}

// A finding is the result of relaxing some units.
type finding struct {
	verdict verdict
	problem *model.Problem
	plan    *model.Plan
	reason  string // unknown: the cause
	core    set    // fails: kept units that are inconsistent together, or nil if unknown
}

func newOracle(q *session, units, params []Item) *oracle {
	return &oracle{session: q, units: units, params: params, made: map[string]*model.Problem{}, known: map[string]finding{}}
}

// errStopped reports that the whole explanation has to stop.
var errStopped = errors.New("stopped")

// try relaxes units and solves. It returns errStopped if the context is done; other errors are
// internal failures.
func (l *oracle) try(relaxed set) (finding, error) {
	if f, ok := l.known[relaxed.key()]; ok {
		return f, nil
	}
	if l.ctx.Err() != nil {
		return finding{}, errStopped
	}
	if f, ok := l.witnessed(relaxed); ok {
		l.known[relaxed.key()] = f
		return f, nil
	}
	if l.missed >= maxMissed {
		return gaveUp, nil
	}
	f, err := l.ask(relaxed)
	if f.verdict == unknown && err == nil {
		l.missed++
	}
	if l.ctx.Err() != nil && (err != nil || f.verdict == unknown) {
		return finding{}, errStopped
	}
	if err == nil {
		l.known[relaxed.key()] = f
		l.witness(relaxed, f)
	}
	return f, err
}

func (l *oracle) check(relaxed set) (verdict, error) {
	f, err := l.try(relaxed)
	return f.verdict, err
}

// core returns a known conflict among the units that a failing set leaves, or nil.
func (l *oracle) core(relaxed set) set { return l.known[relaxed.key()].core }

func (l *oracle) ask(relaxed set) (finding, error) {
	ctx, cancel := context.WithTimeout(l.ctx, l.o.Each)
	defer cancel()
	l.tries++
	if f, ok, err := l.learned(ctx, relaxed); ok || err != nil {
		l.proven = l.proven || f.verdict == fails && err == nil && len(l.params) == 0
		return f, err
	}
	base, err := l.problem(ctx, relaxed)
	if err != nil {
		// With changed parameters no problem may exist. Without a requirement the problem may be
		// too large.
		v := unknown
		if len(l.params) > 0 && ctx.Err() == nil && !l.leavesOut(relaxed) {
			v = fails
		}
		return finding{verdict: v, reason: "the changed problem cannot be grounded: " + firstLine(err)}, nil
	}
	p := relax(base, l.units, relaxed)
	l.solving()
	a, err := l.c.ask(ctx, p, l.question(p))
	var wide *model.OverflowError
	switch {
	case errors.As(err, &wide):
		return finding{verdict: unknown, reason: err.Error()}, nil
	case err != nil:
		return finding{}, err
	case a.Best != nil:
		return finding{verdict: works, problem: p, plan: a.Best}, nil
	case a.Status == engine.None:
		l.proven = l.proven || len(l.params) == 0
		return finding{verdict: fails}, nil
	}
	return finding{verdict: unknown, reason: a.Reason}, nil
}

// solving counts a problem that is about to be solved.
func (q *session) solving() {
	q.asked++
	if q.tell != nil {
		q.tell()
	}
}

// question returns the question for a shortest plan; for problems without moves, for any solution.
func (q *session) question(p *model.Problem) engine.Question {
	out := engine.Question{Symmetry: true, Workers: q.o.Workers, Memory: q.o.Memory}
	if len(p.Schemas) == 0 {
		out.Plans = engine.Any
	}
	return out
}

func (l *oracle) leavesOut(relaxed set) bool {
	return slices.ContainsFunc(relaxed.list(), func(i int) bool { return l.units[i].Kind == Requirement })
}

// maxMade is the maximum number of problems that are cached.
const maxMade = 32

// problem builds the problem without the requirements of moves that are relaxed.
func (l *oracle) problem(ctx context.Context, relaxed set) (*model.Problem, error) {
	var c Change
	out := newSet(len(l.units))
	for _, i := range relaxed.list() {
		if l.units[i].Kind == Requirement {
			out.add(i)
			c.Without = append(c.Without, l.units[i].Rule.Pos)
		}
	}
	key := out.key()
	if p := l.made[key]; p != nil {
		return p, nil
	}
	for _, it := range l.params {
		switch {
		case it.Kind == Range:
			c.Ranges = append(c.Ranges, lang.Range{Name: it.Name, Lo: it.Lo, Hi: it.Hi, Digits: it.Digits})
		case it.Kind == Number:
			c.Literals = append(c.Literals, Literal{it.at.From.Offset, it.at.To.Offset, it.To, it.Digits})
		case it.Kind == Start:
			c.Starts = append(c.Starts, ground.Start{Cell: it.cell, Value: it.To})
		case it.Kind == Parameter && it.Array != "":
			c.Numbers = append(c.Numbers, check.Number{Param: it.Array, Index: it.Index, Value: it.To, Digits: it.Digits})
		case it.Kind == Parameter:
			c.Settings = append(c.Settings, Setting{it.Name, it.To, it.Digits})
		}
	}
	p, err := l.c.build(ctx, c)
	if err != nil {
		return nil, err
	}
	p = started(p, l.params)
	if len(l.made) >= maxMade {
		clear(l.made)
	}
	l.made[key] = p
	return p, nil
}

// started returns a copy of p with the start values of items.
func started(p *model.Problem, items []Item) *model.Problem {
	b := model.NewBuilder()
	for _, it := range items {
		if it.Kind != Start {
			continue
		}
		out := *p
		out.Judge = nil
		out.Start = slices.Clone(p.Start)
		out.Start[it.cell-p.NumFind] = b.Const(it.To)
		p = &out
	}
	return p
}

// A partKey identifies a part of a rule in a problem that was built again.
type partKey struct {
	pos          model.Pos
	choice, text string
}

// relax returns a copy of p without the relaxed rules and parts of rules.
func relax(p *model.Problem, units []Item, relaxed set) *model.Problem {
	gone, gonePart := map[model.Pos]bool{}, map[partKey]bool{}
	split := map[model.Pos]bool{}
	for _, i := range relaxed.list() {
		switch it := units[i]; it.Kind {
		case WholeRule:
			gone[it.Rule.Pos] = true
		case PartOfRule:
			split[it.Rule.Pos] = true
			gonePart[partKey{it.Rule.Pos, it.Part.Choice, it.Part.Text}] = true
		}
	}
	if len(gone)+len(split) == 0 {
		return p
	}
	out := *p
	out.Warnings, out.Judge = nil, nil
	if p.Judge != nil && len(split) == 0 {
		out.Judge = p.Judge.Without(slices.Collect(maps.Keys(gone)))
	}
	dropped := func(r model.Rule) bool { return gone[r.Pos] }
	out.Safety = slices.DeleteFunc(slices.Clone(p.Safety), dropped)
	out.Require = nil
	for _, r := range p.Require {
		switch {
		case gone[r.Pos]:
		case !split[r.Pos]:
			out.Require = append(out.Require, r)
		default:
			for _, part := range r.Parts {
				if !gonePart[partKey{r.Pos, part.Choice, part.Text}] {
					out.Require = append(out.Require, model.Rule{Kind: r.Kind, Label: r.Label, Text: part.Text, Cond: part.Cond, Pos: r.Pos})
				}
			}
		}
	}
	return &out
}
