package main

import (
	"errors"
	"flag"
	"io"
	"math/rand/v2"
)

// retract prints a beach: posts in a square, each next to its four neighbours, with random heights.
func retract(fs *flag.FlagSet) func(io.Writer) error {
	waves := fs.Int("waves", 40, "the number of waves")
	posts := fs.Int("posts", 400, "the number of posts, in a square whose last row may be incomplete")
	seed := fs.Uint64("seed", 1, "the seed of the heights")
	return func(w io.Writer) error {
		if *waves < 0 || *posts < 1 {
			return errors.New("-waves must be at least 0 and -posts at least 1")
		}
		r := rand.New(rand.NewPCG(*seed, 40))
		side := 1
		for side*side < *posts {
			side++
		}
		facts(w, "beach", func(fact func(string, ...any)) {
			fact("tide (now low) (wave 0) (level 0) (waves %d)", *waves)
			for i := range *posts {
				fact("post (id p%d) (height %d)", i, r.IntN(100))
			}
			both := func(i, j int) {
				if j < *posts {
					fact("beside (one p%d) (other p%d)", i, j)
					fact("beside (one p%d) (other p%d)", j, i)
				}
			}
			for i := range *posts {
				if i%side < side-1 {
					both(i, i+1)
				}
				both(i, i+side)
			}
		})
		return nil
	}
}
