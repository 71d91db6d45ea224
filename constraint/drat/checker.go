package drat

import (
	"context"
	"slices"
)

// A checker holds the clauses of a formula, and the literals that unit propagation derives from them. Literal v is 2v,
// and its negation 2v+1.
type checker struct {
	words    []uint32 // clauses: size, next clause of the same hash, literals
	clauses  []uint32 // indices of clauses, including some dead ones
	dead     int
	byHash   map[uint64]uint32
	watches  [][]uint32 // by literal: clauses that watch it
	value    []int8     // by literal: 1 true, -1 false
	trail    []uint32
	reason   []uint32 // by variable: the clause that implied its permanent value; 0: none
	head     int
	conflict bool
	memory   int64
	report   Report
}

const (
	sizeMask = 1<<30 - 1
	deadBit  = 1 << 30
	header   = 2
)

func newChecker(memory int64) *checker {
	return &checker{words: make([]uint32, 1), byHash: map[uint64]uint32{}, memory: memory}
}

// grow adds variables up to v.
func (c *checker) grow(v int) error {
	if c.memory > 0 && int64(v)*60 > c.memory {
		return &MemoryError{c.memory}
	}
	for len(c.reason) <= v {
		c.reason = append(c.reason, 0)
		c.value = append(c.value, 0, 0)
		c.watches = append(c.watches, nil, nil)
	}
	return nil
}

func (c *checker) used() int64 {
	return int64(cap(c.words))*4 + int64(len(c.clauses))*40 + int64(len(c.reason))*60
}

func (c *checker) lits(at uint32) []uint32 {
	begin := at + header
	return c.words[begin : begin+c.words[at]&sizeMask]
}

// hash does not depend on the order of the literals.
func hash(lits []uint32) uint64 {
	sum, xor, product := uint64(0), uint64(0), uint64(1)
	for _, l := range lits {
		x := uint64(l) * 0x9e3779b97f4a7c15
		sum += x
		xor ^= x >> 7
		product *= 2*uint64(l) + 3
	}
	return sum*31 ^ xor*1023 ^ product
}

// add adds a clause and propagates permanently.
func (c *checker) add(clause []uint32) {
	at := uint32(len(c.words))
	h := hash(clause)
	c.words = append(append(c.words, uint32(len(clause)), c.byHash[h]), clause...)
	c.byHash[h] = at
	c.clauses = append(c.clauses, at)
	lits := c.lits(at)
	free := 0
	for i, l := range lits {
		if c.value[l] > 0 || i+1 < len(lits) && lits[i+1] == l^1 && l&1 == 0 {
			return // always true
		}
		if c.value[l] == 0 {
			lits[i], lits[free] = lits[free], lits[i]
			free++
		}
	}
	switch free {
	case 0:
		c.conflict = true
		return
	case 1:
		c.assume(lits[0])
		c.reason[lits[0]>>1] = at
		c.settle()
		return
	}
	c.watches[lits[0]] = append(c.watches[lits[0]], at)
	c.watches[lits[1]] = append(c.watches[lits[1]], at)
}

func (c *checker) assume(l uint32) {
	c.value[l], c.value[l^1] = 1, -1
	c.trail = append(c.trail, l)
}

// settle propagates permanently.
func (c *checker) settle() {
	if c.propagate(true) {
		c.conflict = true
	}
}

// propagate performs unit propagation. It reports whether a clause is false.
func (c *checker) propagate(forGood bool) bool {
	for c.head < len(c.trail) {
		falsified := c.trail[c.head] ^ 1
		c.head++
		ws := c.watches[falsified]
		n := 0
		for i, at := range ws {
			if c.words[at]&deadBit != 0 {
				continue
			}
			keep, last := c.visit(at, falsified)
			if keep {
				ws[n] = at
				n++
			}
			if last == 0 {
				continue
			}
			if c.value[last] < 0 {
				n += copy(ws[n:], ws[i+1:])
				c.watches[falsified] = ws[:n]
				return true
			}
			c.assume(last)
			if forGood {
				c.reason[last>>1] = at
			}
		}
		c.watches[falsified] = ws[:n]
	}
	return false
}

// visit visits a clause that watches a falsified literal. keep reports whether it still watches that literal. last is
// its only literal that is not false, or 0 if there are others.
func (c *checker) visit(at, falsified uint32) (keep bool, last uint32) {
	lits := c.lits(at)
	if lits[0] == falsified {
		lits[0], lits[1] = lits[1], lits[0]
	}
	if c.value[lits[0]] > 0 {
		return true, 0
	}
	for k := 2; k < len(lits); k++ {
		if c.value[lits[k]] >= 0 {
			lits[1], lits[k] = lits[k], lits[1]
			c.watches[lits[1]] = append(c.watches[lits[1]], at)
			return false, 0
		}
	}
	return true, lits[0]
}

// undo removes the assignments beyond the first n literals of the trail.
func (c *checker) undo(n int) {
	for _, l := range c.trail[n:] {
		c.value[l], c.value[l^1] = 0, 0
	}
	c.trail = c.trail[:n]
	c.head = n
}

// deny assumes that the literals except but are false. It reports whether that leads to a conflict.
func (c *checker) deny(lits []uint32, but uint32) bool {
	for _, l := range lits {
		if l == but {
			continue
		}
		if c.value[l] > 0 {
			return true
		}
		if c.value[l] == 0 {
			c.assume(l ^ 1)
		}
	}
	return c.propagate(false)
}

// follows reports whether a clause is RUP.
func (c *checker) follows(clause []uint32) bool {
	n := len(c.trail)
	defer c.undo(n)
	return c.deny(clause, 0)
}

// isRAT reports whether a clause that is not RUP is RAT on pivot.
func (c *checker) isRAT(ctx context.Context, clause []uint32, pivot uint32) (bool, error) {
	n := len(c.trail)
	defer c.undo(n)
	c.deny(clause, 0)
	all := len(c.trail)
	for i, at := range c.clauses {
		if i%4096 == 0 && ctx.Err() != nil {
			return false, ctx.Err()
		}
		if c.words[at]&deadBit != 0 || !slices.Contains(c.lits(at), pivot^1) {
			continue
		}
		follows := c.deny(c.lits(at), pivot^1)
		c.undo(all)
		if !follows {
			return false, nil
		}
	}
	return true, nil
}

// remove deletes a clause. It returns false if there is no such clause.
func (c *checker) remove(clause []uint32) bool {
	c.report.Deleted++
	h := hash(clause)
	before := uint32(0)
	for at := c.byHash[h]; at != 0; before, at = at, c.words[at+1] {
		if !c.same(at, clause) {
			continue
		}
		if c.standsOn(at) {
			c.report.Passed++
			return true
		}
		if before == 0 {
			c.byHash[h] = c.words[at+1]
		} else {
			c.words[before+1] = c.words[at+1]
		}
		c.words[at] |= deadBit
		if c.dead++; c.dead > 1000 && c.dead > len(c.clauses)/2 {
			c.sweep()
		}
		return true
	}
	return false
}

// same compares the literals in any order.
func (c *checker) same(at uint32, clause []uint32) bool {
	lits := c.lits(at)
	if len(lits) != len(clause) {
		return false
	}
	for _, l := range clause {
		if !slices.Contains(lits, l) {
			return false
		}
	}
	return true
}

// standsOn reports whether the clause is the reason of a permanent assignment.
func (c *checker) standsOn(at uint32) bool {
	return slices.ContainsFunc(c.lits(at), func(l uint32) bool { return c.value[l] > 0 && c.reason[l>>1] == at })
}

// sweep removes dead clauses and compacts the others.
func (c *checker) sweep() {
	for i := range c.watches {
		c.watches[i] = slices.DeleteFunc(c.watches[i], func(at uint32) bool { return c.words[at]&deadBit != 0 })
	}
	c.clauses = slices.DeleteFunc(c.clauses, func(at uint32) bool { return c.words[at]&deadBit != 0 })
	c.dead = 0
	to := make([]uint32, 1, len(c.words)/2)
	moved := make(map[uint32]uint32, len(c.clauses))
	for i, at := range c.clauses {
		moved[at] = uint32(len(to))
		c.clauses[i] = uint32(len(to))
		to = append(to, c.words[at:at+header+c.words[at]]...)
	}
	for i := range c.watches {
		for k, at := range c.watches[i] {
			c.watches[i][k] = moved[at]
		}
	}
	for v, at := range c.reason {
		c.reason[v] = moved[at]
	}
	for h, at := range c.byHash {
		if at == 0 {
			delete(c.byHash, h)
		} else {
			c.byHash[h] = moved[at]
		}
	}
	for _, at := range c.clauses {
		to[at+1] = moved[to[at+1]]
	}
	c.words = to
}
