package engine

import "runtime/metrics"

// A gauge tells how much memory the process takes.
type gauge struct {
	samples [4]metrics.Sample
	process processMemory
}

func newGauge() *gauge {
	g := &gauge{}
	for i, name := range []string{"/memory/classes/total:bytes", "/memory/classes/heap/released:bytes", "/memory/classes/heap/free:bytes", "/memory/classes/heap/unused:bytes"} {
		g.samples[i].Name = name
	}
	g.process.open()
	return g
}

func (g *gauge) close() { g.process.close() }

// DefaultMemory is how many bytes work may take where nobody says: seven eighths of what the machine has left
// for this process; 0 where the system does not tell. It takes some system calls.
func DefaultMemory() int64 {
	n := available()
	return n - n/8
}

// bytes is what the process takes: what the collector holds, although some of it may not
// have been touched yet, or, where the system tells it, all that is in memory and not a
// file. Code that was compiled for the machine is in the latter only.
func (g *gauge) bytes() int64 {
	metrics.Read(g.samples[:2])
	return max(g.value(0)-g.value(1), g.process.bytes())
}

// inUse is what the collector holds without what it keeps for later.
func (g *gauge) inUse() int64 {
	metrics.Read(g.samples[:])
	return g.value(0) - g.value(1) - g.value(2) - g.value(3)
}

func (g *gauge) value(i int) int64 {
	if g.samples[i].Value.Kind() != metrics.KindUint64 {
		return 0
	}
	return int64(g.samples[i].Value.Uint64())
}
