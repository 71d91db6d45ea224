package engine

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"farbank/internal/durable"
	"farbank/solver"
)

// Checkpoints is a folder that stores the searches for the answer to one question, each in its own file.
// A nil *Checkpoints stores nothing. It is safe for concurrent use.
type Checkpoints struct {
	*keeping
	scope string
}

// A keeping is the state that all checkpoints of a folder share.
type keeping struct {
	dir      string
	every    time.Duration
	problem  [32]byte
	question [32]byte
	tell     func(error) // called with failures to save, and with damaged files
	busy     sync.RWMutex
	saved    atomic.Bool
	mu       sync.Mutex
	kept     map[string]solver.Checkpoint
}

// share limits the time for saving to 1/share.
const share = 20

// stateEnding is the extension of checkpoint files.
const stateEnding = ".state"

// NewCheckpoints returns the checkpoints of an existing folder. They are saved about once in every,
// less often if saving takes long. problem and question are digests that identify the work. The
// function is called with errors that do not end the work: failures to save, and damaged files.
func NewCheckpoints(dir string, every time.Duration, problem, question [32]byte, tell func(error)) *Checkpoints {
	return &Checkpoints{keeping: &keeping{dir: dir, every: every, problem: problem, question: question, tell: tell, kept: map[string]solver.Checkpoint{}}}
}

// Within returns checkpoints for a named part of the work.
func (c *Checkpoints) Within(part string) *Checkpoints {
	if c == nil {
		return nil
	}
	return &Checkpoints{c.keeping, c.scope + part + "."}
}

// For returns the checkpoint of a search by its name and format version, or nil if c is nil. It no
// longer saves after ctx has ended because another engine was faster.
func (c *Checkpoints) For(ctx context.Context, name string, version uint32) solver.Checkpoint {
	if c == nil {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	name = c.scope + name
	f, ok := c.kept[name]
	if !ok {
		f = &fileCheckpoint{keeping: c.keeping, ctx: ctx, path: filepath.Join(c.dir, name+stateEnding),
			header: durable.Header{Kind: name, Version: version, Problem: c.problem, Question: c.question}}
		f.(*fileCheckpoint).wait(c.every)
		c.kept[name] = f
	}
	return f
}

// Often returns the saving interval if it is below a second, else 0.
func (c *Checkpoints) Often() time.Duration {
	if c == nil || c.every >= time.Second {
		return 0
	}
	return c.every
}

// Saved reports whether this process stored or found a checkpoint.
func (c *Checkpoints) Saved() bool { return c != nil && c.saved.Load() }

// Close waits for a save in progress and prevents further ones.
func (c *Checkpoints) Close() {
	if c != nil {
		c.busy.Lock() // for good
	}
}

// RemoveCheckpoints removes the checkpoint files of a folder and nothing else: a file must identify itself
// as one, under the name that it has. The file named last is removed last.
func RemoveCheckpoints(dir, last string) error {
	entries, err := os.ReadDir(dir)
	names := map[string]bool{}
	for _, e := range entries {
		file := e.Name()
		for _, ending := range durable.Endings {
			name, whole := strings.CutSuffix(file, stateEnding+ending)
			if whole && durable.Kind(filepath.Join(dir, file)) == name {
				names[name] = true
			}
		}
	}
	kept := names[last]
	delete(names, last)
	for _, name := range slices.Sorted(maps.Keys(names)) {
		err = errors.Join(err, durable.Remove(filepath.Join(dir, name+stateEnding)))
	}
	if kept && err == nil {
		err = durable.Remove(filepath.Join(dir, last+stateEnding))
	}
	return err
}

// A fileCheckpoint is a checkpoint in a file.
type fileCheckpoint struct {
	*keeping
	ctx    context.Context
	path   string
	header durable.Header
	due    atomic.Bool
}

func (f *fileCheckpoint) Due() bool { return f.due.Load() }

// wait makes the checkpoint due after the duration while.
func (f *fileCheckpoint) wait(while time.Duration) {
	f.due.Store(false)
	time.AfterFunc(while, func() { f.due.Store(true) })
}

func (f *fileCheckpoint) Save(write func(io.Writer) error) error {
	if errors.Is(context.Cause(f.ctx), ErrLost) || !f.busy.TryRLock() {
		return nil
	}
	defer f.busy.RUnlock()
	begun := time.Now()
	_, err := durable.Save(f.path, f.header, write)
	f.wait(max(f.every, (share-1)*time.Since(begun)))
	if err != nil {
		f.tell(err)
		return err
	}
	f.saved.Store(true)
	return nil
}

func (f *fileCheckpoint) Restore(read func(io.Reader) error) (bool, error) {
	if durable.Exists(f.path) {
		f.saved.Store(true)
	}
	found, err := durable.Load(f.path, f.header, read)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return false, nil
	case err != nil:
		return false, err
	case found.Refused != nil && !errors.Is(found.Refused, fs.ErrNotExist):
		f.tell(found.Refused)
	}
	return true, nil
}
