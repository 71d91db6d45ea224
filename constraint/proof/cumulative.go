package proof

// A Task uses Use units of a resource during Length units of time from Start.
type Task struct{ Start, Length, Use int32 }

// A Cumulative constrains the total use of running tasks to be at most Limit at every time. Lengths and uses must not
// be negative.
type Cumulative struct {
	Tasks []Task
	Limit int32
}

func (c *Cumulative) variables() []int32 {
	xs := []int32{c.Limit}
	for _, t := range c.Tasks {
		xs = append(xs, t.Start, t.Length, t.Use)
	}
	return xs
}

func (c *Cumulative) refuted(b *box) bool {
	if c.peak(b) {
		return true
	}
	w := c.work(b)
	return w.overfull(false) || w.overfull(true)
}

// peak reports whether the compulsory parts exceed the limit at some time. It suffices to check the latest starts.
func (c *Cumulative) peak(b *box) bool {
	for _, first := range c.Tasks {
		time := b.hi[first.Start]
		var use wide
		for _, t := range c.Tasks {
			if b.hi[t.Start] <= time && time-b.lo[t.Start] < b.lo[t.Length] && b.lo[t.Use] > 0 {
				use.add(1, b.lo[t.Use])
			}
		}
		if use.more(b.hi[c.Limit]) {
			return true
		}
	}
	return false
}

// A work holds the tasks with positive length and use, for energetic reasoning.
type work struct {
	tasks []load
	limit int64
}

// A load is a task that starts at first or later and ends at last or earlier.
type load struct{ first, last, length, use int64 }

func (c *Cumulative) work(b *box) work {
	w := work{limit: max(b.hi[c.Limit], 0)}
	for _, t := range c.Tasks {
		if length, use := b.lo[t.Length], b.lo[t.Use]; length > 0 && use > 0 {
			w.tasks = append(w.tasks, load{clip(b.lo[t.Start]), clip(b.hi[t.Start] + length), length, use})
		}
	}
	return w
}

// within returns the least time that the task runs between begin and end, wherever it is placed (energetic reasoning:
// Erschler and Lopez 1990).
func (t load) within(begin, end int64) int64 {
	return max(0, min(t.length, end-begin, t.first+t.length-begin, end-t.last+t.length))
}

// overfull reports whether the tasks need more energy within some interval than it has. It checks the intervals that
// suffice (Baptiste, Le Pape and Nuijten 2001): those from an earliest start to a latest end or, with all, the others.
func (w work) overfull(all bool) bool {
	for _, t := range w.tasks {
		for _, u := range w.tasks {
			if !all && w.over(t.first, u.last) {
				return true
			}
			if all && w.overAround(t, u) {
				return true
			}
		}
	}
	return false
}

// overAround checks the intervals that begin or end at a characteristic time of t or u.
func (w work) overAround(t, u load) bool {
	for _, begin := range [3]int64{t.first, t.first + t.length, t.last - t.length} {
		for _, end := range [4]int64{u.last, u.first + u.length, u.last - u.length, u.first + u.last - begin} {
			if w.over(begin, end) {
				return true
			}
		}
	}
	for _, end := range [3]int64{t.last, t.first + t.length, t.last - t.length} {
		if w.over(u.first+u.last-end, end) {
			return true
		}
	}
	return false
}

func (w work) over(begin, end int64) bool {
	if end <= begin {
		return false
	}
	var need wide
	for _, t := range w.tasks {
		if n := t.within(begin, end); n > 0 {
			need.add(n, t.use)
		}
	}
	need.add(-w.limit, end-begin)
	return need.more(0)
}
