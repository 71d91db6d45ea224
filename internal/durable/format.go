package durable

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"hash"
	"hash/crc32"
	"io"
)

const (
	magic   = "\x89farbank" // not text, and not used by other formats
	layout  = 1
	most    = 1 << 20 // maximum size of a block in bytes
	longest = 1 << 10 // maximum size of a header in bytes
)

var order = binary.LittleEndian

// castagnoli returns the table of CRC-32C. It is built at the first call, so that it does not slow
// down the start of programs.
func castagnoli() *crc32.Table { return crc32.MakeTable(crc32.Castagnoli) }

// A Header describes the content of a file and what it belongs to.
type Header struct {
	Kind     string // its kind, of at most 255 bytes
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

// serves returns the reason why a file with the header h is not the wanted one, or nil.
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

// either returns the read error, or ended if the input ended.
func either(err, ended error) error {
	if err == nil || err == io.EOF || err == io.ErrUnexpectedEOF {
		return ended
	}
	return err
}

// checksum returns the checksum of a block.
func checksum(number uint64, block []byte) uint32 {
	var head [12]byte
	order.PutUint64(head[:], number)
	order.PutUint32(head[8:], uint32(len(block)))
	return crc32.Update(crc32.Checksum(head[:], castagnoli()), castagnoli(), block)
}

// A tally holds the totals at the end of a file.
type tally struct {
	blocks, bytes uint64
	whole         hash.Hash
}

func newTally(header []byte) tally {
	t := tally{whole: sha256.New()}
	t.whole.Write(header)
	return t
}

// add counts a block, given its head.
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

// A Writer writes the content of a file. Close writes its end, and does not close the underlying
// writer.
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

// Write writes bytes of the content. An error is that of the underlying writer, and is permanent.
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

// A Reader returns the content of a file, each block after it has been checked. It returns io.EOF
// only if the whole file was checked and nothing follows.
type Reader struct {
	from  io.Reader
	block []byte // the rest of the block
	space []byte
	tally tally
	err   error
}

// NewReader reads the header. The error says why the file is not the wanted one.
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

// Read reads content into p.
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

// end returns io.EOF if the end is valid.
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
