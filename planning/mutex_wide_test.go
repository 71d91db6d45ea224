package planning

import (
	"fmt"
	"testing"
)

// TestMutexesOfBlocks checks the number of steps on a task in which every operator has every fact in a
// condition.
func TestMutexesOfBlocks(t *testing.T) {
	const n = 14
	task := &Task{}
	others := func(x, but int) (list []Fact) {
		for v := range n {
			if v != but {
				list = append(list, Fact{x, v})
			}
		}
		return list
	}
	for x := range n {
		task.Variables = append(task.Variables, Variable{Name: fmt.Sprint("on ", x), Size: n})
		task.Init, task.Goal = append(task.Init, x), append(task.Goal, Fact{x, max(0, x-1)})
	}
	for x := range n {
		for to := range n {
			o := Operator{Name: fmt.Sprint(x, " on ", to), Cost: 1, Effects: []Effect{{Fact: Fact{x, to}}}}
			for y := range n {
				if y != x {
					o.Some = append(o.Some, others(y, x))
				}
				if y != to && x != to {
					o.Some = append(o.Some, others(y, to))
				}
			}
			task.Operators = append(task.Operators, o)
		}
	}
	m := newPairFinder(&Mutexes{task: task, offset: offsets(n, n)})
	if !m.run(t.Context()) {
		t.Fatal("the fixpoint was not reached")
	}
	if t.Log(m.work); m.work > 2_000_000 {
		t.Errorf("the fixpoint took %d steps", m.work)
	}
	if m.many != 0 || len(m.queue) != 0 {
		t.Errorf("%d operators are still queued", m.many)
	}
}

func offsets(variables, size int) []int {
	list := make([]int, variables+1)
	for v := range list {
		list[v] = v * size
	}
	return list
}
