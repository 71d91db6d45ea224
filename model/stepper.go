package model

// A Stepper runs moves like Problem.Apply, but without labels and without allocation. It must
// be used by one goroutine at a time.
type Stepper struct {
	p      *Problem
	before evaluator
	run    runner
	locals []int64
	belief []State
}

// NewStepper returns a Stepper for p.
func (p *Problem) NewStepper() *Stepper {
	most := 0
	for _, m := range p.Moves {
		most = max(most, m.Locals)
	}
	return &Stepper{p: p, run: runner{p: p}, locals: make([]int64, most)}
}

// Step writes the state after m to next, which must not be s. If the move does not apply it
// returns false, and the contents of next are unspecified. The error is an *OverflowError.
func (st *Stepper) Step(m *Move, s, next State) (cost int64, ok bool, err error) {
	copy(next, s)
	st.run.ev = evaluator{cells: next, locals: st.locals}
	refused := st.run.run(m.Body)
	if refused != nil || st.run.ev.wide != nil {
		return 0, false, st.p.overflow(st.run.ev.wide)
	}
	if m.Cost.IsConst() {
		return m.Cost.Value, true, nil
	}
	// Like Apply, evaluate the cost last: it may overflow where the move does not apply.
	st.before = evaluator{cells: s}
	if cost, ok = st.before.eval(m.Cost); !ok || cost < 0 {
		return 0, false, st.p.overflow(st.before.wide)
	}
	return cost, true, nil
}
