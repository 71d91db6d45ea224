package game

import (
	"context"
	"math"

	"farbank/solver"
)

// SearchOptions are the options of [Search].
type SearchOptions struct {
	Options
	// Bound returns a lower bound on the cost that can be forced from a state; nil means 0.
	Bound func(state []uint64) int64
}

// A Searched is the result of [Search].
type Searched struct {
	Status solver.Status // Optimal, Infeasible, or Unknown
	Reason error
	Cost   int64  // the least cost that we can force
	Bound  int64  // if Unknown: a proven lower bound on it
	Arena  *Arena // the part of the game that an optimal strategy can reach: each state of ours has one move
	States int64  // states looked at
}

// Search computes the least cost that we can force from the first of r.Starts, like [Force], but looks only at
// states that matter: depth first with increasing bounds on the cost, and a transposition table (Korf 1985; for
// trees of choices of both sides Martelli and Montanari 1973). It is for games that are too large to be
// explored. States of [Chance] count as states of the foe. If the goal cannot be forced, Search may go on until
// ctx ends unless the game has no cycles.
func Search(ctx context.Context, r Rules, o SearchOptions) (Searched, error) {
	s := &searching{ctx: ctx, r: r, o: o, keys: newStore()}
	if len(r.Starts) == 0 {
		return Searched{Status: solver.Infeasible}, nil
	}
	start := s.number(r.Starts[0])
	for budget := s.nodes[start].low; ; {
		won, err := s.win(start, budget)
		switch {
		case err != nil:
			reason, failure := solver.Split(ctx, err)
			return Searched{Reason: reason, Bound: s.nodes[start].low, States: int64(len(s.nodes))}, failure
		case won:
			a, err := s.strategy(start)
			return Searched{Status: solver.Optimal, Cost: budget, Bound: budget, Arena: a, States: int64(len(s.nodes))}, err
		case s.nodes[start].low == math.MaxInt64:
			return Searched{Status: solver.Infeasible, States: int64(len(s.nodes))}, nil
		}
		budget = max(budget+1, s.nodes[start].low) // at the start a failure does not depend on the path
		s.nodes[start].low = budget
	}
}

// node is an entry of the transposition table.
type node struct {
	low   int64 // the cost is at least low
	high  int64 // the goal can be forced with this cost; MaxInt64 if that is not known
	best  int32 // of a state of ours: the move that achieves high
	known bool  // kind and moves are set
	kind  Kind
	on    bool // on the current path
	moves []Move
	rest  int // Part.Rest of the moves listed so far
}

// Search lists the moves of a state of ours in parts of this size, and then twice as many each time.
const firstPart = 64

type searching struct {
	ctx   context.Context
	r     Rules
	o     SearchOptions
	keys  *store
	nodes []node
	steps int
	edges int64
	loop  bool // a failure since it was cleared depends on the path
}

// number returns the number of a state.
func (s *searching) number(key []uint64) int {
	n, fresh := s.keys.insert(key)
	if fresh {
		low := int64(0)
		if s.o.Bound != nil {
			low = max(0, s.o.Bound(key))
		}
		s.nodes = append(s.nodes, node{low: low, high: math.MaxInt64, best: -1})
	}
	return n
}

// look lists the moves of a state, or the next part of them.
func (s *searching) look(n int) error {
	if s.nodes[n].known && s.nodes[n].rest == 0 {
		return nil
	}
	x := &explorer{&Arena{keys: newStore()}}
	p := &Position{Number: n, e: x, Part: Part{From: s.nodes[n].rest, Most: max(firstPart, len(s.nodes[n].moves))}}
	key := append([]uint64(nil), s.keys.key(n)...)
	if err := s.r.Look(key, p); err != nil {
		return err
	}
	moves := x.a.moves
	for i := range moves {
		moves[i].To = int32(s.number(x.a.keys.key(int(moves[i].To))))
	}
	s.edges += int64(len(moves))
	nd := &s.nodes[n]
	nd.known, nd.kind, nd.moves, nd.rest = true, p.Kind, append(nd.moves, moves...), p.Rest
	if p.Kind == Goal {
		nd.low, nd.high = 0, 0
	}
	return nil
}

// win reports whether the goal can be forced from a state within the budget. If not, the lower bound of the
// state becomes greater than the budget, unless that depends on the path.
func (s *searching) win(n int, budget int64) (bool, error) {
	if s.nodes[n].high <= budget {
		return true, nil
	}
	if s.nodes[n].low > budget {
		return false, nil
	}
	if s.nodes[n].on {
		s.loop = true
		return false, nil
	}
	if s.steps++; s.steps%every == 0 {
		used := s.keys.bytes() + int64(64*len(s.nodes)) + 24*s.edges
		if reason := over(s.ctx, used, len(s.nodes), s.o.Options); reason != nil {
			return false, reason
		}
		if s.o.Progress != nil {
			s.o.Progress(Progress{Phase: "search", States: int64(len(s.nodes)), Memory: used})
		}
	}
	if !s.nodes[n].known {
		if err := s.look(n); err != nil {
			return false, err
		}
	}
	if s.nodes[n].high <= budget {
		return true, nil
	}
	outer := s.loop
	s.loop = false
	s.nodes[n].on = true
	won, low, err := s.expand(n, budget)
	s.nodes[n].on = false
	if !won && !s.loop && err == nil {
		s.nodes[n].low = max(s.nodes[n].low, low)
	}
	s.loop = s.loop || outer
	return won, err
}

// expand tries the moves of a state. The bound low is valid if the goal cannot be forced within the budget.
func (s *searching) expand(n int, budget int64) (won bool, low int64, err error) {
	ours := s.nodes[n].kind == Ours
	low = math.MaxInt64
	if !ours {
		low = 0
	}
	if len(s.nodes[n].moves) == 0 && s.nodes[n].rest == 0 {
		return false, math.MaxInt64, nil
	}
	if !ours { // a move that is known to be too expensive decides, before others are searched
		for _, m := range s.nodes[n].moves {
			if below := s.nodes[m.To].low; below > budget-m.Cost {
				return false, max(sum(below, m.Cost), budget+1), nil
			}
		}
	}
	for i := 0; ; i++ {
		for i == len(s.nodes[n].moves) && s.nodes[n].rest > 0 {
			if err = s.look(n); err != nil {
				return false, 0, err
			}
		}
		if i == len(s.nodes[n].moves) {
			break
		}
		m := s.nodes[n].moves[i]
		ok := false
		if m.Cost <= budget {
			if ok, err = s.win(int(m.To), budget-m.Cost); err != nil {
				return false, 0, err
			}
		}
		below := sum(s.nodes[m.To].low, m.Cost)
		switch {
		case ours && ok:
			s.nodes[n].high, s.nodes[n].best = budget, int32(i)
			return true, 0, nil
		case ours:
			low = min(low, max(below, budget+1))
		case !ok:
			return false, max(below, budget+1), nil
		}
	}
	if !ours {
		s.nodes[n].high = budget
	}
	return !ours, low, nil
}

// sum returns x + y, at most math.MaxInt64, which is infinite.
func sum(x, y int64) int64 {
	if x > math.MaxInt64-y {
		return math.MaxInt64
	}
	return x + y
}

// strategy returns the states that the strategy found can reach, the start first.
func (s *searching) strategy(start int) (*Arena, error) {
	a := &Arena{keys: newStore(), first: []int{0}}
	list := []int{start}
	place := map[int]int32{start: 0}
	a.keys.insert(s.keys.key(start))
	a.from = []int32{-1}
	for i := 0; i < len(list); i++ {
		nd := s.nodes[list[i]]
		moves := nd.moves
		switch nd.kind {
		case Ours:
			moves = moves[nd.best : nd.best+1]
		case Goal:
			moves = nil
		}
		for _, m := range moves {
			to, ok := place[int(m.To)]
			if !ok {
				to = int32(len(list))
				place[int(m.To)] = to
				list = append(list, int(m.To))
				a.keys.insert(s.keys.key(int(m.To)))
				a.from = append(a.from, int32(i))
			}
			m.To = to
			a.moves = append(a.moves, m)
		}
		a.kinds = append(a.kinds, nd.kind)
		a.first = append(a.first, len(a.moves))
	}
	return a, a.check()
}
