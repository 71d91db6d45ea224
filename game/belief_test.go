package game

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"farbank/solver"
)

func TestSearchAgainstForce(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for i := range 3000 {
		a := random(r, []Kind{Ours, Foe})
		want, err := Force(context.Background(), a, Options{})
		if err != nil {
			t.Fatal(err)
		}
		for s := range a.Len() {
			if want.Cost[s] == Never {
				continue // the search may not end
			}
			got, err := Search(context.Background(), rulesOf(a, s), SearchOptions{})
			if err != nil || got.Status != solver.Optimal || got.Cost != want.Cost[s] {
				t.Fatalf("arena %d, state %d: %v %d %v, not %d: %+v", i, s, got.Status, got.Cost, err, want.Cost[s], a)
			}
			again, err := Force(context.Background(), got.Arena, Options{})
			if err != nil || again.Cost[0] == Never || again.Cost[0] > got.Cost {
				t.Fatalf("arena %d, state %d: the strategy costs %d, not %d", i, s, again.Cost[0], got.Cost)
			}
		}
	}
}

// rulesOf returns the rules of an arena from one state on.
func rulesOf(a *Arena, start int) Rules {
	return Rules{Starts: [][]uint64{{uint64(start)}}, Look: func(s []uint64, p *Position) error {
		p.Kind = a.Kind(int(s[0]))
		for i, m := range a.Moves(int(s[0])) {
			if p.Kind == Ours && i < p.From { // lists one move at a time
				continue
			}
			p.Move([]uint64{uint64(m.To)}, int(m.Label), m.Cost, m.Weight)
			if p.Kind == Ours && i+1 < len(a.Moves(int(s[0]))) {
				p.Rest = i + 1
				break
			}
		}
		return nil
	}}
}

// coins returns the game of finding the false one among n coins with a balance. A world is the coin, how its weight
// differs (1 heavier, 2 lighter), and the last result. If says is 1, we must also know how it differs.
func coins(n int, either, says int) Hidden {
	var starts [][]uint64
	for c := range n {
		for d := 1; d <= 1+either; d++ {
			starts = append(starts, []uint64{uint64(c), uint64(d), 0})
		}
	}
	return Hidden{
		Starts: starts,
		View:   func(w, seen []uint64) []uint64 { return append(seen, w[2]) },
		Look: func(worlds [][]uint64, p *BeliefPosition) error {
			same := func(k int) bool {
				return !slices.ContainsFunc(worlds, func(w []uint64) bool { return w[k] != worlds[0][k] })
			}
			if same(0) && (says == 0 || same(1)) {
				p.Kind = Goal
				return nil
			}
			// Coins that no weighing has distinguished are interchangeable, so we weigh the first ones of each group; here
			// simply all choices of how many of each.
			side := make([]int, n)
			var place func(c, left, right int)
			place = func(c, left, right int) {
				if c == n {
					if left == right && left > 0 {
						p.Move(0, 1, weighed(worlds, side))
					}
					return
				}
				for s := range 3 {
					if c > 0 && alike(worlds, c-1, c) && s < side[c-1] {
						continue
					}
					side[c] = s
					place(c+1, left+s%2, right+s/2)
				}
			}
			place(0, 0, 0)
			return nil
		},
	}
}

// alike reports whether exchanging two coins maps the worlds to themselves.
func alike(worlds [][]uint64, c, d int) bool {
	of := func(c int) (list []uint64) {
		for _, w := range worlds {
			if w[0] == uint64(c) {
				list = append(list, w[1])
			}
		}
		return list
	}
	return slices.Equal(of(c), of(d))
}

func weighed(worlds [][]uint64, side []int) [][]uint64 {
	var out [][]uint64
	for _, w := range worlds {
		result := uint64(3)
		if s := side[w[0]]; s > 0 {
			result = uint64(s)
			if w[1] == 2 {
				result = 3 - result
			}
		}
		out = append(out, []uint64{w[0], w[1], result})
	}
	return out
}

// third is the number of weighings needed to distinguish n worlds.
func third(n int) (k int64) {
	for m := 1; m < n; m *= 3 {
		k++
	}
	return k
}

func TestCoins(t *testing.T) {
	for _, c := range []struct {
		n, either, says int
		want            int64
	}{{8, 0, 0, 2}, {9, 0, 0, 2}, {10, 0, 0, 3}, {12, 1, 1, 3}, {13, 1, 0, 3}, {3, 1, 1, 2}} {
		t.Run(fmt.Sprint(c.n, c.either), func(t *testing.T) {
			bound := func(state []uint64) int64 {
				worlds, _ := Worlds(state, 3)
				seen := map[uint64]bool{}
				for _, w := range worlds {
					seen[w[0]<<8|w[1]*uint64(c.says)] = true
				}
				k := third(len(seen))
				if state[0] == pending {
					k = max(0, k-1)
				}
				return k
			}
			got, err := Search(context.Background(), Believe(coins(c.n, c.either, c.says)), SearchOptions{Bound: bound})
			if err != nil || got.Status != solver.Optimal || got.Cost != c.want {
				t.Errorf("%v %d %v, not %d", got.Status, got.Cost, err, c.want)
			}
		})
	}
}

// TestResetWords checks that the automata of Černý need (n-1)² letters if nothing is seen.
func TestResetWords(t *testing.T) {
	for n := uint64(2); n <= 6; n++ {
		h := Hidden{
			View: func(_, seen []uint64) []uint64 { return seen },
			Look: func(worlds [][]uint64, p *BeliefPosition) error {
				if len(worlds) == 1 {
					p.Kind = Goal
					return nil
				}
				var turned, merged [][]uint64
				for _, w := range worlds {
					turned = append(turned, []uint64{(w[0] + 1) % n})
					merged = append(merged, []uint64{w[0] % (n - 1)})
				}
				p.Move(0, 1, turned)
				p.Move(1, 1, merged)
				return nil
			},
		}
		for s := range n {
			h.Starts = append(h.Starts, []uint64{s})
		}
		x, err := Explore(context.Background(), Believe(h), Options{})
		if err != nil {
			t.Fatal(err)
		}
		f, err := Force(context.Background(), x.Arena, Options{})
		if want := int64((n - 1) * (n - 1)); err != nil || f.Cost[x.Starts[0]] != want {
			t.Errorf("%d states: %d %v, not %d", n, f.Cost[x.Starts[0]], err, want)
		}
	}
}

// TestProveAgainstForce compares proofs with backward induction on arenas without cycles, and strategies too.
func TestProveAgainstForce(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	won, cycles := 0, 0
	for i := range 3000 {
		a := random(r, []Kind{Ours, Foe})
		want, err := Force(context.Background(), a, Options{})
		if err != nil {
			t.Fatal(err)
		}
		for s := range a.Len() {
			rules := Rules{Starts: [][]uint64{{uint64(s)}}, Look: func(k []uint64, p *Position) error {
				p.Kind = a.Kind(int(k[0]))
				for _, m := range a.Moves(int(k[0])) {
					p.Move([]uint64{uint64(m.To)}, int(m.Label), m.Cost, m.Weight)
				}
				return nil
			}}
			got, err := Prove(context.Background(), rules, Options{})
			if err != nil {
				t.Fatal(err)
			}
			switch {
			case got.Reason == ErrCycle:
				cycles++
			case (got.Status == solver.Feasible) != (want.Cost[s] != Never) || got.Status == solver.Unknown:
				t.Fatalf("arena %d, state %d: %v %v, not %d: %+v", i, s, got.Status, got.Reason, want.Cost[s], a)
			case got.Status == solver.Feasible:
				won++
				f, err := Force(context.Background(), got.Arena, Options{})
				if err != nil || f.Cost[0] < want.Cost[s] {
					t.Fatalf("arena %d, state %d: the strategy costs %d %v", i, s, f.Cost[0], err)
				}
			}
		}
	}
	if won < 1000 {
		t.Errorf("%d won, %d with cycles", won, cycles)
	}
}
