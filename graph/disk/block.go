package disk

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"math/bits"
)

// A block is a sorted list of records: a head with the number of records, the number of bytes after the
// head, and a checksum of what follows; the first and the last key; and the records, delta-encoded.
const (
	blockHead    = 12
	blockRecords = 1024
)

// castagnoli returns the table of the checksum. The table is built at the first call, so programs that do
// not use a disk do not pay for it.
func castagnoli() *crc32.Table { return crc32.MakeTable(crc32.Castagnoli) }

// headBytes returns the length of a block up to its records.
func (f Form) headBytes() int { return blockHead + 16*f.Key }

// A head is the part of a block that is read before the records are decoded.
type head struct {
	records int
	size    int // bytes of the records
	sum     uint32
	first   []uint64
	last    []uint64
}

// appendBlock encodes a sorted list of records as a block.
func (f Form) appendBlock(out []byte, list []uint64) []byte {
	w, begin := f.Words(), len(out)
	out = append(out, make([]byte, blockHead)...)
	for _, key := range [][]uint64{list[:f.Key], list[len(list)-w : len(list)-w+f.Key]} {
		for _, x := range key {
			out = binary.LittleEndian.AppendUint64(out, x)
		}
	}
	if f.plain() {
		out = appendWords(out, list)
	} else {
		out = f.appendRecords(out, list)
	}
	binary.LittleEndian.PutUint32(out[begin:], uint32(len(list)/w))
	binary.LittleEndian.PutUint32(out[begin+4:], uint32(len(out)-begin-f.headBytes()))
	binary.LittleEndian.PutUint32(out[begin+8:], crc32.Checksum(out[begin+blockHead:], castagnoli()))
	return out
}

func appendWords(out []byte, list []uint64) []byte {
	last, p := list[0], len(out)
	out = grown(out, binary.MaxVarintLen64*len(list))
	to := out[:cap(out)]
	for _, x := range list[1:] {
		d := x - last
		last = x
		for d >= 0x80 {
			to[p] = byte(d) | 0x80
			d >>= 7
			p++
		}
		to[p] = byte(d)
		p++
	}
	return to[:p]
}

// appendRecords delta-encodes records. For each it writes the index of the first word that differs from the
// previous record, the difference of these words, the exclusive or of the words after it, and the number.
func (f Form) appendRecords(out []byte, list []uint64) []byte {
	w := f.Words()
	out = appendNumber(out, list[f.Key:w])
	for i := w; i < len(list); i += w {
		a, b := list[i-w:i], list[i:i+w]
		j := 0
		for j < f.Key-1 && a[j] == b[j] {
			j++
		}
		if f.Key > 1 {
			out = append(out, byte(min(j, 255))) // a larger index is capped; the words in between then have a difference of 0
			j = min(j, 255)
		}
		out = binary.AppendUvarint(out, b[j]-a[j])
		for k := j + 1; k < f.Key; k++ {
			out = binary.AppendUvarint(out, a[k]^b[k])
		}
		out = appendNumber(out, b[f.Key:])
	}
	return out
}

func appendNumber(out []byte, number []uint64) []byte {
	for _, x := range number {
		out = binary.AppendUvarint(out, x)
	}
	return out
}

// readHead reads the head of a block; ok reports whether it is plausible.
func (f Form) readHead(in []byte) (h head, ok bool) {
	if len(in) < f.headBytes() {
		return h, false
	}
	h.records = int(binary.LittleEndian.Uint32(in))
	h.size = int(binary.LittleEndian.Uint32(in[4:]))
	h.sum = binary.LittleEndian.Uint32(in[8:])
	keys := make([]uint64, 2*f.Key)
	for i := range keys {
		keys[i] = binary.LittleEndian.Uint64(in[blockHead+8*i:])
	}
	h.first, h.last = keys[:f.Key], keys[f.Key:]
	return h, h.records >= 1 && h.records <= blockRecords && h.size >= h.records-1 && h.size <= blockRecords*(10*f.Words()+1)
}

// appendDecoded decodes a complete block and appends its records to list.
func (f Form) appendDecoded(list []uint64, in []byte, h head) ([]uint64, error) {
	if crc32.Checksum(in[blockHead:], castagnoli()) != h.sum {
		return list, fmt.Errorf("the checksum of a block does not match")
	}
	body := in[f.headBytes():]
	var rest int
	if f.plain() {
		list, rest = appendDecodedWords(list, body, h)
	} else {
		list, rest = f.appendDecodedRecords(list, body, h)
	}
	if rest != 0 || f.Compare(list[len(list)-f.Words():], h.last) != 0 {
		return list, fmt.Errorf("the records of a block do not match its head")
	}
	return list, nil
}

// appendDecodedWords also returns the number of bytes left over, or -1 if there were too few.
func appendDecodedWords(list []uint64, in []byte, h head) ([]uint64, int) {
	x := h.first[0]
	list = append(list, x)
	n := len(list)
	list = append(list, make([]uint64, h.records-1)...)
	out := list[n:]
	p := 0
	for i := range out {
		if p >= len(in) {
			return list, -1
		}
		b := in[p]
		p++
		d := uint64(b)
		if b >= 0x80 {
			d &= 0x7F
			for shift := 7; ; shift += 7 {
				if p >= len(in) || shift > 63 {
					return list, -1
				}
				b = in[p]
				p++
				d |= uint64(b&0x7F) << shift
				if b < 0x80 {
					break
				}
			}
		}
		x += d
		out[i] = x
	}
	return list, len(in) - p
}

func (f Form) appendDecodedRecords(list []uint64, in []byte, h head) ([]uint64, int) {
	w := f.Words()
	next := func() (x uint64) {
		x, n := binary.Uvarint(in)
		if n <= 0 {
			in = nil
			return 0
		}
		in = in[n:]
		return x
	}
	list = append(list, h.first...)
	for range f.Number {
		list = append(list, next())
	}
	for range h.records - 1 {
		a := list[len(list)-w:]
		j := 0
		if f.Key > 1 {
			if len(in) == 0 {
				return list, -1
			}
			j = min(int(in[0]), f.Key-1)
			in = in[1:]
		}
		list = append(list, a[:j]...)
		list = append(list, a[j]+next())
		for k := j + 1; k < f.Key; k++ {
			list = append(list, a[k]^next())
		}
		for range f.Number {
			list = append(list, next())
		}
	}
	if in == nil {
		return list, -1
	}
	return list, len(in)
}

// grown returns list with capacity for n more elements.
func grown[T any](list []T, n int) []T {
	if cap(list)-len(list) < n {
		more := make([]T, len(list), len(list)+max(n, 1<<bits.Len(uint(len(list)))))
		copy(more, list)
		return more
	}
	return list
}
