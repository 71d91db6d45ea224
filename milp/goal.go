package milp

// Minimize sets the objective: minimize e. It replaces all earlier objectives.
func (m *Model) Minimize(e Linear) { m.aim(linear(e), false) }

// Maximize sets the objective: maximize e. It replaces all earlier objectives.
func (m *Model) Maximize(e Linear) { m.aim(linear(e), true) }

func (m *Model) aim(e Expr, maximize bool) {
	o := m.operation("goal", e)
	if o.err == nil {
		m.goal, m.maximize, m.products, m.then = e, maximize, nil, nil
	}
}

// MinimizeMax sets the objective: minimize the maximum of the expressions, as t with t >= e_i for
// each. It needs neither bounds nor binaries.
func (m *Model) MinimizeMax(es ...Linear) { m.Minimize(m.envelope("most", expressions(es), 1)) }

// MaximizeMin sets the objective: maximize the minimum of the expressions, as t with t <= e_i for
// each. It needs neither bounds nor binaries.
func (m *Model) MaximizeMin(es ...Linear) { m.Maximize(m.envelope("least", expressions(es), -1)) }

// MinimizeMin sets the objective: minimize the minimum of the expressions ([Model.Min]), which
// needs bounds.
func (m *Model) MinimizeMin(es ...Linear) { m.Minimize(m.Min(es...)) }

// MaximizeMax sets the objective: maximize the maximum of the expressions ([Model.Max]), which
// needs bounds.
func (m *Model) MaximizeMax(es ...Linear) { m.Maximize(m.Max(es...)) }

// envelope returns a variable t with sign·t >= sign·e for each expression e.
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
