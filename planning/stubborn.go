package planning

import "slices"

// A stubborn computes strong stubborn sets (Valmari 1991; for planning Wehrle and Helmert 2012): a set of
// operators such that every plan from a state contains one, which can be moved to the front because the set
// contains all operators that interfere with it. Only applicable operators of the set need to be tried.
// This prunes permutations of independent operators.
type stubborn struct {
	s           *Space
	achievers   [][]int32 // by fact: the operators that may make it true
	reads       [][]int32 // by variable: the operators that test it
	writes      [][]int32 // by variable: the operators that may set it
	interfering [][]int32 // by operator: those that interfere with it; nil if not computed yet
	entries     int       // total length of interfering
	stamp       []uint32  // by operator: the number of the last set that contained it
	now         uint32
	queue       []int32
	looked      int // number of states
	had, kept   int // applicable operators, and those of them in sets
	off         bool
}

// Limits of stubborn sets.
const (
	maxInterfering = 20_000_000
	firstStubborn  = 100  // states after which they must have pruned anything
	tryStubborn    = 1000 // states after which they must have pruned a tenth
)

func newStubborn(s *Space) *stubborn {
	if s.derive != nil {
		return nil // operators may interfere through axioms
	}
	n := len(s.ops)
	b := &stubborn{s: s, achievers: make([][]int32, s.Facts()), reads: make([][]int32, len(s.fields)), writes: make([][]int32, len(s.fields)),
		interfering: make([][]int32, n), stamp: make([]uint32, n)}
	once := func(list *[]int32, o int32) {
		if k := len(*list); k == 0 || (*list)[k-1] != o {
			*list = append(*list, o)
		}
	}
	for i := range s.Task.Operators {
		op, o := &s.Task.Operators[i], int32(i)
		look := func(facts []Fact) {
			for _, f := range facts {
				once(&b.reads[f.Var], o)
			}
		}
		look(op.Pre)
		for _, list := range op.Some {
			look(list)
		}
		for _, e := range op.Effects {
			look(e.When)
			once(&b.writes[e.Var], o)
			once(&b.achievers[s.fact(e.Fact)], o)
		}
	}
	return b
}

// reduce returns the applicable operators that must be tried.
func (b *stubborn) reduce(state State, ops []int32) []int32 {
	if b.off || len(ops) < 2 {
		return ops
	}
	list, goal := b.unmet(state, b.s.Task.Goal, b.s.Task.GoalSome)
	if goal {
		return ops
	}
	b.now++
	b.queue = b.queue[:0]
	b.enter(list)
	for k := 0; k < len(b.queue); k++ {
		o := b.queue[k]
		op := &b.s.Task.Operators[o]
		if list, applies := b.unmet(state, op.Pre, op.Some); !applies {
			b.enter(list)
			continue
		}
		b.enter(b.interferes(o))
	}
	kept := ops[:0]
	n := len(ops)
	for _, o := range ops {
		if b.stamp[o] == b.now {
			kept = append(kept, o)
		}
	}
	b.had, b.kept = b.had+n, b.kept+len(kept)
	b.looked++
	if b.looked == firstStubborn && b.kept == b.had || b.looked == tryStubborn && b.kept*10 > b.had*9 || b.entries > maxInterfering {
		b.off, b.interfering = true, nil
	}
	return kept
}

func (b *stubborn) enter(list []int32) {
	for _, o := range list {
		if b.stamp[o] != b.now {
			b.stamp[o] = b.now
			b.queue = append(b.queue, o)
		}
	}
}

// unmet returns operators one of which must be applied before a condition holds, or holds = true if it
// holds. It chooses the shortest list for an unsatisfied fact.
func (b *stubborn) unmet(state State, all []Fact, some [][]Fact) (list []int32, holds bool) {
	holds = true
	for _, f := range all {
		if int(state[f.Var]) == f.Value {
			continue
		}
		if makes := b.achievers[b.s.fact(f)]; holds || len(makes) < len(list) {
			list, holds = makes, false
		}
	}
	if !holds {
		return list, false
	}
	for _, facts := range some {
		if slices.ContainsFunc(facts, func(f Fact) bool { return int(state[f.Var]) == f.Value }) {
			continue
		}
		var makes []int32
		for _, f := range facts {
			makes = append(makes, b.achievers[b.s.fact(f)]...)
		}
		return makes, false
	}
	return nil, true
}

// interferes returns the operators that interfere with an operator.
func (b *stubborn) interferes(o int32) []int32 {
	if b.interfering[o] != nil {
		return b.interfering[o]
	}
	var near []int32
	op := &b.s.Task.Operators[o]
	look := func(facts []Fact) {
		for _, f := range facts {
			near = append(near, b.writes[f.Var]...)
		}
	}
	look(op.Pre)
	for _, list := range op.Some {
		look(list)
	}
	for _, e := range op.Effects {
		look(e.When)
		near = append(near, b.writes[e.Var]...)
		near = append(near, b.reads[e.Var]...)
	}
	slices.Sort(near)
	near = slices.DeleteFunc(slices.Compact(near), func(x int32) bool {
		return x == o || b.apart(o, x) || !b.disables(o, x) && !b.disables(x, o) && !b.conflict(o, x)
	})
	near = append(make([]int32, 0, len(near)), near...)
	b.interfering[o] = near
	b.entries += len(near)
	return near
}

// apart reports whether two operators never apply in the same state.
func (b *stubborn) apart(o, x int32) bool {
	for _, f := range b.s.Task.Operators[o].Pre {
		for _, g := range b.s.Task.Operators[x].Pre {
			if f.Var == g.Var && f.Value != g.Value || b.s.Mutexes != nil && b.s.Mutexes.Mutex(f, g) {
				return true
			}
		}
	}
	return false
}

// disables reports whether an operator may change a condition of another.
func (b *stubborn) disables(o, x int32) bool {
	other := &b.s.Task.Operators[x]
	for _, e := range b.s.Task.Operators[o].Effects {
		for _, f := range other.Pre {
			if f.Var == e.Var && f.Value != e.Value {
				return true
			}
		}
		for _, list := range other.Some {
			if !slices.Contains(list, e.Fact) && slices.ContainsFunc(list, func(f Fact) bool { return f.Var == e.Var }) {
				return true
			}
		}
		for _, d := range other.Effects {
			if slices.ContainsFunc(d.When, func(f Fact) bool { return f.Var == e.Var }) {
				return true
			}
		}
	}
	return false
}

// conflict reports whether two operators may set a variable to different values.
func (b *stubborn) conflict(o, x int32) bool {
	for _, e := range b.s.Task.Operators[o].Effects {
		for _, d := range b.s.Task.Operators[x].Effects {
			if e.Var == d.Var && e.Value != d.Value {
				return true
			}
		}
	}
	return false
}
