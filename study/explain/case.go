package explain

import (
	"context"
	"slices"
	"strconv"
	"time"

	"farbank/engine"
	"farbank/lang"
	"farbank/lang/check"
	"farbank/lang/ground"
	"farbank/lang/syntax"
	"farbank/model"
)

// A Case is what is to be explained: the text of a problem, what is given beside it, and
// the engines that answer questions about what it becomes.
type Case struct {
	File    *syntax.File
	Given   lang.Options
	Engines engine.Registry
}

// ChangedLimit bounds the steps of writing out a problem that was changed to explain
// another: without its requirements a move can have very many choices.
const ChangedLimit = 5_000_000

// build makes the problem, changed, its requirements split (model.Rule.Parts).
func (c *Case) build(ctx context.Context, change Change) (*model.Problem, error) {
	o := c.Given
	o.Context, o.Without, o.Parts = ctx, change.Without, true
	if len(change.Without)+len(change.Settings)+len(change.Numbers)+len(change.Ranges) > 0 && (o.Limit <= 0 || o.Limit > ChangedLimit) {
		o.Limit = ChangedLimit
	}
	o.Numbers, o.Ranges, o.Starts = change.Numbers, change.Ranges, change.Starts
	o.Params = slices.Clone(o.Params)
	for _, s := range change.Settings {
		o.Params = append(o.Params, check.Setting{Name: s.Name, Value: strconv.FormatInt(s.Value, 10)})
	}
	return lang.Problem(c.File, o)
}

// ask answers a question. Unknowns are asked of the engine constraint first, alone and for a moment:
// problems with lines left out are many, alike, and often refuted by counting, which others find
// hard.
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

// A Change is a difference from the problem as it is given.
type Change struct {
	Without  []model.Pos // requires of moves that are left out, by where they stand
	Settings []Setting   // parameters that have another value
	Numbers  []check.Number
	Ranges   []lang.Range
	Starts   []ground.Start // will be asked of
}

// A Setting gives a parameter a value.
type Setting struct {
	Name  string
	Value int64
}

// Options are limits. The zero Options stands for the defaults that are told.
type Options struct {
	Limit   int           // at most so many relaxations, and as many conflicts; 0: all
	Steps   int           // a parameter changes by so many steps; 0: 3, below: by none
	AtOnce  int           // so many parameters change at once; 0: 2
	Keep    []string      // labels, texts, moves, parameters, kinds of rules: never relaxed
	Whole   bool          // a require is one unit, even if it unrolls to many
	Each    time.Duration // the longest time for one changed problem; 0: 5 s, without moves 2 s
	Memory  int64         // bytes for one problem; 0: 1 GiB
	Workers int
	Report  func(asked, relaxations, conflicts int) // progress

	Progress func(Progress) // tells more: what is at work, and each finding when it is made

	plain bool // every changed problem is solved anew, for tests
	walk  int  // bounds the moves that are tried to see what refuses them, for tests; 0: walkWork
}

// A Progress is what an explanation is at.
type Progress struct {
	Phase       string // as in "whole rules"
	Asked       int    // problems solved
	Relaxations int    // sets to give up, so far
	Conflicts   int
	Changes     int
	Found       *Relaxation // what has just been found; nil: nothing
	Conflict    *Conflict
}

// An OptionError says what makes no sense in Options.
type OptionError struct {
	Field  string
	Reason string
}

func (e *OptionError) Error() string { return e.Field + ": " + e.Reason }

// Validate returns nil, or an [*OptionError] with the first field that makes no sense.
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
	Options Options        // with the defaults
	Answer  *engine.Answer // of the problem as given; the rest is empty unless it is None or Solved, or Unknown with time left

	// Without a plan:
	Relaxations []Relaxation // smallest first
	Conflicts   []Conflict   // smallest first
	Changes     []Relaxation // a number of the data, a range or a start that is another: each alone gives a plan
	Untried     string       // which of these were not all tried, ""
	Hopeless    bool         // relaxing everything, parameters aside, gives no plan either
	Fixed       []string     // what could not be relaxed, and why

	// With a plan:
	States  int64    // that can be reached; -1: not known
	Effects []Effect // of each rule and requirement, in the order of the file
	Ranges  []Bite   // of the ranges that keep moves from being made
	Partial bool     // what the effects refuse is of a part of the states only

	Complete bool   // all is told that the options ask for
	Limited  bool   // Options.Limit ended it, and nothing else
	Reason   string // why it is not complete
	Asked    int    // problems solved, but for Tried
	Tried    int    // changes of data, ranges and starts
}

// A Relaxation is a minimal set of units whose relaxing gives a plan.
type Relaxation struct {
	Items   []Item
	Problem *model.Problem // relaxed
	Plan    model.Plan     // of it: the shortest, where there are moves
	Sure    bool           // with any one put back it was proven that there is no plan
	Whole   bool           // whole rules: single lines of them may do, which was not found out
	Also    []Item         // of one change: others like it that cost the same
}

// A Conflict is a minimal set of units that leaves no plan, whatever else is relaxed.
type Conflict struct {
	Items []Item
	Sure  bool // without any one of them there is a plan
	Whole bool // whole rules: single lines of them may do, which was not found out
}
