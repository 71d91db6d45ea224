package engine

import (
	"context"
	"fmt"
	"math/big"
	"time"

	"farbank/model"
)

// A Kind selects the plans that count.
type Kind uint8

const (
	Shortest Kind = iota // of minimum cost
	Simple               // that repeat no state and stop at the first goal state
	Walks                // of exactly Length moves; repeated states and intermediate goals are allowed
	Any                  // any plan, found soon
	Ends                 // one plan with the fewest moves for each goal state in which a simple plan can end
	Sure                 // for problems with others: a strategy that reaches the goal with probability 1, however long it takes
)

// String returns the name of the kind.
func (k Kind) String() string {
	return named(Kinds(), "Kind", k)
}

// Kinds returns the names of the kinds of plans.
func Kinds() []string { return []string{"shortest", "simple", "walks", "any", "ends", "sure"} }

// ParseKind returns the kind of that name.
func ParseKind(s string) (Kind, error) {
	for k := Shortest; k <= Sure; k++ {
		if s == k.String() {
			return k, nil
		}
	}
	return 0, fmt.Errorf("%q is not a kind of plan; the kinds are shortest, simple, walks, any and ends, and for strategies sure", s)
}

// Want selects one plan, all plans or their number.
type Want uint8

const (
	One   Want = iota // one plan, an optimal one if plans differ in value
	All               // all plans
	Count             // the number of plans
)

// String returns the name of the value.
func (w Want) String() string { return named([]string{"one", "all", "count"}, "Want", w) }

// A Question asks for plans of a problem. The zero Question asks for one shortest plan, without limits.
// Validate reports invalid fields.
type Question struct {
	Plans    Kind
	Want     Want
	Length   int        // Walks: the exact number of moves. Otherwise: the maximum number of moves, if Bounded
	Bounded  bool       // Length is set
	Limit    int        // All: maximum number of plans; 0 means no limit
	FreeEnd  bool       // every safe state is a goal
	Workers  int        // goroutines; 0 means one for each processor
	Memory   int64      // memory limit of the search in bytes; 0 means no limit
	Disk     Disk       // where the search continues when the memory is full, if the engine can
	Symmetry bool       // use interchangeable values, if the engine can
	Prefer   Preference // Shortest, One: which of several shortest plans
	Survey   int        // Explore: analyze the moves, if there are at most Survey states and 16 times as many moves; 0: do not
	First    First      // One, for problems without moves: which of several solutions, or of several optimal ones
	Improve  bool       // Any, One: continue from the first plan to cheaper ones, until one is proven optimal or a limit comes; Progress reports each plan and the bound
	Strategy Strategy   // Shortest or Any, One: the order in which states are expanded, if the engine has a choice
	Worst    bool       // for problems with others: chance counts as a foe
	Horizon  int        // for engines with a bounded horizon: maximum number of moves; 0 means their choice
	Progress func(Progress)
	Shared   *Shared // for engines: what concurrent engines know; see Registry.Race

	// Processors, for engines in a race, returns how many processors the other engines leave. nil means all.
	Processors func() int

	// Tables is a folder in which engines store tables that serve other questions too, such as pattern
	// databases; "" means none. Damaged tables are rebuilt.
	Tables string

	Checkpoints *Checkpoints // where searches save their state; may be nil
}

// A Progress is reported a few times a second while an engine works.
type Progress struct {
	Phase    string // "read", "search", "count", "assign", ...
	At       string // the place that is read
	Engine   string // the engine at work, if there are several
	States   int64  // stored states; or nodes, or firings; while a problem is read, ground moves
	Nodes    int64  // nodes of a search tree; 0 without a tree
	Depth    int64  // current layer, cost or depth
	Memory   int64  // bytes used for states
	Disk     int64  // bytes used on disk
	Frontier int64  // states of the current layer
	Left     int64  // estimated number of states to come, if the layers shrink; 0 means unknown
	Tries    int64  // draws so far, while instances are generated
	Given    int64  // instances so far
	Wanted   int64  // instances requested
	Best     *int64 // cost or value of the best plan so far; may be nil
	Bound    *int64 // proven bound; nil means unknown
	Elapsed  time.Duration
}

// A Status is a verdict. The last four are never confused with each other.
type Status uint8

const (
	Solved          Status = iota // answered as asked: an optimal plan is proven optimal, a count is exact
	Feasible                      // there is a plan, but a limit or an interrupt came before it was proven optimal (or all were given), or the Strategy proves nothing
	None                          // it is proven that no plan exists
	NoneWithinBound               // no plan exists within Length or Horizon; beyond that nothing is known
	Unknown                       // a limit or an interrupt came first, and there is no plan so far
	Unsupported                   // this engine cannot take the question
)

// String returns the name of the status.
func (s Status) String() string {
	return named([]string{"solved", "feasible", "none", "none-within-bound", "unknown", "unsupported"}, "Status", s)
}

// An Answer is the result of a question.
type Answer struct {
	Status Status
	Best   *model.Plan // the best plan so far; may be nil
	Others *Others     // for problems with others: the strategy and its value; may be nil
	Count  *big.Int    // Want Count: the number of plans; if not Solved, the number counted so far, or nil
	Given  int         // Want All: the number of plans passed to yield
	Bound  *int64      // a proven lower bound on the cost (an upper bound when maximizing); may be nil
	Reason string      // why the Status is not Solved; for None, how this is known if Stats do not show it
	Stats  Stats
}

// Counted returns the verdict for a count. After a limit or an interrupt, the plans counted so far
// are a lower bound. A count of zero proves nothing: the plans that were found may not count, since
// a better one may exist.
func Counted(st Status, count *big.Int) (Status, *big.Int) {
	switch {
	case st != Feasible && st != Unknown:
		return st, count
	case count == nil || count.Sign() <= 0:
		return Unknown, nil
	}
	return Feasible, count
}

// Stats are statistics of the work. Fields that do not apply are zero.
type Stats struct {
	Engine     string
	Generated  int64    // successors generated
	Expanded   int64    // states expanded
	Stored     int64    // distinct states stored
	Full       *big.Int // number of states that the stored ones represent, if symmetry was used and the search is complete; else nil
	Depth      int64    // the deepest layer, in moves
	Nodes      int64    // search nodes, for assignments and trees
	StateBytes int64    // bytes of a packed state
	Memory     int64    // maximum number of bytes used for states
	Elapsed    time.Duration
	Phases     []Phase
	Notes      []string // further information for people: symmetry found, order chosen
}

// A Phase is a part of the work.
type Phase struct {
	Name    string
	Elapsed time.Duration
}

// Capabilities describes the questions that an engine can take, in a printable form.
type Capabilities struct {
	Moves     bool       // problems with moves
	Find      bool       // problems with unknowns
	Objective bool       // minimize and maximize
	Prefer    bool       // Question.Prefer
	First     bool       // Question.First
	Strategy  []Strategy // Question.Strategy, in addition to the default
	Improve   bool       // Question.Improve
	Others    bool       // problems with others, and only these
	Kinds     []Kind
	Wants     []Want
}

// An Engine answers questions by one method of solving.
type Engine interface {
	Name() string
	About() string // one line
	Capabilities() Capabilities

	// Can returns nil, or the reason why the engine cannot take the question.
	Can(p *model.Problem, q Question) error

	// Solve answers a question. With Want All it calls yield with each plan as it is found, until
	// yield returns false. A limit or a canceled context is not an error: the Answer holds what is
	// known. The error is an internal failure or an arithmetic overflow in the model
	// (*model.OverflowError).
	Solve(ctx context.Context, p *model.Problem, q Question, yield func(model.Plan) bool) (*Answer, error)
}

// An Explorer is an engine that can explore the whole reachable space.
type Explorer interface {
	Explore(ctx context.Context, p *model.Problem, q Question) (*Space, error)
}

// A Proof is the answer to the question for a shortest plan, with a proof.
type Proof struct {
	Answer *Answer // Solved, None, or Unknown without a proof

	// States are packed by model.NewLayout, one after another. None: all reachable states. Solved: all
	// states nearer to the starts than the cost of the plan, with their distances in Distances.
	States    []uint64
	Distances []int64

	// Layers, if not nil, yields the states from disk instead; see graph.Search.Layers. Release must be
	// called when they are no longer needed, or Keep instead if the same question should find them again.
	Layers  func(begin func(distance, n int64) error, give func(states []uint64) error) error
	Release func()
	Keep    func()
}

// giveBack releases the states on disk, or keeps them.
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

// A Prover is an engine that can prove its answer.
type Prover interface {
	Prove(ctx context.Context, p *model.Problem, q Question) (*Proof, error)
}

// Space describes the reachable safe states.
type Space struct {
	Complete   bool   // false: a limit or an interrupt came first, and the numbers are those of the part explored
	Reason     string // why Complete is false
	Starts     int64  // initial states
	States     int64
	Layers     []int64 // states by minimum number of moves from the start
	Moves      int64   // safe moves between reachable states
	DeadEnds   int64   // non-goal states without a safe move
	GoalStates int64
	FirstGoal  int64   // minimum number of moves to a goal; -1 if none is reachable
	Branching  []int64 // Branching[k]: states with k safe moves
	Survey     *Survey // nil if not requested, or if the space is too large or not complete
	Unsurveyed string  // why Survey is nil, if for another reason
	Stats      Stats
}

// A Survey describes a space whose moves between states are known.
type Survey struct {
	CanReach  int64   // states from which a goal is reachable
	DeadEnds  []Place // the first non-goal states without a safe move
	Solvable  bool    // a goal is reachable
	EveryPlan []Place // states between start and goal that are on every plan, in order
}

// A Place is a state with the minimum number of moves to it.
type Place struct {
	Depth int
	State model.State
}

// MaxDeadEnds is the maximum number of dead ends that a Survey lists.
const MaxDeadEnds = 100

// A Refusal is the error of Can: the engine cannot take the question.
type Refusal struct {
	Engine string
	Why    string
}

// Error returns the name of the engine and the reason.
func (r *Refusal) Error() string { return "engine " + r.Engine + " cannot answer this: " + r.Why }
