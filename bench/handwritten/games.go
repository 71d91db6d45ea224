package main

import (
	"fmt"
	"math/bits"
	"os"
	"time"
)

// A game is a start state and a function that writes the successors of a state to out and returns their number, or wins or
// loses if the play has ended. The last bit of a state says whether the opponent moves.
type game struct {
	start  uint64
	expand func(s uint64, out *[16]uint64) int
	bits   int // of the table

	// rank decreases with every move. If it is nil, every move leads to a state that is discovered later.
	rank func(s uint64) int
}

// What expand returns for a state without moves.
const (
	wins  = -1
	loses = 0
)

var games = map[string]func() game{"tictactoe": tictactoe, "connect4x4": func() game { return connect(4, 4, 18) }, "connect5x4": func() game { return connect(5, 4, 22) },
	"hexapawn3x3": func() game { return hexapawn(3, 10) }, "hexapawn4x4": func() game { return hexapawn(4, 16) }, "hexapawn5x5": func() game { return hexapawn(5, 22) }}

// never is the value of a state from which the win cannot be forced.
const never = 255

// induce lists the states of a game in which no state comes back, in breadth-first order, with their successors. Then it computes the
// number of moves in which the first player can force a win, in an order in which successors come first.
func induce(g game) (states, value int) {
	s := &search{table: make([]uint64, 1<<g.bits), shift: 64 - g.bits}
	s.queue = make([]uint64, 0, 1<<g.bits*3/4)
	numbers := make([]int32, 1<<g.bits)
	mask := uint64(len(s.table) - 1)
	number := func(x uint64) int32 {
		slot := (x ^ x>>32) * 0x9E3779B97F4A7C15 >> s.shift
		for s.table[slot] != 0 && s.table[slot] != x+1 {
			slot = (slot + 1) & mask
		}
		if s.table[slot] == 0 {
			s.table[slot] = x + 1
			numbers[slot] = int32(len(s.queue))
			s.queue = append(s.queue, x)
		}
		return numbers[slot]
	}
	number(g.start)
	first := make([]int32, 1, 1<<g.bits*3/4+1)
	to := make([]int32, 0, 1<<g.bits*3)
	var won []bool
	var out [16]uint64
	for i := 0; i < len(s.queue); i++ {
		n := g.expand(s.queue[i], &out)
		won = append(won, n == wins)
		for _, y := range out[:max(n, 0)] {
			to = append(to, number(y))
		}
		first = append(first, int32(len(to)))
	}
	best := make([]uint8, len(s.queue))
	for k, order := len(s.queue)-1, ranked(g, s.queue); k >= 0; k-- {
		i := k
		if order != nil {
			i = int(order[k])
		}
		next := to[first[i]:first[i+1]]
		least, most := uint8(never), uint8(0)
		for _, t := range next {
			least, most = min(least, best[t]), max(most, best[t])
		}
		v := least
		if s.queue[i]>>63 != 0 {
			v = most
		}
		switch {
		case won[i]:
			v = 0
		case len(next) == 0 || v == never:
			v = never
		default:
			v++
		}
		best[i] = v
	}
	return len(s.queue), int(best[0])
}

// ranked returns the numbers of the states, the greatest rank first, or nil if the game has no ranks.
func ranked(g game, states []uint64) []int32 {
	if g.rank == nil {
		return nil
	}
	var first [256]int32
	ranks := make([]uint8, len(states))
	for i, s := range states {
		r := g.rank(s)
		ranks[i] = uint8(r)
		first[r]++
	}
	sum := int32(0)
	for r := len(first) - 1; r >= 0; r-- {
		first[r], sum = sum, sum+first[r]
	}
	order := make([]int32, len(states))
	for i, r := range ranks {
		order[first[r]] = int32(i)
		first[r]++
	}
	return order
}

// solved solves a game and prints the result.
func solved(g game) {
	begun, used := time.Now(), processor()
	states, value := induce(g)
	cost := fmt.Sprint(value)
	if value == never {
		cost = "never"
	}
	fmt.Fprintf(os.Stdout, "states %d moves %s seconds %.6f processor %.6f\n", states, cost, time.Since(begun).Seconds(), processor()-used)
}

const theirs = 1 << 63

// tictactoe uses nine bits for the marks of each player, those of the opponent above.
func tictactoe() game {
	lines := []uint64{0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124}
	three := func(b uint64) bool {
		for _, l := range lines {
			if b&l == l {
				return true
			}
		}
		return false
	}
	expand := func(s uint64, out *[16]uint64) int {
		ours, others := s&0o777, s>>9&0o777
		switch {
		case three(others):
			return loses
		case three(ours):
			return wins
		}
		by := s >> 63 * 9
		n := 0
		for free := ^(ours | others) & 0o777; free != 0; free &= free - 1 {
			out[n] = (s ^ theirs) | free&-free<<by
			n++
		}
		return n
	}
	return game{0, expand, 13, nil}
}

// connect uses a bit for each place and one more for each column: of the stones of the opponent below, and of all stones above.
func connect(cols, rows, tableBits int) game {
	height := rows + 1
	size := cols * height
	four := func(b uint64) bool {
		for _, d := range [4]int{1, height - 1, height, height + 1} {
			if m := b & (b >> d); m&(m>>(2*d)) != 0 {
				return true
			}
		}
		return false
	}
	low, board := uint64(0), uint64(0)
	for c := range cols {
		low |= 1 << (c * height)
		board |= (1<<rows - 1) << (c * height)
	}
	half := uint64(1)<<size - 1
	expand := func(s uint64, out *[16]uint64) int {
		others, all := s&half, s>>size&half
		switch turn := s >> 63; {
		case turn == 0 && four(others):
			return loses
		case turn == 1 && four(all^others):
			return wins
		}
		n := 0
		for free := (all + low) & board; free != 0; free &= free - 1 {
			stone := free & -free
			out[n] = (s ^ theirs) | stone<<size | stone*(s>>63)
			n++
		}
		return n
	}
	return game{0, expand, tableBits, nil}
}

// hexapawn uses a bit for each place: of our pawns below, which move up, and of those of the opponent above.
func hexapawn(size, tableBits int) game {
	board := uint64(1)<<(size*size) - 1
	last := board >> (size * (size - 1)) // the lowest row
	left, right := uint64(0), uint64(0)  // the first and the last column
	for r := range size {
		left |= 1 << (r * size)
		right |= 1 << (r*size + size - 1)
	}
	shift := size * size
	expand := func(s uint64, out *[16]uint64) int {
		ours, others := s&board, s>>shift&board
		switch {
		case others&last != 0:
			return loses
		case ours>>(size*(size-1)) != 0:
			return wins
		}
		n := 0
		if s>>63 == 0 {
			move := func(to uint64, by int) {
				for ; to != 0; to &= to - 1 {
					at := to & -to
					out[n] = (ours ^ at ^ at>>by) | (others&^at)<<shift | theirs
					n++
				}
			}
			move(ours<<size&board&^(ours|others), size)
			move((ours&^left)<<(size-1)&others, size-1)
			move((ours&^right)<<(size+1)&others, size+1)
			return n
		}
		move := func(to uint64, by int) {
			for ; to != 0; to &= to - 1 {
				at := to & -to
				out[n] = ours&^at | (others^at^at<<by)<<shift
				n++
			}
		}
		move(others>>size&^(ours|others), size)
		move((others&^right)>>(size-1)&ours, size-1)
		move((others&^left)>>(size+1)&ours, size+1)
		if n == 0 {
			return wins
		}
		return n
	}
	rank := func(s uint64) int { // the rows that the pawns have before them
		sum := 0
		for r := range size {
			row := last << (size * r)
			sum += bits.OnesCount64(s&board&row)*(size-1-r) + bits.OnesCount64(s>>shift&row)*r
		}
		return sum
	}
	return game{last | last<<(size*(size-1))<<shift, expand, tableBits, rank}
}
