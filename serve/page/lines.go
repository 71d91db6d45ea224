package page

import (
	"bytes"
	"encoding/binary"
	"slices"
)

// The table of the functions of a program of Go (pclntab), as Go 1.20 to 1.26 write it: a
// head, then parts one after another, whose places the head tells.
const (
	tableMagic = 0xfffffff1
	tableHead  = 72
	funcSize   = 44 // of what is told of a function, without the lists behind it
)

// The fields of a function that are used here, by their places. Behind them stand two lists: places of
// tables of what depends on the place in the function, and places of what does not.
const (
	nameField, spField, fileField, lineField = 4, 16, 20, 24
	tablesField, unitField, beginField       = 28, 32, 36
	kindField, listsField                    = 40, 43
	noData                                   = 0xffffffff
)

// Of both lists, what only traces show: what was inlined, and which arguments there are.
var (
	tracedTables = []int{2, 3}
	tracedData   = []int{3, 5, 6, 7}
)

// namesOfRuntime are the functions that the runtime knows by name.
var namesOfRuntime = []string{"reflect.makeFuncStub", "reflect.methodValueCall"}

// dropLines clears, in the memory of a program of Go, the lines of its functions and most names.
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
	funcs             []function
}

// A function is what is told of one: its fields and lists.
type function struct{ fields, tables, data []byte }

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
		f, ok := functionAt(index, word(index[8*k:], 4))
		if !ok {
			return nil, false
		}
		t.funcs = append(t.funcs, f)
	}
	return t, true
}

func functionAt(b []byte, at uint32) (f function, ok bool) {
	if uint64(at)+funcSize > uint64(len(b)) {
		return f, false
	}
	b = b[at:]
	f.fields = b[:funcSize]
	tables, data := 4*uint64(word(f.fields, tablesField)), 4*uint64(f.fields[listsField])
	if funcSize+tables+data > uint64(len(b)) {
		return f, false
	}
	f.tables, f.data = b[funcSize:funcSize+tables], b[funcSize+tables:funcSize+tables+data]
	return f, true
}

func word(b []byte, at int) uint32 { return binary.LittleEndian.Uint32(b[at:]) }

// dropLines clears what tells files, lines, most names and arguments, and leaves how to unwind the stack
// and what the collector needs. A place of 0 is no table.
func (t *funcTable) dropLines() {
	var dropped []uint32
	for _, f := range t.funcs {
		dropped = append(dropped, word(f.fields, fileField), word(f.fields, lineField))
		for _, field := range []int{fileField, lineField, unitField, beginField} {
			clear(f.fields[field : field+4])
		}
		for _, k := range tracedTables {
			if 4*k < len(f.tables) {
				dropped = append(dropped, word(f.tables, 4*k))
				clear(f.tables[4*k : 4*k+4])
			}
		}
		for _, k := range tracedData {
			if 4*k < len(f.data) {
				binary.LittleEndian.PutUint32(f.data[4*k:], noData)
			}
		}
	}
	needed := map[uint32]bool{0: true}
	for _, f := range t.funcs {
		needed[word(f.fields, spField)] = true
		for k := 0; k < len(f.tables); k += 4 {
			needed[word(f.tables, k)] = true
		}
	}
	for _, at := range dropped {
		if !needed[at] {
			t.clear(at)
		}
	}
	t.dropNames()
	clear(t.units)
}

// dropNames clears the names that nothing asks for. What the runtime asks for: it knows two functions
// by name, whose arguments the collector finds in another place than others', and a method made by the
// compiler, called of a nil pointer, takes from its own name what it says of that.
func (t *funcTable) dropNames() {
	made := byte(0) // the kind of what the compiler makes is the last
	for _, f := range t.funcs {
		made = max(made, f.fields[kindField])
	}
	kept := make([]byte, len(t.names))
	for _, f := range t.funcs {
		at := word(f.fields, nameField)
		name := t.name(at)
		if f.fields[kindField] == made && bytes.Contains(name, []byte(".(*")) || slices.Contains(namesOfRuntime, string(name)) {
			copy(kept[at:], name)
		} else {
			clear(f.fields[nameField : nameField+4])
		}
	}
	copy(t.names, kept)
}

// name is the name at a place, up to a zero.
func (t *funcTable) name(at uint32) []byte {
	if uint64(at) >= uint64(len(t.names)) {
		return nil
	}
	name, _, _ := bytes.Cut(t.names[at:], []byte{0})
	return name
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
