package main

import "farbank/constraint/cnf"

// A circuit is converted to clauses gate by gate (Tseitin). Signals are literals.
type circuit struct {
	f    *cnf.Formula
	zero int // a signal that is false
}

func newCircuit() *circuit {
	c := &circuit{f: &cnf.Formula{}}
	c.zero = c.input()
	c.f.Add(-c.zero)
	return c
}

func (c *circuit) input() int {
	c.f.Variables++
	return c.f.Variables
}

func (c *circuit) inputs(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = c.input()
	}
	return list
}

func (c *circuit) and(a, b int) int {
	z := c.input()
	c.f.Add(-z, a)
	c.f.Add(-z, b)
	c.f.Add(z, -a, -b)
	return z
}

func (c *circuit) or(a, b int) int { return -c.and(-a, -b) }

func (c *circuit) xor(a, b int) int {
	z := c.input()
	parity(c.f, []int{a, b, z}, false)
	return z
}

// add is a full adder. It returns the sum and the carry.
func (c *circuit) add(a, b, carry int) (int, int) {
	half := c.xor(a, b)
	return c.xor(half, carry), c.or(c.and(a, b), c.and(half, carry))
}

// sum adds two numbers, lowest bits first, with a ripple-carry adder.
func (c *circuit) sum(a, b []int) []int {
	carry := c.zero
	var out []int
	for i := range max(len(a), len(b)) {
		s, next := c.add(c.bit(a, i), c.bit(b, i), carry)
		out, carry = append(out, s), next
	}
	return append(out, carry)
}

func (c *circuit) bit(a []int, i int) int {
	if i < len(a) {
		return a[i]
	}
	return c.zero
}

// selected adds two numbers with a carry-select adder, in blocks.
func (c *circuit) selected(a, b []int, block int) []int {
	carry := c.zero
	var out []int
	for begin := 0; begin < len(a); begin += block {
		end := min(begin+block, len(a))
		c0, c1 := c.zero, -c.zero
		var s0, s1 []int
		for i := begin; i < end; i++ {
			var s int
			s, c0 = c.add(a[i], b[i], c0)
			s0 = append(s0, s)
			s, c1 = c.add(a[i], b[i], c1)
			s1 = append(s1, s)
		}
		for i := range s0 {
			out = append(out, c.choose(carry, s1[i], s0[i]))
		}
		carry = c.choose(carry, c1, c0)
	}
	return append(out, carry)
}

func (c *circuit) choose(which, yes, no int) int { return c.or(c.and(which, yes), c.and(-which, no)) }

// product multiplies two numbers by adding rows.
func (c *circuit) product(a, b []int) []int {
	var out, rest []int
	for _, y := range b {
		row := make([]int, len(a))
		for i, x := range a {
			row[i] = c.and(x, y)
		}
		if rest != nil {
			row = c.sum(rest, row)
		}
		out, rest = append(out, row[0]), row[1:]
	}
	return append(out, rest...)
}

// differ requires two numbers to differ.
func (c *circuit) differ(a, b []int) {
	var some []int
	for i := range max(len(a), len(b)) {
		some = append(some, c.xor(c.bit(a, i), c.bit(b, i)))
	}
	c.f.Add(some...)
}

// factors encodes that a number has two factors greater than 1.
func factors(n, bits int) *cnf.Formula {
	c := newCircuit()
	a, b := c.inputs(bits), c.inputs(bits)
	for i, z := range c.product(a, b) {
		if n>>i&1 == 1 {
			c.f.Add(z)
		} else {
			c.f.Add(-z)
		}
	}
	c.f.Add(a[1:]...)
	c.f.Add(b[1:]...)
	return c.f
}

// commute encodes that a*b and b*a differ.
func commute(bits int) *cnf.Formula {
	c := newCircuit()
	a, b := c.inputs(bits), c.inputs(bits)
	c.differ(c.product(a, b), c.product(b, a))
	return c.f
}

// distribute encodes that a*(b+c) and a*b+a*c differ.
func distribute(bits int) *cnf.Formula {
	c := newCircuit()
	x, y, z := c.inputs(bits), c.inputs(bits), c.inputs(bits)
	c.differ(c.product(x, c.sum(y, z)), c.sum(c.product(x, y), c.product(x, z)))
	return c.f
}

// adders encodes that two adders produce different sums.
func adders(bits int) *cnf.Formula {
	c := newCircuit()
	a, b := c.inputs(bits), c.inputs(bits)
	c.differ(c.sum(a, b), c.selected(a, b, 4))
	return c.f
}
