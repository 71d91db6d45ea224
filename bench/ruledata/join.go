package main

import (
	"errors"
	"flag"
	"io"
	"math/rand/v2"
)

// join prints parts, shops with their stock, and the roads between them.
func join(fs *flag.FlagSet) func(io.Writer) error {
	parts := fs.Int("parts", 4000, "the number of parts; shops, stock and roads grow with it")
	seed := fs.Uint64("seed", 1, "the seed of the random choices")
	return func(w io.Writer) error {
		if *parts < 4 {
			return errors.New("-parts must be at least 4")
		}
		facts(w, "parts", func(fact func(string, ...any)) {
			warehouse{rand.New(rand.NewPCG(*seed, 4)), *parts, 1 + *parts/200, 2 + *parts/100}.print(fact)
		})
		return nil
	}
}

// A warehouse contains the sizes of the data of join.
type warehouse struct {
	r                   *rand.Rand
	parts, sizes, shops int
}

var (
	kinds  = []string{"bolt", "nut", "washer", "bracket"}
	metals = []string{"steel", "brass", "zinc", "copper", "iron"}
)

func (h warehouse) print(fact func(string, ...any)) {
	for i := range h.parts {
		fact("part (kind %s) (id p%d) (size %d) (metal %s) (price %d)",
			kinds[i%len(kinds)], i+1, h.r.IntN(h.sizes), metals[h.r.IntN(len(metals))], 1+h.r.IntN(99))
	}
	fact("clash (one zinc) (other copper)")
	fact("clash (one iron) (other brass)")
	for shop := range h.shops {
		for _, p := range h.r.Perm(h.parts)[:h.parts/8] {
			if n := h.r.IntN(50); n < 4 || n > 47 || p%8 == 0 {
				fact("stock (shop s%d) (part p%d) (count %d)", shop+1, p+1, n)
			}
		}
		for other := range h.shops {
			if other != shop {
				fact("road (from s%d) (to s%d) (km %d)", shop+1, other+1, 1+h.r.IntN(60))
			}
		}
	}
}
