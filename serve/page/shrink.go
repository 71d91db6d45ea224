package page

import (
	"bytes"
	"encoding/binary"
	"math"
)

// shrink leaves out of a program of Go, in WebAssembly, what running it does not need: the
// lines of the source, which only the trace of a crash shows, and the heads of the many pieces
// that the linker cuts its data into. What it does not understand stays as it is.
func shrink(wasm []byte) []byte {
	out := bytes.Clone(wasm[:min(len(wasm), wasmHead)])
	for at := wasmHead; at < len(wasm); {
		r := &wasmReader{text: wasm, at: at}
		id := r.byte()
		body := r.bytes(r.number())
		if r.bad {
			return wasm
		}
		if id == dataCountSection { // it would have to say the new number of pieces
			return wasm
		}
		if id == dataSection {
			pieces, ok := dataOf(body)
			if !ok {
				return wasm
			}
			body = pieces.write()
		}
		out = append(out, id)
		out = binary.AppendUvarint(out, uint64(len(body)))
		out = append(out, body...)
		at = r.at
	}
	return out
}

const (
	wasmHead         = 8 // magic and version
	dataSection      = 11
	dataCountSection = 12
	i32Const         = 0x41
	endOp            = 0x0b
	mostData         = 1 << 28
	shortestGap      = 32 // fewer zeros are no dearer than the head of another piece
)

// memory is what the data sections put into the memory of the program.
type memory struct {
	begin int
	bytes []byte
}

// dataOf reads a data section whose pieces lie at constant addresses.
func dataOf(section []byte) (*memory, bool) {
	r := &wasmReader{text: section}
	type piece struct {
		at   int
		text []byte
	}
	var pieces []piece
	begin, end := mostData, 0
	for range r.number() {
		flags, op := r.byte(), r.byte()
		at := r.signed()
		last := r.byte()
		text := r.bytes(r.number())
		if r.bad || flags != 0 || op != i32Const || last != endOp || at < 0 || at+len(text) > mostData {
			return nil, false
		}
		pieces = append(pieces, piece{at, text})
		begin, end = min(begin, at), max(end, at+len(text))
	}
	if r.bad || r.at != len(section) || begin >= end {
		return nil, false
	}
	m := &memory{begin, make([]byte, end-begin)}
	for _, p := range pieces {
		copy(m.bytes[p.at-begin:], p.text)
	}
	dropLines(m.bytes)
	return m, true
}

// write writes the section anew, zeros left out where there are many.
func (m *memory) write() []byte {
	var pieces []byte
	count := 0
	for at := 0; at < len(m.bytes); {
		for at < len(m.bytes) && m.bytes[at] == 0 {
			at++
		}
		end, zeros := at, 0 // end is behind the last byte that is not zero
		for k := at; k < len(m.bytes) && zeros < shortestGap; k++ {
			if zeros++; m.bytes[k] != 0 {
				zeros, end = 0, k+1
			}
		}
		if end == at {
			break
		}
		pieces = append(pieces, 0, i32Const)
		pieces = appendSigned(pieces, m.begin+at)
		pieces = append(pieces, endOp)
		pieces = binary.AppendUvarint(pieces, uint64(end-at))
		pieces = append(pieces, m.bytes[at:end]...)
		count++
		at = end
	}
	return append(binary.AppendUvarint(nil, uint64(count)), pieces...)
}

// A wasmReader reads numbers as WebAssembly writes them; bad is set where there are none.
type wasmReader struct {
	text []byte
	at   int
	bad  bool
}

func (r *wasmReader) byte() byte {
	if b := r.bytes(1); b != nil {
		return b[0]
	}
	return 0
}

func (r *wasmReader) bytes(n int) []byte {
	if r.bad || n < 0 || n > len(r.text)-r.at {
		r.bad = true
		return nil
	}
	r.at += n
	return r.text[r.at-n : r.at]
}

func (r *wasmReader) number() int {
	n, size := binary.Uvarint(r.text[r.at:])
	if r.bad || size <= 0 || n > math.MaxUint32 {
		r.bad = true
		return 0
	}
	r.at += size
	return int(n)
}

// signed reads a number with a sign: 7 bits a byte, the least first.
func (r *wasmReader) signed() int {
	n := 0
	for shift := 0; shift < 35 && !r.bad; shift += 7 {
		b := r.byte()
		n |= int(b&0x7f) << shift
		if b < 0x80 {
			if b&0x40 != 0 {
				n -= 1 << (shift + 7)
			}
			return n
		}
	}
	r.bad = true
	return 0
}

// appendSigned writes a number that is not negative.
func appendSigned(b []byte, n int) []byte {
	for ; n >= 0x40; n >>= 7 {
		b = append(b, byte(n)|0x80)
	}
	return append(b, byte(n))
}
