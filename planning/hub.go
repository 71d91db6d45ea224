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
	by      [][]back // by the value of the hub after it: the classes
	buckets [][]int32
	sizes   []int // by place in the pattern
}

// A back is a class of operators, told backwards.
type back struct {
	cost    int64
	changed []place // what it gives values
	kept    []place
	state   int // what it takes from the number of the state after it, where it may have begun with one state only
	single  bool
}

// A place is a variable of the pattern in a class.
type place struct {
	i    int
	to   int    // the value after
	from []int  // the values that it may have had
	ok   []bool // the values that it may keep
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
	a := &projection{pattern: whole, size: 1}
	for _, v := range whole {
		n := h.s.Task.Variables[v].Size
		a.strides, r.sizes = append(a.strides, a.size), append(r.sizes, n)
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

// prepare tells the classes backwards, by the values of the hub. The pattern begins at a
// place.
func (r *regression) prepare(values, first int) {
	r.by = make([][]back, values)
	for c := range r.kinds {
		k := &r.kinds[c]
		b := r.told(k)
		if slices.ContainsFunc(k.to[first:], func(x int) bool { return x >= 0 }) {
			b.cost = Infinite
			for _, o := range r.a.classes[c] {
				b.cost = min(b.cost, r.space.ops[o].cost)
			}
		}
		for x := range values {
			if r.hub < 0 || k.to[r.hub] == x || k.to[r.hub] < 0 && k.stays[r.hub][x] {
				r.by[x] = append(r.by[x], b)
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
func (r *regression) told(k *kind) back {
	b := back{single: true}
	for i := range r.a.pattern {
		if k.to[i] < 0 {
			if slices.Contains(k.stays[i], false) {
				b.kept = append(b.kept, place{i: i, ok: k.stays[i]})
			}
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

// back lowers what is left in the states before one.
func (r *regression) back(state int, level int64) {
	rest := state
	for i, n := range r.sizes {
		r.values[i] = rest % n
		rest /= n
	}
	at := 0
	if r.hub >= 0 {
		at = r.values[r.hub]
	}
	list := r.by[at]
	for k := range list {
		if b := &list[k]; b.fits(r.values) {
			if b.single {
				r.meet(state+b.state, level+b.cost)
			} else {
				r.before(b.changed, state, level+b.cost)
			}
		}
	}
}

// fits reports whether a class may lead to a state.
func (b *back) fits(values []int) bool {
	for i := range b.changed {
		if p := &b.changed[i]; values[p.i] != p.to {
			return false
		}
	}
	for i := range b.kept {
		if p := &b.kept[i]; !p.ok[values[p.i]] {
			return false
		}
	}
	return true
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
