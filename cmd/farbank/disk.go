package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"farbank/engine"
	"farbank/internal/command"

	"github.com/spf13/cobra"
)

// diskFlags are --disk and --disk-limit.
type diskFlags struct {
	dir   string
	limit string
}

func (f *diskFlags) register(cmd *cobra.Command) {
	f.registerFor(cmd, "when the memory is full, continue breadth-first and uniform-cost search in files in this `directory`; the same command continues an interrupted search")
}

// registerFor registers the flags with a usage text for --disk.
func (f *diskFlags) registerFor(cmd *cobra.Command, use string) {
	cmd.Flags().StringVar(&f.dir, "disk", "", use)
	cmd.Flags().StringVar(&f.limit, "disk-limit", "", "the largest `size` of the files of --disk, for example 200GB; "+notKnownPast)
}

// diskStrategies are the strategies that can continue on disk.
var diskStrategies = []engine.Strategy{engine.DefaultStrategy, engine.BreadthFirst, engine.UniformCost}

// goesOn reports whether the strategy of a command can continue on disk; "" means no --strategy.
func goesOn(strategy string) bool {
	s, err := engine.ParseStrategy(strategy)
	return err == nil && slices.Contains(diskStrategies, s)
}

// onDisk prints the notes of a search on disk.
func (a *app) onDisk(q *engine.Question) {
	if q.Disk.Dir != "" && !a.quiet {
		q.Disk.Tell = func(note string) { fmt.Fprintf(a.err, "farbank: %s\n", note) }
	}
}

// apply sets the flags in a question. It creates the folder, and checks that it is writable.
func (f *diskFlags) apply(q *engine.Question) (err error) {
	if f.limit != "" && f.dir == "" {
		return errors.New("--disk-limit goes with --disk")
	}
	if f.limit != "" {
		if q.Disk.Limit, err = command.ParseBytes(f.limit); err != nil {
			return fmt.Errorf("--disk-limit %s: a size is needed, as in 200GB or 1TiB", f.limit)
		}
	}
	if f.dir == "" {
		return nil
	}
	q.Disk.Dir = f.dir
	err = os.MkdirAll(f.dir, 0o777)
	if err == nil {
		var probe *os.File
		name := filepath.Join(f.dir, ".farbank-probe") // a fixed name, so that an interrupted check leaves at most one file
		if probe, err = os.OpenFile(name, os.O_CREATE|os.O_WRONLY, 0o600); err == nil {
			probe.Close()
			os.Remove(probe.Name())
		}
	}
	if err != nil {
		return fmt.Errorf("--disk %s: it cannot be written in: %w", f.dir, cause(err))
	}
	return nil
}
