package propagate

// edgeFinding is time-table edge finding (Vilím 2011) in O(n^2), explained as in Schutt, Feydy and Stuckey (2013). It
// compares the energy that tasks need within an interval with the energy available, and moves the start of a task that
// does not fit in addition to the others. An interval begins at the earliest start of a task and ends at the latest end
// of one. A task counts with its compulsory part, and with the rest if it does not start before the interval. The
// explanation contains only the energy needed, and leaves out tasks that are not needed.
type edgeFinding struct {
	tasks []Task
	limit Var
	id    int32
	whole bool // explanations use whole tasks
	idle  int  // consecutive runs without effect

	most      int64       // the largest value of limit
	all       []piece     // by task
	orderings [2]ordering // by pass, kept since they change little
	*ordering             // of the current pass
	parts     profile
}

// A piece is a task with its least length and use, as seen in a pass. In the second pass time runs backwards.
type piece struct {
	first, last int64 // starts
	length, use int64
	begun, over int64 // energy of all compulsory parts before the earliest start, and before the latest end
}

func (q *piece) end() int64 { return q.last + q.length }

// within returns the least time that the task runs between begin and end.
func (q *piece) within(begin, end int64) int64 {
	return max(0, min(q.length, end-begin, q.first+q.length-begin, end-q.last))
}

// An ordering has the pieces sorted by decreasing earliest start, and by latest end.
type ordering struct {
	back    bool // time runs backwards
	pieces  []piece
	byStart []int32
	byEnd   []int32
	key     []int64 // sort keys
}

// maxEdges bounds the number of tasks for edge finding.
const maxEdges = 200

// findEdges adds edge finding unless a sum could overflow. For disjunctive tasks, explanations are better with whole
// tasks (whole): bounds for parts of tasks occur nowhere else.
func findEdges(s *solver, limit Var, tasks []Task, whole bool) {
	if len(tasks) > maxEdges || len(tasks) < 2 {
		return
	}
	least, most, need := int64(largest), int64(-largest), int64(0)
	for _, t := range tasks {
		least, most = min(least, s.Min(t.Start)), max(most, s.Max(t.Start)+s.Max(t.Length))
		need = min(largest, need+multiply(s.Max(t.Length), s.Max(t.Use)))
	}
	if need >= largest/4 || multiply(most-least, max(s.Max(limit), 1)) >= largest/4 {
		return
	}
	p := &edgeFinding{tasks: tasks, limit: limit, whole: whole}
	p.id = s.AddPropagator(p, 3)
	for _, t := range tasks {
		s.WatchBoth(p.id, t.Start)
		s.Watch(p.id, t.Length.Lower())
		s.Watch(p.id, t.Use.Lower())
	}
	s.Watch(p.id, limit.Upper())
}

func (p *edgeFinding) Propagate(s *solver) bool {
	p.idle++
	if p.idle > patience && p.idle%rarely != 0 {
		return true
	}
	now := s.Now()
	p.most = s.Max(p.limit)
	p.read(s)
	for pass := range p.orderings {
		p.ordering = &p.orderings[pass]
		p.look(p.all, pass > 0)
		if !p.filter(s) {
			p.idle = 0
			return false
		}
	}
	if s.Now() > now {
		p.idle = 0
	}
	return true
}

// read reads the current bounds.
func (p *edgeFinding) read(s *solver) {
	p.all = p.all[:0]
	p.parts.of(s, p.tasks)
	p.parts.add()
	for _, t := range p.tasks {
		q := piece{first: s.Min(t.Start), last: s.Max(t.Start), length: s.Min(t.Length), use: s.Min(t.Use)}
		q.begun, q.over = p.parts.before(q.first), p.parts.before(q.end())
		p.all = append(p.all, q)
	}
}

// look fills the ordering, with time running forwards or backwards.
func (v *ordering) look(all []piece, back bool) {
	v.back = back
	v.pieces = append(v.pieces[:0], all...)
	if v.byStart == nil {
		v.key = make([]int64, len(all))
		for k := range all {
			v.byStart, v.byEnd = append(v.byStart, int32(k)), append(v.byEnd, int32(k))
		}
	}
	for k := range v.pieces {
		q := &v.pieces[k]
		if back {
			q.first, q.last = -q.end(), -q.first-q.length
			q.begun, q.over = -q.over, -q.begun
		}
		v.key[k] = -q.first
	}
	reorder(v.byStart, v.key)
	for k := range v.pieces {
		v.key[k] = v.pieces[k].end()
	}
	reorder(v.byEnd, v.key)
}

// filter propagates all intervals, by increasing end and decreasing begin.
func (p *edgeFinding) filter(s *solver) bool {
	last := int64(-largest)
	for _, e := range p.byEnd {
		end, over := p.pieces[e].end(), p.pieces[e].over
		if end == last {
			continue
		}
		last = end
		need := int64(0)           // beyond compulsory parts
		late, more := -1, int64(0) // the piece with the most additional energy if it started as early as possible
		for k, i := range p.byStart {
			q := &p.pieces[i]
			begin := q.first
			if begin >= end {
				continue
			}
			surely := max(0, min(q.length, end-q.last))
			need += q.use * (surely - max(0, min(begin+q.length, end)-q.last))
			if extra := q.use * (min(q.length, end-begin) - surely); extra > more {
				late, more = int(i), extra
			}
			if k+1 < len(p.byStart) && p.pieces[p.byStart[k+1]].first == begin {
				continue
			}
			spare := p.most*(end-begin) - need - (over - q.begun)
			if spare < 0 {
				return p.fail(s, begin, end)
			}
			if more > spare && !p.move(s, late, begin, end) {
				return false
			}
		}
	}
	return true
}

// energy returns the energy that all pieces except but need within an interval.
func (p *edgeFinding) energy(begin, end int64, but int) int64 {
	need := int64(0)
	for k := range p.pieces {
		if q := &p.pieces[k]; k != but {
			need += q.use * q.within(begin, end)
		}
	}
	return need
}

func (p *edgeFinding) fail(s *solver, begin, end int64) bool {
	return s.Fail(p.because(s, begin, end, -1, p.energy(begin, end, -1)-p.most*(end-begin)-1)...)
}

// move delays the start of piece i until the energy left by the others suffices.
func (p *edgeFinding) move(s *solver, i int, begin, end int64) bool {
	need := p.energy(begin, end, i)
	room := p.most*(end-begin) - need
	if room < 0 {
		return p.fail(s, begin, end)
	}
	q := &p.pieces[i]
	length := room/q.use + 1 // too long by one
	a := p.from(i, end-length+1)
	if s.Holds(a) {
		return true
	}
	why := p.because(s, begin, end, i, need+q.use*length-p.most*(end-begin)-1)
	t := p.tasks[i]
	why = append(why, p.from(i, begin+length-q.length), t.Length.AtLeast(q.length), t.Use.AtLeast(q.use))
	return s.Set(a, s.Because(why...))
}

// from returns the atom that piece i starts at time or later, in the direction of the pass.
func (p *edgeFinding) from(i int, time int64) Atom {
	if p.back {
		return p.tasks[i].Start.AtMost(-time - p.pieces[i].length)
	}
	return p.tasks[i].Start.AtLeast(time)
}

// because explains the energy of all pieces except but within an interval, less at most excess.
func (p *edgeFinding) because(s *solver, begin, end int64, but int, excess int64) []Atom {
	list := []Atom{p.limit.AtMost(p.most)}
	for k := range p.pieces {
		q := &p.pieces[k]
		length := q.within(begin, end)
		if k == but || length*q.use == 0 {
			continue
		}
		known := p.known(s, k, begin, end)
		spare := min(excess/q.use, length-known)
		if p.whole && spare < length-known {
			spare = 0
		}
		excess -= spare * q.use
		if length -= spare; length > known {
			t := p.tasks[k]
			list = append(list, p.from(k, begin+length-q.length), p.from(k, end-length+1).Not(), t.Length.AtLeast(q.length), t.Use.AtLeast(q.use))
		}
	}
	return list
}

// known returns the least time that a piece runs within an interval by the bounds of level 0.
func (p *edgeFinding) known(s *solver, i int, begin, end int64) int64 {
	t, q := p.tasks[i], &p.pieces[i]
	if s.BoundAt(t.Length.Lower(), 0) < q.length || s.BoundAt(t.Use.Lower(), 0) < q.use {
		return 0
	}
	r := piece{first: s.BoundAt(t.Start.Lower(), 0), last: -s.BoundAt(t.Start.Upper(), 0), length: q.length}
	if p.back {
		r.first, r.last = -r.end(), -r.first-r.length
	}
	return r.within(begin, end)
}

func (p *edgeFinding) Explain(*solver, Atom, uint64, int32) {}
