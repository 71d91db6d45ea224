package explore

import (
	"context"
	"slices"

	"farbank/distributed/layer"
	"farbank/distributed/problem"
	"farbank/distributed/run"
	"farbank/graph"
	"farbank/graph/disk"

	"golang.org/x/sync/errgroup"
)

// sortBytes is the amount that a goroutine sorts at a time: it should fit the cache.
const sortBytes = 2 << 20

// A block is a sorted run for a part.
type block struct {
	part  int
	bytes []byte
}

// expand expands a part of a layer. It calls emit with the blocks from a single goroutine.
func (s *site) expand(ctx context.Context, at, part, threads int, emit func(int, []byte)) error {
	g, ctx := errgroup.WithContext(ctx)
	lists, blocks := make(chan []uint64), make(chan block, 16)
	g.Go(func() error {
		defer close(lists)
		return s.Each(ctx, layer.States(at, part), s.ID(at, part), func(list []uint64) (bool, error) {
			select {
			case lists <- slices.Clone(list):
				return true, nil
			case <-ctx.Done():
				return false, context.Cause(ctx)
			}
		})
	})
	counts := make([]layer.Moves, threads)
	work, workCtx := errgroup.WithContext(ctx)
	for k := range threads {
		work.Go(func() error {
			e := &expander{site: s, sort: disk.NewSorter(s.form()), moves: &counts[k], out: make([][]uint64, s.n), send: func(b block) error {
				select {
				case blocks <- b:
					return nil
				case <-workCtx.Done():
					return context.Cause(workCtx)
				}
			}}
			return e.each(lists)
		})
	}
	g.Go(func() error {
		defer close(blocks)
		return work.Wait()
	})
	for b := range blocks {
		emit(b.part, b.bytes)
	}
	if err := g.Wait(); err != nil {
		return err
	}
	sum := layer.Moves{All: s.all, Branching: []int64{}}
	for k := range counts {
		sum.Add(&counts[k])
	}
	return s.WriteJSON(ctx, layer.MovesFile(at, part), &sum)
}

// An expander is one goroutine of expand.
type expander struct {
	*site
	exp   *problem.Expander
	send  func(block) error
	out   [][]uint64 // by part: successors, not sorted yet
	moves *layer.Moves
	sort  *disk.Sorter
	succ  graph.Successors
	goal  []bool
	to    []uint64 // hashes of the successors of a state
}

// each expands lists of states.
func (e *expander) each(lists <-chan []uint64) error {
	for list := range lists {
		if e.exp == nil || len(list) >= worthAsking*e.Words() {
			if e.exp != nil {
				e.Return(e.exp)
			}
			var err error
			if e.exp, err = e.Expander(list); err != nil {
				return err
			}
		}
		if err := e.list(list); err != nil {
			return err
		}
	}
	if e.exp != nil {
		e.Return(e.exp)
	}
	for part := range e.out {
		if err := e.flush(part); err != nil {
			return err
		}
	}
	return nil
}

// worthAsking is the number of states in a list for which the expander is renewed, since machine
// code may be available by now.
const worthAsking = 500

func (e *expander) list(list []uint64) error {
	if !e.site.all {
		if err := e.tryUndoing(list); err != nil {
			return err
		}
	}
	w := e.Words()
	for len(list) > 0 {
		batch := list[:min(len(list), e.exp.Batch()*w)]
		list = list[len(batch):]
		e.succ.Reset()
		if err := e.exp.Expand(batch, &e.succ); err != nil {
			return err
		}
		if err := e.count(batch); err != nil {
			return err
		}
		for at := 0; at < len(e.succ.States); at += w {
			state := e.succ.States[at : at+w]
			part := run.Part(state, e.n)
			if e.out[part] = append(e.out[part], state...); len(e.out[part])*8*e.n >= sortBytes && len(e.out[part]) >= 1024*w {
				if err := e.flush(part); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// flush sorts the successors of a part and sends them.
func (e *expander) flush(part int) error {
	if len(e.out[part]) == 0 {
		return nil
	}
	list := e.sort.Unique(e.out[part])
	e.out[part] = e.out[part][:0]
	return e.send(block{part, run.Append(nil, list, e.Words())})
}

// count counts the moves from the states of a batch.
func (e *expander) count(batch []uint64) error {
	w, m := e.Words(), e.moves
	m.Moves += int64(len(e.succ.From))
	next := 0
	for at := 0; at < len(batch); at += w {
		state, first := batch[at:at+w], next
		for next < len(e.succ.From) && int(e.succ.From[next]) == at/w {
			next++
		}
		m.Out(next-first, 1)
		if next == first {
			goal, err := e.isGoal(state)
			if err != nil {
				return err
			}
			if !goal {
				m.DeadEnds++
			}
		} else if !e.site.all {
			e.balance(state, e.succ.States[first*w:next*w])
		}
	}
	return nil
}

func (e *expander) isGoal(state []uint64) (bool, error) {
	e.goal = append(e.goal[:0], false)
	err := e.exp.Goals(state, e.goal)
	return e.goal[0], err
}

// balance adds the pairs of a state and its successors to the balance, each pair once.
func (e *expander) balance(state, next []uint64) {
	w := e.Words()
	from := run.Hash(state)
	e.to = e.to[:0]
	for at := 0; at < len(next); at += w {
		e.to = append(e.to, run.Hash(next[at:at+w]))
	}
	slices.Sort(e.to)
	for _, to := range slices.Compact(e.to) {
		e.moves.Balance[0] += pair(from, to, 0x9e3779b97f4a7c15) - pair(to, from, 0x9e3779b97f4a7c15)
		e.moves.Balance[1] += pair(from, to, 0xc2b2ae3d27d4eb4f) - pair(to, from, 0xc2b2ae3d27d4eb4f)
	}
}

// pair returns a hash of a pair of hashes. Different factors give independent hashes.
func pair(a, b, factor uint64) uint64 { return run.Mix(a + b*factor) }

// tried is the number of states of a list on which reversibility is sampled.
const tried = 4

// tryUndoing searches for irreversible moves from a few states.
func (e *expander) tryUndoing(list []uint64) error {
	w := e.Words()
	step := max(1, len(list)/w/tried)
	for i := 0; i*w < len(list) && !e.moves.OneWay; i += step {
		state := list[i*w : (i+1)*w]
		e.succ.Reset()
		if err := e.exp.Expand(state, &e.succ); err != nil {
			return err
		}
		next := slices.Clone(e.succ.States)
		for at := 0; at < len(next); at += w {
			e.succ.Reset()
			if err := e.exp.Expand(next[at:at+w], &e.succ); err != nil {
				return err
			}
			if !holds(e.succ.States, state) {
				e.moves.OneWay = true
				return nil
			}
		}
	}
	return nil
}

// holds reports whether a list contains a state.
func holds(list, state []uint64) bool {
	for at := 0; at < len(list); at += len(state) {
		if slices.Equal(list[at:at+len(state)], state) {
			return true
		}
	}
	return false
}
