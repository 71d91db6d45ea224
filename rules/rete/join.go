package rete

// join combines the tokens of the conditions before it (its left memory) with the matches of
// its own condition: the alpha memory of a pattern or, for a negated group of conditions, the
// tokens of the group (its right memory).
type join struct {
	number int32
	level  int // of the tokens that it passes on
	parent *join
	left   *memory // nil for a first join that is not negated
	right  *memory // of a join with a group, or of one without a pattern
	alpha  *node
	group  *join // the last join of the negated group
	// the right side is a group
	fromRight bool
	negated   bool
	exists    bool
	first     bool
	tests     []Test // each pair must pass
	secondary []Test // tests of a left token once its negation holds
	leftKeys  []Ref
	rightKeys []Ref // of a join with a group
	text      string
	next      []link
	rule      *Rule // the rule that this join activates
	origin    int32 // the single left token of a negated first join
	empty     int32 // the single right token of a join without a pattern
	holds     bool  // its tokens are matches of a rule's logical conditions
	fresh     bool  // being added with a rule
	primed    bool
}

// link leads to a join below and to one of its sides.
type link struct {
	to   *join
	side side
}

// Condition is one condition of a rule, in the form from which the network is built.
type Condition struct {
	Pattern *Pattern    // nil for a test alone or a group
	Group   []Condition // of a negated or existential group
	Negated bool
	Exists  bool
	Tests   []Test
	After   []Test // tests after a negation, of the variables before it
	Left    []Ref  // the values to hash, of the conditions before
	Right   []Ref  // and, for a group, of the group's tokens
	Text    string // identifies Left, Right, Tests and After, for sharing
	Logical bool
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
		last = n.shared(n.rightPrimes, &Condition{}, nil, nil, true, false)
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
	r.last = n.newJoin(&Condition{}, last, nil, nil)
	r.last.rule = r
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
			old = n.shared(n.candidates(last, leaf, group), c, leaf, group, last == nil, i == holder)
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

// candidates returns the joins that a new one might share.
func (n *Network) candidates(last *join, leaf *node, group *join) []*join {
	var links []link
	switch {
	case last != nil:
		links = last.next
	case leaf != nil:
		return leaf.joins
	case group != nil:
		links = group.next
	default:
		return n.rightPrimes
	}
	joins := make([]*join, len(links))
	for i, l := range links {
		joins[i] = l.to
	}
	return joins
}

// shared returns a candidate that is equivalent to the join of c, or nil.
func (n *Network) shared(candidates []*join, c *Condition, leaf *node, group *join, first, holds bool) *join {
	for _, j := range candidates {
		if j.rule == nil && j.alpha == leaf && j.group == group && j.first == first && j.negated == (c.Negated && !c.Exists) &&
			j.exists == c.Exists && j.text == c.Text && (!holds || j.holds || n.isEmpty(j)) {
			return j
		}
	}
	return nil
}

// isEmpty reports whether the memories of j are empty.
func (n *Network) isEmpty(j *join) bool {
	return (j.left == nil || j.left.count == 0) && (j.right == nil || j.right.count == 0)
}

// newJoin adds a join.
func (n *Network) newJoin(c *Condition, parent *join, leaf *node, group *join) *join {
	j := &join{parent: parent, alpha: leaf, group: group, fromRight: group != nil, exists: c.Exists,
		negated: c.Negated && !c.Exists, tests: c.Tests, secondary: c.After, leftKeys: c.Left, text: c.Text, fresh: true}
	if j.fromRight {
		j.rightKeys = c.Right
	}
	n.joins = append(n.joins, j)
	j.number = int32(len(n.joins) - 1)
	n.giveMemories(j)
	n.linkBelow(j)
	return j
}

// giveMemories allocates the memories of j and its initial tokens.
func (n *Network) giveMemories(j *join) {
	negation := j.exists || j.negated || j.fromRight
	if j.parent != nil || negation {
		j.left = newMemory(len(j.leftKeys) > 0)
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
		j.right = newMemory(len(j.leftKeys) > 0)
	} else if j.alpha == nil {
		j.right = newMemory(false)
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
		at := 0
		if j.fromRight && len(p.next) > 0 {
			at = 1
		}
		p.next = insertLink(p.next, at, link{j, leftSide})
	}
	switch {
	case j.fromRight:
		j.group.next = insertLink(j.group.next, 0, link{j, rightSide})
	case j.alpha != nil:
		j.alpha.joins = append([]*join{j}, j.alpha.joins...)
	case j.first:
		n.rightPrimes = append([]*join{j}, n.rightPrimes...)
	}
	if j.first && (j.negated || j.fromRight) && !j.exists {
		n.leftPrimes = append([]*join{j}, n.leftPrimes...)
	}
}

func insertLink(links []link, at int, l link) []link {
	links = append(links, link{})
	copy(links[at+1:], links[at:])
	links[at] = l
	return links
}
