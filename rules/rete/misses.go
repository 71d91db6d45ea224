package rete

import (
	"cmp"
	"slices"

	"farbank/rules/value"
)

// A Miss is a partial match of a rule's conditions that no fact extends.
type Miss struct {
	Condition int     // the index of the first condition that fails
	Matched   []*Fact // of the conditions before it; nil for one that binds none
	Used      int     // the number of facts asked for that it includes
	Near      []Near  // of a pattern: facts of its relation, the nearest first
	Blocking  []*Fact // of a negated pattern: facts that it must not match
	Prefix    PlainMatch
}

// Near is a fact that a pattern does not match.
type Near struct {
	Fact  *Fact
	Slots []int  // the slots whose own tests fail, as far as they can be tested alone
	Alone bool   // it matches the pattern alone, without the conditions before it
	Joins []Test // the tests that fail together with the conditions before it
}

// Limits of Misses.
const (
	maxPrefixes = 2000
	maxMisses   = 20
	maxNear     = 5
)

// Misses returns the partial matches of conditions that cannot be extended, the nearest first: those with the most of
// the facts that must take part, then those of the most conditions. It also returns the complete matches. It
// follows some thousand partial matches for each condition at most.
func (n *Network) Misses(conditions []Condition, facts, must []*Fact) (misses []Miss, complete []PlainMatch) {
	p := &plain{network: n, facts: facts}
	used := func(m PlainMatch) int {
		count := 0
		for _, f := range must {
			if slices.Contains(m.Facts, f) {
				count++
			}
		}
		return count
	}
	prefixes := []PlainMatch{{}}
	for k := range conditions {
		var next []PlainMatch
		for _, m := range prefixes {
			extended := false
			p.extend(conditions[k:k+1], m, func(x PlainMatch) bool {
				extended = true
				next = append(next, PlainMatch{slices.Clone(x.Facts), slices.Clone(x.marks)})
				return len(next) < 4*maxPrefixes
			})
			if !extended || p.leavesOut(&conditions[k], m, must) {
				misses = append(misses, Miss{Condition: k, Matched: m.Facts, Used: used(m), Prefix: m})
			}
		}
		slices.SortStableFunc(next, func(a, b PlainMatch) int { return cmp.Compare(used(b), used(a)) })
		prefixes = next[:min(len(next), maxPrefixes)]
	}
	for _, m := range prefixes {
		if used(m) == len(must) {
			complete = append(complete, m)
		}
	}
	slices.SortStableFunc(misses, func(a, b Miss) int {
		return cmp.Or(cmp.Compare(b.Used, a.Used), cmp.Compare(b.Condition, a.Condition))
	})
	misses = misses[:min(len(misses), maxMisses)]
	for i := range misses {
		p.explain(&misses[i], &conditions[misses[i].Condition], must)
	}
	return misses, complete
}

// leavesOut reports whether one of the facts that must take part could be the fact of a condition, by its relation,
// but does not match it together with the conditions before.
func (p *plain) leavesOut(c *Condition, m PlainMatch, must []*Fact) bool {
	if c.Pattern == nil || c.Negated || c.Exists {
		return false
	}
	alone := *p
	for _, f := range must {
		if slices.Contains(m.Facts, f) || !f.Relation.is(c.Pattern.Relation) {
			continue
		}
		alone.facts = []*Fact{f}
		if alone.each(c, m, func(PlainMatch) bool { return false }) {
			return true
		}
	}
	return false
}

// explain finds the facts that nearly match the condition of a miss, or that block it.
func (p *plain) explain(m *Miss, c *Condition, must []*Fact) {
	prefix := m.Prefix
	if c.Pattern == nil || c.Exists {
		return // a test, a group or an accumulation
	}
	if c.Negated {
		p.each(c, prefix, func(x PlainMatch) bool {
			m.Blocking = append(m.Blocking, x.Facts[len(x.Facts)-1])
			return len(m.Blocking) < maxNear
		})
		return
	}
	for _, f := range p.facts {
		if f.Deleted || !f.Relation.is(c.Pattern.Relation) {
			continue
		}
		if near := p.near(c, prefix, f); !near.Alone || len(near.Joins) > 0 {
			m.Near = append(m.Near, near)
		}
	}
	slices.SortStableFunc(m.Near, func(a, b Near) int {
		return cmp.Or(first(slices.Contains(must, a.Fact), slices.Contains(must, b.Fact)), first(a.Alone, b.Alone),
			cmp.Compare(len(a.Joins)+len(a.Slots), len(b.Joins)+len(b.Slots)))
	})
	m.Near = m.Near[:min(len(m.Near), maxNear)]
}

func first(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return -1
	}
	return 1
}

// near compares a fact with a pattern.
func (p *plain) near(c *Condition, prefix PlainMatch, f *Fact) Near {
	n := Near{Fact: f}
	ways := p.matchFields(c.Pattern.Fields, f)
	if len(ways) == 0 {
		for i := range c.Pattern.Fields {
			if field := &c.Pattern.Fields[i]; field.Slot >= 0 && !p.fieldHolds(field, f) && !slices.Contains(n.Slots, field.Slot) {
				n.Slots = append(n.Slots, field.Slot)
			}
		}
		return n
	}
	n.Alone = true
	x := prefix.with(f, ways[0])
	for _, t := range c.Tests {
		if !p.passes(x, []Test{t}) {
			n.Joins = append(n.Joins, t)
		}
	}
	return n
}

// fieldHolds evaluates the tests of a field of a fact alone. A field whose place depends on others passes.
func (p *plain) fieldHolds(field *Field, f *Fact) bool {
	v := f.Slots[field.Slot]
	if !field.Length.holds(len(v.Items())) {
		return false
	}
	if !field.Whole {
		return true
	}
	if field.Constant != nil {
		return value.Equal(v, *field.Constant)
	}
	only := *field
	only.Length, only.Last = LengthTest{}, false
	return len(p.matchFields([]Field{only}, f)) > 0
}
