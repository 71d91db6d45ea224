package planning

import (
	"math/bits"
	"math/rand/v2"
	"slices"

	"farbank/planning/internal/bdd"
)

// An encoding maps states to assignments of binary variables: the bits of each variable of the task, most significant
// first, in an order that keeps variables of the same operators close together.
type encoding struct {
	s       *Space
	m       *bdd.Manager
	order   []int // variables that are stored, in the order of their bits
	first   []int // by variable: its first bit, or -1
	width   []int // by variable: number of bits
	bits    int
	inverse []inverseValue   // by variable: what a variable of an inverse view stands for
	derived map[Fact]bdd.Ref // facts of derived variables
}

// An inverseValue says that a variable is the index of a value in an array; the array is nil for other variables.
type inverseValue struct {
	array []int
	value int
}

func newEncoding(s *Space, m *bdd.Manager) *encoding {
	n := len(s.Task.Variables)
	e := &encoding{s: s, m: m, first: make([]int, n), width: make([]int, n), inverse: make([]inverseValue, n)}
	for i := range s.inverse {
		for x, v := range s.inverse[i].Inverse {
			if v >= 0 {
				e.inverse[v] = inverseValue{s.inverse[i].Array, x}
			}
		}
	}
	e.order = e.arrange()
	for v := range e.first {
		e.first[v] = -1
	}
	for _, v := range e.order {
		e.first[v], e.width[v] = e.bits, bits.Len(uint(s.Task.Variables[v].Size-1))
		e.bits += e.width[v]
	}
	return e
}

// Limits of the search for an order of the variables.
const (
	orderStarts = 10
	orderSwaps  = 20_000
	orderWork   = 20_000_000
)

// arrange returns the stored variables in an order in which those that occur in the same operators are close together:
// it swaps pairs at random, if that does not increase the sum of squared distances (Kissmann and Edelkamp 2011).
func (e *encoding) arrange() []int {
	var stored []int
	for v, f := range e.s.fields {
		if f.mask != 0 {
			stored = append(stored, v)
		}
	}
	g := e.neighbours()
	r := rand.New(rand.NewPCG(1, 1))
	place := make([]int, len(e.s.fields))
	var best []int
	var least, work int64
	for start := range orderStarts {
		order := slices.Clone(stored)
		if start > 0 {
			r.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		}
		for i, v := range order {
			place[v] = i
		}
		cost := func(v, at int) (sum int64) {
			for _, w := range g[v] {
				d := int64(place[w] - at)
				sum += d * d
			}
			return sum
		}
		for range min(orderSwaps, 20*len(order)*len(order)) {
			if len(order) < 2 || work > orderWork {
				break
			}
			i, j := r.IntN(len(order)), r.IntN(len(order))
			u, v := order[i], order[j]
			work += int64(len(g[u]) + len(g[v]))
			before := cost(u, i) + cost(v, j)
			place[u], place[v] = j, i
			if after := cost(u, j) + cost(v, i); after <= before {
				order[i], order[j] = v, u
			} else {
				place[u], place[v] = i, j
			}
		}
		total := int64(0)
		for i, v := range order {
			total += cost(v, i)
		}
		if best == nil || total < least {
			best, least = order, total
		}
	}
	return best
}

// neighbours returns, for each stored variable, those that an operator or an axiom relates to it.
func (e *encoding) neighbours() [][]int {
	t := e.s.Task
	g := make([][]int, len(t.Variables))
	relate := func(u, v int) {
		if u != v && e.s.fields[u].mask != 0 && e.s.fields[v].mask != 0 {
			g[u], g[v] = append(g[u], v), append(g[v], u)
		}
	}
	for i := range t.Operators {
		o := &t.Operators[i]
		for k, f := range o.Effects {
			for _, p := range o.Pre {
				relate(p.Var, f.Var)
			}
			for _, list := range o.Some {
				for _, p := range list {
					relate(p.Var, f.Var)
				}
			}
			for _, p := range f.When {
				relate(p.Var, f.Var)
			}
			for _, other := range o.Effects[:k] {
				relate(other.Var, f.Var)
			}
		}
		if i&1023 == 1023 {
			distinct(g)
		}
	}
	for i := range t.Axioms {
		for k, p := range t.Axioms[i].When {
			for _, q := range t.Axioms[i].When[:k] {
				relate(p.Var, q.Var)
			}
		}
	}
	distinct(g)
	return g
}

// distinct removes duplicates.
func distinct(g [][]int) {
	for v := range g {
		slices.Sort(g[v])
		g[v] = slices.Compact(g[v])
	}
}

// literals appends the bits of a fact, of the value before (0) or after (1) an operator.
func (e *encoding) literals(list []bdd.Literal, f Fact, after int) []bdd.Literal {
	w := e.width[f.Var]
	for k := range w {
		list = append(list, bdd.Literal{Level: 2*(e.first[f.Var]+k) + after, Value: f.Value>>(w-1-k)&1 != 0})
	}
	return list
}

// fact returns the states in which a fact holds.
func (e *encoding) fact(f Fact) bdd.Ref {
	if in := e.inverse[f.Var]; in.array != nil {
		if f.Value >= len(in.array) {
			return bdd.False
		}
		f = Fact{in.array[f.Value], in.value}
	}
	if e.first[f.Var] >= 0 {
		return e.m.Cube(e.literals(nil, f, 0))
	}
	if r, ok := e.derived[f]; ok {
		return r
	}
	if int(e.s.begin[f.Var]) == f.Value { // a variable with one value
		return bdd.True
	}
	return bdd.False
}

// all returns the states in which all facts hold, and one of each list of some.
func (e *encoding) all(facts []Fact, some [][]Fact) bdd.Ref {
	r := bdd.True
	for _, f := range facts {
		r = e.m.And(r, e.fact(f))
	}
	for _, list := range some {
		either := bdd.False
		for _, f := range list {
			either = e.m.Or(either, e.fact(f))
		}
		r = e.m.And(r, either)
	}
	return r
}

// state returns a state in which literals of the values before hold. Values of other bits are 0.
func (e *encoding) state(list []bdd.Literal) State {
	s := e.s
	set := make([]bool, e.bits)
	for _, l := range list {
		set[l.Level/2] = l.Value
	}
	state := make(State, len(s.fields))
	for _, v := range e.order {
		for k := range e.width[v] {
			state[v] <<= 1
			if set[e.first[v]+k] {
				state[v] |= 1
			}
		}
	}
	packed := make([]uint64, s.words)
	s.pack(state, packed)
	s.unpack(packed, state)
	return state
}

// cube returns the set of one state.
func (e *encoding) cube(state State) bdd.Ref {
	var list []bdd.Literal
	for _, v := range e.order {
		list = e.literals(list, Fact{v, int(state[v])}, 0)
	}
	return e.m.Cube(list)
}

// has reports whether a set contains a state.
func (e *encoding) has(set bdd.Ref, state State) bool {
	bit := make([]bool, e.bits)
	for _, v := range e.order {
		for k := range e.width[v] {
			bit[e.first[v]+k] = state[v]>>(e.width[v]-1-k)&1 != 0
		}
	}
	return e.m.Holds(set, func(level int) bool { return bit[level/2] })
}

// derive computes the states in which each derived variable has each value, by a fixpoint for each component of
// variables that depend on each other (Speck, Geißer, Mattmüller and Torralba 2019).
func (e *encoding) derive() {
	t := e.s.Task
	if len(t.Axioms) == 0 {
		return
	}
	l, err := t.layers()
	if err != nil {
		return // Validate has excluded that
	}
	e.derived = map[Fact]bdd.Ref{}
	parts := map[int][]int{}
	var numbers []int
	for i := range t.Axioms {
		p := l.part[t.Axioms[i].Var]
		if parts[p] == nil {
			numbers = append(numbers, p)
		}
		parts[p] = append(parts[p], i)
	}
	slices.Sort(numbers)
	for _, p := range numbers {
		e.component(parts[p], l.choice)
	}
}

// component computes the derived variables of some axioms.
func (e *encoding) component(axioms []int, choice []bool) {
	t := e.s.Task
	def := map[int]bdd.Ref{} // by variable: the states in which an axiom holds
	for _, i := range axioms {
		def[t.Axioms[i].Var] = bdd.False
		for x := range t.Variables[t.Axioms[i].Var].Size {
			e.derived[Fact{t.Axioms[i].Var, x}] = bdd.False
		}
	}
	for changed := true; changed; {
		changed = false
		for _, i := range axioms {
			a := &t.Axioms[i]
			when := e.all(a.When, nil)
			if choice[a.Var] { // it depends on other components only, and the last axiom counts
				for x := range t.Variables[a.Var].Size {
					f := Fact{a.Var, x}
					e.derived[f] = e.m.And(e.derived[f], when.Not())
				}
			} else if e.m.And(when, e.derived[a.Fact].Not()) != bdd.False {
				changed = true
			}
			e.derived[a.Fact] = e.m.Or(e.derived[a.Fact], when)
			def[a.Var] = e.m.Or(def[a.Var], when)
		}
	}
	for v, held := range def {
		e.derived[Fact{v, t.Init[v]}] = held.Not()
	}
}

// constraints returns conditions of reachable states, which a backward search would not know: values are in their
// ranges, and no two facts of the mutexes hold together. Each has about limit nodes at most.
func (e *encoding) constraints(limit int) []bdd.Ref {
	list := []bdd.Ref{}
	add := func(c bdd.Ref) {
		if c == bdd.True {
			return
		}
		if k := len(list) - 1; k >= 0 {
			if both := e.m.And(list[k], c); e.m.Size(both, limit) < limit {
				list[k] = both
				return
			}
		}
		list = append(list, c)
	}
	for i := len(e.order) - 1; i >= 0; i-- {
		add(e.constraint(i))
	}
	return list
}

// constraint returns the condition of the variable at index i of the order and of those after it.
func (e *encoding) constraint(i int) bdd.Ref {
	t, m := e.s.Task, e.s.Mutexes
	v := e.order[i]
	c := bdd.False
	for x := range t.Variables[v].Size {
		e.m.Step()
		if m != nil && !m.Reachable(Fact{v, x}) {
			continue
		}
		allowed := bdd.True
		for j := len(e.order) - 1; m != nil && j > i; j-- {
			w := e.order[j]
			forbidden := bdd.False
			e.m.Step()
			for y := range t.Variables[w].Size {
				if m.Mutex(Fact{v, x}, Fact{w, y}) {
					forbidden = e.m.Or(forbidden, e.fact(Fact{w, y}))
				}
			}
			allowed = e.m.And(allowed, forbidden.Not())
		}
		c = e.m.Or(c, e.m.And(e.fact(Fact{v, x}), allowed))
	}
	return c
}
