package game

import (
	"cmp"
	"context"
	"math"
	"slices"

	"farbank/solver"
)

// SearchOptions are the options of [Search].
type SearchOptions struct {
	Options
	// Bound returns a lower bound on the cost that can be forced from a state; nil means 0.
	Bound func(state []uint64) int64
	// Rank estimates the effort of a state. Search tries moves of ours to states of a low rank first, and looks first at
	// the states of a high rank that others can lead to. It calls Rank after Bound with the same state. Nil means
	// that the order of the moves is kept.
	Rank func(state []uint64) int64
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
	start := s.number(r.Starts[0], s.measure(r.Starts[0]).low)
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
	best  Move  // of a state of ours: the move that achieves high
	known bool  // kind and moves are set
	kind  Kind
	on    bool // on the current path
	moves []candidate
	rest  int   // Part.Rest of the moves listed so far
	part  int   // the size of the last part
	cut   int64 // the least lower bound of the moves that were left out since they are too expensive; MaxInt64 if none was
}

// A candidate is a move of a node.
type candidate struct {
	Move
	low, rank int64 // of the state that it leads to, when it was listed
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

// number returns the number of a state with the given lower bound.
func (s *searching) number(key []uint64, low int64) int {
	n, fresh := s.keys.insert(key)
	if fresh {
		s.nodes = append(s.nodes, node{low: low, high: math.MaxInt64, cut: math.MaxInt64})
	}
	return n
}

// look lists the moves of a state, or the next part of them. It leaves out moves of ours that cost more than the budget.
func (s *searching) look(n int, budget int64) error {
	nd := &s.nodes[n]
	x := &explorer{keys: newStore()}
	p := &Position{Number: n, e: x, Part: Part{From: nd.rest, Most: max(firstPart, 2*nd.part)}}
	key := append([]uint64(nil), s.keys.key(n)...)
	if err := s.r.Look(key, p); err != nil {
		return err
	}
	nd.part, nd.known, nd.kind, nd.rest = p.Most, true, p.Kind, p.Rest
	if p.Kind == Goal {
		nd.low, nd.high, nd.rest = 0, 0, 0
		return nil
	}
	looked := make([]candidate, x.keys.len())
	for i := range looked {
		looked[i] = s.measure(x.keys.key(i))
	}
	cut := nd.cut
	var moves []candidate
	for _, m := range x.moves {
		c := looked[m.To]
		if low := sum(c.low, m.Cost); p.Kind == Ours && low > budget {
			cut = min(cut, low)
			continue
		}
		if c.To < 0 {
			c.To = int32(s.number(x.keys.key(int(m.To)), c.low))
			looked[m.To] = c
		}
		c.Move = Move{To: c.To, Label: m.Label, Cost: m.Cost, Weight: m.Weight}
		moves = append(moves, c)
	}
	s.edges += int64(len(moves))
	nd = &s.nodes[n] // they may have moved
	nd.moves, nd.cut = append(nd.moves, moves...), cut
	if p.Kind != Ours && s.o.Rank != nil {
		slices.SortStableFunc(nd.moves, func(a, b candidate) int { return cmp.Compare(b.rank, a.rank) })
	}
	return nil
}

// measure returns a candidate without a move.
func (s *searching) measure(key []uint64) candidate {
	c := candidate{Move: Move{To: -1}}
	if n, ok := s.keys.find(key); ok {
		c.To, c.low = int32(n), s.nodes[n].low
	} else if s.o.Bound != nil {
		c.low = max(0, s.o.Bound(key))
	}
	if s.o.Rank != nil {
		c.rank = s.o.Rank(key)
	}
	return c
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
		used := s.keys.bytes() + int64(96*len(s.nodes)) + 40*s.edges
		if reason := over(s.ctx, used, len(s.nodes), s.o.Options); reason != nil {
			return false, reason
		}
		if s.o.Progress != nil {
			s.o.Progress(Progress{Phase: "search", States: int64(len(s.nodes)), Memory: used})
		}
	}
	if !s.nodes[n].known {
		if err := s.look(n, budget); err != nil {
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
	if s.nodes[n].kind == Ours {
		return s.ours(n, budget)
	}
	moves := s.nodes[n].moves
	if len(moves) == 0 {
		return false, math.MaxInt64, nil
	}
	for _, m := range moves { // a move that is known to be too expensive decides, before others are searched
		if below := sum(s.nodes[m.To].low, m.Cost); below > budget {
			return false, below, nil
		}
	}
	for _, m := range moves {
		ok, err := s.win(int(m.To), budget-m.Cost)
		if err != nil {
			return false, 0, err
		}
		if !ok {
			return false, max(sum(s.nodes[m.To].low, m.Cost), budget+1), nil
		}
	}
	s.nodes[n].high = budget
	return true, 0, nil
}

// ours tries the moves of a state of ours. While not all moves are listed, it tries only the best one of those listed
// so far, then it lists more.
func (s *searching) ours(n int, budget int64) (won bool, low int64, err error) {
	if nd := &s.nodes[n]; nd.cut <= budget { // list those again that were left out
		nd.moves, nd.cut, nd.rest, nd.part, nd.known = nil, math.MaxInt64, 0, 0, false
	}
	s.sort(s.nodes[n].moves)
	for i := 0; ; i++ {
		if nd := &s.nodes[n]; i > 0 || i == len(nd.moves) {
			if err := s.more(n, i, budget); err != nil {
				return false, 0, err
			}
		}
		if i == len(s.nodes[n].moves) {
			break
		}
		m := s.nodes[n].moves[i].Move
		ok := false
		if m.Cost <= budget {
			if ok, err = s.win(int(m.To), budget-m.Cost); err != nil {
				return false, 0, err
			}
		}
		if ok {
			s.nodes[n].high, s.nodes[n].best = budget, m
			return true, 0, nil
		}
	}
	low = s.nodes[n].cut
	for _, m := range s.nodes[n].moves {
		low = min(low, max(sum(s.nodes[m.To].low, m.Cost), budget+1))
	}
	return false, low, nil
}

// more lists more moves of a state of ours after it tried the first i ones, until there is another one or all are listed.
func (s *searching) more(n, i int, budget int64) error {
	for first := true; first || i == len(s.nodes[n].moves); first = false {
		if nd := &s.nodes[n]; nd.known && nd.rest == 0 {
			return nil
		}
		if err := s.look(n, budget); err != nil {
			return err
		}
		s.sort(s.nodes[n].moves[i:])
	}
	return nil
}

// sort sorts moves of ours, the most promising first.
func (s *searching) sort(moves []candidate) {
	if s.o.Rank != nil {
		slices.SortStableFunc(moves, func(a, b candidate) int {
			return cmp.Or(cmp.Compare(a.low+a.Cost, b.low+b.Cost), cmp.Compare(a.rank, b.rank))
		})
	}
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
	a := &Arena{keys: newStore()}
	list := []int{start}
	place := map[int]int32{start: 0}
	a.keys.insert(s.keys.key(start))
	a.from = []int32{-1}
	for i := 0; i < len(list); i++ {
		nd := s.nodes[list[i]]
		var moves []Move
		switch nd.kind {
		case Ours:
			moves = []Move{nd.best}
		case Foe, Chance:
			for _, m := range nd.moves {
				moves = append(moves, m.Move)
			}
		}
		for k, m := range moves {
			to, ok := place[int(m.To)]
			if !ok {
				to = int32(len(list))
				place[int(m.To)] = to
				list = append(list, int(m.To))
				a.keys.insert(s.keys.key(int(m.To)))
				a.from = append(a.from, int32(i))
			}
			moves[k].To = to
		}
		a.Add(nd.kind, moves...)
	}
	_, err := a.check()
	return a, err
}
