package graph

import (
	"context"
	"fmt"
	"math/big"
)

// CyclesError reports that edges of cost 0 form cycles through States states, with too many simple paths
// to count.
type CyclesError struct{ States int }

// Error returns the message with the number of states.
func (e *CyclesError) Error() string {
	return fmt.Sprintf("moves of cost 0 form cycles through %d states, with too many simple paths to count", e.States)
}

// maxWays is the maximum number of simple paths within components that are enumerated.
var maxWays = 30_000_000

// countCyclic counts the paths of a graph with cycles. A path passes each strongly connected component at
// most once. So only the simple paths within components are enumerated; their numbers are multiplied by the
// number of paths that enter the component.
func (t *ShortestPaths) countCyclic(ctx context.Context) (*big.Int, error) {
	c := &cycleCounter{t: t, ctx: ctx, in: make([]*big.Int, t.x.Len()), passed: make([]bool, t.x.Len()), ways: make([]uint64, t.x.Len()), total: new(big.Int)}
	comps := c.components()
	for i := range t.x.Starts {
		c.add(int32(i), big.NewInt(1))
	}
	for k := len(comps) - 1; k >= 0; k-- { // Tarjan's algorithm finds components without successors first
		if err := c.pass(comps[k]); err != nil {
			return nil, err
		}
	}
	return c.total, nil
}

type cycleCounter struct {
	t      *ShortestPaths
	ctx    context.Context
	of     []int32    // by state: its component
	in     []*big.Int // by state: the number of paths that enter its component there
	passed []bool
	ways   []uint64 // by state: the number of paths within its component that end there
	steps  int
	total  *big.Int
}

func (c *cycleCounter) add(i int32, n *big.Int) {
	if c.in[i] == nil {
		c.in[i] = new(big.Int)
	}
	c.in[i].Add(c.in[i], n)
}

// next returns the successors of a state. A goal ends a path, so it has no successors.
func (c *cycleCounter) next(i int32) []int32 {
	if c.t.x.Goal[i] {
		return nil
	}
	return c.t.x.lists.to(int(i))
}

// pass computes the number of paths that leave a component from the number that enter it.
func (c *cycleCounter) pass(comp []int32) error {
	out := map[int32]*big.Int{}
	for _, from := range comp {
		if c.in[from] == nil {
			continue
		}
		for _, i := range comp {
			c.ways[i] = 0
		}
		if err := c.walk(from, len(comp)); err != nil {
			return err
		}
		for _, i := range comp {
			if c.ways[i] == 0 {
				continue
			}
			n := new(big.Int).SetUint64(c.ways[i])
			if n.Mul(n, c.in[from]); out[i] == nil {
				out[i] = n
			} else {
				out[i].Add(out[i], n)
			}
		}
		c.in[from] = nil
	}
	for _, i := range comp {
		n := out[i]
		switch {
		case n == nil:
		case c.t.x.Goal[i]:
			c.total.Add(c.total, n)
		default:
			for _, j := range c.next(i) {
				if c.of[j] != c.of[i] {
					c.add(j, n)
				}
			}
		}
	}
	return nil
}

// walk counts the simple paths from a state to each state of its component.
func (c *cycleCounter) walk(from int32, size int) error {
	type place struct {
		at   int32
		next []int32
	}
	stack := []place{{from, c.next(from)}}
	c.ways[from], c.passed[from] = 1, true
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		if len(top.next) == 0 {
			c.passed[top.at] = false
			stack = stack[:len(stack)-1]
			continue
		}
		j := top.next[0]
		top.next = top.next[1:]
		if c.of[j] != c.of[from] || c.passed[j] {
			continue
		}
		if c.steps++; c.steps > maxWays {
			return &CyclesError{size}
		}
		if c.steps&0xFFFF == 0 && c.ctx.Err() != nil {
			return context.Cause(c.ctx)
		}
		c.ways[j]++
		c.passed[j] = true
		stack = append(stack, place{j, c.next(j)})
	}
	return nil
}

// components returns the strongly connected components in reverse topological order (Tarjan 1972, without
// recursion).
func (c *cycleCounter) components() [][]int32 {
	n := c.t.x.Len()
	c.of = make([]int32, n)
	number, low := make([]int32, n), make([]int32, n) // from 1
	var comps [][]int32
	var open []int32
	type place struct {
		at   int32
		next []int32
	}
	var stack []place
	count := int32(0)
	enter := func(i int32) {
		count++
		number[i], low[i], c.of[i] = count, count, -1
		open = append(open, i)
		stack = append(stack, place{i, c.next(i)})
	}
	for root := range int32(n) {
		if number[root] != 0 {
			continue
		}
		enter(root)
		for len(stack) > 0 {
			top := &stack[len(stack)-1]
			i := top.at
			if len(top.next) > 0 {
				j := top.next[0]
				top.next = top.next[1:]
				if number[j] == 0 {
					enter(j)
				} else if c.of[j] < 0 {
					low[i] = min(low[i], number[j])
				}
				continue
			}
			stack = stack[:len(stack)-1]
			if len(stack) > 0 {
				below := stack[len(stack)-1].at
				low[below] = min(low[below], low[i])
			}
			if low[i] != number[i] {
				continue
			}
			at := len(open) - 1
			for open[at] != i {
				at--
			}
			comp := append([]int32(nil), open[at:]...)
			open = open[:at]
			for _, j := range comp {
				c.of[j] = int32(len(comps))
			}
			comps = append(comps, comp)
		}
	}
	return comps
}
