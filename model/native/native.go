package native

import (
	"context"
	"fmt"
	"unsafe"

	"farbank/model"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
)

// Successors are the safe successors of a batch of states, as parallel lists, those of
// the first state first. They are overwritten by the next call.
type Successors struct {
	States []uint64 // packed
	From   []int32  // the position in the batch of the state they come from
	Label  []int32  // the number of the move
	Cost   []int64  // nil: all are 1
}

// An Expander computes successors and goals of batches. It serves one goroutine.
type Expander interface {
	// Batch is the most states that may be given at a time.
	Batch() int

	// Expand computes the safe successors of a batch of packed states.
	Expand(batch []uint64) (Successors, error)

	// Goals sets goal[i] to whether state i of the batch is a goal.
	Goals(batch []uint64, goal []bool) error
}

// Code is the machine code of a problem.
type Code struct {
	m       *module
	size    int // bytes of WebAssembly
	runtime wazero.Runtime
	code    wazero.CompiledModule
}

// A Draft is the code of a problem that was written and not yet compiled, which takes
// longer, and cannot be interrupted.
type Draft struct {
	m     *module
	bytes []byte
}

// Write writes the code of a problem whose states are packed by layout. The error is
// ErrUnfit, or that of the context.
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

// Compile makes machine code of a problem whose states are packed by layout. The
// error is ErrUnfit, or says that there is no compiler for this machine.
func Compile(ctx context.Context, p *model.Problem, layout *model.Layout) (*Code, error) {
	d, err := Write(ctx, p, layout)
	if err != nil {
		return nil, err
	}
	return d.Compile(ctx)
}

// Compile makes machine code. The error says that there is no compiler for this machine.
func (d *Draft) Compile(ctx context.Context) (_ *Code, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("no compiler for this machine: %v", r)
		}
	}()
	config := wazero.NewRuntimeConfigCompiler().WithDebugInfoEnabled(false).WithCustomSections(false)
	c := &Code{m: d.m, size: len(d.bytes), runtime: wazero.NewRuntimeWithConfig(ctx, config)}
	if c.code, err = c.runtime.CompileModule(ctx, d.bytes); err != nil {
		c.Close(ctx)
		return nil, err
	}
	return c, nil
}

// Close frees the code. No Instance of it may be used any more.
func (c *Code) Close(ctx context.Context) error { return c.runtime.Close(ctx) }

// Size returns the number of bytes of WebAssembly.
func (c *Code) Size() int { return c.size }

// An Instance runs the code in a memory of its own.
type Instance struct {
	m             *module
	mod           api.Module
	expand, goals api.Function
	memory        []byte
	stack         [1]uint64
}

// Instance returns a new Instance.
func (c *Code) Instance(ctx context.Context) (*Instance, error) {
	mod, err := c.runtime.InstantiateModule(ctx, c.code, wazero.NewModuleConfig().WithName(""))
	if err != nil {
		return nil, err
	}
	i := &Instance{m: c.m, mod: mod, expand: mod.ExportedFunction("expand"), goals: mod.ExportedFunction("goals")}
	memory := mod.Memory()
	i.memory, _ = memory.Read(0, memory.Size())
	return i, nil
}

// Batch returns the most states that may be given at a time.
func (i *Instance) Batch() int { return i.m.batch }

// Expand computes the safe successors of a batch.
func (i *Instance) Expand(batch []uint64) (Successors, error) {
	w := i.m.layout.Words
	copy(view[uint64](i.memory, i.m.inAt, len(batch)), batch)
	i.stack[0] = uint64(len(batch) / w)
	if err := i.expand.CallWithStack(context.Background(), i.stack[:]); err != nil {
		return Successors{}, err
	}
	n := int(uint32(i.stack[0]))
	out := Successors{
		States: view[uint64](i.memory, i.m.outAt, n*w),
		From:   view[int32](i.memory, i.m.fromAt, n),
		Label:  view[int32](i.memory, i.m.labelAt, n),
	}
	if !i.m.unit {
		out.Cost = view[int64](i.memory, i.m.costAt, n)
	}
	return out, nil
}

// Goals sets goal[k] to whether state k of the batch is a goal.
func (i *Instance) Goals(batch []uint64, goal []bool) error {
	copy(view[uint64](i.memory, i.m.inAt, len(batch)), batch)
	i.stack[0] = uint64(len(goal))
	if err := i.goals.CallWithStack(context.Background(), i.stack[:]); err != nil {
		return err
	}
	for k := range goal {
		goal[k] = i.memory[i.m.goal+k] != 0
	}
	return nil
}

// view returns n values that lie in memory, whose order of bytes is that of the
// machines that wazero compiles for.
func view[T uint64 | int64 | int32](memory []byte, at, n int) []T {
	if n == 0 {
		return nil
	}
	return unsafe.Slice((*T)(unsafe.Pointer(&memory[at])), n)
}
