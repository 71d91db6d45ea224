package graph

import (
	"context"

	"farbank/solver"
)

// DepthFirst returns the first path to a goal that a depth-first search finds. It takes edges in order and visits
// every state once. The path may be long. With MaxDepth it visits a state again if it is reached by fewer edges,
// since a goal may then be near enough.
func DepthFirst(ctx context.Context, g Graph, opt Options) (*Path, *Search, error) {
	if _, limited := opt.deep(); limited {
		return depthLimited(ctx, g, opt)
	}
	d := &depthFirst{searcher: newSearcher(ctx, g, opt), res: &Search{Goal: -1}}
	d.res.Store = d.store
	err := d.run()
	return d.alongPath(d.res, d.stack.n, d.stack.at, err)
}

// alongPath returns the result of a search that follows one path, of n visits.
func (s *searcher) alongPath(r *Search, n int, at func(int) *visit, err error) (*Path, *Search, error) {
	s.check(s.stats.Depth)
	r.Stats = s.stats
	if s.interrupted(err) {
		r.stop(err)
		err = nil
	}
	if !r.Status.Found() {
		return nil, r, err
	}
	p := &Path{Start: append([]uint64(nil), s.store.State(int(at(0).state))...)}
	for i := 1; i < n; i++ {
		p.Edges = append(p.Edges, at(i).in)
	}
	if err == nil {
		r.Cost, err = p.Cost()
	}
	return p, r, err
}

// A visit is a state on the current path, the edge that led to it, and its successors, of which those before next
// were tried.
type visit struct {
	state  int32
	in     Edge
	to     []int32
	labels []Edge
	next   int
}

type depthFirst struct {
	*searcher
	res   *Search
	stack paged[visit]
	seen  paged[bool]
	lists int64 // bytes of the successors on the stack
}

func (d *depthFirst) run() error {
	var starts []int32
	err := d.g.Starts(func(state []uint64) error {
		if err := d.room(1); err != nil {
			return err
		}
		if i, fresh := d.store.Add(state); fresh {
			starts = append(starts, int32(i))
		}
		if len(starts)&1023 == 0 {
			return d.check(0)
		}
		return nil
	})
	d.seen.grow(d.store.Len())
	for _, i := range starts {
		if err != nil || d.res.Status.Found() {
			return err
		}
		if !*d.seen.at(int(i)) {
			err = d.from(i)
		}
	}
	if err == nil && !d.res.Status.Found() {
		d.res.Status = solver.Infeasible
	}
	return err
}

func (d *depthFirst) from(start int32) error {
	d.stack.reset()
	if err := d.visit(start, Edge{}); err != nil || d.res.Status.Found() {
		return err
	}
	for d.stack.n > 0 {
		v := d.stack.at(d.stack.n - 1)
		if v.next == len(v.to) {
			d.lists -= v.bytes()
			*v = visit{}
			d.stack.n--
			continue
		}
		t, e := v.to[v.next], v.labels[v.next]
		v.next++
		if *d.seen.at(int(t)) {
			continue
		}
		if err := d.visit(t, e); err != nil || d.res.Status.Found() {
			return err
		}
	}
	return nil
}

// visit pushes a state on the path.
func (d *depthFirst) visit(i int32, in Edge) error {
	if err := d.check(int64(d.stack.n)); err != nil {
		return err
	}
	*d.seen.at(int(i)) = true
	v := visit{state: i, in: in}
	var goal [1]bool
	if err := d.g.Goals(d.store.State(int(i)), goal[:]); err != nil {
		return err
	}
	if goal[0] {
		d.res.Status, d.res.Goal = solver.Solved, int(i)
		d.stack.append(v)
		return nil
	}
	if err := d.expand(d.store.State(int(i))); err != nil {
		return err
	}
	if err := d.room(d.succ.Len()); err != nil {
		return err
	}
	w := d.store.words
	for k, label := range d.succ.Label {
		j, fresh := d.store.Add(d.succ.States[k*w : (k+1)*w])
		if fresh {
			d.seen.append(false)
		}
		if !*d.seen.at(j) {
			v.to = append(v.to, int32(j))
			v.labels = append(v.labels, Edge{label, d.succ.cost(k)})
		}
	}
	d.lists += v.bytes()
	d.stack.append(v)
	d.extra = d.lists + d.stack.bytes() + d.seen.bytes()
	return nil
}

// bytes returns the memory of the lists.
func (v *visit) bytes() int64 { return int64(cap(v.to))*4 + int64(cap(v.labels))*16 }
