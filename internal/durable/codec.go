package durable

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"

	_ "farbank/internal/only64"
)

// An Encoder writes numbers and bytes for a [Decoder] to read in the same order. It keeps the first
// error, which Err returns after it has flushed the buffer.
type Encoder struct {
	w   *bufio.Writer
	buf [binary.MaxVarintLen64]byte
	err error
}

// NewEncoder returns an Encoder that writes to w.
func NewEncoder(w io.Writer) *Encoder { return &Encoder{w: bufio.NewWriterSize(w, 1<<16)} }

// Err flushes the buffer, and returns the first error.
func (e *Encoder) Err() error {
	if e.err == nil {
		e.err = e.w.Flush()
	}
	return e.err
}

// Int writes a number.
func (e *Encoder) Int(v int64) { e.raw(e.buf[:binary.PutVarint(e.buf[:], v)]) }

// Uint writes a number.
func (e *Encoder) Uint(v uint64) { e.raw(e.buf[:binary.PutUvarint(e.buf[:], v)]) }

// Bool writes a Boolean.
func (e *Encoder) Bool(v bool) {
	n := uint64(0)
	if v {
		n = 1
	}
	e.Uint(n)
}

// Bytes writes a list of bytes with its length.
func (e *Encoder) Bytes(b []byte) {
	e.Uint(uint64(len(b)))
	e.raw(b)
}

// Words writes numbers with the given number of bytes each, at most 8, without their count. It is
// fast for long lists.
func (e *Encoder) Words(list []uint64, bytes int) {
	for len(list) > 0 && e.err == nil {
		if e.w.Available() < 8 {
			e.err = e.w.Flush()
		}
		b := e.w.AvailableBuffer()
		n := min(len(list), (cap(b)-8)/bytes+1)
		b = b[:cap(b)]
		for i, v := range list[:n] {
			order.PutUint64(b[i*bytes:], v)
		}
		if _, err := e.w.Write(b[:n*bytes]); err != nil {
			e.err = err
		}
		list = list[n:]
	}
}

func (e *Encoder) raw(b []byte) {
	if e.err == nil {
		_, e.err = e.w.Write(b)
	}
}

// A Decoder reads the output of an [Encoder]. After the first error it returns 0.
type Decoder struct {
	r   *bufio.Reader
	err error
}

// NewDecoder returns a Decoder that reads from r.
func NewDecoder(r io.Reader) *Decoder { return &Decoder{r: bufio.NewReaderSize(r, 1<<16)} }

// Err returns the first error.
func (d *Decoder) Err() error { return d.err }

// Fail sets an error about invalid content.
func (d *Decoder) Fail(format string, args ...any) {
	if d.err == nil {
		d.err = fmt.Errorf(format, args...)
	}
}

// Int reads a number.
func (d *Decoder) Int() int64 { return decode(d, binary.ReadVarint) }

// Uint reads a number.
func (d *Decoder) Uint() uint64 { return decode(d, binary.ReadUvarint) }

func decode[T int64 | uint64](d *Decoder, read func(io.ByteReader) (T, error)) T {
	if d.err != nil {
		return 0
	}
	v, err := read(d.r)
	if err != nil {
		d.err, v = err, 0
	}
	return v
}

// Len reads a number from 0 to most.
func (d *Decoder) Len(most int) int {
	n := d.Uint()
	if n > uint64(most) {
		d.Fail("a length of %d is more than %d", n, most)
		return 0
	}
	return int(n)
}

// Bool reads a Boolean.
func (d *Decoder) Bool() bool { return d.Uint() != 0 }

// Bytes reads a list of bytes.
func (d *Decoder) Bytes() []byte {
	n := d.Len(1 << 40)
	var out []byte
	for d.err == nil && len(out) < n {
		part := make([]byte, min(n-len(out), most))
		_, d.err = io.ReadFull(d.r, part)
		out = append(out, part...)
	}
	if d.err != nil {
		return nil
	}
	return out
}

// Words fills a list with numbers of the given number of bytes each.
func (d *Decoder) Words(list []uint64, bytes int) {
	mask := ^uint64(0) >> (64 - 8*bytes)
	for len(list) > 0 && d.err == nil {
		n := min(len(list), (d.r.Size()-8)/bytes)
		b, err := d.r.Peek(n*bytes + 8 - bytes)
		if err != nil && len(b) < n*bytes || len(b) < 8 {
			d.slow(list[:n], bytes)
			list = list[n:]
			continue
		}
		n = min(n, (len(b)-8)/bytes+1)
		for i := range n {
			list[i] = order.Uint64(b[i*bytes:]) & mask
		}
		_, d.err = d.r.Discard(n * bytes)
		list = list[n:]
	}
}

// slow is like Words, near the end of the input.
func (d *Decoder) slow(list []uint64, bytes int) {
	var b [8]byte
	for i := range list {
		if _, err := io.ReadFull(d.r, b[:bytes]); err != nil {
			d.err = err
			return
		}
		list[i] = order.Uint64(b[:])
	}
}
