package highs

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
)

// Module is the build of HiGHS, compiled. It may solve several problems at a time: each has
// memory of its own.
type Module struct {
	Path     string
	names    *names
	cache    wazero.CompilationCache
	runtime  wazero.Runtime
	compiled wazero.CompiledModule
}

// needed are the functions without which nothing can be solved.
var needed = []string{"malloc", "Highs_create", "Highs_passMip", "Highs_run", "Highs_getModelStatus", "Highs_getSolution",
	"Highs_setBoolOptionValue", "Highs_setDoubleOptionValue", "Highs_getIntInfoValue"}

// Load reads and compiles the build in the file of that name, as Find gives it.
func Load(ctx context.Context, path string) (*Module, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	n, err := readNames(path)
	if err != nil {
		return nil, err
	}
	for _, name := range needed {
		if n.exports[name] == "" {
			return nil, fmt.Errorf("%s has no function %s: a newer version of the npm package highs is needed", path, name)
		}
	}
	m := &Module{Path: path, names: n, cache: cache()}
	m.runtime = wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfig().WithCompilationCache(m.cache).WithCloseOnContextDone(true))
	if m.compiled, err = m.runtime.CompileModule(ctx, text); err == nil {
		err = provide(ctx, m.runtime, m.compiled, n)
	}
	if err != nil {
		m.Close(ctx)
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return m, nil
}

// cache keeps compiled code in the user's cache directory if it can, else in memory.
func cache() wazero.CompilationCache {
	if dir, err := os.UserCacheDir(); err == nil {
		if c, err := wazero.NewCompilationCacheWithDir(filepath.Join(dir, "farbank", "wazero")); err == nil {
			return c
		}
	}
	return wazero.NewCompilationCache()
}

// Close gives back the compiled code.
func (m *Module) Close(ctx context.Context) error {
	return errors.Join(m.runtime.Close(ctx), m.cache.Close(ctx))
}

// An instance is a running HiGHS.
type instance struct {
	ctx    context.Context
	names  *names
	module api.Module
	solver uint64 // HiGHS's handle
	err    error  // the first; later calls do nothing
}

// start runs the build as far as a solver without a problem.
func (m *Module) start(ctx context.Context, h *host) *instance {
	in := &instance{ctx: h.within(ctx), names: m.names}
	config := wazero.NewModuleConfig().WithStartFunctions(m.names.start).WithName("")
	if in.module, in.err = m.runtime.InstantiateModule(in.ctx, m.compiled, config); in.err != nil {
		in.err = in.explain("its beginning", in.err)
	}
	in.solver = in.call("Highs_create")
	return in
}

func (in *instance) close() {
	if in.module != nil {
		in.module.Close(context.Background())
	}
}

// call calls a function by its C name; it gives the result, if it has one.
func (in *instance) call(name string, arguments ...uint64) uint64 {
	if in.err != nil {
		return 0
	}
	f := in.module.ExportedFunction(in.names.exports[name])
	if f == nil {
		in.err = fmt.Errorf("the build has no function %s", name)
		return 0
	}
	result, err := f.Call(in.ctx, arguments...)
	if err != nil {
		in.err = in.explain(name, err)
		return 0
	}
	if len(result) == 0 {
		return 0
	}
	return result[0]
}

// explain leaves out what wazero says around an end of the program.
func (in *instance) explain(name string, err error) error {
	if in.ctx.Err() != nil {
		return in.ctx.Err()
	}
	var e ended
	if errors.As(err, &e) {
		return fmt.Errorf("HiGHS failed in %s: %w", name, e)
	}
	return fmt.Errorf("HiGHS failed in %s: %w", name, err)
}

// check calls a function that gives a status: -1 is an error, 1 a warning.
func (in *instance) check(name string, arguments ...uint64) {
	if status := int32(in.call(name, arguments...)); status < 0 && in.err == nil {
		in.err = fmt.Errorf("HiGHS refused in %s", name)
	}
}

// room gives memory for n bytes.
func (in *instance) room(n int) uint64 {
	address := in.call("malloc", uint64(max(n, 8)))
	if address == 0 && in.err == nil {
		in.err = errors.New("HiGHS has no memory for the problem")
	}
	return uint64(uint32(address))
}

// put copies bytes to memory.
func (in *instance) put(data []byte) uint64 {
	address := in.room(len(data))
	if in.err == nil && !in.module.Memory().Write(uint32(address), data) {
		in.err = errors.New("HiGHS's memory is too small")
	}
	return address
}

// text copies a string to memory.
func (in *instance) text(s string) uint64 { return in.put(append([]byte(s), 0)) }
