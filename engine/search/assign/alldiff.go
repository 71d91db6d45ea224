package assign

import "math/bits"

// An allDiff constrains terms unknown + offset to be pairwise different.
type allDiff struct {
	id     int32
	terms  []term
	done   int  // terms[:done] are fixed, and their values have been removed from the others
	square bool // no offsets, one base and width: bit sets can be compared word by word
	single []uint64
}

type term struct {
	v   int32
	off int64
}

func newAllDiff(id int32, terms []term, d *domains) *allDiff {
	a := &allDiff{id: id, terms: terms, square: true}
	for _, t := range terms {
		w := d.words[t.v]
		a.square = a.square && t.off == 0 && w != nil && d.base[t.v] == d.base[terms[0].v] && len(w) == len(d.words[terms[0].v])
	}
	if a.square {
		a.single = make([]uint64, len(d.words[terms[0].v]))
	}
	return a
}

func (a *allDiff) unknowns() []int32 {
	vs := make([]int32, len(a.terms))
	for i, t := range a.terms {
		vs[i] = t.v
	}
	return vs
}

func (a *allDiff) propagate(s *solver) bool {
	for {
		if !a.eliminate(&s.domains) {
			return false
		}
		if !a.square {
			return true
		}
		fixed, ok := a.places(&s.domains)
		if !ok || !fixed {
			return ok
		}
	}
}

// eliminate removes the values of fixed terms from the others, until no further term becomes fixed.
func (a *allDiff) eliminate(d *domains) bool {
	for i := a.done; i < len(a.terms); i++ {
		t := a.terms[i]
		if !d.fixed(t.v) {
			continue
		}
		d.trail = append(d.trail, undo{v: a.id, word: -2, old: uint64(a.done)})
		a.terms[i], a.terms[a.done] = a.terms[a.done], t
		a.done++
		x := d.lo[t.v] + t.off
		for _, u := range a.terms[a.done:] {
			if !d.remove(u.v, x-u.off) {
				return false
			}
		}
		i = a.done - 1
	}
	return true
}

// places counts the remaining values and the remaining terms. Fewer values are a conflict. If there
// are as many, a value that only one term can have is assigned to it.
func (a *allDiff) places(d *domains) (fixed, ok bool) {
	rest := a.terms[a.done:]
	if len(rest) < 2 {
		return false, true
	}
	values := 0
	for k := range a.single {
		var once, twice uint64
		for _, t := range rest {
			w := d.words[t.v][k]
			twice |= once & w
			once |= w
		}
		values += bits.OnesCount64(once)
		a.single[k] = once &^ twice
	}
	if values != len(rest) {
		return false, values > len(rest)
	}
	for k, s := range a.single {
		for ; s != 0; s &= s - 1 {
			x := d.base[rest[0].v] + int64(k*64+bits.TrailingZeros64(s))
			for _, t := range rest {
				if d.has(t.v, x) && !d.fixed(t.v) {
					fixed = true
					d.fix(t.v, x)
				}
			}
		}
	}
	return fixed, true
}
