package constraint

import (
	"slices"

	"farbank/constraint/kernel"
)

// A function is a functional constraint: z is the result for args and numbers.
type function struct {
	name    string
	args    []int32
	numbers []int64
	z       Int
}

// functions holds the functional constraints of a model, for common subexpression elimination.
type functions struct {
	byKey map[uint64][]function
	same  map[int32]int32 // by result: an equal result
}

// first returns the result of an equal function, and whether there is one. Otherwise it records the function.
func (f *functions) first(name string, args []Int, numbers []int64, z Int) (first Int, ok bool) {
	g := function{name, make([]int32, len(args)), numbers, z}
	for i, x := range args {
		g.args[i] = f.root(x.id)
	}
	switch name {
	case "max", "min":
		slices.Sort(g.args)
		g.args = slices.Compact(g.args)
	case "product":
		slices.Sort(g.args)
	}
	key := g.key()
	for _, h := range f.byKey[key] {
		if h.name == name && slices.Equal(h.args, g.args) && slices.Equal(h.numbers, numbers) {
			f.join(h.z.id, z.id)
			return h.z, true
		}
	}
	if f.byKey == nil {
		f.byKey, f.same = map[uint64][]function{}, map[int32]int32{}
	}
	f.byKey[key] = append(f.byKey[key], g)
	return z, false
}

// key returns a hash (FNV-1a, of words).
func (f *function) key() uint64 {
	const offset, prime = 14695981039346656037, 1099511628211
	key := uint64(offset)
	add := func(n uint64) { key = (key ^ n) * prime }
	for _, c := range []byte(f.name) {
		add(uint64(c))
	}
	for _, x := range f.args {
		add(uint64(x))
	}
	for _, n := range f.numbers {
		add(uint64(n))
	}
	return key
}

// root returns the first result that is known to equal x.
func (f *functions) root(x int32) int32 {
	for {
		y, ok := f.same[x]
		if !ok {
			return x
		}
		x = y
	}
}

func (f *functions) join(first, z int32) {
	if p, q := f.root(first), f.root(z); p != q {
		f.same[max(p, q)] = min(p, q)
	}
}

// function posts the constraint that z is a function of variables and numbers. If the model has the function already,
// it posts an equality of the results instead.
func (m *Model) function(name string, args []Int, numbers []int64, z Int, f func(s *kernel.Solver, x []kernel.Var) error, xs ...Int) {
	if !m.checkInts(xs) {
		return
	}
	first, known := m.functions.first(name, args, numbers, z)
	if !known {
		m.with(f, xs...)
		return
	}
	equal := comparison{z.Minus(first), '='}
	m.equal = append(m.equal, equal.sum)
	m.post(func(b *building) error {
		if b.plain { // without presolve
			return f(b.s, b.ints(xs))
		}
		return equal.post(b, kernel.True)
	})
}
