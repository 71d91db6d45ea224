package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"farbank/engine"

	"github.com/spf13/cobra"
)

// diskFlags are --disk and --disk-limit.
type diskFlags struct {
	dir   string
	limit string
}

func (f *diskFlags) register(cmd *cobra.Command) {
	f.registerFor(cmd, "when the memory is full, search for shortest plans (with --strategy breadth-first and uniform-cost) goes on in files in `dir`, and a command that was stopped goes on where it was (but for space where two bits a state do); "+
		"see --memory")
}

// registerFor registers them with what they are for.
func (f *diskFlags) registerFor(cmd *cobra.Command, use string) {
	cmd.Flags().StringVar(&f.dir, "disk", "", use)
	cmd.Flags().StringVar(&f.limit, "disk-limit", "", "the most bytes to use there, as in `200GB`; "+notKnownPast)
}

// diskStrategies are those whose search can go on on disk.
var diskStrategies = []engine.Strategy{engine.DefaultStrategy, engine.BreadthFirst, engine.UniformCost}

// goesOn reports whether the search that a command asks for can go on on disk; "" is no --strategy.
func goesOn(strategy string) bool {
	s, err := engine.ParseStrategy(strategy)
	return err == nil && slices.Contains(diskStrategies, s)
}

// onDisk has what was found in the folder, or is kept there, told.
func (a *app) onDisk(q *engine.Question) {
	if q.Disk.Dir != "" && !a.quiet {
		q.Disk.Tell = func(note string) { fmt.Fprintf(a.err, "farbank: %s\n", note) }
	}
}

// apply puts the flags into a question. The folder is made, and must be one to write in.
func (f *diskFlags) apply(q *engine.Question) (err error) {
	if f.limit != "" && f.dir == "" {
		return errors.New("--disk-limit goes with --disk")
	}
	if f.limit != "" {
		if q.Disk.Limit, err = parseBytes(f.limit); err != nil {
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
		name := filepath.Join(f.dir, ".farbank-probe") // one name, so that an end at this moment leaves one file at most
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
