// Command schools runs packages fold and journey with plain Go functions, for comparison with Haskell
// programs of the same algorithms.
//
//	go run ./bench/schools columns N WORKERS | sequences N | walks N
//
// It prints the result and the elapsed seconds.
package main

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"time"

	"farbank/fold"
	"farbank/journey"
)

func main() {
	args := append(os.Args[1:], "", "", "")
	n, err := strconv.Atoi(args[1])
	if err != nil {
		fmt.Fprintln(os.Stderr, "usage: schools columns N WORKERS | sequences N | walks N")
		os.Exit(2)
	}
	workers, _ := strconv.Atoi(args[2])
	begun := time.Now()
	result := 0
	switch args[0] {
	case "columns":
		result = columns(uint32(n), workers)
	case "sequences":
		result = sequences(n)
	case "walks":
		result = journey.Count(findSolutions(n))
	}
	fmt.Printf("result %d seconds %.6f\n", result, time.Since(begun).Seconds())
}

// A board has queens in its first n columns. It contains the sets of attacked rows and diagonals.
type board struct{ rows, up, down, n uint32 }

func columns(n uint32, workers int) int {
	all := uint32(1)<<n - 1
	s := fold.Search[board, int]{
		Children: func(b board, child func(board) bool) {
			for free := all &^ (b.rows | b.up | b.down); free != 0; free &= free - 1 {
				bit := free & -free
				if !child(board{b.rows | bit, (b.up | bit) << 1, (b.down | bit) >> 1, b.n + 1}) {
					return
				}
			}
		},
		Value: func(b board) int {
			if b.n == n {
				return 1
			}
			return 0
		},
		Monoid: fold.Count,
	}
	if workers <= 1 {
		return s.Run(board{})
	}
	r, err := s.RunParallel(context.Background(), workers, board{})
	if err != nil {
		panic(err)
	}
	return r
}

// A placed is a board with n queens on any squares. It contains the squares that are not attacked.
type placed struct {
	free uint64
	n    int
}

// sequences counts the ways to place n queens on an n by n board one after another.
func sequences(n int) int {
	attacks := make([]uint64, n*n)
	for a := range attacks {
		for b := range attacks {
			dr, dc := a/n-b/n, a%n-b%n
			if dr == 0 || dc == 0 || dr == dc || dr == -dc {
				attacks[a] |= 1 << b
			}
		}
	}
	return fold.Map(placed{free: 1<<(n*n) - 1}, func(p placed, child func(placed) bool) {
		for i := range n * n {
			if p.free>>i&1 != 0 && !child(placed{p.free &^ attacks[i], p.n + 1}) {
				return
			}
		}
	}, func(p placed) int {
		if p.n == n {
			return 1
		}
		return 0
	}, fold.Count)
}

type who byte

const (
	farmer who = iota
	wolf
	goat
	cabbage
)

// A plan is a list of moves. A longer plan is a copy with one more move.
type plan []who

// east reports whether somebody is on the east side after a plan. Every move moves the farmer.
func (p plan) east(c who) bool {
	if c == farmer {
		return len(p)%2 == 1
	}
	crossings := 0
	for _, m := range p {
		if m == c {
			crossings++
		}
	}
	return crossings%2 == 1
}

func (p plan) safe() bool {
	g, f := p.east(goat), p.east(farmer)
	return g == f || g != p.east(wolf) && g != p.east(cabbage)
}

func makeMove(p plan, yield func(plan) bool) {
	for c := farmer; c <= cabbage; c++ {
		if p.east(c) != p.east(farmer) {
			continue
		}
		if next := append(p[:len(p):len(p)], c); next.safe() && !yield(next) {
			return
		}
	}
}

func findSolutions(n int) journey.Journey[plan] {
	return journey.Where(journey.RepeatVia(n, plan{}, makeMove), func(p plan) bool {
		return p.east(farmer) && p.east(wolf) && p.east(goat) && p.east(cabbage)
	})
}
