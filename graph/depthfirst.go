package graph

import "context"

// DepthFirst returns the first path to a goal that a depth-first search meets,
// taking edges in order and visiting every state once. The path may be long.
// MaxDepth is not obeyed: a bound on depth and a mark on every visited state do not
// go together.
func DepthFirst(ctx context.Context, g Graph, opt Options) (*Path, *Search, error) {
	d := &depthFirst{searcher: newSearcher(ctx, g, opt), res: &Search{Goal: -1}}
	d.res.Store = d.store
	err := d.run()
	d.check(d.stats.Depth)
	d.res.Stats = d.stats
	if interrupted(err) {
		d.res.Stopped, err = err, nil
	}
	if !d.res.Found {
		return nil, d.res, err
	}
	p := &Path{Start: append([]uint64(nil), d.store.State(int(d.stack[0].state))...)}
	for _, f := range d.stack[1:] {
		p.Edges = append(p.Edges, f.in)
	}
	if err == nil {
		d.res.Cost, err = p.Cost()
	}
	return p, d.res, err
}

// A visit is a state on the present path, the edge that led to it, and its
// successors, of which those before next have been tried.
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
	stack []visit
}

func (d *depthFirst) run() error {
	var starts []int32
	err := d.g.Starts(func(state []uint64) error {
		if i, fresh := d.store.Add(state); fresh {
			starts = append(starts, int32(i))
		}
		if len(starts)&1023 == 0 {
			return d.check(0)
		}
		return nil
	})
	seen := make([]bool, d.store.Len())
	for _, i := range starts {
		if err != nil || d.res.Found {
			return err
		}
		if !seen[i] {
			err = d.from(i, &seen)
		}
	}
	d.res.Complete = err == nil
	return err
}

func (d *depthFirst) from(start int32, seen *[]bool) error {
	d.stack = d.stack[:0]
	if err := d.visit(start, Edge{}, seen); err != nil || d.res.Found {
		return err
	}
	for len(d.stack) > 0 {
		v := &d.stack[len(d.stack)-1]
		if v.next == len(v.to) {
			d.stack = d.stack[:len(d.stack)-1]
			continue
		}
		t, e := v.to[v.next], v.labels[v.next]
		v.next++
		if (*seen)[t] {
			continue
		}
		if err := d.visit(t, e, seen); err != nil || d.res.Found {
			return err
		}
	}
	return nil
}

// visit puts a state on the path.
func (d *depthFirst) visit(i int32, in Edge, seen *[]bool) error {
	if err := d.check(int64(len(d.stack))); err != nil {
		return err
	}
	(*seen)[i] = true
	v := visit{state: i, in: in}
	var goal [1]bool
	if err := d.g.Goals(d.store.State(int(i)), goal[:]); err != nil {
		return err
	}
	if goal[0] {
		d.res.Found, d.res.Goal, d.res.Complete = true, int(i), true
		d.stack = append(d.stack, v)
		return nil
	}
	if err := d.expand(d.store.State(int(i))); err != nil {
		return err
	}
	w := d.store.words
	for k, label := range d.succ.Label {
		j, fresh := d.store.Add(d.succ.States[k*w : (k+1)*w])
		if fresh {
			*seen = append(*seen, false)
		}
		if !(*seen)[j] {
			v.to = append(v.to, int32(j))
			v.labels = append(v.labels, Edge{label, d.succ.cost(k)})
		}
	}
	d.extra += int64(len(v.to))*20 + 90
	d.stack = append(d.stack, v)
	return nil
}
