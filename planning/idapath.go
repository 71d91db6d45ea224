package planning

// A pathRun is a round of IDA* for any task and heuristic: it keeps the states on the path and a
// transposition table.
type pathRun struct {
	space   *Space
	h       Heuristic
	parts   *Additive // h if it is additive, or nil
	memory  int64     // limit in bytes, or 0
	table   []failed
	path    []pathNode
	depth   int
	bound   int64
	counted roundCounts
}

// A failed is an entry of the transposition table: no goal is reachable from the state within the budget. A
// newer entry replaces an older one.
type failed struct {
	hash   uint64
	budget int64
}

const (
	fewFailed = 1 << 8
	maxFailed = 1 << 22 // maximum number of entries
)

// A pathNode is a state on the path and the operators not tried yet.
type pathNode struct {
	state  State
	packed []uint64
	hash   uint64
	cost   int64
	parts  []int32 // values of the tables of an additive heuristic
	ops    []int32
	op     int32 // operator that led here
}

func newPathRun(s *Space, h Heuristic, memory int64) *pathRun {
	r := &pathRun{space: s, h: h, memory: memory, table: make([]failed, fewFailed)}
	r.parts, _ = h.(*Additive)
	start := r.pathNode(0)
	copy(start.state, s.begin)
	s.pack(start.state, start.packed)
	start.op, start.hash = -1, hash(start.packed)
	if r.parts != nil {
		r.parts.fill(start.state, start.parts)
	}
	return r
}

// pathNode returns the node at a depth.
func (d *pathRun) pathNode(i int) *pathNode {
	if i == len(d.path) {
		r := pathNode{state: make(State, len(d.space.fields)), packed: make([]uint64, d.space.words)}
		if d.parts != nil {
			r.parts = make([]int32, len(d.parts.tables))
		}
		d.path = append(d.path, r)
	}
	return &d.path[i]
}

// begin starts a round.
func (d *pathRun) begin(bound, _ int64) {
	d.bound, d.counted.next, d.depth = bound, Infinite, 0
	d.grow()
	r := d.pathNode(0)
	r.ops = d.space.applicable(r.state, r.ops[:0])
	d.counted.expanded++
}

// work tries at most the given number of operators.
func (d *pathRun) work(tries int) standing {
	for ; tries > 0; tries-- {
		if d.step() {
			return goalFound
		}
		if d.depth < 0 {
			return roundOver
		}
	}
	d.grow()
	return underWay
}

// found returns the plan on the path and its cost.
func (d *pathRun) found() ([]int, int64) {
	plan := []int{}
	for _, x := range d.path[1 : d.depth+1] {
		plan = append(plan, int(x.op))
	}
	return plan, d.path[d.depth].cost
}

func (d *pathRun) counts() roundCounts { return d.counted }

// grow enlarges the table with the number of expanded states.
func (d *pathRun) grow() {
	n := len(d.table)
	for n < maxFailed && int64(n) < d.counted.expanded && (d.memory == 0 || int64(n)*32 <= d.memory) {
		n *= 2
	}
	if n > len(d.table) {
		old := d.table
		d.table = make([]failed, n)
		for _, f := range old {
			d.table[f.hash&uint64(n-1)] = f
		}
		d.counted.memory = int64(n) * 16
	}
}

// step tries the next operator of the last state on the path, or leaves that state. It reports whether it
// reached a goal.
func (d *pathRun) step() bool {
	d.pathNode(d.depth + 1)
	r, n := &d.path[d.depth], &d.path[d.depth+1]
	if len(r.ops) == 0 {
		d.leave(r)
		return false
	}
	op := r.ops[len(r.ops)-1]
	r.ops = r.ops[:len(r.ops)-1]
	d.space.apply(int(op), r.state, n.state, r.packed, n.packed)
	d.counted.generated++
	n.cost, n.op = r.cost+d.space.ops[op].cost, op
	if d.depth > 0 && equal(n.packed, d.path[d.depth-1].packed) {
		return false
	}
	left := d.estimate(r, n, op)
	if left == Infinite {
		return false
	}
	if f := n.cost + left; f > d.bound {
		d.counted.next = min(d.counted.next, f)
		return false
	}
	if d.space.isGoal(n.state) {
		d.depth++
		return true
	}
	n.hash = 0
	if d.space.least > 0 && d.bound-n.cost-left < 1 { // without slack the subtree is small and needs no table, unless operators cost 0
		d.enter(r, n)
		return false
	}
	n.hash = hash(n.packed)
	if e := d.table[n.hash&uint64(len(d.table)-1)]; e.hash == n.hash && e.budget >= d.bound-n.cost {
		return false
	}
	d.enter(r, n)
	return false
}

// enter extends the path by a state, unless it is on the path already.
func (d *pathRun) enter(r, n *pathNode) {
	if n.cost == r.cost { // only a cycle of cost 0 can be followed forever within the bound
		for i := range d.path[:d.depth+1] {
			if equal(d.path[i].packed, n.packed) {
				return
			}
		}
	}
	d.counted.expanded++
	n.ops = d.space.applicable(n.state, n.ops[:0])
	d.depth++
	d.note(n)
}

// note records that no goal is reachable from a state within the bound, already when it is entered. The
// record prunes cycles back to the state; these lead to no plan that the state itself does not lead to. If
// the state does lead to a goal, the search ends.
func (d *pathRun) note(r *pathNode) {
	if r.hash != 0 {
		d.table[r.hash&uint64(len(d.table)-1)] = failed{r.hash, d.bound - r.cost}
	}
}

// leave removes the last state from the path. It records the failure again, since the entry may have been
// replaced.
func (d *pathRun) leave(r *pathNode) {
	d.note(r)
	d.depth--
}

// estimate returns the estimate of a state. An additive heuristic looks up only the table that changes.
func (d *pathRun) estimate(r, n *pathNode, op int32) int64 {
	d.counted.evaluated++
	if d.parts == nil {
		return d.h.Estimate(n.state)
	}
	return d.parts.change(n.state, r.parts, n.parts, op)
}
