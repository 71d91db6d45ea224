package model

import (
	"context"
	"iter"
)

// A State is the value of every cell, find cells included, by cell number.
type State []int64

// An Outcome is the result of running a move.
type Outcome struct {
	Next    State // nil if the move does not apply
	Cost    int64
	Label   string // the label of the move, or its plan form
	Refused *Stmt  // the statement that does not hold, when Next is nil
	NoCost  bool   // the cost is undefined or negative, when Next is nil

	Outside bool  // Refused would assign a value outside the range of its cell
	Cell    int   // the cell, if Outside
	Value   int64 // the value, if Outside
}

// Apply runs a ground move in a state. The move does not apply if a Guard is false, or an
// assigned value is undefined or outside the domain of its cell. The safety rules are not
// checked. The error is an *OverflowError.
func (p *Problem) Apply(m *Move, s State) (Outcome, error) {
	r := runner{p: p, ev: evaluator{cells: append(make(State, 0, len(s)), s...), locals: make([]int64, m.Locals)}}
	refused := r.run(m.Body)
	if refused != nil || r.ev.wide != nil {
		return Outcome{Refused: refused, Outside: r.outside, Cell: r.cell, Value: r.value}, p.overflow(r.ev.wide)
	}
	before := evaluator{cells: s}
	cost, ok := before.eval(m.Cost)
	if !ok || cost < 0 {
		return Outcome{NoCost: true}, p.overflow(before.wide)
	}
	label := m.String()
	if m.Label != nil {
		label = p.text(m.Label, s, r.ev.locals)
	}
	return Outcome{Next: r.ev.cells, Cost: cost, Label: label}, nil
}

func (p *Problem) overflow(e *Expr) error {
	if e == nil {
		return nil
	}
	return p.overflowAt(e.Pos)
}

// A runner runs the statements of a move on its own copy of a state.
type runner struct {
	p  *Problem
	ev evaluator

	outside bool // a value is outside the range of its cell
	cell    int
	value   int64
}

// run returns the first statement that fails, or nil.
func (r *runner) run(body []Stmt) *Stmt {
	for i := range body {
		if refused := r.step(&body[i]); refused != nil {
			return refused
		}
	}
	return nil
}

func (r *runner) step(st *Stmt) *Stmt {
	v, ok := r.ev.eval(st.Value)
	switch st.Kind {
	case Guard:
		if v == 0 {
			return st
		}
	case Let:
		if !ok {
			return st
		}
		r.ev.locals[st.Target.Value] = v
	case Assign:
		if !ok || !r.assign(st.Target, v) {
			return st
		}
	case Branch:
		if v != 0 {
			return r.run(st.Then)
		}
		return r.run(st.Else)
	}
	return nil
}

func (r *runner) assign(target *Expr, v int64) bool {
	cell := target.Value
	if target.Op == At {
		off, ok := r.ev.offset(target)
		if !ok {
			return false
		}
		cell += off
	}
	if info := &r.p.Cells[cell]; v < info.Lo || v > info.Hi {
		r.outside, r.cell, r.value = true, int(cell), v
		return false
	}
	r.ev.cells[cell] = v
	return true
}

// Broken returns the safety rules that a state breaks, in the order of the file.
func (p *Problem) Broken(s State) ([]*Rule, error) { return p.failing(p.Safety, s) }

// Safe reports whether a state breaks no safety rule.
func (p *Problem) Safe(s State) (bool, error) { return p.holds(p.Safety, s) }

// AtGoal reports whether a state meets every goal. Without goals, every state does.
func (p *Problem) AtGoal(s State) (bool, error) { return p.holds(p.Goal, s) }

// Missed returns the goals that a state does not meet.
func (p *Problem) Missed(s State) ([]*Rule, error) { return p.failing(p.Goal, s) }

// Required returns the requirements that an assignment of the find cells violates.
func (p *Problem) Required(find []int64) ([]*Rule, error) { return p.failing(p.Require, find) }

func (p *Problem) failing(rules []Rule, s State) ([]*Rule, error) {
	var broken []*Rule
	ev := evaluator{cells: s}
	for i := range rules {
		if v, _ := ev.eval(rules[i].Cond); v == 0 {
			broken = append(broken, &rules[i])
		}
	}
	return broken, p.overflow(ev.wide)
}

func (p *Problem) holds(rules []Rule, s State) (bool, error) {
	ev := evaluator{cells: s}
	for i := range rules {
		if v, _ := ev.eval(rules[i].Cond); v == 0 || ev.wide != nil {
			return false, p.overflow(ev.wide)
		}
	}
	return true, nil
}

// Begin returns the initial state for an assignment of the find cells, or false if an initial
// value is undefined or outside its cell. Neither requirements nor safety rules are checked.
func (p *Problem) Begin(find []int64) (State, bool, error) {
	s := make(State, len(p.Cells))
	copy(s, find)
	ev := evaluator{cells: s}
	for i, e := range p.Start {
		v, ok := ev.eval(e)
		info := &p.Cells[p.NumFind+i]
		if !ok || v < info.Lo || v > info.Hi {
			return nil, false, p.overflow(ev.wide)
		}
		s[p.NumFind+i] = v
	}
	return s, true, nil
}

// Starts enumerates the safe initial states of all assignments of the find cells that meet the
// requirements, in lexicographic order. It tries every assignment: it is a reference, not a
// search.
func (p *Problem) Starts(ctx context.Context) iter.Seq2[State, error] {
	return func(yield func(State, error) bool) {
		find := make([]int64, p.NumFind)
		for i := range find {
			find[i] = p.Cells[i].Lo
		}
		for more := true; more; more = p.nextAssignment(find) {
			s, ok, err := p.start(find)
			if err == nil {
				err = ctx.Err()
			}
			if (ok || err != nil) && !yield(s, err) || err != nil {
				return
			}
		}
	}
}

func (p *Problem) start(find []int64) (State, bool, error) {
	if ok, err := p.holds(p.Require, find); !ok || err != nil {
		return nil, false, err
	}
	s, ok, err := p.Begin(find)
	if !ok || err != nil {
		return nil, false, err
	}
	ok, err = p.Safe(s)
	return s, ok, err
}

func (p *Problem) nextAssignment(find []int64) bool {
	for i := len(find) - 1; i >= 0; i-- {
		if find[i] < p.Cells[i].Hi {
			find[i]++
			return true
		}
		find[i] = p.Cells[i].Lo
	}
	return false
}

// Objective returns the value of the objective for an assignment of the find cells, or false if
// it is undefined.
func (p *Problem) Objective(find []int64) (int64, bool, error) {
	ev := evaluator{cells: find}
	v, ok := ev.eval(p.Goals.Value)
	return v, ok, p.overflow(ev.wide)
}

// Worth returns the value of the first objective for a plan with this last state, cost and
// number of moves, or false if it is undefined.
func (p *Problem) Worth(last State, cost int64, moves int) (int64, bool, error) {
	return p.worth(p.Goals, last, Spent{cost, int64(moves), 0})
}

// Spent holds the totals of a plan: its cost, the number of its moves, and its time.
type Spent struct{ Cost, Steps, Time int64 }

// SpentBy returns what the steps of a plan take. The end of a move and waiting are no moves.
func SpentBy(steps []Step) Spent {
	var s Spent
	for _, st := range steps {
		if st.Move == nil {
			continue
		}
		s.Cost += st.Cost
		s.Time += st.Move.Time
		if st.Move.Schema.Role == Begins {
			s.Steps++
		}
	}
	return s
}

// Values returns the values of the objectives for a plan in lexicographic order, up to the
// first that is undefined.
func (p *Problem) Values(steps []Step) ([]int64, error) {
	spent := SpentBy(steps)
	var list []int64
	for o := p.Goals; o != nil; o = o.Then {
		v, ok, err := p.worth(o, steps[len(steps)-1].State, spent)
		if err != nil || !ok {
			return list, err
		}
		list = append(list, v)
	}
	return list, nil
}

func (p *Problem) worth(o *Objective, last State, spent Spent) (int64, bool, error) {
	ev := evaluator{cells: last}
	v, ok := ev.eval(o.Value)
	if ev.wide != nil || !ok {
		return 0, ok, p.overflow(ev.wide)
	}
	for _, part := range [][2]int64{{o.Cost, spent.Cost}, {o.Steps, spent.Steps}, {o.Time, spent.Time}} {
		n, over := mulOverflows(part[0], part[1])
		sum, over2 := addOverflows(v, n)
		if over || over2 {
			return 0, false, &OverflowError{File: p.File, Pos: o.Pos}
		}
		v = sum
	}
	return v, true, nil
}

// Eval returns the value of an expression in a state, or false if it is undefined. The
// expression must use no locals.
func (p *Problem) Eval(e *Expr, s State) (int64, bool, error) {
	ev := evaluator{cells: s}
	v, ok := ev.eval(e)
	return v, ok, p.overflow(ev.wide)
}

// Text returns the text of a display in a state.
func (p *Problem) Text(d *Display, s State) string { return p.text(d, s, nil) }

func (p *Problem) text(d *Display, s State, locals []int64) string {
	ev := evaluator{cells: s, locals: locals}
	return ev.text(d)
}
