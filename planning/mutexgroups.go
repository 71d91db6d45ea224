package planning

import (
	"context"
	"slices"
)

// Groups of truth values of which at most one is true in each reachable state: fact-alternating mutex
// groups (Fišer and Komenda 2018), found on the ground task by extending candidates, as Helmert (2009) does
// for schemas. Merging a group into one variable shows heuristics the structure of a state regardless of
// how the task was modelled.

// Limits of the search for groups.
const (
	maxGroupWork  = 20_000_000 // maximum number of effects examined
	maxGroupSteps = 300        // maximum number of extensions of one candidate
	maxGroupTries = 8          // facts tried for one operator that unbalances a candidate
)

// A groupFinder finds mutex groups among the truth values of a task.
type groupFinder struct {
	task    *Task
	able    []bool          // by variable: it has two values and is not derived
	array   []int           // by variable: the first array that it is in, or -1
	adders  [][]int         // by variable: the operators with an effect that makes it true
	effects []map[int][]int // by operator and variable: the effects on it, in order
	pre     []map[int]int   // by operator: its preconditions
	member  []bool          // by variable: it is in the candidate
	work    int             // effects examined so far
	limit   int             // maximum of work
	steps   int             // extensions of the current candidate
	ctx     context.Context
}

// MutexGroups returns disjoint groups of at least two variables with two values. In each reachable state of the valid
// task t at most one variable of a group has the value 1. Not all such groups are found.
func MutexGroups(ctx context.Context, t *Task) [][]int {
	groups, _ := mutexGroups(ctx, t, maxGroupWork)
	return groups
}

// mutexGroups is like MutexGroups with a limit on the number of effects examined. It also reports whether that sufficed.
func mutexGroups(ctx context.Context, t *Task, limit int) (groups [][]int, complete bool) {
	f := newGroupFinder(ctx, t)
	if f == nil {
		return nil, true
	}
	f.limit = limit
	covered := make([]bool, len(t.Variables))
	for v := range t.Variables {
		if !f.able[v] || covered[v] || len(f.adders[v]) == 0 && t.Init[v] == 0 {
			continue
		}
		group := f.grow(v)
		if f.ended() {
			return groups, false
		}
		group = slices.DeleteFunc(group, func(u int) bool { return covered[u] })
		if len(group) < 2 {
			continue
		}
		for _, u := range group {
			covered[u] = true
		}
		slices.Sort(group)
		groups = append(groups, group)
	}
	return groups, true
}

func newGroupFinder(ctx context.Context, t *Task) *groupFinder {
	f := &groupFinder{task: t, ctx: ctx, able: make([]bool, len(t.Variables)), array: make([]int, len(t.Variables)), adders: make([][]int, len(t.Variables)),
		member: make([]bool, len(t.Variables)), effects: make([]map[int][]int, len(t.Operators)), pre: make([]map[int]int, len(t.Operators))}
	derived, some := t.derived(), 0
	for v := range t.Variables {
		f.array[v] = -1
		if f.able[v] = t.Variables[v].Size == 2 && (derived == nil || !derived[v]); f.able[v] {
			some++
		}
	}
	if some < 2 {
		return nil
	}
	for i, a := range t.Arrays {
		for _, v := range a {
			if f.array[v] < 0 {
				f.array[v] = i
			}
		}
	}
	for i := range t.Operators {
		o := &t.Operators[i]
		f.effects[i], f.pre[i] = map[int][]int{}, map[int]int{}
		for _, p := range o.Pre {
			f.pre[i][p.Var] = p.Value
		}
		for k, e := range o.Effects {
			f.effects[i][e.Var] = append(f.effects[i][e.Var], k)
			if e.Value == 1 && f.able[e.Var] && (len(f.adders[e.Var]) == 0 || f.adders[e.Var][len(f.adders[e.Var])-1] != i) {
				f.adders[e.Var] = append(f.adders[e.Var], i)
			}
		}
	}
	return f
}

func (f *groupFinder) ended() bool { return f.work > f.limit || f.ctx.Err() != nil }

// grow returns a mutex group that contains a variable, or nil.
func (f *groupFinder) grow(seed int) []int {
	f.steps = 0
	group := f.extend([]int{seed}, 1, f.task.Init[seed])
	for _, v := range group {
		f.member[v] = false
	}
	return group
}

// extend returns a mutex group that contains a candidate, or nil if it finds none. The last fresh variables
// of the candidate are new; weight of its variables are true initially. The variables of the result are
// marked as members.
func (f *groupFinder) extend(group []int, fresh, weight int) []int {
	added := group[len(group)-fresh:]
	for _, v := range added {
		f.member[v] = true
	}
	i, e, balanced := f.unbalanced(group)
	if balanced {
		return group
	}
	if i >= 0 {
		tries := 0
		for _, list := range f.candidates(i, e) {
			if f.steps++; f.steps > maxGroupSteps || f.ended() || tries == maxGroupTries {
				break
			}
			w := weight
			for _, v := range list {
				w += f.task.Init[v]
			}
			if w <= 1 {
				tries++
				if all := f.extend(slices.Concat(group, list), len(list), w); all != nil {
					return all
				}
			}
		}
	}
	for _, v := range added {
		f.member[v] = false
	}
	return nil
}

// unbalanced returns an operator and an effect of it after which two members of a group might be true;
// balanced reports that no such effect exists. The operator is -1 if no extension of the group helps.
func (f *groupFinder) unbalanced(group []int) (operator int, effect *Effect, balanced bool) {
	for _, v := range group {
		for _, i := range f.adders[v] {
			for _, k := range f.effects[i][v] {
				e := &f.task.Operators[i].Effects[k]
				if e.Value != 1 {
					continue
				}
				f.work += len(group) + len(e.When)
				if f.ended() {
					return -1, nil, false
				}
				switch f.balance(i, e, group) {
				case lost:
					return -1, nil, false
				case open:
					return i, e, false
				}
			}
		}
	}
	return 0, nil, true
}

// A balance describes the members of a group after an operator that makes one of them true.
type balance int

const (
	othersFalse balance = iota // the others are false
	open                       // another may be true that was true before
	lost                       // the operator may make another true
)

func (f *groupFinder) balance(i int, e *Effect, group []int) balance {
	given := false // a member is true before
	for _, h := range group {
		if f.before(i, e, h) == 1 {
			given = true
		}
	}
	if !given && len(group) == 1 {
		return open
	}
	result := othersFalse
	for _, h := range group {
		if h == e.Var {
			continue
		}
		made, removed := f.after(i, e, h)
		switch {
		case made:
			return lost
		case removed, f.before(i, e, h) == 0, given && f.before(i, e, h) != 1:
		default:
			result = open
		}
	}
	return result
}

// before returns the value that a variable has before an effect of an operator, or -1 if that is not known.
func (f *groupFinder) before(i int, e *Effect, v int) int {
	if x, ok := f.pre[i][v]; ok {
		return x
	}
	for _, w := range e.When {
		if w.Var == v {
			return w.Value
		}
	}
	return -1
}

// after reports whether an operator may make a variable true when an effect applies, and whether it
// certainly makes it false.
func (f *groupFinder) after(i int, e *Effect, v int) (made, removed bool) {
	for _, k := range f.effects[i][v] {
		other := &f.task.Operators[i].Effects[k]
		sure, possible := true, true
		for _, w := range other.When {
			switch x := f.before(i, e, w.Var); x {
			case w.Value:
			case -1:
				sure = false
			default:
				sure, possible = false, x == w.Value
			}
		}
		switch {
		case other.Value == 1 && possible:
			made, removed = true, false
		case other.Value == 0 && sure:
			made, removed = false, true
		}
	}
	return made, removed
}

// candidates returns extensions of the candidate that may balance an effect of an operator: the variables
// that the operator changes from true to false, one at a time, those in the array of the effect first; then
// all other variables of that array that it makes false.
func (f *groupFinder) candidates(i int, e *Effect) [][]int {
	var near, far [][]int
	var reset []int
	known := map[int]bool{}
	same := func(v int) bool { return f.array[v] >= 0 && f.array[v] == f.array[e.Var] }
	take := func(v int) {
		if !f.able[v] || f.member[v] || known[v] {
			return
		}
		known[v] = true
		switch _, removed := f.after(i, e, v); {
		case !removed:
		case f.before(i, e, v) == 1 && same(v):
			near = append(near, []int{v})
		case f.before(i, e, v) == 1:
			far = append(far, []int{v})
		case same(v):
			reset = append(reset, v)
		}
	}
	for _, p := range f.task.Operators[i].Pre {
		take(p.Var)
	}
	for _, w := range e.When {
		take(w.Var)
	}
	for _, other := range f.task.Operators[i].Effects {
		take(other.Var)
	}
	list := append(near, far...)
	if len(reset) > 0 {
		list = append(list, reset)
	}
	return list
}
