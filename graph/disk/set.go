package disk

import (
	"context"
	"sort"
)

// A Set is sorted records in a file.
type Set struct {
	Form    Form
	File    *File
	Extents []Extent
}

// An Extent is a part of a set that lies in one piece in its file: whole blocks.
type Extent struct {
	At      int64
	Size    int
	Records int64
	First   []uint64 // the keys between which they are
	Last    []uint64
}

// Records is how many there are.
func (s *Set) Records() (n int64) {
	for i := range s.Extents {
		n += s.Extents[i].Records
	}
	return n
}

// Bytes is how many they take.
func (s *Set) Bytes() (n int64) {
	for i := range s.Extents {
		n += int64(s.Extents[i].Size)
	}
	return n
}

// Part is the set of some extents.
func (s *Set) Part(from, to int) *Set { return &Set{s.Form, s.File, s.Extents[from:to]} }

// A Writer writes records, which come in order, as a set.
type Writer struct {
	set     Set
	least   int // bytes of an extent
	out     []byte
	pending []uint64 // fewer than a block
	open    Extent
}

// NewWriter writes a set into a file, in extents of about so many bytes.
func NewWriter(f Form, file *File, extent int) *Writer {
	return &Writer{set: Set{Form: f, File: file}, least: extent}
}

// Add writes records, which follow what was added before.
func (w *Writer) Add(list []uint64) error {
	n := blockRecords * w.set.Form.Words()
	if len(w.pending) > 0 {
		k := min(n-len(w.pending), len(list))
		w.pending = append(w.pending, list[:k]...)
		list = list[k:]
		if len(w.pending) < n {
			return nil
		}
		if err := w.full(); err != nil {
			return err
		}
	}
	for ; len(list) >= n; list = list[n:] {
		if err := w.block(list[:n]); err != nil {
			return err
		}
	}
	w.pending = append(w.pending, list...)
	return nil
}

// full makes a block of what is pending. That is no longer so, even where the block cannot be written now.
func (w *Writer) full() error {
	list := w.pending
	w.pending = w.pending[:0]
	return w.block(list)
}

func (w *Writer) block(list []uint64) error {
	f := w.set.Form
	words := f.Words()
	if w.open.Records == 0 {
		w.open.First = append([]uint64(nil), list[:f.Key]...)
	}
	w.open.Last = append(w.open.Last[:0], list[len(list)-words:len(list)-words+f.Key]...)
	w.open.Records += int64(len(list) / words)
	w.out = f.appendBlock(w.out, list)
	if len(w.out) >= w.least {
		return w.flush()
	}
	return nil
}

func (w *Writer) flush() (err error) {
	if len(w.out) == 0 {
		return nil
	}
	w.open.Size = len(w.out)
	if w.open.At, err = w.set.File.Append(w.out); err != nil {
		return err
	}
	w.set.Extents = append(w.set.Extents, w.open)
	w.open, w.out = Extent{}, w.out[:0]
	return nil
}

// Close writes what is left and returns the set. The writer can be used for the next one.
func (w *Writer) Close() (*Set, error) {
	if len(w.pending) > 0 {
		if err := w.full(); err != nil {
			return nil, err
		}
	}
	if err := w.flush(); err != nil {
		return nil, err
	}
	s := w.set
	w.set.Extents = nil
	return &s, nil
}

// A Reader reads the blocks of a set one after another. It is a Source.
type Reader struct {
	set  *Set
	lo   []uint64 // nil: from the beginning
	hi   []uint64 // nil: to the end
	next int      // extent
	size int      // bytes that are read at a time, at most
	ask  int      // and now: who wants a few records only should not wait for all
	buf  []byte   // what has been read of the extent and not taken
	back []byte   // all of the memory for that
	left int      // bytes of the extent that have not been read
	at   int64    // where those are
	head head
	some bool // there is a block
	trim bool // Take leaves out what is not between lo and hi
}

// NewReader reads a set, so many bytes at a time. With lo it begins at the first block
// with a key that is not less.
func NewReader(s *Set, size int, lo []uint64) (*Reader, error) {
	return newReader(&Reader{set: s, lo: lo, size: max(size, 512)})
}

// NewRange reads the records of a set that are not less than lo, but less than hi; nil: there is no such bound.
func NewRange(s *Set, size int, lo, hi []uint64) (*Reader, error) {
	return newReader(&Reader{set: s, lo: lo, hi: hi, trim: true, size: max(size, 512)})
}

func newReader(r *Reader) (*Reader, error) {
	if r.lo != nil {
		r.next = r.reaching(r.lo)
	}
	return r, r.advance()
}

// reaching is the first extent, of those that are left, with a key that is not less than lo.
func (r *Reader) reaching(lo []uint64) int {
	left := r.set.Extents[r.next:]
	return r.next + sort.Search(len(left), func(i int) bool { return r.set.Form.Compare(left[i].Last, lo) >= 0 })
}

// leastRead is how many bytes a reader begins with.
const leastRead = 8 << 10

// fill sees to n bytes in the buffer; false if the extent has not so many.
func (r *Reader) fill(n int) (bool, error) {
	if len(r.buf) >= n {
		return true, nil
	}
	if len(r.buf)+r.left < n {
		return false, nil
	}
	r.ask = min(r.size, max(leastRead, 2*r.ask))
	more := min(max(n, r.ask)-len(r.buf), r.left)
	total := len(r.buf) + more
	if cap(r.back) < total {
		back := make([]byte, min(max(total, r.ask), len(r.buf)+r.left))
		copy(back, r.buf)
		r.back, r.buf = back, back[:len(r.buf)]
	}
	k := copy(r.back[:total], r.buf)
	if err := r.set.File.read(r.back[k:total], r.at); err != nil {
		return false, err
	}
	r.buf = r.back[:total]
	r.at += int64(more)
	r.left -= more
	return true, nil
}

// advance finds the next block.
func (r *Reader) advance() error {
	f := r.set.Form
	for {
		if len(r.buf)+r.left == 0 {
			if r.next == len(r.set.Extents) {
				r.some = false
				return nil
			}
			x := &r.set.Extents[r.next]
			r.at, r.left, r.next = x.At, x.Size, r.next+1
		}
		ok, err := r.fill(f.headBytes())
		if err != nil {
			return err
		}
		if ok {
			r.head, ok = f.readHead(r.buf)
		}
		if ok {
			ok, err = r.fill(f.headBytes() + r.head.size)
		}
		if err != nil {
			return err
		}
		if !ok {
			return r.damaged("no block begins where one should")
		}
		r.some = r.hi == nil || f.Compare(r.head.first, r.hi) < 0
		if !r.some || r.lo == nil || f.Compare(r.head.last, r.lo) >= 0 {
			return nil
		}
		r.buf = r.buf[f.headBytes()+r.head.size:]
	}
}

func (r *Reader) damaged(why string) error {
	f := r.set.File
	return &Error{f.room.Path(f.Name), &Damage{why, r.at - int64(len(r.buf))}}
}

// A Damage says that a file is not what was written.
type Damage struct {
	Why string
	At  int64
}

func (e *Damage) Error() string { return "it is damaged: " + e.Why }

// First is the first key of the next block, or one that is less than all that Take will give of it; nil at the end.
func (r *Reader) First() []uint64 {
	if !r.some {
		return nil
	}
	return r.head.first
}

// Last is the last key of the next block.
func (r *Reader) Last() []uint64 { return r.head.last }

// Take appends the records of the next block to list.
func (r *Reader) Take(list []uint64) ([]uint64, error) {
	n, begin := r.set.Form.headBytes()+r.head.size, len(list)
	list, err := r.set.Form.appendDecoded(list, r.buf[:n], r.head)
	if err != nil {
		return list, r.damaged(err.Error())
	}
	if r.trim {
		list = r.trimmed(list, begin)
	}
	r.buf = r.buf[n:]
	return list, r.advance()
}

// trimmed leaves out what is not between lo and hi, from a place in the list on.
func (r *Reader) trimmed(list []uint64, begin int) []uint64 {
	f := r.set.Form
	w := f.Words()
	if r.hi != nil && f.Compare(r.head.last, r.hi) >= 0 {
		for f.Compare(list[len(list)-w:], r.hi) >= 0 {
			list = list[:len(list)-w]
		}
	}
	at := begin
	for r.lo != nil && at < len(list) && f.Compare(list[at:], r.lo) < 0 {
		at += w
	}
	return append(list[:begin], list[at:]...)
}

// Skip leaves the next block out.
func (r *Reader) Skip() error {
	r.buf = r.buf[r.set.Form.headBytes()+r.head.size:]
	return r.advance()
}

// Seek goes on to the first block with a key that is not less than lo. What lies between is not read, but for
// some of the extents in which it begins and ends.
func (r *Reader) Seek(lo []uint64) error {
	f := r.set.Form
	if r.next > 0 && f.Compare(r.set.Extents[r.next-1].Last, lo) < 0 {
		r.buf, r.left, r.next = nil, 0, r.reaching(lo)
		if err := r.advance(); err != nil {
			return err
		}
	}
	for r.some && f.Compare(r.head.last, lo) < 0 {
		if err := r.Skip(); err != nil {
			return err
		}
	}
	return nil
}

// End is up to where the set reaches in its file.
func (s *Set) End() (n int64) {
	for i := range s.Extents {
		n = max(n, s.Extents[i].At+int64(s.Extents[i].Size))
	}
	return n
}

// Check reads a set from the beginning to the end, and says what is wrong with it.
func (s *Set) Check(ctx context.Context) error {
	r, err := NewReader(s, 1<<18, nil)
	var list, last []uint64
	n := int64(0)
	for err == nil && r.First() != nil {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if last != nil && s.Form.Compare(last, r.First()) >= 0 {
			return r.damaged("its blocks are not in order")
		}
		last = append(last[:0], r.Last()...)
		list, err = r.Take(list[:0])
		n += int64(len(list) / s.Form.Words())
	}
	if err == nil && n != s.Records() {
		err = r.damaged("records are missing")
	}
	return err
}
