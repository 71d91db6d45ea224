package engine

import (
	"context"
	"fmt"
	"math/big"
	"time"

	"farbank/model"
)

// Kind says which plans count.
type Kind uint8

const (
	Shortest Kind = iota // of least cost
	Simple               // that repeat no state and stop at the first goal state
	Walks                // of exactly Length moves, repeats allowed, passing a goal allowed
	Any                  // one that is found soon, whatever it costs
	Ends                 // one for each last state that a simple plan can have: one with the fewest moves
)

func (k Kind) String() string {
	return named(Kinds(), "Kind", k)
}

// Kinds are the names by which kinds of plans are asked for.
func Kinds() []string { return []string{"shortest", "simple", "walks", "any", "ends"} }

// ParseKind is the inverse of Kind.String.
func ParseKind(s string) (Kind, error) {
	for k := Shortest; k <= Ends; k++ {
		if s == k.String() {
			return k, nil
		}
	}
	return 0, fmt.Errorf("%q is no kind of plan; there are shortest, simple, walks, any and ends", s)
}

// Want says how much of them is asked for.
type Want uint8

const (
	One   Want = iota // one plan, the best where some are better
	All               // each of them
	Count             // their number
)

func (w Want) String() string { return named([]string{"one", "all", "count"}, "Want", w) }

// A Question is put to an engine about a problem. The zero Question asks for one
// shortest plan, without limits. Validate says what makes no sense in one.
type Question struct {
	Plans    Kind
	Want     Want
	Length   int        // Walks: the exact number of moves. Others: at most so many moves, if Bounded
	Bounded  bool       // Length was given
	Limit    int        // All: stop after so many plans; 0: no limit
	FreeEnd  bool       // any safe state is an end, whatever the goal says
	Workers  int        // 0: one for each processor
	Memory   int64      // bytes the search may use; 0: no limit
	Disk     Disk       // where it goes on when it has used them, if the engine can: search can
	Symmetry bool       // exploit interchangeable values, where the engine can
	Prefer   Preference // Shortest, One: which of several shortest plans
	Survey   int        // Explore: look closer, if there are at most so many states and 16 times as many moves; 0: do not
	First    First      // One, of unknowns without moves: which of several, or of several best, solutions
	Improve  bool       // Any, One: go on from the first plan to cheaper ones until one is proven or a limit comes; Progress tells each, and the bound
	Strategy Strategy   // Shortest or Any, One: in which order states are looked at, where the engine lets one choose
	Horizon  int        // engines with a bounded horizon: at most so many moves; 0: their choice
	Progress func(Progress)
	Shared   *Shared // for engines: what those asked beside them know; see Registry.Race

	// Tables is a folder where engines keep tables that serve other questions too, such as pattern databases, and look
	// for them; "": nowhere. What is damaged there is made anew.
	Tables string

	Checkpoints *Checkpoints // where searches keep what they have found so far; nil: nowhere
}

// Progress is told, a few times a second, while an engine works.
type Progress struct {
	Phase    string // "read", "search", "count", "assign", ...
	At       string // what is being read
	Engine   string // who works, where several do
	States   int64  // stored so far; nodes or firings, for engines that store no states; moves, while a problem is read
	Nodes    int64  // of a search tree; 0: there is none
	Depth    int64  // layer, cost or depth reached
	Memory   int64  // bytes in use for states
	Disk     int64  // bytes in use on disk
	Frontier int64  // states of the layer at hand
	Left     int64  // about how many states are still to be met, where the layers shrink; 0: not known
	Tries    int64  // instances looked at, where they are made
	Given    int64  // and given
	Wanted   int64  // of so many
	Best     *int64 // the cost or value of the best plan so far; nil: there is none
	Bound    *int64 // no plan is better than that; nil: not known
	Elapsed  time.Duration
}

// Status is a verdict. The last four are never confused with one another.
type Status uint8

const (
	Solved          Status = iota // answered as asked; a best plan is proven best, a count is exact
	Feasible                      // a plan, but a limit or an interrupt came before it was proven best (or all were given), or the Strategy proves nothing
	None                          // proven: no plan exists
	NoneWithinBound               // no plan within Length or Horizon; nothing is known beyond
	Unknown                       // a limit or an interrupt came first, and no plan so far
	Unsupported                   // this engine cannot ask that
)

func (s Status) String() string {
	return named([]string{"solved", "feasible", "none", "none-within-bound", "unknown", "unsupported"}, "Status", s)
}

// An Answer is what an engine found out.
type Answer struct {
	Status Status
	Best   *model.Plan // the best plan so far; nil if there is none
	Count  *big.Int    // Want Count: the number of plans; when not Solved, those counted so far, or nil
	Given  int         // Want All: how many plans were passed on
	Bound  *int64      // a proven lower bound on the cost (upper, if maximising); nil: none
	Reason string      // why the Status is not Solved, in words; of None, how that is known where Stats do not tell
	Stats  Stats
}

// Counted settles the verdict of a question for a number. Where a limit or an interrupt
// ended the counting, what was counted by then exists, and if that is nothing nothing is
// known: a plan that was met may be none of those that count, as long as a better one may
// exist.
func Counted(st Status, count *big.Int) (Status, *big.Int) {
	switch {
	case st != Feasible && st != Unknown:
		return st, count
	case count == nil || count.Sign() <= 0:
		return Unknown, nil
	}
	return Feasible, count
}

// Stats is what the work came to. A figure that does not apply is zero.
type Stats struct {
	Engine     string
	Generated  int64    // successors generated
	Expanded   int64    // states expanded
	Stored     int64    // distinct states stored
	Full       *big.Int // the states that those stored stand for, where a symmetry was used and all were seen; nil: as many
	Depth      int64    // the deepest layer reached, in moves
	Nodes      int64    // search nodes, for assignments and trees
	StateBytes int64    // bytes a packed state
	Memory     int64    // most bytes used for states
	Elapsed    time.Duration
	Phases     []Phase
	Notes      []string // what a person might like to know: symmetry found, order chosen
}

// A Phase is a part of the work.
type Phase struct {
	Name    string
	Elapsed time.Duration
}

// Capabilities is what an engine can be asked, in a form that can be printed.
type Capabilities struct {
	Moves     bool       // problems with moves
	Find      bool       // problems with unknowns
	Objective bool       // minimize and maximize
	Prefer    bool       // Question.Prefer
	First     bool       // Question.First
	Strategy  []Strategy // Question.Strategy, beside the default
	Improve   bool       // Question.Improve
	Kinds     []Kind
	Wants     []Want
}

// An Engine answers questions by one school of solving.
type Engine interface {
	Name() string
	About() string // one line
	Capabilities() Capabilities

	// Can returns nil, or why this question about this problem is beyond the engine.
	Can(p *model.Problem, q Question) error

	// Solve answers a question. With Want All it passes each plan to yield as it is
	// found, until yield returns false. A limit or a done context is not an error: the
	// Answer says what is known. The error is for what should not happen and for
	// arithmetic overflow in the model (*model.OverflowError).
	Solve(ctx context.Context, p *model.Problem, q Question, yield func(model.Plan) bool) (*Answer, error)
}

// An Explorer is an engine that can visit the whole reachable space.
type Explorer interface {
	Explore(ctx context.Context, p *model.Problem, q Question) (*Space, error)
}

// A Proof is an answer to which plan is the shortest, with the reasons.
type Proof struct {
	Answer *Answer // Solved, None, or Unknown and then without reasons

	// States are packed by model.NewLayout, one after another. None: all that can be
	// reached. Solved: all that are nearer to the starts than the cost of the plan, and
	// Distances says how near.
	States    []uint64
	Distances []int64

	// Layers, if not nil, gives the states instead, from the disk: see graph.Search.Layers.
	// Release is to be called when they are not needed any more, or Keep in its place if the same question is to find
	// them there.
	Layers  func(begin func(distance, n int64) error, give func(states []uint64) error) error
	Release func()
	Keep    func()
}

// giveBack releases the reasons, or keeps them.
func (p *Proof) giveBack(keep bool) {
	switch {
	case p == nil || p.Release == nil:
	case keep:
		p.Keep()
	default:
		p.Release()
	}
	if p != nil {
		p.Layers, p.Release, p.Keep = nil, nil, nil
	}
}

// A Prover is an engine that can give the reasons of its answer.
type Prover interface {
	Prove(ctx context.Context, p *model.Problem, q Question) (*Proof, error)
}

// Space describes the reachable safe states.
type Space struct {
	Complete   bool   // false: a limit or an interrupt came first; the figures are what was seen
	Reason     string // why it is not complete
	Starts     int64  // initial states
	States     int64
	Layers     []int64 // states by least number of moves from the start
	Moves      int64   // safe moves between reachable states
	DeadEnds   int64   // states that are no goal and have no safe move
	GoalStates int64
	FirstGoal  int64   // least number of moves to a goal; -1: none reachable
	Branching  []int64 // Branching[k]: states with k safe moves
	Survey     *Survey // nil: none was asked for, or the space is too large or not complete
	Unsurveyed string  // why there is none, if not for one of these reasons
	Stats      Stats
}

// A Survey is what a space looks like when the moves between its states are known.
type Survey struct {
	CanReach  int64   // states from which some way leads to a goal
	DeadEnds  []Place // the first of the states that are no goal and have no safe move
	Solvable  bool    // a goal can be reached
	EveryPlan []Place // states between start and goal that every plan passes, in their order
}

// A Place is a state and the least number of moves to it.
type Place struct {
	Depth int
	State model.State
}

// MaxDeadEnds is how many dead ends a Survey names.
const MaxDeadEnds = 100

// A Refusal is the error of Can: this engine cannot ask that.
type Refusal struct {
	Engine string
	Why    string
}

func (r *Refusal) Error() string { return "engine " + r.Engine + " cannot ask that: " + r.Why }
