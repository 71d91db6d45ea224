package assign

import "math/bits"

// maxBits is the maximum size of a domain that is stored as a bit set; of larger ones only the
// bounds are stored.
const maxBits = 1 << 14

// domains stores the possible values of each unknown. Changes are recorded on the trail, so that
// they can be undone.
type domains struct {
	lo, hi []int64
	size   []int64
	base   []int64
	words  [][]uint64 // by unknown: bit i reports whether base+i is possible; nil: bounds only
	trail  []undo
	dirty  []int32 // unknowns changed since the last call of wakeDirty
	marked []bool  // by unknown: in dirty
}

// undo records one change: a word of a bit set, or the bounds and the size.
type undo struct {
	v, word      int32 // word -1: bounds; word -2: v is an all-different, old its done
	old          uint64
	lo, hi, size int64
}

func (d *domains) add(lo, hi int64) {
	d.lo, d.hi = append(d.lo, lo), append(d.hi, hi)
	d.base = append(d.base, lo)
	d.size = append(d.size, hi-lo+1)
	d.marked = append(d.marked, false)
	var words []uint64
	if n := uint64(hi) - uint64(lo); n < maxBits {
		words = make([]uint64, n/64+1)
		for i := range n + 1 {
			words[i/64] |= 1 << (i % 64)
		}
	} else if n > 1<<62 {
		d.size[len(d.size)-1] = 1 << 62
	}
	d.words = append(d.words, words)
}

func (d *domains) fixed(v int32) bool { return d.lo[v] == d.hi[v] }

func (d *domains) has(v int32, x int64) bool {
	if x < d.lo[v] || x > d.hi[v] {
		return false
	}
	if w := d.words[v]; w != nil {
		i := uint64(x - d.base[v])
		return w[i/64]>>(i%64)&1 != 0
	}
	return true
}

func (d *domains) save(v int32) {
	d.trail = append(d.trail, undo{v: v, word: -1, lo: d.lo[v], hi: d.hi[v], size: d.size[v]})
	if !d.marked[v] {
		d.marked[v] = true
		d.dirty = append(d.dirty, v)
	}
}

// back undoes all changes since the trail had length n.
func (d *domains) back(n int, allDiffs []*allDiff) {
	for len(d.trail) > n {
		u := d.trail[len(d.trail)-1]
		d.trail = d.trail[:len(d.trail)-1]
		switch u.word {
		case -1:
			d.lo[u.v], d.hi[u.v], d.size[u.v] = u.lo, u.hi, u.size
		case -2:
			allDiffs[u.v].done = int(u.old)
		default:
			d.words[u.v][u.word] = u.old
		}
	}
}

// setLo removes the values below x. It reports false if no value is left.
func (d *domains) setLo(v int32, x int64) bool {
	if x <= d.lo[v] {
		return true
	}
	if x > d.hi[v] {
		return false
	}
	d.save(v)
	if w := d.words[v]; w != nil {
		i := uint64(x - d.base[v])
		for w[i/64]>>(i%64)&1 == 0 {
			i++
		}
		d.clear(v, uint64(d.lo[v]-d.base[v]), i)
		d.lo[v] = d.base[v] + int64(i)
		return true
	}
	d.lo[v] = x
	d.resize(v)
	return true
}

// setHi removes the values above x. It reports false if no value is left.
func (d *domains) setHi(v int32, x int64) bool {
	if x >= d.hi[v] {
		return true
	}
	if x < d.lo[v] {
		return false
	}
	d.save(v)
	if w := d.words[v]; w != nil {
		i := uint64(x - d.base[v])
		for w[i/64]>>(i%64)&1 == 0 {
			i--
		}
		d.clear(v, i+1, uint64(d.hi[v]-d.base[v])+1)
		d.hi[v] = d.base[v] + int64(i)
		return true
	}
	d.hi[v] = x
	d.resize(v)
	return true
}

// resize updates the size of a domain that is stored as bounds.
func (d *domains) resize(v int32) {
	d.size[v] = 1 << 62
	if n := uint64(d.hi[v]) - uint64(d.lo[v]); n < 1<<62 {
		d.size[v] = int64(n) + 1
	}
}

// clear removes the bits from..to-1 and updates the size.
func (d *domains) clear(v int32, from, to uint64) {
	w := d.words[v]
	for i := from / 64; i <= (to-1)/64 && i < uint64(len(w)); i++ {
		mask := ^uint64(0)
		if i == from/64 {
			mask &= ^uint64(0) << (from % 64)
		}
		if i == to/64 {
			mask &= 1<<(to%64) - 1
		}
		if gone := w[i] & mask; gone != 0 {
			d.trail = append(d.trail, undo{v: v, word: int32(i), old: w[i]})
			w[i] &^= mask
			d.size[v] -= int64(bits.OnesCount64(gone))
		}
	}
}

// remove removes a value. It reports false if no value is left.
func (d *domains) remove(v int32, x int64) bool {
	switch {
	case !d.has(v, x):
		return true
	case d.lo[v] == d.hi[v]:
		return false
	case x == d.lo[v]:
		return d.setLo(v, x+1)
	case x == d.hi[v]:
		return d.setHi(v, x-1)
	}
	if d.words[v] != nil {
		d.save(v)
		i := uint64(x - d.base[v])
		d.clear(v, i, i+1)
	}
	return true
}

// fix removes all values but x. It reports false if x is not possible.
func (d *domains) fix(v int32, x int64) bool {
	return d.has(v, x) && d.setLo(v, x) && d.setHi(v, x)
}

// after returns the smallest possible value greater than x; false if there is no such value.
func (d *domains) after(v int32, x int64) (int64, bool) {
	for x < d.hi[v] {
		if x = max(x+1, d.lo[v]); d.has(v, x) {
			return x, true
		}
	}
	return 0, false
}
