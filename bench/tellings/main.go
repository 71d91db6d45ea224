// Command tellings measures how much the time of farbank depends on the formulation of a problem, and on
// the choice of the engine.
//
//	go run ./bench/tellings [-farbank PATH] [-before PATH] [-only bins,tiles] [-runs 3] [-limit 30s]
//	    [-clock] [-json FILE]
//	go run ./bench/tellings -engines [-farbank PATH] [-only bins,tiles] [-runs 3] [-limit 30s] [-clock]
//	    [-json FILE] [-tasks DIR]
//
// The first command asks each file of bench/tellings the question of its family, which families.txt lists.
// It prints medians of the processor time and of the peak memory of whole processes, and for each family
// the ratio of the slowest to the fastest formulation. The answers of a family must agree. -before runs a
// second program in turn with the first and adds its times.
//
// The second command asks the same questions, and all examples of the program. It lets the program choose
// the engine, and then runs each engine alone. It prints the time of the choice, the times of the engines,
// and whether the choice takes at most twice the time of the best engine plus 50 ms. With -tasks, it does this for the
// planning tasks of a list instead.
//
// The limit applies to the elapsed time of a run. The exit code is 1 if answers disagree.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"
)

var (
	program = flag.String("farbank", "", "the farbank program; built if empty")
	before  = flag.String("before", "", "another farbank program, to compare with")
	engines = flag.Bool("engines", false, "compare the choice of the engine with each engine, also on the examples")
	dir     = flag.String("dir", "bench/tellings", "the folder of the families")
	tasks   = flag.String("tasks", "", "with -engines: the planning tasks of the list in this folder instead, a copy of aibasel/downward-benchmarks")
	list    = flag.String("list", "bench/planning/instances.txt", "with -tasks: the list, each line a domain and a problem")
	only    = flag.String("only", "", "only problems whose name contains one of these comma-separated parts")
	runs    = flag.Int("runs", 3, "the number of runs of each problem; medians are printed")
	limit   = flag.Duration("limit", 30*time.Second, "the elapsed time that a run may take")
	clock   = flag.Bool("clock", false, "compare elapsed time instead of processor time")
	output  = flag.String("json", "", "also write the results to this file, as JSON")
)

func main() {
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "tellings:", err)
		stop()
		os.Exit(1)
	}
}

var errDisagree = errors.New("answers disagree")

func run(ctx context.Context) error {
	switch {
	case *runs < 1:
		return errors.New("-runs must be at least 1")
	case *limit <= 0:
		return errors.New("-limit must be positive")
	case *tasks != "" && !*engines:
		return errors.New("-tasks needs -engines")
	case *engines && *before != "":
		return errors.New("-before cannot be combined with -engines")
	case flag.NArg() > 0:
		return fmt.Errorf("unexpected argument %q", flag.Arg(0))
	}
	path := *program
	if path == "" {
		temp, err := os.MkdirTemp("", "farbank-tellings-")
		if err != nil {
			return err
		}
		defer os.RemoveAll(temp)
		if path, err = build(ctx, temp); err != nil {
			return err
		}
	}
	families, err := readFamilies(*dir)
	if err != nil {
		return err
	}
	var report interface{ disagrees() bool }
	if *engines {
		report, err = measureEngines(ctx, path, families)
	} else {
		report, err = measureFamilies(ctx, path, families)
	}
	if err != nil {
		return err
	}
	if *output != "" {
		text, err := json.MarshalIndent(report, "", "  ")
		if err != nil {
			return err
		}
		if err := os.WriteFile(*output, append(text, '\n'), 0o666); err != nil {
			return err
		}
	}
	if report.disagrees() {
		return errDisagree
	}
	return nil
}

// build builds farbank in a folder and returns the path of the program.
func build(ctx context.Context, dir string) (string, error) {
	out := filepath.Join(dir, "farbank")
	cmd := exec.CommandContext(ctx, "go", "build", "-o", out, "./cmd/farbank")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0") // one file that needs no library
	cmd.Stderr = os.Stderr
	return out, cmd.Run()
}
