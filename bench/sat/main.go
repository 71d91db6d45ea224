// Command sat compares the processor times of SAT solvers as whole processes: farbank sat, minisat and
// CaDiCaL.
//
//	go run ./bench/sat [-farbank PATH] [-runs 3] [-limit 60s] [-only pigeons] [-write DIR] [-programs farbank,minisat,cadical]
//
// The 40 formulas (instances.go) were selected before the first run: random formulas at the threshold,
// structured formulas, exports of our examples, pigeonholes. They are generated from seeds without
// downloads. The programs take turns on the same file. The output contains medians, ratios, their geometric
// means, and the answers. Models of farbank are checked against the file.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"time"
)

var (
	program  = flag.String("farbank", "farbank", "the farbank program")
	programs = flag.String("programs", "farbank,minisat,cadical", "the solvers to run")
	runs     = flag.Int("runs", 3, "the number of runs of each program on each formula")
	limit    = flag.Duration("limit", 60*time.Second, "processor time for each run")
	only     = flag.String("only", "", "only formulas whose name contains this, or one of these")
	write    = flag.String("write", "", "only write the formulas to a folder")
)

func main() {
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := measure(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "sat:", err)
		os.Exit(1)
	}
}
