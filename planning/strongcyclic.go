package planning

import (
	"context"
	"math"
	"slices"
)

// A Policy says what to do in each state that it can lead to.
type Policy struct {
	Status Status // Solved, Infeasible, or Unknown
	Reason error  // if Unknown
	States int    // number of states that the policy can lead to
	Plans  int    // number of paths that were searched

	space  *Space
	store  *store
	chosen []int32
}

// Operator returns the operator of the policy in a state, and false if the policy does not lead to the state, chance
// moves in it, or it is a goal.
func (p *Policy) Operator(state []int) (int, bool) {
	s := make(State, len(p.space.fields))
	for v := range s {
		if v < len(state) {
			s[v] = uint16(state[v])
		}
	}
	packed := make([]uint64, p.space.words)
	p.space.pack(s, packed)
	n := p.store.find(packed)
	if n < 0 || p.chosen[n] < 0 {
		return 0, false
	}
	return int(p.chosen[n]), true
}

// StrongCyclic returns a policy that reaches the goal with probability 1. Where an operator marked as chance applies, all that
// apply are operators of chance, and each of them may happen. In other states the policy chooses. Costs are ignored.
//
// It is the approach of Muise, McIlraith and Beck (2012): paths to the goal are found as if chance were on our side, and
// generalised by regression to conditions under which each of their operators is good. They serve in all states
// that meet the condition. States without a path are generalised as well, and avoided by the next paths.
func StrongCyclic(ctx context.Context, t *Task, chance []bool, o Options) (*Policy, error) {
	s, err := NewSpace(t)
	if err != nil {
		return nil, err
	}
	f := newPolicyFinder(ctx, s, chance, o)
	status, reason := f.find()
	out := &Policy{Status: status, Reason: reason, Plans: f.plans, space: s}
	if status == Solved {
		out.store, out.chosen, out.States = f.seen, f.chosen, f.seen.count
	}
	return out, nil
}

type policyFinder struct {
	ctx    context.Context
	space  *Space
	chance []bool
	o      Options
	ff     *FF
	relax  *relaxation
	pairs  *index[pair]
	dead   *index[partial]
	exact  map[string]int32 // operators for single states
	plans  int

	seen   *store // states of the policy
	chosen []int32
	next   [][]int32
}

func newPolicyFinder(ctx context.Context, s *Space, chance []bool, o Options) *policyFinder {
	f := &policyFinder{ctx: ctx, space: s, chance: chance, o: o, ff: NewFF(s, 1), relax: newRelaxation(s), dead: newIndex[partial](s), exact: map[string]int32{}}
	f.pairs = newIndex[pair](s)
	f.o.Progress = nil
	return f
}

// find repeats passes over the states of the policy until all of them are solved.
func (f *policyFinder) find() (Status, error) {
	for wiped := 0; ; {
		again, err := f.pass()
		switch {
		case err != nil:
			return Unknown, err
		case f.isDead(f.space.begin):
			return Infeasible, nil
		case again:
			continue
		}
		stuck := f.stuck()
		if len(stuck) == 0 {
			return Solved, nil
		}
		if f.dead.count > wiped {
			wiped = f.dead.count
			f.pairs, f.exact = newIndex[pair](f.space), map[string]int32{}
			continue
		}
		if err := f.repair(stuck); err != nil {
			return Unknown, err
		}
	}
}

// pass follows the policy from the start. It returns true if a dead end was found, so that another pass is needed.
func (f *policyFinder) pass() (again bool, err error) {
	s := f.space
	f.seen, f.chosen, f.next = newStore(s.words), nil, nil
	n := len(s.fields)
	state, after := make(State, n), make(State, n)
	packed, child := make([]uint64, s.words), make([]uint64, s.words)
	s.pack(s.begin, packed)
	f.seen.add(packed)
	stack := []int32{0}
	f.chosen, f.next = append(f.chosen, -1), append(f.next, nil)
	var ops []int32
	for len(stack) > 0 {
		k := int(stack[len(stack)-1])
		stack = stack[:len(stack)-1]
		if err := f.check(); err != nil {
			return false, err
		}
		copy(packed, f.seen.at(k))
		s.unpack(packed, state)
		if s.isGoal(state) {
			continue
		}
		if f.isDead(state) {
			return true, nil
		}
		ops = s.applicable(state, ops[:0])
		if !f.byChance(ops) {
			op := f.choice(state, packed, ops)
			if op < 0 {
				if op, err = f.path(state); err != nil {
					return false, err
				}
			}
			if op < 0 {
				f.bury(state)
				return true, nil
			}
			f.chosen[k] = op
			ops = append(ops[:0], op)
		}
		for _, op := range ops {
			s.apply(int(op), state, after, packed, child)
			i, fresh := f.seen.add(child)
			f.next[k] = append(f.next[k], int32(i))
			if fresh {
				f.chosen, f.next = append(f.chosen, -1), append(f.next, nil)
				stack = append(stack, int32(i))
			}
		}
	}
	return false, nil
}

// check returns why the search must end, or nil.
func (f *policyFinder) check() error {
	if f.ctx.Err() != nil {
		return context.Cause(f.ctx)
	}
	size := int64(8 * f.space.words)
	if m := f.seen.bytes() + int64(f.seen.count)*32 + int64(f.pairs.count+f.dead.count)*(2*size+40); f.o.Memory > 0 && m > f.o.Memory {
		return ErrMemory
	}
	return nil
}

// byChance reports whether the applicable operators are those of chance.
func (f *policyFinder) byChance(ops []int32) bool { return len(ops) > 0 && f.chance[ops[0]] }

// choice returns the operator that the policy has for a state, or -1. Of several it takes the one with the shortest path to
// the goal.
func (f *policyFinder) choice(state State, packed []uint64, ops []int32) int32 {
	if len(f.exact) > 0 {
		k := stateKey(packed)
		if op, ok := f.exact[k]; ok && !f.leadsToDead(int(op), state) {
			return op
		}
		delete(f.exact, k)
	}
	best, left := int32(-1), int32(math.MaxInt32)
	var bad []int32
	f.pairs.each(state, func(p *pair) bool {
		if p.left < left && p.matches(packed) && !slices.Contains(bad, p.op) {
			if f.leadsToDead(int(p.op), state) {
				bad = append(bad, p.op)
			} else {
				best, left = p.op, p.left
			}
		}
		return true
	})
	return best
}

// stateKey returns a packed state as a key of a map.
func stateKey(packed []uint64) string {
	b := make([]byte, 0, 8*len(packed))
	for _, w := range packed {
		for k := range 8 {
			b = append(b, byte(w>>(8*k)))
		}
	}
	return string(b)
}

func (f *policyFinder) leadsToDead(op int, state State) bool {
	next := make(State, len(state))
	f.space.after(op, state, next)
	return f.isDead(next)
}

// isDead reports whether a state belongs to a known dead end. A state in which chance may lead to one becomes one.
func (f *policyFinder) isDead(state State) bool {
	packed := make([]uint64, f.space.words)
	f.space.pack(state, packed)
	if f.known(state, packed) != nil {
		return true
	}
	if f.dead.count == 0 {
		return false
	}
	ops := f.space.applicable(state, nil)
	if !f.byChance(ops) || f.space.isGoal(state) {
		return false
	}
	next, child := make(State, len(state)), make([]uint64, f.space.words)
	for _, op := range ops {
		f.space.apply(int(op), state, next, packed, child)
		d := f.known(next, child)
		if d == nil || f.space.isGoal(next) {
			continue
		}
		b := f.regress(*d, int(op), state)
		f.dead.add(&b, b)
		return true
	}
	return false
}

// known returns the dead end that a state belongs to, or nil.
func (f *policyFinder) known(state State, packed []uint64) (d *partial) {
	f.dead.each(state, func(p *partial) bool {
		if p.matches(packed) {
			d = p
		}
		return d == nil
	})
	return d
}

// path searches a path from a state to the goal, or to a state that the policy has an operator for. It adds what the path
// shows to the policy, and returns its first operator, or -1 if there is no path.
func (f *policyFinder) path(state State) (int32, error) {
	start := slices.Clone(state)
	known := func(s State, packed []uint64) bool {
		if slices.Equal(s, start) {
			return false
		}
		ops := f.space.applicable(s, nil)
		return !f.byChance(ops) && f.choice(s, packed, ops) >= 0
	}
	ops, err := f.toward(start, known)
	if err != nil || ops == nil {
		return -1, err
	}
	states := []State{start}
	for _, op := range ops {
		next := make(State, len(start))
		f.space.after(int(op), states[len(states)-1], next)
		states = append(states, next)
	}
	last := states[len(states)-1]
	goal, left := f.nothing(), int32(0)
	if f.space.isGoal(last) {
		f.need(&goal, last, f.space.Task.Goal, f.space.Task.GoalSome)
		if len(f.space.Task.Axioms) > 0 || len(f.space.inverse) > 0 {
			goal = f.whole(last)
		}
	} else {
		goal, left = f.best(last)
	}
	for i := len(ops) - 1; i >= 0; i-- {
		goal = f.regress(goal, int(ops[i]), states[i])
		left++
		if !f.chance[ops[i]] {
			p := pair{goal, ops[i], left}
			f.pairs.add(&p.partial, p)
		}
	}
	return ops[0], nil
}

// best returns the partial state of the pair that the policy uses in a state, and the length of its path.
func (f *policyFinder) best(state State) (partial, int32) {
	packed := make([]uint64, f.space.words)
	f.space.pack(state, packed)
	op := f.choice(state, packed, nil)
	out, left := f.whole(state), int32(1)
	found := false
	f.pairs.each(state, func(p *pair) bool {
		if p.op == op && p.matches(packed) && (!found || p.left < left) {
			out, left, found = p.partial, p.left, true
		}
		return true
	})
	return out, left
}

// toward searches a path from a state to the goal or to a state where stop is true. It returns nil if there is no path.
func (f *policyFinder) toward(state State, stop func(State, []uint64) bool) ([]int32, error) {
	f.plans++
	begin := *f.space
	begin.begin = slices.Clone(state)
	l := newLazy(&begin, 0, f.o, f.ff)
	l.stop, l.avoid = stop, f.isDead
	r := toEnd(f.ctx, l)
	switch r.Status {
	case Infeasible:
		return nil, nil
	case Unknown:
		return nil, r.Reason
	}
	ops := make([]int32, len(r.Plan))
	for i, op := range r.Plan {
		ops[i] = int32(op)
	}
	return ops, nil
}

// bury adds a state without a path to the dead ends. If even ignoring deletes there is no path, variables that do not matter
// for that become free.
func (f *policyFinder) bury(state State) {
	p := f.whole(state)
	if len(f.space.Task.Axioms) == 0 && len(f.space.inverse) == 0 {
		open := make([]bool, len(state))
		if !f.relaxed(state, open) {
			for v := range state {
				if open[v] = true; f.relaxed(state, open) {
					open[v] = false
				} else {
					f.free(&p, v)
				}
			}
		}
	}
	f.dead.add(&p, p)
}

// relaxed reports whether the goal can be reached ignoring deletes, if the open variables have all values at once.
func (f *policyFinder) relaxed(state State, open []bool) bool {
	r := f.relax
	reached := make([]bool, r.props)
	left := make([]int32, len(r.actions))
	for i := range r.actions {
		left[i] = int32(len(r.actions[i].pre))
	}
	var queue []int32
	reach := func(p int32) {
		if !reached[p] {
			reached[p] = true
			queue = append(queue, p)
		}
	}
	reach(r.always)
	for v, x := range state {
		if !open[v] {
			reach(int32(f.space.offset[v]) + int32(x))
			continue
		}
		for p := f.space.offset[v]; p < f.space.offset[v+1]; p++ {
			reach(int32(p))
		}
	}
	for i := 0; i < len(queue); i++ {
		for _, a := range r.needs[queue[i]] {
			if left[a]--; left[a] == 0 {
				for _, p := range r.actions[a].add {
					reach(p)
				}
			}
		}
	}
	return reached[r.goal]
}

// stuck returns the states of the policy from which it cannot reach the goal.
func (f *policyFinder) stuck() (list []int) {
	good := f.good()
	for k, ok := range good {
		if !ok {
			list = append(list, k)
		}
	}
	return list
}

// good reports for each state of the policy whether the policy may reach the goal from it.
func (f *policyFinder) good() []bool {
	n := f.seen.count
	good := make([]bool, n)
	back := make([][]int32, n)
	var queue []int32
	state := make(State, len(f.space.fields))
	for k := range n {
		for _, to := range f.next[k] {
			back[to] = append(back[to], int32(k))
		}
		f.space.unpack(f.seen.at(k), state)
		if f.space.isGoal(state) {
			good[k] = true
			queue = append(queue, int32(k))
		}
	}
	for ; len(queue) > 0; queue = queue[1:] {
		for _, k := range back[queue[0]] {
			if !good[k] {
				good[k] = true
				queue = append(queue, k)
			}
		}
	}
	return good
}

// repair gives states from which the policy cannot reach the goal operators of their own: those of paths to states from which it
// can.
func (f *policyFinder) repair(stuck []int) error {
	good := f.good()
	fine := map[string]bool{}
	for k, ok := range good {
		if ok {
			at := stateKey(f.seen.at(k))
			if fine[at] = true; f.chosen[k] >= 0 {
				f.exact[at] = f.chosen[k]
			}
		}
	}
	state, next := make(State, len(f.space.fields)), make(State, len(f.space.fields))
	for _, k := range stuck {
		packed := f.seen.at(k)
		f.space.unpack(packed, state)
		if fine[stateKey(packed)] || f.byChance(f.space.applicable(state, nil)) {
			continue
		}
		ops, err := f.toward(state, func(_ State, packed []uint64) bool { return fine[stateKey(packed)] })
		if err != nil {
			return err
		}
		if ops == nil {
			f.bury(state)
			f.pairs, f.exact = newIndex[pair](f.space), map[string]int32{}
			return nil
		}
		at := make([]uint64, f.space.words)
		for _, op := range ops {
			f.space.pack(state, at)
			fine[stateKey(at)] = true
			if !f.chance[op] {
				f.exact[stateKey(at)] = op
			}
			f.space.after(int(op), state, next)
			state, next = next, state
		}
	}
	return nil
}
