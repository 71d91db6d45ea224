package pddl

import (
	"context"
	"fmt"
	"maps"
	"math"
	"math/big"
	"slices"
	"strings"

	"farbank/model"
)

// A judge validates plans by the domain and the problem, on sets of facts. It shares only the
// parser with the grounder.
type judge struct {
	d *domain

	cells   []model.CellInfo
	names   [][]string // by cell: its facts
	numbers []string   // fluents of the following cells
	pending []string   // values of the cell under: actions that may be under way, the first none
	under   int
	sight   int    // the cell for what was seen last, or 0
	hidden  []bool // by cell
	ctx     context.Context
	file    string
}

// A world is a state: the facts that hold, the derived facts once requested, and the numbers.
type world struct {
	facts, derived map[string]bool
	settled        *bool // derived is complete
	numbers        map[string]*big.Int
	observed       string // what was seen last, or ""
	pending        string // the action that is under way, with its objects, or ""
}

func newWorld() world {
	return world{facts: map[string]bool{}, derived: map[string]bool{}, settled: new(bool), numbers: map[string]*big.Int{}}
}

func (j *judge) key(pred int, args []int32) string {
	return string(j.spell(nil, pred, args))
}

// spell appends the text of a fact.
func (j *judge) spell(text []byte, pred int, args []int32) []byte {
	text = append(text, j.d.predicates[pred].name...)
	for _, o := range args {
		text = append(append(text, ' '), j.d.objects[o].name...)
	}
	return text
}

// Within returns a judge that stops when ctx is done.
func (j *judge) Within(ctx context.Context) model.Judge {
	k := *j
	k.ctx = ctx
	return &k
}

// Without returns j: there are no rules that could be ignored.
func (j *judge) Without([]model.Pos) model.Judge { return j }

// first returns the initial world.
func (j *judge) first() world {
	w := newWorld()
	for _, f := range j.d.init {
		w.facts[j.key(f.pred, f.args)] = true
	}
	for name, v := range j.d.values {
		w.numbers[name] = big.NewInt(v)
	}
	return w
}

// Verify validates a plan; see model.Judge.
func (j *judge) Verify(find []int64, moves []*model.Move, goal bool) ([]model.Step, int64, error) {
	w := j.first()
	steps := []model.Step{{State: j.state(w)}}
	total := int64(0)
	for i, m := range moves {
		if j.ctx != nil && j.ctx.Err() != nil {
			return steps, total, context.Cause(j.ctx)
		}
		s := j.schema(m.Schema.Name, len(m.Args))
		env := make([]int32, s.slots)
		for k, a := range m.Args {
			env[k] = int32(a.Leaves[0])
			if !j.d.is(env[k], s.params[k].of) {
				return steps, total, &model.PlanError{Step: i + 1, Move: m.String(), Why: fmt.Sprintf("%s is not of the type of %s", a, s.params[k].name)}
			}
		}
		if why := j.missing(w, s.pre, env); why != "" {
			return steps, total, &model.PlanError{Step: i + 1, Move: m.String(), Why: "does not apply: it needs " + why}
		}
		next, why := j.apply(w, s, env)
		if why != "" {
			return steps, total, &model.PlanError{Step: i + 1, Move: m.String(), Why: "does not apply: " + why}
		}
		next.observed = j.observed(s, next, env)
		cost := j.price(s, w, next)
		last := &steps[len(steps)-1]
		last.Move, last.Cost = m, cost
		if total > math.MaxInt64-cost {
			return steps, total, &model.OverflowError{File: j.file, Pos: m.Schema.Pos}
		}
		w, total = next, total+cost
		steps = append(steps, model.Step{State: j.state(w)})
	}
	if goal {
		if why := j.missing(w, j.d.goal, make([]int32, j.d.slots)); why != "" {
			return steps, total, &model.PlanError{Step: len(moves) + 1, Why: "the goal is not met: it needs " + why}
		}
	}
	return steps, total, nil
}

func (j *judge) schema(name string, params int) *schema {
	for _, s := range j.d.actions {
		if s.is(name, params) {
			return s
		}
	}
	return nil
}

// state returns a world as the values of the cells.
func (j *judge) state(w world) model.State {
	s := make(model.State, len(j.cells))
	for i, names := range j.names {
		if len(names) > 1 {
			s[i] = int64(len(names))
		}
		for v, name := range names {
			if w.facts[name] {
				s[i] = int64(v)
				if len(names) == 1 {
					s[i] = 1
				}
			}
		}
	}
	for k, name := range j.numbers {
		s[len(j.names)+k] = w.numbers[name].Int64()
	}
	if w.pending != "" {
		s[j.under] = int64(slices.Index(j.pending, w.pending))
	}
	if w.observed != "" {
		s[j.sight] = int64(slices.Index(seenWords, w.observed))
	}
	return s
}

// missing returns the first conjunct that does not hold, or "".
func (j *judge) missing(w world, f *formula, env []int32) string {
	parts := []*formula{f}
	if f.op == isAnd {
		parts = f.args
	}
	for _, p := range parts {
		if !j.holds(w, p, env) {
			return j.write(p, env)
		}
	}
	return ""
}

// write returns a condition in PDDL syntax, with variables replaced by objects.
func (j *judge) write(f *formula, env []int32) string {
	name := func(t int32) string {
		if t = value(t, env); t == unbound {
			return "?"
		}
		return j.d.objects[t].name
	}
	var words []string
	for _, t := range f.terms {
		words = append(words, name(t))
	}
	switch f.op {
	case isAtom:
		return "(" + strings.Join(append([]string{j.d.predicates[f.pred].name}, words...), " ") + ")"
	case isSame:
		return "(= " + strings.Join(words, " ") + ")"
	case isCompare:
		return fmt.Sprintf("(%s %s %s)", []string{"<", "<=", "="}[f.than], j.d.write(f.sides[0], env), j.d.write(f.sides[1], env))
	case isNot:
		return "(not " + j.write(f.args[0], env) + ")"
	}
	return "what one of its parts asks for"
}

// write returns a number in PDDL syntax, with variables replaced by objects.
func (d *domain) write(n *number, env []int32) string {
	switch n.op {
	case constant:
		return d.text(n.value)
	case fluent:
		return d.fluent(n.fn, n.terms, env)
	}
	if n.op == length {
		return "?duration"
	}
	words := []string{map[numberOp]string{plus: "+", minus: "-", times: "*", over: "/"}[n.op]}
	for _, a := range n.args {
		words = append(words, d.write(a, env))
	}
	return "(" + strings.Join(words, " ") + ")"
}

// number evaluates a number; nil if it is undefined.
func (j *judge) number(w world, n *number, env []int32) *big.Rat {
	switch n.op {
	case constant:
		return big.NewRat(n.value, 1)
	case fluent:
		if v := w.numbers[j.d.fluent(n.fn, n.terms, env)]; v != nil {
			return new(big.Rat).SetInt(v)
		}
		return nil
	}
	return n.combined(func(a *number) *big.Rat { return j.number(w, a, env) })
}

// combined combines the values of the parts of a sum, difference, product or quotient; nil if one of
// them is undefined or the divisor is 0.
func (n *number) combined(value func(*number) *big.Rat) *big.Rat {
	var sum *big.Rat
	for _, a := range n.args {
		v := value(a)
		switch {
		case v == nil || n.op == over && sum != nil && v.Sign() == 0:
			return nil
		case sum == nil:
			sum = new(big.Rat).Set(v)
		case n.op == plus:
			sum.Add(sum, v)
		case n.op == minus:
			sum.Sub(sum, v)
		case n.op == times:
			sum.Mul(sum, v)
		default:
			sum.Quo(sum, v)
		}
	}
	return sum
}

// apply makes all effects simultaneously; adding takes precedence over deleting. It returns the
// reason if the effects contradict each other.
func (j *judge) apply(w world, s *schema, env []int32) (next world, why string) {
	var come, leave []string
	values := map[string]string{} // of object functions
	for i := range s.effects {
		e := &s.effects[i]
		j.each(e.all, env, func() bool {
			if j.holds(w, e.when, env) {
				args := make([]int32, len(e.terms))
				for k, t := range e.terms {
					args[k] = value(t, env)
				}
				if k := j.key(e.pred, args); e.not {
					leave = append(leave, k)
				} else {
					come = append(come, k)
					if last := len(args) - 1; j.d.predicates[e.pred].object {
						of := j.key(e.pred, args[:last])
						if v, given := values[of]; given && v != k {
							why = "(" + of + ") is given two values"
						}
						values[of] = k
					}
				}
			}
			return true
		})
	}
	next = newWorld()
	maps.Copy(next.facts, w.facts)
	maps.Copy(next.numbers, w.numbers)
	for _, k := range leave {
		delete(next.facts, k)
	}
	for _, k := range come {
		next.facts[k] = true
	}
	changed := map[string]change{}
	for i := range s.numbers {
		e := &s.numbers[i]
		j.each(e.all, env, func() bool {
			if why == "" && (e.fn.kept() || e.fn.metric) && j.holds(w, e.when, env) {
				name := j.d.fluent(e.fn, e.terms, env)
				if how, twice := changed[name]; twice && e.fn.kept() && (how != increase || e.how != increase && e.how != decrease) {
					why = name + " is changed twice"
					return true
				}
				changed[name] = e.how
				if e.how == decrease {
					changed[name] = increase
				}
				why = j.change(w, next, e, env)
			}
			return true
		})
	}
	return next, why
}

// change changes a number, or returns the reason why it cannot.
func (j *judge) change(w, next world, e *numberEffect, env []int32) string {
	name := j.d.fluent(e.fn, e.terms, env)
	value, now := j.number(w, e.value, env), next.numbers[name]
	switch {
	case value == nil:
		return j.d.write(e.value, env) + " has no value"
	case e.how != assign && now == nil:
		return name + " has no value"
	case !value.IsInt():
		return j.d.write(e.value, env) + " is no integer"
	}
	v := value.Num()
	switch e.how {
	case increase:
		v = new(big.Int).Add(now, v)
	case decrease:
		v = new(big.Int).Sub(now, v)
	case scaleUp:
		v = new(big.Int).Mul(now, v)
	}
	next.numbers[name] = v
	return ""
}

// price returns the cost of an action.
func (j *judge) price(s *schema, w, next world) int64 {
	if s.free {
		return 0
	}
	return j.cost(w, next)
}

// cost returns the increase of the metric.
func (j *judge) cost(w, next world) int64 {
	if j.d.metric == nil {
		return 1
	}
	total := new(big.Int)
	for _, m := range j.d.metric {
		more := big.NewInt(1)
		if m.fn != nil {
			name := j.d.fluent(m.fn, m.terms, nil)
			if w.numbers[name] == nil || next.numbers[name] == nil {
				continue
			}
			more = new(big.Int).Sub(next.numbers[name], w.numbers[name])
		}
		total.Add(total, more.Mul(more, big.NewInt(m.times)))
	}
	return total.Int64()
}
