package durable

import (
	"errors"
	"os"
	"syscall"
)

// Locks reports whether the system has locks.
const Locks = true

// sharingViolation is the error of opening a file that another process has opened exclusively.
const sharingViolation = syscall.Errno(32)

// openLocked opens the lock file exclusively.
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
