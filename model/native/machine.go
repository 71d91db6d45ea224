package native

import (
	"context"
	"fmt"
	"unsafe"
)

// A machine is compiled WebAssembly. Each platform implements compile, which returns one.
type machine interface {
	// start returns a new instance with a memory of its own.
	start(ctx context.Context) (running, error)

	// close frees the code. Its instances must not be used afterwards.
	close(ctx context.Context) error
}

// running is an instance of the code. Its memory may be a copy: the caller sends written parts
// before a call and fetches results after it.
type running interface {
	memory() []byte
	send(at, bytes int)
	fetch(at, bytes int)
	function(name string) call
}

// A call calls a function of at most one argument, and returns its result if it has one.
type call func(n uint32) (uint32, error)

// noCompiler turns a panic of a compiler into an error.
func noCompiler(err *error) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("no compiler for this machine: %v", r)
	}
}

// view returns n values that lie in memory without copying. The byte order is that of the
// machines that have compilers (little-endian).
func view[T uint64 | int64 | int32](memory []byte, at, n int) []T {
	if n == 0 {
		return nil
	}
	return unsafe.Slice((*T)(unsafe.Pointer(&memory[at])), n)
}

// put writes values to memory and sends them.
func put(r running, at int, values []uint64) {
	copy(view[uint64](r.memory(), at, len(values)), values)
	r.send(at, 8*len(values))
}

// take fetches n values of memory. The next call overwrites them.
func take[T uint64 | int64 | int32](r running, at, n int) []T {
	r.fetch(at, n*int(unsafe.Sizeof(T(0))))
	return view[T](r.memory(), at, n)
}
