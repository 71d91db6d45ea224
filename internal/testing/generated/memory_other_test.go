//go:build !unix

package generated_test

// limitMemory does nothing: only Unix systems limit the address space of a process.
func limitMemory(uint64) {}
