package propagate

import (
	"cmp"
	"slices"

	"farbank/constraint/kernel"
)

// A Task uses Use units of a resource during Length units of time from Start. Length and Use must not be negative.
type Task struct{ Start, Length, Use Var }

// cumulative constrains the total use of running tasks to be at most limit at every time: time-table propagation with
// pointwise explanations (Schutt, Feydy, Stuckey and Wallace 2011).
type cumulative struct {
	tasks []Task
	limit Var
	id    int32
	profile
}

// Limits of what pack encodes in a word.
const (
	latest   = 1 << 42
	maxTasks = 1 << 20
)

// packs reports whether pack can encode the tasks and their times.
func packs(s *solver, tasks []Task) bool {
	return len(tasks) <= maxTasks && !slices.ContainsFunc(tasks, func(t Task) bool {
		return max(s.Max(t.Start), -s.Min(t.Start))+s.Max(t.Length) > latest
	})
}

// summable reports whether the total use of all tasks cannot overflow.
func summable(s *solver, tasks []Task) bool {
	sum := int64(0)
	for _, t := range tasks {
		if sum += max(s.Max(t.Use), 0); sum > largest {
			return false
		}
	}
	return true
}

// Cumulative constrains the total use of running tasks to be at most limit at every time.
func Cumulative(s *solver, limit Var, tasks ...Task) error {
	if !packs(s, tasks) || !summable(s, tasks) {
		return ErrTooLarge
	}
	if len(tasks) > 0 { // nothing runs before the first task, so the limit cannot be negative
		s.AddClause(limit.AtLeast(0))
	}
	p := &cumulative{tasks: tasks, limit: limit}
	p.id = s.AddPropagator(p, 2)
	for _, t := range tasks {
		s.AddClause(t.Length.AtLeast(0))
		s.AddClause(t.Use.AtLeast(0))
		s.WatchBoth(p.id, t.Start)
		s.Watch(p.id, t.Length.Lower())
		s.Watch(p.id, t.Use.Lower())
	}
	s.Watch(p.id, limit.Upper())
	findEdges(s, limit, tasks, false)
	for _, t := range tasks { // a single task; the profile has only compulsory parts
		if s.Max(t.Use) > s.Min(limit) {
			if err := LinearLE(s, t.Length.AtLeast(1), 0, Term{1, t.Use}, Term{-1, limit}); err != nil {
				return err
			}
		}
	}
	return nil
}

// covers reports whether the compulsory part that t had before the event at contains time.
func (t Task) covers(s *solver, time int64, at int32) bool {
	return -s.BoundAt(t.Start.Upper(), at) <= time && time < s.BoundAt(t.Start.Lower(), at)+s.BoundAt(t.Length.Lower(), at)
}

func (p *cumulative) Propagate(s *solver) bool {
	p.of(s, p.tasks)
	limit := s.Max(p.limit)
	for _, q := range p.parts {
		if q.use > s.Min(p.limit) && !s.Set(p.limit.AtLeast(q.use), s.Because(p.users(s, q.begin, -1, q.use, s.Now())...)) {
			return false
		}
	}
	for i, t := range p.tasks {
		if use := s.Min(t.Use); use == 0 || s.Min(t.Length) == 0 || s.Fixed(t.Start) {
			continue
		}
		if !p.later(s, i, limit) || !p.earlier(s, i, limit) {
			return false
		}
	}
	return true
}

// users returns atoms for tasks, other than but, whose compulsory parts use at least use at time together.
func (p *cumulative) users(s *solver, time int64, but int, use int64, at int32) []Atom {
	var list []Atom
	for i, t := range p.tasks {
		if use <= 0 {
			break
		}
		if i == but || !t.covers(s, time, at) {
			continue
		}
		n := s.BoundAt(t.Use.Lower(), at)
		if n == 0 {
			continue
		}
		length := s.BoundAt(t.Length.Lower(), at)
		list = append(list, t.Start.AtMost(time), t.Start.AtLeast(time-length+1), t.Length.AtLeast(length), t.Use.AtLeast(n))
		use -= n
	}
	return list
}

// after returns the index of the first part that ends after time.
func (p *cumulative) after(time int64) int {
	i, _ := slices.BinarySearchFunc(p.parts, time, func(q part, time int64) int { return cmp.Compare(q.begin, time+1) })
	return max(i-1, 0)
}

// blocks reports whether the other tasks leave too little of the resource for task i in a part of the profile.
func (p *cumulative) blocks(s *solver, i int, q part, limit int64) bool {
	t := p.tasks[i]
	use := q.use
	if t.covers(s, q.begin, s.Now()) {
		use -= s.Min(t.Use)
	}
	return use+s.Min(t.Use) > limit
}

// later raises the earliest start of a task past the parts that block it.
func (p *cumulative) later(s *solver, i int, limit int64) bool {
	t := p.tasks[i]
	length := s.Min(t.Length)
	for k := p.after(s.Min(t.Start)); k+1 < len(p.parts); k++ {
		q, end := p.parts[k], p.parts[k+1].begin
		if q.begin >= s.Min(t.Start)+length {
			break
		}
		if end <= s.Min(t.Start) || !p.blocks(s, i, q, limit) {
			continue
		}
		for s.Min(t.Start) < end { // a step for each point in time at which it would run
			time := min(end, s.Min(t.Start)+length) - 1
			if !s.Set(t.Start.AtLeast(time+1), kernel.Data(p.id, pack(i, time))) {
				return false
			}
		}
	}
	return true
}

// earlier lowers the latest start of a task before the parts that block it.
func (p *cumulative) earlier(s *solver, i int, limit int64) bool {
	t := p.tasks[i]
	length := s.Min(t.Length)
	for k := min(p.after(s.Max(t.Start)+length-1), len(p.parts)-2); k >= 0; k-- {
		q, end := p.parts[k], p.parts[k+1].begin
		if end <= s.Max(t.Start) {
			break
		}
		if q.begin >= s.Max(t.Start)+length || !p.blocks(s, i, q, limit) {
			continue
		}
		for s.Max(t.Start)+length > q.begin {
			time := max(q.begin, s.Max(t.Start))
			if !s.Set(t.Start.AtMost(time-length), kernel.Data(p.id, pack(i, time))) {
				return false
			}
		}
	}
	return true
}

// pack encodes the number of a task and a time in a word.
func pack(i int, time int64) uint64 { return uint64(i)<<44 | uint64(time+1<<43)&(1<<44-1) }

func unpack(data uint64) (i int, time int64) { return int(data >> 44), int64(data&(1<<44-1)) - 1<<43 }

func (p *cumulative) Explain(s *solver, a Atom, data uint64, at int32) {
	i, time := unpack(data)
	t := p.tasks[i]
	length, use := s.BoundAt(t.Length.Lower(), at), s.BoundAt(t.Use.Lower(), at)
	limit := -s.BoundAt(p.limit.Upper(), at)
	if a.View == t.Start.Lower() {
		s.Why(t.Start.AtLeast(time - length + 1))
	} else {
		s.Why(t.Start.AtMost(time))
	}
	s.Why(t.Length.AtLeast(length))
	s.Why(t.Use.AtLeast(use))
	s.Why(p.limit.AtMost(limit))
	for _, b := range p.users(s, time, i, limit-use+1, at) {
		s.Why(b)
	}
}

// A Scheduler is a propagator of tasks.
type Scheduler interface {
	// Starts returns the starts of the tasks.
	Starts() []Var
}

func startsOf(tasks []Task) []Var {
	list := make([]Var, len(tasks))
	for i, t := range tasks {
		list[i] = t.Start
	}
	return list
}

// Starts returns the starts of the tasks.
func (p *cumulative) Starts() []Var { return startsOf(p.tasks) }

// Starts returns the starts of the tasks.
func (p *edgeFinding) Starts() []Var { return startsOf(p.tasks) }
