package search

import (
	"cmp"
	"fmt"

	"farbank/engine"
	"farbank/graph"
	"farbank/internal/digest"
	"farbank/internal/durable"
)

// unknownMemory is taken where a search is to go on on disk, and nobody knows what the machine has.
const unknownMemory = 2 << 30

// onDisk has a search go on on disk where its memory ends, if the question says where. Without a limit
// on the memory that is the default one. A bound on the length is part of the question: a
// search within one must neither end nor take up what one without it has left.
func (s *solver) onDisk(o *graph.Options) {
	if !durable.Possible || s.q.Disk.Dir == "" {
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
		Question: digest.Sum(fmt.Appendf(nil, "free end %v, length %d, %s%s", s.q.FreeEnd, o.MaxDepth, fold, exact)),
		Every:    s.q.Checkpoints.Often(),
		Note:     func(note string) { s.notes = append(s.notes, note) },
		Warn:     s.q.Disk.Tell,
		Lost:     func() bool { return engine.Lost(s.ctx) }}
}
