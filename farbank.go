// Package farbank solves problems of the form: here is where things are, here is what may
// move, here is what must never happen, here is where everything should end. A problem is
// written in a small language (docs/language.md). The answer is a plan, all plans, their
// number, or a proof that none exists.
//
//	p, err := farbank.Load("wolf")            // an example by name, or a file
//	if err != nil {
//		log.Fatal(err)
//	}
//	answer, err := farbank.Solve(ctx, p, farbank.Question{})
//	if err != nil {
//		log.Fatal(err)
//	}
//	steps, cost, err := p.Verify(*answer.Best)
//
// Before a plan is returned, an interpreter of the text (package farbank/lang/judge) validates it.
// That interpreter shares no code with the engines.
//
// # A tour
//
// Reading: [Load] and [Parse] read a problem, with an [Option] for each input beside the text
// ([WithParam], [WithData]). [FindSource] returns only the text. A [Problem] is a model of package
// farbank/model.
//
// Solving: [Solve] answers a [Question], whose zero value asks for one shortest plan. [Plans]
// yields all plans, [CountPlans] counts them, [Explore] describes the state space. An [Answer] has a
// [Status] and a plan, or the reason why no plan was found. [SolveWith] uses a given [Engine]; [Engines] lists
// all.
//
// Checking: [Verify] validates a plan in text form. [Certify] returns an answer with a [Certificate],
// [WriteCertificate] writes it, and [CheckCertificate] checks it independently.
//
// Analysis: [Explain] explains why there is no plan, or which rules matter; [Generate] generates random
// instances; [Export] writes the problem for other systems.
//
// Using a plan: [Problem.Verify] returns its steps; [Problem.State], [Problem.Decode] and [Problem.Get]
// convert a state to Go values. The Move of a [Step] has a Name, and its Arguments by parameter name.
// [Question] Progress and [WithProgress] receive a [Progress].
//
// All of these end with their context and report which limit came first. A [*BugError] reports a
// fault of this program, not of the problem.
//
// The libraries below the engines know nothing of problems and can be used alone: farbank/graph
// searches state spaces, farbank/planning solves planning tasks, farbank/constraint constraint models,
// farbank/milp mixed-integer programs; farbank/game finite games with opponents, chance and hidden
// information; farbank/journey has nondeterministic computations, farbank/fold recursion schemes, and
// farbank/rules production rules.
package farbank

import (
	"context"
	"fmt"
	"io/fs"
	"iter"
	"math/big"
	"time"

	"farbank/engine"
	"farbank/engine/constraint"
	"farbank/engine/fold"
	"farbank/engine/journey"
	"farbank/engine/milp"
	"farbank/engine/planning"
	"farbank/engine/rules"
	"farbank/engine/search"
	"farbank/engine/strategy"
	"farbank/internal/sources"
	"farbank/lang"
	"farbank/lang/check"
	"farbank/lang/plan"
	"farbank/lang/syntax"
	"farbank/model"
)

// The types of the API, declared in the packages below.
type (
	// A Problem is a problem that was read: variables, moves, rules and the goal.
	Problem = model.Problem
	// A Plan holds the values of unknowns and the moves.
	Plan = model.Plan
	// A Step is a state of a plan with the move that is made in it.
	Step = model.Step
	// A Question says which plans are asked for, how many of them, and with which limits.
	Question = engine.Question
	// An Answer is a status with a plan, a count, or a reason.
	Answer = engine.Answer
	// A Status says how a question was answered.
	Status = engine.Status
	// An Engine answers questions by one school of solving.
	Engine = engine.Engine
	// A Space describes the reachable states.
	Space = engine.Space
	// A Progress is reported a few times a second while an engine works.
	Progress = engine.Progress
	// A Disk is a folder in which a search continues when its memory is full; see Question.
	Disk = engine.Disk
	// A Strategy is the order in which a search expands states.
	Strategy = engine.Strategy
)

// Kinds of plans, quantities, control strategies, and verdicts; see package engine.
const (
	Shortest = engine.Shortest
	Simple   = engine.Simple
	Walks    = engine.Walks
	Any      = engine.Any
	Ends     = engine.Ends
	Sure     = engine.Sure

	One   = engine.One
	All   = engine.All
	Count = engine.Count

	BreadthFirst       = engine.BreadthFirst
	DepthFirst         = engine.DepthFirst
	IterativeDeepening = engine.IterativeDeepening
	UniformCost        = engine.UniformCost
	Greedy             = engine.Greedy
	AStar              = engine.AStar
	IDAStar            = engine.IDAStar
	Bidirectional      = engine.Bidirectional
	Beam               = engine.Beam
	Width              = engine.Width
	Symbolic           = engine.Symbolic

	Solved          = engine.Solved
	Feasible        = engine.Feasible
	None            = engine.None
	NoneWithinBound = engine.NoneWithinBound
	Unknown         = engine.Unknown
	Unsupported     = engine.Unsupported
)

// Engines lists the engines in the order of preference of the automatic choice.
var Engines = engine.Registry{search.New(), journey.New(), fold.New(), rules.New(), milp.New(), planning.New(), constraint.New(), strategy.New()}

// A BugError reports that an engine returned an invalid plan, or that the two interpretations of the
// language disagree: a fault of this program.
type BugError = engine.BugError

// ErrNoProblem reports that a problem is nil.
var ErrNoProblem = engine.ErrNoProblem

// An Option is an option of Parse and Load.
type Option func(*lang.Options)

func optionsOf(opts []Option) (o lang.Options) {
	for _, opt := range opts {
		if opt != nil {
			opt(&o)
		}
	}
	return o
}

// WithParam sets a parameter, like -p name=value. The value of an enum is "a,b,c", of a text its
// characters, of any other type an expression.
func WithParam(name, value string) Option {
	return func(o *lang.Options) { o.Params = append(o.Params, check.Setting{Name: name, Value: value}) }
}

// WithData sets parameters by a JSON object; file is its name in messages.
func WithData(file string, json []byte) Option {
	return func(o *lang.Options) { o.Data = append(o.Data, check.Data{Name: file, JSON: json}) }
}

// WithFiles lets a problem use the files of a file system. The path after use is relative to the folder of
// the name given to Parse.
func WithFiles(files fs.FS) Option {
	return WithLoader(func(name string) (string, error) {
		b, err := fs.ReadFile(files, name)
		return sources.Text(b), err
	})
}

// WithLoader lets a problem use files that load reads.
func WithLoader(load func(name string) (string, error)) Option {
	return func(o *lang.Options) { o.Load = load }
}

// WithLimit limits the number of grounding steps; see lang.Options.
func WithLimit(steps int64) Option { return func(o *lang.Options) { o.Limit = steps } }

// WithStrict makes it an error if a move can leave the range of a variable; see engine.RangeError.
func WithStrict() Option { return func(o *lang.Options) { o.Strict = true } }

// WithDeadEnd replaces the goal by dead ends: states that are no goal of the file and have no possible
// move.
func WithDeadEnd() Option { return func(o *lang.Options) { o.ToDeadEnd = true } }

// WithProgress calls f from time to time while the problem is read: At is the place, States the number of
// ground moves so far.
func WithProgress(f func(Progress)) Option {
	return func(o *lang.Options) {
		begun := time.Now()
		reported := begun
		o.Progress = func(at model.Pos, moves int) {
			if now := time.Now(); now.Sub(reported) > 200*time.Millisecond {
				reported = now
				f(Progress{Phase: "read", At: fmt.Sprintf("line %d", at.Line), States: int64(moves), Elapsed: now.Sub(begun)})
			}
		}
	}
}

// WithContext sets a context that ends the reading.
func WithContext(ctx context.Context) Option { return func(o *lang.Options) { o.Context = ctx } }

// Parse reads a problem from its text; name is its name in messages. Errors in the text are a
// syntax.ErrorList.
func Parse(name, source string, opts ...Option) (*Problem, error) {
	f, err := syntax.Parse(name, source)
	if err != nil {
		return nil, err
	}
	p, err := lang.Problem(f, optionsOf(opts))
	return p, noted(err)
}

// noted returns err, as a *BugError if it says that the interpretations of the language disagree.
func noted(err error) error {
	if lang.IsBug(err) {
		return &BugError{Err: err}
	}
	return err
}

// Solve answers a question with the first engine that can take it. Other engines may join after a
// moment, and the first proof is the answer (see engine.Registry.Race).
func Solve(ctx context.Context, p *Problem, q Question) (*Answer, error) {
	return SolveWith(ctx, nil, p, q, nil)
}

// SolveWith answers a question with a given engine (nil: chosen automatically). With Want All, it calls
// yield with each plan as it is found, until yield returns false. If the engine cannot take the
// question, the Answer has Status Unsupported. An invalid question is an *engine.QuestionError.
func SolveWith(ctx context.Context, e Engine, p *Problem, q Question, yield func(Plan) bool) (*Answer, error) {
	return Engines.Solve(ctx, e, p, q, yield)
}

// An UnansweredError reports that the plans given may not be all.
type UnansweredError struct{ Answer *Answer }

// Error returns the message, with the reason of the answer.
func (e *UnansweredError) Error() string {
	return "not all plans are known: " + e.Answer.Reason
}

// Plans yields the plans that a question asks for as they are found. The engine stops when the loop
// does. The last pair may be an error, a limit or an interrupt.
func Plans(ctx context.Context, p *Problem, q Question) iter.Seq2[Plan, error] {
	q.Want = All
	return func(yield func(Plan, error) bool) {
		on := true
		a, err := SolveWith(ctx, nil, p, q, func(plan Plan) bool {
			on = yield(plan, nil)
			return on
		})
		switch {
		case !on:
		case err != nil:
			yield(Plan{}, err)
		case a.Status == Feasible || a.Status == Unknown || a.Status == Unsupported:
			yield(Plan{}, &UnansweredError{a})
		}
	}
}

// CountPlans returns the exact number of plans that a question asks for.
func CountPlans(ctx context.Context, p *Problem, q Question) (*big.Int, error) {
	q.Want = Count
	a, err := Solve(ctx, p, q)
	if err != nil {
		return nil, err
	}
	if a.Status != Solved {
		return nil, &UnansweredError{a}
	}
	return a.Count, nil
}

// Explore describes the reachable state space of a problem.
func Explore(ctx context.Context, p *Problem, q Question) (*Space, error) {
	return Engines.Explore(ctx, p, q)
}

// Verify validates a plan, in the format plan or json of the command solve, with the reference
// interpreter. It returns its states and its cost, or a *model.PlanError: the first step that fails, and the
// rule that it violates.
func Verify(p *Problem, text string) ([]Step, int64, error) {
	if p == nil {
		return nil, 0, ErrNoProblem
	}
	readings, err := plan.Read(p, "plan", text)
	if err != nil {
		return nil, 0, err
	}
	if len(readings) != 1 {
		return nil, 0, fmt.Errorf("the text has %d plans; one is needed", len(readings))
	}
	if err := readings[0].Err; err != nil {
		return nil, 0, err
	}
	return p.Verify(readings[0].Plan)
}
