package planning

import (
	"encoding/binary"
	"math"
	"math/bits"
	"slices"
)

// Infinite is the estimate of a state from which no goal can be reached.
const Infinite = math.MaxInt64

// A State holds the values of the variables of a task.
type State []uint16

// A Space is a task prepared for search. It is immutable and safe for concurrent use.
type Space struct {
	Task    *Task
	Mutexes *Mutexes // invariants; may be nil. Must be set before heuristics are created

	begin        State
	offset       []int // by variable: the number of its first fact; then the number of facts
	fields       []field
	words        int // length of a packed state
	ops          []operator
	some         [][]Fact     // all disjunctions, without duplicates
	disjunctions disjunctions // sets of disjunctions that the same operators have
	match        matcher
	least        int64 // least cost of an operator
	inverse      []Inverse
	room         int64        // bytes for tables
	kept         TableStore   // stores tables; may be nil
	derive       *deriver     // nil if there are no axioms
	relaxedView  *relaxedView // the relaxed task, if there are axioms
	real         int          // number of operators of the task; others stand for axioms
}

// A field is the position of a variable in a packed state. Derived variables are not stored: their mask is
// 0.
type field struct {
	word  int
	shift uint
	mask  uint64 // before the shift
}

// An operator is an Operator of the task in a form for fast execution.
type operator struct {
	cost    int64
	effects []Fact // unconditional
	when    []Effect
	some    []int32 // numbers of disjunctions
	asks    []int32 // numbers of sets of disjunctions
	changes []change
	stirs   bool // derived variables may change
}

// A change clears some bits of a word and sets others.
type change struct {
	word       int
	keep, bits uint64
}

// usualRoom is the default limit for the tables of heuristics, in bytes.
const usualRoom = 1 << 30

// NewSpace prepares a task for search. The error is that of Validate.
func NewSpace(t *Task) (*Space, error) {
	if err := t.Validate(); err != nil {
		return nil, err
	}
	return newSpace(t), nil
}

// newSpace prepares a valid task.
func newSpace(t *Task) *Space {
	s := &Space{Task: t, inverse: t.inverses, least: math.MaxInt64, room: usualRoom, real: len(t.Operators), relaxedView: &relaxedView{}}
	s.layOut()
	s.derive = newDeriver(t, s.offset)
	s.begin = make(State, len(t.Init))
	for v, x := range t.Init {
		s.begin[v] = uint16(x)
	}
	if s.derive != nil {
		s.derive.derive(s.begin)
	}
	n := newNumbering()
	for i := range t.Operators {
		o := &t.Operators[i]
		s.least = min(s.least, o.Cost)
		c := operator{cost: o.Cost}
		for _, list := range o.Some {
			c.some = append(c.some, n.number(list))
		}
		for _, e := range o.Effects {
			if len(e.When) == 0 && len(c.when) == 0 {
				c.effects = append(c.effects, e.Fact)
			} else {
				c.when = append(c.when, e)
			}
		}
		c.changes = s.changes(c.effects)
		c.stirs = s.derive != nil && s.derive.stirs(o)
		s.ops = append(s.ops, c)
	}
	s.some = n.lists
	s.disjunctions = s.newDisjunctions()
	s.match = newMatcher(t)
	return s
}

// A numbering numbers lists of facts. Most lists are shared slices, for which it does not compare contents.
type numbering struct {
	lists  [][]Fact
	shared map[sharedList]int32
	equal  map[string]int32
	key    []byte
}

type sharedList struct {
	first *Fact
	count int
}

func newNumbering() *numbering {
	return &numbering{shared: map[sharedList]int32{}, equal: map[string]int32{}}
}

func (n *numbering) number(list []Fact) int32 {
	at := sharedList{&list[0], len(list)}
	if k, ok := n.shared[at]; ok {
		return k
	}
	n.key = n.key[:0]
	for _, f := range list {
		n.key = binary.AppendUvarint(binary.AppendUvarint(n.key, uint64(f.Var)), uint64(f.Value))
	}
	k, ok := n.equal[string(n.key)]
	if !ok {
		k = int32(len(n.lists))
		n.lists, n.equal[string(n.key)] = append(n.lists, list), k
	}
	n.shared[at] = k
	return k
}

// layOut assigns variables to fields, the widest first. No field spans two words.
func (s *Space) layOut() {
	t := s.Task
	follows := make([]bool, len(t.Variables))
	copy(follows, t.derived())
	for _, i := range t.inverses {
		for _, v := range i.Inverse {
			if v >= 0 {
				follows[v] = true
			}
		}
	}
	s.offset = make([]int, len(t.Variables)+1)
	s.fields = make([]field, len(t.Variables))
	var order []int
	for v := range t.Variables {
		s.offset[v+1] = s.offset[v] + t.Variables[v].Size
		if !follows[v] && t.Variables[v].Size > 1 {
			order = append(order, v)
		}
	}
	width := func(v int) int { return bits.Len(uint(t.Variables[v].Size - 1)) }
	slices.SortStableFunc(order, func(a, b int) int { return width(b) - width(a) })
	var used []int // used bits of each word
	for _, v := range order {
		w := slices.IndexFunc(used, func(n int) bool { return n+width(v) <= 64 })
		if w < 0 {
			w, used = len(used), append(used, 0)
		}
		s.fields[v] = field{w, uint(used[w]), 1<<width(v) - 1}
		used[w] += width(v)
	}
	s.words = max(1, len(used))
}

// Facts returns the number of facts.
func (s *Space) Facts() int { return s.offset[len(s.offset)-1] }

// fact returns the number of a fact.
func (s *Space) fact(f Fact) int { return s.offset[f.Var] + f.Value }

func (s *Space) changes(effects []Fact) []change {
	var list []change
	for _, e := range effects {
		f := s.fields[e.Var]
		if f.mask == 0 {
			continue
		}
		i := slices.IndexFunc(list, func(c change) bool { return c.word == f.word })
		if i < 0 {
			i, list = len(list), append(list, change{word: f.word, keep: ^uint64(0)})
		}
		list[i].keep &^= f.mask << f.shift
		list[i].bits = list[i].bits&^(f.mask<<f.shift) | uint64(e.Value)<<f.shift
	}
	return list
}

// pack packs a state into words.
func (s *Space) pack(state State, packed []uint64) {
	clear(packed)
	for v, f := range s.fields {
		packed[f.word] |= uint64(state[v]) & f.mask << f.shift
	}
}

// unpack is the inverse of pack.
func (s *Space) unpack(packed []uint64, state State) {
	for v, f := range s.fields {
		state[v] = uint16(packed[f.word] >> f.shift & f.mask)
	}
	for i := range s.inverse {
		s.inverse[i].fill(state)
	}
	if s.derive != nil {
		s.derive.derive(state)
	}
}

// after computes the state after an operator.
func (s *Space) after(op int, state, next State) {
	o := &s.ops[op]
	copy(next, state)
	for _, e := range o.effects {
		next[e.Var] = uint16(e.Value)
	}
	for i := range o.when {
		if e := &o.when[i]; holds(state, e.When) {
			next[e.Var] = uint16(e.Value)
		}
	}
	if o.stirs {
		s.derive.derive(next)
	}
}

// apply computes the state after an operator, unpacked and packed.
func (s *Space) apply(op int, state, next State, packed, nextPacked []uint64) {
	s.after(op, state, next)
	o := &s.ops[op]
	copy(nextPacked, packed)
	for _, c := range o.changes {
		nextPacked[c.word] = nextPacked[c.word]&c.keep | c.bits
	}
	for i := range o.when {
		v := o.when[i].Var
		f := s.fields[v]
		nextPacked[f.word] = nextPacked[f.word]&^(f.mask<<f.shift) | uint64(next[v])&f.mask<<f.shift
	}
}

func holds(state State, facts []Fact) bool {
	for _, f := range facts {
		if int(state[f.Var]) != f.Value {
			return false
		}
	}
	return true
}

func holdsSome(state State, some [][]Fact) bool {
next:
	for _, list := range some {
		for _, f := range list {
			if int(state[f.Var]) == f.Value {
				continue next
			}
		}
		return false
	}
	return true
}

// isGoal reports whether a state is a goal.
func (s *Space) isGoal(state State) bool {
	return holds(state, s.Task.Goal) && holdsSome(state, s.Task.GoalSome)
}
