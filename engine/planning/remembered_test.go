package planning

import (
	"context"
	"testing"
)

// TestRemembered checks that a panic of a translation that goes on reaches the caller who waits for it.
func TestRemembered(t *testing.T) {
	r := &remembered{done: make(chan struct{})}
	r.make(context.Background()) // without a problem
	<-r.done
	defer func() {
		if recover() == nil {
			t.Error("the panic is lost")
		}
	}()
	r.ended()
}
