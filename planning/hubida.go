package planning

import (
	"maps"
	"slices"
)

// Where a task has a hub, such as the gap of sliding tiles, and additive pattern databases,
// IDA* needs no states, no hashes and no table: which operators apply is looked up by the hub
// and the value of one more variable, an operator moves the index into one database by a
// constant, and is taken back by the values that it is known to replace. Sequences that do
// what others do are not tried: see past.

// mostHubOperators bounds what is compiled.
const mostHubOperators = 100_000

// A hubSlot has, by the value of a variable, an operator that may apply; -1: none.
type hubSlot struct {
	variable int32
	ops      []int32
}

// A hubOperator is an operator as this search looks at it.
type hubOperator struct {
	delta int32 // of the index into the table that it changes
	cost  int32
	hub   uint16 // the value of the hub after it
	table uint8
	needs bool // more than looking it up has settled
}

// A hubChange is what an operator does besides.
type hubChange struct {
	sets, undos []hubSet
	needs       []hubSet
}

type hubSet struct {
	variable int32
	value    uint16
}

// A hubFrame is a state on the path.
type hubFrame struct {
	slot, end int32 // of all slots those to be tried yet
	past      int32 // the row of its automaton's state, less the number of its first slot
	op        int32 // that led here
	index     int32 // into the table that op changed, before it
	left      int32 // the sum of the tables
	cost      int64
}

// A hubRun is the search of one bound; it can be stopped and taken up again.
type hubRun struct {
	ops     []hubOperator
	changes []hubChange
	byHub   [][]hubSlot
	slots   []hubSlot // all, by the value of the hub
	first   []int32   // by the value of the hub: its first slot; at the end how many there are
	hub     int
	left    []uint8 // of all tables, one after another; at the end what operators change that change none
	index   [maxHubTables + 1]int32
	goal    []Fact
	some    [][]Fact
	past    past

	state  []uint16
	frames []hubFrame
	depth  int
	bound  int64
	next   int64

	expanded, generated int64
}

// newHubRun compiles a task; nil if it does not fit.
func newHubRun(s *Space, a *Additive) *hubRun {
	if a == nil || a.hub < 0 || len(s.ops) > mostHubOperators || len(a.tables) == 0 || s.least < 1 {
		return nil
	}
	r := &hubRun{hub: a.hub, some: s.Task.GoalSome, state: slices.Clone(s.begin), byHub: make([][]hubSlot, s.Task.Variables[a.hub].Size)}
	follows := s.follows()
	if follows[a.hub] || slices.ContainsFunc(r.some, func(list []Fact) bool { return slices.ContainsFunc(list, func(f Fact) bool { return follows[f.Var] }) }) {
		return nil
	}
	for _, f := range s.Task.Goal {
		if !follows[f.Var] {
			r.goal = append(r.goal, f)
		}
	}
	for i := range s.ops {
		if !r.compile(s, a, i, follows) {
			return nil
		}
	}
	for i := range a.tables {
		r.index[i] = int32(len(r.left)) + a.tables[i].index(s.begin)
		r.left = append(r.left, a.tables[i].left...)
	}
	r.index[maxHubTables] = int32(len(r.left))
	r.left = append(r.left, 0)
	for _, slots := range r.byHub {
		r.first = append(r.first, int32(len(r.slots)))
		r.slots = append(r.slots, slots...)
	}
	r.first = append(r.first, int32(len(r.slots)))
	r.past = newPast(s, r)
	r.frames = make([]hubFrame, 1, 64)
	return r
}

// befores are the values that variables are known to have where an operator applies.
func befores(s *Space, i int) map[int]int {
	old := map[int]int{}
	for _, f := range s.Mutexes.implied[i] {
		old[f.Var] = f.Value
	}
	for _, f := range s.Task.Operators[i].Pre {
		old[f.Var] = f.Value
	}
	return old
}

// afters are the values that an operator gives.
func afters(s *Space, i int) map[int]int {
	now := map[int]int{}
	for _, e := range s.Task.Operators[i].Effects {
		now[e.Var] = e.Value
	}
	return now
}

// compile adds an operator; false if it does not fit.
func (r *hubRun) compile(s *Space, a *Additive, i int, follows []bool) bool {
	o := &s.Task.Operators[i]
	old, now := befores(s, i), afters(s, i)
	at, known := old[r.hub]
	if !known || len(o.Some) > 0 || len(s.ops[i].when) > 0 {
		return false
	}
	c := hubOperator{table: maxHubTables, cost: int32(s.ops[i].cost), hub: uint16(at)}
	var ch hubChange
	for _, v := range slices.Sorted(maps.Keys(now)) {
		if v == r.hub {
			c.hub = uint16(now[v])
		}
		if follows[v] {
			continue
		}
		before, known := old[v]
		if !known {
			return false
		}
		ch.sets, ch.undos = append(ch.sets, hubSet{int32(v), uint16(now[v])}), append(ch.undos, hubSet{int32(v), uint16(before)})
	}
	if a.of[i] >= 0 {
		c.table = uint8(a.of[i])
		t := &a.tables[c.table]
		for k, v := range t.pattern {
			if x, changed := now[int(v)]; changed {
				y, known := old[int(v)]
				if !known {
					return false
				}
				c.delta += int32(x-y) * t.strides[k]
			}
		}
	}
	key := Fact{r.hub, at}
	for _, f := range o.Pre {
		_, changed := now[f.Var]
		if follows[f.Var] {
			return false
		}
		if f.Var != r.hub && (key.Var == r.hub || changed) {
			key = f
		}
	}
	for _, f := range o.Pre {
		if f.Var != r.hub && f != key {
			ch.needs = append(ch.needs, hubSet{int32(f.Var), uint16(f.Value)})
		}
	}
	r.slot(s, at, key, int32(i))
	c.needs = len(ch.needs) > 0
	r.ops, r.changes = append(r.ops, c), append(r.changes, ch)
	return true
}

// slot puts an operator where it is looked up.
func (r *hubRun) slot(s *Space, at int, key Fact, op int32) {
	for k := range r.byHub[at] {
		if l := &r.byHub[at][k]; int(l.variable) == key.Var && l.ops[key.Value] < 0 {
			l.ops[key.Value] = op
			return
		}
	}
	l := hubSlot{int32(key.Var), slices.Repeat([]int32{-1}, s.Task.Variables[key.Var].Size)}
	l.ops[key.Value] = op
	r.byHub[at] = append(r.byHub[at], l)
}

// begin begins a round.
func (r *hubRun) begin(bound, left int64) {
	r.bound, r.next, r.depth = bound, Infinite, 0
	at := int(r.state[r.hub])
	r.frames[0] = r.frame(at, int32(at))
	r.frames[0].op, r.frames[0].left = -1, int32(left)
	r.expanded++
}

// frame begins with the slots of a value of the hub.
func (r *hubRun) frame(hub int, past int32) hubFrame {
	return hubFrame{slot: r.first[hub], end: r.first[hub+1], past: past*r.past.width - r.first[hub]}
}

// A standing is how far a search has come.
type standing uint8

const (
	underWay standing = iota
	roundOver
	goalFound
)

// work tries so many slots.
func (r *hubRun) work(tries int) standing {
	f := &r.frames[r.depth]
	for ; tries > 0; tries-- {
		k := f.slot
		if k == f.end {
			if r.depth == 0 {
				return roundOver
			}
			r.leave(f)
			f = &r.frames[r.depth]
			continue
		}
		f.slot++
		past := r.past.next[f.past+k]
		if past < 0 {
			continue
		}
		slot := &r.slots[k]
		op := slot.ops[r.state[slot.variable]]
		if op < 0 {
			continue
		}
		o := &r.ops[op]
		if o.needs && !r.fits(op) {
			continue
		}
		r.generated++
		index := r.index[o.table]
		x := r.left[index+o.delta]
		if x == unknownLeft {
			continue
		}
		left := f.left + int32(x) - int32(r.left[index])
		cost := f.cost + int64(o.cost)
		if sum := cost + int64(left); sum > r.bound {
			r.next = min(r.next, sum)
			continue
		}
		n := r.enter(op)
		*n = r.frame(int(o.hub), past)
		n.op, n.left, n.index, n.cost = op, left, index, cost
		r.index[o.table] = index + o.delta
		f = n
		if left == 0 && r.isGoal() {
			return goalFound
		}
	}
	return underWay
}

func (r *hubRun) fits(op int32) bool {
	for _, n := range r.changes[op].needs {
		if r.state[n.variable] != n.value {
			return false
		}
	}
	return true
}

// enter makes an operator's changes.
func (r *hubRun) enter(op int32) *hubFrame {
	if r.depth++; r.depth == len(r.frames) {
		r.frames = append(r.frames, hubFrame{})
	}
	for _, c := range r.changes[op].sets {
		r.state[c.variable] = c.value
	}
	r.expanded++
	return &r.frames[r.depth]
}

// leave takes them back.
func (r *hubRun) leave(f *hubFrame) {
	for _, c := range r.changes[f.op].undos {
		r.state[c.variable] = c.value
	}
	r.index[r.ops[f.op].table] = f.index
	r.depth--
}

func (r *hubRun) isGoal() bool {
	has := func(f Fact) bool { return int(r.state[f.Var]) == f.Value }
	for _, list := range r.some {
		if !slices.ContainsFunc(list, has) {
			return false
		}
	}
	return !slices.ContainsFunc(r.goal, func(f Fact) bool { return !has(f) })
}

// found is the path and its cost.
func (r *hubRun) found() ([]int, int64) {
	plan := []int{}
	for _, f := range r.frames[1 : r.depth+1] {
		plan = append(plan, int(f.op))
	}
	return plan, r.frames[r.depth].cost
}

// told is what the round has come to.
func (r *hubRun) told() (expanded, generated, next int64) {
	return r.expanded, r.generated, r.next
}
