// Package farbank solves problems that can be told as: here is where things are,
// here is what may move, here is what must never happen, here is where everything
// should end. A problem is written in a small language (docs/language.md); the
// answer is a plan, all plans, their number, or a proof that none exists.
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
// Every plan is run by the text of its problem (package farbank/lang/judge), which shares no
// code with what found it, before it is handed out.
//
// # A tour
//
// To read a problem: [Load] and [Parse], with an [Option] for each thing given beside the text
// ([WithParam], [WithData]); [FindSource] where only the text is wanted. The [Problem] that
// comes back is a model of package farbank/model.
//
// To ask: [Solve] answers a [Question], and its zero value asks for one shortest plan. [Plans]
// gives plans one by one, [CountPlans] their number, [Explore] the space of states. The
// [Answer] has a [Status], and a plan or the reason why there is none. [SolveWith] asks an
// [Engine] of one's own choice; [Engines] has those there are.
//
// To judge: [Verify] runs a plan that anybody wrote. [Prove] gives an answer with a
// [Certificate], [WriteCertificate] writes it, and [CheckCertificate] believes none of it.
//
// To ask about the problem itself: [ExplainProblem] says why there is no plan, or which rules
// matter; [GenerateFrom] makes random instances; [Export] writes the problem for other systems.
// [Explain] and [Generate] take a text instead.
//
// To use a plan: [Problem.Verify] gives its steps, [Problem.State] and [Problem.Decode] a state as plain Go
// values or in a struct of one's own, [Problem.Get] one value of it; the Move of a [Step] has a Name, and its
// Arguments by the names of the parameters. [Progress] is what [Question] Progress and [WithProgress] are told.
//
// All of these end with their context and report what limit came first. A [*BugError] is a
// mistake of this program, and not of the problem.
//
// The libraries below know nothing of problems and can be used by themselves: farbank/graph
// searches states, farbank/journey tells stories of choices, farbank/fold has recursion
// schemes, farbank/milp mixed-integer programs and farbank/rules production rules.
package farbank

import (
	"context"
	"errors"
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
	"farbank/internal/bounded"
	"farbank/lang"
	"farbank/lang/check"
	"farbank/lang/plan"
	"farbank/lang/syntax"
	"farbank/model"
)

// The types that callers meet, from the packages where they live.
type (
	// A Problem is what was read: variables, moves, rules and the goal.
	Problem = model.Problem
	// A Plan is the values found and the moves made.
	Plan = model.Plan
	// A Step is a state of a plan, and the move that is made in it.
	Step = model.Step
	// A Question says which plans are asked for, how many of them, and within what limits.
	Question = engine.Question
	// An Answer is a status with a plan, a number, or a reason.
	Answer = engine.Answer
	// A Status says how a question was answered.
	Status = engine.Status
	// An Engine answers questions by one school of solving.
	Engine = engine.Engine
	// A Space describes the states that can be reached.
	Space = engine.Space
	// A Progress is told a few times a second while an engine works.
	Progress = engine.Progress
	// A Disk is a folder where a search goes on when its memory is full: the Disk of a Question.
	Disk = engine.Disk
	// A Strategy is the order in which a search looks at states.
	Strategy = engine.Strategy
)

// Kinds of plans, how many are wanted, control strategies, and verdicts; see package engine.
const (
	Shortest = engine.Shortest
	Simple   = engine.Simple
	Walks    = engine.Walks
	Any      = engine.Any
	Ends     = engine.Ends

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

	Solved          = engine.Solved
	Feasible        = engine.Feasible
	None            = engine.None
	NoneWithinBound = engine.NoneWithinBound
	Unknown         = engine.Unknown
	Unsupported     = engine.Unsupported
)

// Engines are the engines, in the order in which the automatic choice prefers them.
var Engines = engine.Registry{search.New(), journey.New(), fold.New(), rules.New(), milp.New(), planning.New(), constraint.New()}

// A BugError says that an engine gave a plan that is not valid, or that the two readings
// of the language do not agree: a mistake of ours, whatever the problem.
type BugError = engine.BugError

// ErrNoProblem is the error where a problem is nil.
var ErrNoProblem = engine.ErrNoProblem

// An Option is a choice for Parse and Load.
type Option func(*lang.Options)

func optionsOf(opts []Option) (o lang.Options) {
	for _, opt := range opts {
		if opt != nil {
			opt(&o)
		}
	}
	return o
}

// WithParam gives a parameter: -p name=value. An enum takes "a,b,c", a text its
// characters, anything else an expression.
func WithParam(name, value string) Option {
	return func(o *lang.Options) { o.Params = append(o.Params, check.Setting{Name: name, Value: value}) }
}

// WithData gives parameters as a JSON object; file names it in messages.
func WithData(file string, json []byte) Option {
	return func(o *lang.Options) { o.Data = append(o.Data, check.Data{Name: file, JSON: json}) }
}

// WithFiles lets a problem use the files of a file system: their paths are those of the name
// that it is given as to Parse, with what stands after use beside it.
func WithFiles(files fs.FS) Option {
	return WithLoader(func(name string) (string, error) {
		b, err := fs.ReadFile(files, name)
		return SourceText(b), err
	})
}

// WithLoader lets a problem use files that a function reads.
func WithLoader(load func(name string) (string, error)) Option {
	return func(o *lang.Options) { o.Load = load }
}

// LoadFiles reads files for WithLoader, each once: together at most limit bytes (0:
// MaxSource), until ctx is done.
func LoadFiles(ctx context.Context, limit int64) func(name string) (string, error) {
	if limit <= 0 {
		limit = MaxSource
	}
	left, read := limit, map[string]string{}
	return func(name string) (string, error) {
		if text, ok := read[name]; ok {
			return text, nil
		}
		if left <= 0 {
			return "", fmt.Errorf("the files that are used are larger than %d bytes together", limit)
		}
		b, err := bounded.ReadFile(ctx, name, left)
		if failed := (*fs.PathError)(nil); errors.As(err, &failed) {
			err = failed.Err // who asks says what cannot be read
		}
		if err == nil {
			left -= int64(len(b))
			read[name] = SourceText(b)
		}
		return read[name], err
	}
}

// WithLimit bounds the steps of grounding; see lang.Options.
func WithLimit(steps int64) Option { return func(o *lang.Options) { o.Limit = steps } }

// WithStrict makes leaving the range of a variable an error: see engine.RangeError.
func WithStrict() Option { return func(o *lang.Options) { o.Strict = true } }

// WithDeadEnd makes a dead end the goal: a state that is no goal of the file, and in which
// no move can be made.
func WithDeadEnd() Option { return func(o *lang.Options) { o.ToDeadEnd = true } }

// WithProgress has f told now and then what is being read: At names the place, States is how
// many moves were written out.
func WithProgress(f func(Progress)) Option {
	return func(o *lang.Options) {
		begun := time.Now()
		told := begun
		o.Progress = func(at model.Pos, moves int) {
			if now := time.Now(); now.Sub(told) > 200*time.Millisecond {
				told = now
				f(Progress{Phase: "read", At: fmt.Sprintf("line %d", at.Line), States: int64(moves), Elapsed: now.Sub(begun)})
			}
		}
	}
}

// WithContext ends a long grounding when ctx is done.
func WithContext(ctx context.Context) Option { return func(o *lang.Options) { o.Context = ctx } }

// Parse reads a problem from its text; name stands for it in messages. What is wrong
// with it is a syntax.ErrorList.
func Parse(name, source string, opts ...Option) (*Problem, error) {
	f, err := syntax.Parse(name, source)
	if err != nil {
		return nil, err
	}
	p, err := lang.Problem(f, optionsOf(opts))
	return p, noted(err)
}

// noted is err, a *BugError if it says that the readings of the language disagree.
func noted(err error) error {
	if lang.IsBug(err) {
		return &BugError{Err: err}
	}
	return err
}

// Solve answers a question with the first engine that can take it; for unknowns others join
// it after a moment, and the first proof is the answer (see engine.Registry.Race).
func Solve(ctx context.Context, p *Problem, q Question) (*Answer, error) {
	return SolveWith(ctx, nil, p, q, nil)
}

// SolveWith answers a question with a given engine (nil: chosen automatically). With
// Want All each plan goes to yield as it is found, until yield returns false. An
// engine that cannot take the question gives an Answer with Status Unsupported. A
// question that makes no sense is an *engine.QuestionError.
func SolveWith(ctx context.Context, e Engine, p *Problem, q Question, yield func(Plan) bool) (*Answer, error) {
	return Engines.Solve(ctx, e, p, q, yield)
}

// An UnansweredError says why the plans given are not all there are.
type UnansweredError struct{ Answer *Answer }

func (e *UnansweredError) Error() string {
	return "not all plans are known: " + e.Answer.Reason
}

// Plans gives the plans that a question counts, one by one as they are found. The
// engine stops when the loop does. An error, a limit or an interrupt comes as the
// last pair.
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

// CountPlans returns the exact number of plans that a question counts.
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

// Explore describes the reachable space of a problem.
func Explore(ctx context.Context, p *Problem, q Question) (*Space, error) {
	return Engines.Explore(ctx, p, q)
}

// Verify runs a plan, written as solve prints it with the format plan or json, through
// the reference interpreter. It returns the states it passes and what it costs, or a
// *model.PlanError: the first step that fails and the rule that it breaks.
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
