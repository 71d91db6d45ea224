package temporal

// needed returns the task without the actions that no plan needs, and the numbers of its actions in t. An action is needed if it
// may make a literal true that the goal or a needed action asks for, or changes a number that one of them reads. Without the
// others a plan stays one, as they only make literals false of which only the opposite is asked for. With events it keeps all
// actions, since what happens after the end of the last one is no part of a plan.
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
	return &out, numbers
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
