package propagate

import (
	"cmp"
	"slices"
)

// A profile is the resource use of the compulsory parts of tasks, the times at which a task runs wherever it starts.
type profile struct {
	parts []part
	sums  []int64 // by part: energy of the parts before it
}

// A part of the profile uses use units from begin to the begin of the next part.
type part struct{ begin, use int64 }

// of computes the profile of tasks by their current bounds.
func (p *profile) of(s *solver, tasks []Task) {
	p.parts = p.parts[:0]
	for _, t := range tasks {
		begin, end, use := s.Max(t.Start), s.Min(t.Start)+s.Min(t.Length), s.Min(t.Use)
		if begin < end && use > 0 {
			p.parts = append(p.parts, part{begin, use}, part{end, -use})
		}
	}
	slices.SortFunc(p.parts, func(a, b part) int { return cmp.Compare(a.begin, b.begin) })
	n, use := 0, int64(0)
	for i, q := range p.parts {
		use += q.use
		if i+1 < len(p.parts) && p.parts[i+1].begin == q.begin {
			continue
		}
		p.parts[n] = part{q.begin, use}
		n++
	}
	p.parts = p.parts[:n]
}

// add computes sums.
func (p *profile) add() {
	p.sums = p.sums[:0]
	sum := int64(0)
	for k, q := range p.parts {
		p.sums = append(p.sums, sum)
		if k+1 < len(p.parts) {
			sum += q.use * (p.parts[k+1].begin - q.begin)
		}
	}
}

// before returns the energy of the profile before time.
func (p *profile) before(time int64) int64 {
	k, _ := slices.BinarySearchFunc(p.parts, time, func(q part, time int64) int { return cmp.Compare(q.begin, time) })
	if k == 0 {
		return 0
	}
	q := p.parts[k-1]
	return p.sums[k-1] + q.use*(time-q.begin)
}
