package native

import (
	"context"

	"farbank/model"
)

// Successors are the safe successors of a batch of states as parallel lists, in the order of
// the states. The next call overwrites them.
type Successors struct {
	States []uint64 // packed
	From   []int32  // the position in the batch of the predecessor
	Label  []int32  // the number of the move
	Cost   []int64  // nil if all are 1
}

// An Expander computes successors and goals of batches. It must be used by one goroutine at a
// time.
type Expander interface {
	// Batch returns the maximum number of states in a batch.
	Batch() int

	// Expand returns the safe successors of a batch of packed states.
	Expand(batch []uint64) (Successors, error)

	// Goals sets goal[i] to whether state i of the batch is a goal.
	Goals(batch []uint64, goal []bool) error
}

// Code is the compiled code of a problem.
type Code struct {
	m       *module
	size    int // bytes of WebAssembly
	machine machine
}

// A Draft is WebAssembly that is not compiled yet. Compiling takes longer than writing it and
// cannot be interrupted.
type Draft struct {
	m     *module
	bytes []byte
}

// Write writes the WebAssembly of a problem whose states are packed by layout. The error is
// ErrUnfit or that of the context.
func Write(ctx context.Context, p *model.Problem, layout *model.Layout) (*Draft, error) {
	pr, err := analyse(ctx, p)
	if err != nil {
		return nil, err
	}
	m := newModule(pr, layout)
	bytes, err := m.code()
	if err != nil {
		return nil, err
	}
	return &Draft{m, bytes}, nil
}

// Size returns the number of bytes of WebAssembly.
func (d *Draft) Size() int { return len(d.bytes) }

// Compile compiles a problem whose states are packed by layout. The error is ErrUnfit, or says
// that this machine has no compiler.
func Compile(ctx context.Context, p *model.Problem, layout *model.Layout) (*Code, error) {
	d, err := Write(ctx, p, layout)
	if err != nil {
		return nil, err
	}
	return d.Compile(ctx)
}

// Compile compiles the draft. The error says that this machine has no compiler.
func (d *Draft) Compile(ctx context.Context) (*Code, error) {
	machine, err := compile(ctx, d.bytes)
	if err != nil {
		return nil, err
	}
	return &Code{d.m, len(d.bytes), machine}, nil
}

// Close frees the code. Its instances must not be used afterwards.
func (c *Code) Close(ctx context.Context) error { return c.machine.close(ctx) }

// Size returns the number of bytes of WebAssembly.
func (c *Code) Size() int { return c.size }

// An Instance runs the code in a memory of its own.
type Instance struct {
	m             *module
	run           running
	expand, goals call
}

// Instance returns a new Instance.
func (c *Code) Instance(ctx context.Context) (*Instance, error) {
	run, err := c.machine.start(ctx)
	if err != nil {
		return nil, err
	}
	return &Instance{c.m, run, run.function("expand"), run.function("goals")}, nil
}

// Batch returns the maximum number of states in a batch.
func (i *Instance) Batch() int { return i.m.batch }

// Expand returns the safe successors of a batch.
func (i *Instance) Expand(batch []uint64) (Successors, error) {
	w := i.m.layout.Words
	put(i.run, i.m.inAt, batch)
	count, err := i.expand(uint32(len(batch) / w))
	if err != nil {
		return Successors{}, err
	}
	n := int(count)
	out := Successors{
		States: take[uint64](i.run, i.m.outAt, n*w),
		From:   take[int32](i.run, i.m.fromAt, n),
		Label:  take[int32](i.run, i.m.labelAt, n),
	}
	if !i.m.unit {
		out.Cost = take[int64](i.run, i.m.costAt, n)
	}
	return out, nil
}

// Goals sets goal[k] to whether state k of the batch is a goal.
func (i *Instance) Goals(batch []uint64, goal []bool) error {
	put(i.run, i.m.inAt, batch)
	if _, err := i.goals(uint32(len(goal))); err != nil {
		return err
	}
	i.run.fetch(i.m.goal, len(goal))
	said := i.run.memory()[i.m.goal:]
	for k := range goal {
		goal[k] = said[k] != 0
	}
	return nil
}
