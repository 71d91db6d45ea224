package rules

import (
	"strconv"

	"farbank/rules/value"
)

// generators is what functions remember between calls: where gensym is, the
// random numbers, and the mode of division.
type generators struct {
	gensyms       int64 // numbers given out
	numbers       randomNumbers
	wholeDivision bool // integers divided by / stay integers
}

func newGenerators() *generators { return &generators{} }

// randomNumbers is the additive feedback generator of the C library (r(i) =
// r(i-3) + r(i-31), the lowest bit dropped), so that a program draws the numbers
// it draws in CLIPS. The zero value has the seed 1.
type randomNumbers struct {
	ring   [31]uint32
	next   int
	seeded bool
}

func (r *randomNumbers) seed(n uint32) {
	if n == 0 {
		n = 1
	}
	// The first 31 words come from the multiplicative generator of Lewis,
	// Goodman and Miller (1969).
	word := int64(int32(n))
	for i := range r.ring {
		r.ring[i] = uint32(word)
		word = word * 16807 % 2147483647
		if word < 0 {
			word += 2147483647
		}
	}
	r.next, r.seeded = 3, true
	for range 310 {
		r.draw()
	}
}

// draw gives a number from 0 to 2^31-1.
func (r *randomNumbers) draw() int64 {
	if !r.seeded {
		r.seed(1)
	}
	// The oldest word is 31 back; 28 places on is the one 3 back.
	n := r.ring[r.next] + r.ring[(r.next+28)%31]
	r.ring[r.next] = n
	r.next = (r.next + 1) % 31
	return int64(n >> 1)
}

func random(c *Call) (value.Value, error) {
	n := c.Env.generators.numbers.draw()
	if len(c.Args) == 0 {
		return value.Integer(n), nil
	}
	if len(c.Args) != 2 {
		c.report("[MISCFUN2] Function random expected either 0 or 2 arguments")
		return value.Integer(n), nil
	}
	from, err := c.Int(0)
	if err != nil {
		return value.Value{}, err
	}
	to, err := c.Int(1)
	if err != nil {
		return value.Value{}, err
	}
	if to < from {
		c.report("[MISCFUN3] Function random expected argument #1 to be less than argument #2")
		return value.Integer(n), nil
	}
	if span := to - from + 1; span != 0 {
		n %= span
	}
	return value.Integer(from + n), nil
}

func seedRandom(c *Call) (value.Value, error) {
	n, err := c.Int(0)
	if err != nil {
		return value.Value{}, err
	}
	c.Env.generators.numbers.seed(uint32(n))
	return value.Value{}, nil
}

func gensymStar(c *Call) (value.Value, error) {
	name := c.Env.generators.symbol()
	for c.Env.symbols.Known(name) {
		name = c.Env.generators.symbol()
	}
	return c.Env.symbols.Symbol(name), nil
}

func (g *generators) symbol() string {
	g.gensyms++
	return "gen" + strconv.FormatInt(g.gensyms, 10)
}

func setGensym(c *Call) (value.Value, error) {
	n, err := c.Int(0)
	if err != nil {
		return value.Value{}, err
	}
	g := c.Env.generators
	if n < 1 {
		c.report(c.Wrong(0, "of type number (greater than or equal to 1)").Error())
		return value.Integer(g.gensyms + 1), nil
	}
	g.gensyms = n - 1
	return value.Integer(n), nil
}
