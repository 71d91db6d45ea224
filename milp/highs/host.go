package highs

import (
	"context"
	"fmt"
	"io"
	"math"
	"time"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
)

// An ended is what the program says when it ends before its time.
type ended struct{ reason string }

func (e ended) Error() string { return e.reason }

// Error numbers of POSIX as Emscripten counts them.
const (
	badFile  = 8
	noFile   = 44
	noSystem = 52
	noSeek   = 70
)

// A host is what the program finds around it: a clock, memory that grows, outputs, a file.
type host struct {
	begun time.Time
	log   io.Writer // of standard output and standard error
	name  string    // of the one file there is, if there is one
	file  []byte    // what stands in it
	at    int       // where it is being read
}

// hostKey is the key of the host in the context of a call.
type hostKey struct{}

// within gives a context in which calls from the program find this host.
func (h *host) within(ctx context.Context) context.Context {
	return context.WithValue(ctx, hostKey{}, h)
}

func hostOf(ctx context.Context) *host { return ctx.Value(hostKey{}).(*host) }

type call = func(ctx context.Context, m api.Module, stack []uint64)

// calls are the functions, by their C names. They take their arguments from the stack and
// leave their result there.
func calls() map[string]call {
	none := func(context.Context, api.Module, []uint64) {}
	answer := func(v int32) call {
		return func(_ context.Context, _ api.Module, stack []uint64) { stack[0] = api.EncodeI32(v) }
	}
	end := func(reason string) call {
		return func(context.Context, api.Module, []uint64) { panic(ended{reason}) }
	}
	exit := func(_ context.Context, _ api.Module, stack []uint64) {
		panic(ended{fmt.Sprintf("it ended with code %d", api.DecodeI32(stack[0]))})
	}
	return map[string]call{
		"cxa_throw":                          end("it threw an exception (most likely it ran out of memory)"),
		"abort_js":                           end("it aborted"),
		"exit":                               exit,
		"proc_exit":                          exit,
		"emscripten_runtime_keepalive_clear": none,
		"setitimer_js":                       answer(0),
		"tzset_js":                           tzset,
		"emscripten_date_now":                dateNow,
		"emscripten_get_now":                 now,
		"clock_time_get":                     clock,
		"emscripten_resize_heap":             resize,
		"environ_sizes_get":                  noEnvironment,
		"environ_get":                        answer(0),
		"syscall_openat":                     open,
		"syscall_fcntl64":                    answer(-noSystem),
		"syscall_ioctl":                      answer(-noSystem),
		"fd_close":                           answer(0),
		"fd_read":                            read,
		"fd_seek":                            seek,
		"fd_write":                           write,
	}
}

// tzset says that the time zone is UTC: (timezone, daylight, standard name, summer name).
func tzset(_ context.Context, m api.Module, stack []uint64) {
	for _, address := range stack[:2] {
		m.Memory().WriteUint32Le(uint32(address), 0)
	}
	for _, address := range stack[2:4] {
		m.Memory().Write(uint32(address), []byte("UTC\x00"))
	}
}

// dateNow gives milliseconds since 1970.
func dateNow(_ context.Context, _ api.Module, stack []uint64) {
	stack[0] = math.Float64bits(float64(time.Now().UnixMilli()))
}

// now gives milliseconds since the beginning.
func now(ctx context.Context, _ api.Module, stack []uint64) {
	stack[0] = math.Float64bits(float64(time.Since(hostOf(ctx).begun).Nanoseconds()) / 1e6)
}

// clock writes nanoseconds: (which clock, precision, address). 0 is the time of day.
func clock(ctx context.Context, m api.Module, stack []uint64) {
	v := time.Since(hostOf(ctx).begun).Nanoseconds()
	if stack[0] == 0 {
		v = time.Now().UnixNano()
	}
	m.Memory().WriteUint64Le(uint32(stack[2]), uint64(v))
	stack[0] = 0
}

const page = 1 << 16

// resize makes the memory that large, and by a fifth at least.
func resize(_ context.Context, m api.Module, stack []uint64) {
	memory := m.Memory()
	now, want := uint64(memory.Size()), uint64(uint32(stack[0]))
	for _, size := range []uint64{max(want, min(now+now/5, want+96<<20)), want} {
		if _, ok := memory.Grow(uint32((size - now + page - 1) / page)); ok {
			stack[0] = 1
			return
		}
	}
	stack[0] = 0
}

// noEnvironment writes that there are no variables: (address of the count, of the size).
func noEnvironment(_ context.Context, m api.Module, stack []uint64) {
	m.Memory().WriteUint32Le(uint32(stack[0]), 0)
	m.Memory().WriteUint32Le(uint32(stack[1]), 0)
	stack[0] = 0
}

// write writes to an output: (file, parts, how many, address of the size). A part is
// an address and a size.
func write(ctx context.Context, m api.Module, stack []uint64) {
	file, parts, n, result := stack[0], uint32(stack[1]), uint32(stack[2]), uint32(stack[3])
	if file != 1 && file != 2 {
		stack[0] = badFile
		return
	}
	log := hostOf(ctx).log
	written := uint32(0)
	for i := range n {
		address, _ := m.Memory().ReadUint32Le(parts + 8*i)
		size, _ := m.Memory().ReadUint32Le(parts + 8*i + 4)
		if text, ok := m.Memory().Read(address, size); ok && log != nil {
			log.Write(text)
		}
		written += size
	}
	m.Memory().WriteUint32Le(result, written)
	stack[0] = 0
}

// provide gives the module all it imports. What is not known ends the program when it is
// called.
func provide(ctx context.Context, runtime wazero.Runtime, compiled wazero.CompiledModule, n *names) error {
	known := calls()
	builders := map[string]wazero.HostModuleBuilder{}
	for _, f := range compiled.ImportedFunctions() {
		module, name, _ := f.Import()
		if builders[module] == nil {
			builders[module] = runtime.NewHostModuleBuilder(module)
		}
		plain := n.imports[name]
		do := known[plain]
		if do == nil {
			do = func(context.Context, api.Module, []uint64) {
				panic(ended{fmt.Sprintf("it wants the function %s, which is not known", plain)})
			}
		}
		builders[module].NewFunctionBuilder().WithGoModuleFunction(api.GoModuleFunc(do), f.ParamTypes(), f.ResultTypes()).Export(name)
	}
	for _, b := range builders {
		if _, err := b.Instantiate(ctx); err != nil {
			return err
		}
	}
	return nil
}
