package rete

import "slices"

// join combines the tokens of the conditions before it (its left memory) with the matches of
// its own condition: the alpha memory of a pattern or, for a negated group of conditions, the
// tokens of the group (its right memory).
type join struct {
	number int32
	level  int // of the tokens that it passes on
	parent *join
	left   int32 // the number of its left memory; 0 for a first join that is not negated; -number for the join of a rule
	right  int32 // the number of its right memory, of a join with a group or of a first one without a pattern
	alpha  *node
	group  *join // the last join of the negated group
	// the right side is a group
	fromRight  bool
	negated    bool
	exists     bool
	first      bool
	tests      []Test // each pair must pass
	secondary  []Test // tests of a left token once its negation holds
	leftKeys   []Ref
	rightKeys  []Ref // of a join with a group
	text       string
	next       []link      // the newest last; they are visited from the end
	rule       *Rule       // the rule that this join activates
	origin     int32       // the single left token of a negated first join
	empty      int32       // the single right token of a first join without a pattern
	accumulate *Accumulate // of a group: its matches are accumulated
	holds      bool        // its tokens are matches of a rule's logical conditions
	fresh      bool        // being added with a rule
	primed     bool
}

// link leads to a join below and to one of its sides.
type link struct {
	to   *join
	side side
}

// Condition is one condition of a rule, in the form from which the network is built.
type Condition struct {
	Pattern    *Pattern    // nil for a test alone or a group
	Group      []Condition // of a negated or existential group, or of Accumulate
	Accumulate *Accumulate // nil for other conditions
	Negated    bool
	Exists     bool
	Tests      []Test
	After      []Test // tests after a negation, of the variables before it
	Left       []Ref  // the values to hash, of the conditions before
	Right      []Ref  // and, for a group, of the group's tokens
	Text       string // identifies Left, Right, Tests and After, for sharing
	Logical    bool
}

// AddRule adds a rule to the network. If match is true, it matches the existing facts. A rule
// with an "or" is several rules here, which are added together.
func (n *Network) AddRule(rules []*Rule, conditions [][]Condition, match bool) {
	n.adding = true
	for i, r := range rules {
		n.buildRule(r, conditions[i])
	}
	if match {
		for _, r := range rules {
			n.primeJoins(r.last, nil)
		}
		for _, f := range n.inOrder() {
			n.match(f)
		}
	}
	n.adding = false
	for _, r := range rules {
		settle(r.last, nil)
	}
}

// buildRule adds the joins of one rule.
func (n *Network) buildRule(r *Rule, conditions []Condition) {
	var last *join
	if len(conditions) == 0 {
		last = n.shared(nil, &Condition{}, nil, nil, false)
		if last == nil {
			last = n.newJoin(&Condition{}, nil, nil, nil)
		}
	} else {
		last = n.buildJoins(r, conditions, nil, true, holder(conditions))
	}
	for j := last; j != nil && len(conditions) > 0 && r.logical == nil; j = j.parent {
		if conditions[j.level-1].Logical {
			r.logical = j
		}
	}
	r.last = &join{parent: last, level: last.level + 1, rule: r, fresh: true}
	n.joins = append(n.joins, r.last)
	r.last.number = int32(len(n.joins) - 1)
	r.last.left = -r.last.number
	n.linkBelow(r.last)
}

// holder returns the index of the condition whose join stores the matches of the logical
// conditions before it, or -1. As in CLIPS, groups do not count: that join is not shared with
// one that already has tokens.
func holder(conditions []Condition) int {
	place := 0
	for i := range conditions {
		if conditions[i].Logical && conditions[i].Pattern != nil {
			place++
		}
	}
	if place == 0 {
		return -1
	}
	return place
}

// buildJoins adds the joins of conditions below last. With reuse it shares existing joins from
// the front on.
func (n *Network) buildJoins(r *Rule, conditions []Condition, last *join, reuse bool, holder int) *join {
	for i := range conditions {
		c := &conditions[i]
		var leaf *node
		var group *join
		switch {
		case c.Group != nil:
			group = n.buildJoins(r, c.Group, last, reuse, -1)
		case c.Pattern != nil:
			leaf = n.leaf(c.Pattern)
		}
		var old *join
		if reuse {
			old = n.shared(last, c, leaf, group, i == holder)
		}
		if old == nil {
			reuse = false
			old = n.newJoin(c, last, leaf, group)
		}
		last = old
		last.holds = last.holds || i == holder
	}
	return last
}

// joinKey identifies joins that rules can share, up to the support of logical conditions.
type joinKey struct {
	parent, group          *join
	alpha                  *node
	first, negated, exists bool
	text                   string
}

func keyOfJoin(j *join) joinKey {
	return joinKey{j.parent, j.group, j.alpha, j.first, j.negated, j.exists, j.text}
}

// shared returns an older join that is equivalent to that of c, the newest one, or nil.
func (n *Network) shared(parent *join, c *Condition, leaf *node, group *join, holds bool) *join {
	k := joinKey{parent, group, leaf, parent == nil, c.Negated && !c.Exists, c.Exists, c.Text}
	for _, j := range slices.Backward(n.sharing[k]) {
		if !holds || j.holds || n.isEmpty(j) {
			return j
		}
	}
	return nil
}

// unshare removes a join from those that rules can share.
func (n *Network) unshare(j *join) {
	if j.rule != nil {
		return
	}
	k := keyOfJoin(j)
	if left := without(n.sharing[k], j); len(left) > 0 {
		n.sharing[k] = left
	} else {
		delete(n.sharing, k)
	}
}

// isEmpty reports whether the memories of j are empty.
func (n *Network) isEmpty(j *join) bool {
	return n.count(j.left) == 0 && n.count(j.right) == 0
}

// newJoin adds a join.
func (n *Network) newJoin(c *Condition, parent *join, leaf *node, group *join) *join {
	j := &join{parent: parent, alpha: leaf, group: group, fromRight: group != nil, exists: c.Exists,
		negated: c.Negated && !c.Exists, tests: c.Tests, secondary: c.After, leftKeys: c.Left, text: c.Text, fresh: true, accumulate: c.Accumulate}
	if j.fromRight {
		j.rightKeys = c.Right
	}
	n.joins = append(n.joins, j)
	j.number = int32(len(n.joins) - 1)
	n.giveMemories(j)
	n.linkBelow(j)
	k := keyOfJoin(j)
	n.sharing[k] = append(n.sharing[k], j)
	return j
}

// giveMemories allocates the memories of j and its initial tokens.
func (n *Network) giveMemories(j *join) {
	negation := j.exists || j.negated || j.fromRight
	if j.parent != nil || negation {
		j.left = n.newMemory(len(j.leftKeys) > 0 || j.accumulate != nil)
	}
	if j.parent == nil {
		j.first, j.level = true, 1
		if negation {
			j.origin = n.newToken()
			n.tokens[j.origin].owner = j.number
			n.push(j.left, j.origin)
		}
	} else {
		j.level = j.parent.level + 1
	}
	if j.fromRight {
		j.right = n.newMemory(len(j.leftKeys) > 0 || j.accumulate != nil)
	} else if j.alpha == nil && j.first {
		j.right = n.newMemory(false)
		j.empty = n.newToken()
		n.tokens[j.empty].owner, n.tokens[j.empty].side = j.number, rightSide
		n.queue(j.right, j.empty)
	}
}

// linkBelow links j below its parent and its right side, before the joins there. A join with a
// group comes after the joins of that group, so that matches of the group block tokens before
// these are passed on.
func (n *Network) linkBelow(j *join) {
	if p := j.parent; p != nil {
		at := len(p.next)
		if j.fromRight && len(p.next) > 0 {
			at--
		}
		p.next = slices.Insert(p.next, at, link{j, leftSide})
	}
	switch {
	case j.fromRight:
		j.group.next = append(j.group.next, link{j, rightSide})
	case j.alpha != nil:
		j.alpha.joins = append(j.alpha.joins, j)
	case j.first:
		n.rightPrimes = append(n.rightPrimes, j)
	}
	if j.first && (j.negated || j.fromRight) && !j.exists {
		n.leftPrimes = append(n.leftPrimes, j)
	}
}
