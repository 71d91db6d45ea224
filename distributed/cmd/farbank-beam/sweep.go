package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"farbank"
	"farbank/distributed/problem"
	"farbank/distributed/sweep"
	"farbank/engine"
	"farbank/internal/sources"
	"farbank/lang/syntax"

	"github.com/spf13/cobra"
)

// sweepFlags are the flags of sweep.
type sweepFlags struct {
	input   inputFlags
	jobs    jobFlags
	common  []string
	grid    []string
	plans   string
	engine  string
	count   bool
	each    time.Duration
	answers string
	output  string
}

// maxQuestions is the maximum number of questions of a sweep.
const maxQuestions = 1 << 20

func (a *app) sweepCommand() *cobra.Command {
	f := &sweepFlags{}
	cmd := &cobra.Command{
		Use:   "sweep FILE",
		Short: "Answer many questions about a problem: a line of JSON for each data file or point of a grid",
		Long: `sweep asks farbank solve's question once for each file that --data names, each point of the --grid, or each pair of
them, and prints a line of JSON for each, in the order of the files and of the grid, its last parameter varying fastest. A
line is that of farbank solve --json after the fields data (the file) and params (the point of the grid). An error
of a question is its line ("errors"); the others are answered.

The exit code is 0 if all questions are answered, 2 if one has an error, else 4 if one is unsupported, else 3 if
an answer is unknown.`,
		Example: `  farbank-beam sweep rota.far --data 'days/*.json' -o answers.jsonl
  farbank-beam sweep queens --grid n=4..12 --count --plans any
  farbank-beam sweep husbands --grid couples=2..6 --grid seats=2,3 --workers 2 --each 10s`,
		Args: oneFile,
		RunE: func(cmd *cobra.Command, args []string) error { return a.sweep(cmd, args[0], f) },
	}
	fl := cmd.Flags()
	f.input.register(a, cmd)
	fl.Lookup("data").Usage = "JSON `files` of parameters, each a question: names, or patterns as in 'days/*.json' (repeatable)"
	fl.Lookup("param").Usage = "a parameter of all questions, `name=value` (repeatable)"
	fl.StringArrayVar(&f.common, "common", nil, "a JSON `file` of parameters of all questions (repeatable)")
	fl.StringArrayVar(&f.grid, "grid", nil, "a parameter of the grid, `name=values`: 4..8, or values with commas between them (repeatable)")
	fl.StringVar(&f.plans, "plans", "shortest", "which plans count: `"+strings.Join(engine.Kinds(), "|")+"`")
	fl.StringVar(&f.engine, "engine", "auto", "the engine: `auto|"+strings.Join(farbank.Engines.Names(), "|")+"`")
	fl.BoolVar(&f.count, "count", false, "print only the number of plans")
	fl.DurationVar(&f.each, "each", 0, "the time limit of a question, such as `10s`")
	fl.StringVar(&f.answers, "answers", "", "the `folder` of the answers, local or in a bucket; a later call resumes from it (default: a temporary one)")
	fl.StringVarP(&f.output, "output", "o", "", "write the answers to a `file`")
	f.jobs.register(cmd)
	return cmd
}

func (a *app) sweep(cmd *cobra.Command, name string, f *sweepFlags) error {
	s, err := f.sweep(cmd, name)
	if err != nil {
		return err
	}
	if f.answers == "" {
		if s.Dir, err = os.MkdirTemp("", "farbank-answers-"); err != nil {
			return err
		}
		defer os.RemoveAll(s.Dir)
	}
	unlock, err := locked("--answers", f.answers)
	if err != nil {
		return err
	}
	defer unlock()
	c, ctx, stop, err := f.jobs.start(cmd.Context(), a)
	if err != nil {
		return err
	}
	defer stop()
	s.Cluster = c
	n, err := s.Open(ctx)
	if err != nil {
		return err
	}
	if n > 0 {
		fmt.Fprintf(a.err, "farbank-beam: resuming with the answers of %s\n", s.Dir)
	}
	out := a.raw
	if f.output != "" { // only now: a refused call keeps the answers of the previous one
		file, err := os.Create(f.output)
		if err != nil {
			return err
		}
		defer file.Close()
		out = file
	}
	seen := &statuses{Writer: out}
	err = s.Run(ctx, seen)
	if why := unfinished(ctx, err); why != "" {
		return &exitError{exitUnknown, fmt.Sprintf("farbank-beam: not all questions were answered: %s; %d of %d were", why, seen.lines, len(s.Questions))}
	}
	if err != nil {
		return err
	}
	return seen.exit()
}

// sweep returns the sweep for the flags.
func (f *sweepFlags) sweep(cmd *cobra.Command, name string) (*sweep.Sweep, error) {
	if err := f.jobs.check(cmd); err != nil {
		return nil, err
	}
	switch {
	case f.each < 0:
		return nil, usageError(cmd, "--each must not be negative")
	case len(f.input.data) == 0 && len(f.grid) == 0:
		return nil, usageError(cmd, "there are no questions; --data names a file for each, --grid the values of a parameter")
	case f.answers == "" && !f.jobs.local():
		return nil, usageError(cmd, "--runner %s needs --answers, a folder that all machines can access", f.jobs.runner)
	}
	ctx := cmd.Context()
	p, err := f.input.text(ctx, name)
	if err != nil {
		return nil, err
	}
	if err := addData(ctx, p, f.common); err != nil {
		return nil, err
	}
	s := &sweep.Sweep{Dir: f.answers, Threads: f.jobs.threads,
		Asking: &sweep.Asking{Problem: p, Plans: f.plans, Engine: f.engine, Count: f.count, Each: f.each}}
	if _, _, err := s.Asking.Question(); err != nil {
		return nil, err
	}
	if s.Questions, err = f.questions(ctx, cmd); err != nil {
		return nil, err
	}
	return s, f.travels(ctx, s)
}

// travels reads the problem once, so that an error in the text is reported once, and the files that
// it uses are stored with it. An error only in the first question is reported in its line.
func (f *sweepFlags) travels(ctx context.Context, s *sweep.Sweep) error {
	p := s.Asking.Problem
	if p.Second == nil {
		if _, err := syntax.Parse(p.File, p.Text); err != nil {
			return err
		}
	}
	first := *p
	first.Params = append(first.Params[:len(first.Params):len(first.Params)], s.Questions[0].Params...)
	if d := s.Questions[0].Data; d != nil {
		first.Data = append(first.Data[:len(first.Data):len(first.Data)], *d)
	}
	_, err := first.Read(ctx, sources.Loader(ctx, 0))
	p.Uses = first.Uses
	if why := engine.Stopped(ctx, err); why != "" {
		return &exitError{exitUnknown, "farbank-beam: " + why}
	}
	return nil
}

// questions returns all pairs of a data file and a point of the grid.
func (f *sweepFlags) questions(ctx context.Context, cmd *cobra.Command) ([]sweep.Question, error) {
	points, err := f.points(cmd)
	if err != nil {
		return nil, err
	}
	files, err := dataFiles(f.input.data)
	if err != nil {
		return nil, err
	}
	if max(1, len(files))*len(points) > maxQuestions {
		return nil, usageError(cmd, "%d questions are more than %d", max(1, len(files))*len(points), maxQuestions)
	}
	var list []sweep.Question
	if len(files) == 0 {
		for _, at := range points {
			list = append(list, sweep.Question{Params: at})
		}
	}
	for _, file := range files {
		d, err := readData(ctx, file)
		if err != nil {
			return nil, err
		}
		for _, at := range points {
			list = append(list, sweep.Question{Data: &d, Params: at})
		}
	}
	return list, nil
}

// dataFiles returns the files that match patterns; those of one pattern are sorted.
func dataFiles(patterns []string) (files []string, err error) {
	for _, pattern := range patterns {
		if !strings.ContainsAny(pattern, "*?[") {
			files = append(files, pattern)
			continue
		}
		found, err := filepath.Glob(pattern)
		if err != nil {
			return nil, fmt.Errorf("--data %s: %w", pattern, err)
		}
		if len(found) == 0 {
			return nil, fmt.Errorf("--data %s: there is no such file", pattern)
		}
		files = append(files, found...)
	}
	return files, nil
}

// points returns the points of the grid: a single one without a grid.
func (f *sweepFlags) points(cmd *cobra.Command) ([][]problem.Param, error) {
	points := [][]problem.Param{nil}
	for _, axis := range f.grid {
		name, text, ok := strings.Cut(axis, "=")
		values, err := axisValues(text)
		if !ok || name == "" || err != nil {
			return nil, usageError(cmd, "--grid %s: a parameter of the grid is given as name=4..8 or name=a,b,c%s", axis, reason(err))
		}
		if len(points)*len(values) > maxQuestions {
			return nil, usageError(cmd, "--grid: more than %d points", maxQuestions)
		}
		var next [][]problem.Param
		for _, at := range points {
			for _, v := range values {
				next = append(next, append(at[:len(at):len(at)], problem.Param{Name: name, Value: v}))
			}
		}
		points = next
	}
	return points, nil
}

func reason(err error) string {
	if err == nil {
		return ""
	}
	return ": " + err.Error()
}

// axisValues parses 4..8, or a list of values.
func axisValues(text string) ([]string, error) {
	low, high, ok := strings.Cut(text, "..")
	if !ok {
		if text == "" {
			return nil, errors.New("there is no value")
		}
		return strings.Split(text, ","), nil
	}
	lo, err1 := strconv.ParseInt(strings.TrimSpace(low), 10, 64)
	hi, err2 := strconv.ParseInt(strings.TrimSpace(high), 10, 64)
	switch {
	case err1 != nil || err2 != nil:
		return nil, errors.New("a range has whole numbers as ends")
	case lo > hi:
		return nil, errors.New("the range is empty")
	case uint64(hi)-uint64(lo) >= maxQuestions:
		return nil, fmt.Errorf("the range has more than %d values", maxQuestions)
	}
	var values []string
	for v := lo; ; v++ {
		values = append(values, strconv.FormatInt(v, 10))
		if v == hi {
			return values, nil
		}
	}
}

// statuses counts the statuses of answers as they are written.
type statuses struct {
	io.Writer
	lines                        int
	wrong, unsupported, notKnown int
}

func (s *statuses) Write(b []byte) (int, error) {
	for line := range bytes.Lines(b) {
		var doc struct {
			Status string
			Errors []struct{ Message string }
		}
		if err := json.Unmarshal(line, &doc); err != nil {
			return 0, err
		}
		s.lines++
		switch {
		case len(doc.Errors) > 0:
			s.wrong++
		case doc.Status == farbank.Unsupported.String():
			s.unsupported++
		case doc.Status == farbank.Unknown.String(), doc.Status == farbank.Feasible.String():
			s.notKnown++
		}
	}
	return s.Writer.Write(b)
}

// exit returns the error that sets the exit code.
func (s *statuses) exit() error {
	switch {
	case s.wrong > 0:
		return &exitError{exitUsage, fmt.Sprintf("farbank-beam: %d of %d questions have errors", s.wrong, s.lines)}
	case s.unsupported > 0:
		return &exitError{exitUnsupported, fmt.Sprintf("farbank-beam: %d of %d questions are unsupported", s.unsupported, s.lines)}
	case s.notKnown > 0:
		return &exitError{exitUnknown, fmt.Sprintf("farbank-beam: the answers to %d of %d questions are unknown", s.notKnown, s.lines)}
	}
	return nil
}
