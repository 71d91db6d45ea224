package rete

import "farbank/rules/value"

// PlainMatch is a match of conditions found without a network.
type PlainMatch struct {
	Facts []*Fact // one for each condition; nil for a condition that binds none
	marks [][]mark
}

// Value returns the value of a variable.
func (m *PlainMatch) Value(r *Ref) value.Value {
	f := m.Facts[r.Level-1]
	if r.Kind == RefFact {
		return Address(f)
	}
	return ReadSlot(r, f.Slots, m.marks[r.Level-1])
}

// MatchPlainly finds all matches of conditions among facts by trying every fact for every
// condition. It serves queries that are evaluated once, and is the oracle of tests of the
// network. A test that fails with an error counts as false.
func (n *Network) MatchPlainly(conditions []Condition, facts []*Fact) []PlainMatch {
	p := &plain{network: n, facts: facts}
	p.extend(conditions, PlainMatch{}, func(m PlainMatch) bool {
		p.found = append(p.found, PlainMatch{append([]*Fact(nil), m.Facts...), append([][]mark(nil), m.marks...)})
		return true
	})
	return p.found
}

type plain struct {
	network *Network
	facts   []*Fact
	found   []PlainMatch
}

// extend calls yield for every extension of m by conditions, until it returns false. It reports
// whether it tried all of them.
func (p *plain) extend(conditions []Condition, m PlainMatch, yield func(PlainMatch) bool) bool {
	if len(conditions) == 0 {
		return yield(m)
	}
	c, rest := &conditions[0], conditions[1:]
	switch {
	case c.Accumulate != nil:
		if next, ok := p.accumulated(c, m); ok {
			return p.extend(rest, next, yield)
		}
		return true
	case c.Negated || c.Exists || c.Group != nil:
		if p.some(c, m) != c.Exists {
			return true
		}
		next := m.with(nil, nil)
		if !p.passes(next, c.After) {
			return true
		}
		return p.extend(rest, next, yield)
	case c.Pattern == nil:
		next := m.with(nil, nil)
		if !p.passes(next, c.Tests) {
			return true
		}
		return p.extend(rest, next, yield)
	}
	return p.each(c, m, func(next PlainMatch) bool { return p.extend(rest, next, yield) })
}

// some reports whether the condition of a negation has a match.
func (p *plain) some(c *Condition, m PlainMatch) bool {
	if c.Group != nil {
		return !p.extend(c.Group, m, func(PlainMatch) bool { return false })
	}
	return !p.each(c, m, func(PlainMatch) bool { return false })
}

// with returns m extended by one condition.
func (m PlainMatch) with(f *Fact, marks []mark) PlainMatch {
	return PlainMatch{append(m.Facts[:len(m.Facts):len(m.Facts)], f), append(m.marks[:len(m.marks):len(m.marks)], marks)}
}

// each calls yield for every fact that matches a pattern together with m.
func (p *plain) each(c *Condition, m PlainMatch, yield func(PlainMatch) bool) bool {
	for _, f := range p.facts {
		if f.Deleted || !f.Relation.is(c.Pattern.Relation) {
			continue
		}
		for _, marks := range p.matchFields(c.Pattern.Fields, f) {
			next := m.with(f, marks)
			if p.passes(next, c.Tests) && !yield(next) {
				return false
			}
		}
	}
	return true
}

// passes evaluates the tests of a condition, including those that the network hashes.
func (p *plain) passes(m PlainMatch, tests []Test) bool {
	v := View{network: p.network, plain: &m}
	for i := range tests {
		t := &tests[i]
		if t.Kind == Equal || t.Kind == NotEqual {
			if value.Equal(m.Value(&t.Left), m.Value(&t.Right)) != (t.Kind == Equal) {
				return false
			}
			continue
		}
		if ok, err := t.Func(&v); err != nil || !ok {
			return false
		}
	}
	return true
}

// matchFields returns the positions of the multifield variables for every way in which a fact
// matches the steps of a pattern. It uses a network with only this pattern.
func (p *plain) matchFields(fields []Field, f *Fact) [][]mark {
	n := New()
	n.Owner = p.network.Owner
	var all [][]mark
	n.matched = func(marks []mark) { all = append(all, append([]mark(nil), marks...)) }
	relation := &Relation{}
	n.leaf(&Pattern{Relation: relation, Fields: fields})
	n.descend(f, relation.root, 0, -1)
	return all
}
