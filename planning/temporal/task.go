package temporal

import (
	"maps"
	"math"
	"slices"
)

// A Task is a planning task. Facts and numbers are numbered from 0.
type Task struct {
	Facts   []bool    // the initial state
	Numbers []float64 // the initial values
	Actions []Action
	Events  []Event // in the order of their times
	Goal    *Cond
	Epsilon int64 // the least time between happenings that interfere, in ticks
	Priced  bool  // actions have costs, which are not part of the task
}

// Tick is the number of units of time in a second of the plan: times are integers, in millionths.
const Tick = 1_000_000

// An Action is a ground action. An action without duration happens at its start.
type Action struct {
	Name       string // with its arguments, such as (drive t1 a b)
	Start, End Snap
	Over       *Cond // holds between the start and the end
	OverReads  []int // further facts and numbers that count as read by Over
	Takes      *Expr // the duration, in the state before the start; nil for an action without duration
}

// A Snap is what happens at one instant.
type Snap struct {
	Pre     *Cond
	Effects []Effect
	Changes []Change

	// What counts as read and as written, too, for the order of happenings that interfere: facts, then
	// numbers, and numbers below 0 for what the task does not have.
	Reads, Writes   []int
	Shifts          []int // what counts as increased or decreased
	Gives, Removals []int // facts that count as made true, and as made false
}

// An Effect sets a fact.
type Effect struct {
	When *Cond // nil means always
	Fact int
	Add  bool
}

// A Change changes a number.
type Change struct {
	When   *Cond // nil means always
	Number int
	How    How
	Value  *Expr
}

// How is the kind of a change.
type How uint8

// The kinds of changes.
const (
	Assign How = iota
	Increase
	Decrease
	Scale
)

// An Event sets facts at a time.
type Event struct {
	Time    int64 // in ticks
	Effects []Effect
}

// Op is the kind of a condition.
type Op uint8

// The kinds of conditions. Compare is Left > Right, Left >= Right or Left == Right.
const (
	True Op = iota
	False
	Fact
	NotFact
	And
	Or
	Greater
	AtLeast
	Equal
)

// A Cond is a condition. Negations stand at facts only.
type Cond struct {
	Op          Op
	Fact        int
	Args        []*Cond
	Left, Right *Expr
}

// ExprOp is the kind of an expression.
type ExprOp uint8

// The kinds of expressions.
const (
	Const ExprOp = iota
	Number
	Add
	Sub
	Mul
	Div
	Ticks // rounded to a whole number of ticks
)

// An Expr is an expression over numbers.
type Expr struct {
	Op    ExprOp
	Value float64
	Index int // of a number
	Args  []*Expr
}

// round removes errors of floating point below a millionth.
func round(v float64) float64 {
	if math.Abs(v) > 1e9 {
		return v
	}
	return math.Round(v*1e6) / 1e6
}

// Of evaluates an expression.
func (e *Expr) Of(numbers []float64) float64 {
	switch e.Op {
	case Const:
		return e.Value
	case Number:
		return numbers[e.Index]
	}
	v := e.Args[0].Of(numbers)
	if e.Op == Ticks {
		return math.Round(v*Tick) / Tick
	}
	for _, a := range e.Args[1:] {
		w := a.Of(numbers)
		switch e.Op {
		case Add:
			v += w
		case Sub:
			v -= w
		case Mul:
			v *= w
		case Div:
			v /= w
		}
	}
	return v
}

// each calls visit with the numbers of an expression.
func (e *Expr) each(visit func(number int)) {
	if e == nil {
		return
	}
	if e.Op == Number {
		visit(e.Index)
	}
	for _, a := range e.Args {
		a.each(visit)
	}
}

// constant reports whether no number occurs.
func (e *Expr) constant() bool {
	is := true
	e.each(func(int) { is = false })
	return is
}

// timed reports whether anything takes time.
func (t *Task) timed() bool {
	return len(t.Events) > 0 || slices.ContainsFunc(t.Actions, func(a Action) bool { return a.Takes != nil })
}

// A state has the facts that hold and the values of the numbers.
type state struct {
	facts   []uint64
	numbers []float64
}

func (s *state) has(fact int) bool { return s.facts[fact>>6]>>(fact&63)&1 != 0 }

func (s *state) set(fact int, to bool) {
	if to {
		s.facts[fact>>6] |= 1 << (fact & 63)
	} else {
		s.facts[fact>>6] &^= 1 << (fact & 63)
	}
}

func (s *state) clone() *state { return &state{slices.Clone(s.facts), slices.Clone(s.numbers)} }

// holds evaluates a condition; nil holds.
func (s *state) holds(c *Cond) bool {
	if c == nil {
		return true
	}
	switch c.Op {
	case True:
		return true
	case Fact:
		return s.has(c.Fact)
	case NotFact:
		return !s.has(c.Fact)
	case And:
		for _, a := range c.Args {
			if !s.holds(a) {
				return false
			}
		}
		return true
	case Or:
		for _, a := range c.Args {
			if s.holds(a) {
				return true
			}
		}
		return false
	case Greater, AtLeast, Equal:
		v := round(c.Left.Of(s.numbers) - c.Right.Of(s.numbers))
		return v > 0 && c.Op != Equal || v == 0 && c.Op != Greater
	}
	return false
}

// apply makes the effects of a snap in a copy of the state. It returns nil if a number becomes
// infinite.
func (s *state) apply(x *Snap) *state {
	out := s.clone()
	for i := range x.Effects {
		if e := &x.Effects[i]; !e.Add && s.holds(e.When) {
			out.set(e.Fact, false)
		}
	}
	for i := range x.Effects {
		if e := &x.Effects[i]; e.Add && s.holds(e.When) {
			out.set(e.Fact, true)
		}
	}
	for i := range x.Changes {
		c := &x.Changes[i]
		if !s.holds(c.When) {
			continue
		}
		now, v := &out.numbers[c.Number], c.Value.Of(s.numbers)
		switch c.How {
		case Assign:
			*now = v
		case Increase:
			*now += v
		case Decrease:
			*now -= v
		case Scale:
			*now *= v
		}
		if *now = round(*now); math.IsNaN(*now) || math.Abs(*now) > 1e15 {
			return nil
		}
	}
	return out
}

// begin returns the initial state.
func (t *Task) begin() *state {
	s := &state{make([]uint64, (len(t.Facts)+63)/64), slices.Clone(t.Numbers)}
	for f, is := range t.Facts {
		s.set(f, is)
	}
	return s
}

// duration returns the duration of an action in ticks, or false if it is no positive number.
func (a *Action) duration(s *state) (int64, bool) {
	v := a.Takes.Of(s.numbers)
	if math.IsNaN(v) || v <= 0 || v > 1e9 {
		return 0, false
	}
	return int64(math.Round(v * Tick)), true
}

// Sorted returns events in the order of their times.
func Sorted(events map[int64]*Event) []Event {
	var list []Event
	for _, t := range slices.Sorted(maps.Keys(events)) {
		list = append(list, *events[t])
	}
	return list
}

// core returns the task without changes of numbers on which no plan depends, such as costs; the actions are the same. It is
// t itself if all numbers matter. Nothing takes time in t.
func (t *Task) core() *Task {
	matters := make([]bool, len(t.Numbers))
	var values func(c *Cond)
	mark := func(n int) { matters[n] = true }
	values = func(c *Cond) {
		if c == nil {
			return
		}
		c.Left.each(mark)
		c.Right.each(mark)
		for _, x := range c.Args {
			values(x)
		}
	}
	values(t.Goal)
	for i := range t.Actions {
		s := &t.Actions[i].Start
		values(s.Pre)
		for _, e := range s.Effects {
			values(e.When)
		}
		for _, c := range s.Changes {
			values(c.When)
			if undefined(c.Value, t.Numbers) || math.IsNaN(t.Numbers[c.Number]) {
				mark(c.Number) // the change may be impossible, and the action with it
			}
		}
	}
	for more := true; more; {
		more = false
		for i := range t.Actions {
			for _, c := range t.Actions[i].Start.Changes {
				if matters[c.Number] {
					c.Value.each(func(n int) {
						more = more || !matters[n]
						mark(n)
					})
				}
			}
		}
	}
	if !slices.Contains(matters, false) {
		return t
	}
	out := *t
	out.Actions = slices.Clone(t.Actions)
	for i := range out.Actions {
		s := &out.Actions[i].Start
		s.Changes = slices.DeleteFunc(slices.Clone(s.Changes), func(c Change) bool { return !matters[c.Number] })
	}
	return &out
}

// undefined reports whether an expression may have no value.
func undefined(e *Expr, numbers []float64) bool {
	if e.Op == Div || e.Op == Number && math.IsNaN(numbers[e.Index]) {
		return true
	}
	return slices.ContainsFunc(e.Args, func(a *Expr) bool { return undefined(a, numbers) })
}
