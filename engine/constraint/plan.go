package constraint

import (
	"fmt"
	"math"
	"slices"

	"farbank/constraint"
	"farbank/engine"
	"farbank/model"
	"farbank/model/transition"
)

// A planner searches for a plan with a model that grows by one move at a time.
type planner struct {
	*job
	sys     *transition.System
	m       *constraint.Model
	w       *writer
	solving *constraint.Solver
	states  []*state            // before the first move, and after each
	cells   [][]constraint.Expr // of each state
	moves   [][]constraint.Bool // by turn and operator: whether the operator is applied
	costs   []constraint.Linear // by turn
	updates map[int][]int       // by cell: the operators that change it
	spent   int64               // conflicts so far
	work    int64               // propagations so far
	paired  int                 // comparisons added so that states are pairwise different
	free    bool                // it starts from any safe state, and only the last state is a goal
	loose   bool                // it may pass goals and repeat states
	kept    []*invariant        // hold in every state
	ahead   *induction          // nil: not started
}

func (s *job) plan() error {
	sys, err := s.system()
	if err != nil {
		return err
	}
	pl := &planner{job: s, sys: sys}
	if err := pl.check(); err != nil {
		return err
	}
	pl.begin()
	s.progress(pl.m)
	return pl.answer()
}

// begin builds a model without moves.
func (pl *planner) begin() {
	pl.m, pl.updates = &constraint.Model{Options: constraint.Options{Memory: pl.q.Memory}}, map[int][]int{}
	for k, o := range pl.sys.Operators {
		for _, u := range o.Updates {
			pl.updates[u.Cell] = append(pl.updates[u.Cell], k)
		}
	}
	pl.w = newWriter(pl.ctx, pl.sys, pl.m, pl.sys.Each)
	pl.first()
	pl.solving = pl.m.Solver()
}

// maxCost limits the cost of a move, so that the sum over all moves does not overflow.
const maxCost = math.MaxInt64 / 4 / maxTurns

// check refuses moves whose arithmetic may overflow 64 bits.
func (pl *planner) check() error {
	if _, hi := pl.prices(); pl.priced() && hi > maxCost {
		return refused("a move may cost more than %d", int64(maxCost))
	}
	for _, o := range pl.sys.Operators {
		if o.Wide() {
			return refused("the effect of %s may not fit 64 bits", pl.p.Moves[o.Move])
		}
	}
	return nil
}

func (pl *planner) answer() error {
	switch {
	case pl.q.Plans == engine.Walks:
		return pl.exactly(pl.q.Length)
	case pl.q.Horizon > 0 && pl.q.Bounded:
		return pl.deepen(min(pl.q.Horizon, pl.q.Length))
	case pl.q.Horizon > 0:
		return pl.deepen(pl.q.Horizon)
	case pl.q.Bounded:
		return pl.deepen(min(maxTurns, pl.q.Length))
	}
	return pl.deepen(maxTurns)
}

// first builds the state before the first move.
func (pl *planner) first() {
	cells := make([]constraint.Expr, len(pl.p.Cells))
	for i := range pl.p.NumFind {
		cells[i] = pl.w.variable(i)
	}
	st := pl.w.state(func(i int) constraint.Expr { return cells[i] })
	for i, e := range pl.sys.Start {
		c := pl.p.NumFind + i
		switch {
		case pl.free && len(pl.updates[c]) > 0:
			cells[c] = pl.w.variable(c)
		case e.IsConst():
			cells[c] = constraint.Const(e.Value)
		default:
			cells[c] = pl.w.variable(c)
			pl.m.Add(st.number(e).Equal(cells[c]))
		}
	}
	for _, r := range slices.Concat(pl.sys.Require, pl.sys.Begins) {
		if !pl.free || pl.lasts(r.Cond) {
			st.demand(r.Cond)
		}
	}
	for _, r := range pl.sys.Safety {
		st.demand(r.Cond)
	}
	pl.cells, pl.states = append(pl.cells, cells), append(pl.states, st)
	pl.demandKept()
}

// demandKept posts the invariants in the last state.
func (pl *planner) demandKept() {
	for _, v := range pl.kept {
		pl.m.Add(v.write(pl.m, pl.cells[len(pl.cells)-1]))
	}
}

// lasts reports whether a condition reads no cell that moves change.
func (pl *planner) lasts(e *model.Expr) bool {
	lasts := true
	e.Cells(func(c int) { lasts = lasts && len(pl.updates[c]) == 0 })
	return lasts
}

// extend adds a move, and the state after it.
func (pl *planner) extend() {
	pl.w.written = 0
	if pl.free && !pl.loose {
		pl.m.Add(constraint.Not(pl.met()))
	}
	before, was := pl.states[len(pl.states)-1], pl.cells[len(pl.cells)-1]
	cells := append([]constraint.Expr(nil), was...)
	for i := pl.p.NumFind; i < len(cells); i++ {
		if len(pl.updates[i]) > 0 {
			cells[i] = pl.w.variable(i)
		}
	}
	made := make([]constraint.Bool, len(pl.sys.Operators))
	some := make([]constraint.Condition, len(made))
	for k, o := range pl.sys.Operators {
		made[k] = pl.m.Bool(pl.p.Moves[o.Move].String())
		some[k] = made[k]
	}
	pl.m.Add(constraint.Or(some...))
	pl.m.Add(constraint.Sum(made...).AtMost(1))
	if pl.priced() {
		pl.costs = append(pl.costs, pl.cost(before, made))
	}
	for k, o := range pl.sys.Operators {
		for _, g := range o.Guard {
			pl.m.When(made[k], before.truth(g))
		}
		for _, u := range o.Updates {
			pl.becomes(made[k], cells[u.Cell], before, u.Value)
		}
	}
	pl.frame(was, cells, made)
	after := pl.w.state(func(i int) constraint.Expr { return cells[i] })
	for _, r := range pl.sys.Safety {
		after.demand(r.Cond)
	}
	pl.cells, pl.states = append(pl.cells, cells), append(pl.states, after)
	pl.moves = append(pl.moves, made)
	pl.demandKept()
	if pl.q.Plans != engine.Walks && !pl.loose {
		pl.differ()
	}
}

// becomes posts that a cell has a value after a move.
func (pl *planner) becomes(made constraint.Bool, cell constraint.Expr, before *state, value *model.Expr) {
	if x, ok := cell.(constraint.Bool); ok {
		if value.Bool {
			v := before.truth(value)
			pl.m.When(made, constraint.Implies(v, x))
			pl.m.When(made, constraint.Or(v, x.Not()))
			return
		}
		pl.m.When(made, before.number(value).Equal(x))
		return
	}
	pl.m.When(made, cell.Linear().Equal(before.number(value)))
}

// frame posts the frame axioms: cells that the applied operator does not change keep their values.
func (pl *planner) frame(was, cells []constraint.Expr, made []constraint.Bool) {
	for i := pl.p.NumFind; i < len(cells); i++ {
		list := pl.updates[i]
		if len(list) == 0 || len(list) == len(made) {
			continue
		}
		changed := make([]constraint.Condition, len(list))
		for k, o := range list {
			changed[k] = made[o]
		}
		if x, ok := cells[i].(constraint.Bool); ok { // as clauses
			y := pl.m.Truth(pl.states[len(pl.states)-1].cellTruth(i))
			pl.m.Add(constraint.Or(append([]constraint.Condition{x, y.Not()}, changed...)...))
			pl.m.Add(constraint.Or(append([]constraint.Condition{x.Not(), y}, changed...)...))
			continue
		}
		stays := pl.m.Bool("")
		pl.m.Add(constraint.Or(append([]constraint.Condition{stays}, changed...)...))
		pl.m.When(stays, cells[i].Linear().Equal(was[i]))
	}
}

// cost returns the cost of the move of a turn.
func (pl *planner) cost(before *state, made []constraint.Bool) constraint.Linear {
	sum := constraint.Const(0)
	for k, o := range pl.sys.Operators {
		switch {
		case o.Cost.IsConst():
			sum = sum.Plus(made[k].Linear().Times(o.Cost.Value))
		default:
			paid := pl.m.Int("", 0, max(o.Cost.Hi, 0))
			pl.m.When(made[k], before.number(o.Cost).Equal(paid))
			pl.m.When(made[k].Not(), paid.Is(0))
			sum = sum.Plus(paid)
		}
	}
	return sum
}

// maxPaired limits the comparisons of states.
const maxPaired = 1 << 17

// differ posts that the last state differs from all previous ones.
func (pl *planner) differ() {
	last := len(pl.cells) - 1
	for t := last - 1; t >= 0; t-- {
		if pl.paired += len(pl.cells[last]) - pl.p.NumFind; pl.paired > maxPaired {
			return
		}
		var other []constraint.Condition
		for i := pl.p.NumFind; i < len(pl.cells[last]); i++ {
			if len(pl.updates[i]) > 0 {
				other = append(other, pl.cells[last][i].Linear().NotEqual(pl.cells[t][i]))
			}
		}
		pl.m.Add(constraint.Or(other...))
	}
}

// goal returns a literal that implies the goal in the last state, to be assumed.
func (pl *planner) goal() constraint.Bool {
	b := pl.m.Bool("goal")
	st := pl.states[len(pl.states)-1]
	for _, r := range pl.sys.Goal {
		pl.m.When(b, st.truth(r.Cond))
	}
	return b
}

// met returns the condition that the goal holds in the last state.
func (pl *planner) met() constraint.Condition {
	st := pl.states[len(pl.states)-1]
	var all []constraint.Condition
	for _, r := range pl.sys.Goal {
		all = append(all, st.truth(r.Cond))
	}
	return constraint.And(all...)
}

// attempt searches for a plan with as many moves as there are turns. If no such plan exists, ever reports
// whether the goal is not in the core: then no longer plan exists either.
func (pl *planner) attempt(further ...constraint.Bool) (found, ever bool, err error) {
	pl.turns = len(pl.moves)
	goal := pl.goal()
	answer, err := limited(pl.solving.Solve(pl.ctx, append([]constraint.Bool{goal}, further...)...))
	pl.a.Stats.Nodes, pl.spent, pl.work = answer.Stats.Decisions, answer.Stats.Conflicts, answer.Stats.Propagations
	pl.a.Stats.Notes = []string{fmt.Sprintf("%d conflicts, %d clauses learned, up to %d moves", answer.Stats.Conflicts, answer.Stats.Learned, pl.turns)}
	switch {
	case err != nil:
		return false, false, pl.failure(err)
	case answer.Status == constraint.Infeasible:
		return false, !slices.Contains(answer.Core, goal), nil
	}
	return true, false, pl.take(answer.Solution)
}

// take reads a plan and verifies it.
func (pl *planner) take(sol *constraint.Solution) error {
	plan := model.Plan{}
	for i := range pl.p.NumFind {
		plan.Find = append(plan.Find, sol.Value(pl.cells[0][i]))
	}
	for t := range pl.moves {
		for k, o := range pl.sys.Operators {
			if sol.True(pl.moves[t][k]) {
				plan.Moves = append(plan.Moves, o.Move)
			}
		}
	}
	_, cost, err := pl.p.Verify(plan)
	if err != nil {
		return fmt.Errorf("engine constraint: its plan is not valid: %w", err)
	}
	plan.Cost = cost
	if pl.a.Best == nil || cost < pl.a.Best.Cost {
		pl.a.Best = &plan
	}
	return nil
}

// exactly searches for a plan of the given number of moves, which may repeat states.
func (pl *planner) exactly(moves int) error {
	for range moves {
		pl.extend()
	}
	found, _, err := pl.attempt()
	if err == nil && !found {
		pl.a.Status, pl.a.Reason = engine.NoneWithinBound, fmt.Sprintf("there is no plan of %d moves", moves)
	}
	return err
}

// deepen adds one move at a time until a plan is found or none can exist.
func (pl *planner) deepen(most int) error {
	for t := 0; ; t++ {
		bound := pl.atLeast(t)
		pl.a.Bound = &bound
		found, ever, err := pl.attempt()
		switch {
		case err != nil:
			return pl.until(t, err)
		case found && pl.priced():
			return pl.cheapest(most)
		case found:
			pl.proven()
			return nil
		case ever:
			pl.none()
			pl.a.Reason = fmt.Sprintf("no plan has up to %d moves, and longer ones repeat a state", t)
			if t == 0 {
				pl.a.Reason = "there is no state to begin in"
			}
			return nil
		}
		if none, err := pl.never(t, most); none || err != nil {
			return err
		}
		if t >= most {
			return pl.within(t)
		}
		pl.extend()
	}
}

// until records the number of moves reached before err.
func (pl *planner) until(turns int, err error) error {
	pl.a.Stats.Notes = append(pl.a.Stats.Notes, fmt.Sprintf("there is no plan of fewer than %d moves", turns))
	return err
}

// within records that no plan has at most turns moves.
func (pl *planner) within(turns int) error {
	pl.a.Bound = nil
	pl.a.Status, pl.a.Reason = engine.NoneWithinBound, fmt.Sprintf("there is no plan of up to %d moves", turns)
	if pl.q.Bounded && pl.q.Length > turns && pl.q.Horizon == 0 {
		pl.a.Status, pl.a.Reason = engine.Unknown, fmt.Sprintf("there is no plan of up to %d moves, and longer ones were not searched", turns)
	}
	return nil
}

func (pl *planner) proven() {
	pl.a.Status, pl.a.Reason = engine.Solved, ""
	if pl.q.Plans == engine.Shortest {
		pl.a.Bound = &pl.a.Best.Cost
	} else {
		pl.a.Bound = nil
	}
}

// priced reports whether a longer plan may cost less.
func (pl *planner) priced() bool {
	lo, hi := pl.prices()
	return lo != hi && pl.q.Plans == engine.Shortest
}

// prices returns the minimum and the maximum cost of a move.
func (pl *planner) prices() (lo, hi int64) {
	lo = math.MaxInt64
	for _, o := range pl.sys.Operators {
		lo, hi = min(lo, max(o.Cost.Lo, 0)), max(hi, o.Cost.Hi)
	}
	return min(lo, hi), hi
}

// atLeast returns a lower bound on the cost of moves moves.
func (pl *planner) atLeast(moves int) int64 {
	lo, _ := pl.prices()
	if moves > 0 && lo > math.MaxInt64/int64(moves) {
		return math.MaxInt64
	}
	return int64(moves) * lo
}

// cheapest searches for plans that cost less than the one found, first of the same length and then
// longer ones.
func (pl *planner) cheapest(most int) error {
	for {
		cheaper := pl.m.Truth(constraint.Sum(pl.costs...).AtMost(pl.a.Best.Cost - 1))
		found, ever, err := pl.attempt(cheaper)
		t := len(pl.moves)
		switch {
		case err != nil:
			return err
		case found:
			continue
		case ever, pl.atLeast(t+1) >= pl.a.Best.Cost:
			pl.proven()
			return nil
		case t >= most:
			pl.a.Bound = nil
			pl.a.Status, pl.a.Reason = engine.Feasible, fmt.Sprintf("plans of more than %d moves might cost less", t)
			if pl.q.Bounded && t >= pl.q.Length {
				pl.proven()
			}
			return nil
		}
		pl.extend()
	}
}
