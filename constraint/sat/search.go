package sat

import (
	"context"

	"farbank/constraint/internal/order"
)

// restarts says when the search begins anew, and alternates two ways to search: restless
// (restarts as soon as glues are above their average, for refutations) and stable (rare
// restarts by the sequence of Luby, for models). Every fourth time the restless one decides by
// the queue instead of by activity: there are formulas for the one and for the other.
type restarts struct {
	stable     bool
	queued     bool
	fast, slow order.Average // of glues
	last       int64         // conflicts at the last restart
	luby       int64         // terms used
	modeAt     int64         // propagations at which the mode changes
	modes      int64
}

const (
	firstBurst  = 300  // conflicts before anything else is tried: what is easy costs no more
	longBurst   = 1000 // the same where a walk is not likely to find a model
	firstMode   = 1000 // conflicts of the first stretch, which measures those after it
	lubyUnit    = 1024
	restMargin  = 1.1
	stableDecay = 0.95
	restDecay   = 0.93
)

func (r *restarts) init() {
	r.fast.Rate, r.slow.Rate = 0.03, 1e-5
}

// schedule says at how many conflicts what is due.
type schedule struct {
	reduceAt, rephaseAt, inprocessAt int64
	prepareAt                        int64 // see prepareDue
	reductions, rephasings, rounds   int64
	ticks                            uint32
	modeLength                       int64 // propagations of the first stretch
	visits                           int64 // of watches, by propagation
	pace                             int64 // what intervals are divided by: 1, more in tests
	work                             work
}

func (s *schedule) init() {
	s.reduceAt, s.rephaseAt, s.inprocessAt = 1000, 1000, 4000
	s.prepareAt = firstBurst
	s.pace = 1
}

// after is the number of conflicts at which something is due again.
func (s *Solver) after(interval int64) int64 { return s.stats.Conflicts + interval/s.pace + 1 }

// run searches until there is an answer or a reason to stop.
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
				return Unknown, nil
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

// settle propagates at level 0, and reports whether there is no contradiction.
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

// Stopped says why Solve would have to end, before it looks for anything: the context, or the limit of memory.
func (s *Solver) Stopped(ctx context.Context) error { return s.stopped(ctx) }

// ended reports whether the context has, in what is done between conflicts, and tells of work.
func (s *Solver) ended(ctx context.Context) bool {
	if s.working != nil {
		s.working()
	}
	return ctx.Err() != nil
}

// mostWords is how long an arena may be, so that places in it fit into a watch.
const mostWords = 1 << 30

// stopped says why the search has to end.
func (s *Solver) stopped(ctx context.Context) error {
	if s.working != nil {
		s.working()
	}
	if err := s.proofError(); err != nil {
		return err
	}
	limit := s.options.Memory
	if limit > 0 && s.used() > limit || len(s.arena.Words) > mostWords {
		if limit == 0 {
			limit = mostWords * wordSize
		}
		return &MemoryError{limit}
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

// keepBest remembers the phases of the largest assignment without a conflict.
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

// upkeep does what is due between conflicts. It reports whether that settled the question.
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

// prepareDue reports whether it is time to prepare.
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

// prepare makes the clauses simpler before a long search, and looks for a model by a walk. It reports whether there is no
// contradiction.
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

// nextDecision is the variable that comes first, if one is not assigned. It stays where it is.
func (s *Solver) nextDecision() (uint32, bool) {
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

// reusable is the level up to which the search would decide the same again (van der Tak,
// Ramos and Heule 2011).
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

// changeMode gives both modes the same number of propagations, in stretches that grow.
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

// rephase sets the phases anew, to get to other parts of the space.
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

// step assumes or decides one literal. It says Satisfiable where all are assigned, and
// Unsatisfiable where an assumption is false.
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
