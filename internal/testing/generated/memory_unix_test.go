//go:build unix

package generated_test

import "syscall"

// limitMemory limits the address space of the process, so that a runaway model fails alone.
func limitMemory(bytes uint64) {
	limit := syscall.Rlimit{Cur: bytes, Max: bytes}
	syscall.Setrlimit(syscall.RLIMIT_AS, &limit)
}
