package pddl

import (
	"cmp"
	"container/heap"
	"fmt"
	"slices"
)

// Mutually exclusive facts become the values of one variable. The mutex groups are instances of
// invariants (Helmert 2009; here they are verified on ground actions). A candidate has some
// predicates with the arguments that name the group and at most one counted argument. A group
// is the set of facts with equal names. If every action that adds a fact to a group deletes one
// that it requires, a group with one initial fact never has two. A candidate that fails is
// refined by a predicate that the action deletes.

type candidate struct {
	names int // number of arguments that name a group
	parts []part
}

// A part is a predicate of a candidate.
type part struct {
	pred    int
	order   []int // by name of the group: the argument
	counted int   // the counted argument, or -1
}

func (c *candidate) text() string { return fmt.Sprint(c.names, c.parts) }

// part returns the part with a predicate, or nil.
func (c *candidate) part(pred int) *part {
	for i := range c.parts {
		if c.parts[i].pred == pred {
			return &c.parts[i]
		}
	}
	return nil
}

// group returns the name of the group of a fact, or false if it is in no group.
func (c *candidate) group(f fact) (string, bool) {
	p := c.part(f.pred)
	if p == nil {
		return "", false
	}
	names := make([]int32, c.names)
	for i, a := range p.order {
		names[i] = f.args[a]
	}
	return key(names), true
}

const (
	maxCandidates = 300
	maxProof      = 200_000_000 // number of effects visited
)

// A prover finds invariants.
type prover struct {
	g     *grounded
	queue []*candidate
	known map[string]bool
	work  int64
	parts [][]effectPart // by action
}

// An effectPart has the effects of an action under one condition.
type effectPart struct {
	add, del []int32
	needs    map[int32]bool
}

// groups returns mutex groups with at least two facts.
func (g *grounded) groups() [][]int32 {
	p := newProver(g)
	var all [][]int32
	g.kinds = map[string]string{}
	for _, c := range p.candidates() {
		for _, group := range p.instances(c) {
			if k := key(group); g.kinds[k] == "" {
				g.kinds[k] = fmt.Sprint(c.meanings(g.facts, group))
				all = append(all, group)
			}
		}
	}
	return all
}

// A meaning is what a fact says about its group. Groups with the same meanings have comparable
// values.
type meaning struct {
	pred    int
	counted int32 // the object, or -1
}

func (c *candidate) meaning(f fact) meaning {
	if p := c.part(f.pred); p.counted >= 0 {
		return meaning{f.pred, f.args[p.counted]}
	}
	return meaning{f.pred, -1}
}

// meanings returns the meanings of a group, without the predicate if it is the same for all:
// the position of a tile is comparable with that of the gap.
func (c *candidate) meanings(facts []fact, group []int32) []meaning {
	var list []meaning
	for _, n := range group {
		list = append(list, c.meaning(facts[n]))
	}
	if m := list[0]; m.counted >= 0 && !slices.ContainsFunc(list, func(o meaning) bool { return o.pred != m.pred }) {
		for i := range list {
			list[i].pred = -1
		}
	}
	return list
}

func newProver(g *grounded) *prover {
	p := &prover{g: g, known: map[string]bool{}}
	for _, a := range g.actions {
		p.parts = append(p.parts, parts(a))
	}
	return p
}

// candidates returns the proven candidates, and the object functions, which always have one
// value.
func (p *prover) candidates() []*candidate {
	var all []*candidate
	for k := range p.g.d.predicates {
		d := &p.g.d.predicates[k]
		if !d.changes {
			continue
		}
		last := len(d.params) - 1
		for counted := -1; counted <= last; counted++ {
			one := part{pred: k, counted: counted}
			for i := range d.params {
				if i != counted {
					one.order = append(one.order, i)
				}
			}
			c := &candidate{len(one.order), []part{one}}
			if d.object && counted == last {
				all = append(all, c)
			} else {
				p.push(c)
			}
		}
	}
	for len(p.queue) > 0 {
		c := p.queue[0]
		p.queue = p.queue[1:]
		if p.proven(c) {
			all = append(all, c)
		}
	}
	return all
}

func (p *prover) push(c *candidate) {
	slices.SortFunc(c.parts, func(a, b part) int { return cmp.Compare(a.pred, b.pred) })
	if len(p.known) < maxCandidates && !p.known[c.text()] {
		p.known[c.text()] = true
		p.queue = append(p.queue, c)
	}
}

// parts groups the effects of an action by condition. Unconditional delete effects are in each
// part.
func parts(x *instance) []effectPart {
	var list []effectPart
	var whens []*ground
	at := func(when *ground) *effectPart {
		k := slices.Index(whens, when)
		if k < 0 {
			k = len(whens)
			whens = append(whens, when)
			p := effectPart{needs: map[int32]bool{}}
			for _, n := range append(x.pre.holds(), when.holds()...) {
				p.needs[n] = true
			}
			list = append(list, p)
		}
		return &list[k]
	}
	for _, e := range x.effects {
		if p := at(e.when); e.not {
			p.del = append(p.del, e.atom)
		} else {
			p.add = append(p.add, e.atom)
		}
	}
	for k, w := range whens {
		if w.op != isTrue {
			continue
		}
		for i := range list {
			if i != k {
				list[i].del = append(list[i].del, list[k].del...)
			}
		}
	}
	return list
}

// proven reports whether no action adds to the number of true facts of a group. If one does, it
// queues refined candidates.
func (p *prover) proven(c *candidate) bool {
	for i := range p.g.actions {
		if bad, group := p.breaks(c, i); bad != nil {
			p.refine(c, bad, group)
			return false
		}
		if p.work > maxProof {
			return false
		}
	}
	return true
}

// breaks returns a part of an action that may add to the number of true facts of a group, or
// nil.
func (p *prover) breaks(c *candidate, i int) (*effectPart, string) {
	added := map[string]int32{}
	for k := range p.parts[i] {
		x := &p.parts[i][k]
		p.work += int64(len(x.add)) + 1
		for _, a := range x.add {
			group, in := c.group(p.g.facts[a])
			if !in || x.needs[a] && !slices.Contains(x.del, a) {
				continue
			}
			if b, twice := added[group]; twice && b != a {
				return &effectPart{}, group
			}
			added[group] = a
			if !x.needs[a] && !p.balanced(c, x, a, group) {
				return x, group
			}
		}
	}
	return nil, ""
}

// balanced reports whether a part deletes a fact of the group that it requires.
func (p *prover) balanced(c *candidate, x *effectPart, added int32, group string) bool {
	return slices.ContainsFunc(x.del, func(d int32) bool {
		g, in := c.group(p.g.facts[d])
		return in && g == group && d != added && x.needs[d] && !slices.Contains(x.add, d)
	})
}

// refine queues a candidate for each predicate of the group that the action deletes.
func (p *prover) refine(c *candidate, x *effectPart, group string) {
	for _, d := range x.del {
		f := p.g.facts[d]
		if !x.needs[d] || c.part(f.pred) != nil || len(f.args) < c.names || len(f.args) > c.names+1 {
			continue
		}
		p.match(c, f, group, nil)
	}
}

// match adds a part for a predicate of a fact, for each way in which its arguments name the
// group.
func (p *prover) match(c *candidate, f fact, group string, order []int) {
	if len(order) < c.names {
		for i, o := range f.args {
			if !slices.Contains(order, i) && key([]int32{o}) == group[4*len(order):4*len(order)+4] {
				p.match(c, f, group, append(slices.Clone(order), i))
			}
		}
		return
	}
	one := part{pred: f.pred, order: order, counted: -1}
	for i := range f.args {
		if !slices.Contains(order, i) {
			one.counted = i
		}
	}
	p.push(&candidate{c.names, append(slices.Clone(c.parts), one)})
}

// instances returns the groups of a proven candidate with at most one initial fact.
func (p *prover) instances(c *candidate) [][]int32 {
	members, first := map[string][]int32{}, map[string][]int32{}
	var order []string
	for n, f := range p.g.facts {
		group, in := c.group(f)
		if !in || !p.g.reached[n] {
			continue
		}
		if p.g.begin[int32(n)] || p.g.doubtful[int32(n)] {
			first[group] = append(first[group], int32(n))
		}
		if p.g.varies[n] {
			if members[group] == nil {
				order = append(order, group)
			}
			members[group] = append(members[group], int32(n))
		}
	}
	var list [][]int32
	for _, k := range order {
		if p.g.together(first[k]) <= 1 && len(members[k]) > 1 {
			slices.SortStableFunc(members[k], func(a, b int32) int {
				x, y := c.meaning(p.g.facts[a]), c.meaning(p.g.facts[b])
				return cmp.Or(cmp.Compare(x.pred, y.pred), cmp.Compare(x.counted, y.counted))
			})
			list = append(list, members[k])
		}
	}
	return list
}

// cover selects groups until each fact is in one: greedily, the one with most remaining facts
// (Helmert 2009). Facts in no group are alone.
func (g *grounded) cover(groups [][]int32) [][]int32 {
	taken := make([]bool, len(g.facts))
	q := &groupQueue{}
	for _, group := range groups {
		heap.Push(q, group)
	}
	var chosen [][]int32
	for q.Len() > 0 {
		group := heap.Pop(q).([]int32)
		left := slices.DeleteFunc(slices.Clone(group), func(n int32) bool { return taken[n] })
		switch {
		case len(left) < 2:
		case len(left) < len(group):
			heap.Push(q, left)
		default:
			chosen = append(chosen, group)
			for _, n := range group {
				taken[n] = true
			}
		}
	}
	for n, varies := range g.varies {
		if varies && !taken[n] {
			chosen = append(chosen, []int32{int32(n)})
		}
	}
	return chosen
}

type groupQueue [][]int32

func (q groupQueue) Len() int           { return len(q) }
func (q groupQueue) Less(i, j int) bool { return len(q[i]) > len(q[j]) }
func (q groupQueue) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *groupQueue) Push(x any)        { *q = append(*q, x.([]int32)) }
func (q *groupQueue) Pop() any {
	old := *q
	x := old[len(old)-1]
	*q = old[:len(old)-1]
	return x
}
