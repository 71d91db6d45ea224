// Command sat measures the processor time of SAT solvers, whole processes: farbank sat beside
// minisat and CaDiCaL.
//
//	go run ./bench/sat [-farbank PATH] [-runs 3] [-limit 60s] [-only pigeons] [-write DIR] [-programs farbank,minisat,cadical]
//
// The 40 formulas (instances.go) were chosen before the first run: at the threshold, structured,
// our own exports of examples, pigeons. They are made from seeds; nothing is fetched. The
// programs run in turn on the same file; medians are printed, ratios, their geometric means, and
// who says what. Models of farbank are checked against the file.
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
	program  = flag.String("farbank", "farbank", "the program that is measured")
	programs = flag.String("programs", "farbank,minisat,cadical", "which solvers")
	runs     = flag.Int("runs", 3, "how often each program solves each formula")
	limit    = flag.Duration("limit", 60*time.Second, "processor time for each")
	only     = flag.String("only", "", "only formulas with this, or one of these, in their name")
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
