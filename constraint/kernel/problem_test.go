package kernel_test

import (
	"math/rand/v2"

	"farbank/constraint/kernel"
)

// A fact states that a variable is at least ('>'), at most ('<'), equal ('=') or not equal ('!') to a value.
type fact struct {
	x  int
	op byte
	v  int64
}

func (f fact) holds(values []int64) bool {
	x := values[f.x]
	switch f.op {
	case '>':
		return x >= f.v
	case '<':
		return x <= f.v
	case '=':
		return x == f.v
	}
	return x != f.v
}

func (f fact) atom(s *kernel.Solver, xs []kernel.Var) kernel.Atom {
	switch x := xs[f.x]; f.op {
	case '>':
		return x.AtLeast(f.v)
	case '<':
		return x.AtMost(f.v)
	case '=':
		return s.Equal(x, f.v)
	default:
		return s.Equal(x, f.v).Not()
	}
}

// A total is the constraint that a sum of coefs * variables is at most limit.
type total struct {
	coefs []int64
	xs    []int
	limit int64
}

func (c total) holds(values []int64) bool {
	sum := int64(0)
	for i, x := range c.xs {
		sum += c.coefs[i] * values[x]
	}
	return sum <= c.limit
}

// A problem is small enough to list its solutions by enumeration.
type problem struct {
	domains [][2]int64
	clauses [][]fact
	totals  []total
	unequal [][2]int
}

func (p *problem) holds(values []int64) bool {
	for _, c := range p.clauses {
		any := false
		for _, f := range c {
			any = any || f.holds(values)
		}
		if !any {
			return false
		}
	}
	for _, c := range p.totals {
		if !c.holds(values) {
			return false
		}
	}
	for _, u := range p.unequal {
		if values[u[0]] == values[u[1]] {
			return false
		}
	}
	return true
}

// each calls f with every assignment within the domains.
func (p *problem) each(f func(values []int64)) {
	values := make([]int64, len(p.domains))
	var from func(i int)
	from = func(i int) {
		if i == len(values) {
			f(values)
			return
		}
		for v := p.domains[i][0]; v <= p.domains[i][1]; v++ {
			values[i] = v
			from(i + 1)
		}
	}
	from(0)
}

// solutions lists the solutions that satisfy facts.
func (p *problem) solutions(facts ...fact) [][]int64 {
	var list [][]int64
	p.each(func(values []int64) {
		for _, f := range facts {
			if !f.holds(values) {
				return
			}
		}
		if p.holds(values) {
			list = append(list, append([]int64(nil), values...))
		}
	})
	return list
}

// build returns a solver of p and its variables. The propagators are those of totals, then those of unequal.
func (p *problem) build(o kernel.Options) (*kernel.Solver, []kernel.Var) {
	s := kernel.New(o)
	var xs []kernel.Var
	for _, d := range p.domains {
		xs = append(xs, s.NewVar(d[0], d[1]))
	}
	for _, c := range p.totals {
		addTotal(s, xs, c)
	}
	for _, u := range p.unequal {
		c := &unequal{xs[u[0]], xs[u[1]]}
		id := s.AddPropagator(c, 0)
		s.WatchBoth(id, c.x)
		s.WatchBoth(id, c.y)
	}
	for _, c := range p.clauses {
		var atoms []kernel.Atom
		for _, f := range c {
			atoms = append(atoms, f.atom(s, xs))
		}
		s.AddClause(atoms...)
	}
	return s, xs
}

func randomFact(r *rand.Rand, domains [][2]int64) fact {
	x := r.IntN(len(domains))
	lo, hi := domains[x][0], domains[x][1]
	return fact{x, "><=!"[r.IntN(4)], lo - 1 + r.Int64N(hi-lo+3)}
}

func random(r *rand.Rand) *problem {
	p := &problem{}
	n := 2 + r.IntN(4)
	for range n {
		lo := r.Int64N(5) - 2
		p.domains = append(p.domains, [2]int64{lo, lo + r.Int64N(4)})
	}
	for range r.IntN(2 * n) {
		var c []fact
		for range 1 + r.IntN(4) {
			c = append(c, randomFact(r, p.domains))
		}
		p.clauses = append(p.clauses, c)
	}
	for range r.IntN(3) {
		c := total{limit: r.Int64N(7) - 2}
		for _, x := range r.Perm(n)[:1+r.IntN(n)] {
			c.xs, c.coefs = append(c.xs, x), append(c.coefs, []int64{-2, -1, 1, 3}[r.IntN(4)])
		}
		p.totals = append(p.totals, c)
	}
	for range r.IntN(3) {
		xs := r.Perm(n)
		p.unequal = append(p.unequal, [2]int{xs[0], xs[1]})
	}
	return p
}

// tight returns a problem with few solutions or none, which needs a search.
func tight(r *rand.Rand) *problem {
	p := &problem{}
	for range 6 {
		p.domains = append(p.domains, [2]int64{0, 2 + r.Int64N(2)})
	}
	for range 16 + r.IntN(8) {
		p.clauses = append(p.clauses, []fact{randomFact(r, p.domains), randomFact(r, p.domains), randomFact(r, p.domains)})
	}
	p.totals = []total{{[]int64{1, 2, -1}, r.Perm(6)[:3], 2}, {[]int64{-1, 1, -2}, r.Perm(6)[:3], -3}}
	for range 5 {
		xs := r.Perm(6)
		p.unequal = append(p.unequal, [2]int{xs[0], xs[1]})
	}
	return p
}

// sum is the propagator of a total. It explains lazily.
type sum struct {
	coefs []int64
	views []kernel.View
	limit int64
}

func addTotal(s *kernel.Solver, xs []kernel.Var, c total) {
	p := &sum{limit: c.limit}
	for i, x := range c.xs {
		k, view := c.coefs[i], xs[x].Lower()
		if k < 0 {
			k, view = -k, xs[x].Upper()
		}
		p.coefs, p.views = append(p.coefs, k), append(p.views, view)
	}
	id := s.AddPropagator(p, 1)
	for _, view := range p.views {
		s.Watch(id, view)
	}
}

func (p *sum) Propagate(s *kernel.Solver) bool {
	slack := p.limit
	var all []kernel.Atom
	for i, view := range p.views {
		slack -= p.coefs[i] * s.Bound(view)
		all = append(all, kernel.Atom{View: view, Value: s.Bound(view)})
	}
	if slack < 0 {
		return s.Fail(all...)
	}
	for i, view := range p.views {
		most := s.Bound(view) + slack/p.coefs[i]
		if !s.Set(kernel.Atom{View: view ^ 1, Value: -most}, kernel.Data(s.Running(), uint64(i))) {
			return false
		}
	}
	return true
}

func (p *sum) Explain(s *kernel.Solver, _ kernel.Atom, data uint64, at int32) {
	for i, view := range p.views {
		if uint64(i) != data {
			s.Why(kernel.Atom{View: view, Value: s.BoundAt(view, at)})
		}
	}
}

// unequal is the propagator of x != y. It removes inner values of domains and explains eagerly.
type unequal struct{ x, y kernel.Var }

func (p *unequal) Propagate(s *kernel.Solver) bool {
	for _, pair := range [2][2]kernel.Var{{p.x, p.y}, {p.y, p.x}} {
		if x := pair[0]; s.Fixed(x) {
			v := s.Min(x)
			if s.Has(pair[1], v) && !s.Remove(pair[1], v, s.Because(x.AtLeast(v), x.AtMost(v))) {
				return false
			}
		}
	}
	return true
}

func (p *unequal) Explain(*kernel.Solver, kernel.Atom, uint64, int32) {
	panic("its reasons are eager")
}
