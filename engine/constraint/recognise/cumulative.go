package recognise

import (
	"slices"

	"farbank/model"
)

// cumulative finds sets of tasks with the condition, for each task, that the tasks that run at its
// start use at most a limit. That suffices for all times. It removes these conditions.
func (f *Found) cumulative() {
	var list []Cumulative
	starts := map[int][]*model.Expr{} // by index in list: the starts with a condition
	says := map[int][]*model.Expr{}
	for _, e := range f.Rest {
		c, at, ok := whenStarting(e)
		if !ok {
			continue
		}
		i := slices.IndexFunc(list, func(d Cumulative) bool { return d.is(c) })
		if i < 0 {
			i = len(list)
			list = append(list, c)
		}
		if !slices.Contains(starts[i], at) {
			starts[i], says[i] = append(starts[i], at), append(says[i], e)
		}
	}
	gone := map[*model.Expr]bool{}
	for i, c := range list {
		if len(starts[i]) != len(c.Tasks) {
			continue
		}
		f.Cumulative = append(f.Cumulative, c)
		for _, e := range says[i] {
			gone[e] = true
		}
	}
	f.drop(gone)
}

func (c Cumulative) is(d Cumulative) bool {
	return c.Limit.is(d.Limit) && slices.EqualFunc(c.Tasks, d.Tasks, func(t, u Task) bool {
		return t.Start == u.Start && t.Length.is(u.Length) && t.Use.is(u.Use)
	})
}

// A running is a task, or its use, with the time at which a condition counts it.
type running struct {
	Task
	at *model.Expr
}

// whenStarting decomposes the condition on the start of a task: [the task has length 0, or] the
// tasks that run then use at most a limit. The tasks are ordered by the IDs of their starts.
func whenStarting(e *model.Expr) (c Cumulative, at *model.Expr, ok bool) {
	var unless []Linear
	if e.Op == model.Or && len(e.Args) == 2 {
		if l, ok := atMostZero(e.Args[0]); ok {
			unless, e = append(unless, l), e.Args[1]
		}
	}
	l, ok := atMostZero(e)
	if !ok {
		return c, nil, false
	}
	rest := Linear{Constant: l.Constant}
	var own *Task
	for _, t := range l.Terms {
		r, ok := lasting(t)
		if !ok {
			rest.Terms = append(rest.Terms, t)
			continue
		}
		if r.at == nil { // the task that starts
			if own != nil {
				return c, nil, false
			}
			own = &r.Task
			continue
		}
		if at != nil && at != r.at {
			return c, nil, false
		}
		at = r.at
		c.Tasks = append(c.Tasks, r.Task)
	}
	if own == nil || own.Start != at || len(c.Tasks) == 0 {
		return c, nil, false
	}
	c.Tasks = append(c.Tasks, *own)
	c.Limit = Linear{Constant: -rest.Constant}
	for _, t := range rest.Terms {
		c.Limit.Terms = append(c.Limit.Terms, Term{-t.Coef, t.Of})
	}
	slices.SortStableFunc(c.Tasks, func(a, b Task) int { return int(a.Start.ID) - int(b.Start.ID) })
	return c, at, c.usual() && (len(unless) == 0 || unless[0].is(own.Length)) && (len(unless) > 0 || lasts(own.Length, nil))
}

// usual reports whether the tasks have different starts, and no length or use is negative.
func (c Cumulative) usual() bool {
	for i, t := range c.Tasks {
		if i > 0 && c.Tasks[i-1].Start == t.Start || !t.isSmall() || !t.Length.notNegative() || !t.Use.notNegative() {
			return false
		}
	}
	return c.Limit.notNegative() && c.Limit.isSmall()
}

// lasting decomposes a term that counts the use of a task while it runs: if start <= at and at <
// start + length then use else 0. At the start of the task itself only the second condition
// remains.
func lasting(t Term) (r running, ok bool) {
	cond := t.Of
	r.Use = Linear{Constant: t.Coef}
	if cond.Op == model.If {
		no := cond.Args[2]
		if !no.IsConst() || no.Value != 0 {
			return r, false
		}
		use, ok := linearOf(cond.Args[1], nil)
		if !ok || t.Coef != 1 {
			return r, false
		}
		r.Use, cond = use, cond.Args[0]
	}
	if cond.Op == model.Lt {
		r.Start = cond.Args[0]
		r.Length, ok = linearOf(cond.Args[1], cond.Args[0])
		return r, ok
	}
	if cond.Op != model.And || len(cond.Args) != 2 {
		return r, false
	}
	begun, going := cond.Args[0], cond.Args[1]
	if begun.Op != model.Le {
		begun, going = going, begun
	}
	if begun.Op != model.Le || going.Op != model.Lt || begun.Args[1] != going.Args[0] {
		return r, false
	}
	r.Start, r.at = begun.Args[0], begun.Args[1]
	r.Length, ok = linearOf(going.Args[1], r.Start)
	return r, ok && !r.at.IsConst()
}
