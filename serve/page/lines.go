package page

import (
	"bytes"
	"encoding/binary"
)

// The table of the functions of a program of Go (pclntab), as Go 1.20 to 1.26 write it: a
// head, then parts one after another, whose places the head tells.
const (
	tableMagic = 0xfffffff1
	tableHead  = 72
	funcSize   = 44 // of what is told of a function, without the lists behind it
)

// The fields of a function that are places in the part of tables, and others that only traces show.
const (
	nameField, spField, fileField, lineField      = 4, 16, 20, 24
	countField, unitField, beginField, listsBegin = 28, 32, 36, funcSize
)

// dropLines clears, in the memory of a program of Go, the names and lines of its functions.
func dropLines(memory []byte) {
	magic := []byte{0xf1, 0xff, 0xff, 0xff, 0, 0, 1, 8} // the magic, the least instruction, the size of a pointer
	for at := 0; ; at += len(magic) {
		k := bytes.Index(memory[at:], magic)
		if k < 0 {
			return
		}
		at += k
		if t, ok := tableAt(memory[at:]); ok {
			t.dropLines()
			return
		}
	}
}

// A funcTable is the table, taken apart.
type funcTable struct {
	names, units, pcs []byte // of functions; of compilation units with files; what depends on the place in a function
	funcs             [][]byte
}

func tableAt(b []byte) (*funcTable, bool) {
	if len(b) < tableHead {
		return nil, false
	}
	var head [8]uint64 // functions, files, text, and the places of names, units, files, pcs, functions
	for k := range head {
		head[k] = binary.LittleEndian.Uint64(b[8+8*k:])
	}
	n, parts := head[0], head[3:]
	last := uint64(tableHead)
	for _, p := range parts {
		if p < last || p > uint64(len(b)) {
			return nil, false
		}
		last = p
	}
	t := &funcTable{names: b[parts[0]:parts[1]], units: b[parts[1]:parts[3]], pcs: b[parts[3]:parts[4]]}
	index := b[parts[4]:]
	if n == 0 || n > uint64(len(index))/8 {
		return nil, false
	}
	for k := range n {
		at := uint64(binary.LittleEndian.Uint32(index[8*k+4:]))
		if at+funcSize > uint64(len(index)) {
			return nil, false
		}
		f := index[at:]
		lists := 4 * uint64(binary.LittleEndian.Uint32(f[countField:]))
		if funcSize+lists > uint64(len(f)) {
			return nil, false
		}
		t.funcs = append(t.funcs, f[:funcSize+lists])
	}
	return t, true
}

// dropLines clears what tells files, lines and names, and leaves how to unwind the stack and
// what the collector needs. A place of 0 is no table.
func (t *funcTable) dropLines() {
	needed := map[uint32]bool{0: true}
	for _, f := range t.funcs {
		needed[binary.LittleEndian.Uint32(f[spField:])] = true
		for k := listsBegin; k < len(f); k += 4 {
			needed[binary.LittleEndian.Uint32(f[k:])] = true
		}
	}
	for _, f := range t.funcs {
		for _, field := range []int{fileField, lineField} {
			if at := binary.LittleEndian.Uint32(f[field:]); !needed[at] {
				t.clear(at)
			}
		}
		for _, field := range []int{nameField, fileField, lineField, unitField, beginField} {
			clear(f[field : field+4])
		}
	}
	clear(t.names)
	clear(t.units)
}

// clear clears the table at a place: pairs of numbers, up to a 0 where a pair would begin.
func (t *funcTable) clear(at uint32) {
	if int(at) >= len(t.pcs) {
		return
	}
	r := &wasmReader{text: t.pcs, at: int(at)}
	for first := true; !r.bad; first = false {
		if r.number() == 0 && !first {
			break
		}
		r.number()
	}
	clear(t.pcs[at:r.at])
}
