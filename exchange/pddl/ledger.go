package pddl

import (
	"maps"
	"math/big"

	"farbank/planning/temporal"
)

// A ledger is a state of a plan with times: the facts that hold, and the numbers.
type ledger struct {
	facts   map[string]bool
	numbers map[string]*big.Rat
}

func (l ledger) clone() ledger { return ledger{maps.Clone(l.facts), maps.Clone(l.numbers)} }

// scaled returns a number that the parser keeps as a multiple.
func (t *timedJudge) scaled(v int64) *big.Rat { return big.NewRat(v, t.j.d.one()) }

// number evaluates a number; nil if it is undefined. h is the happening whose ?duration is given.
func (t *timedJudge) number(n *number, env []int32, h *happening) *big.Rat {
	switch n.op {
	case length:
		return h.length
	case constant:
		return t.scaled(n.value)
	case fluent:
		return t.now.numbers[t.j.d.fluent(n.fn, n.terms, env)]
	}
	return n.combined(func(a *number) *big.Rat { return t.number(a, env, h) })
}

// millionths rounds a number, halves away from zero.
func millionths(x *big.Rat) *big.Rat {
	n := new(big.Int).Mul(x.Num(), big.NewInt(2*temporal.Tick))
	n.Add(n, new(big.Int).Mul(x.Denom(), big.NewInt(int64(x.Sign()))))
	n.Quo(n, new(big.Int).Mul(x.Denom(), big.NewInt(2)))
	return new(big.Rat).SetFrac(n, big.NewInt(temporal.Tick))
}

// lacks returns the first conjunct that does not hold, or "".
func (t *timedJudge) lacks(f *formula, env []int32, h *happening) string {
	for _, p := range parted(f) {
		if !t.holds(p, wide(env, p), h) {
			return t.j.write(p, wide(env, p))
		}
	}
	return ""
}

// wide returns an environment with room for the variables of a formula.
func wide(env []int32, f *formula) []int32 {
	if n := f.highest(); n > len(env) {
		env = append(env[:len(env):len(env)], make([]int32, n-len(env))...)
	}
	return env
}

// holds evaluates a condition.
func (t *timedJudge) holds(f *formula, env []int32, h *happening) bool {
	switch f.op {
	case isTrue:
		return true
	case isAtom:
		return t.now.facts[t.fact(f.pred, f.terms, env)]
	case isSame:
		return value(f.terms[0], env) == value(f.terms[1], env)
	case isCompare:
		a, b := t.number(f.sides[0], env, h), t.number(f.sides[1], env, h)
		if a == nil || b == nil {
			return false
		}
		order := millionths(new(big.Rat).Sub(a, b)).Sign()
		return order < 0 && f.than != equal || order == 0 && f.than != less
	case isNot:
		return !t.holds(f.args[0], env, h)
	case isAnd, isOr:
		for _, a := range f.args {
			if t.holds(a, env, h) == (f.op == isOr) {
				return f.op == isOr
			}
		}
		return f.op == isAnd
	case isAll, isAny:
		found := false
		t.j.each(f.all, env, func() bool {
			found = t.holds(f.args[0], env, h) == (f.op == isAny)
			return !found
		})
		return found == (f.op == isAny)
	}
	return false
}

// fact returns the text of a fact.
func (t *timedJudge) fact(pred int, terms, env []int32) string {
	args := make([]int32, len(terms))
	for i, x := range terms {
		args[i] = value(x, env)
	}
	return t.j.key(pred, args)
}

// deletes makes the effects of a happening that delete facts.
func (t *timedJudge) deletes(h *happening, next *ledger) string { return t.sets(h, next, true) }

// adds makes those that add facts, which take precedence.
func (t *timedJudge) adds(h *happening, next *ledger) string { return t.sets(h, next, false) }

func (t *timedJudge) sets(h *happening, next *ledger, not bool) string {
	set := func(key string) {
		if next.facts[key] = true; not {
			delete(next.facts, key)
		}
	}
	if h.item < 0 {
		if h.fact.not == not {
			set(t.j.key(h.fact.fact.pred, h.fact.fact.args))
		}
		return ""
	}
	for i := range h.s.effects {
		if e := &h.s.effects[i]; e.not == not {
			t.j.each(e.all, h.env, func() bool {
				if t.holds(e.when, h.env, h) {
					set(t.fact(e.pred, e.terms, h.env))
				}
				return true
			})
		}
	}
	return ""
}

// changes makes the effects of a happening on numbers. Values are those before the instant.
func (t *timedJudge) changes(h *happening, next *ledger) (why string) {
	if h.item < 0 {
		return ""
	}
	for i := range h.s.numbers {
		e := &h.s.numbers[i]
		t.j.each(e.all, h.env, func() bool {
			if why == "" && t.holds(e.when, h.env, h) {
				why = t.change(h, e, next)
			}
			return true
		})
	}
	return why
}

func (t *timedJudge) change(h *happening, e *numberEffect, next *ledger) string {
	name := t.j.d.fluent(e.fn, e.terms, h.env)
	v, now := t.number(e.value, h.env, h), next.numbers[name]
	switch {
	case v == nil:
		return t.j.d.write(e.value, h.env) + " has no value"
	case e.how != assign && now == nil:
		return name + " has no value"
	}
	out := new(big.Rat)
	switch e.how {
	case increase:
		out.Add(now, v)
	case decrease:
		out.Sub(now, v)
	case scaleUp:
		out.Mul(now, v)
	default:
		out.Set(v)
	}
	next.numbers[name] = millionths(out)
	return ""
}
