package planning

import (
	"context"
	"math/rand/v2"
	"slices"
	"time"
)

// NewCartesian returns the heuristic by Cartesian abstractions, one for each goal and one for
// each landmark that is a fact, among which costs are divided (Seipp and Helmert 2018); with
// projections to pairs beside them, if wished. It takes about so long. It is nil if the task is too
// large for it.
func NewCartesian(ctx context.Context, s *Space, projections bool, patience time.Duration) *Partition {
	s = s.view()
	p := newProjector(s)
	if p == nil {
		return nil
	}
	begun := time.Now()
	h := &Partition{name: "Cartesian abstractions"}
	b := &partitioner{s: s, h: h, rng: rand.New(rand.NewPCG(1, 2)), end: begun.Add(patience), ctx: ctx}
	if projections {
		h.name = "projections to pairs and Cartesian abstractions"
		b.project(p, systematic(s), begun.Add(patience/4))
	}
	b.refine(p, begun.Add(patience*2/3))
	b.fill()
	return h
}

// An aim is targets of a Cartesian abstraction.
type aim struct {
	targets [][]Fact
	apart   bool
}

// refine adds Cartesian abstractions.
func (b *partitioner) refine(p *projector, end time.Time) {
	aims := b.aims()
	arcs, stays := int(min(maxArcs, b.s.room/8/40)), int(min(maxStays, b.s.room/8/4))
	for k, x := range aims {
		rest := time.Until(end)
		if b.ctx.Err() != nil || rest <= 0 {
			return
		}
		n := len(aims) - k
		c := newCartesian(b.ctx, p, x.targets, x.apart, arcs/n, stays, time.Now().Add(rest/time.Duration(n)))
		arcs -= c.arcs
		a := c.abstraction()
		if len(a.steps) == 0 && len(a.goals) > 0 {
			continue
		}
		b.list = append(b.list, member{abstraction: a, tree: len(b.h.trees)})
		b.h.trees = append(b.h.trees, c.tree)
		b.h.at = append(b.h.at, 0)
	}
}

// maxAims bounds the Cartesian abstractions of a task.
const maxAims = 200

// aims are the goals, the landmarks, and at last all goals together.
func (b *partitioner) aims() []aim {
	t := b.s.Task
	var list []aim
	whole := aim{targets: slices.Clone(t.GoalSome)}
	for _, f := range t.Goal {
		whole.targets = append(whole.targets, []Fact{f})
	}
	for _, target := range whole.targets {
		list = append(list, aim{targets: [][]Fact{target}})
	}
	if l := newLandmarks(b.s); l != nil {
		r := newRelaxation(b.s)
		for i := range l.list {
			if x := l.list[i]; len(x.facts) == 1 && !x.goal && int(b.s.begin[x.facts[0].Var]) != x.facts[0].Value {
				if outside := r.outside(x.facts[0]); outside != nil {
					list = append(list, aim{[][]Fact{outside}, true})
				}
			}
		}
	}
	list = list[:min(len(list), maxAims)]
	if len(whole.targets) > 1 {
		list = append(list, whole)
	}
	return list
}

// outside is what is not reached in the relaxation unless a fact is, and that fact; nil if the goal
// is reached without it. Where none of these hold, the fact is still to come.
func (r *relaxation) outside(f Fact) []Fact {
	met := newBitset(r.props)
	var queue []int32
	reach := func(p int32) {
		if !met.has(int(p)) {
			met.add(int(p))
			queue = append(queue, p)
		}
	}
	reach(r.always)
	for v, x := range r.space.begin {
		reach(int32(r.space.offset[v] + int(x)))
	}
	open := make([]int, len(r.actions))
	without := int32(r.space.fact(f))
	for k := 0; k < len(queue); k++ {
		for _, a := range r.needs[queue[k]] {
			open[a]++
			if open[a] < len(r.actions[a].pre) || slices.Contains(r.actions[a].add, without) {
				continue
			}
			for _, p := range r.actions[a].add {
				reach(p)
			}
		}
	}
	if met.has(int(r.goal)) {
		return nil
	}
	var list []Fact
	for n := range r.space.Facts() {
		if !met.has(n) {
			list = append(list, r.space.factOf(int32(n)))
		}
	}
	return list
}
