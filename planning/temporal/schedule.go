package temporal

import "slices"

// A Step is an action of a plan with its start and its duration, in ticks.
type Step struct {
	Action      int
	Start, Take int64
}

// A use says what a happening reads and writes. Numbers follow the facts.
type use struct {
	reads, writes  map[int]bool // writes: numbers that are assigned, and what counts as written
	adds           map[int]bool // numbers that are only increased or decreased
	gives, removes map[int]bool // facts
}

func (t *Task) reads(c *Cond, u map[int]bool) {
	if c == nil {
		return
	}
	if c.Op == Fact || c.Op == NotFact {
		u[c.Fact] = true
	}
	for _, e := range []*Expr{c.Left, c.Right} {
		e.each(func(n int) { u[len(t.Facts)+n] = true })
	}
	for _, a := range c.Args {
		t.reads(a, u)
	}
}

func (t *Task) use(x *Snap) *use {
	u := &use{map[int]bool{}, map[int]bool{}, map[int]bool{}, map[int]bool{}, map[int]bool{}}
	t.reads(x.Pre, u.reads)
	for _, f := range x.Reads {
		u.reads[f] = true
	}
	for _, f := range x.Writes {
		u.writes[f] = true
	}
	for _, f := range x.Gives {
		u.gives[f] = true
	}
	for _, f := range x.Removals {
		u.removes[f] = true
	}
	for _, e := range x.Effects {
		t.reads(e.When, u.reads)
		if e.Add {
			u.gives[e.Fact] = true
		} else {
			u.removes[e.Fact] = true
		}
	}
	for _, c := range x.Changes {
		t.reads(c.When, u.reads)
		c.Value.each(func(n int) { u.reads[len(t.Facts)+n] = true })
		if n := len(t.Facts) + c.Number; (c.How == Increase || c.How == Decrease) && !u.writes[n] {
			u.adds[n] = true
		} else {
			u.writes[n] = true
			delete(u.adds, n)
		}
	}
	for _, n := range x.Shifts {
		if !u.writes[n] {
			u.adds[n] = true
		}
	}
	return u
}

// mixed appends the uses of the conjuncts of a condition that are no literals. What changes such a conjunct may not interfere: one
// action increases a number and another one decreases it, or each concerns another part of a disjunction.
func (t *Task) mixed(c *Cond, list []*use) []*use {
	switch {
	case c == nil || c.Op == Fact || c.Op == NotFact:
	case c.Op == And:
		for _, a := range c.Args {
			list = t.mixed(a, list)
		}
	default:
		u := &use{reads: map[int]bool{}}
		t.reads(c, u.reads)
		list = append(list, u)
	}
	return list
}

// alone returns, by action, whether its beginning and its end interfere, so that it takes epsilon at
// least.
func (t *Task) alone() []bool {
	list := make([]bool, len(t.Actions))
	for i := range t.Actions {
		if a := &t.Actions[i]; a.Takes != nil {
			list[i] = t.beginning(a).interfere(t.use(&a.End))
		}
	}
	return list
}

// beginning returns the use of the start of an action, which reads the numbers of its duration.
func (t *Task) beginning(a *Action) *use {
	u := t.use(&a.Start)
	a.Takes.each(func(n int) { u.reads[len(t.Facts)+n] = true })
	return u
}

// interfere reports whether two happenings have to be in order: one changes what the other one reads, one adds what the other one
// deletes, or both change a number and not only by increasing or decreasing it (Fox, Long 2003).
func (u *use) interfere(v *use) bool {
	meet := func(a, b map[int]bool) bool {
		if len(b) < len(a) {
			a, b = b, a
		}
		for x := range a {
			if b[x] {
				return true
			}
		}
		return false
	}
	for _, on := range []map[int]bool{v.writes, v.adds, v.gives, v.removes} {
		if meet(u.reads, on) {
			return true
		}
	}
	for _, on := range []map[int]bool{u.writes, u.adds, u.gives, u.removes} {
		if meet(v.reads, on) {
			return true
		}
	}
	return meet(u.writes, v.writes) || meet(u.adds, v.writes) || meet(u.writes, v.adds) || meet(u.gives, v.removes) || meet(u.removes, v.gives)
}

// Schedule lets the actions of a plan begin as early as possible. Happenings that interfere stay in
// their order, at least epsilon apart. It returns nil if that is impossible, and the time at which
// the last action ends.
func (t *Task) Schedule(o Outcome) ([]Step, int64) {
	type point struct {
		step   int
		offset int64
		use    *use
		end    bool
	}
	type over struct {
		from, to int // points
		reads    *use
		mixed    []*use // by conjunct that is no literal
	}
	steps := []Step{}
	var points []point
	var overs []over
	open := map[int]int{} // the point at which an action began
	plan, takes := slices.Clip(o.Plan), slices.Clip(o.Takes)
	happened := 0
	for _, h := range plan {
		if h.Action < 0 {
			happened++
		}
	}
	for e := happened; e < len(t.Events); e++ { // those after the end of the plan
		plan, takes = append(plan, Happening{Action: -1 - e}), append(takes, 0)
	}
	for i, h := range plan {
		if h.Action < 0 { // its time is fixed
			e := &t.Events[-1-h.Action]
			steps = append(steps, Step{Action: h.Action, Start: e.Time})
			points = append(points, point{len(steps) - 1, 0, t.use(&Snap{Effects: e.Effects}), false})
			continue
		}
		a := &t.Actions[h.Action]
		if !h.End {
			steps = append(steps, Step{Action: h.Action, Take: takes[i]})
			open[h.Action] = len(points)
			points = append(points, point{len(steps) - 1, 0, t.beginning(a), false})
			continue
		}
		from := open[h.Action]
		k := points[from].step
		v := &use{reads: map[int]bool{}}
		t.reads(a.Over, v.reads)
		for _, f := range a.OverReads {
			v.reads[f] = true
		}
		if len(v.reads) > 0 {
			overs = append(overs, over{from, len(points), v, t.mixed(a.Over, nil)})
		}
		points = append(points, point{k, steps[k].Take, t.use(&a.End), true})
	}
	type edge struct {
		from, to int // steps
		gap      int64
	}
	var edges []edge
	instant := make([]int, len(points)) // the first of the points that share an instant in any case
	link := func(i, j int, gap int64) {
		p, q := points[i], points[j]
		if p.step != q.step {
			edges = append(edges, edge{p.step, q.step, gap + p.offset - q.offset})
		}
	}
	for i := range points {
		if instant[i] = i; i < len(o.Joint) && o.Joint[i] {
			instant[i] = instant[i-1]
			link(i-1, i, 0)
			link(i, i-1, 0)
		}
	}
	for i, p := range points { // an action does not overlap with itself
		for j := i + 1; p.end && j < len(points); j++ {
			if steps[points[j].step].Action == steps[p.step].Action {
				link(i, j, 0)
				break
			}
		}
	}
	for j := range points {
		for i := range j {
			if points[i].use.interfere(points[j].use) {
				link(i, j, t.Epsilon)
			}
		}
	}
	for _, v := range overs {
		for k, p := range points {
			if k == v.to || instant[k] == instant[v.from] || !v.reads.interfere(p.use) {
				continue
			}
			// The condition holds right after the instant of the start and right before that of the end, so that no gap is needed.
			switch {
			case k < v.from:
				link(k, v.from, 0)
			case k > v.to:
				link(v.to, k, 0)
			default:
				link(v.from, k, 0)
				link(k, v.to, 0)
			}
		}
		for _, m := range v.mixed { // what changes it keeps its order, also where that does not interfere
			last := v.from
			for k := v.from + 1; k < v.to; k++ {
				if m.interfere(points[k].use) {
					link(last, k, 0)
					last = k
				}
			}
		}
	}
	for round := 0; ; round++ { // Bellman, Ford
		changed := false
		for _, e := range edges {
			if at := steps[e.from].Start + e.gap; at > steps[e.to].Start {
				if steps[e.to].Start, changed = at, true; steps[e.to].Action < 0 || round > len(steps) {
					return nil, 0
				}
			}
		}
		if !changed {
			break
		}
	}
	steps = slices.DeleteFunc(steps, func(s Step) bool { return s.Action < 0 })
	end := int64(0)
	for _, s := range steps {
		end = max(end, s.Start+s.Take)
	}
	if end == 0 || !t.timed() {
		return steps, end
	}
	slices.SortStableFunc(steps, func(a, b Step) int { return int(min(1, max(-1, a.Start-b.Start))) })
	return steps, end
}
