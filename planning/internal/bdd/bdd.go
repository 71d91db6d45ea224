// Package bdd implements reduced ordered binary decision diagrams (Bryant 1986) with complement edges (Brace, Rudell
// and Bryant 1990), for sets of states and relations between states.
//
// Nodes, the unique table and the operation cache are flat arrays. A [Manager] is not safe for concurrent use. An
// operation that reaches the memory limit or the work limit, or that [Manager.Tick] ends, panics; [Manager.Try] turns
// that into an error. Unused nodes remain until [Manager.Collect], which keeps only what the caller names.
//
// State variable i has the level 2i. In a relation, level 2i is its value before and level 2i+1 its value after.
package bdd

import (
	"errors"
	"math"
	"math/bits"

	"farbank/solver"
)

// A Ref is a function: the number of a node and, in bit 0, whether the function is the complement of the node's.
type Ref uint32

// The constant functions.
const (
	True  Ref = 0
	False Ref = 1
)

// Not returns the complement of f.
func (f Ref) Not() Ref { return f ^ 1 }

// leafLevel is the level of the constant.
const leafLevel = 1 << 31

// maxNodes is the limit that 31 bits for the number of a node set.
const maxNodes = 1 << 30

// A node is a decision. Its high edge is never a complement edge, so that each function has one form.
type node struct {
	low, high Ref
	next      uint32 // next node of the bucket of the unique table, or of the list of free nodes; 0 is the end
	level     uint32
}

// An entry of the operation cache. The operation is 0 if the entry is empty.
type entry struct {
	f, g Ref
	op   uint32
	r    Ref
}

// Codes of operations. Those on relations have the number of a set of variables in the upper bits.
const (
	opAnd      = 1
	opImage    = 2
	opPreimage = 3
	opMeets    = 4
	opBits     = 3
)

// Sizes of the tables, and the bytes of a node with its bucket.
const (
	firstNodes = 1 << 10
	maxCache   = 1 << 22
	nodeBytes  = 16 + 4
	entryBytes = 16
)

// ErrWork is the error of an operation that reached the work limit.
var ErrWork = errors.New("the operation reached the work limit")

// A Manager holds nodes that share subgraphs.
type Manager struct {
	nodes   []node // nodes[0] is the constant
	buckets []uint32
	free    uint32 // first free node, or 0
	used    int    // number of nodes in use
	cache   []entry
	sets    []Set
	limit   int64 // bytes; 0 means no limit
	marks   []uint64

	// Tick, if not nil, is called from time to time during operations. If it returns an error, the operation ends
	// with it.
	Tick func() error

	work, until int64 // recursive calls so far; limit of them
	every       int64 // work is compared with the limit, and Tick called, where work&every is 0
}

// New returns a manager that uses at most limit bytes; 0 means no limit.
func New(limit int64) *Manager {
	m := &Manager{limit: limit, until: math.MaxInt64, every: 0xfff, nodes: make([]node, 1, firstNodes), used: 1}
	m.nodes[0].level = leafLevel
	m.buckets = make([]uint32, firstNodes)
	m.cache = make([]entry, firstNodes)
	return m
}

// EveryStep lets the manager call Tick at each unit of work, for tests.
func (m *Manager) EveryStep() { m.every = 0 }

// SetLimit changes the memory limit in bytes; 0 means no limit.
func (m *Manager) SetLimit(limit int64) { m.limit = limit }

// Used returns the number of nodes in use, including those that no function needs any more.
func (m *Manager) Used() int { return m.used }

// Bytes returns the size of the tables.
func (m *Manager) Bytes() int64 {
	return int64(cap(m.nodes))*16 + int64(len(m.buckets))*4 + int64(len(m.cache))*entryBytes + int64(cap(m.marks))*8
}

// Work returns the number of recursive calls that the cache did not answer, since the manager was made.
func (m *Manager) Work() int64 { return m.work }

// A failure is the value of a panic that Try recovers.
type failure struct{ err error }

// Try runs f, whose operations may take at most budget further units of work; 0 means no limit. It returns the error
// that ended f: solver.ErrMemory, ErrWork, or that of Tick.
func (m *Manager) Try(budget int64, f func()) (err error) {
	m.until = math.MaxInt64
	if budget > 0 {
		m.until = m.work + budget
	}
	defer func() {
		m.until = math.MaxInt64
		switch r := recover().(type) {
		case nil:
		case failure:
			err = r.err
		default:
			panic(r)
		}
	}()
	f()
	return nil
}

// Step counts a unit of work. Loops of a caller that may take long call it, so that limits and Tick hold there too: it
// panics as operations do.
func (m *Manager) Step() { m.step() }

// step counts a unit of work.
func (m *Manager) step() {
	m.work++
	if m.work&m.every == 0 {
		if m.work > m.until {
			panic(failure{ErrWork})
		}
		if m.Tick != nil {
			if err := m.Tick(); err != nil {
				panic(failure{err})
			}
		}
	}
}

// mix hashes three numbers.
func mix(a, b, c uint32) uint32 {
	h := (uint64(a)*0x9e3779b97f4a7c15 ^ uint64(b)*0xc2b2ae3d27d4eb4f) + uint64(c)*0x165667b19e3779f9
	h ^= h >> 29
	h *= 0xbf58476d1ce4e5b9
	return uint32(h >> 32)
}

// Node returns the function that is low where the variable of a level is false, and high where it is true. Both must
// depend on greater levels only.
func (m *Manager) Node(level int, low, high Ref) Ref { return m.node(uint32(level), low, high) }

func (m *Manager) node(level uint32, low, high Ref) Ref {
	if low == high {
		return low
	}
	flip := high & 1
	low, high = low^flip, high^flip
	h := mix(uint32(low), uint32(high), level) & uint32(len(m.buckets)-1)
	for i := m.buckets[h]; i != 0; i = m.nodes[i].next {
		if n := &m.nodes[i]; n.low == low && n.high == high && n.level == level {
			return Ref(i<<1) | flip
		}
	}
	i := m.free
	if i != 0 {
		m.free = m.nodes[i].next
	} else {
		if len(m.nodes) == cap(m.nodes) {
			m.grow()
			h = mix(uint32(low), uint32(high), level) & uint32(len(m.buckets)-1)
		}
		i = uint32(len(m.nodes))
		m.nodes = append(m.nodes, node{})
	}
	m.used++
	m.nodes[i] = node{low, high, m.buckets[h], level}
	m.buckets[h] = i
	return Ref(i<<1) | flip
}

// grow enlarges the tables. While nodes are copied, both copies count.
func (m *Manager) grow() {
	n := cap(m.nodes)
	size := 2 * n
	for size > n && m.limit > 0 && int64(size)*nodeBytes+int64(n)*16+m.cacheSize(size)*entryBytes > m.limit {
		size -= n / 4
	}
	if size > maxNodes {
		size = maxNodes
	}
	if size <= n {
		panic(failure{solver.ErrMemory})
	}
	nodes := make([]node, len(m.nodes), size)
	copy(nodes, m.nodes)
	m.nodes = nodes
	if c := m.cacheSize(size); c > int64(len(m.cache)) {
		old := m.cache
		m.cache = make([]entry, c)
		for _, e := range old {
			if e.op != 0 {
				*m.slot(e.f, e.g, e.op) = e
			}
		}
	}
	m.buckets = make([]uint32, 1<<bits.Len(uint(size-1)))
	m.rehash()
}

// cacheSize returns the number of entries of the cache for a number of nodes; it is a power of two.
func (m *Manager) cacheSize(nodes int) int64 {
	return int64(max(firstNodes, min(maxCache, 1<<(bits.Len(uint(nodes))-1))))
}

// rehash fills the unique table with all nodes that are not marked as free.
func (m *Manager) rehash() {
	for i := 1; i < len(m.nodes); i++ {
		n := &m.nodes[i]
		if n.level == leafLevel {
			continue
		}
		h := mix(uint32(n.low), uint32(n.high), n.level) & uint32(len(m.buckets)-1)
		n.next = m.buckets[h]
		m.buckets[h] = uint32(i)
	}
}

// Collect frees all nodes that the given functions do not need.
func (m *Manager) Collect(roots []Ref) {
	m.marks = make([]uint64, (len(m.nodes)+63)/64)
	m.marks[0] = 1
	for _, f := range roots {
		m.mark(uint32(f >> 1))
	}
	clear(m.buckets)
	m.free, m.used = 0, 1
	for i := len(m.nodes) - 1; i > 0; i-- {
		if m.marked(uint32(i)) {
			m.used++
		} else {
			m.nodes[i] = node{next: m.free, level: leafLevel}
			m.free = uint32(i)
		}
	}
	m.rehash()
	for i := range m.cache {
		e := &m.cache[i]
		if e.op != 0 && !(m.marked(uint32(e.f>>1)) && m.marked(uint32(e.g>>1)) && m.marked(uint32(e.r>>1))) {
			*e = entry{}
		}
	}
	m.marks = nil
}

func (m *Manager) marked(i uint32) bool { return m.marks[i>>6]>>(i&63)&1 != 0 }

func (m *Manager) mark(i uint32) {
	for !m.marked(i) {
		m.marks[i>>6] |= 1 << (i & 63)
		m.mark(uint32(m.nodes[i].low >> 1))
		i = uint32(m.nodes[i].high >> 1)
	}
}

// slot returns the place of an operation in the cache.
func (m *Manager) slot(f, g Ref, op uint32) *entry {
	return &m.cache[mix(uint32(f), uint32(g), op)&uint32(len(m.cache)-1)]
}

// level returns the first level that f depends on, or leafLevel.
func (m *Manager) level(f Ref) uint32 { return m.nodes[f>>1].level }

// split returns f for both values of the variable of a level, which must not be greater than the level of f.
func (m *Manager) split(f Ref, level uint32) (low, high Ref) {
	n := &m.nodes[f>>1]
	if n.level != level {
		return f, f
	}
	return n.low ^ f&1, n.high ^ f&1
}

// And returns the conjunction.
func (m *Manager) And(f, g Ref) Ref {
	switch {
	case f == g, g == True:
		return f
	case f == True:
		return g
	case f == False, g == False, f == g^1:
		return False
	}
	if f > g {
		f, g = g, f
	}
	e := m.slot(f, g, opAnd)
	if e.f == f && e.g == g && e.op == opAnd {
		return e.r
	}
	m.step()
	level := min(m.level(f), m.level(g))
	f0, f1 := m.split(f, level)
	g0, g1 := m.split(g, level)
	low := m.And(f0, g0)
	r := m.node(level, low, m.And(f1, g1))
	*m.slot(f, g, opAnd) = entry{f, g, opAnd, r}
	return r
}

// Or returns the disjunction.
func (m *Manager) Or(f, g Ref) Ref { return m.And(f^1, g^1) ^ 1 }

// If returns the function that is g where f holds, and h elsewhere.
func (m *Manager) If(f, g, h Ref) Ref { return m.Or(m.And(f, g), m.And(f^1, h)) }

// Meets reports whether f and g hold together somewhere. It makes no nodes.
func (m *Manager) Meets(f, g Ref) bool {
	switch {
	case f == False, g == False, f == g^1:
		return false
	case f == g, f == True, g == True:
		return true
	}
	if f > g {
		f, g = g, f
	}
	e := m.slot(f, g, opMeets)
	if e.f == f && e.g == g && e.op == opMeets {
		return e.r == True
	}
	m.step()
	level := min(m.level(f), m.level(g))
	f0, f1 := m.split(f, level)
	g0, g1 := m.split(g, level)
	r := False
	if m.Meets(f0, g0) || m.Meets(f1, g1) {
		r = True
	}
	*m.slot(f, g, opMeets) = entry{f, g, opMeets, r}
	return r == True
}

// A Literal is a level with a value.
type Literal struct {
	Level int
	Value bool
}

// Cube returns the conjunction of literals whose levels increase.
func (m *Manager) Cube(list []Literal) Ref {
	r := True
	for i := len(list) - 1; i >= 0; i-- {
		if list[i].Value {
			r = m.node(uint32(list[i].Level), False, r)
		} else {
			r = m.node(uint32(list[i].Level), r, False)
		}
	}
	return r
}

// Size returns the number of nodes of f, without the constant, or limit if there are more.
func (m *Manager) Size(f Ref, limit int) int {
	seen := map[Ref]bool{}
	var visit func(Ref)
	visit = func(f Ref) {
		if f >>= 1; f == 0 || seen[f] || len(seen) >= limit {
			return
		}
		seen[f] = true
		visit(m.nodes[f].low)
		visit(m.nodes[f].high)
	}
	visit(f)
	return len(seen)
}

// Holds evaluates f; value returns the value of the variable of a level.
func (m *Manager) Holds(f Ref, value func(level int) bool) bool {
	for f > False {
		n := &m.nodes[f>>1]
		if value(int(n.level)) {
			f = n.high ^ f&1
		} else {
			f = n.low ^ f&1
		}
	}
	return f == True
}

// Pick returns literals that imply f, in order of their levels. f must not be False.
func (m *Manager) Pick(f Ref) []Literal {
	var list []Literal
	for f > False {
		n := &m.nodes[f>>1]
		low, high := n.low^f&1, n.high^f&1
		list = append(list, Literal{int(n.level), low == False})
		if f = low; low == False {
			f = high
		}
	}
	return list
}

// Count returns the number of assignments of n state variables for which f holds; it is +Inf if that exceeds the range
// of float64. f must be a set of states.
func (m *Manager) Count(f Ref, n int) float64 {
	seen := map[Ref]float64{True: 1, False: 0} // by function: the number for its first variable and those after it
	first := func(f Ref) int { return min(n, int(m.level(f)>>1)) }
	var visit func(Ref) float64
	visit = func(f Ref) float64 {
		x, ok := seen[f]
		if !ok {
			low, high := m.split(f, m.level(f))
			for _, g := range [2]Ref{low, high} {
				if c := visit(g); c > 0 {
					x += math.Ldexp(c, first(g)-first(f)-1)
				}
			}
			seen[f] = x
		}
		return x
	}
	return math.Ldexp(visit(f), first(f))
}
