package recognise

import (
	"slices"

	"farbank/model"
)

// timetables finds tasks of constant length that use at most a limit at each time: all t: Time {
// sum(i: Task where start[i] <= t and t < start[i] + length[i] -> use[i]) <= limit }. It removes
// the condition of each time at which the limit could be exceeded.
func (f *Found) timetables() {
	var list []slot
	for _, e := range f.Rest {
		if s, ok := slotOf(e); ok {
			list = append(list, s)
		}
	}
	gone := map[*model.Expr]bool{}
	for _, part := range together(list) {
		if c, ok := timetable(part); ok {
			f.Cumulative = append(f.Cumulative, c)
			for _, s := range part {
				gone[s.from] = true
			}
		}
	}
	f.drop(gone)
}

// A slot is the condition that the use at one time is at most a limit.
type slot struct {
	from  *model.Expr
	uses  map[*model.Expr]window // by start
	order []*model.Expr          // the starts
	limit Linear                 // minus the use of tasks that certainly run
}

// A window is the range of starts, from first to last, for which a task runs at the time of a slot.
type window struct {
	first, last  int64
	early, later bool // whether the condition gives the bound; otherwise the domain of the start does
	use          int64
}

func slotOf(e *model.Expr) (slot, bool) {
	s := slot{from: e, uses: map[*model.Expr]window{}}
	l, ok := atMostZero(e)
	if !ok {
		return s, false
	}
	s.limit.Constant = -l.Constant
	for _, t := range l.Terms {
		x, w, ok := windowOf(t)
		if !ok {
			s.limit.Terms = append(s.limit.Terms, Term{-t.Coef, t.Of})
			continue
		}
		if _, twice := s.uses[x]; twice || w.use < 0 {
			return s, false
		}
		s.uses[x], s.order = w, append(s.order, x)
	}
	return s, len(s.order) > 0 && s.limit.notNegative() && s.limit.isSmall()
}

// windowOf decomposes a term that counts a use if a start is within a window.
func windowOf(t Term) (x *model.Expr, w window, ok bool) {
	cond := t.Of
	w.use = t.Coef
	if cond.Op == model.If {
		use, no := cond.Args[1], cond.Args[2]
		if !use.IsConst() || !no.IsConst() || no.Value != 0 || !small(use.Value) || t.Coef != 1 {
			return nil, w, false
		}
		w.use, cond = use.Value, cond.Args[0]
	}
	parts := []*model.Expr{cond}
	if cond.Op == model.And {
		parts = cond.Args
	}
	for _, p := range parts {
		l, ok := atMostZero(p)
		if !ok || len(l.Terms) != 1 || x != nil && l.Terms[0].Of != x || abs(l.Terms[0].Coef) != 1 {
			return nil, w, false
		}
		x = l.Terms[0].Of
		if l.Terms[0].Coef > 0 {
			w.last, w.later = -l.Constant, true
		} else {
			w.first, w.early = l.Constant, true
		}
	}
	if !small(x.Lo) || !small(x.Hi) || len(parts) > 2 || len(parts) == 2 && !(w.early && w.later) {
		return nil, w, false
	}
	return x, w, true
}

// together partitions slots by shared starts and variable limits.
func together(list []slot) [][]slot {
	of := map[*model.Expr]int{} // by start: index of a part
	var parts [][]slot
	for _, s := range list {
		into := len(parts)
		parts = append(parts, []slot{s})
		for _, x := range s.order {
			if k, ok := of[x]; ok && k != into && len(parts[k]) > 0 {
				parts[into] = append(parts[k], parts[into]...)
				for _, o := range parts[k] {
					for _, y := range o.order {
						of[y] = into
					}
				}
				parts[k] = nil
			}
			of[x] = into
		}
	}
	return slices.DeleteFunc(parts, func(p []slot) bool { return len(p) == 0 })
}

// timetable combines slots to one cumulative constraint. It reports false if they do not cover all
// times.
func timetable(part []slot) (c Cumulative, ok bool) {
	length, use := map[*model.Expr]int64{}, map[*model.Expr]int64{}
	var starts []*model.Expr
	for _, s := range part {
		for _, x := range s.order {
			w := s.uses[x]
			if old, ok := use[x]; ok && old != w.use || !slices.Equal(s.limit.Terms, part[0].limit.Terms) {
				return c, false
			} else if !ok {
				starts = append(starts, x)
			}
			if use[x] = w.use; w.early && w.later {
				length[x] = w.last - w.first + 1
			}
		}
	}
	tt := &times{length: length, use: use, starts: starts}
	at := map[int64]bool{}
	for i, s := range part {
		time, ok := tt.time(s)
		if !ok || !tt.same(s, time) {
			return c, false
		}
		limit := s.limit.Constant + tt.certain(time)
		if i == 0 {
			c.Limit = Linear{s.limit.Terms, limit}
		}
		if limit != c.Limit.Constant {
			return c, false
		}
		at[time] = true
	}
	if !tt.covered(at, c.Limit) {
		return c, false
	}
	for _, x := range starts {
		c.Tasks = append(c.Tasks, Task{x, Linear{Constant: length[x]}, Linear{Constant: use[x]}})
	}
	return c, true
}

// times holds tasks by their starts.
type times struct {
	length, use map[*model.Expr]int64
	starts      []*model.Expr
}

// time returns the time of a slot.
func (t *times) time(s slot) (int64, bool) {
	for _, x := range t.starts {
		if t.length[x] <= 0 {
			return 0, false
		}
	}
	w := s.uses[s.order[0]]
	if w.later {
		return w.last, true
	}
	return w.first + t.length[s.order[0]] - 1, true
}

// same reports whether a slot counts exactly the tasks that may but need not run at a time.
func (t *times) same(s slot, time int64) bool {
	n := 0
	for _, x := range t.starts {
		first, last := max(x.Lo, time-t.length[x]+1), min(x.Hi, time)
		if first > last || first == x.Lo && last == x.Hi {
			continue
		}
		w, ok := s.uses[x]
		if !w.early {
			w.first = x.Lo
		}
		if !w.later {
			w.last = x.Hi
		}
		if n++; !ok || max(w.first, x.Lo) != first || min(w.last, x.Hi) != last {
			return false
		}
	}
	return n == len(s.order)
}

// certain returns the use of the tasks that run at a time for every start.
func (t *times) certain(time int64) (sum int64) {
	for _, x := range t.starts {
		if x.Hi <= time && time < x.Lo+t.length[x] {
			sum += t.use[x]
		}
	}
	return sum
}

// covered reports whether the limit cannot be exceeded at any other time.
func (t *times) covered(at map[int64]bool, limit Linear) bool {
	least, ok := limit.least()
	begin, end := t.starts[0].Lo, t.starts[0].Hi
	for _, x := range t.starts {
		begin, end = min(begin, x.Lo), max(end, x.Hi+t.length[x]-1)
	}
	if !ok || end-begin > maxValues {
		return false
	}
	for time := begin; time <= end; time++ {
		sum := int64(0)
		for _, x := range t.starts {
			if x.Lo <= time && time < x.Hi+t.length[x] {
				sum += t.use[x]
			}
		}
		if !at[time] && sum > least {
			return false
		}
	}
	return true
}
