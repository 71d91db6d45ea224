package temporal

import (
	"context"
	"math"
	"slices"

	"farbank/planning"
)

// Where no two actions need to overlap, a task is one in the finite-domain representation: each action is one operator, whose
// condition and effects are those of its start, its condition over all and its end together. Package planning has searches for
// any plan of these. Events, and actions that need others under way, are not covered.

// Limits of the translation.
const (
	maxValues      = 256       // the number of values of a number
	maxAlternative = 16        // the number of conjunctions of one condition
	maxOperators   = 2_000_000 // the number of operators
	maxSize        = 500_000   // the conditional effects, and the facts of disjunctions, of all operators together
	maxSteps       = 5_000_000 // the parts of conditions that are judged for values
	maxMemory      = 2 << 30   // the bytes of the searches
)

// A classical is the translation of a task. Variables are those of the facts and then those of numbers that matter.
type classical struct {
	t      *Task
	out    *planning.Task
	alone  []bool      // see alone
	left   int         // the number of actions that are not covered
	action []int32     // by operator
	at     []int       // by number: its variable, or -1
	values [][]float64 // by number: those it may have
	acts   [][]int32   // by number: the actions that change it, where a condition reads it
	state  *state      // a state for the judgement of one number
	size   int         // see maxSize
	steps  int         // see maxSteps
}

// newClassical translates a task; it returns false if the task has a form that is not covered, if a limit is reached, or if ctx is
// done. Actions that are not covered are
// left out, so that the translation may have no plan where the task has one. Plans of the translation are to be checked: changes
// of numbers that no condition reads are left out, too.
func newClassical(ctx context.Context, t *Task) (*classical, bool) {
	if len(t.Events) > 0 {
		return nil, false
	}
	c := &classical{t: t, out: &planning.Task{}, alone: t.alone(), state: &state{numbers: make([]float64, len(t.Numbers))}}
	for _, is := range t.Facts {
		c.variable(2, map[bool]int{true: 1}[is])
	}
	if !c.numbers(ctx) {
		return nil, false
	}
	for i := range t.Actions {
		if c.operators(i); len(c.out.Operators) > maxOperators || c.size > maxSize || c.steps > maxSteps || ctx.Err() != nil {
			return nil, false
		}
	}
	goal, some, ok := c.conjunction(t.Goal)
	if !ok {
		return nil, false
	}
	c.out.Goal, c.out.GoalSome = goal, some
	return c, true
}

func (c *classical) variable(size, begin int) int {
	c.out.Variables = append(c.out.Variables, planning.Variable{Size: size})
	c.out.Init = append(c.out.Init, begin)
	return len(c.out.Variables) - 1
}

// numbers gives each number that a condition reads the values it may have, if these are few. A number is changed by constants
// only, and compared with constants only.
func (c *classical) numbers(ctx context.Context) bool {
	t := c.t
	read := make([]bool, len(t.Numbers))
	fine := true
	visit := func(k *Cond) {
		eachCompare(k, func(k *Cond) {
			n := -1
			for _, e := range []*Expr{k.Left, k.Right} {
				e.each(func(m int) {
					fine = fine && (n < 0 || n == m)
					n, read[m] = m, true
				})
			}
		})
	}
	visit(t.Goal)
	for i := range t.Actions {
		a := &t.Actions[i]
		for _, s := range []*Snap{&a.Start, &a.End} {
			visit(s.Pre)
			for _, e := range s.Effects {
				visit(e.When)
			}
		}
		visit(a.Over)
	}
	c.acts = make([][]int32, len(t.Numbers))
	for i := range t.Actions {
		for _, s := range []*Snap{&t.Actions[i].Start, &t.Actions[i].End} {
			for _, x := range s.Changes {
				if read[x.Number] {
					if list := c.acts[x.Number]; len(list) == 0 || list[len(list)-1] != int32(i) {
						c.acts[x.Number] = append(list, int32(i))
					}
					fine = fine && x.Value.constant()
					eachCompare(x.When, func(*Cond) { fine = false })
				}
			}
		}
	}
	if !fine {
		return false
	}
	c.at, c.values = make([]int, len(t.Numbers)), make([][]float64, len(t.Numbers))
	for n := range t.Numbers {
		if c.at[n] = -1; read[n] {
			if !c.reach(n) || ctx.Err() != nil {
				return false
			}
			c.at[n] = c.variable(len(c.values[n]), 0)
		}
	}
	return true
}

// eachCompare calls visit with the comparisons of a condition.
func eachCompare(c *Cond, visit func(*Cond)) {
	if c == nil {
		return
	}
	if c.Left != nil {
		visit(c)
	}
	for _, a := range c.Args {
		eachCompare(a, visit)
	}
}

// reach computes the values of a number from the initial one, where actions need what they compare it with.
func (c *classical) reach(n int) bool {
	known := map[float64]bool{}
	add := func(v float64) bool {
		if math.IsNaN(v) || math.Abs(v) > 1e15 {
			return false
		}
		if !known[v] {
			known[v] = true
			c.values[n] = append(c.values[n], v)
		}
		return true
	}
	if !add(c.t.Numbers[n]) {
		return false
	}
	var acts []*Action
	for _, i := range c.acts[n] {
		if a := &c.t.Actions[i]; !unsure(&a.Start, n) && !unsure(&a.End, n) {
			acts = append(acts, a)
		}
	}
	for i := 0; i < len(c.values[n]); i++ {
		for _, a := range acts {
			if v, ok := c.through(a, n, c.values[n][i]); ok && !add(v) {
				return false
			}
		}
		if len(c.values[n]) > maxValues || c.steps > maxSteps {
			return false
		}
	}
	return true
}

// unsure reports whether a snap changes a number under a condition. Actions with such changes are not covered.
func unsure(s *Snap, n int) bool {
	return slices.ContainsFunc(s.Changes, func(x Change) bool { return x.Number == n && x.When != nil && x.When.Op != True })
}

// through returns the value that a number has after an action that begins with the value v, and changes it in any case. It returns
// false if a comparison of the number does not hold.
func (c *classical) through(a *Action, n int, v float64) (float64, bool) {
	if !c.compares(a.Start.Pre, n, v) {
		return 0, false
	}
	v = changed(&a.Start, n, v)
	if !c.compares(a.Over, n, v) || !c.compares(a.End.Pre, n, v) {
		return 0, false
	}
	return changed(&a.End, n, v), true
}

// changed returns the value of a number after a snap.
func changed(s *Snap, n int, v float64) float64 {
	for _, x := range s.Changes {
		if x.Number != n {
			continue
		}
		by := x.Value.Of(nil)
		switch x.How {
		case Assign:
			v = by
		case Increase:
			v += by
		case Decrease:
			v -= by
		case Scale:
			v *= by
		}
		v = round(v)
	}
	return v
}

// compares reports whether the comparisons of a number in a conjunction hold if it has the value v.
func (c *classical) compares(k *Cond, n int, v float64) bool {
	if k == nil {
		return true
	}
	c.steps++
	if k.Op == And {
		return !slices.ContainsFunc(k.Args, func(a *Cond) bool { return !c.compares(a, n, v) })
	}
	if k.Left == nil || number(k) != n {
		return true
	}
	c.state.numbers[n] = v
	return c.state.holds(k)
}

// number returns the number that a comparison reads, or -1.
func number(k *Cond) int {
	n := -1
	k.Left.each(func(m int) { n = m })
	k.Right.each(func(m int) { n = m })
	return n
}

// A clause is a disjunction of facts; those of one fact are its conditions.
type clause = []planning.Fact

// conjunction returns a condition as facts and disjunctions of facts, or false if it is not of this form or never holds.
func (c *classical) conjunction(k *Cond) (all clause, some []clause, ok bool) {
	list, ok := c.alternatives(k, 1)
	if !ok || len(list) != 1 {
		return nil, nil, false
	}
	return tidy(list[0].all, list[0].some)
}

// A conjunct is a conjunction of facts and of disjunctions of facts.
type conjunct struct {
	all  clause
	some []clause
}

// alternatives returns the conjunctions of which one has to hold; none if the condition never holds. It returns false if there
// are more than most.
func (c *classical) alternatives(k *Cond, most int) ([]conjunct, bool) {
	if k == nil {
		return []conjunct{{}}, true
	}
	switch k.Op {
	case True:
		return []conjunct{{}}, true
	case False:
		return nil, true
	case Fact:
		return []conjunct{{all: clause{{Var: k.Fact, Value: 1}}}}, true
	case NotFact:
		return []conjunct{{all: clause{{Var: k.Fact, Value: 0}}}}, true
	case Greater, AtLeast, Equal:
		n := number(k)
		if n < 0 {
			if (&state{}).holds(k) {
				return []conjunct{{}}, true
			}
			return nil, true
		}
		var fit clause
		for i, v := range c.values[n] {
			if c.compares(k, n, v) {
				fit = append(fit, planning.Fact{Var: c.at[n], Value: i})
			}
		}
		return oneOf(fit, len(c.values[n])), true
	case And:
		list := []conjunct{{}}
		for _, a := range k.Args {
			more, ok := c.alternatives(a, most)
			if !ok || len(list)*len(more) > most {
				return nil, ok && len(more) == 0
			}
			if len(more) == 1 {
				for i := range list {
					list[i].all, list[i].some = append(list[i].all, more[0].all...), append(list[i].some, more[0].some...)
				}
				continue
			}
			var next []conjunct
			for _, x := range list {
				for _, y := range more {
					next = append(next, conjunct{slices.Concat(x.all, y.all), slices.Concat(x.some, y.some)})
				}
			}
			list = next
		}
		return list, true
	case Or:
		var list []conjunct
		var simple clause
		for _, a := range k.Args {
			more, ok := c.alternatives(a, most)
			if !ok {
				return nil, false
			}
			for _, x := range more {
				switch {
				case len(x.all) == 0 && len(x.some) == 0:
					return []conjunct{{}}, true
				case len(x.all) == 1 && len(x.some) == 0:
					simple = append(simple, x.all[0])
				case len(x.all) == 0 && len(x.some) == 1:
					simple = append(simple, x.some[0]...)
				default:
					list = append(list, x)
				}
			}
		}
		if len(simple) > 0 {
			list = append(list, oneOf(simple, 0)...)
		}
		return list, len(list) <= most
	}
	return nil, false
}

// oneOf returns the condition that one of some facts holds. A variable of size values always has one of them all.
func oneOf(list clause, size int) []conjunct {
	switch {
	case len(list) == 0:
		return nil
	case len(list) == size:
		return []conjunct{{}}
	case len(list) == 1:
		return []conjunct{{all: list}}
	}
	return []conjunct{{some: []clause{list}}}
}

// operators adds the operators of an action. There are several if its condition has alternatives, or values of numbers.
func (c *classical) operators(i int) {
	a := &c.t.Actions[i]
	if a.Takes != nil && a.Takes.constant() {
		if takes, ok := a.duration(&state{}); !ok || takes < c.t.Epsilon && c.alone[i] {
			return
		}
	}
	x := newSubstitution(&a.Start)
	over, ok1 := x.exceptCompares(a.Over)
	end, ok2 := x.exceptCompares(a.End.Pre)
	if c.left++; !ok1 || !ok2 {
		return
	}
	list, ok := c.alternatives(&Cond{Op: And, Args: []*Cond{a.Start.Pre, over, end}}, maxAlternative)
	if !ok {
		return
	}
	var effects []planning.Effect
	for _, s := range []*Snap{&a.Start, &a.End} {
		for _, adds := range []bool{false, true} {
			for _, e := range s.Effects {
				if e.Add != adds {
					continue
				}
				when := e.When
				if s == &a.End {
					if when, ok = x.before(when); !ok {
						return
					}
				}
				if effects, ok = c.effect(effects, when, planning.Fact{Var: e.Fact, Value: map[bool]int{true: 1}[e.Add]}); !ok {
					return
				}
			}
		}
	}
	var limits []clause
	for _, n := range c.touched(a) {
		if unsure(&a.Start, n) || unsure(&a.End, n) {
			return
		}
		var fit clause
		for v, value := range c.values[n] {
			next, ok := c.through(a, n, value)
			if !ok {
				continue
			}
			fit = append(fit, planning.Fact{Var: c.at[n], Value: v})
			if to := slices.Index(c.values[n], next); to != v {
				effects = append(effects, planning.Effect{When: clause{{Var: c.at[n], Value: v}}, Fact: planning.Fact{Var: c.at[n], Value: to}})
			}
		}
		if len(fit) == 0 {
			c.left--
			return
		}
		if len(fit) < len(c.values[n]) {
			limits = append(limits, fit)
		}
		if c.steps > maxSteps || len(effects) > maxSize {
			c.size = maxSize + 1
			return
		}
	}
	c.left--
	effects = effective(effects)
	for _, x := range list {
		o := planning.Operator{Name: a.Name, Effects: effects, Cost: 1}
		if o.Pre, o.Some, ok = tidy(x.all, slices.Concat(x.some, limits)); ok {
			c.out.Operators = append(c.out.Operators, o)
			c.action = append(c.action, int32(i))
			for _, e := range o.Effects {
				c.size += min(1, len(e.When))
			}
			for _, some := range o.Some {
				c.size += len(some)
			}
		}
	}
}

// touched returns the numbers that an action changes, where a condition reads them.
func (c *classical) touched(a *Action) (list []int) {
	for _, s := range []*Snap{&a.Start, &a.End} {
		for _, x := range s.Changes {
			if c.at[x.Number] >= 0 {
				list = append(list, x.Number)
			}
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// effective removes the effects that later ones without conditions override.
func effective(list []planning.Effect) []planning.Effect {
	set := map[int]bool{}
	var kept []planning.Effect
	for _, e := range slices.Backward(list) {
		if !set[e.Var] {
			set[e.Var] = len(e.When) == 0
			kept = append(kept, e)
		}
	}
	slices.Reverse(kept)
	return kept
}

// effect appends an effect under a condition, or several.
func (c *classical) effect(list []planning.Effect, when *Cond, f planning.Fact) ([]planning.Effect, bool) {
	ways, ok := c.alternatives(when, maxAlternative)
	if !ok {
		return nil, false
	}
	for _, w := range ways {
		whens := []clause{w.all}
		for _, some := range w.some {
			var more []clause
			for _, x := range whens {
				for _, y := range some {
					more = append(more, append(slices.Clip(x), y))
				}
			}
			if whens = more; len(whens) > maxAlternative {
				return nil, false
			}
		}
		for _, x := range whens {
			if x, _, ok := tidy(x, nil); ok {
				list = append(list, planning.Effect{When: x, Fact: f})
			}
		}
	}
	return list, true
}

// tidy removes facts that occur twice, and disjunctions that hold. It returns false if the facts contradict each other.
func tidy(all clause, some []clause) (clause, []clause, bool) {
	var list clause
	met := map[int]int{}
	for _, f := range all {
		if v, ok := met[f.Var]; ok {
			if v != f.Value {
				return nil, nil, false
			}
			continue
		}
		met[f.Var] = f.Value
		list = append(list, f)
	}
	var rest []clause
	for _, s := range some {
		if !slices.ContainsFunc(s, func(f planning.Fact) bool { v, ok := met[f.Var]; return ok && v == f.Value }) {
			rest = append(rest, s)
		}
	}
	return list, rest, true
}

// A substitution has what the start of an action sets.
type substitution struct {
	set     map[int]bool // facts that it sets in any case
	unsure  map[int]bool // facts that it sets under conditions
	changes map[int]bool // numbers that it changes
}

func newSubstitution(s *Snap) *substitution {
	x := &substitution{map[int]bool{}, map[int]bool{}, map[int]bool{}}
	for _, adds := range []bool{false, true} {
		for _, e := range s.Effects {
			switch {
			case e.Add != adds:
			case e.When != nil && e.When.Op != True:
				x.unsure[e.Fact] = true
			default:
				x.set[e.Fact] = e.Add
			}
		}
	}
	for _, c := range s.Changes {
		x.changes[c.Number] = true
	}
	return x
}

// breaks returns the literals that are false afterwards.
func (x *substitution) breaks() map[int32]bool {
	list := map[int32]bool{}
	for f, to := range x.set {
		if !x.unsure[f] {
			list[literal(f, !to)] = true
		}
	}
	return list
}

// compares reports whether a condition is a comparison of a number that changes.
func (x *substitution) compares(k *Cond) bool {
	changes := false
	visit := func(n int) { changes = changes || x.changes[n] }
	k.Left.each(visit)
	k.Right.each(visit)
	return changes
}

// before returns a condition after the start as one before it. It returns false for facts that are set under conditions, and for
// numbers that change.
func (x *substitution) before(k *Cond) (*Cond, bool) {
	if k == nil {
		return nil, true
	}
	switch k.Op {
	case Fact, NotFact:
		if x.unsure[k.Fact] {
			return nil, false
		}
		if v, ok := x.set[k.Fact]; ok {
			return &Cond{Op: map[bool]Op{true: True, false: False}[v == (k.Op == Fact)]}, true
		}
	case Greater, AtLeast, Equal:
		return k, !x.compares(k)
	case And, Or:
		return x.each(k, func(a *Cond) (*Cond, bool) { return x.before(a) })
	}
	return k, true
}

// each returns a condition with its parts replaced.
func (x *substitution) each(k *Cond, by func(*Cond) (*Cond, bool)) (*Cond, bool) {
	out, same := &Cond{Op: k.Op}, true
	for _, a := range k.Args {
		b, ok := by(a)
		if !ok {
			return nil, false
		}
		same = same && a == b
		out.Args = append(out.Args, b)
	}
	if same {
		return k, true
	}
	return out, true
}

// exceptCompares is like before, but leaves out the comparisons of numbers that change; see through. It leaves out only those
// outside of disjunctions.
func (x *substitution) exceptCompares(k *Cond) (*Cond, bool) {
	switch {
	case k == nil:
		return nil, true
	case k.Op == And:
		return x.each(k, x.exceptCompares)
	case k.Left != nil && x.compares(k):
		return &Cond{Op: True}, true
	}
	return x.before(k)
}

// relaxed is like before, but leaves out the parts for which that returns false.
func (x *substitution) relaxed(k *Cond) *Cond {
	if k != nil && k.Op == And {
		k, _ = x.each(k, func(a *Cond) (*Cond, bool) { return x.relaxed(a), true })
		return k
	}
	if b, ok := x.before(k); ok {
		return b
	}
	return nil
}

// find searches for a plan without overlap until ctx is done. It returns nil if it finds none.
func (c *classical) find(ctx context.Context) []int32 {
	within, stop := context.WithCancel(ctx)
	defer stop()
	var plan []int
	found := false
	o := planning.SolveOptions{Options: planning.Options{Memory: maxMemory}, Aim: planning.Satisficing}
	o.OnSolution = func(list []int, _ int64) {
		if !found { // the rest of the time is for the searches of this package
			plan, found = list, true
			stop()
		}
	}
	switch r, err := planning.Solve(within, c.out, o); {
	case found:
	case err != nil || r.Status != planning.Feasible && r.Status != planning.Solved:
		return nil
	default:
		plan = r.Plan
	}
	list := make([]int32, len(plan))
	for i, o := range plan {
		list[i] = c.action[o]
	}
	return list
}

// sequence returns the happenings of actions one after the other, or false if one does not apply.
func (t *Task) sequence(list []int32) (out Outcome, ok bool) {
	s := newSearch(t, Options{})
	m := &moment{state: t.begin()}
	out.Plan, out.Takes = []Happening{}, []int64{}
	for _, k := range list {
		takes := int64(0)
		a := &t.Actions[k]
		if a.Takes != nil {
			takes, _ = a.duration(m.state)
		}
		if m = s.next(m, k); m == nil {
			return Outcome{}, false
		}
		out.Plan, out.Takes = append(out.Plan, Happening{int(k), false}), append(out.Takes, takes)
		if a.Takes != nil {
			out.Plan, out.Takes = append(out.Plan, Happening{int(k), true}), append(out.Takes, takes)
		}
	}
	return out, s.done(m)
}
