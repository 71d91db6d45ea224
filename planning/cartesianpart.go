package planning

import (
	"context"
	"math/rand/v2"
	"slices"
	"time"
)

// NewCartesian returns the heuristic of Cartesian abstractions, one for each goal and one for each landmark
// that is a fact, with cost partitioning (Seipp and Helmert 2018). It takes about patience. It reports
// false if the task is too large.
func NewCartesian(ctx context.Context, s *Space, patience time.Duration) (*Partition, bool) {
	b, p := newCartesianPart(ctx, s, "Cartesian abstractions", patience)
	if b == nil {
		return nil, false
	}
	return b.cartesian(p, patience)
}

// NewCartesianAndPairs is like NewCartesian with projections to pairs of variables in addition.
func NewCartesianAndPairs(ctx context.Context, s *Space, patience time.Duration) (*Partition, bool) {
	b, p := newCartesianPart(ctx, s, "projections to pairs and Cartesian abstractions", patience)
	if b == nil {
		return nil, false
	}
	b.project(p, systematic(b.s), b.end.Add(-patience*3/4))
	return b.cartesian(p, patience)
}

// newCartesianPart returns a partitioner and the projector of its space, or nil if the task is too large.
func newCartesianPart(ctx context.Context, s *Space, name string, patience time.Duration) (*partitioner, *projector) {
	s = s.view()
	p := newProjector(s)
	if p == nil {
		return nil, nil
	}
	end := time.Now().Add(patience)
	return &partitioner{s: s, h: &Partition{name: name}, rng: rand.New(rand.NewPCG(1, 2)), end: end, ctx: ctx}, p
}

// cartesian adds Cartesian abstractions and computes the cost partitioning.
func (b *partitioner) cartesian(p *projector, patience time.Duration) (*Partition, bool) {
	b.refine(p, b.end.Add(-patience/3))
	b.fill()
	return b.h, true
}

// An aim is the set of targets of a Cartesian abstraction.
type aim struct {
	targets [][]Fact
	apart   bool
}

// refine adds Cartesian abstractions, which share the time until end.
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

// maxAims is the maximum number of Cartesian abstractions.
const maxAims = 200

// aims returns the goals, the landmarks, and finally all goals together.
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

// outside returns a fact and all facts that are not relaxed reachable without it. It returns nil if the
// goal is reachable without it. A state with none of these facts has not achieved the landmark.
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
