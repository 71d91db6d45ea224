package pddl

import (
	"fmt"
	"maps"
)

// Numbers in PDDL have no ranges, but the cells of a problem must be finite. The bounds of each
// fluent are computed by abstract interpretation of the actions over intervals, with widening
// and narrowing (Cousot, Cousot 1977).

// An interval has all integers from lo to hi. The bound far means unbounded.
type interval struct{ lo, hi int64 }

func clamp(v int64) int64 { return min(max(v, -far), far) }

func (a interval) empty() bool { return a.lo > a.hi }

func (a interval) meet(b interval) interval { return interval{max(a.lo, b.lo), min(a.hi, b.hi)} }

func (a interval) join(b interval) interval { return interval{min(a.lo, b.lo), max(a.hi, b.hi)} }

func (a interval) plus(b interval) interval {
	return interval{clamp(a.lo + b.lo), clamp(a.hi + b.hi)}
}

func (a interval) negative() interval { return interval{-a.hi, -a.lo} }

func product(x, y int64) int64 {
	if x == 0 || y == 0 {
		return 0
	}
	if p := x * y; p/y == x && p > -far && p < far {
		return p
	}
	if (x < 0) == (y < 0) {
		return far
	}
	return -far
}

// of returns the interval of an operation.
func (o numberOp) of(a, b interval) interval {
	switch o {
	case plus:
		return a.plus(b)
	case minus:
		return a.plus(b.negative())
	}
	p := [4]int64{product(a.lo, b.lo), product(a.lo, b.hi), product(a.hi, b.lo), product(a.hi, b.hi)}
	return interval{min(p[0], p[1], p[2], p[3]), max(p[0], p[1], p[2], p[3])}
}

// A box has bounds of numbers, and values of object functions, under some conditions.
type box struct {
	g      *grounded
	known  map[int32]interval
	values map[string]int32
}

func (b *box) clone() *box { return &box{b.g, maps.Clone(b.known), maps.Clone(b.values)} }

func (b *box) of(n *groundNumber) interval {
	switch n.op {
	case constant:
		return interval{n.value, n.value}
	case fluent:
		if i, ok := b.known[n.fluent]; ok {
			return i
		}
		return b.g.ranges[n.fluent]
	}
	i := b.of(n.args[0])
	for _, a := range n.args[1:] {
		i = b.g.d.combine(n.op, i, b.of(a))
	}
	return i
}

// narrow restricts a number to an interval. It returns false if that is empty.
func (b *box) narrow(n *groundNumber, to interval) bool {
	now := b.of(n).meet(to)
	if now.empty() {
		return false
	}
	switch n.op {
	case fluent:
		b.known[n.fluent] = now
	case plus, minus:
		for i, a := range n.args {
			rest := to
			for k, other := range n.args {
				switch {
				case k == i:
				case n.op == minus && k > 0:
					rest = rest.plus(b.of(other))
				default:
					rest = rest.plus(b.of(other).negative())
				}
			}
			if n.op == minus && i > 0 {
				rest = rest.negative()
			}
			if !b.narrow(a, rest) {
				return false
			}
		}
	}
	return true
}

// assume restricts the box to states in which a condition holds, or does not hold. It returns
// false if there is no such state.
func (b *box) assume(f *ground, yes bool) bool {
	switch f.op {
	case isAnd:
		for _, a := range f.args {
			if yes && !b.assume(a, true) {
				return false
			}
		}
	case isAtom:
		if fact := b.g.facts[f.atom]; yes && b.g.d.predicates[fact.pred].object {
			of := fmt.Sprint(fact.pred, fact.args[:len(fact.args)-1])
			if v, known := b.values[of]; known && v != f.atom {
				return false
			}
			b.values[of] = f.atom
		}
	case isOr:
		return !yes || b.either(f)
	case isNot:
		return b.assume(f.args[0], !yes)
	case isCompare:
		x, y, than := f.sides[0], f.sides[1], f.than
		if !yes {
			if than == equal {
				return true
			}
			x, y, than = y, x, atMost+less-than // not x < y is y <= x
		}
		gap := int64(0)
		if than == less && b.g.d.digits == 0 {
			gap = -1
		}
		all := interval{-far, far}
		if than == equal {
			return b.narrow(x, b.of(y)) && b.narrow(y, b.of(x))
		}
		return b.narrow(x, all.meet(interval{-far, clamp(b.of(y).hi + gap)})) && b.narrow(y, all.meet(interval{clamp(b.of(x).lo - gap), far}))
	}
	return true
}

// either restricts the box to a disjunction, by the join of its cases. It returns false if no
// case is possible.
func (b *box) either(f *ground) bool {
	var hull *box
	for _, a := range f.args {
		one := b.clone()
		if !one.assume(a, true) {
			continue
		}
		if hull == nil {
			hull = one
			continue
		}
		for k, r := range hull.known {
			if s, ok := one.known[k]; ok {
				hull.known[k] = r.join(s)
			} else {
				delete(hull.known, k)
			}
		}
		maps.DeleteFunc(hull.values, func(of string, v int32) bool {
			w, known := one.values[of]
			return !known || w != v
		})
	}
	if hull != nil {
		*b = *hull
	}
	return hull != nil
}

const (
	exactRounds = 40 // rounds before widening
	backRounds  = 40 // rounds of narrowing
)

// bound computes the ranges of the fluents and drops inapplicable actions.
func (g *grounded) bound() {
	for _, f := range g.fluents {
		g.ranges = append(g.ranges, interval{f.begin, f.begin})
	}
	for round := 0; ; round++ {
		next, _ := g.grown()
		same := true
		for k, now := range g.ranges {
			to := now.join(next[k])
			if to == now {
				continue
			}
			same = false
			if round > exactRounds && to.lo < now.lo {
				to.lo = -far
			}
			if round > exactRounds && to.hi > now.hi {
				to.hi = far
			}
			g.ranges[k] = to
		}
		if same {
			break
		}
	}
	for range backRounds {
		next, _ := g.grown()
		same := true
		for k := range next {
			same = same && next[k] == g.ranges[k]
			g.ranges[k] = next[k].meet(g.ranges[k])
		}
		if same {
			break
		}
	}
	_, possible := g.grown()
	var left []*instance
	for i, x := range g.actions {
		if !possible[i] {
			continue
		}
		left = append(left, x)
		for _, c := range x.numbers {
			if r := g.ranges[c.fluent]; r.lo < -g.d.most() || r.hi > g.d.most() {
				panic(refused{c.pos, "a precondition has to bound it",
					fmt.Sprintf("%s may grow without end by the action %s", g.fluents[c.fluent].name, x.schema.name)})
			}
		}
	}
	g.actions = left
}

// grown returns the ranges after at most one more action, and which actions may apply.
func (g *grounded) grown() ([]interval, []bool) {
	next := make([]interval, len(g.ranges))
	for k, f := range g.fluents {
		next[k] = interval{f.begin, f.begin}
	}
	possible := make([]bool, len(g.actions))
	for i, x := range g.actions {
		if len(g.ranges) == 0 {
			possible[i] = true
			continue
		}
		b := &box{g, map[int32]interval{}, map[string]int32{}}
		possible[i] = true
		for range 2 { // a later condition may narrow operands of an earlier one
			possible[i] = possible[i] && b.assume(x.pre, true)
		}
		if !possible[i] {
			continue
		}
		for k, to := range b.changed(x) {
			next[k] = next[k].join(to)
		}
	}
	return next, possible
}

// changed returns the ranges of the changed fluents: if no condition of an effect holds, and
// for each condition that holds first.
func (b *box) changed(x *instance) map[int32]interval {
	byFluent := map[int32][]groundChange{}
	for _, c := range x.numbers {
		byFluent[c.fluent] = append(byFluent[c.fluent], c)
	}
	after := map[int32]interval{}
	for k, list := range byFluent {
		after[k] = b.apply(k, list, -1)
		for i, c := range list {
			here := b.clone()
			if c.when.op != isTrue && here.assume(c.when, true) && here.assume(x.pre, true) {
				after[k] = after[k].join(here.apply(k, list, i))
			}
		}
	}
	return after
}

// apply returns the range of a fluent if the conditional change number first is the first one
// made; -1 means that no change is made.
func (b *box) apply(k int32, list []groundChange, first int) interval {
	now := b.of(&groundNumber{op: fluent, fluent: k})
	for i, c := range list {
		sure := c.when.op == isTrue || i == first
		if !sure && (first < 0 || i < first || !b.clone().assume(c.when, true)) {
			continue
		}
		to := c.after(b.g.d, now, b.of(c.value))
		if !sure {
			to = to.join(now)
		}
		now = to
	}
	return now
}

// after returns the range of a changed number.
func (c *groundChange) after(d *domain, now, value interval) interval {
	switch c.how {
	case increase:
		return now.plus(value)
	case decrease:
		return now.plus(value.negative())
	case scaleUp:
		return d.times(now, value)
	}
	return value
}
