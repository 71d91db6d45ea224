package constraint

import (
	"cmp"
	"slices"

	"farbank/engine"
	"farbank/model"
)

// Some problems in which moves take time are schedules: every plan contains the same moves, some of
// which must not overlap and some of which follow others. A schedule is a relaxation of the
// problem, found from the statements of the moves. It is solved with constraints on intervals
// (Baptiste, Le Pape, Nuijten 2001) for the least makespan. If the moves can be made at these
// times, the plan is best.
//
// A claim is a cell with a free value: moves require this value when they begin and change it, and
// their ends restore it, and nothing else assigns it. By induction at most one of them is under
// way. A stair is a cell that only the ends of moves raise, from the value that the move requires
// at its beginning to the next one. If its goal is a value, each step needs a move.

// A task is a move that every plan contains once.
type task struct {
	move  int // of the beginning
	long  int64
	cost  int64
	after []int // tasks that end before it begins
}

// A schedule is the relaxation of a problem.
type schedule struct {
	p      *model.Problem
	tasks  []*task
	of     map[int]int // by move: its task plus 1
	groups [][]int     // tasks that must not overlap
	ends   map[int]int // by the cell of a move that takes time: its end
	wait   int
	unit   int64 // the cost of waiting; 0 if only the other moves have costs
}

// An action is what a move does, as far as its statements are simple.
type action struct {
	needs   map[int]int64       // values required at the beginning
	sets    map[int]*model.Expr // assignments at the beginning
	ends    map[int]*model.Expr // and at the end
	unknown []int               // cells that it may assign in another way
	long    int64               // the duration in units; -1: not constant
	lasts   bool
}

// findSchedule returns the schedule of a problem, or nil if the problem is not a schedule.
func findSchedule(p *model.Problem) *schedule {
	s := &schedule{p: p, wait: -1, of: map[int]int{}, ends: map[int]int{}}
	for i, m := range p.Moves {
		if m.Schema.Role == model.Ends {
			s.ends[m.Under] = i
		}
	}
	actions := make([]*action, len(p.Moves))
	for i, m := range p.Moves {
		switch {
		case m.Schema.Role == model.Waits:
			s.wait = i
		case m.Schema.Role == model.Begins:
			actions[i] = s.actionOf(m)
		}
		if !m.Cost.IsConst() || m.Cost.Value < 0 {
			return nil
		}
	}
	if s.wait < 0 || p.NumFind > 0 || p.Moves[s.wait].Cost.Value < 0 {
		return nil
	}
	s.unit = p.Moves[s.wait].Cost.Value
	f := &scheduleFinder{schedule: s, actions: actions, writers: map[int][]int{}, unknown: map[int]bool{}, claims: map[int][]int{}, stairs: map[int]*stair{}}
	if !f.find() {
		return nil
	}
	return s
}

// actionOf reads the statements of a move.
func (s *schedule) actionOf(m *model.Move) *action {
	a := &action{needs: map[int]int64{}, sets: map[int]*model.Expr{}, ends: map[int]*model.Expr{}, lasts: m.Lasts, long: -1}
	locals := map[int64]*model.Expr{}
	a.read(m.Body, a.sets, locals, true)
	if e := a.sets[m.Under]; m.Lasts && e != nil {
		if e.IsConst() {
			a.long = e.Value - 1
		}
	}
	if end, ok := s.ends[m.Under]; ok && m.Lasts {
		a.read(s.p.Moves[end].Body, a.ends, map[int64]*model.Expr{}, false)
	}
	if m.Lasts {
		delete(a.sets, m.Under)
		delete(a.ends, m.Under)
	}
	return a
}

func (a *action) read(body []model.Stmt, sets map[int]*model.Expr, locals map[int64]*model.Expr, begins bool) {
	var assigned func(list []model.Stmt)
	assigned = func(list []model.Stmt) {
		for i := range list {
			if st := &list[i]; st.Kind == model.Assign {
				st.Target.Addresses(func(c int64) { a.unknown = append(a.unknown, int(c)) })
			}
			assigned(list[i].Then)
			assigned(list[i].Else)
		}
	}
	for i := range body {
		st := &body[i]
		switch st.Kind {
		case model.Let:
			locals[st.Target.Value] = st.Value
		case model.Guard:
			if begins {
				a.guard(st.Value, sets)
			}
		case model.Branch:
			assigned(st.Then)
			assigned(st.Else)
		case model.Assign:
			if st.Target.Op != model.Cell {
				assigned(body[i : i+1])
				continue
			}
			c, v := int(st.Target.Value), st.Value
			if v.Op == model.Local && locals[v.Value] != nil && locals[v.Value].IsConst() {
				v = locals[v.Value]
			}
			if sets[c] != nil || readsAny(v, sets) { // it sees another value than that of the state before
				a.unknown = append(a.unknown, c)
			}
			sets[c] = v
		}
	}
}

// readsAny reports whether an expression reads an assigned cell.
func readsAny(e *model.Expr, sets map[int]*model.Expr) bool {
	reads := false
	e.Cells(func(c int) { reads = reads || sets[c] != nil })
	return reads
}

// guard records the values that a condition requires.
func (a *action) guard(e *model.Expr, sets map[int]*model.Expr) {
	if readsAny(e, sets) {
		return
	}
	switch {
	case e.Op == model.And:
		for _, x := range e.Args {
			a.guard(x, sets)
		}
	default:
		if c, v, ok := valueOf(e); ok {
			a.needs[c] = v
		}
	}
}

// valueOf returns the cell and the value if a condition says that a cell has a value.
func valueOf(e *model.Expr) (cell int, v int64, ok bool) {
	switch {
	case e.Op == model.Cell && e.Bool:
		return int(e.Value), 1, true
	case e.Op == model.Not && e.Args[0].Op == model.Cell && e.Args[0].Bool:
		return int(e.Args[0].Value), 0, true
	case e.Op == model.Eq && len(e.Args) == 2:
		x, y := e.Args[0], e.Args[1]
		if x.IsConst() {
			x, y = y, x
		}
		if x.Op == model.Cell && y.IsConst() {
			return int(x.Value), y.Value, true
		}
	}
	return 0, 0, false
}

// A stair is a cell that moves raise step by step.
type stair struct {
	first int64
	steps map[int64]int // by value: the only move from it
}

type scheduleFinder struct {
	*schedule
	actions []*action
	writers map[int][]int // by cell: the moves that assign it, at their beginning or end
	unknown map[int]bool  // cells that are assigned in an unknown way
	claims  map[int][]int // by cell: the moves that claim it
	stairs  map[int]*stair
}

func (f *scheduleFinder) find() bool {
	start, ok, err := f.p.Begin(nil)
	if err != nil || !ok {
		return false
	}
	for i, a := range f.actions {
		if a == nil {
			continue
		}
		for _, c := range a.unknown {
			f.unknown[c] = true
		}
		seen := map[int]bool{}
		for _, sets := range []map[int]*model.Expr{a.sets, a.ends} {
			for c := range sets {
				if !seen[c] {
					seen[c] = true
					f.writers[c] = append(f.writers[c], i)
				}
			}
		}
	}
	for c, list := range f.writers {
		if f.unknown[c] {
			continue
		}
		if f.isClaim(list, c, start[c]) {
			f.claims[c] = list
		} else if l := f.stairOf(list, c, start[c]); l != nil {
			f.stairs[c] = l
		}
	}
	if !f.mandatory(start) {
		return false
	}
	f.order(start)
	for _, list := range f.claims {
		var group []int
		for _, m := range list {
			if t := f.of[m]; t > 0 {
				group = append(group, t-1)
			}
		}
		if slices.Sort(group); len(group) > 1 {
			f.groups = append(f.groups, group)
		}
	}
	slices.SortFunc(f.groups, func(a, b []int) int { return slices.Compare(a, b) })
	f.groups = slices.CompactFunc(f.groups, func(a, b []int) bool { return slices.Equal(a, b) })
	return len(f.groups) > 0
}

// isClaim reports whether the moves claim a cell whose free value is free.
func (f *scheduleFinder) isClaim(list []int, c int, free int64) bool {
	for _, m := range list {
		a := f.actions[m]
		need, asks := a.needs[c]
		set, end := a.sets[c], a.ends[c]
		if !a.lasts || !asks || need != free || set == nil || !set.IsConst() || set.Value == free || end == nil || !end.IsConst() || end.Value != free {
			return false
		}
	}
	return true
}

// stairOf returns the stair of a cell, or nil if the cell is not a stair. Each step has one move.
func (f *scheduleFinder) stairOf(list []int, c int, first int64) *stair {
	l := &stair{first: first, steps: map[int64]int{}}
	for _, m := range list {
		a := f.actions[m]
		need, asks := a.needs[c]
		if !a.lasts || !asks || a.sets[c] != nil || need < first {
			return nil
		}
		if _, twice := l.steps[need]; twice || !raises(a.ends[c], c, need) {
			return nil
		}
		l.steps[need] = m
	}
	// While a move is under way, no other may raise the cell: another step needs another value,
	// and no two moves have the same. Hence the end raises it from the value at the beginning.
	return l
}

// raises reports whether an expression is one more than the cell, or than its value.
func raises(e *model.Expr, c int, v int64) bool {
	switch {
	case e == nil:
		return false
	case e.IsConst():
		return e.Value == v+1
	}
	if e.Op != model.Sum || len(e.Args) != 2 {
		return false
	}
	x, y := e.Args[0], e.Args[1]
	if x.IsConst() {
		x, y = y, x
	}
	return x.Op == model.Cell && int(x.Value) == c && y.IsConst() && y.Value == 1
}

// mandatory makes tasks of the moves that every plan contains: the steps of stairs up to the goal,
// and those that these need.
func (f *scheduleFinder) mandatory(start model.State) bool {
	todo := map[int]int64{} // by stair: the value to be reached
	var queue []int
	reach := func(c int, v int64) {
		if f.stairs[c] != nil && v > max(f.stairs[c].first, todo[c]) {
			todo[c] = v
			queue = append(queue, c)
		}
	}
	var goal func(e *model.Expr)
	goal = func(e *model.Expr) {
		if e.Op == model.And {
			for _, x := range e.Args {
				goal(x)
			}
		} else if c, v, ok := valueOf(e); ok {
			reach(c, v)
		}
	}
	for i := range f.p.Goal {
		goal(f.p.Goal[i].Cond)
	}
	for len(queue) > 0 {
		c := queue[0]
		queue = queue[1:]
		for v := f.stairs[c].first; v < todo[c]; v++ {
			m, ok := f.stairs[c].steps[v]
			if !ok || f.actions[m].long < 0 {
				return false
			}
			if f.of[m] > 0 {
				continue
			}
			f.tasks = append(f.tasks, &task{move: m, long: f.actions[m].long, cost: f.p.Moves[m].Cost.Value})
			f.of[m] = len(f.tasks)
			for need, x := range f.actions[m].needs {
				reach(need, x)
			}
		}
	}
	slices.SortFunc(f.tasks, func(a, b *task) int { return cmp.Compare(a.move, b.move) })
	for i, t := range f.tasks {
		f.of[t.move] = i + 1
	}
	return len(f.tasks) > 1
}

// order finds which tasks follow others: a move that requires a value of a stair begins after the
// move that raises the stair to it has ended.
func (f *scheduleFinder) order(start model.State) {
	for _, t := range f.tasks {
		for c, v := range f.actions[t.move].needs {
			if l := f.stairs[c]; l != nil && v > l.first {
				if m, ok := l.steps[v-1]; ok && f.of[m] > 0 {
					t.after = append(t.after, f.of[m]-1)
				}
			}
		}
		slices.Sort(t.after)
	}
}

// schedules reports whether a question is answered by a schedule, if the moves can be made at its
// times.
func schedules(p *model.Problem, q engine.Question) bool {
	last := len(p.Moves) - 1
	return last >= 0 && p.Moves[last].Schema.Role == model.Waits && q.Want == engine.One && !q.Bounded && !q.FreeEnd &&
		(q.Plans == engine.Shortest || q.Plans == engine.Any) && findSchedule(p) != nil
}
