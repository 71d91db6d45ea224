package engine

import "runtime/metrics"

// A heldMemory reads the memory of the collector.
type heldMemory struct{ samples [4]metrics.Sample }

func (h *heldMemory) open() {
	for i, name := range []string{"/memory/classes/total:bytes", "/memory/classes/heap/released:bytes", "/memory/classes/heap/free:bytes", "/memory/classes/heap/unused:bytes"} {
		h.samples[i].Name = name
	}
}

func (h *heldMemory) bytes() int64 {
	metrics.Read(h.samples[:2])
	return h.value(0) - h.value(1)
}

func (h *heldMemory) inUse() int64 {
	metrics.Read(h.samples[:])
	return h.value(0) - h.value(1) - h.value(2) - h.value(3)
}

func (h *heldMemory) value(i int) int64 {
	if h.samples[i].Value.Kind() != metrics.KindUint64 {
		return 0
	}
	return int64(h.samples[i].Value.Uint64())
}
