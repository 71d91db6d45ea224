package fold

import (
	"context"
	"errors"
	"iter"
	"math"
	"math/big"

	"farbank/engine"
	"farbank/engine/states"
	"farbank/fold"
	"farbank/model"
)

// Limits on problems whose plans are listed one by one because states can repeat.
const (
	maxWalkBits   = 34 // of the number of sequences of moves
	maxSimpleBits = 8  // of a state
)

// moves answers for problems with moves. It reports whether a bound excluded some walks.
func (s *solver) moves() (cut bool, err error) {
	s.w = states.NewWalker(states.New(s.ctx, s.p, s.q.FreeEnd), s.q.Memory)
	defer s.w.Close()
	s.bound = math.MaxInt
	if s.q.Bounded || s.q.Plans == engine.Walks {
		s.bound = s.q.Length
	}
	s.roots = s.w.Roots()
	err = s.ask()
	if s.w.Err != nil {
		err = s.w.Err
	}
	if errors.Is(err, fold.ErrDeep) {
		err = &engine.Refusal{Engine: "fold", Why: "its tree has a level for each move, and there are too many"}
	}
	if s.q.Want == engine.Count && s.a.Count == nil && err == nil {
		s.a.Count = new(big.Int)
	}
	s.a.Stats.Nodes, s.a.Stats.Stored = s.w.Visited, int64(s.w.Len())
	return s.cut || s.q.Plans == engine.Walks, err
}

// ask chooses the fold for the question.
func (s *solver) ask() error {
	switch {
	case s.w.Err != nil || len(s.roots) == 0:
		return s.w.Err
	case s.q.Plans == engine.Walks:
		return s.answer(s.exactly())
	case s.q.Plans == engine.Ends || s.q.Plans != engine.Shortest && s.q.Want == engine.One:
		return s.ends()
	case s.q.Plans != engine.Shortest:
		return s.simple()
	case unitCosts(s.p):
		return s.fewest()
	}
	return s.cheapest()
}

// unitCosts reports whether every move has the constant cost 1.
func unitCosts(p *model.Problem) bool {
	for _, m := range p.Moves {
		if !m.Cost.IsConst() || m.Cost.Value != 1 {
			return false
		}
	}
	return true
}

// answer counts, lists or finds the plans of t, as the question asks.
func (s *solver) answer(t *walks) error {
	if s.q.Want == engine.Count {
		n, err := t.count(s.ctx)
		s.a.Count = n
		return err
	}
	if s.q.Want == engine.All {
		return t.list(s.ctx, s.passNode)
	}
	n, err := t.first(s.ctx)
	if n != nil && err == nil {
		s.passNode(n)
	}
	return err
}

// passNode hands the plan of a walk to the caller and reports whether that is enough.
func (s *solver) passNode(n *states.Node) bool {
	plan, err := s.w.PlanOf(n)
	if err != nil {
		s.w.Err = err
		return true
	}
	return s.pass(plan)
}

// begin returns the places of the initial states.
func (s *solver) begin(left int) []place {
	places := make([]place, len(s.roots))
	for i, r := range s.roots {
		places[i] = place{r.At, left}
	}
	return places
}

// exactly returns the tree of walks of exactly bound moves.
func (s *solver) exactly() *walks {
	return &walks{Walker: s.w, roots: s.begin(s.bound), ends: func(p place) bool { return p.left == 0 && s.w.Goal(p.at) },
		next: func(p place) []states.Move {
			if p.left == 0 {
				return nil
			}
			return s.w.From(p.at)
		}}
}

// toGoal returns the tree of walks of at most left moves that stop at the first goal.
func (s *solver) toGoal(left int) *walks {
	return &walks{Walker: s.w, roots: s.begin(left), ends: func(p place) bool { return s.w.Goal(p.at) }, next: func(p place) []states.Move {
		switch {
		case s.w.Goal(p.at):
			return nil
		case p.left == 0:
			s.cut = s.cut || len(s.w.From(p.at)) > 0
			return nil
		}
		return s.w.From(p.at)
	}}
}

// left returns the bound on moves as a number of moves left.
func (s *solver) left() int {
	if s.bound == math.MaxInt {
		return noBound
	}
	return s.bound
}

// levels yields each reachable state once, by a walk of fewest moves. It does not go beyond
// goals.
func (s *solver) levels() iter.Seq[*states.Node] {
	below := func(n *states.Node) iter.Seq[*states.Node] {
		return func(yield func(*states.Node) bool) {
			if s.w.Goal(n.At) {
				return
			}
			if n.Moves >= s.bound {
				s.cut = s.cut || len(s.w.From(n.At)) > 0
				return
			}
			next := s.w.Next(n)
			for k := range next {
				if !yield(&next[k]) {
					return
				}
			}
		}
	}
	return func(yield func(*states.Node) bool) {
		for _, n := range fold.Levels(func(n *states.Node) int { return n.At }, below, s.roots...) {
			if s.w.Err == nil && s.ctx.Err() != nil {
				s.w.Err = context.Cause(s.ctx)
			}
			if s.w.Take(levelBytes); s.w.Err != nil || !yield(n) {
				return
			}
		}
	}
}

// levelBytes estimates the memory of a reached state.
const levelBytes = 120

// ends answers about the reachable goal states: one plan for each, or their number.
func (s *solver) ends() error {
	goals := func(yield func(*states.Node) bool) {
		for n := range s.levels() {
			if s.w.Goal(n.At) && !yield(n) {
				return
			}
		}
	}
	if s.q.Want == engine.Count {
		set := fold.SetBy(func(n *states.Node) int { return n.At })
		met := fold.Gather(goals, func(n *states.Node) map[int]*states.Node { return set.Of(n) }, set.Monoid)
		s.a.Count = big.NewInt(int64(len(met)))
		return nil
	}
	fold.Gather(goals, s.passNode, fold.Or)
	return nil
}

// simple answers about all plans that repeat no state. If no walk can repeat a state, it
// needs no check for that.
func (s *solver) simple() error {
	t := s.toGoal(noBound)
	_, err := t.count(s.ctx)
	var cycle *fold.CycleError[place]
	switch {
	case errors.As(err, &cycle):
		t = s.toGoal(s.left())
		t.once = true
		if l := s.w.Layout; 64*(l.Words-1)+l.Bits > maxSimpleBits && float64(s.bound)*math.Log2(float64(len(s.p.Moves)+1)) > maxWalkBits {
			return &engine.Refusal{Engine: "fold", Why: "it lists plans one by one if states can repeat, and more than 256 possible states give too many"}
		}
	case err != nil:
		return err
	case s.bound != math.MaxInt:
		t = s.toGoal(s.bound)
	}
	return s.answer(t)
}

// fewest answers about plans of fewest moves: every move leads to the next level.
func (s *solver) fewest() error {
	level := map[int]int{}
	best := -1
	for n := range s.levels() {
		level[n.At] = n.Moves
		if s.w.Goal(n.At) && best < 0 {
			best = n.Moves
			s.bound, s.cut = best, true // levels beyond the goal do not matter
			cost := int64(best)
			s.a.Bound = &cost
			if s.q.Want != engine.All {
				s.passNode(n)
			}
			if s.q.Want == engine.One {
				return nil
			}
		}
	}
	if best < 0 || s.w.Err != nil {
		return nil
	}
	t := s.toGoal(noBound)
	t.next = func(p place) (next []states.Move) {
		if level[p.at] == best {
			return nil
		}
		for _, m := range s.w.From(p.at) {
			if l, ok := level[m.To]; ok && l == level[p.at]+1 {
				next = append(next, m)
			}
		}
		return next
	}
	return s.answer(t)
}
