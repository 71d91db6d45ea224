package jump

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"farbank/constraint/kernel"
	"farbank/constraint/propagate"
)

// Limits of a step.
const (
	triedRows   = 3   // violated rows whose variables are tried
	triedVars   = 8   // variables of each
	triedValues = 32  // values of a variable
	heavier     = 200 // violated rows whose weights grow in a local minimum
	tenure      = 5   // steps for which a variable that was moved keeps its value
	rarely      = 4   // in one of that many local minima the best move is made although it makes things worse

	unheard = 1 << 16 // units of work between two checks of the context
)

// A Search is a search for values that satisfy the constraints of a solver.
type Search struct {
	s      *kernel.Solver
	r      *rand.Rand
	rows   []row
	places []place // by variable
	values []int64
	moved  []int64 // by variable: the step after its last move
	broken []int32 // violated rows
	least  []int64 // the values with the fewest violated rows
	fewest int
	steps  int64
	work   int64
	ready  bool
	trial  []int64 // scratch
}

// New returns a search for the constraints of s, which must be at level 0.
func New(s *kernel.Solver, seed uint64) *Search {
	n := s.Stats().Variables
	b := &builder{s: s, links: make([][]link, n)}
	b.collect()
	j := &Search{s: s, r: rand.New(rand.NewPCG(seed, 3)), fewest: math.MaxInt, work: int64(b.size)}
	if b.full {
		return j
	}
	j.rows, j.places, j.ready = b.rows, b.finish(), true
	j.values, j.moved = make([]int64, n), make([]int64, n)
	for x := range j.values {
		j.values[x] = s.Min(kernel.Var(x))
	}
	return j
}

// Usable reports whether the constraints were few enough to be read.
func (j *Search) Usable() bool { return j.ready }

// Work returns the work done so far: about one unit for each link that was read.
func (j *Search) Work() int64 { return j.work }

// Broken returns the number of violated rows of Values.
func (j *Search) Broken() int { return j.fewest }

// Values returns the best values found, by variable of the solver. Those of literals of equalities follow from their
// variables.
func (j *Search) Values() []int64 {
	list := slices.Clone(j.least)
	for e := range list {
		if x, v, ok := j.s.Represents(kernel.Var(e)); ok && int(x) < len(list) {
			list[e] = 0
			if list[x] == v {
				list[e] = 1
			}
		}
	}
	return list
}

// Start sets the values to those given, within the bounds.
func (j *Search) Start(values []int64) {
	for x := range min(len(values), len(j.values)) {
		v := kernel.Var(x)
		j.values[x] = min(max(values[x], j.s.Min(v)), j.s.Max(v))
	}
}

// Run searches until no row is violated, ctx ends, or effort units of work are done. It reports whether no row is
// violated. The solver must be at level 0.
func (j *Search) Run(ctx context.Context, effort int64) bool {
	if !j.ready {
		return false
	}
	j.recompute()
	j.keep()
	end, check := j.work+effort, j.work
	over := func() bool { // a step may take long, so this is asked within steps
		if j.work >= check {
			check = j.work + unheard
			if ctx.Err() != nil {
				end = j.work
			}
		}
		return j.work >= end
	}
	for len(j.broken) > 0 && !over() {
		j.step(over)
		j.keep()
	}
	return j.fewest == 0
}

// keep saves the values if they violate fewer rows than any before.
func (j *Search) keep() {
	if len(j.broken) < j.fewest {
		j.fewest = len(j.broken)
		j.least = append(j.least[:0], j.values...)
	}
}

// recompute computes the violations of all rows from the values, which it moves within the bounds.
func (j *Search) recompute() {
	for i := range j.rows {
		r := &j.rows[i]
		r.sum, r.off, r.listing = 0, false, -1
		clear(r.values)
	}
	for x := range j.places {
		v, list := kernel.Var(x), j.places[x].links
		j.values[x] = min(max(j.values[x], j.s.Min(v)), j.s.Max(v))
		for k := range list {
			j.put(&list[k], j.values[x], 1)
		}
		j.work += int64(len(list))
	}
	j.broken = j.broken[:0]
	for i := range j.rows {
		j.settle(int32(i))
	}
}

// put adds what a link contributes at the value v, times sign.
func (j *Search) put(l *link, v int64, sign float64) {
	r := &j.rows[l.row]
	if y := sign * l.at(v); l.part >= 0 {
		r.values[l.part] += y
	} else {
		r.sum += y
	}
	if l.onlyIf != nil && sign > 0 {
		r.off = !holds(l.onlyIf, v)
	}
}

// settle computes the violation of a row and lists it.
func (j *Search) settle(i int32) {
	r := &j.rows[i]
	r.broken = r.violation(r.sum, r.off)
	switch {
	case r.broken > 0 && r.listing < 0:
		r.listing = int32(len(j.broken))
		j.broken = append(j.broken, i)
	case r.broken == 0 && r.listing >= 0:
		last := j.broken[len(j.broken)-1]
		j.broken[r.listing], j.rows[last].listing = last, r.listing
		j.broken = j.broken[:len(j.broken)-1]
		r.listing = -1
	}
}

// step makes a move, or changes weights in a local minimum. It does neither if the search is over.
func (j *Search) step(over func() bool) {
	j.steps++
	j.work++
	best, at, to := math.Inf(1), int32(-1), int64(0)
	for range triedRows {
		i := j.broken[j.r.IntN(len(j.broken))]
		r := &j.rows[i]
		for range min(triedVars, len(r.vars)) {
			x := r.vars[j.r.IntN(len(r.vars))]
			if j.moved[x] > j.steps-tenure && j.moved[x] > 0 || j.s.Fixed(kernel.Var(x)) {
				continue
			}
			if over() {
				return
			}
			if gain, v, ok := j.best(x, i); ok && gain < best {
				best, at, to = gain, x, v
			}
		}
	}
	if at >= 0 && best < -1e-9 {
		j.move(at, to)
		return
	}
	for range min(heavier, len(j.broken)) {
		j.rows[j.broken[j.r.IntN(len(j.broken))]].weight++
	}
	if at >= 0 && j.r.IntN(rarely) == 0 {
		j.move(at, to)
	}
}

// move gives a variable a value.
func (j *Search) move(x int32, to int64) {
	p, from := &j.places[x], j.values[x]
	shift := func(l *link) {
		j.put(l, from, -1)
		j.put(l, to, 1)
	}
	for k := range p.links[:p.wide] {
		shift(&p.links[k])
	}
	for k := range p.links[:p.wide] { // a row may have several of these links
		j.settle(p.links[k].row)
	}
	j.nearby(p, from, to, func(l *link) {
		shift(l)
		j.settle(l.row)
	})
	j.values[x] = to
	j.moved[x] = j.steps
	j.work += int64(2 * p.wide)
}

// nearby calls f with the local links that matter at one of two values.
func (j *Search) nearby(p *place, from, to int64, f func(l *link)) {
	for _, k := range p.at[from] {
		f(&p.links[k])
	}
	for _, k := range p.at[to] {
		if l := &p.links[k]; !l.matters(from) {
			f(l)
		}
	}
	j.work += int64(len(p.at[from]) + len(p.at[to]))
}

// best returns the best value of a variable other than its own, and by how much it changes the weighted violations. Row i
// is violated.
func (j *Search) best(x, i int32) (gain float64, to int64, ok bool) {
	gain = math.Inf(1)
	for _, v := range j.candidates(x, i) {
		if v == j.values[x] || !j.s.Has(kernel.Var(x), v) {
			continue
		}
		if g := j.change(x, v); g < gain {
			gain, to, ok = g, v, true
		}
	}
	return gain, to, ok
}

// candidates returns values of a variable at which violations become 0 or start. It picks some at random if there are
// many, but has those of row i.
func (j *Search) candidates(x, i int32) []int64 {
	lo, hi := j.s.Min(kernel.Var(x)), j.s.Max(kernel.Var(x))
	list := j.trial[:0]
	if hi-lo < triedValues {
		for v := lo; v <= hi; v++ {
			list = append(list, v)
		}
		j.trial = list
		return list
	}
	take := func(f float64) {
		if f >= float64(lo) && f <= float64(hi) {
			list = append(list, int64(f))
		}
	}
	links, wide := j.places[x].links, j.places[x].wide
	for _, part := range [2][]link{links[:wide], links[wide:]} {
		at, _ := slices.BinarySearchFunc(part, i, func(l link, i int32) int { return cmp.Compare(l.row, i) })
		for ; at < len(part) && part[at].row == i; at++ {
			j.breakpoints(&part[at], j.values[x], take)
		}
	}
	list = append(list, lo, hi, lo+j.r.Int64N(hi-lo+1))
	for range min(len(links), triedValues) {
		l := &links[j.r.IntN(len(links))]
		j.breakpoints(l, j.values[x], take)
	}
	list = list[:min(len(list), triedValues)]
	slices.Sort(list)
	list = slices.Compact(list)
	j.trial = list
	return list
}

// breakpoints calls take with values at which the violation of a row becomes 0 or starts.
func (j *Search) breakpoints(l *link, v int64, take func(float64)) {
	r := &j.rows[l.row]
	if len(l.is) > 0 {
		k := l.is[j.r.IntN(len(l.is))].value
		take(float64(k))
	}
	if len(l.up) > 0 {
		k := float64(l.up[j.r.IntN(len(l.up))].value)
		take(k)
		take(k - 1)
	}
	if l.onlyIf != nil {
		take(float64(l.onlyIf.Value))
		take(float64(l.onlyIf.Value - 1))
	}
	switch {
	case l.coef == 0:
	case r.relation == propagate.AtMost:
		f := float64(v) + (r.limit-r.sum)/l.coef
		if l.coef > 0 {
			take(math.Floor(f))
		} else {
			take(math.Ceil(f))
		}
	case r.relation == propagate.Unequal:
		take(float64(v + 1))
		take(float64(v - 1))
	case r.relation == propagate.OneOf && l.part == 0:
		take(slices.Max(r.values[1:]) / l.coef)
	case r.relation == propagate.OneOf:
		take(r.values[0] / l.coef)
	case l.part == 0:
		take(r.values[1] * r.values[2])
	default:
		if other := r.values[3-l.part]; other != 0 {
			take(math.Trunc(r.values[0] / other))
		}
	}
}

// change returns how much the weighted violations grow if a variable gets a value.
func (j *Search) change(x int32, to int64) float64 {
	p, from, total := &j.places[x], j.values[x], 0.0
	single := func(l *link) {
		r, off := &j.rows[l.row], j.rows[l.row].off
		if l.onlyIf != nil {
			off = !holds(l.onlyIf, to)
		}
		total += r.weight * (r.violation(r.sum-l.at(from)+l.at(to), off) - r.broken)
	}
	for k := 0; k < p.wide; {
		r, end := &j.rows[p.links[k].row], k+1
		for end < p.wide && p.links[end].row == p.links[k].row {
			end++
		}
		if r.values != nil || end > k+1 {
			total += r.weight * j.tried(p.links[k:end], from, to)
		} else {
			single(&p.links[k])
		}
		k = end
	}
	j.nearby(p, from, to, single)
	j.work += int64(p.wide)
	return total
}

// tried returns the change of the violation of one row, to which the links belong.
func (j *Search) tried(links []link, from, to int64) float64 {
	r := &j.rows[links[0].row]
	sum, off := r.sum, r.off
	for k := range links {
		j.put(&links[k], from, -1)
		j.put(&links[k], to, 1)
	}
	d := r.violation(r.sum, r.off) - r.broken
	for k := range links {
		j.put(&links[k], to, -1)
		j.put(&links[k], from, 1)
	}
	r.sum, r.off = sum, off
	return d
}
