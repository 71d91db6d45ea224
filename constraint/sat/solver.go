package sat

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"farbank/constraint/internal/clause"
	"farbank/constraint/internal/order"
)

// A Status says what is known of the clauses.
type Status int

// What a Solver can say.
const (
	Unknown Status = iota
	Satisfiable
	Unsatisfiable
)

func (s Status) String() string {
	return [...]string{"unknown", "satisfiable", "unsatisfiable"}[s]
}

// MaxVariable is the largest number of a variable.
const MaxVariable = 1 << 28

// Options are the settings of a [Solver]; the zero value is what is usual.
type Options struct {
	// Proof, if not nil, gets the clauses learned and deleted, in the DRAT format as text. What
	// it says holds for the clauses added before the first Solve. Buffer it; errors of writing
	// end Solve.
	Proof io.Writer
	// Memory is the most bytes to use, about; 0: no limit. Past it Solve ends with a MemoryError.
	Memory int64
	// Plain does without inprocessing: no vivification, probing, subsumption or elimination.
	Plain bool
}

// A MemoryError says that the limit of memory was reached.
type MemoryError struct {
	Limit int64 // in bytes
}

func (e *MemoryError) Error() string {
	return fmt.Sprintf("clauses take more than the %d bytes allowed", e.Limit)
}

// MemoryLimit says what kind of error it is.
func (e *MemoryError) MemoryLimit() bool { return true }

// Stats are what the work came to so far.
type Stats struct {
	Conflicts, Decisions, Propagations, Restarts int64
	Learned, Deleted                             int64 // clauses
	Eliminated, Fixed                            int   // variables
	Subsumed, Strengthened, Vivified             int64 // clauses
}

// A Solver holds clauses and what was learned of them. See [New].
type Solver struct {
	options  Options
	proof    *proof
	refuted  bool // unsatisfiable whatever is assumed
	asked    bool // Solve was called
	prepared bool // for a long search

	arena       clause.Arena
	irredundant []ref
	learned     []ref
	fresh       []ref     // irredundant ones that are not watched yet
	adding      []lit     // what is added
	watches     [][]watch // by the literal that is watched: visited when it becomes false

	vals   []int8 // by literal: 1 true, -1 false, 0 neither
	about  []known
	trail  []lit
	limits []int32 // by decision level: where it begins in trail
	head   int     // of trail: what was not propagated yet

	heap      order.Heap  // what is decided next
	queue     order.Queue // the same in some stretches
	saved     []int8      // phases, by variable: 1 or -1
	best      []int8
	bestSize  int
	state     []varState
	frozen    []bool // not to be eliminated during this call
	assumed   []lit
	budget    int64 // conflicts left to this call
	working   func()
	core      []int
	model     []int8
	extension extension

	analysis
	restarts
	schedule
	stats Stats
}

// known is what is known of an assigned variable.
type known struct {
	level  int32
	reason ref
}

// A watch stands for a clause at a literal that it watches.
type watch struct {
	blocker lit
	ref     ref // with binaryTag
}

type varState uint8

const (
	active varState = iota
	eliminated
)

// New returns a solver without clauses.
func New(o Options) *Solver {
	s := &Solver{options: o}
	if o.Proof != nil {
		s.proof = &proof{w: o.Proof}
	}
	s.restarts.init()
	s.schedule.init()
	return s
}

// OnWork has a function called often while Solve goes on.
func (s *Solver) OnWork(f func()) { s.working = f }

// Variables is the number of variables, the largest that was named.
func (s *Solver) Variables() int { return len(s.about) }

// Stats tells what the work came to so far.
func (s *Solver) Stats() Stats { return s.stats }

// ErrLiteral is wrapped by what [Solver.Add] and [Solver.Solve] say of a literal that is 0 or too large.
var ErrLiteral = errors.New("no literal")

// Grow makes variables up to n known, so that they have a value in models.
func (s *Solver) Grow(n int) error {
	if n > MaxVariable {
		return fmt.Errorf("variable %d: %w: the largest is %d", n, ErrLiteral, MaxVariable)
	}
	if m := s.options.Memory; m > 0 && int64(n)*variableSize > m {
		return &MemoryError{m}
	}
	for len(s.about) < n {
		v := uint32(len(s.about))
		s.about = append(s.about, known{reason: noRef})
		s.vals = append(s.vals, 0, 0)
		s.watches = append(s.watches, nil, nil)
		s.saved = append(s.saved, -1)
		s.best = append(s.best, -1)
		s.state = append(s.state, active)
		s.frozen = append(s.frozen, false)
		s.seen = append(s.seen, 0)
		s.stamps = append(s.stamps, 0)
		s.heap.Grow(len(s.about))
		s.heap.Insert(v)
		s.queue.Grow(len(s.about))
	}
	if len(s.stamps) <= len(s.about) {
		s.stamps = append(s.stamps, 0) // by level, of which there is one more
	}
	return nil
}

// name makes a caller's literal known.
func (s *Solver) name(l int) (lit, error) {
	if l == 0 || l < -MaxVariable || l > MaxVariable {
		return 0, fmt.Errorf("literal %d: %w: they are 1 to %d, and negative for negations", l, ErrLiteral, MaxVariable)
	}
	if err := s.Grow(max(l, -l)); err != nil {
		return 0, err
	}
	p := internal(l)
	s.restore(p.Var())
	return p, nil
}

// Add adds a clause: one of the literals is true. Without literals nothing satisfies it.
func (s *Solver) Add(literals ...int) error {
	s.adding = s.adding[:0]
	for _, l := range literals {
		p, err := s.name(l)
		if err != nil {
			return err
		}
		s.adding = append(s.adding, p)
	}
	s.insert(s.adding, !s.asked)
	return s.proofError()
}

// insert takes a clause in at level 0. It changes the slice. What the proof has is taken out of it where something shorter,
// or nothing, is kept: a clause that stays there alone would be in the way of what is RAT on its literals.
func (s *Solver) insert(clause []lit, inProof bool) {
	if s.refuted {
		return
	}
	whole := len(clause)
	var old []lit
	if s.proof != nil && inProof {
		old = slices.Clone(clause)
	}
	slices.Sort(clause)
	n := 0
	for i, p := range clause {
		switch {
		case s.vals[p] > 0 || i+1 < len(clause) && clause[i+1] == p^1 && p&1 == 0:
			s.proof.drop(old)
			return // holds always
		case s.vals[p] < 0 || n > 0 && clause[n-1] == p:
			continue
		}
		clause[n] = p
		n++
	}
	clause = clause[:n]
	if n < whole {
		s.proof.add(clause)
		s.proof.drop(old)
	}
	switch n {
	case 0:
		s.refuted = true
	case 1:
		s.assign(clause[0], noRef)
	default:
		c := s.arena.Add(clause, 0)
		s.irredundant = append(s.irredundant, c)
		s.fresh = append(s.fresh, c)
	}
}

// manyFresh is for how many clauses it is worth while to count the watches first.
const manyFresh = 100

// attachFresh has the clauses watched that were added since the last time; the first time each list gets the length it needs.
func (s *Solver) attachFresh() {
	if len(s.fresh) == len(s.irredundant) && len(s.learned) == 0 && len(s.fresh) > manyFresh {
		s.makeLists()
	}
	for _, c := range s.fresh {
		s.attach(c)
	}
	s.fresh = s.fresh[:0]
}

// makeLists makes empty lists of watches for the clauses added.
func (s *Solver) makeLists() {
	counts := make([]int32, len(s.watches))
	for _, c := range s.fresh {
		ls := s.arena.Clause(c)
		counts[ls[0]]++
		counts[ls[1]]++
	}
	all := make([]watch, 2*len(s.fresh))
	for p, n := range counts {
		s.watches[p], all = all[:0:n], all[n:]
	}
}

// attach has a clause watched at its first two literals.
func (s *Solver) attach(c ref) {
	ls := s.arena.Clause(c)
	a, b := lit(ls[0]), lit(ls[1])
	r := c
	if len(ls) == 2 {
		r |= binaryTag
	}
	s.watches[a] = append(s.watches[a], watch{b, r})
	s.watches[b] = append(s.watches[b], watch{a, r})
}

// Value is the value of a variable in the model that the last Solve found; false for one that
// it does not know.
func (s *Solver) Value(variable int) bool {
	return variable > 0 && variable <= len(s.model) && s.model[variable-1] > 0
}

// Core is, after Solve has said Unsatisfiable, which of the assumed literals cannot hold
// together; none if the clauses cannot be satisfied at all.
func (s *Solver) Core() []int { return slices.Clone(s.core) }

// Solve looks for a model in which the assumed literals hold. The error says why the status is
// Unknown: it is the context's, a [*MemoryError], one of the proof's writer, or wraps
// [ErrLiteral].
func (s *Solver) Solve(ctx context.Context, assume ...int) (Status, error) {
	return s.SolveWithin(ctx, math.MaxInt64, assume...)
}

// SolveWithin is Solve that gives up after a number of conflicts: the status is Unknown then,
// and the error nil.
func (s *Solver) SolveWithin(ctx context.Context, conflicts int64, assume ...int) (Status, error) {
	if ctx == nil {
		ctx = context.Background()
	}
	s.core, s.model, s.asked = nil, nil, true
	s.assumed = s.assumed[:0]
	for _, l := range assume {
		p, err := s.name(l)
		if err != nil {
			return Unknown, err
		}
		s.assumed = append(s.assumed, p)
	}
	for _, p := range s.assumed {
		s.frozen[p.Var()] = true
	}
	if n := len(s.about) + len(s.assumed) + 1 - len(s.stamps); n > 0 {
		s.stamps = append(s.stamps, make([]int64, n)...) // what is assumed twice has a level each time
	}
	s.budget = conflicts
	status, err := s.run(ctx)
	s.backtrack(0)
	for _, p := range s.assumed {
		s.frozen[p.Var()] = false
	}
	if err == nil {
		err = s.proofError()
	}
	if err != nil {
		status = Unknown
	}
	return status, err
}

// About how many bytes are taken.
const (
	variableSize = 128
	clauseSize   = 40 // besides its words: two watches, and its place in lists
	wordSize     = 4
)

// used is about how many bytes the clauses, those of eliminated variables too, and their watches take.
func (s *Solver) used() int64 {
	clauses := int64(len(s.irredundant) + len(s.learned))
	words := int64(cap(s.arena.Words) + cap(s.extension.lits) + cap(s.extension.ends))
	return words*wordSize + clauses*clauseSize + int64(len(s.about))*variableSize
}
