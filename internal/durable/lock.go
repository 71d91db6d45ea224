package durable

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
)

// LockName is the name of the file by which a folder is locked.
const LockName = "farbank.lock"

// ErrBusy says that another process, or another part of this one, has a folder.
var ErrBusy = errors.New("another process works there")

// A Lock is a folder that nobody else has, where there are Locks. The system ends it with the process, however that ends; its file may
// stay, and means nothing then.
type Lock struct {
	dir  string
	file *os.File
}

// held are the files of locks: the collector closes a file that nobody holds, and with it goes the lock.
var held sync.Map

// LockFolder makes a folder, if it is not there, and locks it; ErrBusy where somebody else has done so. Where the
// system has no locks nobody is refused.
func LockFolder(dir string) (*Lock, error) {
	err := ErrBusy
	for range 100 { // whoever had it may be taking it away
		var l *Lock
		if l, err = tryLock(dir); l != nil {
			return l, nil
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, fs.ErrExist) { // between making it and looking at it
			return nil, err
		}
	}
	if err == nil {
		err = ErrBusy
	}
	return nil, err
}

// tryLock makes the folder and locks it; nil without an error: the lock was taken away meanwhile.
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

// Unlock lets others have the folder. A nil *Lock has none.
func (l *Lock) Unlock() error {
	if l == nil {
		return nil
	}
	held.Delete(l.file)
	return l.file.Close()
}

// Remove lets others have the folder, and takes the file away; with the folder, if asked and if nothing else is in it.
func (l *Lock) Remove(folder bool) {
	if l == nil {
		return
	}
	mine, err := l.file.Stat()
	remove := func() error {
		if there, e := os.Lstat(l.file.Name()); err == nil && e == nil && os.SameFile(mine, there) { // else it is another's
			if e := os.Remove(l.file.Name()); e != nil {
				return e
			}
		}
		if folder {
			os.Remove(l.dir)
		}
		return nil
	}
	failed := remove() // while it is locked, so that nobody locks it meanwhile
	l.Unlock()
	if failed != nil { // some systems keep what is open
		remove()
	}
}
