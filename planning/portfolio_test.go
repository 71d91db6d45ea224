package planning

import (
	"context"
	"testing"
	"time"
)

// TestPortfolioMemory checks that components share the memory, that those with lower estimates are dropped
// first, and that the result has the best bound of all.
func TestPortfolioMemory(t *testing.T) {
	s := prepared(t, tiles(3, 3, []int{8, 7, 6, 5, 4, 3, 2, 1, 0}))
	pairs := orNil(NewPartition(t.Context(), s, 100*time.Millisecond))
	for _, room := range []int64{1, 300 << 10, 1 << 20, 64 << 20} {
		weak, strong := newAStar(s, NewGoalCount(s), Options{}), newAStar(s, pairs, Options{})
		c := &portfolio{room: room, list: []component{weak, strong}}
		r := c.run(t.Context(), nil)
		switch {
		case r.Status == Solved && r.Cost == 28 && r.Bound == 28:
		case r.Status == Unknown && r.Reason == ErrMemory && r.Bound >= strong.stats.Initial && r.Bound <= 28 && room < 64<<20:
		default:
			t.Errorf("%d bytes: %v, cost %d, bound %d, %v", room, r.Status, r.Cost, r.Bound, r.Reason)
		}
		if r.Status != Solved && (weak.store != nil || strong.store != nil) {
			t.Errorf("%d bytes: a stopped search still holds its states", room)
		}
		t.Log(room, r.Status, r.Bound, len(c.end))
	}
}

// A stopping is a component that stops with a reason.
type stopping struct{ reason error }

func (s *stopping) run(context.Context, time.Duration) *Result {
	return &Result{Status: Unknown, Reason: s.reason}
}
func (s *stopping) known() Stats { return Stats{} }
func (s *stopping) within(int64) {}
func (s *stopping) release()     {}

// TestPortfolioReason checks that the reason of the first component is reported if all have stopped.
func TestPortfolioReason(t *testing.T) {
	for range 50 {
		c := &portfolio{list: []component{&stopping{ErrStates}, &stopping{ErrMemory}, &stopping{context.Canceled}}}
		if r := c.run(t.Context(), nil); r.Reason != ErrStates {
			t.Fatalf("the reason is %v, not that of the first component", r.Reason)
		}
	}
}
