package planning

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"
	"time"
)

// lights is the game of lights out on a board: pressing a light switches it and its neighbours.
func lights(rows, columns int, seed uint64) *Task {
	r := rand.New(rand.NewPCG(seed, 34))
	task := &Task{}
	for i := range rows * columns {
		task.Variables = append(task.Variables, Variable{Name: "light", Size: 2})
		task.Init = append(task.Init, 0)
		task.Goal = append(task.Goal, Fact{i, 0})
		press := Operator{Name: "press", Cost: 1}
		for k := range rows * columns {
			if down, right := i/columns-k/columns, i%columns-k%columns; down*down+right*right < 2 {
				press.Effects = append(press.Effects,
					Effect{When: []Fact{{k, 0}}, Fact: Fact{k, 1}}, Effect{When: []Fact{{k, 1}}, Fact: Fact{k, 0}})
			}
		}
		task.Operators = append(task.Operators, press)
	}
	for i := range task.Operators {
		if r.IntN(2) == 0 {
			for _, e := range task.Operators[i].Effects {
				if e.Fact.Value == 1 {
					task.Init[e.Fact.Var] ^= 1
				}
			}
		}
	}
	return task
}

// TestSymbolicInRace checks that a task whose states do not fit into the memory is solved by default, because symbolic
// search joins the others.
func TestSymbolicInRace(t *testing.T) {
	task := lights(2, 13, 1)
	r, err := Solve(t.Context(), task, SolveOptions{Options: Options{Memory: 12 << 20}})
	if err != nil {
		t.Fatal(err)
	}
	t.Log(r.Stats)
	if cost, err := task.Judge(r.Plan); r.Status != Solved || err != nil || cost != r.Cost || r.Bound != cost || r.Stats.Search != symbolicName {
		t.Errorf("%+v (%v)", r, err)
	}
}

// TestRaceWithSymbolic compares races of A* and symbolic search with uniform-cost search on random tasks, with and
// without interrupts and too little memory.
func TestRaceWithSymbolic(t *testing.T) {
	solved, bounded := 0, 0
	for seed, task := range randomTasks(400, 50) {
		plain := explorePlainly(task, 3000)
		if plain == nil {
			continue
		}
		want := plain.left[0]
		s := prepared(t, task)
		for _, most := range []int{0, 1, 5, 20, 80} {
			ctx, cancel := context.WithCancelCause(t.Context())
			y, ticks := newSymbolic(s, Options{}), 0
			y.m.EveryStep()
			y.m.Tick = func() error {
				if ticks++; ticks == most {
					cancel(errors.New("interrupt"))
				}
				if ticks%7 == 0 {
					y.until = time.Time{} // ends the turn
				}
				return y.tick()
			}
			c := &portfolio{room: int64(most), list: []component{y, newAStar(s, NewGoalCount(s), Options{})}}
			r := c.run(ctx, nil)
			cancel(nil)
			switch {
			case most > 0 && r.Reason != nil:
				if r.Bound > want || r.Plan != nil && r.Cost < want {
					t.Fatalf("seed %d, interrupted after %d: %+v, want %d", seed, most, r, want)
				}
				bounded++
			case want == Infinite && r.Status != Infeasible, want < Infinite && (r.Status != Solved || r.Cost != want || r.Bound != want):
				t.Fatalf("seed %d, %d: %+v, want %d", seed, most, r, want)
			default:
				solved++
			}
		}
	}
	t.Log(solved, bounded)
	if solved < 100 || bounded < 100 {
		t.Errorf("only %d solved, %d stopped", solved, bounded)
	}
}
