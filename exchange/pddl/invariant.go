package pddl

import (
	"cmp"
	"container/heap"
	"fmt"
	"slices"
)

// Facts of which never two hold become the values of one variable. Which these are is
// guessed from predicates and proven on the actions: a candidate is some predicates, for
// each which arguments name the group and which one is counted, and a group is the facts
// that agree on what names it. If every action that adds a fact to a group takes one away
// that it needs, a group that begins with one fact never has two (Helmert 2009; the proof
// here looks at ground actions). A candidate that fails is tried again with what the action
// took away.

type candidate struct {
	names int // how many arguments name a group
	parts []part
}

// A part is a predicate of a candidate.
type part struct {
	pred    int
	order   []int // by name of the group: the argument
	counted int   // the argument that is counted; -1: none
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

// group names the group that a fact is in; false if it is in none.
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
	maxProof      = 200_000_000 // effects looked at
)

// A prover finds invariants.
type prover struct {
	g     *grounded
	queue []*candidate
	known map[string]bool
	work  int64
	parts [][]effectPart // by action
}

// An effectPart is what an action does on one condition.
type effectPart struct {
	add, del []int32
	needs    map[int32]bool
}

// groups finds groups of facts of which no two hold at once, each with two at least.
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

// A meaning is what a fact says of the group that it is in. Groups with the same meanings say the
// same.
type meaning struct {
	pred    int
	counted int32 // the object; -1: none
}

func (c *candidate) meaning(f fact) meaning {
	if p := c.part(f.pred); p.counted >= 0 {
		return meaning{f.pred, f.args[p.counted]}
	}
	return meaning{f.pred, -1}
}

// meanings are those of a group, without the predicate where that is the same of all: where a tile
// is says the same as where the gap is.
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

// candidates are those that are proven, and the functions, which have one value anyhow.
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

// parts puts the effects of an action together by their conditions. What is taken away
// without a condition is in each.
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

// proven reports whether no action makes a group have more; where one does, it tries
// candidates that have more predicates.
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

// breaks returns the part of an action that may make a group have more; nil if there is
// none.
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

// balanced reports whether a part takes something away from a group that it needs.
func (p *prover) balanced(c *candidate, x *effectPart, added int32, group string) bool {
	return slices.ContainsFunc(x.del, func(d int32) bool {
		g, in := c.group(p.g.facts[d])
		return in && g == group && d != added && x.needs[d] && !slices.Contains(x.add, d)
	})
}

// refine tries a candidate with each predicate that the action takes away from the group.
func (p *prover) refine(c *candidate, x *effectPart, group string) {
	for _, d := range x.del {
		f := p.g.facts[d]
		if !x.needs[d] || c.part(f.pred) != nil || len(f.args) < c.names || len(f.args) > c.names+1 {
			continue
		}
		p.match(c, f, group, nil)
	}
}

// match adds the part that takes a fact into a group, for each way to name it.
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

// instances are the groups of a proven candidate that begin with one fact at most.
func (p *prover) instances(c *candidate) [][]int32 {
	members, first := map[string][]int32{}, map[string]int{}
	var order []string
	for n, f := range p.g.facts {
		group, in := c.group(f)
		if !in || !p.g.reached[n] {
			continue
		}
		if p.g.begin[int32(n)] {
			first[group]++
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
		if first[k] <= 1 && len(members[k]) > 1 {
			slices.SortStableFunc(members[k], func(a, b int32) int {
				x, y := c.meaning(p.g.facts[a]), c.meaning(p.g.facts[b])
				return cmp.Or(cmp.Compare(x.pred, y.pred), cmp.Compare(x.counted, y.counted))
			})
			list = append(list, members[k])
		}
	}
	return list
}

// cover chooses groups until each fact is in one: the largest first, of what is left (the
// greedy cover of Helmert 2009). Facts in no group are alone.
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
