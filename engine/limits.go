package engine

import (
	"context"
	"errors"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"
)

// Limits are the bounds within which a call is answered, all in one place: whoever
// begins the work gives them, and everything below follows the context that Begin
// returns, and the sizes. The zero Limits bound neither time nor memory.
type Limits struct {
	Time   time.Duration // from Begin on; 0: no limit
	Memory int64         // bytes that the whole process may take; 0: no limit. GOMEMLIMIT, if less, still holds for the collector
	Steps  int64         // of writing a problem out; 0: the limit of package lang/check
	Read   int64         // bytes of one file; 0: the limits of package internal/bounded

	// Undivided has engines that race take all of what a question may each: Memory is watched over as a whole.
	Undivided bool

	// Overrun, if not nil, is called once if the work goes on although its time is over
	// or memory runs out. A program may end there, with the cause for a reason.
	Overrun func(cause error)

	ended atomic.Bool // a limit or an interrupt has ended some of the work
	full  atomic.Bool // that of memory has
}

// Ended reports whether a limit or an interrupt has ended work under these limits, or a part of it.
func (l *Limits) Ended() bool { return l.ended.Load() }

// MemoryReached reports whether a limit on memory has.
func (l *Limits) MemoryReached() bool { return l.full.Load() }

// limitsKey is that of the limits in their context.
type limitsKey struct{}

// A Disk is a folder for what does not fit the memory, and how many bytes it may take there.
type Disk struct {
	Dir   string // "": none
	Limit int64  // 0: no limit

	Tell func(note string) // told what was found there, or is kept; nil: nobody is
}

// base is what the process took when limits were first begun, and what its collector kept to (GOMEMLIMIT).
var base struct {
	once      sync.Once
	bytes     int64
	collector int64
}

// ErrMemory is why a context ends where the process takes more than Limits.Memory.
var ErrMemory error = memoryError{}

type memoryError struct{}

func (memoryError) Error() string     { return "the memory limit was reached" }
func (memoryError) MemoryLimit() bool { return true }

// memoryLimited is an error that says that a limit on memory was reached: that of this
// package, and those of libraries.
type memoryLimited interface{ MemoryLimit() bool }

// diskLimited and diskFailed are errors that say that a limit on the disk was reached, and
// that it could not be used.
type (
	diskLimited interface{ DiskLimit() bool }
	diskFailed  interface{ DiskError() bool }
)

// Lost reports whether a context has ended because another engine had the answer.
func Lost(ctx context.Context) bool { return errors.Is(context.Cause(ctx), ErrLost) }

// Stopped says in words which limit or interrupt an error is, "" if it is neither. ctx is
// the context of the work: its cause tells what a mere "canceled" does not.
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
	case errors.Is(err, context.Canceled):
		return "it was interrupted"
	}
	return ""
}

// late is ctx, but ends a while after it, with the same cause.
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

// What a process takes beyond its limit. The collector keeps to the limit as long as
// what is in use does; only when that does not is the work told to end, and given up
// when it goes on to grow.
const (
	allowance = 16 << 20 // for the problem itself, and scratch memory
	watchEach = 5 * time.Millisecond
	farOff    = 1 << 30     // as long as so much is left, 10 times as long
	grace     = time.Second // from the end of the context to Overrun
)

// Begin returns a context that ends with the limits, and a function that ends it and
// what watches over it. The cause of its end is context.DeadlineExceeded, ErrMemory, or
// that of ctx.
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

// watch ends the work when it takes too much, and calls Overrun when it goes on.
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

// Share returns how many bytes of Memory are left for the data of a question (see
// Question.Memory), what is in use now and some room for scratch memory taken off; 0 if
// there is no limit. It is to be asked once the problem has been read.
func (l *Limits) Share() int64 {
	if l.Memory <= 0 {
		return 0
	}
	g := newGauge()
	defer g.close()
	taken := func() int64 { return max(0, g.inUse()-base.bytes-allowance) }
	if taken() > l.Memory/64 { // else what could be collected does not matter
		runtime.GC()
	}
	return max(1, l.Memory-l.Memory/16-taken())
}
