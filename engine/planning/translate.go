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

// Limits of what is turned into a task.
const (
	maxAddresses = 5_000     // values of what tells which cells a move is about
	maxSplit     = 20_000    // cases of a move
	fewSplit     = 64        // of a move that only moves values about
	manyCells    = 6         // that cost and effects depend on, more than that: not split if effects can have conditions
	maxEffects   = 2_000     // cases of what a cell becomes
	maxClauses   = 500       // cases in which a condition fails
	maxGoals     = 20_000    // cases in which a part of the goal holds
	fewClauses   = 50        // disjunctions that a disjunction is put together of
	maxOperators = 300_000   // of all moves
	maxFacts     = 3_000_000 // of all disjunctions
)

// A translation is a problem as a task.
type translation struct {
	task  *planning.Task
	moves []int // by operator: the ground move; -1: none, see stages

	impossible bool // there is no start, or the goal never holds
	goalless   bool // the goal never holds, though there is a start
}

// A translator makes a task of a problem: cells are variables, cases of moves operators.
type translator struct {
	ctx    context.Context
	sys    *transition.System
	p      *model.Problem
	out    *translation
	others map[planning.Fact][]planning.Fact // all other values of a variable
	known  map[*model.Expr]*clauses
	facts  int                   // in disjunctions
	splits int                   // cases that conditions were told apart by
	stages [][][]transition.Fact // parts of the goal that fail in too many ways: the cases in which each holds
	telling
	shared  *axiomatiser  // of conditions told so
	watched []*model.Expr // rules of every state that ask for what is derived
	safe    conjunction   // that they hold
}

// A tooLarge error says that a problem is no task of reasonable size.
type tooLarge struct{ what string }

func (e *tooLarge) Error() string { return e.what }

// A crowded error is a tooLarge of conditions, which axioms may tell.
type crowded struct{ tooLarge }

func (e *crowded) Unwrap() error { return &e.tooLarge }

// translate makes the task. The error is that of the context, or a tooLarge, which says what
// cannot be told in a task.
func translate(ctx context.Context, p *model.Problem, how telling) (*translation, error) {
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

// A telling says how a problem is told as a task.
type telling struct {
	freeEnd bool // without a goal

	// axioms tell conditions that fail in too many ways. Without them these are told apart by cases, which bounds
	// that are proven know more of; plans are found sooner with them. What is defined by itself is told by axioms
	// in any case.
	axioms bool
	few    int // in how many ways a condition may fail without them; 0: maxClauses

	fewWays int // in how many ways a part of one may hold with them; 0: maxClauses
}

// tellingFor is how a problem is told for a question.
func (e *Engine) tellingFor(q engine.Question) telling {
	how := telling{freeEnd: q.FreeEnd, axioms: q.Plans == engine.Any}
	if how.axioms {
		how.few = fewClauses
	}
	if e.few > 0 {
		how.few, how.fewWays = e.few, e.few
	}
	return how
}

func write(ctx context.Context, p *model.Problem, how telling) (*translation, error) {
	sys, err := transition.NewSystem(ctx, p)
	var large *transition.LargeError
	if errors.As(err, &large) {
		return nil, &tooLarge{"what moves do is too large to be told in cases"}
	}
	if err != nil {
		return nil, err
	}
	t := &translator{ctx: ctx, sys: sys, p: p, out: &translation{task: &planning.Task{}}, others: map[planning.Fact][]planning.Fact{}, known: map[*model.Expr]*clauses{}, telling: how}
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
		t.out.impossible = true // each state breaks a rule
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

// variables makes one of each cell, and an array of the cells of an array.
func (t *translator) variables() {
	for i := range t.p.Cells {
		c := &t.p.Cells[i]
		if i >= len(t.out.task.Init) { // it is derived
			t.out.task.Init = append(t.out.task.Init, 0)
		}
		v := planning.Variable{Name: c.Name, Size: int(c.Span())}
		if c.Type.Kind == model.Enum {
			v.Values = c.Type.Members
		}
		t.out.task.Variables = append(t.out.task.Variables, v)
	}
	for _, v := range t.p.Vars {
		if v.Cells < 2 || v.Type.Kind != model.Array {
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

// alike makes arrays of variables of one cell whose values mean the same.
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

// fact is a fact of the model as one of the task.
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

// goal tells the goal by facts and disjunctions.
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

// cases lists in which cases a condition holds, of an alternative those of each; false if they are too many.
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

// close adds stages for parts of the goal that fail in too many ways: when no move comes any more, an operator for
// each case in which a part holds leads to the next stage, at no cost.
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

// operator makes operators of the cases of a move. Where it depends on the state which cells
// a move looks at, that is told apart first.
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

// known takes those conditions that give a cell a value; false if two of them contradict
// each other.
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

// substitution puts known values for cells.
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

// Task tells a problem as a task, for who wants to search it with package planning. The moves of its plans are not
// those of the problem: an operator is a case of a move.
func Task(ctx context.Context, p *model.Problem) (*planning.Task, error) {
	tr, err := translate(ctx, p, telling{})
	switch {
	case err != nil:
		return nil, err
	case tr.impossible:
		return nil, errors.New("the start breaks a rule, or the goal holds in no state")
	}
	return tr.task, nil
}
