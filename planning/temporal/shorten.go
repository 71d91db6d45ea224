package temporal

import (
	"context"
	"encoding/binary"
	"math"
	"slices"
)

// Shorter plans of tasks in which nothing takes time: actions whose effects nothing needs are dropped (action elimination:
// Balyo, Chrpa, Kilani 2014), pairs of actions that other actions separate become one action or none, and the states near
// the plan are searched for shortcuts (plan neighborhood graph search: Nakhost, Müller 2010).

// A shortener has a plan and the states that it passes.
type shortener struct {
	t      *Task
	acts   []int32
	states []*state // one more than actions
	key    []byte
	failed map[[2]int32]bool // pairs of actions that no action replaces
}

// maxNear is the number of bytes of the states near a plan that are kept.
const maxNear = 64 << 20

// shorten returns a plan that is no longer. The work ends with ctx. Where actions have costs, they are only dropped, not
// replaced by others, which may cost more.
func (t *Task) shorten(ctx context.Context, plan []int32) []int32 {
	s := &shortener{t: t, acts: slices.Clone(plan), failed: map[[2]int32]bool{}}
	if !s.walk() {
		return plan
	}
	for near := 1000; ctx.Err() == nil; {
		before := len(s.acts)
		s.join(ctx)
		s.eliminate(ctx)
		all := t.Priced || s.shortcut(ctx, near)
		if len(s.acts) == before {
			if all {
				break
			}
			near *= 2
		}
	}
	return s.acts
}

// walk computes the states, and reports whether the actions are a plan.
func (s *shortener) walk() bool {
	s.states = append(s.states[:0], s.t.begin())
	for _, a := range s.acts {
		next := s.after(s.states[len(s.states)-1], a)
		if next == nil {
			return false
		}
		s.states = append(s.states, next)
	}
	return s.states[len(s.states)-1].holds(s.t.Goal)
}

// after returns the state after an action, or nil if it does not apply.
func (s *shortener) after(x *state, a int32) *state {
	act := &s.t.Actions[a]
	if !x.holds(act.Start.Pre) {
		return nil
	}
	return x.apply(&act.Start)
}

// equal reports whether two states are the same.
func (s *state) equal(o *state) bool {
	for i, v := range s.numbers {
		if w := o.numbers[i]; v != w && (v == v || w == w) { // undefined numbers are no numbers
			return false
		}
	}
	return slices.Equal(s.facts, o.facts)
}

// replace replaces the actions from i to j by others, which lead through the given states to the state before action j.
func (s *shortener) replace(i, j int, acts []int32, states []*state) {
	s.acts = slices.Replace(s.acts, i, j, acts...)
	s.states = slices.Replace(s.states, i+1, j+1, states...)
}

// eliminate drops each action, together with the later ones that do not apply without it, if the goal is still reached.
func (s *shortener) eliminate(ctx context.Context) {
	for i := len(s.acts) - 1; i >= 0 && ctx.Err() == nil; i-- {
		i = min(i, len(s.acts)-1)
		x := s.states[i]
		var acts []int32
		var states []*state
		for j := i + 1; j < len(s.acts); j++ {
			if y := s.after(x, s.acts[j]); y != nil {
				x = y
				acts, states = append(acts, s.acts[j]), append(states, y)
			}
			if j&255 == 255 && ctx.Err() != nil {
				return
			}
		}
		if x.holds(s.t.Goal) {
			s.replace(i, len(s.acts), acts, states)
		}
	}
}

// join moves each action to the right, as long as it may be exchanged with the next one without changing the state after
// both, until it meets one with which it cancels out, or both of which one other action replaces.
func (s *shortener) join(ctx context.Context) {
	for i := len(s.acts) - 2; i >= 0 && ctx.Err() == nil; i-- {
		a, x := s.acts[i], s.states[i]
		var states []*state // without a
		for j := i + 1; j < len(s.acts) && j-i < 5000; j++ {
			b := s.acts[j]
			if a == b || j&63 == 63 && ctx.Err() != nil {
				break
			}
			if x.equal(s.states[j+1]) {
				if len(states) > 0 {
					states = states[:len(states)-1]
				}
				s.remove(i, j, -1, states)
				break
			}
			if c := s.one(ctx, x, a, b, s.states[j+1]); c >= 0 {
				s.remove(i, j, c, states)
				break
			}
			y := s.after(x, b)
			if y == nil {
				break
			}
			if z := s.after(y, a); z == nil || !z.equal(s.states[j+1]) {
				break
			}
			x = y
			states = append(states, y)
		}
	}
}

// remove replaces the actions i and j by c, or by none, where those between them lead through the given states.
func (s *shortener) remove(i, j int, c int32, states []*state) {
	acts := slices.Clone(s.acts[i+1 : j])
	if c >= 0 {
		acts = append(acts, c)
	}
	if len(acts) > 0 {
		states = append(states[:len(acts)-1:len(acts)-1], s.states[j+1])
	} else {
		states = nil
	}
	s.replace(i, j+1, acts, states)
}

// one returns an action that leads from x to y, in place of a and b, or -1.
func (s *shortener) one(ctx context.Context, x *state, a, b int32, y *state) int32 {
	if s.t.Priced || s.failed[[2]int32{a, b}] {
		return -1
	}
	for c := range s.t.Actions {
		if c&63 == 63 && ctx.Err() != nil {
			return -1
		}
		if z := s.after(x, int32(c)); z != nil && z.equal(y) {
			return int32(c)
		}
	}
	s.failed[[2]int32{a, b}] = true
	return -1
}

// keyOf returns the bytes of a state, until the next call.
func (s *shortener) keyOf(x *state) []byte {
	b := s.key[:0]
	for _, w := range x.facts {
		b = binary.LittleEndian.AppendUint64(b, w)
	}
	for _, v := range x.numbers {
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(v+0)) // -0 is 0
	}
	s.key = b
	return b
}

// shortcut expands the states of the plan and near others, breadth first, and replaces the plan by a
// shortest path through them. It reports whether all states that can be reached were expanded.
func (s *shortener) shortcut(ctx context.Context, near int) (all bool) {
	type edge struct{ action, to int32 }
	number := map[string]int32{}
	var states []*state
	var edges [][]edge
	add := func(x *state) int32 {
		key := s.keyOf(x)
		if n, met := number[string(key)]; met {
			return n
		}
		n := int32(len(states))
		number[string(key)] = n
		states, edges = append(states, x), append(edges, nil)
		return n
	}
	line := make([]int32, len(s.states))
	for i, x := range s.states {
		line[i] = add(x)
	}
	for i, a := range s.acts {
		edges[line[i]] = append(edges[line[i]], edge{a, line[i+1]})
	}
	k, most := 0, maxNear/(2*8*(len(states[0].facts)+len(states[0].numbers))+256)
expanding:
	for ; k < len(states) && k < near+len(s.states); k++ {
		for a := range s.t.Actions {
			if a&63 == 0 && (ctx.Err() != nil || len(states) > most) {
				break expanding
			}
			if y := s.after(states[k], int32(a)); y != nil {
				edges[k] = append(edges[k], edge{int32(a), add(y)})
			}
		}
	}
	all = k == len(states)
	type link struct{ from, action int32 }
	came := make([]link, len(states))
	for i := range came {
		came[i].action = -1
	}
	came[0].action = -2
	queue := []int32{0}
	for i := 0; i < len(queue); i++ {
		n := queue[i]
		if states[n].holds(s.t.Goal) {
			var acts []int32
			for ; n != 0; n = came[n].from {
				acts = append(acts, came[n].action)
			}
			if len(acts) < len(s.acts) {
				slices.Reverse(acts)
				s.acts = acts
				s.walk()
			}
			break
		}
		for _, e := range edges[n] {
			if came[e.to].action == -1 {
				came[e.to] = link{n, e.action}
				queue = append(queue, e.to)
			}
		}
	}
	return all
}
