//go:build linux || darwin || freebsd

package graph

import (
	"os"
	"syscall"
	"unsafe"
)

const canMap = true

// mapWords maps the first n bytes of a file into memory, shared with the file. It also returns a function
// that unmaps them.
func mapWords(name string, n int64) ([]uint64, func(), error) {
	f, err := os.OpenFile(name, os.O_RDWR, 0)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	b, err := syscall.Mmap(int(f.Fd()), 0, int(n), syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_SHARED)
	if err != nil {
		return nil, nil, err
	}
	return unsafe.Slice((*uint64)(unsafe.Pointer(&b[0])), n/8), func() { syscall.Munmap(b) }, nil
}
