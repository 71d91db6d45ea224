package planning

// IDA* on permutation puzzles: every operator applies everywhere, a state is a list of token states, and
// redundant pairs of operators are known in advance.

// maxFollowing is the maximum work of finding redundant pairs.
const maxFollowing = 1 << 23

// A permutationFrame is a state on the path.
type permutationFrame struct {
	next int // the operator to try next
	op   int // operator that led here, or -1
	cost int64
}

// A permutationRun is a round of IDA*, which runs in time slices.
type permutationRun struct {
	t       *permutation
	tables  []permutationTable
	steps   [][][]int32  // by table
	codes   [][][]uint16 // by table, for wide ones
	widths  []int32      // by table
	near    *neighbours
	dual    *dual    // may be nil
	useless [][]bool // see permutation
	orbit   []*orbit // by token

	frames  []permutationFrame
	states  [][]uint16 // by depth
	duals   [][]uint16 // by depth
	depth   int
	bound   int64
	beyond  int64
	lookups []int // tables to look up; those after the last one are for the dual
	first   int   // index in lookups of the table that last pruned a state

	expanded, generated int64
}

// newPermutationRun prepares a search.
func newPermutationRun(h *Permutation) *permutationRun {
	r := &permutationRun{t: h.t, tables: h.tables, near: h.near, useless: h.t.useless()}
	r.steps, r.codes = make([][][]int32, len(h.tables)), make([][][]uint16, len(h.tables))
	for i := range h.tables {
		if h.tables[i].wide != nil {
			r.codes[i] = h.t.codes(&h.tables[i])
		} else {
			r.steps[i] = h.t.steps(&h.tables[i], false)
		}
		r.widths = append(r.widths, h.tables[i].width(h.t))
		r.lookups = append(r.lookups, i)
	}
	if len(h.tables) > 0 {
		r.dual = newDual(h.t, h.tables)
	}
	for i := range h.tables {
		// a table of all tokens of an orbit has the same value for the dual
		if whole := len(h.tables[i].tokens) == len(h.t.tokensOf(h.t.tokens[h.tables[i].tokens[0]].orbit)); r.dual != nil && !whole {
			r.lookups = append(r.lookups, len(h.tables)+i)
		}
	}
	for i := range h.t.tokens {
		r.orbit = append(r.orbit, &h.t.orbits[h.t.tokens[i].orbit])
	}
	return r
}

// findUseless finds pairs of operators with the effect of another sequence of no higher cost: the empty
// one, a single operator, or another pair that comes before it. The first of the cheapest and shortest
// plans contains no such pair. It returns nil if this would take too long.
func (t *permutation) findUseless() [][]bool {
	n, width := len(t.s.ops), t.width()
	if t.s.pairs(width) > maxFollowing {
		return nil
	}
	known := map[string]int64{}
	key := make([]byte, 2*width)
	does := func(list ...int) string {
		k := 0
		for i := range t.orbits {
			o := &t.orbits[i]
			for x := range o.states() {
				y := uint16(x)
				for _, op := range list {
					y = o.after[op][y]
				}
				key[k], key[k+1] = byte(y), byte(y>>8)
				k += 2
			}
		}
		return string(key)
	}
	// learn reports whether the effect of a sequence was known at no higher cost.
	learn := func(cost int64, list ...int) bool {
		what := does(list...)
		was, before := known[what]
		if before && was <= cost {
			return true
		}
		known[what] = cost
		return false
	}
	learn(0)
	single := make([]bool, n)
	for a := range n {
		single[a] = learn(t.s.ops[a].cost, a)
	}
	rows := make([][]bool, n)
	for a := range rows {
		rows[a] = make([]bool, n)
		for b := range rows[a] {
			rows[a][b] = single[b] || learn(t.s.ops[a].cost+t.s.ops[b].cost, a, b)
		}
	}
	return rows
}

// begin starts a round.
func (r *permutationRun) begin(bound, _ int64) {
	r.bound, r.beyond, r.depth = bound, Infinite, 0
	if len(r.states) == 0 {
		r.grow()
		r.grow()
		r.t.read(r.t.s.begin, r.states[0])
		if r.dual != nil {
			r.dual.invert(r.states[0], r.duals[0])
		}
	}
	r.frames[0] = permutationFrame{op: -1}
	r.expanded++
}

// grow makes room for a longer path; there is always one state more than on the path.
func (r *permutationRun) grow() {
	r.states = append(r.states, make([]uint16, len(r.orbit)))
	r.frames = append(r.frames, permutationFrame{})
	if r.dual != nil {
		r.duals = append(r.duals, make([]uint16, r.dual.offset[len(r.dual.offset)-1]))
	}
}

// work tries at most the given number of operators.
func (r *permutationRun) work(tries int) standing {
	f := &r.frames[r.depth]
	for ; tries > 0; tries-- {
		if f.next == len(r.t.s.ops) {
			if r.depth == 0 {
				return roundOver
			}
			r.depth--
			f = &r.frames[r.depth]
			continue
		}
		op := f.next
		f.next++
		if r.useless != nil && f.op >= 0 && r.useless[f.op][op] {
			continue
		}
		r.generated++
		cost := f.cost + r.t.s.ops[op].cost
		if !r.within(op, cost) {
			continue
		}
		if !r.enter(op, cost) {
			continue
		}
		f = &r.frames[r.depth]
		if r.isGoal() {
			return goalFound
		}
	}
	return underWay
}

// within reports whether no table prunes an operator.
func (r *permutationRun) within(op int, cost int64) bool {
	states, budget := r.states[r.depth], r.bound-cost
	if budget < 0 {
		r.beyond = min(r.beyond, cost)
		return false
	}
	k := r.first
	for range r.lookups {
		x := r.look(r.lookups[k], op, states)
		if x == unknownLeft {
			return false
		}
		if left := int64(x) * r.t.unit; left > budget {
			r.beyond, r.first = min(r.beyond, cost+left), k
			return false
		}
		if k++; k == len(r.lookups) {
			k = 0
		}
	}
	return true
}

// look returns the value of a table, or of its dual, for the state after an operator.
func (r *permutationRun) look(k, op int, states []uint16) uint8 {
	index := int32(0)
	if k < len(r.tables) {
		t, from, width := &r.tables[k], int32(0), r.widths[k]
		if w := t.wide; w != nil {
			row, number := r.codes[k][op], w.ranker()
			for _, i := range t.tokens {
				number.add(row[from+int32(states[i])], w.inner)
				from += width
			}
			return w.at(w.number(&number))
		}
		row := r.steps[k][op]
		for _, i := range t.tokens {
			index += row[from+int32(states[i])]
			from += width
		}
		return t.left[index]
	}
	k -= len(r.tables)
	t, inverse := &r.tables[k], r.duals[r.depth]
	if w := t.wide; w != nil {
		number := w.ranker()
		for _, at := range r.dual.places[k][op] {
			number.add(w.code[inverse[at]], w.inner)
		}
		return w.at(w.number(&number))
	}
	for j, at := range r.dual.places[k][op] {
		index += int32(inverse[at]) * t.strides[j]
	}
	return t.left[index]
}

// enter extends the path by the state after an operator, unless the neighbours prune it.
func (r *permutationRun) enter(op int, cost int64) bool {
	from, to := r.states[r.depth], r.states[r.depth+1]
	for i, o := range r.orbit {
		to[i] = o.after[op][from[i]]
	}
	if r.near != nil {
		if sum := cost + r.near.left(to); sum > r.bound {
			r.beyond = min(r.beyond, sum)
			return false
		}
	}
	if r.depth++; r.depth+1 == len(r.frames) {
		r.grow()
	}
	if r.dual != nil {
		r.dual.invert(to, r.duals[r.depth])
	}
	r.frames[r.depth] = permutationFrame{op: op, cost: cost}
	r.expanded++
	return true
}

func (r *permutationRun) isGoal() bool {
next:
	for i, x := range r.states[r.depth] {
		for _, y := range r.t.tokens[i].goal {
			if x == y {
				continue next
			}
		}
		return false
	}
	return true
}

// found returns the plan on the path and its cost.
func (r *permutationRun) found() ([]int, int64) {
	plan := []int{}
	for _, f := range r.frames[1 : r.depth+1] {
		plan = append(plan, f.op)
	}
	return plan, r.frames[r.depth].cost
}

// counts returns the work of all rounds; each operator that is generated is evaluated.
func (r *permutationRun) counts() roundCounts {
	return roundCounts{expanded: r.expanded, generated: r.generated, evaluated: r.generated, next: r.beyond}
}
