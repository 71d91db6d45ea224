package engine

import (
	"testing"
	"time"

	"farbank/model"
)

// TestDropped checks that the list of an engine that was dropped does not win while the one that goes on is silent.
func TestDropped(t *testing.T) {
	l := newListing(Question{}, func(model.Plan) bool { return true })
	turns := newTurns(t.Context(), &model.Problem{}, 2, l)
	turns.mu.Lock()
	l.alone = 0
	turns.drop()
	turns.mu.Unlock()
	turns.end(1, true)
	turns.mu.Lock()
	turns.since = time.Now().Add(-time.Hour)
	turns.takers[0].reported = turns.since
	turns.mu.Unlock()
	select {
	case <-turns.over:
		t.Error("the list ended")
	case <-time.After(silence / 2):
	}
}
