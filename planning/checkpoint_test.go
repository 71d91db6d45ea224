package planning

import (
	"bytes"
	"context"
	"errors"
	"io"
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
