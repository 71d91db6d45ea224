package durable

import (
	"errors"
	"os"
	"syscall"
)

// Locks reports whether the system has locks.
const Locks = true

// sharingViolation is what opening a file gives that somebody has opened for himself alone.
const sharingViolation = syscall.Errno(32)

// openLocked opens the file of a lock for this process alone.
func openLocked(name string) (*os.File, error) {
	path, err := syscall.UTF16PtrFromString(name)
	if err != nil {
		return nil, err
	}
	h, err := syscall.CreateFile(path, syscall.GENERIC_READ|syscall.GENERIC_WRITE, 0, nil, syscall.OPEN_ALWAYS, syscall.FILE_ATTRIBUTE_NORMAL, 0)
	if errors.Is(err, sharingViolation) {
		return nil, ErrBusy
	}
	if err != nil {
		return nil, &os.PathError{Op: "open", Path: name, Err: err}
	}
	return os.NewFile(uintptr(h), name), nil
}
