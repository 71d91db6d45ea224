// Package lang translates the text of a problem to a model. Its parts are:
//
//	syntax   text to tree
//	types    types and resolved names of a checked file
//	builtin  the table of the functions of the language
//	check    names, types, constants, parameters and data: computes types.Info
//	ground   types.Info to model.Problem
//	judge    an interpreter of the checked file that validates plans
//	plan     reads plans
package lang

import (
	"context"
	"errors"

	"farbank/lang/check"
	"farbank/lang/ground"
	"farbank/lang/judge"
	"farbank/lang/syntax"
	"farbank/model"
)

// Options are the inputs beside the text.
type Options struct {
	Params    []check.Setting
	Data      []check.Data
	Load      syntax.Loader   // reads the files that it uses; nil: it can use none
	Limit     int64           // maximum number of steps of grounding; 0 means check.DefaultLimit
	Context   context.Context // cancels long grounding; may be nil
	Numbers   []check.Number  // replace elements of parameters that are arrays
	Ranges    []Range         // replace the ranges of variables
	Without   []model.Pos     // remove the rules, and the requires of moves, at these positions
	Strict    bool            // leaving the range of a variable is an error, as with strict after the title
	ToDeadEnd bool            // replace the goal by a dead end: a state that does not meet the goal and in which no move is possible
	Parts     bool            // split the requirements; see model.Rule
	Starts    []ground.Start  // further starts that must be covered; the problem's own start stays

	// Progress, if not nil, is called from time to time with the current position and the
	// number of moves so far.
	Progress func(at model.Pos, moves int)
}

// Parse returns the problem of a text; name is the file name in messages. Errors in the text
// are a syntax.ErrorList.
func Parse(name, source string, opts Options) (*model.Problem, error) {
	f, err := syntax.Parse(name, source)
	if err != nil {
		return nil, err
	}
	return Problem(f, opts)
}

// An Origin is the source of a problem with the options it was read with.
type Origin struct {
	File    *syntax.File
	Options Options
}

// OriginOf returns the source of a problem, or nil if the problem was not read or was changed
// since.
func OriginOf(p *model.Problem) *Origin {
	if o, ok := p.Origin.(*Origin); ok && p.Judge != nil {
		return o
	}
	return nil
}

// Problem returns the problem of a file. The error is a syntax.ErrorList in source order, or
// the error of Options.Context.
func Problem(f *syntax.File, opts Options) (*model.Problem, error) {
	if opts.Limit <= 0 {
		opts.Limit = check.DefaultLimit
	}
	origin := &Origin{File: f, Options: opts}
	f, err := syntax.Use(f, opts.Load)
	if err != nil {
		return nil, err
	}
	f = ranged(without(f, opts.Without), opts.Ranges)
	if opts.ToDeadEnd {
		f = toDeadEnd(f)
	}
	info, err := check.Check(f, check.Options{Params: opts.Params, Data: opts.Data, Limit: opts.Limit, Context: opts.Context, Numbers: opts.Numbers})
	if err != nil {
		return nil, err
	}
	p, err := ground.Ground(info, ground.Options{Limit: opts.Limit, Context: opts.Context, Parts: opts.Parts, Starts: opts.Starts, Strict: opts.Strict, Progress: opts.Progress})
	if err != nil {
		return nil, err
	}
	j, err := judge.New(info, judge.Options{})
	if err != nil {
		return nil, err
	}
	p.Judge, p.Origin = j, origin
	return p, nil
}

// IsBug reports whether an error of Parse or Problem is a bug: the judge and the model
// disagree, or one of them failed.
func IsBug(err error) bool {
	var disagree *ground.DisagreementError
	var bug *judge.Bug
	return errors.As(err, &disagree) || errors.As(err, &bug)
}
