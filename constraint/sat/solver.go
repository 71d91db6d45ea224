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
	"farbank/solver"
)

// A Status is the result of a search.
type Status = solver.Status

// The statuses of a Result.
const (
	Unknown       = solver.Unknown
	Satisfiable   = solver.Solved
	Unsatisfiable = solver.Infeasible
)

// A Result is the outcome of one [Solver.Solve].
type Result struct {
	Status Status
	// Reason is the limit that ended the search if the status is Unknown: the cause of the context,
	// [solver.ErrMemory] or [solver.ErrEffort].
	Reason error
}

// MaxVariable is the largest number of a variable.
const MaxVariable = 1 << 28

// Options are the settings of a [Solver]. The zero value has the defaults.
type Options struct {
	// Proof, if not nil, receives the learned and deleted clauses as text in the DRAT format. The proof is about the
	// clauses added before the first Solve. Writes are not buffered; a write error ends Solve.
	Proof io.Writer
	// Memory is the largest number of bytes to use, approximately; 0 means no limit.
	Memory int64
	// Plain disables inprocessing: vivification, probing, subsumption and elimination.
	Plain bool
}

// Stats counts the work done so far.
type Stats struct {
	Conflicts, Decisions, Propagations, Restarts int64
	Learned, Deleted                             int64 // clauses
	Eliminated, Fixed                            int   // variables
	Subsumed, Strengthened, Vivified             int64 // clauses
}

// A Solver holds clauses and learned clauses. See [New].
type Solver struct {
	options  Options
	proof    *proof
	refuted  bool // unsatisfiable without assumptions
	asked    bool // Solve was called
	prepared bool // prepare was called

	arena       clause.Arena
	irredundant []ref
	learned     []ref
	fresh       []ref     // irredundant clauses that are not watched yet
	adding      []lit     // the clause being added
	watches     [][]watch // by watched literal: visited when it becomes false

	vals   []int8 // by literal: 1 true, -1 false, 0 unassigned
	about  []known
	trail  []lit
	limits []int32 // by decision level: its begin in trail
	head   int     // index in trail of the first literal not propagated yet

	heap      order.Heap  // the decision order
	queue     order.Queue // the decision order in some phases
	saved     []int8      // phases, by variable: 1 or -1
	best      []int8
	bestSize  int
	state     []varState
	frozen    []bool // not to be eliminated during this call
	assumed   []lit
	budget    int64 // conflicts left in this call
	working   func()
	core      []int
	model     []int8
	extension extension

	analysis
	restarts
	schedule
	stats Stats
}

// known holds the level and the reason of an assigned variable.
type known struct {
	level  int32
	reason ref
}

// A watch is an entry of the list of a watched literal.
type watch struct {
	blocker lit
	ref     ref // may include binaryTag
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

// OnWork makes Solve call f often.
func (s *Solver) OnWork(f func()) { s.working = f }

// Variables returns the number of variables, which is the largest one used.
func (s *Solver) Variables() int { return len(s.about) }

// Stats returns the statistics so far.
func (s *Solver) Stats() Stats { return s.stats }

// ErrLiteral is wrapped by errors of [Solver.Add] and [Solver.Solve] for a literal that is 0 or too large.
var ErrLiteral = errors.New("invalid literal")

// Grow adds variables up to n, so that models have values of them.
func (s *Solver) Grow(n int) error {
	if n > MaxVariable {
		return fmt.Errorf("variable %d: %w: the largest is %d", n, ErrLiteral, MaxVariable)
	}
	if m := s.options.Memory; m > 0 && int64(n)*variableSize > m {
		return solver.ErrMemory
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
		s.stamps = append(s.stamps, 0) // by level; there is one more
	}
	return nil
}

// name converts a literal of a caller, and adds its variable if necessary.
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

// Add adds the clause that at least one of the literals is true. The empty clause is unsatisfiable.
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

// insert adds a clause at level 0. It modifies the slice. If a simplified clause or none is kept, it deletes the
// original from the proof, where it could prevent later clauses from being RAT.
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
			return // always true
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

// manyFresh is the number of clauses from which counting the watches first pays off.
const manyFresh = 100

// attachFresh attaches the clauses added since the last call. The first call allocates watch lists of the right length.
func (s *Solver) attachFresh() {
	if len(s.fresh) == len(s.irredundant) && len(s.learned) == 0 && len(s.fresh) > manyFresh {
		s.makeLists()
	}
	for _, c := range s.fresh {
		s.attach(c)
	}
	s.fresh = s.fresh[:0]
}

// makeLists allocates watch lists for the fresh clauses.
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

// attach adds a clause to the watch lists of its first two literals.
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

// Value returns the value of a variable in the model of the last Solve. It returns false for an unknown variable.
func (s *Solver) Value(variable int) bool {
	return variable > 0 && variable <= len(s.model) && s.model[variable-1] > 0
}

// Core returns the assumptions that are inconsistent together, after Solve returned Unsatisfiable. It is empty if the
// clauses are unsatisfiable without assumptions.
func (s *Solver) Core() []int { return slices.Clone(s.core) }

// Solve searches for a model in which the assumed literals are true. The error is that of the proof's writer, or wraps
// [ErrLiteral].
func (s *Solver) Solve(ctx context.Context, assume ...int) (Result, error) {
	return s.SolveWithin(ctx, math.MaxInt64, assume...)
}

// SolveWithin is like Solve, but ends after the given number of conflicts, with the reason [solver.ErrEffort].
func (s *Solver) SolveWithin(ctx context.Context, conflicts int64, assume ...int) (Result, error) {
	status, err := s.solve(ctx, conflicts, assume)
	r := Result{Status: status}
	r.Reason, err = solver.Split(ctx, err)
	return r, err
}

func (s *Solver) solve(ctx context.Context, conflicts int64, assume []int) (Status, error) {
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
		s.stamps = append(s.stamps, make([]int64, n)...) // repeated assumptions have a level each
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

// Estimates of memory in bytes.
const (
	variableSize = 128
	clauseSize   = 40 // without its words: two watches and list entries
	wordSize     = 4
)

// used estimates the memory of all clauses, including those of eliminated variables, in bytes.
func (s *Solver) used() int64 {
	clauses := int64(len(s.irredundant) + len(s.learned))
	words := int64(cap(s.arena.Words) + cap(s.extension.lits) + cap(s.extension.ends))
	return words*wordSize + clauses*clauseSize + int64(len(s.about))*variableSize
}
