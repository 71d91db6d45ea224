package page

import (
	"bytes"
	"encoding/binary"
	"testing"
)

// TestShrink: pieces are put together and long zeros left out, memory stays what it was; what is cut or
// no program is given back as it is.
func TestShrink(t *testing.T) {
	piece := func(at int, b ...byte) []byte {
		p := append(appendSigned([]byte{0, i32Const}, at), endOp, byte(len(b)))
		return append(p, b...)
	}
	data := bytes.Join([][]byte{{4}, piece(5000, 3), piece(70, 1, 2), piece(80, 9), piece(200, 7, 0, 7)}, nil)
	section := append(binary.AppendUvarint([]byte{dataSection}, uint64(len(data))), data...)
	head := []byte("\x00asm\x01\x00\x00\x00")
	program := bytes.Join([][]byte{head, {1, 2, 'a', 'b'}, section, {0, 1, 'c'}}, nil)
	small := shrink(program)
	want := bytes.Join([][]byte{{3}, piece(70, 1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 9), piece(200, 7, 0, 7), piece(5000, 3)}, nil)
	if !bytes.Contains(small, want) || !bytes.HasPrefix(small, head) || !bytes.HasSuffix(small, []byte{0, 1, 'c'}) {
		t.Errorf("%x, not with %x", small, want)
	}
	if again := shrink(small); !bytes.Equal(again, small) {
		t.Errorf("again: %x", again)
	}
	if counted := bytes.Join([][]byte{head, {12, 1, 4}, section}, nil); !bytes.Equal(shrink(counted), counted) {
		t.Error("a program that says how many pieces there are becomes another")
	}
	for k := range len(program) {
		if cut := shrink(program[:k]); len(cut) > len(small) {
			t.Errorf("cut at %d: %x", k, cut)
		}
	}
	for _, text := range []string{"", "no program", "\x00asm\x01\x00\x00\x00\x0b\xff\xff\xff\xff\xff\xff", "\x00asm\x01\x00\x00\x00\x0b\x06\x01\x00A\xff\xff\xff"} {
		if got := shrink([]byte(text)); string(got) != text {
			t.Errorf("%q becomes %q", text, got)
		}
	}
}

// TestLines: of the table of functions goes what tells lines and names, and nothing else; of a
// damaged one nothing.
func TestLines(t *testing.T) {
	b := bytes.Repeat([]byte{0}, tableHead)
	copy(b, "\xf1\xff\xff\xff\x00\x00\x01\x08")
	names := []byte("\x00main.main\x00")
	units := []byte{1, 0, 0, 0, 'a', '.', 'g', 'o'}
	pcs := []byte{0, 2, 1, 0, 4, 1, 6, 1, 0, 8, 1, 0} // of the stack at 1, of lines at 4, of the collector at 9
	f := make([]byte, funcSize)
	for field, v := range map[int]uint32{nameField: 1, spField: 1, fileField: 4, lineField: 4, tablesField: 3, unitField: 1, beginField: 77} {
		binary.LittleEndian.PutUint32(f[field:], v)
	}
	f[listsField] = 4
	for _, v := range []uint32{0, 9, 4, 11, 12, 13, 14} { // tables of places: none, the collector's, what was inlined; then what is known
		f = binary.LittleEndian.AppendUint32(f, v)
	}
	index := binary.LittleEndian.AppendUint32(make([]byte, 4), 12)
	index = append(index, 0, 0, 0, 0)
	at := uint64(tableHead)
	for k, part := range [][]byte{names, nil, units, pcs, append(index, f...)} {
		binary.LittleEndian.PutUint64(b[32+8*k:], at)
		at += uint64(len(part))
		b = append(b, part...)
	}
	binary.LittleEndian.PutUint64(b[8:], 1)
	for k := range len(b) { // cut anywhere it is no table, and no reason to fall
		dropLines(bytes.Clone(b[:k]))
	}
	dropLines(b)
	table, ok := tableAt(b)
	if !ok || bytes.Contains(b, []byte("main")) || bytes.Contains(b, []byte("a.go")) {
		t.Fatalf("%v, %x", ok, b)
	}
	if want := []byte{0, 2, 1, 0, 0, 0, 0, 0, 0, 8, 1, 0}; !bytes.Equal(table.pcs, want) {
		t.Errorf("tables are %x, not %x", table.pcs, want)
	}
	g := table.funcs[0]
	if word(g.fields, spField) != 1 || word(g.fields, lineField) != 0 || word(g.tables, 4) != 9 || word(g.tables, 8) != 0 ||
		word(g.data, 0) != 11 || word(g.data, 12) != noData {
		t.Errorf("%x", b)
	}
}
