package disk

import (
	"math/bits"
	"slices"
	"sort"
)

// A Form describes the records of a set. A record is a key of Key words, most significant first, and a
// number of Number words, least significant first. If several records have the same key, their numbers are
// added, or with Least the least one is kept.
type Form struct {
	Key, Number int
	Least       bool
}

// Words returns the length of a record in words.
func (f Form) Words() int { return f.Key + f.Number }

// plain reports whether a record is a single word, the case with the fast path.
func (f Form) plain() bool { return f.Key == 1 && f.Number == 0 }

// Compare compares the keys of two records.
func (f Form) Compare(a, b []uint64) int {
	for i, x := range a[:f.Key] {
		switch {
		case x < b[i]:
			return -1
		case x > b[i]:
			return 1
		}
	}
	return 0
}

// A Sorter sorts lists of records. It owns scratch memory, so one goroutine may use it at a time.
type Sorter struct {
	Form
	Over    bool // a sum of numbers overflowed
	scratch []uint64
	count   [digits]int
}

// digitBits is the number of bits of a radix sort digit; the counters then fit the first-level cache. Lists
// of fewer than short records are sorted by comparison.
const (
	digitBits = 11
	digits    = 1 << digitBits
	short     = 512
)

// NewSorter returns a sorter for records of a form.
func NewSorter(f Form) *Sorter { return &Sorter{Form: f} }

// Bytes returns the size of the scratch memory.
func (s *Sorter) Bytes() int64 { return int64(cap(s.scratch)) * 8 }

// Unique sorts a list by keys and leaves one record for each key, in place.
func (s *Sorter) Unique(list []uint64) []uint64 {
	if s.plain() {
		return s.uniqueWords(list)
	}
	s.sortRecords(list)
	return s.combine(list)
}

func (s *Sorter) room(n int) []uint64 {
	if cap(s.scratch) < n {
		s.scratch = make([]uint64, n)
	}
	return s.scratch[:n]
}

func (s *Sorter) uniqueWords(list []uint64) []uint64 {
	if len(list) < 64 {
		slices.Sort(list)
		return slices.Compact(list)
	}
	lo, hi := list[0], list[0]
	for _, x := range list {
		lo, hi = min(lo, x), max(hi, x)
	}
	switch span := hi - lo; {
	case span/64 < uint64(len(list))/2:
		return s.throughBits(list, lo, int(span/64)+1)
	case len(list) < short:
		slices.Sort(list)
	default:
		s.radix(list, lo^hi)
	}
	return slices.Compact(list)
}

// throughBits sorts with a bitmap: it sets a bit for each word and reads the bits in order. This is the
// fastest way if the words are dense.
func (s *Sorter) throughBits(list []uint64, lo uint64, words int) []uint64 {
	set := s.room(words)
	clear(set)
	for _, x := range list {
		x -= lo
		set[x/64] |= 1 << (x % 64)
	}
	n := 0
	for i, w := range set {
		for base := lo + uint64(i)*64; w != 0; w &= w - 1 {
			list[n] = base + uint64(bits.TrailingZeros64(w))
			n++
		}
	}
	return list[:n]
}

// radix sorts words by a radix sort on the bits below the highest set bit of differ, the exclusive or of
// the least and the greatest word.
func (s *Sorter) radix(list []uint64, differ uint64) {
	from, to := list, s.room(len(list))
	for shift := 0; shift < bits.Len64(differ); shift += digitBits {
		count := &s.count
		clear(count[:])
		for _, x := range from {
			count[x>>shift%digits]++
		}
		if count[from[0]>>shift%digits] == len(from) {
			continue
		}
		at := 0
		for d, n := range count {
			count[d] = at
			at += n
		}
		for _, x := range from {
			d := x >> shift % digits
			to[count[d]] = x
			count[d]++
		}
		from, to = to, from
	}
	if len(list) > 0 && &from[0] != &list[0] {
		copy(list, from)
	}
}

// sortRecords sorts records of several words by key.
func (s *Sorter) sortRecords(list []uint64) {
	w := s.Words()
	n := len(list) / w
	if n < short {
		sort.Sort(records{s.Form, list})
		return
	}
	from, to := list, s.room(len(list))
	for word := s.Key - 1; word >= 0; word-- {
		differ := uint64(0)
		for i := word; i < len(from); i += w {
			differ |= from[i] ^ from[word]
		}
		for shift := 0; shift < bits.Len64(differ); shift += digitBits {
			if differ>>shift%digits == 0 {
				continue
			}
			s.pass(from, to, word, shift)
			from, to = to, from
		}
	}
	if &from[0] != &list[0] {
		copy(list, from)
	}
}

// pass sorts by one digit of one word.
func (s *Sorter) pass(from, to []uint64, word, shift int) {
	w, count := s.Words(), &s.count
	clear(count[:])
	for i := word; i < len(from); i += w {
		count[from[i]>>shift%digits]++
	}
	at := 0
	for d, n := range count {
		count[d] = at
		at += n * w
	}
	for i := 0; i < len(from); i += w {
		d := from[i+word] >> shift % digits
		k := count[d]
		count[d] += w
		for j := range w {
			to[k+j] = from[i+j]
		}
	}
}

// combine merges the records of equal keys in a sorted list.
func (s *Sorter) combine(list []uint64) []uint64 {
	w := s.Words()
	if len(list) == 0 {
		return list
	}
	k := 0
	for i := w; i < len(list); i += w {
		if s.Compare(list[k:], list[i:]) == 0 {
			s.add(list[k+s.Key:k+w], list[i+s.Key:i+w])
			continue
		}
		if k += w; k != i {
			copy(list[k:k+w], list[i:i+w])
		}
	}
	return list[:k+w]
}

func (s *Sorter) add(sum, x []uint64) {
	if s.Least {
		if slices.Compare(x, sum) < 0 { // with Least, Number is 1
			copy(sum, x)
		}
		return
	}
	carry := uint64(0)
	for i := range sum {
		sum[i], carry = bits.Add64(sum[i], x[i], carry)
	}
	s.Over = s.Over || carry != 0
}

// records is a list of records that implements sort.Interface.
type records struct {
	Form
	list []uint64
}

func (r records) Len() int { return len(r.list) / r.Words() }

func (r records) Less(i, j int) bool {
	w := r.Words()
	return r.Compare(r.list[i*w:], r.list[j*w:]) < 0
}

func (r records) Swap(i, j int) {
	w := r.Words()
	for k := range w {
		r.list[i*w+k], r.list[j*w+k] = r.list[j*w+k], r.list[i*w+k]
	}
}
