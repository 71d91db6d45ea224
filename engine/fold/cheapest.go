package fold

import (
	"errors"
	"slices"

	"farbank/engine"
	"farbank/engine/states"
	"farbank/fold"
	"farbank/graph"
)

// cheapest finds plans of least cost. The distance of a state from a goal is the least sum
// of a move's cost and the distance after it: equations, since moves may form cycles
// (Bellman 1957). The plans are the walks on which every move satisfies its equation.
func (s *solver) cheapest() error {
	t := s.toGoal(s.left())
	type costs struct {
		goal  bool
		moves []states.Move
	}
	wide := false
	e := fold.Equations[place, place, costs, fold.Option[int64]]{
		Key:   func(p place) place { return p },
		Equal: func(a, b fold.Option[int64]) bool { return a == b },
		Expand: func(p place) (costs, []place, error) {
			goal, below, err := t.expand(p)
			return costs{goal, t.next(p)}, below, err
		},
		Reduce: func(c costs, below []fold.Option[int64]) (fold.Option[int64], error) {
			least := fold.Min[int64]()
			d := least.Empty()
			if c.goal {
				return fold.Some(int64(0)), nil
			}
			for i, b := range below {
				switch {
				case !b.Some:
				case b.Value > maxCost-c.moves[i].Cost:
					wide = true
				default:
					d = least.Combine(d, fold.Some(b.Value+c.moves[i].Cost))
				}
			}
			return d, nil
		},
	}
	away, err := e.Least(s.ctx, t.roots...)
	if err != nil {
		return err
	}
	best := fold.Gather(slices.Values(t.roots), func(p place) fold.Option[int64] {
		d, _ := away.At(p)
		return d
	}, fold.Min[int64]())
	if !best.Some {
		if wide {
			return graph.ErrCost
		}
		return nil
	}
	s.a.Bound = &best.Value
	return s.answerShortest(s.shortest(t, func(p place) fold.Option[int64] {
		d, _ := away.At(p)
		return d
	}, best))
}

// shortest returns the shortest-path graph of t: the walks on which each move reduces the
// distance by its cost.
func (s *solver) shortest(t *walks, away func(place) fold.Option[int64], best fold.Option[int64]) *walks {
	shortest := *t
	shortest.roots, shortest.free, shortest.counts = nil, false, nil
	for _, p := range t.roots {
		if away(p) == best {
			shortest.roots = append(shortest.roots, p)
		}
	}
	shortest.next = func(p place) (next []states.Move) {
		here := away(p)
		for _, m := range t.next(p) {
			if d := away(t.after(p, m)); d.Some && d.Value == here.Value-m.Cost {
				next = append(next, m)
			}
		}
		return next
	}
	return &shortest
}

// answerShortest answers from t. It excludes repeated states if moves of cost 0 may form cycles.
func (s *solver) answerShortest(t *walks) error {
	if s.q.Want != engine.All {
		n, err := t.first(s.ctx)
		if n != nil && err == nil {
			s.passNode(n)
		}
		if err != nil || s.q.Want == engine.One {
			return err
		}
	}
	_, err := t.count(s.ctx)
	var cycle *fold.CycleError[place]
	switch {
	case errors.As(err, &cycle), err == nil && t.free && s.left() != noBound:
		t.once = true
	case err != nil:
		return err
	}
	return s.answer(t)
}
