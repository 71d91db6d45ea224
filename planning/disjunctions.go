package planning

import (
	"encoding/binary"
	"slices"
)

// A disjunctions holds the disjunctive preconditions of operators in a form that is fast to check. Disjunctions
// that the same operators have form a set, which is checked once for a state: for example, that a block is
// clear takes a disjunction for each other block. A disjunction is stored as a bitset of values for each of
// its variables.
type disjunctions struct {
	sets   lists   // sets of disjunctions
	from   []int32 // by disjunction: its first entry in choice
	choice []choice
	values []uint64 // bitsets
}

// A choice holds the values of a variable that satisfy a disjunction, as a bitset in values.
type choice struct{ v, from int32 }

// newDisjunctions builds the sets and sets the field asks of the operators.
func (s *Space) newDisjunctions() disjunctions {
	users := make([][]int32, len(s.some)) // by disjunction: operators
	for i := range s.ops {
		for _, k := range s.ops[i].some {
			users[k] = append(users[k], int32(i))
		}
	}
	known := map[string]int32{}
	var sets [][]int32
	var key []byte
	for k, list := range users {
		key = key[:0]
		for _, i := range list {
			key = binary.LittleEndian.AppendUint32(key, uint32(i))
		}
		n, ok := known[string(key)]
		if !ok {
			n = int32(len(sets))
			known[string(key)] = n
			sets = append(sets, nil)
			for _, i := range list {
				s.ops[i].asks = append(s.ops[i].asks, n)
			}
		}
		sets[n] = append(sets[n], int32(k))
	}
	a := disjunctions{sets: packLists(sets), from: []int32{0}}
	for _, list := range s.some {
		a.disjunction(s, list)
		a.from = append(a.from, int32(len(a.choice)))
	}
	return a
}

func (a *disjunctions) disjunction(s *Space, list []Fact) {
	first := len(a.choice)
	for _, f := range list {
		k := slices.IndexFunc(a.choice[first:], func(c choice) bool { return int(c.v) == f.Var })
		if k < 0 {
			k = len(a.choice) - first
			a.choice = append(a.choice, choice{int32(f.Var), int32(len(a.values))})
			a.values = append(a.values, newBitset(s.Task.Variables[f.Var].Size)...)
		}
		bitset(a.values[a.choice[first+k].from:]).add(f.Value)
	}
}

// holds reports whether all disjunctions of a set hold in a state.
func (a *disjunctions) holds(set int32, state State) bool {
next:
	for _, k := range a.sets.of(set) {
		for _, c := range a.choice[a.from[k]:a.from[k+1]] {
			x := state[c.v]
			if a.values[c.from+int32(x>>6)]>>(x&63)&1 != 0 {
				continue next
			}
		}
		return false
	}
	return true
}

// applies reports whether an operator applies in a state.
func (s *Space) applies(op int32, state State) bool {
	if !holds(state, s.Task.Operators[op].Pre) {
		return false
	}
	for _, n := range s.ops[op].asks {
		if !s.disjunctions.holds(n, state) {
			return false
		}
	}
	return true
}

// applicable appends the operators that apply in a state.
func (s *Space) applicable(state State, list []int32) []int32 {
	from := len(list)
	list = s.match.find(state, list)
	if len(s.some) == 0 {
		return list
	}
	var few [256]uint8
	known := few[:]
	if sets := len(s.disjunctions.sets.from) - 1; sets > len(few) {
		known = make([]uint8, sets)
	}
	kept := list[:from]
	for _, i := range list[from:] {
		if s.allHold(state, s.ops[i].asks, known) {
			kept = append(kept, i)
		}
	}
	return kept
}

// Results of checking a set in the current state. The zero value means not checked.
const (
	heldTrue  = 1
	heldFalse = 2
)

// allHold reports whether some sets hold. It caches the result for each set in known.
func (s *Space) allHold(state State, sets []int32, known []uint8) bool {
	for _, k := range sets {
		if known[k] == 0 {
			known[k] = heldFalse
			if s.disjunctions.holds(k, state) {
				known[k] = heldTrue
			}
		}
		if known[k] == heldFalse {
			return false
		}
	}
	return true
}
