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

// A Room is a folder of set files with a limit on their total size in bytes.
type Room struct {
	dir   string
	limit int64
	used  atomic.Int64
	most  atomic.Int64
	total atomic.Int64
	lock  *durable.Lock
	open  sync.Map // the open files

	// Fault, if not nil, is called before every write and can make it fail, for tests.
	Fault func() error
}

// A LimitError reports that files would exceed the limit of their room.
type LimitError struct{ Limit int64 }

// Error returns a message without the limit.
func (e *LimitError) Error() string { return "the disk limit was reached" }

// DiskLimit marks the error as a disk limit. It returns true.
func (e *LimitError) DiskLimit() bool { return true }

// An Error reports that a file could not be read or written.
type Error struct {
	Name string
	Err  error
}

// Error returns the name of the file and the failed operation.
func (e *Error) Error() string {
	var path *os.PathError
	if errors.As(e.Err, &path) {
		return fmt.Sprintf("%s: cannot %s the file: %v", e.Name, path.Op, path.Err)
	}
	return fmt.Sprintf("%s: %v", e.Name, e.Err)
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// DiskError marks the error as a disk error. It returns true.
func (e *Error) DiskError() bool { return true }

// Open creates a folder, if it does not exist, and locks it until it is closed. The files may take at most
// limit bytes; 0 means no limit.
func Open(dir string, limit int64) (*Room, error) {
	lock, err := durable.LockFolder(dir)
	if err != nil {
		return nil, &Error{dir, err}
	}
	return &Room{dir: dir, limit: limit, lock: lock}, nil
}

// fileMode keeps files private, since they may contain confidential states.
const fileMode = 0o600

// Path returns the path of a file of the room.
func (r *Room) Path(name string) string { return filepath.Join(r.dir, name) }

// Dir returns the path of the folder.
func (r *Room) Dir() string { return r.dir }

// Used returns the number of bytes in the files.
func (r *Room) Used() int64 { return r.used.Load() }

// Most returns the peak of Used.
func (r *Room) Most() int64 { return r.most.Load() }

// Written returns the number of bytes written in total, including those of removed files.
func (r *Room) Written() int64 { return r.total.Load() }

// Close closes the files and unlocks the folder.
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

// Forget resets Used to 0; Existing counts files again.
func (r *Room) Forget() {
	r.closeFiles()
	r.used.Store(0)
}

// formerLock is the lock file of earlier versions. If it was left behind, the folder could not be removed.
const formerLock = "lock"

// Remove removes files, and the folder if it is then empty.
func (r *Room) Remove(names ...string) {
	r.closeFiles()
	for _, name := range names {
		os.Remove(r.Path(name))
	}
	os.Remove(r.Path(formerLock))
	r.lock.Remove(true)
}

// take counts bytes that are about to be written, or returns a *LimitError.
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

// A File is append-only. Several goroutines may use it.
type File struct {
	Name  string
	room  *Room
	mu    sync.Mutex
	file  *os.File
	size  int64
	dirty bool // written to since the last Sync
}

// Create returns a new file, which replaces one of the same name. The disk is not accessed before the first
// write.
func (r *Room) Create(name string) *File { return &File{Name: name, room: r} }

// Existing returns a file of which the first size bytes are valid. If the file is missing or shorter, the
// error wraps a *Damage.
func (r *Room) Existing(name string, size int64) (*File, error) {
	if size == 0 {
		return r.Create(name), nil
	}
	info, err := os.Stat(r.Path(name))
	if errors.Is(err, fs.ErrNotExist) {
		err = &Damage{"the file is missing", 0}
	}
	if err != nil {
		return nil, &Error{r.Path(name), err}
	}
	if info.Size() < size {
		return nil, &Error{r.Path(name), &Damage{fmt.Sprintf("the file has %d bytes instead of %d", info.Size(), size), info.Size()}}
	}
	r.used.Add(size)
	return &File{Name: name, room: r, size: size}, nil
}

// Size returns the number of bytes appended, including those of failed writes.
func (f *File) Size() int64 {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.size
}

// open opens the file if it is not open. The caller holds f.mu.
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

// Append writes b at the end of the file and returns the offset.
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

// read fills b from the offset at.
func (f *File) read(b []byte, at int64) error {
	f.mu.Lock()
	file, err := f.open()
	f.mu.Unlock()
	if err != nil {
		return err
	}
	_, err = file.ReadAt(b, at)
	if err == io.EOF {
		err = &Damage{"unexpected end of the file", at}
	}
	if err != nil {
		return &Error{f.room.Path(f.Name), fmt.Errorf("reading at %d: %w", at, err)}
	}
	return nil
}

// Sync flushes what was written to the disk.
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

// Close closes the file. The next read or write opens it again.
func (f *File) Close() {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.file != nil {
		f.file.Close()
		f.file = nil
		f.room.open.Delete(f)
	}
}

// Remove closes and deletes the file.
func (f *File) Remove() {
	f.Close()
	if f.size > 0 {
		os.Remove(f.room.Path(f.Name))
		f.room.used.Add(-f.size)
		f.size = 0
	}
}
