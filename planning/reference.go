package planning

import (
	"container/heap"
	"errors"
	"fmt"
	"slices"
)

// What a task means, written to be read. Everything fast in this package is held to it.

// Holds reports whether all facts hold in a state, and one of each list of some.
func Holds(state []int, all []Fact, some [][]Fact) bool {
	has := func(f Fact) bool { return state[f.Var] == f.Value }
	for _, list := range some {
		if !slices.ContainsFunc(list, has) {
			return false
		}
	}
	return !slices.ContainsFunc(all, func(f Fact) bool { return !has(f) })
}

// Applies reports whether an operator applies in a state.
func (o *Operator) Applies(state []int) bool { return Holds(state, o.Pre, o.Some) }

// Apply returns the state after an operator that applies. What is derived is left as it was; see Task.Derive.
func (o *Operator) Apply(state []int) []int {
	next := slices.Clone(state)
	for _, e := range o.Effects {
		if Holds(state, e.When, nil) {
			next[e.Var] = e.Value
		}
	}
	return next
}

// Derive returns a state with what follows from it by the axioms: from default values on, layer by layer, they are
// looked at again and again until nothing changes.
func (t *Task) Derive(state []int) []int {
	next := slices.Clone(state)
	l, err := t.layers()
	if err != nil || len(t.Axioms) == 0 {
		return next
	}
	for v, layer := range l.layer {
		if layer >= 0 {
			next[v] = t.Init[v]
		}
	}
	for layer := range l.count {
		for before := []int(nil); !slices.Equal(before, next); {
			before = slices.Clone(next)
			for _, a := range t.Axioms {
				if l.layer[a.Var] == layer && Holds(next, a.When, nil) {
					next[a.Var] = a.Value
				}
			}
		}
	}
	return next
}

// IsGoal reports whether a state is one to be reached.
func (t *Task) IsGoal(state []int) bool { return Holds(state, t.Goal, t.GoalSome) }

// Judge runs a plan: it returns its cost, or says which step fails.
func (t *Task) Judge(plan []int) (int64, error) {
	state, cost := t.Derive(t.Init), int64(0)
	for k, i := range plan {
		if i < 0 || i >= len(t.Operators) {
			return 0, fmt.Errorf("step %d: there is no operator %d", k+1, i)
		}
		o := &t.Operators[i]
		if !o.Applies(state) {
			return 0, fmt.Errorf("step %d: %s does not apply", k+1, o.Name)
		}
		state, cost = t.Derive(o.Apply(state)), cost+o.Cost
	}
	if !t.IsGoal(state) {
		return 0, errors.New("the last state does not meet the goal")
	}
	return cost, nil
}

// A plainSpace is all states that can be reached, with what each costs to reach and what
// is left from there.
type plainSpace struct {
	states [][]int
	from   []int64 // least cost from the start
	left   []int64 // least cost to a goal; Infinite: there is no way
	edges  []plainEdge
}

type plainEdge struct {
	from, op, to int
	cost         int64
}

// explorePlainly lists the reachable states, at most so many; nil if there are more.
func explorePlainly(t *Task, most int) *plainSpace {
	s := &plainSpace{states: [][]int{t.Derive(t.Init)}}
	number := map[string]int{fmt.Sprint(s.states[0]): 0}
	for i := 0; i < len(s.states); i++ {
		for k := range t.Operators {
			o := &t.Operators[k]
			if !o.Applies(s.states[i]) {
				continue
			}
			next := t.Derive(o.Apply(s.states[i]))
			j, met := number[fmt.Sprint(next)]
			if !met {
				if j = len(s.states); j >= most {
					return nil
				}
				number[fmt.Sprint(next)] = j
				s.states = append(s.states, next)
			}
			s.edges = append(s.edges, plainEdge{i, k, j, o.Cost})
		}
	}
	var goals []int
	for i, state := range s.states {
		if t.IsGoal(state) {
			goals = append(goals, i)
		}
	}
	s.from = s.distances([]int{0}, false)
	s.left = s.distances(goals, true)
	return s
}

// distances is Dijkstra's algorithm (1959), along the edges or against them.
func (s *plainSpace) distances(begin []int, against bool) []int64 {
	adjacent := make([][]plainEdge, len(s.states))
	for _, e := range s.edges {
		if against {
			e.from, e.to = e.to, e.from
		}
		adjacent[e.from] = append(adjacent[e.from], e)
	}
	d := make([]int64, len(s.states))
	for i := range d {
		d[i] = Infinite
	}
	q := &plainQueue{}
	for _, i := range begin {
		d[i] = 0
		heap.Push(q, [2]int64{0, int64(i)})
	}
	for q.Len() > 0 {
		top := heap.Pop(q).([2]int64)
		if top[0] > d[top[1]] {
			continue
		}
		for _, e := range adjacent[top[1]] {
			if c := top[0] + e.cost; c < d[e.to] {
				d[e.to] = c
				heap.Push(q, [2]int64{c, int64(e.to)})
			}
		}
	}
	return d
}

type plainQueue [][2]int64

func (q plainQueue) Len() int           { return len(q) }
func (q plainQueue) Less(i, j int) bool { return q[i][0] < q[j][0] }
func (q plainQueue) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *plainQueue) Push(x any)        { *q = append(*q, x.([2]int64)) }
func (q *plainQueue) Pop() any {
	old := *q
	x := old[len(old)-1]
	*q = old[:len(old)-1]
	return x
}
