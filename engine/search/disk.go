package search

import (
	"cmp"
	"crypto/sha256"
	"fmt"

	"farbank/engine"
	"farbank/graph"
)

// unknownMemory is the memory limit for searches with a disk if the available memory is unknown.
const unknownMemory = 2 << 30

// onDisk sets up a search that continues on disk when the memory is full, if the question has a
// folder. Without a memory limit the default one applies. A bound on the length is part of the
// identity of the search: a bounded search must neither end nor resume an unbounded one.
func (s *solver) onDisk(o *graph.Options) {
	if s.q.Disk.Dir == "" {
		return
	}
	if o.Memory == 0 {
		o.Memory = cmp.Or(engine.DefaultMemory(), unknownMemory)
	}
	fold := ""
	if s.space.Symmetry != nil {
		fold = s.space.Symmetry.String()
	}
	exact := ""
	if s.exact {
		exact = ", exact"
	}
	o.Disk = &graph.Disk{Exact: s.exact, Dir: s.q.Disk.Dir, Limit: s.q.Disk.Limit, Problem: s.space.Problem.Digest(),
		Question: sha256.Sum256(fmt.Appendf(nil, "free end %v, length %d, %s%s", s.q.FreeEnd, o.MaxDepth, fold, exact)),
		Every:    s.q.Checkpoints.Often(),
		Note:     func(note string) { s.notes = append(s.notes, note) },
		Warn:     s.q.Disk.Tell,
		Lost:     func() bool { return engine.Lost(s.ctx) }}
}
