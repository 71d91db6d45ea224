package pddl

import (
	"context"
	"fmt"
	"math"
	"strings"

	"farbank/model"
)

// A judge runs plans by the domain and the problem as they were read, on sets of facts: it
// shares nothing with the writing out but the reading.
type judge struct {
	d *domain

	cells []model.CellInfo
	names [][]string // by cell: its facts
	ctx   context.Context
	file  string
}

// A world is the facts that hold, and of the derived ones what is known so far.
type world struct{ facts, derived map[string]bool }

func newWorld() world { return world{map[string]bool{}, map[string]bool{}} }

func (j *judge) key(pred int, args []int32) string {
	words := []string{j.d.predicates[pred].name}
	for _, o := range args {
		words = append(words, j.d.objects[o].name)
	}
	return strings.Join(words, " ")
}

// Within returns a judge that ends with a context.
func (j *judge) Within(ctx context.Context) model.Judge {
	k := *j
	k.ctx = ctx
	return &k
}

// Without returns a judge that asks no less: there are no rules to leave out.
func (j *judge) Without([]model.Pos) model.Judge { return j }

// Verify runs a plan; see model.Judge.
func (j *judge) Verify(find []int64, moves []*model.Move, goal bool) ([]model.Step, int64, error) {
	w := newWorld()
	for _, f := range j.d.init {
		w.facts[j.key(f.pred, f.args)] = true
	}
	steps := []model.Step{{State: j.state(w)}}
	total := int64(0)
	for i, m := range moves {
		if j.ctx != nil && j.ctx.Err() != nil {
			return steps, total, context.Cause(j.ctx)
		}
		s := j.schema(m.Schema.Name)
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
		cost := j.cost(s, env)
		next := j.apply(w, s, env)
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

func (j *judge) schema(name string) *schema {
	for _, s := range j.d.actions {
		if s.name == name {
			return s
		}
	}
	return nil
}

// state shows a world by the cells.
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
	return s
}

// missing is the first part of a condition that does not hold, "" if it holds.
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

// write is a condition as PDDL has it, with the objects that variables stand for.
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
	case isNot:
		return "(not " + j.write(f.args[0], env) + ")"
	}
	return "what one of its parts asks for"
}

// holds evaluates a condition. Derived facts do not depend on themselves, so what is
// known of one stays known.
func (j *judge) holds(w world, f *formula, env []int32) bool {
	switch f.op {
	case isTrue:
		return true
	case isAtom:
		args := make([]int32, len(f.terms))
		for i, t := range f.terms {
			args[i] = value(t, env)
		}
		if j.d.predicates[f.pred].derived {
			return j.derived(w, f.pred, args)
		}
		return w.facts[j.key(f.pred, args)]
	case isSame:
		return value(f.terms[0], env) == value(f.terms[1], env)
	case isNot:
		return !j.holds(w, f.args[0], env)
	case isAnd:
		for _, a := range f.args {
			if !j.holds(w, a, env) {
				return false
			}
		}
		return true
	case isOr:
		for _, a := range f.args {
			if j.holds(w, a, env) {
				return true
			}
		}
	case isAll, isAny:
		found := false
		j.each(f.all, env, func() bool {
			found = j.holds(w, f.args[0], env) == (f.op == isAny)
			return !found
		})
		return found == (f.op == isAny)
	}
	return false
}

func (j *judge) derived(w world, pred int, args []int32) bool {
	k := j.key(pred, args)
	if known, ok := w.derived[k]; ok {
		return known
	}
	w.derived[k] = false // until it is found out
rules:
	for _, r := range j.d.derived {
		if r.pred != pred {
			continue
		}
		env := make([]int32, r.slots)
		copy(env, args)
		for i, v := range r.params {
			if !j.d.is(args[i], v.of) {
				continue rules
			}
		}
		if j.holds(w, r.body, env) {
			w.derived[k] = true
			return true
		}
	}
	return false
}

// each binds variables to all objects of their types until visit returns false.
func (j *judge) each(all []slot, env []int32, visit func() bool) bool {
	if len(all) == 0 {
		return visit()
	}
	for o := range j.d.objects {
		if j.d.is(int32(o), all[0].of) {
			env[all[0].index] = int32(o)
			if !j.each(all[1:], env, visit) {
				return false
			}
		}
	}
	return true
}

// apply makes all effects at once; what comes counts where something both comes and goes.
func (j *judge) apply(w world, s *schema, env []int32) world {
	var come, leave []string
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
				}
			}
			return true
		})
	}
	next := newWorld()
	for k := range w.facts {
		next.facts[k] = true
	}
	for _, k := range leave {
		delete(next.facts, k)
	}
	for _, k := range come {
		next.facts[k] = true
	}
	return next
}

func (j *judge) cost(s *schema, env []int32) int64 {
	if !j.d.costs {
		return 1
	}
	total := int64(0)
	for _, a := range s.cost {
		if a.fn == nil {
			total += a.value
			continue
		}
		words := []string{a.fn.name}
		for _, t := range a.terms {
			words = append(words, j.d.objects[value(t, env)].name)
		}
		total += j.d.values[strings.Join(words, " ")]
	}
	return total
}
