//go:build !(linux || darwin || freebsd || netbsd || openbsd || dragonfly || windows)

package durable

import "os"

// openLocked opens the file of a lock, which keeps nobody out here.
func openLocked(name string) (*os.File, error) {
	return os.OpenFile(name, os.O_CREATE|os.O_RDWR, ownerOnly)
}
