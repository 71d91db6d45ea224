package rete

import "farbank/rules/value"

// Accumulate is a condition whose result is computed from all matches of a group of conditions for a match of the
// conditions before it.
type Accumulate struct {
	New      func() Accumulation
	Relation *Relation // of the fact whose only slot is the result
}

// An Accumulation is the state of an Accumulate for one match of the conditions before it. Tokens identify the
// matches of the group.
type Accumulation interface {
	Add(token int32, v *View) error     // v is the match of the group
	Remove(token int32, v *View) bool   // reports whether the match was added
	Result(v *View) (value.Value, bool) // false: no result, so that the condition fails
}

// sum is an accumulation and the fact with its result.
type sum struct {
	state Accumulation
	fact  *Fact // nil without a result
}

// identity returns a hash of the match of the conditions before a group: copies of a token in several memories
// have the same.
func (n *Network) identity(t int32) uint32 {
	k := &n.tokens[t]
	return uint32(k.parent)*0x9E3779B1 ^ uint32(k.right)*0x85EBCA6B ^ uint32(k.parent)>>15
}

// outer returns the token of the conditions before the group of an accumulate join that a token of the group
// extends.
func (n *Network) outer(j *join, right int32) int32 {
	return n.at(right, j.level-1)
}

// belongs reports whether a token of the group extends the same match as a left token.
func (n *Network) belongs(j *join, left, right int32) bool {
	a, b := &n.tokens[left], &n.tokens[n.outer(j, right)]
	return a.level == 0 || a.parent == b.parent && a.right == b.right
}

// groupView returns the view of a match of the group.
func (n *Network) groupView(right int32) *View {
	n.view = View{network: n, left: right}
	return &n.view
}

// accumulateLeft computes the result for a new left token.
func (n *Network) accumulateLeft(left int32, j *join, retracting bool) {
	s := &sum{state: j.accumulate.New()}
	if n.sums == nil {
		n.sums = map[int32]*sum{}
	}
	n.sums[left] = s
	n.tokens[left].uses |= hasSum
	hash := n.tokens[left].hash
	for right := n.first(j.right, hash); right != 0; right = n.tokens[right].next {
		if n.tokens[right].hash == hash && !(retracting && n.doomed(right)) && n.belongs(j, left, right) {
			n.add(j, s, right)
		}
	}
	n.refresh(left, j, s, retracting)
}

func (n *Network) add(j *join, s *sum, right int32) {
	if err := s.state.Add(right, n.groupView(right)); err != nil {
		n.report(j, err)
	}
}

// include adds a new match of the group.
func (n *Network) include(right int32, j *join, retracting bool) {
	hash := n.tokens[right].hash
	for left := n.first(j.left, hash); left != 0; {
		next := n.tokens[left].next
		s := n.sums[left]
		if s != nil && n.tokens[left].block == 0 && n.belongs(j, left, right) && !(retracting && n.doomed(left)) {
			n.add(j, s, right)
			n.refresh(left, j, s, retracting)
		}
		left = next
	}
}

// withdraw removes a match of the group.
func (n *Network) withdraw(right int32, j *join, retracting bool) {
	hash := n.tokens[right].hash
	for left := n.first(j.left, hash); left != 0; {
		next := n.tokens[left].next
		if s := n.sums[left]; s != nil && s.state.Remove(right, n.groupView(right)) && !(retracting && n.doomed(left)) {
			n.refresh(left, j, s, retracting)
		}
		left = next
	}
}

// refresh passes on the result of a left token if it has changed.
func (n *Network) refresh(left int32, j *join, s *sum, retracting bool) {
	v, ok := s.state.Result(n.groupView(left))
	if s.fact != nil && ok && value.Equal(s.fact.Slots[0], v) {
		return
	}
	if n.tokens[left].children != 0 {
		n.retractChildren(left)
	}
	n.dropResult(s)
	if !ok || n.stopping() {
		return
	}
	s.fact = &Fact{Index: -1, Relation: j.accumulate.Relation, Slots: []value.Value{v}}
	n.number(s.fact)
	for i := len(j.next) - 1; i >= 0; i-- {
		l := j.next[i]
		t := n.extend(left, 0)
		n.tokens[t].fact = s.fact.id
		n.store(t, left, 0, l)
		n.hand(t, l, retracting)
	}
}

// dropResult removes the fact with a result.
func (n *Network) dropResult(s *sum) {
	if s.fact != nil {
		id := s.fact.id
		n.facts[id], n.slots[id] = nil, nil
		n.freeIDs = append(n.freeIDs, id)
		s.fact = nil
	}
}

// forgetSum removes the accumulation of a left token that is freed.
func (n *Network) forgetSum(t int32) {
	if s := n.sums[t]; s != nil {
		n.dropResult(s)
		delete(n.sums, t)
	}
}

// accumulated returns the match m extended by the result of an accumulate condition. It returns false without a result.
func (p *plain) accumulated(c *Condition, m PlainMatch) (PlainMatch, bool) {
	state := c.Accumulate.New()
	token := int32(0)
	p.extend(c.Group, m, func(x PlainMatch) bool {
		token++
		_ = state.Add(token, &View{network: p.network, plain: &x})
		return true
	})
	v, ok := state.Result(&View{network: p.network, plain: &m})
	if !ok {
		return m, false
	}
	return m.with(&Fact{Index: -1, Relation: c.Accumulate.Relation, Slots: []value.Value{v}}, nil), true
}
