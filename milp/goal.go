package milp

// Minimize makes the least value of the expression the goal. A later goal replaces it.
func (m *Model) Minimize(e Linear) { m.aim(linear(e), false) }

// Maximize makes the greatest value of the expression the goal. A later goal replaces it.
func (m *Model) Maximize(e Linear) { m.aim(linear(e), true) }

func (m *Model) aim(e Expr, maximize bool) {
	o := m.operation("goal", e)
	if o.err == nil {
		m.goal, m.maximize = e, maximize
	}
}

// MinimizeMax makes the least value that the greatest of the expressions can have the
// goal: t is minimised with t >= e_i for each. Neither bounds nor binaries are needed.
func (m *Model) MinimizeMax(es ...Linear) { m.Minimize(m.envelope("most", expressions(es), 1)) }

// MaximizeMin makes the greatest value that the least of the expressions can have the
// goal: t is maximised with t <= e_i for each. Neither bounds nor binaries are needed.
func (m *Model) MaximizeMin(es ...Linear) { m.Maximize(m.envelope("least", expressions(es), -1)) }

// MinimizeMin makes the least value that any of the expressions can have the goal, that of
// [Model.Min]; bounds are needed.
func (m *Model) MinimizeMin(es ...Linear) { m.Minimize(m.Min(es...)) }

// MaximizeMax makes the greatest value that any of the expressions can have the goal, that
// of [Model.Max]; bounds are needed.
func (m *Model) MaximizeMax(es ...Linear) { m.Maximize(m.Max(es...)) }

// envelope gives a variable that is sign times at least sign times each expression.
func (m *Model) envelope(kind string, es []Expr, sign float64) Expr {
	o := m.operation(kind, es...)
	if o.err == nil && len(es) == 0 {
		o.fail("of nothing")
	}
	if o.err != nil {
		return o.done(Expr{})
	}
	lower, upper, whole := -infinity, infinity, true
	for i, e := range es {
		low, high := e.Bounds()
		if i == 0 {
			lower, upper = low, high
		} else if sign > 0 {
			lower, upper = max(lower, low), max(upper, high)
		} else {
			lower, upper = min(lower, low), min(upper, high)
		}
		whole = whole && e.isWhole()
	}
	t := o.column("", lower, upper, whole)
	for _, e := range es {
		o.atMost(e.Times(sign), t.Times(sign))
	}
	return o.done(t)
}
