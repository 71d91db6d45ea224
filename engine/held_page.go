//go:build page

package engine

import "runtime"

// heldMemory tells what the collector holds. That the world is stopped for it costs a page nothing, which has one
// thread, and the figures of package runtime/metrics come with all others of theirs, and what they mean.
type heldMemory struct{ stats runtime.MemStats }

func (h *heldMemory) open() {}

func (h *heldMemory) bytes() int64 {
	runtime.ReadMemStats(&h.stats)
	return int64(h.stats.Sys - h.stats.HeapReleased)
}

func (h *heldMemory) inUse() int64 {
	runtime.ReadMemStats(&h.stats)
	return int64(h.stats.Sys - h.stats.HeapIdle - (h.stats.HeapInuse - h.stats.HeapAlloc))
}
