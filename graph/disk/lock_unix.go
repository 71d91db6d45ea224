//go:build linux || darwin || freebsd

package disk

import (
	"os"
	"syscall"
)

// lock makes sure that no other process has the file; it ends with this process.
func lock(f *os.File) error { return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) }
