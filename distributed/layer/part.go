package layer

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"slices"

	"farbank/distributed/run"
	"farbank/model"
)

// blockWords is the number of words of a block.
const blockWords = 8192

var table = crc32.MakeTable(crc32.Castagnoli)

// An ID identifies the states of a file: the problem, the layer, the part, and the number of words
// of a state.
type ID struct {
	Digest             model.Digest
	Layer, Part, Words int
}

const magic = "farbank states 1\n"

// head returns the header of a file.
func (id *ID) head() []byte {
	b := append([]byte(magic), id.Digest[:]...)
	for _, n := range []int{id.Layer, id.Part, id.Words} {
		b = binary.LittleEndian.AppendUint32(b, uint32(n))
	}
	return binary.LittleEndian.AppendUint32(b, crc32.Checksum(b, table))
}

// differs returns how a header differs from the expected one, or "".
func (id *ID) differs(head []byte) string {
	want := id.head()
	end := len(magic) + len(id.Digest)
	switch {
	case bytes.Equal(head, want):
		return ""
	case !bytes.Equal(head[:len(magic)], want[:len(magic)]):
		return "it is not a file of states of this version"
	case crc32.Checksum(head[:len(head)-4], table) != binary.LittleEndian.Uint32(head[len(head)-4:]):
		return "its header is damaged"
	case !bytes.Equal(head[:end], want[:end]):
		return "it belongs to another problem"
	}
	return "it belongs to another part or layer"
}

// A Writer writes states in ascending order.
type Writer struct {
	id      ID
	file    *Writing
	buf     *bufio.Writer
	pending []uint64
	bytes   []byte
	Count   int64 // number of states
	Size    int64 // number of bytes
}

// NewWriter creates a file of states.
func (f *Folder) NewWriter(ctx context.Context, file string, id ID) (*Writer, error) {
	w, err := f.Create(ctx, file)
	if err != nil {
		return nil, err
	}
	out := &Writer{id: id, file: w, buf: bufio.NewWriterSize(w, 1<<16)}
	return out, out.put(id.head())
}

func (w *Writer) put(b []byte) error {
	n, err := w.buf.Write(b)
	w.Size += int64(n)
	return err
}

// Add writes states.
func (w *Writer) Add(list []uint64) error {
	w.pending = append(w.pending, list...)
	most := max(1, blockWords/w.id.Words) * w.id.Words
	at := 0
	for ; len(w.pending)-at >= most; at += most {
		if err := w.block(w.pending[at : at+most]); err != nil {
			return err
		}
	}
	w.pending = slices.Delete(w.pending, 0, at)
	return nil
}

// block writes a block: its length, its checksum and the run.
func (w *Writer) block(list []uint64) error {
	w.bytes = run.Append(w.bytes[:0], list, w.id.Words)
	w.Count += int64(len(list) / w.id.Words)
	var head [8]byte
	binary.LittleEndian.PutUint32(head[:], uint32(len(w.bytes)))
	binary.LittleEndian.PutUint32(head[4:], crc32.Checksum(w.bytes, table))
	if err := w.put(head[:]); err != nil {
		return err
	}
	return w.put(w.bytes)
}

// Commit completes the file with the number of its states. On an error it removes the file.
func (w *Writer) Commit() error {
	if err := w.end(); err != nil {
		w.Drop()
		return err
	}
	return w.file.Commit()
}

func (w *Writer) end() error {
	if len(w.pending) > 0 {
		if err := w.block(w.pending); err != nil {
			return err
		}
	}
	end := make([]byte, 4, 16)
	end = binary.LittleEndian.AppendUint64(end, uint64(w.Count))
	end = binary.LittleEndian.AppendUint32(end, crc32.Checksum(end, table))
	if err := w.put(end); err != nil {
		return err
	}
	return w.buf.Flush()
}

// Drop removes the file.
func (w *Writer) Drop() { w.file.Drop() }

// A Reader reads states block by block.
type Reader struct {
	id    ID
	name  string
	file  io.ReadCloser
	buf   *bufio.Reader
	bytes []byte
	list  []uint64
	count uint64
}

// NewReader opens a file of states. The error is a *DamagedError if its ID differs.
func (f *Folder) NewReader(ctx context.Context, file string, id ID) (*Reader, error) {
	r := &Reader{id: id, name: f.name(file)}
	var err error
	if r.file, err = f.fs.OpenRead(ctx, r.name); err != nil {
		return nil, err
	}
	r.buf = bufio.NewReaderSize(r.file, 1<<16)
	head := make([]byte, len(id.head()))
	if err = r.full(head); err == nil {
		if why := id.differs(head); why != "" {
			err = &DamagedError{r.name, why}
		}
	}
	if err != nil {
		r.Close()
		return nil, err
	}
	return r, nil
}

// full reads len(b) bytes.
func (r *Reader) full(b []byte) error {
	_, err := io.ReadFull(r.buf, b)
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return &DamagedError{r.name, "it is truncated"}
	}
	return err
}

// Next returns the next block, which is valid until the next call, or io.EOF. If the file is
// damaged, the error is a *DamagedError.
func (r *Reader) Next() ([]uint64, error) {
	var head [8]byte
	if err := r.full(head[:4]); err != nil {
		return nil, err
	}
	n := binary.LittleEndian.Uint32(head[:4])
	if n == 0 {
		return nil, r.end()
	}
	if n > uint32(16*blockWords+64*r.id.Words) {
		return nil, &DamagedError{r.name, "a length is damaged"}
	}
	if err := r.full(head[4:]); err != nil {
		return nil, err
	}
	r.bytes = slices.Grow(r.bytes[:0], int(n))[:n]
	if err := r.full(r.bytes); err != nil {
		return nil, err
	}
	if crc32.Checksum(r.bytes, table) != binary.LittleEndian.Uint32(head[4:]) {
		return nil, &DamagedError{r.name, "a checksum is wrong"}
	}
	var err error
	if r.list, err = run.Decode(r.list[:0], r.bytes, r.id.Words); err != nil {
		return nil, &DamagedError{r.name, err.Error()}
	}
	r.count += uint64(len(r.list) / r.id.Words)
	return r.list, nil
}

// end reads the trailer of the file.
func (r *Reader) end() error {
	b := make([]byte, 16)
	if err := r.full(b[4:]); err != nil {
		return err
	}
	_, err := r.buf.ReadByte()
	switch {
	case crc32.Checksum(b[:12], table) != binary.LittleEndian.Uint32(b[12:]), binary.LittleEndian.Uint64(b[4:]) != r.count:
		return &DamagedError{r.name, "its trailer is wrong"}
	case err == nil:
		return &DamagedError{r.name, "data follows its trailer"}
	case !errors.Is(err, io.EOF):
		return err
	}
	return io.EOF
}

// Close closes the file.
func (r *Reader) Close() error { return r.file.Close() }

// Each calls yield with each block of a file, until yield returns false.
func (f *Folder) Each(ctx context.Context, file string, id ID, yield func([]uint64) (bool, error)) error {
	r, err := f.NewReader(ctx, file, id)
	if err != nil {
		return err
	}
	defer r.Close()
	for {
		if err := ctx.Err(); err != nil {
			return context.Cause(ctx)
		}
		list, err := r.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if on, err := yield(list); !on || err != nil {
			return err
		}
	}
}

// States returns the name of the file of a part.
func States(layer, part int) string { return fmt.Sprintf("layer-%06d/part-%04d", layer, part) }

// Seen returns the name of the file of all states of a part up to a layer.
func Seen(layer, part int) string { return fmt.Sprintf("layer-%06d/seen-%04d", layer, part) }
