package explain

import (
	"context"
	"slices"
	"time"

	"farbank/engine"
	"farbank/lang"
	"farbank/lang/check"
	"farbank/lang/ground"
	"farbank/lang/syntax"
	"farbank/model"
)

// A Case is a problem to explain: its text, its inputs, and the engines that solve the changed
// problems.
type Case struct {
	File    *syntax.File
	Given   lang.Options
	Engines engine.Registry
}

// Others reports whether moves in the text are not ours, or something is not seen; see the function Others.
func (c *Case) Others() bool {
	for _, d := range c.File.Decls {
		switch d := d.(type) {
		case *syntax.MoveDecl:
			if d.By != syntax.ByUs {
				return true
			}
		case *syntax.ValueDecl:
			if d.Unknown || d.Hidden {
				return true
			}
		}
	}
	return false
}

// ChangedLimit bounds the grounding steps of a changed problem: without its requirements a move
// can have very many choices.
const ChangedLimit = 5_000_000

// build grounds the changed problem with its requirements split into parts (model.Rule.Parts).
func (c *Case) build(ctx context.Context, change Change) (*model.Problem, error) {
	o := c.Given
	o.Context, o.Without, o.Parts = ctx, change.Without, true
	if len(change.Without)+len(change.Settings)+len(change.Numbers)+len(change.Ranges)+len(change.Literals) > 0 && (o.Limit <= 0 || o.Limit > ChangedLimit) {
		o.Limit = ChangedLimit
	}
	o.Numbers, o.Ranges, o.Starts = change.Numbers, change.Ranges, change.Starts
	o.Params = slices.Clone(o.Params)
	for _, s := range change.Settings {
		o.Params = append(o.Params, check.Setting{Name: s.Name, Value: model.Decimal(s.Value, s.Digits)})
	}
	f, err := replaced(c.File, change.Literals)
	if err != nil {
		return nil, err
	}
	return lang.Problem(f, o)
}

// ask answers a question. For problems without moves it first tries the engine constraint alone
// for a moment: problems with dropped lines are many and similar, and counting arguments, which other
// engines lack, often refute them.
func (c *Case) ask(ctx context.Context, p *model.Problem, q engine.Question) (*engine.Answer, error) {
	if e, err := c.Engines.Find("constraint"); err == nil && len(p.Schemas) == 0 {
		short, cancel := context.WithTimeout(ctx, moment)
		defer cancel()
		a, err := c.Engines.Solve(short, e, p, q, nil)
		if err == nil && (a.Best != nil && a.Status == engine.Solved || a.Status == engine.None) || ctx.Err() != nil {
			return a, err
		}
	}
	return c.Engines.Solve(ctx, nil, p, q, nil)
}

const moment = 500 * time.Millisecond

// A Change is a difference from the given problem.
type Change struct {
	Without  []model.Pos // requirements of moves that are dropped, by position
	Settings []Setting   // parameters with another value
	Numbers  []check.Number
	Ranges   []lang.Range
	Starts   []ground.Start // starts that will be tried
	Literals []Literal      // numbers of the text
}

// A Setting gives a parameter a value.
type Setting struct {
	Name   string
	Value  int64
	Digits int // Value is a multiple of 10 to the power of -Digits
}

// Options are limits. The zero Options stands for the defaults given at each field.
type Options struct {
	Limit   int           // maximum number of relaxations and of conflicts; 0 means all
	Steps   int           // maximum change of a parameter; 0 means 3, below 0 means none
	AtOnce  int           // maximum number of parameters changed at once; 0 means 2
	Keep    []string      // labels, texts, moves, parameters, kinds of rules that are never relaxed
	Whole   bool          // a require is one unit, even if it unrolls to several
	Each    time.Duration // time limit for one changed problem; 0 means 5 s, without moves 2 s
	Memory  int64         // memory limit for one problem in bytes; 0 means 1 GiB
	Workers int
	Report  func(asked, relaxations, conflicts int) // progress

	Progress func(Progress) // more detailed progress: the current phase, and each finding

	plain bool // solve each changed problem from scratch, for tests
	walk  int  // maximum number of moves tried to see what refuses them, for tests; 0 means walkWork
}

// A Progress is the state of a running explanation.
type Progress struct {
	Phase       string // such as "whole rules"
	Asked       int    // problems solved
	Relaxations int    // found so far
	Conflicts   int
	Changes     int
	Found       *Relaxation // the new finding, or nil
	Conflict    *Conflict
}

// An OptionError reports an invalid field of Options.
type OptionError struct {
	Field  string
	Reason string
}

// Error returns the field and the reason.
func (e *OptionError) Error() string { return e.Field + ": " + e.Reason }

// Validate returns nil, or an [*OptionError] for the first invalid field.
func (o Options) Validate() error {
	const negative = "must not be negative"
	switch {
	case o.Limit < 0:
		return &OptionError{"Limit", negative}
	case o.AtOnce < 0 || o.AtOnce > 2:
		return &OptionError{"AtOnce", "is 1 or 2"}
	case o.Each < 0:
		return &OptionError{"Each", negative}
	case o.Memory < 0:
		return &OptionError{"Memory", negative}
	case o.Workers < 0:
		return &OptionError{"Workers", negative}
	}
	return nil
}

func (o Options) defaults(moves bool) Options {
	if o.Steps == 0 {
		o.Steps = 3
	}
	o.Steps = max(o.Steps, 0)
	if o.AtOnce == 0 {
		o.AtOnce = 2
	}
	if o.Each == 0 {
		o.Each = 2 * time.Second
		if moves {
			o.Each = 5 * time.Second
		}
	}
	if o.Memory == 0 {
		o.Memory = 1 << 30
	}
	return o
}

// A Result is the explanation.
type Result struct {
	Problem *model.Problem
	Options Options        // with defaults filled in
	Answer  *engine.Answer // of the given problem; the other fields are empty if its status is another than None, Solved, or Unknown with time left

	// Without a plan:
	Relaxations []Relaxation // smallest first
	Conflicts   []Conflict   // smallest first
	Changes     []Relaxation // a changed number of the data, range or start; each alone gives a plan
	Untried     string       // which of these were not all tried, or ""
	Hopeless    bool         // relaxing everything except parameters gives no plan either
	Fixed       []string     // units that could not be relaxed, and why

	// With a plan:
	States  int64    // reachable states; -1 means unknown
	Effects []Effect // of each rule and requirement, in the order of the file
	Ranges  []Bite   // ranges that prevent moves
	Partial bool     // effects were counted in a part of the states only

	Complete bool   // everything that the options request was found
	Limited  bool   // Options.Limit, and nothing else, ended the search
	Reason   string // why Complete is false
	Asked    int    // problems solved, not counting Tried
	Tried    int    // changes of data, ranges, starts and numbers of the text that were tried
}

// A Relaxation is a minimal set of units such that relaxing them gives a plan.
type Relaxation struct {
	Items   []Item
	Problem *model.Problem // relaxed
	Plan    model.Plan     // a plan of Problem; a shortest one if there are moves
	Sure    bool           // it is proven that there is no plan if any member is put back
	Whole   bool           // contains whole rules; single lines of them may suffice
	Also    []Item         // of a single change: other changes of the same kind with the same cost
}

// A Conflict is a minimal set of units that excludes every plan, whatever else is relaxed.
type Conflict struct {
	Items []Item
	Sure  bool // it is proven that without any member there is a plan
	Whole bool // contains whole rules; single lines of them may suffice
}
