package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/signal"
	"sync"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/runtime/harness"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/util/grpcx"
)

// harnesses are the workers of this process.
type harnesses struct {
	ctx context.Context
	mu  sync.Mutex
	by  map[string]context.CancelFunc
}

func newHarnesses(ctx context.Context) *harnesses {
	return &harnesses{ctx: ctx, by: map[string]context.CancelFunc{}}
}

// send executes an order.
func (h *harnesses) send(o order) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if o.Stop {
		if stop := h.by[o.ID]; stop != nil {
			stop()
			delete(h.by, o.ID)
		}
		return nil
	}
	ctx, stop := context.WithCancel(grpcx.WriteWorkerID(h.ctx, o.ID))
	h.by[o.ID] = stop
	go harness.MainWithOptions(ctx, o.Logging, o.Control, harness.Options{})
	return nil
}

func (h *harnesses) close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, stop := range h.by {
		stop()
	}
}

// Serve is the main function of a worker process: it executes the orders that it reads from in, one
// on each line, until in ends. It ignores interrupts, which are for the parent process.
func Serve(in io.Reader) error {
	signal.Ignore(os.Interrupt)
	quiet(os.Stderr)
	beam.Init()
	withoutMetrics()
	h := newHarnesses(context.Background())
	lines := json.NewDecoder(in)
	for {
		var o order
		if err := lines.Decode(&o); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		if err := h.send(o); err != nil {
			return err
		}
	}
}
