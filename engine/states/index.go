package states

import (
	"math/bits"
	"slices"

	"farbank/graph"
)

// An Index numbers states without gaps. It uses the rank of the permutation (Lehmer 1960) for cells
// that hold one in every state, nothing for cells that hold the position of a value in such a
// permutation, and digits for all others. The structure is inferred from a sample; Rank verifies it
// for every state.
type Index struct {
	layout *Symbols
	size   uint64
	whole  bool // the packed word is the number
	orders []order
	digits []digit
	echoes []echo
}

// Symbols gives the positions of the cells in a packed state.
type Symbols struct {
	words  int
	fields []symbol
}

type symbol struct {
	word  int
	shift uint
	mask  uint64
	span  uint64 // number of values
}

// An order is a set of n cells that hold a permutation of n values.
type order struct {
	cells  []int
	stride uint64 // of its rank
	ranks  uint64 // number of permutations
}

// A digit is a cell that may have any value.
type digit struct {
	cell   int
	stride uint64
}

// An echo is a cell that holds the position of a value in an order.
type echo struct {
	cell, order int
	value       uint64
	shift       uint64 // the cell is the position plus shift
}

const (
	maxOrdered = 16      // maximum number of cells of an order; 16! fits 64 bits
	maxIndexed = 1 << 40 // maximum number of states
)

// Index returns a numbering of the states, inferred from a sample, for graph.Explore. It returns
// nil if no numbering fits or there are too many states.
func (s *Space) Index(sample []uint64) graph.Index {
	sy := &Symbols{words: s.Layout.Words}
	for i, f := range s.Layout.Fields {
		c := s.Problem.Cells[i]
		sy.fields = append(sy.fields, symbol{f.Word, f.Shift, f.Mask, uint64(c.Hi) - uint64(c.Lo) + 1})
	}
	x := &Index{layout: sy}
	taken := make([]bool, len(sy.fields))
	x.findOrders(sample, taken)
	x.findEchoes(sample, taken)
	if !x.number(taken) || !x.Rank(sample, make([]uint64, len(sample)/sy.words)) {
		return nil
	}
	return x
}

func (f symbol) of(state []uint64) uint64 { return state[f.word] >> f.shift & f.mask }

// findOrders searches for runs of n cells with n values each that hold permutations.
func (x *Index) findOrders(sample []uint64, taken []bool) {
	fields := x.layout.fields
	for i := 0; i < len(fields); i++ {
		n := int(min(fields[i].span, maxOrdered+1))
		if n < 3 || n > maxOrdered || i+n > len(fields) {
			continue
		}
		alike := true
		for j := i; j < i+n; j++ {
			alike = alike && int(fields[j].span) == n
		}
		if !alike || !x.permuted(sample, i, n) {
			continue
		}
		o := order{ranks: 1}
		for j := i; j < i+n; j++ {
			o.cells = append(o.cells, j)
			o.ranks *= uint64(j - i + 1)
			taken[j] = true
		}
		x.orders = append(x.orders, o)
		i += n - 1
	}
}

// permuted reports whether the n cells from cell from hold each value once in all states.
func (x *Index) permuted(sample []uint64, from, n int) bool {
	for at := 0; at < len(sample); at += x.layout.words {
		seen := uint64(0)
		for j := from; j < from+n; j++ {
			seen |= 1 << x.layout.fields[j].of(sample[at:])
		}
		if seen != 1<<n-1 {
			return false
		}
	}
	return len(sample) > 0
}

// findEchoes searches for cells that hold the position of a value.
func (x *Index) findEchoes(sample []uint64, taken []bool) {
	for c, f := range x.layout.fields {
		if taken[c] || f.span < 2 {
			continue
		}
		for o := range x.orders {
			if e, ok := x.echo(sample, c, o); ok {
				x.echoes = append(x.echoes, e)
				taken[c] = true
				break
			}
		}
	}
}

func (x *Index) echo(sample []uint64, cell, o int) (echo, bool) {
	fields := x.layout.fields
	for v := range uint64(len(x.orders[o].cells)) {
		e := echo{cell: cell, order: o, value: v}
		e.shift = fields[cell].of(sample) - x.place(sample, o, v)
		same := true
		for at := 0; at < len(sample) && same; at += x.layout.words {
			same = fields[cell].of(sample[at:]) == x.place(sample[at:], o, v)+e.shift
		}
		if same {
			return e, true
		}
	}
	return echo{}, false
}

// place returns the position of a value in an order.
func (x *Index) place(state []uint64, o int, value uint64) uint64 {
	for k, c := range x.orders[o].cells {
		if x.layout.fields[c].of(state) == value {
			return uint64(k)
		}
	}
	return 0
}

// number sets the stride of each part. It reports false if there are too many states.
func (x *Index) number(taken []bool) bool {
	x.size, x.whole = 1, x.layout.words == 1 && len(x.orders) == 0
	grow := func(n uint64) (stride uint64) {
		stride = x.size
		hi, lo := bits.Mul64(x.size, n)
		if x.size = lo; hi != 0 || lo > maxIndexed {
			x.size = maxIndexed + 1
		}
		return stride
	}
	for i := range x.orders {
		x.orders[i].stride = grow(x.orders[i].ranks)
	}
	for c, f := range x.layout.fields {
		if taken[c] || f.span == 1 {
			continue
		}
		x.whole = x.whole && f.mask+1 == f.span && x.size == 1<<f.shift
		x.digits = append(x.digits, digit{c, grow(f.span)})
	}
	return x.size <= maxIndexed
}

// Size returns the number of numbers.
func (x *Index) Size() uint64 { return x.size }

// Rank sets to[i] to the number of the i-th state. It reports false if a state does not fit the
// inferred structure.
func (x *Index) Rank(states, to []uint64) bool {
	if x.whole {
		copy(to, states)
		return true
	}
	w := x.layout.words
	for i := range to {
		state := states[i*w : (i+1)*w]
		n, ok := x.rank(state)
		if !ok {
			return false
		}
		to[i] = n
	}
	return true
}

func (x *Index) rank(state []uint64) (n uint64, ok bool) {
	fields := x.layout.fields
	for _, d := range x.digits {
		n += fields[d.cell].of(state) * d.stride
	}
	for i := range x.orders {
		o := &x.orders[i]
		seen, rank := uint64(0), uint64(0)
		for k, c := range o.cells {
			v := fields[c].of(state)
			below := uint64(bits.OnesCount64(seen & (1<<v - 1)))
			rank = rank*uint64(len(o.cells)-k) + v - below
			seen |= 1 << v
		}
		if seen != 1<<len(o.cells)-1 {
			return 0, false
		}
		n += rank * o.stride
	}
	for i := range x.echoes {
		e := &x.echoes[i]
		at := fields[e.cell].of(state) - e.shift
		cells := x.orders[e.order].cells
		if at >= uint64(len(cells)) || fields[cells[at]].of(state) != e.value {
			return 0, false
		}
	}
	return n, true
}

// Unrank writes the states with the given numbers.
func (x *Index) Unrank(numbers, states []uint64) {
	if x.whole {
		copy(states, numbers)
		return
	}
	w := x.layout.words
	clear(states[:len(numbers)*w])
	for i, n := range numbers {
		x.unrank(n, states[i*w:(i+1)*w])
	}
}

func (x *Index) unrank(n uint64, state []uint64) {
	fields := x.layout.fields
	put := func(cell int, v uint64) { state[fields[cell].word] |= v << fields[cell].shift }
	for _, d := range slices.Backward(x.digits) {
		put(d.cell, n/d.stride)
		n %= d.stride
	}
	for i := len(x.orders) - 1; i >= 0; i-- {
		o := &x.orders[i]
		rank := n / o.stride
		n %= o.stride
		var code [maxOrdered]uint64
		for k := len(o.cells) - 1; k >= 0; k-- {
			base := uint64(len(o.cells) - k)
			code[k], rank = rank%base, rank/base
		}
		left := uint64(0xFEDCBA9876543210) // the remaining values, four bits each
		for k, c := range o.cells {
			s := code[k] * 4
			put(c, left>>s&15)
			left = left&(1<<s-1) | left>>4>>s<<s
		}
	}
	for _, e := range x.echoes {
		put(e.cell, x.place(state, e.order, e.value)+e.shift)
	}
}
