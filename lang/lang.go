// Package lang turns the text of a problem into a model. What is in the parts below:
//
//	syntax   text to tree
//	types    what is known of a checked file
//	builtin  the table of the functions of the language
//	check    names, types, constants, parameters and data: fills types.Info
//	ground   types.Info to model.Problem
//	judge    the checked text itself, run: the judge of every plan
//	plan     reading plans back
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

// Options are what the caller gives beside the text.
type Options struct {
	Params    []check.Setting
	Data      []check.Data
	Load      syntax.Loader   // reads the files that it uses; nil: it can use none
	Limit     int64           // steps of writing out; 0: check.DefaultLimit
	Context   context.Context // ends a long writing out; nil: never
	Numbers   []check.Number  // change numbers of parameters that are arrays
	Ranges    []Range         // give variables other ranges
	Without   []model.Pos     // leave out the rules and the requires of moves at these places
	Strict    bool            // leaving the range of a variable is an error, as with strict after the title
	ToDeadEnd bool            // the goal is a dead end: a state that is no goal, and in which no move can be made
	Parts     bool            // split the requirements; see model.Rule
	Starts    []ground.Start  // the problem is to be asked of these, too; its own start stays

	// Progress is told now and then what is being written out, and how many moves were.
	Progress func(at model.Pos, moves int)
}

// Parse returns the problem that a text denotes; name stands for it in messages. What is
// wrong with it is a syntax.ErrorList.
func Parse(name, source string, opts Options) (*model.Problem, error) {
	f, err := syntax.Parse(name, source)
	if err != nil {
		return nil, err
	}
	return Problem(f, opts)
}

// An Origin is what a problem was read from, with what was given beside it.
type Origin struct {
	File    *syntax.File
	Options Options
}

// OriginOf is what a problem was read from; nil if it was made otherwise, or changed since.
func OriginOf(p *model.Problem) *Origin {
	if o, ok := p.Origin.(*Origin); ok && p.Judge != nil {
		return o
	}
	return nil
}

// Problem returns the problem that a file denotes. The error is a syntax.ErrorList, in
// source order, or the error of Options.Context.
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

// IsBug reports whether the error of Parse or Problem is a mistake of ours: the two readings
// of the language disagree, or one of them failed.
func IsBug(err error) bool {
	var disagree *ground.DisagreementError
	var bug *judge.Bug
	return errors.As(err, &disagree) || errors.As(err, &bug)
}
