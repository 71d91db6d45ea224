package model

// A Chooser says who chooses a move.
type Chooser uint8

const (
	ByUs     Chooser = iota // the solver
	ByFoe                   // an opponent, who wants to keep us from the goal
	ByChance                // it is drawn by its weight
)

// String returns us, foe or chance.
func (c Chooser) String() string { return [...]string{"us", "foe", "chance"}[c] }

// Others reports whether something in the problem is not chosen by the solver: a move of a foe or of chance, an unknown, or
// hidden state. The answer is then a Strategy instead of a Plan.
func (p *Problem) Others() bool { return p.Foe() || p.Chance() || p.Unseen() }

// Foe reports whether a foe may make a move.
func (p *Problem) Foe() bool { return p.made(ByFoe) }

// Chance reports whether a move is made by chance.
func (p *Problem) Chance() bool { return p.made(ByChance) }

func (p *Problem) made(by Chooser) bool {
	for _, s := range p.Schemas {
		if s.By == by {
			return true
		}
	}
	return false
}

// Unseen reports whether there is something that we do not see.
func (p *Problem) Unseen() bool {
	for i := range p.Vars {
		if p.Vars[i].Unknown || p.Vars[i].Unseen {
			return true
		}
	}
	return false
}

// Seen returns, for each cell, whether we see it.
func (p *Problem) Seen() []bool {
	seen := make([]bool, len(p.Cells))
	for i := range p.Cells {
		v := &p.Vars[p.Cells[i].Var]
		seen[i] = !v.Unknown && !v.Unseen
	}
	return seen
}

// knows reports whether e has the same value in all states of the belief.
func (ev *evaluator) knows(e *Expr) int64 {
	v, ok := ev.eval(e)
	if !ok || ev.wide != nil {
		return 0
	}
	for _, s := range ev.belief {
		other := evaluator{cells: s}
		w, ok := other.eval(e)
		if other.wide != nil && ev.wide == nil {
			ev.wide = other.wide
		}
		if !ok || v != w {
			return 0
		}
	}
	return 1
}

// A Turn is what a Stepper says about a move in a state.
type Turn struct {
	Enabled bool    // the move can be made
	By      Chooser // who makes it
	Cost    int64
	Weight  int64  // of a move of chance, positive
	Fault   *Stmt  // the statement of a move that is not ours which has no value or leaves a range; then Enabled is false
	Odd     string // what else is wrong with a move that is not ours: its cost or its weight; then Enabled is false
}

// Believe sets the states that agree with what was seen, for the conditions Known; nil means that all is seen.
func (st *Stepper) Believe(worlds []State) { st.belief = worlds }

// Turn is like Step for problems with others. It writes the state after m to next, if the move is enabled.
func (st *Stepper) Turn(m *Move, s, next State) (t Turn, err error) {
	copy(next, s)
	st.run.ev = evaluator{cells: next, locals: st.locals, belief: st.belief}
	refused := st.run.run(m.Body)
	if st.run.ev.wide != nil {
		return t, st.p.overflow(st.run.ev.wide)
	}
	st.before = evaluator{cells: s, belief: st.belief}
	t.By = m.Schema.By
	if t.By == ByFoe && m.When != nil {
		if v, _ := st.before.eval(m.When); v == 0 {
			t.By = ByUs
		}
	}
	if refused != nil {
		if t.By != ByUs && (refused.Kind != Guard || refused.Leaves) {
			t.Fault = refused
		}
		return t, st.p.overflow(st.before.wide)
	}
	cost, ok := st.before.eval(m.Cost)
	t.Cost, t.Weight = cost, 1
	if !ok || cost < 0 {
		if t.By != ByUs {
			t.Odd = "its cost is undefined or negative"
		}
		return t, st.p.overflow(st.before.wide)
	}
	if t.By == ByChance && m.Weight != nil {
		w, ok := st.before.eval(m.Weight)
		switch t.Weight = w; {
		case !ok:
			t.Odd = "its weight is undefined"
		case w < 0:
			t.Odd = "its weight is negative"
		case w == 0:
			return t, st.p.overflow(st.before.wide)
		}
	}
	t.Enabled = t.Odd == ""
	return t, st.p.overflow(st.before.wide)
}

// Holds reports whether all rules hold in a state; see Believe.
func (st *Stepper) Holds(rules []Rule, s State) (bool, error) {
	st.before = evaluator{cells: s, belief: st.belief}
	for i := range rules {
		if v, _ := st.before.eval(rules[i].Cond); v == 0 || st.before.wide != nil {
			return false, st.p.overflow(st.before.wide)
		}
	}
	return true, nil
}
