package planning

import (
	"container/heap"
	"fmt"
)

// A plainSpace holds all reachable states, with their costs from the start and to a goal.
type plainSpace struct {
	states [][]int
	from   []int64 // least cost from the start
	left   []int64 // least cost to a goal, or Infinite
	edges  []plainEdge
}

type plainEdge struct {
	from, op, to int
	cost         int64
}

// explorePlainly computes the reachable states, or returns nil if there are more than most.
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

// distances computes shortest distances (Dijkstra 1959) along the edges or against them.
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
