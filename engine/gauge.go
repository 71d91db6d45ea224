package engine

// A gauge measures the memory of the process.
type gauge struct {
	held    heldMemory
	process processMemory
}

func newGauge() *gauge {
	g := &gauge{}
	g.held.open()
	g.process.open()
	return g
}

func (g *gauge) close() { g.process.close() }

// DefaultMemory returns the default memory limit in bytes: 7/8 of the memory available to this process, or 0 if
// the system does not report it. It takes some system calls.
func DefaultMemory() int64 {
	n := available()
	return n - n/8
}

// bytes returns the memory of the process: that of the collector, although some of it may not have been touched yet,
// or, if the system reports it, the resident memory without files. Only the latter includes compiled machine
// code.
func (g *gauge) bytes() int64 { return max(g.held.bytes(), g.process.bytes()) }

// inUse returns the memory of the collector without what it keeps in reserve.
func (g *gauge) inUse() int64 { return g.held.inUse() }
