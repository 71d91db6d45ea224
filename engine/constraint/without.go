package constraint

import (
	"context"
	"errors"
	"slices"

	"farbank/constraint"
	"farbank/engine"
	"farbank/engine/constraint/recognise"
	"farbank/model"
	"farbank/model/transition"
)

// Groups assigns the rules of a problem to groups that can be left out together, by their positions
// in the lists: the number of the group, or -1 for a rule that always holds.
type Groups struct {
	N               int
	Require, Safety []int
}

// A Without solves a problem of unknowns repeatedly with some groups of rules left out. Each group
// is enabled by an assumption, so learned clauses stay valid, and an infeasible attempt returns the
// assumptions in the core.
type Without struct {
	*job
	sys    *transition.System
	m      *constraint.Model
	st     *state
	cells  []constraint.Expr
	always []*model.Expr
	groups [][]*model.Expr
	holds  []constraint.Bool // by group
	asking *constraint.Solver
	spent  int64  // conflicts so far
	watch  func() // called during the search
}

// quick is the number of conflicts before a surrogate constraint is added.
const quick = 200

// An Attempt is the result of leaving out groups.
type Attempt struct {
	Find   []int64 // values that satisfy all other rules; nil if no such values exist
	Broken []int   // the groups that they violate
	Core   []int   // if Find is nil: enabled groups that cannot hold together
}

// NewWithout builds the model of a problem without moves and objectives. The error is that of the
// context, or reports an unsupported problem.
func NewWithout(ctx context.Context, p *model.Problem, g Groups, memory int64) (*Without, error) {
	if err := New().Can(p, engine.Question{Plans: engine.Any}); err != nil {
		return nil, err
	}
	w := &Without{job: newJob(ctx, p, engine.Question{Plans: engine.Any, Memory: memory}, nil), groups: make([][]*model.Expr, g.N)}
	err := w.caught(func() error { return w.write(g) })
	if err != nil {
		return nil, err
	}
	return w, nil
}

func (w *Without) write(g Groups) error {
	sys, err := w.system()
	if err != nil {
		return err
	}
	w.sys, w.m = sys, &constraint.Model{Options: constraint.Options{Memory: w.q.Memory}}
	w.m.Progress = func(p constraint.Progress) {
		if w.spent = p.Stats.Conflicts; w.watch != nil {
			w.watch()
		}
	}
	w.collect(g)
	found := recognise.In(w.always, sys.Cell)
	writer := newWriter(w.ctx, sys, w.m, func(visit func(*model.Expr)) {
		found.Each(visit)
		for _, list := range w.groups {
			for _, e := range list {
				visit(e)
			}
		}
	})
	var labels []constraint.Int
	for i := range w.p.NumFind {
		w.cells = append(w.cells, writer.variable(i))
		labels = append(labels, w.m.Variable(w.cells[i]))
	}
	w.m.Search(constraint.Search{Vars: labels, Order: constraint.SmallestFirst})
	w.st = writer.state(func(i int) constraint.Expr { return w.cells[i] })
	w.st.post(found)
	for _, list := range w.groups {
		b := w.m.Bool("").Not() // the search tries first that it holds, assumed or not
		for _, e := range list {
			w.m.When(b, w.st.truth(e))
		}
		w.holds = append(w.holds, b)
	}
	w.asking = w.m.Solver()
	return w.m.Err()
}

// collect splits the conditions of all rules into conjuncts.
func (w *Without) collect(g Groups) {
	start := startOf(w.sys)
	add := func(rules []transition.Rule, of []int) {
		for _, r := range rules {
			var c transition.Conditions
			c.Add(start.Apply(r.Cond))
			if of == nil || r.Number < 0 || of[r.Number] < 0 {
				w.always = append(w.always, c.List...)
			} else {
				k := of[r.Number]
				w.groups[k] = append(w.groups[k], c.List...)
			}
		}
	}
	add(w.sys.Require, g.Require)
	add(w.sys.Begins, nil)
	add(w.sys.Safety, g.Safety)
	add(w.sys.Goal, nil)
}

// startOf returns the substitution that replaces the cells of the initial state by their values, as
// expressions over the unknowns.
func startOf(sys *transition.System) *model.Substitution {
	return sys.Builder.Substitution(func(i int) *model.Expr {
		if i < sys.Problem.NumFind {
			return sys.Cell(i)
		}
		return sys.Start[i-sys.Problem.NumFind]
	}, nil)
}

// Solve solves the problem without some groups. The error is that of the context or of a limit, or
// reports an unsupported problem.
func (w *Without) Solve(ctx context.Context, out func(group int) bool) (a Attempt, err error) {
	w.ctx, w.st.ctx, w.st.written = ctx, ctx, 0
	err = w.caught(func() error {
		a, err = w.attempt(out)
		return err
	})
	return a, err
}

func (w *Without) attempt(out func(group int) bool) (a Attempt, err error) {
	var kept []int
	var assumed []constraint.Bool
	for k, b := range w.holds {
		if !out(k) {
			kept, assumed = append(kept, k), append(assumed, b)
		}
	}
	answer, err := w.ask(assumed, kept)
	switch {
	case err != nil:
		return a, err
	case answer.Status == constraint.Infeasible:
		a.Core = []int{}
		for _, b := range answer.Core {
			a.Core = append(a.Core, kept[slices.Index(assumed, b)])
		}
		slices.Sort(a.Core)
		return a, nil
	case answer.Solution == nil:
		return a, errors.New("engine constraint: no answer")
	}
	a.Find = make([]int64, len(w.cells))
	for i, x := range w.cells {
		a.Find[i] = answer.Value(x)
	}
	a.Broken, err = w.broken(a.Find)
	return a, err
}

// ask calls the solver. If that takes long, it adds a surrogate constraint of the enabled groups
// and calls the solver again.
func (w *Without) ask(assumed []constraint.Bool, kept []int) (constraint.Answer, error) {
	ctx, stop := context.WithCancel(w.ctx)
	defer stop()
	until := w.spent + quick
	w.watch = func() {
		if w.spent > until {
			stop()
		}
	}
	answer, err := limited(w.asking.Solve(ctx, assumed...))
	w.watch = nil
	if err == nil || w.ctx.Err() != nil || ctx.Err() == nil {
		return answer, err
	}
	w.summarise(kept)
	return limited(w.asking.Solve(w.ctx, assumed...))
}

// broken returns the groups that the values violate.
func (w *Without) broken(find []int64) ([]int, error) {
	st := make(model.State, len(w.p.Cells))
	copy(st, find)
	var list []int
	for k, conditions := range w.groups {
		for _, e := range conditions {
			v, ok, err := w.p.Eval(e, st)
			if err != nil {
				return nil, err
			}
			if !ok || v == 0 {
				list = append(list, k)
				break
			}
		}
	}
	return list, nil
}

// summarise adds a surrogate constraint that proves that the enabled groups cannot all hold, if the
// linear relaxation is infeasible.
func (w *Without) summarise(kept []int) {
	conditions := slices.Clone(w.always)
	of := make([]int, len(conditions))
	for _, k := range kept {
		for _, e := range w.groups[k] {
			conditions, of = append(conditions, e), append(of, k)
		}
	}
	r, _ := w.st.relaxed(conditions, nil, nil, 0)
	if r == nil {
		return
	}
	weights := r.shortage(w.ctx)
	if weights == nil {
		return
	}
	s := r.round(weights, false)
	var when []constraint.Condition
	used := map[int]bool{}
	for i, x := range s.weights {
		if c := r.rows[i].from; x != 0 && c >= len(w.always) && !used[of[c]] {
			used[of[c]] = true
			when = append(when, w.holds[of[c]])
		}
	}
	r.post(constraint.And(when...), s, linear{}, nil, 0)
}
