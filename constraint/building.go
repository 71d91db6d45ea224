package constraint

import (
	"context"
	"fmt"

	"farbank/constraint/kernel"
	"farbank/constraint/propagate"
)

// A building is a model being translated into a solver.
type building struct {
	m     *Model
	s     *kernel.Solver
	vars  []kernel.Var // by variable of the model; index 0 is the constant 0
	asked kernel.Var   // the objective, if any
	goal  Expr         // the same as stated

	posted, chosen int // numbers of posts and searches of the model that are in the solver
	separate       int // number of disequalities in the solver
	unified        int // number of equations checked for aliases
	aliases        []alias
	reaches        map[int32]reach // by variable that has aliases
	failed         error           // the error of creating a variable
	exact          bool
	plain          bool                        // without presolve: a proof is about the model as given
	known          map[string]kernel.Atom      // atoms of reified comparisons, by their text
	orders         precedences                 // found since the last call of disjoint
	machines       int                         // number of cliques of tasks with edge finding
	meant          map[kernel.Atom]kernel.Atom // by atom that represents another, see standFor

	differences map[int32][2]int32 // see defined
	compared    int                // number of equations seen by defined
	eliminated  bool               // the search for parities was made

	recorder *recorder       // nil: without a proof
	ctx      context.Context // if not nil, its end stops the translation
}

// build translates the model into a solver, with a recorder unless r is nil. exact makes auxiliary variables
// functionally dependent on those of the model.
func (m *Model) build(r *recorder, exact bool) (*building, error) {
	return m.buildUntil(context.Background(), r, exact)
}

// buildUntil is like build but stops when ctx ends.
func (m *Model) buildUntil(ctx context.Context, r *recorder, exact bool) (*building, error) {
	options := kernel.Options{Memory: m.Memory}
	if r != nil {
		options.Trace = r
	}
	b := &building{m: m, s: kernel.New(options), vars: []kernel.Var{0}, recorder: r, exact: exact, plain: r != nil, known: map[string]kernel.Atom{}, ctx: ctx}
	if m.Progress != nil {
		b.s.OnWork(func() { m.Progress(Progress{Stats: b.stats()}) })
	}
	return b, b.extend()
}

// extend translates what has been added to the model.
func (b *building) extend() error {
	m := b.m
	if m.err != nil {
		return m.err
	}
	b.unify()
	for len(b.vars) <= len(m.vars) {
		x, err := b.newVar(&m.vars[len(b.vars)-1])
		if err != nil {
			return err
		}
		b.vars = append(b.vars, x)
		if id := int32(len(b.vars) - 1); b.alias(id).of != 0 { // before other variables, since reified conditions need the bounds
			if err := b.keepWithin(id); err != nil {
				return err
			}
		}
	}
	for ; b.posted < len(m.posts) && !b.s.Refuted(); b.posted++ {
		if b.ctx != nil && b.ctx.Err() != nil {
			return b.ctx.Err()
		}
		if err := m.posts[b.posted](b); err != nil {
			return err
		}
	}
	if !b.s.Refuted() {
		if err := b.apart(); err != nil {
			return err
		}
		b.disjoint()
		b.eliminate()
	}
	for ; b.chosen < len(m.searches); b.chosen++ {
		if err := m.searches[b.chosen].choose(b); err != nil {
			return err
		}
	}
	if m.Restarts != nil {
		b.s.SetRestarts(m.Restarts)
	}
	b.s.SetAsked(m.OnlyAsked, m.Free)
	if m.Turns > 0 {
		b.s.SetTurns(m.Turns)
	}
	if m.shown != nil {
		b.s.Project(b.steering(m.shown)...)
	}
	return b.failed
}

func (b *building) newVar(v *variable) (kernel.Var, error) {
	if b.alias(int32(len(b.vars))).of != 0 {
		return 0, nil
	}
	if v.condition == nil {
		return b.s.NewVar(v.lo, v.hi), nil
	}
	a, err := v.condition.atom(b)
	if err != nil {
		return 0, err
	}
	x := propagate.Holding(b.s, a)
	b.standFor(x.AtLeast(1), a)
	return x, nil
}

// ints returns the solver's variables of xs.
func (b *building) ints(xs []Int) []kernel.Var {
	list := make([]kernel.Var, len(xs))
	for i, x := range xs {
		list[i] = b.variableOf(x.id)
	}
	return list
}

// variable returns a variable of the solver that equals e. It creates one if necessary.
func (b *building) variable(e Expr) (kernel.Var, error) {
	sum := e.Linear()
	terms, limit, err := b.terms(sum)
	if err != nil {
		return 0, err
	}
	if len(terms) == 1 && terms[0].Coef == 1 && limit == 0 {
		return terms[0].X, nil
	}
	lo, hi := -limit, -limit
	for _, t := range terms {
		p, q := t.Coef*b.s.Min(t.X), t.Coef*b.s.Max(t.X)
		if !fits(t.Coef, b.s.Min(t.X)) || !fits(t.Coef, b.s.Max(t.X)) {
			return 0, fmt.Errorf("the values of %v can be larger than 2^52", sum)
		}
		lo, hi = lo+min(p, q), hi+max(p, q)
		if lo < -MaxValue || hi > MaxValue {
			return 0, fmt.Errorf("the values of %v can be larger than 2^52", sum)
		}
	}
	x := b.s.NewVar(lo, hi)
	return x, linearIs(b.s, limit, terms, x)
}
