package search

import (
	"cmp"
	"context"
	"errors"
	"math/big"
	"runtime"
	"time"

	"farbank/engine"
	"farbank/engine/search/assign"
	"farbank/engine/states"
	"farbank/graph"
	"farbank/model"
)

// Engine is the engine named search. The zero value is ready.
type Engine struct{}

// New returns the engine.
func New() *Engine { return &Engine{} }

// Name returns "search".
func (*Engine) Name() string { return "search" }

// Exhausts reports that the engine stores all states that it reaches, so that a race may end it if it is slow.
func (*Engine) Exhausts() bool { return true }

// About returns a one-line description of the engine.
func (*Engine) About() string {
	return "states and operators: breadth-first, uniform-cost and other control strategies, backtracking for unknowns"
}

// Capabilities returns the questions that the engine can take: all kinds of plans and all wants.
func (*Engine) Capabilities() engine.Capabilities {
	return engine.Capabilities{Moves: true, Find: true, Objective: true, Prefer: true, First: true, Strategy: strategies,
		Kinds: []engine.Kind{engine.Shortest, engine.Simple, engine.Walks, engine.Any, engine.Ends},
		Wants: []engine.Want{engine.One, engine.All, engine.Count}}
}

// Can returns nil if the engine can take the question, else the reason: see
// engine.CheckCapabilities. Some strategies do not allow a bound on the number of moves.
func (e *Engine) Can(p *model.Problem, q engine.Question) error {
	if err := engine.CheckCapabilities(e.Name(), e.Capabilities(), p, q); err != nil {
		return err
	}
	if why := unfit(q); why != "" {
		return &engine.Refusal{Engine: e.Name(), Why: why}
	}
	return nil
}

// Solve answers a question; see engine.Engine.
func (e *Engine) Solve(ctx context.Context, p *model.Problem, q engine.Question, yield func(model.Plan) bool) (*engine.Answer, error) {
	begun := time.Now()
	if len(p.Schemas) == 0 && (q.Plans != engine.Walks || q.Length == 0) {
		if q.Plans == engine.Walks { // of no moves: any assignment
			q.Plans = engine.Simple
		}
		a, err := assign.Solve(ctx, p, q, yield)
		if a != nil {
			a.Stats.Engine, a.Stats.Elapsed = e.Name(), time.Since(begun)
		}
		return a, err
	}
	s := &solver{ctx: ctx, q: q, space: states.New(ctx, p, q.FreeEnd), yield: yield, a: &engine.Answer{}, begun: begun}
	defer s.space.Close()
	s.space.Sorted = true
	if s.space.Symmetry = states.FindSymmetry(ctx, p, q, s.space.Layout); s.space.Symmetry != nil {
		s.a.Stats.Notes = append(s.a.Stats.Notes, s.space.Symmetry.String())
	}
	err := s.solve()
	if err == nil {
		err = s.wide
	}
	if s.space.Note != "" {
		s.a.Stats.Notes = append(s.a.Stats.Notes, s.space.Note)
	}
	s.a.Stats.Notes = append(s.a.Stats.Notes, s.notes...)
	s.a.Stats.Engine, s.a.Stats.StateBytes, s.a.Stats.Elapsed = e.Name(), int64(s.space.Layout.Words)*8, time.Since(begun)
	if _, err = s.a.Stop(ctx, err); err != nil {
		return nil, err
	}
	return s.a, nil
}

// A solver answers one question about a problem with moves.
type solver struct {
	ctx   context.Context
	q     engine.Question
	space *states.Space
	yield func(model.Plan) bool
	a     *engine.Answer
	begun time.Time
	notes []string // about data on disk
	wide  error    // a cost that overflows
	exact bool     // the states on disk will be listed, each once
	full  bool     // the requested number of plans has been passed on, or the caller wants no more
}

func (s *solver) solve() error {
	if s.q.Strategy != engine.DefaultStrategy {
		return s.byStrategy()
	}
	switch s.q.Plans {
	case engine.Walks:
		return s.walks()
	case engine.Simple:
		return s.simple()
	case engine.Ends:
		return s.ends()
	case engine.Any:
		if s.q.Want != engine.One {
			return s.simple()
		}
		if !s.q.Bounded {
			return s.any()
		}
	}
	return s.shortest()
}

func (s *solver) options() graph.Options {
	o := graph.Options{Memory: s.q.Memory, Workers: s.q.Workers, Checkpoint: s.q.Checkpoints.For(s.ctx, "search", graph.CheckpointVersion)}
	if o.Workers == 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	o.AtOnce = s.q.Processors
	if s.q.Bounded {
		o.MaxDepth = graph.Depth(s.q.Length)
	}
	if s.q.Progress != nil {
		o.Progress = func(p graph.Progress) {
			s.q.Progress(engine.Progress{Phase: "search", States: p.States, Depth: p.Depth, Memory: p.Memory, Frontier: p.Frontier, Left: p.Left, Elapsed: time.Since(s.begun)})
		}
	}
	return o
}

func (s *solver) addStats(st graph.Stats) {
	t := &s.a.Stats
	t.Generated += st.Generated
	t.Expanded += st.Expanded
	t.Stored = max(t.Stored, st.Stored)
	t.Depth = max(t.Depth, st.Depth)
	t.Memory = max(t.Memory, st.Memory)
}

// stopped records a limit or an interrupt. It returns errors of any other kind.
func (s *solver) stopped(err error) error {
	_, err = s.a.Stop(s.ctx, err)
	return err
}

// none records that there is no plan: at all, or within the bound if cut.
func (s *solver) none(cut bool) {
	s.a.Status = engine.None
	if cut {
		s.a.NoneWithin()
	}
	if s.q.Want == engine.Count {
		s.a.Status, s.a.Reason, s.a.Count = engine.Solved, "", new(big.Int)
	}
}

// give passes a plan on and keeps the first as the best; it reports whether to continue.
func (s *solver) give(path *graph.Path) bool {
	plan, err := s.space.Plan(path)
	if err != nil {
		s.wide = err
		return false
	}
	if s.a.Best == nil {
		s.a.Best = &plan
	}
	if s.q.Want != engine.All {
		s.full = true
		return false
	}
	s.a.Given++
	s.full = !s.yield(plan) || s.q.Limit > 0 && s.a.Given >= s.q.Limit
	return !s.full
}

// countFull counts the states that the stored representatives stand for, if symmetry is used.
func (s *solver) countFull(r *graph.Search) error {
	if s.space.Symmetry == nil {
		return nil
	}
	full, w := new(big.Int), s.space.Layout.Words
	err := r.Each(func(states []uint64) bool {
		for at := 0; at < len(states); at += w {
			full.Add(full, s.space.Symmetry.Stands(states[at:at+w]))
		}
		return s.ctx.Err() == nil
	})
	if err == nil && s.ctx.Err() == nil { // otherwise the count is incomplete
		s.a.Stats.Full = full
	}
	return err
}

// noneLeft ends a search without a plan: it counts the states and removes those on disk.
func (s *solver) noneLeft(r *graph.Search) error {
	err := s.countFull(r)
	if r.Release != nil {
		r.Release()
	}
	return err
}

// bound records a proven lower bound on the cost.
func (s *solver) bound(c int64) { s.a.Bound = &c }

func (s *solver) search(unit bool) (*graph.Search, error) {
	if unit {
		s.space.Sorted = false // any shortest plan will do, and sorting takes time
		defer func() { s.space.Sorted = true }()
		o := s.options()
		if s.q.Want != engine.All && s.q.Prefer == engine.NoPreference {
			s.onDisk(&o)
		}
		o.CountPaths = s.q.Want == engine.Count
		return graph.BreadthFirst(s.ctx, s.space, o)
	}
	o := s.options()
	if s.q.Prefer != engine.NoPreference || s.q.Want == engine.All || s.q.Want == engine.Count && s.q.Bounded {
		return graph.UniformCost(s.ctx, s.space, o)
	}
	s.onDisk(&o)
	if s.q.Want == engine.Count {
		return graph.CountByCost(s.ctx, s.space, o)
	}
	return graph.UniformCost(s.ctx, s.space, o)
}

// shortest answers a question for plans of minimum cost.
func (s *solver) shortest() error {
	unit := s.space.Problem.UnitCosts()
	if s.q.Bounded && !unit && s.q.Want == engine.One {
		return s.within()
	}
	r, err := s.search(unit)
	if err != nil {
		return err
	}
	s.addStats(r.Stats)
	s.bound(r.Bound)
	switch {
	case r.Reason != nil:
		return s.stopped(r.Reason)
	case !r.Status.Found():
		s.a.Bound = nil
		s.none(r.Cut)
		return s.noneLeft(r)
	}
	path, err := r.Path(r.Goal)
	if err != nil {
		return err
	}
	if s.q.Bounded && len(path.Edges) > s.q.Length {
		s.a.Status, s.a.Bound = engine.Unsupported, nil
		s.a.Reason = "with costs and a bound on the length it returns one plan, not all plans or their number"
		return nil
	}
	s.a.Status = engine.Solved
	if s.q.Prefer == engine.FewestSwitches {
		return s.preferred(r, unit, path)
	}
	if s.q.Want == engine.One {
		s.give(path)
		return nil
	}
	if r.Paths != nil {
		s.a.Count = r.Paths
		first, err := s.space.Plan(path)
		s.a.Best = &first
		return err
	}
	return s.allShortest(r, unit, path)
}

// allShortest lists or counts the plans of minimum cost. At least one exists.
func (s *solver) allShortest(r *graph.Search, unit bool, path *graph.Path) error {
	first, err := s.space.Plan(path)
	if err != nil {
		return err
	}
	o := s.options()
	o.UnitCosts = unit
	t, err := graph.NewShortestPaths(s.ctx, s.space, o, r)
	s.addStats(t.Stats)
	if err = cmp.Or(err, t.Reason); err != nil {
		s.a.Best = &first
		return s.stopped(err)
	}
	if s.q.Want == engine.Count && (unit || !s.q.Bounded) {
		s.a.Best = &first
		s.a.Count, err = t.Count(s.ctx)
		var cycles *graph.CyclesError
		if errors.As(err, &cycles) {
			s.a.Status, s.a.Best, s.a.Reason = engine.Unsupported, nil, cycles.Error()
			return nil
		}
		return s.stopped(err)
	}
	count := int64(0)
	err = t.Paths(s.ctx, func(p *graph.Path) bool {
		if s.q.Bounded && len(p.Edges) > s.q.Length {
			return true
		}
		count++
		return s.q.Want == engine.Count || s.give(p)
	})
	if s.q.Want == engine.Count {
		s.a.Best, s.a.Count = &first, big.NewInt(count)
	}
	return s.stopped(err)
}

// within answers a question for one plan of minimum cost among those with at most Length moves.
func (s *solver) within() error {
	path, r, err := graph.Within(s.ctx, s.space, s.options())
	if err != nil {
		return err
	}
	s.addStats(r.Stats)
	if path != nil {
		s.give(path)
		s.a.Status = engine.Solved
		if r.Reason == nil {
			s.bound(r.Cost)
		}
	}
	if r.Reason != nil {
		return s.stopped(r.Reason)
	}
	if path == nil {
		s.none(r.Cut)
	}
	return nil
}

// simple answers a question for plans that repeat no state.
func (s *solver) simple() error {
	o := s.options()
	o.MaxDepth = 0 // to find out whether there are longer plans
	o.GoalsEnd = true
	x, err := graph.Reach(s.ctx, s.space, o)
	s.addStats(x.Stats)
	if err = cmp.Or(err, x.Reason); err != nil {
		return s.stopped(err)
	}
	maxLen := -1
	if s.q.Bounded {
		maxLen = s.q.Length
	}
	if s.q.Want == engine.Count {
		n, _, err := x.CountSimplePaths(s.ctx, maxLen)
		s.a.Count = new(big.Int).SetUint64(n)
		return s.stopped(err)
	}
	cut, err := x.SimplePaths(s.ctx, maxLen, s.give)
	return s.listed(cut, err)
}

// ends answers a question for the goal states in which simple plans end.
func (s *solver) ends() error {
	give := s.give
	if s.q.Want == engine.Count {
		give = nil
	}
	goals, err := graph.ReachableGoals(s.ctx, s.space, s.options(), give)
	s.addStats(goals.Stats)
	if s.q.Want == engine.Count {
		s.a.Count = big.NewInt(goals.Count)
	}
	err = cmp.Or(err, goals.Reason)
	if s.full && err == nil || s.q.Want == engine.Count {
		return s.stopped(err)
	}
	return s.listed(goals.Cut, err)
}

// listed records the verdict after a listing.
func (s *solver) listed(cut bool, err error) error {
	if err != nil {
		return s.stopped(err)
	}
	if s.a.Best == nil {
		s.none(cut)
	}
	return nil
}

// walks answers a question for plans of exactly Length moves.
func (s *solver) walks() error {
	x, err := graph.Reach(s.ctx, s.space, s.options())
	s.addStats(x.Stats)
	if err = cmp.Or(err, x.Reason); err != nil {
		return s.stopped(err)
	}
	if s.q.Want == engine.Count {
		s.a.Count, err = x.CountWalks(s.ctx, s.q.Length)
		return s.stopped(err)
	}
	need := float64(s.q.Length) * (float64(x.Len())/8 + 64) // for each move: a bit set of states and a step of the walk
	if s.q.Memory > 0 && need > float64(s.q.Memory-s.a.Stats.Memory) || need > 1<<34 {
		return s.stopped(graph.ErrMemory)
	}
	err = x.Walks(s.ctx, s.q.Length, s.give)
	return s.listed(true, err)
}

// Explore explores the reachable space and returns its statistics.
func (e *Engine) Explore(ctx context.Context, p *model.Problem, q engine.Question) (*engine.Space, error) {
	begun := time.Now()
	s := &solver{ctx: ctx, q: q, space: states.New(ctx, p, q.FreeEnd), begun: begun}
	defer s.space.Close()
	o := s.options()
	if len(p.Schemas) > 0 {
		o.Keep = q.Survey
	}
	s.onDisk(&o)
	sh, err := graph.Explore(ctx, s.space, o)
	if err != nil {
		return nil, err
	}
	sp := &engine.Space{Complete: sh.Reason == nil, Reason: engine.Stopped(ctx, sh.Reason), Starts: sh.Starts, States: sh.States,
		Layers: sh.Layers, Moves: sh.Edges, DeadEnds: sh.DeadEnds, GoalStates: sh.GoalStates, FirstGoal: sh.FirstGoal, Branching: sh.Branching,
		Stats: engine.Stats{Engine: e.Name(), Generated: sh.Stats.Generated, Expanded: sh.Stats.Expanded, Stored: sh.Stats.Stored,
			Depth: sh.Stats.Depth, Memory: sh.Stats.Memory, StateBytes: int64(s.space.Layout.Words) * 8}}
	if sp.Complete && o.Keep > 0 {
		err = s.survey(sp, sh, q.Survey)
	}
	sp.Stats.Elapsed, sp.Stats.Notes = time.Since(begun), s.notes
	return sp, err
}
