package planning

import (
	"bytes"
	"context"
	"errors"
	"io"
	"slices"
	"testing"
	"time"
)

// kept is a checkpoint in memory that ends the search after so many saves.
type kept struct {
	files map[string][]byte
	name  string
	left  int
	asked int
	end   func()
}

func (k *kept) Due() bool { k.asked++; return k.asked%5 == 0 }

func (k *kept) Save(write func(io.Writer) error) error {
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

func (k *kept) Restore(read func(io.Reader) error) (bool, error) {
	file, ok := k.files[k.name]
	if !ok {
		return false, nil
	}
	return true, read(bytes.NewReader(file))
}

// TestAStarGoesOn ends A* again and again, and holds that its plan costs the same.
func TestAStarGoesOn(t *testing.T) {
	task := tiles(3, 3, []int{1, 3, 4, 0, 7, 2, 6, 5, 8})
	p, err := Prepare(context.Background(), task, 0)
	if err != nil {
		t.Fatal(err)
	}
	for name, h := range map[string]func() Heuristic{
		"none":  func() Heuristic { return nil },
		"pairs": func() Heuristic { return NewPartition(context.Background(), p.Space, time.Second) },
	} {
		want := AStar(context.Background(), p.Space, h(), Options{})
		files := map[string][]byte{}
		var got *Result
		ends := 0
		for ; ends < 1000 && (got == nil || got.Status == Stopped); ends++ {
			ctx, cancel := context.WithCancelCause(context.Background())
			end := errors.New("the end")
			o := Options{Checkpoint: func(search string) Checkpoint {
				return &kept{files: files, name: search, left: 2 + ends*ends/4, end: func() { cancel(end) }}
			}}
			got = AStar(ctx, p.Space, h(), o)
			cancel(nil)
		}
		if got.Status != Solved || got.Cost != want.Cost || ends < 2 {
			t.Errorf("%s: %v, cost %d, want %d, after %d ends", name, got.Status, got.Cost, want.Cost, ends)
		}
		if cost, err := task.Judge(p.Plan(got.Plan)); err != nil || cost != got.Cost {
			t.Error(cost, err)
		}
	}
}

// TestAStarOtherSpace: what was kept of a space that was prepared otherwise is not gone on with: its operators have other
// numbers, and a plan by these would be none.
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
		return UniformCost(ctx, p.Space, Options{Checkpoint: func(search string) Checkpoint {
			return &kept{files: files, name: search, left: left, end: cancel}
		}}), p
	}
	want, _ := asked(0)
	if clear(files); want.Status != Solved {
		t.Fatal(want.Status)
	}
	if r, _ := asked(3); r.Status != Stopped || len(files) != 1 {
		t.Fatalf("%v, %d files", r.Status, len(files))
	}
	slices.Reverse(task.Operators)
	r, p := asked(0)
	if cost, err := task.Judge(p.Plan(r.Plan)); r.Status != Solved || err != nil || cost != want.Cost || r.Cost != want.Cost {
		t.Errorf("%v, cost %d, told %d, want %d: %v", r.Status, cost, r.Cost, want.Cost, err)
	}
}

// TestSignature: whatever changes what a number stands for changes the signature.
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
			t.Errorf("%d is like %d", k, was)
		}
		met[string(s.signature())] = k
	}
}

// spoilt is a checkpoint that cannot be read.
type spoilt struct{ kept }

var errSpoilt = errors.New("spoilt")

func (*spoilt) Restore(func(io.Reader) error) (bool, error) { return false, errSpoilt }

// TestCheckpointError: that a checkpoint cannot be read is an error, not a search that ended early.
func TestCheckpointError(t *testing.T) {
	task := tiles(3, 3, []int{8, 7, 6, 5, 4, 3, 2, 1, 0})
	for _, by := range []Search{Automatic, ByUniformCost, ByAStar} {
		o := SolveOptions{Search: by}
		o.Checkpoint = func(string) Checkpoint { return &spoilt{} }
		if r, err := Solve(t.Context(), task, o); !errors.Is(err, errSpoilt) {
			t.Errorf("%d: %+v %v", by, r, err)
		}
	}
}

// TestNumbered: searches of the same name are kept apart.
func TestNumbered(t *testing.T) {
	var names []string
	f := numbered(func(name string) Checkpoint { names = append(names, name); return nil })
	for _, name := range []string{"a", "b", "a", "a"} {
		f(name)
	}
	if !slices.Equal(names, []string{"a", "b", "a-2", "a-3"}) || numbered(nil) != nil {
		t.Error(names)
	}
}
