package durable

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
)

// LockName is the name of the lock file in a folder.
const LockName = "farbank.lock"

// ErrBusy reports that another process, or another part of this one, has locked a folder.
var ErrBusy = errors.New("another process works there")

// A Lock is an exclusive lock on a folder, on systems that support it. It ends with the process;
// the lock file may remain, and then means nothing.
type Lock struct {
	dir  string
	file *os.File
}

// held are the files of locks: the garbage collector closes unreferenced files, which would end the
// lock.
var held sync.Map

// LockFolder creates a folder if it does not exist, and locks it. The error is ErrBusy if it is
// locked already. On systems without locks LockFolder always succeeds.
func LockFolder(dir string) (*Lock, error) {
	err := ErrBusy
	for range 100 { // the previous owner may be removing it
		var l *Lock
		if l, err = tryLock(dir); l != nil {
			return l, nil
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, fs.ErrExist) { // it was removed after it was created
			return nil, err
		}
	}
	if err == nil {
		err = ErrBusy
	}
	return nil, err
}

// tryLock creates the folder and locks it. It returns nil without an error if the lock file was
// removed in the meantime.
func tryLock(dir string) (*Lock, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	name := filepath.Join(dir, LockName)
	f, err := openLocked(name)
	if err != nil {
		return nil, err
	}
	mine, err1 := f.Stat()
	there, err2 := os.Stat(name)
	if err1 != nil || err2 != nil || !os.SameFile(mine, there) {
		f.Close()
		return nil, nil
	}
	held.Store(f, nil)
	return &Lock{dir, f}, nil
}

// Unlock releases the lock. A nil *Lock does nothing.
func (l *Lock) Unlock() error {
	if l == nil {
		return nil
	}
	held.Delete(l.file)
	return l.file.Close()
}

// Remove releases the lock and removes its file. If folder is set, it also removes the folder if
// that is empty.
func (l *Lock) Remove(folder bool) {
	if l == nil {
		return
	}
	mine, err := l.file.Stat()
	remove := func() error {
		if there, e := os.Lstat(l.file.Name()); err == nil && e == nil && os.SameFile(mine, there) { // otherwise it is another lock's
			if e := os.Remove(l.file.Name()); e != nil {
				return e
			}
		}
		if folder {
			os.Remove(l.dir)
		}
		return nil
	}
	failed := remove() // while it is locked, so that no other process locks it
	l.Unlock()
	if failed != nil { // some systems keep open files
		remove()
	}
}
