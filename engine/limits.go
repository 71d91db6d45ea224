package engine

import (
	"context"
	"errors"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"farbank/solver"
)

// Limits are the limits of one call. The caller sets them; the engines obey the context that Begin
// returns. The zero Limits limit neither time nor memory.
type Limits struct {
	Time   time.Duration // from Begin on; 0 means no limit
	Memory int64         // bytes of the whole process; 0 means no limit. A lower GOMEMLIMIT still applies to the garbage collector
	Steps  int64         // grounding steps; 0 means the limit of package lang/check
	Read   int64         // bytes of one file; 0 means the limits of package internal/bounded

	// Undivided lets racing engines use all of Memory each; the process as a whole is watched.
	Undivided bool

	// Overrun, if not nil, is called once if the work continues after its time is over or the memory
	// runs out. The program may exit there, with the cause as the reason.
	Overrun func(cause error)

	ended atomic.Bool // a limit or an interrupt ended some work
	full  atomic.Bool // a memory limit did
}

// Ended reports whether a limit or an interrupt has ended work under these limits.
func (l *Limits) Ended() bool { return l.ended.Load() }

// MemoryReached reports whether a memory limit has ended work under these limits.
func (l *Limits) MemoryReached() bool { return l.full.Load() }

// limitsKey is the context key of the limits.
type limitsKey struct{}

// A Disk is a folder for data that does not fit in memory.
type Disk struct {
	Dir   string // "" means none
	Limit int64  // maximum number of bytes; 0 means no limit

	Tell func(note string) // called with notes about what was found or is kept there; may be nil
}

// base is the memory of the process, and the limit of its collector (GOMEMLIMIT), when limits were first begun.
var base struct {
	once      sync.Once
	bytes     int64
	collector int64
}

// ErrMemory is the cause of a context that ended because the process used more than Limits.Memory.
var ErrMemory error = memoryError{}

type memoryError struct{}

func (memoryError) Error() string     { return "the memory limit was reached" }
func (memoryError) MemoryLimit() bool { return true }

// A memoryLimited is an error about a memory limit, of this package or of a library.
type memoryLimited interface{ MemoryLimit() bool }

// A diskLimited is an error about a disk limit, a diskFailed one about a disk that cannot be used.
type (
	diskLimited interface{ DiskLimit() bool }
	diskFailed  interface{ DiskError() bool }
)

// Lost reports whether a context ended because another engine had the answer.
func Lost(ctx context.Context) bool { return errors.Is(context.Cause(ctx), ErrLost) }

// Stopped describes the limit or the interrupt that err stands for, or returns "" if it is neither. ctx is
// the context of the work, whose cause is more specific than "canceled".
func Stopped(ctx context.Context, err error) string {
	why := stopped(ctx, err)
	if l, ok := ctx.Value(limitsKey{}).(*Limits); ok && why != "" && why != ErrLost.Error() {
		l.ended.Store(true)
		if why == ErrMemory.Error() {
			l.full.Store(true)
		}
	}
	return why
}

func stopped(ctx context.Context, err error) string {
	if err == nil {
		return ""
	}
	if ctx.Err() != nil && (errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)) {
		err = context.Cause(ctx)
	}
	var m memoryLimited
	var d diskLimited
	var f diskFailed
	switch {
	case errors.As(err, &d) && d.DiskLimit():
		return "the disk limit was reached"
	case errors.As(err, &f) && f.DiskError():
		return err.Error()
	case errors.As(err, &m) && m.MemoryLimit():
		return "the memory limit was reached"
	case errors.Is(err, context.DeadlineExceeded):
		return "the time limit was reached"
	case errors.Is(err, ErrLost):
		return ErrLost.Error()
	case errors.Is(err, solver.ErrEffort):
		return err.Error()
	case errors.Is(err, context.Canceled):
		return "it was interrupted"
	}
	return ""
}

// late returns a context that ends a while after ctx, with the same cause.
func late(ctx context.Context, while time.Duration) (context.Context, context.CancelFunc) {
	later, end := context.WithCancelCause(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, func() {
		select {
		case <-later.Done():
		case <-time.After(while):
			end(context.Cause(ctx))
		}
	})
	return later, func() { stop(); end(nil) }
}

// Bounds on how far a process may exceed its limit. The collector keeps to the limit as long as the
// live data fits. If the live data exceeds it, the context is canceled; if it continues to grow,
// the work is abandoned.
const (
	allowance = 16 << 20 // for the problem itself and scratch memory
	watchEach = 5 * time.Millisecond
	farOff    = 1 << 30     // if at least this much is left, the interval is 10 times as long
	grace     = time.Second // from the end of the context to Overrun
)

// Begin returns a context that ends with the limits, and a function that ends it and its watcher. The cause
// of its end is context.DeadlineExceeded, ErrMemory, or that of ctx.
func (l *Limits) Begin(ctx context.Context) (context.Context, context.CancelFunc) {
	stopTime := context.CancelFunc(func() {})
	if l.Time > 0 {
		ctx, stopTime = context.WithTimeout(ctx, l.Time)
	}
	ctx, cancel := context.WithCancelCause(context.WithValue(ctx, limitsKey{}, l))
	stop := func() {
		cancel(context.Canceled)
		stopTime()
	}
	if l.Memory <= 0 && l.Overrun == nil {
		return ctx, stop
	}
	g := newGauge()
	base.once.Do(func() { base.bytes, base.collector = g.bytes(), debug.SetMemoryLimit(-1) })
	before := int64(-1)
	if l.Memory > 0 {
		before = debug.SetMemoryLimit(min(base.collector, base.bytes+l.Memory))
	}
	done := make(chan struct{})
	go l.watch(ctx, cancel, g, done)
	return ctx, sync.OnceFunc(func() {
		close(done)
		stop()
		if before >= 0 {
			debug.SetMemoryLimit(before)
		}
	})
}

// watch cancels the context when the process uses too much memory, and calls Overrun when the work continues.
func (l *Limits) watch(ctx context.Context, cancel context.CancelCauseFunc, g *gauge, done chan struct{}) {
	defer g.close()
	tick := time.NewTicker(watchEach)
	defer tick.Stop()
	soft := base.bytes + l.Memory + l.Memory/32 + allowance
	hard := soft + l.Memory/20 + allowance
	var late <-chan time.Time
	over := ctx.Done()
	for {
		select {
		case <-done:
			return
		case <-over:
			over, late = nil, time.After(grace)
			continue
		case <-late:
			l.overrun(ctx, done)
			return
		case <-tick.C:
		}
		if l.Memory <= 0 {
			tick.Stop()
			continue
		}
		switch n := g.bytes(); {
		case n > hard:
			l.full.Store(true)
			cancel(ErrMemory)
			l.overrun(ctx, done)
			return
		case n > soft:
			l.full.Store(true)
			cancel(ErrMemory)
		case soft-n > farOff:
			tick.Reset(10 * watchEach)
		default:
			tick.Reset(watchEach)
		}
	}
}

// overrun calls Overrun, unless the work has just ended.
func (l *Limits) overrun(ctx context.Context, done chan struct{}) {
	select {
	case <-done:
	default:
		if l.Overrun != nil {
			l.Overrun(context.Cause(ctx))
		}
	}
}

// Share returns the part of Memory that is left for a question (see Question.Memory): without the memory in use
// and some scratch memory; 0 if there is no limit. Call it after the problem was read.
func (l *Limits) Share() int64 {
	if l.Memory <= 0 {
		return 0
	}
	g := newGauge()
	defer g.close()
	taken := func() int64 { return max(0, g.inUse()-base.bytes-allowance) }
	if taken() > l.Memory/64 { // otherwise garbage does not matter
		runtime.GC()
	}
	return max(1, l.Memory-l.Memory/16-taken())
}
