package constraint

import (
	"errors"
	"fmt"
	"io"

	"farbank/constraint/kernel"
	"farbank/solver"
)

// Options are the limits and settings of solving. The zero Options have no limits.
type Options struct {
	// Memory is an approximate limit of memory in bytes; 0 means no limit.
	Memory int64
	// Workers is the number of workers that solve in parallel with different searches; 0 means 1. With one worker, or
	// with a Proof, the answer is deterministic. The workers call functions of the Options one at a time. For a model
	// that consists of clauses only, the first worker is a SAT solver.
	Workers int
	// Progress, if not nil, is called often during the search.
	Progress func(Progress)
	// Checkpoint, if not nil, stores what Solve without assumptions, Minimize and Maximize learn. It does not store
	// solutions: the caller keeps the best one and returns its objective by Incumbent, since learned clauses hold for
	// better solutions only.
	Checkpoint solver.Checkpoint
	// Signature distinguishes models with the same variables: a checkpoint of another signature is not used.
	Signature string
	// Incumbent, if not nil, is called from time to time. It returns the objective of a solution found elsewhere; the
	// search is then restricted to better solutions.
	Incumbent func() (objective int64, ok bool)
	// Proof, if not nil, receives a proof of infeasibility or optimality, which CheckProof checks. It must be used for
	// one call only.
	Proof io.Writer

	// OnlyAsked restricts the search to that of [Model.Search], until it has covered everything.
	OnlyAsked bool
	// Free ignores the search of [Model.Search].
	Free bool
	// Advised marks the search of [Model.Search] as advice: a model of clauses only is solved without it.
	Advised bool
	// Turns is the number of restart intervals after which the search of [Model.Search] is used again: it is used in
	// the first of every Turns intervals, and the free search in the others; 0 means 2.
	Turns int
	// Restarts, if not nil, determines the restarts of the first worker. With OnlyAsked there are no others.
	Restarts Restarts
	// Seed is the seed of random values and neighbourhoods.
	Seed uint64
}

// A Model is a set of variables and constraints. The zero Model is empty. A Model is for one goroutine.
type Model struct {
	Options

	vars      []variable // variable i+1 is vars[i]
	posts     []func(b *building) error
	stated    []statement // the posted conditions, as long as there are no other constraints
	other     bool        // there are other constraints, or variables with values other than 0 and 1
	searches  []part
	shown     []Int    // nil: all
	equal     []Linear // sums that are 0
	below     []Linear // sums of two terms that are at most 0
	gaps      []gap    // unconditional disequalities
	parities  []parityOf
	whole     map[string]Int // variables that equal a sum, by its key
	functions functions
	err       error
}

type variable struct {
	name      string
	lo, hi    int64
	condition Condition // of a Bool made by Truth: its condition; nil: a free variable
}

// MaxValue is the largest value of a variable; -MaxValue is the smallest.
const MaxValue = kernel.MaxValue

// Err returns the first error made in building the model.
func (m *Model) Err() error { return m.err }

func (m *Model) fail(err error) {
	if m.err == nil {
		m.err = err
	}
}

// Int adds a variable with values from lo to hi. The name is for errors and printing.
func (m *Model) Int(name string, lo, hi int64) Int {
	if lo < -MaxValue || hi > MaxValue {
		m.fail(fmt.Errorf("the values of %s from %d to %d are not within 2^52", name, lo, hi))
		lo, hi = 0, 0
	}
	m.vars = append(m.vars, variable{name: name, lo: lo, hi: hi})
	if lo < 0 || hi > 1 {
		m.other, m.stated = true, nil
	}
	return Int{int32(len(m.vars))}
}

// Ints adds n variables, name[0] and so on.
func (m *Model) Ints(name string, n int, lo, hi int64) []Int {
	list := make([]Int, n)
	for i := range list {
		list[i] = m.Int(fmt.Sprintf("%s[%d]", name, i), lo, hi)
	}
	return list
}

// Bool adds a variable that is true or false.
func (m *Model) Bool(name string) Bool {
	m.vars = append(m.vars, variable{name: name, hi: 1})
	return Bool{id: int32(len(m.vars))}
}

// AsInt returns b as a variable with values 0 and 1. For a negation it adds a variable.
func (m *Model) AsInt(b Bool) Int {
	if !b.negated {
		return Int{b.id}
	}
	x := m.Int("", 0, 1)
	m.Add(x.Equal(b))
	return x
}

// AsBool returns a variable with values 0 and 1 as a Bool.
func (m *Model) AsBool(x Int) Bool {
	if lo, hi := m.Bounds(x); lo < 0 || hi > 1 {
		m.fail(fmt.Errorf("%s has values from %d to %d and is not a Bool", m.Name(x), lo, hi))
	}
	return Bool{id: x.id}
}

// Name returns the name of a variable.
func (m *Model) Name(x Int) string {
	if !m.knows(x.id) || x.id == 0 {
		return "0"
	}
	return m.vars[x.id-1].name
}

// Bounds returns the bounds that a variable was added with.
func (m *Model) Bounds(x Int) (lo, hi int64) {
	if !m.knows(x.id) || x.id == 0 {
		return 0, 0
	}
	return m.vars[x.id-1].lo, m.vars[x.id-1].hi
}

func (m *Model) knows(id int32) bool { return int(id) <= len(m.vars) }

var (
	errOther = errors.New("a variable of another model")
	errNil   = errors.New("an expression is nil")
)

// check reports whether all expressions are not nil and use only variables of this model.
func (m *Model) check(list ...Expr) bool {
	for _, e := range list {
		if e == nil {
			m.fail(errNil)
			return false
		}
		for _, t := range e.Linear().terms {
			if !m.knows(t.id) {
				m.fail(errOther)
				return false
			}
		}
	}
	return true
}

// checkInts is like check for variables.
func (m *Model) checkInts(lists ...[]Int) bool {
	for _, list := range lists {
		for _, x := range list {
			if !m.knows(x.id) {
				m.fail(errOther)
				return false
			}
		}
	}
	return true
}

func (m *Model) checkCondition(c Condition) bool {
	switch c := c.(type) {
	case Bool:
		return m.check(c)
	case comparison:
		return m.check(c.sum)
	case list:
		for _, p := range c.parts {
			if !m.checkCondition(p) {
				return false
			}
		}
	}
	return true
}

// post adds a constraint that is not a condition.
func (m *Model) post(f func(b *building) error) {
	m.posts = append(m.posts, f)
	m.other, m.stated = true, nil
}

// postCondition adds a condition.
func (m *Model) postCondition(st statement, f func(b *building) error) {
	m.posts = append(m.posts, f)
	if !m.other {
		m.stated = append(m.stated, st)
	}
}

// Add adds the constraint c.
func (m *Model) Add(c Condition) { m.When(True, c) }

// When adds the constraint that c holds if when does.
func (m *Model) When(when, c Condition) {
	if !m.checkCondition(when) || !m.checkCondition(c) {
		return
	}
	if e, ok := c.(comparison); ok && when == Condition(True) && m.keep(e) {
		return
	}
	m.postCondition(statement{when: when, then: c}, func(b *building) error {
		r, err := when.atom(b)
		if err != nil {
			return err
		}
		return c.post(b, r)
	})
}

// keep records an unconditional comparison for the presolve. It returns true if the presolve will post it.
func (m *Model) keep(c comparison) (deferred bool) {
	switch c.op {
	case '=':
		m.equal = append(m.equal, c.sum)
	case '<':
		if len(c.sum.terms) == 2 {
			m.below = append(m.below, c.sum)
		}
	default:
		if g, ok := asGap(c.sum); ok {
			m.gaps = append(m.gaps, g)
			return true
		}
	}
	return false
}

// Truth returns a Bool that is equivalent to c.
func (m *Model) Truth(c Condition) Bool {
	if b, ok := c.(Bool); ok {
		return b
	}
	if !m.checkCondition(c) {
		return Bool{}
	}
	m.vars = append(m.vars, variable{hi: 1, condition: c})
	return Bool{id: int32(len(m.vars))}
}

// Variable returns a variable that equals e. It adds one unless e is a variable.
func (m *Model) Variable(e Expr) Int {
	sum := e.Linear()
	if len(sum.terms) == 1 && sum.terms[0].coef == 1 && sum.constant == 0 {
		return Int{sum.terms[0].id}
	}
	if len(sum.terms) == 0 && sum.constant == 0 {
		return Int{}
	}
	if !m.check(e) {
		return Int{}
	}
	key := sum.key()
	if x, ok := m.whole[key]; ok {
		return x
	}
	lo, hi, ok := m.span(sum)
	if !ok {
		m.fail(fmt.Errorf("the values of %v can be larger than 2^52", sum))
		return Int{}
	}
	x := m.Int("", lo, hi)
	if len(sum.terms) > 0 {
		m.Add(x.Equal(sum))
	}
	if m.whole == nil {
		m.whole = map[string]Int{}
	}
	m.whole[key] = x
	return x
}

// span returns bounds of a sum. ok is false if they exceed MaxValue.
func (m *Model) span(sum Linear) (lo, hi int64, ok bool) {
	lo, hi = sum.constant, sum.constant
	ok = !sum.overflow && lo >= -MaxValue && hi <= MaxValue
	for _, t := range sum.terms {
		v := &m.vars[t.id-1]
		if !ok || !fits(t.coef, v.lo) || !fits(t.coef, v.hi) {
			return 0, 0, false
		}
		p, q := t.coef*v.lo, t.coef*v.hi
		lo, hi = lo+min(p, q), hi+max(p, q)
		ok = lo >= -MaxValue && hi <= MaxValue
	}
	return lo, hi, ok
}

// Reify adds the constraint that t is equivalent to c.
func (m *Model) Reify(t Bool, c Condition) {
	if !m.check(t) || !m.checkCondition(c) {
		return
	}
	m.postCondition(statement{t, c, true}, func(b *building) error {
		r := b.bool(t)
		if err := c.post(b, r); err != nil {
			return err
		}
		return c.not().post(b, r.Not())
	})
}

// In constrains x to be one of values.
func (m *Model) In(x Int, values ...int64) {
	if !m.checkInts([]Int{x}) {
		return
	}
	m.post(func(b *building) error {
		y := b.variableOf(x.id)
		keep := make(map[int64]bool, len(values))
		for _, v := range values {
			keep[v] = true
		}
		if b.s.Max(y)-b.s.Min(y) > 1<<22 { // too many values to exclude
			atoms := make([]kernel.Atom, 0, len(values))
			for _, v := range values {
				atoms = append(atoms, b.s.Equal(y, v))
			}
			b.s.AddClause(atoms...)
			return nil
		}
		lo, hi := b.s.Min(y), b.s.Max(y)
		for lo <= hi && !keep[lo] {
			lo++
		}
		for hi >= lo && !keep[hi] {
			hi--
		}
		b.s.AddClause(y.AtLeast(lo))
		b.s.AddClause(y.AtMost(hi))
		for v := lo; v <= hi; v++ {
			if !keep[v] {
				b.s.AddClause(b.s.Equal(y, v).Not())
			}
		}
		return nil
	})
}

// Project makes [Model.Solutions] return only one of the solutions that agree on xs.
func (m *Model) Project(xs ...Int) {
	if m.checkInts(xs) {
		m.shown = append([]Int{}, xs...)
	}
}
