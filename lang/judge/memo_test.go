package judge_test

import (
	"reflect"
	"sync"
	"testing"

	"farbank/lang/check"
	"farbank/model"
)

// TestJudgedAgain validates a plan repeatedly and concurrently, while results are changed by
// the caller and the memo overflows.
func TestJudgedAgain(t *testing.T) {
	c, err := newPair("again.far", `state a[1..40]: 0..99 = 0
move up(k: 1..40) "up {k}" { a[k] += 1 }
move down(k: 1..40) cost 2 { a[k] -= 1 }
never a[40] > 1
goal a[1] == 50
`, check.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var valid, unsafe []*model.Move
	for i := range 1_950 { // 50 times up for each k
		valid = append(valid, c.p.Moves[i%39])
	}
	unsafe = append(valid[:1_940:1_940], c.p.Moves[39], c.p.Moves[39])
	first, cost, err := c.j.Verify(nil, valid, true)
	if err != nil || cost != 1_950 || len(first) != 1_951 || first[1].Label != "up 2" {
		t.Fatal(cost, len(first), err)
	}
	var wait sync.WaitGroup
	for range 4 {
		wait.Go(func() {
			for range 3 {
				steps, cost, err := c.j.Verify(nil, valid, true)
				if err != nil || cost != 1_950 || !reflect.DeepEqual(steps, first) {
					t.Error(cost, err)
				}
				for _, s := range steps {
					clear(s.State)
				}
				if steps, cost, err := c.j.Verify(nil, unsafe, true); err == nil || cost != 1_942 || len(steps) != 1_943 {
					t.Error(cost, len(steps), err)
				}
				if _, _, err := c.j.Verify(nil, append([]*model.Move{c.p.Moves[40]}, valid...), true); err == nil {
					t.Error("it went below 0")
				}
				if _, _, err := c.j.Verify(nil, valid[:100], true); err == nil {
					t.Error("that is not the goal")
				}
				if _, _, err := c.j.Verify(nil, valid[:100], false); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wait.Wait()
}
