package judge

import (
	"errors"
	"fmt"

	"farbank/lang/types"
	"farbank/model"
)

// State returns the state with the given leaves; see Leaves.
func (j *Judge) State(all []int64) (State, error) { return fromAll(j.vars, j.cells, all) }

// Found returns the values of the find variables with the given leaves, as a State for
// Required, Objective and Begin.
func (j *Judge) Found(find []int64) (State, error) {
	return fromAll(j.vars[:j.finds], j.findCells, find)
}

func fromAll(vars []*types.Object, cells []leaf, all []int64) (State, error) {
	if len(all) != len(cells) {
		return nil, fmt.Errorf("%d values are needed, %d are given", len(cells), len(all))
	}
	for i, c := range cells {
		if all[i] < c.lo || all[i] > c.hi {
			return nil, fmt.Errorf("%s cannot be %d", c.name, all[i])
		}
	}
	s := make(State, len(vars))
	for i, o := range vars {
		s[i], all = fromLeaves(o.Type, all)
		if !allIn(s[i], o.Type) {
			return nil, fmt.Errorf("%s has a value that is not of its type", o.Name)
		}
	}
	return s, nil
}

// Leaves returns a state as integers: an array by its elements, the last index varying fastest,
// a tuple by its components, and a set by 0 or 1 for each possible member.
func (j *Judge) Leaves(s State) model.State {
	all := make(model.State, 0, len(j.cells))
	for i, v := range s {
		all = leaves(all, v, j.vars[i].Type)
	}
	return all
}

// Begin returns the state in which a plan begins, for the values of the find variables. It is
// nil if an initial value is undefined or not of its type.
func (j *Judge) Begin(find State) (s State, err error) {
	if j.finds == len(j.vars) {
		return find[:j.finds:j.finds], nil
	}
	err = j.in(find[:j.finds:j.finds], func(m *machine) {
		start := find[:j.finds:j.finds]
		for i, o := range j.vars[j.finds:] {
			v, err := m.declared(o, j.first[i])
			if err != nil {
				return
			}
			start = append(start, v)
		}
		s = start
	})
	return s, err
}

// Starts calls yield for every state in which a plan can begin, until it returns false: for all
// values of the find variables that meet the requirements, in lexicographic order.
func (j *Judge) Starts(yield func(State) bool) (err error) {
	defer guard(&err)
	counter := newMachine(j.info, j.opts)
	cells := j.findCells
	find := make([]int64, len(cells))
	var fill func(i int) bool
	fill = func(i int) bool {
		if i == len(cells) {
			return j.start(find, yield)
		}
		numbers := span{lo: cells[i].lo, hi: cells[i].hi}
		return numbers.each(func(v types.Value) bool {
			counter.spend(1, nil)
			find[i] = v.N
			return fill(i + 1)
		})
	}
	fill(0)
	return nil
}

// start yields the state for the given find values, if there is a start.
func (j *Judge) start(find []int64, yield func(State) bool) bool {
	s, err := j.Found(find)
	if err != nil { // within the bounds of a type, but not among its listed values
		return true
	}
	failed, err := j.Required(s)
	if err == nil && len(failed) == 0 {
		s, err = j.Begin(s)
	}
	if err != nil {
		fail(err)
	}
	return len(failed) > 0 || s == nil || yield(s)
}

var errNoMove = errors.New("there is no such move")
