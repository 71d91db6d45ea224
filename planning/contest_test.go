package planning

import (
	"testing"
	"time"
)

// TestContestMemory: searches share what memory there is; where it ends, those that know less of the start
// go first, and what all of them proved is told.
func TestContestMemory(t *testing.T) {
	s := prepared(t, tiles(3, 3, []int{8, 7, 6, 5, 4, 3, 2, 1, 0}))
	pairs := NewPartition(t.Context(), s, 100*time.Millisecond)
	for _, room := range []int64{1, 300 << 10, 1 << 20, 64 << 20} {
		weak, strong := newAStar(s, NewGoalCount(s), Options{}), newAStar(s, pairs, Options{})
		c := &contest{room: room, list: []contestant{weak, strong}}
		r := c.run(t.Context(), nil)
		switch {
		case r.Status == Solved && r.Cost == 28 && r.Bound == 28:
		case r.Status == Stopped && r.Err == ErrMemory && r.Bound >= strong.stats.Initial && r.Bound <= 28 && room < 64<<20:
		default:
			t.Errorf("%d bytes: %v, cost %d, bound %d, %v", room, r.Status, r.Cost, r.Bound, r.Err)
		}
		if r.Status != Solved && (weak.store != nil || strong.store != nil) {
			t.Errorf("%d bytes: a search holds its states", room)
		}
		t.Log(room, r.Status, r.Bound, len(c.end))
	}
}
