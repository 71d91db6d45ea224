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

// layerFlags say where layers lie and how they are made.
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
	fl.StringVar(&f.layers, "layers", "", "the `folder` that keeps the layers, here or as gs://bucket/path or s3://bucket/path; a call that is broken off goes on from it (default: one that is removed)")
	fl.IntVar(&f.parts, "parts", 0, "into how many parts a layer falls (default: 2 for each goroutine)")
	fl.IntVar(&f.perJob, "layers-per-job", 0, "how many layers a job works on (default 4; more where starting a job takes long)")
	fl.StringVar(&f.undo, "undo", "auto", "whether every move can be undone, so that two layers are taken from the next and not all: `auto|yes|no`; auto finds out")
	fl.BoolVar(&f.stats, "stats", false, "print what the work came to, to standard error")
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
		return usageError(cmd, "--runner %s needs --layers, a folder that all its machines see", f.jobs.runner)
	}
	return nil
}

// A session is a problem being explored.
type session struct {
	*app
	flags  *layerFlags
	p      *farbank.Problem
	driver *explore.Driver
	begun  time.Time
}

// explore does what space and solve have in common: it reads the problem and goes on to the end, or
// to the first goal. What was found so far is told by answer in any case; why says what came before the
// end, "" for nothing.
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
			fmt.Fprintf(a.err, "farbank-beam: going on with the %d layers of %s\n", n, dir)
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

// locked keeps other calls out of a folder of this machine that a flag names, until it is unlocked.
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

// teller keeps a line of progress on a terminal.
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
		fmt.Fprintf(s.err, "%-18s %.2f\n", "bytes a state", float64(s.driver.Bytes())/float64(sp.States))
	}
	fmt.Fprintf(s.err, "%-18s %s\n", "time", time.Since(s.begun).Round(time.Millisecond))
}

// kept says that a folder goes on from here.
func (s *session) kept() string {
	if s.flags.layers == "" {
		return ""
	}
	return " The same call goes on from here."
}

// errNoMoves is for problems in which nothing moves.
var errNoMoves = errors.New("nothing moves in this problem; farbank solve finds its unknowns")
