// Command milp measures the user time of whole processes that solve mixed-integer programs. It compares
// farbank's own solver with glpsol (with all its cuts) and cbc, if they are installed.
//
//	go run ./bench/milp [-runs 3] [-limit 60s] [-only queens] [-miplib DIR] [-made=false]
//
// The problems are generated from seeds: n queens for n = 8 to 12, assignment 60 by 60, a knapsack with 40
// items, a cover of 100 elements by 300 sets. -miplib adds all .mps and .lp files (also compressed with
// gzip) of a folder, such as MIPLIB 3. The programs take turns. The output contains medians, ratios and
// their geometric means. Optima are compared with each other and, for the small problems of MIPLIB 3, with
// the published ones.
//
// It runs "farbank milp FILE --solver embedded --json" if the command line has that command. Otherwise, or
// with -direct, it runs this program itself, which then only reads and solves:
//
//	milp -solve FILE
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"time"

	"farbank/milp/branch"
	"farbank/milp/file"
)

var (
	runs    = flag.Int("runs", 3, "how often each program solves each problem")
	limit   = flag.Duration("limit", 60*time.Second, "how long a program may take for a problem")
	only    = flag.String("only", "", "only problems whose name contains this")
	miplib  = flag.String("miplib", "", "a folder of .mps and .lp files")
	made    = flag.Bool("made", true, "also problems generated from seeds")
	direct  = flag.Bool("direct", false, "do not use farbank's command line")
	workers = flag.Int("workers", 1, "with -direct or -solve: the number of workers")
	solve   = flag.String("solve", "", "only solve this file, and write the solution")
)

func main() {
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	run := measure
	if *solve != "" {
		run = solveFile
	}
	if err := run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "milp:", err)
		os.Exit(1)
	}
}

// solveFile reads and solves a file, and writes the solution to standard output.
func solveFile(ctx context.Context) error {
	p, err := file.Read(*solve)
	if err != nil {
		return err
	}
	s, err := branch.Solve(ctx, p, branch.Options{Workers: *workers})
	if err != nil {
		return err
	}
	return file.WriteSolution(os.Stdout, p, s)
}
