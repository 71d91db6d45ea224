package planning

import (
	"slices"
	"sync"
)

// A turning is a task whose operators apply everywhere and only carry values about, each from a place of its own
// to another, and maybe change them on the way: the flips of pancakes, the turns of a cube. It is looked at by its
// tokens: a label with the place where it is and what sticks to it there, such as a corner of a cube and its
// twist. An operator changes each token by itself, so that leaving out tokens loses nothing of the others.
type turning struct {
	s      *Space
	orbits []orbit
	tokens []token
	unit   int64 // what divides all costs

	// These take a while and serve all searches.
	useless func() [][]bool // by two operators: whether the second is not tried after the first; nil: not known
	mirror  func() *dual    // without tables; nil: none
}

// mostCarried bounds the operators' pairs times the tokens' states: beyond it the usual searches do better.
const mostCarried = 1 << 26

// An orbit is places among which operators carry labels, each of which is in one place.
type orbit struct {
	places []int      // variables
	beside [][]int    // by place: the variables that go with it
	sizes  []int      // of what goes with it
	class  []int      // by place: one of those that always go together; nil: none do
	stuck  int        // states of a token in one place
	after  [][]uint16 // by operator: a token's state after it, by that before
	before [][]uint16 // likewise, the other way round
}

// states is how many states a token has.
func (o *orbit) states() int { return len(o.places) * o.stuck }

type token struct {
	orbit int
	label int
	goal  []uint16 // its states in goals
}

// A carrying is what an operator does: by variable, whose value it gets, and what that becomes.
type carrying struct {
	from, to []int
	becomes  [][]int // by value; -1: not told
}

// newTurning looks at a task so; nil if it is none or too wide, or if an operator costs nothing or anything is derived.
func newTurning(s *Space) *turning {
	t := s.Task
	if s.derive != nil || len(t.Operators) == 0 || len(t.GoalSome) > 0 || s.least < 1 {
		return nil
	}
	f := turningFinder{t: &turning{s: s}, follows: s.follows(), orbit: make([]int, len(t.Variables))}
	f.t.useless, f.t.mirror = sync.OnceValue(f.t.findUseless), sync.OnceValue(f.t.findMirror)
	places := 0
	for _, follows := range f.follows {
		if !follows {
			places++
		}
	}
	if s.pairs(places) > mostCarried {
		return nil
	}
	for i := range t.Operators {
		c := f.carrying(&t.Operators[i])
		if c == nil {
			return nil
		}
		f.list = append(f.list, c)
		f.t.unit = gcd(f.t.unit, t.Operators[i].Cost)
	}
	if !f.orbits() || s.pairs(f.t.width()) > mostCarried {
		return nil
	}
	f.t.independent()
	return f.t
}

// pairs is how many pairs of operators there are for each of so many states.
func (s *Space) pairs(width int) int {
	return len(s.ops) * len(s.ops) * width
}

// width is how many states the tokens of all orbits have.
func (t *turning) width() int {
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

// follows are the variables of second views.
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

type turningFinder struct {
	t       *turning
	follows []bool
	list    []*carrying // by operator
	orbit   []int       // by variable: one of its orbit
}

// carrying is what an operator does; nil if it is not of that kind.
func (f *turningFinder) carrying(o *Operator) *carrying {
	variables := f.t.s.Task.Variables
	n := len(variables)
	c := &carrying{from: make([]int, n), to: make([]int, n), becomes: make([][]int, n)}
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

// orbits finds the orbits; false if some variable belongs to none.
func (f *turningFinder) orbits() bool {
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
		f.t.orbits = append(f.t.orbits, orbit{places: list, beside: make([][]int, len(list)), stuck: 1})
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

// reach are the variables that the value of one may come to.
func (f *turningFinder) reach(v int) []int {
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

// labels reports whether places have the same values, begin with different ones, and no operator changes these.
func (f *turningFinder) labels(list []int) bool {
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

// stick finds places that some variables always go with.
func (f *turningFinder) stick(list []int) bool {
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

// together pairs variables: what operators carry two of them to belongs together, if they begin so; nil if
// that does not come out even.
func (f *turningFinder) together(place, first int) map[int]int {
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

// finish works out what operators do to the tokens of an orbit, and its tokens.
func (f *turningFinder) finish(i int) bool {
	o, variables := &f.t.orbits[i], f.t.s.Task.Variables
	for k, n := range o.sizes {
		if o.stuck *= n; o.stuck > MaxSize {
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
			p, x := state/o.stuck, state%o.stuck
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
			next := q*o.stuck + y
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

// aims adds the tokens of an orbit with the states that they are to come to; false if the goal does not tell them.
func (f *turningFinder) aims(i int) bool {
	o, task := &f.t.orbits[i], f.t.s.Task
	goal := map[int]int{}
	for _, g := range task.Goal {
		goal[g.Var] = g.Value
	}
	where := map[int]int{} // by label
	left := -1             // the place without one
	for p, v := range o.places {
		x, told := goal[v]
		_, twice := where[x]
		switch {
		case told && twice, !told && left >= 0:
			return false
		case told:
			where[x] = p
		default:
			left = p
		}
	}
	for _, v := range o.places {
		label := task.Init[v]
		p, told := where[label]
		if !told {
			if p = left; left < 0 {
				return false
			}
			left = -1
		}
		t := token{orbit: i, label: label}
		for x := range o.stuck {
			if f.fits(o, p, x, goal) {
				t.goal = append(t.goal, uint16(p*o.stuck+x))
			}
		}
		f.t.tokens = append(f.t.tokens, t)
	}
	return true
}

// fits reports whether what sticks to a place is as the goal wants it.
func (f *turningFinder) fits(o *orbit, p, x int, goal map[int]int) bool {
	for k, n := range o.sizes {
		if want, told := goal[o.beside[p][k]]; told && want != x%n {
			return false
		}
		x /= n
	}
	return true
}

// read tells the states of the tokens in a state.
func (t *turning) read(s State, states []uint16) {
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
			states[i] = uint16(p*o.stuck + x)
			break
		}
	}
}
