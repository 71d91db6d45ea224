package main

import (
	"errors"
	"flag"
	"io"
)

// blocks is a drawing of stacked blocks, seen along a diagonal, with all kinds of corners: 15 L, 20 arrows,
// 10 forks and 8 tees. Each of its 72 lines connects two points (x, y): 44 are outlines, 22 convex and 6
// concave.
var blocks = [72][4]int{
	{1, 5, 1, 7}, {1, 5, 5, 1}, {1, 7, 4, 10}, {1, 7, 5, 3},
	{3, 11, 3, 15}, {3, 11, 4, 10}, {3, 15, 5, 17}, {3, 15, 6, 12},
	{4, 10, 6, 8}, {4, 18, 4, 22}, {4, 18, 5, 17}, {4, 22, 5, 23},
	{4, 22, 6, 20}, {5, 1, 5, 3}, {5, 1, 9, 5}, {5, 3, 9, 7},
	{5, 17, 6, 18}, {5, 23, 5, 31}, {5, 23, 7, 21}, {5, 31, 7, 29},
	{5, 31, 8, 34}, {6, 8, 6, 12}, {6, 8, 7, 9}, {6, 12, 9, 15},
	{6, 18, 6, 20}, {6, 18, 7, 19}, {6, 20, 7, 21}, {7, 9, 8, 10},
	{7, 9, 9, 7}, {7, 19, 8, 18}, {7, 21, 7, 29}, {7, 29, 10, 32},
	{8, 10, 9, 11}, {8, 10, 11, 7}, {8, 16, 8, 18}, {8, 16, 9, 15},
	{8, 18, 8, 20}, {8, 20, 9, 19}, {8, 20, 9, 21}, {8, 34, 10, 32},
	{9, 5, 9, 7}, {9, 11, 9, 13}, {9, 13, 10, 14}, {9, 13, 11, 11},
	{9, 15, 9, 19}, {9, 19, 12, 22}, {9, 21, 9, 23}, {9, 21, 11, 23},
	{9, 23, 10, 24}, {10, 14, 10, 16}, {10, 14, 12, 12}, {10, 16, 11, 15},
	{10, 16, 11, 17}, {10, 24, 10, 32}, {11, 7, 11, 11}, {11, 7, 12, 8},
	{11, 11, 12, 12}, {11, 15, 11, 17}, {11, 15, 13, 17}, {11, 23, 11, 27},
	{11, 23, 12, 22}, {11, 27, 13, 29}, {11, 27, 15, 23}, {12, 8, 12, 12},
	{12, 18, 12, 22}, {12, 18, 13, 17}, {13, 17, 15, 15}, {13, 29, 17, 25},
	{15, 15, 15, 23}, {15, 15, 17, 17}, {15, 23, 17, 25}, {17, 17, 17, 25},
}

// waltz prints copies of the drawing, next to each other.
func waltz(fs *flag.FlagSet) func(io.Writer) error {
	regions := fs.Int("regions", 12, "the number of copies of the drawing of 72 lines")
	return func(w io.Writer) error {
		if *regions < 1 {
			return errors.New("-regions must be at least 1")
		}
		facts(w, "drawing", func(fact func(string, ...any)) {
			for r := range *regions {
				point := func(x, y int) int { return 1000*(100*r+x) + y }
				for _, l := range blocks {
					fact("line (one %d) (other %d)", point(l[0], l[1]), point(l[2], l[3]))
				}
			}
		})
		return nil
	}
}
