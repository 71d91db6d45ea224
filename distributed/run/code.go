package run

import (
	"encoding/binary"
	"errors"
)

// ErrDamaged reports that bytes were not written by Append.
var ErrDamaged = errors.New("the states are damaged")

// Append appends an encoded run. For a state of several words it writes the number of words shared
// with the previous state, then the difference of the next word, then the remaining words.
func Append(b []byte, list []uint64, words int) []byte {
	b = binary.AppendUvarint(b, uint64(len(list)/words))
	before := make([]uint64, words)
	for at := 0; at < len(list); at += words {
		state, same := list[at:at+words], 0
		if words > 1 {
			for same < words-1 && state[same] == before[same] {
				same++
			}
			b = binary.AppendUvarint(b, uint64(same))
		}
		b = binary.AppendUvarint(b, state[same]-before[same])
		for _, w := range state[same+1:] {
			b = binary.AppendUvarint(b, w)
		}
		before = state
	}
	return b
}

// maxBlock limits the number of states of a block, so that damaged lengths do not allocate memory.
const maxBlock = 1 << 24

// Decode appends the states of an encoded run to list. The error is ErrDamaged.
func Decode(list []uint64, b []byte, words int) ([]uint64, error) {
	d := decoder{b: b}
	n := d.uvarint()
	if d.bad || n > maxBlock || n > uint64(len(b)) {
		return list, ErrDamaged
	}
	begun := len(list)
	for range n {
		at := len(list)
		if words == 1 {
			list = append(list, d.uvarint())
			if at > begun {
				list[at] += list[at-1]
			}
		} else {
			list = d.state(list, words, at > begun)
		}
		if d.bad || at > begun && compare(list[at-words:], list[at:], words) >= 0 {
			return list[:begun], ErrDamaged
		}
	}
	if len(d.b) > 0 {
		return list[:begun], ErrDamaged
	}
	return list, nil
}

// A decoder reads numbers from bytes.
type decoder struct {
	b   []byte
	bad bool
}

func (d *decoder) uvarint() uint64 {
	if len(d.b) > 0 && d.b[0] < 0x80 {
		x := d.b[0]
		d.b = d.b[1:]
		return uint64(x)
	}
	x, n := binary.Uvarint(d.b)
	if n <= 0 {
		d.bad = true
		return 0
	}
	d.b = d.b[n:]
	return x
}

// state reads a state of several words. after reports whether it follows another.
func (d *decoder) state(list []uint64, words int, after bool) []uint64 {
	same := d.uvarint()
	if same >= uint64(words) {
		d.bad = true
		return append(list, make([]uint64, words)...)
	}
	at := len(list)
	for k := range uint64(words) {
		before := uint64(0)
		if after {
			before = list[at-words+int(k)]
		}
		switch {
		case k < same:
			list = append(list, before)
		case k == same:
			list = append(list, before+d.uvarint())
		default:
			list = append(list, d.uvarint())
		}
	}
	return list
}
