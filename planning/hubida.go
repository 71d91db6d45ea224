package planning

import (
	"fmt"
	"slices"
)

// Where a task has a hub, such as the gap of sliding tiles, and additive pattern databases,
// IDA* needs no states, no hashes and no table: which operators apply is looked up by the hub
// and the value of one more variable, an operator moves the index into one database by a
// constant, and is taken back by the values that it replaced. What takes back the operator
// before is not tried (Taylor and Korf 1993).

// Bounds of what is compiled.
const (
	mostHubOperators = 100_000
	mostHubSets      = 6 // variables that an operator changes
)

// A hubSlot has, by the value of a variable, an operator that may apply; -1: none.
type hubSlot struct {
	variable int32
	ops      []int32
}

// A hubOperator is an operator as this search runs it.
type hubOperator struct {
	table   int32 // whose pattern it changes; -1: none
	delta   int32 // of the index into it
	back    int32 // the operator that takes it back; -1: none
	cost    int64
	hub     uint16 // the value of the hub after it
	sets    []hubSet
	needs   []hubSet // what looking it up has not settled
	follows bool     // needs is not empty
}

type hubSet struct {
	variable int32
	value    uint16
}

// A hubFrame is a state on the path.
type hubFrame struct {
	slots []hubSlot // of operators not tried yet
	op    int32     // that led here
	index int32     // into the table that op changed, before it
	left  int32     // the sum of the tables
	cost  int64
	saved [mostHubSets]uint16
}

// A hubRun is the search of one bound; it can be stopped and taken up again.
type hubRun struct {
	ops    []hubOperator
	byHub  [][]hubSlot
	hub    int
	tables []hubTable
	goal   []Fact
	some   [][]Fact

	state  []uint16
	index  []int32
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
	r := &hubRun{hub: a.hub, tables: a.tables, some: s.Task.GoalSome, state: slices.Clone(s.begin), byHub: make([][]hubSlot, s.Task.Variables[a.hub].Size)}
	follows := make([]bool, len(s.fields)) // variables of second views: they follow from others
	for _, i := range s.inverse {
		for _, v := range i.Inverse {
			if v >= 0 {
				follows[v] = true
			}
		}
	}
	if follows[a.hub] || slices.ContainsFunc(r.some, func(list []Fact) bool { return slices.ContainsFunc(list, func(f Fact) bool { return follows[f.Var] }) }) {
		return nil
	}
	for _, f := range s.Task.Goal {
		if !follows[f.Var] {
			r.goal = append(r.goal, f)
		}
	}
	steps := map[string]int32{} // operators by what they replace and by what
	for i := range s.ops {
		if !r.compile(s, a, i, follows, steps) {
			return nil
		}
	}
	for i := range r.ops {
		if back, ok := steps[r.text(s, i, follows, true)]; ok {
			r.ops[i].back = back
		}
	}
	for i := range a.tables {
		r.index = append(r.index, a.tables[i].index(s.begin))
	}
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

// text tells an operator by what it replaces, or by what takes it back; "" if that is not known.
func (r *hubRun) text(s *Space, i int, follows []bool, back bool) string {
	old, now := befores(s, i), afters(s, i)
	var list []string
	for v, x := range now {
		y, known := old[v]
		switch {
		case follows[v]:
			continue
		case !known:
			return "?"
		case back:
			x, y = y, x
		}
		list = append(list, fmt.Sprint(v, y, x))
	}
	slices.Sort(list)
	return fmt.Sprint(list)
}

// compile adds an operator; false if it does not fit.
func (r *hubRun) compile(s *Space, a *Additive, i int, follows []bool, steps map[string]int32) bool {
	o := &s.Task.Operators[i]
	old, now := befores(s, i), afters(s, i)
	at, known := old[r.hub]
	if !known || len(o.Some) > 0 || len(s.ops[i].when) > 0 {
		return false
	}
	c := hubOperator{table: a.of[i], back: -1, cost: s.ops[i].cost, hub: uint16(at)}
	for v, x := range now {
		if v == r.hub {
			c.hub = uint16(x)
		}
		if !follows[v] {
			c.sets = append(c.sets, hubSet{int32(v), uint16(x)})
		}
	}
	if c.table >= 0 {
		t := &r.tables[c.table]
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
	slices.SortFunc(c.sets, func(a, b hubSet) int { return int(a.variable - b.variable) })
	if len(c.sets) > mostHubSets {
		return false
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
			c.needs = append(c.needs, hubSet{int32(f.Var), uint16(f.Value)})
		}
	}
	c.follows = len(c.needs) > 0
	r.slot(s, at, key, int32(i))
	steps[r.text(s, i, follows, false)] = int32(i)
	r.ops = append(r.ops, c)
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
	r.frames[0] = hubFrame{slots: r.byHub[r.state[r.hub]], op: -1, left: int32(left)}
	r.expanded++
}

// A standing is how far a search has come.
type standing uint8

const (
	underWay standing = iota
	roundOver
	goalFound
)

// work tries so many operators.
func (r *hubRun) work(tries int) standing {
	f := &r.frames[r.depth]
	for ; tries > 0; tries-- {
		if len(f.slots) == 0 {
			if r.depth == 0 {
				return roundOver
			}
			r.leave(f)
			f = &r.frames[r.depth]
			continue
		}
		slot := &f.slots[0]
		f.slots = f.slots[1:]
		op := slot.ops[r.state[slot.variable]]
		if op < 0 || f.op >= 0 && r.ops[f.op].back == op {
			continue
		}
		o := &r.ops[op]
		if o.follows && !r.fits(o) {
			continue
		}
		r.generated++
		left, index := f.left, int32(0)
		if o.table >= 0 {
			index = r.index[o.table]
			t := r.tables[o.table].left
			x := t[index+o.delta]
			if x == unknownLeft {
				continue
			}
			left += int32(x) - int32(t[index])
		}
		if sum := f.cost + o.cost + int64(left); sum > r.bound {
			r.next = min(r.next, sum)
			continue
		}
		f = r.enter(f, op, o, left, index)
		if left == 0 && r.isGoal() {
			return goalFound
		}
	}
	return underWay
}

func (r *hubRun) fits(o *hubOperator) bool {
	for _, n := range o.needs {
		if r.state[n.variable] != n.value {
			return false
		}
	}
	return true
}

// enter makes an operator's changes.
func (r *hubRun) enter(f *hubFrame, op int32, o *hubOperator, left, index int32) *hubFrame {
	cost := f.cost + o.cost
	if r.depth++; r.depth == len(r.frames) {
		r.frames = append(r.frames, hubFrame{})
	}
	n := &r.frames[r.depth]
	n.op, n.left, n.index, n.cost, n.slots = op, left, index, cost, r.byHub[o.hub]
	for k, c := range o.sets {
		n.saved[k] = r.state[c.variable]
		r.state[c.variable] = c.value
	}
	if o.table >= 0 {
		r.index[o.table] = index + o.delta
	}
	r.expanded++
	return n
}

// leave takes them back.
func (r *hubRun) leave(f *hubFrame) {
	o := &r.ops[f.op]
	for k, c := range o.sets {
		r.state[c.variable] = f.saved[k]
	}
	if o.table >= 0 {
		r.index[o.table] = f.index
	}
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

// plan is the path.
func (r *hubRun) plan() []int {
	plan := []int{}
	for _, f := range r.frames[1 : r.depth+1] {
		plan = append(plan, int(f.op))
	}
	return plan
}
