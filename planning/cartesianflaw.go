package planning

import "slices"

// flaw runs a cheapest abstract plan from the start. It returns the first abstract state in which the plan
// fails, with a split that repairs the flaw; ok is false if there is no flaw.
func (c *cartesian) flaw() (state int, k cut, ok bool) {
	s := slices.Clone(c.p.space.begin)
	i := int(c.tree.find(s))
	for {
		if c.left[i] == Infinite {
			return 0, cut{}, false
		}
		n := c.next[i]
		if n.op < 0 {
			return c.choose(i, c.untargeted(s))
		}
		if wanted := c.unready(s, n.op); wanted != nil {
			return c.choose(i, wanted)
		}
		c.p.space.after(int(n.op), s, c.state)
		if wanted := c.strays(s, i, n); wanted != nil {
			return c.choose(i, wanted)
		}
		s, c.state = c.state, s
		i = int(n.state)
	}
}

// choose chooses the cut of the variable that was refined most. Every cut separates the concrete state from
// the facts it lacks.
func (c *cartesian) choose(i int, list []cut) (int, cut, bool) {
	best, least := -1, 2.0
	for n, k := range list {
		had, keeps := 0, 0
		c.values(k.v, func(f int) {
			if bitset(c.sets[i]).has(f) {
				if had++; k.keep.has(f) {
					keeps++
				}
			}
		})
		if keeps == 0 || keeps == had {
			continue
		}
		if part := float64(had) / float64(c.p.space.Task.Variables[k.v].Size); part < least {
			best, least = n, part
		}
	}
	if best < 0 {
		return 0, cut{}, false
	}
	return i, list[best], true
}

func (c *cartesian) values(v int, visit func(fact int)) {
	for f := c.p.space.offset[v]; f < c.p.space.offset[v+1]; f++ {
		visit(f)
	}
}

func (c *cartesian) only(facts ...Fact) bitset {
	set := newBitset(c.p.space.Facts())
	for _, f := range facts {
		set.add(c.fact(f.Var, f.Value))
	}
	return set
}

// any returns, for each variable of some facts, the cut that keeps these facts.
func (c *cartesian) any(facts []Fact) []cut {
	var list []cut
	for n, f := range facts {
		if !slices.ContainsFunc(facts[:n], func(g Fact) bool { return g.Var == f.Var }) {
			list = append(list, cut{f.Var, c.only(facts...)})
		}
	}
	return list
}

// untargeted returns cuts for a concrete state that is not a target.
func (c *cartesian) untargeted(s State) []cut {
	var list []cut
	for _, facts := range c.targets {
		if !slices.ContainsFunc(facts, func(f Fact) bool { return int(s[f.Var]) == f.Value }) {
			list = append(list, c.any(facts)...)
		}
	}
	return list
}

// unready returns cuts for a concrete state in which an operator does not apply, or nil if it applies.
func (c *cartesian) unready(s State, o int32) []cut {
	op := &c.p.space.Task.Operators[o]
	if c.p.space.applies(o, s) {
		return nil
	}
	var list []cut
	for _, f := range c.p.before[o] {
		if int(s[f.Var]) != f.Value {
			list = append(list, cut{f.Var, c.only(f)})
		}
	}
	for _, some := range op.Some {
		if !slices.ContainsFunc(some, func(f Fact) bool { return int(s[f.Var]) == f.Value }) {
			list = append(list, c.any(some)...)
		}
	}
	return list
}

// strays returns cuts if the state after an operator, c.state, is not in the abstract state of the
// transition, or nil if it is.
func (c *cartesian) strays(s State, i int, n arc) []cut {
	var list []cut
	to := bitset(c.sets[n.state])
	astray := false
	for v, x := range c.state {
		if to.has(c.fact(v, int(x))) {
			continue
		}
		astray = true
		list = append(list, cut{v, to})
		for _, e := range c.p.space.Task.Operators[n.op].Effects {
			if e.Var != v {
				continue
			}
			for _, w := range e.When {
				list = append(list, cut{w.Var, c.only(w)})
			}
		}
	}
	if !astray {
		return nil
	}
	return list
}
