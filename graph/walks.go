package graph

import (
	"context"
	"math/big"
	"math/bits"
)

// CountWalks returns the number of walks of exactly n edges from a start state to a goal, by dynamic
// programming: n passes over all edges. It counts with machine words until they overflow, then with big
// integers.
func (x *Explicit) CountWalks(ctx context.Context, n int) (*big.Int, error) {
	small, next := make([]uint64, x.Len()), make([]uint64, x.Len())
	for i := range x.Starts {
		small[i] = 1
	}
	for k := range n {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		if !x.advance(small, next) {
			return x.countBig(ctx, small, n-k)
		}
		small, next = next, small
	}
	total := new(big.Int)
	for i, c := range small {
		if x.Goal[i] {
			total.Add(total, new(big.Int).SetUint64(c))
		}
	}
	return total, nil
}

// advance adds the count of each state to its successors in next. It returns false if a sum overflows.
func (x *Explicit) advance(count, next []uint64) bool {
	clear(next)
	for i, c := range count {
		if c == 0 {
			continue
		}
		to := x.lists.to(i)
		for _, t := range to {
			var carry uint64
			if next[t], carry = bits.Add64(next[t], c, 0); carry != 0 {
				return false
			}
		}
	}
	return true
}

func (x *Explicit) countBig(ctx context.Context, small []uint64, n int) (*big.Int, error) {
	count, next := make([]big.Int, len(small)), make([]big.Int, len(small))
	for i, c := range small {
		count[i].SetUint64(c)
	}
	for range n {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		for i := range next {
			next[i].SetUint64(0)
		}
		for i := range count {
			if i&0xFFF == 0 && ctx.Err() != nil {
				return nil, context.Cause(ctx)
			}
			to := x.lists.to(i)
			for _, t := range to {
				next[t].Add(&next[t], &count[i])
			}
		}
		count, next = next, count
	}
	total := new(big.Int)
	for i := range count {
		if x.Goal[i] {
			total.Add(total, &count[i])
		}
	}
	return total, nil
}

// Walks calls yield for every walk of exactly n edges from a start state to a goal, in lexicographic order,
// until yield returns false. For each k <= n it first computes the states from which a walk of exactly k
// edges ends at a goal, and then follows only these. This takes n bits for each state.
func (x *Explicit) Walks(ctx context.Context, n int, yield func(*Path) bool) error {
	can, err := x.layersToGoal(ctx, n)
	if err != nil {
		return err
	}
	for i := range x.Starts {
		if can[n].has(i) {
			if more, err := x.walksFrom(ctx, i, n, can, yield); err != nil || !more {
				return err
			}
		}
	}
	return nil
}

type bitset []uint64

func newBitset(n int) bitset    { return make(bitset, (n+63)/64) }
func (b bitset) has(i int) bool { return b[i/64]>>(i%64)&1 != 0 }
func (b bitset) set(i int)      { b[i/64] |= 1 << (i % 64) }

// layersToGoal returns, for k = 0..n, the set of states from which some walk of exactly k edges ends at a
// goal.
func (x *Explicit) layersToGoal(ctx context.Context, n int) ([]bitset, error) {
	can := make([]bitset, n+1)
	can[0] = newBitset(x.Len())
	for i, g := range x.Goal {
		if g {
			can[0].set(i)
		}
	}
	for k := 1; k <= n; k++ {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		can[k] = newBitset(x.Len())
		for i := range x.Len() {
			to := x.lists.to(i)
			for _, t := range to {
				if can[k-1].has(int(t)) {
					can[k].set(i)
					break
				}
			}
		}
	}
	return can, nil
}

func (x *Explicit) walksFrom(ctx context.Context, start, n int, can []bitset, yield func(*Path) bool) (bool, error) {
	stack := []frame{{state: int32(start)}}
	edges := make([]Edge, n)
	for steps := 0; len(stack) > 0; steps++ {
		if steps&0xFFF == 0 && ctx.Err() != nil {
			return false, context.Cause(ctx)
		}
		depth := len(stack) - 1
		if depth == n {
			if !yield(x.path(start, edges)) {
				return false, nil
			}
			stack = stack[:depth]
			continue
		}
		f := &stack[depth]
		to, out := x.edgesOf(int(f.state))
		if f.next == len(to) {
			stack = stack[:depth]
			continue
		}
		k := f.next
		f.next++
		if can[n-depth-1].has(int(to[k])) {
			edges[depth] = out.at(k)
			stack = append(stack, frame{state: to[k]})
		}
	}
	return true, nil
}
