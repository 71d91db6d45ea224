package durable

import (
	"bytes"
	"encoding/binary"
	"hash"
	"hash/crc32"
	"io"

	"farbank/internal/digest"
)

const (
	magic   = "\x89farbank" // not text, and not that of anything else
	layout  = 1
	most    = 1 << 20 // bytes of a block
	longest = 1 << 10 // bytes of a header
)

var order = binary.LittleEndian

// castagnoli makes its table at the first call: no program pays for it at its start.
func castagnoli() *crc32.Table { return crc32.MakeTable(crc32.Castagnoli) }

// A Header says what a file holds and what it belongs to.
type Header struct {
	Kind     string // what it is, of at most 255 bytes
	Version  uint32 // of the format of its content
	Problem  [32]byte
	Question [32]byte
}

func (h *Header) encode() []byte {
	kind := h.Kind[:min(len(h.Kind), 255)]
	body := order.AppendUint32(nil, uint32(len(kind)))
	body = append(body, kind...)
	body = order.AppendUint32(body, h.Version)
	body = append(body, h.Problem[:]...)
	body = append(body, h.Question[:]...)
	all := order.AppendUint32([]byte(magic), layout)
	all = order.AppendUint32(all, uint32(len(body)))
	all = append(all, body...)
	return order.AppendUint32(all, crc32.Checksum(all, castagnoli()))
}

// readHeader returns a header and its bytes.
func readHeader(r io.Reader) (h Header, all []byte, err error) {
	all = make([]byte, len(magic)+8)
	n, err := io.ReadFull(r, all)
	if n < len(magic) && err != nil || string(all[:min(n, len(magic))]) != magic {
		return h, nil, either(err, ErrForeign)
	}
	if err != nil {
		return h, nil, either(err, ErrCut)
	}
	size := order.Uint32(all[len(magic)+4:])
	if size > longest {
		return h, nil, ErrDamaged
	}
	rest := make([]byte, size+4)
	if _, err := io.ReadFull(r, rest); err != nil {
		return h, nil, either(err, ErrCut)
	}
	body := rest[:size]
	all = append(all, body...)
	if crc32.Checksum(all, castagnoli()) != order.Uint32(rest[size:]) {
		return h, nil, ErrDamaged
	}
	if order.Uint32(all[len(magic):]) > layout {
		return h, nil, ErrNewer
	}
	all = append(all, rest[size:]...)
	if !h.decode(body) {
		return h, nil, ErrDamaged
	}
	return h, all, nil
}

func (h *Header) decode(body []byte) bool {
	if len(body) < 4 {
		return false
	}
	kind := int(order.Uint32(body))
	if kind > 255 || len(body) != 4+kind+4+32+32 {
		return false
	}
	h.Kind = string(body[4 : 4+kind])
	body = body[4+kind:]
	h.Version = order.Uint32(body)
	copy(h.Problem[:], body[4:])
	copy(h.Question[:], body[36:])
	return true
}

// serves returns why a file with the header h is not what is wanted.
func (h *Header) serves(want Header) error {
	switch {
	case h.Kind != want.Kind:
		return ErrKind
	case h.Version > want.Version:
		return ErrNewer
	case h.Version < want.Version:
		return ErrOlder
	case h.Problem != want.Problem:
		return ErrProblem
	case h.Question != want.Question:
		return ErrQuestion
	}
	return nil
}

// either is what went wrong in reading, or, where a file only came to its end, what that means.
func either(err, ended error) error {
	if err == nil || err == io.EOF || err == io.ErrUnexpectedEOF {
		return ended
	}
	return err
}

// checksum is that of a block.
func checksum(number uint64, block []byte) uint32 {
	var head [12]byte
	order.PutUint64(head[:], number)
	order.PutUint32(head[8:], uint32(len(block)))
	return crc32.Update(crc32.Checksum(head[:], castagnoli()), castagnoli(), block)
}

// tally is what the end of a file holds.
type tally struct {
	blocks, bytes uint64
	whole         hash.Hash
}

func newTally(header []byte) tally {
	t := tally{whole: digest.New()}
	t.whole.Write(header)
	return t
}

// add counts a block, told by its head.
func (t *tally) add(head []byte) {
	t.blocks++
	t.bytes += uint64(order.Uint32(head))
	t.whole.Write(head)
}

func (t *tally) end() []byte {
	end := order.AppendUint32(nil, 0)
	end = order.AppendUint64(end, t.blocks)
	end = order.AppendUint64(end, t.bytes)
	return t.whole.Sum(end)
}

// A Writer writes the content of a file. Close writes its end, and does not close what
// is below.
type Writer struct {
	to    io.Writer
	block []byte
	tally tally
	err   error
}

// NewWriter writes the header.
func NewWriter(to io.Writer, h Header) (*Writer, error) {
	header := h.encode()
	if _, err := to.Write(header); err != nil {
		return nil, err
	}
	return &Writer{to: to, block: make([]byte, 8, 8+most), tally: newTally(header)}, nil
}

// Write takes bytes of the content. An error is that of what is below, and stays.
func (w *Writer) Write(p []byte) (int, error) {
	n := 0
	for len(p) > 0 && w.err == nil {
		k := copy(w.block[len(w.block):cap(w.block)], p)
		w.block = w.block[:len(w.block)+k]
		n, p = n+k, p[k:]
		if len(w.block) == cap(w.block) {
			w.flush()
		}
	}
	return n, w.err
}

func (w *Writer) flush() {
	data := w.block[8:]
	order.PutUint32(w.block, uint32(len(data)))
	order.PutUint32(w.block[4:], checksum(w.tally.blocks, data))
	w.tally.add(w.block[:8])
	_, w.err = w.to.Write(w.block)
	w.block = w.block[:8]
}

// Close writes the end.
func (w *Writer) Close() error {
	if w.err == nil && len(w.block) > 8 {
		w.flush()
	}
	if w.err == nil {
		_, w.err = w.to.Write(w.tally.end())
	}
	return w.err
}

// A Reader gives the content of a file, each block once it has been checked. It ends with
// io.EOF only where the whole was checked and nothing follows.
type Reader struct {
	from  io.Reader
	block []byte // what is left of the block
	space []byte
	tally tally
	err   error
}

// NewReader reads the header, and returns why the file is not what is wanted.
func NewReader(from io.Reader, want Header) (*Reader, error) {
	h, header, err := readHeader(from)
	if err == nil {
		err = h.serves(want)
	}
	if err != nil {
		return nil, err
	}
	return &Reader{from: from, tally: newTally(header)}, nil
}

func (r *Reader) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	for len(r.block) == 0 && r.err == nil {
		r.err = r.next()
	}
	n := copy(p, r.block)
	r.block = r.block[n:]
	if n > 0 {
		return n, nil
	}
	return 0, r.err
}

// next reads a block, or the end.
func (r *Reader) next() error {
	var head [8]byte
	if _, err := io.ReadFull(r.from, head[:4]); err != nil {
		return either(err, ErrCut)
	}
	size := order.Uint32(head[:])
	switch {
	case size == 0:
		return r.end()
	case size > most:
		return ErrDamaged
	}
	if _, err := io.ReadFull(r.from, head[4:]); err != nil {
		return either(err, ErrCut)
	}
	if cap(r.space) < int(size) {
		r.space = make([]byte, size)
	}
	block := r.space[:size]
	if _, err := io.ReadFull(r.from, block); err != nil {
		return either(err, ErrCut)
	}
	if checksum(r.tally.blocks, block) != order.Uint32(head[4:]) {
		return ErrDamaged
	}
	r.tally.add(head[:])
	r.block = block
	return nil
}

// end returns io.EOF where the end is as it should be.
func (r *Reader) end() error {
	want := r.tally.end()[4:]
	got := make([]byte, len(want)+1)
	n, err := io.ReadFull(r.from, got)
	switch {
	case err == nil: // something follows
		return ErrDamaged
	case n < len(want):
		return either(err, ErrCut)
	case err != io.ErrUnexpectedEOF:
		return err
	case !bytes.Equal(got[:n], want):
		return ErrDamaged
	}
	return io.EOF
}
