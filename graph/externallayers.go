package graph

import (
	"context"
	"slices"

	"farbank/graph/disk"
)

// exactLayers implements Search.Layers for breadth-first search.
func (e *external) exactLayers(begin func(distance, n int64) error, give func(states []uint64) error) error {
	e.detachContext()
	if e.goal == nil {
		return e.together(e.states, runsOf(e.known), begin, give)
	}
	for d, layer := range e.layers[:len(e.layers)-1] {
		if err := begin(int64(d), layer.Records()); err != nil {
			return err
		}
		if err := e.inOrder(runsOf([]*disk.Set{layer}), give); err != nil {
			return err
		}
		layer.File.Close()
	}
	return nil
}

// costLayers implements Search.Layers for uniform-cost search.
func (e *external) costLayers(begin func(distance, n int64) error, give func(states []uint64) error) error {
	e.detachContext()
	if e.goal == nil {
		return e.together(e.states, e.costs.settled.runs(), begin, give)
	}
	byCost, err := e.byCost()
	if err != nil {
		return err
	}
	w := e.form.Key
	var states []uint64
	left := int64(0)
	ahead, err := newCostCounter(byCost)
	if err != nil {
		return err
	}
	return e.inOrder(runsOf([]*disk.Set{byCost}), func(records []uint64) error {
		for len(records) > 0 {
			if left == 0 {
				cost, n, err := ahead.next()
				if err == nil {
					left, err = n, begin(int64(cost), n)
				}
				if err != nil {
					return err
				}
			}
			n := int(min(left, int64(len(records)/w)))
			states = states[:0]
			for at := 0; at < n*w; at += w {
				states = append(states, records[at+1:at+w]...)
			}
			if err := give(states); err != nil {
				return err
			}
			records, left = records[n*w:], left-int64(n)
		}
		return nil
	})
}

// detachContext replaces the context of the search, which may have ended.
func (e *external) detachContext() { e.ctx, e.opt.Progress = context.Background(), nil }

// together yields disjoint runs of states as one layer.
func (e *external) together(n int64, runs []*run, begin func(distance, n int64) error, give func(states []uint64) error) error {
	if n == 0 {
		return nil
	}
	if err := begin(0, n); err != nil {
		return err
	}
	return e.inOrder(runs, give)
}

// inOrder yields the records of runs in order.
func (e *external) inOrder(runs []*run, give func(records []uint64) error) error {
	if len(runs) == 0 {
		return nil
	}
	workers := e.workers
	e.workers = workers[:1] // a single worker keeps the order
	defer func() { e.workers = workers }()
	_, err := e.through(runs, nil, nil, func(_ *diskWorker, _ int, list []uint64) error { return give(list) })
	return err
}

// byCost returns the states settled below the cost of the goal, ordered by cost and state. In the log they
// are ordered by cost, round and state.
func (e *external) byCost() (*disk.Set, error) {
	if err := e.closeLog(); err != nil {
		return nil, err
	}
	e.split(nil)
	h, w := e.workers[0], e.form.Key+1
	var record []uint64
	err := e.inOrder([]*run{e.costs.log}, func(records []uint64) error {
		for at := 0; at < len(records); at += w {
			if records[at] >= e.costs.goalIn[0] {
				return nil
			}
			record = append(append(record[:0], records[at]), records[at+2:at+w]...)
			if err := e.push(h, record); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	goal := slices.Clone(e.goal)
	set, err := e.collectNew(false)
	e.goal = goal
	return set, err
}

// A costCounter counts the records of each cost.
type costCounter struct {
	r     *disk.Reader
	block []uint64
	words int
}

func newCostCounter(set *disk.Set) (*costCounter, error) {
	r, err := disk.NewReader(set, 1<<16, nil)
	return &costCounter{r: r, words: set.Form.Words()}, err
}

// next returns the next cost and the number of its records.
func (c *costCounter) next() (cost uint64, n int64, err error) {
	for {
		for len(c.block) > 0 {
			if n > 0 && c.block[0] != cost {
				return cost, n, nil
			}
			cost, n, c.block = c.block[0], n+1, c.block[c.words:]
		}
		if c.r.First() == nil {
			return cost, n, nil
		}
		if c.block, err = c.r.Take(nil); err != nil {
			return 0, 0, err
		}
	}
}
