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
	Link     *Fact       // for the owner's use
	Place    int         // likewise
	address  value.Value // made when it is asked for

	id       int32
	matches  int32   // the alpha tokens it made, newest first
	supports []int32 // the tokens that support it logically
}

// Relation is what facts are of: the root of the tree of tests they run through.
type Relation struct {
	Name   string
	Data   any       // the owner's description
	Parent *Relation // its patterns match facts of this relation too
	root   *node
}

func (r *Relation) is(other *Relation) bool {
	for ; r != nil; r = r.Parent {
		if r == other {
			return true
		}
	}
	return false
}

// Rule is a rule as the network sees it.
type Rule struct {
	Name       string
	Module     int  // which agenda its activations go to
	Order      int  // when it was defined
	Complexity int  // for the strategies of that name
	AutoFocus  bool // told to Listener.Focus on activation
	Salience   func() int
	Data       any // the owner's description

	last    *join // the join that activates it
	logical *join // the last join of its logical conditions, or nil
}

// Listener is told what happens; each field may be nil.
type Listener struct {
	Focus      func(*Rule)
	Activate   func(*Activation)
	Deactivate func(*Activation)
	Random     func() uint32 // a number for each new activation, for strategy random
	// Failed is told of an error in a condition of the rules; fact is the one
	// being matched, if the error came up before it was joined.
	Failed func(rules []*Rule, fact *Fact, err error)
	// Stop is asked now and then during matching, which ends early if it says
	// so: the matches are not complete then.
	Stop func() bool
}

// Network is a Rete network with its facts and agendas. Not for use by several
// goroutines at once.
type Network struct {
	Listener Listener
	Agendas  Agendas
	Limit    int64 // bytes that tokens and facts may take; 0: no limit
	Full     bool  // they take more, and whoever runs the network should stop

	tokens []token
	free   int32 // head of the list of free tokens, linked by next

	facts   []*Fact // by id; 0 is no fact
	slots   [][]value.Value
	freeIDs []int32
	marks   [][]mark // by number; 0 is none
	freeMk  []int32

	joins  []*join
	alphas []*node // leaves of the pattern trees by number

	rightPrimes []*join // first joins without a pattern
	leftPrimes  []*join // first joins of a negation

	adding     bool // a rule is being added: only new nodes are visited
	dependents map[int32][]*Fact
	orphans    []*Fact
	firing     int32 // the logical token of the rule being fired
	firingDead bool
	work       uint32 // of matching, for Stop
	stopped    bool
	path       []mark       // scratch of pattern matching
	taken      Match        // scratch of Take
	view       View         // scratch of tests: they do not nest
	matched    func([]mark) // of a network for one pattern: told of each match
}

// New makes an empty network.
func New() *Network {
	n := &Network{tokens: make([]token, 1, 256), facts: make([]*Fact, 1), slots: make([][]value.Value, 1), marks: make([][]mark, 1)}
	n.joins = []*join{nil}
	n.alphas = []*node{nil}
	n.dependents = map[int32][]*Fact{}
	n.Agendas.network = n
	return n
}

// Assert sends a new fact through the network.
func (n *Network) Assert(f *Fact) {
	if k := len(n.freeIDs); k > 0 {
		f.id = n.freeIDs[k-1]
		n.freeIDs = n.freeIDs[:k-1]
		n.facts[f.id], n.slots[f.id] = f, f.Slots
	} else {
		f.id = int32(len(n.facts))
		n.facts = append(n.facts, f)
		n.slots = append(n.slots, f.Slots)
	}
	n.match(f)
}

// Retract takes a fact out of the network.
func (n *Network) Retract(f *Fact) {
	f.Deleted = true
	n.retractMatches(f)
	n.dropSupport(f)
	n.facts[f.id], n.slots[f.id] = nil, nil
	n.freeIDs = append(n.freeIDs, f.id)
	f.id = 0
}

// RuleText is how the address of a fact is printed.
func (f *Fact) RuleText() string { return "<Fact-" + strconv.FormatInt(f.Index, 10) + ">" }

func (n *Network) factOf(t int32) *Fact { return n.facts[n.tokens[t].fact] }

const tokenBytes, factBytes, activationBytes = 64, 256, 128

// Memory tells about how many bytes the tokens, facts and activations take.
func (n *Network) Memory() int64 {
	return int64(cap(n.tokens))*tokenBytes + int64(len(n.facts))*factBytes + int64(len(n.Agendas.items))*activationBytes
}

// stopping reports whether matching is to end early.
func (n *Network) stopping() bool {
	const often = 1 << 14
	if n.work++; n.work%often == 0 && n.Listener.Stop != nil {
		n.stopped = n.Listener.Stop()
	}
	return n.stopped
}
