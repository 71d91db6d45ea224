package planning

import (
	"time"

	"farbank/engine"
	"farbank/planning"
)

// progress reports the progress of a search, and shares its bound with other engines.
func (s *job) progress(p planning.Progress) {
	if s.q.Plans == engine.Shortest && p.Bound > 0 {
		s.q.Shared.Prove(p.Bound)
	}
	if s.q.Progress == nil {
		return
	}
	phase := "search"
	if p.Search == planning.Tables {
		phase = planning.Tables
	}
	s.reported.Phase, s.reported.States, s.reported.Depth, s.reported.Memory = phase, p.Stored, p.Bound, p.Memory
	if s.q.Improve && p.Bound > 0 && (s.reported.Bound == nil || *s.reported.Bound < p.Bound) {
		s.reported.Bound = &p.Bound
	}
	s.report()
}

// better reports the cost of a better plan.
func (s *job) better(cost int64) {
	if s.q.Progress != nil {
		s.reported.Phase, s.reported.Best = "search", &cost
		s.report()
	}
}

func (s *job) report() {
	s.reported.Elapsed = time.Since(s.begun)
	s.q.Progress(s.reported)
}
