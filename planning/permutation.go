package planning

import (
	"slices"
	"sync"
)

// A permutation is the representation of a permutation puzzle: a task whose operators apply everywhere,
// only move values from variables to others, one to one, and may change them on the way, such as pancake
// flips or turns of a cube. A state is a list of tokens. A token is a label with its place and its
// orientation there, such as a corner of a cube with its twist. An operator changes each token
// independently of the others, so a pattern of tokens is an exact abstraction.
type permutation struct {
	s      *Space
	orbits []orbit
	tokens []token
	unit   int64 // greatest common divisor of all costs

	// Computed on demand and shared by all searches.
	useless func() [][]bool // by two operators: whether the second need not be tried after the first; nil if unknown
	mirror  func() *dual    // the dual without tables, or nil
}

// maxPermutationWork is the maximum number of pairs of operators times the number of token states. Beyond it the
// general searches are faster.
const maxPermutationWork = 1 << 26

// An orbit is a set of places among which operators move labels, each of which is in one place.
type orbit struct {
	places       []int      // variables
	beside       [][]int    // by place: the variables of the orientation
	sizes        []int      // sizes of these variables
	class        []int      // by place: a representative of the places that always move together; nil if none do
	orientations int        // number of orientations of a token in one place
	after        [][]uint16 // by operator and state of a token: the state after it
	before       [][]uint16 // by operator and state of a token: the state before it
}

// states returns the number of states of a token.
func (o *orbit) states() int { return len(o.places) * o.orientations }

type token struct {
	orbit int
	label int
	goal  []uint16 // its goal states
}

// A valueMap describes an operator: the source of each variable's new value, and how the value changes.
type valueMap struct {
	from, to []int
	becomes  [][]int // by value, for each variable; -1 if not specified
}

// newPermutation returns the representation of a permutation puzzle. It returns nil if the task is not one,
// if it is too large, if an operator has cost 0, or if the task has axioms.
func newPermutation(s *Space) *permutation {
	t := s.Task
	if s.derive != nil || len(t.Operators) == 0 || len(t.GoalSome) > 0 || s.least < 1 {
		return nil
	}
	f := permutationFinder{t: &permutation{s: s}, follows: s.follows(), orbit: make([]int, len(t.Variables))}
	f.t.useless, f.t.mirror = sync.OnceValue(f.t.findUseless), sync.OnceValue(f.t.findMirror)
	places := 0
	for _, follows := range f.follows {
		if !follows {
			places++
		}
	}
	if s.pairs(places) > maxPermutationWork {
		return nil
	}
	for i := range t.Operators {
		c := f.valueMap(&t.Operators[i])
		if c == nil {
			return nil
		}
		f.list = append(f.list, c)
		f.t.unit = gcd(f.t.unit, t.Operators[i].Cost)
	}
	if !f.orbits() || s.pairs(f.t.width()) > maxPermutationWork {
		return nil
	}
	f.t.independent()
	return f.t
}

// pairs returns len(ops)² × width.
func (s *Space) pairs(width int) int {
	return len(s.ops) * len(s.ops) * width
}

// width returns the number of states of the tokens of all orbits together.
func (t *permutation) width() int {
	n := 0
	for i := range t.orbits {
		n += t.orbits[i].states()
	}
	return n
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// follows reports for each variable whether it is an inverse, which is derived from its array.
func (s *Space) follows() []bool {
	list := make([]bool, len(s.fields))
	for _, i := range s.inverse {
		for _, v := range i.Inverse {
			if v >= 0 {
				list[v] = true
			}
		}
	}
	return list
}

type permutationFinder struct {
	t       *permutation
	follows []bool
	list    []*valueMap // by operator
	orbit   []int       // by variable: a representative of its orbit
}

// valueMap returns the description of an operator, or nil if it does not permute values.
func (f *permutationFinder) valueMap(o *Operator) *valueMap {
	variables := f.t.s.Task.Variables
	n := len(variables)
	c := &valueMap{from: make([]int, n), to: make([]int, n), becomes: make([][]int, n)}
	if len(o.Pre) > 0 || len(o.Some) > 0 {
		return nil
	}
	for v := range n {
		c.from[v], c.to[v] = v, -1
	}
	for _, e := range o.Effects {
		switch {
		case f.follows[e.Var]:
			continue
		case len(e.When) != 1 || f.follows[e.When[0].Var]:
			return nil
		}
		w := e.When[0]
		if c.becomes[e.Var] == nil {
			c.from[e.Var] = w.Var
			c.becomes[e.Var] = slices.Repeat([]int{-1}, variables[w.Var].Size)
			for x := range c.becomes[e.Var] {
				if w.Var == e.Var {
					c.becomes[e.Var][x] = x
				}
			}
		}
		if c.from[e.Var] != w.Var {
			return nil
		}
		c.becomes[e.Var][w.Value] = e.Value
	}
	for v, u := range c.from {
		if c.to[u] >= 0 {
			return nil
		}
		c.to[u] = v
	}
	return c
}

// orbits finds the orbits. It returns false if a variable belongs to none.
func (f *permutationFinder) orbits() bool {
	var lists [][]int
	for v := range f.orbit {
		f.orbit[v] = -1
	}
	for v := range f.orbit {
		if f.follows[v] || f.orbit[v] >= 0 {
			continue
		}
		list := f.reach(v)
		slices.Sort(list)
		for _, u := range list {
			f.orbit[u] = v
		}
		lists = append(lists, list)
	}
	var rest [][]int
	for _, list := range lists {
		if len(list) < 2 || !f.labels(list) {
			rest = append(rest, list)
			continue
		}
		f.t.orbits = append(f.t.orbits, orbit{places: list, beside: make([][]int, len(list)), orientations: 1})
	}
	for _, list := range rest {
		if !f.stick(list) {
			return false
		}
	}
	for i := range f.t.orbits {
		if !f.finish(i) {
			return false
		}
	}
	return len(f.t.orbits) > 0
}

// reach returns the variables that the value of a variable may move to.
func (f *permutationFinder) reach(v int) []int {
	list, seen := []int{v}, map[int]bool{v: true}
	for k := 0; k < len(list); k++ {
		for _, c := range f.list {
			if u := c.to[list[k]]; !seen[u] {
				seen[u] = true
				list = append(list, u)
			}
		}
	}
	return list
}

// labels reports whether places have the same values, all labels differ initially, and no operator changes
// them.
func (f *permutationFinder) labels(list []int) bool {
	begin, task := map[int]bool{}, f.t.s.Task
	for _, v := range list {
		if task.Variables[v].Size != task.Variables[list[0]].Size {
			return false
		}
		begin[task.Init[v]] = true
	}
	if len(begin) < len(list) {
		return false
	}
	for _, c := range f.list {
		for _, v := range list {
			for x := range begin {
				if c.becomes[v] != nil && c.becomes[v][x] != x {
					return false
				}
			}
		}
	}
	return true
}

// stick finds the places that some variables always move with, as their orientation.
func (f *permutationFinder) stick(list []int) bool {
	for i := range f.t.orbits {
		o := &f.t.orbits[i]
		if len(o.places) != len(list) {
			continue
		}
		for _, first := range list {
			with := f.together(o.places[0], first)
			if with == nil {
				continue
			}
			for p, v := range o.places {
				o.beside[p] = append(o.beside[p], with[v])
			}
			o.sizes = append(o.sizes, f.t.s.Task.Variables[list[0]].Size)
			return true
		}
	}
	return false
}

// together matches variables to places such that operators always move both together, given the first pair.
// It returns nil if there is no such matching.
func (f *permutationFinder) together(place, first int) map[int]int {
	with, used, queue := map[int]int{place: first}, map[int]bool{first: true}, []int{place}
	for k := 0; k < len(queue); k++ {
		for _, c := range f.list {
			a, b := c.to[queue[k]], c.to[with[queue[k]]]
			was, known := with[a]
			switch {
			case known && was != b, !known && used[b]:
				return nil
			case !known:
				with[a], used[b] = b, true
				queue = append(queue, a)
			}
		}
	}
	return with
}

// finish computes the effect of operators on the tokens of an orbit, and its tokens.
func (f *permutationFinder) finish(i int) bool {
	o, variables := &f.t.orbits[i], f.t.s.Task.Variables
	for k, n := range o.sizes {
		if o.orientations *= n; o.orientations > MaxSize {
			return false
		}
		if slices.ContainsFunc(o.beside, func(list []int) bool { return variables[list[k]].Size != n }) {
			return false
		}
	}
	if o.states() > MaxSize {
		return false
	}
	number := map[int]int{}
	for p, v := range o.places {
		number[v] = p
	}
	for _, c := range f.list {
		after, before := make([]uint16, o.states()), slices.Repeat([]uint16{MaxSize}, o.states())
		for state := range after {
			p, x := state/o.orientations, state%o.orientations
			q := number[c.to[o.places[p]]]
			y, unit := 0, 1
			for k, n := range o.sizes {
				value := x / unit % n
				if m := c.becomes[o.beside[q][k]]; m != nil {
					value = m[value]
				}
				if value < 0 {
					return false
				}
				y += value * unit
				unit *= n
			}
			next := q*o.orientations + y
			after[state] = uint16(next)
			if before[next] != MaxSize {
				return false
			}
			before[next] = uint16(state)
		}
		o.after, o.before = append(o.after, after), append(o.before, before)
	}
	return f.aims(i)
}

// aims adds the tokens of an orbit with their goal states. It returns false if the goal does not determine
// their places.
func (f *permutationFinder) aims(i int) bool {
	o, task := &f.t.orbits[i], f.t.s.Task
	goal := map[int]int{}
	for _, g := range task.Goal {
		goal[g.Var] = g.Value
	}
	where := map[int]int{} // by label: its goal place
	left := -1             // the place without a label in the goal
	for p, v := range o.places {
		x, given := goal[v]
		_, twice := where[x]
		switch {
		case given && twice, !given && left >= 0:
			return false
		case given:
			where[x] = p
		default:
			left = p
		}
	}
	for _, v := range o.places {
		label := task.Init[v]
		p, given := where[label]
		if !given {
			if p = left; left < 0 {
				return false
			}
			left = -1
		}
		t := token{orbit: i, label: label}
		for x := range o.orientations {
			if f.fits(o, p, x, goal) {
				t.goal = append(t.goal, uint16(p*o.orientations+x))
			}
		}
		f.t.tokens = append(f.t.tokens, t)
	}
	return true
}

// fits reports whether an orientation in a place satisfies the goal.
func (f *permutationFinder) fits(o *orbit, p, x int, goal map[int]int) bool {
	for k, n := range o.sizes {
		if want, given := goal[o.beside[p][k]]; given && want != x%n {
			return false
		}
		x /= n
	}
	return true
}

// read computes the states of the tokens in a state.
func (t *permutation) read(s State, states []uint16) {
	for i := range t.tokens {
		k := &t.tokens[i]
		o := &t.orbits[k.orbit]
		for p, v := range o.places {
			if int(s[v]) != k.label {
				continue
			}
			x, unit := 0, 1
			for j, n := range o.sizes {
				x += int(s[o.beside[p][j]]) * unit
				unit *= n
			}
			states[i] = uint16(p*o.orientations + x)
			break
		}
	}
}
