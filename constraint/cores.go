package constraint

import (
	"context"
	"errors"
	"slices"

	"farbank/constraint/kernel"
	"farbank/constraint/propagate"
)

// Of cores.
const (
	fewestWishes = 4
	mostWishes   = 1 << 14
	fewSteps     = 8   // values of a term that is as good as a Bool
	mostCores    = 100 // of a turn
	trims        = 2   // times that a core is asked for a part of it
)

// coreStretch is how many contradictions a turn may take.
var coreStretch int64 = 300

// cores bound an objective that is a sum from below: they assume that terms have their best values, and
// where some of them cannot have them together count how many have not (OLL: Andres, Kaufmann, Matheis and
// Schaub 2012; for variables: Gange, Berg, Demirović and Stuckey 2020). They take turns with branch and
// bound; a turn that leads to nothing makes the next one come later.
//
// Cores are looked for in a solver of their own, that knows no solution: what only excludes worse solutions
// would be in all of them.
type cores struct {
	m       *Model
	e       Expr        // the objective
	b       *building   // where better solutions are looked for
	low     *building   // where cores are; nil: not yet
	x       kernel.Side // the objective, to be least
	own     kernel.Var  // variables below it are the same in both
	out     [][]kernel.Fact
	memory  int64 // for both
	wishes  []wish
	paid    int64 // the objective is at least that
	level   int64 // wishes of at least this weight are assumed
	until   int64 // contradictions of the other search by which cores are looked for again
	pause   int64 // how many there are from one time to the next
	hopeful bool  // there are wishes left
}

// A wish is that a side is not above a value: each step above costs the weight, the first what is left.
type wish struct {
	side         kernel.Side
	at           int64
	left, weight int64
}

// atom says that the wish is granted.
func (w wish) atom() kernel.Atom { return kernel.Atom{Side: w.side, Value: w.at + 1}.Not() }

// newCores gives nil where the objective is no sum for which this pays.
func newCores(m *Model, b *building, objective Expr, side kernel.Side) *cores {
	if m.OnlyAsked || m.Proof != nil {
		return nil
	}
	terms, limit, err := b.terms(m.spelled(objective))
	if terms = joined(terms); err != nil || len(terms) < fewestWishes || len(terms) > mostWishes {
		return nil
	}
	c := &cores{m: m, memory: m.Memory, e: objective, b: b, x: side, own: kernel.Var(b.s.Stats().Variables), paid: -limit, pause: coreStretch, hopeful: true}
	sign := int64(1)
	if side&1 != 0 {
		sign, c.paid = -1, limit
	}
	few := 0
	for _, t := range terms {
		if !fits(t.Coef, b.s.Min(t.X)) || !fits(t.Coef, b.s.Max(t.X)) {
			return nil
		}
		w := wish{side: t.X.Lower(), weight: sign * t.Coef}
		if w.weight < 0 {
			w.side, w.weight = t.X.Upper(), -w.weight
		}
		w.at, w.left = b.s.Bound(w.side), w.weight
		c.paid += w.weight * w.at
		if b.s.Max(t.X)-b.s.Min(t.X) < fewSteps {
			few++
		}
		c.wishes = append(c.wishes, w)
	}
	if 2*few < len(terms) {
		return nil
	}
	c.level = c.below(MaxValue)
	c.until = c.pause
	return c
}

// joined has the terms of a variable be one.
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

// spelled is the sum that an expression is, also where it is one variable that the model has equal a sum.
func (m *Model) spelled(e Expr) Sum {
	sum := e.Sum().normal()
	if len(sum.terms) != 1 {
		return sum
	}
	x := sum.terms[0]
	for _, equal := range m.equal {
		if len(equal.terms) <= fewestWishes {
			continue
		}
		equal = equal.normal()
		i := slices.IndexFunc(equal.terms, func(t term) bool { return t.id == x.id })
		if i < 0 || equal.terms[i].coef != 1 && equal.terms[i].coef != -1 || equal.overflow {
			continue
		}
		rest := Sum{constant: equal.constant, terms: slices.Delete(slices.Clone(equal.terms), i, i+1)}
		if rest = rest.Times(-equal.terms[i].coef).Times(x.coef).Plus(Const(sum.constant)); !rest.overflow {
			return rest.normal()
		}
	}
	return sum
}

// next is the next solution, found in one way or the other.
func (c *cores) next(ctx context.Context) (kernel.Status, error) {
	s := c.b.s
	for {
		s.Restart()
		if s.Refuted() {
			return kernel.Exhausted, nil
		}
		done := s.Stats().Conflicts
		if done < c.until || !c.hopeful {
			s.Budget(c.until - done)
			if status, err := s.Next(ctx); !errors.Is(err, kernel.ErrBudget) {
				return status, err
			}
			continue
		}
		paid := c.paid
		status, err := c.look(ctx)
		if c.pause *= 2; c.paid > paid {
			c.pause = coreStretch
		}
		c.until = done + c.pause
		if status != kernel.Unknown || err != nil {
			return status, err
		}
	}
}

// look finds cores for a while, and tells what is known of them where solutions are looked for. It gives
// a solution that is met on the way and is better.
func (c *cores) look(ctx context.Context) (kernel.Status, error) {
	if err := c.begin(ctx); err != nil {
		return kernel.Unknown, err
	}
	end := c.low.s.Stats().Conflicts + coreStretch
	for range mostCores {
		values, err := c.step(ctx, end)
		var memory *kernel.MemoryError
		switch {
		case errors.As(err, &memory): // branch and bound goes on alone
			c.hopeful = false
			c.tell()
			c.low = nil
			c.b.s.LimitMemory(c.memory)
			return kernel.Unknown, nil
		case errors.Is(err, kernel.ErrBudget):
			c.tell()
			return kernel.Unknown, nil
		case err != nil:
			return kernel.Unknown, err
		case c.low.s.Refuted(): // there is no solution at all
			c.b.s.AddClause()
			return kernel.Unknown, nil
		case values == nil:
			continue
		}
		c.tell()
		if status, err := c.take(ctx, values); status == kernel.Solution || err != nil || c.b.s.Refuted() {
			return status, err
		}
	}
	c.tell()
	return kernel.Unknown, nil
}

// begin makes the solver that cores are looked for in.
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

// step counts a core, or gives a solution that grants all wishes of the level.
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

// take has a solution be found where better ones are looked for, if it is one.
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

// tell has what is known of the objective hold where better solutions are looked for. No better one
// breaks a wish that costs more than there is room for.
func (c *cores) tell() {
	s := c.b.s
	s.Restart()
	for _, clause := range c.out {
		s.Import(clause)
	}
	c.out = c.out[:0]
	s.AddClause(kernel.Atom{Side: c.x, Value: c.paid})
	room := -s.Bound(c.x^1) - c.paid
	for _, w := range c.wishes {
		if w.left > room && w.side.Var() < c.own {
			s.AddClause(w.atom())
		}
	}
}

// settle pays for wishes that cannot be granted whatever is assumed.
func (c *cores) settle() {
	s := c.low.s
	s.Restart()
	for i := range c.wishes {
		w := &c.wishes[i]
		if n := s.Bound(w.side) - w.at; n > 0 {
			c.paid += w.left + (n-1)*w.weight
			w.at, w.left = w.at+n, w.weight
		}
	}
	c.wishes = slices.DeleteFunc(c.wishes, func(w wish) bool { return w.at >= -s.Bound(w.side^1) })
	s.AddClause(kernel.Atom{Side: c.x, Value: c.paid})
}

func (c *cores) assumed() []kernel.Atom {
	var list []kernel.Atom
	for _, w := range c.wishes {
		if w.left >= c.level {
			list = append(list, w.atom())
		}
	}
	return list
}

// below is the greatest weight of a wish below a level, 0 if there is none.
func (c *cores) below(level int64) int64 {
	most := int64(0)
	for _, w := range c.wishes {
		if w.left < level {
			most = max(most, w.left)
		}
	}
	return most
}

// trim asks a core for a part of it.
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

// count pays for a core: one of its wishes is not granted. How many are not is a wish of its own.
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
		return nil // settled as it is
	}
	weight := int64(MaxValue)
	for _, w := range c.wishes {
		if in[w.atom()] {
			weight = min(weight, w.left)
		}
	}
	var terms []propagate.Term
	for i := range c.wishes {
		w := &c.wishes[i]
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
		return errors.New("constraint: a core has wishes that nobody had")
	}
	y := s.NewVar(1, int64(len(terms)))
	c.paid += weight
	c.wishes = append(c.wishes, wish{y.Lower(), 1, weight, weight})
	return propagate.LinearLE(s, kernel.True, 0, append(terms, propagate.Term{Coef: -1, X: y})...)
}
