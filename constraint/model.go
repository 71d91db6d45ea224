package constraint

import (
	"errors"
	"fmt"
	"io"

	"farbank/constraint/kernel"
)

// A Model is variables and constraints. The zero Model has none. A Model is for one goroutine.
type Model struct {
	// Memory is the most bytes that solving may use, about; 0: no limit.
	Memory int64
	// OnlyAsked has only the search of Search done, until it has covered everything.
	OnlyAsked bool
	// Free has the search of Search passed over.
	Free bool
	// Advised says that the search of Search is advice: a model of nothing but clauses of Bools is solved without it.
	Advised bool
	// Turns is how many stretches of the search, between restarts, come to one of that of Search, which
	// has the first; 0: two.
	Turns int
	// Restarts, if not nil, says when the search begins anew; the workers but the first have their own. With OnlyAsked there are no
	// others.
	Restarts Restarts
	// Seed is for what depends on chance: values at random, and the neighbourhoods of workers.
	Seed uint64
	// Workers is how many workers answer Solve, Minimize and their like together, each with a search of
	// its own; up to 1, or where there is a Proof: one, and the answer is the same each time. Functions of
	// the model are called by one worker at a time. Of a model of nothing but clauses the first is a solver of clauses.
	Workers int
	// Proof, if not nil, gets a proof of what Solve, Minimize and their like find out to be
	// impossible, which CheckProof checks. It is for one question.
	Proof io.Writer
	// Progress, if not nil, is called often while a question is answered.
	Progress func(Progress)
	// Incumbent, if not nil, is asked now and then for the objective of a solution that is known
	// elsewhere: only better ones are looked for.
	Incumbent func() (objective int64, ok bool)
	// Checkpoint, if not nil, is where Solve without assumptions, Minimize and their like keep what they
	// learn. Whoever gives it keeps the best solution, and has Incumbent tell of it: what is learned holds for better ones.
	Checkpoint Checkpoint
	// Signature tells models apart that have the same variables: what a model of another one has learned is not
	// used.
	Signature string

	vars      []variable // of variable i+1
	posts     []func(b *building) error
	stated    []statement // by what was posted, as long as that is only conditions
	other     bool        // something else was posted, or there is a variable of other values than 0 and 1
	searches  []part
	shown     []Int          // nil: all
	equal     []Sum          // are 0
	below     []Sum          // of two variables, are at most 0
	gaps      []gap          // disequalities that always hold
	whole     map[string]Int // variables that are sums, by the text of the sum
	functions functions
	err       error
}

type variable struct {
	name   string
	lo, hi int64
	says   Condition // of a Bool made by Truth: what it says; nil: it is free
}

// MaxValue is the greatest size of a value.
const MaxValue = kernel.MaxValue

// Err is the first mistake made in building the model.
func (m *Model) Err() error { return m.err }

func (m *Model) fail(err error) {
	if m.err == nil {
		m.err = err
	}
}

// Int adds a variable with values from lo to hi. The name is for errors and printing.
func (m *Model) Int(name string, lo, hi int64) Int {
	if lo < -MaxValue || hi > MaxValue {
		m.fail(fmt.Errorf("%s: values from %d to %d; they must be within 2^52", name, lo, hi))
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

// AsInt is a Bool as a variable that is 0 or 1; of a negation it makes one.
func (m *Model) AsInt(b Bool) Int {
	if !b.negated {
		return Int{b.id}
	}
	x := m.Int("", 0, 1)
	m.Add(x.Equal(b))
	return x
}

// AsBool is a variable of values 0 and 1 as a Bool.
func (m *Model) AsBool(x Int) Bool {
	if lo, hi := m.Bounds(x); lo < 0 || hi > 1 {
		m.fail(fmt.Errorf("%s: a variable with values from %d to %d is no Bool", m.Name(x), lo, hi))
	}
	return Bool{id: x.id}
}

// Name is the name of a variable.
func (m *Model) Name(x Int) string {
	if !m.knows(x.id) || x.id == 0 {
		return "0"
	}
	return m.vars[x.id-1].name
}

// Bounds are the least and the greatest value that a variable was added with.
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

// check reports whether all expressions are there, and all variables of this model.
func (m *Model) check(list ...Expr) bool {
	for _, e := range list {
		if e == nil {
			m.fail(errNil)
			return false
		}
		for _, t := range e.Sum().terms {
			if !m.knows(t.id) {
				m.fail(errOther)
				return false
			}
		}
	}
	return true
}

// checkInts is check for variables.
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

// post adds what is no condition.
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

// Add has a condition hold.
func (m *Model) Add(c Condition) { m.When(True, c) }

// When has a condition hold where another does.
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

// keep remembers a comparison that always holds for the presolve; told says that it will be told by that.
func (m *Model) keep(c comparison) (told bool) {
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

// Truth is a Bool that holds where a condition does.
func (m *Model) Truth(c Condition) Bool {
	if b, ok := c.(Bool); ok {
		return b
	}
	if !m.checkCondition(c) {
		return Bool{}
	}
	m.vars = append(m.vars, variable{hi: 1, says: c})
	return Bool{id: int32(len(m.vars))}
}

// Variable is a variable that equals an expression: the expression itself where it is one.
func (m *Model) Variable(e Expr) Int {
	sum := e.Sum()
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
		m.fail(fmt.Errorf("%v: its values can be larger than 2^52", sum))
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

// span is within what the values of a sum lie, if that is within MaxValue.
func (m *Model) span(sum Sum) (lo, hi int64, ok bool) {
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

// Define has a Bool hold where a condition does, and not elsewhere.
func (m *Model) Define(t Bool, c Condition) {
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

// In has a variable be one of some values.
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
		if b.s.Max(y)-b.s.Min(y) > 1<<22 { // as a choice
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

// Project has [Model.Solutions] give one solution for all that agree on some variables.
func (m *Model) Project(xs ...Int) {
	if m.checkInts(xs) {
		m.shown = append([]Int{}, xs...)
	}
}
