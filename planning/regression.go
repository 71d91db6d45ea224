package planning

import (
	"context"
	"encoding/binary"
	"runtime"
	"slices"
	"time"
)

// Regression searches backward from the goal through partial states, greedily, for any plan (Bonet and Geffner 2001: HSPr).
// A partial state is a set of facts from which a suffix of the plan leads to the goal. It is pruned if it contains a mutex. So
// it finds plans where a forward search runs into dead ends that the delete relaxation does not show.
//
// The estimate is the length of a relaxed plan from the start. Its operators are the best ones by the additive heuristic, which
// is computed once.
//
// It returns Unknown without a search if the task has effect conditions, disjunctions or axioms.
func Regression(ctx context.Context, s *Space, o Options) (*Result, error) {
	x := newBackward(s, o)
	if x == nil {
		return &Result{Status: Unknown}, nil
	}
	return toEnd(ctx, x).checked()
}

type backward struct {
	space *Space
	o     Options
	stats Stats

	ops   []regressor
	needs [][]int32 // by operator: the facts that it needs
	makes [][]int32 // by fact: the operators that make it true
	by    []int32   // by fact: the operator that supports it best, or -1
	begin bitset    // the facts of the start

	nodes []suffix
	seen  map[string]struct{}
	bytes int64
	open  *queue[uint32]

	value    []int32 // by variable: the value plus 1 in the current partial state; 0: none
	base     []int32 // the same of the node that is expanded
	facts    []int32 // scratch
	next     []int32
	key      []byte
	round    uint32
	met      []uint32 // by fact: the round in which it was visited last
	used     []uint32 // by operator: the round in which it was used last
	tried    []uint32 // by operator: the node expanded last of which it made a fact true
	reported time.Time
}

// A regressor is an operator as it is seen from behind.
type regressor struct {
	pre     []Fact // with facts that these imply
	effects []Fact
}

// A suffix is a node of the search.
type suffix struct {
	key    string // its facts
	parent uint32
	op     int32
}

// newBackward returns nil if the task has a form that is not covered.
func newBackward(s *Space, o Options) *backward {
	if s.derive != nil || len(s.Task.GoalSome) > 0 {
		return nil
	}
	x := &backward{space: s, o: o, makes: make([][]int32, s.Facts()), begin: newBitset(s.Facts()), seen: map[string]struct{}{}, open: newQueue[uint32](true),
		value: make([]int32, len(s.Task.Variables)), base: make([]int32, len(s.Task.Variables)), met: make([]uint32, s.Facts()), used: make([]uint32, len(s.ops)), tried: make([]uint32, len(s.ops))}
	x.stats.Search, x.stats.Heuristic = "regression", "FF from the start"
	for i := range s.Task.Operators {
		o := &s.Task.Operators[i]
		if len(o.Some) > 0 || len(s.ops[i].when) > 0 {
			return nil
		}
		c := regressor{pre: slices.Clone(o.Pre), effects: s.ops[i].effects}
		if s.Mutexes != nil {
			c.pre = append(c.pre, s.Mutexes.implied[i]...)
		}
		set := map[int]int{} // the last effect on a variable counts
		for _, e := range c.effects {
			set[e.Var] = e.Value
		}
		c.effects = nil
		for _, e := range s.ops[i].effects {
			if v, ok := set[e.Var]; ok && v == e.Value {
				c.effects = append(c.effects, e)
				x.makes[s.fact(e)] = append(x.makes[s.fact(e)], int32(i))
				delete(set, e.Var)
			}
		}
		needs := make([]int32, len(c.pre))
		for k, f := range c.pre {
			needs[k] = int32(s.fact(f))
		}
		x.ops, x.needs = append(x.ops, c), append(x.needs, needs)
	}
	for v, value := range s.begin {
		x.begin.add(s.fact(Fact{v, int(value)}))
	}
	x.support()
	return x
}

// support computes the best operators by the additive heuristic.
func (x *backward) support() {
	s := x.space
	cost := make([]int64, s.Facts())
	x.by = make([]int32, s.Facts())
	for f := range cost {
		if x.by[f] = -1; !x.begin.has(f) {
			cost[f] = maxCost
		}
	}
	users := make([][]int32, s.Facts())
	dirty := make([]bool, len(x.ops))
	var now []int32
	for i := range x.ops {
		dirty[i] = true
		for _, f := range x.needs[i] {
			users[f] = append(users[f], int32(i))
		}
		now = append(now, int32(i))
	}
	for len(now) > 0 { // Bellman, Ford
		var later []int32
		for _, i := range now {
			dirty[i] = false
			sum := int64(1)
			for _, f := range x.needs[i] {
				sum = plus(sum, cost[f])
			}
			if sum >= maxCost {
				continue
			}
			for _, e := range x.ops[i].effects {
				f := s.fact(e)
				if sum >= cost[f] {
					continue
				}
				cost[f], x.by[f] = sum, i
				for _, k := range users[f] {
					if !dirty[k] {
						dirty[k] = true
						later = append(later, k)
					}
				}
			}
		}
		now = later
	}
}

// estimate returns the length of a relaxed plan for facts, or Infinite.
func (x *backward) estimate(facts []int32) int64 {
	x.round++
	x.next = append(x.next[:0], facts...)
	n := int64(0)
	for len(x.next) > 0 {
		f := x.next[len(x.next)-1]
		if x.next = x.next[:len(x.next)-1]; x.met[f] == x.round || x.begin.has(int(f)) {
			continue
		}
		x.met[f] = x.round
		k := x.by[f]
		if k < 0 {
			return Infinite
		}
		if x.used[k] == x.round {
			continue
		}
		x.used[k] = x.round
		n++
		x.next = append(x.next, x.needs[k]...)
	}
	return n
}

// run searches for about the time slice. It returns nil if the search is not finished.
func (x *backward) run(ctx context.Context, slice time.Duration) *Result {
	end := time.Now().Add(slice)
	if len(x.nodes) == 0 {
		goal := slices.Clone(x.space.Task.Goal)
		if m := x.space.Mutexes; m != nil {
			goal = append(goal, m.goal...)
		}
		clear(x.value)
		for _, f := range goal {
			x.value[f.Var] = int32(f.Value) + 1
		}
		if r := x.add(0, -1); r != nil {
			return r
		}
	}
	generated := x.stats.Generated // at the last check
	for steps := 1; x.open.size > 0; steps++ {
		if steps&15 == 0 || x.stats.Generated-generated >= 1024 {
			generated = x.stats.Generated
			if err := x.check(ctx); err != nil {
				return x.result(Result{Status: Unknown, Reason: err})
			}
			if time.Now().After(end) {
				return nil
			}
		}
		i, _ := x.open.pop()
		if r := x.expand(ctx, i); r != nil {
			return r
		}
	}
	return x.result(Result{Status: Infeasible, Bound: Infinite})
}

// expand adds the predecessors of a partial state.
func (x *backward) expand(ctx context.Context, i uint32) *Result {
	x.stats.Expanded++
	facts := decode(x.nodes[i].key, nil)
	clear(x.base)
	for _, f := range facts {
		v, k := x.split(f)
		x.base[v] = k + 1
	}
	copy(x.value, x.base)
	for _, f := range facts {
		for _, k := range x.makes[f] {
			if x.tried[k] == uint32(x.stats.Expanded) {
				continue
			}
			x.tried[k] = uint32(x.stats.Expanded)
			if !x.regress(int(k)) {
				continue
			}
			if x.stats.Generated++; x.stats.Generated&1023 == 0 {
				if err := x.check(ctx); err != nil {
					return x.result(Result{Status: Unknown, Reason: err})
				}
			}
			if r := x.add(i, k); r != nil {
				return r
			}
			copy(x.value, x.base)
		}
	}
	return nil
}

// split returns the variable and the value of a fact.
func (x *backward) split(f int32) (v int, value int32) {
	v, found := slices.BinarySearch(x.space.offset, int(f))
	if !found {
		v--
	}
	for x.space.offset[v+1] == int(f) { // a variable without values does not occur
		v++
	}
	return v, f - int32(x.space.offset[v])
}

// regress changes the current partial state to that before an operator. It changes nothing and returns false if the operator
// does not lead there.
func (x *backward) regress(k int) bool {
	o := &x.ops[k]
	for _, e := range o.effects {
		if v := x.value[e.Var]; v > 0 && int(v) != e.Value+1 {
			return false
		}
	}
	for _, p := range o.pre {
		if v := x.value[p.Var]; v > 0 && int(v) != p.Value+1 && !slices.ContainsFunc(o.effects, func(e Fact) bool { return e.Var == p.Var }) {
			return false
		}
	}
	for _, e := range o.effects {
		x.value[e.Var] = 0
	}
	for _, p := range o.pre {
		x.value[p.Var] = int32(p.Value) + 1
	}
	return true
}

// add adds the current partial state unless it is pruned. It returns a result if the state contains nothing but facts of the
// start.
func (x *backward) add(parent uint32, op int32) *Result {
	x.facts, x.key = x.facts[:0], x.key[:0]
	last := int32(0)
	for v, k := range x.value {
		if k > 0 {
			f := int32(x.space.offset[v]) + k - 1
			x.facts = append(x.facts, f)
			x.key = binary.AppendUvarint(x.key, uint64(f-last))
			last = f
		}
	}
	if _, met := x.seen[string(x.key)]; met {
		return nil
	}
	if x.mutex(op) {
		return nil
	}
	h := x.estimate(x.facts)
	if x.stats.Evaluated++; len(x.nodes) == 0 {
		x.stats.Initial = h
	}
	if h == Infinite {
		return nil
	}
	key := string(x.key)
	x.seen[key] = struct{}{}
	x.bytes += 100 + int64(len(key))
	x.nodes = append(x.nodes, suffix{key, parent, op})
	if h == 0 {
		r := Result{Status: Feasible, Plan: []int{}}
		for i := len(x.nodes) - 1; x.nodes[i].op >= 0; i = int(x.nodes[i].parent) {
			r.Plan = append(r.Plan, int(x.nodes[i].op))
			r.Cost += x.space.ops[x.nodes[i].op].cost
		}
		return x.result(r)
	}
	x.open.push(h, -int64(len(x.facts)), uint32(len(x.nodes)-1)) // of equal estimates, first the states about which most is known
	return nil
}

// mutex reports whether the current partial state has a mutex. Only facts that the operator needs can be part of one.
func (x *backward) mutex(op int32) bool {
	m := x.space.Mutexes
	if m == nil {
		return false
	}
	fresh := x.facts
	if op >= 0 {
		fresh = x.needs[op]
	}
	for _, f := range fresh {
		reach := m.reach[f]
		for _, g := range x.facts {
			if !reach.has(int(g)) {
				return true
			}
		}
	}
	return false
}

// decode returns the facts of a partial state.
func decode(key string, list []int32) []int32 {
	b, last := []byte(key), int32(0)
	for len(b) > 0 {
		d, n := binary.Uvarint(b)
		last += int32(d)
		list, b = append(list, last), b[n:]
	}
	return list
}

// check returns why the search must stop, or nil, and reports the progress.
func (x *backward) check(ctx context.Context) error {
	m := x.memory()
	x.stats.Memory = max(x.stats.Memory, m)
	if x.o.Memory > 0 && m > x.o.Memory || x.stats.Expanded >= MaxStates {
		return ErrMemory
	}
	if runtime.GOOS == "js" {
		runtime.Gosched() // lets the event loop of the browser run: there is no preemption
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if x.o.Progress != nil && time.Since(x.reported) > 200*time.Millisecond {
		x.reported = time.Now()
		x.o.Progress(Progress{x.stats.Search, x.stats.Expanded, int64(len(x.nodes)), 0, m})
	}
	return nil
}

func (x *backward) memory() int64 { return x.bytes + int64(x.open.size)*8 + int64(x.space.Facts())*16 }

// within sets the memory limit.
func (x *backward) within(memory int64) { x.o.Memory = memory }

// release releases the partial states after the end of the search.
func (x *backward) release() {
	x.stats.Stored = int64(len(x.nodes))
	x.nodes, x.seen, x.open, x.bytes = nil, nil, newQueue[uint32](true), 0
}

// known returns the counts so far.
func (x *backward) known() Stats {
	s := x.stats
	if x.nodes != nil {
		s.Stored, s.Memory = int64(len(x.nodes)), x.memory()
	}
	return s
}

func (x *backward) result(r Result) *Result {
	r.Stats = x.known()
	return &r
}
