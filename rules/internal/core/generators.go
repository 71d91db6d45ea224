package core

import (
	"strconv"
)

// Generators is the state of functions that is kept between calls: the counter of gensym, the
// random numbers, and the mode of division.
type Generators struct {
	Gensyms       int64 // names returned so far
	Numbers       randomNumbers
	WholeDivision bool // / of integers is an integer
}

func newGenerators() *Generators { return &Generators{} }

// randomNumbers is the additive feedback generator of the C library (r(i) = r(i-3) + r(i-31), the
// lowest bit dropped), so that a program draws the same numbers as in CLIPS. The zero value has
// the seed 1.
type randomNumbers struct {
	ring   [31]uint32
	next   int
	seeded bool
}

// Seed restarts the sequence with seed n.
func (r *randomNumbers) Seed(n uint32) {
	if n == 0 {
		n = 1
	}
	// The first 31 words come from the multiplicative generator of Lewis,
	// Goodman and Miller (1969).
	word := int64(int32(n))
	for i := range r.ring {
		r.ring[i] = uint32(word)
		word = word * 16807 % 2147483647
		if word < 0 {
			word += 2147483647
		}
	}
	r.next, r.seeded = 3, true
	for range 310 {
		r.Draw()
	}
}

// Draw returns a number from 0 to 2^31-1.
func (r *randomNumbers) Draw() int64 {
	if !r.seeded {
		r.Seed(1)
	}
	// ring[next] is 31 back, and 28 places on is the one 3 back.
	n := r.ring[r.next] + r.ring[(r.next+28)%31]
	r.ring[r.next] = n
	r.next = (r.next + 1) % 31
	return int64(n >> 1)
}

// NewName returns the next name of gensym.
func (g *Generators) NewName() string {
	g.Gensyms++
	return "gen" + strconv.FormatInt(g.Gensyms, 10)
}
