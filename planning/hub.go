package planning

import (
	"context"
	"slices"
)

// A regression works out what is left in each abstract state of a pattern and the hub, from
// the goal backwards: levels of cost, and within a level what costs nothing first.
type regression struct {
	projecting
	hub     int // place of the hub in the pattern; -1: none
	left    []uint8
	still   [][]back   // by the value of the hub after it: the classes that change the hub alone
	by      [][][]back // by place in the pattern, and the value there and of the hub: those that change that place first
	leads   [][]bitset // by place in the pattern, and the value there: the classes that may lead there
	fits    bitset     // those that may lead to the state at hand
	buckets [][]int32
	open    []int32 // states at the same level that differ in the hub only
	sizes   []size  // by place in the pattern
}

// A size is how many values a variable has, and what divides by it where it is multiplied
// with numbers below maxHubStates.
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

// A back is a class of operators, told backwards.
type back struct {
	class   int
	cost    int64
	changed []place // what it gives values
	state   int     // what it takes from the number of the state after it, where it may have begun with one state only
	single  bool
}

// A place is a variable of the pattern in a class.
type place struct {
	i    int
	to   int   // the value after
	from []int // the values that it may have had
}

// table works out the table of a pattern; nil if there are too many kinds of operators or
// ctx ends.
func (h *hubSearch) table(ctx context.Context, p *projector, pattern []int) *hubTable {
	r, values, first := &regression{hub: -1}, 1, 0
	whole := pattern
	if h.hub >= 0 { // in front, so that what differs in it only lies together
		r.hub, first, values = 0, 1, h.s.Task.Variables[h.hub].Size
		whole = slices.Concat([]int{h.hub}, pattern)
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
	t := &hubTable{left: make([]uint8, a.size/values)}
	for k, v := range pattern {
		t.pattern, t.strides = append(t.pattern, int32(v)), append(t.strides, int32(a.strides[first+k]/values))
	}
	for i := range t.left {
		t.left[i] = slices.Min(r.left[i*values : (i+1)*values])
	}
	return t
}

// prepare tells the classes backwards, by where they lead to. The pattern begins at a place.
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
		b := r.told(c)
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
			case r.hub >= 0 && !r.leads[r.hub][x].has(c):
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
	r.left = make([]uint8, r.a.size)
	for i := range r.left {
		r.left[i] = unknownLeft
	}
	r.buckets = make([][]int32, maxLeft+1)
	r.goals(0, 0)
	for level := 0; level <= maxLeft; level++ {
		for k := 0; len(r.buckets[level]) > 0; k++ {
			if k&0xffff == 0xffff && ctx.Err() != nil {
				return false
			}
			b := r.buckets[level]
			x := b[len(b)-1]
			r.buckets[level] = b[:len(b)-1]
			if int(r.left[x]) == level {
				r.back(int(x), int64(level))
			}
		}
		r.buckets[level] = nil
	}
	return true
}

// goals puts the abstract goals into the first bucket, variable by variable.
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

func (r *regression) lower(state int, level int64) {
	level = min(level, maxLeft)
	if level < int64(r.left[state]) {
		r.left[state] = uint8(level)
		r.buckets[level] = append(r.buckets[level], int32(state))
	}
}

// told tells a class backwards.
func (r *regression) told(c int) back {
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

// back lowers what is left in the states before one, and before those that differ from it
// in the hub only and lead to it at no cost.
func (r *regression) back(state int, level int64) {
	rest, at, first, hubs := state, 0, 0, 1
	if r.hub >= 0 {
		first, hubs = 1, r.sizes[0].n
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
			r.each(r.by[i][r.values[i]*hubs+at], base+at, level)
		}
	}
}

// each goes back by classes. What one may begin with, and what it changes, may stand
// together where the class is single.
func (r *regression) each(list []back, state int, level int64) {
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

// before tries, variable by variable, the values that a class may have begun with.
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
