package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"farbank"
	"farbank/distributed/explore"
	"farbank/internal/durable"

	"github.com/spf13/cobra"
	"golang.org/x/term"
)

// layerFlags are the flags of the folder and the computation of layers.
type layerFlags struct {
	input  inputFlags
	jobs   jobFlags
	layers string
	parts  int
	perJob int
	undo   string
	stats  bool
}

func (f *layerFlags) register(a *app, cmd *cobra.Command) {
	f.input.register(a, cmd)
	f.jobs.register(cmd)
	fl := cmd.Flags()
	fl.StringVar(&f.layers, "layers", "", "the `folder` of the layers, local or gs://bucket/path or s3://bucket/path; a later call resumes from it (default: a temporary one)")
	fl.IntVar(&f.parts, "parts", 0, "number of parts of a layer (default: 2 for each goroutine)")
	fl.IntVar(&f.perJob, "layers-per-job", 0, "number of layers that a job computes (default 4; use more if starting a job takes long)")
	fl.StringVar(&f.undo, "undo", "auto", "whether all moves are reversible, so that only two layers are subtracted from the next, not all: `auto|yes|no`; auto detects it")
	fl.BoolVar(&f.stats, "stats", false, "print statistics to standard error")
}

func (f *layerFlags) check(cmd *cobra.Command) error {
	switch {
	case f.parts < 0 || f.parts > explore.MostParts:
		return usageError(cmd, "--parts is 1 to %d", explore.MostParts)
	case f.perJob < 0 || f.perJob > 256:
		return usageError(cmd, "--layers-per-job is 1 to 256")
	case f.undo != "auto" && f.undo != "yes" && f.undo != "no":
		return usageError(cmd, "--undo is auto, yes or no, not %q", f.undo)
	}
	if err := f.jobs.check(cmd); err != nil {
		return err
	}
	if f.layers == "" && !f.jobs.local() {
		return usageError(cmd, "--runner %s needs --layers, a folder that all machines can access", f.jobs.runner)
	}
	return nil
}

// A session is an exploration of a problem.
type session struct {
	*app
	flags  *layerFlags
	p      *farbank.Problem
	driver *explore.Driver
	begun  time.Time
}

// explore is the common part of space and solve. It reads the problem and explores it to the end,
// or to the first goal if toGoal. It calls answer in any case; why is the reason if the exploration
// did not end, else "".
func (a *app) explore(cmd *cobra.Command, name string, f *layerFlags, fit func(*farbank.Problem) error, toGoal bool, answer func(ctx context.Context, s *session, why string) error) error {
	if err := f.check(cmd); err != nil {
		return err
	}
	source, err := f.input.problem(cmd.Context(), name)
	if err != nil {
		return err
	}
	p, err := a.read(cmd.Context(), source)
	if err != nil {
		return err
	}
	if err := fit(p); err != nil {
		return err
	}
	dir := f.layers
	if dir == "" {
		if dir, err = os.MkdirTemp("", "farbank-layers-"); err != nil {
			return err
		}
		defer os.RemoveAll(dir)
	}
	unlock, err := locked("--layers", f.layers)
	if err != nil {
		return err
	}
	defer unlock()
	s := &session{app: a, flags: f, p: p, begun: time.Now()}
	c, ctx, stop, err := f.jobs.start(cmd.Context(), a)
	if err != nil {
		return err
	}
	defer stop()
	s.driver = &explore.Driver{Cluster: c, Dir: dir, Source: source, Problem: p, Parts: f.parts, Threads: f.jobs.threads, Layers: f.perJob,
		Undo: explore.Undoing(f.undo), Tell: s.teller(), Note: func(text string) { fmt.Fprintf(a.err, "farbank-beam: %s\n", text) }}
	if s.driver.Layers == 0 {
		s.driver.Layers = 4
	}
	defer s.driver.Close()
	if err = s.driver.Open(ctx); err == nil {
		if n := s.driver.Kept; n > 0 {
			fmt.Fprintf(a.err, "farbank-beam: resuming with the %d layers of %s\n", n, dir)
		}
		err = s.driver.Explore(ctx, toGoal)
	}
	why := unfinished(ctx, err)
	if err != nil && why == "" {
		return err
	}
	if f.stats {
		s.printStats()
	}
	return answer(ctx, s, why)
}

// locked locks a local folder, named by a flag, against other calls.
func locked(name, dir string) (unlock func(), err error) {
	if dir == "" || strings.Contains(dir, "://") {
		return func() {}, nil
	}
	lock, err := durable.LockFolder(dir)
	if err != nil {
		return nil, fmt.Errorf("%s %s: %w", name, dir, err)
	}
	return func() { lock.Remove(false) }, nil
}

// teller returns a function that shows the progress on a terminal.
func (s *session) teller() func(explore.Progress) {
	if s.flags.jobs.quiet || !term.IsTerminal(int(os.Stderr.Fd())) {
		return nil
	}
	return func(p explore.Progress) {
		if p.Elapsed > time.Second {
			fmt.Fprintf(os.Stderr, "\r\033[K%s states in %d layers, %s in the last, %s states/s, %.0f s\r", grouped(p.States), p.Layers, grouped(p.Frontier),
				grouped(int64(float64(p.States)/p.Elapsed.Seconds())), p.Elapsed.Seconds())
		}
	}
}

func (s *session) printStats() {
	sp := s.driver.Space(time.Since(s.begun), "")
	fmt.Fprintf(s.err, "%-18s %s\n", "states", grouped(sp.States))
	fmt.Fprintf(s.err, "%-18s %s\n", "moves", grouped(sp.Moves))
	fmt.Fprintf(s.err, "%-18s %d\n", "layers", len(sp.Layers))
	fmt.Fprintf(s.err, "%-18s %d\n", "layers kept", s.driver.Kept)
	fmt.Fprintf(s.err, "%-18s %d\n", "parts", s.driver.Parts)
	fmt.Fprintf(s.err, "%-18s %s\n", "bytes of states", grouped(s.driver.Bytes()))
	if sp.States > 0 {
		fmt.Fprintf(s.err, "%-18s %.2f\n", "bytes per state", float64(s.driver.Bytes())/float64(sp.States))
	}
	fmt.Fprintf(s.err, "%-18s %s\n", "time", time.Since(s.begun).Round(time.Millisecond))
}

// kept returns a note that the same call resumes from the folder, if there is one.
func (s *session) kept() string {
	if s.flags.layers == "" {
		return ""
	}
	return " The same call resumes from here."
}

// errNoMoves is the error for problems without moves.
var errNoMoves = errors.New("the problem has no moves; farbank solve finds its unknowns")
