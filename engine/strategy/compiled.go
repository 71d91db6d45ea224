package strategy

import (
	"context"
	"errors"
	"slices"

	"farbank/game"
	"farbank/model"
	"farbank/model/native"
	"farbank/model/transition"
)

// A machine describes states by compiled code, many at a time. It compiles a problem that has for each move one for each side
// that may make it, without rules and goals, and further moves that only say something about a state. Where something may be
// wrong with a move that is not ours, the interpreter describes the state.
type machine struct {
	after int64 // the moves that the interpreter tries before the problem is compiled
	tried bool
	about []about // by move of the compiled problem
	code  *native.Code
	x     native.Expander

	batch  []uint64 // the states described by out
	out    native.Successors
	lo, hi int // their numbers
	at     int // the place in out of the next state
	order  []successor
}

// A successor is a place in out, and the number of the move that leads to it.
type successor struct{ at, move int32 }

// An about says what an enabled move of the compiled problem means.
type about struct {
	says  says
	move  int
	by    model.Chooser
	drawn bool  // its cost is the weight of the move
	other int64 // the weight, or if it is drawn the cost
}

type says uint8

const (
	isMove  says = iota
	isGoal       // the state is a goal
	isLost       // the state breaks a rule
	able         // a move of ours applies, perhaps one that breaks a rule
	suspect      // a move that is not ours may be wrong
)

// turnsBefore is machine.after of a new space.
const turnsBefore = 20_000

// checkedStates is the number of states that are described by both before the code is used.
const checkedStates = 100

// forget is called before another exploration.
func (m *machine) forget() { m.lo, m.hi = 0, 0 }

// close frees the code. The space remains usable.
func (s *space) close() {
	if s.machine.code != nil {
		s.machine.code.Close(context.Background())
		s.machine = machine{after: s.machine.after}
	}
}

// compiled describes a state if there is code, and reports whether it did.
func (s *space) compiled(state []uint64, p *game.Position) (bool, error) {
	m := &s.machine
	if s.only != -1 {
		return false, nil
	}
	if m.x == nil {
		if m.tried || s.turns < m.after || s.hidden {
			return false, nil
		}
		m.tried = true
		if err := s.compile(state, p); err != nil || m.x == nil {
			return false, err
		}
	}
	if p.Number < m.lo || p.Number >= m.hi {
		if err := s.expand(state, p); err != nil {
			return false, err
		}
	}
	i := int32(p.Number - m.lo)
	for m.at < len(m.out.From) && m.out.From[m.at] < i {
		m.at++
	}
	if m.hi-m.lo == 1 { // the order may be another one: the next state may have any number
		m.hi = m.lo
	}
	w := s.layout.Words
	kind, ok := m.describe(int(i), func(k int, a *about, cost, weight int64) {
		s.turns++
		p.Move(m.out.States[k*w:(k+1)*w], a.move, cost, weight)
	})
	if !ok {
		return false, nil
	}
	p.Kind = kind
	if s.left > 0 && s.turns > s.left {
		return true, errEnough
	}
	return true, s.ctx.Err()
}

// expand runs the code on a state and those that follow.
func (s *space) expand(state []uint64, p *game.Position) (err error) {
	m := &s.machine
	m.batch = append(append(m.batch[:0], state...), p.Ahead(m.x.Batch()-1)...)
	m.out, err = m.x.Expand(m.batch)
	m.lo, m.hi, m.at = p.Number, p.Number+len(m.batch)/s.layout.Words, 0
	return err
}

// describe calls move for the moves of the i-th state of the batch, whose successors begin at m.at. It returns false if the
// interpreter must describe the state. The moves of goals and of states that break a rule are ignored.
func (m *machine) describe(i int, move func(k int, a *about, cost, weight int64)) (kind game.Kind, ok bool) {
	m.order = m.order[:0]
	kind = game.Ours
	some, odd := false, false
	var by model.Chooser
	for k := m.at; k < len(m.out.From) && int(m.out.From[k]) == i; k++ {
		switch a := &m.about[m.out.Label[k]]; a.says {
		case isGoal:
			return game.Goal, true
		case isLost:
			return game.Ours, true
		case suspect:
			odd = true
		default:
			odd = odd || some && a.by != by
			by, some = a.by, true
			if a.says == isMove {
				m.order = append(m.order, successor{int32(k), int32(a.move)})
			}
		}
	}
	if odd {
		return kind, false
	}
	if some {
		kind = kinds[by]
	}
	for i := 1; i < len(m.order); i++ { // they are few and often in order
		for j := i; j > 0 && m.order[j].move < m.order[j-1].move; j-- {
			m.order[j], m.order[j-1] = m.order[j-1], m.order[j]
		}
	}
	for _, s := range m.order {
		k := s.at
		a := &m.about[m.out.Label[k]]
		cost, weight := int64(1), a.other
		if m.out.Cost != nil {
			cost = m.out.Cost[k]
		}
		if a.drawn {
			cost, weight = a.other, cost
		}
		move(int(k), a, cost, weight)
	}
	return kind, true
}

// compile compiles the problem, and compares the code with the interpreter.
func (s *space) compile(state []uint64, p *game.Position) error {
	d, about, err := s.translate()
	if err != nil || d == nil {
		return s.ctx.Err()
	}
	m := &s.machine
	code, err := native.Compile(s.ctx, d, s.layout)
	if err != nil {
		return s.ctx.Err()
	}
	m.about, m.code = about, code
	if m.x, err = code.Instance(s.ctx); err == nil {
		err = s.agrees(append(slices.Clone(state), p.Ahead(min(checkedStates, m.x.Batch()-1))...))
	}
	if err != nil {
		s.close()
		m.tried = true
	}
	m.forget()
	return s.ctx.Err()
}

// errDisagrees says that code and interpreter describe a state differently.
var errDisagrees = errors.New("the machine code does not agree with the interpreter")

// agrees returns an error if the code and the interpreter describe one of several states differently.
func (s *space) agrees(batch []uint64) (err error) {
	type line struct {
		next         string
		label        int
		cost, weight int64
	}
	m, w := &s.machine, s.layout.Words
	if m.out, err = m.x.Expand(batch); err != nil {
		return err
	}
	m.at = 0
	for i := range len(batch) / w {
		var want, got []line
		kind, err := s.interpret(batch[i*w:(i+1)*w], func(next []uint64, label int, cost, weight int64) {
			want = append(want, line{text(next), label, cost, weight})
		})
		for m.at < len(m.out.From) && int(m.out.From[m.at]) < i {
			m.at++
		}
		k, ok := m.describe(i, func(k int, a *about, cost, weight int64) {
			got = append(got, line{text(m.out.States[k*w : (k+1)*w]), a.move, cost, weight})
		})
		switch {
		case !ok: // the interpreter decides
		case err != nil:
			return err
		case k != kind || !slices.Equal(want, got):
			return errDisagrees
		}
	}
	return nil
}

// A translation collects the moves of the problem that is compiled.
type translation struct {
	*space
	x     *transition.Executor
	b     *model.Builder
	safe  *model.Expr   // the rules, for states after moves
	able  []*model.Expr // for each move of ours: it applies
	moves []*model.Move
	about []about
}

// translate returns the problem that is compiled, and what its moves mean. The problem is nil if it cannot be stated.
func (s *space) translate() (*model.Problem, []about, error) {
	x := transition.New(s.ctx, s.p, transition.Options{Nodes: 1 << 18, Total: true})
	t := &translation{space: s, x: x, b: x.Builder}
	var rules, goal []*model.Expr
	for _, r := range s.p.Safety {
		rules = append(rules, t.rewrite(r.Cond))
	}
	for _, r := range s.p.Goal {
		goal = append(goal, t.rewrite(r.Cond))
	}
	t.safe = t.b.And(rules...)
	t.add(about{says: isLost}, s.p.Moves[0], []*model.Expr{t.b.Not(t.safe)}, nil, nil)
	t.add(about{says: isGoal}, s.p.Moves[0], append(rules, goal...), nil, nil)
	for i := range s.p.Moves {
		if ok, err := t.move(i); err != nil || !ok {
			return nil, nil, err
		}
	}
	if any := t.b.Or(t.able...); !any.IsFalse() {
		t.add(about{says: able}, s.p.Moves[0], []*model.Expr{any}, nil, nil)
	}
	d := *s.p
	d.Safety, d.Goal, d.Goals, d.Soft, d.Judge, d.Moves = nil, nil, nil, nil, nil, t.moves
	return &d, t.about, nil
}

func (t *translation) rewrite(e *model.Expr) *model.Expr { return t.b.Rewrite(e, t.x.Cell) }

// add adds a move with guards before and after the body of another one.
func (t *translation) add(a about, m *model.Move, before []*model.Expr, body []model.Stmt, after *model.Expr) {
	moved := &model.Move{Schema: m.Schema, Args: m.Args, Cost: t.b.Const(1), Locals: m.Locals}
	for _, g := range before {
		moved.Body = append(moved.Body, model.Stmt{Kind: model.Guard, Value: g, Pos: m.Schema.Pos})
	}
	moved.Body = append(moved.Body, body...)
	if after != nil {
		moved.Body = append(moved.Body, model.Stmt{Kind: model.Guard, Value: after, Pos: m.Schema.Pos})
	}
	t.moves, t.about = append(t.moves, moved), append(t.about, a)
}

// move adds what stands for a move. It returns false if that is not possible.
func (t *translation) move(i int) (bool, error) {
	m := t.p.Moves[i]
	by := m.Schema.By
	if by == model.ByFoe && m.When != nil {
		when := t.rewrite(m.When)
		if err := t.ours(i, []*model.Expr{t.b.Not(when)}); err != nil {
			return false, err
		}
		return true, t.others(i, model.ByFoe, []*model.Expr{when})
	}
	if by == model.ByUs {
		return true, t.ours(i, nil)
	}
	if by == model.ByChance && m.Weight != nil && !m.Weight.IsConst() && !m.Cost.IsConst() {
		return false, nil
	}
	return true, t.others(i, by, nil)
}

// ours adds a move of ours.
func (t *translation) ours(i int, before []*model.Expr) error {
	m := t.p.Moves[i]
	t.add(about{move: i, other: 1}, m, before, m.Body, t.safe)
	t.moves[len(t.moves)-1].Cost = m.Cost
	if t.safe.IsConst() {
		return nil
	}
	guards, err := t.guards(m)
	if err != nil {
		return err
	}
	applies := append(append(slices.Clone(before), guards...), t.b.Le(t.b.Const(0), t.rewrite(m.Cost)))
	t.able = append(t.able, t.b.And(applies...))
	return nil
}

// others adds a move that is not ours, and the conditions under which something may be wrong with it.
func (t *translation) others(i int, by model.Chooser, before []*model.Expr) error {
	m := t.p.Moves[i]
	a := about{move: i, by: by, other: 1}
	cost, guards := m.Cost, before
	if m.Weight != nil && by == model.ByChance {
		if m.Weight.IsConst() {
			a.other = m.Weight.Value
		} else {
			a.drawn, a.other, cost = true, m.Cost.Value, t.rewrite(m.Weight)
		}
		guards = append(slices.Clone(before), t.b.Le(t.b.Const(1), t.rewrite(m.Weight)))
	}
	t.add(a, m, guards, m.Body, nil)
	t.moves[len(t.moves)-1].Cost = cost
	return t.suspects(i, by, before)
}

// suspects adds the conditions under which something may be wrong with a move that is not ours: a statement other than a
// requirement fails, or the cost or the weight has no allowed value.
func (t *translation) suspects(i int, by model.Chooser, before []*model.Expr) error {
	m := t.p.Moves[i]
	var guards []*model.Expr
	for n := 1; n <= len(m.Body); n++ {
		part := *m
		part.Cost, part.Body = t.p.Moves[i].Cost, m.Body[:n]
		next, err := t.guards(&part)
		if err != nil {
			return err
		}
		if st := m.Body[n-1]; st.Kind != model.Guard || st.Leaves {
			t.suspect(i, by, before, guards, t.b.And(next...))
		}
		guards = next
	}
	zero := t.b.Const(0)
	t.suspect(i, by, before, guards, t.b.Le(zero, t.rewrite(m.Cost)))
	if m.Weight != nil && by == model.ByChance {
		t.suspect(i, by, before, guards, t.b.Le(zero, t.rewrite(m.Weight)))
	}
	return nil
}

// suspect adds the condition that guards hold and ok does not.
func (t *translation) suspect(i int, by model.Chooser, before, guards []*model.Expr, ok *model.Expr) {
	bad := t.b.Not(ok)
	if all := t.b.And(append(slices.Clone(guards), bad)...); bad.IsFalse() || all.IsFalse() {
		return
	}
	t.add(about{says: suspect, move: i, by: by}, t.p.Moves[i], append(append(slices.Clone(before), guards...), bad), nil, nil)
}

// guards returns the conditions under which the body of a move can be executed.
func (t *translation) guards(m *model.Move) ([]*model.Expr, error) {
	p := *t.p
	one := *m
	one.Cost = t.b.Const(1)
	p.Moves = []*model.Move{&one}
	x := *t.x
	x.Problem = &p
	o, err := x.Run(0)
	if err != nil {
		return nil, err
	}
	if o == nil {
		return []*model.Expr{t.b.Truth(false)}, nil
	}
	return o.Guard, nil
}
