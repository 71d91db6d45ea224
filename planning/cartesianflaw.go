package planning

import "slices"

// flaw runs a cheapest abstract plan from the start, and returns the first abstract state in
// which it fails with a split that mends it; ok is false if there is none.
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

// choose takes the cut of the variable that has been cut most; every cut leaves the state that was met
// on one side.
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

// any are cuts, by variable, for one of some facts.
func (c *cartesian) any(facts []Fact) []cut {
	var list []cut
	for n, f := range facts {
		if !slices.ContainsFunc(facts[:n], func(g Fact) bool { return g.Var == f.Var }) {
			list = append(list, cut{f.Var, c.only(facts...)})
		}
	}
	return list
}

// untargeted are cuts where a state is no target.
func (c *cartesian) untargeted(s State) []cut {
	var list []cut
	for _, facts := range c.targets {
		if !slices.ContainsFunc(facts, func(f Fact) bool { return int(s[f.Var]) == f.Value }) {
			list = append(list, c.any(facts)...)
		}
	}
	return list
}

// unready are cuts where an operator does not apply; nil if it does.
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

// strays are cuts where the state after an operator, c.state, is not in the abstract state that is
// meant; nil if it is.
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
