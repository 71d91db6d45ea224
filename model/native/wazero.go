//go:build !wasm

package native

import (
	"context"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
)

// wazeroMachine is code compiled by wazero to machine code.
type wazeroMachine struct {
	runtime wazero.Runtime
	code    wazero.CompiledModule
}

func compile(ctx context.Context, code []byte) (_ machine, err error) {
	defer noCompiler(&err)
	config := wazero.NewRuntimeConfigCompiler().WithDebugInfoEnabled(false).WithCustomSections(false)
	m := &wazeroMachine{runtime: wazero.NewRuntimeWithConfig(ctx, config)}
	if m.code, err = m.runtime.CompileModule(ctx, code); err != nil {
		m.close(ctx)
		return nil, err
	}
	return m, nil
}

func (m *wazeroMachine) close(ctx context.Context) error { return m.runtime.Close(ctx) }

func (m *wazeroMachine) start(ctx context.Context) (running, error) {
	mod, err := m.runtime.InstantiateModule(ctx, m.code, wazero.NewModuleConfig().WithName(""))
	if err != nil {
		return nil, err
	}
	bytes, _ := mod.Memory().Read(0, mod.Memory().Size())
	return &wazeroRunning{mod: mod, bytes: bytes}, nil
}

// wazeroRunning accesses the memory of the instance directly.
type wazeroRunning struct {
	mod   api.Module
	bytes []byte
}

func (r *wazeroRunning) memory() []byte { return r.bytes }
func (r *wazeroRunning) send(int, int)  {}
func (r *wazeroRunning) fetch(int, int) {}

func (r *wazeroRunning) function(name string) call {
	f := r.mod.ExportedFunction(name)
	stack := new([1]uint64)
	return func(n uint32) (uint32, error) {
		stack[0] = uint64(n)
		err := f.CallWithStack(context.Background(), stack[:])
		return uint32(stack[0]), err
	}
}
