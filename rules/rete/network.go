package rete

import (
	"strconv"

	"farbank/rules/value"
)

// Fact is one fact in the network.
type Fact struct {
	Index    int64  // its number, as in f-12
	Time     uint64 // its time tag: greater is more recent
	Relation *Relation
	Slots    []value.Value
	Deleted  bool        // retracted, or about to be
	Link     *Fact       // for use by the caller
	Place    int         // for use by the caller
	Cause    any         // for use by the caller
	Born     int64       // when it was asserted, in nanoseconds since 1970, if there are windows
	address  value.Value // computed on demand

	id       int32
	matches  int32   // its alpha tokens, newest first
	supports []int32 // the tokens that support it logically
}

// Relation is the type of a fact and the root of its tree of field tests.
type Relation struct {
	Name   string
	Data   any       // for use by the caller
	Parent *Relation // its patterns match facts of this relation too
	// Objects makes the order of matches that of object patterns in CLIPS: tests of a slot in the order
	// in which they were added, and the shortest value of a multifield variable first.
	Objects bool
	root    *node
}

// is reports whether r is other or extends it.
func (r *Relation) is(other *Relation) bool {
	for ; r != nil; r = r.Parent {
		if r == other {
			return true
		}
	}
	return false
}

// Rule is a rule of the network.
type Rule struct {
	Name       string
	Module     int                 // the module whose agenda has its activations
	Order      int                 // the order of definition
	Complexity int                 // for the strategies of that name
	AutoFocus  bool                // calls Listener.Focus on activation
	Salience   func(owner any) int // receives Network.Owner; nil: 0
	Data       any                 // for use by the caller

	last    *join // the join that activates it
	logical *join // the last join of its logical conditions, or nil
}

// Listener receives events; each field may be nil.
type Listener struct {
	Focus      func(*Rule)
	Activate   func(*Activation)
	Deactivate func(*Activation)
	Random     func() uint32 // returns a number for each new activation, for strategy random
	// Failed is called for an error in a condition of the rules. fact is the fact being
	// matched, or nil for an error in a join.
	Failed func(rules []*Rule, fact *Fact, err error)
	// Stop is called regularly while matching. If it returns true, matching ends early and
	// the matches are incomplete.
	Stop func() bool
}

// Network is a Rete network with its facts and agendas. It must not be used by several
// goroutines at once.
type Network struct {
	Owner    any // for use by the caller: what tests of conditions and saliences refer to
	Listener Listener
	Agendas  Agendas
	Windows  bool  // a pattern has a window: facts need Born
	Now      int64 // the latest time that Expire and the caller have seen
	expiries expiries
	Limit    int64 // on the memory of tokens and facts, in bytes; 0: no limit
	Full     bool  // the limit is exceeded, and the caller should stop

	tokens  []token
	free    int32  // head of the list of free tokens, linked by next
	created uint64 // the number of tokens at the joins of rules so far

	facts   []*Fact // by id; 0 is unused
	slots   [][]value.Value
	freeIDs []int32
	marks   [][]mark // by number; 0 is unused
	freeMk  []int32

	joins    []*join
	alphas   []*node // leaves of the pattern trees by number
	memories []*page // by number; 0 is unused
	hashed   []bool  // whether a memory is hashed, by number

	rightPrimes []*join // first joins without a pattern, the newest last
	leftPrimes  []*join // negated first joins, the newest last
	sharing     map[joinKey][]*join

	adding     bool           // a rule is being added: only new nodes are visited
	sums       map[int32]*sum // of left tokens of accumulate joins
	dependents map[int32][]*Fact
	orphans    []*Fact
	firing     int32 // the logical token of the rule that fires
	// that token has been freed
	firingDead bool
	work       uint32 // counts matching steps, for Stop
	stopped    bool
	path       []mark       // buffer of pattern matching
	taken      Match        // result of Take
	view       View         // buffer of tests, which do not nest
	matched    func([]mark) // of a network for one pattern: called for each match
}

// New returns an empty network.
func New() *Network {
	n := &Network{tokens: make([]token, 1, 256), facts: make([]*Fact, 1), slots: make([][]value.Value, 1), marks: make([][]mark, 1)}
	n.joins = []*join{nil}
	n.alphas = []*node{nil}
	n.memories, n.hashed = []*page{nil}, []bool{false}
	n.sharing = map[joinKey][]*join{}
	n.dependents = map[int32][]*Fact{}
	n.Agendas.network = n
	return n
}

// Assert matches a new fact.
func (n *Network) Assert(f *Fact) {
	n.number(f)
	n.match(f)
}

// number gives a fact an id.
func (n *Network) number(f *Fact) {
	if k := len(n.freeIDs); k > 0 {
		f.id = n.freeIDs[k-1]
		n.freeIDs = n.freeIDs[:k-1]
		n.facts[f.id], n.slots[f.id] = f, f.Slots
	} else {
		f.id = int32(len(n.facts))
		n.facts = append(n.facts, f)
		n.slots = append(n.slots, f.Slots)
	}
}

// Retract removes a fact and its matches.
func (n *Network) Retract(f *Fact) {
	f.Deleted = true
	n.retractMatches(f)
	n.dropSupport(f)
	n.facts[f.id], n.slots[f.id] = nil, nil
	n.freeIDs = append(n.freeIDs, f.id)
	f.id = 0
}

// RuleText returns the address of a fact as it is printed.
func (f *Fact) RuleText() string { return "<Fact-" + strconv.FormatInt(f.Index, 10) + ">" }

func (n *Network) factOf(t int32) *Fact { return n.facts[n.tokens[t].fact] }

const tokenBytes, factBytes, activationBytes = 64, 256, 128

// Memory estimates the bytes used by tokens, facts and activations.
func (n *Network) Memory() int64 {
	return int64(cap(n.tokens))*tokenBytes + int64(len(n.facts))*factBytes + int64(len(n.Agendas.items))*activationBytes
}

// stopping reports whether to end matching early.
func (n *Network) stopping() bool {
	const often = 1 << 14
	if n.work++; n.work%often == 0 && n.Listener.Stop != nil {
		n.stopped = n.Listener.Stop()
	}
	return n.stopped
}
