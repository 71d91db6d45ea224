package disk

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"

	"farbank/internal/durable"
)

// A Room is a folder with files of sets, and how many bytes they may take together.
type Room struct {
	dir   string
	limit int64
	used  atomic.Int64
	most  atomic.Int64
	total atomic.Int64
	lock  *durable.Lock
	open  sync.Map // the files that are open

	// Fault, if not nil, is asked before every write: for tests.
	Fault func() error
}

// A LimitError says that files would take more than they may.
type LimitError struct{ Limit int64 }

func (e *LimitError) Error() string   { return "the disk limit was reached" }
func (e *LimitError) DiskLimit() bool { return true }

// An Error says that a file could not be read or written.
type Error struct {
	Name string
	Err  error
}

func (e *Error) Error() string {
	var path *os.PathError
	if errors.As(e.Err, &path) {
		return fmt.Sprintf("%s: cannot %s it: %v", e.Name, path.Op, path.Err)
	}
	return fmt.Sprintf("%s: %v", e.Name, e.Err)
}

func (e *Error) Unwrap() error   { return e.Err }
func (e *Error) DiskError() bool { return true }

// Open makes a folder, if it is not there, for files of at most limit bytes (0: no limit).
// Nobody else can open it until it is closed.
func Open(dir string, limit int64) (*Room, error) {
	lock, err := durable.LockFolder(dir)
	if err != nil {
		return nil, &Error{dir, err}
	}
	return &Room{dir: dir, limit: limit, lock: lock}, nil
}

// fileMode is that of files: what was asked may be nobody else's business.
const fileMode = 0o600

// Path is where a file of the room lies.
func (r *Room) Path(name string) string { return filepath.Join(r.dir, name) }

// Dir is the folder.
func (r *Room) Dir() string { return r.dir }

// Used is how many bytes the files take, Most how many they have taken, and Written how many were written at all.
func (r *Room) Used() int64    { return r.used.Load() }
func (r *Room) Most() int64    { return r.most.Load() }
func (r *Room) Written() int64 { return r.total.Load() }

// Close closes the files, and lets others have the folder.
func (r *Room) Close() error {
	r.closeFiles()
	return r.lock.Unlock()
}

func (r *Room) closeFiles() {
	r.open.Range(func(f, _ any) bool {
		f.(*File).Close()
		return true
	})
}

// Forget counts no file any more: what is there is given by Existing anew.
func (r *Room) Forget() {
	r.closeFiles()
	r.used.Store(0)
}

// formerLock is by what folders were locked once: one that was left would keep the folder.
const formerLock = "lock"

// Remove takes files away, and the folder if nothing else is in it.
func (r *Room) Remove(names ...string) {
	r.closeFiles()
	for _, name := range names {
		os.Remove(r.Path(name))
	}
	os.Remove(r.Path(formerLock))
	r.lock.Remove(true)
}

// take counts bytes that are about to be written.
func (r *Room) take(n int64) error {
	if r.Fault != nil {
		if err := r.Fault(); err != nil {
			return err
		}
	}
	now := r.used.Add(n)
	if r.limit > 0 && now > r.limit {
		r.used.Add(-n)
		return &LimitError{r.limit}
	}
	r.total.Add(n)
	for most := r.most.Load(); now > most && !r.most.CompareAndSwap(most, now); most = r.most.Load() {
	}
	return nil
}

// A File is written at its end only, by several goroutines.
type File struct {
	Name  string
	room  *Room
	mu    sync.Mutex
	file  *os.File
	size  int64
	dirty bool // written to since the last Sync
}

// Create makes a file, in place of one of the same name. Nothing touches the disk before the first write.
func (r *Room) Create(name string) *File { return &File{Name: name, room: r} }

// Existing is a file that is there, of which the first size bytes are known.
// It is a Damage if they are not.
func (r *Room) Existing(name string, size int64) (*File, error) {
	if size == 0 {
		return r.Create(name), nil
	}
	info, err := os.Stat(r.Path(name))
	if errors.Is(err, fs.ErrNotExist) {
		err = &Damage{"it is missing", 0}
	}
	if err != nil {
		return nil, &Error{r.Path(name), err}
	}
	if info.Size() < size {
		return nil, &Error{r.Path(name), &Damage{fmt.Sprintf("it has %d bytes, and had %d", info.Size(), size), info.Size()}}
	}
	r.used.Add(size)
	return &File{Name: name, room: r, size: size}, nil
}

// Size is how many bytes were written, or were to be where that has failed.
func (f *File) Size() int64 {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.size
}

// open opens the file, if it is not open; the caller holds the lock.
func (f *File) open() (*os.File, error) {
	if f.file != nil {
		return f.file, nil
	}
	flags := os.O_RDWR
	if f.size == 0 {
		flags |= os.O_CREATE | os.O_TRUNC
	}
	file, err := os.OpenFile(f.room.Path(f.Name), flags, fileMode)
	if err != nil {
		return nil, &Error{f.room.Path(f.Name), err}
	}
	f.file = file
	f.room.open.Store(f, nil)
	return file, nil
}

// Append writes bytes behind what is there, and returns where they begin.
func (f *File) Append(b []byte) (int64, error) {
	if err := f.room.take(int64(len(b))); err != nil {
		return 0, err
	}
	f.mu.Lock()
	file, err := f.open()
	if err != nil {
		f.mu.Unlock()
		f.room.used.Add(-int64(len(b)))
		return 0, err
	}
	at := f.size
	f.size += int64(len(b))
	f.dirty = true
	f.mu.Unlock()
	if _, err := file.WriteAt(b, at); err != nil {
		return 0, &Error{f.room.Path(f.Name), err}
	}
	return at, nil
}

// read fills b from a place on.
func (f *File) read(b []byte, at int64) error {
	f.mu.Lock()
	file, err := f.open()
	f.mu.Unlock()
	if err != nil {
		return err
	}
	_, err = file.ReadAt(b, at)
	if err == io.EOF {
		err = &Damage{"it ends too soon", at}
	}
	if err != nil {
		return &Error{f.room.Path(f.Name), fmt.Errorf("reading at %d: %w", at, err)}
	}
	return nil
}

// Sync waits until what was written is on the disk.
func (f *File) Sync() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if !f.dirty {
		return nil
	}
	file, err := f.open()
	if err != nil {
		return err
	}
	if err := file.Sync(); err != nil {
		return &Error{f.room.Path(f.Name), err}
	}
	f.dirty = false
	return nil
}

// Close closes the file; it opens again when it is read.
func (f *File) Close() {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.file != nil {
		f.file.Close()
		f.file = nil
		f.room.open.Delete(f)
	}
}

// Remove deletes the file.
func (f *File) Remove() {
	f.Close()
	if f.size > 0 {
		os.Remove(f.room.Path(f.Name))
		f.room.used.Add(-f.size)
		f.size = 0
	}
}
