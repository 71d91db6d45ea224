package engine

// A gauge tells how much memory the process takes.
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

// DefaultMemory is how many bytes work may take where nobody says: seven eighths of what the machine has left
// for this process; 0 where the system does not tell. It takes some system calls.
func DefaultMemory() int64 {
	n := available()
	return n - n/8
}

// bytes is what the process takes: what the collector holds, although some of it may not
// have been touched yet, or, where the system tells it, all that is in memory and not a
// file. Code that was compiled for the machine is in the latter only.
func (g *gauge) bytes() int64 { return max(g.held.bytes(), g.process.bytes()) }

// inUse is what the collector holds without what it keeps for later.
func (g *gauge) inUse() int64 { return g.held.inUse() }
