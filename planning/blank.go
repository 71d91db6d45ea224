package planning

import (
	"context"
	"slices"
)

// A regression computes the cost to the goal of all abstract states of a pattern and the blank, by
// Dijkstra's algorithm backwards from the goal. Within a level of cost, operators of cost 0 come first.
type regression struct {
	projecting
	*levels
	blank int        // index of the blank in the pattern, or -1
	still [][]back   // by value of the blank after the operator: the classes that change only the blank
	by    [][][]back // by index in the pattern, and the values there and of the blank: the classes whose first change is there
	leads [][]bitset // by index in the pattern, and the value there: the classes that may lead there
	fits  bitset     // the classes that may lead to the current state
	open  []int32    // states of the same level that differ only in the blank
	sizes []size     // by index in the pattern
}

// A size is the number of values of a variable, with a multiplicative inverse to divide numbers below
// maxBlankStates by it.
type size struct {
	n       int
	inverse uint64
}

const inverseBits = 40

func newSize(n int) size { return size{n, (1<<inverseBits + uint64(n) - 1) / uint64(n)} }

func (s size) split(x int) (rest, value int) {
	rest = int(uint64(x) * s.inverse >> inverseBits)
	return rest, x - rest*s.n
}

// A back is a class of operators, to be applied backwards.
type back struct {
	class   int
	cost    int64
	changed []place // the variables that it sets
	state   int     // the difference of the state numbers before and after it, if the state before is unique
	single  bool
}

// A place is a variable of the pattern that a class sets.
type place struct {
	i    int
	to   int   // the value after it
	from []int // the possible values before
}

// table computes the table of a pattern. It returns nil if ctx ends.
func (h *blankSearch) table(ctx context.Context, p *projector, pattern []int) *blankTable {
	r, values, first := &regression{blank: -1}, 1, 0
	whole := pattern
	if h.blank >= 0 { // first, so that states that differ only in the blank are adjacent
		r.blank, first, values = 0, 1, h.s.Task.Variables[h.blank].Size
		whole = slices.Concat([]int{h.blank}, pattern)
	}
	a := &projection{pattern: whole, abstraction: abstraction{size: 1}}
	for _, v := range whole {
		n := h.s.Task.Variables[v].Size
		a.strides, r.sizes = append(a.strides, a.size), append(r.sizes, newSize(n))
		a.size *= n
	}
	r.projecting = projecting{projector: p, a: a, values: make([]int, len(whole))}
	r.classify()
	r.prepare(values, first)
	if !r.run(ctx) {
		return nil
	}
	t := &blankTable{left: make([]uint8, a.size/values)}
	for k, v := range pattern {
		t.pattern, t.strides = append(t.pattern, int32(v)), append(t.strides, int32(a.strides[first+k]/values))
	}
	for i := range t.left {
		t.left[i] = slices.Min(r.left[i*values : (i+1)*values])
	}
	return t
}

// prepare indexes the classes by the states they lead to. The blank, if any, is at index 0; the pattern
// starts at index first.
func (r *regression) prepare(values, first int) {
	r.still, r.by = make([][]back, values), make([][][]back, len(r.sizes))
	r.leads, r.fits = make([][]bitset, len(r.sizes)), newBitset(len(r.kinds))
	for i, s := range r.sizes {
		r.by[i], r.leads[i] = make([][]back, values*s.n), make([]bitset, s.n)
		for x := range r.leads[i] {
			r.leads[i][x] = newBitset(len(r.kinds))
		}
	}
	for c := range r.kinds {
		k := &r.kinds[c]
		b := r.backward(c)
		at := first + slices.IndexFunc(k.to[first:], func(x int) bool { return x >= 0 })
		if at >= first {
			b.cost = Infinite
			for _, o := range r.a.classes[c] {
				b.cost = min(b.cost, r.space.ops[o].cost)
			}
		}
		for i, list := range r.leads {
			for x := range list {
				if k.to[i] == x || k.to[i] < 0 && k.stays[i][x] {
					list[x].add(c)
				}
			}
		}
		for x := range values {
			switch {
			case r.blank >= 0 && !r.leads[r.blank][x].has(c):
			case at < first:
				r.still[x] = append(r.still[x], b)
			default:
				n := k.to[at]*values + x
				r.by[at][n] = append(r.by[at][n], b)
			}
		}
	}
}

func (r *regression) run(ctx context.Context) bool {
	r.levels = newLevels(r.a.size)
	r.goals(0, 0)
	return r.each(ctx, r.back)
}

// goals adds the abstract goal states to the first bucket, by recursion over the variables.
func (r *regression) goals(i, state int) {
	if i == len(r.values) {
		if r.possible(state) {
			r.lower(state, 0)
		}
		return
	}
	v := r.a.pattern[i]
	for x := range r.space.Task.Variables[v].Size {
		if r.goal.has(r.space.offset[v] + x) {
			r.goals(i+1, state+x*r.a.strides[i])
		}
	}
}

// backward returns a class for backward application.
func (r *regression) backward(c int) back {
	b := back{class: c, single: true}
	k := &r.kinds[c]
	for i := range r.a.pattern {
		if k.to[i] < 0 {
			continue
		}
		p := place{i: i, to: k.to[i]}
		for x, ok := range k.allowed[i] {
			if ok {
				p.from = append(p.from, x)
			}
		}
		b.single = b.single && len(p.from) == 1
		if b.single {
			b.state += (p.from[0] - p.to) * r.a.strides[i]
		}
		b.changed = append(b.changed, p)
	}
	return b
}

// back lowers the costs of the predecessors of a state, and of the states that reach it at cost 0 by moving
// only the blank.
func (r *regression) back(state int, level int64) {
	rest, at, first, blanks := state, 0, 0, 1
	if r.blank >= 0 {
		first, blanks = 1, r.sizes[0].n
		rest, at = r.sizes[0].split(rest)
	}
	for i := first; i < len(r.sizes); i++ {
		rest, r.values[i] = r.sizes[i].split(rest)
		if i == first {
			copy(r.fits, r.leads[i][r.values[i]])
		} else {
			r.fits.meet(r.leads[i][r.values[i]])
		}
	}
	base := state - at
	r.open = append(r.open[:0], int32(at))
	for len(r.open) > 0 {
		at = int(r.open[len(r.open)-1])
		r.open = r.open[:len(r.open)-1]
		list := r.still[at]
		for k := range list {
			b := &list[k]
			switch before := base + at + b.state; {
			case !r.fits.has(b.class):
			case !b.single:
				r.before(b.changed, base+at, level)
			case level < int64(r.left[before]):
				r.left[before] = uint8(level)
				r.open = append(r.open, int32(before-base))
			}
		}
		for i := first; i < len(r.sizes); i++ {
			r.undo(r.by[i][r.values[i]*blanks+at], base+at, level)
		}
	}
}

// undo applies classes backwards. If the state before is unique, it is not checked for mutexes: its values
// are compatible with those that the class keeps.
func (r *regression) undo(list []back, state int, level int64) {
	for k := range list {
		b := &list[k]
		switch before, to := state+b.state, min(level+b.cost, maxLeft); {
		case !r.fits.has(b.class):
		case !b.single:
			r.before(b.changed, state, level+b.cost)
		case to < int64(r.left[before]):
			r.lower(before, to)
		}
	}
}

// before lowers the costs of all possible states before a class, by recursion over the variables.
func (r *regression) before(changed []place, state int, level int64) {
	if len(changed) == 0 {
		r.meet(state, level)
		return
	}
	p := &changed[0]
	for _, x := range p.from {
		r.before(changed[1:], state+(x-p.to)*r.a.strides[p.i], level)
	}
}

func (r *regression) meet(state int, level int64) {
	if level = min(level, maxLeft); level < int64(r.left[state]) && (r.left[state] != unknownLeft || r.possible(state)) {
		r.lower(state, level)
	}
}
