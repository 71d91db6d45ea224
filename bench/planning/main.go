// Command planning measures informed search.
//
//	go run ./bench/planning -korf bench/planning/korf.txt [-only 11,12] [-strategy ida]
//	go run ./bench/planning -tasks DIR [-plans any] [-limit 20s] [-farbank PATH] [-only rovers] [-fd DIR] [-results FILE]
//	go run ./bench/planning -tasks DIR -same blind,lmcut -fd DIR [-limit 10s] [-only rovers] [-results FILE]
//	go run ./bench/planning -parse DIR [-each 3] [-limit 5s] [-farbank PATH] [-fd DIR] [-results FILE]
//	go run ./bench/planning -parse DIR -read [-each 3] [-limit 1s]
//	go run ./bench/planning -sokoban FILE [-limit 10s] [-only 1,2]
//	go run ./bench/planning -states -fd DIR [-limit 60s] [-only tiles] [-runs 3]
//
// The first solves 15-puzzles by the plain examples/tiles.far with the start as data, and
// prints for each the processor time of this process until the tables are there and after
// that; the lengths are compared with those that are known.
//
// The second runs farbank for each line of bench/planning/instances.txt, in a copy DIR of
// the public repository aibasel/downward-benchmarks, one after another, and prints the
// answers, the processor time of the processes, and how many are solved. With -fd, Fast Downward
// runs beside it: DIR is the folder bin of its build. What is in the file of results is not run again.
//
// The third runs A* with the same heuristic on both sides, and prints how the processor time of the searches compares
// on the tasks that both solved: that of Fast Downward's second program, and ours from the task on, in this process.
//
// The fourth reads the smallest problems of each folder of such a collection, looks for any plan of each,
// and has farbank verify judge it; with -fd also what the translator of Fast Downward writes out. With -read it only reads them, in this process, as far as the limit allows.
//
// The fifth solves levels, a block of lines each, by the plain examples/sokoban.far with the engine that
// is asked for; auto lets several run at once, as farbank solve does without flags.
//
// The last compares how many states a second blind search expands, from the examples in the language, by the engine
// search, and by Fast Downward on what is exported of them.
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
	korf       = flag.String("korf", "", "a file of 15-puzzles")
	tasks      = flag.String("tasks", "", "the folder of the competitions' tasks")
	list       = flag.String("list", "bench/planning/instances.txt", "which tasks")
	only       = flag.String("only", "", "numbers of puzzles with commas between, or a part of the tasks' names")
	strategy   = flag.String("strategy", "ida", "of the engine planning; auto: its own choice")
	plans      = flag.String("plans", "any", "any or shortest")
	limit      = flag.Duration("limit", 20*time.Second, "processor time for a task")
	memory     = flag.Int64("memory", 4, "GiB for a task")
	program    = flag.String("farbank", "farbank", "the program that is run")
	engines    = flag.String("engine", "planning", "its engine; auto: its own choice")
	parse      = flag.String("parse", "", "the folder of a collection of tasks, a folder for each domain")
	reading    = flag.Bool("read", false, "of a collection: only read")
	sokoban    = flag.String("sokoban", "", "a file of Sokoban levels")
	each       = flag.Int("each", 3, "of a collection, how many problems of each folder")
	fd         = flag.String("fd", "", "the folder bin of a build of Fast Downward, to be run beside it")
	heuristics = flag.String("same", "", "blind, lmcut: the heuristics to be compared, with commas between")
	rates      = flag.Bool("states", false, "states a second of blind search")
	runs       = flag.Int("runs", 1, "of blind search, how often; the median counts")
	which      = flag.String("planner", "", "of farbank, lmcut, ipdb, blind, lama-first only these, with commas between")
	results    = flag.String("results", "", "a file that keeps results, so that a run can be continued")
)

func main() {
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	var err error
	switch {
	case *korf != "":
		err = puzzles(ctx)
	case *sokoban != "":
		err = stores(ctx)
	case *rates:
		err = states(ctx)
	case *parse != "" && *reading:
		err = readings(ctx)
	case *parse != "":
		err = collection(ctx)
	case *tasks != "" && *heuristics != "":
		err = same(ctx)
	case *tasks != "":
		err = competition(ctx)
	default:
		flag.Usage()
		os.Exit(2)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "planning:", err)
		os.Exit(1)
	}
}
