package symmetry

import (
	"slices"

	"farbank/model"
)

// colours returns a hash of each cell's occurrences in the conditions and the objective. Cells
// that an exchange may map to one another have the same colour, which excludes most exchanges
// early. If values is set, constants and positions in lists are ignored, since exchanging
// values may change them.
func (u *unknowns) colours(values bool) []uint64 {
	c := &colouring{values: values, below: map[*model.Expr]uint64{}, above: map[*model.Expr]uint64{}, cells: make([]uint64, u.p.NumFind)}
	roots := u.conditions
	if u.objective != nil {
		roots = append(slices.Clone(roots), u.objective)
	}
	for i, e := range roots {
		seed := uint64(1)
		if i >= len(u.conditions) {
			seed = 2
		}
		c.visit(e)
		c.above[e] += mix(seed, c.below[e])
	}
	for _, e := range slices.Backward(c.order) {
		c.pass(e)
	}
	return c.cells
}

type colouring struct {
	values       bool
	below, above map[*model.Expr]uint64 // hashes of the expression itself, and of its occurrences
	order        []*model.Expr          // operands first
	cells        []uint64
}

// visit hashes the structure of an expression; all cells hash alike.
func (c *colouring) visit(e *model.Expr) {
	if _, ok := c.below[e]; ok {
		return
	}
	h := mix(uint64(e.Op), uint64(len(e.Args)))
	if e.Op == model.Const && !c.values {
		h = mix(h, uint64(e.Value))
	}
	for i, a := range e.Args {
		c.visit(a)
		h += mix(c.place(e, i), c.below[a])
	}
	c.below[e], c.order = h, append(c.order, e)
}

// place returns a hash of an operand's position, or a constant if the order does not matter.
func (c *colouring) place(e *model.Expr, i int) uint64 {
	switch {
	case commutes(e.Op), e.Op == model.Select && c.values && i >= len(e.Dims):
		return 3
	}
	return 4 + uint64(i)
}

// pass adds to each operand and cell of e a hash of this occurrence.
func (c *colouring) pass(e *model.Expr) {
	at := mix(c.above[e], c.below[e])
	for i, a := range e.Args {
		c.above[a] += mix(at, c.place(e, i))
	}
	i := uint64(4)
	e.Reads(func(cell int) {
		if i++; c.values || e.Op == model.Cell {
			i = 3
		}
		c.cells[cell] += mix(at, i)
	})
}

func mix(a, b uint64) uint64 {
	h := (a ^ b*0x9E3779B97F4A7C15 ^ 0xD6E8FEB86659FD93) * 0xFF51AFD7ED558CCD
	h ^= h >> 32
	h *= 0xC4CEB9FE1A85EC53
	return h ^ h>>29
}

// commutes reports whether the order of the operands does not matter.
func commutes(op model.Op) bool {
	switch op {
	case model.And, model.Or, model.Sum, model.Mul, model.Min, model.Max, model.Eq, model.Ne, model.Distinct:
		return true
	}
	return false
}
