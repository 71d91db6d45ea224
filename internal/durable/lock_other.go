//go:build !(linux || darwin || freebsd || netbsd || openbsd || dragonfly || windows)

package durable

import "os"

// Locks reports whether package syscall supports locks. Here it does not (AIX, illumos, Solaris,
// Plan 9, js, wasip1), and folders are not locked.
const Locks = false

// openLocked opens the lock file, without a lock.
func openLocked(name string) (*os.File, error) {
	return os.OpenFile(name, os.O_CREATE|os.O_RDWR, ownerOnly)
}
