// Command handwritten explores well-known spaces breadth-first, as a programmer would write it by hand for
// each of them: 64-bit states, a table of the size that is known to be needed, moves by shifts and masks.
// It is a reference for farbank's speed.
//
//	go run ./bench/handwritten tiles3x3|tiles5x2|hanoi4x10|hanoi4x11|cube [closer]
//
// It prints the number of states, the depth, and the elapsed and processor seconds of its own loop. With
// closer it also computes what farbank space prints about a space of up to a million states: dead ends,
// branching, the number of states that can reach the goal, and the number of states on every plan.
package main

import (
	"fmt"
	"math/bits"
	"os"
	"syscall"
	"time"
)

// A puzzle is a start state and a function that writes the successors of a state to out and returns their
// number.
type puzzle struct {
	start  uint64
	expand func(s uint64, out *[16]uint64) int
	bits   int // of the table: its size is at least a third more than the number of states
	goal   uint64
}

func main() {
	puzzles := map[string]func() puzzle{"tiles3x3": func() puzzle { return tiles(3, 3, 18) }, "tiles5x2": func() puzzle { return tiles(5, 2, 22) },
		"hanoi4x10": func() puzzle { return hanoi(10, 21) }, "hanoi4x11": func() puzzle { return hanoi(11, 23) }, "cube": cube}
	if len(os.Args) == 2 && games[os.Args[1]] != nil {
		solved(games[os.Args[1]]())
		return
	}
	if len(os.Args) < 2 || len(os.Args) > 3 || puzzles[os.Args[1]] == nil {
		fmt.Fprintln(os.Stderr, "usage: handwritten tiles3x3|tiles5x2|hanoi4x10|hanoi4x11|cube [closer]")
		os.Exit(2)
	}
	p := puzzles[os.Args[1]]()
	begun, used := time.Now(), processor()
	if len(os.Args) == 3 {
		r := closer(p)
		fmt.Printf("states %d depth %d edges %d dead %d can %d every %d seconds %.6f processor %.6f\n", r.states, r.depth, r.edges, r.deadEnds, r.canReach, r.every,
			time.Since(begun).Seconds(), processor()-used)
		return
	}
	states, depth := explore(p)
	fmt.Printf("states %d depth %d seconds %.6f processor %.6f\n", states, depth, time.Since(begun).Seconds(), processor()-used)
}

// processor returns the processor seconds of this process.
func processor() float64 {
	var use syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &use); err != nil {
		return 0
	}
	return time.Duration(use.Utime.Nano() + use.Stime.Nano()).Seconds()
}

// group is the number of successors that are looked up together. Their table lines are touched before any
// of them is needed, so that the cache misses overlap.
const group = 256

// A search consists of an open-addressing table of states (plus 1; 0 is free), and the states in the order
// of discovery.
type search struct {
	table []uint64
	shift int
	queue []uint64
	wait  [group + 16]uint64
	slot  [group + 16]uint64
	n     int
}

func explore(p puzzle) (states, depth int) {
	s := &search{table: make([]uint64, 1<<p.bits), shift: 64 - p.bits}
	s.queue = make([]uint64, 0, 1<<p.bits*3/4)
	s.add(p.start)
	s.flush()
	var out [16]uint64
	for from, to := 0, len(s.queue); from < to; from, to = to, len(s.queue) {
		for _, x := range s.queue[from:to] {
			for _, y := range out[:p.expand(x, &out)] {
				s.add(y)
			}
			if s.n >= group {
				s.flush()
			}
		}
		s.flush()
		depth++
	}
	return len(s.queue), depth - 1
}

func (s *search) add(x uint64) {
	s.wait[s.n] = x
	s.slot[s.n] = (x ^ x>>32) * 0x9E3779B97F4A7C15 >> s.shift
	s.n++
}

var sink uint64 //lint:ignore U1000 written so that the compiler keeps the reads before it

// flush looks up the waiting states.
func (s *search) flush() {
	touched := uint64(0)
	for _, slot := range s.slot[:s.n] {
		touched |= s.table[slot]
	}
	sink = touched
	mask := uint64(len(s.table) - 1)
	for i, x := range s.wait[:s.n] {
		slot := s.slot[i]
		for s.table[slot] != 0 && s.table[slot] != x+1 {
			slot = (slot + 1) & mask
		}
		if s.table[slot] == 0 {
			s.table[slot] = x + 1
			s.queue = append(s.queue, x)
		}
	}
	s.n = 0
}

// tiles uses four bits per place, and the place of the gap above them.
func tiles(rows, cols, tableBits int) puzzle {
	n := rows * cols
	var neighbours [16][]uint
	start := uint64(0)
	for i := range n {
		start |= uint64((i+1)%n) << (4 * i)
		r, c := i/cols, i%cols
		for _, d := range [][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
			if r2, c2 := r+d[0], c+d[1]; r2 >= 0 && r2 < rows && c2 >= 0 && c2 < cols {
				neighbours[i] = append(neighbours[i], uint(r2*cols+c2))
			}
		}
	}
	gapShift := 4 * n
	start |= uint64(n-1) << gapShift
	expand := func(s uint64, out *[16]uint64) int {
		gap := uint(s >> gapShift)
		board := s & (1<<gapShift - 1)
		list := neighbours[gap]
		for i, from := range list {
			tile := board >> (4 * from) & 15
			out[i] = board ^ tile<<(4*from) ^ tile<<(4*gap) | uint64(from)<<gapShift
		}
		return len(list)
	}
	goal := uint64(0) // the start of farbank's example: the moves are reversible
	for i := range n {
		tile := n - 1 - i
		if (n-1)*(n-2)/2%2 == 1 && (i == n-3 || i == n-2) {
			tile = i - n + 4
		}
		goal |= uint64(tile) << (4 * i)
	}
	return puzzle{start, expand, tableBits, goal | uint64(n-1)<<gapShift}
}

// hanoi uses two bits per disc for its peg, with the smallest disc lowest.
func hanoi(discs, tableBits int) puzzle {
	low := uint64(0x5555555555555555) & (1<<(2*discs) - 1)
	expand := func(s uint64, out *[16]uint64) int {
		var top [4]int // the smallest disc on each peg
		for p := range uint64(4) {
			x := s ^ low*p                        // 00 where the disc is on peg p
			on := ^(x | x>>1) & low               // one bit for each such disc
			top[p] = bits.TrailingZeros64(on) / 2 // 32 for an empty peg
		}
		n := 0
		for from, d := range top {
			if d >= discs {
				continue
			}
			rest := s &^ (3 << (2 * d))
			for to, e := range top {
				if e > d && to != from {
					out[n] = rest | uint64(to)<<(2*d)
					n++
				}
			}
		}
		return n
	}
	return puzzle{0, expand, tableBits, low * 3}
}

// cube uses five bits per corner: three for its identity, two for its rotation.
func cube() puzzle {
	// The four places that a face moves, where each takes its corner from, and the twist.
	faces := []struct{ at, from, spin [4]uint }{
		{[4]uint{0, 3, 4, 6}, [4]uint{4, 0, 6, 3}, [4]uint{2, 1, 1, 2}}, // right
		{[4]uint{0, 1, 2, 3}, [4]uint{3, 0, 1, 2}, [4]uint{}},           // up
		{[4]uint{0, 1, 4, 5}, [4]uint{1, 5, 0, 4}, [4]uint{1, 2, 2, 1}}, // front
	}
	var twisted [3][32]uint64 // a corner after a twist
	for t := range 3 {
		for c := range 32 {
			twisted[t][c] = uint64(c>>2<<2 | (c&3+t)%3)
		}
	}
	start := uint64(0)
	for i := range 7 {
		start |= uint64(i<<2) << (5 * i)
	}
	expand := func(s uint64, out *[16]uint64) int {
		n := 0
		for f := range faces {
			face := &faces[f]
			x := s
			for range 3 {
				y := x
				for k, at := range face.at {
					y &^= 31 << (5 * at)
					y |= twisted[face.spin[k]][x>>(5*face.from[k])&31] << (5 * at)
				}
				x = y
				out[n] = x
				n++
			}
		}
		return n
	}
	return puzzle{start, expand, 23, start}
}
