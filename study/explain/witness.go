package explain

import "farbank/model"

// A witness is an assignment to the unknowns of a problem without moves. It solves every problem in
// which the units that it violates are relaxed, so that those need not be solved again.
type witness struct {
	breaks set
	found  finding
}

// witness records a solution, if it can be reused.
func (l *oracle) witness(relaxed set, f finding) {
	if f.verdict != works || len(l.params) > 0 || len(f.problem.Schemas) > 0 {
		return
	}
	state, ok, err := f.problem.Begin(f.plan.Find)
	if err != nil || !ok {
		return
	}
	breaks := newSet(len(l.units))
	for _, i := range relaxed.list() {
		if holds, err := l.units[i].holds(f.problem, state); err != nil {
			return
		} else if !holds {
			breaks.add(i)
		}
	}
	l.witnesses = append(l.witnesses, witness{breaks, f})
}

// witnessed returns a known solution of the problem with relaxed units.
func (l *oracle) witnessed(relaxed set) (finding, bool) {
	for _, w := range l.witnesses {
		if w.breaks.within(relaxed) {
			base, err := l.problem(l.ctx, relaxed)
			if err != nil {
				return finding{}, false
			}
			f := w.found
			f.problem = relax(base, l.units, relaxed)
			return f, true
		}
	}
	return finding{}, false
}

// works reports whether relaxing the units is known to give a solution.
func (l *oracle) works(relaxed set) bool {
	if f, ok := l.known[relaxed.key()]; ok {
		return f.verdict == works
	}
	_, ok := l.witnessed(relaxed)
	return ok
}

// holds reports whether a rule, or a part of one, holds in a state.
func (it Item) holds(p *model.Problem, s model.State) (bool, error) {
	cond := it.Rule.Cond
	if it.Kind == PartOfRule {
		cond = it.Part.Cond
	}
	v, ok, err := p.Eval(cond, s)
	return ok && v != 0, err
}
