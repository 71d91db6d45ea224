package planning

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"farbank/engine"
	"farbank/model"
	"farbank/model/transition"
	"farbank/planning"
)

// Limits of the translation.
const (
	maxAddresses  = 5_000     // addresses that the cells of a move depend on
	maxSplit      = 20_000    // cases of a move
	fewSplit      = 64        // cases of a move that only copies values
	manyCells     = 6         // number of cells that cost and effects depend on, above which a move gets conditional effects instead of cases
	maxEffects    = 2_000     // cases of the new value of a cell
	maxClauses    = 500       // cases in which a condition fails
	maxGoals      = 20_000    // cases in which a part of the goal holds
	fewClauses    = 50        // disjunctions into which a disjunction is distributed
	maxWays       = 16        // operators of a move split by alternatives
	maxAlternated = 20_000    // operators of all moves split by alternatives
	maxOperators  = 300_000   // operators of all moves
	manyOperators = 100_000   // the same, above which moves get conditional effects instead of cases
	maxFacts      = 3_000_000 // facts of all disjunctions
)

// A translation is the task of a problem.
type translation struct {
	task  *planning.Task
	moves []int // by operator: the ground move, or -1 for a stage of the goal

	impossible bool // there is no valid initial state, or the goal never holds
	goalless   bool // the goal never holds, but there is a valid initial state
}

// A translator translates a problem to a task: cells become variables, and cases of moves become operators.
type translator struct {
	ctx        context.Context
	sys        *transition.System
	p          *model.Problem
	out        *translation
	others     map[planning.Fact][]planning.Fact // by fact: the other values of its variable
	known      map[*model.Expr]*clauses
	facts      int                   // number of facts in disjunctions
	splits     int                   // number of cases by which conditions were split
	alternated int                   // number of operators from alternatives
	stages     [][][]transition.Fact // by part of the goal that fails in too many cases: the cases in which it holds
	options
	shared  *axiomatiser  // of conditions
	tables  *tabulator    // of expressions that have too many cases
	watched []*model.Expr // safety rules that depend on derived cells
	safe    conjunction   // their conjunction
}

// A tooLarge error reports that a problem is not a task of reasonable size.
type tooLarge struct{ what string }

func (e *tooLarge) Error() string { return e.what }

// A crowded error is a tooLarge error about conditions, which axioms may avoid.
type crowded struct{ tooLarge }

func (e *crowded) Unwrap() error { return &e.tooLarge }

// translate returns the task of a problem. The error is that of the context, or a *tooLarge with the
// reason.
func translate(ctx context.Context, p *model.Problem, how options) (*translation, error) {
	how.axioms = how.axioms || len(p.Derived) > 0
	out, err := write(ctx, p, how)
	if many := (*crowded)(nil); errors.As(err, &many) && !how.axioms && ctx.Err() == nil {
		how.axioms = true
		if with, again := write(ctx, p, how); again == nil {
			out, err = with, nil
		}
	}
	if err != nil && ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	return out, err
}

// An options holds the options of the translation.
type options struct {
	freeEnd bool // ignore the goal

	// axioms translates conditions that fail in too many cases by axioms. Otherwise they are split into
	// cases, which gives better bounds; with axioms, plans are found sooner. Recursive definitions are
	// always translated by axioms.
	axioms bool
	few    int // maximum number of cases in which a condition fails without axioms; 0 means maxClauses

	fewWays int // maximum number of cases of a condition with axioms; 0 means maxClauses
}

// optionsFor returns the options of the translation for a question.
func (e *Engine) optionsFor(q engine.Question) options {
	how := options{freeEnd: q.FreeEnd, axioms: q.Plans == engine.Any}
	if how.axioms {
		how.few = fewClauses
	}
	if e.few > 0 {
		how.few, how.fewWays = e.few, e.few
	}
	return how
}

func write(ctx context.Context, p *model.Problem, how options) (*translation, error) {
	sys, err := transition.NewSystem(ctx, p)
	var large *transition.LargeError
	if errors.As(err, &large) {
		return nil, &tooLarge{"the moves have too many cases to be translated"}
	}
	if err != nil {
		return nil, err
	}
	t := &translator{ctx: ctx, sys: sys, p: p, out: &translation{task: &planning.Task{}}, others: map[planning.Fact][]planning.Fact{}, known: map[*model.Expr]*clauses{}, options: how}
	t.start()
	if how.axioms && len(p.Derived) > 0 {
		sys.FoldCells()
		t.p = sys.Problem
	}
	t.variables()
	if err := t.derive(); err != nil {
		return nil, err
	}
	if err := t.watch(); err != nil {
		return nil, err
	}
	if !t.safe.tidy() {
		t.out.impossible = true // each state violates a rule
	}
	t.out.task.Goal, t.out.task.GoalSome = t.safe.all, t.safe.some
	if !how.freeEnd {
		if err := t.goal(); err != nil {
			return nil, err
		}
	}
	for _, o := range sys.Operators {
		if err := t.operator(o); err != nil {
			return nil, err
		}
	}
	t.close()
	return t.out, nil
}

// tabulator returns the tabulator of the translation.
func (t *translator) tabulator() *tabulator {
	if t.tables == nil {
		t.tables = &tabulator{translator: t, known: map[*model.Expr]*column{}}
	}
	return t.tables
}

// variables adds a variable for each cell, and an array for each array of cells.
func (t *translator) variables() {
	for i := range t.p.Cells {
		c := &t.p.Cells[i]
		if i >= len(t.out.task.Init) { // a derived cell
			t.out.task.Init = append(t.out.task.Init, 0)
		}
		v := planning.Variable{Name: c.Name, Size: int(c.Span())}
		if c.Type.Kind == model.Enum && int64(len(c.Type.Members)) == c.Span() {
			v.Values = c.Type.Members
		}
		t.out.task.Variables = append(t.out.task.Variables, v)
	}
	for _, v := range t.p.Vars {
		if v.Cells < 2 || v.Type.Kind != model.Array && v.Type.Kind != model.Set {
			continue
		}
		var array []int
		for c := v.Base; c < v.Base+v.Cells; c++ {
			if t.p.Cells[c].Lo == t.p.Cells[v.Base].Lo && t.p.Cells[c].Hi == t.p.Cells[v.Base].Hi {
				array = append(array, c)
			}
		}
		t.out.task.Arrays = append(t.out.task.Arrays, array)
	}
	t.alike()
}

// alike adds arrays of variables whose values have the same meaning.
func (t *translator) alike() {
	arrays := map[int][]int{}
	for _, v := range t.p.Vars {
		if v.Alike != 0 && v.Cells == 1 {
			arrays[v.Alike] = append(arrays[v.Alike], v.Base)
		}
	}
	for _, k := range slices.Sorted(maps.Keys(arrays)) {
		if len(arrays[k]) > 1 {
			t.out.task.Arrays = append(t.out.task.Arrays, arrays[k])
		}
	}
}

// fact translates a fact of the model to one of the task.
func (t *translator) fact(f transition.Fact) planning.Fact {
	return planning.Fact{Var: f.Cell, Value: int(f.Value - t.p.Cells[f.Cell].Lo)}
}

func (t *translator) start() {
	for _, r := range slices.Concat(t.sys.Require, t.sys.Begins) {
		t.out.impossible = t.out.impossible || r.Cond.IsFalse()
	}
	for i, e := range t.sys.Start {
		c := &t.p.Cells[i]
		if !e.IsConst() || e.Value < c.Lo || e.Value > c.Hi {
			t.out.task.Init = append(t.out.task.Init, 0)
			continue
		}
		t.out.task.Init = append(t.out.task.Init, int(e.Value-c.Lo))
	}
}

// goal translates the goal to facts and disjunctions.
func (t *translator) goal() error {
	var list transition.Conditions
	for _, r := range t.sys.Goal {
		list.Add(r.Cond)
	}
	g := t.safe
	for _, c := range list.List {
		err := t.add(&g, c)
		if err == nil {
			continue
		}
		cases, ok := t.cases(c)
		if !ok || c.Wide {
			return err
		}
		t.stages = append(t.stages, cases)
	}
	if !g.tidy() {
		t.out.goalless = !t.out.impossible
		t.out.impossible = true
		return nil
	}
	t.out.task.Goal, t.out.task.GoalSome = g.all, g.some
	return nil
}

// cases returns the cases in which a condition holds, separately for each alternative. It returns false if
// there are too many.
func (t *translator) cases(cond *model.Expr) ([][]transition.Fact, bool) {
	list := []*model.Expr{cond}
	if cond.Op == model.Or {
		list = cond.Args
	}
	var all [][]transition.Fact
	for _, e := range list {
		some, ok := t.sys.DNF([]*model.Expr{e}, maxGoals-len(all))
		if !ok || len(all)+len(some) > maxGoals {
			return nil, false
		}
		all = append(all, some...)
	}
	return all, true
}

// close adds stages for parts of the goal that fail in too many cases: after the last move, an operator of
// cost 0 for each case of a part leads to the next stage.
func (t *translator) close() {
	if len(t.stages) == 0 {
		return
	}
	task := t.out.task
	stage := len(task.Variables)
	task.Variables = append(task.Variables, planning.Variable{Name: "goal", Size: len(t.stages) + 1})
	task.Init = append(task.Init, 0)
	for i := range task.Operators {
		task.Operators[i].Pre = append(task.Operators[i].Pre, planning.Fact{Var: stage})
	}
	for k, cases := range t.stages {
		for _, facts := range cases {
			pre := &conjunction{}
			for _, f := range facts {
				pre.all = append(pre.all, t.fact(f))
			}
			if !pre.tidy() {
				continue
			}
			task.Operators = append(task.Operators, planning.Operator{Name: "goal", Pre: append(pre.all, planning.Fact{Var: stage, Value: k}),
				Effects: []planning.Effect{{Fact: planning.Fact{Var: stage, Value: k + 1}}}})
			t.out.moves = append(t.out.moves, -1)
		}
	}
	task.Goal = append(task.Goal, planning.Fact{Var: stage, Value: len(t.stages)})
}

// operator adds operators for the cases of a move. If the cells that the move accesses depend on the state,
// the move is first split by addresses.
func (t *translator) operator(o *transition.Operator) error {
	plain := func(u transition.Update) bool { return u.Value.IsConst() || u.Value.Op == model.Cell }
	list := []*transition.Operator{o}
	if slices.ContainsFunc(o.Updates, func(u transition.Update) bool { return !plain(u) }) {
		var err error
		if list, err = t.sys.Split(o.Move, maxAddresses); err != nil {
			return err
		}
	}
	for _, o := range list {
		if o.Wide() {
			return &tooLarge{fmt.Sprintf("arithmetic of the move %s may leave 64 bits", t.p.Moves[o.Move])}
		}
		given, rest, ok := known(t.needs(o))
		if !ok {
			continue
		}
		c := &cases{translator: t, o: o, values: []*model.Expr{o.Cost}}
		for _, u := range o.Updates {
			c.values = append(c.values, u.Value)
		}
		sub := t.substitution(given)
		c.values, c.conds = apply(sub, c.values), apply(sub, rest)
		if err := c.emit(given); err != nil {
			return err
		}
	}
	return nil
}

// known separates the conditions that determine the value of a cell from the others. It returns false if
// two of them contradict each other.
func known(conds []*model.Expr) (given map[int]int64, rest []*model.Expr, ok bool) {
	given = map[int]int64{}
	for _, c := range conds {
		f, is := transition.FactOf(c)
		if !is {
			rest = append(rest, c)
			continue
		}
		if was, there := given[f.Cell]; there && was != f.Value {
			return nil, nil, false
		}
		given[f.Cell] = f.Value
	}
	return given, rest, true
}

// substitution returns the substitution of known values for cells.
func (t *translator) substitution(given map[int]int64) *model.Substitution {
	return t.sys.Builder.Substitution(func(c int) *model.Expr {
		if v, ok := given[c]; ok {
			return t.sys.Constant(c, v)
		}
		return t.sys.Cell(c)
	}, nil)
}

func apply(sub *model.Substitution, list []*model.Expr) []*model.Expr {
	out := make([]*model.Expr, len(list))
	for i, e := range list {
		out[i] = sub.Apply(e)
	}
	return out
}

// Task translates a problem to a task, for searches with package planning. The moves of its plans are not
// those of the problem: an operator is a case of a move.
func Task(ctx context.Context, p *model.Problem) (*planning.Task, error) {
	tr, err := translate(ctx, p, options{})
	switch {
	case err != nil:
		return nil, err
	case tr.impossible:
		return nil, errors.New("the initial state violates a rule, or no state satisfies the goal")
	}
	return tr.task, nil
}
