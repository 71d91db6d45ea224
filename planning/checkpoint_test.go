package planning

import (
	"bytes"
	"context"
	"errors"
	"farbank/solver"
	"io"
	"slices"
	"testing"
	"time"
)

// memoryCheckpoint is a checkpoint in memory that ends the search after left saves.
type memoryCheckpoint struct {
	files map[string][]byte
	name  string
	left  int
	asked int
	end   func()
}

func (k *memoryCheckpoint) Due() bool { k.asked++; return k.asked%5 == 0 }

func (k *memoryCheckpoint) Save(write func(io.Writer) error) error {
	var b bytes.Buffer
	if err := write(&b); err != nil {
		panic(err)
	}
	k.files[k.name] = b.Bytes()
	if k.left--; k.left == 0 {
		k.end()
	}
	return nil
}

func (k *memoryCheckpoint) Restore(read func(io.Reader) error) (bool, error) {
	file, ok := k.files[k.name]
	if !ok {
		return false, nil
	}
	return true, read(bytes.NewReader(file))
}

// TestAStarResumes interrupts A* repeatedly and checks the cost of its plan.
func TestAStarResumes(t *testing.T) {
	task := tiles(3, 3, []int{1, 3, 4, 0, 7, 2, 6, 5, 8})
	p, err := Prepare(context.Background(), task, 0)
	if err != nil {
		t.Fatal(err)
	}
	for name, h := range map[string]func() Heuristic{
		"none":  func() Heuristic { return nil },
		"pairs": func() Heuristic { return orNil(NewPartition(context.Background(), p.Space, time.Second)) },
	} {
		want := must(AStar(context.Background(), p.Space, h(), Options{}))
		files := map[string][]byte{}
		var got *Result
		ends := 0
		for ; ends < 1000 && (got == nil || got.Status == Unknown || got.Status == Feasible); ends++ {
			ctx, cancel := context.WithCancelCause(context.Background())
			end := errors.New("the end")
			o := Options{Checkpoints: func(search string) solver.Checkpoint {
				return &memoryCheckpoint{files: files, name: search, left: 2 + ends*ends/4, end: func() { cancel(end) }}
			}}
			got = must(AStar(ctx, p.Space, h(), o))
			cancel(nil)
		}
		if got.Status != Solved || got.Cost != want.Cost || ends < 2 {
			t.Errorf("%s: %v, cost %d, want %d, after %d interrupts", name, got.Status, got.Cost, want.Cost, ends)
		}
		if cost, err := task.Judge(p.Plan(got.Plan)); err != nil || cost != got.Cost {
			t.Error(cost, err)
		}
	}
}

// TestAStarOtherSpace checks that a checkpoint of a space that was prepared differently is not used: its
// operators have other numbers.
func TestAStarOtherSpace(t *testing.T) {
	task := tiles(3, 3, []int{1, 3, 4, 0, 7, 2, 6, 5, 8})
	files := map[string][]byte{}
	asked := func(left int) (*Result, *Prepared) {
		p, err := Prepare(t.Context(), task, 0)
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		return must(UniformCost(ctx, p.Space, Options{Checkpoints: func(search string) solver.Checkpoint {
			return &memoryCheckpoint{files: files, name: search, left: left, end: cancel}
		}})), p
	}
	want, _ := asked(0)
	if clear(files); want.Status != Solved {
		t.Fatal(want.Status)
	}
	if r, _ := asked(3); r.Status != Unknown || len(files) != 1 {
		t.Fatalf("%v, %d files", r.Status, len(files))
	}
	slices.Reverse(task.Operators)
	r, p := asked(0)
	if cost, err := task.Judge(p.Plan(r.Plan)); r.Status != Solved || err != nil || cost != want.Cost || r.Cost != want.Cost {
		t.Errorf("%v, cost %d, reported %d, want %d: %v", r.Status, cost, r.Cost, want.Cost, err)
	}
}

// TestSignature checks that changes of the task change the signature.
func TestSignature(t *testing.T) {
	met := map[string]int{}
	for k := range 6 {
		task := tiles(3, 3, []int{1, 3, 4, 0, 7, 2, 6, 5, 8})
		switch o := &task.Operators[0]; k {
		case 1:
			o.Cost++
		case 2:
			task.Goal = task.Goal[1:]
		case 3:
			task.Init = o.Apply(task.Init)
			if slices.Equal(task.Init, tiles(3, 3, []int{1, 3, 4, 0, 7, 2, 6, 5, 8}).Init) {
				task.Init[0], task.Init[1] = task.Init[1], task.Init[0]
			}
		case 4:
			task.Operators[0], task.Operators[1] = task.Operators[1], task.Operators[0]
		case 5:
			task.Variables = append(task.Variables, Variable{Name: "more", Size: 2})
			task.Init = append(task.Init, 0)
		}
		s, err := NewSpace(task)
		if err != nil {
			t.Fatal(err)
		}
		if was, twice := met[string(s.signature())]; twice {
			t.Errorf("change %d has the signature of change %d", k, was)
		}
		met[string(s.signature())] = k
	}
}

// unreadable is a checkpoint that cannot be read.
type unreadable struct{ memoryCheckpoint }

var errUnreadable = errors.New("unreadable")

func (*unreadable) Restore(func(io.Reader) error) (bool, error) { return false, errUnreadable }

// TestCheckpointError checks that an unreadable checkpoint is an error.
func TestCheckpointError(t *testing.T) {
	task := tiles(3, 3, []int{8, 7, 6, 5, 4, 3, 2, 1, 0})
	for _, by := range []Search{Automatic, ByUniformCost, ByAStar} {
		o := SolveOptions{Search: by}
		o.Checkpoints = func(string) solver.Checkpoint { return &unreadable{} }
		if r, err := Solve(t.Context(), task, o); !errors.Is(err, errUnreadable) {
			t.Errorf("%d: %+v %v", by, r, err)
		}
	}
}

// TestNumbered checks that searches of the same name get different names.
func TestNumbered(t *testing.T) {
	var names []string
	f := numbered(func(name string) solver.Checkpoint { names = append(names, name); return nil })
	for _, name := range []string{"a", "b", "a", "a"} {
		f(name)
	}
	if !slices.Equal(names, []string{"a", "b", "a-2", "a-3"}) || numbered(nil) != nil {
		t.Error(names)
	}
}
