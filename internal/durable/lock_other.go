//go:build !(linux || darwin || freebsd || netbsd || openbsd || dragonfly || windows)

package durable

import "os"

// Locks reports whether the system has locks that package syscall offers: here (AIX, illumos, Solaris, Plan 9, js, wasip1)
// nobody is kept out.
const Locks = false

// openLocked opens the file of a lock, which keeps nobody out here.
func openLocked(name string) (*os.File, error) {
	return os.OpenFile(name, os.O_CREATE|os.O_RDWR, ownerOnly)
}
