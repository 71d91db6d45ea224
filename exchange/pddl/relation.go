package pddl

import "encoding/binary"

// A relation has the facts of a predicate that may hold, with an index of each argument.
type relation struct {
	facts [][]int32
	has   map[string]bool
	index [][][]int32 // by argument and object: indices of facts
	name  []byte      // a buffer for keys
}

func newRelation(arity int) *relation {
	return &relation{has: map[string]bool{}, index: make([][][]int32, arity)}
}

// key encodes a list of objects as a map key.
func key(args []int32) string {
	return string(appendKey(make([]byte, 0, 4*len(args)), args))
}

func appendKey(b []byte, args []int32) []byte {
	for _, a := range args {
		b = binary.LittleEndian.AppendUint32(b, uint32(a))
	}
	return b
}

// holds reports whether the relation has a fact.
func (r *relation) holds(args []int32) bool {
	r.name = appendKey(r.name[:0], args)
	return r.has[string(r.name)]
}

// add adds a fact and reports whether it is new.
func (r *relation) add(args []int32) bool {
	if r.holds(args) {
		return false
	}
	r.has[string(r.name)] = true
	for i, o := range args {
		for int(o) >= len(r.index[i]) {
			r.index[i] = append(r.index[i], nil)
		}
		r.index[i][o] = append(r.index[i][o], int32(len(r.facts)))
	}
	r.facts = append(r.facts, args)
	return true
}

// unbound is the value of an unbound variable.
const unbound = -1

// value returns the object of a term.
func value(term int32, env []int32) int32 {
	if term < 0 {
		return env[-term-1]
	}
	return term
}

// candidates returns the facts that may match an atom: those with one of the bound values, the
// one with the fewest facts. all means that no variable is bound, so that every fact may match.
func (r *relation) candidates(terms, env []int32) (list []int32, all bool, count int) {
	all, count = true, len(r.facts)
	for i, t := range terms {
		if v := value(t, env); v != unbound {
			var l []int32
			if int(v) < len(r.index[i]) {
				l = r.index[i][v]
			}
			if all || len(l) < count {
				list, all, count = l, false, len(l)
			}
		}
	}
	return list, all, count
}
