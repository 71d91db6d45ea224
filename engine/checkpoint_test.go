package engine_test

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"farbank/engine"
	"farbank/internal/durable"
	"farbank/solver"
)

// TestCheckpoints checks that parts of the work are separate, that nothing is stored after Close, and that
// only checkpoints are removed.
func TestCheckpoints(t *testing.T) {
	dir, ctx := t.TempDir(), t.Context()
	open := func() *engine.Checkpoints {
		return engine.NewCheckpoints(dir, time.Millisecond, [32]byte{1}, [32]byte{2}, func(err error) { t.Error(err) })
	}
	c := open()
	put := func(k solver.Checkpoint, text string) {
		if err := k.Save(func(w io.Writer) error { _, err := io.WriteString(w, text); return err }); err != nil {
			t.Error(err)
		}
	}
	get := func(k solver.Checkpoint) (text string) {
		if _, err := k.Restore(func(r io.Reader) error {
			all, err := io.ReadAll(r)
			text = string(all)
			return err
		}); err != nil {
			t.Error(err)
		}
		return text
	}
	if c.Saved() || get(c.For(ctx, "a", 1)) != "" {
		t.Error("a checkpoint exists before the first save")
	}
	put(c.For(ctx, "a", 1), "one")
	put(c.Within("part").For(ctx, "a", 1), "two")
	if !c.Saved() {
		t.Error("it is not saved")
	}
	c.Close()
	put(c.For(ctx, "a", 1), "late")
	c = open()
	if get(c.For(ctx, "a", 1)) != "one" || get(c.Within("part").For(ctx, "a", 1)) != "two" || !c.Saved() {
		t.Error("it is not there")
	}
	for _, other := range []string{"other", "other.state", "other.state.before", "a.state.part"} {
		if err := os.WriteFile(filepath.Join(dir, other), []byte("what others keep"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := engine.RemoveCheckpoints(dir, "search"); err != nil {
		t.Error(err)
	}
	if left, _ := os.ReadDir(dir); len(left) != 3 || left[0].Name() != "other" {
		t.Error(left)
	}
}

// TestNoCheckpoints checks that nothing is stored without a folder.
func TestNoCheckpoints(t *testing.T) {
	var c *engine.Checkpoints
	if c.Within("x").For(context.Background(), "y", 1) != nil || c.Saved() {
		t.Error("something is kept")
	}
	c.Close()
}

// TestOtherVersion checks that a file of another format version is refused, and stays.
func TestOtherVersion(t *testing.T) {
	dir, ctx := t.TempDir(), t.Context()
	open := func(version uint32) solver.Checkpoint {
		return engine.NewCheckpoints(dir, time.Millisecond, [32]byte{1}, [32]byte{2}, func(err error) { t.Error(err) }).For(ctx, "a", version)
	}
	if err := open(2).Save(func(w io.Writer) error { _, err := io.WriteString(w, "two"); return err }); err != nil {
		t.Fatal(err)
	}
	for version, want := range map[uint32]error{1: durable.ErrNewer, 2: nil, 3: durable.ErrOlder} {
		found, err := open(version).Restore(func(r io.Reader) error { return nil })
		if !errors.Is(err, want) || found != (want == nil) || err != nil && !strings.HasPrefix(err.Error(), filepath.Join(dir, "a.state")+": ") {
			t.Errorf("%d: %v %v", version, found, err)
		}
	}
}
