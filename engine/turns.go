package engine

import (
	"context"
	"slices"
	"sync"
	"time"

	"farbank/model"
)

// Several engines that list the same plans take turns, so that the order of the list does not depend on time. Engines
// count their work in units that are the same in each run. A round is the part of the work of an engine between two
// multiples of roundWork. The list has the plans of the first engine in round 1, of the second engine in round 1, and so
// on, each plan once. It ends with the first round in which an engine has listed all plans. The engines run at the
// same time; the plans of those that are ahead are kept until it is their turn.

// Units of work take about 10 ns.
const (
	roundWork   = 5_000_000
	planWork    = 2_000 // for each plan, which is judged
	readingWork = 300   // for each node of conditions, until the search of another engine begins
	alonePart   = 2     // rounds of the first engine before the others begin
)

// silence is the time without a report after which an engine is not waited for: it may be busy with something that it does
// not count.
const silence = 500 * time.Millisecond

type turnsKey struct{}

// Turns returns a function for an engine that lists plans. The engine calls it often, at points that are the same in each
// run, with the work it has done so far. It returns when the engine may go on. Turns returns nil if no other engine lists
// the same plans.
func Turns(ctx context.Context) func(work int64) {
	f, _ := ctx.Value(turnsKey{}).(func(int64))
	return f
}

// A turnTaker is an engine that takes turns.
type turnTaker struct {
	work     int64 // as the engine reported it
	plans    int64 // it has found
	round    int   // it works on
	limit    int64 // work at the end of the round
	kept     []keptPlan
	size     int // values of the plans in kept
	reported time.Time
	ended    bool
	complete bool // it ended and listed all plans
	dropped  bool // its plans are not wanted
}

// A keptPlan is a plan of a round that is still to come.
type keptPlan struct {
	round int
	plan  model.Plan
}

// A turns is the order of the plans of several engines.
type turns struct {
	ctx     context.Context
	begun   time.Time
	l       *listing
	mu      sync.Mutex
	takers  []turnTaker
	at, who int           // the round and the engine whose plans are passed on
	since   time.Time     // when the last plan was passed on, or at or who changed
	winner  int           // the engine whose list is complete, or -1
	over    chan struct{} // closed if no more plans are passed on
	isOver  bool
	moved   chan struct{} // closed if at or who change
}

func newTurns(ctx context.Context, p *model.Problem, n int, l *listing) *turns {
	t := &turns{ctx: ctx, begun: time.Now(), l: l, takers: make([]turnTaker, n), at: 1, winner: -1, over: make(chan struct{}), moved: make(chan struct{}), since: time.Now()}
	for i := range t.takers {
		k := &t.takers[i]
		k.round, k.limit, k.reported = 1, roundWork, t.begun
		if i > 0 {
			k.round += alonePart + p.ConditionSize()*readingWork/roundWork
		}
	}
	return t
}

// join returns the context of the i-th engine.
func (t *turns) join(ctx context.Context, i int) context.Context {
	return context.WithValue(ctx, turnsKey{}, func(work int64) { t.report(i, work) })
}

// report records the work of the i-th engine, and waits if it is far ahead.
func (t *turns) report(i int, work int64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.takers[i].work = work
	t.count(i)
	t.wait(i)
}

// count begins the next round of the i-th engine if it has done the work of its round.
func (t *turns) count(i int) {
	k := &t.takers[i]
	k.reported = time.Now()
	if done := k.work + k.plans*planWork; done >= k.limit {
		rounds := (done-k.limit)/roundWork + 1
		k.round, k.limit = k.round+int(rounds), k.limit+rounds*roundWork
		t.advance()
	}
}

// wait returns when the i-th engine is at most one round ahead, or the one before it is silent.
func (t *turns) wait(i int) {
	k := &t.takers[i]
	for k.round > t.at+1 && !t.isOver && t.ctx.Err() == nil {
		if t.silent() && k.size < maxKept {
			return
		}
		moved := t.moved
		t.mu.Unlock()
		select {
		case <-moved:
		case <-t.over:
		case <-t.ctx.Done():
		case <-time.After(silence):
		}
		t.mu.Lock()
	}
}

// silent reports whether the engine whose turn it is has not reported for long.
func (t *turns) silent() bool {
	last := t.takers[t.who].reported
	if last.Before(t.since) {
		last = t.since
	}
	return time.Since(last) > silence+time.Since(t.begun)/2
}

// advance passes on the plans whose turn has come.
func (t *turns) advance() {
	for !t.isOver {
		k := &t.takers[t.who]
		if t.pass(k); t.isOver {
			return
		}
		if k.ended && k.round <= t.at {
			if k.complete {
				t.winner = t.who
				t.finish()
				return
			}
			if !slices.ContainsFunc(t.takers, func(k turnTaker) bool { return !k.ended }) && !slices.ContainsFunc(t.takers, func(k turnTaker) bool { return k.round > t.at }) {
				t.finish()
				return
			}
		} else if k.round <= t.at {
			return
		}
		if t.who++; t.who == len(t.takers) {
			t.who, t.at = 0, t.at+1
		}
		t.since = time.Now()
		close(t.moved)
		t.moved = make(chan struct{})
	}
}

// pass passes on the plans that k found in the current round.
func (t *turns) pass(k *turnTaker) {
	n := 0
	for n < len(k.kept) && k.kept[n].round <= t.at {
		k.size -= planSize(k.kept[n].plan)
		if n++; !t.l.pass(t.who, k.kept[n-1].plan) {
			t.finish()
			break
		}
	}
	k.kept = k.kept[n:]
	t.since = time.Now()
	t.drop()
}

// drop leaves the list to one engine if there are too many plans.
func (t *turns) drop() {
	if t.l.alone < 0 {
		return
	}
	for i := range t.takers {
		if k := &t.takers[i]; i != t.l.alone && !k.dropped {
			k.dropped, k.ended, k.complete, k.kept, k.size = true, true, false, nil, 0
			k.round = min(k.round, t.at)
		}
	}
}

func planSize(plan model.Plan) int { return len(plan.Find) + len(plan.Moves) + 1 }

// found takes a plan of the i-th engine. It reports whether more plans are wanted.
func (t *turns) found(i int, plan model.Plan) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	k := &t.takers[i]
	t.count(i)
	t.wait(i)
	if t.isOver || k.dropped {
		return false
	}
	k.plans++
	k.kept, k.size = append(k.kept, keptPlan{k.round, copyOf(plan)}), k.size+planSize(plan)
	if t.who == i && t.at == k.round {
		t.pass(k)
	}
	return !t.isOver && !k.dropped
}

// end records that the i-th engine ended.
func (t *turns) end(i int, complete bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	k := &t.takers[i]
	if k.ended = true; !k.dropped {
		k.complete = complete
	}
	t.advance()
	if k.complete && !t.isOver { // an engine that was dropped returns what it had by then as if that were all
		go t.insist(i)
	}
}

// insist lets a complete list of the i-th engine win if the engines before it are silent.
func (t *turns) insist(i int) {
	for {
		select {
		case <-t.over:
			return
		case <-t.ctx.Done():
			return
		case <-time.After(silence / 4):
		}
		t.mu.Lock()
		if !t.isOver && t.silent() {
			t.flush(i)
			t.winner = i
			t.finish()
		}
		t.mu.Unlock()
	}
}

// flush passes on all plans that the i-th engine has found.
func (t *turns) flush(i int) {
	for _, x := range t.takers[i].kept {
		if t.isOver || !t.l.pass(i, x.plan) {
			return
		}
	}
	t.takers[i].kept = nil
}

// flushAll passes on all plans found, when a limit has ended the engines.
func (t *turns) flushAll() {
	t.mu.Lock()
	defer t.mu.Unlock()
	for i := range t.takers {
		if !t.isOver {
			t.flush(i)
		}
	}
	t.finish()
}

func (t *turns) finish() {
	if !t.isOver {
		t.isOver = true
		close(t.over)
	}
}
