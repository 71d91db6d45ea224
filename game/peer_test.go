package game

import (
	"context"
	"testing"
)

// four is connect four on bit boards: a column has one bit more than rows. A position is the stones of who moves, and all stones.
type four struct{ cols, rows int }

func (f four) won(b uint64) bool {
	for _, d := range []int{1, f.rows, f.rows + 1, f.rows + 2} {
		if m := b & (b >> d); m&(m>>(2*d)) != 0 {
			return true
		}
	}
	return false
}

// each calls next with the position after each move, from the side of who moves then.
func (f four) each(own, all uint64, next func(own, all uint64)) {
	for c := range f.cols {
		column := (uint64(1)<<f.rows - 1) << (c * (f.rows + 1))
		if free := (all + 1<<(c*(f.rows+1))) & column; free != 0 {
			next(all^own, all|free)
		}
	}
}

// byHand solves the game by a search with a map, as one would write it for this game alone, and returns the number of positions.
func (f four) byHand() int {
	won := map[[2]uint64]bool{} // the first player wins
	var search func(own, all uint64, first bool) bool
	search = func(own, all uint64, first bool) bool {
		key := [2]uint64{own, all}
		if v, ok := won[key]; ok {
			return v
		}
		v := false
		if f.won(all ^ own) {
			v = !first
		} else {
			some, each := false, true
			n := 0
			f.each(own, all, func(o, a uint64) {
				r := search(o, a, !first)
				some, each, n = some || r, each && r, n+1
			})
			v = n > 0 && (first && some || !first && each)
		}
		won[key] = v
		return v
	}
	search(0, 0, true)
	return len(won)
}

// rules returns the same game for this package: a position has the stones, and in the last bit whose turn it is.
func (f four) rules() Rules {
	const turn = 1 << 63
	return Rules{Starts: [][]uint64{{0, 0}}, Look: func(s []uint64, p *Position) error {
		own, all, at := s[0], s[1]&^turn, s[1]&turn
		if f.won(all ^ own) {
			if at != 0 {
				p.Kind = Goal
			}
			return nil
		}
		p.Kind = Kind(at >> 63)
		f.each(own, all, func(o, a uint64) {
			key := [2]uint64{o, a | at ^ turn}
			p.Move(key[:], 0, 1, 1)
		})
		return nil
	}}
}

// solved returns the number of positions, by this package.
func (f four) solved(tb testing.TB) int {
	x, err := Explore(context.Background(), f.rules(), Options{})
	if err != nil {
		tb.Fatal(err)
	}
	if r, err := Force(context.Background(), x.Arena, Options{}); err != nil || r.Cost[0] != Never {
		tb.Fatal(err, r.Cost[0])
	}
	return x.Arena.Len()
}

// TestPositions checks the numbers of positions of connect four, which are known (Tromp).
func TestPositions(t *testing.T) {
	f := four{4, 4}
	if a, b := f.byHand(), f.solved(t); a != 161_029 || b != a {
		t.Errorf("%d and %d positions", a, b)
	}
}

// BenchmarkPeer compares backward induction with a program for the game alone: go test ./game -bench Peer.
func BenchmarkPeer(b *testing.B) {
	for _, f := range []four{{4, 4}, {5, 4}} {
		name := string(rune('0'+f.cols)) + "x" + string(rune('0'+f.rows))
		b.Run("hand/"+name, func(b *testing.B) {
			for range b.N {
				f.byHand()
			}
		})
		b.Run("game/"+name, func(b *testing.B) {
			for range b.N {
				f.solved(b)
			}
		})
	}
}
