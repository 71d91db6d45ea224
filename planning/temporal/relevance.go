package temporal

// needed returns the task without the actions that no plan needs, and without the facts that no condition of the others reads. It
// returns the numbers of the actions in t, too. An action is needed if it may make a literal true that the goal or a needed action
// asks for, or changes a number that one of them reads. Without the others a plan stays one, as they only make literals false of
// which only the opposite is asked for. With events it keeps all actions, since what happens after the end of the last one is no
// part of a plan.
func (t *Task) needed() (*Task, []int) {
	asked := make([]bool, 2*len(t.Facts))
	read := make([]bool, len(t.Numbers))
	more := true
	mark := func(list []bool, i int) {
		if !list[i] {
			list[i], more = true, true
		}
	}
	number := func(n int) { mark(read, n) }
	var ask func(c *Cond, both bool)
	ask = func(c *Cond, both bool) {
		if c == nil {
			return
		}
		if c.Op == Fact || c.Op == NotFact {
			mark(asked, int(literal(c.Fact, c.Op == Fact)))
			if both {
				mark(asked, int(literal(c.Fact, c.Op != Fact)))
			}
		}
		c.Left.each(number)
		c.Right.each(number)
		for _, a := range c.Args {
			ask(a, both)
		}
	}
	ask(t.Goal, false)
	in := make([]bool, len(t.Actions))
	for more {
		more = false
		for i := range t.Actions {
			a := &t.Actions[i]
			if len(t.Events) == 0 && !in[i] && !a.gives(asked, read) {
				continue
			}
			in[i] = true
			a.Takes.each(number)
			ask(a.Over, false)
			for _, s := range []*Snap{&a.Start, &a.End} {
				ask(s.Pre, false)
				for _, e := range s.Effects {
					ask(e.When, true)
				}
				for _, c := range s.Changes {
					ask(c.When, true)
					c.Value.each(number)
				}
			}
		}
	}
	out := *t
	out.Actions = nil
	var numbers []int
	for i, is := range in {
		if is {
			out.Actions, numbers = append(out.Actions, t.Actions[i]), append(numbers, i)
		}
	}
	if len(t.Events) == 0 {
		(&renaming{t: t, at: make([]int, len(t.Facts)), conds: map[*Cond]*Cond{}}).apply(&out, asked)
	}
	return &out, numbers
}

// A renaming leaves out the facts that no condition reads. They still count for the order of happenings that interfere.
type renaming struct {
	t     *Task
	at    []int // by fact: its new number, or -1
	facts int   // the number of facts that stay
	conds map[*Cond]*Cond
}

// hidden is subtracted from the negated number of a fact that is left out.
const hidden = 1 << 30

// apply renames the facts of out, which has some of the actions of the task.
func (r *renaming) apply(out *Task, asked []bool) {
	out.Facts = nil
	for f, is := range r.t.Facts {
		if r.at[f] = -1; asked[2*f] || asked[2*f+1] {
			r.at[f] = r.facts
			r.facts++
			out.Facts = append(out.Facts, is)
		}
	}
	out.Goal = r.cond(out.Goal)
	for i := range out.Actions {
		a := &out.Actions[i]
		a.Start, a.End, a.Over, a.OverReads = r.snap(a.Start), r.snap(a.End), r.cond(a.Over), r.numbers(a.OverReads)
	}
}

// number renames a fact or a number, in the numbering of both.
func (r *renaming) number(n int) int {
	switch all := len(r.t.Facts); {
	case n >= all:
		return n - all + r.facts
	case n >= 0 && r.at[n] >= 0:
		return r.at[n]
	case n >= 0:
		return -n - hidden
	}
	return n
}

func (r *renaming) numbers(list []int) []int {
	var out []int
	for _, n := range list {
		out = append(out, r.number(n))
	}
	return out
}

func (r *renaming) snap(s Snap) Snap {
	out := Snap{Pre: r.cond(s.Pre), Reads: r.numbers(s.Reads), Writes: r.numbers(s.Writes), Shifts: r.numbers(s.Shifts),
		Gives: r.numbers(s.Gives), Removals: r.numbers(s.Removals)}
	for _, e := range s.Effects {
		if r.at[e.Fact] >= 0 {
			out.Effects = append(out.Effects, Effect{r.cond(e.When), r.at[e.Fact], e.Add})
			continue
		}
		if n := r.number(e.Fact); e.Add {
			out.Gives = append(out.Gives, n)
		} else {
			out.Removals = append(out.Removals, n)
		}
		reads := map[int]bool{}
		r.t.reads(e.When, reads)
		for n := range reads {
			out.Reads = append(out.Reads, r.number(n))
		}
	}
	for _, c := range s.Changes {
		c.When = r.cond(c.When)
		out.Changes = append(out.Changes, c)
	}
	return out
}

// cond renames the facts of a condition. Equal pointers stay equal.
func (r *renaming) cond(c *Cond) *Cond {
	if c == nil {
		return nil
	}
	if out := r.conds[c]; out != nil {
		return out
	}
	out := *c
	r.conds[c] = &out
	if c.Op == Fact || c.Op == NotFact {
		out.Fact = r.at[c.Fact]
	}
	out.Args = nil
	for _, a := range c.Args {
		out.Args = append(out.Args, r.cond(a))
	}
	return &out
}

// gives reports whether an action may make one of some literals true, or changes one of some numbers.
func (a *Action) gives(literals, numbers []bool) bool {
	for _, s := range []*Snap{&a.Start, &a.End} {
		for _, e := range s.Effects {
			if literals[literal(e.Fact, e.Add)] {
				return true
			}
		}
		for _, c := range s.Changes {
			if numbers[c.Number] {
				return true
			}
		}
	}
	return false
}
