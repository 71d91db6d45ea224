package constraint

import (
	"context"
	"errors"
	"slices"

	"farbank/constraint/kernel"
	"farbank/constraint/propagate"
)

// Limits of core-guided bounding.
const (
	minSofts = 4
	maxSofts = 1 << 14
	fewSteps = 8   // number of values up to which a term counts as small
	maxCores = 100 // per turn
	trims    = 2   // attempts to reduce a core
)

// coreStretch is the number of conflicts in a turn.
var coreStretch int64 = 300

// cores computes lower bounds of an objective that is a sum. It assumes that the terms have their best values; for each
// core it adds a count of the violated assumptions (OLL: Andres, Kaufmann, Matheis and Schaub 2012; for variables:
// Gange, Berg, Demirović and Stuckey 2020). It alternates with branch and bound. Turns that do not improve the bound
// become rarer.
//
// Cores are searched for in a separate solver without bounds from solutions. Otherwise clauses that only exclude worse
// solutions would be part of the cores.
type cores struct {
	m       *Model
	e       Expr        // the objective
	b       *building   // the solver for better solutions
	low     *building   // the solver for cores; nil: not created yet
	x       kernel.View // the objective, to be minimized
	own     kernel.Var  // variables below it are the same in both solvers
	out     [][]kernel.Fact
	memory  int64 // limit in bytes for both
	softs   []soft
	lower   int64 // proven lower bound of the objective
	level   int64 // soft assumptions of at least this weight are assumed
	until   int64 // conflicts of the other search at which the next turn begins
	pause   int64 // conflicts between turns
	hopeful bool  // soft assumptions are left
}

// A soft is the soft assumption that a view is at most at. The first step above costs left, each further step weight.
type soft struct {
	view         kernel.View
	at           int64
	left, weight int64
}

// atom returns the assumption.
func (w soft) atom() kernel.Atom { return kernel.Atom{View: w.view, Value: w.at + 1}.Not() }

// newCores returns nil if the objective is not a suitable sum.
func newCores(m *Model, b *building, objective Expr, view kernel.View) *cores {
	if m.OnlyAsked || m.Proof != nil {
		return nil
	}
	terms, limit, err := b.terms(m.definition(objective))
	if terms = joined(terms); err != nil || len(terms) < minSofts || len(terms) > maxSofts {
		return nil
	}
	c := &cores{m: m, memory: m.Memory, e: objective, b: b, x: view, own: kernel.Var(b.s.Stats().Variables), lower: -limit, pause: coreStretch, hopeful: true}
	sign := int64(1)
	if view&1 != 0 {
		sign, c.lower = -1, limit
	}
	few := 0
	for _, t := range terms {
		if !fits(t.Coef, b.s.Min(t.X)) || !fits(t.Coef, b.s.Max(t.X)) {
			return nil
		}
		w := b.soft(t, sign)
		c.lower += w.weight * w.at
		if b.s.Max(t.X)-b.s.Min(t.X) < fewSteps {
			few++
		}
		c.softs = append(c.softs, w)
	}
	if 2*few < len(terms) {
		return nil
	}
	c.level = c.below(MaxValue)
	c.until = c.pause
	return c
}

// soft returns the soft assumption that a term of an objective has its best value. sign is 1 to minimize.
func (b *building) soft(t propagate.Term, sign int64) soft {
	w := soft{view: t.X.Lower(), weight: sign * t.Coef}
	if w.weight < 0 {
		w.view, w.weight = t.X.Upper(), -w.weight
	}
	w.at, w.left = b.s.Bound(w.view), w.weight
	return w
}

// joined combines the terms of each variable.
func joined(terms []propagate.Term) []propagate.Term {
	var list []propagate.Term
	place := map[kernel.Var]int{}
	for _, t := range terms {
		if i, ok := place[t.X]; ok {
			list[i].Coef += t.Coef
			continue
		}
		place[t.X] = len(list)
		list = append(list, t)
	}
	return slices.DeleteFunc(list, func(t propagate.Term) bool { return t.Coef == 0 })
}

// definition returns e as a sum. A single variable is replaced by a sum that the model makes equal to it.
func (m *Model) definition(e Expr) Linear {
	sum := e.Linear().normal()
	if len(sum.terms) != 1 {
		return sum
	}
	x := sum.terms[0]
	for _, equal := range m.equal {
		if len(equal.terms) <= minSofts {
			continue
		}
		equal = equal.normal()
		i := slices.IndexFunc(equal.terms, func(t term) bool { return t.id == x.id })
		if i < 0 || equal.terms[i].coef != 1 && equal.terms[i].coef != -1 || equal.overflow {
			continue
		}
		rest := Linear{constant: equal.constant, terms: slices.Delete(slices.Clone(equal.terms), i, i+1)}
		if rest = rest.Times(-equal.terms[i].coef).Times(x.coef).Plus(Const(sum.constant)); !rest.overflow {
			return rest.normal()
		}
	}
	return sum
}

// next returns when a solution is found, by either search.
func (c *cores) next(ctx context.Context) (kernel.Status, error) { return c.within(ctx, 0) }

// within is like next. If most is positive, it returns kernel.ErrBudget after about that many conflicts of the search
// for solutions.
func (c *cores) within(ctx context.Context, most int64) (kernel.Status, error) {
	s := c.b.s
	end := s.Stats().Conflicts + most
	for {
		s.Restart()
		if s.Refuted() {
			return kernel.Exhausted, nil
		}
		done := s.Stats().Conflicts
		if most > 0 && done >= end || s.Exerted() {
			return kernel.Unknown, kernel.ErrBudget
		}
		if done < c.until || !c.hopeful {
			left := c.until - done
			if !c.hopeful {
				left = 0 // no limit
			}
			if most > 0 && (left == 0 || left > end-done) {
				left = end - done
			}
			s.Budget(left)
			if status, err := s.Next(ctx); !errors.Is(err, kernel.ErrBudget) {
				return status, err
			}
			continue
		}
		lower := c.lower
		status, err := c.look(ctx)
		if c.pause *= 2; c.lower > lower {
			c.pause = coreStretch
		}
		c.until = done + c.pause
		if status != kernel.Unknown || err != nil {
			return status, err
		}
	}
}

// look searches for cores for one turn and transfers the results to the other solver. Its status is Solution if it
// finds a better solution.
func (c *cores) look(ctx context.Context) (kernel.Status, error) {
	if err := c.begin(ctx); err != nil {
		return kernel.Unknown, err
	}
	end := c.low.s.Stats().Conflicts + coreStretch
	for range maxCores {
		values, err := c.step(ctx, end)
		var memory *kernel.MemoryError
		switch {
		case errors.As(err, &memory): // branch and bound continues alone
			c.hopeful = false
			c.transfer()
			c.low = nil
			c.b.s.LimitMemory(c.memory)
			return kernel.Unknown, nil
		case errors.Is(err, kernel.ErrBudget):
			c.transfer()
			return kernel.Unknown, nil
		case err != nil:
			return kernel.Unknown, err
		case c.low.s.Refuted(): // infeasible
			c.b.s.AddClause()
			return kernel.Unknown, nil
		case values == nil:
			continue
		}
		c.transfer()
		if status, err := c.take(ctx, values); status == kernel.Solution || err != nil || c.b.s.Refuted() {
			return status, err
		}
	}
	c.transfer()
	return kernel.Unknown, nil
}

// begin creates the solver for cores.
func (c *cores) begin(ctx context.Context) (err error) {
	if c.low != nil {
		return nil
	}
	if c.low, err = c.m.beginUntil(ctx, c.e); err != nil {
		return err
	}
	c.b.s.LimitMemory((c.memory + 1) / 2)
	c.low.s.LimitMemory((c.memory + 1) / 2)
	c.low.s.SetAsked(false, true)
	c.low.s.OnWork(nil)
	c.low.s.Export(func(clause []kernel.Fact) { c.out = append(c.out, clause) })
	return nil
}

// step processes a core, or returns a solution that satisfies all soft assumptions of the current level.
func (c *cores) step(ctx context.Context, end int64) (values []int64, err error) {
	s := c.low.s
	c.settle()
	list := c.assumed()
	for ; len(list) == 0 && c.hopeful; list = c.assumed() {
		c.level = c.below(c.level)
		c.hopeful = c.level > 0
	}
	left := end - s.Stats().Conflicts
	if !c.hopeful || left <= 0 {
		return nil, kernel.ErrBudget
	}
	s.Budget(left)
	status, err := s.Next(ctx, list...)
	switch {
	case err != nil || s.Refuted():
		return nil, err
	case status == kernel.Solution:
		values = make([]int64, c.own)
		for x := range values {
			values[x] = s.Min(kernel.Var(x))
		}
		c.level = max(1, c.below(c.level))
		return values, nil
	}
	core, err := c.trim(ctx, slices.Clone(s.Core()))
	if err != nil {
		return nil, err
	}
	return nil, c.count(core)
}

// take makes the other solver find a solution with the given values, if it is one there.
func (c *cores) take(ctx context.Context, values []int64) (kernel.Status, error) {
	s := c.b.s
	s.Restart()
	var list []kernel.Atom
	for x, v := range values {
		list = append(list, kernel.Var(x).AtLeast(v), kernel.Var(x).AtMost(v))
	}
	s.Budget(coreStretch)
	status, err := s.Next(ctx, list...)
	if errors.Is(err, kernel.ErrBudget) || err == nil && status == kernel.Exhausted {
		return kernel.Unknown, nil
	}
	return status, err
}

// transfer passes bounds and clauses to the other solver. In a better solution no soft assumption is violated whose
// cost exceeds the gap.
func (c *cores) transfer() {
	s := c.b.s
	s.Restart()
	for _, clause := range c.out {
		s.Import(clause)
	}
	c.out = c.out[:0]
	s.AddClause(kernel.Atom{View: c.x, Value: c.lower})
	room := -s.Bound(c.x^1) - c.lower
	for _, w := range c.softs {
		if w.left > room && w.view.Var() < c.own {
			s.AddClause(w.atom())
		}
	}
}

// settle adds the cost of soft assumptions that are violated at level 0 to the bound.
func (c *cores) settle() {
	s := c.low.s
	s.Restart()
	for i := range c.softs {
		w := &c.softs[i]
		if n := s.Bound(w.view) - w.at; n > 0 {
			c.lower += w.left + (n-1)*w.weight
			w.at, w.left = w.at+n, w.weight
		}
	}
	c.softs = slices.DeleteFunc(c.softs, func(w soft) bool { return w.at >= -s.Bound(w.view^1) })
	s.AddClause(kernel.Atom{View: c.x, Value: c.lower})
}

func (c *cores) assumed() []kernel.Atom {
	var list []kernel.Atom
	for _, w := range c.softs {
		if w.left >= c.level {
			list = append(list, w.atom())
		}
	}
	return list
}

// below returns the greatest cost of a soft assumption below level, or 0.
func (c *cores) below(level int64) int64 {
	most := int64(0)
	for _, w := range c.softs {
		if w.left < level {
			most = max(most, w.left)
		}
	}
	return most
}

// trim reduces a core by solving with it again.
func (c *cores) trim(ctx context.Context, core []kernel.Atom) ([]kernel.Atom, error) {
	s := c.low.s
	for range trims {
		if len(core) < 2 {
			break
		}
		slices.Reverse(core)
		s.Restart()
		s.Budget(coreStretch)
		status, err := s.Next(ctx, core...)
		switch {
		case errors.Is(err, kernel.ErrBudget):
			return core, nil
		case err != nil || status != kernel.Exhausted || s.Refuted():
			return core, err
		case len(s.Core()) == len(core):
			return core, nil
		}
		core = slices.Clone(s.Core())
	}
	return core, nil
}

// count adds the cost of a core to the bound. The number of its violated assumptions becomes a new soft assumption.
func (c *cores) count(core []kernel.Atom) error {
	s := c.low.s
	s.Restart()
	if s.Refuted() {
		return nil
	}
	in := map[kernel.Atom]bool{}
	clause := make([]kernel.Atom, len(core))
	for i, a := range core {
		in[a], clause[i] = true, a.Not()
	}
	s.AddClause(clause...)
	if len(core) == 1 || s.Refuted() {
		return nil // settle handles it
	}
	weight := int64(MaxValue)
	for _, w := range c.softs {
		if in[w.atom()] {
			weight = min(weight, w.left)
		}
	}
	var terms []propagate.Term
	for i := range c.softs {
		w := &c.softs[i]
		a := w.atom()
		if !in[a] {
			continue
		}
		terms = append(terms, propagate.Term{Coef: 1, X: propagate.Holding(s, a.Not())})
		if w.left -= weight; w.left == 0 {
			w.at, w.left = w.at+1, w.weight
		}
	}
	if len(terms) < 2 {
		return errors.New("constraint: a core contains unknown assumptions")
	}
	y := s.NewVar(1, int64(len(terms)))
	c.lower += weight
	c.softs = append(c.softs, soft{y.Lower(), 1, weight, weight})
	return propagate.LinearLE(s, kernel.True, 0, append(terms, propagate.Term{Coef: -1, X: y})...)
}
