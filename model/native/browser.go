//go:build js

package native

import (
	"context"
	"fmt"
	"syscall/js"
	"unsafe"
)

// jsMachine is code compiled by the browser's WebAssembly engine. The program is WebAssembly
// itself here and cannot generate machine code.
type jsMachine struct{ module js.Value }

// wasm returns a property of the host's WebAssembly object. It panics if the host has no
// WebAssembly; noCompiler recovers that.
func wasm(part string) js.Value { return js.Global().Get("WebAssembly").Get(part) }

func bytes(args ...any) js.Value { return js.Global().Get("Uint8Array").New(args...) }

func compile(_ context.Context, code []byte) (_ machine, err error) {
	defer noCompiler(&err)
	b := bytes(len(code))
	js.CopyBytesToJS(b, code)
	return &jsMachine{wasm("Module").New(b)}, nil
}

func (m *jsMachine) close(context.Context) error { return nil }

func (m *jsMachine) start(context.Context) (_ running, err error) {
	defer noCompiler(&err)
	exports := wasm("Instance").New(m.module).Get("exports")
	r := &jsRunning{exports: exports, buffer: exports.Get("mem").Get("buffer"), from: map[int]js.Value{}}
	words := make([]uint64, r.buffer.Get("byteLength").Int()/8)
	r.copied = unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(words))), 8*len(words))
	return r, nil
}

// jsRunning holds a copy of the instance's memory, since Go cannot address the memory of
// another instance. A call across the border takes about a microsecond, so the views of the
// memory are cached.
type jsRunning struct {
	exports, buffer js.Value
	from            map[int]js.Value // views of the memory, by offset
	copied          []byte
}

func (r *jsRunning) memory() []byte { return r.copied }

func (r *jsRunning) at(at int) js.Value {
	v, ok := r.from[at]
	if !ok {
		v = bytes(r.buffer, at)
		r.from[at] = v
	}
	return v
}

func (r *jsRunning) send(at, n int) {
	if n > 0 {
		js.CopyBytesToJS(r.at(at), r.copied[at:at+n])
	}
}

func (r *jsRunning) fetch(at, n int) {
	if n > 0 {
		js.CopyBytesToGo(r.copied[at:at+n], r.at(at))
	}
}

func (r *jsRunning) function(name string) call {
	f := r.exports.Get(name)
	return func(n uint32) (_ uint32, err error) {
		defer func() {
			if trap := recover(); trap != nil {
				err = fmt.Errorf("%v", trap)
			}
		}()
		v := f.Invoke(n)
		if v.Type() != js.TypeNumber {
			return 0, nil
		}
		return uint32(v.Int()), nil
	}
}
