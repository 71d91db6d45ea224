package strategy

import (
	"context"
	"errors"
	"math/big"
	"slices"
	"sync"

	"farbank/engine"
	"farbank/game"
	"farbank/model"
	"farbank/solver"
)

// An Adviser returns the value of positions of a problem with others, and the best moves in them: from a table of
// all positions if there are few, otherwise by a search from the position. Several goroutines may use it; searches
// wait for each other.
type Adviser struct {
	searching sync.Mutex
	bound     *bound // of searches

	p       *model.Problem
	space   *space
	memory  int64
	arena   *game.Arena // nil if the positions are too many to list
	forced  game.Forced // without chance
	sure    []bool      // with chance: the goal is reached with probability 1
	reach   game.Values
	average game.Values
	start   int            // the first position of arena
	pay     *engine.Payoff // the objective; nil without one
}

// An Advice describes a position. A position is the sorted list of the states that agree with what was seen.
type Advice struct {
	Known bool // the other fields are proven
	None  bool // the goal cannot be forced, or is reached with probability 0
	Move  int  // the best move of the one who moves, an index in Problem.Moves; -1 of chance, of a foe that we do not see, and at an end

	Cost        int64            // without chance: the cost that can be forced
	Probability *engine.Quantity // with chance
	Expected    *engine.Quantity // with chance, if the goal is reached surely
	Value       *engine.Quantity // with an objective, if the goal can be forced or is reached surely: of a play from here
	Why         string           // why the value is unknown
}

// NewAdviser returns an adviser. It lists the positions of the problem if there are at most o.States of them and
// they fit o.Memory. The error may be an *engine.TurnError, an *engine.Refusal, or that of the context.
func NewAdviser(ctx context.Context, p *model.Problem, o game.Options) (*Adviser, error) {
	a, err := NewSearcher(ctx, p, o.Memory)
	if err != nil {
		return nil, err
	}
	s := a.space
	if s.hidden && !s.foe {
		s.left = enough
		if s.many() {
			return a, nil
		}
	}
	x, err := game.Explore(ctx, s.rules(), o)
	s.close()
	s.left = -1
	switch {
	case errors.Is(err, errEnough) || errors.Is(x.Reason, game.ErrStates) || errors.Is(x.Reason, solver.ErrMemory):
		return a, nil
	case err != nil:
		return nil, s.located(err, x.Arena)
	case x.Reason != nil:
		return nil, x.Reason
	case o.States > 0 && x.Arena.Len() > o.States: // the exploration checks the limit now and then
		return a, nil
	}
	a.arena, a.start = x.Arena, x.Starts[0]
	return a, a.value(ctx, o)
}

// NewSearcher returns an adviser that does not list the positions: it searches from each one.
func NewSearcher(ctx context.Context, p *model.Problem, memory int64) (*Adviser, error) {
	s, err := newSpace(ctx, p)
	if err != nil {
		return nil, err
	}
	if len(s.starts) == 0 {
		return nil, &engine.Refusal{Engine: "strategy", Why: "no values meet the requirements"}
	}
	s.left = -1
	return &Adviser{p: p, space: s, memory: memory}, nil
}

// value computes the values of all positions.
func (a *Adviser) value(ctx context.Context, o game.Options) error {
	arena := a.arena
	if a.p.Goals != nil {
		var err error
		if a.pay, err = a.space.payoff(arena); err != nil {
			return err
		}
		arena = a.pay.Arena
	}
	if !a.p.Chance() {
		var err error
		a.forced, err = game.Force(ctx, arena, o)
		return errors.Join(err, a.forced.Reason)
	}
	sure, err := game.Sure(ctx, arena, o)
	if err != nil || sure.Reason != nil {
		return errors.Join(err, sure.Reason)
	}
	a.sure = sure.In
	if a.reach, err = game.Reach(ctx, a.arena, o); err == nil && a.reach.Status == solver.Unknown {
		err = a.reach.Reason
	}
	if err == nil && slices.Contains(a.sure, true) {
		if a.average, err = game.Expected(ctx, arena, o); err == nil && a.average.Status == solver.Unknown {
			err = a.average.Reason
		}
	}
	return err
}

// Listed reports whether the values of all positions are known.
func (a *Adviser) Listed() bool { return a.arena != nil }

// Starts returns the states that are possible at the start. They are those of the best choice of the find variables if the
// positions are listed, and otherwise of the first one. They may look different: the player sees the start.
func (a *Adviser) Starts() []model.State {
	k := 0
	if a.arena != nil && len(a.arena.Key(a.start)) == 0 {
		if i := a.at(a.start).Move; i >= 0 {
			k = i
		}
	}
	worlds := make([]model.State, len(a.space.starts[k]))
	for i, w := range a.space.starts[k] {
		worlds[i] = make(model.State, len(a.p.Cells))
		a.space.layout.Unpack(w, worlds[i])
	}
	return worlds
}

// key returns the packed form of a position. The states need not look alike.
func (a *Adviser) key(worlds []model.State) []uint64 {
	packed := make([][]uint64, len(worlds))
	for i, w := range worlds {
		packed[i] = make([]uint64, a.space.layout.Words)
		a.space.layout.Pack(w, packed[i])
	}
	if !a.space.hidden {
		return packed[0]
	}
	return game.Believe(game.Hidden{Starts: packed, View: a.space.view}).Starts[0]
}

// Ask returns the advice for the position in which the given states are possible, at least one. The error is that of an
// overflow of the model, or an *engine.TurnError.
func (a *Adviser) Ask(ctx context.Context, worlds []model.State) (Advice, error) {
	key := a.key(worlds)
	if a.arena != nil {
		n, ok := a.arena.Find(key)
		if !ok {
			return Advice{Move: -1, Why: "the position cannot arise"}, nil
		}
		return a.at(n), nil
	}
	if a.p.Chance() || a.p.Goals != nil {
		return Advice{Move: -1, Why: "there are too many positions"}, nil
	}
	found, err := a.search(ctx, key)
	switch {
	case err != nil:
		return Advice{}, a.space.located(err, nil)
	case found.Reason != nil:
		return Advice{Move: -1, Why: found.Reason.Error()}, nil
	case found.Status == solver.Infeasible:
		return Advice{Known: true, None: true, Move: -1}, nil
	}
	out := Advice{Known: true, Cost: found.Cost, Move: -1}
	if moves := found.Arena.Moves(0); found.Arena.Kind(0) == game.Ours && len(moves) > 0 {
		out.Move = int(moves[0].Label)
	}
	return out, nil
}

// search computes the cost that can be forced from a position.
func (a *Adviser) search(ctx context.Context, key []uint64) (game.Searched, error) {
	a.searching.Lock()
	defer a.searching.Unlock()
	a.space.ctx = ctx
	defer a.space.close()
	r := a.space.rules()
	r.Starts = [][]uint64{key}
	o := game.SearchOptions{Options: game.Options{Memory: a.memory}}
	if a.space.hidden && !a.space.foe {
		if a.bound == nil {
			b, err := newBound(ctx, a.space)
			if err != nil {
				return game.Searched{}, err
			}
			a.bound = b
		}
		o = a.bound.options(o.Options)
	}
	return game.Search(ctx, r, o)
}

// at returns the advice for a listed position.
func (a *Adviser) at(n int) Advice {
	move, out := a.choice(n), Advice{Known: true, Move: -1}
	if move >= 0 {
		out.Move = int(a.arena.Moves(n)[move].Label)
	}
	if !a.p.Chance() {
		out.Cost = a.forced.Cost[n]
		out.None = out.Cost == game.Never
		if a.pay != nil && !out.None {
			out.Value = a.pay.Of(whole(out.Cost))
		}
		return out
	}
	out.Probability = quantityOf(&a.reach, n)
	out.None = out.Probability.High == 0
	if a.sure[n] {
		out.Probability = &engine.Quantity{Exact: big.NewRat(1, 1), Low: 1, High: 1}
		if out.Expected = quantityOf(&a.average, n); a.pay != nil {
			out.Value, out.Expected = a.pay.Of(out.Expected), nil
		}
	}
	return out
}

// choice returns the number of the best move among those of a listed position, or -1.
func (a *Adviser) choice(n int) int32 {
	switch {
	case a.arena.Kind(n) == game.Goal:
		return -1
	case !a.p.Chance():
		return a.forced.Move[n]
	case a.sure[n]:
		return a.average.Move[n]
	}
	return a.reach.Move[n]
}

func quantityOf(v *game.Values, n int) *engine.Quantity {
	q := &engine.Quantity{Low: v.Low[n], High: v.High[n]}
	if v.Exact != nil {
		q.Exact = v.Exact[n]
	}
	return q
}

// Worst returns which of the groups, the states that agree with the different things that we can see next, makes the
// goal most expensive: the number of one from which the goal cannot be forced if there is one. If the positions
// are not listed, or chance moves, it is the group with most states.
func (a *Adviser) Worst(groups [][]model.State) int {
	worst, most := 0, int64(-1)
	for i, g := range groups {
		v := int64(len(g))
		if a.arena != nil && !a.p.Chance() {
			if n, ok := a.arena.Find(a.key(g)); ok {
				if v = a.forced.Cost[n]; v == game.Never {
					return i
				}
			}
		}
		if v > most {
			worst, most = i, v
		}
	}
	return worst
}

// Arena returns the listed positions, or nil if there are too many. Those without states are the choice of the find
// variables.
func (a *Adviser) Arena() *game.Arena { return a.arena }

// Start returns the number of the first listed position.
func (a *Adviser) Start() int { return a.start }

// At returns the advice for a listed position.
func (a *Adviser) At(n int) Advice { return a.at(n) }

// Best returns the number of the best move among those of a listed position, or -1.
func (a *Adviser) Best(n int) int { return int(a.choice(n)) }

// Worlds returns the states that are possible in a listed position, none before the choice of the find variables. It
// reports whether the position is a belief, not one before we see what a move led to.
func (a *Adviser) Worlds(n int) (worlds []model.State, belief bool) {
	key := a.arena.Key(n)
	if len(key) == 0 {
		return nil, true
	}
	packed := [][]uint64{key}
	belief = true
	if a.space.hidden {
		packed, belief = game.Worlds(key, a.space.layout.Words)
	}
	for _, w := range packed {
		s := make(model.State, len(a.p.Cells))
		a.space.layout.Unpack(w, s)
		worlds = append(worlds, s)
	}
	return worlds, belief
}

// Belief reports whether a listed position is a state or a belief, and not what comes before we see what a move led to.
func (a *Adviser) Belief(n int) bool {
	key := a.arena.Key(n)
	return len(key) == 0 || !a.space.hidden || game.Settled(key)
}
