package engine

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"farbank/internal/durable"
)

// A Checkpoint is where one search keeps what it has found so far. Libraries have
// interfaces of their own with these methods.
type Checkpoint interface {
	// Due reports whether it is time to save. It costs next to nothing.
	Due() bool

	// Save keeps what write writes, in place of what was kept before. That it could not be
	// kept is told elsewhere, and the search goes on.
	Save(write func(io.Writer) error) error

	// Restore reads what was kept; false if nothing was. read may be called again, with an
	// older generation, and then begins anew.
	Restore(read func(io.Reader) error) (bool, error)
}

// Checkpoints are a folder in which the searches for the answer to one question are
// kept, each in a file of its own. A nil *Checkpoints keeps nothing. It may be used by
// several goroutines.
type Checkpoints struct {
	*keeping
	scope string
}

// keeping is what all checkpoints of a folder share.
type keeping struct {
	dir      string
	every    time.Duration
	problem  [32]byte
	question [32]byte
	tell     func(error) // what could not be kept, or was found damaged
	busy     sync.RWMutex
	saved    atomic.Bool
	mu       sync.Mutex
	kept     map[string]Checkpoint
}

// share is the most of the time that goes into saving: a twentieth.
const share = 20

// ending of the names of what is kept.
const stateEnding = ".state"

// NewCheckpoints returns the checkpoints of a folder, which is there. They are saved about so
// often, less often where it takes long. problem and question are digests of what they belong to; tell
// is called with what goes wrong and does not end the work.
func NewCheckpoints(dir string, every time.Duration, problem, question [32]byte, tell func(error)) *Checkpoints {
	return &Checkpoints{keeping: &keeping{dir: dir, every: every, problem: problem, question: question, tell: tell, kept: map[string]Checkpoint{}}}
}

// Within returns checkpoints for a part of the work, by its name.
func (c *Checkpoints) Within(part string) *Checkpoints {
	if c == nil {
		return nil
	}
	return &Checkpoints{c.keeping, c.scope + part + "."}
}

// For returns the checkpoint of a search, by its name and the version of its format; nil if
// nothing is to be kept. Nothing is saved any more when ctx has ended because another
// engine was faster.
func (c *Checkpoints) For(ctx context.Context, name string, version uint32) Checkpoint {
	if !durable.Possible || c == nil {
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

// Often returns how often something is to be kept at most, where that is more often than a second; else 0.
func (c *Checkpoints) Often() time.Duration {
	if c == nil || c.every >= time.Second {
		return 0
	}
	return c.every
}

// Saved reports whether anything was kept by this process, or found.
func (c *Checkpoints) Saved() bool { return c != nil && c.saved.Load() }

// Close waits for what is being saved. Nothing is saved any more.
func (c *Checkpoints) Close() {
	if c != nil {
		c.busy.Lock() // for good
	}
}

// RemoveCheckpoints takes away what is kept in a folder, and leaves everything else: a file is
// one of these where it says so itself, under the name that it has. The one named last goes last.
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
	for name := range names {
		err = errors.Join(err, durable.Remove(filepath.Join(dir, name+stateEnding)))
	}
	if kept && err == nil {
		err = durable.Remove(filepath.Join(dir, last+stateEnding))
	}
	return err
}

// A fileCheckpoint is one in a file.
type fileCheckpoint struct {
	*keeping
	ctx    context.Context
	path   string
	header durable.Header
	due    atomic.Bool
}

func (f *fileCheckpoint) Due() bool { return f.due.Load() }

// wait lets it be due after a while.
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
