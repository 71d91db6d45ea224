package planning

import (
	"maps"
	"slices"
)

// For a task with a blank, such as sliding tiles, and additive pattern databases, IDA* needs no packed
// states, no hashing and no transposition table. Applicable operators are looked up by the blank and the
// value of one more variable. An operator changes the index into one table by a constant, and is undone by
// restoring the values it replaced. A pruneTable avoids redundant sequences.

// maxBlankOperators is the maximum number of operators that are compiled.
const maxBlankOperators = 100_000

// A blankSlot holds, by value of a variable, the operator that may apply, or -1.
type blankSlot struct {
	variable int32
	ops      []int32
}

// A blankOperator holds the part of an operator that the inner loop reads.
type blankOperator struct {
	delta int32 // change of the index into its table
	cost  int32
	blank uint16 // value of the blank after it
	table uint8
	needs bool // it has more preconditions than the lookup tests
}

// A blankChange holds the rest of an operator.
type blankChange struct {
	sets, undos []blankSet
	needs       []blankSet
}

type blankSet struct {
	variable int32
	value    uint16
}

// A blankFrame is a state on the path.
type blankFrame struct {
	slot, end int32 // range of slots still to be tried
	prune     int32 // offset of the row of the automaton's state, minus the number of its first slot
	op        int32 // operator that led here
	index     int32 // index into the table that op changed, before op
	left      int32 // sum of the tables
	cost      int64
}

// A blankRun is a round of IDA*, which runs in time slices.
type blankRun struct {
	ops     []blankOperator
	changes []blankChange
	byBlank [][]blankSlot
	slots   []blankSlot // all slots, by value of the blank
	first   []int32     // by value of the blank: its first slot; then the number of slots
	blank   int
	left    []uint8 // all tables, concatenated; then a 0 for operators that change no table
	index   [maxBlankTables + 1]int32
	goal    []Fact
	some    [][]Fact
	prune   pruneTable

	state  []uint16
	frames []blankFrame
	depth  int
	bound  int64
	next   int64

	expanded, generated int64
}

// newBlankRun compiles a task. It returns nil if the task does not fit.
func newBlankRun(s *Space, a *Additive) *blankRun {
	if a == nil || a.blank < 0 || len(s.ops) > maxBlankOperators || len(a.tables) == 0 || s.least < 1 {
		return nil
	}
	r := &blankRun{blank: a.blank, some: s.Task.GoalSome, state: slices.Clone(s.begin), byBlank: make([][]blankSlot, s.Task.Variables[a.blank].Size)}
	follows := s.follows()
	if follows[a.blank] || slices.ContainsFunc(r.some, func(list []Fact) bool { return slices.ContainsFunc(list, func(f Fact) bool { return follows[f.Var] }) }) {
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
	r.index[maxBlankTables] = int32(len(r.left))
	r.left = append(r.left, 0)
	for _, slots := range r.byBlank {
		r.first = append(r.first, int32(len(r.slots)))
		r.slots = append(r.slots, slots...)
	}
	r.first = append(r.first, int32(len(r.slots)))
	r.prune = newPruneTable(s, r)
	r.frames = make([]blankFrame, 1, 64)
	return r
}

// befores returns the known values of variables in states in which an operator applies.
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

// afters returns the values that an operator sets.
func afters(s *Space, i int) map[int]int {
	now := map[int]int{}
	for _, e := range s.Task.Operators[i].Effects {
		now[e.Var] = e.Value
	}
	return now
}

// compile adds an operator. It returns false if the operator does not fit.
func (r *blankRun) compile(s *Space, a *Additive, i int, follows []bool) bool {
	o := &s.Task.Operators[i]
	old, now := befores(s, i), afters(s, i)
	at, known := old[r.blank]
	if !known || len(o.Some) > 0 || len(s.ops[i].when) > 0 {
		return false
	}
	c := blankOperator{table: maxBlankTables, cost: int32(s.ops[i].cost), blank: uint16(at)}
	var ch blankChange
	for _, v := range slices.Sorted(maps.Keys(now)) {
		if v == r.blank {
			c.blank = uint16(now[v])
		}
		if follows[v] {
			continue
		}
		before, known := old[v]
		if !known {
			return false
		}
		ch.sets, ch.undos = append(ch.sets, blankSet{int32(v), uint16(now[v])}), append(ch.undos, blankSet{int32(v), uint16(before)})
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
	key := Fact{r.blank, at}
	for _, f := range o.Pre {
		_, changed := now[f.Var]
		if follows[f.Var] {
			return false
		}
		if f.Var != r.blank && (key.Var == r.blank || changed) {
			key = f
		}
	}
	for _, f := range o.Pre {
		if f.Var != r.blank && f != key {
			ch.needs = append(ch.needs, blankSet{int32(f.Var), uint16(f.Value)})
		}
	}
	r.slot(s, at, key, int32(i))
	c.needs = len(ch.needs) > 0
	r.ops, r.changes = append(r.ops, c), append(r.changes, ch)
	return true
}

// slot adds an operator to the lookup.
func (r *blankRun) slot(s *Space, at int, key Fact, op int32) {
	for k := range r.byBlank[at] {
		if l := &r.byBlank[at][k]; int(l.variable) == key.Var && l.ops[key.Value] < 0 {
			l.ops[key.Value] = op
			return
		}
	}
	l := blankSlot{int32(key.Var), slices.Repeat([]int32{-1}, s.Task.Variables[key.Var].Size)}
	l.ops[key.Value] = op
	r.byBlank[at] = append(r.byBlank[at], l)
}

// begin starts a round.
func (r *blankRun) begin(bound, left int64) {
	r.bound, r.next, r.depth = bound, Infinite, 0
	at := int(r.state[r.blank])
	r.frames[0] = r.frame(at, int32(at))
	r.frames[0].op, r.frames[0].left = -1, int32(left)
	r.expanded++
}

// frame returns a frame with the slots of a value of the blank.
func (r *blankRun) frame(blank int, row int32) blankFrame {
	return blankFrame{slot: r.first[blank], end: r.first[blank+1], prune: row*r.prune.width - r.first[blank]}
}

// work tries at most the given number of slots.
func (r *blankRun) work(tries int) standing {
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
		row := r.prune.next[f.prune+k]
		if row < 0 {
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
		*n = r.frame(int(o.blank), row)
		n.op, n.left, n.index, n.cost = op, left, index, cost
		r.index[o.table] = index + o.delta
		f = n
		if left == 0 && r.isGoal() {
			return goalFound
		}
	}
	return underWay
}

func (r *blankRun) fits(op int32) bool {
	for _, n := range r.changes[op].needs {
		if r.state[n.variable] != n.value {
			return false
		}
	}
	return true
}

// enter applies an operator.
func (r *blankRun) enter(op int32) *blankFrame {
	if r.depth++; r.depth == len(r.frames) {
		r.frames = append(r.frames, blankFrame{})
	}
	for _, c := range r.changes[op].sets {
		r.state[c.variable] = c.value
	}
	r.expanded++
	return &r.frames[r.depth]
}

// leave undoes the last operator.
func (r *blankRun) leave(f *blankFrame) {
	for _, c := range r.changes[f.op].undos {
		r.state[c.variable] = c.value
	}
	r.index[r.ops[f.op].table] = f.index
	r.depth--
}

func (r *blankRun) isGoal() bool {
	has := func(f Fact) bool { return int(r.state[f.Var]) == f.Value }
	for _, list := range r.some {
		if !slices.ContainsFunc(list, has) {
			return false
		}
	}
	return !slices.ContainsFunc(r.goal, func(f Fact) bool { return !has(f) })
}

// found returns the plan on the path and its cost.
func (r *blankRun) found() ([]int, int64) {
	plan := []int{}
	for _, f := range r.frames[1 : r.depth+1] {
		plan = append(plan, int(f.op))
	}
	return plan, r.frames[r.depth].cost
}

// counts returns the work of all rounds; each operator that is generated is evaluated.
func (r *blankRun) counts() roundCounts {
	return roundCounts{expanded: r.expanded, generated: r.generated, evaluated: r.generated, next: r.next}
}
