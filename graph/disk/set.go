package disk

import (
	"context"
	"sort"
)

// A Set is a sorted list of records in a file.
type Set struct {
	Form    Form
	File    *File
	Extents []Extent
}

// An Extent is a contiguous part of a set in its file, made of complete blocks.
type Extent struct {
	At      int64
	Size    int
	Records int64
	First   []uint64 // first and last key
	Last    []uint64
}

// Records returns the number of records.
func (s *Set) Records() (n int64) {
	for i := range s.Extents {
		n += s.Extents[i].Records
	}
	return n
}

// Bytes returns the number of bytes in the file.
func (s *Set) Bytes() (n int64) {
	for i := range s.Extents {
		n += int64(s.Extents[i].Size)
	}
	return n
}

// Part returns the set of the extents from..to-1.
func (s *Set) Part(from, to int) *Set { return &Set{s.Form, s.File, s.Extents[from:to]} }

// A Writer writes sorted records as a set.
type Writer struct {
	set     Set
	least   int // minimum number of bytes of an extent
	out     []byte
	pending []uint64 // records of an incomplete block
	open    Extent
}

// NewWriter returns a writer to file, in extents of about extent bytes.
func NewWriter(f Form, file *File, extent int) *Writer {
	return &Writer{set: Set{Form: f, File: file}, least: extent}
}

// Add adds records, which must be greater than those added before.
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

// full encodes the pending records as a block. They are no longer pending even if the write fails.
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

// Close writes the rest and returns the set. The writer can then be used for another set.
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

// A Reader reads the blocks of a set in order. It is a Source.
type Reader struct {
	set  *Set
	lo   []uint64 // nil means from the beginning
	hi   []uint64 // nil means to the end
	next int      // index of the next extent
	size int      // maximum number of bytes of a read
	ask  int      // current number of bytes of a read; it starts small, for callers that need only a few records
	buf  []byte   // what was read of the extent and not taken
	back []byte   // the array of buf
	left int      // number of bytes of the extent that were not read yet
	at   int64    // their offset
	head head
	some bool // there is a next block
	trim bool // Take omits records outside of lo..hi
}

// NewReader returns a reader of a set that reads at most size bytes at a time. If lo is not nil, it starts
// at the first block that contains a key of at least lo.
func NewReader(s *Set, size int, lo []uint64) (*Reader, error) {
	return newReader(&Reader{set: s, lo: lo, size: max(size, 512)})
}

// NewRange returns a reader of the records with lo <= key < hi; nil means no bound.
func NewRange(s *Set, size int, lo, hi []uint64) (*Reader, error) {
	return newReader(&Reader{set: s, lo: lo, hi: hi, trim: true, size: max(size, 512)})
}

func newReader(r *Reader) (*Reader, error) {
	if r.lo != nil {
		r.next = r.reaching(r.lo)
	}
	return r, r.advance()
}

// reaching returns the index of the first remaining extent with a key of at least lo.
func (r *Reader) reaching(lo []uint64) int {
	left := r.set.Extents[r.next:]
	return r.next + sort.Search(len(left), func(i int) bool { return r.set.Form.Compare(left[i].Last, lo) >= 0 })
}

// minRead is the number of bytes of the first read.
const minRead = 8 << 10

// fill makes the buffer at least n bytes long. It returns false if the extent has fewer bytes left.
func (r *Reader) fill(n int) (bool, error) {
	if len(r.buf) >= n {
		return true, nil
	}
	if len(r.buf)+r.left < n {
		return false, nil
	}
	r.ask = min(r.size, max(minRead, 2*r.ask))
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

// advance reads the head of the next block.
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
			return r.damaged("the head of a block is invalid")
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

// A Damage reports that the contents of a file are not what was written.
type Damage struct {
	Why string
	At  int64
}

// Error returns what is wrong, without the file.
func (e *Damage) Error() string { return "the file is damaged: " + e.Why }

// First returns the first key of the next block, or nil at the end. With NewRange the key may be less than
// lo.
func (r *Reader) First() []uint64 {
	if !r.some {
		return nil
	}
	return r.head.first
}

// Last returns the last key of the next block.
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

// trimmed removes the records outside of lo..hi from list[begin:].
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

// Skip skips the next block.
func (r *Reader) Skip() error {
	r.buf = r.buf[r.set.Form.headBytes()+r.head.size:]
	return r.advance()
}

// Seek skips to the first block that contains a key of at least lo. Extents in between are not read, except
// for parts of the first and the last.
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

// End returns the offset of the end of the set in its file.
func (s *Set) End() (n int64) {
	for i := range s.Extents {
		n = max(n, s.Extents[i].At+int64(s.Extents[i].Size))
	}
	return n
}

// Check reads the whole set and returns an error if it is damaged.
func (s *Set) Check(ctx context.Context) error {
	r, err := NewReader(s, 1<<18, nil)
	var list, last []uint64
	n := int64(0)
	for err == nil && r.First() != nil {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if last != nil && s.Form.Compare(last, r.First()) >= 0 {
			return r.damaged("the blocks are not in order")
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
