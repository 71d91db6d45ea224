package propagate

import (
	"cmp"
	"slices"
)

// energy compares what tasks need within an interval with what there is (Baptiste, Le Pape and
// Nuijten 2001). The explanation is that the tasks lie within the interval.
type energy struct {
	tasks []Task
	limit Var
}

// mostChecked is how many tasks there may be for a check of all intervals.
const mostChecked = 60

func (p *energy) Propagate(s *solver) bool {
	if len(p.tasks) > mostChecked {
		return true
	}
	limit := s.Max(p.limit)
	order := make([]int, len(p.tasks))
	for i := range order {
		order[i] = i
	}
	end := func(i int) int64 { return s.Max(p.tasks[i].Start) + s.Min(p.tasks[i].Length) }
	slices.SortFunc(order, func(a, b int) int { return cmp.Or(cmp.Compare(end(a), end(b)), cmp.Compare(a, b)) })
	for _, first := range order {
		begin := s.Min(p.tasks[first].Start)
		need := int64(0)
		for _, i := range order {
			t := p.tasks[i]
			if s.Min(t.Start) < begin {
				continue
			}
			need = min(need, largest/2) + min(multiply(s.Min(t.Length), s.Min(t.Use)), largest/2)
			if need > multiply(limit, end(i)-begin) {
				return p.fail(s, begin, end(i), limit)
			}
		}
	}
	return true
}

func (p *energy) Explain(*solver, Atom, uint64, int32) {}

// fail tells which tasks are in an interval that is too short for them.
func (p *energy) fail(s *solver, begin, end, limit int64) bool {
	list := []Atom{p.limit.AtMost(limit)}
	for _, t := range p.tasks {
		length := s.Min(t.Length)
		if s.Min(t.Start) >= begin && s.Max(t.Start)+length <= end && length > 0 && s.Min(t.Use) > 0 {
			list = append(list, t.Start.AtLeast(begin), t.Start.AtMost(end-length), t.Length.AtLeast(length), t.Use.AtLeast(s.Min(t.Use)))
		}
	}
	return s.Fail(list...)
}
