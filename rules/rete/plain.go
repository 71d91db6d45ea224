package rete

import "farbank/rules/value"

// PlainMatch is a match of conditions found without a network.
type PlainMatch struct {
	Facts []*Fact // a condition each; nil where it binds none
	marks [][]mark
}

// Value reads a variable.
func (m *PlainMatch) Value(r *Ref) value.Value {
	f := m.Facts[r.Level-1]
	if r.Kind == RefFact {
		return Address(f)
	}
	return ReadSlot(r, f.Slots, m.marks[r.Level-1])
}

// MatchPlainly finds all matches of conditions among facts, trying every fact
// for every condition. It is the plain way to do what a Network does: for
// queries that are asked once, and to test the network against. A test that
// fails with an error counts as false.
func MatchPlainly(conditions []Condition, facts []*Fact) []PlainMatch {
	p := &plain{facts: facts}
	p.extend(conditions, PlainMatch{}, func(m PlainMatch) bool {
		p.found = append(p.found, PlainMatch{append([]*Fact(nil), m.Facts...), append([][]mark(nil), m.marks...)})
		return true
	})
	return p.found
}

type plain struct {
	facts []*Fact
	found []PlainMatch
}

// extend calls yield for every way to continue m by conditions, until it
// returns false; it reports whether all were tried.
func (p *plain) extend(conditions []Condition, m PlainMatch, yield func(PlainMatch) bool) bool {
	if len(conditions) == 0 {
		return yield(m)
	}
	c, rest := &conditions[0], conditions[1:]
	switch {
	case c.Negated || c.Exists || c.Group != nil:
		if p.some(c, m) != c.Exists {
			return true
		}
		next := m.with(nil, nil)
		if !next.passes(c.After) {
			return true
		}
		return p.extend(rest, next, yield)
	case c.Pattern == nil:
		next := m.with(nil, nil)
		if !next.passes(c.Tests) {
			return true
		}
		return p.extend(rest, next, yield)
	}
	return p.each(c, m, func(next PlainMatch) bool { return p.extend(rest, next, yield) })
}

// some reports whether what a negation speaks of is there.
func (p *plain) some(c *Condition, m PlainMatch) bool {
	if c.Group != nil {
		return !p.extend(c.Group, m, func(PlainMatch) bool { return false })
	}
	return !p.each(c, m, func(PlainMatch) bool { return false })
}

func (m PlainMatch) with(f *Fact, marks []mark) PlainMatch {
	return PlainMatch{append(m.Facts[:len(m.Facts):len(m.Facts)], f), append(m.marks[:len(m.marks):len(m.marks)], marks)}
}

// each goes through the facts that match a pattern together with m.
func (p *plain) each(c *Condition, m PlainMatch, yield func(PlainMatch) bool) bool {
	for _, f := range p.facts {
		if f.Deleted || !f.Relation.is(c.Pattern.Relation) {
			continue
		}
		for _, marks := range matchFields(c.Pattern.Fields, f) {
			next := m.with(f, marks)
			if next.passes(c.Tests) && !yield(next) {
				return false
			}
		}
	}
	return true
}

// passes does the tests of a condition; those the network hashes are among
// them.
func (m PlainMatch) passes(tests []Test) bool {
	v := View{plain: &m}
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

// matchFields gives for every way a fact matches the steps of a pattern where
// its multifield variables lie: a network of its own with only this pattern.
func matchFields(fields []Field, f *Fact) [][]mark {
	n := New()
	var all [][]mark
	n.matched = func(marks []mark) { all = append(all, append([]mark(nil), marks...)) }
	relation := &Relation{}
	n.leaf(&Pattern{Relation: relation, Fields: fields})
	n.descend(f, relation.root, 0, -1)
	return all
}
