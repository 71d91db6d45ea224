package temporal

import "slices"

// A condition over all holds from right after the start of its action until right before the end (Fox, Long 2003). So actions that
// begin at the same instant may give each other what they need over all, and none of them can begin before the others. In the
// same way, actions whose ends break the conditions over all of each other can only end at the same instant.

// Together returns two actions that may have to begin at the same instant, or to end at it if ends is true; false if no two may.
func (t *Task) Together() (a, b int, ends, ok bool) {
	for _, ends := range []bool{false, true} {
		group := t.groups(ends)
		first := map[int32]int{}
		for i, k := range group {
			if k == 0 {
				continue
			}
			if j, met := first[k]; met {
				return j, i, ends, true
			}
			first[k] = i
		}
	}
	return 0, 0, false, false
}

// groups numbers sets of actions that may have to begin, or to end, at the same instant, from 1: those that depend on each other
// in a circle by their conditions over all. Actions in no set have 0. It returns nil if there are no sets.
//
// The nodes of the graph are actions, literals and comparisons. An action leads to its open conditions, and these lead to the
// actions whose starts may make them true, or whose ends may make them false.
func (t *Task) groups(ends bool) []int32 {
	out := make([][]int32, len(t.Actions)+2*len(t.Facts))
	facts := len(t.Actions)
	compares := map[string]int32{}   // nodes by key
	readers := map[int][]int32{}     // by number: nodes of comparisons
	conds := map[int32]*Cond{}       // by node of a comparison
	needed := make([]bool, len(out)) // by node of a literal
	for i := range t.Actions {
		for _, c := range t.open(&t.Actions[i], ends) {
			if c.Left == nil {
				n := int32(facts) + literal(c.Fact, c.Op == Fact)
				needed[n] = true
				out[i] = append(out[i], n)
				continue
			}
			key := string(c.Right.key(append(c.Left.key([]byte{byte(c.Op)}), ':')))
			n, met := compares[key]
			if !met {
				n = int32(len(out))
				compares[key], conds[n], out = n, c, append(out, nil)
				for m := range c.numbers() {
					readers[m] = append(readers[m], n)
				}
			}
			out[i] = append(out[i], n)
		}
	}
	for i := range t.Actions {
		if len(out[i]) == 0 {
			continue
		}
		s := &t.Actions[i].Start
		if ends {
			s = &t.Actions[i].End
		}
		for _, e := range s.Effects {
			if n := facts + int(literal(e.Fact, e.Add != ends)); needed[n] {
				out[n] = append(out[n], int32(i))
			}
		}
		for _, c := range s.Changes {
			for _, n := range readers[c.Number] {
				if conds[n].moved(&c, ends) {
					out[n] = append(out[n], int32(i))
				}
			}
		}
	}
	var group []int32
	found := int32(0)
	var apart func(a, b int32) bool
	for _, list := range components(out) {
		acts := slices.DeleteFunc(list, func(n int32) bool { return int(n) >= facts })
		if len(acts) < 2 {
			continue
		}
		if apart == nil {
			apart = t.apart(ends)
		}
		for _, acts := range t.split(acts, out, apart) {
			if found++; group == nil {
				group = make([]int32, len(t.Actions))
			}
			for _, a := range acts {
				group[a] = found
			}
		}
	}
	return group
}

// maxSplit is the maximum number of actions of a set that is split by pairs.
const maxSplit = 500

// split splits a set of actions by the pairs that cannot share an instant. out is the graph of groups.
func (t *Task) split(acts []int32, out [][]int32, apart func(a, b int32) bool) [][]int32 {
	if len(acts) > maxSplit {
		return [][]int32{acts}
	}
	at := map[int32]int32{}
	for i, a := range acts {
		at[a] = int32(i)
	}
	pairs := make([][]int32, len(acts))
	for i, a := range acts {
		for _, n := range out[a] {
			for _, b := range out[n] {
				if k, in := at[b]; in && a != b && !apart(a, b) {
					pairs[i] = append(pairs[i], k)
				}
			}
		}
	}
	var list [][]int32
	for _, c := range components(pairs) {
		if len(c) < 2 {
			continue
		}
		for i := range c {
			c[i] = acts[c[i]]
		}
		list = append(list, c)
	}
	return list
}

// apart returns a function that reports whether the starts, or the ends, of two actions cannot share an instant: they interfere,
// or the actions take turns with a fact.
func (t *Task) apart(ends bool) func(a, b int32) bool {
	takers, given := t.takers()
	snap := func(a int32) *use {
		if x := &t.Actions[a]; !ends {
			return t.beginning(x)
		}
		return t.use(&t.Actions[a].End)
	}
	return func(a, b int32) bool {
		for _, f := range occupied(&t.Actions[a]) {
			if takers[f][int(b)] && !given[f] {
				return true
			}
		}
		return snap(a).interfere(snap(b))
	}
}

// open returns the literals and comparisons that an action needs over all, and that other actions may make true at the instant of
// its start, or false at that of its end: its own start or end does not read what they are about, its start does not make them
// true, and its end does not make them false. Two actions that both end what both need over all are meant to exclude each other.
func (t *Task) open(a *Action, ends bool) (list []*Cond) {
	if a.Takes == nil || a.Over == nil {
		return nil
	}
	use, own := t.beginning(a), newSubstitution(&a.Start)
	if ends {
		use, own = t.use(&a.End), newSubstitution(&a.End)
	}
	var visit func(c *Cond)
	visit = func(c *Cond) {
		switch c.Op {
		case Fact, NotFact:
			to, sure := own.set[c.Fact]
			if !use.reads[c.Fact] && (!sure || own.unsure[c.Fact] || (to == (c.Op == Fact)) == ends) {
				list = append(list, c)
			}
		case And, Or:
			for _, x := range c.Args {
				visit(x)
			}
		case Greater, AtLeast, Equal:
			for n := range c.numbers() {
				if !use.reads[len(t.Facts)+n] {
					list = append(list, c)
					break
				}
			}
		}
	}
	visit(a.Over)
	return list
}

// numbers returns the numbers of a comparison.
func (c *Cond) numbers() map[int]bool {
	list := map[int]bool{}
	c.Left.each(func(n int) { list[n] = true })
	c.Right.each(func(n int) { list[n] = true })
	return list
}

// moved reports whether a change may make a comparison true, or false if breaks is true.
func (c *Cond) moved(x *Change, breaks bool) bool {
	factors := map[int]float64{}
	if c.Op == Equal || x.How != Increase && x.How != Decrease || !x.Value.constant() || !c.Left.linear(1, factors) || !c.Right.linear(-1, factors) {
		return true
	}
	by := factors[x.Number] * x.Value.Of(nil)
	if (x.How == Decrease) != breaks {
		by = -by
	}
	return by > 0
}

// except returns a condition without some of its parts.
func except(c *Cond, parts []*Cond) *Cond {
	switch {
	case c == nil:
	case slices.Contains(parts, c):
		return &Cond{Op: True}
	case c.Op == And || c.Op == Or:
		out := &Cond{Op: c.Op}
		for _, a := range c.Args {
			out.Args = append(out.Args, except(a, parts))
		}
		return out
	}
	return c
}

// components returns the strongly connected components of a graph (Tarjan 1972).
func components(out [][]int32) (list [][]int32) {
	n := len(out)
	index, low, done := make([]int32, n), make([]int32, n), make([]bool, n)
	type frame struct{ node, next int32 }
	var stack []int32
	var frames []frame
	count := int32(0)
	for root := range n {
		if index[root] > 0 || len(out[root]) == 0 {
			continue
		}
		frames = append(frames, frame{int32(root), 0})
		for len(frames) > 0 {
			f := &frames[len(frames)-1]
			if f.next == 0 {
				count++
				index[f.node], low[f.node] = count, count
				stack = append(stack, f.node)
			}
			deeper := false
			for int(f.next) < len(out[f.node]) {
				k := out[f.node][f.next]
				f.next++
				if index[k] == 0 {
					frames = append(frames, frame{k, 0})
					deeper = true
					break
				}
				if !done[k] {
					low[f.node] = min(low[f.node], index[k])
				}
			}
			if deeper {
				continue
			}
			v := f.node
			frames = frames[:len(frames)-1]
			if len(frames) > 0 {
				p := frames[len(frames)-1].node
				low[p] = min(low[p], low[v])
			}
			if low[v] < index[v] {
				continue
			}
			var c []int32
			for {
				k := stack[len(stack)-1]
				stack = stack[:len(stack)-1]
				done[k] = true
				c = append(c, k)
				if k == v {
					break
				}
			}
			list = append(list, c)
		}
	}
	return list
}
