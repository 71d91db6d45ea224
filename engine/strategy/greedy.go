//go:build !wasm

package strategy

import (
	"context"
	"errors"
	"slices"

	"farbank/engine"
	engineplanning "farbank/engine/planning"
	"farbank/game"
	"farbank/model"
	"farbank/planning"
)

// greedy searches a strategy of any cost in beliefs, where all moves are ours. It supposes that one of the possible states is the
// true one, and follows a plan for that state as long as its moves can be made in all possible states. If a move cannot, it looks
// for the nearest observation that separates some of the states in which the move can be made from others (as replanning under
// partial observability: Bonet and Geffner 2011; Brafman and Shani 2012). What can be seen after a move divides the
// possible states; a strategy for each part follows in the same way. Where this fails, greedy takes another state for the true
// one. It is not complete.
type greedy struct {
	*solving
	s      *space
	choice map[string]int32   // by belief for which a strategy is known: its move
	failed map[string]bool    // beliefs without one
	plan   map[string]int32   // by world: the move of a plan for it, or noPlan
	routes map[string]*router // by fixed part
	turns  int64              // moves that may still be tried
	state  model.State
	bytes  int64
}

// A router has the operators of a world.
type router struct {
	*planning.Router
	moves []int
}

// noMove is no number of a move.
const noMove = -2

const (
	noPlan  = -1
	atGoal  = -2
	guesses = 4       // worlds of a belief that are supposed to be the true one
	detour  = 5_000   // beliefs that are expanded for an observation
	replans = 200     // plans between two observations
	routers = 64      // translated worlds that are kept
	budget  = 1 << 40 // moves tried
)

// greedyFits reports whether a strategy can be searched greedily: something is not seen, all moves are ours, and nothing has to be
// known for its own sake.
func (s *solving) greedyFits() bool {
	p := s.p
	if !s.space.hidden || p.Foe() || p.Chance() || p.Goals != nil || len(s.space.starts) != 1 {
		return false
	}
	knows := false
	look := func(e *model.Expr) {
		e.Walk(func(n *model.Expr) { knows = knows || n.Op == model.Known })
	}
	for _, r := range slices.Concat(p.Goal, p.Safety) {
		look(r.Cond)
	}
	var body func(list []model.Stmt)
	body = func(list []model.Stmt) {
		for _, st := range list {
			if st.Value != nil {
				look(st.Value)
			}
			body(st.Then)
			body(st.Else)
		}
	}
	for _, m := range p.Moves {
		body(m.Body)
	}
	return !knows
}

// soon answers a question by greedy search, and returns false if that found nothing.
func (s *solving) soon() (done bool, err error) {
	if s.wide() {
		return false, nil
	}
	g := &greedy{solving: s, s: s.space, choice: map[string]int32{}, failed: map[string]bool{}, plan: map[string]int32{}, routes: map[string]*router{},
		turns: budget, state: make(model.State, len(s.p.Cells))}
	s.space.left = 0
	start := slices.Clone(s.space.starts[0])
	for _, group := range g.views(start) {
		if ok, err := g.solve(group); err != nil || !ok {
			return false, err
		}
	}
	x, err := g.follow()
	if err != nil {
		return true, err
	}
	s.a.Stats.Stored, s.a.Stats.Generated = int64(x.Arena.Len()), int64(x.Arena.Size())
	s.a.Stats.Notes = append(s.a.Stats.Notes, "greedy search in beliefs: cheaper strategies may exist")
	f, err := game.Force(s.ctx, x.Arena, s.options())
	if err != nil || f.Reason != nil {
		return true, errors.Join(err, f.Reason)
	}
	if f.Cost[x.Starts[0]] == game.Never {
		return false, nil
	}
	return true, s.forced(x.Arena, x.Starts[0], f.Move, f.Cost[x.Starts[0]])
}

// searchOr solves a game of beliefs that is too large to be explored. If any strategy will do, a greedy search runs beside the search
// with bounds, in a space of its own, and the first answer counts.
func (s *solving) searchOr(soon bool) error {
	if !soon {
		return s.search()
	}
	type result struct {
		*solving
		done bool
		err  error
	}
	ctx, cancel := context.WithCancelCause(s.ctx)
	defer cancel(nil)
	q := s.q
	q.Memory = (q.Memory + 1) / 2 // 0 has no limit
	results := make(chan result, 2)
	run := func(f func(x *solving) (bool, error)) {
		x := &solving{ctx: ctx, p: s.p, q: q, a: &engine.Answer{}, begun: s.begun}
		space, err := newSpace(ctx, s.p)
		if err == nil {
			x.space = space
			defer space.close()
			var done bool
			if done, err = f(x); err == nil && done {
				cancel(errProved)
			}
			results <- result{x, done, err}
			return
		}
		results <- result{x, false, err}
	}
	go run((*solving).soon)
	go run(func(x *solving) (bool, error) {
		err := x.search()
		return x.a.Status != engine.Unknown, err
	})
	first, second := <-results, <-results
	name := s.a.Stats.Engine
	best := first
	if !(first.done && first.err == nil) && (second.done && second.err == nil || second.a.Bound != nil || first.err == nil) {
		best = second
	}
	*s.a = *best.a
	s.a.Stats.Engine = name
	if best.err != nil && s.ctx.Err() != nil {
		return context.Cause(s.ctx)
	}
	return best.err
}

// follow returns the beliefs that the strategy can lead to.
func (g *greedy) follow() (game.Exploration, error) {
	h := game.Hidden{View: g.s.view, Starts: g.s.starts[0], Look: func(worlds [][]uint64, p *game.BeliefPosition) error {
		g.s.only = noMove
		if m, ok := g.choice[g.key(worlds)]; ok {
			g.s.only = int(m)
		}
		err := g.s.believe(worlds, p)
		g.s.only = -1
		return err
	}}
	x, err := game.Explore(g.ctx, game.Believe(h), g.options())
	if err != nil {
		return x, g.s.located(err, x.Arena)
	}
	return x, x.Reason
}

// key returns a key of a belief, whose worlds are sorted.
func (g *greedy) key(worlds [][]uint64) string {
	if len(worlds) == 1 {
		return text(worlds[0])
	}
	return text(slices.Concat(worlds...))
}

// views divides worlds by what we see, and sorts each part.
func (g *greedy) views(worlds [][]uint64) [][][]uint64 {
	var out [][][]uint64
	place := map[string]int{}
	var seen []uint64
	for _, w := range worlds {
		seen = g.s.view(w, seen[:0])
		k, ok := place[text(seen)]
		if !ok {
			k = len(out)
			place[text(seen)] = k
			out = append(out, nil)
		}
		out[k] = append(out[k], w)
	}
	for i := range out {
		slices.SortFunc(out[i], slices.Compare)
		out[i] = slices.CompactFunc(out[i], slices.Equal)
	}
	return out
}

// reached returns the first world in which the goal does not hold, or -1 if it holds in all.
func (g *greedy) reached(worlds [][]uint64) (int, error) {
	for i, w := range worlds {
		g.s.layout.Unpack(w, g.state)
		if ok, err := g.s.step.Holds(g.p.Goal, g.state); err != nil || !ok {
			return i, err
		}
	}
	return -1, nil
}

// after returns the worlds after a move, by what is seen, or nil if the move cannot be made in all worlds or breaks a rule.
func (g *greedy) after(worlds [][]uint64, move int) ([][][]uint64, error) {
	if err := g.limit(len(worlds)); err != nil {
		return nil, err
	}
	g.s.unpack(worlds)
	if err := g.s.fixedParts(worlds); err != nil {
		return nil, err
	}
	size := g.s.layout.Words
	flat := make([]uint64, len(worlds)*size)
	after := make([][]uint64, len(worlds))
	for i := range after {
		after[i] = flat[i*size : (i+1)*size]
	}
	_, enabled, err := g.s.after(move, worlds, g.s.worlds[:len(worlds)], after)
	if err != nil || !enabled {
		return nil, err
	}
	if len(g.p.Safety) > 0 {
		if ok, err := g.s.keeps(after); err != nil || !ok {
			return nil, err
		}
	}
	return g.views(after), nil
}

// limit counts moves tried, and returns an error if the search must end.
func (g *greedy) limit(n int) error {
	if g.turns -= int64(n); g.turns < 0 {
		return errEnough
	}
	if g.q.Memory > 0 && g.bytes > g.q.Memory {
		return engine.ErrMemory
	}
	return g.ctx.Err()
}

// solve searches a strategy for a belief.
func (g *greedy) solve(worlds [][]uint64) (bool, error) {
	k := g.key(worlds)
	if g.failed[k] {
		return false, nil
	}
	for i := range min(guesses, len(worlds)) {
		way, groups, err := g.segment(worlds, i*len(worlds)/min(guesses, len(worlds)))
		if err != nil {
			return false, err
		}
		ok := way != nil
		for _, x := range groups {
			if !ok {
				break
			}
			if ok, err = g.solve(x); err != nil {
				return false, err
			}
		}
		if ok {
			for _, w := range way {
				g.choice[w.key] = int32(w.move)
				g.bytes += int64(len(w.key)) + 64
			}
			return true, nil
		}
	}
	g.failed[k] = true
	return false, nil
}

// A leg is a move in a belief.
type leg struct {
	key  string
	move int
}

// segment returns moves from a belief until something is observed, with the beliefs after it, or until the goal, or until a belief
// for which a strategy is known. It returns nil if it finds none. The first world to be supposed true is given.
func (g *greedy) segment(worlds [][]uint64, guess int) (way []leg, groups [][][]uint64, err error) {
	way = []leg{}
	for range replans {
		k := g.key(worlds)
		if _, ok := g.choice[k]; ok {
			return way, nil, nil
		}
		open, err := g.reached(worlds)
		if err != nil || open < 0 {
			return way, nil, err
		}
		move, err := g.next(worlds[guess])
		if err == nil && move == atGoal {
			guess = open
			move, err = g.next(worlds[guess])
		}
		if err != nil || move < 0 {
			return nil, nil, err
		}
		parts, err := g.after(worlds, int(move))
		if err != nil {
			return nil, nil, err
		}
		steps := []leg{{k, int(move)}}
		if parts == nil {
			if steps, parts, err = g.observation(worlds, guess, int(move)); err != nil || parts == nil {
				return nil, nil, err
			}
		}
		way = append(way, steps...)
		if len(parts) > 1 {
			return way, parts, nil
		}
		fixed := g.fixed(worlds[guess])
		worlds = parts[0]
		guess = slices.IndexFunc(worlds, func(w []uint64) bool { return g.fixed(w) == fixed })
	}
	return nil, nil, nil
}

// fixed returns the part of a world that never changes.
func (g *greedy) fixed(world []uint64) string {
	o := g.s.outcomes()
	return text(o.masked(world, o.fixed))
}

// next returns the first move of a plan for a world.
func (g *greedy) next(world []uint64) (int32, error) {
	if m, ok := g.plan[text(world)]; ok {
		return m, nil
	}
	key := text(world)
	g.bytes += int64(len(key)) + 64
	g.plan[key] = noPlan
	state := make(model.State, len(g.p.Cells))
	g.s.layout.Unpack(world, state)
	r, err := g.router(world, state)
	if err != nil || r == nil {
		return noPlan, err
	}
	values := make([]int, len(state))
	for i, v := range state {
		values[i] = int(v - g.p.Cells[i].Lo)
	}
	ops, ok, err := r.Plan(g.ctx, values)
	if err != nil || !ok {
		return noPlan, err
	}
	packed := slices.Clone(world)
	for _, op := range ops {
		m := r.moves[op]
		if m < 0 { // it serves the goal of the task
			continue
		}
		t, err := g.s.step.Turn(g.p.Moves[m], state, g.s.next)
		if err != nil || !t.Enabled {
			return noPlan, err
		}
		g.plan[text(packed)] = int32(m)
		copy(state, g.s.next)
		g.s.layout.Pack(state, packed)
	}
	g.plan[text(packed)] = atGoal
	return g.plan[key], nil
}

// router returns the router of the fixed part of a world, or nil if it has no translation.
func (g *greedy) router(world []uint64, state model.State) (*router, error) {
	key := g.fixed(world)
	if r, ok := g.routes[key]; ok {
		return r, nil
	}
	q := *g.p
	q.Judge, q.Origin, q.NumFind, q.Require = nil, nil, 0, nil
	q.Vars = slices.Clone(g.p.Vars)
	for i := range q.Vars {
		q.Vars[i].Find, q.Vars[i].Unknown, q.Vars[i].Unseen = false, false, false
	}
	first, ok := g.s.outcomes().part(world) // the task says what can happen from the start
	if ok {
		begin := make(model.State, len(state))
		g.s.layout.Unpack(g.s.outcomes().worlds[first], begin)
		state = begin
	}
	b := model.NewBuilder()
	q.Start = nil
	for i, v := range state {
		e := b.Const(v)
		if g.p.Cells[i].Type.Kind == model.Bool {
			e = b.Truth(v != 0)
		}
		q.Start = append(q.Start, e)
	}
	task, moves, err := engineplanning.Operators(g.ctx, &q)
	if err != nil || task == nil {
		return nil, err
	}
	inner, err := planning.NewRouter(task, planning.Options{Memory: g.q.Memory})
	if err != nil {
		return nil, err
	}
	if len(g.routes) == routers {
		clear(g.routes)
	}
	r := &router{inner, moves}
	g.routes[key] = r
	return r, nil
}
