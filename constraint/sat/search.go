package sat

import (
	"context"

	"farbank/constraint/internal/order"
	"farbank/solver"
)

// restarts schedules restarts. It alternates two modes: a focused one, which restarts as soon as glues exceed their
// average, for refutations, and a stable one with rare restarts by the Luby sequence, for models. Every fourth focused
// phase uses the queue instead of activities.
type restarts struct {
	stable     bool
	queued     bool
	fast, slow order.Average // averages of glues
	last       int64         // conflicts at the last restart
	luby       int64         // terms used so far
	modeAt     int64         // propagations at which the mode changes
	modes      int64
}

const (
	firstBurst  = 300  // conflicts before simplification, which is too expensive for easy formulas
	longBurst   = 1000 // the same if a walk is not likely to find a model
	firstMode   = 1000 // conflicts of the first phase, whose propagations determine the length of the others
	lubyUnit    = 1024
	restMargin  = 1.1
	stableDecay = 0.95
	restDecay   = 0.93
)

func (r *restarts) init() {
	r.fast.Rate, r.slow.Rate = 0.03, 1e-5
}

// schedule holds the numbers of conflicts at which actions are due.
type schedule struct {
	reduceAt, rephaseAt, inprocessAt int64
	prepareAt                        int64 // see prepareDue
	reductions, rephasings, rounds   int64
	ticks                            uint32
	modeLength                       int64 // propagations of the first phase
	visits                           int64 // of watches, by propagation
	pace                             int64 // divisor of the intervals: 1, more in tests
	work                             work
}

func (s *schedule) init() {
	s.reduceAt, s.rephaseAt, s.inprocessAt = 1000, 1000, 4000
	s.prepareAt = firstBurst
	s.pace = 1
}

// after returns the number of conflicts at which an action with the given interval is due again.
func (s *Solver) after(interval int64) int64 { return s.stats.Conflicts + interval/s.pace + 1 }

// run searches until it has an answer or reaches a limit.
func (s *Solver) run(ctx context.Context) (Status, error) {
	if err := s.stopped(ctx); err != nil {
		return Unknown, err
	}
	if s.refuted || !s.settle() {
		return Unsatisfiable, nil
	}
	for {
		if c := s.propagate(); c != noRef {
			if s.level() == 0 {
				s.refute()
				return Unsatisfiable, nil
			}
			if s.onConflict(c); s.budget <= 0 {
				return Unknown, solver.ErrEffort
			}
			continue
		}
		if s.ticks++; s.ticks&255 == 0 {
			if err := s.stopped(ctx); err != nil {
				return Unknown, err
			}
		}
		if done, status := s.upkeep(ctx); done {
			return status, nil
		}
		if status := s.step(); status != Unknown {
			return status, nil
		}
	}
}

// settle propagates at level 0. It returns false on a conflict.
func (s *Solver) settle() bool {
	s.attachFresh()
	if s.propagate() != noRef {
		s.refute()
	}
	return !s.refuted
}

func (s *Solver) refute() {
	s.refuted = true
	s.proof.add(nil)
}

// Stopped returns the error with which Solve would end at once: that of the context, or of the memory limit.
func (s *Solver) Stopped(ctx context.Context) error { return s.stopped(ctx) }

// ended calls working and reports whether the context has ended. It is for work between conflicts.
func (s *Solver) ended(ctx context.Context) bool {
	if s.working != nil {
		s.working()
	}
	return ctx.Err() != nil
}

// maxWords bounds the length of an arena, so that references fit into a watch.
const maxWords = 1 << 30

// stopped returns the error that ends the search, or nil.
func (s *Solver) stopped(ctx context.Context) error {
	if s.working != nil {
		s.working()
	}
	if err := s.proofError(); err != nil {
		return err
	}
	limit := s.options.Memory
	if limit > 0 && s.used() > limit || len(s.arena.Words) > maxWords {
		return solver.ErrMemory
	}
	return ctx.Err()
}

func (s *Solver) onConflict(c ref) {
	s.stats.Conflicts++
	s.budget--
	s.keepBest()
	back, glue := s.analyze(c)
	s.fast.Add(float64(glue))
	s.slow.Add(float64(glue))
	s.backtrack(back)
	s.learn(glue)
	switch {
	case s.stable:
		s.heap.Decay(stableDecay)
	case !s.queued:
		s.heap.Decay(restDecay)
	}
}

// keepBest saves the phases of the largest assignment without a conflict.
func (s *Solver) keepBest() {
	size := int(s.limits[s.level()-1])
	if !s.stable || size <= s.bestSize {
		return
	}
	s.bestSize = size
	for _, p := range s.trail[:size] {
		s.best[p.Var()] = 1 - int8(p&1)<<1
	}
}

// upkeep performs one action that is due. It reports whether that decided satisfiability.
func (s *Solver) upkeep(ctx context.Context) (bool, Status) {
	n := s.stats.Conflicts
	switch {
	case s.prepareDue():
		s.prepared = true
		if !s.prepare(ctx) {
			return true, Unsatisfiable
		}
	case s.restartDue():
		s.restart()
	case n >= s.reduceAt:
		s.reduce()
	case n >= s.rephaseAt:
		s.rephase(ctx)
	case n >= s.inprocessAt && !s.options.Plain:
		s.rounds++
		s.inprocessAt = s.after(3000 * (s.rounds + 1))
		s.backtrack(0)
		if !s.inprocess(ctx) {
			return true, Unsatisfiable
		}
	}
	return false, Unknown
}

// prepareDue reports whether prepare is due.
func (s *Solver) prepareDue() bool {
	if s.prepared || s.options.Plain || s.stats.Conflicts < s.prepareAt/s.pace {
		return false
	}
	if s.prepareAt == firstBurst {
		s.prepareAt = longBurst
		return s.isUniform()
	}
	return true
}

// prepare simplifies the clauses before a long search and looks for a model by a walk. It returns false on a conflict.
func (s *Solver) prepare(ctx context.Context) bool {
	s.backtrack(0)
	if !s.eliminate(ctx) {
		return false
	}
	s.walk(ctx, s.firstWalk())
	return true
}

func (s *Solver) restartDue() bool {
	since := s.stats.Conflicts - s.last
	if s.stable {
		return since >= lubyUnit*order.Luby(s.luby)
	}
	return since >= 2 && s.fast.Value() > restMargin*s.slow.Value()
}

func (s *Solver) restart() {
	s.stats.Restarts++
	s.last = s.stats.Conflicts
	if s.stable {
		s.luby++
	}
	s.backtrack(s.reusable())
	s.changeMode()
}

// nextDecision returns the next unassigned variable in decision order, without removing it. ok is false if there is no
// such variable.
func (s *Solver) nextDecision() (v uint32, ok bool) {
	assigned := func(v uint32) bool { return s.vals[2*v] != 0 || s.state[v] != active }
	if s.queued {
		return s.queue.Last(assigned)
	}
	for s.heap.Len() > 0 && assigned(s.heap.Max()) {
		s.heap.Pop()
	}
	if s.heap.Len() == 0 {
		return 0, false
	}
	return s.heap.Max(), true
}

// reusable returns the level up to which the search would repeat its decisions after a restart (trail reuse: van der
// Tak, Ramos and Heule 2011).
func (s *Solver) reusable() int {
	next, ok := s.nextDecision()
	if !ok {
		return 0
	}
	before := func(v uint32) bool {
		if s.queued {
			return s.queue.Stamp(v) > s.queue.Stamp(next)
		}
		return s.heap.Activity[v] > s.heap.Activity[next]
	}
	level := min(len(s.assumed), s.level())
	for level < s.level() && before(s.trail[s.limits[level]].Var()) {
		level++
	}
	return level
}

// changeMode switches modes, which get equal numbers of propagations in phases of increasing length.
func (s *Solver) changeMode() {
	switch {
	case s.modeLength == 0 && s.stats.Conflicts < firstMode:
		return
	case s.modeLength == 0:
		s.modeLength = s.stats.Propagations
	case s.stats.Propagations < s.modeAt:
		return
	}
	s.modes++
	s.backtrack(0)
	s.stable = !s.stable
	s.queued = s.modes%8 == 2
	s.queue.Reset()
	for v := range s.about {
		s.heap.Insert(uint32(v))
	}
	n := s.modes/2 + 1
	s.modeAt = s.stats.Propagations + s.modeLength*n*n
	s.last = s.stats.Conflicts
}

// rephase resets the saved phases, to reach other parts of the search space.
func (s *Solver) rephase(ctx context.Context) {
	s.rephasings++
	s.rephaseAt = s.after(1000 * (s.rephasings + 1))
	s.backtrack(0)
	switch s.rephasings % 6 {
	case 1, 3, 5:
		copy(s.saved, s.best)
		if !s.options.Plain {
			s.walk(ctx, s.walkLimit())
		}
	case 2:
		fill(s.saved, -1)
	case 4:
		for v, phase := range s.best {
			s.saved[v] = -phase
		}
	case 0:
		fill(s.saved, 1)
	}
	s.bestSize = 0
}

func fill(phases []int8, phase int8) {
	for i := range phases {
		phases[i] = phase
	}
}

// step assumes or decides one literal. It returns Satisfiable if all variables are assigned, Unsatisfiable if an
// assumption is false, and otherwise Unknown.
func (s *Solver) step() Status {
	for s.level() < len(s.assumed) {
		p := s.assumed[s.level()]
		if s.vals[p] == 0 {
			s.decideOn(p)
			return Unknown
		}
		if s.vals[p] < 0 {
			s.coreOf(p)
			return Unsatisfiable
		}
		s.limits = append(s.limits, int32(len(s.trail)))
	}
	if v, ok := s.nextDecision(); ok {
		s.stats.Decisions++
		p := lit(2 * v)
		if s.saved[v] < 0 {
			p ^= 1
		}
		s.decideOn(p)
		return Unknown
	}
	s.keepModel()
	return Satisfiable
}

func (s *Solver) keepModel() {
	s.model = make([]int8, len(s.about))
	for v := range s.model {
		s.model[v] = s.vals[2*v]
	}
	s.extension.extend(s.model)
}
