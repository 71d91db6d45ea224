package judge

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"farbank/lang/syntax"
	"farbank/lang/types"
	"farbank/model"
)

var _ model.Judge = (*Judge)(nil)

// A Judge runs the moves of a checked file and evaluates its rules. It is safe for concurrent
// use.
type Judge struct {
	info    *types.Info
	opts    Options
	without map[model.Pos]bool

	vars  []*types.Object // the find variables, then the state variables, as declared
	finds int             // number of find variables
	place []int           // by Object.ID: the index in vars plus 1, or 0

	rules     []rule
	written   []rule // including those removed by Without, since enabled and stuck keep their meaning
	moves     []*move
	objective *syntax.ObjectiveDecl // nil without an objective
	worths    map[*syntax.ObjectiveDecl]*node
	shows     []show
	first     []*node // initial values of the state variables
	machines  *sync.Pool

	cells, findCells []leaf // the leaves of all variables, and of the find variables
	memo             *memo
	under            []*running // the moves under way
	belief           []State    // the states that agree with what was seen, for known; nil if all is seen
}

// A rule is a condition outside moves.
type rule struct {
	decl *syntax.RuleDecl
	cond *node
	said *model.Rule // for messages; without a condition
}

// A State has the values of the find variables, then those of the state variables, as declared.
// It must not be changed.
type State []types.Value

// New returns the judge of a correctly checked file.
func New(info *types.Info, o Options) (*Judge, error) {
	j := &Judge{info: info, opts: o, place: make([]int, info.Count)}
	for _, kind := range []types.ObjectKind{types.Find, types.State} {
		for _, o := range info.Objects {
			if o.Kind == kind {
				j.vars = append(j.vars, o)
				j.place[o.ID] = len(j.vars)
			}
		}
		if kind == types.Find {
			j.finds = len(j.vars)
		}
	}
	j.cells, j.findCells = layoutOf(j.vars), layoutOf(j.vars[:j.finds])
	err := j.declarations()
	j.written = j.rules
	j.begin()
	return j, err
}

func (j *Judge) declarations() (err error) {
	defer guard(&err)
	r := &reader{info: j.info, place: j.place}
	for _, o := range j.vars[j.finds:] {
		if o.Value == nil {
			j.first = append(j.first, nil)
			continue
		}
		j.first = append(j.first, r.expr(o.Value.Value))
	}
	for _, d := range j.info.File.Decls {
		switch d := d.(type) {
		case *syntax.RuleDecl:
			kind := map[syntax.RuleKind]model.RuleKind{syntax.Require: model.Require, syntax.Never: model.Never, syntax.Always: model.Always, syntax.Goal: model.Goal, syntax.Prefer: model.Prefer}[d.Kind]
			j.rules = append(j.rules, rule{d, r.expr(d.Cond), &model.Rule{Kind: kind, Label: labelOf(d.Why), Text: j.source(d.Cond.Pos(), d.Cond.End()), Pos: posOf(d)}})
		case *syntax.MoveDecl:
			j.moves = append(j.moves, r.move(d))
		case *syntax.ObjectiveDecl:
			j.objective, j.worths = d, map[*syntax.ObjectiveDecl]*node{}
			for ; d != nil; d = d.Then {
				j.worths[d] = r.expr(d.Value)
			}
		case *syntax.ShowDecl:
			j.shows = append(j.shows, r.show(d))
		}
	}
	return nil
}

func labelOf(why *syntax.StringLit) string {
	if why == nil {
		return ""
	}
	return why.Value
}

// source returns a part of the source on one line.
func (j *Judge) source(from, to syntax.Pos) string {
	text := j.info.File.Source
	if from.Offset < 0 || from.Offset > to.Offset || to.Offset > len(text) {
		return ""
	}
	return strings.Join(strings.Fields(text[from.Offset:to.Offset]), " ")
}

// Without returns a judge that ignores the rules, and the requires in moves, at the given
// positions.
func (j *Judge) Without(places []model.Pos) model.Judge {
	k := *j
	k.without = map[model.Pos]bool{}
	for _, p := range places {
		k.without[p] = true
	}
	k.rules = slices.DeleteFunc(slices.Clone(j.rules), func(r rule) bool { return k.without[r.said.Pos] })
	k.begin()
	return &k
}

// WithContext returns a judge that stops with the error of ctx when ctx is done. It shares its
// memo with j.
func (j *Judge) WithContext(ctx context.Context) *Judge {
	k := *j
	k.opts.Context = ctx
	return &k
}

// Within is like WithContext and implements model.Judge.
func (j *Judge) Within(ctx context.Context) model.Judge { return j.WithContext(ctx) }

// done returns the error of the context if it is done.
func (j *Judge) done() error {
	if j.opts.Context == nil {
		return nil
	}
	return j.opts.Context.Err()
}

// begin gives a judge its own machines and an empty memo.
func (j *Judge) begin() {
	j.memo = &memo{}
	k := *j
	j.machines = &sync.Pool{New: func() any {
		m := newMachine(k.info, k.opts)
		m.judge, m.without, m.mine = j, k.without, make([]bool, len(k.vars))
		return m
	}}
}

// in runs f on a machine with the state s.
func (j *Judge) in(s State, f func(m *machine)) (err error) {
	m := j.machines.Get().(*machine)
	defer j.machines.Put(m)
	defer j.located(&err)
	defer guard(&err)
	m.reset()
	m.opts.Context = cmp.Or(j.opts.Context, context.Background())
	m.under = j.under
	m.state, m.belief = s, j.belief
	clear(m.mine)
	f(m)
	return nil
}

// located adds the file to an error.
func (j *Judge) located(err *error) {
	if *err == nil {
		return
	}
	var o *Overflow
	var l *Limit
	switch {
	case errors.As(*err, &o):
		file, at := j.info.File.Place(o.Node.Pos())
		*err = &model.OverflowError{File: file, Pos: model.Pos{Line: at.Line, Col: at.Col}}
	case errors.As(*err, &l):
		*err = fmt.Errorf("%s:%w", j.info.File.Name, l)
	}
}

// Vars returns the variables of a State: the find variables, then the state variables.
func (j *Judge) Vars() []*types.Object { return slices.Clone(j.vars) }

// Required returns the requires outside moves that the values of the find variables violate.
func (j *Judge) Required(s State) ([]*model.Rule, error) { return j.failing(s, model.Require) }

// Broken returns the never and always rules that a state breaks.
func (j *Judge) Broken(s State) ([]*model.Rule, error) {
	return j.failing(s, model.Never, model.Always)
}

// Missed returns the goals that a state does not meet.
func (j *Judge) Missed(s State) ([]*model.Rule, error) { return j.failing(s, model.Goal) }

// failing returns the rules of the given kinds that do not hold.
func (j *Judge) failing(s State, kinds ...model.RuleKind) (failed []*model.Rule, err error) {
	asked := func(r rule) bool { return slices.Contains(kinds, r.said.Kind) }
	if !slices.ContainsFunc(j.rules, asked) {
		return nil, nil
	}
	err = j.in(s, func(m *machine) {
		for _, r := range j.rules {
			if asked(r) && m.holds(r.cond) == (r.decl.Kind == syntax.Never) {
				failed = append(failed, r.said)
			}
		}
	})
	return failed, err
}

// Objective returns the value of the objective, or false if it is undefined, for values of the
// find variables.
func (j *Judge) Objective(s State) (n int64, ok bool, err error) {
	return j.Worth(j.objective, s, 0, 0)
}

// Objectives returns the objectives in lexicographic order.
func (j *Judge) Objectives() []*syntax.ObjectiveDecl {
	var list []*syntax.ObjectiveDecl
	for o := j.objective; o != nil; o = o.Then {
		list = append(list, o)
	}
	return list
}

// GivenUp returns the soft rules that a state breaks.
func (j *Judge) GivenUp(s State) ([]*model.Rule, error) { return j.failing(s, model.Prefer) }

// Worth returns the value of an objective for a plan with this last state, cost and number of
// steps, or false if it is undefined.
func (j *Judge) Worth(o *syntax.ObjectiveDecl, s State, cost, steps int64) (n int64, ok bool, err error) {
	if o == nil {
		return 0, false, errors.New("the problem has no objective")
	}
	err = j.in(s, func(m *machine) {
		m.spent, m.moves = cost, steps
		n, ok = m.worth(o, j.worths[o])
	})
	return n, ok, err
}
