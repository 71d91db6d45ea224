package main

import (
	"errors"
	"flag"
	"io"
	"math/rand/v2"
	"slices"
)

// A person is a guest with a sex, m or f, and hobbies from 0.
type person struct {
	sex     byte
	hobbies []int
}

// manners prints guests who can be seated.
func manners(fs *flag.FlagSet) func(io.Writer) error {
	guests := fs.Int("guests", 64, "the number of guests, even")
	hobbies := fs.Int("hobbies", 5, "the number of hobbies")
	seed := fs.Uint64("seed", 12, "the seed of the random choices")
	return func(w io.Writer) error {
		switch {
		case *guests < 2 || *guests%2 != 0:
			return errors.New("-guests must be even and at least 2")
		case *hobbies < 3:
			return errors.New("-hobbies must be at least 3")
		}
		list := dinner(rand.New(rand.NewPCG(*seed, 1991)), *guests, *hobbies)
		facts(w, "guests", func(fact func(string, ...any)) {
			fact("table (seats %d)", *guests)
			for i, p := range list {
				for _, h := range p.hobbies {
					fact("guest (name n%d) (sex %c) (hobby h%d)", i+1, p.sex, h+1)
				}
			}
		})
		return nil
	}
}

// dinner returns guests with two or three hobbies, for whom a seating exists. It generates them along a row
// of alternating men and women. Everybody has a hobby of the previous guest and another one that the next
// guest gets too. Then it shuffles the guests.
func dinner(r *rand.Rand, guests, hobbies int) []person {
	list := make([]person, guests)
	first, shared := r.IntN(2), -1
	for seat, i := range r.Perm(guests) {
		own := r.Perm(hobbies)
		if k := slices.Index(own, shared); k > 0 {
			own[0], own[k] = own[k], own[0]
		}
		shared = own[1]
		n := 2
		if r.IntN(8) == 0 {
			n = 3
		}
		own = own[:n]
		slices.Sort(own)
		list[i] = person{"mf"[(seat+first)%2], own}
	}
	return list
}
